/* SPDX-License-Identifier: MIT */
/* Which pairs the random tests of this room draw: GRAZE_SEED chooses others. */
#ifndef TESTS_KERNEL_SEED_H
#define TESTS_KERNEL_SEED_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t test_seed(void)
{
    const char *text = getenv("GRAZE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 20190826;
}

#endif
