/* SPDX-License-Identifier: MIT */
/* Every stage of the kernel answers like the last one, or says that it cannot: a stage is
 * asked directly, past the public door, on every family of generated pairs. A filter that
 * never answered would pass too, so it must answer most of the ordinary pairs.
 */
#ifndef TESTS_KERNEL_STAGES_H
#define TESTS_KERNEL_STAGES_H

#include "contact/question.h"
#include "oracle/generate.h"

enum { STAGES_SEED = 8191 };

/* How a stage did on one pair. */
typedef enum outcome { SILENT, RIGHT, WRONG } outcome;

typedef outcome (*stage_test)(const pair *question);

/* Makes another pair of a generated one. */
typedef void (*stage_change)(oracle_pair *generated, size_t index);

/* Moves some numbers of a pair by an ulp or two: ties become near ties, on either side. */
void stages_jitter(oracle_pair *generated, size_t index);

/* Scales a pair by powers of two to the ends of the range that double words take, one in three
 * far beyond, and puts dust on it. */
void stages_stretch(oracle_pair *generated, size_t index);

/* Asks a stage about every family, changed or not (null); `share` [%] of the ordinary pairs that
 * it is meant for must be answered. */
void stages_compare(stage_test test, size_t rounds, bool (*meant)(const pair *), unsigned share,
                    stage_change change);

/* Whether two overlaps, or all parts of two answers, are the same. */
bool stages_same_stretch(const meeting_interval *x, const meeting_interval *y);
bool stages_same_parts(const contact_part *x, size_t count_x, const contact_part *y,
                       size_t count_y);

/* What a stage may be meant for: all pairs, plain ones in the plane, uniform ones. */
bool stages_any(const pair *question);
bool stages_plain(const pair *question);
bool stages_uniform(const pair *question);

#endif
