/* SPDX-License-Identifier: MIT */
/* The processor's mode of arithmetic, for the doors of the library.
 *
 * The bounds of the quick filters on doubles hold in every mode. Everything else (double
 * words, double-doubles, roundings, comparisons of subnormals) rests on rounding to nearest
 * without flushing. A host may have chosen otherwise (fesetround, FTZ, DAZ), so each public
 * function that computes with doubles begins with
 *
 *     FLOAT_MODE_DEFAULT;
 *
 * and the host's mode is back when it returns. Where a quick filter comes first, what follows
 * it is a function of its own (FLOAT_MODE_SLOW) that begins so: the compiler must not move
 * arithmetic to the other side of the change, and the quick answer must not pay for it.
 */
#ifndef GRAZE_NUMERIC_FLOAT_MODE_H
#define GRAZE_NUMERIC_FLOAT_MODE_H

#ifdef __GNUC__
#define FLOAT_MODE_SLOW __attribute__((noinline))
#else
#define FLOAT_MODE_SLOW
#endif

#if defined __x86_64__ && defined __GNUC__

/* MXCSR: rounding control, flush to zero, denormals are zero. */
enum { FLOAT_MODE_BITS = 0x6000 | 0x8000 | 0x0040 };

typedef unsigned float_mode;

static inline float_mode float_mode_begin(void)
{
    const unsigned mode = __builtin_ia32_stmxcsr();
    if (__builtin_expect((mode & FLOAT_MODE_BITS) != 0, 0))
        __builtin_ia32_ldmxcsr(mode & ~(unsigned)FLOAT_MODE_BITS);
    __asm__ volatile("" ::: "memory");
    return mode;
}

/* The flags that were raised meanwhile stay raised. */
static inline void float_mode_end(const float_mode *mode)
{
    __asm__ volatile("" ::: "memory");
    if (__builtin_expect((*mode & FLOAT_MODE_BITS) != 0, 0))
        __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | (*mode & FLOAT_MODE_BITS));
}

#elif defined __aarch64__ && defined __GNUC__

/* FPCR: rounding mode, flush to zero, flush inputs to zero, alternate handling. */
#define FLOAT_MODE_BITS ((3UL << 22) | (1UL << 24) | 3UL)

typedef unsigned long float_mode;

static inline float_mode float_mode_begin(void)
{
    unsigned long mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode)::"memory");
    if (__builtin_expect((mode & FLOAT_MODE_BITS) != 0, 0))
        __asm__ volatile("msr fpcr, %0" ::"r"(mode & ~FLOAT_MODE_BITS) : "memory");
    return mode;
}

static inline void float_mode_end(const float_mode *mode)
{
    if (__builtin_expect((*mode & FLOAT_MODE_BITS) != 0, 0))
        __asm__ volatile("msr fpcr, %0" ::"r"(*mode) : "memory");
}

#else
#include <fenv.h>

typedef int float_mode;

static inline float_mode float_mode_begin(void)
{
    const int mode = fegetround();
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    return mode;
}

static inline void float_mode_end(const float_mode *mode)
{
    if (*mode != FE_TONEAREST)
        fesetround(*mode);
}

#endif

#ifdef __GNUC__
/* Until the end of the block, however it is left. */
#define FLOAT_MODE_DEFAULT                                                                         \
    const float_mode host_mode __attribute__((cleanup(float_mode_end))) = float_mode_begin();      \
    (void)host_mode
#else
#error "FLOAT_MODE_DEFAULT needs a compiler that can clean up at the end of a block"
#endif

#endif
