/* SPDX-License-Identifier: MIT */
#include "view/plot_canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "io/utf8.h"

/* Colours after M. Okabe and K. Ito, "Color universal design", 2008, darkened on light
 * paper where they were too pale for lines. Vermilion is for conflicts alone. */
const plot_style plot_styles[PLOT_INKS] = {
    [PLOT_PAPER] = {"paper", "#ffffff", "#14171c", true, 0, 0, 1},
    [PLOT_TEXT] = {"text", "#1b1f24", "#e8eaed", true, 0, 0, 1},
    [PLOT_TITLE] = {"title", "#1b1f24", "#e8eaed", true, 0, 0, 1},
    [PLOT_FAINT] = {"faint", "#56606c", "#a3adb8", true, 0, 0, 1},
    [PLOT_FRAME] = {"frame", "#56606c", "#a3adb8", false, 1, 0, 1},
    [PLOT_GRID] = {"grid", "#dde1e6", "#2f363f", false, 1, 0, 1},
    [PLOT_CURVE] = {"curve", "#0072b2", "#56b4e9", false, 2, 0, 1},
    [PLOT_PRESENT] = {"present", "#1b1f24", "#e8eaed", false, 2, 0, 1},
    [PLOT_CONFLICT_AREA] = {"conflict-area", "#d55e00", "#ff7a1a", true, 0, 0, 0.3},
    [PLOT_CONFLICT_LINE] = {"conflict-line", "#c24f00", "#ff8a33", false, 2.5, 0, 1},
    [PLOT_GRAZE_AREA] = {"graze-area", "#56b4e9", "#56b4e9", true, 0, 0, 0.35},
    [PLOT_GRAZE_LINE] = {"graze-line", "#2f7fb0", "#7cc6f0", false, 1.5, 3, 1},
    [PLOT_START_AREA] = {"start-area", "#cc79a7", "#cc79a7", true, 0, 0, 0.22},
    [PLOT_START_LINE] = {"start-line", "#a04c7c", "#e39cc4", false, 1.5, 6, 1},
    [PLOT_SPEED_AREA] = {"speed-area", "#009e73", "#2bc79c", true, 0, 0, 0.18},
    [PLOT_SPEED_LINE] = {"speed-line", "#007a59", "#4fdcb4", false, 1.5, 2, 1},
    [PLOT_BLOCKED] = {"blocked", "#8f98a3", "#59636f", true, 0, 0, 0.75},
    [PLOT_ROAD] = {"road", "#b4bbc4", "#48515c", false, 1, 0, 1},
    [PLOT_DENSITY + 0] = {"density-0", "#0072b2", "#56b4e9", true, 0, 0, 0.1},
    [PLOT_DENSITY + 1] = {"density-1", "#0072b2", "#56b4e9", true, 0, 0, 0.24},
    [PLOT_DENSITY + 2] = {"density-2", "#0072b2", "#56b4e9", true, 0, 0, 0.4},
    [PLOT_DENSITY + 3] = {"density-3", "#0072b2", "#56b4e9", true, 0, 0, 0.58},
    [PLOT_DENSITY + 4] = {"density-4", "#0072b2", "#56b4e9", true, 0, 0, 0.8},
    [PLOT_AGENT_LINE + 0] = {"agent-0", "#0072b2", "#56b4e9", false, 1.5, 0, 1},
    [PLOT_AGENT_LINE + 1] = {"agent-1", "#b57d00", "#e69f00", false, 1.5, 7, 1},
    [PLOT_AGENT_LINE + 2] = {"agent-2", "#00805d", "#2bc79c", false, 1.5, 4, 1},
    [PLOT_AGENT_LINE + 3] = {"agent-3", "#a8598a", "#e39cc4", false, 1.5, 10, 1},
    [PLOT_AGENT_LINE + 4] = {"agent-4", "#7a7200", "#f0e442", false, 1.5, 2, 1},
    [PLOT_AGENT_AREA + 0] = {"body-0", "#0072b2", "#56b4e9", true, 0, 0, 0.45},
    [PLOT_AGENT_AREA + 1] = {"body-1", "#b57d00", "#e69f00", true, 0, 0, 0.45},
    [PLOT_AGENT_AREA + 2] = {"body-2", "#00805d", "#2bc79c", true, 0, 0, 0.45},
    [PLOT_AGENT_AREA + 3] = {"body-3", "#a8598a", "#e39cc4", true, 0, 0, 0.45},
    [PLOT_AGENT_AREA + 4] = {"body-4", "#7a7200", "#f0e442", true, 0, 0, 0.45},
};

void plot_box(plot_canvas *canvas, plot_ink ink, double left, double top, double width,
              double height)
{
    canvas->to->begin_path(canvas, ink, 0);
    canvas->to->move(canvas, left, top);
    canvas->to->line(canvas, left + width, top);
    canvas->to->line(canvas, left + width, top + height);
    canvas->to->line(canvas, left, top + height);
    canvas->to->close(canvas);
    canvas->to->end_path(canvas);
}

void plot_segment(plot_canvas *canvas, plot_ink ink, double x1, double y1, double x2, double y2)
{
    canvas->to->begin_path(canvas, ink, 0);
    canvas->to->move(canvas, x1, y1);
    canvas->to->line(canvas, x2, y2);
    canvas->to->end_path(canvas);
}

const char *plot_shorten(const char *text, int characters, char short_form[PLOT_SHORT_SIZE])
{
    size_t left = strlen(text), taken = 0;
    for (int i = 0; i < characters && taken < left; i++) {
        size_t length = utf8_character(text + taken, left - taken);
        taken += length > 0 ? length : 1;
    }
    if (taken == left)
        return text;
    memcpy(short_form, text, taken);
    memcpy(short_form + taken, "\xE2\x80\xA6", 4); /* an ellipsis and the end */
    return short_form;
}

/* What a teller tells, to be freed; null without memory. */
static char *hear(plot_teller tell, const void *plot)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    tell(out, plot);
    bool bad = ferror(out) != 0;
    if (fclose(out) == 0 && !bad)
        return text;
    free(text);
    return NULL;
}

bool plot_begin(plot_canvas *canvas, double width, double height, plot_teller title,
                plot_teller description, const void *plot)
{
    char short_form[PLOT_SHORT_SIZE];
    char *name = hear(title, plot), *about = hear(description, plot);
    if (name == NULL || about == NULL)
        canvas->failed = true;
    if (!canvas->failed)
        canvas->to->begin(canvas, width, height, name, about);
    if (!canvas->failed)
        canvas->to->text(canvas, PLOT_TITLE, 16, 22, PLOT_START,
                         plot_shorten(name, PLOT_HEADING, short_form));
    free(name);
    free(about);
    return !canvas->failed;
}

char *plot_number_format(const plot_canvas *canvas, double value, char *text)
{
    if (canvas->digits == 0 || !isfinite(value))
        return number_format(value, false, text);
    snprintf(text, NUMBER_TEXT_SIZE, "%.*g", canvas->digits, value + 0.0);
    return text;
}

void plot_number(FILE *out, double value, bool hex)
{
    char text[NUMBER_TEXT_SIZE];
    if (value == 0 && signbit(value))
        putc('-', out);
    fputs(number_format(value, hex, text), out);
}
