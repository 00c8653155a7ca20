/* SPDX-License-Identifier: MIT */
/* The doors to the exact answers about bodies with corners, on the stack. */
#include <assert.h>

#include "conflict/cornered_answers.h"

bool cornered_is_answered(const pair *question) { return !exact_is_curved(question); }

contact cornered_contact_of(dyadic_arena *arena, const pair *question,
                            const exact_relative *relative)
{
    return cornered_straight_contact(arena, question, relative);
}

contact cornered_exact_contact(const pair *question)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    contact answer = CONTACT_NO_LIFE;
    if (exact_relative_of(&arena, question, &relative) == 1)
        answer = cornered_contact_of(&arena, question, &relative);
    return arena.exhausted ? CONTACT_FAILED : answer;
}

graze_status cornered_exact_parts(const pair *question, contact known, bool measured,
                                  pair_part *parts, int *count)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    pair_part answer;
    int life = exact_relative_of(&arena, question, &relative);
    assert(life == 1 || arena.exhausted);
    (void)life;
    cornered_straight_stretch(&arena, question, &relative, known, &answer.contact);
    if (measured)
        cornered_straight_clearance(&arena, question, &relative, &answer.clearance);
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *parts = answer;
    *count = 1;
    return GRAZE_OK;
}

graze_status cornered_exact_clearance(const pair *question, graze_clearance *result)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    graze_clearance answer = {.common_life = false};
    if (exact_relative_of(&arena, question, &relative) == 1)
        cornered_straight_clearance(&arena, question, &relative, &answer);
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *result = answer;
    return GRAZE_OK;
}
