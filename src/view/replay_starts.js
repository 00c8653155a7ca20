// SPDX-License-Identifier: MIT
// "What if it started later?" One agent is shown with a delay; the delays at which it
// would conflict were computed by the kernel when the page was made: open intervals,
// exact ends, so comparing a double with them is the exact answer.

const starts = {agent: NONE, rows: [], union: [], first: 0, last: 1};

const delaysOf = new Map(); // agent -> [{other, ranges: [lower, upper, ...]}]
for (const [agent, other, ...ranges] of run.delays.pairs) {
    if (!delaysOf.has(agent)) delaysOf.set(agent, []);
    delaysOf.get(agent).push({other, ranges});
}
const answeredFor = new Set(run.delays.met);      // against those that it meets
const answeredWhole = new Set(run.delays.whole);  // against every other agent

// Intervals in ascending order, those that overlap made one; a shared end stays free.
function uniteRanges(rows) {
    const all = [];
    for (const {ranges} of rows) for (let i = 0; i < ranges.length; i += 2) all.push([ranges[i], ranges[i + 1]]);
    all.sort((p, q) => p[0] - q[0]);
    const union = [];
    for (const [lower, upper] of all) {
        const last = union[union.length - 1];
        if (last !== undefined && lower < last[1]) last[1] = Math.max(last[1], upper);
        else union.push([lower, upper]);
    }
    return union;
}

function isInside(ranges, delay) {
    for (let i = 0; i < ranges.length; i += 2) if (ranges[i] < delay && delay < ranges[i + 1]) return true;
    return false;
}

function scopeText(agent) {
    if (agent === NONE) return "Select an agent: which delays of its start would bring it into conflict?";
    if (answeredWhole.has(agent)) return "Computed exactly against every other agent; it stands at its first place until it starts.";
    if (answeredFor.has(agent))
        return "Computed exactly against the agents that it meets as planned; others were left out (graze replay --delays all).";
    return "Not computed for this agent (graze replay --delays all).";
}

// The end of the range: what matters of the intervals, and at least a quarter of the run.
function delayLimit(union) {
    let last = (span.last - span.first) / 4;
    for (const [lower, upper] of union)
        for (const end of [lower, upper]) if (Number.isFinite(end)) last = Math.max(last, end * 1.1);
    return Math.min(last, 2 * (span.last - span.first));
}

function showStarts() {
    const agent = ui.selected.length > 0 ? ui.selected[0] : NONE;
    if (agent !== starts.agent) {
        setDelay(0);
        starts.agent = agent;
        starts.rows = agent === NONE ? [] : delaysOf.get(agent) || [];
        starts.union = uniteRanges(starts.rows);
        starts.last = agent === NONE ? 1 : delayLimit(starts.union);
        starts.first = agent === NONE || agents[agent].begins.length === 0 ? 0 : span.first - agents[agent].begins[0];
        delayed.agent = agent;
        listRanges();
    }
    const known = answeredWhole.has(agent) || answeredFor.has(agent);
    element("start-name").textContent = agent === NONE ? "" : agents[agent].label;
    element("start-scope").textContent = scopeText(agent);
    element("start-controls").hidden = agent === NONE || !known;
    element("delay").min = starts.first;
    element("delay").max = starts.last;
    setDelay(delayed.delay);
}

function listRanges() {
    const list = element("start-list");
    list.replaceChildren();
    for (const {other, ranges} of starts.rows)
        for (let i = 0; i < ranges.length; i += 2) {
            const item = document.createElement("li"), name = document.createElement("b");
            name.textContent = agents[other].label;
            item.append(name, `${exactText(ranges[i])} to ${exactText(ranges[i + 1])} s`);
            list.append(item);
        }
}

function setDelay(delay) {
    delayed.delay = delay;
    lateWith = starts.agent === NONE || delay === 0 ? []
        : starts.rows.filter(({ranges}) => isInside(ranges, delay)).map(({other}) => other);
    element("delay").value = delay;
    element("delay").setAttribute("aria-valuetext", `${delay} seconds later`);
    if (document.activeElement !== element("delay-exact")) element("delay-exact").value = String(delay);
    document.querySelector(".key.late").hidden = delay === 0;
    sayDelay(delay);
    present.time = Infinity; // who is in conflict is found anew
}

function sayDelay(delay) {
    const verdict = element("start-verdict"), against = starts.rows.filter(({ranges}) => isInside(ranges, delay));
    verdict.classList.toggle("unsafe", against.length > 0);
    if (against.length > 0) verdict.textContent = `▲ unsafe: ${against.map(({other}) => agents[other].label).join(", ")}`;
    else verdict.textContent = answeredWhole.has(starts.agent) ? "safe" : "safe against those";
}

// The nearest safe delay in a direction, beyond the unsafe stretch that is there or comes next.
function nextSafe(delay) {
    for (const [, upper] of starts.union) if (upper > delay && Number.isFinite(upper) && !isBetween(upper)) return upper;
    return delay;
}

function safeBefore(delay) {
    for (const [lower] of starts.union.slice().reverse())
        if (lower < delay && Number.isFinite(lower) && !isBetween(lower)) return lower;
    return delay;
}

function isBetween(delay) {
    return starts.union.some(([lower, upper]) => lower < delay && delay < upper);
}

function drawStarts(canvas) {
    fitCanvas(canvas);
    const context = cleanContext(canvas), width = canvas.clientWidth, height = canvas.clientHeight;
    const x = (delay) => Math.max(0, Math.min(1, (delay - starts.first) / (starts.last - starts.first))) * width;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, width, height);
    const bar = (ranges, top, high) => {
        for (let i = 0; i < ranges.length; i += 2) {
            const from = x(ranges[i]), to = x(ranges[i + 1]);
            if (ranges[i + 1] > starts.first) context.fillRect(from, top, Math.max(1.5, to - from), high);
        }
    };
    context.fillStyle = colours.hot;
    bar(starts.union.flat(), 4, 22);
    context.fillStyle = colours["hot-soft"];
    const high = Math.min(10, (height - 52) / Math.max(1, starts.rows.length));
    starts.rows.forEach(({ranges}, i) => bar(ranges, 32 + i * high, Math.max(1, high - 1)));
    drawDelayTicks(context, x, width, height);
    context.strokeStyle = colours.chosen;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x(delayed.delay), 0);
    context.lineTo(x(delayed.delay), height);
    context.stroke();
}

function drawDelayTicks(context, x, width, height) {
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    for (const [delay, text] of ticksBetween(starts.first, starts.last, width / 60)) {
        const wide = context.measureText(text).width;
        context.fillStyle = colours.line;
        context.fillRect(Math.min(width - 1, Math.round(x(delay))), height - 18, 1, 4);
        context.fillStyle = colours.faint;
        context.fillText(text, Math.max(1, Math.min(width - wide - 1, x(delay) - wide / 2)), height - 4);
    }
}

function wireStarts() {
    element("delay").addEventListener("input", () => { setDelay(element("delay").valueAsNumber); changed(); });
    element("delay-exact").addEventListener("change", () => {
        const value = readNumber(element("delay-exact").value);
        element("delay-exact").classList.toggle("bad", value === null);
        if (value !== null) setDelay(value);
        changed();
    });
    element("delay-zero").addEventListener("click", () => { setDelay(0); changed(); });
    element("delay-on").addEventListener("click", () => { setDelay(nextSafe(delayed.delay)); changed(); });
    element("delay-back").addEventListener("click", () => { setDelay(safeBefore(delayed.delay)); changed(); });
    element("start-section").addEventListener("toggle", () => changed());
}
