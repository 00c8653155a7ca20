/* SPDX-License-Identifier: MIT */
/* What the benchmark programs share: their options, the line that says on what
 * they ran, and the way they give up. */
#ifndef GRAZE_BENCHMARKS_COMMAND_H
#define GRAZE_BENCHMARKS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "benchmarks/families.h"

enum { COMMAND_PAIRS = 100000 }; /* what most programs ask of each family */

/* A stage of the library that a program can leave out (benchmarks/stages.h). */
typedef struct command_stage {
    const char *name, *about;
    unsigned bits; /* of question.h, or of the program's own */
} command_stage;

typedef struct command {
    size_t pairs, repeats;
    const family *only; /* null: all of them */
    bool once;          /* every contender passes once and nothing else is measured */
    bool csv;           /* tables as CSV (table.h) */
    const char *program; /* its name without folders */
    const command_stage *without; /* null: nothing is left out */
} command;

/* Reads --pairs N, --repeats K, --family NAME, --once, --csv; answers --help and bad
 * options itself by ending the program. Without --pairs there are `pairs`. */
command command_read(int argc, char **argv, size_t pairs);

/* The same, and --without STAGE with one of these stages, closed by one without a name. */
command command_read_stages(int argc, char **argv, size_t pairs, const command_stage *stages);

/* Is the family asked for? */
bool command_wants(const command *given, const family *each);

/* Processor, compiler and flags, as one line of text without its end. */
void command_build(char *text, size_t size);

/* Says why on the standard error and ends the program with status 1. */
_Noreturn void give_up(const char *why);

#endif
