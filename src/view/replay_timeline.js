// SPDX-License-Identifier: MIT
// Time as a line: conflicts above, waits below. What is under the cursor is drawn once
// and kept until the size, the colours or the selection change.

const timeline = {stale: true};

function fractionOf(time) {
    return Math.max(0, Math.min(1, (time - span.first) / (span.last - span.first)));
}

// How many agents wait at each of so many equal steps.
function countWaits(steps, chosen) {
    const change = new Int32Array(steps + 1);
    for (const agent of chosen) {
        const waits = waitsOf(agent);
        for (let i = 0; i < waits.length; i += 2) {
            change[Math.floor(fractionOf(waits[i]) * steps)]++;
            change[Math.min(steps, Math.ceil(fractionOf(waits[i + 1]) * steps))]--;
        }
    }
    let sum = 0;
    return change.subarray(0, steps).map((difference) => (sum += difference));
}

function drawWaits(context, width, top, height) {
    const chosen = ui.selected.length > 0 ? ui.selected.map((i) => agents[i]) : agents;
    const counts = countWaits(Math.max(1, Math.floor(width)), chosen);
    context.fillStyle = colours.wait;
    context.beginPath();
    counts.forEach((count, x) => {
        if (count <= 0) return;
        const high = Math.max(2, height * Math.min(1, count / chosen.length));
        context.rect(x, top + height - high, 1, high);
    });
    context.fill();
}

// Deeper verdicts come last and lie on top.
function drawMeetings(context, width, top, height) {
    const shown = listedMeetings();
    for (const [verdict, colour] of [[TOUCH, colours.touch], [GRAZE, colours.graze], [CONFLICT, colours.hot]]) {
        context.fillStyle = colour;
        context.beginPath();
        let last = -Infinity; // many meetings in one pixel are one
        for (const meeting of shown) {
            if (meeting.verdict !== verdict) continue;
            const x = fractionOf(meeting.begin) * width, end = Math.max(x + 2, fractionOf(meeting.end) * width);
            if (end <= last) continue;
            const from = Math.max(x, last);
            context.rect(from, top, end - from, height);
            last = end;
        }
        context.fill();
    }
}

function drawTimeline(canvas) {
    if (!fitCanvas(canvas) && !timeline.stale) return;
    timeline.stale = false;
    const context = cleanContext(canvas), width = canvas.clientWidth;
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, width, 40);
    drawMeetings(context, width, 2, 18);
    drawWaits(context, width, 22, 16);
    context.strokeStyle = colours.line;
    context.strokeRect(0.5, 0.5, width - 1, 39);
}
