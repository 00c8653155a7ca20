/* SPDX-License-Identifier: MIT */
/* GMP for clang's MemorySanitizer, found before the system's own. GMP is not instrumented, so
 * what it writes would count as never written: each function that libgraze calls says here what
 * it reads, which must have been written, and what it has written. */
#ifndef GRAZE_TESTS_ANALYSIS_GMP_H
#define GRAZE_TESTS_ANALYSIS_GMP_H

#include_next <gmp.h>
#include <sanitizer/msan_interface.h>

static inline void gmp_reads(const mp_limb_t *limbs, mp_size_t count)
{
    __msan_check_mem_is_initialized(limbs, (size_t)count * sizeof *limbs);
}

static inline void gmp_wrote(mp_limb_t *limbs, mp_size_t count)
{
    __msan_unpoison(limbs, (size_t)count * sizeof *limbs);
}

/* A function of these parameters reads, calls, has written and returns. */
#define GMP_SAYS(type, name, parameters, reads, call, wrote)                                       \
    static inline type gmp_##name parameters                                                       \
    {                                                                                              \
        reads;                                                                                     \
        type result = call;                                                                        \
        wrote;                                                                                     \
        return result;                                                                             \
    }
#define TWO (mp_limb_t * r, const mp_limb_t *a, mp_size_t an, const mp_limb_t *b, mp_size_t bn)
#define EQUAL (mp_limb_t * r, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
#define SHIFT (mp_limb_t * r, const mp_limb_t *a, mp_size_t n, unsigned bits)
#define ONE (mp_limb_t * r, const mp_limb_t *a, mp_size_t n)
#define BY_LIMB (mp_limb_t * r, const mp_limb_t *a, mp_size_t n, mp_limb_t b)

GMP_SAYS(mp_limb_t, add, TWO, (gmp_reads(a, an), gmp_reads(b, bn)), mpn_add(r, a, an, b, bn),
         gmp_wrote(r, an))
GMP_SAYS(mp_limb_t, sub, TWO, (gmp_reads(a, an), gmp_reads(b, bn)), mpn_sub(r, a, an, b, bn),
         gmp_wrote(r, an))
GMP_SAYS(mp_limb_t, mul, TWO, (gmp_reads(a, an), gmp_reads(b, bn)), mpn_mul(r, a, an, b, bn),
         gmp_wrote(r, an + bn))
GMP_SAYS(mp_limb_t, add_n, EQUAL, (gmp_reads(a, n), gmp_reads(b, n)), mpn_add_n(r, a, b, n),
         gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, sub_n, EQUAL, (gmp_reads(a, n), gmp_reads(b, n)), mpn_sub_n(r, a, b, n),
         gmp_wrote(r, n))
GMP_SAYS(int, mul_n, EQUAL, (gmp_reads(a, n), gmp_reads(b, n)), (mpn_mul_n(r, a, b, n), 0),
         gmp_wrote(r, 2 * n))
GMP_SAYS(mp_limb_t, lshift, SHIFT, gmp_reads(a, n), mpn_lshift(r, a, n, bits), gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, rshift, SHIFT, gmp_reads(a, n), mpn_rshift(r, a, n, bits), gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, neg, ONE, gmp_reads(a, n), mpn_neg(r, a, n), gmp_wrote(r, n))
GMP_SAYS(int, copyi, ONE, gmp_reads(a, n), (mpn_copyi(r, a, n), 0), gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, sub_1, BY_LIMB, gmp_reads(a, n), mpn_sub_1(r, a, n, b), gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, mul_1, BY_LIMB, gmp_reads(a, n), mpn_mul_1(r, a, n, b), gmp_wrote(r, n))
GMP_SAYS(mp_limb_t, submul_1, BY_LIMB, (gmp_reads(a, n), gmp_reads(r, n)),
         mpn_submul_1(r, a, n, b), gmp_wrote(r, n))
GMP_SAYS(mp_size_t, gcd, (mp_limb_t * r, mp_limb_t *a, mp_size_t an, mp_limb_t *b, mp_size_t bn),
         (gmp_reads(a, an), gmp_reads(b, bn)), mpn_gcd(r, a, an, b, bn),
         (gmp_wrote(r, result), gmp_wrote(a, an), gmp_wrote(b, bn)))
GMP_SAYS(mp_size_t, sqrtrem, (mp_limb_t * r, mp_limb_t *rest, const mp_limb_t *a, mp_size_t n),
         gmp_reads(a, n), mpn_sqrtrem(r, rest, a, n),
         (gmp_wrote(r, (n + 1) / 2), gmp_wrote(rest, result)))
GMP_SAYS(int, zero, (mp_limb_t * r, mp_size_t n), (void)0, (mpn_zero(r, n), 0), gmp_wrote(r, n))

#undef TWO
#undef EQUAL
#undef SHIFT
#undef ONE
#undef BY_LIMB

#undef mpn_add
#undef mpn_sub
#undef mpn_mul
#undef mpn_add_n
#undef mpn_sub_n
#undef mpn_mul_n
#undef mpn_lshift
#undef mpn_rshift
#undef mpn_neg
#undef mpn_copyi
#undef mpn_sub_1
#undef mpn_mul_1
#undef mpn_submul_1
#undef mpn_gcd
#undef mpn_sqrtrem
#undef mpn_zero
#define mpn_add gmp_add
#define mpn_sub gmp_sub
#define mpn_mul gmp_mul
#define mpn_add_n gmp_add_n
#define mpn_sub_n gmp_sub_n
#define mpn_mul_n gmp_mul_n
#define mpn_lshift gmp_lshift
#define mpn_rshift gmp_rshift
#define mpn_neg gmp_neg
#define mpn_copyi gmp_copyi
#define mpn_sub_1 gmp_sub_1
#define mpn_mul_1 gmp_mul_1
#define mpn_submul_1 gmp_submul_1
#define mpn_gcd gmp_gcd
#define mpn_sqrtrem gmp_sqrtrem
#define mpn_zero gmp_zero

#endif
