/* SPDX-License-Identifier: MIT */
/* What prepared discs give back of their motions, and ends of overlaps at one cell, where lives and
 * touches meet: without a branch, of motions and of prepared numbers, against exact numbers. Whole
 * families are in test_stages.c, all magnitudes in test_scaled_stages.c. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_uniform.h"
#include "contact/motions_glance.h"
#include "contact/passing.h"
#include "contact/uniform_overlap.h"
#include "kernel/seed.h"
#include "kernel/stages.h"
#include "motion/life.h"
#include "oracle/random.h"
#include "support/run.h"

static oracle_random random_for(uint64_t stream, size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), stream, index);
    return random;
}

/* A step of a robot in cells of this size: at rest, along an axis or a diagonal, in its length over
 * the cell, as a planner has it, or in whatever time. */
static graze_motion step_of(oracle_random *random, double cell, bool waypoint)
{
    const int x = random_whole(random, 0, 40), y = random_whole(random, 0, 40);
    const int dx = random_whole(random, -1, 1), dy = random_whole(random, -1, 1);
    const double length = dx == 0 && dy == 0 ? 1 : sqrt(dx * dx + dy * dy);
    graze_motion m = {.form = waypoint ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                      .position = {x * cell, y * cell, 0},
                      .duration = random_once_in(random, 8) ? random_real(random, 0.5, 2) : length};
    m.start = random_whole(random, 0, 30) + random_whole(random, 0, 30) * sqrt(2);
    if (random_once_in(random, 16))
        m.duration_tail = m.duration * random_real(random, -0x1p-54, 0x1p-54);
    m.to = waypoint ? (graze_vector){(x + dx) * cell, (y + dy) * cell, 0}
                    : (graze_vector){dx * cell / length, dy * cell / length, 0};
    return m;
}

static const double cells[] = {1, 0.5, 0x1p60, 0x1p-60, 0.1, 3.7};
enum { CELLS = sizeof cells / sizeof *cells, SHORT_CELLS = 4 };

/* ---- what prepared numbers give back ------------------------------------------------------ */

static graze_prepared prepared_disc(double radius, const graze_motion *m)
{
    const graze_body disc = {.radius = radius};
    graze_prepared prepared = {0};
    CU_ASSERT_EQUAL(graze_motion_prepare(&disc, m, &prepared), GRAZE_OK);
    return prepared;
}

/* The end of the prepared disc is the end of its life, rounded up. */
static void end_is_rounded_up(const graze_prepared *prepared, const graze_motion *m)
{
    const double before = double_next_down(prepared->end);
    const graze_motion end = {.start = prepared->end, .duration = 1};
    const graze_motion lower = {.start = before, .duration = 1};
    const int after = motion_compare_end_start(m, &end);
    CU_ASSERT_TRUE(after <= 0);
    CU_ASSERT_TRUE(motion_compare_end_start(m, &lower) > 0);
    CU_ASSERT_TRUE((passing_known(prepared) & PASSING_ENDS) == 0 || after == 0);
}

/* Ends of lives with tails of any size, also such as a last bit hides behind. */
static void ends_with_tails_are_rounded_up(void)
{
    for (size_t index = 0; index < support_rounds(20000, 200000, 2000000); index++) {
        oracle_random random = random_for(916, index);
        graze_motion m = {.form = GRAZE_KINEMATIC};
        m.start = ldexp(random_short(&random, 9, 2), random_whole(&random, -70, 3));
        m.duration = ldexp(random_whole(&random, 1, 9), random_whole(&random, -3, 3));
        m.duration_tail = ldexp(random_short(&random, 9, 4) * m.duration / 16,
                                -random_whole(&random, 0, 9) * random_whole(&random, 0, 12));
        const double up = uniform_end_of(&m).up;
        const graze_motion end = {.start = up, .duration = 1};
        const graze_motion lower = {.start = double_next_down(up), .duration = 1};
        CU_ASSERT_TRUE(motion_compare_end_start(&m, &end) <= 0);
        CU_ASSERT_TRUE(motion_compare_end_start(&m, &lower) > 0);
    }
}

