/* SPDX-License-Identifier: MIT */
/* The legend of a map: what its marks mean, in one line below it. */
#ifndef GRAZE_VIEW_PLOT_LEGEND_H
#define GRAZE_VIEW_PLOT_LEGEND_H

#include "view/plot_density.h"

/* Only what is in the picture is explained. density: null where paths are drawn. */
void plot_legend_draw(plot_canvas *canvas, const plot_plan *plot, const plot_density *density,
                      double left, double y);

/* The marks themselves, which the map draws with the same functions. */
void plot_mark_meeting(plot_canvas *canvas, graze_verdict verdict, double x, double y,
                       double size);
void plot_mark_goal(plot_canvas *canvas, plot_ink line, plot_ink area, double x, double y,
                    double radius);
/* A triangle that points along (dx, dy), which is not (0, 0). */
void plot_mark_direction(plot_canvas *canvas, plot_ink ink, double x, double y, double dx,
                         double dy);

#endif
