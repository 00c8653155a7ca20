/* SPDX-License-Identifier: MIT */
/* Agents for tests about trajectories: drawn by hand, or random on a small grid. */
#ifndef TESTS_KERNEL_AGENT_H
#define TESTS_KERNEL_AGENT_H

#include <graze/body.h>
#include <graze/trajectory.h>
#include <stdbool.h>
#include <stddef.h>

#include "oracle/random.h"

enum { AGENT_ROWS = 6 };

/* Keep it where it is: the trajectory points to the motions. */
typedef struct agent {
    graze_body body;
    graze_motion motions[AGENT_ROWS + 2]; /* parked at its end, standing at its start */
    graze_body bodies[AGENT_ROWS + 2];    /* where the trajectory names bodies */
    graze_trajectory trajectory;
} agent;

/* The body of one of its motions. */
static inline const graze_body *agent_body(const agent *of, size_t motion)
{
    return of->trajectory.bodies == NULL ? &of->body : &of->bodies[motion];
}

typedef struct agent_row {
    double time, x, y;
} agent_row;

/* A plan of waypoints; the radius is 0.5. */
void agent_draw(agent *result, const agent_row *rows, size_t count, graze_at_end at_end);

#define AGENT(result, at_end, ...)                                                                 \
    agent_draw(result, (const agent_row[]){__VA_ARGS__},                                           \
               sizeof((const agent_row[]){__VA_ARGS__}) / sizeof(agent_row), at_end)

/* What to draw from. */
typedef enum agent_kind {
    AGENT_ON_GRID,     /* whole places and times, some a little late: full of ties */
    AGENT_AT_DECIMALS, /* times in tenths, far from 0 */
    AGENT_ACCELERATED, /* starts, brakes and turns */
    AGENT_ON_RAMPS,    /* whole places and times, from rest, to rest and between */
    AGENT_KINDS
} agent_kind;

/* One in three changes its body from motion to motion. */
void agent_random(agent *result, agent_kind kind, oracle_random *random);

/* The same agent moved in time without rounding; false where that takes more than
 * two doubles. Both may be the same object. */
bool agent_delay(const agent *original, double delay, agent *delayed);

/* Does any motion of the one conflict with any motion of the other? All pairs are
 * asked. */
bool agents_conflict(const agent *a, const agent *b, double tolerance);

void agent_print(const char *name, const agent *printed);

#endif
