/* SPDX-License-Identifier: MIT */
/* What a stage is worth: the same question with all stages and without one, interleaved in one
 * run, on every family; and the proof that the answers are the same bits.
 *
 * Families are of plane discs. Where a stage is for other bodies the same pairs are asked as
 * squares inside those discs, or as spheres whose paths lie in two planes.
 */
#ifndef GRAZE_BENCHMARKS_STAGES_H
#define GRAZE_BENCHMARKS_STAGES_H

#include "benchmarks/command.h"

/* Which question. */
typedef enum stages_question { STAGES_DECISION, STAGES_INTERVALS, STAGES_STARTS } stages_question;

/* The stages that a program on uniform motion, on accelerated motion, or on unsafe starts can
 * leave out. The first of uniform motion is of prepared decisions alone. */
extern const command_stage stages_uniform[], stages_accelerated[], stages_starts[];

/* Prints one row a family that the command wants: [ns] a pair with and without the stage that
 * it names, and the ratio. Gives up where an answer differs. */
void stages_measure(const command *given, stages_question asked, bool accelerated);

#endif
