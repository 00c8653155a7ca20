/* SPDX-License-Identifier: MIT */
/* A solver's questions to the index against the same questions to everybody: starts,
 * standing, the first conflict, one agent anew. */
#include <CUnit/CUnit.h>
#include <graze/among.h>
#include <graze/delay.h>
#include <graze/encounter.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/index_cases.h"
#include "support/run.h"

enum { AGENTS = 24, ROWS = 7, ROOM = 4096 };

/* ---- plans -------------------------------------------------------------------------- */

typedef struct plan {
    graze_body bodies[AGENTS];
    graze_trajectory trajectories[AGENTS];
    graze_motion motions[AGENTS][ROWS + 1];
    graze_body own_bodies[AGENTS][ROWS + 1]; /* of motions, where trajectories name them */
} plan;

typedef enum walk { ON_A_GRID, ON_ODD_BEATS, ANYWHERE, WITH_MANY_BODIES, WALKS } walk;

static const graze_body *body_of(const plan *of, int agent, size_t motion)
{
    return of->trajectories[agent].bodies == NULL ? &of->bodies[agent]
                                                  : &of->own_bodies[agent][motion];
}

/* The agents know their bodies by address: where the plan is now. */
static void name_bodies(plan *of, int agent, dice *thrown)
{
    for (size_t i = 0; i < of->trajectories[agent].count; i++)
        of->own_bodies[agent][i] = (graze_body){.radius = 0.1 + 0.2 * dice_below(thrown, 4)};
    of->trajectories[agent].bodies = of->own_bodies[agent];
}

static void next_row(dice *thrown, walk how, int row, double *time, graze_vector *place)
{
    if (how == ANYWHERE) {
        *time = row == 0 ? dice_between(thrown, 0, 2) : *time + dice_between(thrown, 0.1, 2);
        place->x = row == 0 ? dice_between(thrown, 0, 6) : place->x + dice_between(thrown, -1, 1);
        place->y = row == 0 ? dice_between(thrown, 0, 6) : place->y + dice_between(thrown, -1, 1);
        return;
    }
    int way = dice_below(thrown, 5);
    *time = how == ON_ODD_BEATS ? 0.1 * row : row;
    place->x = row == 0 ? dice_below(thrown, 6) : place->x + (way == 0) - (way == 1);
    place->y = row == 0 ? dice_below(thrown, 6) : place->y + (way == 2) - (way == 3);
}

/* Says the same whole numbers as sums of others. */
static void split_times(plan *of, int agent, dice *thrown)
{
    for (size_t i = 0; i < of->trajectories[agent].count; i++) {
        graze_motion *motion = &of->motions[agent][i];
        const double late = dice_below(thrown, 17) - 8, longer = dice_below(thrown, 9) - 4;
        motion->start -= late;
        motion->start_tail = late;
        if (isinf(motion->duration))
            continue;
        motion->duration -= longer;
        motion->duration_tail = longer;
    }
}

static void plan_agent(plan *of, int agent, walk how, dice *thrown)
{
    double times[ROWS], shares[ROWS];
    graze_vector places[ROWS];
    const int rows = 1 + dice_below(thrown, ROWS), ramps = dice_below(thrown, 6);
    for (int i = 0; i < rows; i++) {
        shares[i] = ramps == 0 ? 0.5 * dice_below(thrown, 5) : 1;
        if (i > 0) {
            times[i] = times[i - 1];
            places[i] = places[i - 1];
        } else {
            places[0] = (graze_vector){0, 0, 0};
        }
        next_row(thrown, how, i, &times[i], &places[i]);
    }
    of->bodies[agent] = (graze_body){.radius = 0.25 + 0.1 * dice_below(thrown, 3)};
    of->trajectories[agent].motions = of->motions[agent];
    CU_ASSERT_EQUAL_FATAL(
        graze_trajectory_from_ramps((size_t)rows, times, places, shares,
                                    dice_below(thrown, 2) ? GRAZE_STAY : GRAZE_VANISH,
                                    of->motions[agent], &of->trajectories[agent].count, NULL),
        GRAZE_OK);
    of->trajectories[agent].bodies = NULL;
    if (how == ON_A_GRID && dice_below(thrown, 2) != 0)
        split_times(of, agent, thrown);
    if (how == WITH_MANY_BODIES && dice_below(thrown, 3) > 0)
        name_bodies(of, agent, thrown);
}

