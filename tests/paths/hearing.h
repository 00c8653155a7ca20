/* SPDX-License-Identifier: MIT */
/* What two trajectories tell of their meetings, heard beside the oracle. */
#ifndef GRAZE_TESTS_PATHS_HEARING_H
#define GRAZE_TESTS_PATHS_HEARING_H

#include <stdbool.h>
#include <stddef.h>

#include "oracle/meetings.h"
#include "oracle/oracle.h"

enum { ROWS = 16, HEARD = 256 };

/* Two agents with room for their motions. */
typedef struct scene {
    oracle_plan plan;
    graze_motion motions[2][ROWS + 1];
    graze_body bodies[2][ROWS + 1]; /* of motions, where they have their own */
} scene;

typedef struct row {
    double time, x, y;
} row;

typedef struct heard {
    size_t count;
    graze_meeting meetings[HEARD];
} heard;

/* A listener, which keeps what it hears in a `heard`. */
bool listen(void *context, const graze_meeting *meeting);

/* Whether the rows, at most ROWS, make a trajectory. */
bool set_waypoints(graze_motion *motions, graze_trajectory *trajectory, const row *rows,
                   size_t count, graze_at_end at_end);

/* The meetings of the plan, of each pair of motions and merged at the cuts between them. */
bool hear(const oracle_plan *p, heard *each, heard *merged);

bool same_meeting(const graze_meeting *kernel, const oracle_meeting *oracle);

/* Whether kernel and oracle tell the same meetings, in both views, and the same verdict; prints
 * what differs. */
bool agrees(const oracle_plan *plan);

void print_plan(const oracle_plan *plan);

/* Asserts what the meeting i is. */
void expect_meeting(const heard *h, size_t i, graze_verdict verdict, double lower, double upper,
                    double depth, double time);

#endif
