"""Moves together: what they lost, phases, accuracy; unknown stays unknown."""

import pytest

from outflank.analysis import MoveReport, Phase, PlayerSummary, Tally
from outflank.analysis.tally import accuracy_of
from outflank.board import PASS, Color, Move, Score

MOVE, OTHER = Move("f5"), Move("d6")


def move(lost, *, exact=True, empties=30, moves=(MOVE, OTHER), seconds=None, ply=1):
    value = Score(0) if exact else Score(0, bound="estimate", selectivity=73)
    return MoveReport(
        ply=ply,
        color=Color.BLACK,
        move=MOVE if ply else PASS,
        value=value,
        best=moves[:1],
        best_value=value,
        loss=lost if exact else None,
        exact=exact,
        estimated_loss=None if exact else lost,
        values=dict.fromkeys(moves, value),
        every_move=True,
        empties=empties,
        seconds=seconds,
    )


def test_nothing_is_known_of_no_move():
    assert Tally.of([]) == Tally()
    assert Tally().mean is None
    assert Tally().accuracy is None


def test_proved_and_estimated_losses_are_told_apart():
    tally = Tally.of([move(0), move(8), move(2.5, exact=False), move(0.25, exact=False)])
    assert (tally.moves, tally.known, tally.lost, tally.mean) == (4, 4, 10.75, 10.75 / 4)
    assert (tally.proved, tally.proved_lost, tally.proved_perfect) == (2, 8, 1)
    assert tally.perfect == 2
    assert tally.estimated
    assert not Tally.of([move(0)]).estimated


def test_what_is_not_known_in_discs_is_not_counted():
    tally = Tally.of([move(None, exact=False), move(4)])
    assert (tally.moves, tally.known, tally.lost) == (2, 1, 4)
    assert Tally.of([move(None, exact=False)]).lost is None


def test_forced_moves_are_no_choices_and_passes_no_moves():
    tally = Tally.of([move(0, moves=(MOVE,)), move(4), move(0, ply=None)])
    assert (tally.moves, tally.choices) == (2, 1)
    assert tally.accuracy == pytest.approx(50)


def test_time_is_known_only_if_every_move_has_it():
    assert Tally.of([move(0, seconds=3.0), move(0, seconds=1.5)]).seconds == 4.5
    assert Tally.of([move(0, seconds=3.0), move(0)]).seconds is None


def test_accuracy_falls_with_the_loss():
    values = [accuracy_of(loss) for loss in range(0, 64, 4)]
    assert values[0] == 100
    assert values == sorted(values, reverse=True)
    assert values[1] == 50


def test_a_summary_by_phase():
    reports = [move(1, empties=empties, ply=61 - empties) for empties in (60, 41, 40, 21, 20)]
    summary = PlayerSummary.of(Color.BLACK, "Ann", reports)
    assert {phase: tally.moves for phase, tally in summary.phases.items()} == {
        Phase.OPENING: 2,
        Phase.MIDGAME: 2,
        Phase.ENDGAME: 1,
    }
    assert summary.total.lost == sum(tally.lost for tally in summary.phases.values()) == 5
    assert move(0, empties=None).phase is None