static plan *plan_make(walk how, uint64_t seed)
{
    dice thrown = {seed};
    plan *made = calloc(1, sizeof *made);
    CU_ASSERT_PTR_NOT_NULL_FATAL(made);
    for (int i = 0; i < AGENTS; i++)
        plan_agent(made, i, how, &thrown);
    return made;
}

static graze_index *index_of(const plan *of, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    CU_ASSERT_EQUAL_FATAL(
        graze_index_new(of->bodies, of->trajectories, AGENTS, &options, NULL, &made), GRAZE_OK);
    return made;
}

/* Calls a check for every kind of plan and some methods. */
static void for_plans(void (*check)(const plan *of, const graze_index *index, walk how,
                                    dice *thrown))
{
    static const graze_index_method methods[] = {GRAZE_INDEX_SCAN, GRAZE_INDEX_GRID,
                                                 GRAZE_INDEX_TREE};
    const size_t rounds = support_rounds(4, 15, 300);
    for (size_t round = 0; round < rounds; round++)
        for (int how = 0; how < WALKS; how++) {
            plan *of = plan_make((walk)how, round * WALKS + (size_t)how);
            dice thrown = {round + 1};
            graze_index *index = index_of(of, methods[round % 3]);
            check(of, index, (walk)how, &thrown);
            graze_index_free(index);
            free(of);
        }
}

/* ---- unsafe starts ------------------------------------------------------------------ */

/* What of a list lies in a window, by asking the algebra of lists. */
static size_t cut_to(graze_interval *list, size_t count, graze_closed_interval window)
{
    const graze_interval whole = {nextafter(window.first, -INFINITY),
                                  nextafter(window.last, INFINITY)};
    size_t left = 0, kept = 0;
    CU_ASSERT_EQUAL(graze_intervals_intersect(list, count, &whole, 1, list, ROOM, &left),
                    GRAZE_OK);
    for (size_t i = 0; i < left; i++)
        if (list[i].upper > window.first && list[i].lower < window.last)
            list[kept++] = list[i];
    return kept;
}

static graze_closed_interval some_window(dice *thrown)
{
    double first = dice_below(thrown, 10), length = dice_below(thrown, 5);
    graze_closed_interval window = {first, first + length};
    if (dice_below(thrown, 4) == 0)
        window.first = -INFINITY;
    if (dice_below(thrown, 4) == 0)
        window.last = INFINITY;
    return window;
}

/* What unsafe starts of ramps take. */
static graze_workspace workspace_for_all(void)
{
    static max_align_t memory[1 << 18];
    CU_ASSERT_TRUE_FATAL(graze_workspace_size() <= sizeof memory);
    return (graze_workspace){.memory = memory, .size = sizeof memory};
}

static void check_starts(const plan *of, const graze_index *index, walk how, dice *thrown)
{
    const graze_workspace workspace = workspace_for_all();
    static graze_interval found[ROOM], wanted[ROOM];
    for (int i = 0; i < 12; i++) {
        plan guest;
        plan_agent(&guest, 0, how, thrown);
        if (guest.trajectories[0].count == 0)
            continue;
        const graze_motion *asked = &guest.motions[0][0];
        const graze_closed_interval window = some_window(thrown);
        size_t left_out = (size_t)dice_below(thrown, AGENTS), count = 0, count_wanted = 0;
        graze_trajectory others[AGENTS];
        memcpy(others, of->trajectories, sizeof others);
        others[left_out].count = 0;
        CU_ASSERT_EQUAL(graze_trajectories_unsafe_starts(&guest.bodies[0], asked, of->bodies,
                                                         others, AGENTS, 0, &workspace, wanted,
                                                         ROOM, &count_wanted),
                        GRAZE_OK);
        count_wanted = cut_to(wanted, count_wanted, window);
        CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &guest.bodies[0], asked, left_out,
                                                  window, 0, &workspace, found, ROOM, &count),
                        GRAZE_OK);
        CU_ASSERT_TRUE(same_intervals(found, count, wanted, count_wanted));
    }
}

static void unsafe_starts_are_those_against_everybody(void)
{
    for_plans(check_starts);
}

/* ---- standing ----------------------------------------------------------------------- */

