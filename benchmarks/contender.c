/* SPDX-License-Identifier: MIT */
/* One contender of benchmarks/compare, over the pairs of a file (recorded.h).
 *
 *     contender NAME QUESTION FILE     one line: `pairs N hits H ns X`
 *     contender write FAMILY N         N pairs of a family as such a file
 *     contender conflicts FILE         the rows of FILE that are in conflict and that the
 *                                      planner's check sees: what it bisects for
 *
 * NAME is graze, plain or planner, QUESTION decision, interval or unsafe-starts. A peer is a
 * program that takes QUESTION FILE and prints the same line: X is the processor time [ns] of a
 * pair, the median of PASSES passes over all of them after one that nobody times, with whatever it
 * prepares made before; H counts conflicts, or pairs with unsafe starts. */
#include <graze/conflict.h>
#include <graze/unsafe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/methods.h"
#include "benchmarks/opponents.h"
#include "benchmarks/recorded.h"
#include "benchmarks/timing.h"
#include "numeric/eft.h"

enum { PASSES = 3 };

typedef struct crowd {
    size_t count;
    specimen *pairs;
    graze_prepared *prepared;
    planner_move *moves;
} crowd;

/* Asks about pair i: 1 for a hit. */
typedef size_t (*asker)(const crowd *of, size_t i);

static size_t graze_decides(const crowd *of, size_t i)
{
    const specimen *pair = &of->pairs[i];
    bool exists = false;
    if (graze_conflict_exists_prepared(&of->prepared[2 * i], &pair->body_a, &pair->a,
                                       &of->prepared[2 * i + 1], &pair->body_b, &pair->b, 0,
                                       &exists) != GRAZE_OK)
        give_up("a pair was refused");
    return exists;
}

static size_t plain_decides(const crowd *of, size_t i)
{
    return plain_on_prepared(&of->prepared[2 * i], &of->prepared[2 * i + 1]);
}

static size_t planner_decides(const crowd *of, size_t i)
{
    return planner_check(&of->moves[2 * i], &of->moves[2 * i + 1]);
}

static size_t graze_finds_interval(const crowd *of, size_t i)
{
    graze_interval found[METHOD_INTERVALS];
    return graze_says_conflicts(&of->pairs[i], found) > 0;
}

static size_t plain_finds_interval(const crowd *of, size_t i)
{
    graze_interval found;
    return plain_interval(&of->pairs[i], &found);
}

