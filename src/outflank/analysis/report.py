"""What an analysis found, as values: one report a move, a summary a player, the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from outflank.analysis.options import AnalysisOptions
from outflank.analysis.tally import Phase, Tally
from outflank.analysis.turning import TurningPoint, turning_points
from outflank.analysis.values import Valuation
from outflank.board.color import Color
from outflank.board.score import DISCS, Score
from outflank.board.square import Move
from outflank.games.game import Game
from outflank.games.openings import Opening, opening_of


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move of a game and what it was worth.

    Attributes:
        ply: number of the disc placed, 1 to 60; None for a pass, which has none.
        color: who moved.
        move: what was played.
        value: its value, from the view of the side that moved. What is not proved is an
            estimate, or has a selectivity below 100.
        best: every move known to be of the best value, in the order a1 to h8.
        best_value: that value, from the same view and in the same unit.
        loss: discs that the move gave away; None where the values are not exact.
        exact: True if both values are proved, in discs.
        estimated_loss: discs that the move seems to have given away; None where it is
            known exactly, or nothing is known in discs.
        values: the value of every legal move, or of those that matter, a1 to h8.
        every_move: True if every legal move has its value.
        depth: plies of the search behind `best_value`, None if it came otherwise.
        line: the best play of both sides from before the move on, as far as it is known.
        empties: squares empty before the move; None if that is not known.
        seconds: that the player thought, as recorded; None if that is unknown.
    """

    ply: int | None
    color: Color
    move: Move
    value: Score
    best: tuple[Move, ...]
    best_value: Score
    loss: int | None
    exact: bool
    estimated_loss: float | None = None
    values: Mapping[Move, Score] = field(default_factory=dict, hash=False)
    every_move: bool = False
    depth: int | None = None
    line: tuple[Move, ...] = ()
    empties: int | None = None
    seconds: float | None = None

    @classmethod
    def of(
        cls,
        ply: int | None,
        color: Color,
        move: Move,
        valuation: Valuation,
        *,
        empties: int | None = None,
        seconds: float | None = None,
    ) -> Self:
        """The report of a move, given what is known of the moves that could be played."""
        value, best_value = valuation.values[move], valuation.best_value
        exact = value.proved and best_value.proved
        return cls(
            ply=ply,
            color=color,
            move=move,
            value=value,
            best=valuation.best,
            best_value=best_value,
            loss=round(best_value.value - value.value) if exact else None,
            exact=exact,
            estimated_loss=None if exact else _estimated_loss(value, best_value),
            values=valuation.values,
            every_move=valuation.every_move,
            depth=valuation.depth,
            line=valuation.line,
            empties=empties,
            seconds=seconds,
        )

    @property
    def lost(self) -> float | None:
        """Discs given away, proved or as estimated; None if nothing is known in discs."""
        return self.estimated_loss if self.loss is None else self.loss

    @property
    def forced(self) -> bool:
        """True if there was no other move."""
        return self.every_move and len(self.values) == 1

    @property
    def phase(self) -> Phase | None:
        """Opening, midgame or endgame; None if that is not known."""
        return None if self.empties is None else Phase.of(self.empties)


def _estimated_loss(value: Score, best_value: Score) -> float | None:
    if value.unit != DISCS or best_value.unit != DISCS:
        return None
    return max(0, best_value.value - value.value)


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player's moves together; passes are not counted.

    Attributes:
        color: the player's side.
        name: the player's name; None if it is unknown.
        moves: number of discs placed.
        exact_moves: how many of them have exact values.
        discs_lost: sum of the losses of these; None if there are none.
        perfect_moves: how many of these lost nothing.
        biggest_loss: the one of these that lost most, the first of equals; None if none
            lost any.
        estimated_moves: how many moves have estimated losses.
        estimated_lost: sum of these, in discs; None if there are none.
        biggest_estimated_loss: the move that seems to have lost most, the first of
            equals; None if none seems to have lost any.
        total: all moves together, proved and estimated.
        phases: the same for each phase of the game.
    """

    color: Color
    name: str | None
    moves: int
    exact_moves: int
    discs_lost: int | None
    perfect_moves: int
    biggest_loss: MoveReport | None
    estimated_moves: int = 0
    estimated_lost: float | None = None
    biggest_estimated_loss: MoveReport | None = None
    total: Tally = field(default_factory=Tally)
    phases: Mapping[Phase, Tally] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, color: Color, name: str | None, reports: Iterable[MoveReport]) -> Self:
        """Sum up the moves of one side."""
        own = [report for report in reports if report.color is color and report.ply is not None]
        losses = [(report.loss, report) for report in own if report.loss is not None]
        estimates = [
            (report.estimated_loss, report) for report in own if report.estimated_loss is not None
        ]
        return cls(
            color=color,
            name=name,
            moves=len(own),
            exact_moves=len(losses),
            discs_lost=sum(loss for loss, _ in losses) if losses else None,
            perfect_moves=sum(loss == 0 for loss, _ in losses),
            biggest_loss=_biggest(losses),
            estimated_moves=len(estimates),
            estimated_lost=sum(loss for loss, _ in estimates) if estimates else None,
            biggest_estimated_loss=_biggest(estimates),
            total=Tally.of(own),
            phases={
                phase: Tally.of([report for report in own if report.phase is phase])
                for phase in Phase
            },
        )


def _biggest(losses: Sequence[tuple[float, MoveReport]]) -> MoveReport | None:
    """The move that lost most, the first of equals; None if none lost any."""
    loss, report = max(losses, key=lambda pair: pair[0], default=(0, None))
    return report if loss > 0 else None


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game, move by move.

    Attributes:
        game: the game.
        options: how it was analysed.
        moves: the moves that were analysed, in their order, passes included: all, or the
            last ones if the analysis was interrupted.
    """

    game: Game
    options: AnalysisOptions
    moves: tuple[MoveReport, ...]

    @property
    def complete(self) -> bool:
        """True if every move of the game was analysed."""
        return len(self.moves) == len(self.game.moves)

    @property
    def first(self) -> int:
        """Which move of the game `moves` begins with, from 0."""
        return len(self.game.moves) - len(self.moves)

    @property
    def opening(self) -> Opening | None:
        """The last position on the way that has a name; None if there is none."""
        return opening_of(self.game)

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """Where most was lost, and why, in the order of the game."""
        return turning_points(self)

    def leads(self) -> tuple[Score | None, ...]:
        """Black's lead in discs before the first of the moves and after each of them.

        The value of the move that was played, from Black's view; None where nothing is known
        in discs. These are the only scores of a report that are not the mover's.
        """
        if not self.moves:
            return ()
        begun = self.moves[0]
        scores = [
            (begun.color, begun.best_value),
            *((move.color, move.value) for move in self.moves),
        ]
        return tuple(_lead(color, score) for color, score in scores)

    def summary(self, color: Color) -> PlayerSummary:
        """The moves of one side together."""
        return PlayerSummary.of(color, self.game.player(color), self.moves)


def _lead(color: Color, score: Score) -> Score | None:
    if score.unit != DISCS:
        return None
    return score if color is Color.BLACK else -score
