"""What an analysis found, as values: one report a move, a summary a player, the whole game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from outflank.analysis.options import AnalysisOptions
from outflank.analysis.values import best_moves
from outflank.board.color import Color
from outflank.board.score import Score
from outflank.board.square import Move
from outflank.games.game import Game


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move of a game and what it was worth.

    Attributes:
        ply: number of the disc placed, 1 to 60; None for a pass, which has none.
        color: who moved.
        move: what was played.
        value: its value, from the view of the side that moved.
        best: every move of the best value, in the order a1 to h8.
        best_value: that value, from the same view and in the same unit.
        loss: discs that the move gave away; None where the values are not exact.
        exact: True if both values are proved, in discs.
    """

    ply: int | None
    color: Color
    move: Move
    value: Score
    best: tuple[Move, ...]
    best_value: Score
    loss: int | None
    exact: bool

    @classmethod
    def of(cls, ply: int | None, color: Color, move: Move, values: dict[Move, Score]) -> Self:
        """The report of a move, given the value of every move that could be played."""
        best = best_moves(values)
        value, best_value = values[move], values[best[0]]
        exact = value.proved and best_value.proved
        return cls(
            ply=ply,
            color=color,
            move=move,
            value=value,
            best=best,
            best_value=best_value,
            loss=round(best_value.value - value.value) if exact else None,
            exact=exact,
        )


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's moves together; passes are not counted.

    Attributes:
        color: the player's side.
        name: the player's name; None if it is unknown.
        moves: number of discs placed.
        exact_moves: how many of them have exact values; the rest is about these alone.
        discs_lost: sum of their losses; None if there are none.
        perfect_moves: how many of them lost nothing.
        biggest_loss: the one that lost most, the first of equals; None if none lost any.
    """

    color: Color
    name: str | None
    moves: int
    exact_moves: int
    discs_lost: int | None
    perfect_moves: int
    biggest_loss: MoveReport | None

    @classmethod
    def of(cls, color: Color, name: str | None, reports: Iterable[MoveReport]) -> Self:
        """Sum up the moves of one side."""
        own = [report for report in reports if report.color is color and report.ply is not None]
        losses = [(report.loss, report) for report in own if report.loss is not None]
        lossy = [(loss, report) for loss, report in losses if loss > 0]
        return cls(
            color=color,
            name=name,
            moves=len(own),
            exact_moves=len(losses),
            discs_lost=sum(loss for loss, _ in losses) if losses else None,
            perfect_moves=len(losses) - len(lossy),
            biggest_loss=max(lossy, key=lambda pair: pair[0])[1] if lossy else None,
        )


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game, move by move.

    Attributes:
        game: the game.
        options: how it was analysed.
        moves: the moves that were analysed, passes included: all, or the first ones if
            the analysis was interrupted.
    """

    game: Game
    options: AnalysisOptions
    moves: tuple[MoveReport, ...]

    @property
    def complete(self) -> bool:
        """True if every move of the game was analysed."""
        return len(self.moves) == len(self.game.moves)

    def summary(self, color: Color) -> PlayerSummary:
        """The moves of one side together."""
        return PlayerSummary.of(color, self.game.player(color), self.moves)
