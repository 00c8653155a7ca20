/* SPDX-License-Identifier: MIT */
/* Roadmaps: places, straight edges between them, and pairs of moves along edges.
 * Parts for families.h. */
#ifndef GRAZE_BENCHMARKS_ROADMAP_H
#define GRAZE_BENCHMARKS_ROADMAP_H

#include "benchmarks/families.h"

/* What a roadmap family's entry holds. */
typedef struct roadmap_setting {
    graze_form form;
    const char *file; /* GraphML below the shared data folder; null: draw a roadmap */
} roadmap_setting;

/* Reads or draws the map and lists the pairs of its edges whose boxes, grown by
 * the reach, meet: what a broad phase would pass on. */
void *open_roadmap(const void *setting);
void close_roadmap(void *context);

/* Two moves at unit speed along such edges, with lives that overlap. One pair in
 * eight begins at the same instant, one in eight has lives that only meet. */
bool make_on_roadmap(randomness *source, const void *context, specimen *made);

#endif
