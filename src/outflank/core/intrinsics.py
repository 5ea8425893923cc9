"""LLVM instructions that Python has no operator for.

An intrinsic cannot run without the compiler, so each has a kernel of the same
name behind it that ordinary Python, and the tests, can call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types

from outflank.core.compile import kernel

WORD = ir.IntType(64)

Emitter = Callable[..., Any]

#: Numba's decorator for a function that writes LLVM instructions, typed for mypy.
intrinsic: Callable[[Emitter], Emitter] = extending.intrinsic


def call_llvm(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """Emit a call of an LLVM intrinsic by its full name, such as ``llvm.ctpop.i64``."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(function, arguments)


@intrinsic
def _popcount(_typing: Any, mask: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return call_llvm(builder, "llvm.ctpop.i64", WORD, list(arguments))

    return types.int64(mask), emit


@intrinsic
def _trailing_zeros(_typing: Any, mask: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zero_gives_64 = ir.Constant(ir.IntType(1), 0)
        return call_llvm(builder, "llvm.cttz.i64", WORD, [arguments[0], zero_gives_64])

    return types.int64(mask), emit


@intrinsic
def _byte_swap(_typing: Any, mask: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return call_llvm(builder, "llvm.bswap.i64", WORD, list(arguments))

    return types.uint64(mask), emit


@kernel("i8(u8)", inline=True)
def popcount(mask: np.uint64) -> np.int64:
    """Number of squares in `mask`, 0 to 64."""
    return _popcount(mask)  # type: ignore[no-any-return]


@kernel("i8(u8)", inline=True)
def lowest_square(mask: np.uint64) -> np.int64:
    """The first square of `mask` in the order a1, b1, … h8; 64 if it is empty."""
    return _trailing_zeros(mask)  # type: ignore[no-any-return]


@kernel("u8(u8)", inline=True)
def mirror_rows(mask: np.uint64) -> np.uint64:
    """`mask` with row 1 and row 8 exchanged, 2 and 7, and so on."""
    return _byte_swap(mask)  # type: ignore[no-any-return]
