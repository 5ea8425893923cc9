"""Chunks: rows cut by what they are estimated to cost, always alike."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from outflank.jobs.work import CHUNK_SECONDS, MOST_ROWS, cut, cut_evenly


@given(st.lists(st.floats(0, 5)))
def test_chunks_cover_all_rows_once_and_none_is_long_for_several_rows(seconds: list[float]) -> None:
    cuts = cut(seconds)
    assert cuts == cut(list(seconds))
    assert cuts[0] == 0
    assert cuts[-1] == len(seconds)
    assert all(first < last for first, last in itertools.pairwise(cuts))
    for first, last in itertools.pairwise(cuts):
        spent = sum(seconds[first:last])
        if last - first > 1:
            assert spent <= 2 * CHUNK_SECONDS + 1e-9
        if last < len(seconds):
            assert spent + seconds[last] / 2 > CHUNK_SECONDS


def test_rows_that_cost_nothing_have_an_end_too() -> None:
    assert cut([0.0] * (MOST_ROWS + 1)) == [0, MOST_ROWS, MOST_ROWS + 1]


@given(st.integers(0, 10**6), st.floats(0, 5))
def test_rows_that_are_all_alike(rows: int, seconds: float) -> None:
    cuts = cut_evenly(rows, seconds)
    assert (cuts[0], cuts[-1]) == (0, rows)
    lengths = {last - first for first, last in itertools.pairwise(cuts[:-1])}
    assert len(lengths) <= 1
    for length in lengths:
        assert length == 1 or length * seconds <= 2 * CHUNK_SECONDS
        assert length <= MOST_ROWS


def test_nothing_to_do() -> None:
    assert cut([]) == [0]
