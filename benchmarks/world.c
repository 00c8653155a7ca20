/* SPDX-License-Identifier: MIT */
/* Static worlds: what does a question cost among 64, 2000 and 200 000 convex obstacles, and
 * beside the nearest cell of a grid? Obstacles are triangles, squares, capsules and discs at
 * random places, as dense in small worlds as in large ones. Beside nearest stands a scan that
 * asks the kernel about every obstacle. --pairs is the number of questions. */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"

enum { GRID = 128, ROADMAP = 100, ROADMAP_OBSTACLES = 2000, SCANNED = 400000, ROUNDS_MOST = 99 };

static const graze_point triangle[] = {{-0.75, -0.5}, {0.75, -0.25}, {0, 0.75}};
static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_point segment[] = {{-1, -0.25}, {1, 0.5}};

/* ---- worlds ---------------------------------------------------------------------------- */

static graze_obstacle draw_obstacle(randomness *source, double side)
{
    static const graze_body shapes[] = {{.radius = 0.5},
                                        {.vertices = triangle, .vertex_count = 3},
                                        {.vertices = square, .vertex_count = 4},
                                        {.radius = 0.25, .vertices = segment, .vertex_count = 2}};
    return (graze_obstacle){
        .body = shapes[random_below(source, 4)],
        .place = {random_between(source, 0, side), random_between(source, 0, side)}};
}

/* Obstacles in a square, on a grid or without one. */
static graze_world *open_world(const graze_grid *grid, size_t count, double side)
{
    randomness source = {UINT64_C(11) + count};
    graze_obstacle *obstacles = malloc((count + 1) * sizeof *obstacles);
    graze_world *world = NULL;
    if (obstacles == NULL)
        give_up("no memory");
    for (size_t i = 0; i < count; i++)
        obstacles[i] = draw_obstacle(&source, side);
    if (graze_world_create(grid, obstacles, count, NULL, &world) != GRAZE_OK)
        give_up("no memory");
    free(obstacles);
    return world;
}

/* ---- questions ------------------------------------------------------------------------- */

typedef struct question {
    graze_point place;
    graze_motion motion;
} question;

/* Places in the square, and motions of at most 3 m along each axis. */
static question *draw_questions(size_t count, double side)
{
    randomness source = {UINT64_C(12)};
    question *drawn = malloc(count * sizeof *drawn);
    if (drawn == NULL)
        give_up("no memory");
    for (size_t i = 0; i < count; i++) {
        double x = random_between(&source, 0, side), y = random_between(&source, 0, side);
        graze_vector from = {x, y, 0};
        graze_vector to = {x + random_between(&source, -3, 3), y + random_between(&source, -3, 3),
                           0};
        drawn[i].place = (graze_point){x, y};
        if (graze_motion_waypoint(from, to, 0, 1, &drawn[i].motion) != GRAZE_OK)
            give_up("a motion could not be made");
    }
    return drawn;
}

static const graze_body agent = {.radius = 0.25};

static double ask_nearest(const graze_world *world, const question *asked)
{
    graze_nearest answer;
    if (graze_world_nearest(world, asked->place, &answer) != GRAZE_OK)
        give_up("a place has no answer");
    return answer.distance;
}

static double ask_clear(const graze_world *world, const question *asked)
{
    bool clear = false;
    if (graze_world_clear(world, &agent, asked->place, 0, &clear) != GRAZE_OK)
        give_up("a place has no answer");
    return clear;
}

static double ask_link(const graze_world *world, const question *asked)
{
    bool is_free = false;
    if (graze_world_link(world, &agent, &asked->motion, 0, &is_free) != GRAZE_OK)
        give_up("a link has no answer");
    return is_free;
}

/* Nearest by the kernel alone, one obstacle after the other. */
static double scan_nearest(const graze_world *world, const question *asked, size_t count)
{
    static const graze_body point = {.radius = 0};
    double best = INFINITY;
    graze_motion waiting, standing;
    graze_vector at = {asked->place.x, asked->place.y, 0};
    if (graze_motion_waypoint(at, at, 0, 1, &waiting) != GRAZE_OK)
        give_up("a motion could not be made");
    for (size_t i = 0; i < count; i++) {
        graze_point corners[4];
        graze_obstacle obstacle;
        graze_clearance clearance;
        if (graze_world_obstacle(world, i, corners, &obstacle) != GRAZE_OK)
            give_up("an obstacle is missing");
        graze_vector there = {obstacle.place.x, obstacle.place.y, 0};
        if (graze_motion_waypoint(there, there, 0, 1, &standing) != GRAZE_OK ||
            graze_conflict_clearance(&point, &waiting, &obstacle.body, &standing, &clearance) !=
                GRAZE_OK)
            give_up("an obstacle has no answer");
        best = fmin(best, clearance.distance);
    }
    return best;
}

/* ---- times ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

typedef struct run {
    size_t questions, rounds;
} run;

/* [ns] of one question. */
static double time_of(double (*ask)(const graze_world *, const question *),
                      const graze_world *world, const question *asked, const run *of, double *sum)
{
    double times[ROUNDS_MOST];
    for (size_t round = 0; round < of->rounds; round++) {
        double began = timing_clock();
        *sum = 0;
        for (size_t i = 0; i < of->questions; i++)
            *sum += ask(world, &asked[i]);
        times[round] = (timing_clock() - began) / (double)of->questions;
    }
    return median(times, of->rounds);
}

