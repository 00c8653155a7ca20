/* SPDX-License-Identifier: MIT */
/* What plots draw on: one small interface with two writers, SVG text (plot_svg.c) and,
 * when built with cairo, PNG and PDF (plot_cairo.c).
 *
 * Places are in pixels from the top left corner, y downwards. Things that mean something
 * are in groups: a group has a kind, and the numbers that the library answered. The SVG
 * writer keeps both, the numbers as data-* attributes that read back bit for bit, and
 * makes a tooltip of them; so a tooltip cannot say something else than the data.
 */
#ifndef GRAZE_VIEW_PLOT_CANVAS_H
#define GRAZE_VIEW_PLOT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Colours by meaning; each has one on light and one on dark paper, from a palette that
 * colour-blind eyes tell apart. Agents take turns with theirs. */
typedef enum plot_ink {
    PLOT_PAPER,
    PLOT_TEXT,
    PLOT_TITLE,
    PLOT_FAINT, /* text of axes and notes */
    PLOT_FRAME,
    PLOT_GRID,
    PLOT_CURVE,
    PLOT_PRESENT, /* the present diagonal */
    PLOT_CONFLICT_AREA,
    PLOT_CONFLICT_LINE,
    PLOT_GRAZE_AREA,
    PLOT_GRAZE_LINE,
    PLOT_START_AREA, /* unsafe starts */
    PLOT_START_LINE,
    PLOT_SPEED_AREA, /* unsafe speeds */
    PLOT_SPEED_LINE,
    PLOT_BLOCKED, /* cells, and the blocked region of a diagram */
    PLOT_ROAD,
    PLOT_DENSITY, /* how many agents pass, in levels */
    PLOT_DENSITY_END = PLOT_DENSITY + 5,
    PLOT_AGENT_LINE = PLOT_DENSITY_END,
    PLOT_AGENT_LINE_END = PLOT_AGENT_LINE + 5,
    PLOT_AGENT_AREA = PLOT_AGENT_LINE_END,
    PLOT_AGENT_AREA_END = PLOT_AGENT_AREA + 5,
    PLOT_INKS = PLOT_AGENT_AREA_END
} plot_ink;

enum {
    PLOT_AGENT_COLOURS = PLOT_AGENT_LINE_END - PLOT_AGENT_LINE,
    PLOT_DENSITY_LEVELS = PLOT_DENSITY_END - PLOT_DENSITY
};

typedef struct plot_style {
    const char *name;         /* class in SVG */
    const char *light, *dark; /* #rrggbb */
    bool fills;               /* else it strokes */
    double width;             /* [px] of strokes */
    double dash;              /* [px] 0: an unbroken line */
    double opacity;
} plot_style;

extern const plot_style plot_styles[PLOT_INKS];

/* A named text or number of a group. Names are attributes without "data-"; what ends
 * with -s or -m is in seconds or metres. */
typedef struct plot_datum {
    const char *name;
    const char *text; /* null: the number counts */
    double number;
} plot_datum;

typedef struct plot_group {
    const char *kind; /* class in SVG, and first line of the tooltip */
    const plot_datum *data;
    size_t count;
} plot_group;

typedef enum plot_anchor { PLOT_START, PLOT_MIDDLE, PLOT_END } plot_anchor;

typedef struct plot_rectangle {
    double left, top, width, height; /* [px] */
} plot_rectangle;

typedef struct plot_canvas plot_canvas;

typedef struct plot_writer {
    void (*begin)(plot_canvas *canvas, double width, double height, const char *title,
                  const char *description);
    void (*open_group)(plot_canvas *canvas, const plot_group *group);
    void (*close_group)(plot_canvas *canvas);
    void (*open_clip)(plot_canvas *canvas, const plot_rectangle *area);
    void (*close_clip)(plot_canvas *canvas);
    /* width [px]: of the stroke; 0 is the ink's own. An ink that fills is stroked as
     * well when a width is given: a rounded polygon. */
    void (*begin_path)(plot_canvas *canvas, plot_ink ink, double width);
    void (*move)(plot_canvas *canvas, double x, double y);
    void (*line)(plot_canvas *canvas, double x, double y);
    void (*curve)(plot_canvas *canvas, double control_x, double control_y, double x, double y);
    void (*close)(plot_canvas *canvas);
    void (*end_path)(plot_canvas *canvas);
    void (*circle)(plot_canvas *canvas, plot_ink ink, double x, double y, double radius);
    void (*text)(plot_canvas *canvas, plot_ink ink, double x, double y, plot_anchor anchor,
                 const char *text);
    void (*end)(plot_canvas *canvas);
} plot_writer;

struct plot_canvas {
    const plot_writer *to;
    FILE *out;
    bool hex;    /* data-* numbers as C99 hex floats */
    int digits;  /* significant ones of numbers that are drawn; 0: the shortest decimals */
    bool failed; /* out of memory; errors of the stream are with the stream */
    void *state; /* the writer's */
};

/* Writers; what they write to is checked by whoever opened it. */
extern const plot_writer plot_svg;
#ifdef HAVE_CAIRO
/* Loads cairo; returns null, and what the loader says, where it is not installed. */
const plot_writer *plot_png(const char **explanation);
const plot_writer *plot_pdf(const char **explanation);
#endif

/* ---- shorthands ------------------------------------------------------------------- */

void plot_box(plot_canvas *canvas, plot_ink ink, double left, double top, double width,
              double height);
void plot_segment(plot_canvas *canvas, plot_ink ink, double x1, double y1, double x2, double y2);

/* The first `characters` of a text and an ellipsis, or all of it when there are no more:
 * drawn labels are short, data and tooltips have all. */
enum { PLOT_LABEL = 28, PLOT_HEADING = 110, PLOT_SHORT_SIZE = 4 * PLOT_HEADING + 4 };
const char *plot_shorten(const char *text, int characters, char short_form[PLOT_SHORT_SIZE]);

/* Begins the document with a title, which is drawn as well, and a description; each is
 * told by a function that is given the plot. False, and canvas->failed, without memory. */
typedef void (*plot_teller)(FILE *out, const void *plot);
bool plot_begin(plot_canvas *canvas, double width, double height, plot_teller title,
                plot_teller description, const void *plot);

/* A number as it is drawn, into text of NUMBER_TEXT_SIZE bytes; returns text. */
char *plot_number_format(const plot_canvas *canvas, double value, char *text);

/* Writes the shortest decimal, or a hex float; -0 keeps its sign. */
void plot_number(FILE *out, double value, bool hex);

#endif
