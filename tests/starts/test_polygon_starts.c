/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds of bodies with corners at constant velocity: the way that begins
 * at a guess against the plain one, bit for bit. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>

#include <graze/unsafe.h>

#include "oracle/body_pairs.h"
#include "oracle/random.h"
#include "starts/all_candidates.h"
#include "starts/separated.h"
#include "starts/start_guess.h"
#include "starts/unsafe_starts.h"
#include "support/run.h"

static bool is_accelerated(const graze_motion *m)
{
    return (m->form == GRAZE_KINEMATIC && (m->acceleration.x != 0 || m->acceleration.y != 0)) ||
           (m->form == GRAZE_RAMP && m->share != 1);
}

/* A question that both ways answer. */
static bool question_of(const oracle_pair *p, pair *question)
{
    return !is_accelerated(&p->a) && !is_accelerated(&p->b) &&
           pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, question) == GRAZE_OK &&
           question->cornered;
}

typedef struct tally {
    size_t asked, unsafe, guessed, apart, wrong;
} tally;

/* Ends off by less than a millionth of the interval; both endless are near, too. */
static bool is_near(graze_interval guess, graze_interval truth)
{
    double part = 1e-6 * (truth.upper - truth.lower);
    return (guess.lower == truth.lower || fabs(guess.lower - truth.lower) < part) &&
           (guess.upper == truth.upper || fabs(guess.upper - truth.upper) < part);
}

static void compare(const oracle_bodies *bodies, tally *seen)
{
    pair question;
    graze_interval guess;
    unsafe_starts quick;
    if (!question_of(&bodies->pair, &question))
        return;
    const oracle_pair *p = &bodies->pair;
    CU_ASSERT_EQUAL(unsafe_starts_without(QUICK_LINES | QUICK_CURVED, &p->body_a, &p->a, &p->body_b,
                                          &p->b, p->tolerance, NULL, &quick),
                    GRAZE_OK);
    const all_candidates truth = all_candidates_of(&question, NULL);
    const graze_interval plain = truth.found[0];
    bool truly = truth.count == 1;
    bool same = truth.count == quick.count &&
                (!truly || (quick.at[0].lower == plain.lower && quick.at[0].upper == plain.upper));
    bool apart = separated_for_ever(&question);
    seen->asked++;
    seen->unsafe += truly;
    seen->apart += apart;
    seen->guessed += truly && start_guess(&question, &guess) && is_near(guess, plain);
    if (same && !(apart && truly))
        return;
    printf("\n/* (%a, %a) for (%a, %a) */\n", quick.at[0].lower, quick.at[0].upper, plain.lower,
           plain.upper);
    oracle_print_bodies(stdout, bodies);
    seen->wrong++;
}

/* The guess has to be right for most, or it would be of no use. */
static void a_guess_changes_no_unsafe_start(void)
{
    static oracle_bodies bodies;
    tally seen = {0};
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(40, 80, 1200) && seen.wrong < 3; i++) {
            oracle_generate_bodies(family, 41, i, &bodies);
            compare(&bodies, &seen);
        }
    CU_ASSERT_EQUAL(seen.wrong, 0);
    CU_ASSERT(seen.guessed > seen.unsafe * 3 / 4);
    CU_ASSERT(seen.apart > (seen.asked - seen.unsafe) / 2);
}

/* Radii whose sum is no double: 1 and 2^-54, at a tolerance of 1, leave a reach of 2^-54,
 * and two squares that pass within a quarter of that. */
static void a_reach_that_is_lost_in_rounding_keeps_its_starts(void)
{
    const double gap = 0x1p-56, size = 0x1p-58;
    const graze_point square[4] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    const graze_body a = {1, square, 4}, b = {0x1p-54, square, 4};
    graze_motion left, right;
    graze_interval starts;
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){0, 0, 0}, (graze_vector){0, size, 0}, 0,
                                          4, &left),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_waypoint((graze_vector){gap, 0, 0}, (graze_vector){gap, size, 0},
                                          0, 4, &right),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_unsafe_starts(&a, &left, &b, &right, 1, NULL, &starts, 1, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    CU_ASSERT(starts.lower == -4 && starts.upper == 4);
}