static void prepared_steps_give_their_ways_back(void)
{
    size_t meant = 0, given = 0;
    for (size_t index = 0; index < support_rounds(20000, 200000, 2000000); index++) {
        oracle_random random = random_for(911, index);
        const double cell = cells[index % CELLS];
        const graze_motion m = step_of(&random, cell, true);
        const graze_prepared prepared = prepared_disc(0.375 * cell, &m);
        CU_ASSERT_EQUAL_FATAL(prepared.kind, GRAZE_PREPARED_DISC);
        end_is_rounded_up(&prepared, &m);
        const bool moves = m.to.x != m.position.x || m.to.y != m.position.y;
        const unsigned number = passing_way_number(&prepared);
        CU_ASSERT_TRUE(number <= PASSING_WAYS);
        meant += moves && m.duration_tail == 0 && index % CELLS < SHORT_CELLS;
        given += number != 0 && index % CELLS < SHORT_CELLS;
        if (number == 0)
            continue;
        const passing_way way = passing_way_of(&prepared, number);
        CU_ASSERT_TRUE(duo_x(way.to) == m.to.x && duo_y(way.to) == m.to.y);
        CU_ASSERT_EQUAL(way.life, m.duration);
        CU_ASSERT_TRUE(moves && m.duration_tail == 0);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(given * 100 >= meant * 99));
}

/* Of short steps, of places in thousandths, and of any that begin at 0: lives are off by none, one,
 * or hardly ever two last bits. */
static void each_number_of_a_way_is_given(void)
{
    size_t given[PASSING_WAYS + 1] = {0};
    for (size_t index = 0; index < 9000; index++) {
        oracle_random random = random_for(912, index);
        graze_motion m = {.form = GRAZE_WAYPOINT, .duration = random_real(&random, 0.25, 40)};
        const double whole = random_whole(&random, 0, 9999), other = random_whole(&random, 0, 9999);
        const double unit[] = {1, 1000, random_real(&random, 1, 2)};
        m.position.x = index % 3 == 2 ? 0 : whole / unit[index % 3];
        m.to.x = other / unit[index % 3];
        m.start = index % 3 == 2 ? 0 : random_real(&random, 0, 40);
        const graze_prepared prepared = prepared_disc(1, &m);
        given[passing_way_number(&prepared)]++;
    }
    for (unsigned place = 0; place < PASSING_PLACES; place++)
        for (unsigned life = 1; life < PASSING_LIVES - 1; life++)
            CU_ASSERT_TRUE(SUPPORT_ENOUGH(given[1 + place * PASSING_LIVES + life] > 0));
}

/* ---- what is asked of two at once ------------------------------------------------------------ */

static void spoil(oracle_random *random, graze_motion *m)
{
    static const double wild[] = {NAN, INFINITY, -INFINITY, 0x1p1023, 0x1p-1074, -0.0, 1};
    double *const numbers[] = {&m->position.x, &m->position.y,     &m->position.z,
                               &m->velocity.x, &m->velocity.y,     &m->velocity.z,
                               &m->acceleration.x, &m->acceleration.y, &m->acceleration.z,
                               &m->start, &m->start_tail, &m->duration, &m->duration_tail};
    if (random_once_in(random, 4))
        m->form = (graze_form)random_whole(random, 0, 3);
    else if (random_once_in(random, 2))
        *numbers[random_whole(random, 0, 12)] = wild[random_whole(random, 0, 6)];
    else
        m->duration_tail = m->duration * ldexp(1, -random_whole(random, 18, 22));
}

/* Whose contact a glance tells, or calls near, are valid; and nearly all that doubles can read are
 * so told. */
