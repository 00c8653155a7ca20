/* SPDX-License-Identifier: MIT */
/* The plots of `graze plot`. What they are given, intervals, meetings, unsafe starts and
 * speeds, is the library's answer, and is written out unchanged beside its picture;
 * only curves between are sampled, with the library's own clearance of bodies at rest.
 *
 * Each draws one document from begin to end. GRAZE_OK, or what the library answered to a
 * sample. Memory is told by canvas->failed.
 */
#ifndef GRAZE_VIEW_PLOT_H
#define GRAZE_VIEW_PLOT_H

#include <graze.h>

#include "io/map.h"
#include "io/obstacles.h"
#include "io/plan.h"
#include "view/plot_canvas.h"

/* Two agents over time. */
typedef struct plot_distance {
    const char *title; /* null: made from the labels */
    const plan_agent *a, *b;
    double tolerance;              /* [m] */
    const graze_meeting *meetings; /* merged, in order of time */
    size_t meeting_count;
    graze_approach approach;
} plot_distance;

graze_status plot_distance_draw(plot_canvas *canvas, const plot_distance *plot);

/* The free-space diagram of one motion of each. */
typedef struct plot_diagram {
    const char *title;
    const plan_agent *agent_a, *agent_b;
    size_t seq_a, seq_b;
    double tolerance; /* [m] */
    const graze_interval *conflicts, *starts, *speeds;
    size_t conflict_count, start_count, speed_count;
    bool has_speeds; /* could they be asked for? */
} plot_diagram;

graze_status plot_diagram_draw(plot_canvas *canvas, const plot_diagram *plot);

/* A stretch in which two agents meet, or an agent and a blocked cell or another obstacle. */
typedef struct plot_meeting {
    size_t agent_a, agent_b; /* agent_b: of an obstacle as agent_a */
    bool obstacle, is_cell;
    uint32_t column, row; /* of the cell; column: of another obstacle its number */
    graze_meeting meeting;
} plot_meeting;

/* A whole plan: map, prism, gantt and speed. */
typedef struct plot_plan {
    const char *title;
    const plan *plan;
    double tolerance;
    const map *map;             /* null: none */
    const obstacles *obstacles; /* that are no cells; null: none */
    const plot_meeting *meetings;
    size_t meeting_count;
    const bool *shown; /* of each agent; null: all */
} plot_plan;

graze_status plot_map_draw(plot_canvas *canvas, const plot_plan *plot);
graze_status plot_prism_draw(plot_canvas *canvas, const plot_plan *plot);
graze_status plot_gantt_draw(plot_canvas *canvas, const plot_plan *plot);
graze_status plot_speed_draw(plot_canvas *canvas, const plot_plan *plot);

/* One instant of a plan from above, and all times at which there is something to see. A frame of
 * a film: every instant of a plan has the same frame round it. */
graze_status plot_frame_draw(plot_canvas *canvas, const plot_plan *plot, double time);
void plot_frame_times(const plot_plan *plot, double *begin, double *end);

/* How many meetings are how deep. */
typedef struct plot_decade {
    graze_verdict verdict;
    int decade; /* depths in [10^decade, 10^(decade + 1)) m */
    int64_t meetings;
    double shallowest, deepest; /* [m] */
} plot_decade;

typedef struct plot_depths {
    const char *title;
    double tolerance;
    const plot_decade *rows;
    size_t row_count;
} plot_depths;

graze_status plot_depths_draw(plot_canvas *canvas, const plot_depths *plot);

/* The course of a search. */
typedef struct plot_anytime_point {
    double seconds;     /* since it began */
    double cost, bound; /* [s] of the plan that is held, 0: none; no plan costs less */
} plot_anytime_point;

typedef struct plot_anytime {
    const char *title;
    const plot_anytime_point *points; /* in order of time */
    size_t count;
} plot_anytime;

graze_status plot_anytime_draw(plot_canvas *canvas, const plot_anytime *plot);

/* Curves of numbers over numbers, such as the success of solvers over the number of agents. */
typedef struct plot_curve {
    char *name;
    size_t first, count; /* of the points */
} plot_curve;

typedef struct plot_curves {
    const char *title, *x_name, *y_name; /* of the axes */
    const char *x_datum, *y_datum;       /* names of the numbers in data-... */
    const graze_point *points;
    size_t point_count;
    const plot_curve *curves;
    size_t curve_count;
    double y_from; /* is on the axis */
} plot_curves;

graze_status plot_curves_draw(plot_canvas *canvas, const plot_curves *plot);

#endif
