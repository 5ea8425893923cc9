"""The rules of Othello over NumPy arrays of positions, of any shape, on all cores.

A position is two masks, `player` (the side to move) and `opponent`: uint64, bit 0
is a1, bit 7 is h1, bit 63 is h8. The functions behave as NumPy's own do:

* arguments broadcast against each other, results have the broadcast shape, and a
  result without dimensions is a scalar;
* masks are unsigned arrays or Python integers. Signed, float and bool arrays are
  a `TypeError`, Python integers outside 64 bits an `OverflowError`;
* squares and moves are integers of any width: 0 to 63 row by row from a1, 64 is
  the pass;
* `out=` takes the result where there is one of a fixed dtype;
* `threads=` says how many threads work, at most; None is all cores.

The two masks of a position must not overlap. `play` checks that and the move;
the other functions do not, and what they return for such a pair means nothing.

>>> import numpy as np
>>> import outflank.arrays as oa
>>> player, opponent = oa.random_positions(1000, empties=20, seed=1)
>>> moves = oa.legal_masks(player, opponent)
>>> mobility = np.bitwise_count(moves)
>>> mobility.shape, int(oa.is_game_over(player, opponent).sum())
((1000,), 0)
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from outflank.board.board import Board
from outflank.board.errors import InvalidMoveError, OutflankError
from outflank.board.position import Position
from outflank.core import transcripts, vector
from outflank.core.elementwise import (
    FINE_GRAIN,
    as_masks,
    as_numbers,
    evaluate,
    evaluate_pair,
    flat,
)
from outflank.core.workers import over_slices

__all__ = [
    "Transcripts",
    "canonical",
    "final_scores",
    "flips",
    "from_transcripts",
    "is_game_over",
    "legal_masks",
    "pack",
    "planes",
    "play",
    "play_unchecked",
    "random_positions",
    "raw_scores",
    "stable_discs",
    "tokens",
    "transform",
    "unpack",
]


def __dir__() -> list[str]:
    """What the module is for, without what it imports."""
    return sorted(__all__)


Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]

#: Length of a board's side.
SIDE = 8


def legal_masks(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    out: Masks | None = None,
    threads: int | None = None,
) -> Masks:
    """Squares on which `player` may place a disc, as masks; 0 means pass or end of the game.

    ``np.bitwise_count`` of the result is the mobility.

    Args:
        player: masks of the side to move.
        opponent: masks of the other side.
        out: uint64 array for the result.
        threads: how many threads work, at most; None for all cores.

    Returns:
        uint64, of the broadcast shape.

    >>> start = 0x0000000810000000, 0x0000001008000000
    >>> hex(legal_masks(*start))
    '0x102004080000'
    """
    return evaluate(
        vector.legal_masks, _positions(player, opponent), np.uint64, out=out, threads=threads
    )


def flips(
    player: ArrayLike,
    opponent: ArrayLike,
    square: ArrayLike,
    *,
    out: Masks | None = None,
    threads: int | None = None,
) -> Masks:
    """Opponent discs that a disc on `square` turns over, as masks; 0 if it is not legal there.

    Args:
        player: masks of the side to move.
        opponent: masks of the other side.
        square: integers 0 (a1) to 63 (h8); an occupied square turns nothing.
        out: uint64 array for the result.
        threads: how many threads work, at most; None for all cores.

    Returns:
        uint64, of the broadcast shape.

    Raises:
        InvalidMoveError: a number is not 0 to 63; the message names the first one's index.
            What `out` holds then is not defined.
    """
    inputs = [*_positions(player, opponent), as_numbers(square, "square")]
    return evaluate(vector.flips, inputs, np.uint64, out=out, threads=threads, refuse=_no_square)


def play(
    player: ArrayLike, opponent: ArrayLike, move: ArrayLike, *, threads: int | None = None
) -> tuple[Masks, Masks]:
    """The positions after a move in each, seen from the side to move then; checked.

    Args:
        player: masks of the side to move.
        opponent: masks of the other side.
        move: integers, 0 to 63 for a square, 64 for a pass.
        threads: how many threads work, at most; None for all cores.

    Returns:
        `player` and `opponent` after the moves, uint64, of the broadcast shape: the
        new `player` is the side that was the opponent.

    Raises:
        IllegalMoveError: a move cannot be played; the message names the index of the first
            such move, the move, and why. A pass is legal only if there is no move and
            the game is not over.
        InvalidMoveError: a number is not 0 to 64 (again with its index).
        InvalidPositionError: two masks overlap (again with their index).
    """
    inputs = [*_positions(player, opponent), as_numbers(move, "move")]
    return evaluate_pair(vector.play, inputs, threads=threads, refuse=_illegal_move)


def play_unchecked(
    player: ArrayLike, opponent: ArrayLike, move: ArrayLike, *, threads: int | None = None
) -> tuple[Masks, Masks]:
    """As `play`, for moves that are known to be legal: nothing is checked.

    Any other move gives masks that mean nothing.
    """
    inputs = [*_positions(player, opponent), as_numbers(move, "move")]
    return evaluate_pair(vector.play_unchecked, inputs, threads=threads)


def is_game_over(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    out: NDArray[np.bool_] | None = None,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """True where neither side has a legal move; bool, of the broadcast shape."""
    return evaluate(
        vector.is_game_over, _positions(player, opponent), np.bool_, out=out, threads=threads
    )


def final_scores(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    out: Numbers | None = None,
    threads: int | None = None,
) -> Numbers:
    """Scores in discs from `player`'s view, empties to the winner: int64, -64 to 64.

    They are the official scores of games that are over; of other positions they say
    what the score were if the game ended there.
    """
    return evaluate(
        vector.final_scores, _positions(player, opponent), np.int64, out=out, threads=threads
    )


def raw_scores(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    out: Numbers | None = None,
    threads: int | None = None,
) -> Numbers:
    """Discs of `player` minus discs of `opponent`, empties to nobody: int64, -64 to 64."""
    return evaluate(
        vector.raw_scores, _positions(player, opponent), np.int64, out=out, threads=threads
    )


def stable_discs(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    out: Masks | None = None,
    threads: int | None = None,
) -> Masks:
    """Discs of `player` that can never be turned, as masks: a sound lower bound.

    Every disc in it is stable; some stable discs may be missing
    (`outflank.core.stability` says which are found). Exchange the arguments for the
    opponent's.
    """
    return evaluate(
        vector.stable_discs, _positions(player, opponent), np.uint64, out=out, threads=threads
    )


def canonical(
    player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None
) -> tuple[Masks, Masks]:
    """The one of the eight images that all eight have in common: the smallest (player, opponent).

    Returns:
        `player` and `opponent` of that image, uint64, of the broadcast shape.
    """
    return evaluate_pair(vector.canonical, _positions(player, opponent), threads=threads)


def transform(
    mask: ArrayLike,
    symmetry: ArrayLike,
    *,
    out: Masks | None = None,
    threads: int | None = None,
) -> Masks:
    """Masks under the symmetries of the board, for instance to augment training data.

    Args:
        mask: any masks: discs, legal moves, ``np.uint64(1) << square``.
        symmetry: integers 0 to 7; bit 0 mirrors the files, bit 1 the rows, and bit 2
            transposes, in this order. ``np.arange(8)`` against ``masks[..., None]``
            gives all eight images.
        out: uint64 array for the result.
        threads: how many threads work, at most; None for all cores.

    Returns:
        uint64, of the broadcast shape.

    Raises:
        ValueError: a number is not 0 to 7; the message names the first one's index.

    >>> a1 = 1
    >>> [int(mask).bit_length() - 1 for mask in transform(a1, np.arange(4))]
    [0, 7, 56, 63]
    """
    inputs = [as_masks(mask, "mask"), as_numbers(symmetry, "symmetry")]
    return evaluate(
        vector.transform, inputs, np.uint64, out=out, threads=threads, refuse=_no_symmetry
    )


def unpack(
    mask: ArrayLike, dtype: DTypeLike = np.bool_, *, threads: int | None = None
) -> NDArray[Any]:
    """Masks as boards of 0 and 1, `[..., row, file]`: ``[..., 0, 0]`` is a1, ``[..., 0, 7]`` h1.

    Args:
        mask: any masks.
        dtype: bool, or any integer or float type.
        threads: how many threads work, at most; None for all cores.

    Returns:
        An array of `dtype` whose shape is that of `mask` and ``(8, 8)``.

    Raises:
        TypeError: `dtype` is no number.
    """
    masks = as_masks(mask, "mask")
    flat_masks = flat(masks, masks.shape)
    boards = np.empty((flat_masks.size, SIDE, SIDE), _numeric(dtype))

    def work(start: int, stop: int) -> None:
        boards[start:stop] = _squares(flat_masks[start:stop])

    over_slices(flat_masks.size, FINE_GRAIN, work, threads)
    return boards.reshape(*masks.shape, SIDE, SIDE)


def pack(boards: ArrayLike, *, threads: int | None = None) -> Masks:
    """Masks of the squares that are not 0 on each board: the inverse of `unpack`.

    Args:
        boards: bool or numbers, of shape ``(..., 8, 8)``: rows, then files.
        threads: how many threads work, at most; None for all cores.

    Returns:
        uint64, of shape ``(...)``.

    Raises:
        TypeError: the boards are not numbers.
        ValueError: the last two dimensions are not 8 and 8.
    """
    array = np.asarray(boards)
    _numeric(array.dtype)
    if array.shape[-2:] != (SIDE, SIDE):
        raise ValueError(f"boards must have the shape (..., 8, 8), not {array.shape}")
    shape = array.shape[:-2]
    squares = array.reshape(-1, SIDE * SIDE)
    masks = np.empty(len(squares), np.uint64)

    def work(start: int, stop: int) -> None:
        rows = np.packbits(squares[start:stop] != 0, axis=-1, bitorder="little")
        masks[start:stop] = rows.view("<u8").reshape(-1)

    over_slices(masks.size, FINE_GRAIN, work, threads)
    return masks.reshape(shape)[()]


def planes(
    player: ArrayLike,
    opponent: ArrayLike,
    dtype: DTypeLike = np.float32,
    *,
    threads: int | None = None,
) -> NDArray[Any]:
    """Positions as planes of 0 and 1 for machine learning.

    Args:
        player: masks of the side to move.
        opponent: masks of the other side.
        dtype: bool, or any integer or float type.
        threads: how many threads work, at most; None for all cores.

    Returns:
        An array of `dtype` and shape ``(..., 3, 8, 8)``: plane 0 the discs of `player`,
        1 those of `opponent`, 2 the legal moves of `player`; then rows, then files. The
        last two dimensions, flattened, are the actions 0 to 63.

    Raises:
        TypeError: `dtype` is no number.
    """
    positions = _positions(player, opponent)
    shape = np.broadcast_shapes(*(array.shape for array in positions))
    masks = [np.broadcast_to(array, shape) for array in positions]
    legal = legal_masks(*masks, threads=threads)
    return unpack(np.stack([*masks, legal], axis=-1), dtype, threads=threads)


def random_positions(
    count: int,
    *,
    empties: ArrayLike | None = None,
    seed: int | np.random.SeedSequence | np.random.Generator | None = None,
    threads: int | None = None,
) -> tuple[Masks, Masks]:
    """Reachable positions: each from the start by random legal moves.

    Every move is drawn evenly from the legal ones. A game that ends before it has
    the empties asked for is thrown away for another. The side to move may have to
    pass, or the game may have ended with the last disc.

    Args:
        count: how many, 0 or more.
        empties: integers 0 to 60, one for all or one each; None draws them evenly.
        seed: as `np.random.default_rng` takes it; None is different each time. The same
            seed gives the same positions, whatever `threads` and `count` are.
        threads: how many threads work, at most; None for all cores.

    Returns:
        `player` and `opponent`, uint64, of shape ``(count,)``.

    Raises:
        ValueError: `count` is negative, or empties are not 0 to 60 or not one or `count`.
    """
    shape = (operator.index(count),)
    wanted = as_numbers(vector.ANY_EMPTIES if empties is None else empties, "empties")
    if empties is not None and not ((wanted >= 0) & (wanted <= vector.EMPTIES_AT_START)).all():
        raise ValueError("empties must be 0 to 60")
    if wanted.shape not in {(), (1,), shape}:
        raise ValueError(f"empties must be one or {count} numbers, not of shape {wanted.shape}")
    player, opponent = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    wanted = flat(wanted, shape)
    key = np.uint64(np.random.default_rng(seed).bit_generator.random_raw())

    def work(start: int, stop: int) -> None:
        part = slice(start, stop)
        vector.random_positions(key, np.int64(start), wanted[part], player[part], opponent[part])

    over_slices(count, FINE_GRAIN, work, threads)
    return player, opponent


@dataclass(frozen=True, slots=True, eq=False)
class Transcripts:
    """Games read by `from_transcripts`: one a row, all rows as long as the longest.

    Attributes:
        moves: int8, shape (games, longest): 0 to 63 row by row from a1, 64 = pass, -1 after
            the end. Passes stand in it whether they were written or not, so Black plays
            the moves of even index.
        lengths: int64, shape (games,): number of moves, passes included.
        player: uint64, shape (games, longest + 1): the side to move before each move, then
            the one after the last; 0, like `opponent`, after that.
        opponent: the other side, likewise.
        valid: bool, shape (games,): False where the text has a fault; the row then holds
            what was read before it.
    """

    moves: NDArray[np.int8]
    lengths: Numbers
    player: Masks
    opponent: Masks
    valid: NDArray[np.bool_]

    @property
    def final(self) -> tuple[Masks, Masks]:
        """`player` and `opponent` after the last move of each game, shape (games,)."""
        last = np.arange(len(self.lengths)), self.lengths
        return self.player[last], self.opponent[last]


def from_transcripts(
    texts: Iterable[str] | Iterable[bytes] | NDArray[Any],
    *,
    errors: Literal["raise", "keep"] = "raise",
    threads: int | None = None,
) -> Transcripts:
    """Read games from the start, each as `outflank.board.Board.from_transcript` would.

    Args:
        texts: transcripts: any case, blanks, numbers and dots between the moves, passes
            written or left out.
        errors: what becomes of a text with a fault: ``"raise"`` refuses the first one,
            ``"keep"`` keeps the moves before the fault and marks the row not `valid`.
        threads: how many threads work, at most; None for all cores.

    Raises:
        InvalidMoveError: something in a text is no move; the message names row and ply.
        IllegalMoveError: a move that cannot be played, likewise.
        TypeError: the texts are not strings, or are one string instead of many.

    >>> games = from_transcripts(["f5D6C3", "1. c4 2. e3"])
    >>> games.moves
    array([[37, 43, 18],
           [26, 20, -1]], dtype=int8)
    >>> raw_scores(*games.final).tolist()
    [-3, 0]
    """
    if errors not in {"raise", "keep"}:
        raise ValueError(f'errors is "raise" or "keep", not {errors!r}')
    rows = _rows(texts)
    moves, lengths, valid = transcripts.read_all(rows, threads)
    if errors == "raise" and not valid.all():
        raise _unreadable_row(int(valid.argmin()), rows)
    player, opponent = transcripts.replay_all(moves, lengths, threads)
    return Transcripts(moves, lengths, player, opponent, valid)


def tokens(
    texts: Iterable[str] | Iterable[bytes] | NDArray[Any],
    *,
    length: int | None = None,
    threads: int | None = None,
) -> Numbers:
    """Transcripts as rows of actions for sequence models.

    Args:
        texts: as `from_transcripts` takes them.
        length: of each row; None is that of the longest game.
        threads: how many threads work, at most; None for all cores.

    Returns:
        int64, a row a game and `length` columns: actions 0 to 63 row by row from a1, 64 = pass (as
        OpenSpiel and pgx number them), passes always in their places; -1 after the end.

    Raises:
        InvalidMoveError, IllegalMoveError, TypeError: as `from_transcripts`.
        ValueError: a game is longer than `length`; nothing is cut off.

    >>> tokens(["f5d6c3", "c4"], length=4).tolist()
    [[37, 43, 18, -1], [26, -1, -1, -1]]
    """
    rows = _rows(texts)
    moves, _, valid = transcripts.read_all(rows, threads)
    if not valid.all():
        raise _unreadable_row(int(valid.argmin()), rows)
    longest = moves.shape[1]
    width = longest if length is None else operator.index(length)
    if width < longest:
        raise ValueError(f"a game has {longest} moves, passes included: more than {width}")
    actions = np.full((len(rows), width), transcripts.PADDING, np.int64)
    actions[:, :longest] = moves
    return actions


def _positions(player: ArrayLike, opponent: ArrayLike) -> list[Masks]:
    return [as_masks(player, "player"), as_masks(opponent, "opponent")]


def _squares(masks: Masks) -> NDArray[np.uint8]:
    """One-dimensional masks as boards of bytes."""
    rows = masks.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(rows, bitorder="little").reshape(-1, SIDE, SIDE)


def _numeric(dtype: DTypeLike) -> np.dtype[Any]:
    checked = np.dtype(dtype)
    if checked.kind not in "biuf":
        raise TypeError(f"boards are of bool, integers or floats, not {checked}")
    return checked


def _no_square(where: str, _player: int, _opponent: int, square: int) -> Exception:
    return InvalidMoveError(f"square {square}{where} is not on the board: 0 (a1) to 63 (h8)")


def _no_symmetry(where: str, _mask: int, symmetry: int) -> Exception:
    return ValueError(f"symmetry {symmetry}{where} is none: there are 0 to 7")


def _illegal_move(where: str, player: int, opponent: int, move: int) -> Exception:
    """The error that the plain rules raise for this move, with its index."""
    try:
        Position(player, opponent).play(move)
    except OutflankError as error:
        return type(error)(f"move{where}: {error}")
    raise AssertionError("the kernel and the plain rules disagree")  # pragma: no cover


def _rows(texts: Iterable[str] | Iterable[bytes] | NDArray[Any]) -> list[str]:
    """The transcripts as a list of strings."""
    if isinstance(texts, str | bytes) or (isinstance(texts, np.ndarray) and texts.ndim == 0):
        raise TypeError("a list of transcripts is wanted, not one text")
    rows: list[Any] = texts.tolist() if isinstance(texts, np.ndarray) else list(texts)
    if any(isinstance(row, bytes) for row in rows):
        return [row.decode("latin-1") if isinstance(row, bytes) else row for row in rows]
    return rows


def _unreadable_row(row: int, rows: list[str]) -> Exception:
    """The error that the plain rules raise for this transcript, with its row."""
    try:
        Board.from_transcript(rows[row])
    except OutflankError as error:
        return type(error)(f"row {row}: {error}", board=error.board, ply=error.ply)
    raise AssertionError("the kernel and the plain rules disagree")  # pragma: no cover
