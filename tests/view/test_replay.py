# SPDX-License-Identifier: MIT
"""The replay page, driven in headless Chromium from file://."""

import struct
import sys
from fractions import Fraction

import data
import replay_looks  # pylint: disable=unused-import; more tests
import replay_map  # pylint: disable=unused-import; more tests
from browser import Browser
from cases import MAPS, graze, near, place, run, shared, test

HOT_LIGHT, PAPER_DARK = (200, 50, 0), (0x16, 0x18, 0x1A)


def clock(page):
    return page.evaluate("graze.ui.time")


# ---- what is there ---------------------------------------------------------------------


@test
def the_page_opens_from_a_file_without_complaint(pages):
    page = pages.crossing()
    assert page.text("#title") == "crossing.csv"
    assert page.text("#counts") == "8 agents, 1 conflict, tolerance 1e-9 m"
    assert page.evaluate("document.title") == "crossing.csv"
    assert page.evaluate("graze.ui.playing") is False


@test
def the_conflict_of_the_references_example_is_reached_by_n(pages):
    log, roadmap = (shared(f"data/ccbs/examples/{name}") for name in ("roadmap_task_log.xml", "roadmap.xml"))
    page = pages.open("roadmap", "--radius", 0.353553, "--map", roadmap, log)
    page.press("n")
    assert page.evaluate("graze.ui.selected.map(i => graze.agents[i].label)") == ["0", "3"]
    rows = graze("check", "--radius", 0.353553, "--hex", log, "--map", roadmap, status=1).splitlines()
    begin, end = (float.fromhex(text) for text in rows[1].split(",")[4:6])
    assert clock(page) == begin and near(begin, 76.83, 0.2)
    facts = page.text("#pair-facts")
    assert f"{begin:.17g} s" in facts and f"{end:.17g} s" in facts, facts
    assert page.evaluate("document.getElementById('time').value") == repr(begin)
    distance = page.evaluate("(() => { const [p, q] = [graze.placeAt(0, graze.ui.time), graze.placeAt(3, graze.ui.time)];"
                             " return Math.hypot(p[0] - q[0], p[1] - q[1]); })()")
    assert near(distance, 0.707106, 1e-9), distance


@test
def speeds_and_headings_are_those_of_the_motions(pages):
    plan = pages.file("driven.csv", "agent,time,x,y,share\na,0,0,0,0\na,4,4,0,1\na,6,8,0,2\na,10,12,0,1\n"
                                     "b,0,0,5,1\nb,3,0,11,1\n")
    page = pages.open("driven", "--radius", 0.3, plan)
    for time, speed_a, speed_b, heading_a in ((0, 0, 2, [1, 0]), (1, 0.5, 2, [1, 0]), (5, 2, 0, [1, 0]), (9, 0.5, 0, [1, 0]),
                                              (11, 0, 0, [1, 0])):
        page.evaluate(f"graze.seek({time})")
        page.evaluate("graze.draw()")
        assert near(page.evaluate("graze.speedNow(0)"), speed_a, 1e-12), time
        assert near(page.evaluate("graze.speedNow(1)"), speed_b, 1e-12), time
        assert page.evaluate("graze.headingNow(0)") == heading_a
        assert page.evaluate("graze.headingNow(1)") == [0, 1]
    page.evaluate("graze.seek(1)")
    page.evaluate("graze.draw()")
    page.evaluate("graze.choose(0)")
    assert page.evaluate("graze.nameNow(0)") == "a 0.50 m/s"
    assert page.evaluate("graze.nameNow(1)") == "b"


