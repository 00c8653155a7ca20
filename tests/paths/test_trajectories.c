/* SPDX-License-Identifier: MIT */
/* Whole trajectories: merging at the cuts between motions, by hand and against
 * the oracle, which never merges anything. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/generate.h"
#include "oracle/meetings.h"
#include "oracle/oracle.h"
#include "oracle/random.h"
#include "support/run.h"

enum { ROWS = 16, HEARD = 256 };

/* Two agents with room for their motions. */
typedef struct scene {
    oracle_plan plan;
    graze_motion motions[2][ROWS + 1];
    graze_body bodies[2][ROWS + 1]; /* of motions, where they have their own */
} scene;

typedef struct row {
    double time, x, y;
} row;

static bool set_waypoints(graze_motion *motions, graze_trajectory *trajectory, const row *rows,
                          size_t count, graze_at_end at_end)
{
    double times[ROWS];
    graze_vector places[ROWS];
    for (size_t i = 0; i < count; i++) {
        times[i] = rows[i].time;
        places[i] = (graze_vector){rows[i].x, rows[i].y, 0};
    }
    trajectory->motions = motions;
    return graze_trajectory_from_waypoints(count, times, places, at_end, motions,
                                           &trajectory->count, NULL) == GRAZE_OK;
}

/* ---- hearing ------------------------------------------------------------------------------------
 */

typedef struct heard {
    size_t count;
    graze_meeting meetings[HEARD];
} heard;

static bool listen(void *context, const graze_meeting *meeting)
{
    heard *h = context;
    if (h->count < HEARD)
        h->meetings[h->count++] = *meeting;
    return true;
}

static bool hear(const oracle_plan *p, heard *each, heard *merged)
{
    each->count = merged->count = 0;
    return graze_trajectory_meetings(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, listen,
                                     NULL, each) == GRAZE_OK &&
           graze_trajectory_meetings(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, NULL,
                                     listen, merged) == GRAZE_OK;
}

static bool same_meeting(const graze_meeting *kernel, const oracle_meeting *oracle)
{
    const graze_meeting *m = &oracle->meeting;
    return kernel->verdict == m->verdict && kernel->when.lower == m->when.lower &&
           kernel->when.upper == m->when.upper && kernel->depth == m->depth &&
           kernel->distance == m->distance && kernel->time == m->time &&
           kernel->motion_a >= m->motion_a && kernel->motion_a <= oracle->last_motion_a &&
           kernel->motion_b >= m->motion_b && kernel->motion_b <= oracle->last_motion_b;
}

static void print_meeting(const char *whose, const graze_meeting *m)
{
    printf("/* %s: %s %zu %zu (%a, %a) depth %a distance %a time %a */\n", whose,
           graze_verdict_name(m->verdict), m->motion_a, m->motion_b, m->when.lower, m->when.upper,
           m->depth, m->distance, m->time);
}

static bool same_meetings(const char *view, const heard *kernel, const oracle_meeting *oracle,
                          size_t count)
{
    bool same = kernel->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = same_meeting(&kernel->meetings[i], &oracle[i]);
    if (same)
        return true;
    printf("\n/* %s differs */\n", view);
    for (size_t i = 0; i < kernel->count; i++)
        print_meeting("kernel", &kernel->meetings[i]);
    for (size_t i = 0; i < count; i++)
        print_meeting("oracle", &oracle[i].meeting);
    return false;
}

/* Of one motion each, with their bodies. */
static oracle_plan pair_of_motions(const oracle_plan *plan, size_t i, size_t j)
{
    oracle_plan pair = *plan;
    pair.a = (graze_trajectory){.motions = &plan->a.motions[i], .count = 1};
    pair.b = (graze_trajectory){.motions = &plan->b.motions[j], .count = 1};
    if (plan->a.bodies != NULL)
        pair.body_a = plan->a.bodies[i];
    if (plan->b.bodies != NULL)
        pair.body_b = plan->b.bodies[j];
    return pair;
}

/* For a constant distance a pair's time is the first double inside its life. */
static double time_of_pair(const oracle_plan *one)
{
    oracle_answer answer;
    const oracle_pair pair = {one->body_a, one->body_b, *one->a.motions, *one->b.motions,
                              one->tolerance};
    oracle_ask(&pair, &answer);
    return answer.clearance.time;
}