/* The scan has few questions of its own; its answers are held against Graze's. */
static double time_of_scan(const graze_world *world, const question *asked, size_t obstacles)
{
    size_t questions = SCANNED / obstacles + 1, differences = 0;
    double began = timing_clock(), spent;
    double *found = malloc(questions * sizeof *found);
    if (found == NULL)
        give_up("no memory");
    for (size_t i = 0; i < questions; i++)
        found[i] = scan_nearest(world, &asked[i], obstacles);
    spent = timing_clock() - began;
    for (size_t i = 0; i < questions; i++)
        differences += found[i] != ask_nearest(world, &asked[i]);
    free(found);
    if (differences > 0)
        give_up("the scan finds another obstacle");
    return spent / (double)questions;
}

static void measure_obstacles(table *to, size_t count, const run *of)
{
    double side = 4 * sqrt((double)count), clear = 0, is_free = 0, distance = 0;
    double began = timing_clock();
    graze_world *world = open_world(NULL, count, side);
    double built = (timing_clock() - began) / 1e6;
    size_t questions = of->questions > SCANNED / 64 + 1 ? of->questions : SCANNED / 64 + 1;
    question *asked = draw_questions(questions, side);
    double nearest = time_of(ask_nearest, world, asked, of, &distance);
    double at = time_of(ask_clear, world, asked, of, &clear);
    double link = time_of(ask_link, world, asked, of, &is_free);
    table_cells(to, "%zu obstacles|%.1f|%.0f|%.0f|%.0f|%.0f|%.0f|%.0f", count, built, nearest, at,
                100 * clear / (double)of->questions, link, 100 * is_free / (double)of->questions,
                time_of_scan(world, asked, count));
    table_end_row(to);
    free(asked);
    graze_world_free(world);
}

static void measure_grid(table *to, const run *of, int percent)
{
    static unsigned char blocked[GRID * GRID];
    randomness source = {UINT64_C(13)};
    double distance = 0, clear = 0, is_free = 0;
    for (int i = 0; i < GRID * GRID; i++)
        blocked[i] = random_below(&source, 100) < percent;
    graze_grid grid = {GRID, GRID, blocked, 1};
    double began = timing_clock();
    graze_world *world = open_world(&grid, 0, GRID);
    double built = (timing_clock() - began) / 1e6;
    question *asked = draw_questions(of->questions, GRID - 1);
    double nearest = time_of(ask_nearest, world, asked, of, &distance);
    double at = time_of(ask_clear, world, asked, of, &clear);
    double link = time_of(ask_link, world, asked, of, &is_free);
    table_cells(to, "%d x %d cells, %d %% blocked|%.1f|%.0f|%.0f|%.0f|%.0f|%.0f", GRID, GRID,
                percent, built, nearest, at, 100 * clear / (double)of->questions, link,
                100 * is_free / (double)of->questions);
    table_end_row(to);
    free(asked);
    graze_world_free(world);
}

static void measure_roadmap(table *to, const run *of, int k)
{
    static unsigned char blocked[ROADMAP * ROADMAP];
    graze_grid grid = {ROADMAP, ROADMAP, blocked, 1};
    graze_world *world = open_world(&grid, ROADMAP_OBSTACLES, ROADMAP);
    double times[ROUNDS_MOST];
    size_t edges = 0;
    for (size_t round = 0; round < of->rounds; round++) {
        graze_roadmap roadmap;
        double began = timing_clock();
        if (graze_roadmap_from_grid(world, &agent, k, 0, NULL, &roadmap) != GRAZE_OK)
            give_up("a roadmap could not be made");
        times[round] = (timing_clock() - began) / 1e9;
        edges = roadmap.first[roadmap.vertex_count];
        graze_roadmap_free(&roadmap, NULL);
    }
    table_cells(to, "%d moves a cell|%zu|%.3f", 1 << k, edges, median(times, of->rounds));
    table_end_row(to);
    graze_world_free(world);
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {64, 2000, 200000};
    command given = command_read(argc, argv, COMMAND_PAIRS);
    run of = {given.pairs,
              given.once ? 1 : given.repeats < ROUNDS_MOST ? given.repeats : ROUNDS_MOST};
    table_title(&given, "Static worlds");
    table to = table_begin(&given, "times", 1, "Time of a question [ns]; of making a world [ms].",
                           "world|made [ms]|nearest|clear|clear %|link|free %|nearest by a scan");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        measure_obstacles(&to, counts[i], &of);
    measure_grid(&to, &of, 1);
    measure_grid(&to, &of, 20);
    to = table_begin(&given, "roadmaps", 1,
                     "A roadmap of 100 x 100 cells among 2000 obstacles, made [s].",
                     "neighbourhood|moves|made");
    for (int k = 2; k <= 5; k++)
        measure_roadmap(&to, &of, k);
    return table_status();
}
