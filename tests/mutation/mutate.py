#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one word of a room at a time, builds, runs the tests, and notes who noticed.

    mutate.py ROOM [COUNT [KIND]]   COUNT more mutants (20) of src/ROOM, of one kind alone: bound,
                                    comparison, constant, halved, ...
    mutate.py --again ROOM [WORD]   those of the room that survived, whose file or text has the
                                    word, with all rounds
    mutate.py --summary             the table of all that was noted

Works below $GRAZE_MUTATION (build-mutation/), where a copy of HEAD is built once; several may run
at a time, on different rooms. Of a mutant only the objects are compiled that see the changed file,
and they are linked before the library in their place. Rows are appended to results.csv, so that a
later run goes on with other mutants: their order is that of checksums, no order of the files.
Outcomes:

    killed      a test failed, or the program died
    time limit  a program took ten times as long as it takes without the change, and 5 s more
    survived    no test noticed: survivors.md says why, or a new test is due
    same code   the compiler makes the same of it; does not count
    no build    the compiler refused it; does not count

`rounds` says how many rounds the random tests made at last, as $GRAZE_TIER: first a few, which
notice most; what survives these is asked again with all of `make check`.
"""
import collections
import csv
import fcntl
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
RESULTS = os.path.join(HERE, "results.csv")
WORK = os.environ.get("GRAZE_MUTATION", os.path.join(TOP, "build-mutation"))
TREE = os.path.join(WORK, "tree")
BUILD = os.path.join(TREE, "build")
FEW, ALL = "check/20", "check"
COLUMNS = "room file line column old new kind outcome test rounds text".split()

# The programs that ask a room, its own first. Scripts ask the driver. Those after a "then" are left
# to --again.
PROGRAMS = {
    "numeric": "numeric contact starts then geometry motion paths kernel scaling scaling-bodies "
               "refusal",
    "geometry": "geometry contact then motion starts paths kernel scaling scaling-bodies refusal",
    "motion": "motion contact paths then starts kernel scaling scaling-bodies broadphase check "
              "refusal",
    "contact": "contact paths scaling-bodies then starts kernel scaling check refusal",
    "starts": "starts paths then kernel scaling scaling-bodies refusal",
    "paths": "paths then kernel check refusal",
    "broadphase": "broadphase check then refusal",
    "world": "world then check planner refusal",
    "planner": "planner then refusal",
    "io": "io cli then cli/test_bad_input.sh cli/test_formats.sh cli/test_convert.sh "
          "cli/test_check.sh cli/test_check_task.sh cli/test_check_map.sh cli/test_obstacles.sh cli/test_pairs.sh "
          "cli/test_bodies.sh cli/test_ramps.sh cli/test_solve.sh",
    "storage": "storage then cli cli/test_check.sh cli/test_output.sh cli/test_resume.sh "
               "cli/test_bodies.sh cli/test_ramps.sh",
}


DRIVER = "io", "storage", "view", "cli"


def programs_of(room, rounds):
    first, _, then = PROGRAMS.get(room, room).partition(" then ")
    return first.split() + (then.split() if rounds == ALL else [])


def binary_of(program):
    return "graze" if program.endswith(".sh") else "tests/test-" + program


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, errors="replace", **options)


def must(command, **options):
    done = run(command, **options)
    if done.returncode != 0:
        sys.exit("mutate.py: %s:\n%s" % (command, done.stdout[-2000:]))
    return done.stdout


# ---- the tree without a change ------------------------------------------------------------------

def prepare():
    """Builds a copy of HEAD, unless it is there; make's log says how."""
    head = must(["git", "-C", TOP, "rev-parse", "HEAD"]).strip()
    made = os.path.join(WORK, "head")
    if os.path.exists(made) and open(made).read() == head:
        return
    if os.path.exists(TREE):
        must(["rm", "-rf", TREE])
    os.makedirs(BUILD)
    must("git -C %s archive HEAD | tar -x -C %s" % (shlex.quote(TOP), shlex.quote(TREE)),
         shell=True)
    must("mkdir -p m4 && autoreconf --force --install", shell=True, cwd=TREE)
    must("../configure --disable-shared --disable-hardening --without-sqlite-extension "
         "CFLAGS='-O1' CC='%s'" % os.environ.get("CC", "cc"), shell=True, cwd=BUILD)
    names = {binary_of(program) for room in PROGRAMS for program in programs_of(room, ALL)}
    log = must("make -O -j2 V=1 " + " ".join(names), shell=True, cwd=BUILD)
    with open(os.path.join(WORK, "make.log"), "w") as out:
        out.write(log.replace("\\\n", " "))
    must(["rm", "-rf", os.path.join(WORK, "usual")])
    with open(made, "w") as out:
        out.write(head)


