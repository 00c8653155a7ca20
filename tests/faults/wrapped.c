/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "faults/wrapped.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <graze.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- who calls ----------------------------------------------------------------------------- */

enum { PLACES_MAX = 8192, OURS = 2, FRAMES_MAX = 12 };

/* How many callers tell one place from another. */
static const int depths[] = {[WRAPPED_MEMORY] = 6,   [WRAPPED_LIBRARY] = 4,
                             [WRAPPED_STRUCTURE] = 4,
                             [WRAPPED_ARITHMETIC] = 3, [WRAPPED_DATABASE] = 5,
                             [WRAPPED_SYSTEM] = 5,   [WRAPPED_SIGNAL] = 3};

/* Shared with children, which have the same addresses. */
static struct shared {
    bool learns;
    wrapped_place refused; /* call: null for none */
    int answer;
    bool was_refused;
    size_t count;
    wrapped_place places[PLACES_MAX];
} *shared;

static void *above; /* who called wrapped_main, and whoever called that, is the same for all */
static _Thread_local bool is_busy; /* the look at the callers may call as well */

static void note(const wrapped_place *place)
{
    for (size_t i = 0; i < shared->count; i++)
        if (shared->places[i].key == place->key && shared->places[i].call == place->call)
            return;
    if (shared->count < PLACES_MAX)
        shared->places[shared->count++] = *place;
}

static bool is_refused(const wrapped_place *place, void *const *frames, int count)
{
    if (shared->learns || shared->refused.key != place->key)
        return false;
    shared->was_refused = true;
    if (getenv("GRAZE_SHOW") != NULL)
        backtrace_symbols_fd(frames, count, 2);
    return true;
}

/* Is the call that asks refused? What has failed for good fails again, wherever it is called. */
__attribute__((noinline)) static bool refuses(wrapped_kind kind, const char *call,
                                               bool for_good, const void *caller)
{
    void *frames[FRAMES_MAX];
    if (shared == NULL || is_busy || above == NULL) /* above: not yet in the driver */
        return false;
    if (!shared->learns && shared->refused.call == NULL)
        return false;
    if (!shared->learns && shared->refused.call != call)
        return false;
    if (shared->was_refused)
        return for_good;
    if (!shared->learns && shared->refused.caller != caller)
        return false; /* without a look at all of them */
    is_busy = true;
    wrapped_place place = {kind, call, caller, 1469598103934665603u};
    int count = backtrace(frames, OURS + depths[kind]);
    for (int i = OURS; i < count && frames[i] != above; i++)
        place.key = (place.key ^ (uintptr_t)frames[i]) * 1099511628211u;
    if (shared->learns)
        note(&place);
    bool refused = is_refused(&place, frames, count);
    is_busy = false;
    return refused;
}

extern int graze_main(int argc, char **argv); /* of src/cli/main.c */

int wrapped_main(int argc, char **argv)
{
    void *frames[2];
    above = backtrace(frames, 2) == 2 ? frames[1] : NULL;
    return graze_main(argc, argv);
}

bool wrapped_begin(void)
{
    void *frames[FRAMES_MAX];
    if (shared != NULL)
        return true;
    backtrace(frames, FRAMES_MAX); /* loads what it needs */
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        shared = NULL;
    return shared != NULL;
}

void wrapped_learn(void)
{
    shared->count = 0;
    shared->learns = true;
    shared->was_refused = false;
}

size_t wrapped_places(wrapped_place *places, size_t most)
{
    size_t count = shared->count < most ? shared->count : most;
    memcpy(places, shared->places, count * sizeof *places);
    return count;
}

void wrapped_refuse(const wrapped_place *place, int answer)
{
    shared->learns = shared->was_refused = false;
    shared->refused = *place;
    shared->answer = answer;
}

void wrapped_end(void)
{
    shared->learns = false;
    shared->refused.call = NULL;
}

/* ---- what is called ------------------------------------------------------------------------ */

/* In the place of a function: its own answer, or `refusal`. */
#define WRAP(kind, result, name, parameters, arguments, refusal)                                   \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        static const char call[] = #name;                                                          \
        bool refused = refuses(kind, call, false, __builtin_return_address(0));                    \
        return refused ? (refusal) : __real_##name arguments;                                      \
    }

