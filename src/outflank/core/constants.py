"""Small constant tables that become part of the machine code.

A module-level array that a kernel reads is frozen into the kernel as an array
object, with its bounds and strides; a table made here is bare constant memory,
reached by one load. For tables of a few kilobytes; bigger ones go by address.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from outflank.core.intrinsics import WORD, intrinsic


def constant(builder: Any, name: str, element: Any, values: Sequence[Any]) -> Any:
    """The global constant of that name in the module being built, made on first use."""
    table = builder.module.globals.get(name)
    if table is None:
        kind = ir.ArrayType(element, len(values))
        table = ir.GlobalVariable(builder.module, kind, name)
        table.linkage = "internal"
        table.global_constant = True
        table.initializer = ir.Constant(kind, values)
    return table


def entry(builder: Any, table: Any, index: Any) -> Any:
    """Load one entry (the index is not checked)."""
    return builder.load(builder.gep(table, [ir.Constant(WORD, 0), index], inbounds=True))


def byte_table(name: str, values: Sequence[int]) -> Callable[[np.int64], np.int64]:
    """A function for kernels: index to an integer of 0 to 255."""
    byte = ir.IntType(8)

    @intrinsic
    def look_up(_typing: Any, index: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            table = constant(builder, name, byte, [ir.Constant(byte, value) for value in values])
            return builder.zext(entry(builder, table, arguments[0]), WORD)

        return types.int64(index), emit

    return look_up


def word_table(name: str, values: Sequence[int]) -> Callable[[np.int64], np.uint64]:
    """A function for kernels: index to a 64-bit mask."""

    @intrinsic
    def look_up(_typing: Any, index: Any) -> Any:
        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            table = constant(builder, name, WORD, [ir.Constant(WORD, value) for value in values])
            return entry(builder, table, arguments[0])

        return types.uint64(index), emit

    return look_up
