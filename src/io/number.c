/* SPDX-License-Identifier: MIT */
/* Numbers as text. strtod and printf follow the user's locale, so the grammar is
 * checked here first, and the decimal point is translated on the way in and out. */
#include "io/number.h"

#include <float.h>
#include <langinfo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* [bytes] Longer numerals exist only to hurt: an exact double needs 1077. */
enum { NUMERAL_MAX = 4096, RADIX_MAX = 16 };

enum { WHOLE_DIGITS = 19 }; /* that 64 bits certainly hold */

/* ---- reading ----------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_decimal_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex_digit(char c)
{
    return is_decimal_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool word_is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

static bool word_begins(const char *text, size_t length, const char *word)
{
    return length >= strlen(word) && strncasecmp(text, word, strlen(word)) == 0;
}

static size_t count_digits(const char *text, size_t length, bool (*is_digit)(char))
{
    size_t count = 0;
    while (count < length && is_digit(text[count]))
        count++;
    return count;
}

/* The bytes of an exponent ("e-5", "p+3"), or 0 when there is none. */
static size_t count_exponent(const char *text, size_t length, char letter)
{
    if (length < 2 || (text[0] | 0x20) != letter)
        return 0;
    size_t at = 1;
    if (text[at] == '+' || text[at] == '-')
        at++;
    size_t digits = count_digits(text + at, length - at, is_decimal_digit);
    return digits == 0 ? 0 : at + digits;
}

/* Is the whole text one unsigned numeral? *point: where its decimal point is
 * (`length` when there is none). */
static bool is_numeral(const char *text, size_t length, size_t *point)
{
    bool hex = length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
    bool (*is_digit)(char) = hex ? is_hex_digit : is_decimal_digit;
    size_t at = hex ? 2 : 0;
    size_t digits = count_digits(text + at, length - at, is_digit);
    at += digits;
    *point = length;
    if (at < length && text[at] == '.') {
        *point = at++;
        size_t fraction = count_digits(text + at, length - at, is_digit);
        at += fraction;
        digits += fraction;
    }
    if (digits == 0)
        return false;
    at += count_exponent(text + at, length - at, hex ? 'p' : 'e');
    return at == length;
}

/* strtod of a checked numeral, with the point that the locale wants. */
static double convert(const char *text, size_t length, size_t point)
{
    char numeral[NUMERAL_MAX + RADIX_MAX + 1];
    if (point == length) {
        memcpy(numeral, text, length);
        numeral[length] = '\0';
        return strtod(numeral, NULL);
    }
    const char *radix = nl_langinfo(RADIXCHAR);
    size_t radix_length = strnlen(radix, RADIX_MAX);
    memcpy(numeral, text, point);
    memcpy(numeral + point, radix, radix_length);
    memcpy(numeral + point + radix_length, text + point + 1, length - point - 1);
    numeral[length - 1 + radix_length] = '\0';
    return strtod(numeral, NULL);
}

/* The digits of a plain decimal as one whole number; false for hex, exponents, and more
 * digits than 64 bits hold. */
static bool read_digits(const char *text, size_t length, size_t point, uint64_t *whole)
{
    *whole = 0;
    if (length > WHOLE_DIGITS + (size_t)(point < length))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (i == point)
            continue;
        if (!is_decimal_digit(text[i]))
            return false;
        *whole = *whole * 10 + (uint64_t)(text[i] - '0');
    }
    return true;
}

/* Powers of ten up to 10^22 are doubles. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The double nearest to whole / power, a power of ten above. A whole number below 2^53 is a
 * double as well, and one division rounds once. A larger one is the sum of two, and its
 * quotient q + rest, where q leaves an exact remainder, and rest two roundings of 2^-53 each:
 * if the numbers a bit below and a bit above it round to one double, that is the nearest.
 * False for quotients almost half-way between two doubles. */
