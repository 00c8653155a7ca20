/* SPDX-License-Identifier: MIT */
/* A plan from above: the map, the path of each agent with its body where it begins, and
 * a mark where agents meet. */
#include "view/plot_scene.h"

enum { WIDTH = 960, HEIGHT = 760 };

/* [px] The radius of marks: where there are many, they have to leave room for each other. */
static double mark_of(const plot_plan *plot)
{
    return plot->meeting_count <= 200 ? 6 : 3;
}

static void tell_title(FILE *out, const void *context)
{
    const plot_plan *plot = context;
    fputs(plot->title != NULL ? plot->title : "Paths and conflicts", out);
}

static void tell(FILE *out, const void *context)
{
    fputs("The map from above, x to the right and y up, in metres.", out);
    plot_tell_scene(out, context);
}

static double scale_of(const plot_projection *how)
{
    return how->frame.area.width / (how->frame.x.high - how->frame.x.low);
}

static void draw_agent(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                       plot_labels *names, size_t index)
{
    const plan_agent *agent = &plot->plan->agents[index];
    graze_vector place;
    double x, y;
    if (agent->trajectory.count == 0)
        return;
    plot_open_agent(canvas, agent);
    plot_path(canvas, how, plot_agent_line(index), agent, how->times);
    if (plot_place_at(agent, plot_begin_of(&agent->trajectory.motions[0]), &place)) {
        plot_project(how, place, 0, &x, &y);
        plot_body(canvas, plot_agent_area(index), &agent->body, x, y, scale_of(how),
                  how->frame.down);
        plot_labels_add(names, plot, index, x, y + 4);
    }
    canvas->to->close_group(canvas);
}

static void draw_mark(plot_canvas *canvas, graze_verdict verdict, double x, double y, double mark)
{
    plot_ink ink = plot_verdict_line(verdict);
    canvas->to->circle(canvas, ink, x, y, mark);
    if (verdict != GRAZE_CONFLICT)
        return;
    plot_segment(canvas, ink, x - mark, y - mark, x + mark, y + mark);
    plot_segment(canvas, ink, x - mark, y + mark, x + mark, y - mark);
}

/* Where the two are at the deepest instant, and a ring with a cross between them. */
static void draw_meeting(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                         const plot_meeting *met)
{
    const plan_agent *a = &plot->plan->agents[met->agent_a];
    const plan_agent *b = &plot->plan->agents[met->agent_b];
    graze_vector of_a, of_b;
    double x1, y1, x2, y2;
    if (!plot_place_at(a, met->meeting.time, &of_a) || !plot_place_at(b, met->meeting.time, &of_b))
        return;
    if (met->obstacle && plot->map != NULL)
        of_b = (graze_vector){met->column * plot->map->cell, met->row * plot->map->cell, 0};
    plot_project(how, of_a, 0, &x1, &y1);
    plot_project(how, of_b, 0, &x2, &y2);
    double x = (x1 + x2) / 2, y = (y1 + y2) / 2;
    plot_open_meeting(canvas, plot, met);
    if (met->meeting.verdict == GRAZE_TOUCH) { /* many, and harmless: a dot */
        canvas->to->circle(canvas, PLOT_FAINT, x, y, 2);
        canvas->to->close_group(canvas);
        return;
    }
    plot_body(canvas, plot_verdict_area(met->meeting.verdict), &a->body, x1, y1, scale_of(how),
              how->frame.down);
    if (!met->obstacle)
        plot_body(canvas, plot_verdict_area(met->meeting.verdict), &b->body, x2, y2, scale_of(how),
                  how->frame.down);
    draw_mark(canvas, met->meeting.verdict, x, y, mark_of(plot));
    canvas->to->close_group(canvas);
}

graze_status plot_map_draw(plot_canvas *canvas, const plot_plan *plot)
{
    plot_scene scene = plot_scene_of(plot);
    plot_projection how = {
        {{64, 48, WIDTH - 88, HEIGHT - 100}, scene.x, scene.y, plot_is_down(plot)},
        scene.times,
        0,
        0,
        0};
    plot_frame_equalise(&how.frame);
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_axes(canvas, &how.frame, "x [m]", "y [m]");
    canvas->to->open_clip(canvas, &how.frame.area);
    plot_floor(canvas, &how, plot->map);
    plot_scene_draw(canvas, &how, plot, &(plot_drawers){draw_agent, draw_meeting});
    canvas->to->close_clip(canvas);
    canvas->to->end(canvas);
    return GRAZE_OK;
}
