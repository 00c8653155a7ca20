/* SPDX-License-Identifier: MIT */
/* Reads the shared files of exact answers (../shared/vectors) row by row.
 *
 * Their form: `#` header lines, one of which names the columns; comma-separated
 * C99 hex floats; the answer follows the named columns.
 */
#ifndef TESTS_VECTORS_VECTORS_H
#define TESTS_VECTORS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "oracle/body_pairs.h"
#include "oracle/oracle.h"

enum { VECTOR_FIELDS = 96, VECTOR_LINE = 8192, VECTOR_COLUMNS = 32 };

typedef struct vector_file {
    FILE *stream;
    char header[VECTOR_LINE];
    const char *column[VECTOR_COLUMNS]; /* into header */
    size_t columns;
    char line[VECTOR_LINE];
    const char *field[VECTOR_FIELDS]; /* into line: the present row */
    size_t fields;
    size_t left_out; /* rows before the next one */
} vector_file;

/* False when the file is absent; the running test is then marked as skipped. */
bool vectors_open(vector_file *file, const char *name);
void vectors_close(vector_file *file);

/* Goes to the next row, with GRAZE_TIER=check/10 to the tenth from here; false at the end. */
bool vectors_next(vector_file *file);

/* A named number of the present row; 0 where there is no such column. */
double vectors_number(const vector_file *file, const char *column);
bool vectors_has(const vector_file *file, const char *column);

/* Field i of the answer as a number, as text. */
double vectors_answer(const vector_file *file, size_t i);
const char *vectors_answer_text(const vector_file *file, size_t i);

/* The row's bodies, motions and tolerance. */
void vectors_pair(const vector_file *file, oracle_pair *pair);

/* The same with corners, where the file has them; they live in `bodies`. */
void vectors_bodies(const vector_file *file, oracle_bodies *bodies);

bool vectors_is_accelerated(const oracle_pair *pair);

#endif
