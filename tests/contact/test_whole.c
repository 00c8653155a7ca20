/* SPDX-License-Identifier: MIT */
/* The kernel against the fast twin, by the ten million: decisions, prepared
 * decisions and every end of every conflict interval.
 *
 * The twin decides each pair in whole numbers and confirms a reported end by the
 * signs at it and beside it. Every second pair has one number moved to a
 * neighbouring double: whatever was exact about it is then just missed. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>

#include "kernel/seed.h"
#include "oracle/change.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "oracle/whole.h"
#include "support/run.h"

typedef struct kernel_answer {
    bool exists, prepared;
    size_t count;
    graze_interval intervals[2];
} kernel_answer;

static bool ask(const oracle_pair *p, kernel_answer *answer)
{
    graze_prepared a, b;
    return graze_conflict_exists(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                 &answer->exists) == GRAZE_OK &&
           graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                    answer->intervals, 2, &answer->count) == GRAZE_OK &&
           graze_motion_prepare(&p->body_a, &p->a, &a) == GRAZE_OK &&
           graze_motion_prepare(&p->body_b, &p->b, &b) == GRAZE_OK &&
           graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                          p->tolerance, &answer->prepared) == GRAZE_OK;
}

/* With acceleration the slow oracle finds the ends: there may be two intervals. */
static bool intervals_agree(const oracle_pair *pair, const kernel_answer *kernel)
{
    oracle_answer oracle;
    oracle_ask_intervals(pair, &oracle);
    if (kernel->count != oracle.count)
        return false;
    for (size_t i = 0; i < oracle.count; i++)
        if (kernel->intervals[i].lower != oracle.intervals[i].lower ||
            kernel->intervals[i].upper != oracle.intervals[i].upper)
            return false;
    return true;
}

static bool agrees(oracle_whole *whole, const oracle_pair *pair, bool *exists)
{
    kernel_answer kernel;
    if (!ask(pair, &kernel))
        return false;
    oracle_whole_set(whole, pair);
    *exists = oracle_whole_exists(whole);
    if (kernel.exists != *exists || kernel.prepared != *exists)
        return false;
    if (!*exists)
        return kernel.count == 0;
    if (whole->degree > 2)
        return intervals_agree(pair, &kernel);
    return kernel.count == 1 && oracle_whole_confirms(whole, &kernel.intervals[0]);
}

static void make_pair(oracle_family family, size_t index, oracle_pair *pair)
{
    oracle_random random;
    oracle_generate(family, test_seed() + 20, index / 2, pair);
    random_begin(&random, test_seed() + 21, (uint64_t)family, index);
    if (index % 2 == 1)
        oracle_nudge(&random, pair);
}

static void compare(oracle_family family, size_t pairs)
{
    size_t wrong = 0, hits = 0;
    oracle_whole whole;
    oracle_pair pair;
    oracle_whole_init(&whole);
    for (size_t index = 0; index < pairs && wrong < 3; index++) {
        bool exists = false;
        make_pair(family, index, &pair);
        bool right = agrees(&whole, &pair, &exists);
        hits += exists;
        if (right)
            continue;
        printf("\n/* %s, seed %" PRIu64 ", index %zu%s; the twin says %s */\n",
               oracle_family_name(family), test_seed() + 20, index / 2,
               index % 2 == 1 ? ", nudged" : "", exists ? "exists" : "none");
        oracle_print(stdout, &pair);
        wrong++;
    }
    oracle_whole_clear(&whole);
    printf(" (%zu pairs, %zu meet) ", pairs, hits);
    CU_ASSERT_EQUAL(wrong, 0);
}

static size_t count_pairs(oracle_family family)
{
    switch (family) {
    case FAMILY_random:
    case FAMILY_grid:
    case FAMILY_grid_waypoint:
    case FAMILY_offset:
    case FAMILY_near_tangent:
        return support_rounds(20000, 40000, 800000);
    case FAMILY_extreme:
        return support_rounds(200, 400, 40000);
    default:
        break;
    }
    if (family >= FAMILY_accelerated)
        return support_rounds(2500, 5000, 100000);
    return support_rounds(6000, 12000, 400000);
}

#define WHOLE_TEST_(name, cost)                                                                    \
    static void every_bit_of_##name##_pairs_is_confirmed(void)                                     \
    {                                                                                              \
        compare(FAMILY_##name, count_pairs(FAMILY_##name));                                        \
    }
ORACLE_FAMILIES(WHOLE_TEST_)

#define WHOLE_ENTRY_(name, cost) SUPPORT_TEST(every_bit_of_##name##_pairs_is_confirmed),
CU_TestInfo whole_tests[] = {ORACLE_FAMILIES(WHOLE_ENTRY_) CU_TEST_INFO_NULL};
