/* SPDX-License-Identifier: MIT */
/* The free-space diagram of two motions: across, the time that motion a has gone; up, the
 * time that motion b has gone; blocked, where the bodies overlap. A start of a is a
 * diagonal, a speed of a is a slope. */
#include <float.h>
#include <math.h>

#include "view/plot_sample.h"

enum { WIDTH = 960, HEIGHT = 600, COLUMNS = 160, HALVINGS = 7, PARTS_MAX = 64, ROWS_MAX = 20 };

typedef struct diagram {
    plot_canvas *canvas;
    const plot_diagram *plot;
    const plan_agent *agent_a, *agent_b;
    graze_motion a, b; /* both begin at 0 */
    double present;    /* [s] w - u of the present diagonal */
    plot_frame frame;
} diagram;

/* What is blocked above one u: open intervals of w. */
typedef struct column {
    double u;
    graze_interval parts[PARTS_MAX];
    size_t count;
} column;

/* From where local times count: where the motion of its numbers starts, also for one that
 * is parked at that motion's end. */
static double start_of(const graze_motion *motion)
{
    return motion->start + motion->start_tail;
}

/* ---- the blocked region -------------------------------------------------------------- */

/* Motion a stands where it is at u, for ever; motion b goes. */
static graze_status ask(const diagram *drawn, double u, column *above)
{
    graze_vector place, none = {0, 0, 0};
    graze_motion rest;
    above->u = u;
    graze_status status = graze_motion_place(&drawn->a, u, &place);
    if (status == GRAZE_OK)
        status = graze_motion_kinematic(place, none, none, 0, INFINITY, &rest);
    if (status != GRAZE_OK)
        return status;
    return graze_conflict_intervals(plan_body_of(drawn->agent_a, drawn->plot->seq_a), &rest,
                                    plan_body_of(drawn->agent_b, drawn->plot->seq_b), &drawn->b,
                                    drawn->plot->tolerance, above->parts, PARTS_MAX, &above->count);
}

static bool go_together(const column *left, const column *right)
{
    if (left->count != right->count)
        return false;
    for (size_t i = 0; i < left->count; i++)
        if (!(left->parts[i].lower < right->parts[i].upper &&
              right->parts[i].lower < left->parts[i].upper))
            return false;
    return true;
}

static double height_of(const diagram *drawn, double w)
{
    return plot_y(&drawn->frame, fmin(fmax(w, drawn->frame.y.low), drawn->frame.y.high));
}

static void draw_between(const diagram *drawn, const column *left, const column *right)
{
    const plot_writer *to = drawn->canvas->to;
    double x1 = plot_x(&drawn->frame, left->u), x2 = plot_x(&drawn->frame, right->u);
    for (size_t i = 0; i < left->count; i++) {
        to->move(drawn->canvas, x1, height_of(drawn, left->parts[i].lower));
        to->line(drawn->canvas, x2, height_of(drawn, right->parts[i].lower));
        to->line(drawn->canvas, x2, height_of(drawn, right->parts[i].upper));
        to->line(drawn->canvas, x1, height_of(drawn, left->parts[i].upper));
        to->close(drawn->canvas);
    }
}

/* Is the outline between two columns that go together so flat that a chord will do? */
static bool is_flat(const diagram *drawn, const column *left, const column *right)
{
    const double pixels = 4;
    for (size_t i = 0; i < left->count; i++)
        if (fabs(height_of(drawn, left->parts[i].lower) - height_of(drawn, right->parts[i].lower)) >
                pixels ||
            fabs(height_of(drawn, left->parts[i].upper) - height_of(drawn, right->parts[i].upper)) >
                pixels)
            return false;
    return true;
}

/* Where parts begin, end, split or join, or are steep, the columns are halved until that is
 * too small to be seen; then what is above the left one goes on to the right one. */
static graze_status draw_strip(const diagram *drawn, const column *left, const column *right,
                               int halvings)
{
    if (go_together(left, right) && (halvings == 0 || is_flat(drawn, left, right))) {
        draw_between(drawn, left, right);
        return GRAZE_OK;
    }
    column middle;
    if (halvings == 0) {
        middle = *left;
        middle.u = right->u;
        draw_between(drawn, left, &middle);
        return GRAZE_OK;
    }
    graze_status status = ask(drawn, left->u / 2 + right->u / 2, &middle);
    if (status == GRAZE_OK)
        status = draw_strip(drawn, left, &middle, halvings - 1);
    return status == GRAZE_OK ? draw_strip(drawn, &middle, right, halvings - 1) : status;
}

