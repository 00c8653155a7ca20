/* SPDX-License-Identifier: MIT */
/* Writes roadmaps in GraphML, as CCBS reads them: nodes with "x,y", directed edges of weight 1. */
#ifndef GRAZE_BENCHMARKS_GRAPHML_WRITE_H
#define GRAZE_BENCHMARKS_GRAPHML_WRITE_H

#include <stdio.h>

static inline void graphml_begin(FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
          "  <key id=\"key0\" for=\"node\" attr.name=\"coords\" attr.type=\"string\" />\n"
          "  <key id=\"key1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />\n"
          "  <graph id=\"G\" edgedefault=\"directed\">\n",
          out);
}

/* Coordinates [m] with up to so many significant digits. */
static inline void graphml_node(FILE *out, int node, double x, double y, int digits)
{
    fprintf(out, "    <node id=\"n%d\"><data key=\"key0\">%.*g,%.*g</data></node>\n", node, digits,
            x, digits, y);
}

static inline void graphml_edge(FILE *out, int edge, int from, int to)
{
    fprintf(out,
            "    <edge id=\"e%d\" source=\"n%d\" target=\"n%d\">"
            "<data key=\"key1\">1</data></edge>\n",
            edge, from, to);
}

static inline void graphml_end(FILE *out)
{
    fputs("  </graph>\n</graphml>\n", out);
}

#endif