class Build:
    """How each object is compiled and each program linked, and what an object sees."""

    def __init__(self):
        self.compile, self.link, self.seen_by = {}, {}, collections.defaultdict(set)
        for row in open(os.path.join(WORK, "make.log")):
            row = re.sub(r"^libtool: (compile|link): +", "", row.strip())
            found = re.search(r" -o (\S+)", row)
            if not found or "--mode=" in row:
                continue
            if " -c " in row and found.group(1).endswith(".o"):
                self.compile[found.group(1)] = row
            elif re.match(r"(tests/test-.*|graze)$", found.group(1)):
                self.link[found.group(1)] = row
        for object_ in self.compile:
            self.read_dependencies(object_)

    def read_dependencies(self, object_):
        folder, name = os.path.split(object_)
        for suffix in (".Plo", ".Po"):
            path = os.path.join(BUILD, folder, ".deps", name[:-2] + suffix)
            if os.path.exists(path):
                for word in open(path).read().split():
                    if word.startswith("../src/"):
                        self.seen_by[word[3:]].add(object_)


# ---- one mutant ---------------------------------------------------------------------------------

class Mutant:
    """A changed file in a shadow of the tree, the objects that see it, and programs of these."""

    def __init__(self, build, row, folder):
        self.build, self.row, self.folder = build, row, folder
        self.objects = {}

    def write(self, changed):
        """The file in the shadow, with the change or without; returns its path."""
        name = self.row["file"]
        with open(os.path.join(TREE, name), newline="") as text:
            lines = text.read().split("\n")
        if changed:
            line, at = lines[self.row["line"] - 1], self.row["column"] - 1
            line = line[:at] + self.row["new"] + line[at + len(self.row["old"]):]
            lines[self.row["line"] - 1] = line
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", newline="") as text:
            text.write("\n".join(lines))
        return path

    def compile_one(self, object_, path, to):
        command = self.build.compile[object_]
        command = re.sub(r" -M[DP]\b| -M[TF] \S+", "", command)
        command = re.sub(r" -o \S+", " -o " + to, command)
        if path.endswith(".c"):
            command = re.sub(r" \S*/%s(?=\s|$)" % re.escape(os.path.basename(path)), " " + path,
                             command)
        else:
            command = command.replace(" -I", " -I%s/src -I" % self.folder, 1)
        return run(command, shell=True, cwd=BUILD).returncode == 0

    def compile(self):
        """'no build', 'same code', or None where there is something to run."""
        objects = sorted(self.build.seen_by[self.row["file"]])
        path, same = self.write(True), True
        for object_ in objects:
            new = os.path.join(self.folder, "new-" + object_.replace("/", "-"))
            if not self.compile_one(object_, path, new):
                return "no build"
            self.objects[object_] = new
        self.write(False)
        for object_, new in self.objects.items():
            old = os.path.join(self.folder, "old-" + object_.replace("/", "-"))
            if not os.path.exists(old):
                self.compile_one(object_, path, old)
            if open(old, "rb").read() != open(new, "rb").read():
                return None
        return "same code"

    def link(self, binary):
        """The program with the changed objects in the place of theirs."""
        to = os.path.join(self.folder, os.path.basename(binary))
        if os.path.exists(to):
            return to
        command, before = self.build.link[binary], []
        for object_, new in self.objects.items():
            if " %s " % object_ in command:
                command = command.replace(" %s " % object_, " %s " % new)
            elif "libgraze" in object_ or ("libdriver" in object_ and "libdriver" in command):
                before.append(new)
        command = re.sub(r" -o \S+", " -o %s %s" % (to, " ".join(before)), command)
        if run(command.replace(" -o ", " -fuse-ld=gold -o ", 1), shell=True, cwd=BUILD).returncode:
            must(command, shell=True, cwd=BUILD)
        return to

    def clean(self):
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if os.path.isfile(path) and not name.startswith("old-"):
                os.remove(path)


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def ask(program, binary, graze, rounds, limit, may_fail=None):
    """Runs a test until one fails that may not: ('passed' or 'killed' or 'time limit', test). With
    None all may fail; then the second is the list of those that did."""
    environment = dict(os.environ, GRAZE_TIER=rounds, srcdir=TREE, top_srcdir=TREE,
                       top_builddir=BUILD, GRAZE=graze)
    command = ["sh", os.path.join(TREE, "tests", program)] if program.endswith(".sh") else [binary]
    process = subprocess.Popen(command, cwd=BUILD, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               universal_newlines=True, errors="replace", start_new_session=True)
    late = threading.Event()

    def end():
        late.set()
        kill_group(process)
    timer = threading.Timer(limit, end)
    timer.start()
    current, failed = "", []
    for row in process.stdout:
        test = re.match(r"  Test: (\w+)", row)
        current = test.group(1) if test else current
        bad = re.match(r"FAIL: (.*)", row)
        name = bad.group(1) if bad else current
        if (bad or re.search(r"\bFAILED\s*$", row)) and name not in (may_fail or ()):
            failed.append(name)
            if may_fail is not None:
                kill_group(process)
                break
    status = process.wait()
    timer.cancel()
    process.stdout.close()
    if may_fail is None:
        return "passed", failed
    if failed or (status not in (0, 77) and not late.is_set() and not (status == 1 and may_fail)):
        return "killed", ("%s: %s" % (program, failed[0] if failed else current)).strip(": ")
    return ("time limit" if late.is_set() else "passed"), program


