/* SPDX-License-Identifier: MIT */
#include "io/utf8.h"

/* Longer forms than needed, surrogates and numbers above U+10FFFF are refused
 * by the bounds on the second byte (Unicode, table 3-7). */
typedef struct utf8_lead {
    unsigned char first, last;     /* of the lead byte */
    unsigned char lowest, highest; /* of the second byte */
    size_t length;
} utf8_lead;

static const utf8_lead leads[] = {
    {0x00, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static bool is_whole(const char *text, size_t length, const utf8_lead *lead)
{
    if (length < lead->length)
        return false;
    if (lead->length == 1)
        return true;
    unsigned char second = (unsigned char)text[1];
    if (second < lead->lowest || second > lead->highest)
        return false;
    for (size_t at = 2; at < lead->length; at++)
        if (!utf8_continues(text[at]))
            return false;
    return true;
}

size_t utf8_character(const char *text, size_t length)
{
    unsigned char first = length > 0 ? (unsigned char)text[0] : 0;
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (first >= leads[i].first && first <= leads[i].last)
            return is_whole(text, length, &leads[i]) ? leads[i].length : 0;
    return 0;
}

/* Of the characters of three bytes: U+200E, U+200F (marks), U+2028, U+2029 (line ends),
 * U+202A to U+202E (embeddings and overrides), U+2066 to U+2069 (isolates). */
static bool turns_text(const unsigned char *text)
{
    if (text[0] != 0xE2)
        return false;
    if (text[1] == 0x80)
        return text[2] == 0x8E || text[2] == 0x8F || (text[2] >= 0xA8 && text[2] <= 0xAE);
    return text[1] == 0x81 && text[2] >= 0xA6 && text[2] <= 0xA9;
}

size_t utf8_printable(const char *text, size_t length)
{
    size_t bytes = utf8_character(text, length);
    unsigned char first = bytes > 0 ? (unsigned char)text[0] : 0;
    bool ascii_control = bytes == 1 && (first < 0x20 || first == 0x7F);
    bool high_control = bytes == 2 && first == 0xC2 && (unsigned char)text[1] < 0xA0;
    bool letter_mark = bytes == 2 && first == 0xD8 && (unsigned char)text[1] == 0x9C; /* U+061C */
    bool turning = bytes == 3 && turns_text((const unsigned char *)text);
    return ascii_control || high_control || letter_mark || turning ? 0 : bytes;
}

size_t utf8_fault(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        if (((unsigned char)text[at] & 0x80) == 0) {
            at++;
            continue;
        }
        size_t bytes = utf8_character(text + at, length - at);
        if (bytes == 0)
            return at;
        at += bytes;
    }
    return length;
}
