/* SPDX-License-Identifier: MIT */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "support/run.h"

static number_fault parse(const char *text, double *value)
{
    return number_parse(text, strlen(text), true, value);
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void decimals_and_hex_floats_are_read_exactly(void)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0", 0},
        {"1", 1},
        {"-1.5", -1.5},
        {"+2.", 2},
        {".5", 0.5},
        {"1e3", 1000},
        {"1E-2", 0.01},
        {"0x1p-1", 0.5},
        {"0X1.8P+1", 3},
        {"-0x.8", -0.5},
        {" 7 ", 7},
        {"\t7\t", 7},
        {"4.9e-324", 0x1p-1074},
        {"0x1p-1074", 0x1p-1074},
        {"1e-400", 0},
        {"0x0", 0},
        {"1.7976931348623157e308", DBL_MAX},
        {"inf", INFINITY},
        {"+inf", INFINITY},
        {"Infinity", INFINITY},
        {"0x1.fffffffffffff8p0", 2},
        {"000000001", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = NAN;
        CU_ASSERT_EQUAL(parse(cases[i].text, &value), NUMBER_OK);
        CU_ASSERT_EQUAL(value, cases[i].value);
    }
}

/* The plain twin is strtod, which in the C locale reads the same grammar. */
static void short_decimals_are_read_as_strtod_reads_them(void)
{
    uint64_t state = 3;
    size_t rounds = support_rounds(50000, 1000000, 10000000);
    for (size_t i = 0; i < rounds; i++) {
        char text[32];
        unsigned long long digits = next_random(&state) >> (11 + next_random(&state) % 50);
        int length = snprintf(text, sizeof text, "%0*llu", (int)(next_random(&state) % 18), digits);
        int point = (int)(next_random(&state) % (unsigned)(length + 1));
        memmove(text + point + 1, text + point, (size_t)(length - point) + 1);
        text[point] = '.';
        double value = NAN;
        CU_ASSERT_EQUAL(parse(text, &value), NUMBER_OK);
        CU_ASSERT_EQUAL_FATAL(value, strtod(text, NULL));
    }
}

/* Sixteen to nineteen digits, as printf makes them of doubles and as they come; whole numbers
 * beyond 2^53 are often just half-way between two doubles, and so are halves beyond 2^52. */
static void long_decimals_are_read_as_strtod_reads_them(void)
{
    uint64_t state = 5;
    size_t rounds = support_rounds(50000, 1000000, 10000000);
    for (size_t i = 0; i < rounds; i++) {
        char text[40];
        uint64_t bits = next_random(&state);
        int digits = 16 + (int)(bits % 4), point;
        uint64_t whole = bits >> 10;
        if (i % 4 == 0) /* half-way, or one beside it */
            whole = (((bits >> 11) | UINT64_C(1) << 53) << (1 + bits % 9)) +
                    (UINT64_C(1) << (bits % 9)) + bits % 3 - 1;
        if (i % 4 == 1)
            snprintf(text, sizeof text, "%.*f", digits - 2, (double)(bits >> 11) * 0x1p-49);
        else
            snprintf(text, sizeof text, "%0*llu", digits, (unsigned long long)whole);
        size_t length = strlen(text);
        point = i % 4 == 1 ? 0 : (int)(next_random(&state) % (length + 1));
        if (i % 8 >= 2) {
            memmove(text + point + 1, text + point, length - (size_t)point + 1);
            text[point] = '.';
        }
        if (strchr(text, '.') != strrchr(text, '.'))
            continue;
        double value = NAN;
        CU_ASSERT_EQUAL(parse(text, &value), NUMBER_OK);
        CU_ASSERT_EQUAL_FATAL(value, strtod(text, NULL));
    }
}

