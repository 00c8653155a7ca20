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

enum {
    DIGEST_TEXT_SIZE = 65, /* [bytes] lower-case hex and its 0 byte */
    DIGEST_RUN = 0,        /* the table `run`: known only when the run has ended */
    DIGEST_MOTION = 10,    /* the table `motion`, which may be hashed on its way into the file */
    DIGEST_TABLES = 23
};

enum { DIGEST_WAITING = 4096 };

typedef struct digest {
    sha256 hash;
    uint8_t waiting[DIGEST_WAITING];
    size_t count; /* [bytes] waiting */
} digest;

/* The digest of the table `motion` of a run with one plan, from the motions themselves, in order:
 * the same that digest_take finds when they are in the file. Reading two million rows again takes
 * as long as writing them. */
void digest_begin(digest *d);
void digest_path(digest *d, size_t agent, const graze_trajectory *path);
void digest_end(digest *d, char text[DIGEST_TEXT_SIZE]);

/* What the column `form` says. */
const char *digest_form_name(graze_form form);

/* The name of table number `table`, below DIGEST_TABLES. */
const char *digest_table(int table);

/* The digest of a run's rows in one table; an SQLite result code. */
int digest_take(sqlite3 *handle, int64_t run_id, int table, char text[DIGEST_TEXT_SIZE]);

#endif