/* The first unsafe start is above half of the greatest double, and twice it is no double. */
static void unsafe_starts_from_a_huge_one_on_are_found(void)
{
    static oracle_bodies bodies = {
        .pair = {.a = {.form = GRAZE_KINEMATIC,
                       .position = {-0x1.466f00da64c7ep+106, 0x1.a5eb35f074b88p+104, 0},
                       .velocity = {0x1.9547b706bf76ap-917, -0x1.d9b80d345c64p-919, 0},
                       .start = -0x1.a59d21e98d774p+1022,
                       .duration = INFINITY},
                 .b = {.form = GRAZE_KINEMATIC,
                       .position = {-0x1.61704b57d9abcp+106, -0x1.c9be62541fb78p+105, 0},
                       .velocity = {-0x1.cd879fe95c99p-917, -0x1.26ff636ace27p-920, 0},
                       .start = 0x1.efa130d4b1d6ap+1023,
                       .duration = INFINITY}},
        .a = {{-0x1.b3c5ea82c923p+105, 0x1.0cc9290d074e2p+105},
              {0x1.8b0fff07a91fdp+104, -0x1.d85c8cc1aae65p+105}},
        .b = {{-0x1.a014d694482e2p+105, 0x1.2a5cd671d5728p+105},
              {-0x1.c8d11463e1785p+105, 0x1.ce706aad6ed2bp+104},
              {-0x1.82d8dfa40d1ccp+103, -0x1.f6c8783162054p+105},
              {0x1.0218796d71642p+101, -0x1.ffbeee87c20a3p+105},
              {0x1.c8861ff5617c3p+105, 0x1.cf98205fec776p+104}}};
    tally seen = {0};
    bodies.pair.body_a.vertex_count = 2;
    bodies.pair.body_b.vertex_count = 5;
    oracle_bodies_link(&bodies);
    compare(&bodies, &seen);
    CU_ASSERT(seen.unsafe == 1 && seen.wrong == 0);
}

/* Two that stand in one another, the sum of whose radii is no double. */
static void radii_whose_sum_is_no_double_keep_their_starts(void)
{
    const graze_point vertex = {0.5, -1};
    const graze_body a = {DBL_MAX, &vertex, 1}, b = {0x1p1023, NULL, 0};
    const graze_motion left = {.form = GRAZE_PARKED, .position = {-2, 0, 0}};
    const graze_motion right = {.form = GRAZE_PARKED, .position = {-1, 0, 0}};
    graze_interval starts = {0, 0};
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&a, &left, &b, &right, 0, NULL, &starts, 1, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT(starts.lower == -INFINITY && starts.upper == INFINITY);
}

/* ---- the deepest place ------------------------------------------------------------------- */

enum { BITS = 400 };

static void add_length(mpf_t sum, graze_point from, graze_point to)
{
    mpf_t square;
    double x = to.x - from.x, y = to.y - from.y; /* whole numbers */
    mpf_init2(square, BITS);
    mpf_set_d(square, x * x + y * y);
    mpf_sqrt(square, square);
    mpf_add(sum, sum, square);
    mpf_clear(square);
}

/* radius + inradius = twice the area by the perimeter, rounded down; false when that is a
 * double. Vertices and radius are short. */
static bool greatest_depth(const graze_point *v, double radius, double *below)
{
    mpf_t depth, perimeter;
    mpf_init2(depth, BITS);
    mpf_init2(perimeter, BITS);
    for (int i = 0; i < 3; i++)
        add_length(perimeter, v[i], v[(i + 1) % 3]);
    mpf_set_d(depth, (v[1].x - v[0].x) * (v[2].y - v[0].y) -
                         (v[1].y - v[0].y) * (v[2].x - v[0].x));
    mpf_div(depth, depth, perimeter);
    mpf_set_d(perimeter, radius);
    mpf_add(depth, depth, perimeter);
    *below = mpf_get_d(depth); /* towards 0 */
    int order = mpf_cmp_d(depth, *below);
    mpf_clear(depth);
    mpf_clear(perimeter);
    return order != 0;
}

