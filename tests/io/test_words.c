/* SPDX-License-Identifier: MIT */
/* UTF-8, suggestions and hashes. */
#include <string.h>

#include "io/sha256.h"
#include "io/spelling.h"
#include "io/utf8.h"
#include "support/run.h"

static void well_formed_characters_are_measured(void)
{
    CU_ASSERT_EQUAL(utf8_character("a", 1), 1);
    CU_ASSERT_EQUAL(utf8_character("\0", 1), 1);
    CU_ASSERT_EQUAL(utf8_character("\xC3\xA9", 2), 2);
    CU_ASSERT_EQUAL(utf8_character("\xE2\x82\xAC", 3), 3);
    CU_ASSERT_EQUAL(utf8_character("\xF0\x9F\xA4\x96!", 5), 4);
    CU_ASSERT_EQUAL(utf8_character("\xF4\x8F\xBF\xBF", 4), 4);
    CU_ASSERT_EQUAL(utf8_character("\xED\x9F\xBF", 3), 3);
}

static void ill_formed_bytes_are_no_character(void)
{
    static const char *const cases[] = {
        "\x80",
        "\xC0\x80",
        "\xC1\xBF",
        "\xC3",
        "\xC3(",
        "\xE0\x9F\xBF",
        "\xE2\x82",
        "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xE2\x82(",
        "\xFF",
        "\xF0\x9F\xA4",
        "\xF5\x80\x80\x80",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CU_ASSERT_EQUAL(utf8_character(cases[i], strlen(cases[i])), 0);
        CU_ASSERT_EQUAL(utf8_fault(cases[i], strlen(cases[i])), 0);
    }
    CU_ASSERT_EQUAL(utf8_character("", 0), 0);
}

static void the_first_fault_of_a_text_is_found(void)
{
    CU_ASSERT_EQUAL(utf8_fault("ab\xC3\xA9", 4), 4);
    CU_ASSERT_EQUAL(utf8_fault("ab\xC3\xA9\xC3", 5), 4);
    CU_ASSERT_EQUAL(utf8_fault("\xC3\xA9z\x80z", 5), 3);
}

static void control_characters_are_not_printable(void)
{
    CU_ASSERT_EQUAL(utf8_printable("\x1b", 1), 0);
    CU_ASSERT_EQUAL(utf8_printable("\x7f", 1), 0);
    CU_ASSERT_EQUAL(utf8_printable("\xC2\x85", 2), 0);
    CU_ASSERT_EQUAL(utf8_printable("\xC2\xA0", 2), 2);
    CU_ASSERT_EQUAL(utf8_printable("~", 1), 1);
}

/* What turns the direction of the text behind it, or breaks its line. */
static void directional_controls_are_not_printable(void)
{
    static const char *const controls[] = {
        "\xD8\x9C",     "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9",
        "\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9"};
    static const char *const others[] = {"\xD8\x9B",     "\xD8\x9D",     "\xE2\x80\x8D",
                                         "\xE2\x80\x90", "\xE2\x80\xA7", "\xE2\x80\xAF",
                                         "\xE2\x81\xA5", "\xE2\x81\xAA", "\xE3\x80\xAE"};
    for (size_t i = 0; i < 9; i++) {
        CU_ASSERT_EQUAL(utf8_printable(controls[i], strlen(controls[i])), 0);
        CU_ASSERT_EQUAL(utf8_character(controls[i], strlen(controls[i])), strlen(controls[i]));
        CU_ASSERT_EQUAL(utf8_printable(others[i], strlen(others[i])), strlen(others[i]));
    }
}

static const char *nearest(const char *typed)
{
    static const char *const words[] = {"agent", "time", "x", "y", "radius", "duration"};
    const char *word = spelling_nearest(typed, strlen(typed), words, 6);
    return word != NULL ? word : "";
}

static void the_word_that_was_meant_is_suggested(void)
{
    CU_ASSERT_STRING_EQUAL(nearest("tiem"), "time");
    CU_ASSERT_STRING_EQUAL(nearest("Time"), "time");
    CU_ASSERT_STRING_EQUAL(nearest("raduis"), "radius");
    CU_ASSERT_STRING_EQUAL(nearest("agnt"), "agent");
    CU_ASSERT_STRING_EQUAL(nearest("agents"), "agent");
    CU_ASSERT_STRING_EQUAL(nearest("durration"), "duration");
    CU_ASSERT_STRING_EQUAL(nearest("X"), "x");
    CU_ASSERT_STRING_EQUAL(nearest(" time"), "time");
}

static void a_strange_word_suggests_nothing(void)
{
    CU_ASSERT_STRING_EQUAL(nearest("colour"), "");
    CU_ASSERT_STRING_EQUAL(nearest("z"), "");
    CU_ASSERT_STRING_EQUAL(nearest(""), "");
    CU_ASSERT_STRING_EQUAL(nearest("radiusradiusradiusradiusradiusradiusradiusradius"), "");
}

/* ---- SHA-256 --------------------------------------------------------------------------- */

/* FIPS 180-4 and the examples beside it; the bytes come in pieces. */
static void known_bytes_have_the_published_hash(void)
{
    static const char *const cases[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t piece = 1; piece < 64; piece++) {
            const size_t length = strlen(cases[i][0]);
            char text[SHA256_TEXT_SIZE];
            sha256 hash;
            sha256_begin(&hash);
            for (size_t at = 0; at < length; at += piece)
                sha256_add(&hash, cases[i][0] + at, length - at < piece ? length - at : piece);
            sha256_end(&hash, text);
            CU_ASSERT_STRING_EQUAL(text, cases[i][1]);
        }
}

CU_TestInfo words_tests[] = {
    SUPPORT_TEST(well_formed_characters_are_measured),
    SUPPORT_TEST(ill_formed_bytes_are_no_character),
    SUPPORT_TEST(the_first_fault_of_a_text_is_found),
    SUPPORT_TEST(control_characters_are_not_printable),
    SUPPORT_TEST(directional_controls_are_not_printable),
    SUPPORT_TEST(the_word_that_was_meant_is_suggested),
    SUPPORT_TEST(a_strange_word_suggests_nothing),
    SUPPORT_TEST(known_bytes_have_the_published_hash),
    CU_TEST_INFO_NULL,
};
