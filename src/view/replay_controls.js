// SPDX-License-Identifier: MIT
// Buttons, keys, pointer, and the address: what a person does to the page.

// ---- the address: #t=76.83&agents=a,b --------------------------------------------------

let hashTimer = 0;

// Browsers refuse an address that changes too often.
function saveHash() {
    if (hashTimer === 0) hashTimer = setTimeout(writeHash, 250);
}

function writeHash() {
    hashTimer = 0;
    const names = ui.selected.map((i) => encodeURIComponent(agents[i].label)).join(",");
    const hash = `#t=${ui.time}` + (names !== "" ? `&agents=${names}` : "");
    if (hash !== location.hash) history.replaceState(null, "", hash);
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return null; // not ours
    }
}

function readHash() {
    for (const part of location.hash.slice(1).split("&")) {
        const [name, value] = [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)];
        const time = name === "t" ? readNumber(value) : null;
        if (time !== null) ui.time = Math.max(span.first, Math.min(span.last, time));
        if (name === "agents")
            ui.selected = value.split(",").map((label) => byLabel.get(decode(label))).filter((i) => i !== undefined);
    }
    selectionChanged();
    changed();
}

// ---- buttons -------------------------------------------------------------------------

function setFollow(isFollowing) {
    ui.follow = isFollowing;
    element("follow").setAttribute("aria-pressed", String(isFollowing));
    changed();
}

const THEMES = ["auto", "dark", "light"];
const THEME_NAMES = {auto: "as the system", dark: "dark", light: "light"};

function setTheme(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    element("theme").textContent = `◐ ${theme}`;
    element("theme").setAttribute("aria-label", `Colours: ${THEME_NAMES[theme]}`);
    recolour();
}

function recolour() {
    readColours();
    backdrop.stale = miniature.stale = timeline.stale = plot.stale = true;
    changed();
}

function onClick(id, action) {
    element(id).addEventListener("click", () => { action(); changed(); });
}

function zoomMiddle(factor) {
    zoomAt(view.width / 2, view.height / 2, factor);
}

function wireButtons() {
    onClick("home", () => seek(span.first));
    onClick("end", () => seek(span.last));
    onClick("previous", () => stepConflict(-1));
    onClick("next", () => stepConflict(1));
    onClick("play", () => setPlaying(!ui.playing));
    onClick("speed-text", () => setSpeed(1));
    onClick("zoom-in", () => zoomMiddle(ZOOM_STEP));
    onClick("zoom-out", () => zoomMiddle(1 / ZOOM_STEP));
    onClick("fit", () => { setFollow(false); fitView(); });
    onClick("follow", () => setFollow(!ui.follow));
    let theme = 0;
    onClick("theme", () => setTheme(THEMES[theme = (theme + 1) % THEMES.length]));
    element("speed").addEventListener("input", () => setSpeed(10 ** element("speed").valueAsNumber));
    element("slow").addEventListener("change", () => { ui.slow = element("slow").checked; });
    element("labels").addEventListener("change", () => { ui.names = element("labels").checked; changed(); });
    element("trail").addEventListener("change", () => {
        ui.trail = element("trail").value;
        backdrop.stale = true;
        changed();
    });
}

function wireTime() {
    const box = element("time"), scrubber = element("scrubber");
    scrubber.min = span.first;
    scrubber.max = span.last;
    scrubber.addEventListener("input", () => seek(scrubber.valueAsNumber));
    box.addEventListener("change", () => {
        const time = readNumber(box.value);
        box.classList.toggle("bad", time === null);
        box.setAttribute("aria-invalid", String(time === null));
        if (time !== null) seek(time);
    });
    box.addEventListener("keydown", (event) => { if (event.key === "Enter") box.blur(); });
    element("timeline-picture").addEventListener("pointerdown", (event) => {
        seek(span.first + (span.last - span.first) * event.offsetX / event.target.clientWidth);
    });
}

// ---- keys ----------------------------------------------------------------------------

function stepTime(direction, isFar) {
    setPlaying(false);
    seek(ui.time + direction * (span.last - span.first) / (isFar ? 20 : 200));
}

const KEYS = {
    " ": () => setPlaying(!ui.playing),
    "ArrowLeft": (event) => stepTime(-1, event.shiftKey),
    "ArrowRight": (event) => stepTime(1, event.shiftKey),
    "ArrowUp": () => setSpeed(ui.speed * ZOOM_STEP),
    "ArrowDown": () => setSpeed(ui.speed / ZOOM_STEP),
    "Home": () => seek(span.first),
    "End": () => seek(span.last),
    "n": () => stepConflict(1),
    "N": () => stepConflict(-1),
    "f": () => setFollow(!ui.follow),
    "/": () => { element("agent-section").open = true; element("search").focus(); element("search").select(); },
    "+": () => zoomMiddle(ZOOM_STEP),
    "=": () => zoomMiddle(ZOOM_STEP),
    "-": () => zoomMiddle(1 / ZOOM_STEP),
    "0": () => { setFollow(false); fitView(); },
    "Escape": () => { ui.selected = []; ui.focus = NONE; selectionChanged(); showMeetings(); },
};