/* Does a body that stands there over an open stretch of time conflict with anybody? */
static bool is_hit(const plan *of, const graze_body *body, graze_vector place, double begin,
                   double end)
{
    graze_motion standing;
    bool hit = false;
    CU_ASSERT_EQUAL(graze_motion_waypoint(place, place, begin, end, &standing), GRAZE_OK);
    for (int i = 0; i < AGENTS && !hit; i++)
        for (size_t j = 0; j < of->trajectories[i].count && !hit; j++)
            CU_ASSERT_EQUAL(graze_conflict_exists(body, &standing, body_of(of, i, j),
                                                  &of->trajectories[i].motions[j], 0, &hit),
                            GRAZE_OK);
    return hit;
}

/* Each interval is free, and one double more at either end is not. What lies between
 * two of them is thereby unsafe at its ends; and it is one piece: any stretch of it is
 * hit. */
static void check_safe(const plan *of, const graze_index *index, walk how, dice *thrown)
{
    static graze_interval scratch[ROOM];
    graze_closed_interval safe[ROOM];
    const double step = how == ON_ODD_BEATS ? 0.1 : 1;
    for (int i = 0; i < 8; i++) {
        const graze_vector place = {dice_below(thrown, 6), dice_below(thrown, 6), 0};
        const graze_body body = {.radius = 0.25};
        const graze_closed_interval horizon = {step * dice_below(thrown, 4), step * 9};
        size_t count = 0;
        CU_ASSERT_EQUAL_FATAL(graze_index_safe_intervals(index, &body, place, GRAZE_INDEX_NOBODY,
                                                         horizon, 0, scratch, ROOM, safe, ROOM,
                                                         &count),
                              GRAZE_OK);
        double last = horizon.first;
        for (size_t k = 0; k < count; k++) {
            const graze_closed_interval *each = &safe[k];
            CU_ASSERT_FALSE(is_hit(of, &body, place, each->first, each->last));
            if (each->first > horizon.first) {
                double before = nextafter(each->first, -INFINITY);
                CU_ASSERT_TRUE(is_hit(of, &body, place, before, each->first));
                CU_ASSERT_TRUE(is_hit(of, &body, place, last, each->first));
            }
            if (each->last < horizon.last)
                CU_ASSERT_TRUE(
                    is_hit(of, &body, place, each->last, nextafter(each->last, INFINITY)));
            last = each->last;
        }
        if (count == 0 || safe[count - 1].last < horizon.last)
            CU_ASSERT_TRUE(is_hit(of, &body, place, last, horizon.last));
        for (int k = 0; k < 20; k++) {
            const double time = dice_between(thrown, horizon.first, horizon.last);
            bool inside = false;
            for (size_t m = 0; m < count; m++)
                inside |= safe[m].first <= time && time <= safe[m].last;
            if (!inside)
                CU_ASSERT_TRUE(is_hit(of, &body, place, nextafter(time, -INFINITY),
                                      nextafter(time, INFINITY)));
        }
    }
}

static void safe_intervals_are_free_and_cannot_be_longer(void)
{
    for_plans(check_safe);
}

