/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds of bodies with corners at constant velocity: the way that begins
 * at a guess against the plain one, bit for bit. */
#include <CUnit/CUnit.h>
#include <stdio.h>

#include "conflict/cornered_starts.h"
#include "oracle/body_pairs.h"
#include "support/run.h"

static bool is_accelerated(const graze_motion *m)
{
    return m->form == GRAZE_KINEMATIC && (m->acceleration.x != 0 || m->acceleration.y != 0);
}

/* A question that both ways answer. */
static bool question_of(const oracle_pair *p, pair *question)
{
    return !is_accelerated(&p->a) && !is_accelerated(&p->b) &&
           pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, question) == GRAZE_OK &&
           question->cornered;
}

typedef struct tally {
    size_t asked, unsafe, guessed, apart, wrong;
} tally;

static void compare(const oracle_bodies *bodies, tally *seen)
{
    pair question;
    graze_interval quick = {0, 0}, plain = {0, 0}, guess;
    bool any = false, truly = false;
    if (!question_of(&bodies->pair, &question))
        return;
    graze_status status = cornered_starts(&question, &quick, &any);
    graze_status right = cornered_starts_plainly(&question, &plain, &truly);
    bool same = status == right && any == truly &&
                (!any || (quick.lower == plain.lower && quick.upper == plain.upper));
    bool apart = cornered_never_meet(&question);
    seen->asked++;
    seen->unsafe += truly;
    seen->apart += apart;
    seen->guessed += truly && cornered_guess_starts(&question, &guess) &&
                     guess.lower == plain.lower && guess.upper == plain.upper;
    if (same && !(apart && truly))
        return;
    printf("\n/* (%a, %a) for (%a, %a) */\n", quick.lower, quick.upper, plain.lower, plain.upper);
    oracle_print_bodies(stdout, bodies);
    seen->wrong++;
}

/* The guess has to be right for most, or it would be of no use. */
static void a_guess_changes_no_unsafe_start(void)
{
    static oracle_bodies bodies;
    tally seen = {0};
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(40, 2000, 20000) && seen.wrong < 3; i++) {
            oracle_generate_bodies(family, 41, i, &bodies);
            compare(&bodies, &seen);
        }
    CU_ASSERT_EQUAL(seen.wrong, 0);
    CU_ASSERT(seen.guessed > seen.unsafe * 3 / 4);
    CU_ASSERT(seen.apart > (seen.asked - seen.unsafe) / 2);
}

CU_TestInfo cornered_start_tests[] = {
    SUPPORT_TEST(a_guess_changes_no_unsafe_start),
    CU_TEST_INFO_NULL,
};
