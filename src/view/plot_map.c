/* SPDX-License-Identifier: MIT */
/* A plan from above: the map, the path of each agent with arrows, its body where it begins, a
 * ring where it ends, and a mark where agents meet. Of many agents it shows how many pass
 * where, in the place of their paths. */
#include <math.h>

#include "view/plot_legend.h"

enum { WIDTH = 960, HEIGHT = 784, FEW = 200 };

/* [px] The radius of marks: where there are many, they have to leave room for each other. */
static double mark_of(const plot_plan *plot)
{
    return plot->meeting_count <= FEW ? 6 : 3;
}

static void tell_title(FILE *out, const void *context)
{
    const plot_plan *plot = context;
    fputs(plot->title != NULL ? plot->title : "Paths and conflicts", out);
}

static void tell(FILE *out, const void *context)
{
    fputs(plot_is_down(context) ? "The map from above, x to the right and y down, in metres."
                                : "The map from above, x to the right and y up, in metres.",
          out);
    plot_tell_scene(out, context);
}

static double scale_of(const plot_projection *how)
{
    return how->frame.area.width / (how->frame.x.high - how->frame.x.low);
}

/* ---- directions ----------------------------------------------------------------------- */

enum { ARROWS_APART = 110, LEAST_PATH = 16, CHORDS = 8 }; /* [px], [px], of a motion */

/* An agent's path in pixels, as far as it has been walked. */
typedef struct walk {
    plot_canvas *canvas; /* null: only the length is asked for */
    plot_ink ink;
    double length, next, apart; /* [px] so far; where the next arrow is; how far they are apart */
} walk;

static void walk_chord(walk *w, double x1, double y1, double x2, double y2)
{
    double length = hypot(x2 - x1, y2 - y1), before = w->length;
    w->length += length;
    while (w->canvas != NULL && length > 0 && w->next <= w->length) {
        double share = (w->next - before) / length;
        plot_mark_direction(w->canvas, w->ink, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share,
                            x2 - x1, y2 - y1);
        w->next += w->apart;
    }
}

static void walk_motion(walk *w, const plot_projection *how, const graze_motion *motion,
                        plot_range when)
{
    double x1, y1, x2, y2;
    graze_vector place;
    if (graze_motion_place(motion, when.low, &place) != GRAZE_OK)
        return;
    plot_project(how, place, 0, &x1, &y1);
    for (int i = 1; i <= CHORDS; i++, x1 = x2, y1 = y2) {
        double time = when.low + (when.high - when.low) * i / CHORDS;
        if (graze_motion_place(motion, time, &place) != GRAZE_OK)
            return;
        plot_project(how, place, 0, &x2, &y2);
        walk_chord(w, x1, y1, x2, y2);
    }
}

static void walk_path(walk *w, const plot_projection *how, const graze_trajectory *path)
{
    for (size_t i = 0; i < path->count; i++) {
        plot_range when = {plot_begin_of(&path->motions[i]),
                           fmin(plot_end_of(&path->motions[i]), how->times.high)};
        if (when.low < when.high)
            walk_motion(w, how, &path->motions[i], when);
    }
}

/* Arrows along a path, evenly; none where the agent hardly moves, or beyond all pictures. */
static void draw_directions(plot_canvas *canvas, const plot_projection *how, plot_ink ink,
                            const graze_trajectory *path)
{
    static const double longest = 1e5; /* [px] */
    walk measured = {.length = 0};
    walk_path(&measured, how, path);
    if (!(measured.length > LEAST_PATH && measured.length < longest))
        return;
    double apart = measured.length / fmax(round(measured.length / ARROWS_APART), 1);
    walk drawn = {.canvas = canvas, .ink = ink, .next = apart / 2, .apart = apart};
    walk_path(&drawn, how, path);
}

/* ---- agents --------------------------------------------------------------------------- */

/* Where an agent is in the end, in pixels; false when it never is anywhere. */
static bool find_goal(const plot_projection *how, const plan_agent *agent, double *x, double *y)
{
    const graze_trajectory *path = &agent->trajectory;
    const graze_motion *last = &path->motions[path->count - 1];
    double end = plot_end_of(last);
    graze_vector place;
    if (graze_motion_place(last, isinf(end) ? plot_begin_of(last) : end, &place) != GRAZE_OK)
        return false;
    plot_project(how, place, 0, x, y);
    return true;
}

