"""Blocks of 64-bit words that kernels reach by address.

One address costs a kernel nothing, where an array argument costs a recursive
search a fifth of its speed. The price is that a wrong address is silent damage;
so every block carries a header, and in checked mode (``OUTFLANK_CHECKED=1``)
every load and store looks at it first::

    line 0   | mark | words | (unused) ...       64 bytes before the address
    line 1…  | word 0 | word 1 | ...             the address points here
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from outflank.core.cache import CHECKED
from outflank.core.compile import kernel
from outflank.core.intrinsics import WORD, intrinsic

LINE_BYTES = 64
WORD_BYTES = 8
WORDS_PER_LINE = LINE_BYTES // WORD_BYTES

MARK = np.int64(0x0F7F1A9C0FFBA5E5)
MARK_OFFSET = np.int64(-LINE_BYTES)
LENGTH_OFFSET = np.int64(-LINE_BYTES + WORD_BYTES)
BYTES = np.int64(WORD_BYTES)


class Block:
    """A zeroed block of 64-bit words, aligned to a cache line.

    The block owns its memory: keep it alive as long as a kernel uses its address.

    Attributes:
        words: the words as an int64 array.
        address: what kernels take.

    Raises:
        ValueError: no words are asked for.
    """

    def __init__(self, words: int) -> None:
        if words < 1:
            raise ValueError(f"a block needs at least one word, not {words}")
        memory = np.zeros(words + 2 * WORDS_PER_LINE, dtype=np.int64)
        misaligned = (memory.ctypes.data % LINE_BYTES) // WORD_BYTES
        header = (WORDS_PER_LINE - misaligned) % WORDS_PER_LINE
        first = header + WORDS_PER_LINE
        memory[header] = MARK
        memory[header + 1] = words
        self.words = memory[first : first + words]
        self.address = int(self.words.ctypes.data)


def _word_pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, WORD.as_pointer())


@intrinsic
def _load(_typing: Any, address: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_word_pointer(builder, arguments[0]), align=WORD_BYTES)

    return types.int64(address), emit


@intrinsic
def _load_atomic(_typing: Any, address: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(builder, arguments[0])
        return builder.load_atomic(pointer, "monotonic", WORD_BYTES)

    return types.int64(address), emit


@intrinsic
def _store(_typing: Any, address: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(builder, arguments[0])
        builder.store(arguments[1], pointer, align=WORD_BYTES)
        return context.get_dummy_value()

    return types.void(address, value), emit


@kernel("void(i8, i8)", inline=True)
def _check(address: np.int64, index: np.int64) -> None:
    """Raise unless `address` is a block's and `index` one of its words."""
    if _load(address + MARK_OFFSET) != MARK:
        raise IndexError("not the address of a block")
    if index < 0 or index >= _load(address + LENGTH_OFFSET):
        raise IndexError("no such word in this block")


@kernel("i8(i8, i8)", inline=True)
def load(address: np.int64, index: np.int64) -> np.int64:
    """Word `index` of the block at `address`."""
    if CHECKED:
        _check(address, index)
    return _load(address + index * BYTES)  # type: ignore[no-any-return]


@kernel("void(i8, i8, i8)", inline=True)
def store(address: np.int64, index: np.int64, value: np.int64) -> None:
    """Set word `index` of the block at `address`."""
    if CHECKED:
        _check(address, index)
    _store(address + index * BYTES, value)


@kernel("i8(i8, i8)", inline=True)
def load_shared(address: np.int64, index: np.int64) -> np.int64:
    """Word `index`, read anew each time: another thread may have set it (a stop flag).

    A plain load may be moved out of a loop by the compiler; this one may not.
    """
    if CHECKED:
        _check(address, index)
    return _load_atomic(address + index * BYTES)  # type: ignore[no-any-return]
