/* SPDX-License-Identifier: MIT */
/* The places and edges of a GraphML roadmap, as far as a benchmark needs them:
 * nodes whose first datum is "x,y", edges between them. The driver's reader
 * (src/io) is the one that explains what is wrong with a file. */
#ifndef GRAZE_BENCHMARKS_GRAPHML_H
#define GRAZE_BENCHMARKS_GRAPHML_H

#include <stdbool.h>
#include <stddef.h>

typedef struct graph_place {
    double x, y;
} graph_place;

typedef struct graph_edge {
    size_t from, to; /* [index] of places */
} graph_edge;

typedef struct graph {
    graph_place *places;
    graph_edge *edges;
    size_t place_count, edge_count;
} graph;

/* True when the file holds edges; the graph is then freed by graph_free. */
bool graph_read(const char *path, graph *result);

/* False when there is no memory. */
bool graph_add_place(graph *to, graph_place place);
bool graph_add_edge(graph *to, graph_edge edge);

void graph_free(graph *emptied);

#endif
