/* SPDX-License-Identifier: MIT */
/* Plain rows: many rows of a CSV table at once, on all processors.
 *
 * A row is plain when nobody can read it in two ways: one line, as many fields as the header has,
 * no quotes, no control characters, UTF-8, and numbers that are numbers. Nearly all rows are.
 * Reading ends at the first row that is not: whoever reads goes there (table_go_to), has it read
 * by table_next, which knows what quotes mean and tells what is wrong, and comes back. So rows,
 * values and errors are those of table_next, one row after the other.
 *
 * A row also names its agent, by the labels that are known when it is read.
 */
#ifndef GRAZE_IO_PLAIN_ROWS_H
#define GRAZE_IO_PLAIN_ROWS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/labels.h"

enum { PLAIN_FIELDS_MAX = 64, PLAIN_NUMBERS = 5 };

/* What a field is read as: number 0 .. PLAIN_NUMBERS - 1 of its row, or */
typedef enum plain_use {
    PLAIN_LABEL = PLAIN_NUMBERS,
    PLAIN_TEXT /* nobody looks at it */
} plain_use;

typedef struct plain_format {
    char delimiter;
    size_t width;                         /* fields of a row */
    unsigned char uses[PLAIN_FIELDS_MAX]; /* of the fields */
    const labels *known;
} plain_format;

#define PLAIN_UNKNOWN UINT32_MAX

typedef struct plain_row {
    uint32_t begin;                /* its first byte in the lines */
    uint32_t agent;                /* that its label names, or PLAIN_UNKNOWN; then */
    uint32_t label, length;        /* the label's first byte in the lines, and their number */
    double numbers[PLAIN_NUMBERS]; /* those that the format has */
} plain_row;

/* The rows of some lines, in order. All zeros: none, no memory. */
typedef struct plain_part {
    plain_row *rows;
    size_t count, capacity;
    const char *begin, *bound; /* the lines */
    const char *end;           /* the first byte that was not read */
    bool read;
} plain_part;

enum { PLAIN_THREADS_MAX = 64, PLAIN_PARTS_MAX = 256 };

/* A stretch of lines, cut into parts. Whoever has time reads the next one: helpers, and the thread
 * that takes the rows when it is not there yet. All zeros: none, no memory. */
typedef struct plain_rows {
    plain_part parts[PLAIN_PARTS_MAX];
    size_t count;   /* parts of this stretch */
    size_t claimed; /* of them, by whoever reads them */
    size_t taken;   /* by plain_rows_next */
    const plain_format *format;
    const char *lines;
    pthread_mutex_t lock; /* of all below, `claimed`, and `read` of the parts */
    pthread_cond_t changed;
    size_t reading; /* helpers that are at a part */
    bool paused, over;
    pthread_t helpers[PLAIN_THREADS_MAX];
    size_t helper_count;
} plain_rows;

/* Begins to read the plain rows that whole lines of less than 4 GiB begin with, `length` bytes, on
 * up to `threads` processors. What it began ends with plain_rows_end. */
void plain_rows_begin(plain_rows *all, const plain_format *format, const char *lines, size_t length,
                      size_t threads);

/* The rows that come next; null behind the last ones, and behind a part that ends before its
 * bound, at a row that is not plain, or for want of memory. */
const plain_part *plain_rows_next(plain_rows *all);

/* Between these two nobody reads, so that labels may be added. */
void plain_rows_pause(plain_rows *all);
void plain_rows_go_on(plain_rows *all);

/* True when all rows were plain, and have been taken. */
bool plain_rows_end(plain_rows *all);

void plain_rows_free(plain_rows *all);

#endif
