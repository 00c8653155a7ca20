/* SPDX-License-Identifier: MIT */
/* Pairs with exact answers, read from files of the shared data folder: `#` lines,
 * one of which names the columns; C99 hex floats between commas; after the columns
 * a count and as many triples `lower,upper,exact`, for one question or two.
 */
#ifndef GRAZE_BENCHMARKS_ANSWERS_H
#define GRAZE_BENCHMARKS_ANSWERS_H

#include <graze/conflict.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "benchmarks/families.h"

enum { ANSWERS_LINE = 4096, ANSWERS_FIELDS = 128, ANSWERS_INTERVALS = 16 };

/* One row: a plane question, and the intervals of its answers in the order of the
 * file. */
typedef struct answered {
    specimen question;
    graze_interval truth[2][ANSWERS_INTERVALS];
    size_t count[2];
} answered;

typedef struct answers_file {
    FILE *stream;
    char header[ANSWERS_LINE], line[ANSWERS_LINE];
    const char *column[ANSWERS_FIELDS]; /* into header */
    size_t columns;
} answers_file;

/* False when there is no such file below the shared data folder (GRAZE_SHARED, else
 * ../shared), or none of this form. */
bool answers_open(answers_file *file, const char *name);

typedef enum answers_row { ANSWERS_ROW, ANSWERS_END, ANSWERS_BROKEN } answers_row;

answers_row answers_next(answers_file *file, answered *row);

void answers_close(answers_file *file);

#endif
