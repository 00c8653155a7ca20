// SPDX-License-Identifier: MIT
// The picture of one instant: the map behind, trails, bodies, names. What does not
// move is kept in a picture of its own, larger than the window, and drawn anew only
// when the view leaves it.

const ui = {
    selected: [], focus: NONE, follow: false, trail: "short", names: true, slow: false,
    playing: false, speed: 1, time: 0,
};

// ---- what stands still ---------------------------------------------------------------

const backdrop = {canvas: document.createElement("canvas"), x: 0, y: 0, scale: 0, width: 0, height: 0, stale: true};
const SPARE = 0.25; // of the window, on each side

function backdropFits() {
    if (backdrop.stale || backdrop.scale !== view.scale) return false;
    if (backdrop.width !== view.width || backdrop.height !== view.height) return false;
    return Math.abs(backdrop.x - view.x) * view.scale <= SPARE * view.width &&
        Math.abs(backdrop.y - view.y) * view.scale <= SPARE * view.height;
}

// The blocked cells between these sides; frame is the centre and the scale of the picture.
function drawGrid(context, frame, left, right, bottom, top) {
    const grid = run.map, cell = grid.cell;
    const firstRow = Math.max(0, Math.floor(bottom / cell + 0.5)), lastRow = Math.min(grid.rows - 1, Math.ceil(top / cell - 0.5));
    context.fillStyle = colours.wall;
    context.beginPath();
    for (let row = firstRow; row <= lastRow; row++) {
        const runs = blockedRuns[row];
        for (let i = 0; i < runs.length; i += 2) {
            const x = (runs[i] - 0.5) * cell, width = (runs[i + 1] - runs[i]) * cell;
            if (x <= right && x + width >= left) context.rect(x - frame.x, (row - 0.5) * cell - frame.y, width, cell);
        }
    }
    context.fill();
    context.strokeStyle = colours.line;
    context.lineWidth = 1 / frame.scale;
    context.strokeRect(-0.5 * cell - frame.x, -0.5 * cell - frame.y, grid.columns * cell, grid.rows * cell);
}

// The blocked stretches [from, to, from, to, ...] of each row of the grid.
function readRuns() {
    if (run.map === null || run.map.kind !== "grid") return [];
    const rows = Array.from({length: run.map.rows}, () => []);
    let at = 0, isBlocked = false;
    for (const length of run.map.runs) {
        for (let left = length; left > 0;) {
            const row = Math.floor(at / run.map.columns), column = at % run.map.columns;
            const here = Math.min(left, run.map.columns - column);
            if (isBlocked) rows[row].push(column, column + here);
            at += here;
            left -= here;
        }
        isBlocked = !isBlocked;
    }
    return rows;
}
const blockedRuns = readRuns();

function drawRoadmap(context, frame, width, size) {
    const {places, edges} = run.map;
    context.strokeStyle = context.fillStyle = colours.road;
    context.lineWidth = width / frame.scale;
    context.beginPath();
    for (let i = 0; i + 1 < edges.length; i += 2) {
        const p = 2 * edges[i], q = 2 * edges[i + 1];
        context.moveTo(places[p] - frame.x, places[p + 1] - frame.y);
        context.lineTo(places[q] - frame.x, places[q + 1] - frame.y);
    }
    context.stroke();
    const half = size / 2 / frame.scale;
    context.beginPath();
    for (let i = 0; i + 1 < places.length; i += 2)
        context.rect(places[i] - frame.x - half, places[i + 1] - frame.y - half, 2 * half, 2 * half);
    context.fill();
}

// All pieces of an obstacle as one path; `grow` pixels wider.
function traceStanding(context, frame, obstacle, grow) {
    for (const piece of obstacle.pieces) traceBody(context, piece, piece.x - frame.x, piece.y - frame.y, grow / frame.scale);
}

// Obstacles that are no cells between these sides, with a line round the whole of each.
function drawStanding(context, frame, left, right, bottom, top) {
    for (const obstacle of standing) {
        const isSeen = obstacle.pieces.some((piece) => {
            const reach = reachOf(piece);
            return piece.x + reach >= left && piece.x - reach <= right && piece.y + reach >= bottom && piece.y - reach <= top;
        });
        if (!isSeen) continue;
        for (const [colour, grow] of [[colours.faint, 1], [colours.wall, 0]]) {
            context.fillStyle = colour;
            context.beginPath();
            traceStanding(context, frame, obstacle, grow);
            context.fill();
        }
    }
}

function drawRoutes(context) {
    context.strokeStyle = colours.line;
    context.lineWidth = 1 / view.scale;
    context.beginPath();
    for (const agent of agents) traceRoute(context, agent, span.first, span.last);
    context.stroke();
}

