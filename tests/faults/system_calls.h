/* SPDX-License-Identifier: MIT */
/* A process under ptrace whose n-th system call of a kind fails, or brings a signal. This reaches
 * what stdio does as well, which no preloaded library can. */
#ifndef GRAZE_TESTS_FAULTS_SYSTEM_CALLS_H
#define GRAZE_TESTS_FAULTS_SYSTEM_CALLS_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct system_fault {
    const char *call; /* "write", "fsync", "rename", "unlink", "truncate", "create", "room";
                         "any" */
    long at;
    bool for_ever;
    int signal; /* not 0: the call does not fail, and the process gets this signal */
    long room;  /* [bytes] of "room": a disk that is full when so many were written */
    long count; /* out: how often it was called; of "room" the bytes */
} system_fault;

/* Is this the name of one? */
bool system_calls_know(const char *call);

/* Can it be done on this machine? */
bool system_calls_can_fail(void);

/* In a child, before it becomes another program. */
void system_calls_offer(void);

/* Runs such a child to its end; its status as of waitpid. */
int system_calls_run(pid_t child, system_fault *fault);

#endif