static size_t graze_finds_starts(const crowd *of, size_t i)
{
    const specimen *pair = &of->pairs[i];
    graze_interval found;
    size_t count = 0;
    if (graze_unsafe_starts(&pair->body_a, &pair->a, &pair->body_b, &pair->b, 0, NULL, &found, 1,
                            &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t planner_finds_starts(const crowd *of, size_t i)
{
    double end;
    return planner_unsafe_end(&of->moves[2 * i], &of->moves[2 * i + 1], &end);
}

static const struct entry {
    const char *name, *question;
    asker ask;
} entries[] = {
    {"graze", "decision", graze_decides},
    {"graze", "interval", graze_finds_interval},
    {"graze", "unsafe-starts", graze_finds_starts},
    {"plain", "decision", plain_decides},
    {"plain", "interval", plain_finds_interval},
    {"planner", "decision", planner_decides},
    {"planner", "unsafe-starts", planner_finds_starts},
};

static asker asker_named(const char *name, const char *question)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strcmp(entries[i].name, name) == 0 && strcmp(entries[i].question, question) == 0)
            return entries[i].ask;
    give_up("NAME is graze, plain or planner, QUESTION decision, interval or unsafe-starts");
}

static crowd crowd_read(const char *file)
{
    crowd all = {0};
    all.pairs = recorded_read(file, &all.count);
    all.prepared =
        all.pairs != NULL ? aligned_alloc(64, 2 * all.count * sizeof *all.prepared) : NULL;
    all.moves = all.pairs != NULL ? malloc(2 * all.count * sizeof *all.moves) : NULL;
    if (all.prepared == NULL || all.moves == NULL)
        give_up("the file holds no recorded pairs, or there is no memory");
    for (size_t i = 0; i < all.count; i++) {
        const specimen *pair = &all.pairs[i];
        all.moves[2 * i] = planner_move_of(&pair->body_a, &pair->a);
        all.moves[2 * i + 1] = planner_move_of(&pair->body_b, &pair->b);
        if (graze_motion_prepare(&pair->body_a, &pair->a, &all.prepared[2 * i]) != GRAZE_OK ||
            graze_motion_prepare(&pair->body_b, &pair->b, &all.prepared[2 * i + 1]) != GRAZE_OK)
            give_up("a motion was refused");
    }
    return all;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void race_over(const crowd *all, asker ask)
{
    double taken[PASSES + 1];
    size_t hits = 0;
    for (int pass = 0; pass <= PASSES; pass++) {
        const double begin = timing_clock();
        hits = 0;
        for (size_t i = 0; i < all->count; i++)
            hits += ask(all, i);
        taken[pass] = (timing_clock() - begin) / (double)all->count;
    }
    qsort(taken + 1, PASSES, sizeof *taken, by_value);
    printf("pairs %zu hits %zu ns %.2f\n", all->count, hits, taken[1 + PASSES / 2]);
}

/* The end of a waypoint motion, which is a double. */
static double end_of(const graze_motion *motion)
{
    double low, high = eft_two_sum(motion->start, motion->duration, &low);
    return isfinite(motion->duration) ? high + (low + motion->duration_tail) : motion->duration;
}

static void write_agent(const graze_body *body, const graze_motion *motion)
{
    const graze_vector *to = motion->form == GRAZE_WAYPOINT ? &motion->to : &motion->position;
    printf(",%a,%a,%a,%a,%a,%a,%a", motion->position.x, motion->position.y, to->x, to->y,
           motion->start, end_of(motion), body->radius);
}

static void write_head(void)
{
    puts("id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,"
         "b_x,b_y,b_to_x,b_to_y,b_start,b_end,b_radius");
}

static void write_row(size_t id, const specimen *pair)
{
    printf("%zu", id);
    write_agent(&pair->body_a, &pair->a);
    write_agent(&pair->body_b, &pair->b);
    putchar('\n');
}

static void write_family(const char *name, const char *text)
{
    const family *chosen = family_named(name);
    const size_t count = strtoull(text, NULL, 10);
    specimen *pairs = count > 0 ? malloc(count * sizeof *pairs) : NULL;
    if (chosen == NULL || pairs == NULL || family_fill(chosen, count, pairs) != FAMILY_FILLED)
        give_up("there is no such family here");
    write_head();
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a.form == GRAZE_KINEMATIC || pairs[i].b.form == GRAZE_KINEMATIC)
            give_up("a family of waypoints is wanted");
        write_row(i, &pairs[i]);
    }
    free(pairs);
}

static void write_conflicts(const char *file)
{
    crowd all = crowd_read(file);
    write_head();
    for (size_t i = 0; i < all.count; i++)
        if (graze_decides(&all, i) && planner_decides(&all, i))
            write_row(i, &all.pairs[i]);
    free(all.pairs), free(all.prepared), free(all.moves);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "write") == 0) {
        write_family(argv[2], argv[3]);
    } else if (argc == 3 && strcmp(argv[1], "conflicts") == 0) {
        write_conflicts(argv[2]);
    } else if (argc == 4) {
        const asker ask = asker_named(argv[1], argv[2]);
        crowd all = crowd_read(argv[3]);
        race_over(&all, ask);
        free(all.pairs), free(all.prepared), free(all.moves);
    } else {
        give_up("usage: contender NAME QUESTION FILE | write FAMILY N | conflicts FILE");
    }
    return fflush(stdout) == 0 ? 0 : 4;
}
