# SPDX-License-Identifier: MIT
"""What a replay page looks like: pixels at places that are computed here, the layout in
wide and narrow windows, colours for every eye. Part of test_replay.py."""

import itertools
import os

import data
from cases import MAPS, near, test

AGENTS = {"light": [(0x7F, 0xB7, 0xDE), (0x9B, 0xD3, 0xC0), (0xE8, 0xCF, 0x7A), (0xD7, 0xB3, 0xCF), (0xB9, 0xC4, 0xCC)],
          "dark": [(0x2F, 0x6F, 0x9C), (0x2C, 0x7D, 0x66), (0x6D, 0x58, 0x12), (0x84, 0x57, 0x7A), (0x59, 0x64, 0x6C)]}
HOT = {"light": (200, 50, 0), "dark": (255, 120, 71)}
PAPER = {"light": (255, 255, 255), "dark": (0x16, 0x18, 0x1A)}
WALL, ROAD = (0xB9, 0xB9, 0xB2), (0xC9, 0xC9, 0xC2)


def bare(page):
    """Bodies alone: no names, no trails."""
    page.click("#labels")
    page.evaluate("(box => { box.value = '0'; box.dispatchEvent(new Event('change')); })(document.getElementById('trail'))")


def camera(page):
    """From metres to pixels of a picture of the map, by our own arithmetic."""
    x0, y0, scale, width, height, is_down = page.evaluate(
        "[graze.view.x, graze.view.y, graze.view.scale, graze.view.width, graze.view.height, graze.run.down]")
    up = -scale if is_down else scale  # the first row of a grid is on top
    return (lambda x, y: ((float(x) - x0) * scale + width / 2, height / 2 - (float(y) - y0) * up)), scale


def map_picture(page):
    return page.screenshot(clip=page.box("#map"))


def look_at(page, x, y, scale):
    page.evaluate(f"graze.view.x = {x}, graze.view.y = {y}, graze.view.scale = {scale}, graze.view.isFitted = false, graze.seek(graze.ui.time)")
    page.settle()


# ---- places ----------------------------------------------------------------------------


@test
def discs_stand_where_their_motions_say_in_light_and_dark(pages):
    held = data.run_of(pages.make("braking", "--radius", 0.5, MAPS / "braking.csv"))
    for theme in ("light", "dark"):
        page = pages.braking(features=[("prefers-color-scheme", theme)])
        bare(page)
        for time in (1.3, 3.1, 6.25):  # all are accelerated at one of these
            page.evaluate(f"graze.seek({time})")
            picture, (to_pixel, scale) = map_picture(page), camera(page)
            for index, agent in enumerate(held["agents"]):
                row = data.motion_at(agent["motions"], time)
                if row is None:
                    continue
                x, y = to_pixel(*data.place(row, 2, time))
                reach = agent["radius"] * scale
                for dx, dy in ((0, 0), (0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7)):
                    found = picture.at(x + dx * reach, y + dy * reach)
                    assert found == AGENTS[theme][index], (theme, time, agent["label"], dx, dy, found)
                for dx, dy in ((1.7, 0), (-1.7, 0), (0, 1.7), (0, -1.7)):
                    found = picture.at(x + dx * reach, y + dy * reach)
                    assert found == PAPER[theme], (theme, time, agent["label"], dx, dy, found)


@test
def corners_and_roundings_of_bodies_are_where_they_are(pages):
    page = pages.open("dock", "--bodies", MAPS / "dock-bodies.csv", MAPS / "dock.csv")
    bare(page)
    page.evaluate("graze.seek(3.5)")
    page.settle()
    inside = {"cob": [(0.45, 0), (-0.45, 0), (0, 0.45), (0.2, -0.2)],              # a diamond
              "elk": [(0, 0.22), (0, -0.22), (1.2, 0), (-1.2, 0), (1.12, 0.12)],  # a capsule
              "gnu": [(1.05, 0), (0.5, 0.8), (-0.52, -0.8), (0.8, 0.4)]}          # a rounded hexagon
    outside = {"cob": [(0.55, 0), (0.3, 0.3), (-0.3, 0.3), (0.3, -0.3)],
               "elk": [(0, 0.28), (1.3, 0), (1.2, 0.2), (-1.2, -0.2)],
               "gnu": [(1.2, 0), (1, 0.3), (0.6, 0.9), (-0.62, -0.85)]}
    for label in inside:
        index, x, y = page.evaluate("(label => { const i = graze.agents.findIndex(a => a.label === label);"
                                    f" return [i, graze.scene.x[i], graze.scene.y[i]]; }})('{label}')")
        look_at(page, x, y, 120)
        picture, (to_pixel, _) = map_picture(page), camera(page)
        for places, wanted in ((inside[label], True), (outside[label], False)):
            for dx, dy in places:
                found = picture.at(*to_pixel(x + dx, y + dy))
                assert (found == AGENTS["light"][index % 5]) is wanted, (label, dx, dy, found)


