/* SPDX-License-Identifier: MIT */
/* Crowds of moving bodies that are made to hurt an index, and the answers by brute
 * force: every pair of boxes, in doubles and in floats rounded by steps. */
#ifndef GRAZE_TESTS_BROADPHASE_INDEX_CASES_H
#define GRAZE_TESTS_BROADPHASE_INDEX_CASES_H

#include <graze/index.h>
#include <graze/intervals.h>
#include <stdint.h>

/* splitmix64 */
typedef struct dice {
    uint64_t state;
} dice;

uint64_t dice_bits(dice *thrown);
int dice_below(dice *thrown, int count);
double dice_between(dice *thrown, double low, double high);

bool same_intervals(const graze_interval *a, size_t count_a, const graze_interval *b,
                    size_t count_b);

/* How a crowd is made. */
typedef struct crowd_kind {
    const char *name;
    void (*motion)(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion);
} crowd_kind;

enum { CROWD_KINDS = 13 };
extern const crowd_kind crowd_kinds[CROWD_KINDS];

enum { CROWD_MOTIONS = 6 };

/* Agents with up to CROWD_MOTIONS motions each; some with none. */
typedef struct crowd {
    int agents;
    graze_body *bodies;
    graze_trajectory *trajectories;
    graze_motion *motions;
    graze_body *own_bodies; /* of each motion, which every third agent's trajectory names */
} crowd;

/* The body of a motion. */
const graze_body *crowd_body(const crowd *of, int agent, size_t motion);

crowd crowd_make(const crowd_kind *kind, int agents, uint64_t seed);

/* Another trajectory for an agent, in the memory of the old one. */
void crowd_change(crowd *changed, const crowd_kind *kind, int agent, dice *thrown);

void crowd_free(crowd *emptied);

/* The box of a motion as the index is said to keep it. */
typedef struct plain_box {
    float lower[3], upper[3];
    double exact_lower[3], exact_upper[3]; /* [m] before they were narrowed */
    double begin, end;
    bool empty;
} plain_box;

/* The greatest float that is not above a side, by trying. */
float plain_float_below(double side);

plain_box plain_box_of(const graze_body *body, const graze_motion *motion, double margin);

/* The same for a region. */
plain_box plain_box_of_region(const graze_index_region *region);

/* Closed in space; open in time, or closed when asked. */
bool plain_boxes_meet(const plain_box *a, const plain_box *b, bool closed);

/* The same for the boxes in doubles. */
bool exact_boxes_meet(const plain_box *a, const plain_box *b);

#endif
