/* SPDX-License-Identifier: MIT */
/* Obstacles of a file, from above: grey, with a line round the whole of each, so that neither the
 * cuts between its pieces nor the paper beneath is taken for something. What has no extent gets a
 * pixel. */
#ifndef GRAZE_VIEW_PLOT_OBSTACLES_H
#define GRAZE_VIEW_PLOT_OBSTACLES_H

#include "view/plot_scene.h"

/* Draws them on the floor, in a group each; of more than 1000, in one group. Null: none. */
void plot_obstacles_draw(plot_canvas *canvas, const plot_projection *how, const obstacles *all);

/* The same ink on a square of a legend. */
void plot_obstacles_swatch(plot_canvas *canvas, double left, double top, double side);

#endif