/* Two roads that cross everywhere in and round the triangle: the bodies get deeper than the
 * tolerance at some starts and speeds, or at none. */
static bool gets_deeper(const graze_body *disc, const graze_body *triangle, double tolerance,
                        bool *starts, bool *speeds)
{
    const graze_vector zero = {0, 0, 0};
    graze_motion along, up;
    graze_interval start, speed;
    size_t count = 0, factors = 0;
    bool asked =
        graze_motion_kinematic((graze_vector){-50, 0, 0}, (graze_vector){1, 0, 0}, zero, 0, 100,
                               &along) == GRAZE_OK &&
        graze_motion_kinematic((graze_vector){0, -50, 0}, (graze_vector){0, 1, 0}, zero, 0, 100,
                               &up) == GRAZE_OK &&
        graze_unsafe_starts(disc, &along, triangle, &up, tolerance, NULL, &start, 1, &count) ==
            GRAZE_OK &&
        graze_unsafe_speeds(disc, &along, triangle, &up, tolerance, NULL, &speed, 1, &factors) ==
        GRAZE_OK;
    *starts = count == 1 && start.lower < start.upper;
    *speeds = factors == 1 && speed.lower < speed.upper;
    return asked;
}

static bool random_triangle(oracle_random *random, graze_point *v)
{
    for (int i = 0; i < 3; i++)
        v[i] = (graze_point){random_whole(random, -40, 40), random_whole(random, -40, 40)};
    const graze_body body = {.vertices = v, .vertex_count = 3};
    return graze_body_validate(&body) == GRAZE_OK;
}

/* A tolerance that agrees with the greatest depth there is in every digit of a double is
 * told from it all the same. */
