/* SPDX-License-Identifier: MIT */
/* Where an agent must not go for the sake of one that rests: the vertices at which it
 * would overlap the resting body, and the edges along which it would, asked of the
 * clash book once for each place.
 */
#ifndef GRAZE_PLANNER_NEAR_H
#define GRAZE_PLANNER_NEAR_H

#include "planner/clash.h"

/* Until when, since its start, a move along `edge` overlaps the resting body, rounded up. */
typedef struct near_edge {
    uint32_t edge;
    tick upper;
} near_edge;

typedef struct near_place {
    uint32_t kind_resting, place, kind_moving;
    size_t first_edge, edge_count;     /* of the book's edges */
    size_t first_vertex, vertex_count; /* of the book's vertices */
} near_place;

typedef struct near_book {
    clash_book *clashes;
    near_place *places;
    size_t count, capacity;
    near_edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *vertices;
    size_t vertex_count, vertex_capacity;
} near_book;

void near_open(near_book *book, clash_book *clashes);
void near_close(near_book *book);

/* What is near a body of a kind that rests at a place; *found holds until the next
 * question. GRAZE_ERROR_MEMORY, or what the kernel answers. */
graze_status near_find(near_book *book, uint32_t kind_resting, uint32_t place,
                       uint32_t kind_moving, const near_place **found);

#endif
