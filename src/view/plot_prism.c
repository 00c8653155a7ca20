/* SPDX-License-Identifier: MIT */
/* Space and time in one picture: x to the right, y to the back, time upwards, projected
 * obliquely. Agents are threads; where two meet, both are thick. */
#include "view/plot_scene.h"

enum { WIDTH = 960, HEIGHT = 720 };

/* Where the floor lies, how far its back is moved, and the height of the time axis [px]. */
static const plot_rectangle room = {80, 48, 600, 600};
static const double slant_x = 240, slant_y = 150, rise = 430;

static void tell_title(FILE *out, const void *context)
{
    const plot_plan *plot = context;
    fputs(plot->title != NULL ? plot->title : "Paths in space and time", out);
}

static void tell(FILE *out, const void *context)
{
    fputs("The space-time prism: x to the right, y to the back, time upwards; agents are "
          "threads, and their conflicts are thick.",
          out);
    plot_tell_scene(out, context);
}

static void draw_edge(plot_canvas *canvas, const plot_projection *how, plot_ink ink,
                      graze_vector from, double from_time, graze_vector to, double to_time)
{
    double x1, y1, x2, y2;
    plot_project(how, from, from_time, &x1, &y1);
    plot_project(how, to, to_time, &x2, &y2);
    plot_segment(canvas, ink, x1, y1, x2, y2);
}

/* Floor, uprights, and a rim of the floor at each tick of time. */
static void draw_room(plot_canvas *canvas, const plot_projection *how)
{
    const plot_range *x = &how->frame.x, *y = &how->frame.y, *t = &how->times;
    double near = how->frame.down ? y->high : y->low, far = how->frame.down ? y->low : y->high;
    const graze_vector at[] = {
        {x->low, near, 0}, {x->high, near, 0}, {x->high, far, 0}, {x->low, far, 0}};
    char name[PLOT_AXIS_NAME_SIZE];
    double at_x, at_y;
    const plot_ticks of_t = plot_ticks_of(*t, 8);
    canvas->to->open_group(canvas, &(plot_group){"axes", NULL, 0});
    for (size_t i = 0; i < of_t.count; i++) {
        double time = of_t.offset + of_t.ticks[i];
        draw_edge(canvas, how, PLOT_GRID, at[0], time, at[3], time);
        draw_edge(canvas, how, PLOT_GRID, at[3], time, at[2], time);
        plot_project(how, at[0], time, &at_x, &at_y);
        plot_text_number(canvas, PLOT_FAINT, at_x - 6, at_y + 4, PLOT_END, "", of_t.ticks[i], "");
    }
    for (int i = 0; i < 4; i++) {
        draw_edge(canvas, how, PLOT_FRAME, at[i], t->low, at[(i + 1) % 4], t->low);
        draw_edge(canvas, how, PLOT_FRAME, at[i], t->low, at[i], i == 1 ? t->low : t->high);
    }
    canvas->to->text(canvas, PLOT_TEXT, room.left, 40, PLOT_START,
                     plot_axis_name("time [s]", of_t.offset, name));
    canvas->to->close_group(canvas);
}

static void draw_floor_ticks(plot_canvas *canvas, const plot_projection *how)
{
    char name[PLOT_AXIS_NAME_SIZE];
    double x, y;
    double near = how->frame.down ? how->frame.y.high : how->frame.y.low;
    const plot_ticks of_x = plot_ticks_of(how->frame.x, 8);
    for (size_t i = 0; i < of_x.count; i++) {
        const graze_vector at = {of_x.offset + of_x.ticks[i], near, 0};
        plot_project(how, at, how->times.low, &x, &y);
        plot_text_number(canvas, PLOT_FAINT, x, y + 16, PLOT_MIDDLE, "", of_x.ticks[i], "");
    }
    canvas->to->text(canvas, PLOT_TEXT, room.left + room.width / 2, room.top + room.height + 34,
                     PLOT_MIDDLE, plot_axis_name("x [m]", of_x.offset, name));
    const plot_ticks of_y = plot_ticks_of(how->frame.y, 4);
    for (size_t i = 0; i < of_y.count; i++) {
        const graze_vector at = {how->frame.x.high, of_y.offset + of_y.ticks[i], 0};
        plot_project(how, at, how->times.low, &x, &y);
        plot_text_number(canvas, PLOT_FAINT, x + 8, y + 4, PLOT_START, "", of_y.ticks[i], "");
    }
    if (of_y.count > 0)
        canvas->to->text(canvas, PLOT_TEXT, WIDTH - 12, y - 12, PLOT_END,
                         plot_axis_name("y [m]", of_y.offset, name));
}

static void draw_agent(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                       plot_labels *names, size_t index)
{
    const plan_agent *agent = &plot->plan->agents[index];
    graze_vector place;
    double x, y;
    if (agent->trajectory.count == 0)
        return;
    double begin = plot_begin_of(&agent->trajectory.motions[0]);
    plot_open_agent(canvas, agent);
    plot_path(canvas, how, plot_agent_line(index), agent, how->times);
    if (plot_place_at(agent, begin, &place)) {
        plot_project(how, place, begin, &x, &y);
        plot_labels_add(names, plot, index, x, y + 14);
    }
    canvas->to->close_group(canvas);
}

static void draw_meeting(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                         const plot_meeting *met)
{
    const graze_meeting *meeting = &met->meeting;
    const plot_range when = {meeting->when.lower, meeting->when.upper};
    plot_ink ink = plot_verdict_line(meeting->verdict);
    plot_range seen = {when.low > how->times.low ? when.low : how->times.low,
                       when.high < how->times.high ? when.high : how->times.high};
    bool touch = meeting->verdict == GRAZE_TOUCH; /* many, and harmless: a dot */
    plot_open_meeting(canvas, plot, met);
    if (!touch)
        plot_path(canvas, how, ink, &plot->plan->agents[met->agent_a], seen);
    if (!touch && !met->obstacle)
        plot_path(canvas, how, ink, &plot->plan->agents[met->agent_b], seen);
    graze_vector place;
    double x, y;
    if (plot_place_at(&plot->plan->agents[met->agent_a], meeting->time, &place)) {
        plot_project(how, place, meeting->time, &x, &y);
        canvas->to->circle(canvas, touch ? PLOT_FAINT : ink, x, y, touch ? 2 : 4);
    }
    canvas->to->close_group(canvas);
}

graze_status plot_prism_draw(plot_canvas *canvas, const plot_plan *plot)
{
    plot_scene scene = plot_scene_of(plot);
    plot_projection how = {
        {room, scene.x, scene.y, plot_is_down(plot)}, scene.times, slant_x, slant_y, rise};
    if (!plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        return GRAZE_OK;
    plot_floor(canvas, &how, plot);
    draw_room(canvas, &how);
    draw_floor_ticks(canvas, &how);
    plot_scene_draw(canvas, &how, plot, &(plot_drawers){draw_agent, draw_meeting});
    canvas->to->end(canvas);
    return GRAZE_OK;
}