function drawBackdrop(width, height) {
    const ratio = window.devicePixelRatio || 1, canvas = backdrop.canvas;
    const wide = width * (1 + 2 * SPARE), high = height * (1 + 2 * SPARE);
    canvas.width = Math.max(1, Math.round(wide * ratio));
    canvas.height = Math.max(1, Math.round(high * ratio));
    const context = canvas.getContext("2d");
    context.setTransform(ratio * view.scale, 0, 0, -UP * ratio * view.scale, canvas.width / 2, canvas.height / 2);
    const acrossHalf = wide / 2 / view.scale, upHalf = high / 2 / view.scale;
    if (run.map !== null && run.map.kind === "grid")
        drawGrid(context, view, view.x - acrossHalf, view.x + acrossHalf, view.y - upHalf, view.y + upHalf);
    else if (run.map !== null) drawRoadmap(context, view, 1.5, 4);
    drawStanding(context, view, view.x - acrossHalf, view.x + acrossHalf, view.y - upHalf, view.y + upHalf);
    if (ui.trail === "all") drawRoutes(context);
    Object.assign(backdrop, {x: view.x, y: view.y, scale: view.scale, width, height, stale: false});
}

// ---- what moves ----------------------------------------------------------------------

// Adds the way of an agent from one time to another to the path.
function traceRoute(context, agent, from, to) {
    const begins = agent.begins, count = begins.length;
    if (count === 0 || !(to > begins[0])) return;
    const first = Math.max(from, begins[0]);
    let at = motionAt(agent, first, scene.motion[agent.index]);
    if (at === NONE) return;
    context.moveTo(placeOn(agent.motions[at], first, 0) - view.x, placeOn(agent.motions[at], first, 1) - view.y);
    for (; at < count && begins[at] < to; at++) {
        if (agent.still[at]) continue;
        const begin = Math.max(first, begins[at]), end = Math.min(to, at + 1 < count ? begins[at + 1] : agent.ends[at]);
        traceMotion(context, agent.motions[at], begin, end, agent.bent[at] ? CURVE_STEPS : 1);
    }
}

function traceMotion(context, motion, begin, end, steps) {
    for (let i = 1; i <= steps; i++) {
        const time = i === steps ? end : begin + (end - begin) * i / steps;
        context.lineTo(placeOn(motion, time, 0) - view.x, placeOn(motion, time, 1) - view.y);
    }
}

function trailLength() {
    if (ui.trail === "short") return Math.max((span.last - span.first) / 20, 1e-9);
    return ui.trail === "long" ? (span.last - span.first) / 4 : 0;
}

function drawTrails(context, time, visible) {
    const length = trailLength();
    if (length === 0) return;
    context.lineWidth = 1.5 / view.scale;
    for (let colour = 0; colour < PALETTE; colour++) {
        context.strokeStyle = colours.agents[colour];
        context.beginPath();
        for (const i of visible)
            if (i % PALETTE === colour) traceRoute(context, agents[i], timeOf(agents[i], time) - length, timeOf(agents[i], time));
        context.stroke();
    }
}

// Indices of the agents that are there and in the window.
function visibleAgents() {
    const across = view.width / 2 / view.scale, up = view.height / 2 / view.scale, seen = [];
    for (let i = 0; i < agentCount; i++) {
        if (scene.motion[i] === NONE) continue;
        const reach = reaches[i];
        if (Math.abs(scene.x[i] - view.x) <= across + reach && Math.abs(scene.y[i] - view.y) <= up + reach) seen.push(i);
    }
    return seen;
}
const reaches = Float64Array.from(agents, mostReachOf);

function traceAll(context, list, grow) {
    context.beginPath();
    for (const i of list) traceBody(context, bodyNow(i), scene.x[i] - view.x, scene.y[i] - view.y, grow);
}

// Bodies too small to be seen at this scale get a dot behind them.
function drawDots(context, visible) {
    const size = DOT / view.scale;
    context.fillStyle = colours.edge;
    context.beginPath();
    for (const i of visible) {
        if (reaches[i] >= size) continue;
        context.moveTo(scene.x[i] - view.x + size, scene.y[i] - view.y);
        context.arc(scene.x[i] - view.x, scene.y[i] - view.y, size, 0, TURN);
    }
    context.fill();
}
const DOT = 2.5; // pixels

function drawBodies(context, visible) {
    drawDots(context, visible);
    const groups = Array.from({length: PALETTE}, () => []), hot = [];
    for (const i of visible) (present.hot[i] > 0 ? hot : groups[i % PALETTE]).push(i);
    context.lineWidth = 1 / view.scale;
    context.strokeStyle = colours.edge;
    groups.forEach((list, colour) => {
        if (list.length === 0) return;
        context.fillStyle = colours.agents[colour];
        traceAll(context, list, 0);
        context.fill();
        context.stroke();
    });
    if (hot.length === 0) return;
    context.globalAlpha = 0.75; // overlaps shine through
    context.fillStyle = colours.hot;
    traceAll(context, hot, 0);
    context.fill("nonzero");
    context.globalAlpha = 1;
    for (const i of hot) outline(context, i, colours.ink, Math.min(2, reaches[i] * view.scale / 4), 0, []);
}

