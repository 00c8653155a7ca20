/* SPDX-License-Identifier: MIT */
/* Near touches of discs that move straight on: what double words say is true, and they say it
 * wherever they can. test_scaled_stages.c asks through the door, at every magnitude. */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/passing.h"
#include "kernel/seed.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "oracle/rational.h"
#include "support/run.h"

static oracle_random random_for(size_t index)
{
    oracle_random random;
    random_begin(&random, test_seed(), 901, index);
    return random;
}

static contact say_passing_if(const oracle_pair *p, unsigned known)
{
    graze_prepared a, b;
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_a, &p->a, &a), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_prepare(&p->body_b, &p->b, &b), GRAZE_OK);
    if ((a.kind | b.kind) != GRAZE_PREPARED_DISC)
        return CONTACT_UNKNOWN;
    const contact said = passing_contact(&a, &b, p->tolerance, known);
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++)
        CU_ASSERT_EQUAL(passing_contact_at(level, &a, &b, p->tolerance, known), said);
    return said;
}

static contact say_passing(const oracle_pair *p)
{
    return say_passing_if(p, PASSING_VELOCITIES | PASSING_ENDS);
}

/* Of the motions, with and without fused products. */
static contact say_motions(const pair *question)
{
    pair plain = *question;
    plain.without = QUICK_FUSED;
    const contact said = passing_contact_of(question);
    CU_ASSERT_EQUAL(passing_contact_of(&plain), said);
    return said;
}

/* The same, and what is said is true. */
static contact say_truth(const oracle_pair *p)
{
    pair question;
    CU_ASSERT_EQUAL_FATAL(
        pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question), GRAZE_OK);
    const contact said = say_motions(&question), truth = exact_contact(&question);
    CU_ASSERT_TRUE_FATAL(said == CONTACT_UNKNOWN || said == truth);
    return said;
}

/* A disc passes another at a distance that is `off` times as far as they reach; both are moved on
 * and start at different times. */
static oracle_pair passing_pair(double off, int exponent)
{
    const double unit = ldexp(1, exponent);
    oracle_pair made = {.a = {.form = GRAZE_KINEMATIC,
                              .position = {-3 * unit, off * unit, 0},
                              .velocity = {unit, unit, 0},
                              .duration = 8},
                        .b = {.form = GRAZE_KINEMATIC,
                              .position = {0, unit, 0},
                              .velocity = {0, unit, 0},
                              .start = 1,
                              .duration = 8}};
    made.body_a.radius = 0.375 * unit;
    made.body_b.radius = 0.75 * unit;
    made.tolerance = 0.125 * unit;
    return made;
}

static void discs_that_pass_near_a_touch_are_decided_in_double_words(void)
{
    for (int exponent = -100; exponent <= 100; exponent++)
        for (int digits = 20; digits <= 52; digits++) {
            const double less = ldexp(1, -digits);
            const bool in_range = exponent > -80 && exponent < 80, out = abs(exponent) > 90;
            const oracle_pair apart = passing_pair(1 + less, exponent);
            const oracle_pair overlapping = passing_pair(1 - less, exponent);
            const contact known[] = {say_passing(&apart), say_passing(&overlapping)};
            CU_ASSERT_EQUAL(known[0], in_range ? CONTACT_APART : out ? CONTACT_UNKNOWN : known[0]);
            CU_ASSERT_EQUAL(known[1],
                            in_range ? CONTACT_OVERLAP : out ? CONTACT_UNKNOWN : known[1]);
        }
    const oracle_pair touching = passing_pair(1, 0);
    CU_ASSERT_EQUAL(say_passing(&touching), CONTACT_UNKNOWN);
}

/* The least distance of two discs whose relative velocity is m (3, 4), rounded down, and the
 * rest: together they are within 2^-104 of it. (m is in the cross product and in the speed.) */
