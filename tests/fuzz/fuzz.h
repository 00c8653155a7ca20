/* SPDX-License-Identifier: MIT */
/* Fuzz targets: functions that take any bytes at all, ask questions with them, and abort when
 * an answer is wrong. README.md says how they are run.
 *
 * A target reads its bytes from front to back. Where they end it reads zeros, so that every
 * string of bytes is an input and an input stays one when it is cut.
 */
#ifndef GRAZE_FUZZ_FUZZ_H
#define GRAZE_FUZZ_FUZZ_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_RECENT = 8, FUZZ_VERTICES_MAX = 6 };

typedef struct fuzz_input {
    const uint8_t *at;
    size_t left;
    double recent[FUZZ_RECENT]; /* numbers read before: most finds are between equals */
    unsigned recent_next;
} fuzz_input;

typedef struct fuzz_target {
    const char *name;
    void (*run)(fuzz_input *in);
} fuzz_target;

/* All targets; the last one has no name. */
extern const fuzz_target fuzz_targets[];

/* Aborts, saying where, unless the condition holds. */
#define fuzz_require(condition)                                                                    \
    ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *what);

/* ---- what inputs are made of (input.c) ----------------------------------------------- */

/* A number from 0 to limit - 1, from one byte. */
unsigned fuzz_below(fuzz_input *in, unsigned limit);

/* Any double: small whole numbers and fractions mostly, numbers read before and their
 * neighbours, and bit patterns as they come, NaN and infinity included. */
double fuzz_number(fuzz_input *in);

/* A number that is finite, and not negative. */
double fuzz_length(fuzz_input *in);

/* A tolerance: mostly 0. */
double fuzz_tolerance(fuzz_input *in);

/* A body: mostly a valid one. The vertices are written to `corners`. */
graze_body fuzz_body(fuzz_input *in, graze_point corners[FUZZ_VERTICES_MAX]);

/* A motion: mostly a valid one, in the plane. */
graze_motion fuzz_motion(fuzz_input *in);

/* Two motions of two bodies, and a tolerance. */
typedef struct fuzz_two {
    graze_point corners_a[FUZZ_VERTICES_MAX], corners_b[FUZZ_VERTICES_MAX];
    graze_body body_a, body_b; /* their vertices are these corners */
    graze_motion a, b;
    double tolerance;
} fuzz_two;

void fuzz_read_two(fuzz_input *in, fuzz_two *two);

/* At most `rows` rows of a trajectory; returns how many motions were written, of at most
 * rows + 1. All are valid. */
size_t fuzz_trajectory(fuzz_input *in, size_t rows, graze_motion *motions);

/* ---- what answers are compared with (compare.c) --------------------------------------- */

/* Have two doubles the same bits? */
bool fuzz_same(double a, double b);
bool fuzz_same_intervals(const graze_interval *a, size_t count_a, const graze_interval *b,
                         size_t count_b);
bool fuzz_same_clearance(const graze_clearance *a, const graze_clearance *b);
bool fuzz_same_meeting(const graze_meeting *a, const graze_meeting *b);

/* Is x inside one of the open intervals? */
bool fuzz_inside(const graze_interval *intervals, size_t count, double x);

/* May a valid question end with this status? Memory may be short, and patience. */
bool fuzz_is_short(graze_status status);

/* A workspace with memory that stops a question which takes longer than a fuzzer waits. */
const graze_workspace *fuzz_workspace(void);
const graze_workspace *fuzz_patience(void); /* the same without memory */

/* ---- files (files.c) ------------------------------------------------------------------ */

/* Writes the next part of the input, which ends at the byte 0xFF or where the input does, to
 * temporary file `number` (below FUZZ_FILES); returns the file's path. */
enum { FUZZ_FILES = 5 };
const char *fuzz_file(fuzz_input *in, int number);
const char *fuzz_file_of(const void *bytes, size_t length, int number);

/* The path of temporary file `number`, which need not exist. */
const char *fuzz_path(int number);

/* Sends standard output and standard error of the code under test to nowhere. */
void fuzz_be_quiet(void);

/* A stream that goes nowhere, for diagnostics. */
void *fuzz_nowhere(void);

/* Calls a command of the driver, words apart by blanks ("check --all FILE"); `command` is
 * cli_check. Aborts when it answers with CLI_BUG; returns its status. */
int fuzz_command(int (*command)(int argc, char **argv), const char *line);

#endif
