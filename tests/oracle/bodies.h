/* SPDX-License-Identifier: MIT */
/* The exact twin for bodies with corners, and for discs alike.
 *
 * The common life is cut at every root of every polynomial of the outline. Between two
 * neighbouring cuts no sign changes, so one rational instant decides the gap; at a cut
 * itself the signs are those of polynomials at an algebraic number. The overlap is an
 * open set: the gaps in which it holds, joined where it holds at the cut as well.
 * Slow, and nothing in it is clever.
 *
 * Bodies with corners move in the plane: nothing here looks at z.
 */
#ifndef TESTS_ORACLE_BODIES_H
#define TESTS_ORACLE_BODIES_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include "oracle/oracle.h"
#include "oracle/outline.h"

enum { ORACLE_BODY_INTERVALS = 128 };

typedef struct oracle_body_answer {
    size_t count;
    graze_interval intervals[ORACLE_BODY_INTERVALS];
} oracle_body_answer;

/* When do they overlap? Two intervals may share an end. */
void oracle_body_intervals(const oracle_pair *pair, oracle_body_answer *answer);

/* Do they at all? */
bool oracle_body_conflict(const oracle_pair *pair);

/* The verdict for the pair's tolerance. */
graze_verdict oracle_body_verdict(const oracle_pair *pair);

/* Least distance, greatest depth, and when. */
void oracle_body_clearance(const oracle_pair *pair, graze_clearance *clearance);

/* ---- the parts ------------------------------------------------------------------------------- */

/* Two paths over their common life, and the hull of vertex differences. */
typedef struct oracle_body_scene {
    oracle_path a, b;
    oracle_stretch common;
    mpq_t place[2][3]; /* of a less b, by axis and power of time */
    oracle_hull hull;
} oracle_body_scene;

void oracle_body_scene_init(oracle_body_scene *scene, const oracle_pair *pair);
void oracle_body_scene_clear(oracle_body_scene *scene);

/* Moves a in time; `common` and `place` follow. */
void oracle_body_scene_delay(oracle_body_scene *scene, const mpq_t delay);

/* Does the signed distance come below the reach in the common life? */
bool oracle_body_scene_overlaps(const oracle_body_scene *scene, const mpq_t reach);

/* The sign of the greatest value of (reach - signed distance) over the closed common
 * life, which is not empty. */
int oracle_body_scene_compare(const oracle_body_scene *scene, const mpq_t reach);

#endif
