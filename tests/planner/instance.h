/* SPDX-License-Identifier: MIT */
/* Small planning problems for tests. */
#ifndef GRAZE_TESTS_PLANNER_INSTANCE_H
#define GRAZE_TESTS_PLANNER_INSTANCE_H

#include <graze/planner.h>
#include <stdbool.h>

enum { INSTANCE_VERTICES = 128, INSTANCE_EDGES = 512, INSTANCE_AGENTS = 16 };

typedef struct instance {
    graze_point places[INSTANCE_VERTICES];
    size_t first[INSTANCE_VERTICES + 1];
    uint32_t targets[INSTANCE_EDGES];
    graze_roadmap roadmap;
    graze_task tasks[INSTANCE_AGENTS];
    graze_problem problem;
} instance;

typedef struct instance_edge {
    uint32_t from, to;
} instance_edge;

/* Makes a roadmap of places and directed edges; tasks are added with instance_task. */
void instance_make(instance *made, uint32_t vertices, const graze_point *places, size_t edges,
                   const instance_edge *list);

/* Both ways. */
void instance_make_both(instance *made, uint32_t vertices, const graze_point *places, size_t edges,
                        const instance_edge *list);

void instance_task(instance *made, uint32_t start, uint32_t goal, double radius);

/* A roadmap and a task file of the shared data (GraphML, XML); false marks the test as
 * skipped. */
bool instance_read(instance *made, const char *map, const char *task, double radius);

/* The corridor with an alcove of a length (the shared data's README). */
void instance_alcove(instance *made, double length);

/* 3 to 6 vertices on a small grid, edges between neighbours and some chords, both ways or
 * not, 2 or 3 agents. */
void instance_make_random(instance *made, uint64_t *seed);

/* Numbers that look random, the same on every machine: xorshift64*. */
static inline uint64_t instance_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1du >> 16;
}

#endif
