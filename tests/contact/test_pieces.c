/* SPDX-License-Identifier: MIT */
/* Curved motion of bodies with corners, piece by piece in doubles, against exact numbers. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/polygon_pieces.h"
#include "oracle/random.h"
#include "support/run.h"

enum { SEED = 53, CORNERS = 8 };

static double draw(oracle_random *random, double reach)
{
    return random_once_in(random, 3) ? random_real(random, -reach, reach)
                                     : reach * random_whole(random, -16, 16) / 16;
}

/* A regular body of 1 to 8 corners, on a lattice or not. */
static graze_body draw_body(oracle_random *random, graze_point *corners, double unit)
{
    const int count = random_whole(random, 1, CORNERS);
    const double turn = random_once_in(random, 2) ? 0.25 * acos(-1) : random_real(random, 0, 6);
    for (int i = 0; i < count; i++) {
        const double angle = turn + 2 * acos(-1) * i / count;
        corners[i] = (graze_point){0.5 * unit * cos(angle), 0.5 * unit * sin(angle)};
    }
    const bool sharp = count > 2 && random_once_in(random, 2);
    return (graze_body){sharp ? 0 : 0.25 * unit, corners, (size_t)count};
}

/* In a unit of length and one of time. */
static graze_motion draw_motion(oracle_random *random, double unit, double second)
{
    graze_motion m = {.form = GRAZE_KINEMATIC,
                      .position = {unit * draw(random, 2), unit * draw(random, 2), 0},
                      .start = second * draw(random, 1),
                      .duration = second * (2.5 + draw(random, 1.5))};
    const double speed = unit / second;
    if (random_once_in(random, 3)) {
        m.form = random_once_in(random, 2) ? GRAZE_RAMP : GRAZE_WAYPOINT;
        m.to = (graze_vector){unit * draw(random, 2), unit * draw(random, 2), 0};
        m.share = m.form == GRAZE_RAMP ? 1 + draw(random, 1) : 0;
        return m;
    }
    m.velocity = (graze_vector){speed * draw(random, 2), speed * draw(random, 2), 0};
    m.acceleration =
        (graze_vector){speed / second * draw(random, 1), speed / second * draw(random, 1), 0};
    if (random_once_in(random, 24))
        m.duration = INFINITY;
    return m;
}

/* How many were asked, answered, and how. */
typedef struct tally {
    size_t asked, answered, overlaps, apart;
} tally;

static void compare(const pair *question, tally *all)
{
    const contact answer = polygon_pieces_contact(question), truth = exact_contact(question);
    all->asked++;
    if (answer == CONTACT_UNKNOWN)
        return;
    CU_ASSERT_EQUAL(answer, truth);
    all->answered++;
    all->overlaps += answer == CONTACT_OVERLAP;
    all->apart += answer == CONTACT_APART;
}

static void ask_many(tally *all, size_t rounds, int lengths, int times)
{
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random;
        random_begin(&random, SEED, 5, index);
        const double unit = ldexp(1, random_whole(&random, -lengths, lengths));
        const double second = ldexp(1, random_whole(&random, -times, times));
        graze_point corners[2][CORNERS];
        const graze_body body_a = draw_body(&random, corners[0], unit);
        const graze_body body_b = draw_body(&random, corners[1], unit);
        const graze_motion a = draw_motion(&random, unit, second);
        const graze_motion b = draw_motion(&random, unit, second);
        const double tolerance = random_once_in(&random, 4) ? unit * 0.3 : 0;
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&body_a, &a, &body_b, &b, tolerance, &question), GRAZE_OK);
        if (question.cornered)
            compare(&question, all);
    }
}

static void pieces_answer_as_exact_numbers_do(void)
{
    tally all = {.asked = 0};
    ask_many(&all, support_rounds(6000, 12000, 200000), 0, 0);
    printf(" (%zu of %zu, %zu overlaps) ", all.answered, all.asked, all.overlaps);
    CU_ASSERT(all.answered * 100 > all.asked * 50);
    CU_ASSERT(all.overlaps * 5 > all.answered && all.apart * 5 > all.answered);
}

/* Lengths from 2^-900 to 2^900, times from 2^-300 to 2^300. */
static void pieces_of_any_size_answer_as_exact_numbers_do(void)
{
    tally all = {.asked = 0};
    ask_many(&all, support_rounds(3000, 6000, 100000), 900, 20);
    ask_many(&all, support_rounds(3000, 6000, 100000), 40, 300);
    CU_ASSERT(all.overlaps > 0 && all.apart > 0);
}

/* One falls towards the other for half its life and rises again, from a thousand lengths away: what
 * they come near to each other cancels to some last bits of that. */
static void what_cancels_is_not_taken_for_certain(void)
{
    static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const graze_body body = {0, square, 4};
    tally all = {.asked = 0};
    size_t met = 0;
    for (size_t index = 0; index < support_rounds(4000, 8000, 100000); index++) {
        oracle_random random;
        random_begin(&random, SEED, 6, index);
        const double life = random_real(&random, 1, 3), curve = random_real(&random, 500, 1000);
        const double high = 0.25 * curve * life * life;
        const double bits = high * ldexp(random_real(&random, -8, 8), -53);
        const graze_motion a = {.form = GRAZE_KINEMATIC,
                                .position = {0.125, 1 + high + bits, 0},
                                .velocity = {0, -curve * life, 0},
                                .acceleration = {0, 2 * curve, 0},
                                .duration = life};
        const graze_motion b = {.form = GRAZE_KINEMATIC, .duration = 4};
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&body, &a, &body, &b, 0, &question), GRAZE_OK);
        compare(&question, &all);
        met += exact_contact(&question) == CONTACT_OVERLAP;
    }
    CU_ASSERT(met * 5 > all.asked && (all.asked - met) * 5 > all.asked);
}

/* Neither at constant velocity nor for ever, and without a common life there is nothing to tell. */
static void only_curved_ways_that_end_have_pieces(void)
{
    static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const graze_body body = {0, square, 4};
    for (int i = 0; i < 4; i++) {
        const double life = i == 2 ? INFINITY : 4;
        const graze_motion a = {.form = GRAZE_KINEMATIC,
                                .acceleration = {i == 1 ? 0 : 0.5, 0, 0},
                                .start = i == 3 ? 4 : 0,
                                .duration = life};
        const graze_motion b = {.form = GRAZE_KINEMATIC, .duration = life};
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&body, &a, &body, &b, 0, &question), GRAZE_OK);
        CU_ASSERT_EQUAL(polygon_pieces_contact(&question),
                        i == 0 ? CONTACT_OVERLAP : CONTACT_UNKNOWN);
    }
}

CU_TestInfo pieces_tests[] = {
    SUPPORT_TEST(pieces_answer_as_exact_numbers_do),
    SUPPORT_TEST(pieces_of_any_size_answer_as_exact_numbers_do),
    SUPPORT_TEST(what_cancels_is_not_taken_for_certain),
    SUPPORT_TEST(only_curved_ways_that_end_have_pieces),
    CU_TEST_INFO_NULL,
};