/* The per-motion view is the whole view of trajectories of one motion each. */
static size_t find_each(const oracle_plan *plan, oracle_meeting *meetings)
{
    static oracle_meeting one[ORACLE_MEETINGS];
    size_t count = 0;
    for (size_t i = 0; i < plan->a.count; i++)
        for (size_t j = 0; j < plan->b.count; j++) {
            const oracle_plan pair = pair_of_motions(plan, i, j);
            size_t found = oracle_find_meetings(&pair, one);
            for (size_t k = 0; k < found && count < ORACLE_MEETINGS; k++) {
                meetings[count] = one[k];
                meetings[count].meeting.time = time_of_pair(&pair);
                meetings[count].meeting.motion_a = meetings[count].last_motion_a = i;
                meetings[count].meeting.motion_b = meetings[count].last_motion_b = j;
                count++;
            }
        }
    return count;
}

static graze_verdict worst(const oracle_meeting *meetings, size_t count)
{
    graze_verdict verdict = GRAZE_CLEAR;
    for (size_t i = 0; i < count; i++)
        if (meetings[i].meeting.verdict > verdict)
            verdict = meetings[i].meeting.verdict;
    return verdict;
}

static bool bodies_change(const oracle_plan *plan)
{
    return plan->a.bodies != NULL || plan->b.bodies != NULL;
}

/* Where bodies change the oracle tells no touches at cuts. */
static void forget_touches(heard *kernel, oracle_meeting *oracle, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < kernel->count; i++)
        if (kernel->meetings[i].verdict != GRAZE_TOUCH)
            kernel->meetings[kept++] = kernel->meetings[i];
    kernel->count = kept;
    kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (oracle[i].meeting.verdict != GRAZE_TOUCH)
            oracle[kept++] = oracle[i];
    *count = kept;
}

static bool agrees(const oracle_plan *plan)
{
    static oracle_meeting merged[ORACLE_MEETINGS], each[ORACLE_MEETINGS];
    static heard heard_each, heard_merged;
    graze_verdict verdict = GRAZE_CLEAR;
    size_t merged_count = oracle_find_meetings(plan, merged), each_count = find_each(plan, each);
    if (!hear(plan, &heard_each, &heard_merged) ||
        graze_trajectory_verdict(&plan->body_a, &plan->a, &plan->body_b, &plan->b, plan->tolerance,
                                 &verdict) != GRAZE_OK)
        return false;
    if (bodies_change(plan))
        forget_touches(&heard_merged, merged, &merged_count);
    bool same = same_meetings("merged", &heard_merged, merged, merged_count);
    same &= same_meetings("each", &heard_each, each, each_count);
    if (verdict != worst(each, each_count))
        printf("\n/* verdict %s */\n", graze_verdict_name(verdict));
    return same && verdict == worst(each, each_count) &&
           (bodies_change(plan) || verdict == worst(merged, merged_count));
}

static void print_plan(const oracle_plan *plan)
{
    const graze_trajectory *agents[] = {&plan->a, &plan->b};
    printf("/* radii %a %a, tolerance %a */\n", plan->body_a.radius, plan->body_b.radius,
           plan->tolerance);
    for (int agent = 0; agent < 2; agent++)
        for (size_t i = 0; i < agents[agent]->count; i++) {
            const graze_motion *m = &agents[agent]->motions[i];
            if (agents[agent]->bodies != NULL)
                printf("/* radius %a */\n", agents[agent]->bodies[i].radius);
            printf("/* %c%zu form %d (%a %a %a) (%a %a %a) start %a + %a, %a + %a */\n",
                   'a' + agent, i, (int)m->form, m->position.x, m->position.y, m->position.z,
                   m->velocity.x, m->velocity.y, m->velocity.z, m->start, m->start_tail,
                   m->duration, m->duration_tail);
        }
}

/* ---- by hand ------------------------------------------------------------------------------------
 */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Asserts that oracle and kernel agree, and hands out what was heard. */
static void hear_rows(heard *merged, double radius, double tolerance, const row *a, size_t count_a,
                      graze_at_end end_a, const row *b, size_t count_b, graze_at_end end_b)
{
    static scene s;
    static heard each;
    merged->count = 0;
    s.plan.body_a.radius = s.plan.body_b.radius = radius;
    s.plan.tolerance = tolerance;
    CU_ASSERT_FATAL(set_waypoints(s.motions[0], &s.plan.a, a, count_a, end_a));
    CU_ASSERT_FATAL(set_waypoints(s.motions[1], &s.plan.b, b, count_b, end_b));
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, merged));
}