# Places round the middle of a forklift of the depot, inside its footprint and outside of it.
FOOTPRINTS = {"along": ([(1.35, 0.5), (-1.35, 0.5)], [(0, 0.8), (0, 1.4)]),
              "turning": ([(1.1, 1.1), (-1.1, 1.1), (0, 1.5)], [(1.3, 1.3), (-1.3, 1.3)]),
              "across": ([(0.5, 1.35), (-0.5, -1.35)], [(1, 0), (-1.35, 0.5)]),
              "lowered": ([(-2.35, 0), (-1.35, 0.5)], [(-2.2, 0.6)]),
              "raised": ([(-1.35, 0.5)], [(-1.8, 0)])}


def footprint_is(page, label, name, time):
    """At a time the forklift is drawn as the footprint of that name, and the pixels round it are paper."""
    page.evaluate(f"graze.seek({time})")
    page.settle()
    index, x, y = page.evaluate(f"(i => [i, graze.scene.x[i], graze.scene.y[i]])(graze.agents.findIndex(a => a.label === '{label}'))")
    look_at(page, x, y, 80)
    picture, (to_pixel, _) = map_picture(page), camera(page)
    inside, outside = FOOTPRINTS[name]
    for spots, wanted in ((inside, AGENTS["light"][index % 5]), (outside, PAPER["light"])):
        for dx, dy in spots:
            found = picture.at(*to_pixel(x + dx, y + dy))
            assert found == wanted, (label, name, time, dx, dy, found)


@test
def a_footprint_changes_at_the_instant_at_which_its_motion_begins(pages):
    page = pages.depot()
    bare(page)
    for label, name, time in (("adze", "along", 17.99), ("adze", "turning", 20.99), ("adze", "across", 21),
                              ("adze", "across", 24.5), ("adze", "turning", 20), ("adze", "along", 8),
                              ("drill", "raised", 17.99), ("drill", "lowered", 18), ("drill", "raised", 3)):
        footprint_is(page, label, name, time)
    hot = "graze.agents.filter(a => graze.present.hot[a.index] > 0).map(a => a.label)"
    for time, wanted in ((17.99, []), (18.5, ["adze", "brace"]), (19.5, [])):
        page.evaluate(f"graze.seek({time})")
        page.settle()
        assert page.evaluate(hot) == wanted, (time, page.evaluate(hot))


@test
def who_starts_later_changes_its_footprint_later(pages):
    page = pages.depot()
    bare(page)
    page.evaluate("graze.choose(graze.agents.findIndex(a => a.label === 'adze')), graze.setDelay(3)")
    for name, time in (("along", 20.99), ("turning", 23.5), ("across", 24)):
        footprint_is(page, "adze", name, time)