@test
def numbers_in_the_browser_are_those_of_the_page_bit_for_bit(pages):
    page, run_in_file = pages.braking(), data.run_of(pages.make("braking"))
    script = ("(() => { const out = []; const put = (v) => Array.isArray(v) ? v.forEach(put) : typeof v === 'number' ?"
              " out.push(Array.from(new Uint8Array(Float64Array.of(v).buffer)).reverse().map(b => b.toString(16).padStart(2, '0')).join(''))"
              " : undefined; put(graze.run.agents.map(a => [a.radius, a.vertices, a.motions])); put(graze.run.meetings);"
              " put(graze.run.delays.pairs); return out; })()")
    found, wanted = page.evaluate(script), []

    def put(value):
        if isinstance(value, list):
            for item in value:
                put(item)
        else:
            wanted.append(struct.pack(">d", value).hex())

    put([[agent["radius"], agent["vertices"], agent["motions"]] for agent in run_in_file["agents"]])
    put(run_in_file["meetings"])
    put(run_in_file["delays"]["pairs"])
    assert found == wanted and len(found) > 50


def places_are_those_of_the_rows(page, held):
    """At 200 times: what the page says, held against exact numbers. How many there were."""
    checked = 0
    for step in range(200):
        time = step * 0.0937
        found = page.evaluate(f"graze.agents.map((_, i) => graze.placeAt(i, {time}))")
        for agent, here in zip(held["agents"], found):
            row = data.motion_at(agent["motions"], time)
            if row is None:
                assert here is None
                continue
            for value, exact in zip(here, data.place(row, 2, time)):
                assert near(Fraction(value), exact, Fraction(1, 10**13)), (agent["label"], time, value, float(exact))
                checked += 1
    return checked


@test
def places_follow_the_motions_acceleration_too(pages):
    assert places_are_those_of_the_rows(pages.braking(), data.run_of(pages.make("braking"))) > 600


@test
def places_follow_ramps_too(pages):
    page, held = pages.depot(), data.run_of(pages.make("depot"))
    assert any(row[0] == 3 for agent in held["agents"] for row in agent["motions"])
    assert places_are_those_of_the_rows(page, held) > 1000


# ---- the clock -------------------------------------------------------------------------


