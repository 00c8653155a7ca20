# SPDX-License-Identifier: MIT
# Draws the rows of solve_success.sql (map,k,method,agents,instances,solved): a frame for each map
# and connectivity, across the number of agents, up the share of instances that were solved, a
# line of steps for each method.
#
#     awk -f solve_plot.awk success.csv >success.svg
BEGIN {
    FS = ","
    columns = 4; width = 240; height = 150; left = 40; top = 60; across = 180; up = 90
    split("#2171b5 #cc4c02 #41ab5d #8c2d04", colours, " ")
}

NR > 1 {
    name = $1 ($2 == "" ? "" : " k = " $2)
    if (!(name in most)) frames[++frame_count] = name
    if (!($3 in method_of)) { methods[++method_count] = $3; method_of[$3] = method_count }
    if ($4 > most[name] + 0) most[name] = $4 + 0
    share[name, $3, $4 + 0] = $6
}

function x_of(name, agents) {
    return x0 + across * (agents - 1) / (most[name] > 1 ? most[name] - 1 : 1)
}
function y_of(part) { return y0 + up * (1 - part) }
function text(x, y, anchor, words) {
    printf "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>\n", x, y, anchor, words
}

# Half of the way to the next number of agents belongs to each: steps, not slopes.
function draw(name, method,    n, points) {
    for (n = 1; n <= most[name]; n++) {
        if (!((name, method, n) in share)) continue
        points = points sprintf("%.1f,%.1f %.1f,%.1f ", \
            n > 1 ? x_of(name, n - 0.5) : x_of(name, 1), y_of(share[name, method, n]), \
            n < most[name] ? x_of(name, n + 0.5) : x_of(name, n), y_of(share[name, method, n]))
    }
    if (points != "")
        printf "<polyline fill='none' stroke='%s' stroke-width='1.6' points='%s'/>\n", \
            colours[(method_of[method] - 1) % 4 + 1], points
}

function frame(name,    i) {
    printf "<rect x='%.1f' y='%.1f' width='%d' height='%d' fill='none' stroke='#bbb'/>\n", x0, y0, \
        across, up
    text(x0 + across / 2, y0 - 6, "middle", name)
    text(x0 - 4, y_of(1) + 4, "end", "100 %")
    text(x0 - 4, y_of(0) + 4, "end", "0 %")
    text(x0, y0 + up + 13, "middle", 1)
    text(x0 + across, y0 + up + 13, "middle", most[name])
    text(x0 + across / 2, y0 + up + 13, "middle", "agents")
    for (i = method_count; i > 0; i--) draw(name, methods[i]) # ours above the reference
}

END {
    rows = int((frame_count + columns - 1) / columns)
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' " \
        "font-size='11'>\n<title>Share of instances solved when agents are added one by one" \
        "</title>\n<rect width='100%%' height='100%%' fill='white'/>\n", columns * width, \
        40 + rows * height
    for (i = 1; i <= method_count; i++) {
        printf "<rect x='%d' y='10' width='16' height='4' fill='%s'/>\n", 40 + 110 * (i - 1), \
            colours[(i - 1) % 4 + 1]
        text(60 + 110 * (i - 1), 16, "start", methods[i])
    }
    for (f = 1; f <= frame_count; f++) {
        x0 = left + (f - 1) % columns * width
        y0 = top + int((f - 1) / columns) * height
        frame(frames[f])
    }
    print "</svg>"
}
