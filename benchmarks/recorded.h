/* SPDX-License-Identifier: MIT */
/* Pairs in files, as `graze pairs` reads them, with the columns in this order:
 *
 *     id, then for a_ and b_ each  x,y,to_x,to_y,start,end,radius           places and times
 *     id, then for a_ and b_ each  x,y,vx,vy,start,duration,radius,vertices  swept bodies
 *
 * Numbers are C99 hex floats; vertices = `x y x y ...`, empty for a disc. The first line names the
 * columns and tells the form, all rows have it. `record` writes the first form, `contender` both.
 * The parts for families.h open the file that GRAZE_RECORDED names: what a real run asked about.
 */
#ifndef GRAZE_BENCHMARKS_RECORDED_H
#define GRAZE_BENCHMARKS_RECORDED_H

#include <stdio.h>

#include "benchmarks/families.h"

/* A file's pairs and the corners of their bodies, which `vertices` point into. */
typedef struct recorded {
    specimen *pairs;
    size_t count;
    graze_point *corners; /* null: all are discs */
    size_t corner_count;
} recorded;

/* False: the file is not of this form, or there is no memory. */
bool recorded_read(const char *file, recorded *made);
void recorded_free(recorded *emptied);

/* The first line of a file that begins with this pair, and the line of one. All motions of a
 * file have one form. False: it accelerates, or its motions are of two forms. */
void recorded_write_head(FILE *to, const specimen *first);
bool recorded_write(FILE *to, size_t id, const specimen *pair);

/* Reads the file whole; null: none is named, or it is not of this form. */
void *open_recorded(const void *setting);
void close_recorded(void *context);

/* The next pair; behind the last one the first. */
bool make_recorded(randomness *source, const void *context, specimen *made);

#endif
