/* SPDX-License-Identifier: MIT */
/* Rows on their way into the database. They wait in memory and go in together,
 * in one short transaction, so that a writer that computes for minutes between
 * two rows never keeps others out, and rows cost microseconds.
 *
 * A batch goes out when it is full, or with the first row that comes a second
 * after the last batch: a reader sees a long run grow, and a crash loses little.
 *
 * SQLite does not look up the rows' foreign keys: database.c has held them
 * against the plan in memory, which is much cheaper than four searches a row.
 */
#ifndef GRAZE_STORAGE_BATCH_H
#define GRAZE_STORAGE_BATCH_H

#include "storage/connection.h"

typedef enum batch_kind {
    BATCH_CONTACT,
    BATCH_MEETING,
    BATCH_UNSAFE_START,
    BATCH_OBSTACLE_MEETING,
    BATCH_BROKEN_RULE,
    BATCH_SLACK,
    BATCH_STAT
} batch_kind;

enum { BATCH_KINDS = BATCH_STAT + 1 };

typedef struct batch_row {
    batch_kind kind;
    int part;
    int64_t owner; /* plan_id; a stat's run_id */
    int64_t agent_a, agent_b;
    int64_t column, row;   /* of an obstacle; there is no agent_b then */
    union {
        graze_meeting meeting; /* of unsafe starts: motions and interval only */
        database_broken_rule broken;
    };
    graze_point place;     /* of a meeting: of agent_a, at the deepest instant */
    char *name;            /* of a stat: owned by the row */
    double value; /* of a stat, or a slack's delay */
    bool without_b; /* a slack that no other agent bounds */
} batch_row;

/* Makes the empty batch of a database that is open for writing. */
io_result batch_open(database *db);

/* Adds a row; takes over its name in any case. */
io_result batch_add(database *db, const batch_row *row);

/* Commits what waits, and how far the check is, when the last batch is some seconds old. */
io_result batch_keep_pace(database *db);

/* Inserts what waits; the caller holds the transaction. */
io_result batch_write(database *db);

/* Contacts and meetings of a run are hashed when they go in, as long as they come in the order of
 * their keys. The first call is for a run that has none yet. The other one ends a table's hash,
 * once; it answers false of any other table, and where rows came in another order: digest_take
 * reads them again. */
void batch_begin_digests(database *db);
bool batch_digest(database *db, int table, char text[DIGEST_TEXT_SIZE]);

/* Throws away what waits and frees the batch, if there is one. */
void batch_close(database *db);

#endif
