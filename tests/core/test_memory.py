"""Blocks of words: aligned, readable by kernels, and guarded in checked mode."""

import numpy as np
import pytest

from outflank.core import memory
from outflank.core.cache import CHECKED

pytestmark = pytest.mark.core


@pytest.mark.parametrize("words", [1, 7, 8, 1000])
def test_a_block_is_a_zeroed_aligned_array(words: int) -> None:
    block = memory.Block(words)
    assert block.address % memory.LINE_BYTES == 0
    assert block.words.shape == (words,)
    assert not block.words.any()


def test_kernels_and_python_see_the_same_words() -> None:
    block = memory.Block(4)
    memory.store(np.int64(block.address), np.int64(3), np.int64(-5))
    assert block.words.tolist() == [0, 0, 0, -5]
    block.words[1] = 9
    assert memory.load(np.int64(block.address), np.int64(1)) == 9
    assert memory.load_shared(np.int64(block.address), np.int64(1)) == 9


def test_prefetching_changes_nothing() -> None:
    block = memory.Block(4)
    block.words[:] = range(4)
    memory.prefetch(np.int64(block.address), np.int64(3))
    assert block.words.tolist() == [0, 1, 2, 3]


def test_a_block_of_no_words_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one word"):
        memory.Block(0)


@pytest.mark.skipif(not CHECKED, reason="addresses are checked with OUTFLANK_CHECKED=1 only")
@pytest.mark.parametrize("index", [-1, 4, 1 << 40])
def test_checked_mode_refuses_a_word_outside(index: int) -> None:
    block = memory.Block(4)
    for access in (memory.load, memory.load_shared, memory.prefetch):
        with pytest.raises(IndexError, match="no such word"):
            access(np.int64(block.address), np.int64(index))
    with pytest.raises(IndexError, match="no such word"):
        memory.store(np.int64(block.address), np.int64(index), np.int64(1))


@pytest.mark.skipif(not CHECKED, reason="addresses are checked with OUTFLANK_CHECKED=1 only")
def test_checked_mode_refuses_an_address_that_is_no_block() -> None:
    block = memory.Block(64)
    with pytest.raises(IndexError, match="not the address of a block"):
        memory.load(np.int64(block.address + 64), np.int64(0))