static void what_is_no_number_is_named(void)
{
    static const struct {
        const char *text;
        number_fault fault;
    } cases[] = {
        {"", NUMBER_EMPTY},
        {"  ", NUMBER_EMPTY},
        {"x", NUMBER_NOT_NUMBER},
        {"1x", NUMBER_NOT_NUMBER},
        {"1 2", NUMBER_NOT_NUMBER},
        {"1,5", NUMBER_NOT_NUMBER},
        {"--1", NUMBER_NOT_NUMBER},
        {"+", NUMBER_NOT_NUMBER},
        {".", NUMBER_NOT_NUMBER},
        {"e5", NUMBER_NOT_NUMBER},
        {"1e", NUMBER_NOT_NUMBER},
        {"1e+", NUMBER_NOT_NUMBER},
        {"0x", NUMBER_NOT_NUMBER},
        {"0x.p1", NUMBER_NOT_NUMBER},
        {"0x1p", NUMBER_NOT_NUMBER},
        {"nan", NUMBER_NAN},
        {"-NaN", NUMBER_NAN},
        {"nan(7)", NUMBER_NAN},
        {"-inf", NUMBER_INFINITE},
        {"1e309", NUMBER_TOO_LARGE},
        {"-0x1p1024", NUMBER_TOO_LARGE},
        {"infinit", NUMBER_NOT_NUMBER},
        {"1_000", NUMBER_NOT_NUMBER},
        {"1e5.0", NUMBER_NOT_NUMBER},
        {"- 1", NUMBER_NOT_NUMBER},
        {"1d5", NUMBER_NOT_NUMBER},
        {"1f", NUMBER_NOT_NUMBER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = 42;
        CU_ASSERT_EQUAL(parse(cases[i].text, &value), cases[i].fault);
        CU_ASSERT_EQUAL(value, 42);
    }
}

static void infinity_is_refused_where_it_is_not_allowed(void)
{
    double value = 42;
    CU_ASSERT_EQUAL(number_parse("inf", 3, false, &value), NUMBER_INFINITE);
    CU_ASSERT_EQUAL(number_parse("infinity", 8, false, &value), NUMBER_INFINITE);
    CU_ASSERT_EQUAL(value, 42);
}

static void only_the_given_bytes_are_read(void)
{
    double value = 0;
    CU_ASSERT_EQUAL(number_parse("12345", 2, false, &value), NUMBER_OK);
    CU_ASSERT_EQUAL(value, 12);
    CU_ASSERT_EQUAL(number_parse("1\0002", 3, false, &value), NUMBER_NOT_NUMBER);
}

static void a_numeral_of_4096_bytes_is_read_and_a_longer_one_refused(void)
{
    char text[4098];
    double value = 0;
    memset(text, '0', sizeof text);
    text[1] = '.';
    text[4095] = '1';
    CU_ASSERT_EQUAL(number_parse(text, 4096, false, &value), NUMBER_OK);
    CU_ASSERT_EQUAL(value, 0);
    CU_ASSERT_EQUAL(number_parse(text, 4097, false, &value), NUMBER_TOO_LONG);
}

static bool reads_back(double value, bool hex)
{
    char text[NUMBER_TEXT_SIZE];
    double again = NAN;
    const size_t length = number_write(value, hex, text);
    if (length == strlen(text) && length < NUMBER_TEXT_SIZE &&
        parse(text, &again) == NUMBER_OK && again == value)
        return true;
    printf("\n    %a is written as %s and read as %a\n", value, text, again);
    return false;
}

static void random_doubles_read_back(void)
{
    uint64_t state = 0x9E3779B97F4A7C15u;
    size_t rounds = support_rounds(20000, 1000000, 20000000);
    for (size_t i = 0; i < rounds; i++) {
        double value = from_bits(next_random(&state));
        if (isfinite(value) && !(reads_back(value, false) && reads_back(value, true)))
            CU_FAIL_FATAL("does not read back");
    }
}

static void denormals_and_powers_of_two_read_back(void)
{
    uint64_t state = 1;
    for (size_t i = 0; i < 2000; i++)
        CU_ASSERT_TRUE_FATAL(reads_back(from_bits(next_random(&state) >> (12 + i % 50)), false));
    for (int exponent = -1074; exponent < 1024; exponent++)
        CU_ASSERT_TRUE_FATAL(reads_back(-ldexp(1, exponent), false));
}

/* The plain twin: tries every count of digits with printf. */
static int fewest_digits(double value)
{
    char text[64];
    for (int digits = 1; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value)
            return digits;
    }
    return 17;
}

static int count_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && count > 0) {
            zeros++;
        }
    }
    return count;
}

