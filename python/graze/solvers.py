# SPDX-License-Identifier: MIT
"""For authors of solvers: a lattice of times, sound splits, prepared trajectories, and a table of
collision intervals (<graze/lattice.h>, <graze/split.h>, <graze/encounter.h>,
<graze/collision_table.h>). doc/solver-authors.md says what each is for."""
from __future__ import annotations

import ctypes
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from . import _library as c
from ._library import library
from .motions import Body, Trajectory, bodies_array, trajectories_array
from .planning import Roadmap

Interval = tuple[float, float]

_FORMS = ("not start", "not at", "not wait", "not arrive", "not meet")


class Lattice:
    """Times in whole ticks, of which at least 2^40 fit into the longest move [s]: sums of them
    are exact, so times are compared with == and <."""

    def __init__(self, longest: float) -> None:
        self.raw = c.Lattice()
        c.check(library.graze_lattice_for(ctypes.c_double(longest), ctypes.byref(self.raw)))

    @classmethod
    def for_roadmap(cls, roadmap: Roadmap, speed: float = 1.0) -> "Lattice":
        """The lattice for moves along the edges of a roadmap; of several speeds the least."""
        made = cls(1.0)
        c.check(library.graze_lattice_for_roadmap(ctypes.byref(roadmap.raw),
                                                  ctypes.c_double(speed), ctypes.byref(made.raw)))
        return made

    @property
    def tick(self) -> float:
        """[s]"""
        return float(self.raw.tick)

    def down(self, time: float) -> float:
        """The last lattice time not after a time."""
        return self._ask(library.graze_lattice_down, ctypes.c_double(time))

    def up(self, time: float) -> float:
        """The first lattice time not before a time."""
        return self._ask(library.graze_lattice_up, ctypes.c_double(time))

    def duration(self, place: Sequence[float], to: Sequence[float], speed: float = 1.0) -> float:
        """How long a move takes on the lattice, never too short."""
        return self._ask(library.graze_lattice_duration, c.Point(*place), c.Point(*to),
                         ctypes.c_double(speed))

    def earliest_safe(self, unsafe: Any, time: float) -> float:
        """The earliest lattice time from a time on that is in none of the open intervals, an
        array (n, 2) in normal form; inf when there is none."""
        rows = c.doubles(unsafe).reshape(-1, 2)
        return self._ask(library.graze_lattice_earliest_safe, ctypes.c_void_p(c.address(rows)),
                         ctypes.c_size_t(len(rows)), ctypes.c_double(time))

    def earliest_within(self, safe: Any, time: float) -> float:
        """The earliest lattice time from a time on that is in one of the closed intervals."""
        rows = c.doubles(safe).reshape(-1, 2)
        return self._ask(library.graze_lattice_earliest_within, ctypes.c_void_p(c.address(rows)),
                         ctypes.c_size_t(len(rows)), ctypes.c_double(time))

    def _ask(self, question: Any, *more: Any) -> float:
        answer = ctypes.c_double()
        c.check(question(ctypes.byref(self.raw), *more, ctypes.byref(answer)))
        return answer.value


class Constraint(NamedTuple):
    """What one agent must not do, with the move that it makes or at the place where it stays:
    "not start" and "not at" inside the open interval; "not wait", "not arrive" and "not meet" as
    <graze/split.h> says."""

    form: str
    lower: float
    upper: float


def conflict_split(lattice: Lattice, body_a: Body, a: Any, body_b: Body, b: Any,
                   tolerance: float = 0.0, targets: bool = False,
                   ) -> Optional[tuple[Constraint, Constraint]]:
    """Makes of a conflict of two motions two constraints, of which every plan keeps one: for the
    agent of a, and for that of b. None without a conflict.

    a, b: elements of an array of MOTION. targets: all forms, else "not start" and "not at" alone.
    """
    bodies = bodies_array([body_a, body_b])
    motions = np.array([a, b], c.MOTION)
    made, conflict = (c.Constraint * 2)(), ctypes.c_bool()
    space, memory = c.workspace()
    c.check(library.graze_conflict_split(
        ctypes.byref(lattice.raw), ctypes.c_void_p(c.address(bodies[0:1])),
        ctypes.c_void_p(c.address(motions[0:1])), ctypes.c_void_p(c.address(bodies[1:2])),
        ctypes.c_void_p(c.address(motions[1:2])), ctypes.c_double(tolerance), int(targets),
        ctypes.byref(space), made, ctypes.byref(conflict)))
    del memory
    if not conflict.value:
        return None
    first, second = (Constraint(_FORMS[one.form], one.when.lower, one.when.upper) for one in made)
    return first, second


class Prepared:
    """A trajectory of a body, made ready for many questions of the kind "in conflict, or not?".

    It keeps both; they must not be changed.
    """

    def __init__(self, body: Body, trajectory: Trajectory) -> None:
        self._owners = body, trajectory
        self._body, self._path = bodies_array([body]), trajectories_array([trajectory])
        self._motions = np.zeros(len(trajectory), c.PREPARED)
        self.raw = c.PreparedTrajectory()
        c.check(library.graze_trajectory_prepare(
            ctypes.c_void_p(c.address(self._body)), ctypes.c_void_p(c.address(self._path)),
            ctypes.c_void_p(c.address(self._motions)), ctypes.byref(self.raw)))

    def first_conflict(self, other: "Prepared",
                       tolerance: float = 0.0) -> Optional[tuple[int, int]]:
        """The first motions in conflict, of this and of the other trajectory; None: they are
        free of each other."""
        pair, found = c.MotionPair(), ctypes.c_bool()
        c.check(library.graze_trajectory_first_conflict(
            ctypes.byref(self.raw), ctypes.byref(other.raw), ctypes.c_double(tolerance),
            ctypes.byref(pair), ctypes.byref(found)))
        return (pair.motion_a, pair.motion_b) if found.value else None


