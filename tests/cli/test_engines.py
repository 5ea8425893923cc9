"""What the engine's options offer by name is what there is."""

import shutil
from typing import get_args

import pytest

from outflank.cli import engines
from outflank.engine import SELECTIVITIES, STRATEGIES, engine
from outflank.evaluation import shipped
from outflank.evaluation.evaluators import EVALUATORS, evaluator


def test_the_help_names_what_the_engine_has():
    assert get_args(engines.Driver) == tuple(STRATEGIES)
    assert get_args(engines.Evaluation) == EVALUATORS
    assert get_args(engines.Percent) == SELECTIVITIES


@pytest.mark.parametrize("command", ["best", "hint"])
def test_damaged_weights_are_no_fault_of_the_command_line(refuses, command, tmp_path, monkeypatch):
    path = tmp_path / "evaluation.weights"
    for name in (path.name, "ordering.weights"):
        shutil.copy(shipped.FOLDER / name, tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(shipped, "load_weights", shipped.load_weights.__wrapped__)
    monkeypatch.setattr(engine, "evaluator", evaluator.__wrapped__)
    told = refuses(1, command, "--depth", "1").err
    assert f"{path}: damaged" in told
    assert "Try: " not in told
