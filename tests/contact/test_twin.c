/* SPDX-License-Identifier: MIT */
/* The kernel and the oracle answer alike on every family of generated pairs.
 *
 * A failure prints (family, seed, index) and the pair as C initialisers: make
 * an explained test of it in test_cases.c. GRAZE_SEED chooses other pairs. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/ask.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { SHOWN = 3 }; /* failures printed of each family */

static uint64_t seed(void)
{
    const char *text = getenv("GRAZE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 20190826;
}

/* Of ramps forty thousand in a night, a quarter of them in space. */
static size_t count_pairs(oracle_family family)
{
    switch (family) {
    case FAMILY_ramp:
        return support_rounds(400, 800, 16000);
    case FAMILY_ramp_grid:
        return support_rounds(300, 600, 12000);
    case FAMILY_ramp_touch:
        return support_rounds(250, 500, 10000);
    case FAMILY_ramp_changed:
        return support_rounds(50, 100, 2000);
    default:
        return support_rounds(5000, 10000, 24000) / oracle_family_cost(family);
    }
}

static void compare_family(oracle_family family)
{
    const size_t pairs = count_pairs(family);
    size_t wrong = 0, hits = 0;
    oracle_pair pair;
    for (size_t index = 0; index < pairs && wrong < SHOWN; index++) {
        bool exists = false;
        oracle_generate(family, seed(), index, &pair);
        graze_conflict_exists(&pair.body_a, &pair.a, &pair.body_b, &pair.b, 0, &exists);
        hits += exists;
        if (kernel_agrees(&pair))
            continue;
        printf("/* %s, seed %" PRIu64 ", index %zu */\n", oracle_family_name(family), seed(),
               index);
        wrong++;
    }
    printf(" (%zu pairs, %zu meet) ", pairs, hits);
    CU_ASSERT_EQUAL(wrong, 0);
}

#define TWIN_TEST_(name, cost)                                                                     \
    static void kernel_and_oracle_agree_on_##name##_pairs(void)                                    \
    {                                                                                              \
        compare_family(FAMILY_##name);                                                             \
    }
ORACLE_FAMILIES(TWIN_TEST_)

#define TWIN_ENTRY_(name, cost) SUPPORT_TEST(kernel_and_oracle_agree_on_##name##_pairs),
CU_TestInfo twin_tests[] = {ORACLE_FAMILIES(TWIN_ENTRY_) CU_TEST_INFO_NULL};
