/* SPDX-License-Identifier: MIT */
/* The WT-AABB experiment as a picture.
 */
#ifndef GRAZE_BENCHMARKS_WTAABB_PLOT_H
#define GRAZE_BENCHMARKS_WTAABB_PLOT_H

#include <stdio.h>

#include "benchmarks/wtaabb_methods.h"

/* Times of the runs of one method in one case [ns per pair]. */
typedef struct wtaabb_range {
    double least, greatest, sum;
    size_t runs;
} wtaabb_range;

/* Draws the methods `shown` in all cases: a line from the least to the greatest run on a
 * logarithmic scale, a dot at the mean. The same numbers make the same bytes. */
void wtaabb_plot(FILE *file, const wtaabb_range ranges[][WTAABB_METHODS], const size_t *shown,
                 size_t count);

#endif
