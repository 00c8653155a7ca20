/* SPDX-License-Identifier: MIT */
#include "view/plot_legend.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "view/plot_obstacles.h"

enum { LETTER = 7, ICON = 22, GAP = 18, SWATCH = 12 }; /* [px] */

/* ---- marks ---------------------------------------------------------------------------- */

void plot_mark_meeting(plot_canvas *canvas, graze_verdict verdict, double x, double y, double size)
{
    plot_ink ink = plot_verdict_line(verdict);
    if (verdict == GRAZE_TOUCH) { /* many, and harmless: a dot */
        canvas->to->circle(canvas, PLOT_FAINT, x, y, 2);
        return;
    }
    canvas->to->circle(canvas, ink, x, y, size);
    if (verdict != GRAZE_CONFLICT)
        return;
    plot_segment(canvas, ink, x - size, y - size, x + size, y + size);
    plot_segment(canvas, ink, x - size, y + size, x + size, y - size);
}

void plot_mark_goal(plot_canvas *canvas, plot_ink line, plot_ink area, double x, double y,
                    double radius)
{
    canvas->to->circle(canvas, line, x, y, radius);
    canvas->to->circle(canvas, area, x, y, fmin(fmax(radius / 3, 1), 3));
}

void plot_mark_direction(plot_canvas *canvas, plot_ink ink, double x, double y, double dx,
                         double dy)
{
    static const double half_length = 5, half_width = 4; /* [px] */
    double length = hypot(dx, dy);
    double ux = dx / length, uy = dy / length;
    canvas->to->begin_path(canvas, ink, 0);
    canvas->to->move(canvas, x + ux * half_length, y + uy * half_length);
    canvas->to->line(canvas, x - ux * half_length - uy * half_width,
                     y - uy * half_length + ux * half_width);
    canvas->to->line(canvas, x - ux * half_length + uy * half_width,
                     y - uy * half_length - ux * half_width);
    canvas->to->close(canvas);
    canvas->to->end_path(canvas);
}

/* ---- the line ------------------------------------------------------------------------- */

/* Writes a word after the mark at `left`; returns where the next mark is. */
static double write_word(plot_canvas *canvas, double left, double y, const char *word)
{
    canvas->to->text(canvas, PLOT_FAINT, left + ICON, y, PLOT_START, word);
    return left + ICON + LETTER * (double)strlen(word) + GAP;
}

static double draw_levels(plot_canvas *canvas, const plot_density *density, double left, double y)
{
    uint32_t fewest, most;
    char text[60];
    for (int level = 0; level < PLOT_DENSITY_LEVELS; level++) {
        if (!plot_density_level(density, level, &fewest, &most))
            continue;
        plot_box(canvas, (plot_ink)(PLOT_DENSITY + level), left + 4, y - SWATCH + 2, SWATCH,
                 SWATCH);
        snprintf(text, sizeof text, fewest < most ? "%" PRIu32 "-%" PRIu32 : "%" PRIu32, fewest,
                 most);
        if (most == density->most)
            strcat(text, density->most == 1 ? " agent passes" : " agents pass");
        left = write_word(canvas, left, y, text);
    }
    return left;
}

static double draw_paths(plot_canvas *canvas, double left, double y)
{
    plot_segment(canvas, PLOT_AGENT_LINE, left, y - 4, left + ICON - 5, y - 4);
    plot_mark_direction(canvas, PLOT_AGENT_AREA, left + 8, y - 4, 1, 0);
    return write_word(canvas, left, y, "path");
}

static bool has_meeting(const plot_plan *plot, graze_verdict verdict)
{
    for (size_t i = 0; i < plot->meeting_count; i++)
        if (plot->meetings[i].meeting.verdict == verdict &&
            plot_meeting_is_shown(plot, &plot->meetings[i]))
            return true;
    return false;
}

static double draw_floor(plot_canvas *canvas, const map *ground, double left, double y)
{
    if (ground->kind == MAP_GRID)
        plot_box(canvas, PLOT_BLOCKED, left + 4, y - SWATCH + 2, SWATCH, SWATCH);
    else
        plot_segment(canvas, PLOT_ROAD, left, y - 4, left + ICON - 5, y - 4);
    return write_word(canvas, left, y, ground->kind == MAP_GRID ? "blocked" : "edge");
}

void plot_legend_draw(plot_canvas *canvas, const plot_plan *plot, const plot_density *density,
                      double left, double y)
{
    static const graze_verdict verdicts[] = {GRAZE_CONFLICT, GRAZE_GRAZE, GRAZE_TOUCH};
    canvas->to->open_group(canvas, &(plot_group){"legend", NULL, 0});
    if (density != NULL)
        left = draw_levels(canvas, density, left, y);
    else
        left = draw_paths(canvas, left, y);
    canvas->to->circle(canvas, density != NULL ? PLOT_FAINT : PLOT_AGENT_AREA, left + 10, y - 4,
                       density != NULL ? 2 : 6);
    left = write_word(canvas, left, y, "start");
    if (density != NULL)
        canvas->to->circle(canvas, PLOT_FRAME, left + 10, y - 4, 3);
    else
        plot_mark_goal(canvas, PLOT_AGENT_LINE, PLOT_AGENT_AREA, left + 10, y - 4, 6);
    left = write_word(canvas, left, y, "goal");
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        if (!has_meeting(plot, verdicts[i]))
            continue;
        plot_mark_meeting(canvas, verdicts[i], left + 10, y - 4, 5);
        left = write_word(canvas, left, y, graze_verdict_name(verdicts[i]));
    }
    if (plot->map != NULL)
        left = draw_floor(canvas, plot->map, left, y);
    if (plot->obstacles != NULL) {
        plot_obstacles_swatch(canvas, left + 4, y - SWATCH + 2, SWATCH);
        write_word(canvas, left, y, "obstacle");
    }
    canvas->to->close_group(canvas);
}