@test
def space_and_the_button_play_and_pause(pages):
    page = pages.three()
    page.press(" ")
    assert page.evaluate("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    page.wait("graze.ui.time > 0.2")
    page.press(" ")
    stopped = clock(page)
    page.settle()
    assert clock(page) == stopped and page.evaluate("graze.ui.playing") is False
    page.evaluate("graze.setSpeed(32)")
    page.click("#play")
    page.wait(f"graze.ui.time > {stopped} + 5")
    page.click("#play")
    assert page.evaluate("graze.ui.playing") is False


@test
def playing_ends_at_the_end_and_begins_again_from_there(pages):
    page = pages.braking()
    page.evaluate("graze.setSpeed(32), graze.seek(graze.span.last - 0.5), graze.setPlaying(true)")
    page.wait("!graze.ui.playing")
    assert clock(page) == page.evaluate("graze.span.last")
    page.press(" ")
    page.wait("graze.ui.playing && graze.ui.time < graze.span.last")


@test
def speed_goes_from_a_tenth_to_thirty_two(pages):
    page = pages.crossing()
    page.slide("#speed", -9)
    assert near(page.evaluate("graze.ui.speed"), 0.1, 1e-12)
    page.slide("#speed", 9)
    assert near(page.evaluate("graze.ui.speed"), 32, 1e-9) and page.text("#speed-text") == "32×"
    page.click("#speed-text")
    assert page.evaluate("graze.ui.speed") == 1
    page.evaluate("document.activeElement.blur()")
    page.press("ArrowUp")
    assert page.evaluate("graze.ui.speed") == 1.25
    page.press("ArrowDown")
    assert page.evaluate("graze.ui.speed") == 1


@test
def the_time_box_takes_any_double_and_refuses_the_rest(pages):
    page = pages.crossing()
    page.type("#time", "4.500000000000001")
    assert clock(page) == 4.500000000000001
    page.type("#time", "soon")
    assert clock(page) == 4.500000000000001
    assert page.evaluate("document.getElementById('time').getAttribute('aria-invalid')") == "true"
    page.type("#time", "-1e9")
    assert clock(page) == page.evaluate("graze.span.first")


@test
def the_scrubber_and_the_timeline_seek(pages):
    page = pages.three()
    page.slide("#scrubber", 25)
    assert clock(page) == 25 and page.evaluate("document.getElementById('time').value") == "25"
    x, y, width, height = page.box("#timeline-picture")
    page.drag((x + width * 0.75, y + height / 2), (x + width * 0.75, y + height / 2))
    assert near(clock(page), 75, 100 / width)


@test
def arrows_home_and_end_move_in_time(pages):
    page = pages.three()
    for key, shift, wanted in (("End", False, 100), ("ArrowLeft", False, 99.5), ("ArrowLeft", True, 94.5),
                               ("ArrowRight", False, 95), ("ArrowRight", True, 100), ("Home", False, 0)):
        page.press(key, shift)
        assert clock(page) == wanted, (key, clock(page))
    page.click("#end")
    assert clock(page) == 100
    page.click("#home")
    assert clock(page) == 0


@test
def playback_slows_down_through_a_contact(pages):
    page = pages.three()
    page.click("#slow")
    paces = page.evaluate("[0, 14, 14.4, 16.1, 14.99, 20, 90].map(t => graze.paceAt(t))")
    assert paces == [1, 1, 0.1, 1, 0.1, 1, 1], paces  # the contact is from 14.5 to 15.5
    page.click("#slow")
    assert page.evaluate("graze.paceAt(14.99)") == 1


# ---- conflicts -------------------------------------------------------------------------


@test
def n_and_shift_n_go_through_the_conflicts_in_order_of_time(pages):
    page = pages.three()
    met = []
    for key, shift in (("n", False),) * 4 + (("N", True),) * 3:
        page.press(key, shift)
        met.append(page.evaluate("graze.agents[graze.ui.selected[0]].label"))
    assert met == ["left-0", "left-1", "left-2", "left-2", "left-1", "left-0", "left-0"], met
    page.click("#next")
    assert page.evaluate("graze.agents[graze.ui.selected[0]].label") == "left-1"
    page.click("#previous")
    assert page.evaluate("graze.agents[graze.ui.selected[0]].label") == "left-0"
    page.evaluate("graze.seek(20)")
    page.press("N", True)
    assert page.evaluate("graze.agents[graze.ui.selected[0]].label") == "left-0"


@test
def a_click_in_the_list_seeks_centres_and_plots(pages):
    page = pages.three()
    page.click("#conflict-rows tr:nth-child(3) button")
    time = clock(page)
    assert time == page.evaluate("graze.conflicts[2].begin") and 34 < time < 36
    middle = page.evaluate("[graze.view.x, graze.view.y]")
    assert near(middle[0], 5, 1e-9) and near(middle[1], 10, 1e-9)
    assert page.text("#pair-names") == "left-2 · right-2"
    label = page.evaluate("document.getElementById('pair-plot').getAttribute('aria-label')")
    assert "left-2 and right-2" in label and f"{time:.17g}" in label
    picture = page.screenshot(clip=page.box("#pair-plot"))
    shaded = picture.count(lambda r, g, b: (r, g, b) == (0xF3, 0xC4, 0xAE))
    drawn = picture.count(lambda r, g, b: max(r, g, b) < 90)
    assert shaded > 500 and drawn > 100, (shaded, drawn)
    assert page.evaluate("document.querySelectorAll('#conflict-rows tr[aria-selected=true]').length") == 1


@test
def grazes_and_touches_are_listed_on_demand(pages):
    page = pages.open("plain", "--bodies", MAPS / "crossing-bodies.csv", MAPS / "crossing.csv")
    assert page.text("#conflict-count") == "1 of 6 meetings"
    page.click("#show-graze")
    page.click("#show-touch")
    assert page.text("#conflict-count") == "6 of 6 meetings"
    page.click("#show-conflict")
    assert page.text("#conflict-count") == "5 of 6 meetings"
    page.click("#agent-rows tr:first-child button")
    page.click("#only-chosen")
    assert page.text("#conflict-count") == "2 of 6 meetings"


@test
def who_is_in_conflict_now_is_filled_and_named(pages):
    page = pages.three()
    page.click("#labels")
    page.evaluate("graze.focusMeeting(graze.conflicts[0])")
    page.settle()
    assert "begins" in page.text("#now")

    def colour():
        left, top, _, _ = page.box("#map")
        x, y = page.evaluate("graze.screenOf(graze.conflicts[0].a)")
        return page.screenshot(clip=(left + x - 4, top + y - 4, 8, 8)).at(4, 4)

    before = colour()
    page.evaluate("graze.seek(15.2)")
    page.settle()
    assert "1 in conflict: left-0 · right-0" in page.text("#now")
    assert page.evaluate("document.querySelectorAll('#conflict-rows tr.now').length") == 1
    page.evaluate("graze.seek(14.6)")
    page.settle()
    red, green, blue = colour()
    assert red > 180 and green < 120 and blue < 100 and before != (red, green, blue), (before, (red, green, blue))
    page.evaluate("graze.seek(graze.conflicts[0].end)")
    page.settle()
    assert page.text("#now") == "no conflict now"


@test
def conflicts_and_waits_are_on_the_timeline(pages):
    page = pages.three()
    left, top, width, height = page.box("#timeline-picture")
    picture = page.screenshot(clip=(left, top, width, height))

    def column(share, test_colour, rows):
        x = int(share * width)
        return any(test_colour(*picture.at(near_x, y)) for near_x in (x - 1, x, x + 1) for y in rows)

    def is_hot(red, green, blue):
        return (red, green, blue) == HOT_LIGHT

    def is_grey(red, green, blue):
        return red == green == blue == 0x7A

    assert column(0.15, is_hot, range(4, 18)) and column(0.35, is_hot, range(4, 18))
    assert not column(0.25, is_hot, range(4, 18)) and not column(0.6, is_hot, range(4, 18))
    assert column(0.05, is_grey, range(22, 38))


@test
def the_list_is_in_order_of_time_and_turns_its_pages(pages):
    page = pages.crowd()
    begins = page.evaluate("graze.conflicts.map(meeting => meeting.begin)")
    assert begins == sorted(begins) and len(begins) == 105 and len(set(begins)) > 50

    def shown():
        return [float(text) for text in page.evaluate("[...document.querySelectorAll('#conflict-rows tr button')].map(b => b.textContent)")]

    def same(texts, values):
        return len(texts) == len(values) and all(near(text, value, 0.00051) for text, value in zip(texts, values))

    assert page.text("#conflict-page") == "1 of 2" and same(shown(), begins[:100])
    page.click("#conflict-on")
    assert page.text("#conflict-page") == "2 of 2" and same(shown(), begins[100:])
    assert page.evaluate("document.getElementById('conflict-on').disabled")
    page.click("#conflict-back")
    assert same(shown(), begins[:100]) and page.evaluate("document.getElementById('conflict-back').disabled")
    page.evaluate("graze.focusMeeting(graze.conflicts[99])")
    page.press("n")
    assert page.text("#conflict-page") == "2 of 2" and clock(page) == begins[100]
    assert page.evaluate("document.querySelectorAll('#conflict-rows tr[aria-selected=true]').length") == 1
    page.click("#agent-on")
    assert page.text("#agent-page") == "2 of 2"
    assert page.evaluate("document.querySelectorAll('#agent-rows tr').length") == 15


@test
def a_conflict_with_a_blocked_cell_is_shown_at_its_cell(pages):
    grid = pages.file("wall.csv", "0,0,0\n0,1,0\n0,0,0\n")
    plan = pages.file("into.csv", "agent,time,x,y\nelm,0,0,1\nelm,2,2,1\n")
    page = pages.open("wall", "--radius", 0.4, "--map", grid, plan)
    page.press("n")
    assert page.text("#pair-names") == "elm · cell 1 1"
    rows = graze("check", "--radius", 0.4, "--hex", "--map", grid, plan, status=1).splitlines()
    begin, end = (float.fromhex(text) for text in rows[1].split(",")[4:6])
    assert clock(page) == begin
    assert f"{begin:.17g} s" in page.text("#pair-facts") and f"{end:.17g} s" in page.text("#pair-facts")
    assert page.evaluate("document.getElementById('pair-plot').hidden") is True
    page.evaluate("graze.seek(1)")
    page.settle()
    assert "elm · cell 1 1" in page.text("#now")


# ---- unsafe starts ---------------------------------------------------------------------


@test
def the_slider_drags_a_start_through_its_unsafe_ranges(pages):
    page = pages.braking()
    page.evaluate("document.getElementById('start-section').open = true")
    page.evaluate("graze.choose(0)")
    page.settle()
    assert "against every other agent" in page.text("#start-scope")
    ranges = page.evaluate("graze.starts.union")
    assert ranges and page.evaluate("document.querySelectorAll('#start-list li').length") >= len(ranges)
    lower, upper = ranges[0]
    assert f"{upper:.17g}" in page.text("#start-list")
    assert lower < 0 < upper and "unsafe: lark" in page.text("#start-verdict")
    page.click("#delay-on")
    assert page.evaluate("graze.delayed.delay") == upper
    assert page.text("#start-verdict") == "safe"
    assert page.evaluate("document.querySelector('.key.late').hidden") is False
    page.evaluate("graze.seek(graze.conflicts[0].at)")
    page.settle()
    assert page.text("#now") == "no conflict now"
    page.slide("#delay", upper / 2)
    assert "unsafe" in page.text("#start-verdict")
    page.type("#delay-exact", repr(upper))
    assert page.text("#start-verdict") == "safe"
    page.type("#delay-exact", "later")
    assert page.evaluate("graze.delayed.delay") == upper
    page.evaluate("graze.seek(2 + graze.delayed.delay)")
    page.settle()
    x, y = place(page, "heron")
    assert near(y, 14, 1e-12) and x == 0, (x, y)
    page.click("#delay-zero")
    assert page.evaluate("graze.delayed.delay") == 0


@test
def the_knobs_of_the_sliders_can_be_dragged(pages):
    page = pages.braking()
    page.evaluate("document.getElementById('start-section').open = true, graze.choose(0)")
    page.evaluate("document.getElementById('agent-section').open = false")
    page.evaluate("graze.seek(2)")
    page.settle()
    before = place(page, "heron")
    left, top, width, height = page.box("#delay")
    page.drag((left + 8, top + height / 2), (left + width / 2, top + height / 2))
    delay = page.evaluate("graze.delayed.delay")
    assert near(delay, page.evaluate("graze.starts.last") / 2, 0.2), delay
    x, y = place(page, "heron")
    assert before == [0, 14] and (x, y) == (0, 16), (before, x, y)  # it still stands where it starts
    ranges = page.evaluate("graze.starts.union")
    page.click("#delay-back")
    assert page.evaluate("graze.delayed.delay") == max(lower for lower, _ in ranges if lower < delay)
    assert page.text("#start-verdict") == "safe"
    page.click("#delay-back")
    left, top, width, height = page.box("#scrubber")
    share = 2 / page.evaluate("graze.span.last")
    page.drag((left + 8 + (width - 16) * share, top + height / 2), (left + width / 2, top + height / 2))
    assert near(clock(page), page.evaluate("graze.span.last") / 2, 0.1)


@test
def a_later_start_is_drawn_as_safe_and_unsafe_ranges(pages):
    page = pages.braking()
    page.evaluate("document.getElementById('start-section').open = true, graze.choose(0)")
    page.settle()
    page.evaluate("document.getElementById('start-bars').scrollIntoView()")
    clip = page.box("#start-bars")
    picture = page.screenshot(clip=clip)
    ranges, last = page.evaluate("graze.starts.union"), page.evaluate("graze.starts.last")

    def is_hot(delay):
        return picture.at(min(clip[2] - 1, delay / last * clip[2]), 12) == HOT_LIGHT

    for (lower, upper), (following, _) in zip(ranges, ranges[1:] + [[last, last]]):
        assert is_hot(max(lower, last / 50) / 2 + min(upper, last) / 2)
        if following - upper > last / 20:
            assert not is_hot((upper + following) / 2)


# ---- address, colours, access ----------------------------------------------------------


@test
def the_address_keeps_time_and_agents(pages):
    page = pages.three(hash_part="#t=12.25&agents=left-1,post-0,nobody")
    assert clock(page) == 12.25
    assert page.evaluate("graze.ui.selected.map(i => graze.agents[i].label)") == ["left-1", "post-0"]
    page.press("n")
    page.wait("location.hash.includes('agents=left-0,right-0')")
    assert page.evaluate("location.hash").startswith(f"#t={clock(page)!r}&")
    page.evaluate("void (location.hash = '#t=50&agents=')")
    page.wait("graze.ui.time === 50")


@test
def colours_follow_the_system_and_the_button(pages):
    page = pages.three(features=[("prefers-color-scheme", "dark")])
    left, top, _, _ = page.box("#map")
    clip = (left + 5, top + 60, 10, 10)
    assert page.screenshot(clip=clip).at(5, 5) == PAPER_DARK
    assert page.text("#theme") == "◐ auto"
    page.click("#theme")
    page.click("#theme")
    assert page.text("#theme") == "◐ light"
    assert page.screenshot(clip=clip).at(5, 5) == (255, 255, 255)
    page.click("#theme")
    assert page.screenshot(clip=clip).at(5, 5) == PAPER_DARK


@test
def nothing_moves_by_itself_where_less_motion_is_wanted(pages):
    page = pages.three(features=[("prefers-reduced-motion", "reduce")])
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.getElementById('side')).scrollBehavior") == "auto"
    before = page.evaluate("graze.frames.script.length")
    page.settle()
    assert page.evaluate("graze.frames.script.length") <= before + 1


