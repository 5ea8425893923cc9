"""What a search has found: proved or not, unknown or not, in one line of text."""

from __future__ import annotations

import pickle

import pytest

from outflank.board import PASS, Move, Score
from outflank.engine.info import Counters, Info

LINE = tuple(map(Move, ["f5", "d6", "c3", "d3", "c4", "f4", "e6", "b4", "c5", "d7"]))


def test_a_line_of_text() -> None:
    info = Info(LINE[0], Score(3.0, selectivity=73), 12, 73, LINE, 1_234_567, 0.21)
    assert str(info) == ("depth 12@73% +3.0 f5 d6 c3 d3 c4 f4 e6 b4 … 1,234,567 nodes 0.21 s")


@pytest.mark.parametrize(
    ("info", "text"),
    [
        (Info(Move("f5")), "f5"),
        (Info(None), "game over"),
        (Info(None, Score(-12), 0, 100), "depth 0 exact -12 game over"),
        (Info(PASS, Score(4), 10, 100, (PASS, Move("a1"))), "depth 10 exact +4 pass a1"),
        (Info(Move("a1"), Score(4, bound="lower"), 10, 100), "depth 10@100% ≥ +4 a1"),
        (Info(Move("a1"), Score(-2, selectivity=99), 24, 99), "depth 24@99% -2 a1"),
        (Info(Move("a1"), Score(120, "pvs-article"), 6, 100), "depth 6@100% +120 pvs-article a1"),
        (Info(Move("a1"), Score(1, selectivity=50), 6), "depth 6 +1 a1"),
        (Info(Move("a1"), nodes=0, seconds=0.0), "a1 0 nodes 0.00 s"),
        (Info(Move("a1"), Score(1.5, selectivity=99.9), 9, 99.9), "depth 9@99.9% +1.5 a1"),
    ],
)
def test_what_is_unknown_is_left_out(info: Info, text: str) -> None:
    assert str(info) == text


@pytest.mark.parametrize(
    ("score", "selectivity", "exact"),
    [
        (Score(4), 100, True),
        (Score(4), 99, False),
        (Score(4), None, False),
        (Score(4, selectivity=99), 100, False),
        (Score(4, bound="upper"), 100, False),
        (Score(4, "pvs-article"), 100, False),
        (None, 100, False),
    ],
)
def test_only_a_proved_score_is_exact(
    score: Score | None, selectivity: int | None, exact: bool
) -> None:
    assert Info(Move("a1"), score, 10, selectivity).exact is exact


@pytest.mark.parametrize(
    ("nodes", "seconds", "nps"),
    [(100, 0.5, 200.0), (0, 1.0, 0.0), (None, 1.0, None), (100, None, None), (100, 0.0, None)],
)
def test_nodes_a_second(nodes: int | None, seconds: float | None, nps: float | None) -> None:
    assert Info(Move("a1"), nodes=nodes, seconds=seconds).nps == nps


@pytest.mark.parametrize(
    ("cutoffs", "first", "rate"),
    [(200, 180, 0.9), (5, 0, 0.0), (0, 0, None), (None, 3, None), (3, None, None)],
)
def test_the_rate_of_first_moves(
    cutoffs: int | None, first: int | None, rate: float | None
) -> None:
    assert Counters(cutoffs=cutoffs, first_move_cutoffs=first).first_move_rate == rate


def test_what_was_not_counted_is_none() -> None:
    assert Info(Move("a1")).counters == Counters(None, None, None, None, None)


def test_values_are_compared_hashed_and_stored() -> None:
    info = Info(LINE[0], Score(3.0, selectivity=73), 12, 73, LINE, 5, 0.2, Counters(probes=3))
    assert pickle.loads(pickle.dumps(info)) == info
    assert len({info, pickle.loads(pickle.dumps(info))}) == 1
