/* SPDX-License-Identifier: MIT */
/* Files of every format that is read, sound ones and spoilt ones, and what is made of them: read by
 * the door of its kind, and written again in every format. Tests that go through all of them ask
 * what must hold of any. */
#ifndef GRAZE_TESTS_IO_READINGS_H
#define GRAZE_TESTS_IO_READINGS_H

#include <stdint.h>
#include <stdio.h>

#include "io/plan.h"

enum { READING_FILES = 3 };

typedef struct reading reading;

/* Reads the files, and writes what was read to `nowhere`; *sum is different where anything in it
 * is. */
typedef io_result reader(const reading *of, const char *const *paths, diagnostics *sink,
                         FILE *nowhere, uint64_t *sum);

/* Which option the second file is. */
typedef enum second { NO_SECOND, BODIES, SCENARIO, MAP } second;

struct reading {
    const char *name; /* of a spoilt one what is told, or its first words; the files are called
                         FILE, SECOND and THIRD */
    reader *read;
    const char *texts[READING_FILES];
    second second;
    plan_options how; /* of plans; `has_radius`, too, where obstacles and scenarios have one */
};

reader reading_plan, reading_pairs, reading_map;
reader reading_scenario, reading_places, reading_obstacles;
reader reading_goals, reading_robots;

#define DISCS {.has_radius = true, .radius = 0.25, .tolerance = 1e-9}
#define DISCS_AND(...) {.has_radius = true, .radius = 0.25, .tolerance = 1e-9, __VA_ARGS__}
#define OF(name_, read_, ...) .name = name_, .read = read_, .texts = {__VA_ARGS__}

/* Files that say the same, in the first and the second text. */
typedef struct twins {
    const char *name;
    reader *read;
    const char *texts[2];
    plan_options how;
} twins;

extern const reading sound_readings[], spoilt_readings[];
extern const twins twin_readings[];
extern const size_t sound_reading_count, spoilt_reading_count, twin_reading_count;

#endif
