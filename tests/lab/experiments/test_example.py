"""The module in docs/laboratory.md is a whole experiment."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from outflank.lab.experiments import run as runs
from outflank.lab.experiments.experiment import Answer, Experiment, Plan
from outflank.lab.experiments.pages import write_pages
from outflank.lab.experiments.run import run_experiment

PAGE = Path(__file__).parents[3] / "docs" / "laboratory.md"
NAME = "parity_swing"


@pytest.fixture
def example(tmp_path: Path) -> Experiment:
    source = re.search(r"```python\n(\"\"\".*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert source is not None
    path = tmp_path / f"{NAME}.py"
    path.write_text(source[1], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(NAME, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Experiment = module.EXPERIMENT
    return found


def test_it_is_measured_and_has_a_page(
    example: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_facts", dict)
    data = run_experiment(example, tmp_path, Plan(positions=2))
    assert len(data.rows) == 4
    page, index = write_pages([example], tmp_path)
    text = page.read_text(encoding="utf-8")
    assert "A reduced run: 2 of 200 positions" in text
    assert "It is not decided" in text
    assert "It holds if the mean change is above 2 discs" in text
    assert "parity-swing.md" in index.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("swing", "positions", "answer"),
    [
        (3, 30, Answer.HOLDS),
        (2, 30, Answer.CONDITIONS),
        (0, 30, Answer.FAILS),
        (3, 29, Answer.UNDECIDED),
        (3, 0, Answer.UNDECIDED),
    ],
)
def test_its_answers(example: Experiment, swing: int, positions: int, answer: Answer) -> None:
    rows = [
        {"position": at, "depth": depth, "value": swing * (depth % 2)}
        for at in range(positions)
        for depth in (5, 6)
    ]
    assert example.conclude(rows).verdict.answer is answer