static graze_status draw_blocked(const diagram *drawn)
{
    column columns[2];
    double first = plot_begin_of(&drawn->a);
    double length = fmin(plot_end_of(&drawn->a), drawn->frame.x.high) - first;
    plot_canvas *canvas = drawn->canvas;
    canvas->to->open_group(canvas, &(plot_group){"blocked-region", NULL, 0});
    canvas->to->begin_path(canvas, PLOT_BLOCKED, 0);
    graze_status status = ask(drawn, first, &columns[0]);
    for (int i = 1; i <= COLUMNS && status == GRAZE_OK; i++) {
        status = ask(drawn, first + length * i / COLUMNS, &columns[i % 2]);
        if (status == GRAZE_OK)
            status = draw_strip(drawn, &columns[(i - 1) % 2], &columns[i % 2], HALVINGS);
    }
    canvas->to->end_path(canvas);
    canvas->to->close_group(canvas);
    return status;
}

/* ---- starts, speeds, conflicts ------------------------------------------------------- */

/* A line w = u + offset from side to side of the frame. */
static void draw_diagonal(const diagram *drawn, plot_ink ink, double offset)
{
    const plot_frame *frame = &drawn->frame;
    if (!isfinite(offset))
        return;
    double u1 = fmax(frame->x.low, frame->y.low - offset);
    double u2 = fmin(frame->x.high, frame->y.high - offset);
    if (u1 < u2)
        plot_segment(drawn->canvas, ink, plot_x(frame, u1), plot_y(frame, u1 + offset),
                     plot_x(frame, u2), plot_y(frame, u2 + offset));
}

/* Offsets are cut to what can be seen: beyond, nothing changes any more. */
static double seen_offset(const diagram *drawn, double offset)
{
    const plot_frame *frame = &drawn->frame;
    return fmin(fmax(offset, frame->y.low - frame->x.high), frame->y.high - frame->x.low);
}

static void draw_band(const diagram *drawn, plot_ink ink, double lower, double upper)
{
    const plot_frame *frame = &drawn->frame;
    const plot_writer *to = drawn->canvas->to;
    double low = seen_offset(drawn, lower), high = seen_offset(drawn, upper);
    to->begin_path(drawn->canvas, ink, 0);
    to->move(drawn->canvas, plot_x(frame, frame->x.low), plot_y(frame, frame->x.low + low));
    to->line(drawn->canvas, plot_x(frame, frame->x.high), plot_y(frame, frame->x.high + low));
    to->line(drawn->canvas, plot_x(frame, frame->x.high), plot_y(frame, frame->x.high + high));
    to->line(drawn->canvas, plot_x(frame, frame->x.low), plot_y(frame, frame->x.low + high));
    to->close(drawn->canvas);
    to->end_path(drawn->canvas);
}

static void open_interval(const diagram *drawn, const char *kind, const char *lower,
                          const char *upper, graze_interval interval)
{
    const plot_datum data[] = {{lower, NULL, interval.lower}, {upper, NULL, interval.upper}};
    drawn->canvas->to->open_group(drawn->canvas, &(plot_group){kind, data, 2});
}

static void draw_starts(const diagram *drawn)
{
    const plot_diagram *plot = drawn->plot;
    double begin_b = start_of(&plot->agent_b->trajectory.motions[plot->seq_b]);
    for (size_t i = 0; i < plot->start_count; i++) {
        graze_interval start = plot->starts[i];
        open_interval(drawn, "unsafe-start", "lower-s", "upper-s", start);
        draw_band(drawn, PLOT_START_AREA, start.lower - begin_b, start.upper - begin_b);
        draw_diagonal(drawn, PLOT_START_LINE, start.lower - begin_b);
        draw_diagonal(drawn, PLOT_START_LINE, start.upper - begin_b);
        drawn->canvas->to->close_group(drawn->canvas);
    }
}

/* A speed k is the ray from (0, present) in the direction (k, 1). The far end is beyond
 * the frame, whatever k. */
static void ray_end(const diagram *drawn, double speed, double *x, double *y)
{
    const plot_frame *frame = &drawn->frame;
    double far =
        2 * (frame->x.high - frame->x.low + frame->y.high - frame->y.low + fabs(drawn->present));
    double right = speed <= 1 ? speed : 1, up = speed <= 1 ? 1 : 1 / speed;
    *x = plot_x(frame, far * right);
    *y = plot_y(frame, drawn->present + far * up);
}

static void draw_speed(const diagram *drawn, graze_interval speed)
{
    const plot_writer *to = drawn->canvas->to;
    double x = plot_x(&drawn->frame, 0), y = plot_y(&drawn->frame, drawn->present);
    double slow_x, slow_y, fast_x, fast_y;
    ray_end(drawn, speed.lower, &slow_x, &slow_y);
    ray_end(drawn, speed.upper, &fast_x, &fast_y);
    open_interval(drawn, "unsafe-speed", "lower", "upper", speed);
    to->begin_path(drawn->canvas, PLOT_SPEED_AREA, 0);
    to->move(drawn->canvas, x, y);
    to->line(drawn->canvas, slow_x, slow_y);
    to->line(drawn->canvas, fast_x, fast_y);
    to->close(drawn->canvas);
    to->end_path(drawn->canvas);
    plot_segment(drawn->canvas, PLOT_SPEED_LINE, x, y, slow_x, slow_y);
    plot_segment(drawn->canvas, PLOT_SPEED_LINE, x, y, fast_x, fast_y);
    to->close_group(drawn->canvas);
}