// A control that has the focus keeps the keys that it understands.
function isTaken(event) {
    const target = event.target, type = target.tagName === "INPUT" ? target.type : "";
    if (type === "text" || type === "search") return event.key !== "Escape";
    if (type === "range" || target.tagName === "SELECT") return event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (type === "checkbox" || target.tagName === "BUTTON" || target.tagName === "SUMMARY") return event.key === " ";
    return false;
}

function wireKeys() {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape" && event.target.tagName === "INPUT") event.target.blur();
        const action = Object.hasOwn(KEYS, event.key) && !isTaken(event) ? KEYS[event.key] : null;
        if (action === null) return;
        event.preventDefault();
        action(event);
        changed();
    });
}

// ---- pointer -------------------------------------------------------------------------

const drag = {pointer: null, x: 0, y: 0, far: false};
const DRAG_LEAST = 4; // pixels; less is a click

// The topmost agent under a point, or NONE.
function agentUnder(px, py) {
    const x = planeX(px), y = planeY(py), slop = 4 / view.scale;
    for (let i = agentCount - 1; i >= 0; i--) {
        if (scene.motion[i] === NONE) continue;
        const body = bodyNow(i), hull = hullOf(verticesOf(body));
        if (distanceToHull(x - scene.x[i], y - scene.y[i], hull) <= body.radius + slop) return i;
    }
    return NONE;
}

function dragMap(event) {
    if (drag.pointer !== event.pointerId) return;
    const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
    if (!drag.far && Math.hypot(dx, dy) < DRAG_LEAST) return;
    if (!drag.far) setFollow(false);
    drag.far = true;
    dragBy(dx, dy);
    drag.x = event.offsetX;
    drag.y = event.offsetY;
    changed();
}

function wireMap() {
    const map = element("map");
    map.addEventListener("pointerdown", (event) => {
        Object.assign(drag, {pointer: event.pointerId, x: event.offsetX, y: event.offsetY, far: false});
        map.classList.add("dragging");
        if (event.isTrusted) map.setPointerCapture(event.pointerId);
    });
    map.addEventListener("pointermove", dragMap);
    map.addEventListener("pointerup", (event) => {
        const isClick = drag.pointer === event.pointerId && !drag.far;
        drag.pointer = null;
        map.classList.remove("dragging");
        const found = isClick ? agentUnder(event.offsetX, event.offsetY) : NONE;
        if (found !== NONE) chooseAgent(found, event.shiftKey || event.ctrlKey, false);
    });
    map.addEventListener("pointercancel", () => { drag.pointer = null; map.classList.remove("dragging"); });
    map.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
        changed();
    }, {passive: false});
    element("minimap").addEventListener("pointerdown", (event) => {
        const canvas = element("minimap"), scale = minimapScale(canvas);
        setFollow(false);
        view.isFitted = false;
        view.x = bounds.left / 2 + bounds.right / 2 + (event.offsetX - canvas.clientWidth / 2) / scale;
        view.y = bounds.bottom / 2 + bounds.top / 2 - UP * (event.offsetY - canvas.clientHeight / 2) / scale;
        changed();
    });
}

// ---- the beginning -------------------------------------------------------------------

function counted(number, noun) {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function begin() {
    ui.time = span.first;
    readColours();
    setSpeed(1);
    element("counts").textContent = `${counted(agentCount, "agent")}, ${counted(conflicts.length, "conflict")}, tolerance ${run.tolerance} m` +
        (axes === 3 ? ", seen from above" : "");
    wireButtons();
    wireTime();
    wireKeys();
    wireMap();
    wireLists();
    wireStarts();
    showMeetings();
    readHash();
    window.addEventListener("hashchange", readHash);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
    new ResizeObserver(() => { timeline.stale = plot.stale = true; changed(); }).observe(element("stage"));
}

// For the curious, and for tests: `graze.seek(3)` in the browser's console.
window.graze = Object.freeze({
    run, agents, meetings, conflicts, span, bounds, names, scene, view, ui, starts, delayed, frames, present, placeAt, exactText,
    speedNow, headingNow, nameNow,
    seek, focusMeeting, setDelay, setPlaying, setSpeed, paceAt, draw,
    choose: (index) => chooseAgent(index, false, false),
    screenOf: (index) => [screenX(scene.x[index]), screenY(scene.y[index])],
});

begin();