@test
def who_is_ever_in_conflict_has_a_ring(pages):
    page = pages.crossing()
    bare(page)
    picture, (to_pixel, scale) = map_picture(page), camera(page)
    ringed = {}
    for label, radius in (("fir", 0.5), ("ginkgo", 0.5), ("birch", 0.5), ("hazel", 0.5)):
        x, y = to_pixel(*page.evaluate(f"(i => [graze.scene.x[i], graze.scene.y[i]])(graze.agents.findIndex(a => a.label === '{label}'))"))
        reach = radius * scale + 3
        around = [picture.at(x + dx * reach, y + dy * reach) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        ringed[label] = sum(red > 170 and green < 130 and blue < 110 for red, green, blue in around)
    assert ringed["fir"] >= 3 and ringed["ginkgo"] >= 3 and ringed["birch"] == ringed["hazel"] == 0, ringed


@test
def who_is_in_conflict_is_red_in_light_and_dark(pages):
    for theme in ("light", "dark"):
        page = pages.three(features=[("prefers-color-scheme", theme)])
        bare(page)
        for time, is_hot in ((14.3, False), (14.7, True), (15.6, False)):  # the conflict is from 14.5 to 15.5
            page.evaluate(f"graze.seek({time})")
            picture, (to_pixel, _) = map_picture(page), camera(page)
            found = picture.at(*to_pixel(time - 10 - 0.15, 0))  # left of the middle of left-0
            shown = tuple(round(0.75 * hot + 0.25 * paper) for hot, paper in zip(HOT[theme], PAPER[theme]))
            wanted = shown if is_hot else AGENTS[theme][0]
            assert all(near(a, b, 2) for a, b in zip(found, wanted)), (theme, time, found, wanted)


@test
def walls_and_roads_are_drawn_in_the_map_and_in_the_minimap(pages):
    page = pages.crossing()
    bare(page)
    picture, (to_pixel, _) = map_picture(page), camera(page)
    rows = [line.split(",") for line in (MAPS / "crossing-map.csv").read_text(encoding="ascii").split()]
    checked = 0
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            found = picture.at(*to_pixel(column, row))
            assert (found == WALL) is (cell == "1"), (column, row, found)
            checked += found == WALL
    small = page.screenshot(clip=page.box("#minimap"))
    assert checked > 20 and small.count(lambda *colour: colour == WALL) > 2000
    page = pages.open("yard", "--radius", 0.1, "--map", MAPS / "yard.csv", "--edges", MAPS / "yard-edges.csv",
                      MAPS / "crossing-mended.csv")
    bare(page)
    places, edges = page.evaluate("[graze.run.map.places, graze.run.map.edges]")
    picture, (to_pixel, _) = map_picture(page), camera(page)
    for start, end in zip(edges[::2], edges[1::2]):
        x, y = to_pixel((places[2 * start] + places[2 * end]) / 2, (places[2 * start + 1] + places[2 * end + 1]) / 2)
        around = [picture.at(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        assert any(max(colour) < 235 for colour in around), (start, end, around)
    assert len(edges) >= 4 and page.screenshot(clip=page.box("#minimap")).count(
        lambda *colour: all(near(a, b, 25) for a, b in zip(colour, ROAD))) > 20


@test
def obstacles_of_a_file_are_drawn_in_the_map_and_in_the_minimap(pages):
    plan, walls = pages.folder / "obstacles-plan.csv", pages.folder / "obstacles.wkt"
    plan.write_text("agent,time,x,y\nelm,0,-6,0\nelm,8,-4,0\n", encoding="ascii")
    walls.write_text("POLYGON ((0 -4, 8 -4, 8 4, 0 4), (2 -2, 6 -2, 6 2, 2 2))\nPOINT (-3 3)\n", encoding="ascii")
    page = pages.open("obstacles", "--radius", 0.25, "--obstacles", walls, "--obstacle-radius", 1, plan)
    bare(page)
    picture, (to_pixel, _) = map_picture(page), camera(page)
    for x, y in ((1, 0), (4, 3), (7, -3), (4, 1.5), (-3, 3), (-2.2, 3), (-0.8, 0)):  # rounded by 1 m
        assert picture.at(*to_pixel(x, y)) == WALL, (x, y, picture.at(*to_pixel(x, y)))
    for x, y in ((4, 0), (4.8, 0.8), (-1.2, 0), (-3, 4.2), (-1.9, 3)):
        assert picture.at(*to_pixel(x, y)) == PAPER["light"], (x, y, picture.at(*to_pixel(x, y)))
    assert page.screenshot(clip=page.box("#minimap")).count(lambda *colour: colour == WALL) > 1000


# ---- layout ----------------------------------------------------------------------------


def overlaps(boxes):
    """Pairs of boxes (name, x, y, width, height) that have a part in common."""
    return [(p[0], q[0]) for p, q in itertools.combinations(boxes, 2)
            if p[1] + p[3] > q[1] + 0.5 and q[1] + q[3] > p[1] + 0.5 and p[2] + p[4] > q[2] + 0.5 and q[2] + q[4] > p[2] + 0.5]


@test
def nothing_overlaps_and_nothing_is_cut_off_whatever_the_window(pages):
    script = ("(selector => [...document.querySelectorAll(selector)].map(e => { const r = e.getBoundingClientRect();"
              " return [e.id || e.textContent, r.x, r.y, r.width, r.height]; }).filter(box => box[3] > 0))")
    windows = [(1200, 800), (600, 900)]
    if os.environ.get("GRAZE_TIER", "check") != "check":
        windows += [(1600, 1000), (900, 800), (510, 900)]
    for width, height in windows:
        page = pages.three(width=width, height=height)
        page.press("n")
        assert page.evaluate("[document.documentElement.scrollWidth, document.body.scrollHeight]") == [width, height]
        for group in ("#transport > *", "header > *", "#stage > :not(#map)", "main > *, header, footer", "#conflict-section .row > *"):
            boxes = page.evaluate(f"{script}({group!r})")
            assert len(boxes) > 2 and overlaps(boxes) == [], (width, group, overlaps(boxes))
            for name, x, y, wide, high in boxes:
                assert x >= 0 and y >= 0 and x + wide <= width + 0.5 and (y + high <= height + 0.5 or "row" in group), (width, name)
        assert page.box("#stage")[3] >= 150 and page.box("#side")[3] >= 150, width


@test
def on_a_phone_nothing_lies_on_the_map_and_a_finger_finds_everything(pages):
    page = pages.three(width=390, height=844)
    page.press("n")
    page.settle()
    script = ("(selector => [...document.querySelectorAll(selector)].map(e => { const r = e.getBoundingClientRect();"
              " return [e.id || e.textContent, r.x, r.y, r.width, r.height]; }).filter(box => box[3] > 0))")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    stage = page.evaluate(f"{script}('#stage > *')")
    assert len(stage) == 3 and overlaps(stage) == [], overlaps(stage)
    assert page.box("#map")[3] >= 300, page.box("#map")
    for selector, least in (("button, select", 44), ("input:not([type=checkbox]), label, summary, #conflict-rows tr", 0)):
        boxes = page.evaluate(f"{script}({selector!r})")
        assert len(boxes) > 5
        for name, x, _, wide, high in boxes:
            assert wide >= least and high >= 44 and x >= 0 and x + wide <= 390.5, (name, x, wide, high)


@test
def cursor_timeline_and_scrubber_say_the_same_time(pages):
    page = pages.three()
    for time in (0, 50, 100):
        page.evaluate(f"graze.seek({time})")
        page.settle()
        left, _, width, _ = page.box("#timeline-picture")
        cursor_left, _, cursor_width, _ = page.box("#timeline-cursor")
        assert near(cursor_left + cursor_width / 2, left + width * time / 100, 1.01), time
        track_left, _, track_width, _ = page.box("#scrubber")  # half a knob is left free at both ends
        assert near(track_left + 8 + (track_width - 16) * time / 100, left + width * time / 100, 1.01), time


@test
def names_do_not_lie_on_each_other(pages):
    page = pages.crowd()
    page.press("End")
    boxes = [[str(i), box["left"], box["y"] - 7, box["right"] - box["left"], 14]
             for i, box in enumerate(page.evaluate("graze.names.boxes"))]
    assert len(boxes) > 3 and overlaps(boxes) == []
    page.evaluate("graze.choose(3)")
    page.settle()
    x, y = page.evaluate("graze.screenOf(3)")
    assert any(near(box["left"] + box["right"], 2 * x, 1e-6) and box["y"] < y for box in page.evaluate("graze.names.boxes"))


# ---- colours ---------------------------------------------------------------------------

# Severe colour blindness of the three kinds, on linear RGB (Machado, Oliveira, Fernandes, "A
# physiologically-based model for simulation of color vision deficiency", 2009, table 1).
EYES = {"usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))  # sRGB, D65
WHITE = (0.9505, 1, 1.089)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def linear(colour):
    shares = [channel / 255 for channel in colour]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def lab(colour, eye):
    """CIE L*a*b* of a colour as an eye sees it."""
    seen = [min(1, max(0, value)) for value in times(EYES[eye], linear(colour))]
    x, y, z = (value / white for value, white in zip(times(TO_XYZ, seen), WHITE))
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def far(left, right, eye):
    return sum((a - b) ** 2 for a, b in zip(lab(left, eye), lab(right, eye))) ** 0.5


def contrast(left, right):
    """Of luminances, as WCAG 2 defines it."""
    bright, dark = sorted((times(TO_XYZ, linear(colour))[1] for colour in (left, right)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@test
def colours_are_told_apart_by_every_eye_and_texts_are_read(pages):
    for theme in ("light", "dark"):
        page = pages.three(features=[("prefers-color-scheme", theme)])
        names = ["paper", "panel", "ink", "faint", "hot", "chosen"] + [f"agent-{i}" for i in range(5)]
        values = page.evaluate(f"{names!r}.map(n => getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim())")
        colour = {name: tuple(bytes.fromhex(value[1:])) for name, value in zip(names, values)}
        for text, ground in itertools.product(("ink", "faint", "hot", "chosen"), ("paper", "panel")):
            assert contrast(colour[text], colour[ground]) >= 4.5, (theme, text, ground, contrast(colour[text], colour[ground]))
        for eye, other in itertools.product(EYES, ["paper", "chosen"] + names[6:]):
            assert far(colour["hot"], colour[other], eye) > 20, (theme, eye, other, far(colour["hot"], colour[other], eye))
