"""Where competitors are equal but for chance, a claim seldom seems to hold.

Two hundred simulations of two hundred positions, each answered by the experiment itself: an
answer but “does not hold” may come in one of twenty at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from outflank.lab.experiments import mtd_family, overlap, selective
from outflank.lab.experiments.endgame_strength import NAMES as PLAYERS
from outflank.lab.experiments.experiment import Answer, Row
from outflank.lab.experiments.first_guess import KNOWN
from outflank.lab.experiments.mtdf_against_full_window import SEARCHES as WINDOWS
from outflank.lab.experiments.ordering_terms import START, START_DEPTH
from outflank.lab.experiments.registry import experiment
from outflank.lab.experiments.small_tables import FAMILY
from outflank.lab.experiments.tables import ARRAY, HASH_MAP, NONE

SIMULATIONS, POSITIONS = 200, 200
AT_MOST = 0.05

ARTICLES = ("mtdf-article", "pvs-article")
ALL = ("patterns", *ARTICLES)

#: How far costs of one position scatter: as logarithms, to one side.
SCATTER = 0.3


def searches(draw: Random, **axes: tuple[object, ...]) -> Iterator[dict[str, object]]:
    """A row for each position and choice of the axes, its costs equal but for chance."""
    for position in range(POSITIONS):
        size = draw.lognormvariate(8, 1)
        for choice in product(*axes.values()):
            cost = size * draw.lognormvariate(0, SCATTER)
            which = dict(zip(axes, choice, strict=True))
            yield {
                "position": position,
                "depth": 8,
                "value": 0,
                "score": 0,
                "probes": 4,
                "nodes": round(cost) + 1,
                "seconds": cost * 1e-6,
                **which,
            }


def drivers(draw: Random) -> Iterator[Row]:
    ways = ("deepening", "straight")
    yield from searches(draw, evaluation=ALL, way=ways, driver=("pvs", "mtdf"))


def mtdf_against_full_window(draw: Random) -> Iterator[Row]:
    yield from searches(draw, evaluation=ALL, search=WINDOWS[::2], depth=(4, 6, 8))


def first_guess(draw: Random) -> Iterator[Row]:
    for row in searches(draw, evaluation=("patterns", "mtdf-article"), guess=KNOWN):
        yield row | {"probes": draw.randint(2, 9), "off": 0}


def family(draw: Random) -> Iterator[Row]:
    names = (mtd_family.STANDARD, *mtd_family.FAMILY)
    yield from searches(draw, evaluation=("patterns",), driver=names)


def small_tables(draw: Random) -> Iterator[Row]:
    yield from searches(draw, entries=(2, 8192), driver=("pvs", *FAMILY))


def table_size(draw: Random) -> Iterator[Row]:
    yield from searches(draw, evaluation=("patterns", "pvs-article"), bytes=(64, 1 << 26))


def probcut(draw: Random) -> Iterator[Row]:
    for row in searches(draw, selectivity=(73, 87, 95, 98, 99, 100)):
        yield row | {"changed": 0, "lost": 0}


def endgame_strength(draw: Random) -> Iterator[Row]:
    for opening, player in product(range(POSITIONS), PLAYERS):
        points = draw.choice((0.0, 0.5, 1.0, 1.5, 2.0))
        row: Row = {"opening": opening, "player": player, "points": points}
        yield {**row, "discs": 0.0, "seconds": 0.1}


def ordering_terms(draw: Random) -> Iterator[Row]:
    kinds = product(("pvs", "full window"), ("none", "all"))
    for search, terms in kinds:  # the article's program gains nothing
        yield {
            "evaluation": START,
            "position": 0,
            "search": search,
            "terms": terms,
            "table": 0,
            "depth": START_DEPTH,
            "nodes": 1000,
        }
    names = ("pvs", "full window")
    yield from searches(draw, evaluation=ARTICLES, search=names, terms=("none", "all"), table=(1,))


def first_move_cutoffs(draw: Random) -> Iterator[Row]:
    for evaluation in ARTICLES:
        for row in searches(draw, ordering=("none", evaluation), search=("pvs",)):
            first = draw.randint(40, 80)
            yield row | {"evaluation": evaluation, "cutoffs": 100, "first": first}


def tables(draw: Random) -> Iterator[Row]:
    names = tuple(case.name for case in (NONE, HASH_MAP, ARRAY))
    for row in searches(draw, evaluation=ARTICLES, table=names):
        yield row | {"depth": 9}


def pvs_saving(draw: Random) -> Iterator[Row]:
    names = ("pvs", "alpha-beta")
    yield from searches(draw, evaluation=ARTICLES, ordered=(1,), table=(0, 1), search=names)


def overlaps(draw: Random) -> Iterator[Row]:
    yield from searches(draw, evaluation=ARTICLES, search=tuple(overlap.SEARCHES))


def selections(draw: Random) -> Iterator[Row]:
    """No margin changes anything, and one of four is the cheapest by chance."""
    names = (selective.FULL, "one", "two", "three", "four")
    for row in searches(draw, evaluation=ARTICLES, search=names):
        yield row | {"value": 10 * int(str(row["position"])), "move": "f5"}


def fail_soft(draw: Random) -> Iterator[Row]:
    names = ("full window", "MTD(f)")
    yield from searches(draw, evaluation=ARTICLES, search=names, fails=("soft", "hard"))


def pass_ply(draw: Random) -> Iterator[Row]:
    for position, evaluation in product(range(POSITIONS), ARTICLES):
        yield {
            "evaluation": evaluation,
            "empties": 10,
            "position": position,
            "depth": 4,
            "free_nodes": 100,
            "ply_nodes": 101,
            "free_score": draw.randint(-9, 9),
            "ply_score": draw.randint(-9, 9),
            "free_deeper": 0,
            "ply_deeper": 0,
            "free_move": "a1",
            "ply_move": "b1",
            "gained": draw.randint(-3, 3),
        }


def discs(draw: Random) -> Iterator[Row]:
    for empties, game in product((44, 40, 36, 30, 24, 20), range(POSITIONS)):
        result = draw.randint(-20, 20)
        row: Row = {"part": game, "empties": empties, "source": "played", "games": 1}
        found = {"wins": int(result > 0), "draws": int(result == 0), "squares": result**2}
        yield {**row, **found, "lead": draw.randint(-9, 9), "results": result}


NULLS: dict[str, Callable[[Random], Iterator[Row]]] = {
    "drivers": drivers,
    "mtdf-against-full-window": mtdf_against_full_window,
    "first-guess": first_guess,
    "mtd-family": family,
    "small-tables": small_tables,
    "table-size": table_size,
    "probcut": probcut,
    "endgame-strength": endgame_strength,
    "ordering-terms": ordering_terms,
    "first-move-cutoffs": first_move_cutoffs,
    "tables": tables,
    "pvs-saving": pvs_saving,
    "overlap": overlaps,
    "selective": selections,
    "fail-soft": fail_soft,
    "pass-ply": pass_ply,
    "discs": discs,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NULLS)
def test_chance_is_seldom_taken_for_an_effect(name: str) -> None:
    own, draw = experiment(name), Random(name)
    answers = [own.conclude(list(NULLS[name](draw))).verdict.answer for _ in range(SIMULATIONS)]
    assert Answer.UNDECIDED not in answers
    found = sum(answer is not Answer.FAILS for answer in answers)
    assert found <= AT_MOST * SIMULATIONS
