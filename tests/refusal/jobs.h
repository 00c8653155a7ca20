/* SPDX-License-Identifier: MIT */
/* What is asked of a scene. */
#ifndef GRAZE_TESTS_REFUSAL_JOBS_H
#define GRAZE_TESTS_REFUSAL_JOBS_H

#include "refusal/scene.h"

typedef struct job {
    const char *name;
    /* Asks until there is an error; returns it. Memory is from refusal_allocator. */
    graze_status (*ask)(const scene *of);
} job;

extern const job jobs_few[], jobs_many[];
extern const size_t job_count_few, job_count_many;

/* What takes so little work that each piece of it can be refused. The scene is not looked at. */
extern const job jobs_small[];
extern const size_t job_count_small;

/* The same of robots, of fleets with goal after goal, and of vertices with many moves. */
extern const job jobs_fleets[];
extern const size_t job_count_fleets;

/* A plan among others that accelerate, and a check and a search by four threads. */
extern const job job_among, job_of_threads;

#endif
