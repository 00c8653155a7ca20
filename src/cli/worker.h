/* SPDX-License-Identifier: MIT */
/* One job of a batch in a process of its own: `graze --worker check ...`. It is the command itself,
 * but nobody waits for the disk, since its results are taken into another file in a moment. */
#ifndef GRAZE_CLI_WORKER_H
#define GRAZE_CLI_WORKER_H

/* The word that makes a worker of the program, in the place of a command. */
extern const char worker_word[];

/* argv[0] is "check" or "solve"; the exit status. */
int worker_run(int argc, char **argv);

#endif
