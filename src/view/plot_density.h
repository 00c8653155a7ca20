/* SPDX-License-Identifier: MIT */
/* How many agents pass where, for plans of so many that their paths would be a blob. */
#ifndef GRAZE_VIEW_PLOT_DENSITY_H
#define GRAZE_VIEW_PLOT_DENSITY_H

#include <stdint.h>

#include "view/plot_scene.h"

typedef struct plot_density {
    double cell, left, low; /* [m] the squares' side, and where they begin */
    size_t columns, rows;
    uint32_t *counts; /* [row * columns + column] agents whose moving point passes there */
    uint32_t most;
} plot_density;

/* Counts the agents that are shown, in squares that are the map's cells where there are not
 * too many of them. False without memory. plot_density_free frees it. */
bool plot_density_count(plot_density *made, const plot_projection *how, const plot_plan *plot);

void plot_density_free(plot_density *made);

/* The fewest and the most agents of a level; false when no number has that level. */
bool plot_density_level(const plot_density *made, int level, uint32_t *fewest, uint32_t *most);

/* A group of squares for each level. */
void plot_density_draw(plot_canvas *canvas, const plot_projection *how, const plot_density *made);

#endif