@test
def every_control_has_a_name(pages):
    page = pages.crossing()
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    wanted = {"button", "textbox", "searchbox", "slider", "checkbox", "combobox", "image", "toolbar"}
    controls = [node for node in tree if node.get("role", {}).get("value") in wanted and not node.get("ignored")]
    nameless = [node for node in controls if not node.get("name", {}).get("value")]
    assert len(controls) > 25 and nameless == [], nameless
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    assert page.evaluate("document.documentElement.lang") == "en"


@test
def hostile_labels_stay_text(pages):
    labels = ["</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>", "a,b&c=d#%",
              "\u202e right to left", "__proto__"]
    quoted = ['"' + label.replace('"', '""') + '"' for label in labels]
    rows = [f"{label},{t},{t},{i / 2}" for i, label in enumerate(quoted) for t in (0, 5)]
    path = pages.file("hostile.csv", "agent,time,x,y\n" + "\n".join(rows) + "\n")
    page = pages.open("hostile", "--radius", 0.4, "--title", "</title><script>window.hacked = 1</script>", path)
    assert page.text("#title") == "</title><script>window.hacked = 1</script>"
    assert page.evaluate("graze.agents.map(a => a.label)") == labels
    for _ in range(3):
        page.press("n")
    for index in range(len(labels)):
        page.evaluate(f"graze.choose({index})")
    page.evaluate("graze.ui.selected = [2, 0]")
    page.press("End")
    page.wait("location.hash.includes('agents=a%2Cb%26c%3Dd%23%25,%3C')")
    assert page.evaluate("window.hacked === undefined && document.images.length === 0")
    address = page.evaluate("location.hash")
    again = pages.browser.open(pages.make("hostile"), hash_part=address)
    assert again.evaluate("graze.ui.selected") == [2, 0]


@test
def many_agents_are_drawn_frame_by_frame(pages):
    rows = ["agent,time,x,y"]
    for agent in range(60):
        rows += [f"{agent},{t},{(agent % 8) * 3 + (t % 2)},{(agent // 8) * 3 + (t // 2 % 2)}" for t in range(30)]
    page = pages.open("many", "--radius", 0.3, pages.file("many.csv", "\n".join(rows) + "\n"))
    page.evaluate("graze.frames.measured = true, graze.setSpeed(8), graze.setPlaying(true)")
    page.wait("performance.getEntriesByName('frame').length > 20")
    assert page.evaluate("performance.getEntriesByName('frame').every(entry => entry.duration >= 0)")


if __name__ == "__main__":
    with Browser() as driven:
        sys.exit(run(driven, sys.argv[1:]))
