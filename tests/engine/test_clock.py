"""Budgets: whole games on a clock that never runs out, and where their time goes."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import ROOT
from outflank.board import Move
from outflank.engine.clock import (
    EASIEST,
    HARDEST,
    INSTANT,
    NOTHING,
    OVERHEAD,
    QUICK,
    UNLIMITED,
    Budget,
    budget,
    hardness,
    importance,
)
from outflank.engine.limit import Limit, LimitError

#: Rounding errors of sums of seconds.
EPSILON = 1e-6

main_times = st.floats(math.log(0.2), math.log(3600)).map(math.exp)
increments = st.just(0.0) | st.floats(0, 30)
periods = st.none() | st.integers(1, 40)

Spend = Callable[[Budget], float]


def play(
    main: float,
    increment: float,
    period: int | None,
    spend: Spend,
    *,
    seed: int = 0,
    passes: int = 0,
    empties: int = 60,
) -> list[tuple[int, float, float]]:
    """A side's game: (empties, seconds spent, seconds left after it) of each of its moves."""
    rng = random.Random(seed)
    opponent_passes = set(rng.sample(range(30), passes))
    clock, made, moves = main, 0, []
    while empties > 0:
        legal_moves = min(empties, rng.choice((1, 2, 4, 8, 12)))
        to_go = None if period is None else period - made % period
        limit = Limit(clock=clock, increment=increment, moves=to_go)
        used = spend(budget(limit, empties, legal_moves))
        clock -= used
        moves.append((empties, used, clock))
        if clock < 0:
            break
        made += 1
        clock += increment
        if period is not None and made % period == 0:
            clock += main
        empties -= 1 if made in opponent_passes else 2
    return moves


def up_to_the_end(rng: random.Random) -> Spend:
    """Searches to anywhere, oftenest to the hard end, and notices it up to 50 ms late."""

    def spend(given: Budget) -> float:
        if given.hard == 0:
            return rng.uniform(0, INSTANT)
        wanted = given.extended(rng.uniform(EASIEST, HARDEST))
        return rng.choice((wanted.soft, given.hard)) + rng.uniform(0, OVERHEAD)

    return spend


def as_bad_as_can_be(given: Budget) -> float:
    return given.hard + (OVERHEAD if given.hard else INSTANT)


@settings(max_examples=400)
@given(
    main=main_times,
    increment=increments,
    period=periods,
    seed=st.integers(0, 10**6),
    passes=st.integers(0, 2),
    empties=st.integers(1, 60),
)
def test_the_clock_never_runs_out(
    main: float, increment: float, period: int | None, seed: int, passes: int, empties: int
) -> None:
    spend = up_to_the_end(random.Random(seed))
    moves = play(main, increment, period, spend, seed=seed, passes=passes, empties=empties)
    assert all(left >= -EPSILON for _, _, left in moves)


@settings(max_examples=200)
@given(main=main_times, increment=increments, period=periods, seed=st.integers(0, 10**6))
def test_the_clock_never_runs_out_at_its_worst(
    main: float, increment: float, period: int | None, seed: int
) -> None:
    """Every move is thought about to the hard end and noticed as late as can be."""
    moves = play(main, increment, period, as_bad_as_can_be, seed=seed)
    assert all(left >= -EPSILON for _, _, left in moves)


@settings(max_examples=200)
@given(
    main=st.floats(2.0, 3600),
    increment=increments,
    period=st.none() | st.integers(1, 30),
    seed=st.integers(0, 10**6),
)
def test_with_two_seconds_even_moves_without_a_search_may_be_late(
    main: float, increment: float, period: int | None, seed: int
) -> None:
    def spend(given: Budget) -> float:
        return given.hard + OVERHEAD

    moves = play(main, increment, period, spend, seed=seed, passes=seed % 3)
    assert all(left >= -EPSILON for _, _, left in moves)