static void expect(const heard *h, size_t i, graze_verdict verdict, double lower, double upper,
                   double depth, double time)
{
    CU_ASSERT_FATAL(i < h->count);
    const graze_meeting *m = &h->meetings[i];
    CU_ASSERT_EQUAL(m->verdict, verdict);
    CU_ASSERT_EQUAL(m->when.lower, lower);
    CU_ASSERT_EQUAL(m->when.upper, upper);
    CU_ASSERT_EQUAL(m->depth, depth);
    CU_ASSERT_EQUAL(m->time, time);
}

/*   b stands at x = 2; a comes within the reach 1 at x = 1.5, turns at x = 1
 *   exactly at the reach, and comes again:
 *
 *   x 1.5  \        /
 *   x 1.0   \______/     <- never closer than... it dips to 1.0 for an instant
 *   t   0   1      2
 */
static void turning_back_exactly_at_the_reach_makes_two_parts(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 2);
    expect(&h, 0, GRAZE_CONFLICT, 0, 1, 0.5, 0);
    expect(&h, 1, GRAZE_CONFLICT, 1, 2, 0.5, 2);
}

/* The same, but it turns back at x = 1.25, still a quarter deep. */
static void turning_back_inside_the_reach_is_one_part(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1.25, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_CONFLICT, 0, 2, 0.5, 0);
}

/* Coming up to x = 1 from the left and going back: it only touches, once. */
static void a_touch_at_a_turn_is_one_touch(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_TOUCH, 1, 1, 0, 1);
}

/* It touches up to the end of its first row, goes away, and comes back into touch. */
static void touches_with_a_way_between_them_are_two(void)
{
    static const row a[] = {{0, 1, 0}, {1, 1, 0}, {2, 0, 0}, {3, 1, 0}, {4, 1, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 2);
    expect(&h, 0, GRAZE_TOUCH, 0, 1, 0, 0);
    expect(&h, 1, GRAZE_TOUCH, 3, 4, 0, 3);
}

static graze_motion resting_at(double y, double start)
{
    graze_motion made;
    graze_motion_waypoint((graze_vector){0, y, 0}, (graze_vector){0, y, 0}, start, start + 1,
                          &made);
    return made;
}

/* Whoever is not there for a second conflicts, or touches, before and after it: not all that the
 * library answers about was made by its own functions. */
static void meetings_with_a_gap_between_them_are_two(void)
{
    static heard h;
    const graze_body disc = {.radius = 0.5};
    for (int k = 0; k < 3; k++) { /* a conflict, within a tolerance, a touch */
        const double y = k == 2 ? 1 : 0.5, tolerance = k == 1 ? 0.75 : 0;
        const graze_motion motions[2] = {resting_at(y, 0), resting_at(y, 2)};
        graze_motion other = resting_at(0, 0);
        other.duration = 9;
        const graze_trajectory a = {.motions = motions, .count = 2};
        const graze_trajectory b = {.motions = &other, .count = 1};
        h.count = 0;
        CU_ASSERT_EQUAL(
            graze_trajectory_meetings(&disc, &a, &disc, &b, tolerance, NULL, listen, &h), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(h.count, 2);
        CU_ASSERT_EQUAL(h.meetings[0].verdict,
                        k == 0 ? GRAZE_CONFLICT : k == 1 ? GRAZE_GRAZE : GRAZE_TOUCH);
        CU_ASSERT(h.meetings[0].when.lower == 0 && h.meetings[0].when.upper == 1);
        CU_ASSERT(h.meetings[1].when.lower == 2 && h.meetings[1].when.upper == 3);
    }
}

/* Which stage tells that a disc passes another one: far away; on a grid, in touch, which takes
 * numbers of 106 bits; in touch by numbers of 53 bits each; when
 * its life ends, where they would overlap. */
static void the_stages_that_decide_are_counted(void)
{
    static const struct {
        double x, y, to, start, radius;
    } ways[] = {{-4, 3, 4, 0, 1}, {-4, 1, 4, 0, 1}, {-0.1, 0.1, 0.7, 0, 0.1}, {0, 0.5, 4, 9, 1}};
    for (int i = 0; i < 4; i++) {
        const graze_body disc = {.radius = ways[i].radius}, point = {.radius = 0};
        graze_motion passing, resting;
        graze_motion_waypoint((graze_vector){ways[i].x, ways[i].y, 0},
                              (graze_vector){ways[i].to, ways[i].y, 0}, ways[i].start,
                              ways[i].start + 0.9, &passing);
        graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, 9, &resting);
        const graze_trajectory a = {.motions = &passing, .count = 1};
        const graze_trajectory b = {.motions = &resting, .count = 1};
        graze_work work = {10, 20, 30, 40};
        CU_ASSERT_EQUAL(graze_trajectory_meetings_among(&disc, &a, &point, &b,
                                                        &(graze_motion_pair){0, 0}, 1, 0, NULL,
                                                        NULL, NULL, &work),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(work.by_doubles, (size_t)20 + (i == 0));
        CU_ASSERT_EQUAL(work.by_double_doubles, (size_t)30 + (i == 1));
        CU_ASSERT_EQUAL(work.by_exact, (size_t)40 + (i == 2));
        CU_ASSERT_EQUAL(work.by_lives, (size_t)10 + (i == 3));
    }
}

static void resting_in_touch_is_one_touch_for_ever(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}};
    static const row b[] = {{0, 2, 0}, {3, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_TOUCH, 1, INFINITY, 0, 1);
}

/* It touches while it rests (1..2) and then pushes on: the touch adjoins the
 * overlap and is no meeting of its own. */
static void a_touch_that_adjoins_an_overlap_is_silent(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_VANISH);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_CONFLICT, 2, 3, 0.5, 3);
}

