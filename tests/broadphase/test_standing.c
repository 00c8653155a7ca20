/* SPDX-License-Identifier: MIT */
/* When a place is taken, at every level of instructions, against the meetings of each agent with a
 * body that stands there, one agent at a time: the same bits. */
#include <CUnit/CUnit.h>
#include <graze/among.h>
#include <graze/encounter.h>
#include <math.h>
#include <stdio.h>

#include "broadphase/index_cases.h"
#include "broadphase/index_store.h"
#include "support/run.h"

enum { AGENTS = 90, ROWS = 5, ROOM = 2048 };

/* Agents that pass a place: a few, or with more motions than the vectors take at once. */
typedef struct passers {
    size_t count;
    double unit; /* [m], [s] */
    bool late;   /* at times whose neighbours are two units away */
    graze_body bodies[AGENTS];
    graze_trajectory paths[AGENTS];
    graze_motion motions[AGENTS][ROWS + 1];
} passers;

typedef enum habit { ON_A_GRID, ANYWHERE, ON_RAMPS, IN_SPACE, AS_SQUARES, HABITS } habit;

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};

static graze_vector some_place(habit how, double unit, dice *thrown)
{
    graze_vector place = {dice_between(thrown, -2, 2), dice_between(thrown, -2, 2), 0};
    if (how != ANYWHERE)
        place = (graze_vector){0.5 * (dice_below(thrown, 9) - 4), 0.5 * (dice_below(thrown, 9) - 4),
                               how == IN_SPACE ? 0.5 * dice_below(thrown, 3) : 0};
    return (graze_vector){place.x * unit, place.y * unit, place.z * unit};
}

/* Times that are sums: the same ones, or of durations alone. */
static void split_times(graze_trajectory *path, graze_motion *motions, double by, bool starts)
{
    for (size_t i = 0; i < path->count; i++) {
        motions[i].start -= starts ? by : 0;
        motions[i].start_tail = starts ? by : 0;
        if (isfinite(motions[i].duration)) {
            motions[i].duration += 2 * by;
            motions[i].duration_tail = -2 * by;
        }
    }
}

static void time_rows(const passers *of, habit how, size_t rows, double *times, dice *thrown)
{
    const double begin = dice_below(thrown, 30) - 15, beat = of->late ? 2 : 1;
    for (size_t i = 0; i < rows; i++) {
        const bool odd = how == ANYWHERE && !of->late;
        const double step = odd ? dice_between(thrown, 0.1, 3) : beat * (1 + dice_below(thrown, 3));
        times[i] = i == 0 ? of->unit * (beat * begin + (of->late ? 0x1p53 : 0))
                          : times[i - 1] + of->unit * step;
    }
}

static void send_one(passers *of, size_t agent, habit how, dice *thrown)
{
    double times[ROWS], shares[ROWS];
    graze_vector places[ROWS];
    const size_t rows = 2 + (size_t)dice_below(thrown, ROWS - 1);
    time_rows(of, how, rows, times, thrown);
    for (size_t i = 0; i < rows; i++) {
        places[i] = some_place(how, of->unit, thrown);
        shares[i] = how == ON_RAMPS ? 0.5 * dice_below(thrown, 5) : 1;
    }
    graze_trajectory *path = &of->paths[agent];
    path->motions = of->motions[agent];
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(rows, times, places, shares,
                                                      agent % 3 ? GRAZE_VANISH : GRAZE_STAY,
                                                      of->motions[agent], &path->count, NULL),
                          GRAZE_OK);
    of->bodies[agent] = (graze_body){.radius = 0.25 * of->unit * dice_below(thrown, 4)};
    if (how == AS_SQUARES && of->unit == 1)
        of->bodies[agent] = (graze_body){.vertices = square, .vertex_count = 4};
    if (how == ON_A_GRID && dice_below(thrown, 4) == 0)
        split_times(path, of->motions[agent], 16 * of->unit, dice_below(thrown, 2) > 0);
}

