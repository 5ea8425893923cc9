"""What a record says of moves besides the moves: values, times, remarks, other lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import PASS, Move

#: How a game ended other than by its moves: a side gave up, ran out of time, or both agreed
#: on the score, or a side lost by a ruling.
Ending: TypeAlias = Literal["resigned", "time", "agreed", "forfeit"]

#: Variations within variations, at most: no game has more moves to depart from.
DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What a record says of a move besides the move; unknown is None.

    Attributes:
        evaluation: discs, from the view of the side that moved.
        seconds: time that it took.
        comment: a remark.
    """

    evaluation: float | None = None
    seconds: float | None = None
    comment: str | None = None


NOTHING: Final = MoveNote()


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that could have been played instead, passes included.

    In a `Game` they are replayed there: forced passes that were left out are put in.

    Attributes:
        at: index of the move that they replace; that after the last one means "what could follow".
        moves: at least one.
        notes: as those of a game: one for each move, or none at all.
        variations: those of these moves.
    """

    at: int
    moves: tuple[Move, ...]
    notes: tuple[MoveNote, ...] = ()
    variations: tuple[Variation, ...] = ()


def complete(
    board: Board, moves: Sequence[Move], notes: Sequence[MoveNote]
) -> tuple[tuple[Move, ...], tuple[MoveNote, ...]]:
    """Play moves on a board; both with the forced passes put in that were left out.

    Args:
        board: where they begin; afterwards it stands behind them.
        moves: the moves.
        notes: one for each of them, or for each with the passes; or none.

    Raises:
        IllegalMoveError: a move breaks the rules.
        OutflankError: the notes are as many as neither.
    """
    before, whole = len(board.moves), list[MoveNote]()
    given = iter(notes) if len(notes) == len(moves) else None
    for move in moves:
        if move != PASS and board.must_pass:
            board.push(PASS)
            whole.append(NOTHING)
        board.push(move)
        whole.append(NOTHING if given is None else next(given))
    played = board.moves[before:]
    return played, checked_notes(whole if given is not None else notes, len(played))


def with_remarks(
    notes: Sequence[MoveNote], remarks: Mapping[int, Sequence[str]]
) -> tuple[MoveNote, ...]:
    """The notes with further remarks, a line each.

    Args:
        notes: of moves.
        remarks: by the number of the move, counted from 0. They are put together once, and not
            one after the other: some files have millions of them on one move.
    """
    whole = list(notes)
    for number, texts in remarks.items():
        comment = "\n".join(filter(None, (whole[number].comment, *texts))) or None
        whole[number] = replace(whole[number], comment=comment)
    return tuple(whole)


def checked_notes(notes: Sequence[MoveNote], moves: int) -> tuple[MoveNote, ...]:
    """The notes; none at all if they say nothing.

    Raises:
        OutflankError: they are not one for each move.
    """
    if notes and len(notes) != moves:
        raise OutflankError(f"{len(notes)} notes for {moves} moves")
    return tuple(notes) if any(note != NOTHING for note in notes) else ()


def checked_variations(
    root: Board, moves: Sequence[Move], variations: Sequence[Variation], depth: int = 0
) -> tuple[Variation, ...]:
    """Variations of a game in the order of its moves, replayed, with the passes put in.

    Args:
        root: where the game, or the variation, begins.
        moves: its moves, passes included.
        variations: of these.
        depth: of how many variations this one is part.

    Raises:
        IllegalMoveError: a move breaks the rules.
        OutflankError: a variation is empty, departs from nowhere, or lies too deep.
    """
    if not variations:
        return ()
    if depth >= DEEPEST:
        raise OutflankError(f"variations within variations, more than {DEEPEST}")
    boards = [root.copy()]
    for move in moves:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    checked = (_checked(boards, variation, depth) for variation in variations)
    return tuple(sorted(checked, key=lambda variation: variation.at))


def _checked(boards: Sequence[Board], variation: Variation, depth: int) -> Variation:
    if not 0 <= variation.at < len(boards):
        raise OutflankError(f"a variation at move {variation.at} of {len(boards) - 1}")
    if not variation.moves:
        raise OutflankError(f"the variation at move {variation.at} has no move")
    start = boards[variation.at]
    moves, notes = complete(start.copy(), variation.moves, variation.notes)
    inner = checked_variations(start, moves, variation.variations, depth + 1)
    return Variation(variation.at, moves, notes, inner)
