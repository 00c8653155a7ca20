/* SPDX-License-Identifier: MIT */
/* The edges of a roadmap as released roadmaps write them, half a million in a row:
 *
 *     <edge id="e0" source="n0" target="n1"><data key="key1">1</data></edge>
 *
 * expat takes such a document apart at about 80 MB/s; a scanner that knows nothing but
 * this one shape is ten times as fast. It takes an edge only if expat would: whatever is
 * not exactly of this shape, a fault included, is left to the reader of the whole
 * language (xml_skim). */
#ifndef GRAZE_IO_CCBS_EDGES_H
#define GRAZE_IO_CCBS_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ccbs_plain_edge {
    uint32_t from, to;
    size_t length; /* [bytes] of the whole element */
} ccbs_plain_edge;

/* The element that begins at bytes[0] == '<'; false when it is not of the shape. */
bool ccbs_edge_scan(const char *bytes, size_t length, ccbs_plain_edge *edge);

#endif
