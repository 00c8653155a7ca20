#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A million pairs through the package for Python: seconds of CPU, numpy's part included.

    PYTHONPATH=python GRAZE_LIBRARY=BUILD/.libs/libgraze.so.0 benchmarks/million.py [PAIRS [ROUNDS]]

Rows as `--csv` of the programs prints them: program,table,row,column,value.
"""
import statistics
import sys
import time

import numpy as np

import graze


def moves(random, count):
    start = random.uniform(0, 20, count)
    return graze.waypoint_moves(0.5, start, start + random.uniform(1, 5, count),
                                random.uniform(0, 20, (count, 2)),
                                random.uniform(0, 20, (count, 2)))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    random = np.random.default_rng(1)
    a, b = moves(random, count), moves(random, count)
    questions = {"decisions": lambda: graze.conflicts(a, b).sum(),
                 "intervals": lambda: len(graze.intervals(a, b).lower),
                 "unsafe starts": lambda: len(graze.unsafe_starts(a, b).lower)}
    for name, ask in questions.items():
        taken = []
        for _ in range(rounds):
            begin = time.process_time()
            hits = int(ask())
            taken.append(time.process_time() - begin)
        for column, value in (("pairs", count), ("hits", hits),
                              ("s", f"{statistics.median(taken):.3f}")):
            print(f"million.py,times,{name},{column},{value}")


if __name__ == "__main__":
    main()
