# SPDX-License-Identifier: MIT
"""Bodies, lists of motions, and trajectories."""
from __future__ import annotations

import ctypes
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _library as c
from ._library import library

WAYPOINT, KINEMATIC = 1, 0
_AT_END = {"stay": 0, "vanish": 1}


class Body:
    """A disc (in space a sphere), or with vertices a convex polygon, rounded by the radius.

    Vertices are an array (n, 2) in the body's frame, counter-clockwise [m].
    """

    def __init__(self, radius: float = 0.0, vertices: Any = None) -> None:
        self.radius = float(radius)
        self.vertices = c.doubles(np.empty((0, 2)) if vertices is None else vertices)
        if self.vertices.ndim != 2 or self.vertices.shape[1] != 2:
            raise ValueError("vertices are an array (n, 2)")
        body = bodies_array([self])
        c.check(library.graze_body_validate(ctypes.c_void_p(c.address(body))))

    def turned(self, angle: float) -> "Body":
        """A body that holds this one turned by an angle [rad], its vertices rounded outward."""
        room = np.zeros((8 * len(self.vertices) + 1, 2))
        one, result = bodies_array([self]), np.zeros(1, c.BODY)
        c.check(library.graze_body_turned(
            ctypes.c_void_p(c.address(one)), ctypes.c_double(angle),
            ctypes.c_void_p(c.address(room)), ctypes.c_size_t(len(room)),
            ctypes.c_void_p(c.address(result))))
        return Body(self.radius, room[:int(result[0]["vertex_count"])])

    def __repr__(self) -> str:
        corners = f", vertices={self.vertices.tolist()}" if len(self.vertices) else ""
        return f"Body({self.radius!r}{corners})"


def bodies_array(bodies: Sequence[Body]) -> np.ndarray:
    """The bodies as an array of graze_body, good as long as they live."""
    array = np.zeros(len(bodies), c.BODY)
    for i, body in enumerate(bodies):
        array[i] = (body.radius, c.address(body.vertices) if len(body.vertices) else 0,
                    len(body.vertices))
    return array


class Moves:
    """n motions as arrays, one body each; made by waypoint_moves and kinematic_moves."""

    def __init__(self, form: int, radius: Union[float, Any], start: Any, until: Any,
                 place: Any, second: Any, acceleration: Any = None,
                 bodies: Optional[Sequence[Body]] = None) -> None:
        self._start, self._until = c.doubles(start), c.doubles(until)
        count = len(self._start)
        self._columns = {"place": _columns(place, count), "second": _columns(second, count),
                         "acceleration": _columns(acceleration, count)}
        self._radius = c.doubles(np.broadcast_to(np.asarray(radius, np.float64), (count,)))
        self._owners = None if bodies is None else list(bodies)
        self._bodies = None if bodies is None else bodies_array(self._owners)
        if self._until.shape != (count,) or self._start.ndim != 1 or \
                (bodies is not None and len(self._owners) != count):
            raise ValueError("arrays of one length are needed")
        self.raw = c.Moves(count, form, c.address(self._bodies), c.address(self._radius))
        self.raw.start = c.address(self._start)
        self._point(self.raw.place, "place")
        self._point(self.raw.to if form == WAYPOINT else self.raw.velocity, "second")
        self._point(self.raw.acceleration, "acceleration")
        if form == WAYPOINT:
            self.raw.end = c.address(self._until)
        else:
            self.raw.duration = c.address(self._until)

    def _point(self, pointers: Any, name: str) -> None:
        for axis, column in enumerate(self._columns[name]):
            pointers[axis] = c.address(column)

    def __len__(self) -> int:
        return int(self.raw.count)

    def motions(self) -> np.ndarray:
        """The motions as an array of MOTION."""
        array = np.zeros(len(self), c.MOTION)
        bad = ctypes.c_size_t()
        status = library.graze_moves_motions(ctypes.byref(self.raw),
                                             ctypes.c_void_p(c.address(array)), ctypes.byref(bad))
        c.check(status, bad.value)
        return array


def _columns(places: Any, count: int) -> list[Optional[np.ndarray]]:
    if places is None:
        return [None, None, None]
    array = np.asarray(places, dtype=np.float64)
    if array.ndim != 2 or array.shape[0] != count or array.shape[1] not in (2, 3):
        raise ValueError("places are an array (n, 2) or (n, 3)")
    return [np.ascontiguousarray(array[:, axis]) for axis in range(array.shape[1])]


def waypoint_moves(radius: Any, start: Any, end: Any, place: Any, to: Any,
                   bodies: Optional[Sequence[Body]] = None) -> Moves:
    """n straight motions at constant speed, from place to place between two times.

    radius: one for all, or n [m]; start, end: n [s]; place, to: arrays (n, 2) or (n, 3) [m].
    bodies, where given, stand in the place of the radius.
    """
    return Moves(WAYPOINT, radius, start, end, place, to, None, bodies)


