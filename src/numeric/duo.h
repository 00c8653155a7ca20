/* SPDX-License-Identifier: MIT */
/* Doubles that nothing branches on: two that go the same way, such as x and y, with one operation
 * for both where processor and compiler have vectors of two (SSE2, NEON), and the greater of two.
 * Each result is the one that doubles have, in every mode of arithmetic.
 */
#ifndef GRAZE_NUMERIC_DUO_H
#define GRAZE_NUMERIC_DUO_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __GNUC__

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double duo __attribute__((vector_size(16)));

static inline duo duo_of(double x, double y) { return (duo){x, y}; }
static inline double duo_x(duo a) { return a[0]; }
static inline double duo_y(duo a) { return a[1]; }
static inline duo duo_add(duo a, duo b) { return a + b; }
static inline duo duo_sub(duo a, duo b) { return a - b; }
static inline duo duo_mul(duo a, duo b) { return a * b; }
static inline duo duo_div(duo a, duo b) { return a / b; }
static inline duo duo_negative(duo a) { return -a; }

#else

typedef struct duo {
    double x, y;
} duo;

static inline duo duo_of(double x, double y) { return (duo){x, y}; }
static inline double duo_x(duo a) { return a.x; }
static inline double duo_y(duo a) { return a.y; }
static inline duo duo_add(duo a, duo b) { return (duo){a.x + b.x, a.y + b.y}; }
static inline duo duo_sub(duo a, duo b) { return (duo){a.x - b.x, a.y - b.y}; }
static inline duo duo_mul(duo a, duo b) { return (duo){a.x * b.x, a.y * b.y}; }
static inline duo duo_div(duo a, duo b) { return (duo){a.x / b.x, a.y / b.y}; }
static inline duo duo_negative(duo a) { return (duo){-a.x, -a.y}; }

#endif

static inline duo duo_all(double both) { return duo_of(both, both); }

/* Two doubles that lie one behind the other. */
static inline duo duo_load(const double *from)
{
    duo made;
    memcpy(&made, from, sizeof made);
    return made;
}

static inline void duo_store(double *to, duo a) { memcpy(to, &a, sizeof a); }

static inline double duo_dot(duo a, duo b)
{
    const duo product = duo_mul(a, b);
#if defined __GNUC__ && defined __SSE2__
    const duo other = (duo)_mm_shuffle_epi32((__m128i)product, 0xee); /* a copy by itself */
    return duo_x(product) + duo_x(other);
#else
    return duo_x(product) + duo_y(product);
#endif
}

static inline duo duo_swapped(duo a) { return duo_of(duo_y(a), duo_x(a)); }

static inline double duo_cross(duo a, duo b)
{
    return duo_x(a) * duo_y(b) - duo_y(a) * duo_x(b);
}

/* a . c and b . c */
static inline duo duo_dots(duo a, duo b, duo c)
{
    const duo p = duo_mul(a, c), q = duo_mul(b, c);
    return duo_add(duo_of(duo_x(p), duo_x(q)), duo_of(duo_y(p), duo_y(q)));
}

/* c x a and c x b */
static inline duo duo_crosses(duo c, duo a, duo b)
{
    return duo_sub(duo_mul(duo_all(duo_x(c)), duo_of(duo_y(a), duo_y(b))),
                   duo_mul(duo_all(duo_y(c)), duo_of(duo_x(a), duo_x(b))));
}

/* Bit 0 is the sign of x, bit 1 that of y; zeros have signs, too. */
static inline unsigned duo_signs(duo a)
{
#if defined __GNUC__ && defined __SSE2__
    return (unsigned)__builtin_ia32_movmskpd(a);
#else
    return (unsigned)(signbit(duo_x(a)) != 0) | (unsigned)(signbit(duo_y(a)) != 0) << 1;
#endif
}

/* |x| + |y| */
static inline double duo_length(duo a) { return fabs(duo_x(a)) + fabs(duo_y(a)); }

static inline duo duo_abs(duo a)
{
#ifdef __GNUC__
    typedef long long bits __attribute__((vector_size(16)));
    return (duo)((bits)a & (bits){INT64_MAX, INT64_MAX});
#else
    return duo_of(fabs(duo_x(a)), fabs(duo_y(a)));
#endif
}

