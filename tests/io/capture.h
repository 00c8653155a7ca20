/* SPDX-License-Identifier: MIT */
/* Test files and captured diagnostics. A capture is a temporary file with given
 * bytes and a sink that remembers what a reader says about it. */
#ifndef GRAZE_TESTS_IO_CAPTURE_H
#define GRAZE_TESTS_IO_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"

typedef struct capture {
    diagnostics sink;
    char path[256];
    char *text; /* what was said; after capture_said */
    size_t text_length;
} capture;

/* Writes the file; fails the test (fatally) when it cannot. */
void capture_open(capture *c, const char *bytes, size_t length);
void capture_open_text(capture *c, const char *text);
void capture_close(capture *c);

/* Everything said so far, with the file's path shown as "FILE". */
const char *capture_said(capture *c);

/* Does what was said begin with `expected`? Prints both when not. */
bool capture_says(capture *c, const char *expected);

/* Is `line` one of the lines that were said (up to its first newline, if any,
 * and all of them in a row)? Prints both when not. */
bool capture_mentions(capture *c, const char *lines);

#endif