/* Two rows on the x axis with a jump of 2^-40 at instant 1, beside a parked disc. */
static void hear_jump(heard *h, const double place[2], const double velocity[2])
{
    static graze_motion declared[2], motions[3], parked;
    oracle_plan plan = {.body_a = {.radius = 0.5}, .body_b = {.radius = 0.5}};
    for (int i = 0; i < 2; i++)
        graze_motion_kinematic((graze_vector){place[i], 0, 0}, (graze_vector){velocity[i], 0, 0},
                               (graze_vector){0, 0, 0}, i, 1, &declared[i]);
    graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, 0, 0}, 0, INFINITY, &parked);
    plan.a.motions = motions;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_motions(2, declared, GRAZE_VANISH, 0x1p-30, motions,
                                                        &plan.a.count, NULL),
                          GRAZE_OK);
    plan.b = (graze_trajectory){.motions = &parked, .count = 1};
    h->count = 0;
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&plan.body_a, &plan.a, &plan.body_b, &plan.b, 0, NULL,
                                              listen, h),
                    GRAZE_OK);
}

/* An overlap that ends before the jump does not silence the touch behind it, nor
 * one that begins after it the touch before it. */
static void a_touch_at_a_jump_adjoins_only_what_reaches_the_jump(void)
{
    static heard h;
    hear_jump(&h, (double[]){0.5, 1}, (double[]){0.5 + 0x1p-40, 1});
    CU_ASSERT_EQUAL_FATAL(h.count, 2);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_TRUE(h.meetings[0].when.upper < 1);
    expect(&h, 1, GRAZE_TOUCH, 1, 1, 0, 1);
    hear_jump(&h, (double[]){2, 1 + 0x1p-40}, (double[]){-1, -0.5});
    CU_ASSERT_EQUAL_FATAL(h.count, 2);
    expect(&h, 0, GRAZE_TOUCH, 1, 1, 0, 1);
    CU_ASSERT_TRUE(h.meetings[1].when.lower > 1);
    hear_jump(&h, (double[]){0.5, 1}, (double[]){0.5, 1}); /* and without a jump */
    CU_ASSERT_EQUAL(h.count, 1);
    hear_jump(&h, (double[]){0.5, 1 + 0x1p-40}, (double[]){0.5, 1}); /* touched from inside */
    CU_ASSERT_EQUAL(h.count, 1);
}

static void who_stays_is_run_into_and_who_vanishes_is_not(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1, 0}};
    static const row b[] = {{2, 5, 0}, {6, 1, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_CONFLICT, 5, INFINITY, 1, 6);
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 0);
}

