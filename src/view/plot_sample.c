/* SPDX-License-Identifier: MIT */
#include "view/plot_sample.h"

#include <math.h>

static double end_of_numbers(const graze_motion *motion)
{
    return motion->start + (motion->start_tail + (motion->duration + motion->duration_tail));
}

/* A parked motion begins where the motion of its numbers ends. */
double plot_begin_of(const graze_motion *motion)
{
    return motion->form == GRAZE_PARKED ? end_of_numbers(motion)
                                        : motion->start + motion->start_tail;
}

double plot_end_of(const graze_motion *motion)
{
    return motion->form == GRAZE_PARKED ? INFINITY : end_of_numbers(motion);
}

const graze_motion *plot_motion_at(const graze_trajectory *trajectory, double time)
{
    size_t low = 0, high = trajectory->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (plot_begin_of(&trajectory->motions[middle]) <= time)
            low = middle;
        else
            high = middle;
    }
    return trajectory->count > 0 ? &trajectory->motions[low] : NULL;
}

bool plot_place_at(const plan_agent *agent, double time, graze_vector *place)
{
    const graze_motion *motion = plot_motion_at(&agent->trajectory, time);
    return motion != NULL && graze_motion_place(motion, time, place) == GRAZE_OK;
}

const graze_body *plot_body_at(const plan_agent *agent, double time)
{
    const graze_motion *motion = plot_motion_at(&agent->trajectory, time);
    return motion == NULL ? &agent->body
                          : plan_body_of(agent, (size_t)(motion - agent->trajectory.motions));
}

static graze_status rest_at(const plan_agent *agent, double time, graze_motion *motion)
{
    graze_vector place, none = {0, 0, 0};
    if (!plot_place_at(agent, time, &place))
        return GRAZE_ERROR_NOT_FINITE;
    return graze_motion_kinematic(place, none, none, 0, 1, motion);
}

graze_status plot_distance_at(const plan_agent *a, const plan_agent *b, double time,
                              double *distance)
{
    graze_motion at_a, at_b;
    graze_clearance clearance = {.common_life = false};
    graze_status status = rest_at(a, time, &at_a);
    if (status == GRAZE_OK)
        status = rest_at(b, time, &at_b);
    if (status == GRAZE_OK)
        status = graze_conflict_clearance(plot_body_at(a, time), &at_a, plot_body_at(b, time),
                                          &at_b, &clearance);
    *distance = clearance.distance;
    return status;
}

void plot_range_add_life(plot_range *times, const graze_trajectory *trajectory)
{
    for (size_t i = 0; i < trajectory->count; i++) {
        plot_range_add(times, plot_begin_of(&trajectory->motions[i]));
        plot_range_add(times, plot_end_of(&trajectory->motions[i]));
    }
}

void plot_body(plot_canvas *canvas, plot_ink ink, const graze_body *body, double x, double y,
               double scale, bool down)
{
    if (body->vertex_count == 0) {
        canvas->to->circle(canvas, ink, x, y, fmax(body->radius * scale, 1));
        return;
    }
    canvas->to->begin_path(canvas, ink, fmax(2 * body->radius * scale, 1));
    for (size_t i = 0; i < body->vertex_count; i++) {
        double at_x = x + body->vertices[i].x * scale;
        double at_y = y + body->vertices[i].y * (down ? scale : -scale);
        if (i == 0)
            canvas->to->move(canvas, at_x, at_y);
        else
            canvas->to->line(canvas, at_x, at_y);
    }
    canvas->to->close(canvas);
    canvas->to->end_path(canvas);
}

plot_ink plot_verdict_line(graze_verdict verdict)
{
    return verdict == GRAZE_CONFLICT ? PLOT_CONFLICT_LINE : PLOT_GRAZE_LINE;
}

plot_ink plot_verdict_area(graze_verdict verdict)
{
    return verdict == GRAZE_CONFLICT ? PLOT_CONFLICT_AREA : PLOT_GRAZE_AREA;
}

plot_ink plot_agent_line(size_t agent)
{
    return (plot_ink)(PLOT_AGENT_LINE + (int)(agent % PLOT_AGENT_COLOURS));
}

plot_ink plot_agent_area(size_t agent)
{
    return (plot_ink)(PLOT_AGENT_AREA + (int)(agent % PLOT_AGENT_COLOURS));
}
