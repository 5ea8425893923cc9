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
from llvmlite import ir
from numba.core import cgutils, types

from outflank.core.cache import CHECKED
from outflank.core.compile import kernel
from outflank.core.intrinsics import WORD, intrinsic

LINE_BYTES = 64
WORD_BYTES = 8
WORDS_PER_LINE = LINE_BYTES // WORD_BYTES

# What LLVM's prefetch is told.
TO_READ, SOON_AND_OFTEN, DATA = 0, 3, 1

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


@intrinsic
def _prefetch(_typing: Any, address: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, *map(number, (TO_READ, SOON_AND_OFTEN, DATA))])
        return context.get_dummy_value()

    return types.void(address), emit


@kernel("void(i8, i8)", inline=True)
def prefetch(address: np.int64, index: np.int64) -> None:
    """Begin to bring word `index` into the processor's cache, and do not wait for it."""
    if CHECKED:
        _check(address, index)
    _prefetch(address + index * BYTES)


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


@intrinsic
def _load_half(_typing: Any, address: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        half = ir.IntType(16)
        pointer = builder.inttoptr(arguments[0], half.as_pointer())
        return builder.sext(builder.load(pointer, align=2), WORD)

    return types.int64(address), emit


@kernel("i8(i8, i8)", inline=True)
def load_half(address: np.int64, index: np.int64) -> np.int64:
    """Signed 16-bit entry `index` of the block at `address` (four to a word)."""
    if CHECKED:
        _check(address, index >> np.int64(2))
    return _load_half(address + index * np.int64(2))  # type: ignore[no-any-return]


@intrinsic
def _store_atomic(_typing: Any, address: Any, value: Any) -> Any:
    def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(builder, arguments[0])
        builder.store_atomic(arguments[1], pointer, "release", WORD_BYTES)
        return context.get_dummy_value()

    return types.void(address, value), emit


@intrinsic
def _load_acquire(_typing: Any, address: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word_pointer(builder, arguments[0]), "acquire", WORD_BYTES)

    return types.int64(address), emit


@intrinsic
def _compare_and_set(_typing: Any, address: Any, expected: Any, value: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(builder, arguments[0])
        pair = builder.cmpxchg(pointer, arguments[1], arguments[2], "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(address, expected, value), emit


@intrinsic
def _add_atomic(_typing: Any, address: Any, amount: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _word_pointer(builder, arguments[0])
        return builder.atomic_rmw("add", pointer, arguments[1], "acq_rel")

    return types.int64(address, amount), emit


@kernel("void(i8, i8, i8)", inline=True)
def publish(address: np.int64, index: np.int64, value: np.int64) -> None:
    """Set word `index`; a thread that sees it by `observe` sees all that was stored before."""
    if CHECKED:
        _check(address, index)
    _store_atomic(address + index * BYTES, value)


@kernel("i8(i8, i8)", inline=True)
def observe(address: np.int64, index: np.int64) -> np.int64:
    """Word `index` as another thread published it, with all that it stored before."""
    if CHECKED:
        _check(address, index)
    return _load_acquire(address + index * BYTES)  # type: ignore[no-any-return]


@kernel("b1(i8, i8, i8, i8)", inline=True)
def compare_and_set(
    address: np.int64, index: np.int64, expected: np.int64, value: np.int64
) -> bool:
    """Set word `index` if it is as expected; true for the one thread that did."""
    if CHECKED:
        _check(address, index)
    return _compare_and_set(address + index * BYTES, expected, value)  # type: ignore[no-any-return]


@kernel("i8(i8, i8, i8)", inline=True)
def add_shared(address: np.int64, index: np.int64, amount: np.int64) -> np.int64:
    """Add to word `index` in one step that no other thread divides; what it was before."""
    if CHECKED:
        _check(address, index)
    return _add_atomic(address + index * BYTES, amount)  # type: ignore[no-any-return]