/* Depth 2^-20 with tolerance 2^-20 is passed over, with 2^-21 it is not. */
static void the_tolerance_grades_a_meeting(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1 + 0x1p-20, 0}, {2, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0x1p-20, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_GRAZE);
    CU_ASSERT_EQUAL(h.meetings[0].depth, 0x1p-20);
    hear_rows(&h, 0.5, 0x1p-21, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    CU_ASSERT_EQUAL(h.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(h.meetings[0].time, 1);
}

/* Two thirds of a metre deep, twice, with a shallow stretch between: one
 * stretch above depth 0, two above the tolerance. */
static void a_tolerance_may_split_a_meeting(void)
{
    static const row a[] = {{0, 0, 0}, {1, 1.5, 0}, {2, 1.125, 0}, {3, 1.5, 0}, {4, 0, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    hear_rows(&h, 0.5, 0.25, a, COUNT(a), GRAZE_VANISH, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 2);
}

/* a drives 1/3 m/s (no double) for 3 s and stays at x = 1 exactly; b waits at
 * x = 2 with the reach 1: it touches at t = 3 and for ever after. */
static void rational_velocities_leave_no_seam(void)
{
    static const row a[] = {{0, 0, 0}, {3, 1, 0}};
    static const row b[] = {{0, 2, 0}};
    static heard h;
    hear_rows(&h, 0.5, 0, a, COUNT(a), GRAZE_STAY, b, COUNT(b), GRAZE_STAY);
    CU_ASSERT_EQUAL(h.count, 1);
    expect(&h, 0, GRAZE_TOUCH, 3, INFINITY, 0, 3);
}

/* A kinematic agent drives 0.1 m/s for 10 s and parks where that really is: at
 * 1 + 2^-54 m, because the double 0.1 is a little more than a tenth. Against a wait
 * at x = 2 with the reach 1 that is an overlap of 2^-54 m. */
static void a_parked_agent_stands_at_its_rational_place(void)
{
    const graze_vector origin = {0, 0, 0}, slow = {0.1, 0, 0}, there = {2, 0, 0};
    static scene s;
    static heard each, merged;
    graze_motion driven;
    CU_ASSERT_EQUAL(graze_motion_kinematic(origin, slow, origin, 0, 10, &driven), GRAZE_OK);
    s.plan = (oracle_plan){.body_a = {0.5}, .body_b = {0.5}, .a.motions = s.motions[0]};
    CU_ASSERT_EQUAL(graze_trajectory_from_motions(1, &driven, GRAZE_STAY, 0, s.motions[0],
                                                  &s.plan.a.count, NULL),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint(there, there, 0, INFINITY, s.motions[1]), GRAZE_OK);
    s.plan.b = (graze_trajectory){.motions = s.motions[1], .count = 1};
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, &merged));
    CU_ASSERT_EQUAL_FATAL(merged.count, 1);
    CU_ASSERT_EQUAL(merged.meetings[0].verdict, GRAZE_CONFLICT);
    CU_ASSERT_EQUAL(merged.meetings[0].depth, 0x1p-54);
    CU_ASSERT_EQUAL(merged.meetings[0].when.upper, INFINITY);
    CU_ASSERT_EQUAL(merged.meetings[0].time, 10);
}

static bool stop_at_once(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    ++*(size_t *)context;
    return false;
}

static void a_listener_may_stop_early(void)
{
    static const row a[] = {{0, 1.5, 0}, {1, 1, 0}, {2, 1.5, 0}};
    static const row b[] = {{0, 2, 0}, {9, 2, 0}};
    static scene s;
    const graze_body disc = {.radius = 0.5};
    size_t calls = 0;
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_VANISH));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_VANISH));
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&disc, &s.plan.a, &disc, &s.plan.b, 0, NULL,
                                              stop_at_once, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls, 1);
    calls = 0;
    CU_ASSERT_EQUAL(graze_trajectory_meetings(&disc, &s.plan.a, &disc, &s.plan.b, 0, stop_at_once,
                                              NULL, &calls),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(calls, 1);
}

static void an_agent_that_never_appears_meets_nobody(void)
{
    static const row a[] = {{0, 0, 0}};
    const graze_body disc = {.radius = 0.5};
    static scene s;
    const graze_trajectory nothing = {.motions = NULL, .count = 0};
    graze_verdict verdict = GRAZE_CONFLICT;
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_STAY));
    CU_ASSERT_EQUAL(graze_trajectory_verdict(&disc, &s.plan.a, &disc, &nothing, 0, &verdict),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(verdict, GRAZE_CLEAR);
}

/* ---- against the oracle
 * --------------------------------------------------------------------------- */

/* A walk on the lattice with waits; times are running sums of 1 and sqrt(2),
 * each rounded, or whole numbers. */
static size_t walk(oracle_random *random, row *rows, double step)
{
    size_t count = (size_t)random_whole(random, 1, 9);
    rows[0] = (row){random_whole(random, 0, 3), random_whole(random, 0, 3) * step,
                    random_whole(random, 0, 3) * step};
    for (size_t i = 1; i < count; i++) {
        int x = random_whole(random, -1, 1), y = random_whole(random, -1, 1);
        double pause = random_whole(random, 1, 3);
        bool moves = x != 0 || y != 0;
        double duration = random_once_in(random, 3) ? pause : moves ? hypot(x, y) : 1;
        rows[i] =
            (row){rows[i - 1].time + duration, rows[i - 1].x + x * step, rows[i - 1].y + y * step};
    }
    return count;
}

