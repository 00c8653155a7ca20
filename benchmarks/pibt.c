/* SPDX-License-Identifier: MIT */
/* What a rule of one step makes of a lifelong task, beside `graze solve --tasks`:
 *
 *     pibt MAP SCENARIO TASKS STEPS     MovingAI, MovingAI, CSV with the columns agent,x,y
 *
 * prints how many goals are made in so many steps of one cell. In each step agents choose their
 * next cell in the order of their priorities, nearest to the goal first; whoever stands there must
 * choose before, or the cell is none to choose. Priorities grow until a goal is made. No two are in
 * one cell, and no two change places; discs of radius up to 0.35 that move so do not overlap.
 *
 * Source: K. Okumura, M. Machida, X. Defago, Y. Tamura, "Priority Inheritance with Backtracking for
 * Iterative Multi-agent Path Finding", 2019. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/random.h"

enum { CELLS_MAX = 1 << 16, AGENTS_MAX = 2048, GOALS_MAX = 4096, LINE = 512, MOVES = 5 };

typedef struct agent {
    int at, next; /* next: -1 while it has not chosen */
    int goals[GOALS_MAX], count, made;
    int distances[CELLS_MAX];
    double priority;
} agent;

static int width, height, agent_count;
static bool is_free[CELLS_MAX];
static agent *agents;
static int now_by[CELLS_MAX], next_by[CELLS_MAX]; /* agent, or -1 */
static randomness source = {1};

static bool read_map(const char *name)
{
    char line[LINE];
    FILE *file = fopen(name, "r");
    bool sound = file != NULL && fscanf(file, "type octile height %d width %d map\n", &height,
                                        &width) == 2 && width * height <= CELLS_MAX;
    for (int y = 0; sound && y < height; y++) {
        sound = fgets(line, sizeof line, file) != NULL;
        for (int x = 0; sound && x < width; x++)
            is_free[y * width + x] = line[x] == '.';
    }
    if (file != NULL)
        fclose(file);
    return sound;
}

static bool read_starts(const char *name)
{
    char line[LINE];
    int x, y;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    while (fgets(line, sizeof line, file) != NULL && agent_count < AGENTS_MAX)
        if (sscanf(line, "%*d\t%*s\t%*d\t%*d\t%d\t%d", &x, &y) == 2)
            agents[agent_count++].at = y * width + x;
    fclose(file);
    return agent_count > 0;
}

static bool read_goals(const char *name)
{
    char line[LINE];
    int of, x, y;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%d,%d,%d", &of, &x, &y) == 3 && of < agent_count &&
            agents[of].count < GOALS_MAX)
            agents[of].goals[agents[of].count++] = y * width + x;
    fclose(file);
    return true;
}

/* The cell one move on, or -1; move 0 stays. */
static int moved(int cell, int move)
{
    static const int dx[MOVES] = {0, 1, -1, 0, 0}, dy[MOVES] = {0, 0, 0, 1, -1};
    const int x = cell % width + dx[move], y = cell / width + dy[move];
    bool inside = x >= 0 && y >= 0 && x < width && y < height;
    return inside && is_free[y * width + x] ? y * width + x : -1;
}

static void measure(agent *a)
{
    static int queue[CELLS_MAX];
    int count = 0;
    for (int i = 0; i < width * height; i++)
        a->distances[i] = width * height;
    if (a->made == a->count)
        return;
    queue[count++] = a->goals[a->made];
    a->distances[queue[0]] = 0;
    for (int i = 0; i < count; i++)
        for (int m = 1; m < MOVES; m++) {
            const int to = moved(queue[i], m);
            if (to < 0 || a->distances[to] < width * height)
                continue;
            a->distances[to] = a->distances[queue[i]] + 1;
            queue[count++] = to;
        }
}

static void make_goals(agent *a)
{
    bool made = false;
    for (; a->made < a->count && a->goals[a->made] == a->at; a->made++)
        made = true;
    if (made) {
        a->priority -= (double)(int)a->priority;
        measure(a);
    }
}

/* The moves of an agent, the nearest cell to its goal first; free ones first among equals, then at
 * random. */
static void put_in_order(const agent *a, int cells[MOVES])
{
    double keys[MOVES];
    for (int m = 0; m < MOVES; m++) {
        const int cell = moved(a->at, m);
        double key = cell < 0 ? 1e9 : a->distances[cell] + (now_by[cell] >= 0 ? 0.5 : 0) +
                                          random_below(&source, 1000) * 1e-4;
        int hole = m;
        for (; hole > 0 && keys[hole - 1] > key; hole--) {
            keys[hole] = keys[hole - 1];
            cells[hole] = cells[hole - 1];
        }
        keys[hole] = key;
        cells[hole] = cell;
    }
}

static bool choose(int number, int from)
{
    agent *a = &agents[number];
    int cells[MOVES];
    put_in_order(a, cells);
    for (int m = 0; m < MOVES; m++) {
        const int cell = cells[m];
        if (cell < 0 || next_by[cell] >= 0 || (from >= 0 && cell == agents[from].at))
            continue;
        const int other = now_by[cell];
        a->next = cell;
        next_by[cell] = number;
        if (other < 0 || other == number || agents[other].next >= 0 || choose(other, number))
            return true;
    }
    a->next = a->at;
    next_by[a->at] = number;
    return false;
}

static int compare(const void *p, const void *q)
{
    const double a = agents[*(const int *)p].priority, b = agents[*(const int *)q].priority;
    return a > b ? -1 : a < b;
}

static void step(int *order)
{
    for (int i = 0; i < width * height; i++)
        now_by[i] = next_by[i] = -1;
    for (int i = 0; i < agent_count; i++) {
        now_by[agents[i].at] = i;
        agents[i].next = -1;
        agents[i].priority += agents[i].made < agents[i].count;
    }
    qsort(order, (size_t)agent_count, sizeof *order, compare);
    for (int i = 0; i < agent_count; i++)
        if (agents[order[i]].next < 0)
            choose(order[i], -1);
    for (int i = 0; i < agent_count; i++) {
        agents[i].at = agents[i].next;
        make_goals(&agents[i]);
    }
}

int main(int argc, char **argv)
{
    static int order[AGENTS_MAX];
    long made = 0;
    agents = calloc(AGENTS_MAX, sizeof *agents);
    if (argc != 5 || agents == NULL || !read_map(argv[1]) || !read_starts(argv[2]) ||
        !read_goals(argv[3])) {
        fputs("usage: pibt MAP SCENARIO TASKS STEPS\n", stderr);
        free(agents);
        return 2;
    }
    for (int i = 0; i < agent_count; i++) {
        order[i] = i;
        agents[i].priority = (double)i / (agent_count + 1);
        make_goals(&agents[i]);
        measure(&agents[i]);
    }
    const int steps = atoi(argv[4]);
    for (int k = 0; k < steps; k++)
        step(order);
    for (int i = 0; i < agent_count; i++)
        made += agents[i].made;
    printf("%ld goals made in %d steps: %.4f a step\n", made, steps, (double)made / steps);
    free(agents);
    return 0;
}
