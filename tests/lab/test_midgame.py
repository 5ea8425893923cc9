"""The midgame benchmark: every measurement, on few positions, says what it measured."""

from __future__ import annotations

import pytest

from outflank.lab.midgame import MEASUREMENTS, Figure, Settings

UNITS = {
    "speed": "nodes/s",
    "full-width": "s",
    "selective": "s",
    "game": "s",
    "threads": "ratio",
    "stop": "s",
}


@pytest.mark.parametrize("name", ["selective", "stop"])
def test_a_measurement_of_few_positions(name: str) -> None:
    seen: list[None] = []
    settings = Settings(runs=2, most=2, progress=lambda: seen.append(None))
    figure = MEASUREMENTS[name](settings)
    assert figure.positions == 2
    assert figure.unit == UNITS[name]
    assert figure.value > 0
    assert len(seen) == (4 if name == "selective" else 2)
    assert (figure.in_p is None) == (name == "stop")
    assert (figure.spread is None) == (name == "stop")


@pytest.mark.slow
@pytest.mark.parametrize("name", MEASUREMENTS)
def test_every_measurement(name: str) -> None:
    figure = MEASUREMENTS[name](Settings(runs=1, most=3))
    assert figure.unit == UNITS[name]
    assert figure.value > 0
    assert figure.spread is None
    assert figure.must is not None


def test_what_must_be_reached() -> None:
    def figure(value: float, in_p: float | None, must: float | None, at_least: bool) -> Figure:
        return Figure("x", value, "s", in_p, None, 1, None, must, at_least)

    assert figure(9, 1.0, 1.0, at_least=False).reached
    assert not figure(0, 1.1, 1.0, at_least=False).reached
    assert figure(0.5, None, 0.62, at_least=False).reached
    assert figure(0, 2e6, 1.4e6, at_least=True).reached
    assert not figure(9e9, 1e6, 1.4e6, at_least=True).reached
    assert figure(9, 9.0, None, at_least=False).reached


def test_a_run_is_the_same_search_every_time() -> None:
    first, again = (MEASUREMENTS["selective"](Settings(runs=1, most=1)).nodes for _ in range(2))
    assert first == again
