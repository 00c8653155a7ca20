/* SPDX-License-Identifier: MIT */
/* Growing arrays: one checked way to make room. */
#ifndef GRAZE_IO_ARRAY_H
#define GRAZE_IO_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `needed` elements of `size` bytes in the block that *array
 * points to (null: none yet), at least doubling it. *array is a pointer to any
 * object type: array_grow(&rows, &capacity, count + 1, sizeof *rows). false
 * when memory is out; the array is then as before. */
bool array_grow(void *array, size_t *capacity, size_t needed, size_t size);

/* The same for exactly so many, which are no fewer than there are. */
bool array_reserve(void *array, size_t *capacity, size_t exactly, size_t size);

#endif