typedef struct times {
    size_t count;
    graze_interval list[ROOM];
} times;

static bool take_conflict(void *context, const graze_meeting *meeting)
{
    times *to = context;
    if (meeting->verdict == GRAZE_CONFLICT && to->count < ROOM)
        to->list[to->count++] = meeting->when;
    return true;
}

/* Who stands from when the other begins. */
static void meet_each(const passers *of, const graze_body *body, graze_vector place,
                      double tolerance, times *found)
{
    found->count = 0;
    for (size_t i = 0; i < of->count; i++) {
        const graze_motion *first = &of->motions[i][0];
        graze_motion standing;
        const graze_trajectory stay = {.motions = &standing, .count = 1};
        CU_ASSERT_EQUAL(graze_motion_waypoint(place, place, first->start, INFINITY, &standing),
                        GRAZE_OK);
        standing.start_tail = first->start_tail;
        CU_ASSERT_EQUAL(graze_trajectory_meetings(body, &stay, &of->bodies[i], &of->paths[i],
                                                  tolerance, NULL, take_conflict, found),
                        GRAZE_OK);
    }
    CU_ASSERT_EQUAL(graze_intervals_normalise(found->list, &found->count), GRAZE_OK);
}

/* Metres and seconds, or what is up to 2^900 times as much or as little. */
static double some_unit(dice *thrown)
{
    return dice_below(thrown, 3) > 0 ? 1 : ldexp(1, 100 * (dice_below(thrown, 19) - 9));
}

static size_t ask_all(const passers *of, habit how, dice *thrown)
{
    static times found, wanted;
    const graze_closed_interval always = {-INFINITY, INFINITY};
    graze_index *index = NULL;
    size_t wrong = 0;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(of->bodies, of->paths, of->count, NULL, NULL, &index),
                          GRAZE_OK);
    for (int i = 0; i < 4; i++) {
        const graze_vector place = some_place(how, of->unit, thrown);
        const double tolerance = i == 0 ? 0.125 * of->unit : 0;
        const graze_body body = {.radius = 0.25 * of->unit * dice_below(thrown, 4)};
        meet_each(of, &body, place, tolerance, &wanted);
        for (int level = CPU_PLAIN; level <= (int)cpu_level(); level++) {
            index->level = (cpu_instructions)level;
            CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &body, place, GRAZE_INDEX_NOBODY,
                                                     always, tolerance, found.list, ROOM,
                                                     &found.count),
                            GRAZE_OK);
            wrong += !same_intervals(found.list, found.count, wanted.list, wanted.count);
        }
    }
    graze_index_free(index);
    return wrong;
}

static void vectors_tell_when_a_place_is_taken_as_meetings_do(void)
{
    const size_t rounds = support_rounds(20, 40, 600);
    static passers of;
    size_t wrong = 0;
    for (size_t round = 0; round < rounds && wrong == 0; round++)
        for (int how = 0; how < HABITS && wrong == 0; how++) {
            dice thrown = {round * HABITS + (size_t)how + 1};
            of.unit = some_unit(&thrown);
            of.late = dice_below(&thrown, 4) == 0;
            of.count = dice_below(&thrown, 2) > 0 ? AGENTS : 2 + (size_t)dice_below(&thrown, 6);
            const habit other = (habit)(round % (how == IN_SPACE ? AS_SQUARES : HABITS));
            for (size_t i = 0; i < of.count; i++)
                send_one(&of, i, i % 7 == 0 ? other : (habit)how, &thrown);
            wrong += ask_all(&of, (habit)how, &thrown);
            if (wrong > 0)
                printf(" (round %zu, habit %d, unit %a) ", round, how, of.unit);
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

CU_TestInfo standing_tests[] = {
    SUPPORT_TEST(vectors_tell_when_a_place_is_taken_as_meetings_do),
    CU_TEST_INFO_NULL,
};