function outline(context, i, colour, pixels, gap, dashes) {
    context.strokeStyle = colour;
    context.lineWidth = pixels / view.scale;
    context.setLineDash(dashes.map((dash) => dash / view.scale));
    traceAll(context, [i], gap / view.scale);
    context.stroke();
    context.setLineDash([]);
}

function drawRings(context, visible) {
    context.strokeStyle = colours.ever;
    context.lineWidth = 1.5 / view.scale;
    traceAll(context, visible.filter((i) => conflictsOf[i] > 0), 3 / view.scale);
    context.stroke();
    for (const i of lateWith) if (scene.motion[i] !== NONE) outline(context, i, colours.late, 2.5, 6, [6, 3]);
    for (const i of ui.selected) if (scene.motion[i] !== NONE) outline(context, i, colours.chosen, 2.5, 7, [2, 3]);
}
let lateWith = []; // agents with which the delayed one would conflict

// A line from each place towards where its agent heads, as far as its body reaches.
function drawHeadings(context, visible) {
    context.strokeStyle = colours.edge;
    context.lineWidth = 1.5 / view.scale;
    context.beginPath();
    for (const i of visible) {
        const heading = reaches[i] * view.scale >= HEADING_LEAST ? headingNow(i) : null;
        if (heading === null) continue;
        const x = scene.x[i] - view.x, y = scene.y[i] - view.y, reach = reachOf(bodyNow(i));
        context.moveTo(x, y);
        context.lineTo(x + heading[0] * reach, y + heading[1] * reach);
    }
    context.stroke();
}
const HEADING_LEAST = 4; // pixels

// Where the delayed agent would be as planned.
function drawGhost(context, time) {
    if (delayed.agent === NONE || delayed.delay === 0) return;
    const place = placeAt(delayed.agent, time);
    if (place === null) return;
    context.strokeStyle = colours.faint;
    context.lineWidth = 1 / view.scale;
    context.setLineDash([4 / view.scale, 4 / view.scale]);
    context.beginPath();
    traceBody(context, bodyAt(delayed.agent, time), place[0] - view.x, place[1] - view.y, 0);
    context.stroke();
    context.setLineDash([]);
}

// A line between the two of the chosen meeting; the cell, or the obstacle, of one with such.
function drawFocus(context) {
    if (ui.focus === NONE) return;
    const meeting = meetings[ui.focus], a = meeting.a, b = meeting.b;
    context.strokeStyle = colours.hot;
    context.lineWidth = 2 / view.scale;
    context.beginPath();
    if (b === NONE && meeting.row === NONE) {
        if (meeting.column < standing.length) traceStanding(context, view, standing[meeting.column], 0);
    } else if (b === NONE) {
        const cell = run.map !== null && run.map.kind === "grid" ? run.map.cell : 0;
        context.rect((meeting.column - 0.5) * cell - view.x, (meeting.row - 0.5) * cell - view.y, cell, cell);
    } else if (scene.motion[a] !== NONE && scene.motion[b] !== NONE) {
        context.moveTo(scene.x[a] - view.x, scene.y[a] - view.y);
        context.lineTo(scene.x[b] - view.x, scene.y[b] - view.y);
    }
    context.stroke();
}

const NAMES_MAX = 120, NAME_HEIGHT = 14; // pixels

// Who is named: the selected first, then who is in conflict, then who is large enough.
function namedAgents(visible) {
    const rank = (i) => (ui.selected.includes(i) ? 0 : present.hot[i] > 0 ? 1 : 2);
    return visible.filter((i) => rank(i) < 2 || reaches[i] * view.scale >= 7)
        .sort((i, j) => rank(i) - rank(j) || i - j).slice(0, NAMES_MAX);
}

// A name, of a selected agent with its speed.
function nameNow(i) {
    const name = (present.hot[i] > 0 ? "▲" : "") + shortLabel(agents[i].label);
    return ui.selected.includes(i) ? `${name} ${speedNow(i).toFixed(2)} m/s` : name;
}

function drawNames(context, visible) {
    if (!ui.names) return;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colours.paper;
    context.fillStyle = colours.ink;
    names.boxes = [];
    for (const i of namedAgents(visible)) {
        const text = nameNow(i), half = widthOf(context, text.replace(/\d/g, "0")) / 2;
        const reach = reaches[i] * view.scale, x = screenX(scene.x[i]), isInside = half < inners[i] * view.scale;
        const y = screenY(scene.y[i]) - (isInside ? 0 : reach + 12); // a name must not hide its body
        if (!claimPlace(x - half, x + half, y)) continue;
        context.strokeText(text, x, y);
        context.fillText(text, x, y);
    }
}
const names = {boxes: [], widths: new Map()};

