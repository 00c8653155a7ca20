# SPDX-License-Identifier: MIT
"""The map of a replay page and the list of its agents: what is seen, selected, followed and
searched. Part of test_replay.py."""

from cases import MAPS, graze, near, place, test


@test
def the_wheel_zooms_at_the_pointer(pages):
    page = pages.crossing()
    left, top, _, _ = page.box("#map")
    scale = page.evaluate("graze.view.scale")
    under = "[graze.view.x + (200 - graze.view.width / 2) / graze.view.scale, graze.view.y + (150 - graze.view.height / 2) / graze.view.scale]"  # y goes down on a grid
    before = page.evaluate(under)
    page.mouse("mouseWheel", left + 200, top + 150, deltaX=0, deltaY=-300)
    page.wait(f"graze.view.scale > {scale} * 1.2")
    after = page.evaluate(under)
    assert near(before[0], after[0], 1e-9) and near(before[1], after[1], 1e-9)
    page.click("#fit")
    assert near(page.evaluate("graze.view.scale"), scale, 1e-9)
    page.click("#zoom-in")
    assert near(page.evaluate("graze.view.scale"), 1.25 * scale, 1e-9)
    page.click("#zoom-out")
    assert near(page.evaluate("graze.view.scale"), scale, 1e-9)


@test
def plus_minus_and_0_zoom(pages):
    page = pages.crossing()
    scale = page.evaluate("graze.view.scale")
    for key, factor in (("+", 1.25), ("+", 1.25**2), ("-", 1.25), ("=", 1.25**2), ("0", 1)):
        page.press(key)
        assert near(page.evaluate("graze.view.scale"), factor * scale, 1e-9), key


@test
def what_is_fitted_lies_in_the_window_and_not_under_the_minimap(pages):
    for page in (pages.crossing(), pages.three(), pages.braking(width=600, height=900)):
        left, top, width, height = page.box("#map")
        small = page.box("#minimap")
        box = page.evaluate("(b => [b.left, b.right, b.bottom, b.top])(graze.bounds)")
        x, y, scale = page.evaluate("[graze.view.x, graze.view.y, graze.view.scale]")
        x1, x2 = ((value - x) * scale + left + width / 2 for value in box[:2])
        up = -scale if page.evaluate("graze.run.down") else scale
        y1, y2 = sorted(top + height / 2 - (value - y) * up for value in box[2:])
        assert left <= x1 and x2 <= left + width and top <= y1 and y2 <= top + height
        assert x2 <= small[0] or y2 <= small[1], (x2, y2, small)


@test
def shift_selects_several_and_escape_lets_go(pages):
    page = pages.crossing()
    left, top, _, _ = page.box("#map")
    for index, shift in ((2, False), (0, True)):
        x, y = page.evaluate(f"graze.screenOf({index})")
        page.drag((left + x, top + y), (left + x, top + y), shift)
    assert page.evaluate("graze.ui.selected") == [2, 0]
    assert page.evaluate("document.querySelectorAll('#agent-rows tr[aria-selected=true]').length") == 2
    page.press("Escape")
    assert page.evaluate("graze.ui.selected") == []


@test
def dragging_moves_the_map_and_a_click_selects(pages):
    page = pages.crossing()
    left, top, _, _ = page.box("#map")
    before, scale = page.evaluate("[graze.view.x, graze.view.y]"), page.evaluate("graze.view.scale")
    page.drag((left + 300, top + 300), (left + 340, top + 270))
    after = page.evaluate("[graze.view.x, graze.view.y]")
    assert near(after[0], before[0] - 40 / scale, 1e-9) and near(after[1], before[1] + 30 / scale, 1e-9)
    x, y = page.evaluate("graze.screenOf(2)")
    page.drag((left + x, top + y), (left + x, top + y))
    assert page.evaluate("graze.ui.selected") == [2]


@test
def the_first_row_of_a_grid_is_on_top(pages):
    grid = pages.file("rows.map", "type octile\nheight 3\nwidth 2\nmap\n..\n.@\n..\n")
    plan = pages.file("rows.csv", "agent,time,x,y\na,0,0,0\na,9,1,0\nb,0,0,2\nb,9,1,2\n")
    for name, more, is_down in (("rows", ["--map", grid], True), ("free", [], False)):
        page = pages.open(name, "--radius", 0.3, *more, plan)
        first, last = page.evaluate("[graze.screenOf(0), graze.screenOf(1)]")
        assert (first[1] < last[1]) == is_down
        left, top, _, _ = page.box("#map")
        page.drag((left + last[0], top + last[1]), (left + last[0], top + last[1]))
        assert page.evaluate("graze.ui.selected") == [1]
        before = page.evaluate("graze.view.y")
        page.drag((left + 300, top + 300), (left + 300, top + 270))
        moved = -30 / page.evaluate("graze.view.scale")
        assert near(page.evaluate("graze.view.y"), before + (-moved if is_down else moved), 1e-9)


