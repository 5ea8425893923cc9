"""Searches taken apart: they are the engine's own, and what they cost adds up."""

import pytest

from outflank.engine import STRATEGIES, Engine, Limit
from outflank.evaluation.evaluators import EVALUATORS
from outflank.lab.samples import drawn_games, sample
from outflank.lab.searching import HASH_MB, Searcher, searcher, summed

MIDGAME = sample(40, 1)[0]


def engine_infos(driver, limit):
    infos = []
    engine = Engine(driver=driver, hash_mb=HASH_MB)
    engine.analyse(MIDGAME, limit, report=lambda lines: infos.append(lines[0]))
    return infos


@pytest.mark.parametrize("driver", STRATEGIES)
def test_a_deepening_search_is_the_engines(driver):
    infos = engine_infos(driver, Limit(depth=6, selectivity=100))
    found = summed(searcher().deepen(MIDGAME, 6, driver))
    assert [(one.depth, one.move, one.value) for one in found] == [
        (info.depth, info.move, info.score.value) for info in infos
    ]
    # The engine reads the principal variation after each iteration, which enters nodes, too.
    assert [one.probes for one in found] == [info.counters.probes for info in infos]
    assert 0.8 * infos[-1].nodes <= found[-1].nodes <= infos[-1].nodes


def test_selective_searches_are_the_engines_too():
    info = engine_infos("pvs", Limit(depth=9, selectivity=73))[-1]
    cost = summed(searcher().deepen(MIDGAME, 9, selectivity=73))[-1]
    assert (cost.move, cost.value) == (info.move, info.score.value)
    assert cost.nodes == pytest.approx(info.nodes, rel=0.2)


@pytest.mark.parametrize("evaluation", EVALUATORS)
def test_every_driver_finds_the_same_value_straight_away(evaluation):
    found = [searcher(evaluation).search(MIDGAME, 5, driver) for driver in STRATEGIES]
    assert len({cost.value for cost in found}) == 1
    assert {cost.depth for cost in found} == {5}


def test_the_same_search_enters_the_same_nodes_whatever_came_before():
    own = Searcher(hash_mb=1)
    first = own.search(MIDGAME, 6, "mtdf", guess=3)
    own.deepen(MIDGAME, 7, "pvs")
    again = own.search(MIDGAME, 6, "mtdf", guess=3)
    assert (again.nodes, again.hits, again.probes) == (first.nodes, first.hits, first.probes)


def test_a_guess_that_is_right_takes_two_probes():
    value = searcher().search(MIDGAME, 6).value
    assert searcher().search(MIDGAME, 6, "mtdf", guess=value).probes <= 2
    assert searcher().search(MIDGAME, 6, "mtdf", guess=value + 20).probes > 2
    last = searcher().deepen(MIDGAME, 6, "mtdf", last_guess=value)[-1]
    assert (last.value, last.probes) == (value, 2)


def test_steps_end_at_the_depth():
    depths = [cost.depth for cost in searcher().deepen(MIDGAME, 7, step=2)]
    assert depths == [1, 3, 5, 7]
    assert [cost.depth for cost in searcher().deepen(MIDGAME, 6, step=2)] == [2, 4, 6]


def test_a_search_deeper_than_the_game_is_to_its_end():
    position = sample(6, 1)[0]
    cost = searcher("mtdf-article").deepen(position, 9)[-1]
    exact = Engine().play(position, Limit(exact_from=6))
    assert (cost.depth, cost.value) == (6, exact.score.value)


def test_a_smaller_table_costs_nodes():
    small, large = Searcher(hash_mb=1e-6), searcher()
    assert small.deepen(MIDGAME, 8)[-1].nodes > large.deepen(MIDGAME, 8)[-1].nodes


def test_a_pass_is_searched():
    passing = next(p for game in drawn_games() for p in game if p.must_pass)
    assert searcher().search(passing, 2).move.is_pass