static void decimals_are_never_longer_than_the_shortest_of_printf(void)
{
    uint64_t state = 7;
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < 5000; i++) {
        double value = from_bits(next_random(&state) >> (i % 3 == 0 ? 13 : 1));
        if (isfinite(value) && value != 0)
            CU_ASSERT_TRUE_FATAL(count_digits(number_format(value, false, text)) <=
                                 fewest_digits(value));
    }
}

/* The digits of a numeral without its zeros at either end. */
static void keep_digits(const char *text, char digits[64])
{
    size_t length = 0;
    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= (length > 0 ? '0' : '1') && *text <= '9')
            digits[length++] = *text;
    while (length > 0 && digits[length - 1] == '0')
        length--;
    digits[length] = '\0';
}

static bool has_printfs_digits(double value)
{
    char text[NUMBER_TEXT_SIZE], twin[64], digits[64], twin_digits[64];
    snprintf(twin, sizeof twin, "%.*e", fewest_digits(value) - 1, value);
    keep_digits(twin, twin_digits);
    keep_digits(number_format(value, false, text), digits);
    if (strcmp(digits, twin_digits) == 0 && strtod(text, NULL) == value)
        return true;
    printf("\n    %a is written as %s, by printf as %s\n", value, text, twin);
    return false;
}

/* Bits at random, whole numbers, decimals of every length and what lies beside them, from
 * 1e-5 to 1e17. */
static void numbers_of_human_size_have_the_digits_of_printf(void)
{
    uint64_t state = 11;
    size_t rounds = support_rounds(4000, 200000, 5000000);
    for (size_t i = 0; i < rounds; i++) {
        double scale = pow(10, (int)(next_random(&state) % 22) - 5);
        double value = (double)(next_random(&state) >> 11) * 0x1p-53 * scale;
        double decimal = (double)(next_random(&state) % 1000000) / (i % 2 == 0 ? scale : 1e6);
        const double tries[] = {value, round(value), decimal, nextafter(decimal, INFINITY),
                                nextafter(decimal, 0), scale, nextafter(scale, 0),
                                floor(value * 1024) / 1024};
        int exponent;
        for (size_t k = 0; k < sizeof tries / sizeof *tries; k++)
            if (tries[k] > 0 && frexp(tries[k], &exponent) != 0.5)
                CU_ASSERT_TRUE_FATAL(has_printfs_digits(tries[k]));
    }
}

static void hex_floats_and_whole_numbers_are_those_of_printf(void)
{
    uint64_t state = 12;
    char text[NUMBER_TEXT_SIZE], twin[64];
    for (size_t i = 0; i < support_rounds(20000, 1000000, 20000000); i++) {
        uint64_t bits = next_random(&state) << i % 50;
        double value = from_bits(i % 3 == 0 ? bits >> (11 + i % 50) : bits);
        snprintf(twin, sizeof twin, "%a", value);
        if (isfinite(value) && value != 0)
            CU_ASSERT_STRING_EQUAL_FATAL(number_format(value, true, text), twin);
        snprintf(twin, sizeof twin, "%lld", (long long)(int64_t)bits >> i % 64);
        CU_ASSERT_STRING_EQUAL_FATAL(
            number_format_integer((int64_t)((long long)(int64_t)bits >> i % 64), text), twin);
    }
    CU_ASSERT_STRING_EQUAL(number_format_integer(INT64_MIN, text), "-9223372036854775808");
}

static void whole_numbers_are_as_long_as_they_are_said_to_be(void)
{
    char text[NUMBER_TEXT_SIZE];
    for (int64_t power = 1;; power *= 10) {
        for (int64_t more = -1; more <= 1; more++) {
            CU_ASSERT_EQUAL(number_write_integer(power + more, text), strlen(text));
            CU_ASSERT_EQUAL(number_write_integer(-power - more, text), strlen(text));
        }
        if (power > INT64_MAX / 10)
            break;
    }
    CU_ASSERT_EQUAL(number_write_integer(INT64_MIN, text), strlen(text));
}