static void distance_of(const oracle_pair *of, double *high, double *low)
{
    const double terms[][3] = {{of->a.position.y, 3, 1},
                               {of->a.position.x, -4, 1},
                               {of->b.velocity.y, 3, of->b.start},
                               {of->b.velocity.x, -4, of->b.start}};
    mpq_t sum, term, factor;
    mpq_inits(sum, term, factor, NULL);
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        mpq_set_d(term, terms[i][0]);
        mpq_set_d(factor, terms[i][1]), mpq_mul(term, term, factor);
        mpq_set_d(factor, terms[i][2]), mpq_mul(term, term, factor);
        mpq_add(sum, sum, term);
    }
    mpq_abs(sum, sum), mpq_set_ui(factor, 5, 1), mpq_div(sum, sum, factor);
    *high = mpq_get_d(sum); /* towards 0 */
    mpq_set_d(term, *high), mpq_sub(sum, sum, term);
    *low = mpq_get_d(sum);
    mpq_clears(sum, term, factor, NULL);
}

/* Radii that differ from the least distance by next to nothing, or by 2^-90 of it. */
static oracle_pair nearly_touching(oracle_random *random)
{
    const double m = ldexp(random_whole(random, 1 << 29, 1 << 30), -30);
    const double vx = ldexp(random_whole(random, -8, 8), -6);
    const double vy = ldexp(random_whole(random, -8, 8), -6);
    oracle_pair made = {.a = {.form = GRAZE_KINEMATIC,
                              .position = {-6, random_real(random, -7, -6), 0},
                              .velocity = {3 * m + vx, 4 * m + vy, 0},
                              .duration = 100},
                        .b = {.form = GRAZE_KINEMATIC,
                              .velocity = {vx, vy, 0},
                              .start = random_real(random, 0.5, 1),
                              .duration = 100}};
    distance_of(&made, &made.body_a.radius, &made.body_b.radius);
    if (random_once_in(random, 2))
        made.body_b.radius *= 1 + random_real(random, -0x1p-30, 0x1p-30);
    return made;
}

/* What is said is true, and something is said of a quarter of the pairs at least, not of all. */
static void expect_truth_of(oracle_pair (*make)(oracle_random *),
                            contact (*say)(const oracle_pair *))
{
    const size_t rounds = support_rounds(3000, 6000, 400000);
    size_t known = 0;
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random = random_for(index);
        const oracle_pair p = make(&random);
        const contact said = say(&p);
        pair q;
        known += said != CONTACT_UNKNOWN;
        CU_ASSERT_EQUAL_FATAL(pair_of(&p.body_a, &p.a, &p.body_b, &p.b, p.tolerance, &q),
                              GRAZE_OK);
        CU_ASSERT_TRUE(said == CONTACT_UNKNOWN || said == exact_contact(&q));
    }
    CU_ASSERT_TRUE(known > rounds / 4 && known < rounds / 4 * 3);
}

static void what_double_words_say_of_nearest_touches_is_true(void)
{
    expect_truth_of(nearly_touching, say_passing);
}

/* On a line, a goes away from b since b's life began, at a speed that is no double if it is a move
 * between places; the radii are their distance then, or next to that. */
static oracle_pair nearly_touching_first(oracle_random *random)
{
    const bool move = random_once_in(random, 2);
    const double life = move ? random_real(random, 1, 2) : 1, way = random_real(random, 1, 2);
    const double start = random_real(random, 0.5, 1);
    oracle_pair made = {.a = {.form = move ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                              .position = {1, 0, 0},
                              .duration = life},
                        .b = {.form = GRAZE_KINEMATIC, .start = start, .duration = 8}};
    made.a.velocity.x = move ? 1 + way : way;
    mpq_t distance, term;
    mpq_inits(distance, term, NULL);
    rational_difference(distance, made.a.velocity.x, move ? 1 : 0);
    mpq_set_d(term, life), mpq_div(distance, distance, term);
    mpq_set_d(term, start), mpq_mul(distance, distance, term);
    mpq_set_ui(term, 1, 1), mpq_add(distance, distance, term);
    made.body_a.radius = mpq_get_d(distance); /* towards 0 */
    mpq_set_d(term, made.body_a.radius), mpq_sub(distance, distance, term);
    made.body_b.radius = mpq_get_d(distance);
    if (random_once_in(random, 2))
        made.body_b.radius *= 1 + random_real(random, -0x1p-40, 0x1p-40);
    mpq_clears(distance, term, NULL);
    return made;
}

