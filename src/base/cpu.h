/* SPDX-License-Identifier: MIT */
/* Which vector instructions the processor at hand has.
 *
 * A wide function is written once for each level and guarded by CPU_WIDE, so that
 * any C11 compiler builds the plain ones:
 *
 *     #if CPU_WIDE
 *     CPU_AVX2_FUNCTION static size_t count_avx2(...) { ... }
 *     #endif
 *
 * and chosen by a level that the caller hands in: cpu_level() in the library, each
 * level up to it in the tests, whose answers must be the same bit for bit. */
#ifndef GRAZE_BASE_CPU_H
#define GRAZE_BASE_CPU_H

#include <stdbool.h>

/* Each level has all instructions of the ones before it. */
typedef enum cpu_instructions {
    CPU_PLAIN,
    CPU_AVX2,  /* and FMA, BMI 1 and 2 */
    CPU_AVX512 /* F, DQ, VL and BW */
} cpu_instructions;

#if defined __x86_64__ && defined __GNUC__
#define CPU_WIDE 1
#define CPU_AVX2_FUNCTION __attribute__((target("avx2,fma,bmi,bmi2")))
#define CPU_AVX512_FUNCTION                                                                        \
    __attribute__((target("avx2,fma,bmi,bmi2,avx512f,avx512dq,avx512vl,avx512bw")))
#else
#define CPU_WIDE 0
#endif

/* Asks for what will be read soon, where that costs nothing else. (The empty statement: gcc leaves
 * calls out of functions that do nothing but ask.) */
#ifdef __GNUC__
#define CPU_PREFETCH(address)                                                                      \
    do {                                                                                           \
        __builtin_prefetch(address);                                                               \
        __asm__ volatile("");                                                                      \
    } while (0)
#else
#define CPU_PREFETCH(address) ((void)(address))
#endif

/* Before a loop of a few rounds that gcc would keep, and with it vectors in memory. Other compilers
 * unroll it by themselves. */
#if defined __GNUC__ && !defined __clang__
#define CPU_PRAGMA(text) _Pragma(#text)
#define CPU_UNROLLED(rounds) CPU_PRAGMA(GCC unroll rounds)
#else
#define CPU_UNROLLED(rounds)
#endif

/* Is the level CPU_AVX2 or a better one? Without a call, for questions of few nanoseconds. */
static inline bool cpu_has_avx2(void)
{
#if CPU_WIDE
    /* UNREACHED: one machine answers one way; the levels themselves are tested one by one. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

/* The best level that processor and system support. A few loads: ask once for
 * each batch rather than once for each item. */
cpu_instructions cpu_level(void);

#endif
