// SPDX-License-Identifier: MIT
// Which part of the plane is seen. x goes right, y goes up, or
// down on grids, whose first row is on top; scale is in CSS pixels a
// metre. Places are taken relative to the centre before they reach the canvas, whose
// numbers are shorter than ours.

const bounds = boundsOfRun();
const view = {x: 0, y: 0, scale: 1, width: 1, height: 1, isFitted: true};
const UP = run.down ? -1 : 1; // where y goes on the screen
const MARGIN = 24, ZOOM_STEP = 1.25;

function element(id) {
    return document.getElementById(id);
}

// The scale at which everything fits.
function fittingScale(width, height) {
    const across = Math.max(bounds.right - bounds.left, 1e-9), up = Math.max(bounds.top - bounds.bottom, 1e-9);
    return Math.min(Math.max(width - 2 * MARGIN, 10) / across, Math.max(height - 2 * MARGIN, 10) / up);
}

// Everything is shown beside the minimap, or above it, whichever is larger.
function fitView() {
    const small = element("minimap"), wide = small.clientWidth + MARGIN / 2, high = small.clientHeight + MARGIN / 2;
    const beside = fittingScale(view.width - wide, view.height), above = fittingScale(view.width, view.height - high);
    view.scale = Math.max(beside, above);
    const right = beside >= above ? shiftFor(view.width, bounds.right - bounds.left, wide) : 0;
    const bottom = beside >= above ? 0 : shiftFor(view.height, bounds.top - bounds.bottom, high);
    view.x = bounds.left / 2 + bounds.right / 2 + right / 2 / view.scale;
    view.y = bounds.bottom / 2 + bounds.top / 2 - UP * bottom / 2 / view.scale;
    view.isFitted = true;
}

// Something of `length` metres in the middle of `room` pixels shall leave the last `wanted`
// of them free: twice the pixels by which it has to be moved.
function shiftFor(room, length, wanted) {
    return Math.max(0, Math.min(wanted, 2 * (wanted + MARGIN) - (room - length * view.scale)));
}

// Zooms so that the point under (px, py) stays there.
function zoomAt(px, py, factor) {
    const least = fittingScale(view.width, view.height) / 20;
    const scale = Math.max(least, Math.min(view.scale * factor, least * 1e9));
    const dx = px - view.width / 2, dy = UP * (view.height / 2 - py);
    view.x += dx / view.scale - dx / scale;
    view.y += dy / view.scale - dy / scale;
    view.scale = scale;
    view.isFitted = false;
}

function dragBy(px, py) {
    view.x -= px / view.scale;
    view.y += UP * py / view.scale;
    view.isFitted = false;
}

function screenX(x) {
    return (x - view.x) * view.scale + view.width / 2;
}

function screenY(y) {
    return view.height / 2 - UP * (y - view.y) * view.scale;
}

function planeX(px) {
    return view.x + (px - view.width / 2) / view.scale;
}

function planeY(py) {
    return view.y + UP * (view.height / 2 - py) / view.scale;
}

// Moves so that agents are in the middle, near enough to tell them apart.
function centreOn(indices) {
    const seen = indices.filter((i) => scene.motion[i] !== NONE);
    if (seen.length === 0) return;
    view.x = seen.reduce((sum, i) => sum + scene.x[i], 0) / seen.length;
    view.y = seen.reduce((sum, i) => sum + scene.y[i], 0) / seen.length;
    view.isFitted = false;
}

function closeEnough(indices) {
    const reach = Math.max(...indices.map((i) => mostReachOf(agents[i])), 0);
    if (reach > 0 && reach * view.scale < 22) view.scale = Math.min(22 / reach, fittingScale(view.width, view.height) * 1e4);
}

// Makes a canvas as large as it is shown, in device pixels; true when that changed it.
function fitCanvas(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width === width && canvas.height === height) return false;
    canvas.width = width;
    canvas.height = height;
    return true;
}

// A context whose unit is the CSS pixel, wiped clean.
function cleanContext(canvas) {
    const ratio = window.devicePixelRatio || 1, context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
}

// ---- colours -------------------------------------------------------------------------

const PALETTE = 5;
const colours = {};

function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "ink", "faint", "line", "panel", "wall", "road", "hot", "hot-soft", "ever", "chosen",
        "wait", "graze", "touch", "late", "edge"])
        colours[name] = style.getPropertyValue("--" + name).trim();
    colours.agents = Array.from({length: PALETTE}, (_, i) => style.getPropertyValue("--agent-" + i).trim());
}
