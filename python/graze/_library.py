# SPDX-License-Identifier: MIT
"""The shared library, as ctypes and numpy see it: where it is, its structures, its errors.

Nothing is compiled: layouts are written down here, and a test compares them with the headers.
"""
from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Optional

import numpy as np

_NAME = "libgraze.so.0"


def _load() -> ctypes.CDLL:
    """Opens $GRAZE_LIBRARY, else the library of the same installation, else the system's."""
    chosen = os.environ.get("GRAZE_LIBRARY")
    if chosen:
        return ctypes.CDLL(chosen)
    for folder in list(Path(__file__).resolve().parents)[2:5]:
        if (folder / _NAME).exists():
            return ctypes.CDLL(str(folder / _NAME))
    return ctypes.CDLL(_NAME)


library = _load()
library.graze_version.restype = ctypes.c_char_p
library.graze_status_name.restype = ctypes.c_char_p
library.graze_status_message.restype = ctypes.c_char_p
library.graze_workspace_size.restype = ctypes.c_size_t
library.graze_index_free.restype = None
library.graze_world_free.restype = None
library.graze_roadmap_free.restype = None
library.graze_solution_free.restype = None
library.graze_collision_table_free.restype = None

OK = 0
CAPACITY, WORKSPACE, MEMORY = 13, 15, 27  # of graze_status; a test compares them, too
NOBODY = ctypes.c_size_t(-1).value


class Error(ValueError):
    """A question that the library refused.

    status is the name of the status ("GRAZE_ERROR_NOT_FINITE"); index is the pair, row or
    agent at fault where one is known, else None.
    """

    def __init__(self, number: int, index: Optional[int] = None) -> None:
        self.status: str = library.graze_status_name(number).decode()
        self.index = index
        message = library.graze_status_message(number).decode()
        super().__init__(message if index is None else f"{message} (at index {index})")


def check(number: int, index: Optional[int] = None) -> None:
    """Raises MemoryError or Error unless the status is GRAZE_OK."""
    if number == MEMORY:
        raise MemoryError(library.graze_status_message(number).decode())
    if number != OK:
        raise Error(number, index)


# ---- structures as numpy types ---------------------------------------------------------------

#: A motion, field by field as in <graze/motion.h>; `to` is the velocity unless form is 1 or 3 (a
#: ramp, whose share is acceleration[0]).
MOTION = np.dtype(
    [("form", "i4"), ("position", "f8", 3), ("to", "f8", 3), ("acceleration", "f8", 3),
     ("start", "f8"), ("start_tail", "f8"), ("duration", "f8"), ("duration_tail", "f8")],
    align=True)

#: A stretch of time in which two trajectories meet, as in <graze/conflict.h>.
MEETING = np.dtype(
    [("verdict", "i4"), ("motion_a", "u8"), ("motion_b", "u8"), ("lower", "f8"), ("upper", "f8"),
     ("depth", "f8"), ("distance", "f8"), ("time", "f8")], align=True)

BODY = np.dtype([("radius", "f8"), ("vertices", "u8"), ("vertex_count", "u8")])
TRAJECTORY = np.dtype([("motions", "u8"), ("count", "u8"), ("bodies", "u8")])
INTERVAL = np.dtype([("lower", "f8"), ("upper", "f8")])
TASK = np.dtype([("radius", "f8"), ("speed", "f8"), ("start", "u4"), ("goal", "u4"),
                 ("moves", "u8"), ("acceleration", "f8"), ("deceleration", "f8"),
                 ("turn_rate", "f8"), ("turns", "?"), ("unused", "V7"), ("vertices", "u8"),
                 ("vertex_count", "u8"), ("has_heading", "?"), ("unused_too", "V7"),
                 ("heading", "f8"), ("turn_times", "u8"), ("turn_time_count", "u8")])
BODY_KIND = np.dtype([("body", BODY), ("speed", "f8"), ("moves", "u8")])
PREPARED = np.dtype("V64")  # graze_prepared, which nobody looks into
INDEX_PAIR = np.dtype([("agent_a", "u8"), ("motion_a", "u8"), ("agent_b", "u8"),
                       ("motion_b", "u8")])

Pointers3 = ctypes.c_void_p * 3


class Moves(ctypes.Structure):
    """graze_moves of <graze/pairwise.h>"""

    _fields_ = [("count", ctypes.c_size_t), ("form", ctypes.c_int), ("bodies", ctypes.c_void_p),
                ("radius", ctypes.c_void_p), ("place", Pointers3), ("to", Pointers3),
                ("velocity", Pointers3), ("acceleration", Pointers3), ("start", ctypes.c_void_p),
                ("end", ctypes.c_void_p), ("duration", ctypes.c_void_p)]


class Workspace(ctypes.Structure):
    """graze_workspace"""

    _fields_ = [("memory", ctypes.c_void_p), ("size", ctypes.c_size_t),
                ("should_stop", ctypes.c_void_p), ("context", ctypes.c_void_p)]


class Vector(ctypes.Structure):
    """graze_vector"""

    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("z", ctypes.c_double)]


class Point(ctypes.Structure):
    """graze_point"""

    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double)]


class Interval(ctypes.Structure):
    """graze_interval, and graze_closed_interval"""

    _fields_ = [("lower", ctypes.c_double), ("upper", ctypes.c_double)]


class Lattice(ctypes.Structure):
    """graze_lattice"""

    _fields_ = [("exponent", ctypes.c_int), ("tick", ctypes.c_double)]


