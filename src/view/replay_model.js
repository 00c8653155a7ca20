// SPDX-License-Identifier: MIT
// What the page knows: the run as it was written into the page, and where everybody
// is at a time. Numbers are the doubles of the run, bit for bit. What meets whom was
// decided before; nothing here decides anything, it looks up and it draws.

const run = JSON.parse(document.getElementById("run").textContent);
const TOUCH = 1, GRAZE = 2, CONFLICT = 3;
const VERDICTS = ["clear", "touch", "graze", "conflict"];
const KINEMATIC = 0, WAYPOINT = 1, PARKED = 2, RAMP = 3;
const NONE = -1;
const axes = run.dimension;
const agentCount = run.agents.length;

// ---- motions, by agent and time ------------------------------------------------------

// One motion of a row [form, start, tail, duration, tail, place, goal or velocity, acceleration
// or share].
function readMotion(row) {
    const at = (from) => [row[from] || 0, row[from + 1] || 0, axes === 3 ? row[from + 2] || 0 : 0];
    const third = 5 + 2 * axes, ramp = row[0] === RAMP;
    return {
        form: row[0], start: row[1], startTail: row[2], duration: row[3], durationTail: row[4],
        place: at(5), second: at(5 + axes), share: ramp ? row[third] : 1,
        acceleration: row.length > third && !ramp ? at(third) : [0, 0, 0],
    };
}

function isBetweenPlaces(motion) {
    return motion.form === WAYPOINT || motion.form === RAMP;
}

function standsStill(motion) {
    if (motion.form === PARKED) return true;
    if (isBetweenPlaces(motion)) return motion.place.every((value, axis) => value === motion.second[axis]);
    return motion.second.every((v) => v === 0) && motion.acceleration.every((a) => a === 0);
}

// Is its path no straight way from its first place to its last? Then it is drawn in steps.
function isBent(motion) {
    if (motion.form !== KINEMATIC) return false;
    const [vx, vy] = motion.second, [ax, ay] = motion.acceleration, u = motion.duration + motion.durationTail;
    return vx * ay !== vy * ax || vx * (vx + ax * u) + vy * (vy + ay * u) < 0;
}

// A parked motion begins where the kinematic motion of its numbers ends, and never ends.
function beginOf(m) {
    const start = m.start + m.startTail;
    return m.form === PARKED ? start + (m.duration + m.durationTail) : start;
}

function endOf(m) {
    return m.form === PARKED ? Infinity : m.start + m.startTail + (m.duration + m.durationTail);
}

// Bodies that motions have in the place of their agent's.
const named = (run.bodies || []).map(([radius, ...vertices]) => ({radius, vertices}));

function readAgent(given, index) {
    const motions = given.motions.map(readMotion);
    return {
        index, label: given.label, radius: given.radius, vertices: given.vertices, motions,
        bodies: (given.bodies || []).map((number) => (number > 0 ? named[number - 1] : null)),
        begins: Float64Array.from(motions, beginOf), ends: Float64Array.from(motions, endOf),
        still: Uint8Array.from(motions, (m) => (standsStill(m) ? 1 : 0)),
        bent: Uint8Array.from(motions, (m) => (isBent(m) ? 1 : 0)),
    };
}

const agents = run.agents.map(readAgent);
const byLabel = new Map(agents.map((agent) => [agent.label, agent.index]));

// The body of a motion; without one, or at NONE, the agent's.
function bodyOn(agent, motion) {
    return agent.bodies[motion] || agent;
}

// Every body that an agent has at some time.
function bodiesOf(agent) {
    const own = agent.bodies.length > 0 ? new Set(agent.bodies.map((body) => body || agent)) : [agent];
    return [...own];
}

// ---- places --------------------------------------------------------------------------

