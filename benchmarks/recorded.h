/* SPDX-License-Identifier: MIT */
/* Pairs that a real run asked about, from the file that GRAZE_RECORDED names: as `record` writes
 * it, or any of that form. Parts for families.h. */
#ifndef GRAZE_BENCHMARKS_RECORDED_H
#define GRAZE_BENCHMARKS_RECORDED_H

#include "benchmarks/families.h"

/* Reads the file whole; null: none is named, or it is not of this form. */
void *open_recorded(const void *setting);
void close_recorded(void *context);

/* The next pair; behind the last one the first. */
bool make_recorded(randomness *source, const void *context, specimen *made);

/* Reads a file of this form. Null: it is not, or there is no memory. */
specimen *recorded_read(const char *file, size_t *count);

#endif
