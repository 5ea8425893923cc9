"""P, the unit in which speed is stated, in seconds on this machine now.

P is the time of a fixed workload, a plain scalar perft(10) compiled by Numba, times a
fixed factor, chosen so that P is 0.235 s where the first figures were measured. The
workload never changes with the package's own kernels and shares nothing with them, so
a ratio to P can be compared between machines and versions.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np

FACTOR = 2.0
DEPTH = 10
LEAVES = 24571284

U = np.uint64
ALL = U(0xFFFFFFFFFFFFFFFF)
NOT_A, NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)
SHIFTS = np.array([1, 7, 8, 9], dtype=np.uint64)
UP = np.array([NOT_A, NOT_H, ALL, NOT_A], dtype=np.uint64)
DOWN = np.array([NOT_H, NOT_A, ALL, NOT_H], dtype=np.uint64)
START = (U(0x0000000810000000), U(0x0000001008000000))


Function = Callable[..., Any]


def jit(signature: str) -> Callable[[Function], Function]:
    """Numba as it comes: no cache, no options, whatever the package's kernels use."""
    return cast("Callable[[Function], Function]", numba.njit(signature))


@jit("u8(u8,u8)")
def _legal(p: np.uint64, o: np.uint64) -> np.uint64:
    moves = U(0)
    empty = ~(p | o)
    for i in range(4):
        s = SHIFTS[i]
        a = (p << s) & UP[i] & o
        b = (p >> s) & DOWN[i] & o
        for _ in range(5):
            a |= (a << s) & UP[i] & o
            b |= (b >> s) & DOWN[i] & o
        moves |= (a << s) & UP[i] & empty
        moves |= (b >> s) & DOWN[i] & empty
    return moves


@jit("u8(u8,u8,u8)")
def _flips(m: np.uint64, p: np.uint64, o: np.uint64) -> np.uint64:
    total = U(0)
    for i in range(4):
        s = SHIFTS[i]
        run = U(0)
        x = (m << s) & UP[i]
        while x & o:
            run |= x
            x = (x << s) & UP[i]
        if x & p:
            total |= run
        run = U(0)
        x = (m >> s) & DOWN[i]
        while x & o:
            run |= x
            x = (x >> s) & DOWN[i]
        if x & p:
            total |= run
    return total


@jit("i8(u8,u8,i8)")
def _perft(p: np.uint64, o: np.uint64, depth: int) -> int:
    moves = _legal(p, o)
    if depth == 1:
        n = 0
        while moves:
            moves &= moves - U(1)
            n += 1
        if n == 0:
            return 1
        return n
    if moves == U(0):
        if _legal(o, p) == U(0):
            return 1
        return int(_perft(o, p, depth - 1))
    n = 0
    while moves:
        m = moves & (~moves + U(1))
        moves &= moves - U(1)
        f = _flips(m, p, o)
        n += _perft(o ^ f, p ^ f ^ m, depth - 1)
    return n


def unit(runs: int = 5) -> float:
    """P in seconds: the median of so many runs of the workload, times the factor.

    Args:
        runs: 1 or more; about a tenth of a second each.
    """
    times = []
    for _ in range(runs):
        started = time.thread_time()
        leaves = _perft(START[0], START[1], DEPTH)
        times.append(time.thread_time() - started)
        if leaves != LEAVES:
            raise AssertionError(f"the workload counted {leaves} leaves")
    return statistics.median(times) * FACTOR
