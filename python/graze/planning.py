# SPDX-License-Identifier: MIT
"""Plans without conflicts, for discs on a roadmap or a grid (<graze/planner.h>)."""
from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np

from . import _library as c
from ._library import library
from .motions import Body, Trajectory, bodies_array

_METHODS = {"ccbs": 0, "prioritised": 1, "lns": 2}
_OUTCOMES = ("found", "unfinished", "impossible")


class Roadmap:
    """Places where agents may wait, and straight moves between them.

    places: (n, 2) [m]; edges: (m, 2), directed, vertex to vertex.
    """

    def __init__(self, places: Any, edges: Any) -> None:
        self.places = c.doubles(places).reshape(-1, 2)
        pairs = np.unique(np.asarray(edges, np.int64).reshape(-1, 2), axis=0)
        if len(pairs) and (pairs.min() < 0 or pairs.max() >= len(self.places)):
            raise ValueError("an edge leads to a vertex that there is not")
        self.first = np.zeros(len(self.places) + 1, np.uintp)
        self.first[1:] = np.cumsum(np.bincount(pairs[:, 0], minlength=len(self.places)))
        self.targets = np.ascontiguousarray(pairs[:, 1], np.uint32)
        self.raw = c.Roadmap(len(self.places), c.address(self.places), c.address(self.first),
                             c.address(self.targets))

    def edges(self) -> np.ndarray:
        """The edges (m, 2) in the order in which they are numbered: by vertex, then by target."""
        origins = np.repeat(np.arange(len(self.places)), np.diff(self.first.astype(np.int64)))
        return np.column_stack([origins, self.targets.astype(np.int64)])

    @classmethod
    def from_grid(cls, blocked: Any, radius: float, cell: float = 1.0, k: int = 3,
                  tolerance: float = 0.0) -> "Roadmap":
        """The 2^k moves of a disc between the cells of a grid, rows of booleans.

        The cell in column i and row j is vertex j columns + i.
        """
        cells = np.ascontiguousarray(blocked, np.uint8)
        if cells.ndim != 2:
            raise ValueError("a grid is an array (rows, columns)")
        grid = c.Grid(cells.shape[1], cells.shape[0], c.address(cells), cell)
        world, made, body = ctypes.c_void_p(), c.Roadmap(), bodies_array([Body(radius)])
        c.check(library.graze_world_create(ctypes.byref(grid), None, ctypes.c_size_t(0), None,
                                           ctypes.byref(world)))
        try:
            c.check(library.graze_roadmap_from_grid(
                world, ctypes.c_void_p(c.address(body)), k, ctypes.c_double(tolerance), None,
                ctypes.byref(made)))
        finally:
            library.graze_world_free(world)
        places = c.copied(made.places, made.vertex_count, np.dtype(("f8", 2)))
        first = c.copied(made.first, made.vertex_count + 1, np.dtype(np.uintp)).astype(np.int64)
        targets = c.copied(made.targets, int(first[-1]), np.dtype(np.uint32))
        library.graze_roadmap_free(ctypes.byref(made), None)
        return cls(places, np.column_stack([np.repeat(np.arange(len(places)), np.diff(first)),
                                            targets]))


class Solved(NamedTuple):
    """outcome: "found", "unfinished" (limits) or "impossible" (proven); costs in seconds."""

    outcome: str
    trajectories: list[Trajectory]
    sum_of_costs: float
    makespan: float
    lower_bound: float
    nodes_expanded: int


def solve(roadmap: Roadmap, start: Any, goal: Any, radius: Any, speed: Any = 1.0,
          tolerance: float = 0.0, method: str = "ccbs", suboptimality: float = 1.0,
          node_limit: int = 0, seed: int = 1, threads: int = 0) -> Solved:
    """Looks for the cheapest plan (or one at most suboptimality times as dear).

    start, goal: n vertices; radius [m], speed [m/s]: one for all, or n. Every plan is certified.
    Method "lns" needs a node_limit; a seed is another order of its random choices, threads 0 are as
    many as there are processors, and the plan is the same for any number of them.
    """
    tasks = np.zeros(len(np.atleast_1d(start)), c.TASK)
    tasks["start"], tasks["goal"] = start, goal
    tasks["radius"], tasks["speed"] = radius, speed
    problem = c.Problem(ctypes.addressof(roadmap.raw), c.address(tasks), len(tasks), tolerance)
    options = c.SolveOptions(_METHODS[method], suboptimality, 0, node_limit, None, None, seed,
                             threads)
    answer = c.Solution()
    c.check(library.graze_solve(ctypes.byref(problem), ctypes.byref(options), None,
                                ctypes.byref(answer)))
    try:
        found = answer.outcome == 0
        rows = c.copied(answer.trajectories, len(tasks) if found else 0, c.TRAJECTORY)
        paths = [Trajectory(c.copied(int(row["motions"]), int(row["count"]), c.MOTION))
                 for row in rows]
        return Solved(_OUTCOMES[answer.outcome], paths, answer.sum_of_costs, answer.makespan,
                      answer.progress.lower_bound, answer.progress.nodes_expanded)
    finally:
        library.graze_solution_free(ctypes.byref(answer), None)
