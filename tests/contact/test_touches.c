/* SPDX-License-Identifier: MIT */
/* Touches of discs that move straight on, as plans on a lattice have them: who is told to touch, or
 * to be apart, does not overlap, and hardly anything is left in doubt. */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "contact/glance.h"
#include "contact/said.h"
#include "kernel/seed.h"
#include "oracle/random.h"
#include "oracle/rational.h"
#include "support/run.h"

static oracle_random random_for(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 901, index);
    return random;
}

/* Moves on a grid of halves, some with a last bit more somewhere. */
static graze_motion grid_move(oracle_random *random)
{
    graze_motion made = {.form = GRAZE_KINEMATIC,
                         .position = {(double)random_whole(random, -4, 4) / 2,
                                      (double)random_whole(random, -4, 4) / 2, 0},
                         .velocity = {(double)random_whole(random, -1, 1),
                                      (double)random_whole(random, -1, 1), 0},
                         .start = (double)random_whole(random, 0, 4) / 2,
                         .duration = (double)random_whole(random, 1, 4) / 2};
    double *const some[] = {&made.position.x, &made.velocity.y, &made.start, &made.duration};
    if (random_once_in(random, 4)) {
        double *one = some[random_whole(random, 0, 3)];
        *one = nextafter(*one, random_once_in(random, 2) ? 9 : -9);
    }
    if (random_once_in(random, 2)) {
        made.form = GRAZE_WAYPOINT; /* but for a last bit, its velocity is one of doubles */
        made.to.x += made.position.x;
        made.to.y += made.position.y;
    }
    return made;
}

/* Whether a velocity times the duration is the way from one place to another. */
static bool leads(double from, double to, double velocity, double duration)
{
    mpq_t way, moved, time;
    mpq_inits(way, moved, time, NULL);
    rational_difference(way, to, from);
    mpq_set_d(moved, velocity);
    mpq_set_d(time, duration);
    mpq_mul(moved, moved, time);
    const bool does = mpq_equal(way, moved) != 0;
    mpq_clears(way, moved, time, NULL);
    return does;
}

static bool has_own_velocity(const graze_motion *m, const graze_prepared *prepared)
{
    return m->form == GRAZE_KINEMATIC ||
           (leads(m->position.x, m->to.x, prepared->vx, m->duration) &&
            leads(m->position.y, m->to.y, prepared->vy, m->duration));
}

/* Double words are asked of velocities that are the motions' own: that of a way of 2^-1074 in two
 * seconds is rounded to 0, and what it leads to may overlap by that. The door of prepared motions
 * is asked of all: it may trust their ends. */
