/* SPDX-License-Identifier: MIT */
/* What the rows of a run come to: one SHA-256 for each table that a run writes.
 *
 * The rows are taken in the order of their keys. The ids of runs, plans and maps are left out
 * (agents, motions and parts count from 0 within their plan and stay), so that the same
 * answers have the same digests wherever they lie. A digest shows that rows have changed since;
 * it does not prove who wrote them, since whoever can write the file can write digests, too.
 * Who needs a proof keeps the digests somewhere else.
 */
#ifndef GRAZE_STORAGE_DIGEST_H
#define GRAZE_STORAGE_DIGEST_H

#include <graze.h>
#include <sqlite3.h>
#include <stdint.h>

#include "io/sha256.h"

enum { DIGEST_OF_MOTIONS = 3 }; /* `motion`, `motion_more` and `ramp` */

enum {
    DIGEST_TEXT_SIZE = 65, /* [bytes] lower-case hex and its 0 byte */
    DIGEST_RUN = 0,        /* the table `run`: known only when the run has ended */
    DIGEST_MOTION = 10,    /* the first of those of motions */
    DIGEST_CONTACT = DIGEST_MOTION + DIGEST_OF_MOTIONS,
    DIGEST_MEETING,
    DIGEST_TABLES = 25,    /* that a run has digests of */
    DIGEST_MOTION_WHOLE = DIGEST_TABLES /* what runs before version 17 have instead of the three */
};

enum { DIGEST_WAITING = 4096 };

typedef struct digest {
    sha256 hash;
    uint8_t waiting[DIGEST_WAITING];
    size_t count; /* [bytes] waiting */
} digest;

/* Rows that are hashed on their way into the file: the same as digest_take finds there. A mark is
 * a NULL, the end of a row, or the end of all rows of a run, plan or map. */
enum { DIGEST_NULL = 'n', DIGEST_ROW = ';', DIGEST_OWNER = '|' };

void digest_begin(digest *d);
void digest_integer(digest *d, int64_t value);
void digest_real(digest *d, double value);
void digest_text(digest *d, const char *text);
void digest_mark(digest *d, uint8_t mark);
void digest_end(digest *d, char text[DIGEST_TEXT_SIZE]);

/* The digests of the tables of motions, of a run with one plan, from the motions themselves, in
 * order: the same that digest_take finds when they are in the file. Reading two million rows again
 * takes as long as writing them. */
typedef struct motion_digests {
    digest tables[DIGEST_OF_MOTIONS];
} motion_digests;

void motion_digests_begin(motion_digests *d);
void motion_digests_path(motion_digests *d, size_t agent, const graze_trajectory *path);
void motion_digests_end(motion_digests *d, char texts[DIGEST_OF_MOTIONS][DIGEST_TEXT_SIZE]);

/* The name of table number `table`, at most DIGEST_TABLES. */
const char *digest_table(int table);

/* The digest of a run's rows in one table; an SQLite result code. */
int digest_take(sqlite3 *handle, int64_t run_id, int table, char text[DIGEST_TEXT_SIZE]);

#endif
