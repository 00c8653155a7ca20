/* SPDX-License-Identifier: MIT */
/* What every sub-command of the driver has in common: how it is called and
 * what its exit status says.
 *
 * A command is `int cli_<name>(int argc, char **argv)`: argv[0] is the command's
 * own name ("check"), options and operands follow, and the result is the exit
 * status of the process.
 */
#ifndef GRAZE_CLI_COMMAND_H
#define GRAZE_CLI_COMMAND_H

#include <graze.h>

#include "io/diagnostic.h"

/* The contract that scripts rely on. A signal ends with 128 + its number. */
typedef enum cli_status {
    CLI_DONE = 0,      /* done, nothing found */
    CLI_FOUND = 1,     /* conflicts found, or proven that there is no plan */
    CLI_BAD_INPUT = 2, /* bad usage or bad input */
    CLI_UNFINISHED = 3, /* no answer within the limits */
    CLI_SYSTEM = 4,    /* files, streams, database */
    CLI_MEMORY = 5,
    CLI_BUG = 70 /* our own mistake */
} cli_status;

/* The exit status that a reader's or writer's answer stands for. */
int cli_status_of(io_result result);

/* Tells that memory ran out, or that the library answered a valid question with
 * an error (which may be that memory ran out), and returns the exit status. */
int cli_memory(void);
int cli_bug(graze_status status);

/* The same status; for CLI_MEMORY it prints the message of cli_memory unless that was printed,
 * so that nobody ends with 5 in silence. */
int cli_told(int status);

int cli_batch(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_convert(int argc, char **argv);
int cli_merge(int argc, char **argv);
int cli_pairs(int argc, char **argv);
int cli_plot(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_retime(int argc, char **argv);
int cli_selftest(int argc, char **argv);
int cli_solve(int argc, char **argv);

#endif