static void who_is_told_at_a_glance_is_valid(void)
{
    const graze_body disc = {.radius = 0.25};
    size_t told = 0, each = 0;
    for (size_t index = 0; index < support_rounds(20000, 200000, 2000000); index++) {
        oracle_random random = random_for(917, index);
        const bool first = random_once_in(&random, 2), second = random_once_in(&random, 2);
        graze_motion a = step_of(&random, cells[index % CELLS], first);
        graze_motion b = step_of(&random, cells[index % CELLS], second);
        if (random_once_in(&random, 2))
            spoil(&random, random_once_in(&random, 2) ? &a : &b);
        const bool seen = motions_glance(0.25, &a, 0.25, &b, 0) != CONTACT_UNKNOWN;
        CU_ASSERT_TRUE(!seen || (pair_validate(&disc, &a) == GRAZE_OK &&
                                 pair_validate(&disc, &b) == GRAZE_OK));
        each += filter_uniform_is_ready(&a) && filter_uniform_is_ready(&b);
        told += seen;
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(told * 100 >= each * 95));
}

/* ---- ends ---------------------------------------------------------------------------------- */

/* Two steps that are not far from each other, of discs that touch at a cell, at a diagonal, half of
 * one, or nowhere. */
static oracle_pair steps_of(oracle_random *random, double cell)
{
    const double reach[] = {1, sqrt(2), sqrt(0.5), 0.75};
    oracle_pair made = {.a = step_of(random, cell, random_once_in(random, 2))};
    made.b = made.a;
    const bool waypoint = random_once_in(random, 2);
    const graze_motion other = step_of(random, cell, waypoint);
    made.b.form = other.form;
    made.b.duration = other.duration;
    made.b.duration_tail = other.duration_tail;
    for (int k = 0; k < 2; k++) {
        double *const place = k == 0 ? &made.b.position.x : &made.b.position.y;
        const double from = k == 0 ? other.position.x : other.position.y;
        double *const to = k == 0 ? &made.b.to.x : &made.b.to.y;
        const double way = (k == 0 ? other.to.x : other.to.y) - (waypoint ? from : 0);
        *place += random_whole(random, -2, 2) * cell;
        *to = waypoint ? *place + way : way;
    }
    made.b.start += random_whole(random, -1, 1) + random_whole(random, -1, 1) * sqrt(0.5);
    made.body_a.radius = made.body_b.radius = reach[random_whole(random, 0, 3)] / 2 * cell;
    made.tolerance = random_once_in(random, 4) ? 0.125 * cell : 0;
    return made;
}

typedef struct tally {
    size_t asked, told;
} tally;

static void compare(bool known, const meeting_interval *found, const contact_part *truth,
                    tally *count)
{
    count->asked++;
    count->told += known;
    CU_ASSERT_TRUE(!known || stages_same_stretch(found, &truth->interval));
}

static void ends_at_one_cell_equal_exact_ones(void)
{
    static const end_signs open = {SIGN_UNKNOWN, SIGN_UNKNOWN};
    tally motions = {0, 0}, prepared = {0, 0};
    for (size_t index = 0; index < support_rounds(6000, 60000, 600000); index++) {
        oracle_random random = random_for(913, index);
        const oracle_pair p = steps_of(&random, cells[index % CELLS]);
        pair q;
        contact_part truth;
        meeting_interval found;
        size_t count = 0;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, p.tolerance, &q),
                              GRAZE_OK);
        if (exact_contact(&q) != CONTACT_OVERLAP)
            continue;
        CU_ASSERT_EQUAL(exact_parts(&q, CONTACT_OVERLAP, false, 0, 1, &truth, &count), GRAZE_OK);
        const graze_prepared a = prepared_disc(q.radius_a, &p.a);
        const graze_prepared b = prepared_disc(q.radius_b, &p.b);
        compare(uniform_overlap_plain(&q, NULL, open, &found), &found, &truth, &motions);
        compare(uniform_prepared_plain(&a, &p.a, &b, &p.b, p.tolerance, &found), &found, &truth,
                &prepared);
        if (cpu_level() < CPU_AVX2)
            continue;
        compare(uniform_overlap_fused(&q, NULL, open, &found), &found, &truth, &motions);
        compare(uniform_prepared_fused(&a, &p.a, &b, &p.b, p.tolerance, &found), &found, &truth,
                &prepared);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(motions.told * 10 >= motions.asked * 9));
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(prepared.told * 10 >= prepared.asked * 9));
}

/* A disc leaves another one, which stays, at t, a double, but for 2^-95 and less: what it is off by
 * stands in the other's place. */
