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
    if numba.config.CPU_NAME is not None:
        asked = (numba.config.CPU_FEATURES or "").split(",")
        return frozenset(name[1:] for name in asked if name.startswith("+"))
    return frozenset(name for name, has in llvm.get_host_cpu_features().items() if has)


def has_wide_rotation() -> bool:
    """True if eight 64-bit lanes can be rotated by one instruction (AVX-512)."""
    return "avx512f" in target_features()


def has_fast_bit_extraction() -> bool:
    """True if the x86 instruction PEXT exists and is fast."""
    name = numba.config.CPU_NAME or llvm.get_host_cpu_name()
    return "bmi2" in target_features() and name not in SLOW_BIT_EXTRACTION
