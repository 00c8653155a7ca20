/* SPDX-License-Identifier: MIT */
/* Extent masks as the thesis describes them: on each axis the sorted ends of all
 * boxes, and between two ends one bit for each box that reaches there. A question
 * joins the masks of all stretches that it covers, by `or` along an axis, then the
 * axes by `and`; a box with a bit left is a candidate.
 *
 * Source: J. R. Bruce, "Real-Time Motion Planning and Safe Navigation in Dynamic
 * Multi-Robot Environments" (PhD thesis, 2006), chapter 3. */
#ifndef GRAZE_BENCHMARKS_BRUCE_MASKS_H
#define GRAZE_BENCHMARKS_BRUCE_MASKS_H

#include <stdbool.h>
#include <stdint.h>

enum { MASK_BOXES = 512, MASK_WORDS = MASK_BOXES / 64 };

typedef struct flat_box {
    float lower[2], upper[2];
} flat_box;

/* Stretch i of an axis lies between ends i - 1 and i. Boxes reach from begin to end of
 * their range of stretches; what is left of `ends` on both sides belongs to nobody.
 * To join a range of stretches in one step, `begun` holds who begins at or before each
 * stretch and `ended` who ends in it or later. */
typedef struct extent_masks {
    int boxes, words;
    int ends[2];
    float end[2][2 * MASK_BOXES];
    uint64_t begun[2][2 * MASK_BOXES + 1][MASK_WORDS];
    uint64_t ended[2][2 * MASK_BOXES + 1][MASK_WORDS];
} extent_masks;

/* At most MASK_BOXES boxes. */
void masks_build(extent_masks *built, const flat_box *boxes, int count);

/* Writes the joined words: boxes that may meet the box that is asked about. */
void masks_query(const extent_masks *masks, const flat_box *asked, uint64_t *words);

#endif
