/* SPDX-License-Identifier: MIT */
/* Unsafe starts of bodies with corners from events that doubles isolate, bit for bit beside all
 * candidates in exact numbers. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <graze/unsafe.h>

#include "oracle/body_pairs.h"
#include "oracle/random.h"
#include "starts/all_candidates.h"
#include "starts/curved_starts.h"
#include "support/run.h"

enum { SEED = 59, CORNERS = 8 };

/* How many were asked and answered; of those, with no interval, with several, wrong. */
typedef struct tally {
    size_t asked, answered, safe, several, wrong;
} tally;

static char memory[16 << 20];

/* Whether doubles answered; `all` may be null. */
static bool compare(const oracle_pair *p, tally *all)
{
    const graze_workspace space = {.memory = memory, .size = sizeof memory};
    graze_interval starts[CURVED_STARTS_MAX];
    size_t count = 0;
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question),
                          GRAZE_OK);
    if (!question.cornered)
        return false;
    all->asked++;
    if (!curved_starts(&question, starts, &count))
        return false;
    const all_candidates truth = all_candidates_of(&question, &space);
    const bool right = truth.count == count &&
                       (count == 0 || memcmp(truth.found, starts, count * sizeof *starts) == 0);
    all->answered++;
    all->safe += count == 0;
    all->several += count > 1;
    all->wrong += !right;
    CU_ASSERT(right);
    return true;
}

/* ---- drawn at random -------------------------------------------------------------------- */

static double draw(oracle_random *random, double reach)
{
    return random_once_in(random, 3) ? reach * random_whole(random, -16, 16) / 16
                                     : random_real(random, -reach, reach);
}

/* A regular body of 1 to 8 corners, sharp or rounded, parallel to the axes or not. */
static graze_body draw_body(oracle_random *random, graze_point *corners)
{
    const int count = random_whole(random, 1, CORNERS);
    const double turn = random_once_in(random, 2) ? acos(-1) / count : random_real(random, 0, 6);
    const double size = random_real(random, 0.2, 0.8);
    for (int i = 0; i < count; i++) {
        const double angle = turn + 2 * acos(-1) * i / count;
        corners[i] = (graze_point){size * cos(angle), size * sin(angle)};
    }
    const bool sharp = count > 2 && random_once_in(random, 2);
    return (graze_body){sharp ? 0 : random_real(random, 0.02, 0.5), corners, (size_t)count};
}

static graze_vector draw_vector(oracle_random *random, double reach)
{
    const double x = draw(random, reach);
    return (graze_vector){x, draw(random, reach), 0};
}

static graze_motion draw_motion(oracle_random *random, bool curved)
{
    graze_motion m = {.form = GRAZE_KINEMATIC,
                      .position = draw_vector(random, 2),
                      .start = draw(random, 1),
                      .duration = 3.5 + draw(random, 2.5)};
    if (random_once_in(random, 4)) {
        m.form = random_once_in(random, 2) && curved ? GRAZE_RAMP : GRAZE_WAYPOINT;
        m.to = draw_vector(random, 2);
        m.share = m.form == GRAZE_RAMP ? 1 + draw(random, 1) : 0;
        return m;
    }
    m.velocity = draw_vector(random, 2);
    if (curved)
        m.acceleration = draw_vector(random, 1);
    return m;
}

static void ask_many(tally *all, size_t rounds, bool curved)
{
    for (size_t index = 0; index < rounds && all->wrong < 3; index++) {
        graze_point corners[2][CORNERS];
        oracle_random random;
        oracle_pair p = {.tolerance = 0};
        random_begin(&random, SEED, curved, index);
        p.body_a = draw_body(&random, corners[0]);
        p.body_b = draw_body(&random, corners[1]);
        p.a = draw_motion(&random, curved);
        p.b = draw_motion(&random, curved);
        if (random_once_in(&random, 5))
            p.tolerance = random_real(&random, 0, p.body_a.radius + p.body_b.radius);
        compare(&p, all);
    }
    printf(" (%zu of %zu, %zu safe, %zu several) ", all->answered, all->asked, all->safe,
           all->several);
}

