/* SPDX-License-Identifier: MIT */
/* The contenders of the WT-AABB experiment: ways to find the first candidate step of two
 * sequences of boxes. "built" means that the structure over the boxes is made anew for
 * the question, in room that is there already.
 */
#ifndef GRAZE_BENCHMARKS_WTAABB_METHODS_H
#define GRAZE_BENCHMARKS_WTAABB_METHODS_H

#include "base/cpu.h"
#include "benchmarks/wtaabb_paths.h"

typedef struct wtaabb_method {
    const char *name;
    cpu_instructions level; /* that it needs */
    int64_t (*find)(const wtaabb_pair *pair, cpu_instructions level);
} wtaabb_method;

enum {
    WTAABB_BVH_BUILT,
    WTAABB_BVI_BUILT,
    WTAABB_BVH,
    WTAABB_BVI,
    WTAABB_SI,
    WTAABB_STA_PRINTED,
    WTAABB_STA,
    WTAABB_SI_WIDE = WTAABB_STA + 3,
    WTAABB_PYRAMID_BUILT = WTAABB_SI_WIDE + 3,
    WTAABB_PYRAMID = WTAABB_PYRAMID_BUILT + 3,
    WTAABB_METHODS = WTAABB_PYRAMID + 3
};

/* Those from WTAABB_STA on come in threes: plain, AVX2, AVX-512. */
extern const wtaabb_method wtaabb_methods[WTAABB_METHODS];

/* The first candidate; WTAABB_STEPS for none. */
static inline int64_t wtaabb_find(const wtaabb_method *by, const wtaabb_pair *pair)
{
    return by->find(pair, by->level);
}

#endif