static void numbers_are_written_as_people_write_them(void)
{
    static const struct {
        double value;
        const char *decimal, *hex;
    } cases[] = {
        {0, "0", "0x0p+0"},
        {-0.0, "0", "0x0p+0"},
        {0.1, "0.1", "0x1.999999999999ap-4"},
        {-1.5, "-1.5", "-0x1.8p+0"},
        {1000, "1000", "0x1.f4p+9"},
        {0.001, "0.001", "0x1.0624dd2f1a9fcp-10"},
        {1e-5, "1e-5", "0x1.4f8b588e368f1p-17"},
        {1e16, "1e16", "0x1.1c37937e08p+53"},
        {123456789012345680.0, "1.2345678901234568e17", "0x1.b69b4ba630f35p+56"},
        {0x1p-44, "5.684341886080802e-14", "0x1p-44"},
        {0x1p-1074, "5e-324", "0x0.0000000000001p-1022"},
        {DBL_MAX, "1.7976931348623157e308", "0x1.fffffffffffffp+1023"},
        {INFINITY, "inf", "inf"},
        {-INFINITY, "-inf", "-inf"},
    };
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CU_ASSERT_STRING_EQUAL(number_format(cases[i].value, false, text), cases[i].decimal);
        CU_ASSERT_STRING_EQUAL(number_format(cases[i].value, true, text), cases[i].hex);
        CU_ASSERT_EQUAL(number_write(cases[i].value, true, text), strlen(cases[i].hex));
    }
}

static void a_locale_with_a_decimal_comma_changes_nothing(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR",
                                        "pl_PL.UTF-8"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && found == NULL; i++)
        found = setlocale(LC_NUMERIC, names[i]);
    if (found == NULL) {
        support_skip("no locale with a decimal comma is installed");
        return;
    }
    char text[NUMBER_TEXT_SIZE];
    double value = 0;
    CU_ASSERT_EQUAL(parse("1.5e1", &value), NUMBER_OK);
    CU_ASSERT_EQUAL(value, 15);
    CU_ASSERT_EQUAL(parse("1,5", &value), NUMBER_NOT_NUMBER);
    CU_ASSERT_STRING_EQUAL(number_format(2.5, false, text), "2.5");
    CU_ASSERT_STRING_EQUAL(number_format(2.5, true, text), "0x1.4p+1");
    setlocale(LC_NUMERIC, "C");
}

static void each_fault_of_a_number_has_a_clause(void)
{
    static char text[5000];
    double value = 0;
    memset(text, '0', sizeof text);
    CU_ASSERT_EQUAL(number_parse(text, 4096, false, &value), NUMBER_OK);
    CU_ASSERT_EQUAL(number_parse(text, 4097, false, &value), NUMBER_TOO_LONG);
    CU_ASSERT_STRING_EQUAL(number_fault_message(NUMBER_TOO_LONG), "is longer than 4096 bytes");
    CU_ASSERT_STRING_EQUAL(number_fault_message(NUMBER_OK), "is a number");
    CU_ASSERT_EQUAL(number_parse("0XF.FP1", 7, false, &value), NUMBER_OK);
    CU_ASSERT_EQUAL(value, 0xF.Fp1);
}

CU_TestInfo number_tests[] = {
    SUPPORT_TEST(each_fault_of_a_number_has_a_clause),
    SUPPORT_TEST(decimals_and_hex_floats_are_read_exactly),
    SUPPORT_TEST(short_decimals_are_read_as_strtod_reads_them),
    SUPPORT_TEST(long_decimals_are_read_as_strtod_reads_them),
    SUPPORT_TEST(what_is_no_number_is_named),
    SUPPORT_TEST(infinity_is_refused_where_it_is_not_allowed),
    SUPPORT_TEST(only_the_given_bytes_are_read),
    SUPPORT_TEST(a_numeral_of_4096_bytes_is_read_and_a_longer_one_refused),
    SUPPORT_TEST(random_doubles_read_back),
    SUPPORT_TEST(denormals_and_powers_of_two_read_back),
    SUPPORT_TEST(decimals_are_never_longer_than_the_shortest_of_printf),
    SUPPORT_TEST(numbers_of_human_size_have_the_digits_of_printf),
    SUPPORT_TEST(hex_floats_and_whole_numbers_are_those_of_printf),
    SUPPORT_TEST(whole_numbers_are_as_long_as_they_are_said_to_be),
    SUPPORT_TEST(numbers_are_written_as_people_write_them),
    SUPPORT_TEST(a_locale_with_a_decimal_comma_changes_nothing),
    CU_TEST_INFO_NULL,
};