static void some_body(oracle_random *random, graze_body *body)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3, 0.25, 1, 0};
    *body = (graze_body){.radius = radii[random_whole(random, 0, 5)]};
}

static double some_tolerance(oracle_random *random)
{
    static const double tolerances[] = {0, 0, 1e-9, 0.25, 0.5, 3};
    return tolerances[random_whole(random, 0, 5)];
}

static void compare_plans(void (*make)(oracle_random *, scene *), uint64_t stream)
{
    static scene s;
    size_t wrong = 0, plans = support_rounds(1500, 6000, 50000);
    for (size_t index = 0; index < plans && wrong < 3; index++) {
        oracle_random random;
        random_begin(&random, 7, stream, index);
        s.plan = (oracle_plan){.tolerance = some_tolerance(&random)};
        some_body(&random, &s.plan.body_a);
        some_body(&random, &s.plan.body_b);
        make(&random, &s);
        if (agrees(&s.plan))
            continue;
        printf("/* plan %zu */\n", index);
        print_plan(&s.plan);
        wrong++;
    }
    printf(" (%zu plans) ", plans);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void make_waypoint_plan(oracle_random *random, scene *s)
{
    row rows[ROWS];
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    double step = random_once_in(random, 3) ? random_real(random, 0.5, 1.5) : 1;
    for (int i = 0; i < 2; i++) {
        size_t count = walk(random, rows, step);
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (!set_waypoints(s->motions[i], agents[i], rows, count, at_end))
            CU_FAIL("a random walk is refused");
    }
}

/* Dyadic velocities and times: every motion ends exactly where the next begins. */
static void make_seamless_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        graze_motion declared[ROWS];
        size_t count = (size_t)random_whole(random, 1, 8);
        graze_vector place = {random_short(random, 6, 1), random_short(random, 6, 1), 0};
        double start = random_whole(random, 0, 3);
        for (size_t k = 0; k < count; k++) {
            graze_vector velocity = {random_short(random, 2, 1), random_short(random, 2, 1), 0};
            double duration = ldexp(random_whole(random, 1, 8), -1);
            graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, start, duration,
                                   &declared[k]);
            place.x += velocity.x * duration;
            place.y += velocity.y * duration;
            start += duration;
        }
        agents[i]->motions = s->motions[i];
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (graze_trajectory_from_motions(count, declared, at_end, 0, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a seamless plan is refused");
    }
}

/* Every motion of one agent, or of both, has a disc of its own. */
static void change_bodies(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    int who = random_whole(random, 1, 3);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < agents[i]->count; k++)
            some_body(random, &s->bodies[i][k]);
        if (who >> i & 1)
            agents[i]->bodies = s->bodies[i];
    }
}

static void make_changing_plan(oracle_random *random, scene *s)
{
    (random_once_in(random, 2) ? make_waypoint_plan : make_seamless_plan)(random, s);
    change_bodies(random, s);
}

/* One drive each at velocities of full mantissas, then parked for ever at a
 * rational place from a rational instant on. */
static void make_parking_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        graze_motion declared;
        graze_vector place = {random_real(random, -2, 2), random_real(random, -2, 2), 0};
        graze_vector velocity = {random_real(random, -1, 1), random_real(random, -1, 1), 0};
        graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, random_real(random, 0, 2),
                               random_real(random, 0, 3), &declared);
        agents[i]->motions = s->motions[i];
        if (graze_trajectory_from_motions(1, &declared, GRAZE_STAY, 0, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a parking plan is refused");
    }
}

/* Lattice moves with rounded velocities and durations, so that each motion ends
 * an ulp beside the place where the next begins. */
static void make_rounded_plan(oracle_random *random, scene *s)
{
    graze_trajectory *agents[] = {&s->plan.a, &s->plan.b};
    for (int i = 0; i < 2; i++) {
        row rows[ROWS];
        graze_motion declared[ROWS];
        size_t count = walk(random, rows, 1);
        for (size_t k = 0; k < count; k++) {
            bool last = k + 1 == count;
            double duration = last ? 1 : rows[k + 1].time - rows[k].time;
            graze_vector place = {rows[k].x, rows[k].y, 0}, velocity = {0, 0, 0};
            if (!last)
                velocity = (graze_vector){(rows[k + 1].x - place.x) / duration,
                                          (rows[k + 1].y - place.y) / duration, 0};
            graze_motion_kinematic(place, velocity, (graze_vector){0, 0, 0}, rows[k].time, duration,
                                   &declared[k]);
        }
        agents[i]->motions = s->motions[i];
        graze_at_end at_end = random_once_in(random, 3) ? GRAZE_VANISH : GRAZE_STAY;
        if (graze_trajectory_from_motions(count, declared, at_end, 1e-9, s->motions[i],
                                          &agents[i]->count, NULL) != GRAZE_OK)
            CU_FAIL("a rounded plan is refused");
    }
}

