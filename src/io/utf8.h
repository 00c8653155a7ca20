/* SPDX-License-Identifier: MIT */
/* UTF-8: which bytes are text. */
#ifndef GRAZE_IO_UTF8_H
#define GRAZE_IO_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the well-formed character at `text` takes (1 to 4), or 0 when
 * the bytes are no UTF-8. Control characters count as characters. */
size_t utf8_character(const char *text, size_t length);

/* The same, but 0 for control characters too, and for those that turn the direction of the text
 * behind them or end its line: a terminal would obey them. */
size_t utf8_printable(const char *text, size_t length);

/* True for the second and later bytes of a character. */
bool utf8_continues(char byte);

/* Where the first byte that is no UTF-8 is; `length` when there is none. */
size_t utf8_fault(const char *text, size_t length);

#endif
