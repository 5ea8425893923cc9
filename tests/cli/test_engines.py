"""What the engine's options offer by name is what there is."""

from typing import get_args

from outflank.cli import engines
from outflank.engine import SELECTIVITIES, STRATEGIES
from outflank.evaluation.evaluators import EVALUATORS


def test_the_help_names_what_the_engine_has():
    assert get_args(engines.Driver) == tuple(STRATEGIES)
    assert get_args(engines.Evaluation) == EVALUATORS
    assert get_args(engines.Percent) == SELECTIVITIES
