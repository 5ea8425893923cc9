"""Every position of many games at once, in canonical form, as rows of the position index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outflank import arrays
from outflank.board.square import PASS
from outflank.board.symmetry import DESTINATIONS, SYMMETRIES

Masks = NDArray[np.uint64]

#: For each symmetry, where each move goes; a pass stays what it is.
_MOVES: Final = np.array([[*where, PASS] for where in DESTINATIONS], np.uint8)


class Played(NamedTuple):
    """Many games in arrays.

    Attributes:
        moves: a row for each game, as long as the longest; uint8, 64 is a pass.
        lengths: moves of each game, passes included.
        player: masks where each game begins, of the side that moves first.
        opponent: and of the other side.
        black_first: whether the side that moves first is Black.
    """

    moves: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    player: Masks
    opponent: Masks
    black_first: NDArray[np.bool_]


def as_arrays(
    moves: Sequence[bytes], starts: Sequence[tuple[int, int]], black_first: Sequence[bool]
) -> Played:
    """Games whose moves are bytes, one a move."""
    lengths = np.fromiter(map(len, moves), np.int64, len(moves))
    rows = np.zeros((len(moves), int(lengths.max(initial=0))), np.uint8)
    rows[_before(lengths, rows.shape[1])] = np.frombuffer(b"".join(moves), np.uint8)
    player, opponent = np.array(starts, np.uint64).reshape(-1, 2).T
    return Played(rows, lengths, player, opponent, np.array(black_first, np.bool_))


class Replayed(NamedTuple):
    """The positions of games: a row for each game, a column for each step.

    Attributes:
        player: masks of the side to move; what lies after the end of a game means nothing.
        opponent: and of the other side.
    """

    player: Masks
    opponent: Masks


def replay(played: Played) -> Replayed:
    """Play all games side by side; their moves are known to be legal."""
    games, longest = played.moves.shape
    player = np.empty((longest + 1, games), np.uint64)
    opponent = np.empty_like(player)
    player[0], opponent[0] = played.player, played.opponent
    for step in range(longest):
        on = np.flatnonzero(played.lengths > step)
        after = arrays.play_unchecked(
            player[step, on], opponent[step, on], played.moves[on, step].astype(np.int64)
        )
        player[step + 1], opponent[step + 1] = player[step], opponent[step]
        player[step + 1, on], opponent[step + 1, on] = after
    return Replayed(player.T, opponent.T)


def last_scores(played: Played, replayed: Replayed) -> tuple[Any, Any]:
    """Black's score at the end of each game, empties to the winner, and without the empties.

    Both are masked where the moves stop before the end.
    """
    rows, last = np.arange(len(played.lengths)), played.lengths
    player = np.ascontiguousarray(replayed.player[rows, last])
    opponent = np.ascontiguousarray(replayed.opponent[rows, last])
    sign = np.where(played.black_first == (last % 2 == 0), 1, -1)
    open_ended = ~arrays.is_game_over(player, opponent)
    score, raw = (
        np.ma.masked_array((sign * scores(player, opponent)).astype(np.int8), mask=open_ended)
        for scores in (arrays.final_scores, arrays.raw_scores)
    )
    return score, raw


def index_rows(played: Played, replayed: Replayed) -> dict[str, Any]:
    """The columns of the position index, by name, but for `game`, which is the row of the game.

    There is a row for the position before each move and one after the last, whose `move` is
    masked. A `move` is turned as its position is.
    """
    held = _before(played.lengths + 1, replayed.player.shape[1])
    game, step = np.nonzero(held)
    player, opponent = replayed.player[held], replayed.opponent[held]
    canonical_player, canonical_opponent = arrays.canonical(player, opponent)
    symmetry = _symmetries(player, opponent, canonical_player, canonical_opponent)
    at_end = step == played.lengths[game]
    move = np.zeros(step.size, np.uint8)
    move[~at_end] = played.moves[_before(played.lengths, played.moves.shape[1])]
    return {
        "player": canonical_player,
        "opponent": canonical_opponent,
        "game": game.astype(np.int32),
        "step": step.astype(np.uint8),
        "black": played.black_first[game] == (step % 2 == 0),
        "move": np.ma.masked_array(_MOVES[symmetry, move], mask=at_end),
    }


def together(tables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Tables with the same columns, as one."""
    concatenate: Any = np.ma.concatenate  # it has no types
    joined = {name: [table[name] for table in tables] for name in tables[0]}
    return {
        name: (concatenate if np.ma.isMaskedArray(parts[0]) else np.concatenate)(parts)
        for name, parts in joined.items()
    }


def _symmetries(
    player: Masks, opponent: Masks, to_player: Masks, to_opponent: Masks
) -> NDArray[np.int64]:
    """The first symmetry that takes each position to the other."""
    found = np.zeros(player.size, np.int64)
    for symmetry in reversed(range(SYMMETRIES)):
        same = (arrays.transform(player, symmetry) == to_player) & (
            arrays.transform(opponent, symmetry) == to_opponent
        )
        found[same] = symmetry
    return found


def _before(lengths: NDArray[np.int64], width: int) -> NDArray[np.bool_]:
    """Which cells of rows of a width stand before the end of each row."""
    held: NDArray[np.bool_] = np.arange(width) < lengths[:, None]
    return held