static void waypoint_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_waypoint_plan, 1);
}

static void seamless_kinematic_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_seamless_plan, 2);
}

static void rounded_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_rounded_plan, 4);
}

static void plans_that_change_bodies_meet_as_the_oracle_says(void)
{
    compare_plans(make_changing_plan, 5);
}

/* a stands beside b, which has a large disc, a small one, and a large one again: each of them
 * speaks for its own motion, and where two large ones follow each other there is no cut. */
static void at_a_cut_each_motion_speaks_with_its_own_body(void)
{
    static const row a[] = {{0, 0, 0}}, b[] = {{0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}};
    static scene s;
    static heard each, merged;
    s.plan = (oracle_plan){.body_a = {.radius = 1}, .body_b = {.radius = 7}};
    CU_ASSERT(set_waypoints(s.motions[0], &s.plan.a, a, COUNT(a), GRAZE_STAY));
    CU_ASSERT(set_waypoints(s.motions[1], &s.plan.b, b, COUNT(b), GRAZE_STAY));
    const graze_body bodies[] = {{.radius = 1.5}, {.radius = 0.5}, {.radius = 1.25}, {.radius = 2}};
    s.plan.b.bodies = bodies;
    CU_ASSERT(agrees(&s.plan));
    CU_ASSERT(hear(&s.plan, &each, &merged));
    CU_ASSERT_EQUAL_FATAL(merged.count, 2);
    expect(&merged, 0, GRAZE_CONFLICT, 0, 1, 0.5, 0);
    CU_ASSERT_EQUAL(merged.meetings[1].when.lower, 2);
    CU_ASSERT_EQUAL(merged.meetings[1].when.upper, INFINITY);
    CU_ASSERT_TRUE(merged.meetings[1].depth == 1 && merged.meetings[1].motion_b == 3);
}

static bool same_heard(const heard *one, const heard *other)
{
    bool same = one->count == other->count;
    for (size_t i = 0; same && i < one->count; i++) {
        const oracle_meeting there = {.meeting = other->meetings[i],
                                      .last_motion_a = other->meetings[i].motion_a,
                                      .last_motion_b = other->meetings[i].motion_b};
        same = same_meeting(&one->meetings[i], &there);
    }
    return same;
}

static void the_same_body_for_each_motion_changes_no_bit(void)
{
    static scene s;
    static heard each, merged, each_own, merged_own;
    for (uint64_t index = 0; index < 500; index++) {
        oracle_random random;
        random_begin(&random, 7, 6, index);
        s.plan = (oracle_plan){.tolerance = some_tolerance(&random)};
        some_body(&random, &s.plan.body_a);
        some_body(&random, &s.plan.body_b);
        make_rounded_plan(&random, &s);
        CU_ASSERT_FATAL(hear(&s.plan, &each, &merged));
        for (size_t k = 0; k <= ROWS; k++) {
            s.bodies[0][k] = s.plan.body_a;
            s.bodies[1][k] = s.plan.body_b;
        }
        s.plan.a.bodies = s.bodies[0];
        s.plan.b.bodies = s.bodies[1];
        s.plan.body_a.radius = s.plan.body_b.radius = 99; /* nobody's */
        CU_ASSERT_FATAL(hear(&s.plan, &each_own, &merged_own));
        CU_ASSERT_FATAL(same_heard(&each, &each_own) && same_heard(&merged, &merged_own));
    }
}

static void parking_plans_meet_as_the_oracle_says(void)
{
    compare_plans(make_parking_plan, 3);
}

/* ---- one pair of motions -------------------------------------------------------------- */

/* Two overlaps may share an end, at which the discs touch from inside. */
static bool conflicts_are_intervals(const oracle_plan *plan)
{
    static heard each, merged;
    graze_interval at[ORACLE_INTERVALS];
    size_t count = 0, seen = 0;
    if (!hear(plan, &each, &merged) ||
        graze_conflict_intervals(&plan->body_a, plan->a.motions, &plan->body_b, plan->b.motions,
                                 plan->tolerance, at, ORACLE_INTERVALS, &count) != GRAZE_OK)
        return false;
    for (size_t i = 0; i < each.count; i++) {
        const graze_meeting *said = &each.meetings[i];
        if (said->verdict != GRAZE_CONFLICT)
            continue;
        if (seen == count || said->when.lower != at[seen].lower ||
            said->when.upper != at[seen].upper ||
            !(said->when.lower <= said->time && said->time <= said->when.upper))
            return false;
        seen++;
    }
    return seen == count;
}