/* Somebody passes in two motions that meet exactly at the place. */
static void who_passes_in_two_motions_leaves_one_interval(void)
{
    const double times[] = {0, 2, 4};
    const graze_vector places[] = {{-4, 0, 0}, {0, 0, 0}, {4, 0, 0}};
    const graze_body body = {.radius = 0.5};
    graze_motion motions[3];
    graze_trajectory passing = {.motions = motions, .count = 0};
    graze_index *index = NULL;
    graze_interval unsafe[4];
    graze_closed_interval safe[4];
    size_t count = 0;
    graze_trajectory_from_waypoints(3, times, places, GRAZE_VANISH, motions, &passing.count, NULL);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &passing, 1, NULL, NULL, &index), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &body, places[1], GRAZE_INDEX_NOBODY,
                                             (graze_closed_interval){-INFINITY, INFINITY}, 0,
                                             unsafe, 4, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_EQUAL(unsafe[0].lower, 1.5);
    CU_ASSERT_EQUAL(unsafe[0].upper, 2.5);
    /* Asked from the seam on, the instant of the seam is not free. */
    CU_ASSERT_EQUAL(graze_index_safe_intervals(index, &body, places[1], GRAZE_INDEX_NOBODY,
                                               (graze_closed_interval){2, 9}, 0, unsafe, 4, safe,
                                               4, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT_EQUAL(safe[0].first, 2.5);
    CU_ASSERT_EQUAL(safe[0].last, 9);
    graze_index_free(index);
}

/* Turns back at the very distance: the instant of the turn is safe, and alone. */
static void who_turns_back_at_the_very_distance_leaves_an_instant(void)
{
    const double times[] = {0, 2, 4, 6};
    const graze_vector places[] = {{-2, 0, 0}, {1, 0, 0}, {-2, 0, 0}, {-2, 0, 0}};
    const graze_body body = {.radius = 0.5};
    graze_motion motions[4];
    graze_trajectory turning = {.motions = motions, .count = 0};
    graze_index *index = NULL;
    graze_interval unsafe[4];
    size_t count = 0;
    graze_trajectory_from_waypoints(4, times, places, GRAZE_VANISH, motions, &turning.count, NULL);
    CU_ASSERT_EQUAL_FATAL(graze_index_new(&body, &turning, 1, NULL, NULL, &index), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &body, (graze_vector){0, 0, 0},
                                             GRAZE_INDEX_NOBODY,
                                             (graze_closed_interval){-INFINITY, INFINITY}, 0,
                                             unsafe, 4, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_EQUAL(unsafe[0].upper, 2);
    CU_ASSERT_EQUAL(unsafe[1].lower, 2);
    graze_index_free(index);
}

/* ---- a candidate ---------------------------------------------------------------------- */

typedef struct tally {
    bool hit[AGENTS][ROWS + 1][ROWS + 1]; /* other agent, its motion, own motion */
    size_t told, most;
} tally;

static bool tell_hit(void *context, const graze_index_pair *pair)
{
    tally *told = context;
    CU_ASSERT_FALSE(told->hit[pair->agent_b][pair->motion_b][pair->motion_a]);
    told->hit[pair->agent_b][pair->motion_b][pair->motion_a] = true;
    return ++told->told < told->most;
}

static void check_candidate(const plan *of, const graze_index *index, walk how, dice *thrown)
{
    for (int round = 0; round < 6; round++) {
        static tally told;
        plan guest;
        plan_agent(&guest, 0, how, thrown);
        const graze_trajectory *path = &guest.trajectories[0];
        size_t wanted = 0, left_out = (size_t)dice_below(thrown, AGENTS);
        bool found = false, any = false;
        memset(&told, 0, sizeof told);
        told.most = SIZE_MAX;
        CU_ASSERT_EQUAL(graze_index_conflicts(index, &guest.bodies[0], path, left_out, 0.0625,
                                              tell_hit, &told, &found), GRAZE_OK);
        for (size_t b = 0; b < AGENTS; b++)
            for (size_t j = 0; b != left_out && j < of->trajectories[b].count; j++)
                for (size_t i = 0; i < path->count; i++) {
                    bool hit = false;
                    CU_ASSERT_EQUAL(graze_conflict_exists(body_of(&guest, 0, i), &path->motions[i],
                                                          body_of(of, (int)b, j),
                                                          &of->trajectories[b].motions[j], 0.0625,
                                                          &hit), GRAZE_OK);
                    CU_ASSERT_EQUAL(told.hit[b][j][i], hit);
                    wanted += hit;
                }
        CU_ASSERT_EQUAL(told.told, wanted);
        CU_ASSERT_EQUAL(found, wanted > 0);
        CU_ASSERT_EQUAL(graze_index_conflicts(index, &guest.bodies[0], path, left_out, 0.0625,
                                              NULL, NULL, &any), GRAZE_OK);
        CU_ASSERT_EQUAL(any, found);
        memset(&told, 0, sizeof told);
        told.most = 2;
        CU_ASSERT_EQUAL(graze_index_conflicts(index, &guest.bodies[0], path, left_out, 0.0625,
                                              tell_hit, &told, NULL), GRAZE_OK);
        CU_ASSERT_EQUAL(told.told, wanted < 2 ? wanted : 2);
    }
}

/* It passes a point that stands, turns, and passes it again, within one motion. */
static void who_is_met_twice_in_one_motion_is_told_once(void)
{
    static tally told;
    const graze_body bodies[] = {{.radius = 1}, {.radius = 0}};
    const graze_motion there = {.velocity = {0, 98, 0}, .acceleration = {0, -98, 0},
                                .start = 98, .duration = 3.75};
    const graze_motion still = {.duration = INFINITY};
    const graze_trajectory path = {.motions = &there, .count = 1};
    const graze_trajectory guest = {.motions = &still, .count = 1};
    bool found = false;
    graze_index *index = NULL;
    CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, &path, 1, NULL, NULL, &index), GRAZE_OK);
    memset(&told, 0, sizeof told);
    told.most = SIZE_MAX;
    CU_ASSERT_EQUAL(graze_index_conflicts(index, &bodies[1], &guest, GRAZE_INDEX_NOBODY, 0,
                                          tell_hit, &told, &found), GRAZE_OK);
    CU_ASSERT_TRUE(found);
    CU_ASSERT_EQUAL(told.told, 1);
    graze_index_free(index);
}

