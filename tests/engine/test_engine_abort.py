"""Ended at any node, a search leaves a legal move, a sound table, and says what it knows."""

from __future__ import annotations

import random

import pytest

from engine.ffo import FFO
from engine.searches import DRIVERS, check_exact, check_info, games_positions, in_units
from exact import with_empties
from outflank.board import Position
from outflank.engine import Engine, Info, Limit, solve

each_driver = pytest.mark.parametrize("driver", DRIVERS)

#: Positions that a search enters beyond its limit: until a node of `core.search` is at work
#: again, and one that the last plies, and the last empties, hide from it.
BEYOND = 6_000

MIDGAME = with_empties(34, 6)
ENDGAME = with_empties(15, 4)


def check_bound(position: Position, info: Info, score: int) -> None:
    """What is said of the end of the game, proved or as a bound at 100 per cent, is true."""
    check_info(position, info)
    assert info.score is not None
    if info.depth == position.empties and info.score.selectivity == 100:
        if info.score.bound == "exact":
            assert info.score.value == score
        else:
            assert info.score.bound == "lower"
            assert info.score.value <= score


def abort_everywhere(driver: str, nodes: range, threads: int = 1) -> None:
    """One table through all of it: a midgame and an endgame, each stopped, then the proof."""
    engine = Engine(driver=driver, threads=threads, hash_mb=1)
    score = solve(ENDGAME).lower
    for number, limit in enumerate(nodes):
        info = engine.analyse(MIDGAME, Limit(nodes=limit))[0]
        check_info(MIDGAME, info)
        assert info.nodes is not None
        assert info.nodes <= threads * (limit + BEYOND)
        info = engine.analyse(ENDGAME, Limit(nodes=limit))[0]
        check_bound(ENDGAME, info, score)
        if number % 97 == 96:
            check_exact(ENDGAME, engine.analyse(ENDGAME, Limit())[0], score)
            engine.new_game()
    check_exact(ENDGAME, engine.analyse(ENDGAME, Limit())[0], score)


@each_driver
def test_ended_after_so_many_nodes(driver: str) -> None:
    start = DRIVERS.index(driver)
    abort_everywhere(driver, range(1 + start, 60 + start))
    abort_everywhere(driver, range(100 + start, 10_000, 397))


def test_ended_with_two_threads() -> None:
    abort_everywhere("pvs", range(1, 10_000, 499), threads=2)


@pytest.mark.slow
@each_driver
@pytest.mark.parametrize("threads", [1, 2])
def test_ended_at_every_one_of_ten_thousand_nodes(driver: str, threads: int) -> None:
    abort_everywhere(driver, range(1, 10_001), threads)


@each_driver
def test_a_table_fresh_from_one_abort_is_sound(driver: str) -> None:
    """No later abort mends what an earlier one left."""
    choices = random.Random(driver)
    for known in FFO[:4]:
        for _ in range(6):
            engine = Engine(driver=driver, hash_mb=1)
            engine.analyse(known.position, Limit(nodes=choices.randint(1, 20_000)))
            check_exact(known.position, engine.analyse(known.position, Limit())[0], known.score)


@each_driver
def test_what_was_left_serves_alpha_beta_of_any_depth(driver: str) -> None:
    """In the conformance mode: aborts, then every depth as on a fresh table."""
    engine = Engine(strict=True, driver=driver, hash_mb=1, evaluator="pvs-article")
    for position in games_positions(4, range(16, 56, 11), 33):
        for nodes in range(1, 4_000, 211):
            check_info(position, engine.analyse(position, Limit(nodes=nodes))[0])
        for depth in range(1, 7):
            fresh = Engine(strict=True, evaluator="pvs-article", hash_mb=1)
            found, expected = (
                in_units(one.analyse(position, Limit(depth=depth))[0], "pvs-article")
                for one in (engine, fresh)
            )
            assert found == expected, f"{position.to_text()} depth {depth}"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("empties", [1, 2, 5, 9, 10, 11, 13, 20, 40, 60])
def test_the_first_iteration_is_always_whole(threads: int, empties: int) -> None:
    """One node may be entered: the move and its value are those of a search of one ply."""
    positions = [Position.start()] if empties == 60 else games_positions(4, range(empties, 61), 90)
    for position in positions:
        engine = Engine(threads=threads, hash_mb=1)
        whole = engine.analyse(position, Limit(depth=1))[0]
        for driver in DRIVERS:
            engine = Engine(threads=threads, hash_mb=1, driver=driver)
            info = engine.analyse(position, Limit(nodes=1))[0]
            check_info(position, info)
            assert (info.depth, info.score) == (1, whole.score), position.to_text()


def test_the_last_empties_keep_to_the_limit_too() -> None:
    """Their kernels look at no limit: the root does, between its moves."""
    engine = Engine(hash_mb=1)
    for position in games_positions(10, range(9, 12), 5):
        info = engine.analyse(position, Limit(nodes=50))[0]
        assert info.nodes is not None
        assert info.nodes < 50 + BEYOND
        check_info(position, info)


def test_an_unfinished_iteration_gives_its_better_move() -> None:
    """Somewhere among the limits an iteration has found a better move than the one before."""
    positions = list(games_positions(40, range(26, 36), 12))
    for position in positions:
        for nodes in range(50, 8_000, 150):
            info = Engine(hash_mb=1).analyse(position, Limit(nodes=nodes))[0]
            check_info(position, info)
            assert info.score is not None
            if len(info.pv) == 1 and (info.depth or 0) > 2:
                assert info.score.bound == "estimate"  # a bound at a horizon proves nothing
                return
    pytest.fail("no iteration was stopped after it had found a better move")
