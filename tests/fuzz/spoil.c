/* SPDX-License-Identifier: MIT */
#include "fuzz/spoil.h"

#include <stdbool.h>
#include <string.h>

enum { LENGTH_MAX = 1 << 16 };

static const char *const words[] = {"",      "0",    "-1",  "x",   "1.5", "2e308",
                                    "1e-9",  "nan",  "inf", "\"",  "7",   "99999999999999999999",
                                    "1e300", "\xc3", "a b", "\\u0"};

typedef struct spoiling {
    const uint8_t *bytes;
    size_t length;
    void (*take)(const uint8_t *bytes, size_t length);
} spoiling;

/* The bytes with what is in first..last replaced. */
static void replace(spoiling *now, size_t first, size_t last, const void *by, size_t by_length)
{
    static uint8_t made[LENGTH_MAX + LENGTH_MAX];
    memcpy(made, now->bytes, first);
    memcpy(made + first, by, by_length);
    memcpy(made + first + by_length, now->bytes + last, now->length - last);
    now->take(made, first + by_length + now->length - last);
}

static bool is_sign(uint8_t byte)
{
    return byte <= ' ' || strchr(",;:=<>\"'()[]{}/*@", byte) != NULL;
}

static void spoil_word(spoiling *now, size_t first, size_t last)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        replace(now, first, last, words[i], strlen(words[i]));
    replace(now, last, now->length, "", 0);
}

static void spoil_sign(spoiling *now, size_t at)
{
    replace(now, at, at + 1, "", 0);
    replace(now, at, at + 1, " ", 1);
}

static void spoil_line(spoiling *now, size_t first, size_t last)
{
    replace(now, first, last, "", 0);
    replace(now, last, last, now->bytes + first, last - first);
}

void spoil(const uint8_t *bytes, size_t length, void (*take)(const uint8_t *bytes, size_t length))
{
    spoiling now = {.bytes = bytes, .length = length, .take = take};
    size_t line = 0, word = 0;
    for (size_t i = 0; i < length && length < LENGTH_MAX; i++) {
        if (!is_sign(bytes[i]))
            continue;
        if (word < i)
            spoil_word(&now, word, i);
        spoil_sign(&now, i);
        word = i + 1;
        if (bytes[i] == '\n') {
            spoil_line(&now, line, word);
            line = word;
        }
    }
}
