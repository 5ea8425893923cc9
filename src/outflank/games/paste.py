"""Paste anything: finds the game, or the position, in a mail, a web page or a log.

Looked for are, in this order, and the first kind that is there is taken:

1. games that mark themselves: JSON (ours, Othello Quest), GGF, SGF, PGN;
2. boards of 64 squares, on one line or drawn in eight rows, with borders and coordinates or
   without, and the moves that follow them directly; lines of OBF;
3. transcripts: moves with little more than numbers between them. Single moves in sentences
   are passed over, unless there is nothing else: then they are a game told move by move.

Two different games of one kind are an error that lists them, and so is a text that can be read
in two ways. A board that a transcript beside it leads to is a picture of the game. A side that
is missing is Black. Tags of HTML and marks of quoted mail are taken away first.
"""

from __future__ import annotations

import html
import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final, NamedTuple

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import PASS, PASS_TOKENS, Move
from outflank.board.text import BLACK_LETTERS, EMPTY_MARKS, WHITE_LETTERS
from outflank.games.errors import AmbiguousTextError, GameFileError
from outflank.games.game import Game
from outflank.games.ggf_file import GgfFile, game_end
from outflank.games.json_text import JsonFile, is_ours
from outflank.games.obf import read_problem
from outflank.games.obf_games import game_of_problem
from outflank.games.pgn import PgnFile
from outflank.games.quest import is_quest
from outflank.games.sgf import SgfFile
from outflank.games.sgf_text import tree_end

#: The longest text that anybody pastes, in characters.
LONGEST: Final = 1 << 20

#: Beginnings of JSON that are tried, and readings that an error lists.
_MOST_TRIES: Final = 100
_MOST_READINGS: Final = 8

_SQUARE: Final = f"[{re.escape(BLACK_LETTERS + WHITE_LETTERS + EMPTY_MARKS)}]"
_DISC: Final = re.compile(f"[{re.escape(BLACK_LETTERS + WHITE_LETTERS)}]")

_BLOCK: Final = re.compile(
    r"<(?:br|/?(?:p|div|tr|li|pre|table|h[1-6]))\b[^<>]{0,500}>", re.IGNORECASE
)
_HTML: Final = re.compile(r"</?[A-Za-z][^<>]{0,500}>|<!--")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,500}>")

#: What a web page does not show: from where to where.
_HIDDEN: Final = tuple(
    (re.compile(f"{opening}.*", re.DOTALL | re.IGNORECASE), re.compile(closing, re.IGNORECASE))
    for opening, closing in (
        (r"<script\b", "</script>"), (r"<style\b", "</style>"), ("<!--", "-->"),
    )
)  # fmt: skip
_QUOTED: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)

_JSON: Final = re.compile(r'[{\[]\s*[{\["]')
_GGF: Final = re.compile(r"\(;[^()]{0,2000}?GM\[Othello", re.IGNORECASE)
_SGF: Final = re.compile(
    r"\(\s*+(?:;\s*+)?(?:[A-Z]{1,3}\s*+\[[^\]]{0,2000}+\]\s*+){0,30}?(?:;\s*+)?"
    r"(?:GM|FF|B|W|AB)\s*\["
)
_PGN: Final = re.compile(r'^[ \t]*\[[A-Za-z]\w*\s+"', re.MULTILINE)
_PARAGRAPH_END: Final = re.compile(r"\n[ \t]*\n")