static void two_motions_conflict_in_their_intervals_and_nowhere_else(void)
{
    const uint64_t rounds = support_rounds(1000, 10000, 30000);
    for (uint64_t i = 0; i < 5 * rounds; i++) {
        oracle_pair pair;
        const oracle_family family = FAMILY_accelerated + i % 5;
        oracle_generate(family, 7, i / 5, &pair);
        const oracle_plan plan = {.body_a = pair.body_a, .body_b = pair.body_b, .a = {&pair.a, 1},
                                  .b = {&pair.b, 1}, .tolerance = pair.tolerance};
        if (!conflicts_are_intervals(&plan)) {
            printf("%s, seed 7, pair %llu\n", oracle_family_name(family),
                   (unsigned long long)(i / 5));
            oracle_print(stdout, &pair);
            CU_FAIL("meetings and intervals differ");
            return;
        }
    }
    CU_ASSERT(rounds > 0);
}

/* ---- ramps -------------------------------------------------------------------------------------
 */

static void a_meeting_across_the_seam_of_ramps_is_one(void)
{
    const double times[] = {0, 2, 4, 6}, shares[] = {0, 1, 2, 1};
    const graze_vector places[] = {{0, 0, 0}, {2, 0, 0}, {6, 0, 0}, {8, 0, 0}};
    graze_motion motions[4], stands;
    oracle_plan p = {.body_a = {.radius = 0.625}, .body_b = {.radius = 0.625}};
    heard each, merged;
    p.a.motions = motions;
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_from_ramps(4, times, places, shares, GRAZE_STAY, motions,
                                                      &p.a.count, NULL),
                          GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){1.5, 0.75, 0},
                                                (graze_vector){1.5, 0.75, 0}, 0, INFINITY, &stands),
                          GRAZE_OK);
    p.b = (graze_trajectory){.motions = &stands, .count = 1};
    CU_ASSERT_TRUE(hear(&p, &each, &merged)); /* from x = 0.5 at t = 1 to x = 2.5 at t = 2.25 */
    CU_ASSERT_TRUE(merged.count == 1 && merged.meetings[0].verdict == GRAZE_CONFLICT);
    CU_ASSERT_TRUE(merged.meetings[0].when.lower == 1 && merged.meetings[0].when.upper == 2.25);
    CU_ASSERT_EQUAL(merged.meetings[0].depth, 0.5);
}

CU_TestInfo trajectory_tests[] = {
    SUPPORT_TEST(a_meeting_across_the_seam_of_ramps_is_one),
    SUPPORT_TEST(two_motions_conflict_in_their_intervals_and_nowhere_else),
    SUPPORT_TEST(turning_back_exactly_at_the_reach_makes_two_parts),
    SUPPORT_TEST(turning_back_inside_the_reach_is_one_part),
    SUPPORT_TEST(a_touch_at_a_turn_is_one_touch),
    SUPPORT_TEST(touches_with_a_way_between_them_are_two),
    SUPPORT_TEST(meetings_with_a_gap_between_them_are_two),
    SUPPORT_TEST(the_stages_that_decide_are_counted),
    SUPPORT_TEST(resting_in_touch_is_one_touch_for_ever),
    SUPPORT_TEST(a_touch_that_adjoins_an_overlap_is_silent),
    SUPPORT_TEST(a_touch_at_a_jump_adjoins_only_what_reaches_the_jump),
    SUPPORT_TEST(who_stays_is_run_into_and_who_vanishes_is_not),
    SUPPORT_TEST(the_tolerance_grades_a_meeting),
    SUPPORT_TEST(a_tolerance_may_split_a_meeting),
    SUPPORT_TEST(rational_velocities_leave_no_seam),
    SUPPORT_TEST(a_parked_agent_stands_at_its_rational_place),
    SUPPORT_TEST(a_listener_may_stop_early),
    SUPPORT_TEST(an_agent_that_never_appears_meets_nobody),
    SUPPORT_TEST(waypoint_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(seamless_kinematic_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(rounded_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(parking_plans_meet_as_the_oracle_says),
    SUPPORT_TEST(plans_that_change_bodies_meet_as_the_oracle_says),
    SUPPORT_TEST(at_a_cut_each_motion_speaks_with_its_own_body),
    SUPPORT_TEST(the_same_body_for_each_motion_changes_no_bit),
    CU_TEST_INFO_NULL,
};