static void touches_of_short_numbers_are_told_and_true(void)
{
    const size_t rounds = support_rounds(100000, 200000, 4000000);
    size_t told = 0, besides = 0, overlapping = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        const double radius = random_once_in(&random, 8) ? nextafter(0.5, 0) : 0.5;
        const graze_body disc = {.radius = radius}, other = {.radius = 0.5};
        const graze_motion a = grid_move(&random), b = grid_move(&random);
        const double tolerance = random_once_in(&random, 8) ? 0x1p-52 : 0;
        graze_prepared prepared_a, prepared_b;
        bool exists;
        pair q;
        CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&disc, &a, &prepared_a), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&other, &b, &prepared_b), GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &other, &b, tolerance, &q), GRAZE_OK);
        const contact truth = exact_contact(&q);
        const bool overlap = truth == CONTACT_OVERLAP;
        const bool disc_pair = (prepared_a.kind | prepared_b.kind) == GRAZE_PREPARED_DISC;
        const bool own = disc_pair && has_own_velocity(&a, &prepared_a) &&
                         has_own_velocity(&b, &prepared_b);
        const bool touches = own && passing_touches(&prepared_a, &prepared_b, PASSING_VELOCITIES);
        const bool rounded = disc_pair && passing_touches(&prepared_a, &prepared_b, 0);
        const bool beside = disc_pair && passing_beside(&prepared_a, &prepared_b);
        const bool only = passing_only_touches(&q);
        CU_ASSERT_FALSE_FATAL((touches || rounded || beside || only) && overlap);
        CU_ASSERT_TRUE_FATAL(only || !(rounded || beside));
        const glance at = glance_at(&prepared_a, &prepared_b, tolerance);
        const bool flagged = (passing_known(&prepared_a) & passing_known(&prepared_b) &
                              PASSING_VELOCITIES) != 0; /* as tiny velocities are not */
        for (cpu_instructions level = CPU_PLAIN;
             level <= cpu_level() && disc_pair && truth != CONTACT_NO_LIFE; level++) {
            const contact said = passing_contact_at(level, &prepared_a, &prepared_b, tolerance);
            CU_ASSERT_TRUE_FATAL(is_so(said, truth));
            CU_ASSERT_TRUE_FATAL(said != CONTACT_UNKNOWN || glance_is_apart(&at) ||
                                 !((touches && flagged) || rounded || beside));
        }
        told += touches;
        besides += beside;
        overlapping += overlap;
        CU_ASSERT_EQUAL_FATAL(graze_conflict_exists_prepared(&prepared_a, &disc, &a, &prepared_b,
                                                             &other, &b, tolerance, &exists),
                              GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(exists, overlap);
    }
    CU_ASSERT_TRUE(told > rounds / 20 && besides > rounds / 20 && overlapping > rounds / 20);
}

/* Two that rise side by side for a while, one of them past the other: at this speed along x, as far
 * apart there as `reach` when the second begins. */
static contact say_side_by_side(double place, double speed, double elapsed, double reach)
{
    const double radius = reach / 2;
    const oracle_pair p = {.a = {.form = GRAZE_KINEMATIC,
                                 .position = {place, 0, 0},
                                 .velocity = {speed, 1, 0},
                                 .duration = 16},
                           .b = {.form = GRAZE_KINEMATIC,
                                 .position = {0, 4, 0},
                                 .velocity = {speed, 0, 0},
                                 .start = elapsed,
                                 .duration = 16},
                           .body_a = {.radius = radius},
                           .body_b = {.radius = radius}};
    pair q;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, 0, &q), GRAZE_OK);
    const contact said = say_passing(&p);
    CU_ASSERT_TRUE(is_so(said, exact_contact(&q)));
    return said;
}

/* What a product loses in its last bits, or all of it, is too little for a double; and still they
 * overlap by it. */
static void no_touch_is_told_of_what_has_moved_by_too_little(void)
{
    CU_ASSERT_EQUAL(say_side_by_side(1, 0, 1, 1), CONTACT_TOUCH);
    CU_ASSERT_EQUAL(say_side_by_side(1, -0x1p-40, 1, 1 - 0x1p-40), CONTACT_TOUCH);
    CU_ASSERT_EQUAL(say_side_by_side(1, -0x1p-60, 1, 1), CONTACT_OVERLAP);
    CU_ASSERT_EQUAL(say_side_by_side(1, -0x1p-200, 0x1p-900, 1), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_side_by_side(1, 0, 0x1p-900, 1), CONTACT_TOUCH);
    oracle_random random = random_for(0);
    size_t rounded_up = 0;
    for (int i = 0; i < 200; i++) {
        const double speed = ldexp(random_real(&random, 1, 2), -122);
        const double elapsed = ldexp(random_real(&random, 1, 2), -900);
        const double reach = speed * elapsed;
        rounded_up += say_side_by_side(0, speed, elapsed, reach) == CONTACT_UNKNOWN;
    }
    CU_ASSERT_EQUAL(rounded_up, 200);
    const double speed = 1 - 0x1p-31, elapsed = 1 + 0x1p-52; /* their product is rounded up */
    CU_ASSERT_EQUAL(say_side_by_side(0, speed, elapsed, speed * elapsed), CONTACT_UNKNOWN);
}

