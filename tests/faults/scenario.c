/* SPDX-License-Identifier: MIT */
#include "faults/scenario.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "storage/database.h"
#include "storage/verify.h"

/* clang-format off */
const scenario scenarios[] = {
    {"a check",
     {"check", "--radius", "0.4", "-j", "1", "-q", "plan.csv"}, {NULL}, NULL, NULL, false},
    {"a check into a new database",
     {"check", "--radius", "0.4", "-j", "1", "--unsafe-starts", "--slack", "--map", "grid.csv",
      "-q", "-o", "made.db", "plan.csv"}, {NULL}, NULL, "made.db", false},
    {"a check into an old database",
     {"check", "--radius", "0.4", "-j", "1", "-q", "-o", "made.db", "plan.csv"},
     {"check", "--radius", "0.3", "-q", "-o", "made.db", "plan.csv"}, NULL, "made.db", false},
    {"a check that is resumed",
     {"check", "--radius", "0.4", "-j", "1", "-q", "--resume", "-o", "made.db", "plan.csv"},
     {"check", "--radius", "0.4", "-q", "--limit-meetings", "40", "-o", "made.db", "plan.csv"},
     NULL, "made.db", false},
    {"a search for a plan",
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--radius", "0.3", "-q", "-o",
      "made.db"}, {NULL}, NULL, "made.db", false},
    {"a conversion",
     {"convert", "--to", "log", "walks.csv", "made.xml"}, {NULL}, "made.xml", NULL, false},
    {"a conversion over a file",
     {"convert", "--to", "motions", "walks.csv", "made.csv"},
     {"convert", "--to", "log", "walks.csv", "made.csv"}, "made.csv", NULL, false},
    {"a conversion from a database",
     {"convert", "--to", "motions", "old.db", "-"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "walks.csv"}, NULL, "old.db", true},
    {"an export",
     {"query", "old.db", "export", "-o", "made.csv"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, "made.csv", "old.db", true},
    {"a question",
     {"query", "old.db", "degree", "--format", "jsonl"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, NULL, "old.db", true},
    {"a verification",
     {"query", "old.db", "verify"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, NULL, "old.db", true},
    {"free SQL",
     {"query", "old.db", "SELECT label, x'00ff' AS bytes FROM agent", "--format", "table"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, NULL, "old.db", true},
    {"a page",
     {"replay", "old.db", "-o", "made.html"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, "made.html", "old.db", true},
    {"a picture",
     {"plot", "gantt", "old.db", "-o", "made.svg"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, "made.svg", "old.db", true},
    {"questions about pairs",
     {"pairs", "--what", "unsafe-starts", "--format", "table", "pairs.csv"}, {NULL}, NULL, NULL,
     false},
};
/* clang-format on */

const size_t scenario_count = sizeof scenarios / sizeof scenarios[0];

/* All files that the scenarios read, with a text where it is short. */
static const struct {
    const char *name, *text;
} inputs[] = {
    {"plan.csv", NULL},
    {"crowd.csv", NULL},
    {"grid.csv", "0,0,0,0,0\n0,0,1,0,0\n0,0,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n"},
    {"task.csv", "agent,start_x,start_y,goal_x,goal_y\na,0,0,3,1\nb,3,0,0,2\n"},
    {"goals.csv", "x,y,agent,release,task\n3,1,a,0,\n0,0,b,0,t\n3,0,b,0,t\n1,1,,2,u\n"},
    {"walks.csv", "agent,time,x,y\n0,0,1,2\n0,2,2,4\n1,0,3,3\n"},
    {"pairs.csv", "id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n"
                  "n,0,0,1,0,0.5,9,0,-1,0,0.5\n"},
    {"shapes.csv", "agent,radius,vertices\n0,0.5,\n1,0,-0.5 -0.5 0.5 -0.5 0 1\n"},
    {"posts.csv", "obstacle,x,y,radius\npost,2,3,0.25\nwall,3,2,0\nwall,4,2,0\nwall,4,4,0\n"
                  "wall,3.75,2.25,0\n"},
    {"starts.csv", "agent,start_x,start_y,goal_x,goal_y\n0,1,2,2,4\n1,2,3,0,0\n1,0,1,4,4\n"},
    {"sizes.csv", "agent,start_x,start_y,goal_x,goal_y,radius\na,0,0,3,1,0.3\nb,3,0,0,2,0.2\n"},
    {"clash.csv", "agent,start_x,start_y,goal_x,goal_y\na,0,0,3,1\nb,3,0,3,1\n"},
    {"roads.csv", "vertex,x,y\na,0,0\nb,4,0\nc,4,3\nd,0,3\n"},
    {"edges.csv", "from,to,directed\na,b,0\nb,c,0\nc,d,0\nd,a,1\n"},
    {"tasks.csv", "agent,start,goal\nr,a,c\ns,c,a\n"},
    {"ways.csv", "agent,time,x,y\nr,0,0,0\nr,4,4,0\nr,6,2,1\nr,8,4,3\n"
                 "s,0,4,3\ns,3,4,0\ns,7,0,0\n"},
    {"ramps.csv", "agent,time,x,y,share\n0,0,0,0,0\n0,4,4,0,2\n0,8,8,0,\n"
                  "1,0,4,4,\n1,4,4,0,1\n1,6,4,-4,\n"},
    {"ffmpeg", "#!/bin/sh\ncat\n"},
    {"steps.csv", "agent,time,x,y\n0,0,0,0\n0,1,1,0\n0,2,2,0\n1,0,0,3\n1,1,0,4\n1,2,0,4\n"},
    {"paths.txt", "Agent 0:(0,0)->(1,0)->(1,1)->\nAgent 1:(3,4)->\n"},
    {"lacam.txt", "agents=2\nsolved=1\nstarts=(1,6),(8,3),\ngoals=(1,7),(8,3),\nsolution=\n"
                  "0:(1,6),(8,3),\n1:(1,7),(8,3),\n"},
    {"rvo.txt", "0 (8,0) (-1.5e-2,3)\n0.25 (7.75,0) (0,2.5)\n"},
    {"plan.yaml", "statistics:\n  cost: 3\nschedule:\n  agent0:\n    - x: 1\n      y: 4\n"
                  "      t: 0\n    - x: 2\n      y: 4\n      t: 3\n"},
    {"table.csv", "when,who,east,north,junk\n0,a,1,2,?\n3,a,2,2,?\n"},
    {"yard.wkt", "POLYGON ((2 -2, 8 -2, 8 2, 2 2, 2 -2), (3 -1, 3 1, 7 1, 7 -1, 3 -1))\n"
                 "LINESTRING (0 9, 9 9)\nPOINT (5 5)\n"},
    {"cloud.pcd", "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 3\n"
                  "HEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 3\nDATA ascii\n"
                  "4 1 0\nnan nan nan\n6 -1 0\n"},
    {"named.csv", "agent,body,radius,vertices\n,wide,0,-1 -0.5 1 -0.5 1 0.5 -1 0.5\n"
                  ",round,1.25,\n"},
    {"fleet.csv", "agent,radius,vertices,speed,acceleration,turn_times\n0,0.2,,1,1,1 2\n"
                  "1,,-0.2 -0.2 0.2 -0.2 0 0.3,1,1,\n"},
    {"robots.csv", "agent,radius,vertices,speed,acceleration,deceleration,turn_rate,turn_times\n"
                   "a,,-0.3 -0.1 0.3 -0.1 0.3 0.1 -0.3 0.1,1,0.5,1,1.5,\nb,0.2,,2,1,,,2 1\n"},
    {"jobs.csv", "command,plan,map,scenario,agents,radius,options\n"
                 "check,walks.csv,,,,0.4,\ncheck,missing.csv,,,,0.4,\n"
                 "solve,,grid.csv,task.csv,1..2,0.3,\"--node-limit 50\"\n"},
    {"job.csv", "command,plan,radius,options\ncheck,walks.csv,0.4,\"--map grid.csv\"\n"},
    {"none.csv", "command\n"},
    {"turns.csv", "agent,body,time,x,y\na,wide,0,0,0\na,round,4,4,0\na,wide,5,4,0\n"
                  "b,wide,0,4,4\nb,round,4,4,1\n"},
};

const scenario *scenario_named(const char *name)
{
    for (size_t i = 0; i < scenario_count; i++)
        if (strcmp(scenarios[i].name, name) == 0)
            return &scenarios[i];
    abort();
}

/* ---- inputs ------------------------------------------------------------------------------ */

/* Agents that criss-cross a small hall. */
static void write_plan(const char *name, int agents, int rows)
{
    static char text[1 << 16];
    size_t length = (size_t)snprintf(text, sizeof text, "agent,time,x,y\n");
    unsigned seed = 7;
    for (int agent = 0; agent < agents; agent++)
        for (int row = 0; row < rows; row++) {
            int at[2];
            for (int i = 0; i < 2; i++) {
                seed = seed * 1103515245u + 12345u;
                at[i] = (int)(seed >> 16) % 50;
            }
            length += (size_t)snprintf(text + length, sizeof text - length, "%d,%d,%d.%d,%d.%d\n",
                                       agent, row, at[0] / 10, at[0] % 10, at[1] / 10, at[1] % 10);
        }
    driver_write(name, text);
}

static bool is_input(const char *name)
{
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (strcmp(inputs[i].name, name) == 0)
            return true;
    return false;
}

static void write_inputs(void)
{
    write_plan("plan.csv", 12, 8);
    write_plan("crowd.csv", 62, 2);
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (inputs[i].text != NULL)
            driver_write(inputs[i].name, inputs[i].text);
    chmod("ffmpeg", 0777);
}

/* Removes what a run has made; what it reads is as it was. */
static void clear_made(void)
{
    char *rest = NULL, *all = strdup(driver_files());
    for (char *name = strtok_r(all, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest))
        if (!is_input(name))
            remove(name);
    free(all);
}

/* ---- what an undisturbed run makes ------------------------------------------------------- */

typedef struct bytes {
    char *text;
    size_t size;
} bytes;

static struct learnt {
    int status;
    bytes output, file, file_before, base_before;
    char digests[4096]; /* of the newest finished run */
    long finished, finished_before;
    double length;
} good;

/* The first column of all rows, apart by blanks; "!" when the question has no answer. */
static void ask(const char *path, const char *sql, char *answer, size_t size)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *rows = NULL;
    size_t length = 0;
    int code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL);
    answer[0] = '\0';
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(handle, sql, -1, &rows, NULL);
    while (code == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW && length < size)
        length += (size_t)snprintf(answer + length, size - length, "%s ",
                                   (const char *)sqlite3_column_text(rows, 0));
    if (sqlite3_finalize(rows) != SQLITE_OK || code != SQLITE_OK)
        snprintf(answer, size, "!");
    sqlite3_close(handle);
}

/* Clocks and counters are no answers. */
static const char ask_digests[] =
    "SELECT table_name || '=' || sha256 FROM run_digest WHERE table_name NOT IN "
    "('run', 'run_stat', 'solve_stat') AND run_id = (SELECT max(run_id) FROM run "
    "WHERE state = 'finished') ORDER BY table_name";

static long count_finished(const char *path)
{
    char text[32];
    ask(path, "SELECT count(*) FROM run WHERE state = 'finished'", text, sizeof text);
    return atol(text);
}

static bytes read_bytes(const char *path)
{
    bytes read = {NULL, 0};
    if (path != NULL)
        read.text = driver_read(path, &read.size);
    return read;
}

static bool same_bytes(const bytes *a, const bytes *b)
{
    return (a->text == NULL) == (b->text == NULL) && a->size == b->size &&
           (a->text == NULL || memcmp(a->text, b->text, a->size) == 0);
}

void scenario_set_up(const scenario *of)
{
    clear_made();
    if (of->file != NULL && good.file_before.text != NULL)
        driver_write(of->file, good.file_before.text);
    if (good.base_before.text == NULL)
        return;
    FILE *file = fopen(of->base, "wb");
    if (file == NULL || fwrite(good.base_before.text, 1, good.base_before.size, file) == 0 ||
        fclose(file) != 0)
        abort();
}

static double now(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool scenario_learn(const scenario *of)
{
    bytes *const kept[] = {&good.output, &good.file, &good.file_before, &good.base_before};
    for (size_t i = 0; i < 4; i++)
        free(kept[i]->text);
    memset(&good, 0, sizeof good);
    driver_clear();
    write_inputs();
    if (of->before[0] != NULL && (driver_run(NULL, of->before) & ~3) != 0)
        return false;
    good.file_before = read_bytes(of->file);
    good.base_before = read_bytes(of->base);
    if (good.base_before.text != NULL)
        good.finished_before = count_finished(of->base);
    double begun = now();
    good.status = driver_run(NULL, of->arguments);
    good.length = now() - begun;
    good.output.text = driver_output(&good.output.size);
    good.file = read_bytes(of->file);
    if (of->base != NULL) {
        good.finished = count_finished(of->base);
        ask(of->base, ask_digests, good.digests, sizeof good.digests);
    }
    return good.status == 0 || good.status == 1;
}

double scenario_length(void)
{
    return good.length;
}

/* ---- is it sound? ------------------------------------------------------------------------ */

static char fault[4096];

#define FAULT(...) (snprintf(fault, sizeof fault, __VA_ARGS__), fault)

static const char *message_fault(int status, const scenario_licence *licence)
{
    char *text = driver_messages();
    const char *found = NULL;
    if (text == NULL || (text[0] == '\0' && !licence->in_silence))
        found = FAULT("exit %d in silence", status);
    else if (status == 5 && strstr(text, "memory") == NULL)
        found = FAULT("exit 5 without a word of memory: %s", text);
    else if (status == 4 && !licence->in_silence && strstr(text, "error") == NULL)
        found = FAULT("exit 4 without an error: %s", text);
    free(text);
    return found;
}

static const char *output_fault(bool done, const scenario_licence *licence)
{
    bytes found = {NULL, 0};
    found.text = driver_output(&found.size);
    const char *fault_found = NULL;
    if (done && !licence->another_answer && !same_bytes(&found, &good.output))
        fault_found = FAULT("another answer");
    else if (!done && found.size > 0 &&
             !(licence->part_of_output &&
               (licence->another_answer ||
                (found.size <= good.output.size &&
                 memcmp(found.text, good.output.text, found.size) == 0))))
        fault_found = FAULT("half an answer");
    free(found.text);
    return fault_found;
}

static const char *file_fault(const scenario *of, bool done, const scenario_licence *licence)
{
    bytes found = read_bytes(of->file);
    bool whole = same_bytes(&found, &good.file);
    bool as_before = same_bytes(&found, &good.file_before);
    free(found.text);
    if (done && licence->another_answer)
        return found.size == 0 ? FAULT("%s is not there", of->file) : NULL;
    if (done ? !whole : !whole && !as_before)
        return FAULT("%s is neither whole nor as it was", of->file);
    return NULL;
}

/* Only files that were meant to be there. */
static const char *files_fault(const scenario *of, const scenario_licence *licence)
{
    char *rest = NULL, *names = strdup(driver_files());
    const char *found = NULL;
    for (char *name = strtok_r(names, " ", &rest); name != NULL && found == NULL;
         name = strtok_r(NULL, " ", &rest)) {
        bool known = is_input(name) ||
                     (of->file != NULL && strcmp(name, of->file) == 0) ||
                     (of->base != NULL && strcmp(name, of->base) == 0);
        if (!known && !licence->leaves_files)
            found = FAULT("%s is left behind", name);
    }
    free(names);
    return found;
}

static diagnostics sink;

static bool verifies(const char *path)
{
    database *db = NULL;
    if (database_open(path, &sink, &db) != IO_OK)
        return false;
    bool result = verify_database(db) == IO_OK;
    database_close(db);
    return result;
}

/* A file whose making was cut short is empty to whoever writes next. */
static bool is_empty(const char *path)
{
    char text[32];
    ask(path, "SELECT count(*) FROM sqlite_schema", text, sizeof text);
    return strcmp(text, "0 ") == 0;
}

static const char *database_fault(const scenario *of, bool done,
                                  const scenario_licence *licence)
{
    char digests[sizeof good.digests];
    if (access(of->base, F_OK) != 0)
        return done || good.base_before.text != NULL ? FAULT("there is no database") : NULL;
    if (!done && good.base_before.text == NULL && is_empty(of->base))
        return NULL;
    if (!verifies(of->base))
        return FAULT("the database is not sound");
    long finished = count_finished(of->base);
    if (done ? finished != good.finished
             : finished != good.finished && finished != good.finished_before)
        return FAULT("%ld runs have finished", finished);
    if ((finished == good.finished_before && !of->reads_only) || licence->another_answer)
        return NULL;
    ask(of->base, ask_digests, digests, sizeof digests);
    return strcmp(digests, good.digests) != 0 ? FAULT("a finished run lacks rows") : NULL;
}

/* A database that is only read stays as it is, to the byte. */
static const char *base_fault(const scenario *of, bool done, const scenario_licence *licence)
{
    if (!of->reads_only)
        return database_fault(of, done, licence);
    bytes now = read_bytes(of->base);
    bool same = same_bytes(&now, &good.base_before);
    free(now.text);
    return same ? NULL : FAULT("what was read has changed");
}

const char *scenario_fault(const scenario *of, int status, const scenario_licence *licence)
{
    bool done = status == good.status;
    if (sink.out == NULL)
        sink.out = fopen("/dev/null", "w");
    sink.errors = 0;
    if (!done && status != licence->status && status != licence->other_status) {
        char *text = driver_messages();
        FAULT("exit %d: %.300s", status, text != NULL ? text : "");
        free(text);
        return fault;
    }
    const char *found = done ? NULL : message_fault(status, licence);
    if (found == NULL)
        found = output_fault(done, licence);
    if (found == NULL)
        found = files_fault(of, licence);
    if (found == NULL && of->file != NULL)
        found = file_fault(of, done, licence);
    return found == NULL && of->base != NULL ? base_fault(of, done, licence) : found;
}
