/* SPDX-License-Identifier: MIT */
/* Ctrl-C and its kin (SIGINT, SIGTERM, SIGHUP): what a signal leaves behind.
 *
 * A signal ends the process at once with 128 + its number, after the temporary
 * output (if there is one) is removed. A command that has more to put right,
 * such as the state of a run in a database, defers signals, asks for them
 * between two steps, and ends itself. A further signal does not wait, unless it
 * comes with the first: timeout(1) and shells send to a process and its group.
 */
#ifndef GRAZE_CLI_INTERRUPT_H
#define GRAZE_CLI_INTERRUPT_H

#include <stdbool.h>

/* Once, at the start. Signals that the parent ignores stay ignored; SIGPIPE
 * becomes an error of write. */
void interrupt_install(void);

/* The file that a signal removes; null: none. false when the path is longer than
 * PATH_MAX, which the path of an open file never is. */
bool interrupt_removes(const char *path);

/* Keeps signals away between the making of a file and the word that it is to be removed. They
 * do not nest; errno stays. */
void interrupt_hold(void);
void interrupt_release(void);

void interrupt_defer(bool defer);

/* The signal that came while deferred, or 0. */
int interrupt_pending(void);
bool interrupt_is_pending(void);

#endif