@test
def the_minimap_leads_to_a_place(pages):
    page = pages.crossing()
    whole = page.evaluate("[(graze.bounds.left + graze.bounds.right) / 2, (graze.bounds.bottom + graze.bounds.top) / 2]")
    page.evaluate("graze.view.scale *= 8, graze.view.x += 1")
    x, y, width, height = page.box("#minimap")
    page.drag((x + width / 2, y + height / 2), (x + width / 2, y + height / 2))
    middle = page.evaluate("[graze.view.x, graze.view.y]")
    assert near(middle[0], whole[0], 0.2) and near(middle[1], whole[1], 0.2), (middle, whole)


@test
def f_follows_the_selected_until_the_map_is_dragged(pages):
    page = pages.three()
    page.evaluate("graze.focusMeeting(graze.conflicts[0])")
    page.press("f")
    assert page.evaluate("document.getElementById('follow').getAttribute('aria-pressed')") == "true"
    page.evaluate("graze.seek(12)")
    page.settle()
    x, y = place(page, "left-0")
    other = place(page, "right-0")
    assert near(page.evaluate("graze.view.x"), (x + other[0]) / 2, 1e-9) and near(page.evaluate("graze.view.y"), y, 1e-9)
    left, top, _, _ = page.box("#map")
    page.drag((left + 300, top + 300), (left + 350, top + 300))
    assert page.evaluate("graze.ui.follow") is False


@test
def slash_searches_and_enter_selects(pages):
    page = pages.three()
    page.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    for letter in "right-2":
        page.press(letter)
    assert page.text("#agent-count") == "1 of 10"
    assert page.evaluate("graze.ui.playing") is False
    page.press("Enter")
    assert page.evaluate("graze.ui.selected.map(i => graze.agents[i].label)") == ["right-2"]
    page.press("Escape")
    assert page.evaluate("document.activeElement === document.body")


@test
def agents_are_sorted_by_what_is_asked_for(pages):
    page = pages.crossing()
    first = "document.querySelector('#agent-rows tr button').textContent"
    assert page.evaluate(first) == "alder"
    page.click("button[data-sort=conflicts]")
    assert page.evaluate(first) == "fir"


@test
def slack_is_a_column_from_a_plan_as_from_a_database(pages):
    made = pages.folder / "slack.db"
    graze("check", "--radius", 0.5, "--slack", "-o", made, MAPS / "braking.csv", status=1)
    rows = graze("query", made, "slack", "--hex").splitlines()[1:]
    delays = {label: float.fromhex(delay) for label, _, delay, *_ in (row.split(",") for row in rows)}
    for open_page in (lambda: pages.open("slack", made), pages.braking):
        page = open_page()  # one after the other: what is behind another page is not drawn
        assert page.evaluate("document.getElementById('slack-head').hidden") is False
        shown = page.evaluate("[...document.querySelectorAll('#agent-rows tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        found = page.evaluate("Object.fromEntries(graze.run.slack.map(([i, , delay]) => [graze.agents[i].label, delay === Infinity ? null : delay]))")
        assert {label: float("inf") if delay is None else delay for label, delay in found.items()} == delays
        assert {label: text for label, _, text in shown} == {
            label: "in conflict" if delay == 0 else "∞" if delay == float("inf") else f"{delay:.3f} s" for label, delay in delays.items()}
        page.click("button[data-sort=slack]")
        assert "in conflict" in page.text("#agent-rows tr:first-child")
    page = pages.open("slackless", "--slack", "no", made)
    assert page.evaluate("document.getElementById('slack-head').hidden") is True


@test
def trails_and_names_can_be_chosen(pages):
    page = pages.three()
    page.evaluate("graze.seek(17)")

    def picture():
        return page.screenshot(clip=page.box("#map")).rows

    page.evaluate("(box => { box.value = '0'; box.dispatchEvent(new Event('change')); })(document.getElementById('trail'))")
    without = picture()
    page.evaluate("(box => { box.value = 'long'; box.dispatchEvent(new Event('change')); })(document.getElementById('trail'))")
    trails = picture()
    page.click("#labels")
    assert without != trails and trails != picture()


@test
def bodies_are_drawn_to_scale(pages):
    page = pages.open("dock", "--bodies", MAPS / "dock-bodies.csv", MAPS / "dock.csv")
    page.click("#labels")
    left, top, _, _ = page.box("#map")
    x, y = page.evaluate("graze.screenOf(0)")
    scale = page.evaluate("graze.view.scale")
    wide, high = 0.75 * scale, 0.5 * scale  # half the box of the agent ant
    picture = page.screenshot(clip=(left + x - wide - 12, top + y - high - 12, 2 * wide + 24, 2 * high + 24))

    def is_filled(dx, dy):
        return picture.at(wide + 12 + dx * wide, high + 12 + dy * high) == (0x7F, 0xB7, 0xDE)

    assert all(is_filled(dx, dy) for dx in (-0.85, 0, 0.85) for dy in (-0.8, 0, 0.8))
    assert not any(is_filled(dx, dy) for dx in (-1.15, 1.15) for dy in (-0.8, 0, 0.8))
    assert not any(is_filled(dx, dy) for dx in (-0.85, 0, 0.85) for dy in (-1.2, 1.2))


@test
def agents_in_space_are_seen_from_above(pages):
    page = pages.open("drones", "--radius", 0.6, MAPS / "drones.csv")
    assert "seen from above" in page.text("#counts")
    page.press("n")
