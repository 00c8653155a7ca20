# SPDX-License-Identifier: MIT
"""What a replay page says, read without a browser; and what the driver says about the
same run, to compare the two bit for bit."""

import csv
import html.parser
import json
import struct
import subprocess
from fractions import Fraction
from pathlib import Path


class Elements(html.parser.HTMLParser):
    """The page as a browser's parser sees it: its elements, and the text of the scripts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.scripts, self.title, self.inside = [], [], "", None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.inside = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        if self.inside == "script":
            self.scripts[-1] += text
        elif self.inside == "title":
            self.title += text


def run_of(path):
    """The run in a page, its numbers as doubles."""
    elements = Elements(Path(path).read_text(encoding="utf-8"))
    return json.loads(elements.scripts[0], parse_int=lambda text: -0.0 if text == "-0" else int(text))


def bits(value):
    """A number as the bytes of its double."""
    return struct.pack(">d", float(value))


def ask(graze, *arguments):
    """The rows that the driver prints, as dictionaries; any exit status up to 1 is fine."""
    done = subprocess.run([graze, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    assert done.returncode <= 1, done.stderr
    return list(csv.DictReader(done.stdout.splitlines()))


def number(text):
    """A C99 hex float, or inf."""
    return float.fromhex(text) if text else None


FORMS = {"kinematic": 0, "waypoint": 1, "parked": 2, "ramp": 3}


def motion_of(row, dimension, shares):
    """A row of `graze query DB export` as the page writes it; shares: of its ramps by agent and seq."""
    between = row["kind"] in ("waypoint", "ramp")
    second = "to_{}_m" if between else "v{}_mps"
    names = ["start_s", "start_tail_s", "duration_s", "duration_tail_s"]
    axes = "xyz"[:dimension]
    names += [axis + "_m" for axis in axes] + [second.format(axis) for axis in axes]
    values = [FORMS[row["kind"]]] + [number(row[name]) for name in names]
    if row["kind"] == "ramp":
        values.append(shares[row["agent_a"], row["seq_a"]])
    if not between and any(number(row[f"a{axis}_mps2"]) for axis in axes):
        values += [number(row[f"a{axis}_mps2"]) for axis in axes]
    return values


def motion_at(rows, time):
    """The motion of a row of the page that lives at a time."""
    begun = [row for row in rows if row[1] + row[2] + (row[3] + row[4] if row[0] == 2 else 0) <= time]
    if not begun or (begun[-1] is rows[-1] and begun[-1][0] != 2 and time > begun[-1][1] + begun[-1][3]):
        return None
    return begun[-1]


def place(row, dimension, time):
    """Where a motion is, exactly: its own axes as rational numbers."""
    form, numbers = row[0], [Fraction(value) if abs(value) != float("inf") else value for value in row[1:]]
    start, duration = numbers[0] + numbers[1], numbers[2] + numbers[3]
    here, there = numbers[4:4 + dimension], numbers[4 + dimension:4 + 2 * dimension]
    bend = numbers[4 + 2 * dimension:] or [0] * dimension
    u = Fraction(time) - start
    u = duration if form == 2 else max(0, u if duration == float("inf") else min(u, duration))
    if form in (1, 3):
        share = bend[0] if form == 3 else 1
        return [p if p == q else p + (q - p) * (share + (1 - share) * u / duration) * u / duration
                for p, q in zip(here, there)]
    return [p + v * u + a * u * u / 2 for p, v, a in zip(here, there, bend)]