class Constraint(ctypes.Structure):
    """graze_constraint"""

    _fields_ = [("form", ctypes.c_int), ("when", Interval)]


class MotionPair(ctypes.Structure):
    """graze_motion_pair"""

    _fields_ = [("motion_a", ctypes.c_size_t), ("motion_b", ctypes.c_size_t)]


class PreparedTrajectory(ctypes.Structure):
    """graze_prepared_trajectory"""

    _fields_ = [("body", ctypes.c_void_p),
                ("trajectory", ctypes.c_void_p * (TRAJECTORY.itemsize // 8)),
                ("motions", ctypes.c_void_p), ("plane", ctypes.c_bool), ("timed", ctypes.c_bool),
                ("plain", ctypes.c_bool)]


class CheckOptions(ctypes.Structure):
    """graze_check_options"""

    _fields_ = [("tolerance", ctypes.c_double), ("without_index", ctypes.c_bool),
                ("index", ctypes.c_int), ("filter", ctypes.c_int), ("threads", ctypes.c_size_t),
                ("first_agent", ctypes.c_size_t), ("source", ctypes.c_void_p)]


class CheckAnswer(ctypes.Structure):
    """graze_check_answer"""

    _fields_ = [("agent_a", ctypes.c_size_t), ("agent_b", ctypes.c_size_t),
                ("each", ctypes.c_void_p), ("each_count", ctypes.c_size_t),
                ("merged", ctypes.c_void_p), ("merged_count", ctypes.c_size_t)]


Take = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(CheckAnswer))
Sink = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)


class CheckListener(ctypes.Structure):
    """graze_check_listener"""

    _fields_ = [("take", Take), ("step", ctypes.c_void_p), ("stop", ctypes.c_void_p),
                ("context", ctypes.c_void_p)]


class CheckCounts(ctypes.Structure):
    """graze_check_counts"""

    _fields_ = [(name, ctypes.c_uint64)
                for name in ("pairs", "pairs_done", "pairs_asked", "motions_indexed",
                             "motions_filtered")] + \
               [(name, ctypes.c_size_t)
                for name in ("by_lives", "by_doubles", "by_double_doubles", "by_exact",
                             "agent_a", "agent_b")]


class Roadmap(ctypes.Structure):
    """graze_roadmap"""

    _fields_ = [("vertex_count", ctypes.c_uint32), ("places", ctypes.c_void_p),
                ("first", ctypes.c_void_p), ("targets", ctypes.c_void_p)]


class Grid(ctypes.Structure):
    """graze_grid"""

    _fields_ = [("columns", ctypes.c_uint32), ("rows", ctypes.c_uint32),
                ("blocked", ctypes.c_void_p), ("cell", ctypes.c_double)]


class Problem(ctypes.Structure):
    """graze_problem"""

    _fields_ = [("roadmap", ctypes.c_void_p), ("tasks", ctypes.c_void_p),
                ("task_count", ctypes.c_size_t), ("tolerance", ctypes.c_double)]


class Progress(ctypes.Structure):
    """graze_solve_progress"""

    _fields_ = [(name, ctypes.c_uint64)
                for name in ("nodes_expanded", "nodes_generated", "searches", "states_expanded",
                             "bypasses", "kernel_calls")] + \
               [("lower_bound", ctypes.c_double), ("open_conflicts", ctypes.c_size_t),
                ("cost", ctypes.c_double), ("evictions", ctypes.c_uint64)]


class SolveOptions(ctypes.Structure):
    """graze_solve_options"""

    _fields_ = [("method", ctypes.c_int), ("suboptimality", ctypes.c_double),
                ("without", ctypes.c_uint), ("node_limit", ctypes.c_uint64),
                ("progress", ctypes.c_void_p), ("context", ctypes.c_void_p),
                ("seed", ctypes.c_uint64), ("threads", ctypes.c_size_t)]


class Solution(ctypes.Structure):
    """graze_solution"""

    _fields_ = [("outcome", ctypes.c_int), ("reason", ctypes.c_int), ("agent_a", ctypes.c_size_t),
                ("agent_b", ctypes.c_size_t), ("trajectories", ctypes.c_void_p),
                ("motions", ctypes.c_void_p), ("sum_of_costs", ctypes.c_double),
                ("makespan", ctypes.c_double), ("tick", ctypes.c_double),
                ("bodies", ctypes.c_void_p), ("corners", ctypes.c_void_p),
                ("progress", Progress)]


# ---- arrays ----------------------------------------------------------------------------------

def doubles(values: Any) -> np.ndarray:
    """The values as doubles in a row, copied only where they are not that already."""
    return np.ascontiguousarray(values, dtype=np.float64)


def address(array: Optional[np.ndarray]) -> Optional[int]:
    """Where an array's numbers are; the caller keeps it alive."""
    return None if array is None else array.ctypes.data


def copied(where: Optional[int], count: int, kind: np.dtype) -> np.ndarray:
    """Structures that belong to the library, as an array of our own."""
    if not where or count == 0:
        return np.empty(0, kind)
    return np.frombuffer(ctypes.string_at(where, count * kind.itemsize), kind).copy()


def workspace() -> tuple[Workspace, Any]:
    """A workspace for everyday numbers, and the memory that must outlive it."""
    size = library.graze_workspace_size()
    memory = ctypes.create_string_buffer(size)
    return Workspace(ctypes.addressof(memory), size, None, None), memory
