# SPDX-License-Identifier: MIT
"""A stranger's program in Python, who knows of Graze what is installed.

    python3 stranger.py LAYOUT GRAZE

LAYOUT is what layout.c printed; GRAZE the installed driver.
"""
import doctest
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import graze
from graze import _library

LAYOUT, DRIVER = sys.argv[1:3]


def head_on(radius=0.5):
    """Two discs head-on at 1 m/s, from 10 m apart: they overlap from 4.5 s to 5.5 s."""
    east = graze.waypoint_moves(radius, [0.0], [10.0], [[0.0, 0.0]], [[10.0, 0.0]])
    west = graze.waypoint_moves(radius, [0.0], [10.0], [[10.0, 0.0]], [[0.0, 0.0]])
    return east, west


def driver(y=0.0, reverse=False):
    ends = [(10.0, y), (0.0, y)] if reverse else [(0.0, y), (10.0, y)]
    return graze.Trajectory.from_waypoints([0.0, 10.0], ends)


class Layouts(unittest.TestCase):
    def test_structures_are_those_of_the_headers(self):
        types = {"graze_motion": _library.MOTION, "graze_meeting": _library.MEETING,
                 "graze_body": _library.BODY, "graze_trajectory": _library.TRAJECTORY,
                 "graze_interval": _library.INTERVAL, "graze_task": _library.TASK,
                 "graze_moves": _library.Moves, "graze_workspace": _library.Workspace,
                 "graze_check_options": _library.CheckOptions,
                 "graze_check_answer": _library.CheckAnswer,
                 "graze_check_listener": _library.CheckListener,
                 "graze_check_counts": _library.CheckCounts, "graze_roadmap": _library.Roadmap,
                 "graze_grid": _library.Grid, "graze_problem": _library.Problem,
                 "graze_solve_options": _library.SolveOptions,
                 "graze_solve_progress": _library.Progress, "graze_solution": _library.Solution,
                 "graze_body_kind": _library.BODY_KIND, "graze_lattice": _library.Lattice,
                 "graze_point": _library.Point, "graze_constraint": _library.Constraint,
                 "graze_motion_pair": _library.MotionPair, "graze_prepared": _library.PREPARED,
                 "graze_prepared_trajectory": _library.PreparedTrajectory,
                 "graze_index_pair": _library.INDEX_PAIR}
        seen = set()
        for line in Path(LAYOUT).read_text(encoding="utf-8").splitlines():
            name, field, value = line.split()
            if name == "status":
                self.assertEqual(getattr(_library, field), int(value), line)
                continue
            kind = types[name]
            seen.add(name)
            if field == "sizeof":
                size = kind.itemsize if isinstance(kind, np.dtype) else _library.ctypes.sizeof(kind)
                self.assertEqual(size, int(value), line)
            elif isinstance(kind, np.dtype):
                self.assertEqual(kind.fields[field][1], int(value), line)
            else:
                self.assertEqual(getattr(kind, field).offset, int(value), line)
        self.assertEqual(seen, set(types))


class Pairs(unittest.TestCase):
    def test_decisions_and_intervals(self):
        east, west = head_on()
        self.assertEqual(graze.conflicts(east, west).tolist(), [True])
        self.assertEqual(graze.intervals(east, west).of(0), [(4.5, 5.5)])
        self.assertEqual(graze.unsafe_starts(east, west).of(0), [(-10.0, 10.0)])

    def test_a_touch_is_no_conflict_and_an_ulp_more_is_one(self):
        rows = np.array([[0.0, 0.0]]), np.array([[0.0, 1.0]])
        still = [graze.waypoint_moves(0.5, [0.0], [1.0], row, row) for row in rows]
        self.assertFalse(graze.conflicts(*still)[0])
        more = graze.waypoint_moves(np.nextafter(0.5, 1), [0.0], [1.0], rows[1], rows[1])
        self.assertTrue(graze.conflicts(still[0], more)[0])

    def test_a_million_pairs_are_as_many_answers(self):
        random, count = np.random.default_rng(1), 1_000_000
        def moves():
            start = random.uniform(0, 20, count)
            return graze.waypoint_moves(0.5, start, start + random.uniform(1, 5, count),
                                        random.uniform(0, 20, (count, 2)),
                                        random.uniform(0, 20, (count, 2)))
        a, b = moves(), moves()
        hits, ranges = graze.conflicts(a, b), graze.intervals(a, b)
        self.assertTrue((np.diff(ranges.first) == hits).all())
        self.assertTrue((ranges.lower < ranges.upper).all())
        self.assertTrue(1000 < hits.sum() < count / 2)

    def test_accelerated_motions_and_corners(self):
        square = graze.Body(0, [[-1, -1], [1, -1], [1, 1], [-1, 1]])
        brakes = graze.kinematic_moves(0.5, [0.0], [4.0], [[0.0, 0.0]], [[4.0, 0.0]],
                                       [[-1.0, 0.0]])
        stands = graze.kinematic_moves(0, [0.0], [9.0], [[9.5, 0.0]], [[0.0, 0.0]],
                                       bodies=[square])
        self.assertEqual(len(graze.intervals(brakes, stands).of(0)), 0)
        self.assertEqual(len(graze.unsafe_starts(brakes, stands).of(0)), 0)
        nearer = graze.kinematic_moves(0, [0.0], [9.0], [[9.0, 0.5]], [[-0.5, 0.0]],
                                       bodies=[square])
        self.assertEqual(len(graze.intervals(brakes, nearer).of(0)), 1)
        self.assertEqual(len(graze.unsafe_starts(brakes, nearer).of(0)), 1)

    def test_the_pair_at_fault_is_told(self):
        east, _ = head_on()
        radius = np.full(3, 0.5)
        radius[2] = np.nan
        rows = np.zeros((3, 2))
        bad = graze.waypoint_moves(radius, np.zeros(3), np.ones(3), rows, rows)
        with self.assertRaises(graze.Error) as fault:
            graze.conflicts(bad, bad)
        self.assertEqual((fault.exception.status, fault.exception.index),
                         ("GRAZE_ERROR_NOT_FINITE", 2))
        with self.assertRaises(graze.Error):
            graze.conflicts(east, bad)
        with self.assertRaises(ValueError):
            graze.waypoint_moves(0.5, np.zeros(3), np.ones(2), rows, rows)