static void draw_speeds(const diagram *drawn)
{
    for (size_t i = 0; i < drawn->plot->speed_count; i++)
        draw_speed(drawn, drawn->plot->speeds[i]);
}

static void draw_present(const diagram *drawn)
{
    const plot_diagram *plot = drawn->plot;
    const graze_motion *a = &plot->agent_a->trajectory.motions[plot->seq_a];
    const plot_datum data[] = {{"start-s", NULL, start_of(a)}};
    double begin_a = start_of(a);
    drawn->canvas->to->open_group(drawn->canvas, &(plot_group){"present", data, 1});
    draw_diagonal(drawn, PLOT_PRESENT, drawn->present);
    drawn->canvas->to->close_group(drawn->canvas);
    for (size_t i = 0; i < plot->conflict_count; i++) {
        graze_interval when = plot->conflicts[i];
        double u1 = when.lower - begin_a, u2 = fmin(when.upper - begin_a, drawn->frame.x.high);
        open_interval(drawn, "conflict", "begin-s", "end-s", when);
        const plot_frame *frame = &drawn->frame;
        double x1 = plot_x(frame, u1), y1 = plot_y(frame, u1 + drawn->present);
        double x2 = plot_x(frame, u2), y2 = plot_y(frame, u2 + drawn->present);
        plot_segment(drawn->canvas, PLOT_CONFLICT_LINE, x1, y1, x2, y2);
        drawn->canvas->to->circle(drawn->canvas, PLOT_CONFLICT_LINE, x1, y1, 4);
        drawn->canvas->to->circle(drawn->canvas, PLOT_CONFLICT_LINE, x2, y2, 4);
        drawn->canvas->to->close_group(drawn->canvas);
    }
}

/* ---- the numbers beside it ----------------------------------------------------------- */

typedef struct column_of_text {
    const diagram *drawn;
    double x, y;
} column_of_text;

static void write_heading(column_of_text *at, plot_ink ink, const char *text)
{
    plot_canvas *canvas = at->drawn->canvas;
    at->y += 26;
    plot_box(canvas, ink, at->x, at->y - 10, 12, 12);
    canvas->to->text(canvas, PLOT_TEXT, at->x + 18, at->y, PLOT_START, text);
}

static void write_line(column_of_text *at, const char *text)
{
    at->y += 17;
    at->drawn->canvas->to->text(at->drawn->canvas, PLOT_FAINT, at->x + 18, at->y, PLOT_START, text);
}

static void write_number(column_of_text *at, const char *before, double value)
{
    at->y += 15;
    plot_text_number(at->drawn->canvas, PLOT_FAINT, at->x + 18, at->y, PLOT_START, before, value,
                     "");
}

static void write_intervals(column_of_text *at, const char *kind, const graze_interval *intervals,
                            size_t count)
{
    for (size_t i = 0; i < count && i < ROWS_MAX; i++) {
        open_interval(at->drawn, kind, "lower", "upper", intervals[i]);
        at->y += 3;
        write_number(at, "from ", intervals[i].lower);
        write_number(at, "to ", intervals[i].upper);
        at->drawn->canvas->to->close_group(at->drawn->canvas);
    }
    if (count == 0)
        write_line(at, "none");
    if (count > ROWS_MAX)
        write_line(at, "and more");
}

static void write_present(column_of_text *at, double start)
{
    const plot_datum data[] = {{"start-s", NULL, start}};
    at->drawn->canvas->to->open_group(at->drawn->canvas, &(plot_group){"present-number", data, 1});
    write_number(at, "", start);
    at->drawn->canvas->to->close_group(at->drawn->canvas);
}

static void write_numbers(const diagram *drawn)
{
    const plot_diagram *plot = drawn->plot;
    column_of_text at = {drawn, WIDTH - 240, 30};
    write_heading(&at, PLOT_BLOCKED, "blocked: they overlap");
    write_heading(&at, PLOT_PRESENT, "present start of a [s]");
    write_present(&at, start_of(&plot->agent_a->trajectory.motions[plot->seq_a]));
    write_heading(&at, PLOT_CONFLICT_AREA, "conflict [s]");
    write_intervals(&at, "conflict-numbers", plot->conflicts, plot->conflict_count);
    write_heading(&at, PLOT_START_AREA, "unsafe starts of a [s]");
    write_intervals(&at, "start-numbers", plot->starts, plot->start_count);
    write_heading(&at, PLOT_SPEED_AREA, "unsafe speeds of a, factors");
    if (plot->has_speeds)
        write_intervals(&at, "speed-numbers", plot->speeds, plot->speed_count);
    else
        write_line(&at, "a is parked");
}

