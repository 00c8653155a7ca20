-- SPDX-License-Identifier: MIT
-- What version 15 adds: lists of jobs, and how each job ended.
CREATE TABLE batch (
    -- A list of jobs that `graze batch` works off, whole or a shard of it in each file.
    batch_id      INTEGER PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    jobs          INTEGER NOT NULL, -- of all shards
    options       TEXT NOT NULL,    -- what decides the answers, one `name value` a line
    graze_version TEXT NOT NULL
) STRICT;

CREATE TABLE job (
    -- A job that has ended. `done`: its run has an answer; `failed`: reason says why there is none;
    -- `skipped`: one before it in its series failed. wall_s and what follows are of the last try.
    batch_id     INTEGER NOT NULL REFERENCES batch,
    job          INTEGER NOT NULL, -- counts from 1 in the order of the list
    command_json TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('done', 'failed', 'skipped')),
    exit_status  INTEGER, -- NULL: it did not end by itself
    reason       TEXT,
    tries        INTEGER NOT NULL,
    wall_s       REAL NOT NULL,
    cpu_s        REAL NOT NULL,
    peak_bytes   INTEGER NOT NULL,
    run_id       INTEGER REFERENCES run,
    PRIMARY KEY (batch_id, job),
    CHECK ((state = 'done') = (run_id IS NOT NULL)),
    CHECK ((state = 'done') = (reason IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX job_by_run ON job (run_id) WHERE run_id IS NOT NULL;
