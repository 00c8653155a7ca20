/* SPDX-License-Identifier: MIT */
/* The categories of checks that Walker and Sturtevant tell apart, but the algebraic one
 * (textbook.h): static, by sampling, geometric. Written from their description, in doubles.
 *
 * Source: T. Walker and N. Sturtevant, "Tech Report: Efficient and Exact Collision Detection
 * for Circular Agents", 2019 (arXiv:1908.09707), and for velocity obstacles P. Fiorini and
 * Z. Shiller, "Motion Planning in Dynamic Environments Using Velocity Obstacles", 1998.
 */
#ifndef GRAZE_BENCHMARKS_CATEGORIES_H
#define GRAZE_BENCHMARKS_CATEGORIES_H

#include <stdbool.h>

#include "benchmarks/families.h"

/* Static: each disc reserves the box of its whole move, in space and time. */
bool reserved_boxes_conflict(const specimen *question);

/* Sampling: are the discs nearer than their radii at one of so many equal instants of the life
 * that they share? Of an endless one, of its first 64 s. */
bool samples_conflict(const specimen *question, int instants);

/* Geometric: does the relative velocity point into the cone from a to the disc of both radii
 * round b (the velocity obstacle), and does it reach that disc before a move ends? Uniform
 * motion alone. */
bool velocity_obstacle_conflict(const specimen *question);

#endif
