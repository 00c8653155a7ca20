// SPDX-License-Identifier: MIT
// Bodies as outlines, and the distance between two of them: for pictures only.

const TURN = 2 * Math.PI;

// Adds the outline of a body at (x, y) to the path, counter-clockwise.
function traceBody(context, agent, x, y, grow) {
    const radius = agent.radius + grow, v = agent.vertices, n = v.length / 2;
    if (n < 2) {
        const cx = x + (n === 1 ? v[0] : 0), cy = y + (n === 1 ? v[1] : 0);
        context.moveTo(cx + radius, cy);
        context.arc(cx, cy, radius, 0, TURN);
        return;
    }
    if (radius === 0) {
        context.moveTo(x + v[0], y + v[1]);
        for (let i = 1; i < n; i++) context.lineTo(x + v[2 * i], y + v[2 * i + 1]);
        context.closePath();
        return;
    }
    traceRounded(context, v, n, x, y, radius);
}

// Straight sides, moved out by the radius, joined by arcs round the vertices.
function traceRounded(context, v, n, x, y, radius) {
    const outward = (i) => {
        const j = (i + 1) % n;
        return Math.atan2(v[2 * j + 1] - v[2 * i + 1], v[2 * j] - v[2 * i]) - Math.PI / 2;
    };
    for (let i = 0; i < n; i++) {
        const from = outward((i + n - 1) % n), to = outward(i);
        if (i === 0) context.moveTo(x + v[0] + radius * Math.cos(from), y + v[1] + radius * Math.sin(from));
        context.arc(x + v[2 * i], y + v[2 * i + 1], radius, from, to < from ? to + TURN : to);
    }
    context.closePath();
}

// ---- distance ------------------------------------------------------------------------

// The convex hull of points [x, y], counter-clockwise, by Andrew's monotone chain.
function hullOf(points) {
    const sorted = points.slice().sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    if (sorted.length < 3) return sorted;
    const half = (list) => {
        const chain = [];
        for (const p of list) {
            while (chain.length > 1 && turnOf(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
            chain.push(p);
        }
        chain.pop();
        return chain;
    };
    return half(sorted).concat(half(sorted.slice().reverse()));
}

function turnOf(p, q, r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

function verticesOf(agent) {
    const list = [];
    for (let i = 0; i + 1 < agent.vertices.length; i += 2) list.push([agent.vertices[i], agent.vertices[i + 1]]);
    return list.length > 0 ? list : [[0, 0]];
}

// All differences of a vertex of b and one of a: where the place of a less that of b
// must not be. Found once for each two bodies.
function differenceOf(a, b) {
    if (!differences.has(a)) differences.set(a, new Map());
    const known = differences.get(a);
    if (!known.has(b)) {
        const points = [];
        for (const p of verticesOf(b)) for (const q of verticesOf(a)) points.push([p[0] - q[0], p[1] - q[1]]);
        known.set(b, hullOf(points));
    }
    return known.get(b);
}
const differences = new Map();

function distanceToSegment(x, y, p, q) {
    const dx = q[0] - p[0], dy = q[1] - p[1], length = dx * dx + dy * dy;
    const s = length > 0 ? Math.max(0, Math.min(1, ((x - p[0]) * dx + (y - p[1]) * dy) / length)) : 0;
    return Math.hypot(x - p[0] - s * dx, y - p[1] - s * dy);
}

// The signed distance of a point from a convex hull, negative inside.
function distanceToHull(x, y, hull) {
    if (hull.length === 1) return Math.hypot(x - hull[0][0], y - hull[0][1]);
    let nearest = Infinity, inside = hull.length > 2;
    for (let i = 0; i < hull.length; i++) {
        const p = hull[i], q = hull[(i + 1) % hull.length];
        nearest = Math.min(nearest, distanceToSegment(x, y, p, q));
        if (turnOf(p, q, [x, y]) < 0) inside = false;
    }
    return inside ? -nearest : nearest;
}

// The distance between the surfaces of a pair at a time, or null when one is absent.
function pairDistance(pair, time) {
    const p = placeAt(pair.a, time), q = placeAt(pair.b, time);
    if (p === null || q === null) return null;
    const a = bodyAt(pair.a, time), b = bodyAt(pair.b, time), reach = a.radius + b.radius;
    if (axes === 3) return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) - reach;
    return distanceToHull(p[0] - q[0], p[1] - q[1], differenceOf(a, b)) - reach;
}
