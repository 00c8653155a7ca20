/* SPDX-License-Identifier: MIT */
/* Where textual results go: a file that appears whole or not at all, or
 * standard output, to which nothing is written before everything is known to be
 * good.
 *
 * What is written is held in a file without a name (standard output, devices,
 * pipes) or in a temporary file beside its goal, and handed over by
 * output_commit. output_discard leaves no trace; a signal does the same.
 */
#ifndef GRAZE_CLI_OUTPUT_H
#define GRAZE_CLI_OUTPUT_H

#include <stdio.h>

#include "io/diagnostic.h"

typedef struct output output;

/* path: null or "-" is standard output. IO_SYSTEM (reported) when it cannot be
 * written, IO_MEMORY. */
io_result output_open(const char *path, diagnostics *sink, output **result);

/* The stream to write to. */
FILE *output_stream(output *out);

/* Hands the results over, flushed and checked, and frees. A reader that has
 * closed its pipe is IO_SYSTEM without a message. */
io_result output_commit(output *out, diagnostics *sink);

/* Throws the results away and frees. Null is allowed. */
void output_discard(output *out);

/* Opens a file without a name in $TMPDIR, or else /tmp, which is gone with the process. -1, and
 * errno, where there can be none. */
int output_nameless(void);

#endif
