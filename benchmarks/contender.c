/* SPDX-License-Identifier: MIT */
/* One contender of benchmarks/compare, over the pairs of a file (recorded.h).
 *
 *     contender NAME QUESTION FILE     one line: `pairs N hits H ns X`
 *     contender write FAMILY N         N pairs of a family (families.h, swept.h) as such a file
 *     contender conflicts FILE         the rows of FILE that are in conflict and that the
 *                                      planner's check sees: what it bisects for
 *
 * NAME is graze, plain or planner, QUESTION decision, interval or unsafe-starts; of swept bodies
 * graze, and sweep. A peer is a program that takes QUESTION FILE and prints the same line (see
 * timing_tell): X is the processor time [ns] of a pair, with whatever it prepares made before; H
 * counts conflicts, or pairs with unsafe starts. */
#include <graze/conflict.h>
#include <graze/unsafe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/methods.h"
#include "benchmarks/opponents.h"
#include "benchmarks/recorded.h"
#include "benchmarks/swept.h"
#include "benchmarks/timing.h"

typedef struct crowd {
    recorded all;
    graze_prepared *prepared; /* agents 2i and 2i + 1 are pair i */
    planner_move *moves;
} crowd;

static size_t graze_decides(const void *data, size_t i)
{
    const crowd *of = data;
    const specimen *pair = &of->all.pairs[i];
    bool exists = false;
    if (graze_conflict_exists_prepared(&of->prepared[2 * i], &pair->body_a, &pair->a,
                                       &of->prepared[2 * i + 1], &pair->body_b, &pair->b, 0,
                                       &exists) != GRAZE_OK)
        give_up("a pair was refused");
    return exists;
}

static size_t graze_sweeps(const void *data, size_t i)
{
    const crowd *of = data;
    const specimen *pair = &of->all.pairs[i];
    graze_interval found;
    size_t count = 0;
    if (graze_conflict_intervals_prepared(&of->prepared[2 * i], &pair->body_a, &pair->a,
                                          &of->prepared[2 * i + 1], &pair->body_b, &pair->b, 0,
                                          &found, 1, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t plain_decides(const void *data, size_t i)
{
    const crowd *of = data;
    return plain_on_prepared(&of->prepared[2 * i], &of->prepared[2 * i + 1]);
}

static size_t planner_decides(const void *data, size_t i)
{
    const crowd *of = data;
    return planner_check(&of->moves[2 * i], &of->moves[2 * i + 1]);
}

static size_t graze_finds_interval(const void *data, size_t i)
{
    const crowd *of = data;
    graze_interval found[METHOD_INTERVALS];
    return graze_says_conflicts(&of->all.pairs[i], found) > 0;
}

static size_t plain_finds_interval(const void *data, size_t i)
{
    const crowd *of = data;
    graze_interval found;
    return plain_interval(&of->all.pairs[i], &found);
}

static size_t graze_finds_starts(const void *data, size_t i)
{
    const crowd *of = data;
    const specimen *pair = &of->all.pairs[i];
    graze_interval found;
    size_t count = 0;
    if (graze_unsafe_starts(&pair->body_a, &pair->a, &pair->body_b, &pair->b, 0, NULL, &found, 1,
                            &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t planner_finds_starts(const void *data, size_t i)
{
    const crowd *of = data;
    double end;
    return planner_unsafe_end(&of->moves[2 * i], &of->moves[2 * i + 1], &end);
}

static const struct entry {
    const char *name, *question;
    timing_question ask;
} entries[] = {
    {"graze", "decision", graze_decides},
    {"graze", "interval", graze_finds_interval},
    {"graze", "unsafe-starts", graze_finds_starts},
    {"graze", "sweep", graze_sweeps},
    {"plain", "decision", plain_decides},
    {"plain", "interval", plain_finds_interval},
    {"planner", "decision", planner_decides},
    {"planner", "unsafe-starts", planner_finds_starts},
};

static timing_question question_named(const char *name, const char *question)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strcmp(entries[i].name, name) == 0 && strcmp(entries[i].question, question) == 0)
            return entries[i].ask;
    give_up("NAME is graze, plain or planner, QUESTION decision, interval, unsafe-starts, sweep");
}

static crowd crowd_read(const char *file)
{
    crowd made = {0};
    if (!recorded_read(file, &made.all))
        give_up("the file holds no recorded pairs, or there is no memory");
    made.prepared = aligned_alloc(64, 2 * made.all.count * sizeof *made.prepared);
    made.moves = malloc(2 * made.all.count * sizeof *made.moves);
    if (made.prepared == NULL || made.moves == NULL)
        give_up("there is no memory");
    for (size_t i = 0; i < made.all.count; i++) {
        const specimen *pair = &made.all.pairs[i];
        made.moves[2 * i] = planner_move_of(&pair->body_a, &pair->a);
        made.moves[2 * i + 1] = planner_move_of(&pair->body_b, &pair->b);
        if (graze_motion_prepare(&pair->body_a, &pair->a, &made.prepared[2 * i]) != GRAZE_OK ||
            graze_motion_prepare(&pair->body_b, &pair->b, &made.prepared[2 * i + 1]) != GRAZE_OK)
            give_up("a motion was refused");
    }
    return made;
}

static void crowd_free(crowd *emptied)
{
    recorded_free(&emptied->all);
    free(emptied->prepared);
    free(emptied->moves);
}

static bool fill(const char *name, size_t count, specimen *pairs, graze_point *corners)
{
    const family *discs = family_named(name);
    const swept_family *swept = swept_family_named(name);
    if (discs != NULL)
        return family_fill(discs, count, pairs) == FAMILY_FILLED;
    return swept != NULL && swept_fill(swept, count, pairs, corners);
}

static void write_family(const char *name, const char *text)
{
    const size_t count = strtoull(text, NULL, 10);
    specimen *pairs = count > 0 ? malloc(count * sizeof *pairs) : NULL;
    graze_point *corners = malloc(2 * count * SWEPT_CORNERS * sizeof *corners);
    if (pairs == NULL || corners == NULL || !fill(name, count, pairs, corners))
        give_up("there is no such family here");
    recorded_write_head(stdout, &pairs[0]);
    for (size_t i = 0; i < count; i++)
        if (!recorded_write(stdout, i, &pairs[i]))
            give_up("a family of one form without accelerations is wanted");
    free(pairs);
    free(corners);
}

static void write_conflicts(const char *file)
{
    crowd all = crowd_read(file);
    recorded_write_head(stdout, &all.all.pairs[0]);
    for (size_t i = 0; i < all.all.count; i++)
        if (graze_decides(&all, i) && planner_decides(&all, i))
            recorded_write(stdout, i, &all.all.pairs[i]);
    crowd_free(&all);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "write") == 0) {
        write_family(argv[2], argv[3]);
    } else if (argc == 3 && strcmp(argv[1], "conflicts") == 0) {
        write_conflicts(argv[2]);
    } else if (argc == 4) {
        const timing_question ask = question_named(argv[1], argv[2]);
        crowd all = crowd_read(argv[3]);
        timing_tell(stdout, ask, &all, all.all.count);
        crowd_free(&all);
    } else {
        give_up("usage: contender NAME QUESTION FILE | write FAMILY N | conflicts FILE");
    }
    return fflush(stdout) == 0 ? 0 : 4;
}
