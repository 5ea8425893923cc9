"""Asked for exact scores an engine says what `solve` says, whatever it searched before."""

from __future__ import annotations

import random

import pytest

from engine.ffo import FFO
from engine.searches import DRIVERS, ONE_BUCKET, check_exact, check_info, games_positions
from exact import plain_score
from outflank.board import Position
from outflank.engine import SELECTIVITIES, Engine, Limit, solve

each_driver = pytest.mark.parametrize("driver", DRIVERS)
each_number_of_threads = pytest.mark.parametrize("threads", [1, 2])


def proved(position: Position) -> int:
    """The score by the solver, on a table of its own."""
    return solve(position, hash_mb=4).lower


@each_driver
@each_number_of_threads
def test_it_says_what_solve_says(driver: str, threads: int) -> None:
    engine = Engine(driver=driver, threads=threads, hash_mb=4)
    for position in games_positions(12, range(1, 16), DRIVERS.index(driver)):
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, proved(position))


@each_driver
@pytest.mark.parametrize("hash_mb", [ONE_BUCKET, 0.01])
def test_a_table_too_small_changes_no_score(driver: str, hash_mb: float) -> None:
    engine = Engine(driver=driver, hash_mb=hash_mb)
    for position in games_positions(8, range(8, 15), 3):
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, proved(position))


@each_driver
def test_the_published_positions(driver: str) -> None:
    engine = Engine(driver=driver, hash_mb=16)
    for known in FFO[:6]:
        info = engine.analyse(known.position, Limit(exact_from=60))[0]
        check_exact(known.position, info, known.score)
        assert info.move in known.best


@each_number_of_threads
def test_every_limit_that_asks_for_the_end_proves(threads: int) -> None:
    engine = Engine(threads=threads, hash_mb=4)
    limits = [Limit(), Limit(depth=60), Limit(depth=17), Limit(exact_from=17, depth=2)]
    for position, limit in zip(games_positions(8, range(10, 18)), limits * 2, strict=True):
        check_exact(position, engine.analyse(position, limit)[0], proved(position))


@each_driver
@each_number_of_threads
def test_selective_values_are_never_taken_for_proved_ones(driver: str, threads: int) -> None:
    """Many selective searches of a position and its neighbours, then the exact one."""
    engine = Engine(driver=driver, threads=threads, hash_mb=1)
    choices = random.Random(driver)
    for position in games_positions(3, range(15, 18), 40):
        for selectivity in SELECTIVITIES[:-1]:
            info = engine.analyse(position, Limit(depth=60, selectivity=selectivity))[0]
            check_info(position, info)
            assert info.score is not None
            assert info.selectivity == selectivity
            assert not info.exact
            assert not info.score.proved
        for square in choices.sample(list(position.legal_moves), 1):
            engine.analyse(position.play(square), Limit(depth=60, selectivity=73))
        engine.analyse(position, Limit(depth=12, selectivity=73))
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, proved(position))


def test_full_width_values_of_a_horizon_are_no_proof_either() -> None:
    engine = Engine(hash_mb=1, selectivity=100)
    for position in games_positions(6, range(9, 15), 8):
        for depth in range(1, position.empties):
            info = engine.analyse(position, Limit(depth=depth, selectivity=100))[0]
            check_info(position, info)
            assert not info.exact
        check_exact(position, engine.analyse(position, Limit(depth=60))[0], proved(position))


@each_driver
def test_up_and_down_a_line_over_one_table(driver: str) -> None:
    """What is known of a child, and of a parent, serves without harm."""
    engine = Engine(driver=driver, hash_mb=1)
    for known in FFO[:3]:
        line = [known.position]
        for move in solve(known.position).pv:
            line.append(line[-1].play(move))
        for position in (*line, *reversed(line)):
            engine.analyse(position, Limit(depth=8))
            check_exact(position, engine.analyse(position, Limit())[0], proved(position))


def test_an_article_s_evaluation_does_not_touch_the_end() -> None:
    """Values of other units before and after, over one table: scores stay discs."""
    for name in ("mtdf-article", "pvs-article"):
        engine = Engine(evaluator=name, hash_mb=1)
        for position in games_positions(6, range(6, 15), 21):
            engine.analyse(position, Limit(depth=5))
            check_exact(position, engine.analyse(position, Limit())[0], proved(position))
            engine.configure(evaluator="patterns")
            check_exact(position, engine.analyse(position, Limit())[0], proved(position))
            engine.configure(evaluator=name)


def test_few_empties_against_plain_minimax() -> None:
    engine = Engine(hash_mb=ONE_BUCKET)
    for position in games_positions(60, range(1, 7), 900):
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, plain_score(position.player, position.opponent))


@pytest.mark.slow
@each_driver
@each_number_of_threads
@pytest.mark.parametrize("hash_mb", [ONE_BUCKET, 1])
def test_many_positions_after_many_searches(driver: str, threads: int, hash_mb: float) -> None:
    engine = Engine(driver=driver, threads=threads, hash_mb=hash_mb)
    choices = random.Random(1)
    most = 13 if hash_mb == ONE_BUCKET else 16  # without a table the time grows very fast
    for position in games_positions(200, range(1, most), 4_000):
        for _ in range(3):
            depth, selectivity = choices.randint(1, most), choices.choice(SELECTIVITIES)
            engine.analyse(position, Limit(depth=depth, selectivity=selectivity))
        check_exact(position, engine.analyse(position, Limit())[0], proved(position))
