"""Calibrating: whose the folder is in which errors are measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.evaluation import engine_features, read_weights
from outflank.evaluation.shipped import shipped_file
from outflank.training import TrainingError
from outflank.training.calibrate import Plan, calibrate


@pytest.mark.parametrize("plan", [b"\xff", b"", b"{}"])
def test_a_folder_of_another_plan(plan: bytes, tmp_path: Path) -> None:
    features = engine_features()
    weights = read_weights(shipped_file(features), features)
    (tmp_path / "plan.json").write_bytes(plan)
    with pytest.raises(TrainingError, match="belongs to another plan") as caught:
        calibrate(tmp_path, Plan(), weights)
    assert str(tmp_path) in str(caught.value)
    assert (tmp_path / "plan.json").read_bytes() == plan
