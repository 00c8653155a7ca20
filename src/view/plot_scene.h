/* SPDX-License-Identifier: MIT */
/* What the pictures of a whole plan share: who is shown, until when, and the paths of
 * motions, which are straight lines and parabolas and so exact curves of a picture. */
#ifndef GRAZE_VIEW_PLOT_SCENE_H
#define GRAZE_VIEW_PLOT_SCENE_H

#include "view/plot_sample.h"

typedef struct plot_scene {
    plot_range x, y, times; /* of all that is shown; bodies and the map too */
} plot_scene;

/* Where names of agents will be: none lies on another. */
enum { PLOT_LABELS_MAX = 60 };
typedef struct plot_label {
    size_t agent;
    plot_rectangle place;
} plot_label;
typedef struct plot_labels {
    plot_label items[PLOT_LABELS_MAX];
    size_t count;
} plot_labels;

/* From a place and time to pixels; affine, so that parabolas stay parabolas. */
typedef struct plot_projection {
    plot_frame frame; /* of x and y in metres */
    plot_range times;
    double slant_x, slant_y; /* [px] by which y moves along the floor; 0 for a map */
    double rise;             /* [px] of the whole of `times`; 0 for a map */
} plot_projection;

/* Is y drawn downwards? A grid's first row is at y = 0, and on top in every format of maps. */
bool plot_is_down(const plot_plan *plot);

plot_scene plot_scene_of(const plot_plan *plot);

/* How many agents are shown. Names of more than PLOT_LABELS_MAX are left out, and their paths
 * would be a blob: a map shows how many pass where. */
size_t plot_shown_count(const plot_plan *plot);

bool plot_is_shown(const plot_plan *plot, size_t agent);
bool plot_meeting_is_shown(const plot_plan *plot, const plot_meeting *met);

/* [m] The farthest that a body reaches from its moving point. */
double plot_reach_of(const graze_body *body);

void plot_project(const plot_projection *how, graze_vector place, double time, double *x,
                  double *y);

/* The path of an agent between two times. */
void plot_path(plot_canvas *canvas, const plot_projection *how, plot_ink ink,
               const plan_agent *agent, plot_range times);

/* Blocked cells, or the edges of a roadmap, on the floor; and other obstacles. */
void plot_floor(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot);

/* The name of an agent is to be written about (x, y), or a line or two above or below where
 * another name is; left out where that does not help, and in plans of too many agents. */
void plot_labels_add(plot_labels *names, const plot_plan *plot, size_t agent, double x, double y);

/* What a picture draws of an agent, and of a meeting; every one that is shown is, and the
 * names come last. */
typedef struct plot_drawers {
    void (*agent)(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                  plot_labels *names, size_t index);
    void (*meeting)(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                    const plot_meeting *met);
} plot_drawers;

void plot_scene_draw(plot_canvas *canvas, const plot_projection *how, const plot_plan *plot,
                     const plot_drawers *drawers);

/* Opens the group of an agent, of a meeting. */
void plot_open_agent(plot_canvas *canvas, const plan_agent *agent);
void plot_open_meeting(plot_canvas *canvas, const plot_plan *plot, const plot_meeting *met);

/* "3 agents, from 0 s to 12 s. 2 conflicts, 1 graze, 0 touches. The first conflict ..." */
void plot_tell_scene(FILE *out, const plot_plan *plot);

#endif