static void the_conflicts_of_a_candidate_are_those_with_everybody(void)
{
    for_plans(check_candidate);
}

static void an_index_tells_what_it_was_given(void)
{
    plan *of = plan_make(ON_A_GRID, 3);
    graze_index *index = index_of(of, GRAZE_INDEX_AUTO);
    graze_body body;
    graze_trajectory trajectory;
    CU_ASSERT_EQUAL(graze_index_agent(index, 7, &body, &trajectory), GRAZE_OK);
    CU_ASSERT_EQUAL(body.radius, of->bodies[7].radius);
    CU_ASSERT(trajectory.motions == of->motions[7]);
    CU_ASSERT_EQUAL(trajectory.count, of->trajectories[7].count);
    CU_ASSERT_EQUAL(graze_index_remove(index, 7), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_index_agent(index, 7, &body, &trajectory), GRAZE_ERROR_INDEX);
    graze_index_free(index);
    free(of);
}

/* ---- first conflict ----------------------------------------------------------------- */

static bool same_meeting(const graze_meeting *x, const graze_meeting *y)
{
    return x->verdict == y->verdict && x->motion_a == y->motion_a && x->motion_b == y->motion_b &&
           x->when.lower == y->when.lower && x->when.upper == y->when.upper &&
           x->depth == y->depth && x->distance == y->distance && x->time == y->time;
}