_ROW: Final = re.compile(
    rf"[ \t]*+[1-8]?[ \t|:]*+((?:{_SQUARE}[ \t|]?){{8}})[ \t|:]*+[1-8]?[ \t]*+"
    rf"(?:(?<=[ \t])({_DISC.pattern}))?[ \t]*+"
)
_ON_ONE_LINE: Final = re.compile(
    rf"(?<![^\s\[(\"':;,=])(?:(?:{_SQUARE}){{8}}\s?){{7}}(?:{_SQUARE}){{8}}(?:\s?({_DISC.pattern}))?(?![^\s\])\"';,.])"
    r"|(?<!\S)[01.\-]{64}(?:\s([01]))?(?!\S)"
)
_SIDE: Final = re.compile(
    r"\s*+(?:a ?b ?c ?d ?e ?f ?g ?h\s*+)?"
    r"(?:(black|white)(?:'s)?\s+(?:to\s+(?:move|play)|turn)|turn\s*+(?::\s*+)?(black|white)"
    rf"|({_DISC.pattern})(?:\s+to\s+(?:move|play))?[ \t]*(?:$|\n))",
    re.IGNORECASE,
)
_SCORED: Final = re.compile(
    r"\s*+;\s*+(?:[A-H][1-8]|PA|pass|--)?\s*+(?::\s*+)?[+-]?\d[^\n]*", re.IGNORECASE
)

_TOKEN: Final = rf"[a-h][1-8]|{'|'.join(map(re.escape, PASS_TOKENS))}"
_CHUNK: Final = rf"(?<![A-Za-z0-9])(?:[a-h][1-8])(?:{_TOKEN})*(?![A-Za-z0-9])"
_PASS: Final = rf"(?<![A-Za-z0-9@-])(?:{'|'.join(map(re.escape, PASS_TOKENS))})(?![A-Za-z0-9@-])"
_BETWEEN: Final = r"[\s.,;:()\-–|]*(?:\d{1,2}[.):]*+[\s.]*+)?"
_RUN: Final = re.compile(rf"{_CHUNK}(?:{_BETWEEN}(?:{_CHUNK}|{_PASS}))*", re.IGNORECASE)
_TOKENS: Final = re.compile(_TOKEN, re.IGNORECASE)
_DASHES: Final = "--"


@dataclass(frozen=True)
class Parsed:
    """What was found in a text: a game, or a board where there are no moves.

    Attributes:
        game: the game; None if only a position was found.
        board: the position; None if a game was found.
        format: ``transcript``, ``board``, ``board and moves``, ``GGF``, ``SGF``, ``PGN``, ``JSON``,
            ``Othello Quest`` or ``OBF``.
        skipped: the pieces of the text that are no part of it, without blanks around them.
    """

    game: Game | None
    board: Board | None
    format: str
    skipped: tuple[str, ...] = ()


class _Found(NamedTuple):
    """A game or a position, and where in the text it stands, from one place to another."""

    start: int
    end: int
    format: str
    game: Game | GameFileError

    @property
    def key(self) -> object:
        """What two readings have in common that are the same game."""
        if isinstance(self.game, GameFileError):
            return str(self.game)
        return (self.game.root(), self.game.moves)


def parse_text(text: str) -> Parsed:
    """The game or position in a text; see `outflank.games.Game.parse`.

    Raises:
        AmbiguousTextError: there are several readings; the message lists them.
        OutflankError: there is no game and no position, or what there is breaks the rules.
    """
    if len(text) > LONGEST:
        raise OutflankError(f"a text of {len(text)} characters: read it as a file")
    # Clean text is looked at last: a remark in a game may look like a tag.
    pieces = (text, _cleaned(text))
    marked = [(piece, found) for piece in pieces for found in _marked(piece)]
    whole = [pair for pair in marked if any(isinstance(one.game, Game) for one in pair[1])]
    if marked:
        return _chosen(*(whole or marked)[0])
    text = pieces[1]
    boards = list(_boards(text))
    runs = _outside(_runs(text), boards)
    return _plain(text, boards, runs)


def _marked(text: str) -> Iterator[list[_Found]]:
    """The games of each kind that marks itself, where there are any."""
    return filter(None, (list(finder(text)) for finder in _FINDERS))


