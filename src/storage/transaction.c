/* SPDX-License-Identifier: MIT */
/* How transactions begin and end: what SQLite looks at in them, and who waits for the disk. */
#include "storage/connection.h"

/* Each wait for the disk costs milliseconds, as much as checking a small plan. So we wait where
 * results are at stake, and not while a new file is made and its plan goes in: such a file
 * survives the death of the process anyhow, and a power cut takes nothing that was found. */
static bool may_be_lost;

void database_may_be_lost(void)
{
    may_be_lost = true;
}

io_result connection_wait_for_disk(database *db, bool waits)
{
    waits = waits && !may_be_lost;
    return connection_execute(db, waits ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF",
                              "write the database");
}

/* What is looked at with each row: foreign keys can only be switched between transactions.
 * IMMEDIATE: what cannot be written is told before it begins, not half way through. */
static io_result begin(database *db, const char *what_is_looked_at)
{
    if (db->failure != IO_OK)
        return db->failure;
    io_result result = connection_execute(db, what_is_looked_at, "write the database");
    return result == IO_OK ? connection_execute(db, "BEGIN IMMEDIATE", "write the database")
                           : result;
}

io_result connection_begin(database *db)
{
    return begin(db, "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF");
}

io_result connection_begin_plan(database *db)
{
    return begin(db, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
}

io_result connection_begin_results(database *db)
{
    if (db->is_new && db->failure == IO_OK && connection_wait_for_disk(db, true) == IO_OK)
        db->is_new = false;
    return begin(db, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = OFF");
}

/* Not IMMEDIATE, which would lock attached files for writing, too, and tie the commit to theirs by
 * one more file. The statement changes nothing, and begins to write here. */
io_result connection_begin_taking(database *db)
{
    if (db->is_new && db->failure == IO_OK && connection_wait_for_disk(db, true) == IO_OK)
        db->is_new = false;
    if (db->failure != IO_OK)
        return db->failure;
    return connection_execute(db,
                              "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = OFF; "
                              "BEGIN; UPDATE main.run SET state = state WHERE false",
                              "write the database");
}

io_result connection_end(database *db, io_result result)
{
    if (result == IO_OK)
        result = connection_execute(db, "COMMIT", "write the database");
    if (result != IO_OK && !sqlite3_get_autocommit(db->handle))
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    return result;
}
