/* SPDX-License-Identifier: MIT */
/* What the writers of plans, maps and scenarios share.
 *
 * Numbers are written as the shortest decimals that read back to the same double, so a
 * file that is written and read again holds the same bits. What a format cannot hold is an
 * error at its agent or vertex, and IO_BAD_INPUT; all such faults are reported, and what has
 * been written by then is not to be used. Failures of the stream stay in the stream, for
 * its owner to find.
 */
#ifndef GRAZE_IO_WRITING_H
#define GRAZE_IO_WRITING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "io/diagnostic.h"

typedef struct writing {
    FILE *out;
    diagnostics *sink;
    const char *file;     /* what is converted, for messages */
    const char *scenario_file; /* of the plan, or null */
    bool drop;            /* leave out names and sizes for which a format has no place */
    size_t refused;       /* [count] reported so far */
} writing;

/* Reports what the format cannot hold. */
void writing_refuse(writing *to, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* IO_OK unless something was refused. */
io_result writing_result(const writing *to);

/* One number, one CSV field. */
void writing_number(writing *to, double value);
void writing_field(writing *to, const char *text);

/* Is this the name that agent or vertex `index` has in a format that only counts? Refuses,
 * once for all of them, unless names may be dropped. kind: "agent" or "vertex". */
bool writing_counts(writing *to, const char *kind, const char *label, size_t index);

#endif
