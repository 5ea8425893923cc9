"""PGN as it is written: tags, moves with comments and variations, the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK
from outflank.board.errors import OutflankError, quoted
from outflank.board.square import Move
from outflank.board.transcript import PASS_WRITTEN
from outflank.games.game import Game
from outflank.games.notes import NOTHING, MoveNote, Variation
from outflank.games.numbers import number_text
from outflank.games.pgn import CLOCKS, ENDINGS, RENAMED, TAKEN, UNCLEAR_RESULT

_WIDTH: Final = 80
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?: ([\d:]{5,8}))?", re.ASCII)
_UNFINISHED: Final = "*"
_MOST_DISCS: Final = 64


def write_pgn(game: Game) -> str:
    """The game as PGN, with a line end.

    PGN has no place for variations of what could follow the last move of a line: they are
    left out.

    Raises:
        OutflankError: a text has characters that PGN cannot hold.
    """
    result = _result(game)
    tags = "".join(f"{_tag(name, value)}\n" for name, value in _tags(game, result))
    words = list(_line(game.root(), game.moves, game.notes, game.variations))
    if game.comment is not None:
        words.insert(0, _braces(game.comment))
    return f"{tags}\n{_wrapped([*words, result])}\n"


def _wrapped(words: Sequence[str]) -> str:
    """Words in lines; comments stay as they are."""
    lines, width = [""], 0
    for word in words:
        if width and width + len(word) >= _WIDTH:
            lines.append("")
            width = 0
        lines[-1] += f" {word}" if width else word
        width += len(word) + 1
    return "\n".join(lines)


def _tag(name: str, value: str) -> str:
    if "\n" in value or "\r" in value:
        raise OutflankError(f"{name}: {quoted(value)}: a tag of PGN is one line")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _tags(game: Game, result: str) -> Iterator[tuple[str, str]]:
    """The tags; those that every game has say ``?`` where nothing is known."""
    yield "Event", game.event or "?"
    yield from _date(game)
    yield "Black", game.black or "?"
    yield "White", game.white or "?"
    unclear = game.others.get(UNCLEAR_RESULT) if game.claimed is None else None
    yield "Result", unclear or result
    if game.claimed is not None and result == _UNFINISHED:
        yield "Score", number_text(game.claimed)
    if game.winner is not None and game.claimed is None:
        yield "Winner", str(game.winner).lower()
    if game.ending is not None:
        yield "Termination", {ending: text for text, ending in ENDINGS.items()}[game.ending]
    if game.komi is not None:
        yield "Komi", number_text(game.komi)
    yield from _clocks(game)
    names = {ours: theirs for theirs, ours in RENAMED.items()}
    for name, value in game.others.items():
        if _TAG_NAME.fullmatch(name) and name not in TAKEN:
            yield names.get(name, name), value
    if game.root() != Board():
        yield from (("SetUp", "1"), ("FEN", game.root().to_text()))


def _date(game: Game) -> Iterator[tuple[str, str]]:
    date = game.date if game.date is not None or game.year is None else str(game.year)
    found = _DATE.fullmatch(date or "")
    if not found:
        yield "Date", date or "????.??.??"
        return
    yield "Date", ".".join(part or "??" for part in found.groups()[:3])
    if found[4]:
        yield "Time", found[4]


def _clocks(game: Game) -> Iterator[tuple[str, str]]:
    if game.black_time == game.white_time:
        if game.black_time is not None:
            yield "TimeControl", game.black_time
        return
    for name, attribute in CLOCKS.items():
        if (clock := getattr(game, attribute)) is not None:
            yield name, clock


def _result(game: Game) -> str:
    """Discs of both sides; ``*`` where they are not known, or cannot make the result."""
    claimed = game.claimed
    if claimed is None or claimed != int(claimed) or abs(claimed) >= _MOST_DISCS:
        return _UNFINISHED
    outcome = game.outcome()
    if outcome is not None and outcome.raw == claimed:
        return f"{outcome.black}-{outcome.white}"
    placed = _MOST_DISCS - int(claimed) % 2
    black = (placed + int(claimed)) // 2
    return f"{black}-{placed - black}"


def _line(
    board: Board, moves: Sequence[Move], notes: Sequence[MoveNote], others: Sequence[Variation]
) -> Iterator[str]:
    """The words of a line: numbers, moves, comments, and after a move what replaces it."""
    board, numbered = board.copy(), False
    for at, move in enumerate(moves):
        number = len(board.moves) // 2 + 1
        if board.turn is BLACK or not numbered:
            yield f"{number}." if board.turn is BLACK else f"{number}..."
        numbered = True
        yield PASS_WRITTEN if move.is_pass else str(move)
        note = notes[at] if notes else NOTHING
        if note != NOTHING:
            yield _comment(note)
            numbered = False
        for other in others:
            if other.at == at:
                inner = _line(board, other.moves, other.notes, other.variations)
                yield f"({' '.join(inner)})"
                numbered = False
        board.push(move)


def _comment(note: MoveNote) -> str:
    words = []
    if note.evaluation is not None:
        words.append(f"[%eval {number_text(note.evaluation)}]")
    if note.seconds is not None:
        words.append(f"[%emt {number_text(note.seconds)}]")
    if note.comment is not None:
        words.append(note.comment)
    return _braces(" ".join(words))


def _braces(text: str) -> str:
    if "}" in text:
        raise OutflankError(f"{quoted(text)}: a comment of PGN cannot hold }}")
    return f"{{{text}}}"