def usual(program, rounds):
    """How many seconds the program takes without a change, and which tests then fail, since few
    rounds are not enough for what they ask of a sample."""
    folder = os.path.join(WORK, "usual")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, (program + "-" + rounds).replace("/", "-"))
    if not os.path.exists(path):
        began = time.monotonic()
        binary, graze = (os.path.join(BUILD, name) for name in (binary_of(program), "graze"))
        _, failed = ask(program, binary, graze, rounds, 600)
        with open(path, "w") as out:
            json.dump([time.monotonic() - began, failed], out)
    with open(path) as text:
        return json.load(text)


def judge(mutant, room, rounds):
    """(outcome, test, rounds) of a mutant."""
    outcome = mutant.compile()
    if outcome:
        return outcome, "", ""
    for program in programs_of(room, rounds):
        seconds, may_fail = usual(program, rounds)
        binary = mutant.link(binary_of(program))
        graze = mutant.link("graze") if room in DRIVER else os.path.join(BUILD, "graze")
        outcome, test = ask(program, binary, graze, rounds, 10 * seconds + 5, may_fail)
        if outcome != "passed":
            return outcome, test, rounds
    return "survived", "", rounds


# ---- all mutants --------------------------------------------------------------------------------

def mutants_of(room, kind):
    files = ["src/%s/%s" % (room, name) for name in os.listdir(os.path.join(TREE, "src", room))
             if re.search(r"\.(c|h|inc)$", name)]
    listed = must(["awk", "-f", os.path.join(HERE, "mutants.awk")] + sorted(files), cwd=TREE)
    for row in sorted(listed.splitlines(), key=lambda row: zlib.crc32(row.encode())):
        file, line, column, old, new, what = row.split("\t")
        if what == kind or (kind is None and what != "halved"):
            with open(os.path.join(TREE, file)) as text:
                words = text.read().split("\n")[int(line) - 1].strip()
            yield {"room": room, "file": file, "line": int(line), "column": int(column),
                   "old": old, "new": new, "kind": what, "text": words}


def key(row):
    """Lines move."""
    return tuple(str(row[name]) for name in ("file", "column", "new", "text"))


def noted():
    if not os.path.exists(RESULTS):
        return []
    with open(RESULTS, newline="") as text:
        return list(csv.DictReader(text))


def note(row):
    """Adds the row, or puts it in the place of what was noted of the same mutant."""
    with open(os.path.join(WORK, "lock"), "w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        rows = {key(old): old for old in noted()}
        rows[key(row)] = row
        with open(RESULTS, "w", newline="") as out:
            writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows.values())
    print("%(file)s:%(line)s: %(outcome)s: %(test)s: '%(old)s' -> '%(new)s': %(text)s" % row,
          flush=True)


def try_one(build, row, room, rounds):
    folder = os.path.join(WORK, "shadow-%d" % os.getpid(), row["file"].replace("/", "-"))
    os.makedirs(folder, exist_ok=True)
    mutant = Mutant(build, row, folder)
    row["outcome"], row["test"], row["rounds"] = judge(mutant, room, rounds)
    mutant.clean()


def more(room, count, kind):
    prepare()
    build, known = Build(), {key(row) for row in noted()}
    for row in mutants_of(room, kind):
        if count == 0:
            return
        if key(row) not in known:
            try_one(build, row, room, FEW)
            note(row)
            count -= row["outcome"] not in ("same code", "no build")


def again(room, word):
    prepare()
    build = Build()
    now = {key(row): row for kind in (None, "halved") for row in mutants_of(room, kind)}
    for row in noted():
        if (row["room"] == room and row["outcome"] == "survived" and key(row) in now and
                word in row["file"] + row["text"]):
            row = now[key(row)]
            try_one(build, row, room, ALL)
            note(row)


def summary():
    kinds = "killed", "time limit", "survived"
    rooms = collections.defaultdict(collections.Counter)
    for row in noted():
        if row["outcome"] in kinds and row["kind"] != "halved":
            rooms[row["room"]][row["outcome"]] += 1
    rooms["all"] = sum((rooms[room] for room in sorted(rooms)), collections.Counter())
    print("%-12s %8s" % ("room", "mutants") + "".join(" %11s" % kind for kind in kinds))
    for room, counts in rooms.items():
        total = sum(counts.values())
        print("%-12s %8d" % (room, total) + "".join(" %11d" % counts[kind] for kind in kinds) +
              "   %5.1f %% killed" % (100 * counts["killed"] / max(total, 1)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--summary"]:
        summary()
    elif len(sys.argv) > 2 and sys.argv[1] == "--again":
        again(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "")
    elif len(sys.argv) > 1 and os.path.isdir(os.path.join(TOP, "src", sys.argv[1])):
        more(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20,
             sys.argv[3] if len(sys.argv) > 3 else None)
    else:
        sys.exit(__doc__)
