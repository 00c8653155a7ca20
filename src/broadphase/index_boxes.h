/* SPDX-License-Identifier: MIT */
/* The boxes of an agent's motions, looked at while they are at hand.
 *
 * Most motions are uniform, in lives that are two doubles. Where the processor has AVX2 those are
 * found valid, boxed and rounded in one go, four numbers at a time, with the bits that
 * motion/box.h and index_box_narrow give; all others go there.
 */
#ifndef GRAZE_BROADPHASE_INDEX_BOXES_H
#define GRAZE_BROADPHASE_INDEX_BOXES_H

#include "base/cpu.h"
#include "broadphase/index_store.h"

/* The box of a valid motion, grown by `margin`; the box is rounded outward again. */
index_box index_box_of(const box_reach *reach, const graze_motion *motion, double margin,
                       index_life *life);

/* Rounds the sides outward to floats. */
index_box index_box_narrow(const box *wide);

/* What was made so far: the boxes of lives that are not empty, and the longest sides of any. */
typedef struct boxes_made {
    uint32_t alive;
    float longest[INDEX_AXES];
} boxes_made;

/* Writes the items of an agent's motions, whose bodies are valid, and adds them to *made. Answers
 * what is wrong with the first motion that is not valid. `level`: instructions that the processor
 * has. */
graze_status boxes_of_agent(const index_agent *agent, uint32_t number, double margin,
                            cpu_instructions level, const index_items *items, boxes_made *made);

/* The box of one valid motion, all NaN for an empty life, and its life. */
index_box boxes_of_motion(const box_reach *reach, const graze_motion *motion, double margin,
                          index_life *life);

#endif