/* Two that begin at touch along x and move on by these ways in these lives. */
static contact say_from_touch(double way_a, double life_a, double way_b, double life_b)
{
    const oracle_pair p = {.a = {.form = GRAZE_WAYPOINT,
                                 .position = {-1, 0, 0},
                                 .to = {-1 + way_a, 1, 0},
                                 .duration = life_a},
                           .b = {.form = GRAZE_WAYPOINT, .to = {way_b, 0.5, 0}, .duration = life_b},
                           .body_a = {.radius = 0.5},
                           .body_b = {.radius = 0.5}};
    pair q;
    CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, 0, &q), GRAZE_OK);
    const contact said = say_passing(&p);
    CU_ASSERT_TRUE(is_so(said, exact_contact(&q)));
    return said;
}

/* The difference of their velocities is less than what these are rounded by. */
static void no_touch_is_told_of_who_comes_nearer(void)
{
    size_t touching = 0;
    for (size_t i = 0; i < 1000; i++) {
        oracle_random random = random_for(i);
        const double way = random_real(&random, 1.8, 2), life = random_real(&random, 1.6, 1.8);
        const int off = random_whole(&random, -1, 1);
        touching += say_from_touch(way, life, way + off * 0x1p-52, life) == CONTACT_TOUCH;
    }
    CU_ASSERT_TRUE(touching > 100 && touching < 333);
}

/* Two discs of 2^-90 m begin at touch, nearly at one place, and end at one place: the difference of
 * their ways is 2^-89 m, which the sum of low parts loses, since each is half a last bit. */
static void a_way_that_low_parts_lose_leads_nearer(void)
{
    const graze_body disc = {.radius = 0x1p-90};
    for (int i = 0; i < 2 * 2000; i++) {
        const double place = (200000001 + i / 2) / 1000.0, from = i % 2 ? 0x1p-36 : -0x1p-36;
        oracle_pair p = {.body_a = disc, .body_b = disc};
        graze_motion_waypoint((graze_vector){from, 0, 0}, (graze_vector){place, 0, 0}, 0, 1, &p.a);
        graze_motion_waypoint((graze_vector){from * (1 - 0x1p-53), 0, 0},
                              (graze_vector){place, 0, 0}, 0, 1, &p.b);
        CU_ASSERT_EQUAL(p.a.position.x - p.b.position.x, from * 0x1p-53);
        CU_ASSERT_TRUE(is_so(say_passing(&p), CONTACT_OVERLAP));
    }
}

/* Prepared velocities are the same there, but not the motions' own. */
static void overlaps_by_a_rounding(const graze_body *disc, const graze_motion *a,
                                   const graze_motion *b)
{
    graze_prepared prepared_a, prepared_b;
    bool exists = false;
    CU_ASSERT_EQUAL(graze_motion_prepare(disc, a, &prepared_a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(disc, b, &prepared_b), GRAZE_OK);
    CU_ASSERT(prepared_a.vx == prepared_b.vx && prepared_a.vy == prepared_b.vy);
    CU_ASSERT_EQUAL(
        graze_conflict_exists_prepared(&prepared_a, disc, a, &prepared_b, disc, b, 0, &exists),
        GRAZE_OK);
    CU_ASSERT_TRUE(exists);
}

/* One disc follows another at touch, by a third of a metre a second, which is faster than the
 * double that the other one has. */
static void a_rounded_velocity_is_not_taken_for_the_motion_s_own(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion behind = {
        .form = GRAZE_WAYPOINT, .position = {-1, 0, 0}, .to = {0, 0, 0}, .duration = 3};
    const graze_motion ahead = {
        .form = GRAZE_KINEMATIC, .velocity = {1.0 / 3, 0, 0}, .duration = 3};
    overlaps_by_a_rounding(&disc, &behind, &ahead);
}

/* One disc stands at touch above another one, which rises by 2^-1074 in two seconds. */
static void a_velocity_that_underflows_is_not_taken_for_rest(void)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion above = {
        .form = GRAZE_WAYPOINT, .position = {0, 1, 0}, .to = {0, 1, 0}, .duration = 2};
    const graze_motion below = {.form = GRAZE_WAYPOINT, .to = {0, 0x1p-1074, 0}, .duration = 2};
    overlaps_by_a_rounding(&disc, &above, &below);
}