static void what_double_words_say_of_ends_at_a_touch_is_true(void)
{
    expect_truth_of(nearly_touching_first, say_truth);
}

/* When a life ends, when one begins, and all the time; each a little more and a little less than
 * they reach. */
static void discs_that_are_nearest_at_an_end_are_decided_in_double_words(void)
{
    oracle_pair early = passing_pair(1.25, 0), late = early, still = early;
    early.a.duration = 2;
    late.b.start = 3.5;
    late.b.position.y = 3.5;
    still.a.velocity = still.b.velocity;
    still.a.position.x = -1;
    const struct {
        const oracle_pair *pair;
        double touch; /* its squared reach */
    } cases[] = {{&early, 2.5625}, {&late, 1.8125}, {&still, 2.5625}};
    for (size_t i = 0; i < 3; i++)
        for (int off = -1; off <= 1; off += 2) {
            oracle_pair p = *cases[i].pair;
            p.tolerance = 0;
            p.body_a.radius = sqrt(cases[i].touch) / 2;
            p.body_b.radius = p.body_a.radius * (1 + off * 0x1p-40);
            const contact known = off < 0 ? CONTACT_APART : CONTACT_OVERLAP;
            CU_ASSERT_EQUAL(say_passing(&p), known);
            CU_ASSERT_EQUAL(say_truth(&p), known);
            CU_ASSERT_EQUAL(say_passing_if(&p, PASSING_VELOCITIES),
                            i == 0 ? CONTACT_UNKNOWN : known);
        }
}

static void who_never_meets_is_not_decided_from_prepared_numbers(void)
{
    oracle_pair never = passing_pair(1.25, 0);
    never.b.start = 8;
    CU_ASSERT_EQUAL(say_passing(&never), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&never), CONTACT_NO_LIFE);
    never.b.start = nextafter(8, 0); /* they meet for less than doubles can tell */
    CU_ASSERT_EQUAL(say_passing(&never), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&never), CONTACT_UNKNOWN);
}

/* At the end that seems to be nearest they are 2^-91 too far apart in the square; 2^-45 s away they
 * overlap by as much. */
static void an_end_that_is_nearly_the_nearest_one_is_not_taken_for_it(void)
{
    oracle_pair first = {.a = {.form = GRAZE_KINEMATIC,
                               .position = {1, 0, 0},
                               .velocity = {-0x1p-45, 1, 0},
                               .duration = 8},
                         .b = {.form = GRAZE_KINEMATIC, .duration = 8},
                         .body_a = {.radius = 0.5},
                         .body_b = {.radius = 0.5},
                         .tolerance = 0x1p-92};
    oracle_pair last = first;
    last.a.position = (graze_vector){1 - 0x1p-42, 8, 0};
    last.a.velocity = (graze_vector){0x1p-45, -1, 0};
    CU_ASSERT_EQUAL(say_passing(&first), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_passing(&last), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&first), CONTACT_UNKNOWN);
    CU_ASSERT_EQUAL(say_truth(&last), CONTACT_UNKNOWN);
    first.tolerance = last.tolerance = 0x1p-80; /* and here they do not */
    CU_ASSERT_EQUAL(say_passing(&first), CONTACT_APART);
    CU_ASSERT_EQUAL(say_truth(&last), CONTACT_APART);
}

