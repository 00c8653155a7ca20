/* SPDX-License-Identifier: MIT */
/* What must hold between answers about bodies with corners, whatever they are. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <graze/encounter.h>
#include <graze/unsafe.h>

#include "oracle/body_pairs.h"
#include "oracle/generate.h"
#include "support/run.h"

enum { CAPACITY = 256 };

/* All answers at constant velocity, the others without starts and speeds. */
typedef struct answers {
    graze_status status[4];
    size_t intervals, starts, speeds;
    graze_interval interval[CAPACITY], start[CAPACITY], speed[1];
    graze_clearance clearance;
} answers;

static bool is_accelerated(const graze_motion *m)
{
    if (m->form == GRAZE_RAMP)
        return true;
    return m->form == GRAZE_KINEMATIC && (m->acceleration.x != 0 || m->acceleration.y != 0);
}

static void ask(const oracle_pair *p, bool uniform, answers *given)
{
    *given = (answers){.intervals = 0};
    given->status[0] = graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                                given->interval, CAPACITY, &given->intervals);
    given->status[1] =
        graze_conflict_clearance(&p->body_a, &p->a, &p->body_b, &p->b, &given->clearance);
    if (!uniform)
        return;
    given->status[2] = graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                           NULL, given->start, CAPACITY, &given->starts);
    given->status[3] = graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                           NULL, given->speed, 1, &given->speeds);
}

static bool lists_agree(const graze_interval *x, const graze_interval *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (x[i].lower != y[i].lower || x[i].upper != y[i].upper)
            return false;
    return true;
}

static const char *differ(const answers *x, const answers *y)
{
    for (int i = 0; i < 4; i++)
        if (x->status[i] != y->status[i])
            return "a status";
    if (x->intervals != y->intervals || !lists_agree(x->interval, y->interval, x->intervals))
        return "the intervals";
    if (x->clearance.common_life != y->clearance.common_life ||
        (x->clearance.common_life &&
         (x->clearance.depth != y->clearance.depth || x->clearance.time != y->clearance.time ||
          x->clearance.distance != y->clearance.distance)))
        return "the clearance";
    if (x->starts != y->starts || !lists_agree(x->start, y->start, x->starts))
        return "the unsafe starts";
    return x->speeds == y->speeds && lists_agree(x->speed, y->speed, x->speeds)
               ? NULL
               : "the unsafe speeds";
}

/* ---- a disc round one vertex is a moved disc ---------------------------------------------- */

/* x - by, when that is exact. */
static bool moves(double *x, double by)
{
    double moved = *x - by, back = moved - *x;
    double tail = (*x - (moved - back)) + (-by - back);
    *x = moved;
    return tail == 0 && fabs(moved) < 0x1p50;
}

static bool move_back(graze_motion *motion, graze_point by)
{
    bool exact = moves(&motion->position.x, by.x) && moves(&motion->position.y, by.y);
    if (motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP)
        exact = exact && moves(&motion->to.x, by.x) && moves(&motion->to.y, by.y);
    return exact;
}

static bool is_plane(const graze_motion *m)
{
    return m->position.z == 0 && m->velocity.z == 0 && m->acceleration.z == 0;
}

