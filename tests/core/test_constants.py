"""Constant tables in machine code: what is put in comes out, and no name is used twice."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from outflank.core.cache import PACKAGE
from outflank.core.compile import kernel
from outflank.core.constants import byte_table, word_table

pytestmark = pytest.mark.core

BYTES = [0, 1, 127, 128, 255]
WORDS = [0, 1, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF]

byte_at = byte_table("test.bytes", BYTES)
word_at = word_table("test.words", WORDS)


@kernel("i8(i8)")
def looked_up_byte(index: np.int64) -> np.int64:
    return byte_at(index)  # type: ignore[no-any-return]


@kernel("u8(i8)")
def looked_up_word(index: np.int64) -> np.uint64:
    return word_at(index)  # type: ignore[no-any-return]


@kernel("u8(i8, i8)")
def both(first: np.int64, second: np.int64) -> np.uint64:
    """A kernel with two tables, and two look-ups in one of them."""
    return word_at(first) ^ word_at(second) ^ np.uint64(byte_at(first))  # type: ignore[no-any-return]


def test_every_entry_comes_back() -> None:
    assert [looked_up_byte(np.int64(index)) for index in range(len(BYTES))] == BYTES
    assert [looked_up_word(np.int64(index)) for index in range(len(WORDS))] == WORDS
    assert both(np.int64(4), np.int64(3)) == WORDS[4] ^ WORDS[3] ^ BYTES[4]


def test_bytes_are_not_signed_and_words_are_masks() -> None:
    assert looked_up_byte(np.int64(4)) == 255
    assert looked_up_word(np.int64(3)) == (1 << 64) - 1


def test_no_two_tables_share_a_name() -> None:
    """Within one kernel a name stands for one table, so a second one would be lost."""
    names = Counter(
        name
        for source in sorted(PACKAGE.rglob("*.py"))
        for name in re.findall(r'_table\(\s*"([^"]+)"', source.read_text(encoding="utf-8"))
    )
    assert names
    assert [name for name, uses in names.items() if uses > 1] == []
