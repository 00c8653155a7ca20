/* SPDX-License-Identifier: MIT */
/* Diagnostics: how the driver tells a person what is wrong with an input.
 *
 *     FILE:LINE:COLUMN: error: what is wrong
 *     <the source line>
 *           ^
 *     hint: what was expected
 *
 * Lines and columns count from 1, columns in bytes. At most
 * DIAGNOSTIC_SHOWN_MAX are printed; diagnostic_finish then tells how many more
 * there were. Nothing here decides an exit status.
 */
#ifndef GRAZE_IO_DIAGNOSTIC_H
#define GRAZE_IO_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { DIAGNOSTIC_SHOWN_MAX = 20 };

/* What a reader or writer of the driver answers. The cli maps it to an exit
 * status: OK 0, BAD_INPUT 2, SYSTEM 4, MEMORY 5. */
typedef enum io_result { IO_OK, IO_BAD_INPUT, IO_SYSTEM, IO_MEMORY } io_result;

typedef struct diagnostics {
    FILE *out;     /* where they go; the driver's standard error */
    bool color;    /* ANSI colours allowed */
    size_t errors; /* [count] reported so far, shown or not */
} diagnostics;

/* Where in a file something is. line 0: the file as a whole; column 0: the
 * line as a whole. text (may be null) is the source line without its line end,
 * of `text_length` bytes; it is shortened round the column when it is long, and
 * bytes that are not printable are shown as '?'. */
typedef struct diagnostic_place {
    const char *file;
    size_t line, column;
    const char *text;
    size_t text_length;
} diagnostic_place;

/* Reports one error. hint (may be null) says what was expected. */
void diagnostic_error(diagnostics *sink, const diagnostic_place *place, const char *hint,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Tells what is no error, in one line. */
void diagnostic_note(diagnostics *sink, const diagnostic_place *place, const char *message);

/* Says something that is no error, in the same words; it is not counted. */
void diagnostic_warning(diagnostics *sink, const diagnostic_place *place, const char *hint,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints how many errors were not shown, if any. */
void diagnostic_finish(diagnostics *sink);

#endif
