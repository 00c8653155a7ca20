/* SPDX-License-Identifier: MIT */
/* Numbers as text: exact both ways.
 *
 * Read: decimal or C99 hex floats, and `inf` where the caller allows it; `nan`
 * is refused. Written: the shortest decimal that reads back to the same double,
 * or a C99 hex float.
 */
#ifndef GRAZE_IO_NUMBER_H
#define GRAZE_IO_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [bytes] enough for any double as number_format writes it, with its 0 byte. */
enum { NUMBER_TEXT_SIZE = 40 };

typedef enum number_fault {
    NUMBER_OK,
    NUMBER_EMPTY,      /* nothing, or blanks only */
    NUMBER_NOT_NUMBER, /* text, or text after the number */
    NUMBER_NAN,
    NUMBER_INFINITE,  /* inf where it is not allowed; -inf never is */
    NUMBER_TOO_LARGE, /* a finite numeral beyond the largest double */
    NUMBER_TOO_LONG   /* a numeral of more than 4096 bytes */
} number_fault;

/* Reads the `length` bytes at `text` as one number; blanks round it are
 * allowed. A numeral that underflows is rounded like any other. */
number_fault number_parse(const char *text, size_t length, bool infinity_allowed, double *value);

/* Reads the plain decimal that a text begins with: a minus or none, digits with a point among them
 * or none, 19 at most. Returns the byte behind it; null where the number is of another kind, or
 * is hard to round: then number_parse reads the same value, or knows what is wrong. The text ends
 * with a byte that is neither digit nor point. */
const char *number_scan(const char *text, double *value);

/* A clause for a message: "is not a number", ... */
const char *number_fault_message(number_fault fault);

/* Writes value into text (NUMBER_TEXT_SIZE bytes), with a 0 byte at its end, and returns its length
 * without that. -0 is written as 0, infinities as inf and -inf. */
size_t number_write(double value, bool hex, char *text);

/* The same for a whole number. */
size_t number_write_integer(int64_t value, char *text);

/* The same, but they return text. */
char *number_format(double value, bool hex, char *text);
char *number_format_integer(int64_t value, char *text);

#endif
