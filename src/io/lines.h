/* SPDX-License-Identifier: MIT */
/* Text files without a table: their lines, one by one, with the place of every fault.
 * The file is held whole. Lines end in a line feed, or carriage return and line feed. */
#ifndef GRAZE_IO_LINES_H
#define GRAZE_IO_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct lines {
    source *input;
    diagnostics *sink;
    const char *bytes; /* the source holds them */
    size_t length;
    const char *text;   /* this line, without its end */
    size_t text_length;
    size_t next;        /* where the next line begins */
    size_t number;      /* of this line, from 1 */
    bool failed;
} lines;

/* Reads the whole file; lines_close in any case. */
io_result lines_open(source *input, diagnostics *sink, lines *all);

/* Goes to the next line; false at the end. Blank lines that end a file are no lines. */
bool lines_next(lines *all);

/* Finds the next word of this line at or behind *at (blanks and tabs are between words), and
 * puts *at behind it; false when there is none, *at being the line's end then. */
bool lines_word(const lines *all, size_t *at, const char **word, size_t *length);

/* Reports an error at a byte of this line. */
void lines_error(lines *all, size_t at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* IO_BAD_INPUT if anything was reported and result is IO_OK, else result. */
io_result lines_close(lines *all, io_result result);

#endif
