#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the tests reach, from the export of llvm-cov; scripts/coverage runs it.

    report.py BUILD --gate lines|mcdc COUNTED   a table by rooms, the gates, and the sum of
                                                 COUNTED (`N passed, M failed, K skipped`)
    report.py BUILD ROOM...                      the lines, branches and conditions missed
"""
import collections
import json
import os
import re
import sys

LIBRARY = "base numeric geometry motion contact starts paths broadphase world check planner".split()
KERNEL = "numeric contact starts paths".split()
DRIVER = "cli io storage view".split()

# The gates, in percent: guesses until a whole run has measured what is reached. Wanted are 100 and
# 97 of the library, 98 and 92 of the driver, 95 of the conditions.
GATES = {"library": (99.0, 92.0), "driver": (90.0, 80.0), "kernel": (80.0,)}


def sources(build):
    """Each file of src/ as (room, its path, its lines)."""
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for folder, _, names in sorted(os.walk(os.path.join(top, "src"))):
        for name in sorted(names):
            if re.search(r"\.(c|h|inc)$", name):
                path = os.path.realpath(os.path.join(folder, name))
                with open(path, encoding="utf-8") as text:
                    yield os.path.relpath(path, top), path, text.read().split("\n")


def left_out(lines):
    return {n for n, line in enumerate(lines, 1) if "UNREACHED: " in line}


def read_lcov(build):
    """The counts of lines {path: {line: count}} and of branches {path: {(line, place): count}}."""
    lines = collections.defaultdict(dict)
    ways = collections.defaultdict(lambda: collections.defaultdict(int))
    path = None
    with open(os.path.join(build, "export.lcov"), encoding="utf-8") as text:
        for row in text:
            key, _, rest = row.rstrip("\n").partition(":")
            if key == "SF":
                path = os.path.realpath(rest)
            elif key == "DA":
                line, count = rest.split(",")[:2]
                lines[path][int(line)] = max(lines[path].get(int(line), 0), int(count))
            elif key == "BRDA":
                line, block, way, count = rest.split(",")
                ways[path][int(line), block, way] += 0 if count == "-" else int(count)
    return lines, ways


def read_conditions(build):
    """The conditions {path: {(line, column, condition): shown}} of the decisions."""
    shown = collections.defaultdict(dict)
    with open(os.path.join(build, "export.text"), encoding="utf-8") as text:
        files = json.load(text)["data"][0]["files"]
    for file in files:
        for record in file.get("mcdc_records", []):
            for n, yes in enumerate(record[-1]):
                at = record[0], record[1], n
                known = shown[os.path.realpath(file["filename"])]
                known[at] = known.get(at, False) or yes
    return shown


def room_of(name):
    return name.split("/")[1]


class Count:
    def __init__(self):
        self.all = self.missed = 0

    def add(self, missed):
        self.all += 1
        self.missed += missed

    def percent(self):
        return 100.0 * (self.all - self.missed) / self.all if self.all else 100.0

    def __str__(self):
        return "%7d %7d %7.2f %%" % (self.all, self.missed, self.percent())


def missed(build):
    """For each file: its room, its name, and what it has as (kind, place, missed)."""
    lines, ways = read_lcov(build)
    conditions = read_conditions(build)
    for name, path, text in sources(build):
        out = left_out(text)
        had = [("line", (n,), not count) for n, count in lines[path].items()]
        had += [("branch", at, not count) for at, count in ways[path].items()]
        had += [("condition", at, not yes) for at, yes in conditions[path].items()]
        yield room_of(name), name, [h for h in sorted(had) if h[1][0] not in out], text


def print_missed(build, rooms):
    for room, name, had, text in missed(build):
        if room not in rooms:
            continue
        gone = collections.defaultdict(set)
        for kind, place, miss in had:
            if miss:
                gone[place[0]].add(kind)
        for line in sorted(gone):
            print("%s:%d: %s: %s" % (name, line, ", ".join(sorted(gone[line])),
                                     text[line - 1].strip()))


def table(build, kinds, groups):
    """Prints a row for each room; the sums of the groups {name: {kind: Count}}."""
    rooms = collections.defaultdict(lambda: collections.defaultdict(Count))
    for room, _, had, _ in missed(build):
        for kind, _, miss in had:
            rooms[room][kind].add(miss)
    print("%-12s" % "room" + "".join(" %15s %17s" % (kind, "missed, reached") for kind in kinds))
    sums = {}
    for name, members in groups.items():
        sums[name] = {kind: Count() for kind in kinds}
        for room in members:
            print("%-12s" % room + "".join("   " + str(rooms[room][kind]) for kind in kinds))
            for kind in kinds:
                sums[name][kind].all += rooms[room][kind].all
                sums[name][kind].missed += rooms[room][kind].missed
        print("%-12s" % name + "".join("   " + str(sums[name][kind]) for kind in kinds))
    return sums


def gate(build, which, counted):
    kinds, groups = ((["condition"], {"kernel": KERNEL}) if which == "mcdc" else
                     (["line", "branch"], {"library": LIBRARY, "driver": DRIVER}))
    sums = table(build, kinds, groups)
    passed, failed, skipped = map(int, re.findall(r"\d+", counted))
    for name, counts in sums.items():
        for kind, least in zip(kinds, GATES[name]):
            held = counts[kind].percent() >= least
            passed, failed = passed + held, failed + (not held)
            print("%s: %s: %.2f %% of each %s, and %g %% are asked" %
                  ("ok" if held else "FAIL", name, counts[kind].percent(), kind, least))
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return failed == 0


if __name__ == "__main__":
    if sys.argv[2] == "--gate":
        sys.exit(not gate(sys.argv[1], sys.argv[3], sys.argv[4]))
    print_missed(sys.argv[1], sys.argv[2:])