class Biclique(NamedTuple):
    """Edges of which every one of a conflicts with every one of b, at all lattice differences
    (start of a's) - (start of b's) inside the open interval."""

    edges_a: np.ndarray
    edges_b: np.ndarray
    lower: float
    upper: float


class CollisionTable:
    """When moves along the edges of a roadmap conflict, asked of the kernel once for each pair.

    Kinds are pairs of a body and a speed, and are named by their numbers; edges are the rows of
    roadmap.edges(). Answers are open intervals of lattice times, None where there is no conflict.
    """

    def __init__(self, roadmap: Roadmap, bodies: Sequence[Body], speeds: Any = 1.0,
                 tolerance: float = 0.0) -> None:
        self._raw = ctypes.c_void_p()
        self._owners = roadmap, list(bodies)
        kinds = np.zeros(len(self._owners[1]), c.BODY_KIND)
        kinds["body"], kinds["speed"] = bodies_array(self._owners[1]), speeds
        c.check(library.graze_collision_table_new(
            ctypes.byref(roadmap.raw), ctypes.c_void_p(c.address(kinds)),
            ctypes.c_size_t(len(kinds)), ctypes.c_double(tolerance), None,
            ctypes.byref(self._raw)))

    @property
    def lattice(self) -> Lattice:
        """The lattice of all times of the table."""
        made = Lattice(1.0)
        c.check(library.graze_collision_table_lattice(self._raw, ctypes.byref(made.raw)))
        return made

    def motion(self, kind: int, edge: int, start: float = 0.0) -> np.void:
        """The move of a kind along an edge, as an element of an array of MOTION."""
        made = np.zeros(1, c.MOTION)
        c.check(library.graze_collision_table_motion(
            self._raw, ctypes.c_size_t(kind), ctypes.c_uint32(edge), ctypes.c_double(start),
            ctypes.c_void_p(c.address(made))))
        return made[0]

    def moves(self, kind_a: int, edge_a: int, kind_b: int, edge_b: int) -> Optional[Interval]:
        """The differences (start along edge_a) - (start along edge_b) at which they conflict."""
        return self._interval(library.graze_collision_table_moves, kind_a, edge_a, kind_b, edge_b)

    def stay(self, kind_resting: int, vertex: int, kind_moving: int,
             edge: int) -> Optional[Interval]:
        """The times since the start along an edge at which the move overlaps a body that rests
        at a vertex."""
        return self._interval(library.graze_collision_table_stay, kind_resting, vertex,
                              kind_moving, edge)

    def places(self, kind_a: int, vertex_a: int, kind_b: int, vertex_b: int) -> bool:
        """Do bodies that rest at two vertices overlap?"""
        overlap = ctypes.c_bool()
        c.check(library.graze_collision_table_places(
            self._raw, ctypes.c_size_t(kind_a), ctypes.c_uint32(vertex_a), ctypes.c_size_t(kind_b),
            ctypes.c_uint32(vertex_b), ctypes.byref(overlap)))
        return overlap.value

    def partners(self, kind_a: int, edge_a: int, kind_b: int,
                 throughout: Optional[Interval] = None) -> np.ndarray:
        """The edges of kind_b that conflict with edge_a at all lattice differences inside an open
        interval; without one, at some difference."""
        edges, count = np.empty(self._edge_count(), np.uint32), ctypes.c_size_t()
        c.check(library.graze_collision_table_partners(
            self._raw, ctypes.c_size_t(kind_a), ctypes.c_uint32(edge_a),
            None if throughout is None else ctypes.byref(c.Interval(*throughout)),
            ctypes.c_size_t(kind_b), ctypes.c_void_p(c.address(edges)),
            ctypes.c_size_t(len(edges)), ctypes.byref(count)))
        return edges[:count.value].copy()

    def biclique(self, throughout: Interval, kind_a: int, edges_a: Any, kind_b: int,
                 edges_b: Any) -> Optional[Biclique]:
        """The biclique of most edges among candidates, the first of each certain, for all lattice
        differences inside an open interval; None when the first two do not conflict throughout."""
        a, b = (np.array(edges, np.uint32).reshape(-1) for edges in (edges_a, edges_b))
        count_a, count_b = ctypes.c_size_t(len(a)), ctypes.c_size_t(len(b))
        common = c.Interval()
        c.check(library.graze_collision_table_biclique(
            self._raw, ctypes.byref(c.Interval(*throughout)), ctypes.c_size_t(kind_a),
            ctypes.c_void_p(c.address(a)), ctypes.byref(count_a), ctypes.c_size_t(kind_b),
            ctypes.c_void_p(c.address(b)), ctypes.byref(count_b), ctypes.byref(common)))
        if count_a.value == 0:
            return None
        return Biclique(a[:count_a.value], b[:count_b.value], common.lower, common.upper)

    def _edge_count(self) -> int:
        return len(self._owners[0].targets)

    def _interval(self, question: Any, one: int, of_one: int, other: int,
                  of_other: int) -> Optional[Interval]:
        when, exists = c.Interval(), ctypes.c_bool()
        c.check(question(self._raw, ctypes.c_size_t(one), ctypes.c_uint32(of_one),
                         ctypes.c_size_t(other), ctypes.c_uint32(of_other), ctypes.byref(when),
                         ctypes.byref(exists)))
        return (when.lower, when.upper) if exists.value else None

    def __del__(self) -> None:
        if getattr(self, "_raw", None):
            library.graze_collision_table_free(self._raw)