@given(
    clock=st.floats(0, 1e5),
    increment=increments,
    period=periods,
    empties=st.integers(2, 64),
    overhead=st.floats(0, 2),
)
def test_a_budget_is_within_the_clock(
    clock: float, increment: float, period: int | None, empties: int, overhead: float
) -> None:
    limit = Limit(clock=clock, increment=increment, moves=period)
    given_time = budget(limit, empties, 2, overhead)
    assert 0 <= given_time.soft <= given_time.hard <= max(0.0, clock - overhead)


@given(
    clock=st.floats(0, 3600),
    more=st.floats(0, 3600),
    increment=increments,
    period=periods,
    empties=st.integers(2, 60),
)
def test_more_time_left_is_never_less_for_a_move(
    clock: float, more: float, increment: float, period: int | None, empties: int
) -> None:
    less, greater = (
        budget(Limit(clock=left, increment=increment, moves=period), empties, 2)
        for left in (clock, clock + more)
    )
    assert less.soft <= greater.soft + EPSILON
    assert less.hard <= greater.hard + EPSILON


@given(clock=st.floats(0, 3600), increment=increments, empties=st.integers(2, 60))
def test_an_increment_is_never_less_for_a_move(
    clock: float, increment: float, empties: int
) -> None:
    without = budget(Limit(clock=clock), empties, 2)
    with_it = budget(Limit(clock=clock, increment=increment), empties, 2)
    assert without.soft <= with_it.soft + EPSILON
    assert without.hard <= with_it.hard + EPSILON


@pytest.mark.parametrize("main", [5.0, 60.0, 300.0, 1800.0])
def test_where_the_time_goes(main: float) -> None:
    """Most before and around the solve; nearly all of a clock is used, but never all."""
    moves = play(main, 0.0, None, lambda given: given.soft, seed=3)
    spent = {empties: used for empties, used, _ in moves}
    total = sum(spent.values())
    part = {
        "opening": sum(used for empties, used in spent.items() if empties > 44),
        "midgame": sum(used for empties, used in spent.items() if 20 < empties <= 44),
        "ending": sum(used for empties, used in spent.items() if empties <= 20),
    }
    assert total > (0.7 if main > 10 else 0.5) * main
    assert part["midgame"] > 0.5 * total
    assert part["opening"] < 0.3 * total
    assert part["ending"] < 0.3 * total


def test_increments_are_used() -> None:
    """In the long run a move takes about one increment, once the main time is used."""
    moves = play(5.0, 10.0, None, lambda given: given.soft, seed=3)
    assert sum(used for _, used, _ in moves) > 0.6 * (5 + 10 * len(moves))
    assert budget(Limit(clock=1.0, increment=30), 60, 4).hard < 1.0


def test_time_that_comes_soon_is_not_saved_for() -> None:
    soon, late = (budget(Limit(clock=60, moves=moves), 50, 5) for moves in (2, 20))
    assert soon.soft > 4 * late.soft
    assert budget(Limit(clock=60, moves=1), 50, 5).hard > 40


def test_more_moves_than_the_game_has_are_the_rest_of_the_game() -> None:
    assert budget(Limit(clock=60, moves=40), 20, 5) == budget(Limit(clock=60), 20, 5)


def test_the_increments_to_come_are_shared_among_the_moves_to_come() -> None:
    assert 2 < budget(Limit(clock=60, increment=5), 60, 4).soft < 4


@pytest.mark.parametrize("limit", [Limit(time=5), Limit(clock=9)])
def test_a_forced_move_takes_no_time(limit: Limit) -> None:
    assert budget(limit, 30, 1) == budget(limit, 30, 0) == NOTHING


@pytest.mark.parametrize("limit", [Limit(), Limit(depth=3), Limit(exact_from=30)])
def test_where_no_time_is_to_be_saved_a_forced_move_is_searched_too(limit: Limit) -> None:
    assert budget(limit, 30, 1) == budget(limit, 30, 0) == UNLIMITED


def test_no_time_left_is_no_time_to_think() -> None:
    for clock in (0.0, 0.001, OVERHEAD):
        assert budget(Limit(clock=clock), 60, 4) == NOTHING


def test_a_short_clock_still_gives_every_move_a_little() -> None:
    given_time = budget(Limit(clock=1.0), 60, 4)
    assert 0.005 < given_time.soft <= QUICK