static bool divide(uint64_t whole, double power, double *value)
{
    const uint64_t low_bits = 2047;
    if (whole <= UINT64_C(1) << 53) {
        *value = (double)whole / power;
        return true;
    }
    double high = (double)(whole & ~low_bits), low = (double)(whole & low_bits);
    double quotient = high / power;
    double rest = (fma(-quotient, power, high) + low) / power;
    double slack = fabs(rest) * 0x1p-50;
    *value = quotient + (rest - slack);
    return *value == quotient + (rest + slack);
}

/* What is left for strtod are exponents, very long numerals, and what `divide` leaves. */
static bool convert_plain(const char *text, size_t length, size_t point, double *value)
{
    uint64_t whole;
    if (FLT_EVAL_METHOD != 0 || !read_digits(text, length, point, &whole))
        return false;
    return divide(whole, powers[point == length ? 0 : length - point - 1], value);
}

/* The digits at `at` behind those that are in *whole already; returns the byte behind them. */
static const char *scan_digits(const char *at, uint64_t *whole)
{
    for (; is_decimal_digit(*at); at++)
        *whole = *whole * 10 + (uint64_t)(*at - '0');
    return at;
}

const char *number_scan(const char *text, double *value)
{
    const char *digits = text + (*text == '-');
    uint64_t whole = 0;
    const char *at = scan_digits(digits, &whole);
    size_t count = (size_t)(at - digits), places = 0;
    if (*at == '.') {
        const char *point = at;
        at = scan_digits(point + 1, &whole);
        places = (size_t)(at - point) - 1;
        count += places;
    }
    double magnitude = (double)whole;
    if (count == 0 || count > WHOLE_DIGITS || FLT_EVAL_METHOD != 0)
        return NULL;
    if ((places > 0 || whole > UINT64_C(1) << 53) && !divide(whole, powers[places], &magnitude))
        return NULL;
    *value = *text == '-' ? -magnitude : magnitude;
    return at;
}

static number_fault read_unsigned(const char *text, size_t length, double *value)
{
    size_t point;
    if (word_begins(text, length, "nan"))
        return NUMBER_NAN;
    if (!is_numeral(text, length, &point))
        return NUMBER_NOT_NUMBER;
    if (length > NUMERAL_MAX)
        return NUMBER_TOO_LONG;
    double magnitude;
    if (!convert_plain(text, length, point, &magnitude))
        magnitude = convert(text, length, point);
    if (isinf(magnitude))
        return NUMBER_TOO_LARGE;
    *value = magnitude;
    return NUMBER_OK;
}

number_fault number_parse(const char *text, size_t length, bool infinity_allowed, double *value)
{
    while (length > 0 && is_blank(text[0])) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    if (length == 0)
        return NUMBER_EMPTY;
    bool negative = text[0] == '-';
    if (negative || text[0] == '+') {
        text++;
        length--;
    }
    if (word_is(text, length, "inf") || word_is(text, length, "infinity")) {
        if (negative || !infinity_allowed)
            return NUMBER_INFINITE;
        *value = INFINITY;
        return NUMBER_OK;
    }
    double magnitude = 0;
    number_fault fault = read_unsigned(text, length, &magnitude);
    if (fault == NUMBER_OK)
        *value = negative ? -magnitude : magnitude;
    return fault;
}

const char *number_fault_message(number_fault fault)
{
    switch (fault) {
    case NUMBER_OK:
        return "is a number";
    case NUMBER_EMPTY:
        return "is empty where a number is needed";
    case NUMBER_NOT_NUMBER:
        return "is not a number";
    case NUMBER_NAN:
        return "is not a number (nan)";
    case NUMBER_INFINITE:
        return "is infinite where a finite number is needed";
    case NUMBER_TOO_LARGE:
        return "is beyond the largest double";
    case NUMBER_TOO_LONG:
        return "is longer than 4096 bytes";
    }
    return "is not a number";
}

/* ---- writing ----------------------------------------------------------------------- */

enum { DIGITS_MAX = 17 }; /* that many always read back */

/* A positive finite number as digits: 0.d1d2d3... * 10^exponent. */
typedef struct decimal {
    char digits[DIGITS_MAX + 1];
    int count;
    int exponent;
} decimal;

