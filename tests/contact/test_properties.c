/* SPDX-License-Identifier: MIT */
/* What must hold between the answers to two tolerances, whatever those are. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "support/run.h"

/* Is there an interval that holds this one? */
static bool holds(const oracle_answer *answer, const graze_interval *inner)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->intervals[i].lower <= inner->lower &&
            answer->intervals[i].upper >= inner->upper)
            return true;
    return false;
}

/* A larger tolerance asks for more depth: its intervals lie inside. */
static bool tolerance_shrinks(const oracle_pair *pair, const oracle_answer *answer,
                              oracle_random *random)
{
    oracle_pair tolerant = *pair;
    oracle_answer other;
    double reach = pair->body_a.radius + pair->body_b.radius;
    tolerant.tolerance += random_once_in(random, 2) ? reach * random_real(random, 0, 0.5)
                                                    : 1e-12 * random_real(random, 0, 1);
    if (!isfinite(tolerant.tolerance))
        return true;
    if (!kernel_ask(&tolerant, &other) || other.verdict > answer->verdict)
        return false;
    for (size_t i = 0; i < other.count; i++)
        if (!holds(answer, &other.intervals[i]))
            return false;
    return true;
}

static void a_larger_tolerance_never_widens_an_interval(void)
{
    size_t rounds = support_rounds(24000, 48000, 200000), wrong = 0;
    for (size_t index = 0; index < rounds && wrong < 3; index++) {
        oracle_family family = (oracle_family)(index % FAMILY_COUNT);
        oracle_pair pair;
        oracle_answer answer;
        oracle_random random;
        random_begin(&random, 11, (uint64_t)family, index);
        oracle_generate(family, 12, index / FAMILY_COUNT, &pair);
        if (kernel_ask(&pair, &answer) && tolerance_shrinks(&pair, &answer, &random))
            continue;
        printf("\n/* %s, seed 12, index %zu */\n", oracle_family_name(family),
               index / FAMILY_COUNT);
        oracle_print(stdout, &pair);
        print_answer(stdout, "kernel", &answer);
        wrong++;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

CU_TestInfo property_tests[] = {
    SUPPORT_TEST(a_larger_tolerance_never_widens_an_interval),
    CU_TEST_INFO_NULL,
};
