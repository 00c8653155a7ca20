/* SPDX-License-Identifier: MIT */
/* A row for each agent over time: when it moves, when it waits, when it is in conflict. */
#include <math.h>

#include "view/plot_scene.h"

enum { WIDTH = 960, LEFT = 170, TOP = 48, ROW_MAX = 22, LABELLED_ROW = 11, ROWS_HEIGHT = 2000 };

typedef struct gantt {
    const plot_plan *plot;
    plot_frame frame; /* of time; y is unused */
    double row;       /* [px] height */
} gantt;

static void tell_title(FILE *out, const void *context)
{
    const plot_plan *plot = context;
    fputs(plot->title != NULL ? plot->title : "Agents over time", out);
}

static void tell(FILE *out, const void *context)
{
    fputs("A row for each agent over time: thick where it moves, thin where it waits, boxes where "
          "it is in conflict.",
          out);
    plot_tell_scene(out, context);
}

/* From 0; rows of agents that are not shown are left out. */
static double row_top(const gantt *drawn, size_t agent)
{
    size_t above = agent;
    if (drawn->plot->shown != NULL) {
        above = 0;
        for (size_t i = 0; i < agent; i++)
            above += drawn->plot->shown[i];
    }
    return TOP + drawn->row * (double)above;
}

static bool waits(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *to = &motion->to, *a = &motion->acceleration;
    if (motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP)
        return p->x == to->x && p->y == to->y && p->z == to->z;
    return motion->form == GRAZE_PARKED ||
           (to->x == 0 && to->y == 0 && to->z == 0 && a->x == 0 && a->y == 0 && a->z == 0);
}

/* One box of the path for motions first..last. */
static void draw_stretch(plot_canvas *canvas, const gantt *drawn, double top,
                         const graze_motion *first, const graze_motion *last)
{
    double left = plot_x(&drawn->frame, plot_begin_of(first));
    double right = plot_x(&drawn->frame, fmin(plot_end_of(last), drawn->frame.x.high));
    double height = drawn->row * (waits(first) ? 0.15 : 0.5);
    double upper = top + (drawn->row - height) / 2;
    if (!(right > left))
        return;
    canvas->to->move(canvas, left, upper);
    canvas->to->line(canvas, right, upper);
    canvas->to->line(canvas, right, upper + height);
    canvas->to->line(canvas, left, upper + height);
    canvas->to->close(canvas);
}

/* Motions that follow each other and all move, or all wait, are one stretch. */
static void draw_life(plot_canvas *canvas, const gantt *drawn, size_t agent, double top)
{
    const graze_trajectory *path = &drawn->plot->plan->agents[agent].trajectory;
    canvas->to->begin_path(canvas, plot_agent_area(agent), 0);
    for (size_t first = 0, next; first < path->count; first = next) {
        next = first + 1;
        while (next < path->count && waits(&path->motions[next]) == waits(&path->motions[first]))
            next++;
        draw_stretch(canvas, drawn, top, &path->motions[first], &path->motions[next - 1]);
    }
    canvas->to->end_path(canvas);
}

static void draw_agent(plot_canvas *canvas, const gantt *drawn, size_t index)
{
    const plan_agent *agent = &drawn->plot->plan->agents[index];
    double top = row_top(drawn, index);
    char short_form[PLOT_SHORT_SIZE];
    plot_open_agent(canvas, agent);
    if (drawn->row >= LABELLED_ROW)
        canvas->to->text(canvas, PLOT_TEXT, LEFT - 8, top + drawn->row / 2 + 4, PLOT_END,
                         plot_shorten(agent->label, PLOT_LABEL - 6, short_form));
    draw_life(canvas, drawn, index, top);
    canvas->to->close_group(canvas);
}

static void draw_box(plot_canvas *canvas, const gantt *drawn, size_t agent,
                     const graze_meeting *met)
{
    double top = row_top(drawn, agent) + 1, height = fmax(drawn->row - 2, 1);
    double left = plot_x(&drawn->frame, fmax(met->when.lower, drawn->frame.x.low));
    double right = plot_x(&drawn->frame, fmin(met->when.upper, drawn->frame.x.high));
    if (met->verdict == GRAZE_TOUCH) {
        plot_box(canvas, PLOT_FAINT, left, top + height - 2, fmax(right - left, 1), 2);
        return;
    }
    plot_box(canvas, plot_verdict_area(met->verdict), left, top, fmax(right - left, 1), height);
    plot_segment(canvas, plot_verdict_line(met->verdict), left, top, left, top + height);
}

static void draw_meeting(plot_canvas *canvas, const gantt *drawn, const plot_meeting *met)
{
    plot_open_meeting(canvas, drawn->plot, met);
    draw_box(canvas, drawn, met->agent_a, &met->meeting);
    if (!met->obstacle)
        draw_box(canvas, drawn, met->agent_b, &met->meeting);
    canvas->to->close_group(canvas);
}

graze_status plot_gantt_draw(plot_canvas *canvas, const plot_plan *plot)
{
    plot_scene scene = plot_scene_of(plot);
    size_t agents = plot_shown_count(plot);
    double rows = agents > 0 ? (double)agents : 1, row = fmin(ROW_MAX, fmax(ROWS_HEIGHT / rows, 2));
    gantt drawn = {
        plot, {{LEFT, TOP, WIDTH - LEFT - 24, row * rows}, scene.times, {0, 1}, false}, row};
    if (!plot_begin(canvas, WIDTH, TOP + row * rows + 52, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &drawn.frame, "time [s]", NULL);
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        if (plot_is_shown(plot, i))
            draw_agent(canvas, &drawn, i);
    for (size_t i = 0; i < plot->meeting_count; i++)
        if (plot_meeting_is_shown(plot, &plot->meetings[i]))
            draw_meeting(canvas, &drawn, &plot->meetings[i]);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
