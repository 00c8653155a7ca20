# SPDX-License-Identifier: MIT
"""The numbers in a page are the kernel's, bit for bit; whatever a label is, it stays text.

    test_data.py GRAZE FOLDER WHAT

prints what is wrong, and exits with 1 when something is. FOLDER holds what the shell
test has made."""

import json
import sys
from pathlib import Path

import data

GRAZE, FOLDER, WHAT = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
faults = 0


def expect(condition, *words):
    global faults
    if not condition:
        faults += 1
        print(*words)


def same(left, right, *words):
    expect(len(left) == len(right) and all(data.bits(a) == data.bits(b) for a, b in zip(left, right)),
           *words, left, right)


def compare_with_database():
    """Every body, motion, meeting and slack of page.html is that of run.db."""
    run = data.run_of(FOLDER / "page.html")
    rows = data.ask(GRAZE, "query", str(FOLDER / "run.db"), "export")
    wanted = {"motion": [], "meeting": [], "agent": [], "agent_vertex": [], "slack": [], "obstacle_meeting": []}
    for row in rows:
        wanted.setdefault(row["record"], []).append(row)
    motions = [motion for agent in run["agents"] for motion in agent["motions"]]
    expect(len(motions) == len(wanted["motion"]) > 0, "motions are missing")
    shares = {(row["agent_a"], row["seq_a"]): float(row["text"]) for row in wanted.get("ramp", [])}
    for motion, row in zip(motions, wanted["motion"]):
        same(motion, data.motion_of(row, run["dimension"], shares), "a motion differs")
    for agent, row in zip(run["agents"], wanted["agent"]):
        same([agent["radius"]], [data.number(row["radius_m"])], "a radius differs")
        expect(agent["label"] == row["text"], "a label differs", agent["label"], row["text"])
    compare_bodies_of_motions(run, wanted)
    vertices = [value for agent in run["agents"] for value in agent["vertices"]]
    same(vertices, [data.number(row[name]) for row in wanted["agent_vertex"] for name in ("x_m", "y_m")],
         "vertices differ")
    expect(len(run["meetings"]) == len(wanted["meeting"]), "meetings are missing")
    verdicts = ("clear", "touch", "graze", "conflict")
    for met, row in zip(run["meetings"], wanted["meeting"]):
        expect(met[:2] == [int(row["agent_a"]), int(row["agent_b"])], "a meeting has other agents", met, row)
        expect(verdicts[met[2]] == row["kind"], "a verdict differs", met, row)
        same(met[3:], [data.number(row[name]) for name in ("begin_s", "end_s", "depth_m", "depth_at_s")],
             "a meeting differs")
    expect(len(run["obstacles"]) == len(wanted["obstacle_meeting"]), "meetings with cells are missing")
    for met, row in zip(run["obstacles"], wanted["obstacle_meeting"]):
        expect(met[:3] == [int(row["agent_a"]), int(row["seq_b"]), int(row["agent_b"])], "a cell differs", met, row)
        same(met[4:], [data.number(row[name]) for name in ("begin_s", "end_s", "depth_m", "depth_at_s")],
             "a meeting with a cell differs")
    expect(len(run["slack"]) == len(wanted["slack"] or run["agents"]), "slack is missing")
    for slack, row in zip(run["slack"], wanted["slack"]):
        same([slack[2]], [data.number(row["duration_s"])], "slack differs")


def compare_bodies_of_motions(run, wanted):
    """The body that each motion has in the place of its agent's: radius, then corners."""
    named = {}
    for row in wanted.get("motion_body", []):
        named[int(row["agent_a"]), int(row["seq_a"])] = [data.number(row["radius_m"])]
    for row in wanted.get("motion_vertex", []):
        named[int(row["agent_a"]), int(row["seq_a"])] += [data.number(row["x_m"]), data.number(row["y_m"])]
    found = {(i, seq): run["bodies"][body - 1] for i, agent in enumerate(run["agents"])
             for seq, body in enumerate(agent.get("bodies", [])) if body > 0}
    expect(found.keys() == named.keys(), "other motions have bodies of their own", found.keys(), named.keys())
    for motion, body in found.items():
        same(body, named.get(motion, []), "the body of a motion differs", motion)


def compare_pages():
    """page.html and other.html hold the same run; only what a plan does not keep differs."""
    left, right = data.run_of(FOLDER / "page.html"), data.run_of(FOLDER / "other.html")
    for name in left:
        if name not in ("title", "slack"):
            expect(json.dumps(left[name]) == json.dumps(right[name]), "the pages differ in", name)


def read_hostile():
    """What is in hostile.csv is in the page as text, and nothing else is."""
    text = (FOLDER / "page.html").read_text(encoding="utf-8")
    elements, wanted = data.Elements(text), json.loads((FOLDER / "labels.json").read_text(encoding="utf-8"))
    run = data.run_of(FOLDER / "page.html")
    expect([agent["label"] for agent in run["agents"]] == wanted["labels"], "labels differ",
           [agent["label"] for agent in run["agents"]])
    expect(elements.title == wanted["title"], "the title differs", elements.title)
    expect([tag for tag, _ in elements.tags].count("script") == 2, "there are other scripts")
    expect(not any(tag in ("img", "link", "iframe", "object", "base") for tag, _ in elements.tags), "strange elements")
    expect("<" not in elements.scripts[0] and "\u2028" not in elements.scripts[0], "the data is not escaped")


def look_inside():
    """The page refers to nothing outside itself, and no mark of the template is left."""
    text = (FOLDER / "page.html").read_text(encoding="utf-8")
    elements = data.Elements(text)
    for tag, attributes in elements.tags:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            expect(name not in attributes, "an element refers to something", tag, attributes)
    expect("@@" not in elements.scripts[1] and "@@title" not in text, "a mark of the template is left")
    for word in ("http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest", "import("):
        expect(word not in text, "the page holds", word)
    expect("</script" not in elements.scripts[1] and "<!--" not in elements.scripts[1], "the script ends itself")
    expect("default-src 'none'" in text, "there is no content security policy")


{"database": compare_with_database, "pages": compare_pages, "hostile": read_hostile, "inside": look_inside}[WHAT]()
sys.exit(1 if faults else 0)