class Plans(unittest.TestCase):
    def test_meetings_of_two(self):
        disc = graze.Body(0.5)
        found = graze.meetings(disc, driver(), disc, driver(reverse=True))
        self.assertEqual(found["verdict"].tolist(), [graze.Verdict.CONFLICT])
        self.assertEqual((found["lower"][0], found["upper"][0], found["depth"][0]), (4.5, 5.5, 1))

    def test_a_whole_plan(self):
        bodies = [graze.Body(0.5)] * 4
        paths = [driver(), driver(reverse=True), driver(y=5.0), driver(y=6.0)]
        plan = graze.check_plan(bodies, paths)
        self.assertFalse(plan.is_safe())
        self.assertEqual(list(zip(plan.agent_a.tolist(), plan.agent_b.tolist(),
                                  plan.meetings["verdict"].tolist())), [(0, 1, 3), (2, 3, 1)])
        self.assertEqual((plan.counts["pairs"], plan.counts["pairs_done"]), (6, 6))
        self.assertTrue(graze.check_plan(bodies[2:], paths[2:]).is_safe())
        early = graze.check_plan(bodies, paths, stop=lambda a, b, rows: True)
        self.assertEqual(len(early.meetings), 1)
        with self.assertRaises(ZeroDivisionError):
            graze.check_plan(bodies, paths, stop=lambda a, b, rows: 1 // 0)
        self.assertTrue(graze.check_plan([], []).is_safe())

    def test_an_index_and_safe_intervals(self):
        disc = graze.Body(0.5)
        index = graze.Index([disc], [driver()])
        self.assertEqual(index.safe_intervals(disc, (5, 0), (0, 10)).tolist(), [[0, 4], [6, 10]])
        index.insert(3, disc, driver(y=0.5))
        self.assertEqual(len(index), 2)
        index.remove(0)
        index.remove(3)
        self.assertEqual(index.safe_intervals(disc, (5, 0), (0, 10)).tolist(), [[0, 10]])
        with self.assertRaises(graze.Error):
            index.remove(3)

    def test_a_plan_is_found_and_certified(self):
        roads = graze.Roadmap.from_grid(np.zeros((3, 4), bool), 0.3)
        solved = graze.solve(roads, [0, 3], [3, 0], 0.3)
        self.assertEqual(solved.outcome, "found")
        self.assertGreater(solved.sum_of_costs, 6)
        checked = graze.check_plan([graze.Body(0.3)] * 2, solved.trajectories)
        self.assertTrue(checked.is_safe())
        lane = graze.Roadmap([[0, 0], [1, 0]], [[0, 1], [1, 0]])
        self.assertEqual(graze.solve(lane, [0, 1], [1, 0], 0.3).outcome, "impossible")


class BodiesOfMotions(unittest.TestCase):
    """A lift that turns in place from 4 s to 6 s, and a cart beside it."""

    along = graze.Body(0, [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
    across = graze.Body(0, [[-0.5, -1], [0.5, -1], [0.5, 1], [-0.5, 1]])
    places = [(0, 0), (6, 0), (6, 0), (6, 6)]

    def setUp(self):
        self.cart = graze.Body(0.25), graze.Trajectory.from_waypoints([0], [(6, -1.25)])

    def lift(self, *bodies, since=0.0):
        return graze.Trajectory.from_waypoints(np.array([0, 4, 6, 10]) + since, self.places,
                                               bodies=bodies)

    def test_a_body_that_is_turned_holds_what_it_turns(self):
        point, still = graze.Body(), np.array([[0.0, 0.0]])
        turned = self.along.turned(np.pi / 2)
        for place, upright in (((0.0, 0.99), True), ((0.51, 0.0), False)):
            for body, meets in ((turned, upright), (self.along, not upright)):
                one = graze.waypoint_moves(0, [0.0], [1.0], still, still, bodies=[body])
                there = np.array([place])
                other = graze.waypoint_moves(0, [0.0], [1.0], there, there, bodies=[point])
                self.assertEqual(bool(graze.conflicts(one, other)[0]), meets)
        self.assertTrue(np.abs(turned.vertices).max(axis=0)[1] >= 1)

    def test_each_motion_speaks_with_its_own_body(self):
        lift = self.lift(self.along, graze.Body(1.125), self.across, self.across)
        found = graze.meetings(graze.Body(99), lift, *self.cart)
        self.assertEqual(found["verdict"].tolist(), [graze.Verdict.CONFLICT])
        self.assertEqual((found["lower"][0], found["upper"][0], found["depth"][0]), (4, 6, 0.125))
        along = self.lift(*[self.along] * 4)
        self.assertEqual(len(graze.meetings(graze.Body(99), along, *self.cart)), 0)
        plan = graze.check_plan([graze.Body(99), self.cart[0]], [lift, self.cart[1]])
        self.assertEqual(plan.meetings["lower"].tolist(), [4])
        index = graze.Index([self.cart[0]], [self.cart[1]])
        self.assertTrue(index.has_conflict(graze.Body(99), lift))
        self.assertFalse(index.has_conflict(graze.Body(99), along))
        with self.assertRaises(ValueError):
            self.lift(self.along)

    def test_who_stands_has_the_body_of_the_first_motion(self):
        lift = self.lift(graze.Body(9), *[self.along] * 3, since=5)
        self.assertEqual(graze.meetings(self.along, lift, *self.cart)["lower"].tolist(), [5])
        stands = lift.standing(0)
        self.assertEqual((len(stands), len(stands.bodies)), (5, 5))
        found = graze.meetings(self.along, stands, *self.cart)
        self.assertEqual((found["lower"].tolist(), found["upper"].tolist()), ([0], [9]))
        self.assertEqual(len(stands.standing(0)), 5)
        self.assertEqual(len(driver().standing(-1)), 3)

    def test_ramps_are_built_and_asked(self):
        disc, crate = graze.Body(0.5), graze.Trajectory.from_waypoints([0, 9], [(10, 0)] * 2)
        lift = graze.Trajectory.from_ramps([0, 4], [(0, 0), (16, 0)], [0, 1], "vanish")
        self.assertEqual((lift.motions[0]["form"], lift.motions[0]["acceleration"][0]), (3, 0))
        self.assertEqual(graze.meetings(disc, lift, disc, crate)["lower"].tolist(), [3])
        plan = graze.check_plan([disc, disc], [lift, crate], tolerance=0)
        self.assertEqual(plan.meetings["lower"].tolist(), [3])
        even = graze.Trajectory.from_ramps([0, 4], [(0, 0), (16, 0)], [1, 1], "vanish")
        self.assertEqual(graze.meetings(disc, even, disc, crate)["lower"].tolist(), [2.25])
        large = graze.Trajectory(lift.motions, [graze.Body(5.5)])
        self.assertEqual(graze.meetings(disc, large, disc, crate)["lower"].tolist(), [2])
        for shares in ([3, 1], [0]):
            with self.assertRaises(ValueError):
                graze.Trajectory.from_ramps([0, 4], [(0, 0), (16, 0)], shares)


class Solvers(unittest.TestCase):
    """A road of 2 m, both ways: edge 0 goes east, edge 1 west."""

    def setUp(self):
        self.road = graze.Roadmap([[0, 0], [2, 0]], [[0, 1], [1, 0]])
        self.disc = graze.Body(0.25)
        self.table = graze.CollisionTable(self.road, [self.disc, self.disc], [1.0, 0.5])

    def test_times_of_a_lattice(self):
        lattice = graze.Lattice.for_roadmap(self.road, 0.5)
        self.assertEqual((lattice.tick, self.table.lattice.tick), (2.0**-38, 2.0**-38))
        self.assertTrue(lattice.down(0.1) < 0.1 < lattice.up(0.1))
        self.assertEqual(lattice.up(0.1) - lattice.down(0.1), lattice.tick)
        self.assertEqual(lattice.duration((0, 0), (2, 0), 0.5), 4)
        self.assertEqual(lattice.earliest_safe([[0, 2], [2.5, 3]], 1), 2)
        self.assertEqual(lattice.earliest_within([[0, 2], [2.5, 3]], 2.25), 2.5)
        with self.assertRaises(graze.Error):
            graze.Lattice(float("nan"))

    def test_a_split_keeps_every_plan(self):
        lattice = graze.Lattice(4.0)
        moves = graze.waypoint_moves(0.25, [0, 1], [2, 3], [[0, 0], [2, 0]], [[2, 0], [0, 0]])
        east, west = moves.motions()
        first, second = graze.conflict_split(lattice, self.disc, east, self.disc, west)
        self.assertEqual((first.form, second.form), ("not start", "not start"))
        self.assertTrue(first.lower < 0 < first.upper and second.lower < 1 < second.upper)
        away = graze.waypoint_moves(0.25, [0], [2], [[9, 9]], [[9, 0]]).motions()[0]
        self.assertIsNone(graze.conflict_split(lattice, self.disc, east, self.disc, away))

    def test_prepared_trajectories(self):
        east, west = (graze.Prepared(graze.Body(0.5), driver(reverse=way)) for way in (False, True))
        self.assertEqual(east.first_conflict(west), (0, 0))
        self.assertIsNone(east.first_conflict(graze.Prepared(graze.Body(0.5), driver(y=1.0))))

    def test_what_if(self):
        index = graze.Index([self.disc] * 2, [driver(), driver(y=3.0)])
        self.assertEqual(index.conflicts(self.disc, driver(reverse=True)).tolist(), [[0, 0, 0]])
        self.assertTrue(index.has_conflict(self.disc, driver(y=3.0)))
        self.assertFalse(index.has_conflict(self.disc, driver(y=3.0), instead_of=1))
        self.assertEqual(index.conflicts(self.disc, driver(y=5.0)).shape, (0, 3))

    def test_all_conflicts(self):
        index = graze.Index([self.disc] * 2, [driver(), driver(y=3.0)])
        self.assertEqual(index.all_conflicts().shape, (0, 4))
        for number in (9, 6):
            index.insert(number, self.disc, driver(reverse=True))
        self.assertEqual(index.all_conflicts().tolist(), [
            [0, 0, 6, 0], [0, 0, 9, 0], [6, 0, 9, 0], [6, 1, 9, 1]])
        self.assertEqual(len(index.all_conflicts(tolerance=0.5)), 0)
        index.remove(9)
        self.assertEqual(index.all_conflicts().tolist(), [[0, 0, 6, 0]])

    def test_a_table_of_collision_intervals(self):
        self.assertEqual(self.road.edges().tolist(), [[0, 1], [1, 0]])
        lower, upper = self.table.moves(0, 0, 0, 1)
        self.assertEqual((lower, upper), (-2.0, 2.0))
        self.assertEqual(self.table.motion(1, 1, 3.0)["duration"], 4)
        self.assertEqual(self.table.stay(0, 1, 0, 0), (1.5, 2.0))
        self.assertTrue(self.table.places(0, 0, 1, 0))
        self.assertFalse(self.table.places(0, 0, 1, 1))
        self.assertEqual(self.table.partners(0, 0, 1).tolist(), [0, 1])
        self.assertEqual(self.table.partners(0, 0, 0, (-2, 2)).tolist(), [1])
        found = self.table.biclique((-1, 1), 0, [0], 0, [1, 0])
        self.assertEqual((found.edges_a.tolist(), found.edges_b.tolist()), ([0], [1]))
        self.assertEqual((found.lower, found.upper), (-2, 2))
        self.assertIsNone(self.table.biclique((3, 4), 0, [0], 0, [1]))
        with self.assertRaises(graze.Error):
            self.table.moves(2, 0, 0, 0)


class Results(unittest.TestCase):
    def test_a_database_becomes_arrays(self):
        with tempfile.TemporaryDirectory() as folder:
            plan, database = Path(folder, "plan.csv"), Path(folder, "results.db")
            plan.write_text("agent,time,x,y\na,0,0,0\na,10,10,0\nb,0,10,0\nb,10,0,0\n",
                            encoding="utf-8")
            subprocess.run([DRIVER, "check", "-q", "--radius", "0.5", "--tolerance", "0", "-o", database, plan],
                           check=False, stdout=subprocess.DEVNULL)
            found = graze.results.meetings(database)
            self.assertEqual(found["agent_a"].tolist(), ["a"])
            self.assertEqual((found["begin_s"][0], found["end_s"].dtype), (4.5, np.float64))
            self.assertEqual(len(graze.results.motions(database)["seq"]), 4)
            with self.assertRaises(Exception):
                graze.results.query(database, "DELETE FROM meeting")


def load_tests(_loader, tests, _pattern):
    """The docstring of the package is a test, too."""
    tests.addTests(doctest.DocTestSuite(graze))
    return tests


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
