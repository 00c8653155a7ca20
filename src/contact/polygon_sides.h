/* SPDX-License-Identifier: MIT */
/* A path against the edges of C side by side (geometry/sides.h): what each of them tells, and where
 * the path crosses them. What is told holds whichever of two corners is taken that are as far
 * within the bound; of an edge that rounds an end exact signs tell which it is
 * (polygon_side_corners).
 */
#ifndef GRAZE_CONTACT_POLYGON_SIDES_H
#define GRAZE_CONTACT_POLYGON_SIDES_H

#include "base/cpu.h"
#include "contact/polygon_crossings.h"
#include "geometry/sides.h"

/* The edge with the greatest `in` or `out` of all, and how great another one may be. */
typedef struct chosen_side {
    int side;
    double rival; /* +infinity: as great */
} chosen_side;

/* Side by side; bits stand for edges. */
typedef struct polygon_sides {
    _Alignas(64) double ex[SIDES];
    double ey[SIDES], norm[SIDES], bound[SIDES], across[2][SIDES]; /* as in crossed_edge */
    double px[SIDES], py[SIDES];  /* the corner where it begins; not with R = 0 */
    double who[SIDES];            /* the corner of the other body that it is at, a whole number */
    double in[SIDES], out[SIDES]; /* as in path_crossing: `at`, -infinity where it does not */
    double wrong[SIDES];
    chosen_side first, last;       /* of `in`, of `out` */
    unsigned edges;                /* those that there are */
    unsigned certain;              /* those of which doubles tell which corner is farthest */
    unsigned past[2], before[2];   /* D0, D1 surely beyond the edge's line and R, or not */
    unsigned inside[2];            /* as in path_crossings, edge by edge; and so are these, where */
    unsigned beside[2];            /* the path crosses no edge inwards, or outwards */
    unsigned discs;                /* the path seems to get into the disc round its corner */
} polygon_sides;

typedef enum sides_seen {
    SIDES_UNSEEN, /* too many corners, or too few, or numbers beyond the bounds */
    SIDES_APART,  /* the path is on one side of C as seen along it */
    SIDES_SEEN
} sides_seen;

/* Of a valid question and its path; asks whether they are apart along the path if `along`. */
sides_seen polygon_sides_of(cpu_instructions level, const polygon_path *p, bool along,
                            polygon_sides *s);

/* The edge as the other parts of the filter have it, but for its size. */
void polygon_side_edge(const polygon_sides *s, int side, crossed_edge *e);

/* The vertices that an edge of C is made of; *before, if it is not null, becomes the edge that
 * leads to its begin. False: the corner of the other body is not certain. */
bool polygon_side_corners(const pair *question, const polygon_sides *s, int side,
                          edge_corners *corners, int *before);

/* Are two edges, which the path both enters by or both leaves by, on one line of C, exactly? */
bool polygon_sides_are_parallel(const pair *question, int side, int other);

/* Makes such two one edge. */
void polygon_side_join(const pair *question, const polygon_sides *s, int other, crossed_edge *e);

#endif
