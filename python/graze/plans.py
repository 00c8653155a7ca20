# SPDX-License-Identifier: MIT
"""Whole trajectories: two of them, a plan, and an index of many."""
from __future__ import annotations

import ctypes
from enum import IntEnum
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from . import _library as c
from ._library import library
from .motions import Body, Trajectory, bodies_array, trajectories_array
from .solvers import Prepared


class Verdict(IntEnum):
    """How near two agents come (graze_verdict)."""

    CLEAR = 0
    TOUCH = 1
    GRAZE = 2
    CONFLICT = 3


class Plan(NamedTuple):
    """What a check found: one row of `meetings` for each stretch of time in which agents
    agent_a[i] < agent_b[i] meet (fields of MEETING), in the order of the agents and of time;
    how much there was to do in `counts`."""

    agent_a: np.ndarray
    agent_b: np.ndarray
    meetings: np.ndarray
    counts: dict[str, int]

    def is_safe(self) -> bool:
        """No conflict, if the check was not ended early."""
        return not bool((self.meetings["verdict"] == Verdict.CONFLICT).any())


def meetings(body_a: Body, a: Trajectory, body_b: Body, b: Trajectory,
             tolerance: float = 0.0) -> np.ndarray:
    """Every meeting of two trajectories in order of time, as an array of MEETING."""
    found: list[np.ndarray] = []
    failed: list[BaseException] = []

    def take(_context: Any, where: int) -> bool:
        try:
            found.append(c.copied(where, 1, c.MEETING))
            return True
        except BaseException as fault:  # pylint: disable=broad-except
            failed.append(fault)
            return False

    bodies, paths = bodies_array([body_a, body_b]), trajectories_array([a, b])
    status = library.graze_trajectory_meetings(
        ctypes.c_void_p(c.address(bodies[0:1])), ctypes.c_void_p(c.address(paths[0:1])),
        ctypes.c_void_p(c.address(bodies[1:2])), ctypes.c_void_p(c.address(paths[1:2])),
        ctypes.c_double(tolerance), None, c.Sink(take), None)
    if failed:
        raise failed[0]
    c.check(status)
    return np.concatenate(found) if found else np.empty(0, c.MEETING)


def check_plan(bodies: Sequence[Body], trajectories: Sequence[Trajectory],
               tolerance: float = 1e-9, threads: int = 0,
               stop: Optional[Callable[[int, int, np.ndarray], bool]] = None) -> Plan:
    """Decides every pair of agents of a plan, on all processors (graze_check_plan).

    A meeting deeper than the tolerance [m] is a conflict, another one a graze or a touch. stop
    is called with two agents that meet and their meetings; true ends the check. Answers are the
    same for any number of threads.
    """
    if len(bodies) != len(trajectories):
        raise ValueError("as many bodies as trajectories are needed")
    agents: list[tuple[int, int, np.ndarray]] = []
    failed: list[BaseException] = []

    def take(_context: Any, answer: Any) -> bool:
        try:
            said = answer.contents
            merged = c.copied(said.merged, said.merged_count, c.MEETING)
            agents.append((said.agent_a, said.agent_b, merged))
            return stop is None or not stop(said.agent_a, said.agent_b, merged)
        except BaseException as fault:  # pylint: disable=broad-except
            failed.append(fault)
            return False

    body, path = bodies_array(bodies), trajectories_array(trajectories)
    options = c.CheckOptions(tolerance=tolerance, threads=threads)
    listener, counts = c.CheckListener(c.Take(take), None, None, None), c.CheckCounts()
    status = library.graze_check_plan(
        ctypes.c_void_p(c.address(body)), ctypes.c_void_p(c.address(path)),
        ctypes.c_size_t(len(body)), ctypes.byref(options), ctypes.byref(listener), None,
        ctypes.byref(counts))
    if failed:
        raise failed[0]
    c.check(status)
    each = np.array([len(rows) for _, _, rows in agents], np.int64)
    rows = np.concatenate([rows for _, _, rows in agents]) if agents else np.empty(0, c.MEETING)
    return Plan(np.repeat(np.array([a for a, _, _ in agents], np.int64), each),
                np.repeat(np.array([b for _, b, _ in agents], np.int64), each), rows,
                {name: int(getattr(counts, name)) for name, _ in counts._fields_[:-2]})


