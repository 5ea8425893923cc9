"""The MTD family: what MTD(best) knows of the best move, and where each window lies."""

from __future__ import annotations

import pytest

from engine.searches import games_positions
from outflank.board import Position
from outflank.core import context as slots
from outflank.engine import Engine, Limit
from outflank.engine.crew import Crew
from outflank.engine.root import Root
from outflank.engine.stages import Stage
from outflank.engine.strategies import Bounds, best_of
from outflank.evaluation import load_ordering_weights
from outflank.evaluation.evaluators import evaluator
from outflank.textbook import Settings, alphabeta

ARTICLE = "mtdf-article"
DEPTH = 4
POSITIONS = list(games_positions(24, range(12, 50), 77))


@pytest.fixture(scope="module")
def crew() -> Crew:
    made = Crew(1, 1, load_ordering_weights())
    made.begin()
    made.use(evaluator(ARTICLE))
    made.set(slots.STRICT, 1)
    made.set(slots.LIMIT, int(slots.NO_LIMIT))
    return made


def values_of(root: Root) -> list[int]:
    """What each root move is worth, by the articles' alpha-beta."""
    return [
        -alphabeta(move.reply, root.depth_below(move), Settings(ARTICLE)).score
        if not move.reply.is_game_over()
        else -move.reply.final_score * root.scale
        for move in root.moves
    ]


@pytest.mark.parametrize("position", POSITIONS, ids=Position.to_text)
@pytest.mark.parametrize("offset", [0, -200, 200, -100_000])
def test_the_best_move_is_the_best_and_its_bounds_hold(
    crew: Crew, position: Position, offset: int
) -> None:
    crew.clear()
    root = Root(crew, position, evaluator(ARTICLE))
    root.begin(Stage(DEPTH, 100))
    values = values_of(root)
    best, bounds = best_of(root, root.moves, max(values) + offset)
    worth = values[root.moves.index(best)]
    assert worth == max(values)
    assert bounds.lower <= worth <= bounds.upper


def test_mtd_best_saves_windows_where_its_value_may_stay_unknown() -> None:
    windows = {}
    for driver in ("mtdbest", "mtdual", "mtsss"):
        engine = Engine(driver=driver, evaluator=ARTICLE, strict=True, hash_mb=1)
        infos = [engine.analyse(position, Limit(depth=5))[0] for position in POSITIONS]
        windows[driver] = sum(info.counters.probes or 0 for info in infos)
    assert windows["mtdbest"] < windows["mtsss"]
    assert windows["mtdbest"] < windows["mtdual"]


@pytest.mark.parametrize(
    ("answer", "step", "expected"),
    [
        (7, 1, (7, 20, 7)),
        (7, 2, (8, 20, 8)),
        (4, 2, (-20, 4, 4)),
        (3, 2, (-20, 2, 2)),
        (-3, 2, (-20, -4, -4)),
    ],
)
def test_bounds_learn_up_to_the_next_value_that_there_is(
    answer: int, step: int, expected: tuple[int, int, int]
) -> None:
    bounds = Bounds(-20, 20, 0)
    bounds.learn(5, answer, step)
    assert (bounds.lower, bounds.upper, bounds.value) == expected
    assert not bounds.closed