static void a_disc_round_one_vertex_is_a_moved_disc(void)
{
    static answers disc, vertex;
    size_t wrong = 0, asked = 0;
    for (oracle_family family = 0; family < FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(40, 80, 800) && wrong < 3; i++) {
            oracle_pair plain, cornered;
            oracle_generate(family, 31, i, &plain);
            graze_point by = {ldexp(1, (int)(i % 7) - 3), -1};
            cornered = plain;
            if (!is_plane(&plain.a) || !is_plane(&plain.b) || !move_back(&cornered.a, by))
                continue;
            cornered.body_a.vertices = &by;
            cornered.body_a.vertex_count = 1;
            bool uniform = !is_accelerated(&plain.a) && !is_accelerated(&plain.b);
            ask(&plain, uniform, &disc);
            ask(&cornered, uniform, &vertex);
            asked++;
            const char *difference = differ(&disc, &vertex);
            if (difference == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n", oracle_family_name(family), i, difference);
            oracle_print(stdout, &plain);
            wrong++;
        }
    CU_ASSERT(asked > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- every family ------------------------------------------------------------------------- */

typedef const char *(*property)(const oracle_bodies *bodies, bool uniform);

static void hold(property is_broken, size_t rounds)
{
    static oracle_bodies bodies;
    size_t wrong = 0;
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < rounds && wrong < 3; i++) {
            oracle_generate_bodies(family, 32, i, &bodies);
            bool uniform = !is_accelerated(&bodies.pair.a) && !is_accelerated(&bodies.pair.b);
            const char *fault = is_broken(&bodies, uniform);
            if (fault == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n", oracle_body_family_name(family), i, fault);
            oracle_print_bodies(stdout, &bodies);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

static const char *swapping_changes_something(const oracle_bodies *bodies, bool uniform)
{
    static answers given, swapped;
    const oracle_pair *p = &bodies->pair;
    const oracle_pair other = {p->body_b, p->body_a, p->b, p->a, p->tolerance};
    (void)uniform;
    ask(p, false, &given);
    ask(&other, false, &swapped);
    return differ(&given, &swapped);
}

static void the_order_of_agents_changes_nothing(void)
{
    hold(swapping_changes_something, support_rounds(20, 40, 320));
}

/* Prepared, at a moved start, as a trajectory of one motion: one answer. */
static const char *entries_differ(const oracle_bodies *bodies, bool uniform)
{
    static answers given;
    graze_interval prepared[CAPACITY];
    graze_prepared a, b;
    graze_approach approach;
    bool exists = false;
    size_t count = 0;
    const oracle_pair *p = &bodies->pair;
    const graze_trajectory only_a = {.motions = &p->a, .count = 1},
                           only_b = {.motions = &p->b, .count = 1};
    (void)uniform;
    ask(p, false, &given);
    if (graze_motion_prepare(&p->body_a, &p->a, &a) != GRAZE_OK ||
        graze_motion_prepare(&p->body_b, &p->b, &b) != GRAZE_OK ||
        graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b, p->tolerance,
                                       &exists) != GRAZE_OK ||
        graze_conflict_intervals_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                          p->tolerance, prepared, CAPACITY, &count) != GRAZE_OK)
        return "a prepared pair is refused";
    if (exists != (given.intervals > 0))
        return "the prepared decision";
    if (count != given.intervals || !lists_agree(prepared, given.interval, count))
        return "the prepared intervals";
    if (graze_trajectory_clearance(&p->body_a, &only_a, &p->body_b, &only_b, &approach) != GRAZE_OK)
        return "trajectories are refused";
    return approach.nearest.common_life == given.clearance.common_life &&
                   (!given.clearance.common_life ||
                    approach.nearest.depth == given.clearance.depth)
               ? NULL
               : "the clearance of trajectories";
}

static void every_entry_tells_the_same(void)
{
    hold(entries_differ, support_rounds(20, 40, 320));
}

/* ---- the way out --------------------------------------------------------------------------- */

static bool conflicts_at(const oracle_pair *p, double start)
{
    bool exists = true;
    graze_motion moved;
    if (graze_motion_restart(&p->a, start, &moved) != GRAZE_OK ||
        graze_conflict_exists(&p->body_a, &moved, &p->body_b, &p->b, p->tolerance, &exists) !=
            GRAZE_OK)
        CU_FAIL("a start is refused");
    return exists;
}

static const char *an_end_is_no_way_out(const oracle_bodies *bodies, bool uniform)
{
    static answers given;
    const oracle_pair *p = &bodies->pair;
    if (!uniform)
        return NULL;
    ask(p, true, &given);
    if (given.starts == 0)
        return conflicts_at(p, p->a.start) ? "a safe start conflicts" : NULL;
    double lower = given.start[0].lower, upper = given.start[0].upper;
    if ((isfinite(lower) && conflicts_at(p, lower)) || (isfinite(upper) && conflicts_at(p, upper)))
        return "an end conflicts";
    double first = nextafter(lower, INFINITY), last = nextafter(upper, -INFINITY);
    if (first < upper && (!conflicts_at(p, first) || !conflicts_at(p, last)))
        return "a double beside an end is safe";
    return NULL;
}

static void starting_at_an_end_is_safe_and_an_ulp_inside_is_not(void)
{
    hold(an_end_is_no_way_out, support_rounds(20, 40, 320));
}

/* ---- seams ---------------------------------------------------------------------------------- */

enum { ROWS = 32 };

typedef struct rows {
    graze_meeting row[ROWS];
    size_t count;
} rows;

static bool take_row(void *context, const graze_meeting *meeting)
{
    rows *all = context;
    if (all->count < ROWS)
        all->row[all->count++] = *meeting;
    return true;
}

/* p + v t, when doubles hold it. */
static bool carry(double *place, double velocity, double time)
{
    double moved = velocity * time, sum = *place + moved, back = sum - *place;
    double tail = (*place - (sum - back)) + (moved - back);
    bool small = velocity != 0 && fabs(moved) < 0x1p-900; /* it or its remainder may underflow */
    bool exact = fma(velocity, time, -moved) == 0 && tail == 0 && !small;
    *place = sum;
    return exact;
}

/* A uniform motion cut in the middle of its life, when doubles hold both halves. */
static bool cut(const graze_motion *whole, graze_motion *halves)
{
    double half = whole->duration / 2, middle = whole->start;
    if (whole->form != GRAZE_KINEMATIC || is_accelerated(whole) || !isfinite(half) || half == 0 ||
        whole->start_tail != 0 || whole->duration_tail != 0 || !carry(&middle, 1, half))
        return false;
    halves[0] = halves[1] = *whole;
    halves[0].duration = halves[1].duration = half;
    halves[1].start = middle;
    return carry(&halves[1].position.x, whole->velocity.x, half) &&
           carry(&halves[1].position.y, whole->velocity.y, half);
}

static bool rows_agree(const rows *x, const rows *y)
{
    for (size_t i = 0; i < x->count && x->count == y->count; i++)
        if (x->row[i].verdict != y->row[i].verdict || x->row[i].depth != y->row[i].depth ||
            x->row[i].distance != y->row[i].distance ||
            x->row[i].when.lower != y->row[i].when.lower ||
            x->row[i].when.upper != y->row[i].when.upper)
            return false;
    return x->count == y->count;
}

static size_t seams_seen;

static const char *a_seam_shows(const oracle_bodies *bodies, bool uniform)
{
    const oracle_pair *p = &bodies->pair;
    graze_motion halves[2];
    if (!uniform || !cut(&p->a, halves))
        return NULL;
    const graze_trajectory whole = {.motions = &p->a, .count = 1},
                           in_two = {.motions = halves, .count = 2},
                           other = {.motions = &p->b, .count = 1};
    const double tolerances[] = {0, p->tolerance, 0.125};
    for (int i = 0; i < 3; i++) {
        rows one = {.count = 0}, two = {.count = 0};
        if (graze_trajectory_meetings(&p->body_a, &whole, &p->body_b, &other, tolerances[i], NULL,
                                      take_row, &one) != GRAZE_OK ||
            graze_trajectory_meetings(&p->body_a, &in_two, &p->body_b, &other, tolerances[i], NULL,
                                      take_row, &two) != GRAZE_OK)
            return "trajectories are refused";
        if (!rows_agree(&one, &two))
            return "a row";
        seams_seen += one.count > 0;
    }
    return NULL;
}

static void a_motion_cut_in_two_meets_as_the_whole_one(void)
{
    seams_seen = 0;
    hold(a_seam_shows, support_rounds(40, 80, 480));
    CU_ASSERT(seams_seen > 0);
}

/* ---- large bodies --------------------------------------------------------------------------- */

enum { MANY = 1000 };

/* A regular polygon of a thousand corners passes a wall as the disc round it does, but for
 * the little that the polygon lacks. */
static void bodies_of_a_thousand_vertices_are_answered(void)
{
    static graze_point round[MANY];
    const graze_point wall[2] = {{0, -1}, {0, 1}};
    for (int i = 0; i < MANY; i++) {
        double angle = 6.283185307179586 * i / MANY;
        round[i] = (graze_point){cos(angle), sin(angle)};
    }
    oracle_pair p = {.body_a = {.vertices = round, .vertex_count = MANY},
                     .body_b = {.radius = 0.25, .vertices = wall, .vertex_count = 2}};
    const graze_vector begin = {-4, 0, 0}, speed = {1, 0, 0}, rest = {0, 0, 0};
    const graze_vector faster = {0.25, 0.125, 0};
    static answers given;
    CU_ASSERT_EQUAL(graze_motion_kinematic(begin, speed, rest, 0, 8, &p.a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic(rest, rest, rest, 0, 8, &p.b), GRAZE_OK);
    ask(&p, true, &given);
    CU_ASSERT_EQUAL(given.status[0], GRAZE_OK);
    CU_ASSERT_EQUAL(given.intervals, 1);
    CU_ASSERT_DOUBLE_EQUAL(given.interval[0].lower, 2.75, 1e-4);
    CU_ASSERT_DOUBLE_EQUAL(given.interval[0].upper, 5.25, 1e-4);
    CU_ASSERT_EQUAL(given.starts, 1);
    CU_ASSERT_EQUAL(given.speeds, 1);
    CU_ASSERT_EQUAL(graze_motion_kinematic(begin, speed, faster, 0, 8, &p.a), GRAZE_OK);
    ask(&p, false, &given);
    CU_ASSERT_EQUAL(given.status[0], GRAZE_OK);
    CU_ASSERT_EQUAL(given.intervals, 1);
    CU_ASSERT(given.clearance.depth > 0);
}

CU_TestInfo body_property_tests[] = {
    SUPPORT_TEST(a_disc_round_one_vertex_is_a_moved_disc),
    SUPPORT_TEST(the_order_of_agents_changes_nothing),
    SUPPORT_TEST(every_entry_tells_the_same),
    SUPPORT_TEST(starting_at_an_end_is_safe_and_an_ulp_inside_is_not),
    SUPPORT_TEST(a_motion_cut_in_two_meets_as_the_whole_one),
    SUPPORT_TEST(bodies_of_a_thousand_vertices_are_answered),
    CU_TEST_INFO_NULL,
};
