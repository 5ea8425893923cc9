"""What commands read: boards from words or standard input, games from files, numbers."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final, Literal

from cyclopts import Parameter, Token, validators

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import Square
from outflank.cli.output import UsageError, complain
from outflank.games.content import MOST_BYTES, read_at_most, text_of
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.problems import parse_problems, read_problems

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions
    from outflank.games.obf import Problem
    from outflank.games.reader import GameFile

#: The word that stands for standard input.
STANDARD_INPUT: Final = "-"

#: What errors call texts that stand in no file.
STANDARD_INPUT_NAME: Final = "standard input"
WORDS_NAME: Final = "position"
TRANSCRIPT_NAME: Final = "transcript"

#: Letters of a transcript by which a game is known.
SHOWN: Final = 20

#: The MTD(f) article's midgame comes from this seed and number of plies.
MIDGAME: Final = (7, 18)

#: The deepest search that can be meant: every disc of a game.
DEEPEST: Final = 60

#: The longest text in bytes that can be meant as a position or a transcript.
LONGEST_POSITION: Final = 1 << 20

#: The longest whole number that can be meant, in digits.
MOST_DIGITS: Final = 18

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def whole_number(text: str) -> int:
    """A whole number in decimal digits, as people write it: no fraction, no other base.

    Raises:
        ValueError: the text is none, or has more digits than can be meant.
    """
    if not _WHOLE.fullmatch(text) or len(text) > MOST_DIGITS:
        raise ValueError(f"{quoted(text)} is not a whole number that can be meant")
    return int(text)


def _convert(_type: type[int], tokens: Sequence[Token]) -> int:
    return whole_number(tokens[0].value)


def _convert_seconds(_type: type[float], tokens: Sequence[Token]) -> float:
    text = tokens[0].value
    if not _DECIMAL.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(f"{quoted(text)} is not a number that can be meant")
    return float(text)


def amount(*, above: float | None = None, least: float | None = None) -> Parameter:
    """What an option is that takes a decimal number above a bound, or from one on."""
    validator = validators.Number(gt=above, gte=least)
    return Parameter(converter=_convert_seconds, validator=validator)


def number(least: int, most: int | None = None) -> Parameter:
    """What an option or argument is that takes a whole number from `least` to `most`."""
    return Parameter(converter=_convert, validator=validators.Number(gte=least, lte=most))


def _convert_folder(_type: type[Path], tokens: Sequence[Token]) -> Path:
    if not tokens[0].value:
        raise ValueError('"" names no folder')
    return Path(tokens[0].value)


def directory(*names: str) -> Parameter:
    """What an option or argument is that takes a folder, which need not exist."""
    return Parameter(
        name=names, converter=_convert_folder, validator=validators.Path(file_okay=False)
    )


Sources = Annotated[str, Parameter(name="FILE", allow_leading_hyphen=True)]
Words = Annotated[str, Parameter(name="POSITION", allow_leading_hyphen=True)]
Text = Annotated[str, Parameter(allow_leading_hyphen=True)]
Json = Annotated[bool, Parameter(name="--json", negative="")]
Flag = Annotated[bool, Parameter(negative="")]
Depth = Annotated[int, number(1, DEEPEST)]
Empties = Annotated[int, number(0, DEEPEST)]
GameNumber = Annotated[int, number(0)]
ArticleName = Literal["mtdf", "pvs"]
Threads = Annotated[int, number(1, 1024)]
Megabytes = Annotated[int, Parameter(name="--hash"), number(1)]
Seconds = Annotated[float, amount(above=0)]
Seed = Annotated[int, number(0)]

#: MB of the table of known positions where nothing else is said.
HASH_MB: Final = 64

_OPTION: Final = re.compile(r"--?[a-z][a-z-]*")
_MOVE: Final = re.compile(r"[a-h]\s*[1-8]", re.IGNORECASE)

#: How a transcript begins that is no name: with two moves, or a numbered one, or is one move.
_BEGINNING: Final = re.compile(
    r"\s*(\d+\W*)?[a-h]\s*[1-8]\W*(\d*\W*[a-h]\s*[1-8]|\Z)", re.IGNORECASE
)
_EXTENSION: Final = re.compile(r"\.[a-z]{2,}\Z", re.IGNORECASE)


def read_board(words: Sequence[str], position: str | None = None) -> Board:
    """A board from the words of a command line, or from its option ``--position``.

    Neither is the start of a game; text with moves such as ``f5`` is a transcript; anything
    else must be 64 squares and a side. ``-`` is standard input, which may be anything that was
    pasted: a game among tags, a mail, a page.

    Raises:
        OutflankError: the text is neither; the moves before a fault are kept as ``.board``.
        UsageError: a word is meant as an option that does not exist, or both are given.
    """
    refuse_options(words if position is None else [*words, position])
    if position is not None:
        if words:
            raise UsageError(f"--position and {quoted(' '.join(words))}: give the position once")
        words = [position]
    if not words:
        return Board()
    if list(words) == [STANDARD_INPUT]:
        return _pasted_board(_read_position().decode(errors="replace"))
    return _board(" ".join(words), WORDS_NAME)


def _board(text: str, name: str) -> Board:
    """A board from a text that is one, or a transcript, and nothing else."""
    from outflank.games.content import refuse_foreign

    if not text.strip():
        raise OutflankError("no position: the text is empty")
    refuse_foreign(text, name)
    if _MOVE.search(text):
        return Board.from_transcript(text)
    return Board.from_text(text)


def _pasted_board(text: str) -> Board:
    """A board from a text that is one or, as `Game.parse` finds it, has one among other things."""
    from outflank.games import AmbiguousTextError, Game

    try:
        return _board(text, STANDARD_INPUT_NAME)
    except OutflankError as error:
        fault = error
    if fault.board is not None and fault.board.moves:  # moves, of which one is wrong
        raise fault
    try:
        parsed = Game.parse(text)
    except AmbiguousTextError:
        raise
    except OutflankError:
        raise fault from None
    skipped = f"; passed over: {quoted(' … '.join(parsed.skipped))}" if parsed.skipped else ""
    complain(f"{STANDARD_INPUT_NAME}: read as {parsed.format}{skipped}")
    if parsed.board is not None:
        return parsed.board
    assert parsed.game is not None
    return parsed.game.board()


def article_board(article: ArticleName, words: Sequence[str], position: str | None = None) -> Board:
    """As `read_board`, but nothing is the article's own position. Imports the kernels.

    That is the midgame of seed 7 after 18 plies, or the start of a game.

    Raises:
        OutflankError, UsageError: as `read_board`.
    """
    from outflank.textbook import random_midgame

    if words or position is not None or article != "mtdf":
        return read_board(words, position)
    return random_midgame(*MIDGAME)


def read_board_as_far_as_possible(
    words: Sequence[str], position: str | None = None
) -> tuple[Board, OutflankError | None]:
    """As `read_board`, but a transcript with a fault gives the board before it, and the fault."""
    try:
        return read_board(words, position), None
    except OutflankError as error:
        if error.board is None:
            raise
        return error.board, error


def open_game_file(name: str, encoding: str | None = None) -> GameFile:
    """A file of games, a bundled game by its name, or standard input where that is ``-``.

    What is none of these, but begins as a transcript does, is one. A game in the middle of a
    text that is no file of games, such as a mail, is found, and that is told.

    Raises:
        UsageError: the name is meant as an option that does not exist.
        GameFileError: the content is no file of games.
        OSError: the file cannot be read.
    """
    from outflank.games.pasted import game_among_text
    from outflank.games.transcripts import TranscriptFile

    file = _open_games(name, encoding)
    pasted = game_among_text(file) if isinstance(file, TranscriptFile) else None
    if pasted is None:
        return file
    if isinstance(pasted.found, Game):
        complain(f"{pasted.name}: a game was found in the text: {_shortened(pasted.found)}")
    return pasted


def _open_games(name: str, encoding: str | None) -> GameFile:
    """As `open_game_file`, but a text that is nothing else is one of transcripts."""
    from outflank.games import FamousFile, famous_games, open_games, parse_games, read_stream

    refuse_options([name])
    if name == STANDARD_INPUT:
        return read_stream(standard_input(), "standard input", None, encoding)
    if not _exists(name):
        if name.lower() in famous_games():
            return FamousFile(name.lower())
        if _BEGINNING.match(name) and not _EXTENSION.search(name):
            return parse_games(name.encode(errors="replace"), TRANSCRIPT_NAME)
    return open_games(name, encoding)


def _shortened(game: Game) -> str:
    """The first moves, by which it is known which game is meant."""
    moves = game.transcript()
    return moves if len(moves) <= SHOWN else f"{moves[:SHOWN]}…"


def read_positions(
    words: Sequence[str], on_fault: Callable[[GameFileError | OSError], None]
) -> list[Problem]:
    """Positions from files (``-`` is standard input) or, where none is there, from the words.

    Args:
        words: files; or 64 squares and a side, a line of OBF, or a transcript.
        on_fault: called with what is wrong with a file or one of its positions, which is
            then left out; where only what is known of the position is at fault, it is
            among the positions without that.

    Raises:
        UsageError: there is no word, or one is meant as an option that does not exist.
        OutflankError: the words are neither.
    """
    refuse_options(words)
    if not words:
        raise UsageError("a FILE, or a position, is missing")
    if not any(word == STANDARD_INPUT or _exists(word) for word in words):
        return _read_words(" ".join(words), on_fault)
    problems: list[Problem] = []

    def keep_position(fault: GameFileError | OSError) -> None:
        on_fault(fault)
        if isinstance(fault, GameFileError) and fault.problem is not None:
            problems.append(fault.problem)

    for word in words:
        try:
            for problem in _read_positions_of(word, keep_position):
                problems.append(problem)  # noqa: PERF402 (the listener appends in between)
        except (GameFileError, OSError) as error:
            on_fault(error)
    return problems


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # too long to be the name of a file
        return False


def _read_words(text: str, on_fault: Callable[[GameFileError | OSError], None]) -> list[Problem]:
    """The position, or positions, that words say; they stand in no file."""
    try:
        return [replace(problem, source=None) for problem in parse_problems(text, WORDS_NAME)]
    except GameFileError as error:
        if error.problem is not None:
            on_fault(error)
            return [replace(error.problem, source=None)]
        fault = str(error).removeprefix(f"{WORDS_NAME} line 1: ")
        raise OutflankError(f"{quoted(text)}: no such file, and no position: {fault}") from None


def _read_positions_of(
    name: str, on_fault: Callable[[GameFileError | OSError], None]
) -> Iterator[Problem]:
    """The positions of one file, or of standard input."""
    if name != STANDARD_INPUT:
        return read_problems(name, on_fault)
    content = read_at_most(MOST_BYTES, standard_input(), STANDARD_INPUT_NAME)
    text = text_of(content, STANDARD_INPUT_NAME)
    return parse_problems(text, STANDARD_INPUT_NAME, on_fault)


def standard_input() -> BinaryIO:
    """Standard input, for reading.

    Raises:
        OutflankError: it is closed.
    """
    if sys.stdin is None:
        raise OutflankError("standard input is closed")
    return sys.stdin.buffer


def _read_position() -> bytes:
    from outflank.games.content import read_at_most

    return read_at_most(LONGEST_POSITION, standard_input(), "standard input")


def analysis_options(article: ArticleName | None = None, **given: Any) -> AnalysisOptions:
    """How to value moves. Imports the kernels.

    Args:
        article: whose search; None for the engine.
        **given: fields of `AnalysisOptions`; None is the analysis's own choice.

    Raises:
        UsageError: a number is out of the range that the analysis allows.
    """
    from outflank.analysis import AnalysisOptions

    chosen = {name: value for name, value in given.items() if value is not None}
    if article is not None:
        from outflank.textbook import Article

        chosen["article"] = Article(article)
    try:
        return AnalysisOptions(**chosen)
    except OutflankError as error:
        raise UsageError(str(error)) from None


def read_square(option: str, text: str) -> Square:
    """The square that an option names.

    Raises:
        UsageError: it names none.
    """
    try:
        return Square(text)
    except OutflankError as error:
        raise UsageError(f"{option}: {error}") from None


def read_depths(text: str) -> list[int]:
    """Depths written ``2,4,6``.

    Raises:
        UsageError: something is no depth of 1 to 60.
    """
    return [_read_depth(word.strip()) for word in text.split(",")]


def _read_depth(word: str) -> int:
    try:
        depth = whole_number(word)
    except ValueError as error:
        raise UsageError(f"--depths: {error}") from None
    if not 1 <= depth <= DEEPEST:
        raise UsageError(f"--depths: {depth} is not a depth of 1 to {DEEPEST}")
    return depth


def refuse_options(words: Sequence[str]) -> None:
    """Words may begin with hyphens, as boards do; a mistyped option is told from those.

    Raises:
        UsageError: a word looks like an option.
    """
    for word in words:
        if _OPTION.fullmatch(word) and len(word) < 64:
            raise UsageError(f'unknown option "{word}"')