class Index:
    """An index of agents in space and time, for a solver's questions (<graze/among.h>).

    It keeps the bodies and trajectories that it is given; they must not be changed.
    """

    def __init__(self, bodies: Sequence[Body] = (),
                 trajectories: Sequence[Trajectory] = ()) -> None:
        self._raw = ctypes.c_void_p()
        c.check(library.graze_index_new(None, None, ctypes.c_size_t(0), None, None,
                                        ctypes.byref(self._raw)))
        self._agents: dict[int, tuple[Body, Trajectory]] = {}
        self._numbers = 0  # one more than the greatest that there was
        for number, (body, trajectory) in enumerate(zip(bodies, trajectories)):
            self.insert(number, body, trajectory)

    def insert(self, number: int, body: Body, trajectory: Trajectory) -> None:
        """Inserts an agent, in the place of the agent of that number if there is one."""
        one, path = bodies_array([body]), trajectories_array([trajectory])
        c.check(library.graze_index_insert(self._raw, ctypes.c_size_t(number),
                                           ctypes.c_void_p(c.address(one)),
                                           ctypes.c_void_p(c.address(path))))
        self._agents[number] = (body, trajectory)
        self._numbers = max(self._numbers, number + 1)

    def remove(self, number: int) -> None:
        """Removes an agent."""
        c.check(library.graze_index_remove(self._raw, ctypes.c_size_t(number)))
        del self._agents[number]

    def __len__(self) -> int:
        return len(self._agents)

    def safe_intervals(self, body: Body, place: Sequence[float],
                       horizon: tuple[float, float] = (0.0, float("inf")),
                       tolerance: float = 0.0, instead_of: Optional[int] = None) -> np.ndarray:
        """Closed stretches (n, 2) of the horizon [s] in which the body can stand at the place.

        instead_of: an agent that is left out, the one that asks.
        """
        one, at = bodies_array([body]), [*map(float, place), 0.0][:3]
        room, count = 64, ctypes.c_size_t()
        while True:
            scratch, safe = np.empty(room, c.INTERVAL), np.empty(room, c.INTERVAL)
            status = library.graze_index_safe_intervals(
                self._raw, ctypes.c_void_p(c.address(one)), c.Vector(*at),
                ctypes.c_size_t(c.NOBODY if instead_of is None else instead_of),
                c.Interval(*horizon), ctypes.c_double(tolerance),
                ctypes.c_void_p(c.address(scratch)), ctypes.c_size_t(room),
                ctypes.c_void_p(c.address(safe)), ctypes.c_size_t(room), ctypes.byref(count))
            if status != c.CAPACITY:
                break
            room *= 4
        c.check(status)
        return safe[:count.value].view(np.float64).reshape(-1, 2).copy()

    def conflicts(self, body: Body, trajectory: Trajectory, tolerance: float = 0.0,
                  instead_of: Optional[int] = None) -> np.ndarray:
        """What a candidate that is not in the index conflicts with: rows (m, 3) of a motion of its
        own, an agent, and a motion of that agent, sorted. instead_of: an agent that is left out."""
        rows: list[tuple[int, int, int]] = []

        def take(_context: Any, where: int) -> bool:
            pair = c.copied(where, 1, c.INDEX_PAIR)[0]
            rows.append((int(pair["motion_a"]), int(pair["agent_b"]), int(pair["motion_b"])))
            return True

        self._ask_conflicts(body, trajectory, tolerance, instead_of, c.Sink(take))
        return np.array(sorted(rows), np.int64).reshape(-1, 3)

    def has_conflict(self, body: Body, trajectory: Trajectory, tolerance: float = 0.0,
                     instead_of: Optional[int] = None) -> bool:
        """Is a candidate that is not in the index in conflict with anybody? Ends at the first."""
        return self._ask_conflicts(body, trajectory, tolerance, instead_of, None)

    def all_conflicts(self, tolerance: float = 0.0) -> np.ndarray:
        """All pairs of motions of two agents that are in conflict: rows (m, 4) of an agent, a motion
        of its own, another agent and a motion of that one, sorted."""
        rows: list[tuple[int, int, int, int]] = []

        def take(_context: Any, where: int) -> bool:
            rows.append(tuple(map(int, c.copied(where, 1, c.INDEX_PAIR)[0])))
            return True

        made = {number: Prepared(*agent) for number, agent in self._agents.items()}
        prepared = np.zeros(self._numbers, np.uint64)
        for number, agent in made.items():
            prepared[number] = agent.raw.motions or 0
        c.check(library.graze_index_all_conflicts(
            self._raw, ctypes.c_size_t(0), ctypes.c_size_t(1),
            ctypes.c_void_p(c.address(prepared)), ctypes.c_double(tolerance), c.Sink(take), None))
        return np.array(sorted(rows), np.int64).reshape(-1, 4)

    def _ask_conflicts(self, body: Body, trajectory: Trajectory, tolerance: float,
                       instead_of: Optional[int], sink: Any) -> bool:
        one, path, found = bodies_array([body]), trajectories_array([trajectory]), ctypes.c_bool()
        c.check(library.graze_index_conflicts(
            self._raw, ctypes.c_void_p(c.address(one)), ctypes.c_void_p(c.address(path)),
            ctypes.c_size_t(c.NOBODY if instead_of is None else instead_of),
            ctypes.c_double(tolerance), sink, None, ctypes.byref(found)))
        return found.value

    def __del__(self) -> None:
        if getattr(self, "_raw", None):
            library.graze_index_free(self._raw)
