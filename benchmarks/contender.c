/* SPDX-License-Identifier: MIT */
/* One contender of benchmarks/compare, over the pairs of a file (recorded.h).
 *
 *     contender NAME QUESTION FILE     one line: `pairs N hits H ns X`
 *     contender write FAMILY N         N pairs of a family (families.h, swept.h) as such a file
 *     contender conflicts FILE         the rows of FILE that are in conflict and that the
 *                                      planner's check sees: what it bisects for
 *
 * NAME is graze, plain or planner, QUESTION decision, interval, unsafe-starts (all of them) or
 * unsafe-end (until when a motion has to wait: a bisection's answer); of swept bodies graze, and
 * sweep. A peer is a program that takes QUESTION FILE and prints the same line (see
 * timing_tell): X is the processor time [ns] of a pair, with whatever it prepares made before; H
 * counts conflicts, or pairs with unsafe starts. */
#include <graze/conflict.h>
#include <graze/unsafe.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/opponents.h"
#include "benchmarks/recorded.h"
#include "benchmarks/swept.h"
#include "benchmarks/timing.h"

/* Pair i is of motions of[2i] and of[2i + 1]: one that many pairs have is there once, as a planner
 * has it, which compares each motion of a route with many. */
typedef struct crowd {
    recorded all;
    uint32_t *of;
    size_t count; /* of motions */
    graze_body *bodies; /* one behind the other, as peers have theirs */
    const graze_motion **motions;
    graze_prepared *prepared;
    planner_move *moves;
} crowd;

static size_t graze_decides(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    bool exists = false;
    if (graze_conflict_exists_prepared(&in->prepared[a], &in->bodies[a], in->motions[a],
                                       &in->prepared[b], &in->bodies[b], in->motions[b], 0,
                                       &exists) != GRAZE_OK)
        give_up("a pair was refused");
    return exists;
}

static size_t graze_sweeps(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    graze_interval found;
    size_t count = 0;
    if (graze_conflict_intervals_prepared(&in->prepared[a], &in->bodies[a], in->motions[a],
                                          &in->prepared[b], &in->bodies[b], in->motions[b], 0,
                                          &found, 1, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t plain_decides(const void *data, size_t i)
{
    const crowd *in = data;
    return plain_on_prepared(&in->prepared[in->of[2 * i]], &in->prepared[in->of[2 * i + 1]]);
}

static size_t planner_decides(const void *data, size_t i)
{
    const crowd *in = data;
    return planner_check(&in->moves[in->of[2 * i]], &in->moves[in->of[2 * i + 1]]);
}

static size_t graze_finds_interval(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    graze_interval found;
    size_t count = 0;
    if (graze_conflict_intervals(&in->bodies[a], in->motions[a], &in->bodies[b], in->motions[b], 0,
                                 &found, 1, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t plain_finds_interval(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    graze_interval found;
    return plain_interval(&in->bodies[a], in->motions[a], &in->bodies[b], in->motions[b], &found);
}

static size_t graze_finds_starts(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    graze_interval found;
    size_t count = 0;
    if (graze_unsafe_starts(&in->bodies[a], in->motions[a], &in->bodies[b], in->motions[b], 0, NULL,
                            &found, 1, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t graze_finds_end(const void *data, size_t i)
{
    const crowd *in = data;
    const uint32_t a = in->of[2 * i], b = in->of[2 * i + 1];
    double end;
    bool exists = false;
    if (graze_unsafe_end(&in->bodies[a], in->motions[a], &in->bodies[b], in->motions[b], 0, NULL,
                         &end, &exists) != GRAZE_OK)
        give_up("a pair was refused");
    return exists;
}

static size_t planner_finds_end(const void *data, size_t i)
{
    const crowd *in = data;
    double end;
    return planner_unsafe_end(&in->moves[in->of[2 * i]], &in->moves[in->of[2 * i + 1]], &end);
}

static const struct {
    const char *name, *question;
    timing_question ask;
} entries[] = {
    {"graze", "decision", graze_decides},
    {"graze", "interval", graze_finds_interval},
    {"graze", "unsafe-starts", graze_finds_starts},
    {"graze", "unsafe-end", graze_finds_end},
    {"graze", "sweep", graze_sweeps},
    {"plain", "decision", plain_decides},
    {"plain", "interval", plain_finds_interval},
    {"planner", "decision", planner_decides},
    {"planner", "unsafe-starts", planner_finds_end},
    {"planner", "unsafe-end", planner_finds_end},
};

static timing_question question_named(const char *name, const char *question)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strcmp(entries[i].name, name) == 0 && strcmp(entries[i].question, question) == 0)
            return entries[i].ask;
    give_up("NAME is graze, plain or planner, QUESTION decision, interval, unsafe-starts, "
            "unsafe-end or sweep");
}

/* A motion and whose it is. (Bytes that no member has may keep equal ones apart, nothing else.) */
typedef struct side {
    const graze_motion *motion;
    const graze_body *body;
} side;

static int side_compare(const void *left, const void *right)
{
    const side *a = left, *b = right;
    const int differ = memcmp(a->motion, b->motion, sizeof *a->motion);
    return differ != 0 ? differ : memcmp(a->body, b->body, sizeof *a->body);
}

/* Gives each motion of each pair its place among those that differ. */
static void share_motions(crowd *made, side *sides)
{
    void *tree = NULL;
    for (size_t i = 0; i < 2 * made->all.count; i++) {
        const specimen *pair = &made->all.pairs[i / 2];
        side *next = &sides[made->count];
        *next = i % 2 == 0 ? (side){&pair->a, &pair->body_a} : (side){&pair->b, &pair->body_b};
        side **found = tsearch(next, &tree, side_compare);
        if (found == NULL)
            give_up("there is no memory");
        made->of[i] = (uint32_t)(*found - sides);
        made->count += *found == next;
    }
    while (tree != NULL)
        tdelete(*(side **)tree, &tree, side_compare);
}

static void *room(size_t count, size_t size)
{
    void *made = aligned_alloc(64, (count * size + 63) / 64 * 64);
    if (made == NULL)
        give_up("there is no memory");
    return made;
}

static crowd crowd_read(const char *file)
{
    crowd made = {.count = 0};
    if (!recorded_read(file, &made.all))
        give_up("the file holds no recorded pairs, or there is no memory");
    side *sides = room(2 * made.all.count, sizeof *sides);
    made.of = room(2 * made.all.count, sizeof *made.of);
    share_motions(&made, sides);
    made.bodies = room(made.count, sizeof *made.bodies);
    made.motions = room(made.count, sizeof *made.motions);
    made.prepared = room(made.count, sizeof *made.prepared);
    made.moves = room(made.count, sizeof *made.moves);
    for (size_t i = 0; i < made.count; i++) {
        made.bodies[i] = *sides[i].body;
        made.motions[i] = sides[i].motion;
        made.moves[i] = planner_move_of(&made.bodies[i], made.motions[i]);
        if (graze_motion_prepare(&made.bodies[i], made.motions[i], &made.prepared[i]) != GRAZE_OK)
            give_up("a motion was refused");
    }
    free(sides);
    return made;
}

static void crowd_free(crowd *emptied)
{
    recorded_free(&emptied->all);
    free(emptied->of);
    free(emptied->bodies);
    free(emptied->motions);
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
