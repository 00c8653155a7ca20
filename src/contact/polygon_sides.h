/* SPDX-License-Identifier: MIT */
/* A path against the edges of C side by side (geometry/sides.h), for bodies with few corners.
 *
 * Each edge has a line, R outside of it; the path, led on beyond both its ends, crosses the lines
 * of all edges. The last one that it gets inside of and the first one that it gets outside of are
 * its gates: there it enters and leaves the polygon that the lines bound, which is C grown or
 * shrunk by R but for its round corners.
 */
#ifndef GRAZE_CONTACT_POLYGON_SIDES_H
#define GRAZE_CONTACT_POLYGON_SIDES_H

#include "base/cpu.h"
#include "contact/polygon_crossings.h"
#include "geometry/sides.h"
#include "numeric/duo_word.h"

/* [of the common life] What a gate may be off by, and how far from the begin it is at most. */
static const double GATE_WRONG = 0x1p-20, GATE_FARTHEST = 31;

/* A body and how it moves straight on. */
typedef struct straight_body {
    const graze_body *body;
    duo place;         /* [m] at the start */
    duo_word v;        /* [m/s] off by 32 u^2, if it is not exact */
    double start, end; /* [s] the end is rounded up */
    bool exact;        /* v is one double */
    bool ranged;       /* its life, where that was divided by, is between 2^-90 and 2^90 */
} straight_body;

typedef struct straight_pair {
    straight_body a, b;
    double tolerance;
} straight_pair;

/* Of a valid motion to which filter_uniform_applies. */
straight_body polygon_straight_body(const graze_body *body, const graze_motion *motion);

/* Of what is prepared with a velocity of its own (passing.h), and a magnitude. */
static inline straight_body polygon_straight_of_prepared(const graze_body *body,
                                                         const graze_prepared *of)
{
    return (straight_body){.body = body,
                           .place = duo_load(&of->x),
                           .v = {duo_load(&of->vx), duo_all(0)},
                           .start = of->start,
                           .end = of->end,
                           .exact = true,
                           .ranged = true};
}

/* Where the path crosses the line of an edge. */
typedef struct path_gate {
    double at;    /* [of the common life] */
    int side;     /* the edge */
    int across;   /* the corner of the other body that is farthest across it, */
    bool certain; /* if doubles tell */
} path_gate;

typedef struct polygon_sides {
    pair_sides bodies;
    path_gate gates[2];  /* in, out */
    path_gate others[2]; /* where there is a joint: a line that is crossed so near to the gate's
                          * that either may be the later one (in), or the earlier one */
    unsigned joints;     /* bits: which gates are joints */
    double wrong;        /* [m] at least what a place is off by, and 2^-47 far */
    double far;          /* [m] at least each sum of a path's, a reach's and a corner's numbers */
} polygon_sides;

typedef enum sides_seen {
    SIDES_UNSEEN, /* too many corners, or too few, or numbers beyond the bounds */
    SIDES_APART,  /* the path is outside of some line all the time */
    SIDES_SEEN
} sides_seen;

/* Whether C has corners in more than one direction: a polygon, and another one or a point; of few
 * corners. */
static inline bool polygon_has_sides(const graze_body *body_a, const graze_body *body_b)
{
    const size_t a = body_size(body_a), b = body_size(body_b);
    return a != 2 && b != 2 && a + b > 3 && a <= SIDES_OF_BODY && b <= SIDES_OF_BODY;
}

/* Of two valid bodies and their path. */
sides_seen polygon_sides_of(cpu_instructions level, const polygon_path *p, const graze_body *body_a,
                            const graze_body *body_b, polygon_sides *s);

/* [m] For each m of an edge: what tells at a place that is at most GATE_WRONG beside a gate has to
 * be greater. */
static inline double polygon_gate_room(const polygon_path *p, double wrong)
{
    return (1 + 2 * GATE_FARTHEST) * wrong + GATE_WRONG * p->places;
}

#endif
