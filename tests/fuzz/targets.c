/* SPDX-License-Identifier: MIT */
/* All targets, and the door that libFuzzer calls. */
#include "fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const fuzz_target fuzz_targets[] = {
    {"pair", fuzz_pair},
    {"starts", fuzz_starts},
    {"motions", fuzz_motions},
    {"bodies", fuzz_bodies},
    {"intervals", fuzz_intervals},
    {"paths", fuzz_paths},
    {"plan", fuzz_plan},
    {"boxes", fuzz_boxes},
    {"world", fuzz_world},
    {"planner", fuzz_planner},
    {"pairwise", fuzz_pairwise},
    {"split", fuzz_split},
    {"numbers", fuzz_numbers},
    {"read-plan", fuzz_read_plan},
    {"read-pairs", fuzz_read_pairs},
    {"read-map", fuzz_read_map},
    {"read-scenario", fuzz_read_scenario},
    {"check", fuzz_check},
    {"convert", fuzz_convert},
    {"solve", fuzz_solve},
    {"database", fuzz_database},
    {"sql", fuzz_sql},
    {NULL, NULL},
};

#ifdef GRAZE_LIBFUZZER
static const fuzz_target *chosen;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The environment and not an argument: libFuzzer starts itself again for some of its jobs. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("GRAZE_FUZZ_TARGET");
    (void)argc;
    (void)argv;
    for (chosen = fuzz_targets; chosen->name != NULL; chosen++)
        if (name != NULL && strcmp(chosen->name, name) == 0)
            return 0;
    fputs("fuzz: GRAZE_FUZZ_TARGET must be one of\n", stderr);
    for (chosen = fuzz_targets; chosen->name != NULL; chosen++)
        fprintf(stderr, "  %s\n", chosen->name);
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {.at = data, .left = size};
    chosen->run(&in);
    return 0;
}
#endif