// The motion at a time: the last that has begun; NONE before the first, and after the
// last of an agent that disappears. `hint` is where the search begins.
function motionAt(agent, time, hint) {
    const begins = agent.begins, count = begins.length;
    if (count === 0 || !(time >= begins[0])) return NONE;
    let low = hint >= 0 && hint < count && begins[hint] <= time ? hint : 0;
    if (low + 1 < count && begins[low + 1] <= time) {
        if (low + 2 >= count || begins[low + 2] > time) low += 1;
        else low = lastNotAfter(begins, time, low + 2);
    }
    return low === count - 1 && time > agent.ends[low] ? NONE : low;
}

// The last index whose value is not after `time`, when values[low] is not.
function lastNotAfter(values, time, low) {
    let high = values.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (values[middle] <= time) low = middle;
        else high = middle;
    }
    return low;
}

// The same arithmetic as graze_motion_place, along one axis.
function coordinate(motion, axis, halfU, halfEnd) {
    const from = motion.place[axis], second = motion.second[axis];
    if (isBetweenPlaces(motion)) {
        if (halfU <= 0) return from;
        if (halfU >= halfEnd || from === second) return second;
        const x = halfU / halfEnd;
        return from + (second / 2 - from / 2) * (x * (motion.share + (1 - motion.share) * x)) * 2;
    }
    const u = motion.form === PARKED ? 2 * halfEnd : 2 * Math.max(0, Math.min(halfU, halfEnd));
    return from + (second + motion.acceleration[axis] * u / 2) * u;
}

function placeOn(motion, time, axis) {
    const halfU = time / 2 - motion.start / 2 - motion.startTail / 2;
    const halfEnd = motion.duration / 2 + motion.durationTail / 2;
    return coordinate(motion, axis, halfU, halfEnd);
}

// How fast a motion is along an axis at a time; the speed that graze_motion_place differentiates to.
function velocityOn(motion, time, axis) {
    const halfU = time / 2 - motion.start / 2 - motion.startTail / 2;
    const halfEnd = motion.duration / 2 + motion.durationTail / 2;
    const from = motion.place[axis], second = motion.second[axis];
    if (motion.form === PARKED) return 0;
    if (!isBetweenPlaces(motion)) return second + motion.acceleration[axis] * 2 * Math.max(0, Math.min(halfU, halfEnd));
    if (from === second || !(halfEnd > 0)) return 0;
    const x = Math.max(0, Math.min(1, halfU / halfEnd));
    return (second / 2 - from / 2) / halfEnd * (motion.share + 2 * (1 - motion.share) * x);
}

// [m/s] How fast an agent is now, in the motion that it is on.
function speedNow(index) {
    const at = scene.motion[index];
    if (at === NONE) return 0;
    const time = timeOf(agents[index], scene.time);
    return Math.hypot(...[0, 1, 2].slice(0, axes).map((axis) => velocityOn(agents[index].motions[at], time, axis)));
}

// The direction in the plane in which an agent drives, or drove last, or will drive first; null where
// it never does. A motion that begins or ends at rest heads where it leads.
function headingNow(index) {
    const agent = agents[index], now = scene.motion[index];
    if (now === NONE) return null;
    for (let at = now; at >= 0; at--) if (!agent.still[at]) return headingOn(agent, at, at === now ? timeOf(agent, scene.time) : agent.ends[at]);
    for (let at = now + 1; at < agent.motions.length; at++) if (!agent.still[at]) return headingOn(agent, at, agent.begins[at]);
    return null;
}

function headingOn(agent, at, time) {
    const motion = agent.motions[at];
    const way = [0, 1].map((axis) => (isBetweenPlaces(motion) ? motion.second[axis] - motion.place[axis] : velocityOn(motion, time, axis)));
    const length = Math.hypot(way[0], way[1]);
    return length > 0 ? [way[0] / length, way[1] / length] : null;
}

// Where everybody is: kept in arrays, filled anew for each frame.
const scene = {
    time: NaN,
    x: new Float64Array(agentCount), y: new Float64Array(agentCount), z: new Float64Array(agentCount),
    motion: new Int32Array(agentCount).fill(NONE),
};

// An agent that is delayed stands at its first place until it starts.
const delayed = {agent: NONE, delay: 0};