/* A move from cell to cell or along a diagonal, now and then with a last bit more. */
static graze_motion lattice_move(oracle_random *random, double unit, double start, double duration)
{
    graze_motion made = {.form = GRAZE_WAYPOINT, .start = start, .duration = duration};
    double *const place[] = {&made.position.x, &made.position.y};
    double *const goal[] = {&made.to.x, &made.to.y};
    for (int k = 0; k < 2; k++) {
        *place[k] = random_whole(random, -2, 2) * unit;
        *goal[k] = *place[k] + random_whole(random, -1, 1) * unit;
        if (random_once_in(random, 16))
            *goal[k] = nextafter(*goal[k], random_once_in(random, 2) ? 9 : -9);
    }
    return made;
}

/* Lives of the length of a diagonal, mostly shared: who is told to touch does, without exact
 * numbers, at every magnitude; and who shares all but a last bit is not taken to share it. */
static void moves_of_one_life_are_decided_without_it(void)
{
    const size_t rounds = support_rounds(20000, 50000, 1000000);
    size_t touching = 0, quick = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        const bool wild = random_once_in(&random, 4);
        const double unit = ldexp(1, wild ? random_whole(&random, -1070, 1000) : 0);
        const double life = ldexp(sqrt(2), wild ? random_whole(&random, -1070, 1000) : 0);
        const graze_body disc = {.radius = 0.5 * unit};
        const graze_motion a = lattice_move(&random, unit, 0.5, life);
        graze_motion b = lattice_move(&random, unit, 0.5, life);
        if (random_once_in(&random, 4))
            b.duration = nextafter(b.duration, random_once_in(&random, 2) ? INFINITY : 0);
        if (random_once_in(&random, 8))
            b.duration_tail = ldexp(b.duration, -60);
        pair q;
        contact_stage stage = STAGE_EXACT;
        if (pair_of(&disc, &a, &disc, &b, 0, &q) != GRAZE_OK)
            continue;
        const contact said = contact_decide(&q, &stage), truth = exact_contact(&q);
        CU_ASSERT_TRUE_FATAL(said == truth || (said == CONTACT_APART && truth == CONTACT_NO_LIFE));
        const bool shared = a.duration == b.duration && a.duration_tail == b.duration_tail;
        touching += shared && !wild && truth == CONTACT_TOUCH;
        quick += shared && !wild && truth == CONTACT_TOUCH && stage != STAGE_EXACT;
    }
    CU_ASSERT_TRUE(touching > rounds / 50);
    CU_ASSERT_TRUE(quick > touching / 10 * 9); /* all but those of a last bit */
}

/* Diagonals and waits on a grid, in whole or decimal units, with and without a last bit more, at
 * every magnitude; lives of the length of a way, some with tails. */
static oracle_pair lattice_pair(oracle_random *random, bool *wild)
{
    static const double radii[] = {0.5, 0.35355339059327379, 0.25, 0.70710678118654757};
    *wild = random_once_in(random, 4);
    const double scale = ldexp(1, *wild ? random_whole(random, -200, 200) : 0);
    const double unit = scale * (random_once_in(random, 3) ? 0.1 : 1);
    const double time = ldexp(1, *wild ? random_whole(random, -200, 200) : 0);
    oracle_pair p = {.body_a = {.radius = radii[random_whole(random, 0, 3)] * unit}};
    graze_motion *const moves[] = {&p.a, &p.b};
    for (int i = 0; i < 2; i++) {
        const double halves = random_whole(random, 0, 2) * 0.5;
        const double start = random_once_in(random, 2) ? halves + sqrt(2) : halves;
        const double life = random_once_in(random, 2) ? sqrt(2) : random_whole(random, 1, 2);
        *moves[i] = lattice_move(random, unit, start * time, life * time);
        if (random_once_in(random, 8))
            moves[i]->duration_tail = ldexp(life * time, -60);
    }
    p.body_b.radius = p.body_a.radius;
    return p;
}