#define MEMORY(result, name, parameters, arguments)                                                \
    WRAP(WRAPPED_MEMORY, result, name, parameters, arguments, (errno = ENOMEM, NULL))

MEMORY(void *, malloc, (size_t size), (size))
MEMORY(void *, calloc, (size_t count, size_t size), (count, size))
MEMORY(void *, realloc, (void *block, size_t size), (block, size))
MEMORY(char *, strdup, (const char *text), (text))
MEMORY(char *, strndup, (const char *text, size_t most), (text, most))
MEMORY(FILE *, open_memstream, (char **text, size_t *size), (text, size))
MEMORY(void *, sqlite3_malloc64, (sqlite3_uint64 size), (size))
MEMORY(void *, sqlite3_realloc64, (void *block, sqlite3_uint64 size), (block, size))

/* What the index is made of was validated: nothing but memory can be missing. */
WRAP(WRAPPED_MEMORY, graze_status, graze_index_new,
     (const graze_body *bodies, const graze_trajectory *trajectories, size_t count,
      const graze_index_options *options, const graze_allocator *allocator, graze_index **index),
     (bodies, trajectories, count, options, allocator, index), GRAZE_ERROR_MEMORY)

#define LIBRARY(name, parameters, arguments)                                                       \
    WRAP(WRAPPED_LIBRARY, graze_status, name, parameters, arguments,                               \
         (graze_status)shared->answer)
#define STRUCTURE(name, parameters, arguments)                                                     \
    WRAP(WRAPPED_STRUCTURE, graze_status, name, parameters, arguments,                             \
         (graze_status)shared->answer)
#define ARITHMETIC(name, parameters, arguments)                                                    \
    WRAP(WRAPPED_ARITHMETIC, graze_status, name, parameters, arguments,                            \
         (graze_status)shared->answer)

LIBRARY(graze_check_plan, (const graze_body *bodies, const graze_trajectory *trajectories, size_t
        count, const graze_check_options *options, const graze_check_listener *listener, const
        graze_allocator *allocator, graze_check_counts *counts), (bodies, trajectories, count,
        options, listener, allocator, counts))
LIBRARY(graze_index_agent_slack, (const graze_index *index, size_t agent, double tolerance, const
        graze_workspace *kernel, graze_index_slack *slack), (index, agent, tolerance, kernel,
        slack))
STRUCTURE(graze_world_create, (const graze_grid *grid, const graze_obstacle *obstacles, size_t
        count,
        const graze_allocator *allocator, graze_world **world), (grid, obstacles, count, allocator,
        world))
LIBRARY(graze_world_meetings, (const graze_world *world, const graze_body *body, const
        graze_trajectory *trajectory, double tolerance, graze_world_sink each, graze_world_sink
        merged, void *context), (world, body, trajectory, tolerance, each, merged, context))
LIBRARY(graze_world_clear, (const graze_world *world, const graze_body *body, graze_point place,
        double tolerance, bool *clear), (world, body, place, tolerance, clear))
LIBRARY(graze_trajectory_clearance, (const graze_body *body_a, const graze_trajectory *a, const
        graze_body *body_b, const graze_trajectory *b, graze_approach *approach), (body_a, a,
        body_b, b, approach))
LIBRARY(graze_trajectory_meetings, (const graze_body *body_a, const graze_trajectory *a, const
        graze_body *body_b, const graze_trajectory *b, double tolerance, graze_meeting_sink each,
        graze_meeting_sink merged, void *context), (body_a, a, body_b, b, tolerance, each, merged,
        context))
LIBRARY(graze_trajectory_unsafe_delays, (const graze_body *body_a, const graze_trajectory *a, const
        graze_body *body_b, const graze_trajectory *b, graze_at_start at_start, double tolerance,
        const graze_workspace *workspace, graze_interval *intervals, size_t capacity, size_t
        *count), (body_a, a, body_b, b, at_start, tolerance, workspace, intervals, capacity,
        count))
