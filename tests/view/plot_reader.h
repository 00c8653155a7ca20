/* SPDX-License-Identifier: MIT */
/* A plot read back: its groups with their data, from the SVG text, by expat. */
#ifndef TESTS_VIEW_PLOT_READER_H
#define TESTS_VIEW_PLOT_READER_H

#include <stdbool.h>
#include <stddef.h>

enum { READER_DATA = 10, READER_GROUPS = 256, READER_TEXT = 256, READER_PATHS = 64 };

typedef struct read_datum {
    char name[32], text[READER_TEXT]; /* without "data-" */
} read_datum;

typedef struct read_group {
    char kind[32];
    read_datum data[READER_DATA];
    size_t count;
} read_group;

typedef struct read_path {
    char ink[32];
    char *shape; /* the attribute d */
} read_path;

typedef struct read_plot {
    read_group groups[READER_GROUPS];
    size_t group_count;
    read_path paths[READER_PATHS];
    size_t path_count;
    char title[READER_TEXT];
    size_t described; /* characters of <desc> */
    size_t strangers; /* elements that no plot has */
} read_plot;

/* False when the text is no well-formed XML. Freed with plot_reader_free all the same. */
bool plot_reader_read(const char *text, size_t length, read_plot *plot);
void plot_reader_free(read_plot *plot);

/* The index-th group of a kind, or null. */
const read_group *plot_reader_group(const read_plot *plot, const char *kind, size_t index);

/* The text of a datum, or null; the number that it is, NaN when it is none. */
const char *plot_reader_text(const read_group *group, const char *name);
double plot_reader_number(const read_group *group, const char *name);

/* The first path of an ink, or null. */
const char *plot_reader_path(const read_plot *plot, const char *ink);

#endif