static oracle_pair leaving(oracle_random *random)
{
    const double t = random_real(random, 1, 2), v = random_real(random, 0.5, 1), reach = 4;
    double tail;
    const double moved = eft_two_product(v, t, &tail);
    oracle_pair made = {.a = {.form = GRAZE_KINEMATIC,
                              .position = {reach - moved, 0, 0},
                              .velocity = {v, 0, 0},
                              .duration = 8},
                        .b = {.form = GRAZE_KINEMATIC,
                              .position = {tail - ldexp(random_sign(random),
                                                        random_whole(random, -118, -90)), 0, 0},
                              .duration = 8}};
    CU_ASSERT_EQUAL_FATAL(made.a.position.x + moved, reach); /* both are exact */
    made.body_a.radius = 3;
    made.body_b.radius = 1;
    return made;
}

static void roots_beside_doubles_are_told_truly(void)
{
    static const end_signs open = {SIGN_UNKNOWN, SIGN_UNKNOWN};
    tally count = {0, 0};
    for (size_t index = 0; index < support_rounds(4000, 40000, 400000); index++) {
        oracle_random random = random_for(915, index);
        const oracle_pair p = leaving(&random);
        pair q;
        contact_part truth;
        meeting_interval found;
        size_t parts = 0;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, 0, &q), GRAZE_OK);
        CU_ASSERT_EQUAL(exact_parts(&q, CONTACT_OVERLAP, false, 0, 1, &truth, &parts), GRAZE_OK);
        compare(uniform_overlap_plain(&q, NULL, open, &found), &found, &truth, &count);
        if (cpu_level() >= CPU_AVX2)
            compare(uniform_overlap_fused(&q, NULL, open, &found), &found, &truth, &count);
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(count.told * 10 >= count.asked && count.told < count.asked));
}

/* Near ties are told from the ways that prepared discs give back, where these come near a touch. */
static void ways_tell_what_motions_tell(void)
{
    size_t told = 0, asked = 0;
    for (size_t index = 0; index < support_rounds(6000, 60000, 600000); index++) {
        oracle_random random = random_for(914, index);
        const oracle_pair p = steps_of(&random, cells[index % CELLS]);
        pair q;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, p.tolerance, &q),
                              GRAZE_OK);
        const graze_prepared a = prepared_disc(q.radius_a, &p.a);
        const graze_prepared b = prepared_disc(q.radius_b, &p.b);
        const contact truth = exact_contact(&q);
        if (truth == CONTACT_NO_LIFE)
            continue;
        const contact said = passing_contact_of_ways_at(cpu_level(), &a, &b, p.tolerance);
        for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
            CU_ASSERT_EQUAL(passing_contact_of_ways_at(level, &a, &b, p.tolerance), said);
        CU_ASSERT_TRUE_FATAL(said == CONTACT_UNKNOWN || said == truth ||
                             (said == CONTACT_TOUCH && truth == CONTACT_APART));
        asked += truth == CONTACT_OVERLAP || truth == CONTACT_APART;
        told += said != CONTACT_UNKNOWN;
    }
    CU_ASSERT_TRUE(SUPPORT_ENOUGH(told * 3 >= asked));
}

/* A disc that moves has started next to nothing before the other one: what it has come is too
 * little for a double, and is no touch. */
static void nothing_that_underflows_is_a_touch(void)
{
    static const double before[] = {0x1p-1074, 0x1p-1060, 0x1p-1022, 0x1p-1000};
    for (int k = 0; k < 16; k++) {
        const double ahead = k & 1 ? -1 : 1, early = k & 2 ? before[k / 4] : 0;
        const graze_body disc = {.radius = 0.5};
        graze_motion a = {.form = GRAZE_WAYPOINT, .duration = 8, .start = -before[k / 4] + early};
        graze_motion b = {.form = GRAZE_WAYPOINT, .duration = 1, .start = -early};
        a.to.x = 4 * ahead;
        b.position.x = b.to.x = 1;
        meeting_interval found;
        contact_part truth;
        size_t count = 0;
        pair q;
        tally all = {0, 0};
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &q), GRAZE_OK);
        if (exact_contact(&q) != CONTACT_OVERLAP)
            continue;
        CU_ASSERT_EQUAL(exact_parts(&q, CONTACT_OVERLAP, false, 0, 1, &truth, &count), GRAZE_OK);
        compare(uniform_overlap(&q, NULL, (end_signs){SIGN_UNKNOWN, SIGN_UNKNOWN}, &found), &found,
                &truth, &all);
    }
}