LIBRARY(graze_solve, (const graze_problem *problem, const graze_solve_options *options, const
        graze_allocator *allocator, graze_solution *solution), (problem, options, allocator,
        solution))
LIBRARY(graze_plan_among, (const graze_roadmap *roadmap, const graze_task *task, const graze_index
        *others, double tolerance, const graze_allocator *allocator, graze_solution *solution),
        (roadmap, task, others, tolerance, allocator, solution))
STRUCTURE(graze_lifelong_new, (const graze_problem *problem, const graze_lifelong_options *options,
        const graze_allocator *allocator, graze_lifelong **fleet), (problem, options, allocator,
        fleet))
STRUCTURE(graze_lifelong_add_goal, (graze_lifelong *fleet, size_t agent, uint32_t vertex),
        (fleet, agent, vertex))
LIBRARY(graze_lifelong_advance, (graze_lifelong *fleet), (fleet))
LIBRARY(graze_lifelong_finish, (graze_lifelong *fleet, graze_solution *solution), (fleet,
        solution))
STRUCTURE(graze_roadmap_from_grid, (const graze_world *world, const graze_body *body, int k, double
        tolerance, const graze_allocator *allocator, graze_roadmap *roadmap), (world, body, k,
        tolerance, allocator, roadmap))
STRUCTURE(graze_roadmap_any_angle, (const graze_world *world, const graze_body *body, double
        tolerance, const graze_allocator *allocator, graze_roadmap *roadmap), (world, body,
        tolerance, allocator, roadmap))
LIBRARY(graze_path_visits, (const graze_trajectory *path, graze_point place, graze_path_visit
        *visit, bool *found), (path, place, visit, found))
LIBRARY(graze_path_strays, (const graze_trajectory *paths, size_t count, const graze_roadmap
        *roadmap, const graze_allocator *allocator, graze_path_stray_sink sink, void *context),
        (paths, count, roadmap, allocator, sink, context))
LIBRARY(graze_path_excesses, (const graze_trajectory *path, const graze_path_limits *limits,
        graze_path_sink sink, void *context), (path, limits, sink, context))
LIBRARY(graze_path_ends_at, (const graze_trajectory *path, graze_vector place, bool *ends), (path,
        place, ends))
LIBRARY(graze_path_costs, (const graze_trajectory *path, graze_path_cost *cost), (path, cost))
LIBRARY(graze_motion_prepare, (const graze_body *body, const graze_motion *motion, graze_prepared
        *prepared), (body, motion, prepared))
LIBRARY(graze_motion_position, (const graze_motion *motion, double time, bool *alive, graze_vector
        *position), (motion, time, alive, position))
ARITHMETIC(graze_trajectory_stand, (double from, graze_motion *motions, size_t *count), (from,
        motions, count))
ARITHMETIC(graze_motion_delay, (const graze_motion *motion, double delay, graze_motion *moved),
        (motion, delay, moved))
ARITHMETIC(graze_motion_place, (const graze_motion *motion, double time, graze_vector *place),
        (motion, time, place))
ARITHMETIC(graze_motion_kinematic, (graze_vector position, graze_vector velocity, graze_vector
        acceleration, double start, double duration, graze_motion *motion), (position, velocity,
        acceleration, start, duration, motion))
ARITHMETIC(graze_motion_ramp, (graze_vector from, graze_vector to, double start, double end, double
        share, graze_motion *motion), (from, to, start, end, share, motion))
ARITHMETIC(graze_motion_waypoint, (graze_vector from, graze_vector to, double start, double end,
        graze_motion *motion), (from, to, start, end, motion))
ARITHMETIC(graze_motion_restart, (const graze_motion *motion, double start, graze_motion *moved),
        (motion, start, moved))
ARITHMETIC(graze_motion_validate, (const graze_motion *motion), (motion))
ARITHMETIC(graze_body_validate, (const graze_body *body), (body))
ARITHMETIC(graze_box_of_motion, (const graze_body *body, const graze_motion *motion,
        graze_box *box), (body, motion, box))
ARITHMETIC(graze_body_corners, (const graze_body *body, graze_point *vertices, size_t capacity,
        graze_body *corners), (body, vertices, capacity, corners))

