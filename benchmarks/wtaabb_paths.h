/* SPDX-License-Identifier: MIT */
/* Pairs of paths in the manner of Germar and Fernandez (2018): straight ones and natural
 * cubic splines that collide near the start, in the middle or near the end of their
 * time, whose volumes meet although they do not, or that never come near each other. And,
 * not of theirs, convoys: one path beside the other all the time, which no leap passes.
 */
#ifndef GRAZE_BENCHMARKS_WTAABB_PATHS_H
#define GRAZE_BENCHMARKS_WTAABB_PATHS_H

#include <graze/boxes.h>

#include "benchmarks/random.h"

enum { WTAABB_STEPS = 1000, WTAABB_CASES = 12 };

typedef enum wtaabb_meeting {
    WTAABB_START,
    WTAABB_MIDDLE,
    WTAABB_END,
    WTAABB_VOLUMES,
    WTAABB_APART,
    WTAABB_CONVOY
} wtaabb_meeting;

typedef struct wtaabb_case {
    const char *name;
    bool spline;
    wtaabb_meeting meeting;
} wtaabb_case;

extern const wtaabb_case wtaabb_cases[WTAABB_CASES];

/* A pair of paths, each with WTAABB_STEPS boxes prepared for every filter. */
typedef struct wtaabb_pair {
    graze_boxes *a, *b;
    bool meets;    /* is there a candidate? */
    int64_t first; /* the first one, found by looking at every step */
} wtaabb_pair;

/* Draws a pair that is what the case says; false without memory. */
bool wtaabb_draw(const wtaabb_case *which, randomness *source, wtaabb_pair *pair);

void wtaabb_free(wtaabb_pair *pair);

#endif