def _cleaned(text: str) -> str:
    """The text without the tags of a web page and the marks of quoted mail."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    if _HTML.search(text):
        for opening, closing in _HIDDEN:
            *closed, rest = closing.split(text)
            text = " ".join([*(opening.sub("", piece) for piece in closed), rest])
        text = html.unescape(_TAG.sub(" ", _BLOCK.sub("\n", text)))
    return _QUOTED.sub("", text)


def _chosen(text: str, found: Sequence[_Found]) -> Parsed:
    """The only reading; the same game told twice is one."""
    whole = [one for one in found if isinstance(one.game, Game)]
    if not whole:
        assert isinstance(found[0].game, GameFileError)
        raise found[0].game
    if len({one.key for one in found}) > 1:
        raise _ambiguity(text, found)
    return _parsed(text, whole[0], found)


def _parsed(text: str, taken: _Found, parts: Iterable[_Found]) -> Parsed:
    game = taken.game
    assert isinstance(game, Game)
    game = replace(game, source=None)
    skipped = _skipped(text, [(part.start, part.end) for part in parts])
    if not game.moves and not game.variations:
        return Parsed(None, game.board(), taken.format, skipped)
    return Parsed(game, None, taken.format, skipped)


def _skipped(text: str, taken: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    pieces, at = [], 0
    for start, end in sorted(taken):
        pieces.append(text[at:start])
        at = max(at, end)
    pieces.append(text[at:])
    return tuple(piece.strip() for piece in pieces if piece.strip())


def _ambiguity(text: str, found: Iterable[_Found]) -> AmbiguousTextError:
    """The error that lists the readings, each once."""
    readings: dict[object, str] = {}
    for one in found:
        line = text.count("\n", 0, one.start) + 1
        readings.setdefault(one.key, f"line {line}: {_described(one)}")
    shown = list(readings.values())
    more = f"; and {len(shown) - _MOST_READINGS} more" if len(shown) > _MOST_READINGS else ""
    listed = "; ".join(shown[:_MOST_READINGS])
    return AmbiguousTextError(
        f"the text can be read in {len(shown)} ways: {listed}{more}", tuple(shown)
    )


def _described(found: _Found) -> str:
    game = found.game
    if isinstance(game, GameFileError):
        return f"{found.format}, which is broken ({game})"
    moves = game.transcript()
    shown = moves if len(moves) <= 20 else f"{moves[:20]}…"
    names = f" of {game.black or '?'} and {game.white or '?'}" if game.black or game.white else ""
    board = f"{game.root().to_text()} " if game.root() != Board() else ""
    return f"{found.format}{names}: {board}{shown} ({game.plies} discs)"


# Games that mark themselves.


def _json_games(text: str) -> Iterator[_Found]:
    decoder, at, tries = json.JSONDecoder(), 0, 0
    while tries < _MOST_TRIES and (begun := _JSON.search(text, at)):
        tries += 1
        try:
            value, end = decoder.raw_decode(text, begun.start())
        except (ValueError, RecursionError):
            at = begun.start() + 1
            continue
        at = end
        if is_ours(value) or is_quest(value):
            kind = "JSON" if is_ours(value) else "Othello Quest"
            piece = text[begun.start() : end]
            yield from (
                _Found(begun.start(), end, kind, game) for game in JsonFile("text", piece).read()
            )


def _ggf_games(text: str) -> Iterator[_Found]:
    at = 0
    while begun := _GGF.search(text, at):
        at = game_end(text, begun.start() + len("(;"))
        piece = text[begun.start() : at]
        yield from (
            _Found(begun.start(), at, "GGF", game) for game in GgfFile("text", piece).read()
        )


def _sgf_games(text: str) -> Iterator[_Found]:
    at = 0
    while begun := _SGF.search(text, at):
        at = max(tree_end(text, begun.start()), begun.end())
        piece = text[begun.start() : at]
        yield from (
            _Found(begun.start(), at, "SGF", game) for game in SgfFile("text", piece).read()
        )


def _pgn_games(text: str) -> Iterator[_Found]:
    """From the first tag on; what follows the paragraph of the moves may be anything."""
    at = 0
    while begun := _PGN.search(text, at):
        start = begun.start()
        tags_end = _paragraph_end(text, start)
        moves_end = _paragraph_end(text, min(tags_end + 2, len(text)))
        at = max(moves_end, begun.end())
        piece = text[start:at]
        games = list(PgnFile("text", piece).read())
        yield from (_Found(start, at, "PGN", game) for game in games)


def _paragraph_end(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    found = _PARAGRAPH_END.search(text, at)
    return found.start() if found else len(text)


_FINDERS: Final[tuple[Callable[[str], Iterator[_Found]], ...]] = (
    _json_games,
    _ggf_games,
    _sgf_games,
    _pgn_games,
)


# Boards.


def _boards(text: str) -> Iterator[_Found]:
    """Every board, drawn or on one line, with the side to move and the scores behind it."""
    found = [*_drawn_boards(text), *_boards_on_one_line(text)]
    end = 0
    for board in sorted(found):
        if board.start >= end:
            yield board
            end = board.end


def _boards_on_one_line(text: str) -> Iterator[_Found]:
    for found in _ON_ONE_LINE.finditer(text):
        squares = "".join(found[0].split())
        if not re.search(r"[^-.]", squares[:64]):
            continue  # a line drawn between two parts of a text
        side = found[1] or found[2] or ""
        yield _board(text, found.start(), found.end(), squares[:64], side)


def _drawn_boards(text: str) -> Iterator[_Found]:
    """Eight lines of eight squares, whatever borders and numbers stand beside them."""
    rows: list[tuple[int, int, str, str]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        found = _ROW.fullmatch(line.rstrip("\n"))
        squares = re.sub(r"[\s|]", "", found[1]) if found else ""
        if found and len(squares) == 8 and (len(rows) == 7 or not found[2]):
            rows.append((at, at + len(line.rstrip("\n")), squares, found[2] or ""))
        else:
            rows = []
        at += len(line)
        if len(rows) == 8:
            joined = "".join(row[2] for row in rows)
            if _DISC.search(joined):
                yield _board(text, rows[0][0], rows[-1][1], joined, rows[-1][3])
            rows = []


def _board(text: str, start: int, end: int, squares: str, side: str) -> _Found:
    """A board; where no side stands with it, the words behind it may name one."""
    if not side and (told := _SIDE.match(text, end)):
        named = (told[1] or told[2] or "").lower()
        side, end = {"black": "X", "white": "O"}.get(named, told[3] or ""), told.end()
    if scores := _SCORED.match(text, end):
        line = f"{squares} {side}{scores[0]}"
        problem = read_problem(line, "text", text.count("\n", 0, start) + 1)
        game = problem if isinstance(problem, GameFileError) else game_of_problem(problem)
        return _Found(start, scores.end(), "OBF", game)
    try:
        board = Board.from_text(f"{squares} {side}".strip())
    except OutflankError as error:
        return _Found(start, end, "board", GameFileError(str(error)))
    return _Found(start, end, "board", Game.from_board(board))


# Moves.


class _Run(NamedTuple):
    """Moves that follow each other, and where they stand."""

    start: int
    end: int
    moves: tuple[str, ...]


_START: Final = attrgetter("start")


def _runs(text: str) -> list[_Run]:
    return [
        _Run(
            found.start(), found.end(), tuple(token.lower() for token in _TOKENS.findall(found[0]))
        )
        for found in _RUN.finditer(text)
    ]


def _outside(runs: Sequence[_Run], boards: Sequence[_Found]) -> list[_Run]:
    ends = [board.end for board in boards]
    following = (boards[at : at + 1] for at in (bisect_right(ends, run.start) for run in runs))
    return [
        run
        for run, board in zip(runs, following, strict=True)
        if not any(one.start < run.end for one in board)
    ]


def _plain(text: str, boards: Sequence[_Found], runs: Sequence[_Run]) -> Parsed:
    """What there is besides games that mark themselves."""
    if not boards:
        return _transcript(text, runs)
    continued = [_continued(text, board, runs) for board in boards]
    if any(found.format == "board and moves" for found in continued):
        return _chosen(text, continued)
    try:
        told = _transcript(text, [run for run in runs if len(run.moves) > 1])
    except AmbiguousTextError:
        raise
    except OutflankError:
        return _chosen(text, continued)
    if told.game is None:
        return _chosen(text, continued)
    pictures = [found for found in boards if _is_picture(found.game, told.game)]
    if len(pictures) == len(boards):
        return told
    reading = _Found(0, len(text), "transcript", told.game)
    raise _ambiguity(text, [reading, *continued])


def _continued(text: str, found: _Found, runs: Sequence[_Run]) -> _Found:
    """A board with the moves that stand directly behind it, if they can be played there."""
    at = bisect_left(runs, found.end, key=_START)
    if at == len(runs) or not isinstance(found.game, Game):
        return found
    following = runs[at]
    if re.fullmatch(_BETWEEN, text[found.end : following.start]) is None:
        return found
    board, fault = _played(following.moves, found.game.board())
    if fault is not None:
        return found
    return _Found(found.start, following.end, "board and moves", Game.from_board(board))


def _is_picture(board: Game | GameFileError, game: Game) -> bool:
    """True if a board shows the start, the end, or any other position of a game."""
    if isinstance(board, GameFileError):
        return False
    shown = _colours(board.board())
    return any(shown == _colours(seen) for seen in (*(at for at, _ in game.steps()), game.board()))


def _colours(board: Board) -> tuple[int, int]:
    return board.black, board.white


def _transcript(text: str, runs: Sequence[_Run]) -> Parsed:
    """The game that runs of moves tell: one of them, or all together."""
    if not runs:
        raise OutflankError(f"no game and no position in {quoted(text.strip())}")
    several = [run for run in runs if len(run.moves) > 1] or list(runs)
    together, fault = _played([move for run in several for move in run.moves])
    alone = [found for found in map(_alone, several[1:] if fault is None else several) if found]
    if fault is None:
        parts = [_Found(run.start, run.end, "transcript", _game_of(together)) for run in several]
        same = [found for found in alone if len(several[0].moves) > 1 and found.key != parts[0].key]
        if same:
            raise _ambiguity(text, [parts[0], *same])
        return _parsed(text, parts[0], parts)
    if alone:
        return _longest(text, alone)
    raise _furthest(text, several)


def _longest(text: str, alone: Sequence[_Found]) -> Parsed:
    """The reading of which all others are beginnings.

    Raises:
        AmbiguousTextError: there is none.
    """
    games = [(found, found.game.moves) for found in alone if isinstance(found.game, Game)]
    best, moves = max(games, key=lambda pair: len(pair[1]))
    if any(moves[: len(others)] != others for _, others in games):
        raise _ambiguity(text, alone)
    return _parsed(text, best, [best])


def _alone(run: _Run) -> _Found | None:
    """A run as a game of its own from the usual start; None if it is none."""
    board, fault = _played(run.moves)
    return None if fault else _Found(run.start, run.end, "transcript", _game_of(board))


def _furthest(text: str, runs: Sequence[_Run]) -> OutflankError:
    """The fault of the run that can be played furthest."""
    best: OutflankError | None = None
    line = 1
    for run in runs:
        _, fault = _played(run.moves)
        if fault and (best is None or (fault.ply or 0) > (best.ply or 0)):
            best, line = fault, text.count("\n", 0, run.start) + 1
    assert best is not None
    partial = Game.from_board(best.board) if best.board else None
    return GameFileError(f"line {line}: {best}", board=best.board, ply=best.ply, partial=partial)


def _played(moves: Sequence[str], start: Board | None = None) -> tuple[Board, OutflankError | None]:
    """The board after moves, and the fault that ended them; dashes may be mere dashes.

    A last pass that is not due is a word of the sentence that follows.
    """
    board = Board() if start is None else start.copy()
    for number, text in enumerate(moves):
        move = Move(text)
        if move.is_pass and not board.must_pass:
            if text == _DASHES or number == len(moves) - 1:
                continue
        elif board.must_pass and not move.is_pass:
            board.push(PASS)
        try:
            board.push(move)
        except OutflankError as error:
            return board, error
    return board, None


def _game_of(board: Board) -> Game:
    return Game.from_board(board)
