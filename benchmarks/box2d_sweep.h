/* SPDX-License-Identifier: MIT */
/* Box2D's continuous collision detection behind C names: benchmarks/sweep links it where it
 * is installed. All numbers are narrowed to single precision there. */
#ifndef GRAZE_BENCHMARKS_BOX2D_SWEEP_H
#define GRAZE_BENCHMARKS_BOX2D_SWEEP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A body that moves from one place to another in a second; `vertices` holds x, y by turns. */
void *box2d_sweep_make(const double *vertices, size_t count, double radius, const double *from,
                       const double *to);
void box2d_sweep_free(void *freed);

/* Does it see them touch or overlap, and when first? */
int box2d_sweep_hits(const void *a, const void *b, double *when);

/* The same by its linear cast of b beside a that rests. Bodies that overlap from the start are
 * no hit to it. */
int box2d_sweep_casts(const void *a, const void *b, double *when);

#ifdef __cplusplus
}
#endif
#endif
