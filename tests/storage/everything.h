/* SPDX-License-Identifier: MIT */
/* A run with rows in every table, for those who break them, or the writing of them. */
#ifndef GRAZE_TESTS_STORAGE_EVERYTHING_H
#define GRAZE_TESTS_STORAGE_EVERYTHING_H

#include "storage/database.h"

/* The five agents of the fixture; the first motion of the first has a body of its own. */
const plan *everything_plan(void);

/* Begins a run of it against a map (3 x 2 cells with two blocked ones, or 3 vertices with 3 edges)
 * and obstacles, adds rows of every kind, and ends it in this state. One agent is done. */
io_result everything_write(const char *path, diagnostics *sink, bool on_grid, const char *state);

/* Adds that map, of cells, and those obstacles, each whatever the other does; the answer of
 * both, or IO_BAD_INPUT where they differ. */
io_result everything_surround(database *db, int64_t run_id, int64_t plan_id);

/* The options that its check was begun with. */
extern const char everything_options[];

/* Goes on where all went well so far, in a function with an io_result `result`. */
#define EVERYTHING_STEP(call)                                                                      \
    do {                                                                                           \
        if (result == IO_OK)                                                                       \
            result = call;                                                                         \
    } while (0)

#endif
