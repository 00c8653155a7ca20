/* SPDX-License-Identifier: MIT */
/* A source: the bytes of one input file or of standard input, read once from
 * front to back, with their SHA-256 on request. */
#ifndef GRAZE_IO_SOURCE_H
#define GRAZE_IO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"

typedef struct source source;

enum { SOURCE_HASH_SIZE = 65 }; /* [bytes] lower-case hex and its 0 byte */

/* Opens a file; "-" is standard input. hashed: source_hash will be asked for. */
io_result source_open(const char *path, bool hashed, diagnostics *sink, source **result);

/* Closes it; null is allowed. Standard input stays open. */
void source_close(source *input);

/* The name for diagnostics; lives as long as the source. */
const char *source_name(const source *input);

/* [bytes] of a file; 0 where nobody knows, as of a pipe. */
size_t source_size(const source *input);

/* Reads at most `room` bytes. *got = 0 is the end of the input. */
io_result source_read(source *input, diagnostics *sink, char *buffer, size_t room, size_t *got);

/* What kind of file is it? The first byte that is neither blank nor part of a
 * byte-order mark, without taking it away; -1 when there is none. */
io_result source_peek(source *input, diagnostics *sink, int *first);

/* The first bytes of the input (at most 4096, fewer when it is shorter) from the first that
 * is neither blank nor part of a byte-order mark, without taking them away; good until
 * source_read. */
io_result source_look(source *input, diagnostics *sink, const char **bytes, size_t *length);

/* Reads at least so much of what is left of the input into memory (SIZE_MAX: all of it).
 * *bytes is good until the next call of this or source_close, and what follows is read from
 * there: a format that is known only by its middle can be looked for. */
io_result source_hold(source *input, diagnostics *sink, size_t least, const char **bytes,
                      size_t *length);

/* The SHA-256 of all bytes; once, after everything was read. */
void source_hash(source *input, char hash[SOURCE_HASH_SIZE]);

#endif