static void check_first(const plan *of, const graze_index *index, walk how, dice *thrown)
{
    static const graze_verdict grades[] = {GRAZE_TOUCH, GRAZE_GRAZE, GRAZE_CONFLICT};
    (void)how;
    const graze_verdict at_least = grades[dice_below(thrown, 3)];
    const double tolerance = dice_below(thrown, 2) ? 0.01 : 0;
    graze_index_meeting wanted = {0}, found = {0};
    bool any = false, is_found = false;
    for (size_t a = 0; a < AGENTS; a++)
        for (size_t b = a + 1; b < AGENTS; b++) {
            graze_meeting met;
            bool meets = false;
            CU_ASSERT_EQUAL(graze_trajectory_first_contact(
                                &of->bodies[a], &of->trajectories[a], &of->bodies[b],
                                &of->trajectories[b], tolerance, at_least, &met, &meets),
                            GRAZE_OK);
            if (!meets || (any && wanted.meeting.when.lower <= met.when.lower))
                continue;
            any = true;
            wanted = (graze_index_meeting){a, b, met};
        }
    CU_ASSERT_EQUAL(graze_index_first_conflict(index, tolerance, at_least, &found, &is_found),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(is_found, any);
    if (!any || !is_found)
        return;
    CU_ASSERT_EQUAL(found.agent_a, wanted.agent_a);
    CU_ASSERT_EQUAL(found.agent_b, wanted.agent_b);
    CU_ASSERT_TRUE(same_meeting(&found.meeting, &wanted.meeting));
}

static void the_first_conflict_is_the_first_of_all_pairs(void)
{
    for_plans(check_first);
}

/* ---- one agent anew ----------------------------------------------------------------- */

typedef struct meeting_list {
    size_t count, agent;
    graze_index_meeting meetings[ROOM];
} meeting_list;

static bool take_meeting(void *context, const graze_index_meeting *meeting)
{
    meeting_list *list = context;
    if (list->count < ROOM)
        list->meetings[list->count++] = *meeting;
    return true;
}

static bool take_pair_meeting(void *context, const graze_meeting *meeting)
{
    meeting_list *list = context;
    const graze_index_meeting told = {0, list->agent, *meeting};
    return take_meeting(list, &told);
}

static void check_agent(const plan *of, const graze_index *index, size_t agent)
{
    static meeting_list found, wanted;
    found.count = wanted.count = 0;
    for (size_t b = 0; b < AGENTS; b++) {
        wanted.agent = b;
        if (b != agent)
            CU_ASSERT_EQUAL(graze_trajectory_meetings(
                                &of->bodies[agent], &of->trajectories[agent], &of->bodies[b],
                                &of->trajectories[b], 0, NULL, take_pair_meeting, &wanted),
                            GRAZE_OK);
    }
    CU_ASSERT_EQUAL(graze_index_agent_meetings(index, agent, GRAZE_INDEX_OTHERS, 0, NULL,
                                               take_meeting, &found),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(found.count, wanted.count);
    for (size_t i = 0; i < found.count; i++) {
        CU_ASSERT_EQUAL(found.meetings[i].agent_a, agent);
        CU_ASSERT_EQUAL(found.meetings[i].agent_b, wanted.meetings[i].agent_b);
        CU_ASSERT_TRUE(same_meeting(&found.meetings[i].meeting, &wanted.meetings[i].meeting));
    }
}

static void an_agent_that_was_changed_is_checked_anew(void)
{
    const size_t rounds = support_rounds(3, 10, 200);
    for (size_t round = 0; round < rounds; round++)
        for (int how = 0; how < WALKS; how++) {
            plan *of = plan_make((walk)how, round + 77);
            graze_index *index = index_of(of, GRAZE_INDEX_AUTO);
            dice thrown = {round};
            for (int i = 0; i < 6; i++) {
                int agent = dice_below(&thrown, AGENTS);
                check_agent(of, index, (size_t)agent);
                plan_agent(of, agent, (walk)how, &thrown);
                CU_ASSERT_EQUAL(graze_index_insert(index, (size_t)agent, &of->bodies[agent],
                                                   &of->trajectories[agent]),
                                GRAZE_OK);
                check_agent(of, index, (size_t)agent);
            }
            graze_index_free(index);
            free(of);
        }
}

/* More pairs of motions with one agent than a group holds. */
static void an_agent_with_many_near_motions_is_checked_all_the_same(void)
{
    enum { MANY = 400 };
    static graze_motion motions[2][MANY];
    static meeting_list found;
    const graze_body bodies[2] = {{.radius = 0.5}, {.radius = 0.5}};
    graze_trajectory both[2] = {{.motions = motions[0], .count = MANY},
                                {.motions = motions[1], .count = MANY}};
    graze_index *index = NULL;
    for (int i = 0; i < MANY; i++)
        for (int k = 0; k < 2; k++)
            graze_motion_waypoint((graze_vector){i % 2 ? 0.25 : 0, 2 * k * (i % 7 != 3), 0},
                                  (graze_vector){i % 2 ? 0 : 0.25, 2 * k * (i % 7 != 2), 0}, i,
                                  i + 1, &motions[k][i]);
    const graze_index_options options = {GRAZE_INDEX_AUTO, 5};
    CU_ASSERT_EQUAL_FATAL(graze_index_new(bodies, both, 2, &options, NULL, &index), GRAZE_OK);
    found.count = 0;
    CU_ASSERT_EQUAL(graze_index_agent_meetings(index, 1, GRAZE_INDEX_OTHERS, 0, NULL,
                                               take_meeting, &found),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(found.count, 57); /* motions 2 and 3 of every seven, in one piece */
    graze_index_free(index);
}

/* ---- statuses ----------------------------------------------------------------------- */

static void bad_questions_among_many_are_refused_by_name(void)
{
    plan *of = plan_make(ON_A_GRID, 5);
    graze_index *index = index_of(of, GRAZE_INDEX_AUTO);
    const graze_closed_interval ever = {-INFINITY, INFINITY}, backwards = {2, 1};
    const graze_closed_interval unknown = {(double)NAN, 1}, never = {INFINITY, INFINITY};
    const graze_body body = {.radius = 1}, bad = {.radius = -1};
    const graze_vector place = {1, 1, 0}, nowhere = {INFINITY, 0, 0};
    graze_interval list[1];
    graze_index_meeting first;
    graze_motion motion;
    size_t count = 7;
    bool found = true;
    graze_motion_waypoint(place, place, 0, 9, &motion);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &body, &motion, 0, backwards, 0, NULL, list,
                                              1, &count),
                    GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &body, &motion, 0, never, 0, NULL, list, 1,
                                              &count),
                    GRAZE_ERROR_INTERVAL);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &body, &motion, 0, unknown, 0, NULL, list, 1,
                                              &count),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &bad, &motion, 0, ever, 0, NULL, list, 1,
                                              &count),
                    GRAZE_ERROR_NEGATIVE_RADIUS);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &body, &motion, 0, ever, -1, NULL, list, 1,
                                              &count),
                    GRAZE_ERROR_NEGATIVE_TOLERANCE);
    CU_ASSERT_EQUAL(graze_index_unsafe_starts(index, &body, &motion, 0, ever, 0, NULL, list, 0,
                                              &count),
                    GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &body, nowhere, 0, ever, 0, list, 1, &count),
                    GRAZE_ERROR_NOT_FINITE);
    CU_ASSERT_EQUAL(graze_index_unsafe_times(index, &body, place, 0, ever, 0, NULL, 1, &count),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_first_conflict(index, 0, GRAZE_CLEAR, &first, &found),
                    GRAZE_ERROR_CHOICE);
    CU_ASSERT_EQUAL(graze_index_first_conflict(NULL, 0, GRAZE_CONFLICT, &first, &found),
                    GRAZE_ERROR_NULL);
    CU_ASSERT_EQUAL(graze_index_agent_meetings(index, AGENTS, GRAZE_INDEX_OTHERS, 0, NULL,
                                               take_meeting, NULL),
                    GRAZE_ERROR_INDEX);
    CU_ASSERT_EQUAL(count, 7);
    CU_ASSERT_TRUE(found);
    graze_index_free(index);
    free(of);
}