static void decimal_trim(decimal *d)
{
    while (d->count > 1 && d->digits[d->count - 1] == '0')
        d->count--;
    d->digits[d->count] = '\0';
}

/* The `count` digits nearest to value. */
static decimal decimal_nearest(double value, int count)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    decimal d = {.count = 0};
    const char *at = text;
    for (; *at != 'e' && *at != '\0'; at++) /* whatever the radix character is, it is skipped */
        if (is_decimal_digit(*at) && d.count < DIGITS_MAX)
            d.digits[d.count++] = *at;
    d.exponent = (*at == 'e' ? atoi(at + 1) : 0) + 1;
    return d;
}

/* One unit of the last digit more. */
static decimal decimal_above(decimal d)
{
    int at = d.count - 1;
    while (at >= 0 && d.digits[at] == '9')
        d.digits[at--] = '0';
    if (at >= 0) {
        d.digits[at]++;
        return d;
    }
    memset(d.digits, '0', (size_t)d.count);
    d.digits[0] = '1';
    d.exponent++;
    return d;
}

static bool decimal_reads_back(const decimal *d, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.*se%d", d->count, d->digits, d->exponent - d->count);
    return strtod(text, NULL) == value;
}

/* Fewest digits that read back. Decimals of up to 15 digits survive a normal
 * double, so the search may begin there (trailing zeros fall off); a denormal
 * carries fewer. Below a power of two doubles are twice as dense, so there the
 * nearest decimal may fail where its upper neighbour reads back. */
static decimal decimal_shortest(double value)
{
    int exponent;
    bool power_of_two = frexp(value, &exponent) == 0.5;
    decimal d = {.count = 0};
    for (int count = value < DBL_MIN ? 1 : DBL_DIG; count <= DIGITS_MAX; count++) {
        d = decimal_nearest(value, count);
        if (decimal_reads_back(&d, value))
            break;
        decimal above = decimal_above(d);
        if (power_of_two && decimal_reads_back(&above, value)) {
            d = above;
            break;
        }
    }
    decimal_trim(&d);
    return d;
}

/* ---- writing without printf ----------------------------------------------------------- */

/* The whole number nearest to value * power, both positive; false for a tie. The product is
 * high + low without an error, and |low| is at most half a unit of high's last bit. From 2^53
 * on, high is whole; below, its distance to a half is 0 or at least such a unit, and so more
 * than low. */
static bool nearest_whole(double value, double power, uint64_t *whole)
{
    double high = value * power, low = fma(value, power, -high);
    double floored = floor(high), above_half = (high - floored) - 0.5;
    if (high >= 0x1p53) {
        double rounded = nearbyint(low);
        *whole = (uint64_t)high + (uint64_t)(int64_t)rounded;
        return fabs(low - rounded) != 0.5;
    }
    double side = above_half != 0 ? above_half : low;
    *whole = (uint64_t)floored + (side > 0);
    return side != 0;
}

typedef enum decimal_fit { DECIMAL_FITS, DECIMAL_TOO_SHORT, DECIMAL_UNSURE } decimal_fit;

/* Value as `count` digits: do they read back? integer_digits: of value, 1 or more; or 0 and
 * less for zeros behind the point. */
static decimal_fit fit_decimal(double value, int count, int integer_digits, decimal *d)
{
    int places = count - integer_digits;
    uint64_t whole;
    double back;
    if (places < 0 || places >= (int)(sizeof powers / sizeof *powers) ||
        !nearest_whole(value, powers[places], &whole) || !divide(whole, powers[places], &back) ||
        whole >= (uint64_t)powers[count] || whole < (uint64_t)powers[count - 1])
        return DECIMAL_UNSURE;
    if (back != value)
        return DECIMAL_TOO_SHORT;
    d->count = count;
    d->exponent = integer_digits;
    for (int i = count - 1; i >= 0; i--, whole /= 10)
        d->digits[i] = (char)('0' + whole % 10);
    decimal_trim(d);
    return DECIMAL_FITS;
}

/* The same digits as decimal_shortest, for most numbers of human size; false for the others.
 * Where the nearest decimal does not read back, its neighbour only may below a power of two. */
