/* SPDX-License-Identifier: MIT */
/* The motions of a plan as pages of a database in memory, which SQLite reads as the table `motion`
 * and copies whole rows of:
 *
 *     INSERT INTO main.motion SELECT * FROM graze_pages.motion
 *
 * Where `motion` has no row yet, SQLite neither takes such rows apart nor puts them together: they
 * take a third of the time that they take one value after the other. Else it does, and they arrive
 * as well. So it is still SQLite alone that writes the file. */
#ifndef GRAZE_STORAGE_MOTION_PAGES_H
#define GRAZE_STORAGE_MOTION_PAGES_H

#include <graze.h>

#include "storage/connection.h"

typedef struct motion_pages {
    uint8_t *bytes;             /* of the pages; the first two are SQLite's */
    size_t count, capacity;     /* [pages] */
    size_t left;                /* [rows] that are still to come */
    size_t rows, end;           /* on the last page, and where they end */
    struct motion_row *between; /* rows between two pages, which are to stand above them */
    size_t between_count, between_capacity;
    int64_t plan_id;
} motion_pages;

/* So many rows will come; at least one. */
void motion_pages_begin(motion_pages *pages, int64_t plan_id, size_t rows);

/* The rows of an agent, behind those of the agents before it. False: no memory. */
bool motion_pages_add(motion_pages *pages, size_t agent, const graze_trajectory *path);

/* Puts all rows into `motion` by one statement, which is a transaction of its own. SQLite looks at
 * what it looked at in the one before it: connection_begin_plan. */
io_result motion_pages_copy(motion_pages *pages, database *db);

/* Frees. All zeros are allowed. */
void motion_pages_end(motion_pages *pages);

#endif
