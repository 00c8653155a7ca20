/* SPDX-License-Identifier: MIT */
/* The linker puts functions of ours (wrapped.txt) in the place of those that the driver calls and
 * that may refuse: memory, the library, SQLite, files, and the question whether a signal came.
 * Each place from which one is called, told by the calls that lead there, can be refused once:
 *
 *     wrapped_learn(); ... a run in a child ...
 *     count = wrapped_places(places, most);
 *     wrapped_refuse(&places[i], GRAZE_ERROR_MEMORY); ... the same run in a child ...
 *     wrapped_end();
 */
#ifndef GRAZE_TESTS_FAULTS_WRAPPED_H
#define GRAZE_TESTS_FAULTS_WRAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wrapped_kind {
    WRAPPED_MEMORY,     /* there is none */
    WRAPPED_LIBRARY,    /* the answer is a status, which is chosen */
    WRAPPED_STRUCTURE,  /* likewise; what is made needs memory, but no exact stage */
    WRAPPED_ARITHMETIC, /* likewise; these need no memory */
    WRAPPED_DATABASE,   /* the answer is a code of SQLite, which is chosen */
    WRAPPED_SYSTEM,     /* the call fails with EIO */
    WRAPPED_SIGNAL      /* SIGTERM has come */
} wrapped_kind;

enum { WRAPPED_LIE = -1 }; /* an answer of the library that is wrong */

typedef struct wrapped_place {
    wrapped_kind kind;
    const char *call;   /* the function's name */
    const void *caller; /* where it is called */
    uint64_t key;       /* of those who call that */
} wrapped_place;

/* Before the first of them; false without memory. */
bool wrapped_begin(void);

/* The driver's main. */
int wrapped_main(int argc, char **argv);

/* From here on children note from where they call. */
void wrapped_learn(void);

/* Copies the places that were noted since then, at most so many. */
size_t wrapped_places(wrapped_place *places, size_t most);

/* From here on the first call from that place in a child is refused; with the environment's
 * GRAZE_SHOW it says on standard error by whom it was called. */
void wrapped_refuse(const wrapped_place *place, int answer);

/* Nothing of this any more. */
void wrapped_end(void);

#endif