function timeOf(agent, time) {
    if (delayed.agent !== agent.index || delayed.delay === 0 || agent.begins.length === 0) return time;
    const moved = time - delayed.delay;
    return moved < agent.begins[0] && time >= agent.begins[0] ? agent.begins[0] : moved;
}

function placeAgent(agent, time) {
    const own = timeOf(agent, time), i = agent.index;
    const at = motionAt(agent, own, scene.motion[i]);
    scene.motion[i] = at;
    if (at === NONE) return;
    scene.x[i] = placeOn(agent.motions[at], own, 0);
    scene.y[i] = placeOn(agent.motions[at], own, 1);
    if (axes === 3) scene.z[i] = placeOn(agent.motions[at], own, 2);
}

function placeAll(time) {
    for (let i = 0; i < agentCount; i++) placeAgent(agents[i], time);
    scene.time = time;
}

function bodyNow(index) {
    return bodyOn(agents[index], scene.motion[index]);
}

function bodyAt(index, time) {
    return bodyOn(agents[index], motionAt(agents[index], time, 0));
}

// One agent at any time, as planned: [x, y, z], or null where it is absent.
function placeAt(index, time) {
    const agent = agents[index], at = motionAt(agent, time, 0);
    if (at === NONE) return null;
    return [0, 1, 2].map((axis) => (axis < axes ? placeOn(agent.motions[at], time, axis) : 0));
}

// ---- obstacles that are no cells -----------------------------------------------------

function readStanding(given) {
    const pieces = given.pieces.map(([radius, x, y, ...vertices]) => ({radius, x, y, vertices}));
    return {label: given.label, pieces};
}
const standing = (run.standing || []).map(readStanding);

// ---- the span of the run -------------------------------------------------------------

function spanOfRun() {
    let first = Infinity, last = -Infinity;
    for (const agent of agents)
        agent.motions.forEach((motion, k) => {
            first = Math.min(first, agent.begins[k]);
            last = Math.max(last, agent.begins[k], Number.isFinite(agent.ends[k]) ? agent.ends[k] : -Infinity);
        });
    if (!(first <= last)) return {first: 0, last: 1};
    return {first, last: last > first ? last : first + 1};
}
const span = spanOfRun();

function boundsOfRun() {
    const box = {left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity};
    const take = (x, y, reach) => {
        box.left = Math.min(box.left, x - reach);
        box.right = Math.max(box.right, x + reach);
        box.bottom = Math.min(box.bottom, y - reach);
        box.top = Math.max(box.top, y + reach);
    };
    for (const agent of agents)
        agent.motions.forEach((motion, k) => {
            for (const time of samplesOf(agent, k)) take(placeOn(motion, time, 0), placeOn(motion, time, 1), reachOf(bodyOn(agent, k)));
        });
    if (run.map !== null && run.map.kind === "grid") {
        const half = run.map.cell / 2;
        take(0, 0, half);
        take((run.map.columns - 1) * run.map.cell, (run.map.rows - 1) * run.map.cell, half);
    } else if (run.map !== null) {
        for (let i = 0; i + 1 < run.map.places.length; i += 2) take(run.map.places[i], run.map.places[i + 1], 0);
    }
    for (const obstacle of standing)
        for (const piece of obstacle.pieces) take(piece.x, piece.y, reachOf(piece));
    return box.left <= box.right ? box : {left: -1, right: 1, bottom: -1, top: 1};
}

// Times that show the course of a motion: its ends, and points between them on a curve.
function samplesOf(agent, k) {
    const begin = agent.begins[k];
    const end = k + 1 < agent.begins.length ? agent.begins[k + 1] : Math.min(agent.ends[k], span.last);
    if (agent.still[k] || !(end > begin)) return [begin];
    if (!agent.bent[k]) return [begin, end];
    return Array.from({length: CURVE_STEPS + 1}, (_, i) => begin + (end - begin) * i / CURVE_STEPS);
}
const CURVE_STEPS = 12;

// How far a body reaches from its place.
function reachOf(body) {
    let far = 0;
    for (let i = 0; i + 1 < body.vertices.length; i += 2)
        far = Math.max(far, Math.hypot(body.vertices[i], body.vertices[i + 1]));
    return far + body.radius;
}