/* What may lie as well. `lie` spoils the answer; a question that lies `for_good` lies always. */
#define LIAR(name, parameters, arguments, for_good, lie)                                           \
    graze_status __real_##name parameters;                                                         \
    graze_status __wrap_##name parameters;                                                         \
    graze_status __wrap_##name parameters                                                          \
    {                                                                                              \
        static const char call[] = #name;                                                          \
        graze_status status = __real_##name arguments;                                             \
        bool refused = refuses(WRAPPED_LIBRARY, call, (for_good) && is_lying(),                 \
                               __builtin_return_address(0));                   \
        if (refused && is_lying())                                                                 \
            lie;                                                                                   \
        return refused && !is_lying() ? (graze_status)shared->answer : status;                     \
    }

static bool is_lying(void)
{
    return shared != NULL && shared->answer == WRAPPED_LIE;
}

static void spoil_intervals(graze_interval *intervals, size_t capacity, size_t *count)
{
    if (capacity == 0)
        return;
    if (*count == 0)
        intervals[0] = (graze_interval){0, 1};
    intervals[0].upper = nextafter(intervals[0].upper, 1e300);
    *count = *count > 0 ? *count : 1;
}

static void spoil_clearance(graze_clearance *clearance)
{
    clearance->common_life = !clearance->common_life;
}

LIAR(graze_unsafe_starts, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, double tolerance, const graze_workspace *workspace,
     graze_interval *intervals, size_t capacity, size_t *count), (body_a, a, body_b, b, tolerance,
     workspace, intervals, capacity, count), true, spoil_intervals(intervals, capacity, count))
LIAR(graze_unsafe_speeds, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, double tolerance, const graze_workspace *workspace,
     graze_interval *intervals, size_t capacity, size_t *count), (body_a, a, body_b, b, tolerance,
     workspace, intervals, capacity, count), true, spoil_intervals(intervals, capacity, count))
LIAR(graze_conflict_intervals, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, double tolerance, graze_interval *intervals, size_t capacity,
     size_t *count), (body_a, a, body_b, b, tolerance, intervals, capacity, count), false,
     spoil_intervals(intervals, capacity, count))
LIAR(graze_conflict_clearance, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, graze_clearance *clearance), (body_a, a, body_b, b,
     clearance), false, spoil_clearance(clearance))
LIAR(graze_conflict_exists, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, double tolerance, bool *exists), (body_a, a, body_b, b,
     tolerance, exists), false, *exists = !*exists)
LIAR(graze_conflict_exists_prepared, (const graze_prepared *prepared_a, const graze_body *body_a,
     const graze_motion *a, const graze_prepared *prepared_b, const graze_body *body_b, const
     graze_motion *b, double tolerance, bool *exists), (prepared_a, body_a, a, prepared_b, body_b,
     b, tolerance, exists), false, *exists = !*exists)
LIAR(graze_conflict_verdict, (const graze_body *body_a, const graze_motion *a, const graze_body
     *body_b, const graze_motion *b, double tolerance, graze_verdict *verdict), (body_a, a, body_b,
     b, tolerance, verdict), false, *verdict = *verdict == GRAZE_CONFLICT ? GRAZE_TOUCH :
     GRAZE_CONFLICT)

#define DATABASE(name, parameters, arguments)                                                      \
    WRAP(WRAPPED_DATABASE, int, name, parameters, arguments, shared->answer)

/* What a step has met with is told again when its statement is reset or given back. */
static sqlite3_stmt *broken;

WRAP(WRAPPED_DATABASE, int, sqlite3_step, (sqlite3_stmt *rows), (rows),
     (broken = rows, shared->answer))

#define END(name)                                                                                  \
    int __real_##name(sqlite3_stmt *rows);                                                         \
    int __wrap_##name(sqlite3_stmt *rows);                                                         \
    int __wrap_##name(sqlite3_stmt *rows)                                                          \
    {                                                                                              \
        bool was_broken = rows != NULL && rows == broken;                                          \
        int code = __real_##name(rows);                                                            \
        if (was_broken)                                                                            \
            broken = NULL;                                                                         \
        return was_broken ? shared->answer : code;                                                 \
    }

