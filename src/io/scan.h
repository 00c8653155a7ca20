/* SPDX-License-Identifier: MIT */
/* Words, numbers and marks of one line, from left to right: for formats that are text in a
 * shape of their own. A scan belongs to the line at hand of its `lines`; what does not fit is
 * reported at its byte, once a line. */
#ifndef GRAZE_IO_SCAN_H
#define GRAZE_IO_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "io/lines.h"

typedef struct scan {
    lines *all;
    size_t at;   /* the next byte of the line */
    bool failed; /* something was reported, or found missing */
} scan;

/* The scan of the line at hand. */
scan scan_line(lines *all);

/* Passes over blanks and tabs. True when nothing else is left. */
bool scan_at_end(scan *s);

/* Passes over this text, blanks before it included; false (and nothing is passed) when
 * something else is there. */
bool scan_skip(scan *s, const char *text);

/* The same, where it has to be there: reports when it is not. */
bool scan_expect(scan *s, const char *text, const char *hint);

/* A whole number between -2^53 and 2^53, with or without a sign. */
bool scan_integer(scan *s, const char *hint, long long *value);

/* A finite number in decimals. */
bool scan_number(scan *s, const char *hint, double *value);

#endif
