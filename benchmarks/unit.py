#!/usr/bin/env python3
"""Prints P, the unit in which speed is stated, in seconds on this machine now.

P is the time of a fixed workload, a plain scalar perft(10) of Othello compiled by
Numba, times a fixed factor. The factor was chosen so that P is 0.235 s where the
first figures were measured. It never changes with the project's own code, so a
ratio to P can be compared between machines and versions. Needs numba only.

Usage: python unit.py [runs]   (median of 5 by default)
"""

import statistics
import sys
import time

import numpy as np
from numba import njit

FACTOR = 2.0
U = np.uint64
NOT_A, NOT_H, ALL = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F), U(0xFFFFFFFFFFFFFFFF)
SHIFTS = np.array([1, 7, 8, 9], dtype=np.uint64)
UP = np.array([NOT_A, NOT_H, ALL, NOT_A], dtype=np.uint64)
DOWN = np.array([NOT_H, NOT_A, ALL, NOT_H], dtype=np.uint64)
START = (U(0x0000000810000000), U(0x0000001008000000))


@njit("u8(u8,u8)")
def legal(p, o):
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


@njit("u8(u8,u8,u8)")
def flips(m, p, o):
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


@njit("i8(u8,u8,i8)")
def perft(p, o, depth):
    moves = legal(p, o)
    if depth == 1:
        n = 0
        while moves:
            moves &= moves - U(1)
            n += 1
        if n == 0:
            return 1
        return n
    if moves == U(0):
        if legal(o, p) == U(0):
            return 1
        return perft(o, p, depth - 1)
    n = 0
    while moves:
        m = moves & (~moves + U(1))
        moves &= moves - U(1)
        f = flips(m, p, o)
        n += perft(o ^ f, p ^ f ^ m, depth - 1)
    return n


def unit(runs=5):
    times = []
    for _ in range(runs):
        t = time.thread_time()
        leaves = perft(START[0], START[1], 10)
        times.append(time.thread_time() - t)
        assert leaves == 24571284, leaves
    return statistics.median(times) * FACTOR


if __name__ == "__main__":
    print(f"{unit(int(sys.argv[1]) if len(sys.argv) > 1 else 5):.4f}")
