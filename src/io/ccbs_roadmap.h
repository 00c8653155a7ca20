/* SPDX-License-Identifier: MIT */
/* Roadmaps of Continuous-CBS (GraphML): vertices in the plane and directed edges.
 *
 * The index of a <node> is its order in the file, which its id "n0", "n1", ...
 * must repeat; its first <data> is "x,y". Further data of nodes, and all data of
 * edges (their weight), are not looked at: an edge costs its Euclidean length. An edge
 * from a node to itself is refused; one between two nodes at one place is not. */
#ifndef GRAZE_IO_CCBS_ROADMAP_H
#define GRAZE_IO_CCBS_ROADMAP_H

#include <graze.h>

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct ccbs_roadmap {
    graze_point *vertices; /* [m] */
    size_t vertex_count, vertex_capacity;
    graze_edge *edges;
    size_t edge_count, edge_capacity;
} ccbs_roadmap;

/* Reads a roadmap into *result, which needs ccbs_roadmap_free after IO_OK. */
io_result ccbs_roadmap_read(source *input, diagnostics *sink, ccbs_roadmap *result);

void ccbs_roadmap_free(ccbs_roadmap *roadmap);

#endif