// How far an agent ever reaches.
function mostReachOf(agent) {
    return Math.max(...bodiesOf(agent).map(reachOf));
}

// ---- meetings, in order of time ------------------------------------------------------

// A meeting with a cell has b = NONE and its column and row; with another obstacle row = NONE, and
// its number for a column.
function readMeeting(row, isCell) {
    return isCell
        ? {a: row[0], b: NONE, column: row[1], row: row[2], verdict: row[3], begin: row[4], end: row[5], depth: row[6], at: row[7]}
        : {a: row[0], b: row[1], verdict: row[2], begin: row[3], end: row[4], depth: row[5], at: row[6]};
}

const meetings = run.meetings.map((row) => readMeeting(row, false))
    .concat(run.obstacles.map((row) => readMeeting(row, true)))
    .sort((p, q) => p.begin - q.begin);
meetings.forEach((meeting, index) => { meeting.index = index; });
const conflicts = meetings.filter((meeting) => meeting.verdict === CONFLICT);

const conflictsOf = new Int32Array(agentCount);
for (const meeting of conflicts) {
    conflictsOf[meeting.a]++;
    if (meeting.b !== NONE) conflictsOf[meeting.b]++;
}

const slackOf = new Array(agentCount).fill(null);
for (const [agent, inConflict, delay, other] of run.slack || [])
    slackOf[agent] = {inConflict: inConflict === 1, delay, other};

// Who is in conflict now? Intervals are open. Time mostly goes on a little: then only
// those that begin are added, and those that end dropped.
const present = {time: Infinity, next: 0, meetings: [], hot: new Uint16Array(agentCount)};

function updatePresent(time) {
    if (time < present.time) {
        present.next = 0;
        present.meetings = [];
    }
    for (; present.next < conflicts.length && conflicts[present.next].begin < time; present.next++)
        present.meetings.push(conflicts[present.next]);
    present.meetings = present.meetings.filter((meeting) => meeting.end > time);
    present.time = time;
    present.hot.fill(0);
    for (const meeting of present.meetings) {
        if (isMoved(meeting)) continue;
        present.hot[meeting.a]++;
        if (meeting.b !== NONE) present.hot[meeting.b]++;
    }
}

// What was found about an agent does not hold while it is shown with a delay.
function isMoved(meeting) {
    return delayed.delay !== 0 && delayed.agent !== NONE && (meeting.a === delayed.agent || meeting.b === delayed.agent);
}

function nameOf(meeting) {
    const other = meeting.b !== NONE ? agents[meeting.b].label
        : meeting.row !== NONE ? `cell ${meeting.column} ${meeting.row}`
            : `obstacle ${meeting.column < standing.length ? standing[meeting.column].label : meeting.column}`;
    return [agents[meeting.a].label, other];
}

// ---- waits ---------------------------------------------------------------------------

// The stretches in which an agent stands and will go on: [begin, end, begin, end, ...].
function waitsOf(agent) {
    const waits = [];
    for (let k = 0; k < agent.motions.length; k++) {
        const end = k + 1 < agent.begins.length ? agent.begins[k + 1] : agent.ends[k]; // the next start rules
        if (!agent.still[k] || end === Infinity || !(end > agent.begins[k])) continue;
        if (waits.length > 0 && waits[waits.length - 1] === agent.begins[k]) waits[waits.length - 1] = end;
        else waits.push(agent.begins[k], end);
    }
    return waits;
}

// ---- numbers as text -----------------------------------------------------------------

// 17 digits read back as the same double.
function exactText(value) {
    if (!Number.isFinite(value)) return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
    return value === 0 ? "0" : value.toPrecision(17);
}

function shortText(value) {
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
    return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6 || value === 0 ? value.toFixed(3) : value.toExponential(2);
}

// A number as a person types it, or null.
function readNumber(text) {
    const trimmed = text.trim();
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
    const value = Number(trimmed);
    return Number.isFinite(value) ? value : null;
}