/* ---- the document ------------------------------------------------------------------- */

static void describe_intervals(FILE *out, const char *what, const graze_interval *intervals,
                               size_t count)
{
    fprintf(out, " %s: ", what);
    for (size_t i = 0; i < count && i < ROWS_MAX; i++) {
        fputs(i > 0 ? "; from " : "from ", out);
        plot_number(out, intervals[i].lower, false);
        fputs(" to ", out);
        plot_number(out, intervals[i].upper, false);
    }
    fputs(count == 0 ? "none." : count > ROWS_MAX ? " and more." : ".", out);
}

static void tell_title(FILE *out, const void *context)
{
    const plot_diagram *plot = context;
    if (plot->title != NULL)
        fputs(plot->title, out);
    else
        fprintf(out, "Free space of %s and %s", plot->agent_a->label, plot->agent_b->label);
}

static void describe(FILE *out, const void *context)
{
    const plot_diagram *plot = context;
    fprintf(out,
            "The free-space diagram of motion %zu of %s (a, across) and motion %zu of %s (b, up), "
            "each with the time that it has gone.",
            plot->seq_a, plot->agent_a->label, plot->seq_b, plot->agent_b->label);
    describe_intervals(out, "Conflict in seconds", plot->conflicts, plot->conflict_count);
    describe_intervals(out, "Unsafe starts of a in seconds", plot->starts, plot->start_count);
    if (plot->has_speeds)
        describe_intervals(out, "Unsafe speeds of a", plot->speeds, plot->speed_count);
}

/* A quarter later, but no later than all doubles. */
static double later(double time)
{
    return fmin(1.25 * time, DBL_MAX);
}

/* How long each motion is followed: its life, or of an endless one as long as something
 * happens. */
static void choose_ranges(diagram *drawn)
{
    const plot_diagram *plot = drawn->plot;
    plot_range u = {0, 0}, w = {0, 0};
    double end_a = plot_end_of(&drawn->a), end_b = plot_end_of(&drawn->b);
    double begin_a = start_of(&plot->agent_a->trajectory.motions[plot->seq_a]);
    for (size_t i = 0; i < plot->conflict_count; i++) {
        graze_interval when = plot->conflicts[i];
        plot_range_add(&u, (isfinite(when.upper) ? when.upper : when.lower) - begin_a);
    }
    plot_range_add(&u, -drawn->present);
    plot_range_add(&w, drawn->present);
    plot_range_add(&w, u.high + drawn->present);
    plot_range_add(&u, plot_begin_of(&drawn->a));
    plot_range_add(&w, plot_begin_of(&drawn->b));
    u.low = w.low = 0;
    u.high = isfinite(end_a) ? end_a : later(fmax(u.high, isfinite(end_b) ? end_b : 0));
    w.high = isfinite(end_b) ? end_b : later(fmax(w.high, isfinite(end_a) ? end_a : 0));
    drawn->frame = (plot_frame){{80, 56, WIDTH - 350, HEIGHT - 108},
                                {0, u.high > 0 ? u.high : 1},
                                {0, w.high > 0 ? w.high : 1},
                                false};
}

static graze_status prepare(diagram *drawn)
{
    const plot_diagram *plot = drawn->plot;
    const graze_motion *a = &drawn->agent_a->trajectory.motions[plot->seq_a];
    const graze_motion *b = &drawn->agent_b->trajectory.motions[plot->seq_b];
    drawn->present = start_of(a) - start_of(b);
    graze_status status = graze_motion_restart(a, 0, &drawn->a);
    return status == GRAZE_OK ? graze_motion_restart(b, 0, &drawn->b) : status;
}

graze_status plot_diagram_draw(plot_canvas *canvas, const plot_diagram *plot)
{
    diagram drawn = {canvas, plot, .agent_a = plot->agent_a, .agent_b = plot->agent_b};
    graze_status status = prepare(&drawn);
    if (status != GRAZE_OK)
        return status;
    choose_ranges(&drawn);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, describe, plot))
        return GRAZE_OK;
    plot_axes(canvas, &drawn.frame, "time that a has gone [s]", "time that b has gone [s]");
    canvas->to->open_clip(canvas, &drawn.frame.area);
    status = draw_blocked(&drawn);
    draw_starts(&drawn);
    draw_speeds(&drawn);
    draw_present(&drawn);
    canvas->to->close_clip(canvas);
    write_numbers(&drawn);
    canvas->to->end(canvas);
    return status;
}
