# SPDX-License-Identifier: MIT
"""What the browser tests share: pages made by the driver, and tests that are sentences."""

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

GRAZE = os.environ["GRAZE"]
MAPS = Path(os.environ["top_srcdir"]) / "maps"
SHARED = Path(os.environ["GRAZE_SHARED"])
TESTS = []


class Skipped(Exception):
    """The test could not do its work."""


def test(function):
    """A test: its name is a sentence."""
    TESTS.append(function)
    return function


def graze(*arguments, status=0):
    done = subprocess.run([GRAZE, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == status, f"graze {arguments}: {done.returncode}: {done.stderr}"
    return done.stdout


def shared(name):
    path = SHARED / name
    if not path.exists():
        raise Skipped(f"no {path}")
    return path


class Pages:
    """Pages by name, each made once and opened anew for each test."""

    def __init__(self, browser):
        self.browser = browser
        self.folder = Path(tempfile.mkdtemp(prefix="graze-pages-"))
        self.made = {}

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def make(self, name, *arguments):
        if name not in self.made:
            self.made[name] = self.folder / f"{name}.html"
            graze("replay", "-o", self.made[name], *arguments)
        return self.made[name]

    def open(self, name, *arguments, **how):
        return self.browser.open(self.make(name, *arguments), **how)

    def crossing(self, **how):
        return self.open("crossing", "--bodies", MAPS / "crossing-bodies.csv", "--map",
                         MAPS / "crossing-map.csv", MAPS / "crossing.csv", **how)

    def braking(self, **how):
        return self.open("braking", "--radius", 0.5, MAPS / "braking.csv", **how)

    def depot(self, **how):
        return self.open("depot", "--bodies", MAPS / "depot-bodies.csv", MAPS / "depot.csv", **how)

    def three(self, **how):
        """Three conflicts of ten agents with waits, two at the same time."""
        rows = ["agent,time,x,y"]
        for pair, (begin, y) in enumerate([(10, 0), (30, 5), (30, 10)]):
            rows += [f"left-{pair},0,0,{y}", f"left-{pair},{begin},0,{y}", f"left-{pair},{begin + 10},10,{y}",
                     f"right-{pair},0,10,{y}", f"right-{pair},{begin},10,{y}", f"right-{pair},{begin + 10},0,{y}"]
        rows += [f"post-{i},0,{3 * i},20" for i in range(4)] + ["post-0,100,0,20"]
        return self.open("three", "--radius", 0.5, self.file("three.csv", "\n".join(rows) + "\n"), **how)

    def crowd(self, **how):
        """15 agents that come to one place one after the other, and 100 that watch."""
        rows = ["agent,time,x,y"]
        for i in range(15):
            rows += [f"guest-{i},0,{2 * i},0", f"guest-{i},{20 + 2 * i},{0.05 * i},0"]
        rows += [f"watcher-{i},0,{2 * (i % 20)},{10 + 2 * (i // 20)}" for i in range(100)]
        return self.open("crowd", "--radius", 0.5, self.file("crowd.csv", "\n".join(rows) + "\n"), **how)


def place(page, label):
    """Where an agent is drawn, in metres."""
    return page.evaluate(f"(() => {{ const g = graze, i = g.agents.findIndex(a => a.label === {json.dumps(label)});"
                         " return [g.scene.x[i], g.scene.y[i]]; })()")


def near(left, right, slack):
    return abs(left - right) <= slack


def run(browser, words):
    """Runs the tests whose names contain one of the words, and returns the exit status."""
    pages, counts = Pages(browser), {"ok": 0, "FAIL": 0, "skipped": 0}
    for function in TESTS:
        sentence = function.__name__.replace("_", " ")
        if words and not any(word in sentence for word in words):
            continue
        began, verdict, reason = time.monotonic(), "ok", ""
        try:
            function(pages)
            complaints = browser.complaints()  # no test is passed over an error on the console
            assert complaints == [], complaints
        except Skipped as skip:
            verdict, reason = "skipped", f": {skip}"
        except Exception:  # a test that fails must not hide the others
            verdict = "FAIL"
            traceback.print_exc(limit=-2, file=sys.stdout)
        counts[verdict] += 1
        print(f"{verdict}: {sentence}{reason}" + (f" [{time.monotonic() - began:.1f} s]" if words else ""), flush=True)
        browser.close_pages()
    subprocess.run(["rm", "-rf", str(pages.folder)], check=False)
    print(f"{counts['ok']} passed, {counts['FAIL']} failed, {counts['skipped']} skipped")
    return 1 if counts["FAIL"] else 0 if counts["ok"] else 77
