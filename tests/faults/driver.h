/* SPDX-License-Identifier: MIT */
/* Runs the driver in a folder of its own, with a fault in it if one is asked for:
 *
 *     driver_open();
 *     driver_clear(); driver_write("plan.csv", text);
 *     int status = driver_run(&(driver_fault){.call = "xWrite", .at = 3}, arguments);
 *     ... driver_output(), driver_messages(), the files in driver_folder() ...
 *     driver_close();
 */
#ifndef GRAZE_TESTS_FAULTS_DRIVER_H
#define GRAZE_TESTS_FAULTS_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct driver_fault {
    const char *call; /* as failing.c and system_calls.h name them, or "pipe": nobody reads */
    long at;          /* the number of the call that fails, from 1 */
    bool for_ever;    /* and all that follow */
    int signal;       /* of a system call: it does not fail, this signal comes with it */
    long room;        /* [bytes] with "room": so many may be written, then the disk is full */
} driver_fault;

/* Why faults of this call cannot be made here; null when they can. */
const char *driver_cannot_fail(const char *call);

/* Makes the folder and makes it the current one; removes it. CUnit's set-up and clean-up. */
int driver_open(void);
int driver_close(void);

/* Files of the folder: removes all; writes one; the names of all, sorted, apart by blanks. */
void driver_clear(void);
void driver_write(const char *name, const char *text);
const char *driver_files(void);

/* The bytes of any file, with a 0 byte behind them, for free; null when it is not there. */
char *driver_read(const char *path, size_t *size);

/* Runs `graze` with these arguments (closed by null); the exit status, or minus the signal. fault
 * may be null. Standard output and error are kept. */
int driver_run(const driver_fault *fault, const char *const *arguments);

/* Runs what the driver's main is made of in a child of this process. */
typedef int driver_main(int argc, char **argv);
int driver_run_within(driver_main *main, const char *const *arguments);

/* Starts it, for those who want to send signals; and waits for it. */
pid_t driver_start(const char *const *arguments);
int driver_wait(pid_t child);

/* How often a run calls something that can fail. */
long driver_count(const char *call, const char *const *arguments);

/* What the last run wrote, for free. */
char *driver_output(size_t *size);
char *driver_messages(void);

#endif
