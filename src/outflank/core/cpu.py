"""What the processor that kernels are compiled for can do."""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm
import numba

#: Processors that have bit extraction but take hundreds of cycles for it.
SLOW_BIT_EXTRACTION = frozenset({"znver1", "znver2"})


@cache
def target_features() -> frozenset[str]:
    """LLVM's names of the instruction sets of the target (of the host unless overridden)."""
    asked = numba.config.CPU_FEATURES
    if numba.config.CPU_NAME is not None:
        return frozenset(name[1:] for name in (asked or "").split(",") if name.startswith("+"))
    return frozenset(name for name, has in llvm.get_host_cpu_features().items() if has)


def has_fast_bit_extraction() -> bool:
    """True if the x86 instruction PEXT exists and is fast."""
    name = numba.config.CPU_NAME or llvm.get_host_cpu_name()
    return "bmi2" in target_features() and name not in SLOW_BIT_EXTRACTION
