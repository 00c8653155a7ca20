/* SPDX-License-Identifier: MIT */
/* Which process wrote a run, and whether it is gone: a run that says `running`
 * is only running while its writer is.
 *
 * A pid alone is not enough, since pids are used again: boot, pid namespace and
 * the time of the process's start make it unique. What cannot be known (a
 * writer on another machine or in another container) is not called gone.
 */
#ifndef GRAZE_STORAGE_PROCESS_H
#define GRAZE_STORAGE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct process_identity {
    char host[256];
    char boot_id[64];       /* "" where the system does not tell */
    char pid_namespace[64]; /* "" likewise */
    int64_t pid;
    int64_t start_ticks; /* since boot; -1 where the system does not tell */
} process_identity;

/* This process. */
void process_identify(process_identity *self);

/* True when the recorded process is certainly gone, seen from `self`. */
bool process_is_gone(const process_identity *recorded, const process_identity *self);

#endif