static void a_tolerance_beside_the_greatest_depth_is_told_from_it(void)
{
    size_t wrong = 0, told = 0;
    for (size_t i = 0; i < support_rounds(60, 120, 6000) && wrong < 3; i++) {
        oracle_random random;
        graze_point v[3];
        double below;
        random_begin(&random, 42, 0, i);
        graze_body disc = {.radius = 0.25 * random_whole(&random, 0, 3)};
        if (!random_triangle(&random, v) || !greatest_depth(v, disc.radius, &below))
            continue;
        const graze_body triangle = {.vertices = v, .vertex_count = 3};
        for (int deeper = 0; deeper < 2; deeper++) {
            bool starts, speeds;
            double tolerance = deeper ? nextafter(below, INFINITY) : below;
            told++;
            if (gets_deeper(&disc, &triangle, tolerance, &starts, &speeds) && starts == !deeper &&
                speeds == !deeper)
                continue;
            wrong++;
            printf("\n/* {%g, %g} {%g, %g} {%g, %g} radius %g within %a */\n", v[0].x, v[0].y,
                   v[1].x, v[1].y, v[2].x, v[2].y, disc.radius, tolerance);
        }
    }
    CU_ASSERT(told > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- polygons of every size ------------------------------------------------------------ */

/* A convex polygon round the origin. */
static size_t draw_polygon(oracle_random *random, int corners, double size, graze_point *vertices)
{
    graze_point points[ORACLE_VERTICES];
    double turn = random_real(random, 0, 7);
    for (int i = 0; i < corners; i++) {
        double at = turn + 6.283185307179586 * (i + random_real(random, 0, 0.8)) / corners;
        points[i] = (graze_point){size * cos(at), size * sin(at)};
    }
    return oracle_wrap_points(points, (size_t)corners, vertices);
}

static graze_vector draw_place(oracle_random *random, double size)
{
    double x = random_whole(random, -4, 4), y = random_whole(random, -4, 4);
    return (graze_vector){0.5 * size * x, 0.5 * size * y, 0};
}

/* Two polygons of 3 to 64 corners on straight ways, and a tolerance up to 1.5 of their size. */
static void draw_polygons(size_t index, double size, oracle_bodies *drawn)
{
    oracle_random random;
    oracle_pair *p = &drawn->pair;
    random_begin(&random, 43, 0, index);
    int a = (int)random_whole(&random, 3, ORACLE_VERTICES);
    int b = (int)random_whole(&random, 3, ORACLE_VERTICES);
    p->body_a = (graze_body){0, drawn->a, draw_polygon(&random, a, size, drawn->a)};
    p->body_b = (graze_body){0, drawn->b, draw_polygon(&random, b, size, drawn->b)};
    graze_motion *const motions[2] = {&p->a, &p->b};
    for (int i = 0; i < 2; i++) {
        graze_vector from = draw_place(&random, size), to = draw_place(&random, size);
        double start = random_whole(&random, 0, 8) / 4.0;
        CU_ASSERT_EQUAL(graze_motion_waypoint(from, to, start, 4, motions[i]), GRAZE_OK);
    }
    p->tolerance = size * random_whole(&random, 0, 6) / 4.0;
}

/* Starts, then speeds. */
typedef struct polygon_answer {
    graze_interval interval[2];
    size_t count[2];
    graze_status status[2];
} polygon_answer;

static polygon_answer ask_polygons(const oracle_pair *p)
{
    polygon_answer found = {.count = {0, 0}};
    found.status[0] = graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, NULL,
                                          &found.interval[0], 1, &found.count[0]);
    found.status[1] = graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                          NULL, &found.interval[1], 1, &found.count[1]);
    return found;
}

static bool agree(const polygon_answer *x, const polygon_answer *y, int i)
{
    return x->status[i] == GRAZE_OK && y->status[i] == GRAZE_OK && x->count[i] == y->count[i] &&
           (x->count[i] == 0 || (x->interval[i].lower == y->interval[i].lower &&
                                 x->interval[i].upper == y->interval[i].upper));
}

/* Neither the number of corners nor their size asks for a workspace. */
static void polygons_of_every_size_are_answered_alike(void)
{
    static oracle_bodies large, tiny;
    size_t wrong = 0, unsafe[2] = {0, 0};
    for (size_t i = 0; i < support_rounds(100, 250, 10000) && wrong < 3; i++) {
        draw_polygons(i, 1, &large);
        draw_polygons(i, 0x1p-893, &tiny);
        polygon_answer right = ask_polygons(&large.pair), found = ask_polygons(&tiny.pair);
        unsafe[0] += right.count[0];
        unsafe[1] += right.count[1];
        if (agree(&right, &found, 0) && agree(&right, &found, 1))
            continue;
        printf("\n/* polygons %zu: %s, %s; tiny: %s, %s */\n", i,
               graze_status_name(right.status[0]), graze_status_name(right.status[1]),
               graze_status_name(found.status[0]), graze_status_name(found.status[1]));
        wrong++;
    }
    CU_ASSERT(unsafe[0] > 0 && unsafe[1] > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

CU_TestInfo polygon_start_tests[] = {
    SUPPORT_TEST(a_guess_changes_no_unsafe_start),
    SUPPORT_TEST(a_reach_that_is_lost_in_rounding_keeps_its_starts),
    SUPPORT_TEST(unsafe_starts_from_a_huge_one_on_are_found),
    SUPPORT_TEST(radii_whose_sum_is_no_double_keep_their_starts),
    SUPPORT_TEST(polygons_of_every_size_are_answered_alike),
    SUPPORT_TEST(a_tolerance_beside_the_greatest_depth_is_told_from_it),
    CU_TEST_INFO_NULL,
};