/* Head on; the lives end with these tails. They touch at the tail 2^-61 * 1.5, which is where
 * v (1 + tail) = 1 + tolerance. */
static contact say_head_on(double tail_a, double tail_b)
{
    oracle_pair p = {.a = {.form = GRAZE_WAYPOINT,
                           .to = {1 + 0x1p-52, 0, 0},
                           .duration = 1,
                           .duration_tail = tail_a},
                     .b = {.form = GRAZE_WAYPOINT,
                           .position = {2.5, 0, 0},
                           .to = {2.5, 0, 0},
                           .start = 0.5,
                           .duration = 0.5,
                           .duration_tail = tail_b},
                     .body_a = {.radius = 0.75},
                     .body_b = {.radius = 0.75}};
    mpq_t way, term, one;
    mpq_inits(way, term, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(way, p.a.to.x);
    mpq_set_d(term, tail_a), mpq_add(term, term, one), mpq_div(way, way, term);
    mpq_set_d(term, 0x1.8p-61), mpq_add(term, term, one), mpq_mul(way, way, term);
    mpq_sub(way, way, one);
    p.tolerance = mpq_get_d(way);
    mpq_clears(way, term, one, NULL);
    return say_truth(&p);
}

static void of_lives_that_end_nearly_together_the_shorter_one_counts(void)
{
    CU_ASSERT_EQUAL(say_head_on(0x1p-60, 0x1p-61), CONTACT_APART);
    CU_ASSERT_EQUAL(say_head_on(0x1p-61, 0x1p-60), CONTACT_APART);
    CU_ASSERT_EQUAL(say_head_on(0x1p-60, 0x1p-60), CONTACT_OVERLAP);
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
        const bool overlap = exact_contact(&q) == CONTACT_OVERLAP;
        const bool disc_pair = (prepared_a.kind | prepared_b.kind) == GRAZE_PREPARED_DISC;
        const bool own = disc_pair && has_own_velocity(&a, &prepared_a) &&
                         has_own_velocity(&b, &prepared_b);
        const bool touches = own && passing_touches(&prepared_a, &prepared_b, PASSING_VELOCITIES);
        const bool rounded = disc_pair && passing_touches(&prepared_a, &prepared_b, 0);
        const bool beside = disc_pair && passing_beside(&prepared_a, &prepared_b);
        const bool only = passing_only_touches(&q);
        CU_ASSERT_FALSE_FATAL((touches || rounded || beside || only) && overlap);
        CU_ASSERT_TRUE_FATAL(only || !(rounded || beside));
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

CU_TestInfo passing_tests[] = {
    SUPPORT_TEST(moves_of_one_life_are_decided_without_it),
    SUPPORT_TEST(discs_that_pass_near_a_touch_are_decided_in_double_words),
    SUPPORT_TEST(what_double_words_say_of_nearest_touches_is_true),
    SUPPORT_TEST(what_double_words_say_of_ends_at_a_touch_is_true),
    SUPPORT_TEST(discs_that_are_nearest_at_an_end_are_decided_in_double_words),
    SUPPORT_TEST(who_never_meets_is_not_decided_from_prepared_numbers),
    SUPPORT_TEST(an_end_that_is_nearly_the_nearest_one_is_not_taken_for_it),
    SUPPORT_TEST(of_lives_that_end_nearly_together_the_shorter_one_counts),
    SUPPORT_TEST(what_double_words_say_of_moves_on_a_lattice_is_true),
    SUPPORT_TEST(speeds_that_are_rounded_are_not_compared_by_their_last_bits),
    SUPPORT_TEST(touches_of_short_numbers_are_told_and_true),
    SUPPORT_TEST(a_rounded_velocity_is_not_taken_for_the_motion_s_own),
    SUPPORT_TEST(a_velocity_that_underflows_is_not_taken_for_rest),
    CU_TEST_INFO_NULL,
};
