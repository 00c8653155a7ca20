# SPDX-License-Identifier: MIT
"""Many pairs at once: motion i of one list against motion i of another."""
from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy as np

from . import _library as c
from ._library import library
from .motions import Moves


class Ranges(NamedTuple):
    """Open intervals of n pairs: those of pair i are lower[first[i]:first[i + 1]], and upper."""

    first: np.ndarray
    lower: np.ndarray
    upper: np.ndarray

    def of(self, pair: int) -> list[tuple[float, float]]:
        """The intervals of one pair."""
        here = slice(int(self.first[pair]), int(self.first[pair + 1]))
        return list(zip(self.lower[here].tolist(), self.upper[here].tolist()))


def conflicts(a: Moves, b: Moves, tolerance: float = 0.0) -> np.ndarray:
    """Which pairs conflict: n booleans, each the mathematically true answer."""
    count, bad = len(a), ctypes.c_size_t()
    hits = np.zeros((count + 63) // 64, "<u8")
    status = library.graze_pairwise_conflicts(
        ctypes.byref(a.raw), ctypes.byref(b.raw), ctypes.c_double(tolerance),
        ctypes.c_void_p(c.address(hits)), None, ctypes.byref(bad))
    c.check(status, bad.value)
    return np.unpackbits(hits.view(np.uint8), count=count, bitorder="little").astype(bool)


def intervals(a: Moves, b: Moves, tolerance: float = 0.0) -> Ranges:
    """When each pair conflicts; ends are correctly rounded outward."""
    return _ranges(a, b, tolerance, library.graze_pairwise_intervals, ())


def unsafe_starts(a: Moves, b: Moves, tolerance: float = 0.0) -> Ranges:
    """When each motion of a must not start while that of b keeps its time."""
    space, memory = c.workspace()
    answer = _ranges(a, b, tolerance, library.graze_pairwise_unsafe_starts, (ctypes.byref(space),))
    del memory
    return answer


def _ranges(a: Moves, b: Moves, tolerance: float, ask: object, more: tuple) -> Ranges:
    first, bad, room = np.zeros(len(a) + 1, np.uintp), ctypes.c_size_t(), 2 * len(a) + 16
    while True:
        found = np.empty(room, c.INTERVAL)
        status = ask(ctypes.byref(a.raw), ctypes.byref(b.raw), ctypes.c_double(tolerance), *more,
                     ctypes.c_void_p(c.address(first)), ctypes.c_void_p(c.address(found)),
                     ctypes.c_size_t(room), ctypes.byref(bad))
        if status != c.CAPACITY:
            break
        room *= 2
    c.check(status, bad.value)
    count = int(first[-1])
    return Ranges(first.astype(np.int64), found["lower"][:count].copy(),
                  found["upper"][:count].copy())
