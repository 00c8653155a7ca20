/* SPDX-License-Identifier: MIT */
/* The kernel in SQL: what the functions and the table-valued functions of the loadable
 * extension share. The driver is built with the same functions for `graze query`.
 *
 * Every function is asked in one of three ways, told apart by how many arguments there are:
 *
 *     by numbers  a_x, a_y, a_vx, a_vy, a_start, a_duration, a_radius, then the same of b:
 *                 two discs at constant velocity, metres and seconds
 *     by places   a_x, a_y, a_to_x, a_to_y, a_start, a_end, a_share, a_radius, then the same of
 *                 b: two discs on ramps, or on waypoint motions, which share 1 is
 *     by keys     plan_id, agent_a_id, seq_a, agent_b_id, seq_b: rows of table `motion`, with the
 *                 agents' bodies, corners and all
 *
 * and takes a tolerance [m] as one more argument where one makes a difference; without it
 * that is 0 by numbers and places, and the plan's tolerance_m by keys.
 *
 * Nothing here keeps state but what one connection needs, and nothing writes.
 */
#ifndef GRAZE_STORAGE_EXTENSION_H
#define GRAZE_STORAGE_EXTENSION_H

#ifdef GRAZE_LOADABLE
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif
#include <graze.h>
#include <stdbool.h>

enum {
    EXTENSION_NUMBERS = 14, /* arguments by numbers, without the tolerance */
    EXTENSION_PLACES = 16,
    EXTENSION_KEYS = 5,
    EXTENSION_ARGUMENTS_MAX = EXTENSION_PLACES + 1
};

/* One motion with its body as a key names them, as it was read. */
typedef struct extension_motion {
    sqlite3_int64 key[3]; /* plan_id, agent_id, seq */
    bool known;           /* an empty place else */
    graze_body body;
    graze_motion motion;
    double tolerance; /* of the plan */
} extension_motion;

/* What one connection keeps. SQLite calls it from one thread at a time. */
typedef struct extension {
    sqlite3 *handle;
    size_t users;                       /* functions and modules that point here */
    sqlite3_stmt *motions, *vertices;   /* of questions by keys; prepared when first needed */
    sqlite3_stmt *positions;            /* of graze_position */
    bool looking;                       /* a row is being looked up */
    extension_motion *kept;             /* [kept_count] motions read before, by their key's hash */
    size_t kept_count, kept_misses;     /* 0 or a power of two; since it last grew */
    unsigned kept_version;              /* of the database, when they were read */
    graze_point *corners[2];            /* [vertex] of body a and of body b */
    size_t corners_room[2];
    graze_workspace workspace;          /* of the exact stage; grows when it must */
} extension;

/* Two motions of two bodies, as the kernel takes them. Corners belong to the extension,
 * until the next question. */
typedef struct extension_pair {
    graze_body body_a, body_b;
    graze_motion a, b;
    double tolerance;
} extension_pair;

/* Registers everything; an SQLite result code. */
int extension_register(sqlite3 *handle);

/* ---- shared by the parts ------------------------------------------------------------- */

/* A use of the extension ends; the last one frees it. */
void extension_release(void *shared);

/* Prepares a statement that is kept, unless it is there. An SQLite result code. */
int extension_prepare(extension *shared, const char *sql, sqlite3_stmt **statement);

/* The motion in a row that begins with form, start, duration, each with its tail, place, where to
 * or velocity, acceleration or share. */
graze_motion extension_motion_at(sqlite3_stmt *row);

/* Gives back the statements that keep a database from being closed. */
void extension_forget_statements(extension *shared);

/* Do functions take so many arguments? */
static inline bool extension_takes(int count)
{
    return count == EXTENSION_NUMBERS || count == EXTENSION_NUMBERS + 1 ||
           count == EXTENSION_PLACES || count == EXTENSION_PLACES + 1 || count == EXTENSION_KEYS ||
           count == EXTENSION_KEYS + 1;
}

/* Reads the arguments. An SQLite result code; unless it is SQLITE_OK or SQLITE_NOMEM,
 * *message says why, for sqlite3_free. */
int extension_read(extension *shared, int count, sqlite3_value **values, extension_pair *pair,
                   char **message);

/* Why the kernel refuses a pair: in words, for sqlite3_free; null without memory. */
char *extension_refusal(const extension_pair *pair, graze_status status);

/* A larger workspace; false when there is no memory, or too much would be taken. */
bool extension_grow_workspace(extension *shared);

/* Registers the scalar functions; the table-valued ones. */
int extension_add_functions(extension *shared);
int extension_add_tables(extension *shared);
int extension_add_position(extension *shared);

/* Registers graze_tally and graze_tallies, which keep nothing. */
int extension_add_tallies(sqlite3 *handle);

/* Registers graze_bytes. */
int extension_add_bytes(sqlite3 *handle);

#endif
