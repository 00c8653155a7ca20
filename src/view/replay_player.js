// SPDX-License-Identifier: MIT
// The clock, and what a frame does. Nothing is drawn while nothing changes.

const SPEED_LEAST = 0.1, SPEED_MOST = 32;
const SLOW = 0.1, SLOW_BEFORE = 0.5; // factor; seconds of watching before and after a contact
const frames = {wanted: false, last: NaN, script: [], measured: false};

// Begins and ends of conflicts, ascending: where playback slows down.
const contacts = Float64Array.from(conflicts.flatMap((meeting) => [meeting.begin, meeting.end]).filter(Number.isFinite)).sort();

function nearContact(time, reach) {
    if (contacts.length === 0) return false;
    const before = contacts[0] <= time ? lastNotAfter(contacts, time, 0) : -1;
    return (before >= 0 && time - contacts[before] <= reach) ||
        (before + 1 < contacts.length && contacts[before + 1] - time <= reach);
}

function paceAt(time) {
    return ui.slow && nearContact(time, SLOW_BEFORE * ui.speed) ? ui.speed * SLOW : ui.speed;
}

function advance(seconds) {
    const time = ui.time + seconds * paceAt(ui.time);
    if (time >= span.last) {
        ui.time = span.last;
        setPlaying(false);
    } else {
        ui.time = time;
    }
}

// Something has changed: draw soon.
function changed() {
    if (frames.wanted) return;
    frames.wanted = true;
    requestAnimationFrame(frame);
}

const FRAMES_KEPT = 1000;

function frame(now) {
    frames.wanted = false;
    const began = performance.now();
    if (frames.measured) performance.mark("frame begins");
    if (ui.playing && Number.isFinite(frames.last)) advance(Math.min(0.25, Math.max(0, now - frames.last) / 1000));
    frames.last = ui.playing ? now : NaN;
    draw();
    if (frames.measured) performance.measure("frame", "frame begins");
    frames.script.push(performance.now() - began);
    if (frames.script.length > FRAMES_KEPT) frames.script.splice(0, FRAMES_KEPT / 2);
    if (ui.playing) changed();
}

function draw() {
    const canvas = element("map");
    placeAll(ui.time);
    updatePresent(ui.time);
    fitCanvas(canvas);
    resizeView(canvas.clientWidth, canvas.clientHeight);
    if (ui.follow && ui.selected.length > 0) centreOn(ui.selected);
    drawScene(canvas);
    if (element("minimap").clientWidth > 0) // a phone has none
        drawMinimap(element("minimap"));
    drawTimeline(element("timeline-picture"));
    if (element("pair-section").open) drawPlot(element("pair-plot"));
    if (element("start-section").open && starts.agent !== NONE) drawStarts(element("start-bars"));
    showTime();
    markPresent();
}

// Who sees everything goes on seeing everything.
function resizeView(width, height) {
    if (view.width === width && view.height === height) return;
    view.width = width;
    view.height = height;
    if (view.isFitted) fitView();
}

function showTime() {
    const part = fractionOf(ui.time), scrubber = element("scrubber");
    if (document.activeElement !== element("time")) element("time").value = String(ui.time);
    scrubber.value = ui.time;
    scrubber.setAttribute("aria-valuetext", `${shortText(ui.time)} seconds`);
    element("timeline-cursor").style.transform = `translateX(${part * element("timeline").clientWidth}px)`;
    sayNow();
}

let said = "";
// The state in words; a live region, so it changes only with who is in conflict.
function sayNow() {
    const now = element("now"), going = present.meetings.filter((meeting) => !isMoved(meeting));
    const names = going.slice(0, 3).map((meeting) => nameOf(meeting).join(" · ")).join("; ");
    const focus = ui.focus === NONE ? null : meetings[ui.focus];
    const text = going.length === 0 && focus !== null && ui.time === focus.begin && !isMoved(focus) ? `${VERDICTS[focus.verdict]} of ${nameOf(focus).join(" · ")} begins`
        : going.length === 0 ? "no conflict now" : `▲ ${going.length} in conflict: ${names}${going.length > 3 ? " …" : ""}`;
    if (text === said) return;
    said = text;
    now.textContent = text;
    now.classList.toggle("hot", going.length > 0);
}

// ---- orders --------------------------------------------------------------------------

function seek(time) {
    ui.time = Math.max(span.first, Math.min(span.last, time));
    saveHash();
    changed();
}

function setPlaying(isPlaying) {
    if (isPlaying && ui.time >= span.last) ui.time = span.first;
    ui.playing = isPlaying;
    const play = element("play");
    play.textContent = isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-pressed", String(isPlaying));
    play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    frames.last = NaN;
    saveHash();
    changed();
}

function setSpeed(speed) {
    ui.speed = Math.max(SPEED_LEAST, Math.min(SPEED_MOST, speed));
    const text = `${ui.speed < 1 ? ui.speed.toFixed(2) : ui.speed.toFixed(ui.speed < 10 ? 1 : 0)}×`;
    element("speed").value = Math.log10(ui.speed);
    element("speed").setAttribute("aria-valuetext", text);
    element("speed-text").textContent = text;
}

// Goes to a meeting: its first contact, the pair in the middle, its distance plotted.
function focusMeeting(meeting) {
    ui.focus = meeting.index;
    setPlaying(false);
    ui.time = Math.max(span.first, Math.min(span.last, meeting.begin));
    const pair = meeting.b === NONE ? [meeting.a] : [meeting.a, meeting.b];
    ui.selected = pair;
    choosePair(meeting);
    showFacts(meeting);
    selectionChanged();
    revealMeeting(meeting);
    placeAll(ui.time);
    centreOn(pair);
    closeEnough(pair);
    seek(ui.time);
}

// The conflict after (or before) the chosen one when we are still at it, else after the time.
function stepConflict(direction) {
    if (conflicts.length === 0) return;
    const focus = ui.focus === NONE ? null : meetings[ui.focus];
    let place;
    if (focus !== null && focus.verdict === CONFLICT && ui.time === Math.max(span.first, Math.min(span.last, focus.begin))) {
        place = conflicts.indexOf(focus) + direction;
    } else if (direction > 0) {
        place = conflicts.findIndex((meeting) => meeting.begin >= ui.time);
        if (place < 0) place = conflicts.length;
    } else {
        place = conflicts.length - 1;
        while (place >= 0 && conflicts[place].begin >= ui.time) place--;
    }
    if (place >= 0 && place < conflicts.length) focusMeeting(conflicts[place]);
}
