/* SPDX-License-Identifier: MIT */
/* The tables of the benchmark programs: Markdown for people, or with --csv one line a cell,
 *
 *     program,table,row,column,value
 *
 * which benchmarks/results keeps for each machine and benchmarks/tables turns into the
 * tables of the README. Cells of a row are separated by '|', as in the names of columns.
 */
#ifndef GRAZE_BENCHMARKS_TABLE_H
#define GRAZE_BENCHMARKS_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "benchmarks/command.h"

enum { TABLE_ROW = 2048 /* [bytes] */ };

typedef struct table {
    const command *given;
    FILE *to;
    const char *name, *columns;
    size_t keys; /* so many of the first columns name a row */
    char row[TABLE_ROW]; /* cells so far, each with a '|' behind it */
    size_t length;
} table;

/* Begins a table on the standard output: prints what it is about and its head. The texts
 * are kept, not copied. */
table table_begin(const command *given, const char *name, size_t keys, const char *about,
                  const char *columns);

/* The same on another stream. */
table table_begin_on(FILE *to, const command *given, const char *name, size_t keys,
                     const char *about, const char *columns);

/* Prints the title of a program and the machine that it runs on; with --csv the rows `run`,
 * which say the same. */
void table_title(const command *given, const char *title);

/* Adds cells to the present row, separated by '|'. */
void table_cells(table *of, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Adds three cells: a share of all pairs [%], what a pair costs there [ns], and what that adds
 * to the average. One cell `0` and two empty ones where there is no such pair. */
void table_share(table *of, double percent, double nanoseconds);

/* Prints the present row. Cells that are missing at its end are empty. */
void table_end_row(table *of);

/* The exit status of a program that printed tables: failure where they were not written. */
int table_status(void);

#endif
