/* SPDX-License-Identifier: MIT */
#include "kernel/modes.h"

#include <CUnit/CUnit.h>
#include <fenv.h>
#include <stdio.h>
#include <string.h>

typedef struct mode {
    const char *name;
    int rounding;
    unsigned flush; /* bits of MXCSR: 0x8000 flush to zero, 0x40 denormals are zero */
} mode;

static const mode modes[] = {
    {"to nearest, flushed", FE_TONEAREST, 0x8000},
    {"to nearest, denormals are zero", FE_TONEAREST, 0x40},
    {"to nearest, both", FE_TONEAREST, 0x8040},
    {"downwards", FE_DOWNWARD, 0},
    {"downwards, flushed", FE_DOWNWARD, 0x8040},
    {"upwards", FE_UPWARD, 0},
    {"upwards, flushed", FE_UPWARD, 0x8040},
    {"towards zero", FE_TOWARDZERO, 0},
    {"towards zero, flushed", FE_TOWARDZERO, 0x8040},
};

static unsigned flush_bits(void)
{
#if defined __x86_64__ && defined __GNUC__
    return __builtin_ia32_stmxcsr() & 0x8040u;
#else
    return 0;
#endif
}

static bool enter(const mode *wanted)
{
#if defined __x86_64__ && defined __GNUC__
    fesetround(wanted->rounding);
    __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~0x8040u) | wanted->flush);
    return true;
#else
    return wanted->flush == 0 && fesetround(wanted->rounding) == 0;
#endif
}

static void leave(void)
{
    static const mode usual = {"usual", FE_TONEAREST, 0};
    enter(&usual);
}

/* ---- answers -------------------------------------------------------------------------- */

void put(answers *all, double value)
{
    CU_ASSERT_FATAL(all->count < ANSWER_WORDS);
    memcpy(&all->bits[all->count++], &value, sizeof value);
}

void put_count(answers *all, size_t count)
{
    CU_ASSERT_FATAL(all->count < ANSWER_WORDS);
    all->bits[all->count++] = count;
}

/* The first answer that another mode changes, as a number; -1 when there is none. */
static int first_difference(const answers *usual, const answers *other)
{
    for (size_t i = 0; i < usual->count && i < other->count; i++)
        if (usual->bits[i] != other->bits[i])
            return (int)i;
    return usual->count == other->count ? -1 : (int)usual->count;
}

bool answers_alike(questions ask, const void *context)
{
    static answers usual, other;
    bool alike = true;
    usual.count = 0;
    ask(context, &usual);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (!enter(&modes[i]))
            continue;
        other.count = 0;
        ask(context, &other);
        bool kept = fegetround() == modes[i].rounding && flush_bits() == modes[i].flush;
        leave();
        int at = first_difference(&usual, &other);
        if (at < 0 && kept)
            continue;
        if (alike)
            printf("\n%s: %s, answer %d\n", modes[i].name, kept ? "differs" : "mode is lost", at);
        alike = false;
    }
    return alike;
}
