/* SPDX-License-Identifier: MIT */
/* The doors to the exact answers about bodies with corners, on the stack. */
#include <assert.h>

#include "conflict/cornered_answers.h"

/* A timeline is 10 000 limbs, and a depth is searched along a second one. */
enum { CORNERED_LIMBS = 3 * EXACT_LIMBS };

contact cornered_contact_of(dyadic_arena *arena, const pair *question,
                            const exact_relative *relative)
{
    return relative->curved ? cornered_curved_contact(arena, question, relative)
                            : cornered_straight_contact(arena, question, relative);
}

contact cornered_exact_contact(const pair *question)
{
    mp_limb_t limbs[CORNERED_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, CORNERED_LIMBS);
    exact_relative relative;
    contact answer = CONTACT_NO_LIFE;
    if (exact_relative_of(&arena, question, &relative) == 1)
        answer = cornered_contact_of(&arena, question, &relative);
    return arena.exhausted ? CONTACT_FAILED : answer;
}

graze_status cornered_exact_parts(const pair *question, contact known, bool measured,
                                  size_t first, size_t capacity, pair_part *parts, size_t *total)
{
    mp_limb_t limbs[CORNERED_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, CORNERED_LIMBS);
    exact_relative relative;
    int life = exact_relative_of(&arena, question, &relative);
    assert(life == 1 || arena.exhausted);
    (void)life;
    *total = 1;
    if (relative.curved) {
        *total = cornered_curved_parts(&arena, question, &relative, known, measured, first,
                                       capacity, parts);
    } else if (first == 0 && capacity != 0) {
        cornered_straight_stretch(&arena, question, &relative, known, &parts->contact);
        if (measured)
            cornered_straight_clearance(&arena, question, &relative, &parts->clearance);
    }
    return arena.exhausted ? GRAZE_ERROR_WORKSPACE : GRAZE_OK;
}

graze_status cornered_exact_clearance(const pair *question, graze_clearance *result)
{
    mp_limb_t limbs[CORNERED_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, CORNERED_LIMBS);
    exact_relative relative;
    graze_clearance answer = {.common_life = false};
    if (exact_relative_of(&arena, question, &relative) == 1) {
        if (relative.curved)
            cornered_curved_clearance(&arena, question, &relative, NULL, &answer);
        else
            cornered_straight_clearance(&arena, question, &relative, &answer);
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *result = answer;
    return GRAZE_OK;
}
