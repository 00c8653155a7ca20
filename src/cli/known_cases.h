/* SPDX-License-Identifier: MIT */
/* Cases whose answers are known exactly, small enough to be checked by hand:
 * what `graze selftest` asks the kernel, and tests may too.
 */
#ifndef GRAZE_CLI_KNOWN_CASES_H
#define GRAZE_CLI_KNOWN_CASES_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>

/* A motion as its builder takes it: graze_motion_kinematic(from, velocity,
 * acceleration, start, duration), graze_motion_waypoint(from, to, start, end) or
 * graze_motion_ramp(from, to, start, end, share). */
typedef struct known_motion {
    graze_form form;
    graze_vector from;
    graze_vector velocity_or_to;
    double start, duration_or_end;
    double radius;
    graze_vector acceleration;
    double share;
} known_motion;

typedef struct known_case {
    const char *name;
    known_motion a, b;
    double tolerance;
    graze_verdict verdict;   /* with the tolerance */
    graze_interval conflict; /* with the tolerance; [0, 0]: none */
    graze_clearance nearest;
} known_case;

extern const known_case known_cases[];
extern const size_t known_case_count;

graze_status known_motion_build(const known_motion *known, graze_motion *motion);

/* Questions whose answer is a list of intervals. */
typedef enum known_question {
    KNOWN_CONFLICTS,
    KNOWN_UNSAFE_STARTS, /* of a */
    KNOWN_UNSAFE_SPEEDS
} known_question;

enum { KNOWN_INTERVALS_MAX = 2 };

typedef struct known_list {
    const char *name;
    known_question asked;
    known_motion a, b;
    double tolerance;
    size_t count;
    graze_interval intervals[KNOWN_INTERVALS_MAX];
} known_list;

extern const known_list known_lists[];
extern const size_t known_list_count;

/* A trajectory by its waypoints along the x axis, for merging in time. */
enum { KNOWN_ROWS_MAX = 4, KNOWN_MEETINGS_MAX = 3 };

typedef struct known_path {
    size_t rows;
    double times[KNOWN_ROWS_MAX], x[KNOWN_ROWS_MAX];
    graze_at_end at_end;
    double radius;
} known_path;

typedef struct known_meeting {
    graze_verdict verdict;
    graze_interval when;
    double depth, time;
} known_meeting;

typedef struct known_encounter {
    const char *name;
    known_path a, b;
    double tolerance;
    size_t count;
    known_meeting merged[KNOWN_MEETINGS_MAX];
} known_encounter;

extern const known_encounter known_encounters[];
extern const size_t known_encounter_count;

#endif
