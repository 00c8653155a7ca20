/* SPDX-License-Identifier: MIT */
/* The targets; README.md says what each asks. */
#ifndef GRAZE_FUZZ_TARGETS_H
#define GRAZE_FUZZ_TARGETS_H

#include "fuzz/fuzz.h"

/* The library. */
void fuzz_pair(fuzz_input *in);
void fuzz_starts(fuzz_input *in);
void fuzz_motions(fuzz_input *in);
void fuzz_bodies(fuzz_input *in);
void fuzz_intervals(fuzz_input *in);
void fuzz_paths(fuzz_input *in);
void fuzz_plan(fuzz_input *in);
void fuzz_boxes(fuzz_input *in);
void fuzz_world(fuzz_input *in);
void fuzz_planner(fuzz_input *in);
void fuzz_pairwise(fuzz_input *in);
void fuzz_split(fuzz_input *in);

/* The readers. */
void fuzz_numbers(fuzz_input *in);
void fuzz_read_plan(fuzz_input *in);
void fuzz_read_pairs(fuzz_input *in);
void fuzz_read_map(fuzz_input *in);
void fuzz_read_scenario(fuzz_input *in);

/* The driver. */
void fuzz_check(fuzz_input *in);
void fuzz_convert(fuzz_input *in);
void fuzz_solve(fuzz_input *in);
void fuzz_database(fuzz_input *in);
void fuzz_sql(fuzz_input *in);

#endif