/* An endless motion that does not stay has no goal. */
static bool has_goal(const plan_agent *agent)
{
    const graze_trajectory *path = &agent->trajectory;
    const graze_motion *last = &path->motions[path->count - 1];
    const graze_vector *v = &last->velocity, *a = &last->acceleration;
    return !isinf(plot_end_of(last)) || last->form != GRAZE_KINEMATIC ||
           (v->x == 0 && v->y == 0 && a->x == 0 && a->y == 0);
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
    draw_directions(canvas, how, plot_agent_area(index), &agent->trajectory);
    if (has_goal(agent) && find_goal(how, agent, &x, &y))
        plot_mark_goal(canvas, plot_agent_line(index), plot_agent_area(index), x, y,
                       fmax(plot_reach_of(plan_body_of(agent, agent->trajectory.count - 1)) *
                                scale_of(how),
                            3));
    if (plot_place_at(agent, plot_begin_of(&agent->trajectory.motions[0]), &place)) {
        plot_project(how, place, 0, &x, &y);
        plot_body(canvas, plot_agent_area(index), plan_body_of(agent, 0), x, y, scale_of(how),
                  how->frame.down);
        plot_labels_add(names, plot, index, x, y + 4);
    }
    canvas->to->close_group(canvas);
}

/* One of many: a dot where it starts, a ring where it ends. */
static void draw_one_of_many(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                             plot_labels *names, size_t index)
{
    const plan_agent *agent = &plot->plan->agents[index];
    graze_vector place;
    double x, y;
    (void)names;
    if (agent->trajectory.count == 0)
        return;
    plot_open_agent(canvas, agent);
    if (has_goal(agent) && find_goal(how, agent, &x, &y))
        canvas->to->circle(canvas, PLOT_FRAME, x, y, 3);
    if (plot_place_at(agent, plot_begin_of(&agent->trajectory.motions[0]), &place)) {
        plot_project(how, place, 0, &x, &y);
        canvas->to->circle(canvas, PLOT_FAINT, x, y, 2);
    }
    canvas->to->close_group(canvas);
}

/* ---- meetings ------------------------------------------------------------------------- */

/* Where the two are at the deepest instant (of grazes only when there are few meetings), and a
 * mark between them. */
static void draw_meeting(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                         const plot_meeting *met)
{
    const plan_agent *a = &plot->plan->agents[met->agent_a];
    const plan_agent *b = &plot->plan->agents[met->agent_b];
    graze_vector of_a, of_b;
    double x1, y1, x2, y2;
    if (!plot_place_at(a, met->meeting.time, &of_a) || !plot_place_at(b, met->meeting.time, &of_b))
        return;
    if (met->is_cell && plot->map != NULL)
        of_b = (graze_vector){met->column * plot->map->cell, met->row * plot->map->cell, 0};
    plot_project(how, of_a, 0, &x1, &y1);
    plot_project(how, of_b, 0, &x2, &y2);
    double x = (x1 + x2) / 2, y = (y1 + y2) / 2;
    plot_open_meeting(canvas, plot, met);
    bool few = plot->meeting_count <= FEW || met->meeting.verdict == GRAZE_CONFLICT;
    bool deep = few && met->meeting.verdict != GRAZE_TOUCH;
    if (deep)
        plot_body(canvas, plot_verdict_area(met->meeting.verdict),
                  plan_body_of(a, met->meeting.motion_a), x1, y1, scale_of(how), how->frame.down);
    if (deep && !met->obstacle)
        plot_body(canvas, plot_verdict_area(met->meeting.verdict),
                  plan_body_of(b, met->meeting.motion_b), x2, y2, scale_of(how), how->frame.down);
    plot_mark_meeting(canvas, met->meeting.verdict, x, y, mark_of(plot));
    canvas->to->close_group(canvas);
}

/* ---- the picture ---------------------------------------------------------------------- */

static void draw_scene(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                       const plot_density *density)
{
    plot_axes(canvas, &how->frame, "x [m]", "y [m]");
    canvas->to->open_clip(canvas, &how->frame.area);
    if (density != NULL)
        plot_density_draw(canvas, how, density);
    plot_floor(canvas, how, plot);
    plot_scene_draw(canvas, how, plot,
                    &(plot_drawers){density != NULL ? draw_one_of_many : draw_agent, draw_meeting});
    canvas->to->close_clip(canvas);
    plot_legend_draw(canvas, plot, density, how->frame.area.left, HEIGHT - 14);
    canvas->to->end(canvas);
}

graze_status plot_map_draw(plot_canvas *canvas, const plot_plan *plot)
{
    plot_scene scene = plot_scene_of(plot);
    plot_density density = {.counts = NULL};
    plot_projection how = {
        {{64, 48, WIDTH - 88, HEIGHT - 124}, scene.x, scene.y, plot_is_down(plot)},
        scene.times,
        0,
        0,
        0};
    plot_frame_equalise(&how.frame);
    bool crowded = plot_shown_count(plot) > PLOT_LABELS_MAX;
    if (crowded && !plot_density_count(&density, &how, plot)) {
        canvas->failed = true;
        return GRAZE_OK;
    }
    if (plot_begin(canvas, WIDTH, HEIGHT, tell_title, tell, plot))
        draw_scene(canvas, &how, plot, crowded ? &density : NULL);
    plot_density_free(&density);
    return GRAZE_OK;
}
