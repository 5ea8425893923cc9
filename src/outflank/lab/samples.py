"""Positions to measure on: from a file of games, or from games drawn from a seed.

Drawn games begin with random moves and go on with the move that leaves the fewest replies,
give or take; they know no evaluation, so other weights do not change them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count as numbers
from itertools import pairwise
from pathlib import Path
from typing import Final

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.games import Game, open_games

#: A drawn game: random moves at its beginning, and by how many replies a later one may err.
RANDOM_MOVES: Final = 8
NOISE: Final = 2.5

#: Where else the games of every seed begin.
SEED: Final = 20


def sample(empties: int, wanted: int, games: Path | str | None = None) -> list[Position]:
    """So many positions with so many empty squares and a side that can move.

    Args:
        empties: of each position, 0 to 60; 40 is the position after ply 20.
        wanted: how many; fewer if the file has fewer.
        games: a file of games in any format that is read; the positions are spread evenly
            over it. None: games drawn from a seed.

    Raises:
        GameFileError: the file is damaged.
        OSError: it cannot be opened.
        OutflankError: it has no such position.
    """
    return [line[-1] for line in _lines(empties, wanted, games)]


def sample_boards(empties: int, wanted: int, games: Path | str | None = None) -> list[Board]:
    """The same positions with the moves that led to them; Black begins.

    Args and errors are those of `sample`.
    """
    return [_replayed(line) for line in _lines(empties, wanted, games)]


def _lines(empties: int, wanted: int, games: Path | str | None) -> list[list[Position]]:
    """The positions of a game up to each that is wanted."""
    if games is None:
        return _first(drawn_games(), empties, wanted)
    found = _first(_spread(list(open_games(games).games()), wanted), empties, wanted)
    if not found:
        raise OutflankError(f"{games}: no game has a position with {empties} empty squares")
    return found


def _replayed(line: Sequence[Position]) -> Board:
    """A board with the moves between positions."""
    board = Board(line[0])
    for before, after in pairwise(line):
        disc = (after.player | after.opponent) & ~(before.player | before.opponent)
        board.push(Move(disc.bit_length() - 1) if disc else PASS)
    return board


def _spread(games: Sequence[Game], wanted: int) -> Iterator[Iterator[Position]]:
    """All games, in an order in which the first `wanted` are spread over the whole."""
    step = max(1, len(games) // max(1, wanted))
    for start in range(step):
        for game in games[start::step]:
            yield _line(game.start, game.moves)


def _first(lines: Iterator[Iterator[Position]], empties: int, wanted: int) -> list[list[Position]]:
    """Each line up to its position, until there are enough; no position twice."""
    found: dict[Position, list[Position]] = {}
    for line in lines:
        if len(found) >= wanted:
            break
        before: list[Position] = []
        for position in line:
            before.append(position)
            if position.empties <= empties:
                if _fits(position, empties):
                    found.setdefault(position, before)
                break
    return list(found.values())


def _fits(position: Position, empties: int) -> bool:
    return position.empties == empties and bool(position.legal_mask)


def _line(position: Position, moves: Sequence[Move]) -> Iterator[Position]:
    """The positions of a game, in order."""
    yield position
    for move in moves:
        position = position.play_unchecked(move)
        yield position


def drawn_games() -> Iterator[Iterator[Position]]:
    """Games without end, the same ones every time."""
    for number in numbers():
        yield _drawn_game(random.Random(f"{SEED} {number}"))


def _drawn_game(choices: random.Random) -> Iterator[Position]:
    position = Position.start()
    while not position.is_game_over():
        yield position
        position = position.play_unchecked(_drawn_move(position, choices))


def _drawn_move(position: Position, choices: random.Random) -> Move:
    moves = [Move(square) for square in position.legal_moves]
    if not moves:
        return PASS
    if 60 - position.empties < RANDOM_MOVES:
        return choices.choice(moves)

    def replies(move: Move) -> float:
        after = position.play_unchecked(move)
        return after.legal_mask.bit_count() + NOISE * choices.random()

    return min(moves, key=replies)
