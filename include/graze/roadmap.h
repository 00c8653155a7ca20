/* SPDX-License-Identifier: MIT */
/* Roadmaps: places where agents may wait, and straight moves between them.
 *
 * A grid with a neighbourhood is a roadmap too, without its blocked moves
 * (graze/world.h builds both). A roadmap is plain arrays in compressed rows: the
 * moves out of vertex v go to targets[first[v]] .. targets[first[v + 1] - 1], in ascending order.
 */
#ifndef GRAZE_ROADMAP_H
#define GRAZE_ROADMAP_H

#include <stddef.h>
#include <stdint.h>

#include <graze/body.h>
#include <graze/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graze_roadmap {
    uint32_t vertex_count;     /* [count] */
    const graze_point *places; /* [m] vertex_count of them */
    const size_t *first;       /* [index] vertex_count + 1 of them; first[0] = 0 */
    const uint32_t *targets;   /* [vertex] first[vertex_count] of them */
} graze_roadmap;

#ifdef __cplusplus
}
#endif
#endif
