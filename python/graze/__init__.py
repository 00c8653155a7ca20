# SPDX-License-Identifier: MIT
"""Graze: exact conflicts of moving agents.

Decisions are the mathematically true ones, for doubles taken as exact numbers: never a miss,
never a false alarm; ends of intervals are correctly rounded outward.

    >>> import graze
    >>> east = graze.waypoint_moves(0.5, [0], [10], [[0, 0]], [[10, 0]])
    >>> north = graze.waypoint_moves(0.5, [1.4], [11.4], [[5, -5]], [[5, 5]])
    >>> graze.conflicts(east, north).tolist()
    [True]
    >>> graze.intervals(east, north).of(0)
    [(5.6, 5.8)]

Lists of motions (waypoint_moves, kinematic_moves) are asked pair by pair: conflicts, intervals,
unsafe_starts. Whole agents (Body, Trajectory): meetings, check_plan, Index. Planning: Roadmap,
solve. For authors of solvers: Lattice, conflict_split, Prepared, CollisionTable. Databases of
`graze check -o`: graze.results. Needs numpy and the shared library, which GRAZE_LIBRARY names
where it is in no usual place.
"""
from . import results
from ._library import INTERVAL, MEETING, MOTION, Error, library
from .motions import Body, Moves, Trajectory, kinematic_moves, waypoint_moves
from .pairs import Ranges, conflicts, intervals, unsafe_starts
from .planning import Roadmap, Solved, solve
from .plans import Index, Plan, Verdict, check_plan, meetings
from .solvers import Biclique, CollisionTable, Constraint, Lattice, Prepared, conflict_split

__version__: str = library.graze_version().decode()

__all__ = [
    "Biclique", "Body", "CollisionTable", "Constraint", "Error", "INTERVAL", "Index", "Lattice",
    "MEETING", "MOTION", "Moves", "Plan", "Prepared", "Ranges", "Roadmap", "Solved", "Trajectory",
    "Verdict", "check_plan", "conflict_split", "conflicts", "intervals", "kinematic_moves",
    "meetings", "results", "solve", "unsafe_starts", "waypoint_moves",
]