/* a where the sign of b is that of 0, else -a. */
static inline duo duo_times_sign(duo a, duo b)
{
#ifdef __GNUC__
    typedef long long bits __attribute__((vector_size(16)));
    return (duo)((bits)a ^ ((bits)b & (bits){INT64_MIN, INT64_MIN}));
#else
    return duo_of(signbit(duo_x(b)) ? -duo_x(a) : duo_x(a),
                  signbit(duo_y(b)) ? -duo_y(a) : duo_y(a));
#endif
}

/* Bits of the lanes in which a > b. */
static inline unsigned duo_above(duo a, duo b)
{
#if defined __GNUC__ && defined __SSE2__
    return (unsigned)_mm_movemask_pd(_mm_cmpgt_pd(a, b));
#else
    return (unsigned)(duo_x(a) > duo_x(b)) | (unsigned)(duo_y(a) > duo_y(b)) << 1;
#endif
}

/* x where a > b, else y, lane by lane. */
static inline duo duo_where_above(duo a, duo b, duo x, duo y)
{
#ifdef __GNUC__
    typedef long long bits __attribute__((vector_size(16)));
    const bits mask = a > b;
    return (duo)((mask & (bits)x) | (~mask & (bits)y));
#else
    return duo_of(duo_x(a) > duo_x(b) ? duo_x(x) : duo_x(y),
                  duo_y(a) > duo_y(b) ? duo_y(x) : duo_y(y));
#endif
}

/* Whether low <= a and b <= c in both lanes, as no NaN is. */
static inline bool duo_both_in_order(duo low, duo a, duo b, duo c)
{
#if defined __GNUC__ && defined __SSE2__
    return _mm_movemask_pd(_mm_and_pd(_mm_cmple_pd(low, a), _mm_cmple_pd(b, c))) == 3;
#else
    return (duo_x(low) <= duo_x(a)) & (duo_y(low) <= duo_y(a)) & (duo_x(b) <= duo_x(c)) &
           (duo_y(b) <= duo_y(c));
#endif
}

/* a > b ? a : b, which gcc branches on where it knows what is done with the answer. */
static inline double duo_greater(double a, double b)
{
#if defined __GNUC__ && defined __AVX__
    __asm__("vmaxsd %1, %0, %0" : "+x"(a) : "xm"(b));
    return a;
#elif defined __GNUC__ && defined __SSE2__
    __asm__("maxsd %1, %0" : "+x"(a) : "xm"(b));
    return a;
#else
    return a > b ? a : b;
#endif
}

/* 0 where a < b, else infinity, by no branch, which gcc makes of it. */
static inline double duo_unless_before(double a, double b)
{
#if defined __GNUC__ && defined __SSE2__
    static const duo infinite = {INFINITY, INFINITY};
#ifdef __AVX__
    __asm__("vcmpnltsd %1, %0, %0\n\tvandpd %2, %0, %0" : "+x"(a) : "x"(b), "m"(infinite));
#else
    __asm__("cmpnltsd %1, %0\n\tandpd %2, %0" : "+x"(a) : "x"(b), "m"(infinite));
#endif
    return a;
#else
    return a < b ? 0 : INFINITY;
#endif
}

/* One of two numbers, by no branch. */
static inline size_t duo_chosen(bool first, size_t a, size_t b)
{
    return b ^ ((a ^ b) & (0 - (size_t)first));
}

static inline double duo_chosen_number(bool first, double a, double b)
{
    uint64_t of_a, of_b;
    memcpy(&of_a, &a, sizeof a);
    memcpy(&of_b, &b, sizeof b);
    of_b ^= (of_a ^ of_b) & (0 - (uint64_t)first);
    memcpy(&b, &of_b, sizeof b);
    return b;
}

/* Whether a value is not 0, by one branch: gcc makes several of what it is made of. */
static inline bool duo_any(unsigned value)
{
#ifdef __GNUC__
    __asm__("" : "+r"(value));
#endif
    return value != 0;
}

#endif
