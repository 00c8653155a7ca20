/* SPDX-License-Identifier: MIT */
/* The last stage: every question answered in exact arithmetic, on the stack. */
#include <assert.h>

#include "conflict/answers.h"

contact exact_contact(const pair *question)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    contact answer = CONTACT_NO_LIFE;
    if (exact_relative_of(&arena, question, &relative) == 1)
        answer = relative.curved ? quartic_contact(&arena, &relative)
                                 : exact_contact_of(&arena, &relative);
    return arena.exhausted ? CONTACT_FAILED : answer;
}

/* The relative motion of a pair whose contact is known to be a meeting. */
static void relative_of_meeting(dyadic_arena *arena, const pair *question,
                                exact_relative *relative)
{
    int life = exact_relative_of(arena, question, relative);
    assert(life == 1 || arena->exhausted);
    (void)life;
}

graze_status exact_parts(const pair *question, contact known, bool measured, pair_part *parts,
                         int *count)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative r;
    pair_part answer[PAIR_PARTS_MAX];
    int found = 1;
    relative_of_meeting(&arena, question, &r);
    if (r.curved) {
        found = known == CONTACT_TOUCH
                    ? curved_touches_of(&arena, &r, answer)
                    : curved_overlaps_of(&arena, question, &r, measured, answer);
    } else {
        if (known == CONTACT_TOUCH)
            straight_touch_of(&arena, &r, &answer[0].contact);
        else
            straight_overlap_of(&arena, &r, &answer[0].contact);
        if (measured)
            straight_clearance_of(&arena, question, &r, &answer[0].clearance);
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    for (int i = 0; i < found; i++)
        parts[i] = answer[i];
    *count = found;
    return GRAZE_OK;
}

graze_status exact_clearance(const pair *question, graze_clearance *result)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    exact_relative relative;
    graze_clearance answer = {.common_life = false};
    if (exact_relative_of(&arena, question, &relative) == 1) {
        if (relative.curved)
            curved_clearance_of(&arena, question, &relative, &answer);
        else
            straight_clearance_of(&arena, question, &relative, &answer);
        answer.common_life = true;
    }
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *result = answer;
    return GRAZE_OK;
}

graze_status exact_compare_depth(const pair *first, const pair *second, int *order)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS), *context = &arena;
    const pair *questions[2] = {first, second};
    dyadic numerator[2], denominator[2];
    for (int i = 0; i < 2; i++) {
        exact_relative r;
        relative_of_meeting(context, questions[i], &r);
        if (r.curved || questions[i]->cornered) {
            *order = 0;
            return GRAZE_OK;
        }
        straight_least_distance(context, &r, exact_nearest_at(context, &r), &numerator[i],
                                &denominator[i]);
    }
    int answer =
        dyadic_compare(MUL(numerator[1], denominator[0]), MUL(numerator[0], denominator[1]));
    if (arena.exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *order = answer;
    return GRAZE_OK;
}