def test_the_time_of_a_move_is_used_up() -> None:
    assert budget(Limit(time=2.0), 30, 5) == Budget.fixed(2.0) == Budget(1.95, 1.95)
    assert budget(Limit(time=0.01), 30, 5).hard == pytest.approx(0.009)
    assert budget(Limit(depth=8, nodes=10), 30, 5) == UNLIMITED


@pytest.mark.parametrize(
    ("empties", "legal_moves", "overhead"),
    [(-1, 0, 0.05), (30, -1, 0.05), (3, 4, 0.05), (30, 5, -1.0), (30, 5, math.nan)],
)
def test_what_cannot_be_is_refused(empties: int, legal_moves: int, overhead: float) -> None:
    with pytest.raises(LimitError):
        budget(Limit(clock=60), empties, legal_moves, overhead)


def test_importance_rises_to_the_solve_and_falls_after_it() -> None:
    weights = [importance(empties) for empties in range(65)]
    assert max(weights) == weights[24]
    assert all(before < after for before, after in pairwise(weights[:25]))
    assert all(before >= after for before, after in pairwise(weights[24:]))
    assert all(weight > 0 for weight in weights)


moves_of_iterations = st.lists(st.integers(0, 63).map(Move), max_size=10)
scores_of_iterations = st.lists(st.floats(-64, 64), max_size=10)


@given(
    best=moves_of_iterations,
    scores=scores_of_iterations,
    lead=st.none() | st.floats(-5, 128),
    soft=st.floats(0, 100),
    reserve=st.floats(1, 8),
)
def test_a_hard_move_never_passes_the_hard_end(
    best: list[Move], scores: list[float], lead: float | None, soft: float, reserve: float
) -> None:
    factor = hardness(best, scores, lead)
    assert EASIEST <= factor <= HARDEST
    first = Budget(soft, soft * reserve)
    extended = first.extended(factor)
    assert extended.hard == first.hard
    assert 0 <= extended.soft <= extended.hard


F5, D6 = Move("f5"), Move("d6")


@pytest.mark.parametrize(
    ("best", "scores", "lead", "low", "high"),
    [
        ([], [], None, 1, 1),
        ([F5], [2.0], None, 1, 1),
        ([F5, F5, F5, D6], [2.0] * 4, None, 1.2, 1.5),  # a new best move
        ([F5, D6, F5, D6], [2.0] * 4, None, 1.9, 2.2),  # one that is not sure
        ([D6, F5, F5, F5, F5], [2.0] * 5, None, 0.7, 0.8),  # an old change
        ([F5] * 3, [4.0, 4.0, 0.0], None, 1.9, 2.1),  # a fall
        ([F5] * 3, [4.0, 1.0, 4.0], None, 1, 1),  # odd and even depths
        ([F5] * 3, [4.0, 1.0, 0.0], None, 1.2, 1.3),
        ([F5] * 3, [4.0, 8.0], None, 1, 1),  # a rise is no trouble
        ([F5] * 4, [2.0] * 4, 5.0, 0.3, 0.4),  # clearly best
        ([F5] * 4, [2.0] * 4, 50.0, EASIEST, EASIEST),
        ([F5] * 2, [2.0] * 2, -3.0, 1, 1),
        ([F5, D6, F5, D6], [9.0, 9.0, -30.0], None, HARDEST, HARDEST),
    ],
)
def test_what_makes_a_move_hard(
    best: list[Move], scores: list[float], lead: float | None, low: float, high: float
) -> None:
    assert low <= hardness(best, scores, lead) <= high


@pytest.mark.parametrize("module", ["limit", "levels", "clock", "info"])
def test_limits_and_answers_need_no_compiler(module: str) -> None:
    """They import the plain rules and each other, nothing else of ours and nothing heavy."""
    source = (ROOT / "src" / "outflank" / "engine" / f"{module}.py").read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    imported = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    imported |= {
        alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    plain = ("outflank.board", "outflank.engine.limit")
    ours = {name for name in imported if name.startswith("outflank")}
    assert all(name.startswith(plain) for name in ours)
    assert not imported & {"numpy", "numba"}
