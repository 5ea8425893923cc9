"""What was played from a position, however the board was turned, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.board.symmetry import (
    SYMMETRIES,
    canonical_symmetry,
    inverse,
    transform,
    transform_square,
)
from outflank.games.database.connection import Connection, rows
from outflank.games.database.criteria import Criteria, condition

#: So many players are named.
PLAYERS: Final = 3

#: With which of the four equal moves transcripts usually begin.
USUAL_FIRST: Final = Move("f5")


@dataclass(frozen=True)
class Tally:
    """How games ended, from the view of the side to move in the position that was asked for.

    Attributes:
        games: all of them.
        won: by the side to move.
        drawn: as it says.
        lost: by the side to move. Games whose score is unknown are none of the three.
        mean: score in discs, empties to the winner; None if no score is known.
        first_year: None if no year is known.
        last_year: the same.
        players: who had the move most often, with their number of games.
    """

    games: int
    won: int
    drawn: int
    lost: int
    mean: float | None
    first_year: int | None
    last_year: int | None
    players: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Continuation:
    """A move that was played.

    Attributes:
        move: on the board that was asked for.
        equal: other moves that lead to the same position, turned.
        opening: the name of that position.
        tally: of the games with one of these moves.
    """

    move: Move
    equal: tuple[Move, ...]
    opening: str | None
    tally: Tally


@dataclass(frozen=True)
class Exploration:
    """A position as it was played.

    Attributes:
        position: that was asked for.
        opening: its name.
        tally: of all games that went through it, those that ended there among them.
        moves: the ones that were played, the most frequent first.
        ended: games whose moves end there.
    """

    position: Position
    opening: str | None
    tally: Tally
    moves: tuple[Continuation, ...]
    ended: int


def explore(connection: Connection, where: Position | Board, criteria: Criteria) -> Exploration:
    """Look a position up in the games that are meant."""
    position = where.position if isinstance(where, Board) else where
    usual = _representatives(position)
    wanted = condition(criteria)
    at = position.canonical()
    values = wanted.values | {
        "at_player": at.player,
        "at_opponent": at.opponent,
        "usual": [usual[move] for move in _from_canonical(position)],
        "most": PLAYERS,
    }
    found = rows(connection, _SQL.format(condition=wanted.sql), values)
    tallies = {(everything, move): _tally(numbers) for everything, move, *numbers in found}
    played = [move for everything, move in tallies if not everything and move is not None]
    after = {move: position.play_unchecked(move) for move in played}
    names = _names(connection, [position, *after.values()])
    moves = [
        Continuation(
            Move(move),
            tuple(other for other in map(Move, range(65)) if usual[other] == move != other),
            names.get(after[move].canonical()),
            tallies[False, move],
        )
        for move in played
    ]
    ended = tallies.get((False, None), _NOTHING).games
    everything = tallies.get((True, None), _NOTHING)
    return Exploration(position, names.get(at), everything, tuple(moves), ended)


def _from_canonical(position: Position) -> list[int]:
    """For each move in the canonical form of a position, the move on the position itself."""
    back = inverse(canonical_symmetry(position.player, position.opponent))
    return [*(transform_square(square, back) for square in range(64)), PASS]


def _representatives(position: Position) -> list[int]:
    """For each move the one that stands for all that turn into each other with the position."""
    turns = [
        symmetry
        for symmetry in range(SYMMETRIES)
        if transform(position.player, symmetry) == position.player
        and transform(position.opponent, symmetry) == position.opponent
    ]
    usual = []
    for square in range(64):
        images = {transform_square(square, turn) for turn in turns}
        usual.append(int(USUAL_FIRST) if USUAL_FIRST in images else min(images))
    return [*usual, PASS]


def _tally(numbers: Sequence[Any]) -> Tally:
    games, won, drawn, lost, mean, first, last, players = numbers
    named = tuple((player["name"], player["games"]) for player in players or ())
    return Tally(games, won, drawn, lost, mean, first, last, named)


_NOTHING: Final = Tally(0, 0, 0, 0, None, None, None, ())


def _names(connection: Connection, positions: Sequence[Position]) -> dict[Position, str]:
    """What some positions are called, by their canonical form."""
    forms = {position.canonical() for position in positions}
    masks = [(form.player, form.opponent) for form in forms]
    marks = ", ".join(["(?, ?)"] * len(masks))
    found = rows(
        connection,
        f"SELECT player, opponent, name FROM openings WHERE (player, opponent) IN ({marks})",
        [mask for pair in masks for mask in pair],
    )
    return {Position(player, opponent): name for player, opponent, name in found}


#: One row for each move, for the end of games (no move), and for everything together.
_SQL: Final = """
WITH
    hits AS (
        SELECT
            $usual[positions.move + 1] AS move,
            games.year,
            CASE WHEN positions.black THEN games.score ELSE -games.score END AS score,
            CASE WHEN positions.black THEN games.black ELSE games.white END AS mover
        FROM positions JOIN games ON games.id = positions.game
        WHERE positions.player = $at_player AND positions.opponent = $at_opponent
            AND {condition}
    ),
    by_player AS (
        SELECT
            grouping(move) = 1 AS everything, move, mover,
            count(*) AS games,
            count(score) AS scored,
            count(*) FILTER (score > 0) AS won,
            count(*) FILTER (score = 0) AS drawn,
            count(*) FILTER (score < 0) AS lost,
            sum(score) AS total,
            min(year) AS first,
            max(year) AS last
        FROM hits GROUP BY GROUPING SETS ((move, mover), (mover))
    )
SELECT
    everything, move,
    sum(games)::BIGINT AS games,
    sum(won)::BIGINT, sum(drawn)::BIGINT, sum(lost)::BIGINT,
    (sum(total) / nullif(sum(scored), 0))::DOUBLE,
    min(first), max(last),
    list({{'name': players.name, 'games': games}} ORDER BY games DESC, players.name)
        FILTER (players.name IS NOT NULL)[:$most]
FROM by_player LEFT JOIN players ON players.id = mover
GROUP BY everything, move
ORDER BY games DESC, move
"""
