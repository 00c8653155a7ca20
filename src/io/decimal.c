/* SPDX-License-Identifier: MIT */
#include "io/decimal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/number.h"

enum { SCALE_MAX = 18 };

bool decimal_multiply(decimal *value, uint64_t count)
{
    if (count > 0 && value->digits > UINT64_MAX / count)
        return false;
    value->digits *= count;
    return true;
}

static bool rescale(decimal *value, unsigned scale)
{
    while (value->scale < scale) {
        if (!decimal_multiply(value, 10))
            return false;
        value->scale++;
    }
    return true;
}

/* Zeros at the end say nothing. */
static void shorten(decimal *value)
{
    while (value->scale > 0 && value->digits % 10 == 0) {
        value->digits /= 10;
        value->scale--;
    }
}

bool decimal_add(decimal *sum, decimal value)
{
    decimal kept = *sum;
    if (!rescale(&kept, value.scale) || !rescale(&value, kept.scale) ||
        kept.digits > UINT64_MAX - value.digits)
        return false;
    kept.digits += value.digits;
    shorten(&kept);
    *sum = kept;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The exponent of a numeral, from its `e` to the end. */
static bool parse_exponent(const char *text, size_t length, int *exponent)
{
    enum { EXPONENT_MAX = 400 };
    size_t at = 1;
    *exponent = 0;
    bool negative = at < length && text[at] == '-';
    at += at < length && (text[at] == '-' || text[at] == '+');
    if (at == length)
        return false;
    for (; at < length && is_digit(text[at]) && *exponent < EXPONENT_MAX; at++)
        *exponent = 10 * *exponent + (text[at] - '0');
    *exponent = negative ? -*exponent : *exponent;
    return at == length;
}

/* Brings digits * 10^-places * 10^exponent into shape. */
static bool place_point(decimal *value, int places, int exponent)
{
    int scale = places - exponent;
    for (; scale > SCALE_MAX && value->digits % 10 == 0 && value->digits > 0; scale--)
        value->digits /= 10;
    if (value->digits == 0)
        scale = 0;
    if (scale > SCALE_MAX)
        return false;
    for (; scale < 0; scale++)
        if (!decimal_multiply(value, 10))
            return false;
    value->scale = (unsigned)scale;
    shorten(value);
    return true;
}

bool decimal_parse(const char *text, size_t length, decimal *value)
{
    size_t at = length > 0 && text[0] == '+';
    int places = 0, exponent = 0;
    bool point = false, any = false;
    *value = (decimal){0};
    for (; at < length && (is_digit(text[at]) || (text[at] == '.' && !point)); at++) {
        if (text[at] == '.') {
            point = true;
            continue;
        }
        uint64_t digit = (uint64_t)(text[at] - '0');
        if (!decimal_multiply(value, 10) || value->digits > UINT64_MAX - digit)
            return false;
        value->digits += digit;
        places += point;
        any = true;
    }
    if (at < length && (text[at] != 'e' && text[at] != 'E'))
        return false;
    if (at < length && !parse_exponent(text + at, length - at, &exponent))
        return false;
    return any && place_point(value, places, exponent);
}

double decimal_rounded(decimal value)
{
    char text[48];
    double rounded = 0;
    snprintf(text, sizeof text, "%" PRIu64 "e-%u", value.digits, value.scale);
    number_parse(text, strlen(text), false, &rounded);
    return rounded;
}
