/* SPDX-License-Identifier: MIT */
/* One instant of a plan from above: the map, the goals, the bodies, and who is in conflict. */
#include <math.h>

#include "view/plot_legend.h"

enum { WIDTH = 960, HEIGHT = 784 };

typedef struct instant {
    const plot_plan *plot;
    double time;
} instant;

static void tell_title(FILE *out, const void *context)
{
    const instant *now = context;
    const char *title = now->plot->title;
    fprintf(out, "%s%s%.3f s", title != NULL ? title : "", title != NULL ? ", " : "", now->time);
}

static void tell(FILE *out, const void *context)
{
    (void)context;
    fputs("One instant of a plan from above.", out);
}

/* Is the agent there? A life is open, and an instant at its end belongs to it in a picture. */
static bool find_place(const plan_agent *agent, double time, graze_vector *place)
{
    const graze_trajectory *path = &agent->trajectory;
    if (path->count == 0 || time < plot_begin_of(&path->motions[0]) ||
        time > plot_end_of(&path->motions[path->count - 1]))
        return false;
    return plot_place_at(agent, time, place);
}

static void draw_body(plot_canvas *canvas, const plot_projection *how, plot_ink ink,
                      const graze_body *body, graze_vector place)
{
    double x, y;
    double scale = how->frame.area.width / (how->frame.x.high - how->frame.x.low);
    plot_project(how, place, 0, &x, &y);
    plot_body(canvas, ink, body, x, y, scale, how->frame.down);
}

static void draw_bodies(plot_canvas *canvas, const plot_projection *how, const instant *now)
{
    for (size_t i = 0; i < now->plot->plan->agent_count; i++) {
        const plan_agent *agent = &now->plot->plan->agents[i];
        graze_vector place;
        if (plot_is_shown(now->plot, i) && find_place(agent, now->time, &place))
            draw_body(canvas, how, plot_agent_area(i), plot_body_at(agent, now->time), place);
    }
}

/* The two bodies of a conflict that goes on, and a mark between them. */
static void draw_conflict(plot_canvas *canvas, const plot_projection *how, const instant *now,
                          const plot_meeting *met)
{
    const plan_agent *agents = now->plot->plan->agents;
    graze_vector a, b;
    double x1, y1, x2, y2;
    if (!find_place(&agents[met->agent_a], now->time, &a) ||
        !find_place(&agents[met->agent_b], now->time, &b))
        return;
    draw_body(canvas, how, PLOT_CONFLICT_AREA, plot_body_at(&agents[met->agent_a], now->time), a);
    if (!met->obstacle)
        draw_body(canvas, how, PLOT_CONFLICT_AREA, plot_body_at(&agents[met->agent_b], now->time),
                  b);
    plot_project(how, a, 0, &x1, &y1);
    plot_project(how, b, 0, &x2, &y2);
    plot_mark_meeting(canvas, GRAZE_CONFLICT, (x1 + x2) / 2, (y1 + y2) / 2, 6);
}

static void draw_conflicts(plot_canvas *canvas, const plot_projection *how, const instant *now)
{
    for (size_t i = 0; i < now->plot->meeting_count; i++) {
        const plot_meeting *met = &now->plot->meetings[i];
        if (met->meeting.verdict == GRAZE_CONFLICT && plot_meeting_is_shown(now->plot, met) &&
            met->meeting.when.lower < now->time && now->time < met->meeting.when.upper)
            draw_conflict(canvas, how, now, met);
    }
}

void plot_frame_times(const plot_plan *plot, double *begin, double *end)
{
    plot_range times = plot_range_none();
    for (size_t i = 0; i < plot->plan->agent_count; i++)
        plot_range_add_life(&times, &plot->plan->agents[i].trajectory);
    bool some = times.low <= times.high;
    *begin = some ? times.low : 0;
    *end = some ? times.high : 0;
}

graze_status plot_frame_draw(plot_canvas *canvas, const plot_plan *plot, double time)
{
    const instant now = {plot, time};
    plot_scene scene = plot_scene_of(plot);
    plot_projection how = {
        {{64, 48, WIDTH - 88, HEIGHT - 104}, scene.x, scene.y, plot_is_down(plot)},
        scene.times,
        0,
        0,
        0};
    plot_frame_equalise(&how.frame);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, &now))
        return GRAZE_OK;
    plot_axes(canvas, &how.frame, "x [m]", "y [m]");
    canvas->to->open_clip(canvas, &how.frame.area);
    plot_floor(canvas, &how, plot);
    draw_bodies(canvas, &how, &now);
    draw_conflicts(canvas, &how, &now);
    canvas->to->close_clip(canvas);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