END(sqlite3_reset)
END(sqlite3_finalize)
DATABASE(sqlite3_bind_double, (sqlite3_stmt *rows, int at, double value), (rows, at, value))
DATABASE(sqlite3_bind_int64, (sqlite3_stmt *rows, int at, sqlite3_int64 value), (rows, at, value))
DATABASE(sqlite3_bind_null, (sqlite3_stmt *rows, int at), (rows, at))
DATABASE(sqlite3_bind_text, (sqlite3_stmt *rows, int at, const char *text, int length,
         void (*done)(void *)), (rows, at, text, length, done))
WRAP(WRAPPED_DATABASE, int, sqlite3_prepare_v2, (sqlite3 *db, const char *sql, int length,
     sqlite3_stmt **rows, const char **rest), (db, sql, length, rows, rest),
     (*rows = NULL, shared->answer))
WRAP(WRAPPED_DATABASE, int, sqlite3_prepare_v3, (sqlite3 *db, const char *sql, int length,
     unsigned flags, sqlite3_stmt **rows, const char **rest),
     (db, sql, length, flags, rows, rest), (*rows = NULL, shared->answer))

#define SYSTEM(result, name, parameters, arguments, refusal)                                       \
    WRAP(WRAPPED_SYSTEM, result, name, parameters, arguments, (errno = EIO, refusal))

SYSTEM(FILE *, fdopen, (int file, const char *how), (file, how), NULL)
SYSTEM(int, fclose, (FILE *stream), (stream), (__real_fclose(stream), errno = EIO, EOF))
SYSTEM(int, fflush, (FILE *stream), (stream), EOF)
SYSTEM(int, fsync, (int file), (file), -1)
SYSTEM(int, fchmod, (int file, mode_t mode), (file, mode), -1)
SYSTEM(int, mkstemp, (char *path), (path), -1)
SYSTEM(int, rename, (const char *from, const char *to), (from, to), -1)
SYSTEM(int, pipe, (int ends[2]), (ends), -1)
SYSTEM(int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
SYSTEM(ssize_t, readlink, (const char *path, char *text, size_t size), (path, text, size), -1)
SYSTEM(pid_t, fork, (void), (), -1)
SYSTEM(int, flock, (int file, int how), (file, how), -1)
SYSTEM(int, stat, (const char *path, struct stat *status), (path, status), -1)
SYSTEM(char *, realpath, (const char *path, char *real), (path, real), NULL)
SYSTEM(void *, dlopen, (const char *path, int how), (path, how), __real_dlopen("/no/such", how))
SYSTEM(void *, dlsym, (void *library, const char *name), (library, name),
       __real_dlsym(library, "no_such_function"))
SYSTEM(int, posix_spawnp, (pid_t *child, const char *file,
       const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
       char *const *arguments, char *const *environment),
       (child, file, actions, attributes, arguments, environment), EAGAIN)

/* A stream that has failed stays so. */
int __real_ferror(FILE *stream);
int __wrap_ferror(FILE *stream);
int __wrap_ferror(FILE *stream)
{
    static const char call[] = "ferror";
    bool refused = refuses(WRAPPED_SYSTEM, call, true, __builtin_return_address(0));
    return refused ? 1 : __real_ferror(stream);
}

/* A signal that has come stays so; who is asked for it are two. */
static const char asked_for_signal[] = "interrupt_pending";

int __real_interrupt_pending(void);
int __wrap_interrupt_pending(void);
int __wrap_interrupt_pending(void)
{
    bool refused = refuses(WRAPPED_SIGNAL, asked_for_signal, true, __builtin_return_address(0));
    return refused ? SIGTERM : __real_interrupt_pending();
}

bool __real_interrupt_is_pending(void);
bool __wrap_interrupt_is_pending(void);
bool __wrap_interrupt_is_pending(void)
{
    bool refused = refuses(WRAPPED_SIGNAL, asked_for_signal, true, __builtin_return_address(0));
    return refused || __real_interrupt_is_pending();
}
