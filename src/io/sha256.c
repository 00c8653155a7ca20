/* SPDX-License-Identifier: MIT */
#include "io/sha256.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if defined __x86_64__ && defined __GNUC__
#define HAS_INSTRUCTIONS 1
#include <cpuid.h>
#include <immintrin.h>
#else
#define HAS_INSTRUCTIONS 0
#endif

/* ---- blocks ---------------------------------------------------------------------------- */

void sha256_blocks_plain(uint32_t state[8], const uint8_t *bytes, size_t blocks)
{
    for (; blocks > 0; blocks--, bytes += SHA256_BLOCK)
        SHA256Transform(state, bytes);
}

#if HAS_INSTRUCTIONS

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define SHA_FUNCTION __attribute__((target("sha,sse4.1,ssse3")))

/* Four rounds; the state is kept as (a, b, e, f) and (c, d, g, h). */
SHA_FUNCTION static inline void four_rounds(__m128i *abef, __m128i *cdgh, __m128i words, int group)
{
    const __m128i sum = _mm_add_epi32(words, _mm_loadu_si128((const void *)&constants[4 * group]));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0E));
}

/* The next four words of the schedule; the last sixteen are w[0], the oldest, to w[3]. */
SHA_FUNCTION static inline __m128i next_words(const __m128i w[4])
{
    const __m128i older = _mm_sha256msg1_epu32(w[0], w[1]);
    return _mm_sha256msg2_epu32(_mm_add_epi32(older, _mm_alignr_epi8(w[3], w[2], 4)), w[3]);
}

SHA_FUNCTION static inline void one_block(__m128i *abef, __m128i *cdgh, const uint8_t *bytes)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i w[4], rounds_abef = *abef, rounds_cdgh = *cdgh;
#pragma GCC unroll 16
    for (int group = 0; group < 16; group++) {
        __m128i words;
        if (group < 4) {
            words = _mm_loadu_si128((const void *)(bytes + 16 * group));
            words = w[group] = _mm_shuffle_epi8(words, big_endian);
        } else {
            words = next_words(w);
            w[0] = w[1];
            w[1] = w[2];
            w[2] = w[3];
            w[3] = words;
        }
        four_rounds(&rounds_abef, &rounds_cdgh, words, group);
    }
    *abef = _mm_add_epi32(*abef, rounds_abef);
    *cdgh = _mm_add_epi32(*cdgh, rounds_cdgh);
}

SHA_FUNCTION static void blocks_by_instructions(uint32_t state[8], const uint8_t *bytes,
                                                size_t blocks)
{
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const void *)&state[0]), 0xB1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const void *)&state[4]), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks > 0; blocks--, bytes += SHA256_BLOCK)
        one_block(&abef, &cdgh, bytes);
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((void *)&state[0], _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((void *)&state[4], _mm_alignr_epi8(dchg, feba, 8));
}

static bool has_instructions(void)
{
    unsigned a, b, c, d;
    const bool has_shuffles = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSSE3) && (c & bit_SSE4_1);
    return has_shuffles && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

#endif

/* ---- a stream of bytes ------------------------------------------------------------------ */

void sha256_begin(sha256 *hash)
{
    /* The same of the square roots of the first eight. */
    static const uint32_t begin[] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, begin, sizeof begin);
    hash->length = 0;
    hash->take = sha256_blocks_plain;
#if HAS_INSTRUCTIONS
    if (has_instructions())
        hash->take = blocks_by_instructions;
#endif
}

void sha256_add(sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    const size_t filled = hash->length % SHA256_BLOCK, room = SHA256_BLOCK - filled;
    hash->length += length;
    if (filled > 0 && length >= room) {
        memcpy(hash->waiting + filled, at, room);
        hash->take(hash->state, hash->waiting, 1);
        at += room;
        length -= room;
    } else if (filled > 0) {
        memcpy(hash->waiting + filled, at, length);
        return;
    }
    hash->take(hash->state, at, length / SHA256_BLOCK);
    memcpy(hash->waiting, at + length / SHA256_BLOCK * SHA256_BLOCK, length % SHA256_BLOCK);
}

/* A one bit, zeros, and the number of bits in eight bytes, the highest first, end a block. */
static void pad(sha256 *hash)
{
    static const uint8_t ending[SHA256_BLOCK] = {0x80};
    const uint64_t bits = hash->length * 8;
    const size_t filled = hash->length % SHA256_BLOCK;
    uint8_t number[8];
    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, ending, (filled < 56 ? 56 : 56 + SHA256_BLOCK) - filled);
    sha256_add(hash, number, sizeof number);
}

void sha256_end(sha256 *hash, char text[SHA256_TEXT_SIZE])
{
    pad(hash);
    for (size_t i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", (unsigned)hash->state[i]);
}