/* A start of -0 is one of 0, whichever stage answers. */
static void no_interval_begins_at_minus_0(void)
{
    const graze_body disc = {.radius = 1};
    const graze_motion a = {.form = GRAZE_KINEMATIC, .start = -0.0, .duration = 1};
    pair q;
    graze_interval when;
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &a, 0, &q), GRAZE_OK);
    for (unsigned stage = 1; stage <= QUICK_LAST; stage *= 2)
        for (unsigned more = 1; more <= QUICK_LAST; more *= 2) {
            size_t count = 0;
            q.without = stage | more;
            CU_ASSERT_EQUAL(contact_intervals(&q, CONTACT_UNKNOWN, &when, 1, &count), GRAZE_OK);
            CU_ASSERT_TRUE(count == 1 && when.lower == 0 && !signbit(when.lower));
        }
}

/* Signs that are given are taken: of discs that touch when both lives begin. */
static void a_touch_that_is_given_is_taken(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion a = {.form = GRAZE_KINEMATIC, .duration = 4, .velocity = {0.3, 0, 0}};
    graze_motion b = {.form = GRAZE_KINEMATIC, .duration = 4, .velocity = {-0.4, 0, 0}};
    b.position.x = 1;
    pair q;
    meeting_interval found;
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &q), GRAZE_OK);
    CU_ASSERT_TRUE_FATAL(uniform_overlap(&q, NULL, (end_signs){0, SIGN_UNKNOWN}, &found));
    CU_ASSERT_TRUE(found.from_begin && !found.begins_within && !found.to_end);
    CU_ASSERT_EQUAL(found.when.lower, 0);
    CU_ASSERT_TRUE(found.when.upper > 2 / 0.7 - 0x1p-50 && found.when.upper < 2 / 0.7 + 0x1p-50);
}

/* Discs round corners that are 2 m nearer than what moves; they touch when both lives begin. */
static void a_touch_round_corners_is_told(void)
{
    const graze_motion a = {.velocity = {1, 0, 0}, .duration = 3};
    const graze_motion b = {.position = {4, 0, 0}, .duration = 3};
    const pair question = {.a = &a, .b = &b, .radius_a = 1, .radius_b = 1, .dimensions = 2};
    const double_word corner[2] = {{-2, 0}, {0, 0}};
    const end_signs open = {SIGN_UNKNOWN, SIGN_UNKNOWN};
    meeting_interval found = {.when = {1, 1}};
    CU_ASSERT_TRUE(uniform_overlap(&question, corner, open, &found));
    CU_ASSERT_EQUAL(found.when.lower, 0);
    CU_ASSERT_EQUAL(found.when.upper, 3);
    CU_ASSERT(found.from_begin && !found.begins_within && found.ends_within);
}

CU_TestInfo overlap_tests[] = {
    SUPPORT_TEST(ends_with_tails_are_rounded_up),
    SUPPORT_TEST(prepared_steps_give_their_ways_back),
    SUPPORT_TEST(each_number_of_a_way_is_given),
    SUPPORT_TEST(who_is_told_at_a_glance_is_valid),
    SUPPORT_TEST(ends_at_one_cell_equal_exact_ones),
    SUPPORT_TEST(roots_beside_doubles_are_told_truly),
    SUPPORT_TEST(ways_tell_what_motions_tell),
    SUPPORT_TEST(nothing_that_underflows_is_a_touch),
    SUPPORT_TEST(no_interval_begins_at_minus_0),
    SUPPORT_TEST(a_touch_that_is_given_is_taken),
    SUPPORT_TEST(a_touch_round_corners_is_told),
    CU_TEST_INFO_NULL,
};