static bool exists_prepared(const oracle_pair *p)
{
    graze_prepared a, b;
    bool exists = false;
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&p->body_a, &p->a, &a), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&p->body_b, &p->b, &b), GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b,
                                                         &p->b, p->tolerance, &exists),
                          GRAZE_OK);
    return exists;
}

static void what_double_words_say_of_moves_on_a_lattice_is_true(void)
{
    const size_t rounds = support_rounds(30000, 60000, 1500000);
    size_t known = 0, near = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        bool wild;
        const oracle_pair p = lattice_pair(&random, &wild);
        pair q;
        const contact said = say_truth(&p);
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, 0, &q), GRAZE_OK);
        const contact truth = exact_contact(&q);
        const bool meets = !wild && said != CONTACT_NO_LIFE && truth != CONTACT_TOUCH;
        CU_ASSERT_EQUAL_FATAL(exists_prepared(&p), truth == CONTACT_OVERLAP);
        known += meets && said != CONTACT_UNKNOWN;
        near += meets;
    }
    CU_ASSERT_TRUE(known > near / 20 * 17 && near > rounds / 4); /* or lives hardly meet */
}

/* Behind one another at touch, as fast as doubles can tell, or by a few last bits not, over ways
 * that are no doubles: whoever is told to touch does not overlap. */
static void speeds_that_are_rounded_are_not_compared_by_their_last_bits(void)
{
    const size_t rounds = support_rounds(30000, 60000, 1500000);
    const graze_body disc = {.radius = 0.5};
    size_t told = 0, overlapping = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        const double speed = random_real(&random, 0.5, 1), from = random_real(&random, -1, -0.5);
        graze_motion moves[2];
        graze_prepared prepared[2];
        for (int i = 0; i < 2; i++) {
            const double life = random_real(&random, 1, 2);
            const double by = random_once_in(&random, 8) ? 0.5 + i : 1;
            moves[i] = (graze_motion){.form = GRAZE_WAYPOINT,
                                      .position = {from + i, 0, 0},
                                      .to = {from + i + by * speed * life, 0, 0},
                                      .duration = life};
            CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&disc, &moves[i], &prepared[i]), GRAZE_OK);
        }
        pair q;
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &moves[0], &disc, &moves[1], 0, &q), GRAZE_OK);
        const bool touches = passing_touches(&prepared[0], &prepared[1], 0);
        const bool overlaps = exact_contact(&q) == CONTACT_OVERLAP;
        CU_ASSERT_FALSE_FATAL(touches && overlaps);
        CU_ASSERT_EQUAL(passing_only_touches(&q), touches || passing_beside(&prepared[0],
                                                                            &prepared[1]));
        told += touches;
        overlapping += overlaps;
    }
    CU_ASSERT_TRUE(told > rounds / 50 && overlapping > rounds / 8);
}

CU_TestInfo touch_tests[] = {
    SUPPORT_TEST(moves_of_one_life_are_decided_without_it),
    SUPPORT_TEST(what_double_words_say_of_moves_on_a_lattice_is_true),
    SUPPORT_TEST(speeds_that_are_rounded_are_not_compared_by_their_last_bits),
    SUPPORT_TEST(touches_of_short_numbers_are_told_and_true),
    SUPPORT_TEST(no_touch_is_told_of_what_has_moved_by_too_little),
    SUPPORT_TEST(no_touch_is_told_of_who_comes_nearer),
    SUPPORT_TEST(a_way_that_low_parts_lose_leads_nearer),
    SUPPORT_TEST(a_rounded_velocity_is_not_taken_for_the_motion_s_own),
    SUPPORT_TEST(a_velocity_that_underflows_is_not_taken_for_rest),
    CU_TEST_INFO_NULL,
};