static void starts_on_curved_ways_equal_all_candidates(void)
{
    tally all = {.asked = 0};
    ask_many(&all, support_rounds(3000, 8000, 100000), true);
    CU_ASSERT(all.answered * 100 > all.asked * 99);
    CU_ASSERT(all.several * 100 > all.asked && all.safe * 10 > all.asked);
}

static void starts_at_constant_velocity_equal_all_candidates(void)
{
    tally all = {.asked = 0};
    ask_many(&all, support_rounds(4000, 10000, 150000), false);
    CU_ASSERT(all.answered * 100 > all.asked * 99);
    CU_ASSERT(all.several == 0 && all.safe * 10 > all.asked);
}

/* What is hard about bodies with corners is mostly left to exact numbers. */
static void starts_of_every_family_equal_all_candidates(void)
{
    static oracle_bodies bodies;
    tally all = {.asked = 0};
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(150, 400, 6000) && all.wrong < 3; i++) {
            oracle_generate_bodies(family, SEED, i, &bodies);
            compare(&bodies.pair, &all);
        }
    printf(" (%zu of %zu) ", all.answered, all.asked);
    CU_ASSERT(all.answered * 5 > all.asked);
}

/* In units of powers of two, within which doubles answer. */
static void units_change_no_bit(void)
{
    for (size_t index = 0; index < support_rounds(600, 2000, 30000); index++) {
        graze_point corners[2][CORNERS];
        oracle_random random;
        oracle_pair p = {.tolerance = 0};
        tally all = {.asked = 0};
        random_begin(&random, SEED, 3, index);
        p.body_a = draw_body(&random, corners[0]);
        p.body_b = draw_body(&random, corners[1]);
        const double unit = ldexp(1, random_whole(&random, -90, 90));
        const double second = ldexp(1, random_whole(&random, -90, 90));
        graze_motion *motion[2] = {&p.a, &p.b};
        for (int i = 0; i < 2; i++) {
            *motion[i] = draw_motion(&random, true);
            double *const numbers[3] = {&motion[i]->position.x, &motion[i]->velocity.x,
                                        &motion[i]->acceleration.x};
            const bool kinematic = motion[i]->form == GRAZE_KINEMATIC;
            const double units[3] = {unit, kinematic ? unit / second : unit,
                                     kinematic ? unit / second / second : 1};
            for (int k = 0; k < 6; k++)
                numbers[k / 2][k % 2] *= units[k / 2];
            motion[i]->start *= second;
            motion[i]->duration *= second;
            for (int k = 0; k < CORNERS; k++) {
                corners[i][k].x *= unit;
                corners[i][k].y *= unit;
            }
        }
        p.body_a.radius *= unit;
        p.body_b.radius *= unit;
        compare(&p, &all);
    }
}

/* ---- by hand ---------------------------------------------------------------------------- */

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};

/* The same by cosines: its edges are parallel to the axes but for last bits. */
static const graze_point rounded_square[] = {{-0x1.0000000000001p-1, -0x1.fffffffffffffp-2},
                                             {0x1.fffffffffffffp-2, -0x1.0000000000001p-1},
                                             {0x1.0000000000001p-1, 0x1.fffffffffffffp-2},
                                             {-0x1.fffffffffffffp-2, 0x1.0000000000001p-1}};

/* A square, or one with round corners, beside another one. */
static oracle_pair on_grid(double radius, graze_motion a, graze_motion b)
{
    const graze_body body = {radius, square, 4};
    return (oracle_pair){.body_a = body, .body_b = body, .a = a, .b = b};
}

static graze_motion way(double x, double y, double to_x, double to_y, double life)
{
    return (graze_motion){
        .form = GRAZE_WAYPOINT, .position = {x, y, 0}, .to = {to_x, to_y, 0}, .duration = life};
}

