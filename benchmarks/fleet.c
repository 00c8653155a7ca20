/* SPDX-License-Identifier: MIT */
/* A fleet in a warehouse, to check a whole plan with:
 *
 *     fleet plan AGENTS MOTIONS > plan.csv      a plan of waypoints
 *     fleet time COMMAND…                       wall seconds, CPU seconds, peak MiB
 *
 * Shelves of 10 m x 2 m stand between aisles one metre wide. In each second an agent
 * waits or drives a metre, into a place that nobody takes and whose last owner is
 * gone or leaves just now: at a right angle they come as near as sqrt(1/2) m, what
 * discs of radius sqrt(2)/4 are made for, else a metre. Every 100th agent is half a
 * second late all the way and runs into the others. The same on every machine. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "benchmarks/random.h"

enum { SHELF_LONG = 11, SHELF_DEEP = 3, ROOM = 2, LATE = 100 };

typedef struct robot {
    int x, y, heading;
} robot;

typedef struct warehouse {
    int side;
    int *taken; /* side * side: the last second that begins with somebody there */
    robot *robots;
    int count;
    randomness source;
} warehouse;

static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "fleet: %s\n", why);
    exit(1);
}

static bool is_aisle(int x, int y)
{
    return x % SHELF_LONG == 0 || y % SHELF_DEEP == 0;
}

static int *cell(warehouse *w, int x, int y)
{
    return &w->taken[(size_t)y * (size_t)w->side + (size_t)x];
}

static bool is_free(warehouse *w, int x, int y, int now)
{
    return x >= 0 && y >= 0 && x < w->side && y < w->side && is_aisle(x, y) &&
           *cell(w, x, y) < now;
}

/* Places everybody at second 0. */
static void open_warehouse(warehouse *w, int agents)
{
    *w = (warehouse){.side = 2, .count = agents, .source = {UINT64_C(20261121)}};
    while ((double)w->side * w->side * 0.39 < (double)agents * ROOM)
        w->side++;
    w->taken = malloc((size_t)w->side * (size_t)w->side * sizeof *w->taken);
    w->robots = calloc((size_t)agents, sizeof *w->robots);
    if (w->taken == NULL || w->robots == NULL)
        give_up("out of memory");
    for (size_t i = 0; i < (size_t)w->side * (size_t)w->side; i++)
        w->taken[i] = -2;
    for (int i = 0; i < agents; i++) {
        robot *r = &w->robots[i];
        do {
            r->x = random_below(&w->source, w->side);
            r->y = random_below(&w->source, w->side);
        } while (!is_free(w, r->x, r->y, 0));
        r->heading = random_below(&w->source, 4);
        *cell(w, r->x, r->y) = 0;
    }
}

/* Goes on, turns, or waits. */
static void drive(warehouse *w, robot *r, int now)
{
    bool turns = random_below(&w->source, 8) == 0;
    int first = turns ? random_below(&w->source, 4) : r->heading;
    for (int k = 0; k < 4; k++) {
        int heading = (first + k) % 4, x = r->x + step_x[heading], y = r->y + step_y[heading];
        if (!is_free(w, x, y, now))
            continue;
        *cell(w, r->x, r->y) = now - 1; /* others may follow */
        *cell(w, x, y) = now + 1;
        *r = (robot){x, y, heading};
        return;
    }
    *cell(w, r->x, r->y) = now + 1;
}

static void print_row(int agent, int second, const robot *r)
{
    printf("%d,%d%s,%d,%d\n", agent, second, agent % LATE == LATE - 1 ? ".5" : "", r->x, r->y);
}

/* Rows of one agent need not stand together; by the second they take no memory. */
static int print_plan(int agents, int motions)
{
    warehouse w;
    open_warehouse(&w, agents);
    puts("agent,time,x,y");
    for (int now = 0; now <= motions; now++)
        for (int i = 0; i < agents; i++) {
            print_row(i, now, &w.robots[i]);
            drive(&w, &w.robots[i], now);
        }
    free(w.taken);
    free(w.robots);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

static int time_command(char **command)
{
    struct timespec began, ended;
    struct rusage used;
    int status = 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    pid_t child = fork();
    if (child == 0) {
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
        give_up("cannot run the command");
    clock_gettime(CLOCK_MONOTONIC, &ended);
    fprintf(stderr, "%.2f s wall, %.2f s CPU, peak %.0f MiB\n",
            (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) * 1e-9,
            seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime),
            (double)used.ru_maxrss / 1024);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "plan") == 0) {
        int agents = atoi(argv[2]), motions = atoi(argv[3]);
        if (agents > 0 && motions > 0 && agents <= 10000000 && motions <= 1000000)
            return print_plan(agents, motions);
    }
    if (argc > 2 && strcmp(argv[1], "time") == 0)
        return time_command(argv + 2);
    give_up("use: fleet plan AGENTS MOTIONS > plan.csv, fleet time COMMAND...");
}
