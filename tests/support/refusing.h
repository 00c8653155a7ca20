/* SPDX-License-Identifier: MIT */
/* The linker puts functions of ours in the place of those that may fail, wherever the program
 * calls them, so that one call of them fails: memory is out, or SQLite cannot do what it is asked
 * for. Tests ask a question again and again, and each time another call fails:
 *
 *     refusing_begin(REFUSING_MEMORY, 0);   none fails
 *     ... the question ...
 *     size_t calls = refusing_end();
 *     for (size_t at = 1; at <= calls; at++)
 *         refusing_begin(REFUSING_MEMORY, at), ... the question again ..., refusing_end();
 *
 * What is not seen: what libraries of others ask the system for, but for expat, jansson and
 * libcsv, which take their memory from the driver, and libyaml and SQLite, whose functions stand
 * for the memory that they need.
 */
#ifndef GRAZE_TESTS_SUPPORT_REFUSING_H
#define GRAZE_TESTS_SUPPORT_REFUSING_H

#include <stddef.h>

enum {
    REFUSING_MEMORY = 1, /* malloc and its like, sqlite3_malloc64 and its like, a thread */
    REFUSING_SQL = 2,    /* statements prepared and stepped, databases opened, functions made */
    REFUSING_BIND = 4    /* values bound */
};

/* What sqlite3_malloc64 leaves in each byte of its blocks. */
enum { REFUSING_JUNK = 1 };

/* From here on calls of these kinds are counted, and the at-th of them fails; 0: none does. */
void refusing_begin(unsigned kinds, size_t at);

/* How many there were. None is counted from here on. */
size_t refusing_end(void);

/* How many blocks of memory were taken and not given back since the program began, SQLite's
 * bytes among them. */
long refusing_held(void);

#endif
