"""The signature of the search: the nodes of fixed positions on one thread.

Another number means another search. A change that is to change nothing must keep it;
``bench.signature`` holds it, and continuous integration compares.
"""

from __future__ import annotations

from typing import Final

from outflank.engine import STRATEGIES, Engine, Limit
from outflank.lab.endgame import run
from outflank.lab.ffo import suite
from outflank.lab.samples import sample

#: FFO positions that are solved; the last ones with searches of 20 empties and more.
SOLVED: Final = (*range(1, 38), 39, 40, 41)

#: Midgame positions: empties, how many, and to which depths in full width and selectively.
EMPTIES: Final = (50, 40, 30)
POSITIONS: Final = 2
FULL_DEPTH, SELECTIVE_DEPTH = 6, 10
SELECTIVITY: Final = 73
HASH_MB: Final = 16


def endgame_nodes() -> int:
    """Nodes of the endgame positions, each from an empty table."""
    problems = [problem for problem in suite() if problem.number in SOLVED]
    return sum(row.solution.nodes for row in run(problems))


def midgame_nodes() -> int:
    """Nodes of the midgame positions by every driver, each from an empty table."""
    limits = (
        Limit(depth=FULL_DEPTH, selectivity=100),
        Limit(depth=SELECTIVE_DEPTH, selectivity=SELECTIVITY),
    )
    positions = [position for empties in EMPTIES for position in sample(empties, POSITIONS)]
    nodes = 0
    for driver in STRATEGIES:
        engine = Engine(driver=driver, hash_mb=HASH_MB)
        for limit in limits:
            for position in positions:
                engine.new_game()
                nodes += engine.analyse(position, limit)[0].nodes or 0
    return nodes


def signature() -> int:
    """Nodes of all of them."""
    return endgame_nodes() + midgame_nodes()
