// SPDX-License-Identifier: MIT
// Distance of the chosen pair over time. The curve is a picture, drawn from places;
// the shaded stretches and the numbers below are those of the kernel.

const plot = {a: NONE, b: NONE, window: null, samples: [], stale: true};
const PLOT_SAMPLES = 400;

function choosePair(meeting) {
    plot.a = meeting.a;
    plot.b = meeting.b;
    plot.stale = true;
    if (meeting.b === NONE) return;
    plot.window = plotWindow(meeting);
    plot.samples = [];
    for (let i = 0; i <= PLOT_SAMPLES; i++) {
        const time = plot.window.first + (plot.window.last - plot.window.first) * i / PLOT_SAMPLES;
        plot.samples.push({time, distance: pairDistance(plot, time)});
    }
}

// The meeting in the middle third, or the first seconds of an endless one.
function plotWindow(meeting) {
    const length = span.last - span.first;
    const end = Math.min(meeting.end, Math.max(span.last, meeting.begin));
    const wide = Math.max(end - meeting.begin, length / 100);
    return {first: Math.max(span.first, meeting.begin - wide), last: Math.min(span.last, end + wide) + (end >= span.last ? wide / 10 : 0)};
}

function drawPlot(canvas) {
    const resized = fitCanvas(canvas);
    if (plot.b === NONE && !resized && !plot.stale) return;
    plot.stale = false;
    const context = cleanContext(canvas), width = canvas.clientWidth, height = canvas.clientHeight;
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, width, height);
    if (plot.b === NONE) return;
    const scale = plotScale(width, height);
    drawPlotMeetings(context, scale, height);
    drawPlotCurve(context, scale, width);
    context.strokeStyle = colours.chosen;
    context.beginPath();
    context.moveTo(scale.x(ui.time), 0);
    context.lineTo(scale.x(ui.time), height);
    context.stroke();
    context.fillStyle = colours.faint;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillText("distance of the surfaces", 3, 11);
    context.fillText(`${shortText(plot.window.first)} s`, 3, height - 4);
    context.textAlign = "right";
    context.fillText(`${shortText(plot.window.last)} s`, width - 3, height - 4);
    context.fillText(`${shortText(scale.most)} m`, width - 3, 11);
    context.fillText("touch", width - 3, scale.y(0) - 3);
}

function plotScale(width, height) {
    let least = 0, most = 0;
    for (const {distance} of plot.samples) {
        if (distance === null) continue;
        least = Math.min(least, distance);
        most = Math.max(most, distance);
    }
    const room = Math.max(most - least, 1e-12), top = 14, bottom = height - 18;
    const {first, last} = plot.window;
    return {
        most,
        x: (time) => (time - first) / (last - first) * width,
        y: (distance) => bottom - (distance - least) / room * (bottom - top),
    };
}

function drawPlotMeetings(context, scale, height) {
    const shades = {[CONFLICT]: colours["hot-soft"], [GRAZE]: colours.graze, [TOUCH]: colours.touch};
    for (const meeting of meetings) {
        if (meeting.a !== plot.a || meeting.b !== plot.b) continue;
        const from = scale.x(Math.max(meeting.begin, plot.window.first)), to = scale.x(Math.min(meeting.end, plot.window.last));
        if (!(to >= from)) continue;
        context.fillStyle = shades[meeting.verdict];
        context.fillRect(from, 0, Math.max(1.5, to - from), height);
    }
}

function drawPlotCurve(context, scale, width) {
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, scale.y(0));
    context.lineTo(width, scale.y(0));
    context.stroke();
    context.strokeStyle = colours.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    let isDown = false;
    for (const {time, distance} of plot.samples) {
        if (distance === null) {
            isDown = false;
            continue;
        }
        if (isDown) context.lineTo(scale.x(time), scale.y(distance));
        else context.moveTo(scale.x(time), scale.y(distance));
        isDown = true;
    }
    context.stroke();
}

function showFacts(meeting) {
    const names = nameOf(meeting), facts = element("pair-facts");
    element("pair-names").textContent = names.join(" · ");
    element("pair-none").hidden = true;
    element("pair-plot").hidden = meeting.b === NONE;
    facts.replaceChildren();
    const rows = [
        ["verdict", VERDICTS[meeting.verdict]], ["begin", exactText(meeting.begin) + " s"], ["end", exactText(meeting.end) + " s"],
        ["depth", exactText(meeting.depth) + " m"], ["deepest at", exactText(meeting.at) + " s"],
    ];
    for (const [term, text] of rows) {
        const dt = document.createElement("dt"), dd = document.createElement("dd");
        dt.textContent = term;
        dd.textContent = text;
        facts.append(dt, dd);
    }
    element("pair-plot").setAttribute("aria-label",
        `Distance of ${names.join(" and ")} over time; ${VERDICTS[meeting.verdict]} from ${exactText(meeting.begin)} to ${exactText(meeting.end)} s`);
}