def kinematic_moves(radius: Any, start: Any, duration: Any, place: Any, velocity: Any,
                    acceleration: Any = None, bodies: Optional[Sequence[Body]] = None) -> Moves:
    """n motions at constant velocity or acceleration: place + velocity u + acceleration u u/2."""
    return Moves(KINEMATIC, radius, start, duration, place, velocity, acceleration, bodies)


class Trajectory:
    """Motions in order of time, each starting when and where the last one ends.

    motions is an array of MOTION; from_waypoints, from_ramps and from_motions make valid ones.
    bodies, where given, are one for each motion, in the place of the agent's.
    """

    def __init__(self, motions: np.ndarray, bodies: Optional[Sequence[Body]] = None) -> None:
        self.motions = np.ascontiguousarray(motions, dtype=c.MOTION)
        self.bodies = None if bodies is None else list(bodies)
        if self.bodies is not None and len(self.bodies) != len(self.motions):
            raise ValueError("as many bodies as motions are needed")
        self._bodies = None if self.bodies is None else bodies_array(self.bodies)

    @classmethod
    def from_waypoints(cls, times: Any, places: Any, at_end: str = "stay",
                       bodies: Optional[Sequence[Body]] = None) -> "Trajectory":
        """Uniform motions between rows of times (n) [s] and places (n, 2) or (n, 3) [m].

        at_end: "stay" for ever at the last place, or "vanish".
        """
        return cls(_from_rows(library.graze_trajectory_from_waypoints, times, places, [], at_end),
                   bodies)

    @classmethod
    def from_ramps(cls, times: Any, places: Any, shares: Any, at_end: str = "stay",
                   bodies: Optional[Sequence[Body]] = None) -> "Trajectory":
        """Ramps between rows: shares (n), 0 to 2, of the mean speed at which each one starts.

        0 starts from rest, 1 keeps one speed, 2 ends at rest; that of the last row is not read.
        """
        share = c.doubles(shares)
        if share.shape != c.doubles(times).shape:
            raise ValueError("as many shares as times are needed")
        return cls(_from_rows(library.graze_trajectory_from_ramps, times, places,
                              [ctypes.c_void_p(c.address(share))], at_end), bodies)

    @classmethod
    def from_motions(cls, declared: Union[Moves, np.ndarray], at_end: str = "stay",
                     tolerance: float = 0.0) -> "Trajectory":
        """Kinematic motions, linked without a seam; jumps up to the tolerance [m] are taken."""
        rows = declared.motions() if isinstance(declared, Moves) else declared
        rows = np.ascontiguousarray(rows, dtype=c.MOTION)
        motions = np.zeros(len(rows) + 1, c.MOTION)
        count, bad = ctypes.c_size_t(), ctypes.c_size_t()
        status = library.graze_trajectory_from_motions(
            ctypes.c_size_t(len(rows)), ctypes.c_void_p(c.address(rows)), _AT_END[at_end],
            ctypes.c_double(tolerance), ctypes.c_void_p(c.address(motions)), ctypes.byref(count),
            ctypes.byref(bad))
        c.check(status, bad.value)
        return cls(motions[:count.value])

    def standing(self, since: float) -> "Trajectory":
        """The same, but it stands at its first place from the time `since` [s] until it starts."""
        motions = np.zeros(len(self.motions) + 1, c.MOTION)
        motions[:-1] = self.motions
        count = ctypes.c_size_t(len(self.motions))
        c.check(library.graze_trajectory_stand(
            ctypes.c_double(since), ctypes.c_void_p(c.address(motions)), ctypes.byref(count)))
        waits = count.value > len(self.motions)
        return Trajectory(motions[:count.value],
                          self.bodies[:1] + self.bodies if self.bodies and waits else self.bodies)

    def __len__(self) -> int:
        return len(self.motions)


def _from_rows(function: Any, times: Any, places: Any, more: list[Any], at_end: str) -> np.ndarray:
    """The motions that a function makes of rows: `more` stands behind the places."""
    time = c.doubles(times)
    place = np.zeros((len(time), 3))
    given = np.asarray(places, dtype=np.float64)
    if given.ndim != 2 or given.shape[0] != len(time) or given.shape[1] not in (2, 3):
        raise ValueError("places are an array (n, 2) or (n, 3)")
    place[:, :given.shape[1]] = given
    motions = np.zeros(len(time), c.MOTION)
    count, bad = ctypes.c_size_t(), ctypes.c_size_t()
    status = function(
        ctypes.c_size_t(len(time)), ctypes.c_void_p(c.address(time)),
        ctypes.c_void_p(c.address(place)), *more, _AT_END[at_end],
        ctypes.c_void_p(c.address(motions)), ctypes.byref(count), ctypes.byref(bad))
    c.check(status, bad.value)
    return motions[:count.value]


def trajectories_array(trajectories: Sequence[Trajectory]) -> np.ndarray:
    """The trajectories as an array of graze_trajectory, good as long as they live."""
    array = np.zeros(len(trajectories), c.TRAJECTORY)
    for i, trajectory in enumerate(trajectories):
        array[i] = (c.address(trajectory.motions), len(trajectory),
                    c.address(trajectory._bodies) or 0)
    return array
