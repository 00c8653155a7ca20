/* SPDX-License-Identifier: MIT */
#include "io/scan.h"

#include <string.h>

#include "io/number.h"

static const char *here(const scan *s)
{
    return s->all->text + s->at;
}

static size_t left(const scan *s)
{
    return s->all->text_length - s->at;
}

scan scan_line(lines *all)
{
    return (scan){.all = all};
}

bool scan_at_end(scan *s)
{
    while (left(s) > 0 && (*here(s) == ' ' || *here(s) == '\t'))
        s->at++;
    return left(s) == 0;
}

bool scan_skip(scan *s, const char *text)
{
    size_t length = strlen(text);
    if (scan_at_end(s) || left(s) < length || memcmp(here(s), text, length) != 0)
        return false;
    s->at += length;
    return true;
}

static bool refuse(scan *s, const char *hint, const char *what)
{
    if (!s->failed)
        lines_error(s->all, s->at, hint, "%s is missing here", what);
    s->failed = true;
    return false;
}

bool scan_expect(scan *s, const char *text, const char *hint)
{
    char what[40] = "'";
    if (scan_skip(s, text))
        return true;
    strncat(what, text, sizeof what - 3);
    strcat(what, "'");
    return refuse(s, hint, what);
}

/* How many bytes from here are of this set. */
static size_t span(const scan *s, const char *set)
{
    size_t length = 0;
    while (length < left(s) && here(s)[length] != '\0' && strchr(set, here(s)[length]) != NULL)
        length++;
    return length;
}

bool scan_number(scan *s, const char *hint, double *value)
{
    scan_at_end(s);
    size_t length = span(s, "+-.0123456789eE");
    if (length == 0 || number_parse(here(s), length, false, value) != NUMBER_OK)
        return refuse(s, hint, "a number");
    s->at += length;
    return true;
}

bool scan_integer(scan *s, const char *hint, long long *value)
{
    enum { DIGITS_MAX = 16 };
    static const long long largest = 1LL << 53;
    scan_at_end(s);
    size_t sign = left(s) > 0 && (*here(s) == '-' || *here(s) == '+');
    s->at += sign;
    size_t length = span(s, "0123456789");
    bool negative = sign > 0 && here(s)[-1] == '-';
    *value = 0;
    for (size_t i = 0; i < length && length <= DIGITS_MAX; i++)
        *value = 10 * *value + (here(s)[i] - '0');
    if (length == 0 || length > DIGITS_MAX || *value > largest) {
        s->at -= sign;
        return refuse(s, hint, "a whole number");
    }
    *value = negative ? -*value : *value;
    s->at += length;
    return true;
}
