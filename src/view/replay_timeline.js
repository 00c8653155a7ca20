// SPDX-License-Identifier: MIT
// Time as a line: conflicts above, waits below, both the higher the more there are at a
// time. What is under the cursor is drawn once and kept until the size, the colours or the
// selection change.

const timeline = {stale: true};

function fractionOf(time) {
    return Math.max(0, Math.min(1, (time - span.first) / (span.last - span.first)));
}

// How many of the stretches [begin, end, begin, end, ...] go on at each of so many equal
// steps; a stretch is at least `least` steps long, so that it is seen.
function countAt(steps, stretches, least) {
    const change = new Int32Array(steps + 1);
    for (let i = 0; i < stretches.length; i += 2) {
        const first = Math.min(steps - 1, Math.floor(fractionOf(stretches[i]) * steps));
        change[first]++;
        change[Math.min(steps, Math.max(first + least, Math.ceil(fractionOf(stretches[i + 1]) * steps)))]--;
    }
    let sum = 0;
    return change.subarray(0, steps).map((difference) => (sum += difference));
}

// A column for each step, standing on `bottom`; `most` at a time are `height` high.
function drawCounts(context, counts, bottom, height, least, most) {
    context.beginPath();
    counts.forEach((count, x) => {
        if (count <= 0) return;
        const high = Math.max(least, height * Math.min(1, count / most));
        context.rect(x, bottom - high, 1, high);
    });
    context.fill();
}

function drawWaits(context, width, top, height) {
    const chosen = ui.selected.length > 0 ? ui.selected.map((i) => agents[i]) : agents;
    const counts = countAt(Math.max(1, Math.floor(width)), chosen.flatMap(waitsOf), 1);
    context.fillStyle = colours.wait;
    drawCounts(context, counts, top + height, height, 2, chosen.length);
}

// Deeper verdicts come last and lie on top.
function drawMeetings(context, width, top, height) {
    const shown = listedMeetings(), steps = Math.max(2, Math.floor(width));
    for (const [verdict, colour] of [[TOUCH, colours.touch], [GRAZE, colours.graze], [CONFLICT, colours.hot]]) {
        const stretches = [];
        for (const meeting of shown) if (meeting.verdict === verdict) stretches.push(meeting.begin, meeting.end);
        const counts = countAt(steps, stretches, 2);
        context.fillStyle = colour;
        drawCounts(context, counts, top + height, height, 5, counts.reduce((most, count) => Math.max(most, count), 1));
    }
}

// The least step of 1, 2 or 5 times a power of ten of which no more than `most` fit.
function tickStep(length, most) {
    const power = 10 ** Math.floor(Math.log10(length / most));
    return power * ([1, 2, 5].find((factor) => factor * power * most >= length) || 10);
}

// Round numbers from first to last as [value, text].
function ticksBetween(first, last, most) {
    const step = tickStep(last - first, Math.max(1, most)), list = [];
    const digits = Math.max(0, Math.min(15, -Math.floor(Math.log10(step) + 1e-9)));
    const from = Math.ceil(first / step), to = Math.floor(last / step);
    for (let k = from; k <= to && list.length < 50; k++) list.push([k * step, (k * step).toFixed(digits)]);
    return Math.abs(to) < 1e12 ? list : []; // so far from 0 that the numbers would be longer than the line
}

function drawTicks(context, width, top) {
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "top";
    for (const [time, text] of ticksBetween(span.first, span.last, width / 90)) {
        const x = fractionOf(time) * width, half = context.measureText(text).width / 2;
        context.fillStyle = colours.line;
        context.fillRect(Math.round(x) - (x > width - 1 ? 1 : 0), 0, 1, 43);
        context.fillStyle = colours.faint;
        context.textAlign = "left";
        context.fillText(text, Math.max(0, Math.min(width - 2 * half, x - half)), top);
    }
}

function drawTimeline(canvas) {
    if (!fitCanvas(canvas) && !timeline.stale) return;
    timeline.stale = false;
    const context = cleanContext(canvas), width = canvas.clientWidth;
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, width, 40);
    drawTicks(context, width, 44);
    drawMeetings(context, width, 2, 18);
    drawWaits(context, width, 22, 16);
    context.strokeStyle = colours.line;
    context.strokeRect(0.5, 0.5, width - 1, 39);
}