/* Several events have one shift, where they slide along each other or pass a corner: their union is
 * one interval all the same. */
static void events_of_one_shift_have_one_end(void)
{
    tally all = {.asked = 0};
    size_t answered = 0;
    for (int i = 0; i < 81; i++)
        for (int k = 0; k < 3; k++) {
            const graze_motion a = way(0, 0, i % 3 - 1, i / 3 % 3 - 1, 1);
            const graze_motion b = way(2, k, 2 + 2 * (i / 9 % 3 - 1), k + 2 * (i / 27 - 1), 1.5);
            oracle_pair p = on_grid(k == 0 ? 0 : k == 1 ? 0.25 : 0.1, a, b);
            answered += compare(&p, &all);
            p.body_a.vertices = p.body_b.vertices = rounded_square;
            answered += compare(&p, &all);
        }
    printf(" (%zu of %zu, %zu safe) ", answered, all.asked, all.safe);
    CU_ASSERT(answered * 5 > all.asked * 4 && all.safe < answered);
}

/* A point passes the tip of a diamond that goes by, 2^-53 m inside of it as its life begins: the
 * unsafe starts are as short, and all events seem to have one shift. */
static void an_interval_that_is_shorter_than_rounding_is_found(void)
{
    static const graze_point diamond[] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const graze_workspace space = {.memory = memory, .size = sizeof memory};
    tally all = {.asked = 0};
    graze_interval starts;
    size_t count = 0;
    oracle_pair p = {.body_a = {0, diamond, 4},
                     .a = way(-2, 0, 2, 0, 4),
                     .b = way(0, 1 - 0x1p-53, 0, 2 - 0x1p-52, 1 - 0x1p-53)};
    compare(&p, &all);
    CU_ASSERT_EQUAL(
        graze_unsafe_starts(&p.body_a, &p.a, &p.body_b, &p.b, 0, &space, &starts, 1, &count),
        GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT(starts.lower < -2 && starts.upper > -2);
}

/* What is not made of edges and arcs, or has no end, or too many corners, is left to exact numbers;
 * and so are places where both lives end in a touch. */
static void what_doubles_do_not_tell_is_left(void)
{
    static graze_point round[40];
    const graze_motion a = way(0, 0, 3, 0, 2), b = way(3, 0.25, 0, 0.125, 2);
    const graze_motion endless = {
        .form = GRAZE_KINEMATIC, .velocity = {1, 0, 0}, .duration = INFINITY};
    tally all = {.asked = 0};
    for (int i = 0; i < 40; i++) {
        const double angle = 2 * acos(-1) * (i + 0.3) / 40;
        round[i] = (graze_point){cos(angle), sin(angle)};
    }
    oracle_pair p = on_grid(0, a, b);
    CU_ASSERT(compare(&p, &all));
    p.tolerance = 0.125; /* the outline is shrunk */
    CU_ASSERT(!compare(&p, &all));
    p = on_grid(0, a, endless);
    CU_ASSERT(!compare(&p, &all));
    p = on_grid(0.125, a, b);
    CU_ASSERT(compare(&p, &all));
    p.body_a = (graze_body){0, round, 40};
    CU_ASSERT(!compare(&p, &all));
    p = on_grid(0, a, way(3, -1, 4, -2, 2)); /* a ends in touch with where b begins */
    CU_ASSERT(!compare(&p, &all));
}

CU_TestInfo curved_bodies_tests[] = {
    SUPPORT_TEST(starts_on_curved_ways_equal_all_candidates),
    SUPPORT_TEST(starts_at_constant_velocity_equal_all_candidates),
    SUPPORT_TEST(starts_of_every_family_equal_all_candidates),
    SUPPORT_TEST(units_change_no_bit),
    SUPPORT_TEST(events_of_one_shift_have_one_end),
    SUPPORT_TEST(an_interval_that_is_shorter_than_rounding_is_found),
    SUPPORT_TEST(what_doubles_do_not_tell_is_left),
    CU_TEST_INFO_NULL,
};
