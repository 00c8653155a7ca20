/* SPDX-License-Identifier: MIT */
/* Short fields of plain rows (plain_rows.h), all bytes of a word at once: most labels and numbers
 * have fewer than eight bytes. What is not read here, the ways for fields of any length read, and
 * as the same. Whoever asks sees to it that SHORT_REACH bytes can be read.
 */
#ifndef GRAZE_IO_SHORT_FIELD_H
#define GRAZE_IO_SHORT_FIELD_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHORT_REACH = 24 }; /* [bytes] a sign, seven digits, a point, and a word behind them */

/* The byte in each place of a word. */
static inline uint64_t short_each(unsigned char byte)
{
    return UINT64_C(0x0101010101010101) * byte;
}

/* The first byte of a text is the lowest one. Without a loop, compilers make one load of it. */
static inline uint64_t short_word(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* Ones in all bytes that come before the lowest mark; marks are high bits of bytes. */
static inline uint64_t short_below(uint64_t marks)
{
    return ((marks & (0 - marks)) >> 7) - 1;
}

/* How many bytes come before the lowest mark; there is one. */
static inline unsigned short_count(uint64_t marks)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(marks) / 8;
#else
    return (unsigned)((short_below(marks) & short_each(1)) * short_each(1) >> 56);
#endif
}

/* The digits that a text begins with, and their number; false where there are more than seven.
 * Carries and borrows, here and below, come from bytes that are marked, and go up: the lowest mark
 * is right. */
static inline bool short_digits(const char *text, unsigned *count, int64_t *whole)
{
    const uint64_t digits = short_word(text) ^ short_each('0');
    const uint64_t others = ((digits + short_each(0x80 - 10)) | digits) & short_each(0x80);
    if (others == 0)
        return false;
    *count = short_count(others);
    /* Zeros go before them, and their places are added by twos, fours and eights. */
    uint64_t sum = digits << 8 << (56 - 8 * *count);
    sum = sum * 10 + (sum >> 8);
    const uint64_t twos = UINT64_C(0x000000FF000000FF);
    sum = ((sum & twos) * (100 + (UINT64_C(1000000) << 32)) +
           (sum >> 16 & twos) * (1 + (UINT64_C(10000) << 32))) >> 32;
    *whole = (int64_t)(uint32_t)sum;
    return true;
}

/* The decimal that a text begins with: a minus or none, digits, and with a point more of them.
 * Returns the byte behind it; null where it is longer, or another kind of number. A whole number of
 * 14 digits and a power of ten are doubles: one division rounds once. */
static inline const char *short_number(const char *text, double *value)
{
    static const int64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    const bool minus = *text == '-';
    unsigned count, places;
    int64_t whole, fraction;
    text += minus;
    if (!short_digits(text, &count, &whole) || count == 0)
        return NULL;
    text += count;
    double magnitude = (double)whole;
    if (*text == '.') {
        if (!short_digits(text + 1, &places, &fraction) || places == 0 || FLT_EVAL_METHOD != 0)
            return NULL;
        text += 1 + places;
        magnitude = (double)(whole * powers[places] + fraction) / (double)powers[places];
    }
    *value = minus ? -magnitude : magnitude;
    return text;
}

/* The bytes before a delimiter, as a word in which 0 follows them, and their number. 0 where they
 * are none, more than seven, or some of them no printable ASCII or a quote. */
static inline uint64_t short_label(const char *text, char delimiter, unsigned *length)
{
    const uint64_t word = short_word(text), ones = short_each(1), marks = short_each(0x80);
    const uint64_t end = word ^ short_each((unsigned char)delimiter);
    const uint64_t quote = word ^ short_each('"');
    const uint64_t ends = (end - ones) & ~end & marks;
    const uint64_t quotes = (quote - ones) & ~quote;
    const uint64_t odd = ((word + ones) | (word - short_each(0x20)) | quotes) & marks;
    if (ends == 0 || (odd & short_below(ends)) != 0)
        return 0;
    *length = short_count(ends);
    return word & short_below(ends);
}

#endif
