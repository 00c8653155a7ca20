/* SPDX-License-Identifier: MIT */
/* Families of pairs to measure on.
 *
 * Each family is a way of making any number of fresh pairs, the same ones at
 * every run. Natural families imitate what a planner asks: moves of two walkers
 * whose (rounded, closed) lives meet. The others are there to hurt: far from the
 * origin, near tangency, exactly tangent. Some accelerate; only some programs ask
 * about those.
 */
#ifndef GRAZE_BENCHMARKS_FAMILIES_H
#define GRAZE_BENCHMARKS_FAMILIES_H

#include <graze/body.h>
#include <graze/motion.h>
#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/random.h"

/* One question: two discs in the plane and their motions. */
typedef struct specimen {
    graze_body body_a, body_b;
    graze_motion a, b;
} specimen;

/* Makes one pair from what its family opened, or from its setting. False when the
 * library refuses a motion, which is a mistake of the maker. */
typedef bool (*specimen_maker)(randomness *source, const void *context, specimen *made);

typedef struct family {
    const char *name;
    const char *about;
    bool accelerated;
    specimen_maker make;
    const void *setting;
    void *(*open)(const void *setting); /* null: nothing to open; answers null: not at hand */
    void (*close)(void *context);
} family;

/* All families, closed by an entry without a name. */
extern const family families[];

/* Null when there is none of that name. */
const family *family_named(const char *name);

typedef enum family_supply {
    FAMILY_FILLED,
    FAMILY_ABSENT, /* its data is not on this machine, or there is no memory */
    FAMILY_BROKEN  /* a pair could not be made */
} family_supply;

/* Fills specimens[0 .. count - 1]. */
family_supply family_fill(const family *chosen, size_t count, specimen *specimens);

/* The same with those pairs alone that are wanted, at most `count` of the first
 * `attempts`; *filled tells how many there were. */
family_supply family_fill_wanted(const family *chosen, bool (*wanted)(const specimen *each),
                                 size_t attempts, size_t count, specimen *specimens,
                                 size_t *filled);

#endif
