"""The errors that Multi-ProbCut reckons with: read back as written, refused if damaged."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from outflank.core.search import MARGIN_BITS, PROBE_SHIFT, ROW
from outflank.engine import SELECTIVITIES
from outflank.evaluation import errors
from outflank.evaluation.errors import (
    FEWEST_EMPTIES,
    MOST_EMPTIES,
    SHALLOWEST,
    SHIPPED,
    ErrorModel,
    ErrorModelError,
    shallow_depth,
    shipped_errors,
)

MODEL = ErrorModel((1.5, -0.01, 0.05, -0.1), (2.0, 0.01, -0.1))


def drawn(model: ErrorModel, selectivity: int) -> np.ndarray:
    """The words as `core.search` draws them: a row for each number of empties."""
    words: np.ndarray = model.margins(selectivity).words.reshape(int(ROW), int(ROW)).copy()
    return words


def test_it_comes_back_from_json() -> None:
    for model in (MODEL, shipped_errors(), ErrorModel((0.1 + 0.2, 0, 0, 0), (1e-300, 0, -0.0))):
        assert ErrorModel.from_json(model.to_json()) == model
    assert "\n" not in MODEL.to_json()


def test_the_shipped_file_is_one() -> None:
    assert ErrorModel.from_json(SHIPPED.read_text(encoding="utf-8")) == shipped_errors()


GOOD = json.loads(MODEL.to_json())
DAMAGED = {
    "empty": "",
    "cut off": MODEL.to_json()[:-5],
    "another file": "[1, 2, 3]",
    "a number": "17",
    "nothing": "null",
    "a term missing": json.dumps({"to_a_depth": GOOD["to_a_depth"]}),
    "a number missing": json.dumps({**GOOD, "to_the_end": GOOD["to_the_end"][:2]}),
    "a number too many": json.dumps({**GOOD, "to_a_depth": [*GOOD["to_a_depth"], 1]}),
    "no number": json.dumps({**GOOD, "to_the_end": [1, 2, "three"]}),
    "no list": json.dumps({**GOOD, "to_the_end": 3}),
    "not a number": MODEL.to_json().replace("2.0", "NaN"),
    "infinite": MODEL.to_json().replace("2.0", "Infinity"),
    "brackets without end": "[" * 100_000,
    "no text": b"\xff",
    "beyond measure": json.dumps({**GOOD, "to_a_depth": [1e9, 0, 0, 0]}),
    "a slope beyond measure": json.dumps({**GOOD, "to_the_end": [1, 0, -2]}),
    "null inside": MODEL.to_json().replace("2.0", "null"),
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused(text: str | bytes) -> None:
    with pytest.raises(ErrorModelError, match="not written by Outflank"):
        ErrorModel.from_json(text)


@pytest.mark.parametrize("content", [b"[1]", b"\xff"])
def test_a_damaged_file_of_the_package_is_named(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "errors.json"
    path.write_bytes(content)
    monkeypatch.setattr(errors, "SHIPPED", path)
    with pytest.raises(ErrorModelError, match="not written by Outflank") as caught:
        shipped_errors.__wrapped__()  # past what was read before
    assert str(caught.value).startswith(f"{path}: ")


def test_the_deviation_is_the_formula() -> None:
    assert MODEL.deviation(30, 12, 6) == pytest.approx(math.exp(1.5 - 0.3 + 0.6 - 0.6))
    assert MODEL.deviation(20, 20, 5) == pytest.approx(math.exp(2.0 + 0.2 - 0.5))


@pytest.mark.parametrize("selectivity", SELECTIVITIES[:-1])
def test_the_words_are_margin_and_depth(selectivity: int) -> None:
    """Within so many deviations lies the share `selectivity` of a normal distribution."""
    words = drawn(MODEL, selectivity)
    for empties in range(64):
        for depth in range(64):
            word = int(words[empties, depth])
            told = SHALLOWEST <= depth < empties <= MOST_EMPTIES or (
                FEWEST_EMPTIES <= empties == depth <= MOST_EMPTIES
            )
            assert bool(word) is told, (empties, depth)
            if not told:
                continue
            margin, shallow = word & int(MARGIN_BITS), word >> int(PROBE_SHIFT)
            assert 0 < shallow < depth
            assert shallow == shallow_depth(depth, to_the_end=depth == empties)
            share = math.erf(margin / MODEL.deviation(empties, depth, shallow) / math.sqrt(2))
            slack = 0.5 / MODEL.deviation(empties, depth, shallow)  # margins are whole discs
            assert share == pytest.approx(selectivity / 100, abs=max(slack, 0.01)) or margin == 1


def test_surer_is_farther() -> None:
    margins = [drawn(MODEL, sure) & int(MARGIN_BITS) for sure in SELECTIVITIES[:-1]]
    for less, more in pairwise(margins):
        assert (less <= more).all()
        assert (less < more).any()


def test_a_margin_has_room_in_its_word_however_wild_the_model() -> None:
    words = drawn(ErrorModel((50, 0, 0, 0), (50, 0, 0)), 99)
    assert words.min() == 0
    assert (words >> int(PROBE_SHIFT)).max() < 64
    assert (words & int(MARGIN_BITS)).max() == int(MARGIN_BITS)
    tame = drawn(ErrorModel((-50, 0, 0, 0), (-50, 0, 0)), 73)
    assert (tame[tame != 0] & int(MARGIN_BITS) == 1).all()


def test_the_shallow_search_ends_with_the_same_side() -> None:
    for depth in range(SHALLOWEST, 61):
        shallow = shallow_depth(depth, to_the_end=False)
        assert (depth - shallow) % 2 == 0
        assert 0 < shallow < depth
        assert 0 < shallow_depth(depth, to_the_end=True) < depth