// How far each body reaches to both sides of its place, at any time.
const inners = Float64Array.from(agents, (agent) => Math.min(...bodiesOf(agent).map((body) => {
    const xs = verticesOf(body).map((p) => p[0]);
    return body.radius + Math.max(0, Math.min(-Math.min(...xs), Math.max(...xs)));
})));

function widthOf(context, text) {
    if (!names.widths.has(text)) names.widths.set(text, context.measureText(text).width);
    return names.widths.get(text);
}

// Takes the place of a name, unless another name has a part of it.
function claimPlace(left, right, y) {
    for (const box of names.boxes)
        if (left < box.right && box.left < right && Math.abs(y - box.y) < NAME_HEIGHT) return false;
    names.boxes.push({left, right, y});
    return true;
}

function shortLabel(label) {
    return label.length > 16 ? Array.from(label).slice(0, 15).join("") + "…" : label;
}

// Draws everything as it is at scene.time.
function drawScene(canvas) {
    if (!backdropFits()) drawBackdrop(view.width, view.height);
    const context = cleanContext(canvas);
    const shiftX = (backdrop.x - view.x) * view.scale, shiftY = UP * (view.y - backdrop.y) * view.scale;
    context.drawImage(backdrop.canvas, shiftX - SPARE * view.width, shiftY - SPARE * view.height,
        view.width * (1 + 2 * SPARE), view.height * (1 + 2 * SPARE));
    context.save();
    context.translate(view.width / 2, view.height / 2);
    context.scale(view.scale, -UP * view.scale);
    const visible = visibleAgents();
    drawTrails(context, scene.time, visible);
    drawBodies(context, visible);
    if (ui.names) drawHeadings(context, visible);
    drawGhost(context, scene.time);
    drawRings(context, visible);
    drawFocus(context);
    context.restore();
    drawNames(context, visible);
}

// ---- the minimap ---------------------------------------------------------------------

function minimapScale(canvas) {
    return Math.min((canvas.clientWidth - 8) / Math.max(bounds.right - bounds.left, 1e-9),
        (canvas.clientHeight - 8) / Math.max(bounds.top - bounds.bottom, 1e-9));
}

// The map, small: drawn once for each size and colours.
const miniature = {canvas: document.createElement("canvas"), stale: true};

function drawMiniature(width, height, scale) {
    const context = miniature.canvas.getContext("2d");
    const frame = {x: bounds.left / 2 + bounds.right / 2, y: bounds.bottom / 2 + bounds.top / 2, scale};
    Object.assign(miniature.canvas, {width, height});
    miniature.stale = false;
    const ratio = width / element("minimap").clientWidth;
    context.setTransform(scale * ratio, 0, 0, -UP * scale * ratio, width / 2, height / 2);
    if (run.map !== null && run.map.kind === "grid") drawGrid(context, frame, bounds.left, bounds.right, bounds.bottom, bounds.top);
    else if (run.map !== null) drawRoadmap(context, frame, 0.5, 1);
    drawStanding(context, frame, bounds.left, bounds.right, bounds.bottom, bounds.top);
}

function drawMinimap(canvas) {
    if (fitCanvas(canvas)) miniature.stale = true;
    const context = cleanContext(canvas), scale = minimapScale(canvas);
    if (miniature.stale) drawMiniature(canvas.width, canvas.height, scale);
    context.drawImage(miniature.canvas, 0, 0, canvas.clientWidth, canvas.clientHeight);
    const middleX = bounds.left / 2 + bounds.right / 2, middleY = bounds.bottom / 2 + bounds.top / 2;
    const x = (value) => canvas.clientWidth / 2 + (value - middleX) * scale;
    const y = (value) => canvas.clientHeight / 2 - UP * (value - middleY) * scale;
    context.strokeStyle = colours.line;
    context.strokeRect(x(bounds.left), Math.min(y(bounds.top), y(bounds.bottom)), (bounds.right - bounds.left) * scale, (bounds.top - bounds.bottom) * scale);
    for (const isHot of [false, true]) {
        context.fillStyle = isHot ? colours.hot : colours.faint;
        const size = isHot ? 4 : 2;
        context.beginPath();
        for (let i = 0; i < agentCount; i++)
            if (scene.motion[i] !== NONE && present.hot[i] > 0 === isHot) context.rect(x(scene.x[i]) - size / 2, y(scene.y[i]) - size / 2, size, size);
        context.fill();
    }
    context.strokeStyle = colours.chosen;
    context.lineWidth = 2;
    const wide = view.width / view.scale * scale, high = view.height / view.scale * scale;
    context.strokeRect(x(view.x) - wide / 2, y(view.y) - high / 2, wide, high);
}
