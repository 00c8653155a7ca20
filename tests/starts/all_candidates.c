/* SPDX-License-Identifier: MIT */
#include "starts/all_candidates.h"

#include <CUnit/CUnit.h>

#include "numeric/scratch.h"
#include "starts/body_starts.h"

static graze_status ask(dyadic_arena *arena, void *asked)
{
    all_candidates *all = asked;
    graze_interval *found;
    const graze_status status =
        body_starts(arena, all->question, PENCIL_SHIFTS, &found, &all->count);
    for (size_t i = 0; status == GRAZE_OK && i < all->count && i < ALL_CANDIDATES_KEPT; i++)
        all->found[i] = found[i];
    return status;
}

all_candidates all_candidates_of(const pair *question, const graze_workspace *workspace)
{
    all_candidates all = {.question = question};
    CU_ASSERT_EQUAL(scratch_run(workspace, ask, &all), GRAZE_OK);
    return all;
}
