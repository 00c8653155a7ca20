/* SPDX-License-Identifier: MIT */
/* What plots look up of agents between the library's answers: places, stretches of time
 * that are worth showing, outlines. For pictures, never for decisions. */
#ifndef GRAZE_VIEW_PLOT_SAMPLE_H
#define GRAZE_VIEW_PLOT_SAMPLE_H

#include "view/plot.h"
#include "view/plot_axis.h"

/* [s] the life of a motion in doubles; the end may be +inf. */
double plot_begin_of(const graze_motion *motion);
double plot_end_of(const graze_motion *motion);

/* The motion that an agent is on at a time: the last one that has begun. */
const graze_motion *plot_motion_at(const graze_trajectory *trajectory, double time);

/* The body of that motion; the agent's without one. */
const graze_body *plot_body_at(const plan_agent *agent, double time);

/* Where the agent is; false when it never appears or its place is no double. */
bool plot_place_at(const plan_agent *agent, double time, graze_vector *place);

/* [m] distance of the surfaces at a time in both lives: two bodies at rest. */
graze_status plot_distance_at(const plan_agent *a, const plan_agent *b, double time,
                              double *distance);

/* All ends of motions, and the first begin. */
void plot_range_add_life(plot_range *times, const graze_trajectory *trajectory);

/* A body at a place in the plane, drawn to scale: `scale` pixels are a metre. down: y grows
 * downwards. */
void plot_body(plot_canvas *canvas, plot_ink ink, const graze_body *body, double x, double y,
               double scale, bool down);

plot_ink plot_verdict_line(graze_verdict verdict);
plot_ink plot_verdict_area(graze_verdict verdict);
plot_ink plot_agent_line(size_t agent);
plot_ink plot_agent_area(size_t agent);

#endif