/* ---- slack -------------------------------------------------------------------------- */

/* The least slack against the others one by one. */
static graze_index_slack least_slack(const plan *of, size_t agent)
{
    const graze_workspace workspace = workspace_for_all();
    graze_index_slack best = {.slack.delay = INFINITY};
    for (size_t b = 0; b < AGENTS; b++) {
        graze_slack with;
        if (b == agent)
            continue;
        CU_ASSERT_EQUAL(graze_trajectory_slack(&of->bodies[agent], &of->trajectories[agent],
                                               &of->bodies[b], &of->trajectories[b], 0,
                                               &workspace, &with),
                        GRAZE_OK);
        if (with.delay < best.slack.delay || (with.conflicts && !best.slack.conflicts))
            best = (graze_index_slack){with, b};
    }
    return best;
}

static void check_slack(const plan *of, const graze_index *index, walk how, dice *thrown)
{
    const graze_workspace workspace = workspace_for_all();
    (void)how;
    (void)thrown;
    for (size_t agent = 0; agent < AGENTS; agent++) {
        graze_index_slack wanted = least_slack(of, agent), got;
        CU_ASSERT_EQUAL_FATAL(graze_index_agent_slack(index, agent, 0, &workspace, &got),
                              GRAZE_OK);
        CU_ASSERT_EQUAL(got.slack.conflicts, wanted.slack.conflicts);
        CU_ASSERT_EQUAL(got.slack.delay, wanted.slack.delay);
        if (wanted.slack.delay == INFINITY)
            continue;
        CU_ASSERT_EQUAL(got.agent_b, wanted.agent_b);
        CU_ASSERT_EQUAL(got.slack.motion_a, wanted.slack.motion_a);
        CU_ASSERT_EQUAL(got.slack.motion_b, wanted.slack.motion_b);
    }
}

static void the_slack_of_an_agent_is_the_least_against_any_other(void)
{
    for_plans(check_slack);
}

CU_TestInfo index_among_tests[] = {
    SUPPORT_TEST(unsafe_starts_are_those_against_everybody),
    SUPPORT_TEST(safe_intervals_are_free_and_cannot_be_longer),
    SUPPORT_TEST(who_passes_in_two_motions_leaves_one_interval),
    SUPPORT_TEST(who_turns_back_at_the_very_distance_leaves_an_instant),
    SUPPORT_TEST(the_conflicts_of_a_candidate_are_those_with_everybody),
    SUPPORT_TEST(who_is_met_twice_in_one_motion_is_told_once),
    SUPPORT_TEST(an_index_tells_what_it_was_given),
    SUPPORT_TEST(the_first_conflict_is_the_first_of_all_pairs),
    SUPPORT_TEST(an_agent_that_was_changed_is_checked_anew),
    SUPPORT_TEST(an_agent_with_many_near_motions_is_checked_all_the_same),
    SUPPORT_TEST(bad_questions_among_many_are_refused_by_name),
    SUPPORT_TEST(the_slack_of_an_agent_is_the_least_against_any_other),
    CU_TEST_INFO_NULL,
};