static bool decimal_quickly(double value, decimal *d)
{
    int exponent, integer_digits = 1;
    bool power_of_two = frexp(value, &exponent) == 0.5;
    if (FLT_EVAL_METHOD != 0 || value < 1e-4 || value >= 1e15)
        return false;
    for (double scaled = value; scaled < 1; scaled *= 10)
        integer_digits--;
    while (integer_digits > 0 && value >= powers[integer_digits])
        integer_digits++;
    decimal_fit fit = DECIMAL_TOO_SHORT;
    int most = power_of_two ? DBL_DIG : DIGITS_MAX;
    for (int count = DBL_DIG; count <= most && fit == DECIMAL_TOO_SHORT; count++)
        fit = fit_decimal(value, count, integer_digits, d);
    return fit == DECIMAL_FITS;
}

static char *put(char *text, const char *bytes, int count)
{
    memcpy(text, bytes, (size_t)count);
    return text + count;
}

/* Fixed notation while it stays short, else d.ddde-7. Returns its end. */
static char *write_decimal(const decimal *d, char *text)
{
    static const char zeros[] = "0000000000000000";
    int count = d->count, exponent = d->exponent;
    bool fixed = exponent > -4 && exponent <= (exponent > count ? DIGITS_MAX - 1 : count);
    int whole = fixed ? exponent : 1; /* digits before the point */
    if (whole >= count) {
        text = put(text, d->digits, count);
        text = put(text, zeros, whole - count);
    } else if (whole > 0) {
        text = put(text, d->digits, whole);
        *text++ = '.';
        text = put(text, d->digits + whole, count - whole);
    } else {
        text = put(text, "0.", 2);
        text = put(text, zeros, -whole);
        text = put(text, d->digits, count);
    }
    *text = '\0';
    if (fixed)
        return text;
    *text++ = 'e';
    return text + number_write_integer(exponent - 1, text);
}

/* As %a writes it, with a '.' whatever the locale says. Returns its end. */
static char *write_hex(double value, char *text)
{
    static const char hex_digits[] = "0123456789abcdef";
    enum { FRACTION_BITS = 52, BIAS = 1023 };
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> FRACTION_BITS);
    uint64_t fraction = bits << (64 - FRACTION_BITS); /* the digits from the top */
    *text++ = '0';
    *text++ = 'x';
    *text++ = exponent > 0 ? '1' : '0';
    if (fraction != 0)
        *text++ = '.';
    for (; fraction != 0; fraction <<= 4)
        *text++ = hex_digits[fraction >> 60];
    *text++ = 'p';
    exponent = exponent > 0 ? exponent - BIAS : 1 - BIAS;
    *text++ = exponent < 0 ? '-' : '+';
    return text + number_write_integer(exponent < 0 ? -exponent : exponent, text);
}

size_t number_write_integer(int64_t value, char *text)
{
    const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t length = 1 + (value < 0);
    for (uint64_t rest = magnitude; rest >= 10; rest /= 10)
        length++;
    char *at = text + length;
    *at = '\0';
    uint64_t rest = magnitude;
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0)
        *--at = '-';
    return length;
}

static size_t write_word(const char *word, char *text)
{
    const size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

size_t number_write(double value, bool hex, char *text)
{
    if (isnan(value))
        return write_word("nan", text);
    if (isinf(value))
        return write_word(value < 0 ? "-inf" : "inf", text);
    if (value == 0)
        return write_word(hex ? "0x0p+0" : "0", text);
    char *end = text;
    if (value < 0)
        *end++ = '-';
    if (hex) {
        end = write_hex(fabs(value), end);
    } else {
        decimal shortest;
        if (!decimal_quickly(fabs(value), &shortest))
            shortest = decimal_shortest(fabs(value));
        end = write_decimal(&shortest, end);
    }
    return (size_t)(end - text);
}

char *number_format_integer(int64_t value, char *text)
{
    number_write_integer(value, text);
    return text;
}

char *number_format(double value, bool hex, char *text)
{
    number_write(value, hex, text);
    return text;
}
