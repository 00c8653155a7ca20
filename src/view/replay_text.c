/* SPDX-License-Identifier: MIT */
#include "view/replay_text.h"

#include <math.h>
#include <string.h>

#include "io/number.h"
#include "io/utf8.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

void replay_text_number(FILE *out, double value)
{
    char text[NUMBER_TEXT_SIZE];
    if (isinf(value))
        fputs(value > 0 ? "1e999" : "-1e999", out);
    else if (value == 0 && signbit(value))
        fputs("-0", out);
    else
        fputs(number_format(value, false, text), out);
}

/* Characters below U+0080 that are text in a string of JSON and in HTML alike. */
static int is_harmless(unsigned char byte)
{
    return byte >= 0x20 && byte != 0x7F && strchr("\"\\<>&'", byte) == NULL;
}

/* U+2028 and U+2029 end a line of JavaScript. */
static int ends_line(const char *character, size_t length)
{
    return length == 3 && memcmp(character, "\xE2\x80", 2) == 0 &&
           ((unsigned char)character[2] & 0xFE) == 0xA8;
}

static void write_string_character(FILE *out, const char *at, size_t length)
{
    if (length == 0)
        fputs("\\ufffd", out);
    else if (ends_line(at, length))
        fprintf(out, "\\u202%x", (unsigned char)at[2] & 0x0F);
    else if (length > 1 || is_harmless((unsigned char)*at))
        fwrite(at, 1, length, out);
    else
        fprintf(out, "\\u%04x", (unsigned char)*at);
}

void replay_text_string(FILE *out, const char *text)
{
    putc('"', out);
    for (size_t left = strlen(text), length; left > 0; left -= length > 0 ? length : 1) {
        length = utf8_character(text, left);
        write_string_character(out, text, length);
        text += length > 0 ? length : 1;
    }
    putc('"', out);
}

void replay_text_html(FILE *out, const char *text)
{
    for (size_t left = strlen(text), length; left > 0; left -= length > 0 ? length : 1) {
        length = utf8_printable(text, left);
        if (length == 0)
            fputs(replacement, out);
        else if (length > 1 || is_harmless((unsigned char)*text))
            fwrite(text, 1, length, out);
        else
            fprintf(out, "&#%d;", (unsigned char)*text);
        text += length > 0 ? length : 1;
    }
}
