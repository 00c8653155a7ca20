/* SPDX-License-Identifier: MIT */
/* Unsafe starts of accelerated bodies with corners: the shared exact answers, bit for bit, by hand,
 * and what their search may leave out. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/seed.h"
#include "numeric/scratch.h"
#include "oracle/body_pairs.h"
#include "oracle/random.h"
#include "starts/body_answer.h"
#include "starts/body_starts.h"
#include "support/run.h"
#include "vectors/vectors.h"

enum { SHOWN = 3 };

/* ---- the shared answers ---------------------------------------------------------------------- */

static bool is_row_right(const vector_file *file, const body_answer *a)
{
    const size_t at = 1 + 3 * (size_t)vectors_answer(file, 0);
    if (a->status != GRAZE_OK || vectors_answer(file, at) != (double)a->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (vectors_answer(file, at + 3 * i + 1) != a->interval[i].lower ||
            vectors_answer(file, at + 3 * i + 2) != a->interval[i].upper)
            return false;
    return true;
}

static void every_unsafe_start_of_accelerated_polygons_is_the_shared_one(void)
{
    static vector_file file;
    static oracle_bodies bodies;
    static body_answer found;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, "vectors/poly_ca.csv"))
        return;
    for (; vectors_next(&file); rows++) {
        vectors_bodies(&file, &bodies);
        ask_starts(&bodies.pair, &found);
        if (is_row_right(&file, &found))
            continue;
        printf("\npoly_ca row %s (%s) differs ", file.field[0], file.field[1]);
        print_starts(&found);
        wrong++;
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- by hand --------------------------------------------------------------------------------- */

/* Two jump alike, B above A by the height of both, and B a third of a second ahead: A at
 * -5u + 3u²/2, B at 1 - 3/2 - 4w + 3w²/2, which is A's height at u = w + 1/3, and 1 more. When
 * A starts 1/3 early they slide along each other all the time; otherwise the one that is
 * behind comes too near on the way down or on the way up. */
static void expect_one_safe_third(double half, double radius, double tolerance)
{
    static body_answer found;
    const graze_point square[] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    oracle_pair jump = {.body_a = {radius, square, 4}, .body_b = {0, square, 4}};
    const graze_vector gain = {0, 3, 0};
    jump.tolerance = tolerance;
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 0, 0}, (graze_vector){0, -5, 0}, gain,
                                           0, 4, &jump.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, -0.5, 0}, (graze_vector){0, -4, 0},
                                           gain, 0, 4, &jump.b),
                    GRAZE_OK);
    ask_starts(&jump, &found);
    CU_ASSERT_EQUAL(found.status, GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(found.count, 2);
    CU_ASSERT_EQUAL(found.interval[0].upper, -0x1.5555555555555p-2);
    CU_ASSERT_EQUAL(found.interval[1].lower, -0x1.5555555555556p-2);
}

static void sliding_squares_have_one_safe_start_that_no_double_holds(void)
{
    expect_one_safe_third(0.5, 0, 0);
}

static void so_have_rounded_squares_and_squares_within_a_tolerance(void)
{
    expect_one_safe_third(0.375, 0.25, 0);
    expect_one_safe_third(0.625, 0, 0.25);
    expect_one_safe_third(0.5, 0.25, 0.25);
}

/* Both gain the same speed for ever, A from 1 m/s: when A starts s later, A - B is
 * w (1 - s) + s²/2 - s - 5. For s < 1 it rises to -1, ever later; from s = 1 on it never
 * does. For s < 0 it begins at s²/2 - s - 5, below 1 when s > 1 - sqrt(13). */
static void an_overlap_may_leave_for_ever(void)
{
    static body_answer found;
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    oracle_pair race = {.body_a = {0, square, 4}, .body_b = {0, square, 4}};
    const graze_vector gain = {1, 0, 0};
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0}, gain,
                                           0, INFINITY, &race.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){5, 0, 0}, (graze_vector){0, 0, 0}, gain,
                                           0, INFINITY, &race.b),
                    GRAZE_OK);
    ask_starts(&race, &found);
    CU_ASSERT_EQUAL(found.status, GRAZE_OK);
    CU_ASSERT_EQUAL_FATAL(found.count, 1);
    CU_ASSERT_EQUAL(found.interval[0].lower, -0x1.4d82b446159f4p+1);
    CU_ASSERT_EQUAL(found.interval[0].upper, 1);
}

static void refusals_leave_the_result_alone(void)
{
    static unsigned char memory[4096];
    const graze_workspace little = {.memory = memory, .size = sizeof memory};
    const graze_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body body = {.vertices = square, .vertex_count = 4};
    const double shrunk = 0.125; /* an outline that only exact numbers know */
    graze_motion motion;
    graze_interval interval = {7, 8};
    size_t count = 9;
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0, 0, 0}, (graze_vector){1, 0, 0},
                                           (graze_vector){0, 1, 0}, 0, 1, &motion),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(
        graze_unsafe_starts(&body, &motion, &body, &motion, shrunk, &little, &interval, 1, &count),
        GRAZE_ERROR_WORKSPACE);
    CU_ASSERT_EQUAL(
        graze_unsafe_starts(&body, &motion, &body, &motion, 0, NULL, &interval, 1, &count),
        GRAZE_ERROR_WORKSPACE);
    void *enough = malloc(graze_workspace_size());
    const graze_workspace workspace = {.memory = enough, .size = graze_workspace_size()};
    CU_ASSERT_EQUAL(
        graze_unsafe_starts(&body, &motion, &body, &motion, 0, &workspace, NULL, 0, &count),
        GRAZE_ERROR_CAPACITY);
    CU_ASSERT_EQUAL(count, 9);
    CU_ASSERT_EQUAL(interval.lower, 7);
    CU_ASSERT_EQUAL(interval.upper, 8);
    free(enough);
}

/* Two bodies of many corners, in everyday numbers. */
static void many_corners_fit_into_the_named_size(void)
{
    enum { CORNERS = 24 };
    static graze_point round[2][CORNERS];
    static body_answer found;
    oracle_pair spin = {.body_a = {0.25, round[0], CORNERS}, .body_b = {0, round[1], CORNERS}};
    for (size_t i = 0; i < CORNERS; i++) {
        double angle = 6.283185307179586 * (double)i / CORNERS;
        round[0][i] = (graze_point){0.5 * cos(angle), 0.5 * sin(angle)};
        round[1][i] = (graze_point){0.7 * cos(angle + 0.01), 0.7 * sin(angle + 0.01)};
    }
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){-1, 0.3, 0}, (graze_vector){0.9, 0.2, 0},
                                           (graze_vector){-0.1, -0.3, 0}, 0, 3, &spin.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_kinematic((graze_vector){0.5, -1, 0}, (graze_vector){-0.3, 0.7, 0},
                                           (graze_vector){0.2, 0.4, 0}, 0, 3, &spin.b),
                    GRAZE_OK);
    graze_workspace workspace = {.size = graze_workspace_size_for(&spin.body_a, &spin.body_b)};
    workspace.memory = malloc(workspace.size);
    for (int within = 0; within < 2; within++) {
        spin.body_a.radius = within ? 0 : 0.25;
        spin.tolerance = within ? 1e-9 : 0;
        CU_ASSERT_EQUAL(graze_unsafe_starts(&spin.body_a, &spin.a, &spin.body_b, &spin.b,
                                            spin.tolerance, &workspace, found.interval, INTERVALS,
                                            &found.count),
                        GRAZE_OK);
        CU_ASSERT(found.count > 0);
    }
    free(workspace.memory);
}

/* ---- the sieve -------------------------------------------------------------------------- */

typedef struct sieve_job {
    const pair *question;
    pencil_kind kind;
    bool alike;
    size_t events[2]; /* sifted, and all of them */
} sieve_job;

static graze_status compare_sieve(dyadic_arena *arena, void *asked)
{
    sieve_job *job = asked;
    graze_interval *found[2] = {NULL, NULL};
    size_t count[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        body_problem problem;
        body_problem_of(arena, job->question, job->kind, &problem);
        problem.unsifted = i == 1;
        job->events[i] = body_events_of(arena, &problem).count;
        if (body_union_of(arena, &problem, &found[i], &count[i]) != GRAZE_OK)
            return GRAZE_ERROR_WORKSPACE;
    }
    job->alike = count[0] == count[1];
    for (size_t i = 0; job->alike && i < count[0]; i++)
        job->alike =
            found[0][i].lower == found[1][i].lower && found[0][i].upper == found[1][i].upper;
    return GRAZE_OK;
}

/* Few of the roots are events, and the others are left out without a trace. (To find all roots of
 * speeds of numbers from 2^-1074 to 1 can take more memory than there is.) */
static void the_sieve_keeps_all_that_matters(void)
{
    static oracle_bodies bodies;
    size_t wrong = 0, asked = 0, too_large = 0, kept[2] = {0, 0};
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(16, 32, 800) && wrong < SHOWN; i++) {
            pair question;
            const oracle_pair *p = &bodies.pair;
            oracle_generate_bodies(family, test_seed() + 6, i, &bodies);
            if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK)
                continue;
            bool speeds = i % 2 == 1 && p->a.form != GRAZE_PARKED;
            sieve_job job = {.question = &question, .kind = speeds ? PENCIL_SPEEDS : PENCIL_SHIFTS};
            graze_status status = scratch_run(NULL, compare_sieve, &job);
            asked++;
            too_large += status == GRAZE_ERROR_WORKSPACE;
            if (status == GRAZE_ERROR_WORKSPACE)
                continue;
            CU_ASSERT_EQUAL(status, GRAZE_OK);
            kept[0] += job.events[0];
            kept[1] += job.events[1];
            if (job.alike)
                continue;
            printf("\n/* %s, seed %" PRIu64 ", index %zu */\n", oracle_body_family_name(family),
                   test_seed() + 6, i);
            oracle_print_bodies(stdout, &bodies);
            wrong++;
        }
    printf(" (%zu events of %zu, %zu of %zu pairs too large) ", kept[0], kept[1], too_large, asked);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(too_large <= asked / 1000);
    CU_ASSERT(kept[0] < kept[1] / 2);
}

/* An endless motion that is slow, and comes by after a long time; or one that begins after several
 * times its own life, met by a slower one. */
static void make_late(oracle_random *random, bool endless, oracle_pair *p)
{
    graze_motion *a = &p->a, *b = &p->b;
    const double slow = ldexp(1, -random_whole(random, 2, 16));
    const graze_vector v = b->velocity;
    a->form = b->form = GRAZE_KINEMATIC;
    b->acceleration = (graze_vector){0, 0, 0};
    if (endless) {
        b->duration = INFINITY;
        b->duration_tail = 0;
        b->velocity = (graze_vector){v.x * slow, v.y * slow, 0};
        b->position = (graze_vector){a->position.x - 2 * v.x, a->position.y - 2 * v.y, 0};
        return;
    }
    const double part = ldexp(1, -random_whole(random, 3, 6));
    b->start = a->start + b->duration * random_whole(random, 2, 12);
    b->position = a->position;
    a->velocity = (graze_vector){a->velocity.x * part, a->velocity.y * part, 0};
    a->acceleration =
        (graze_vector){a->acceleration.x * part * part, a->acceleration.y * part * part, 0};
    a->duration /= part;
}

static void the_sieve_keeps_what_comes_late(void)
{
    static oracle_bodies bodies;
    static const oracle_body_family families[] = {BODY_FAMILY_accelerated,
                                                  BODY_FAMILY_accelerated_kinds};
    size_t kept = 0;
    for (size_t i = 0; i < support_rounds(96, 192, 3000); i++) {
        oracle_random random;
        pair question;
        oracle_pair *p = &bodies.pair;
        const bool endless = i % 2 == 0;
        random_begin(&random, test_seed(), 61, i);
        oracle_generate_bodies(families[i / 2 % 2], test_seed() + 7, i, &bodies);
        make_late(&random, endless, p);
        if (pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK)
            continue;
        sieve_job job = {.question = &question,
                         .kind = endless && i % 4 == 0 ? PENCIL_SHIFTS : PENCIL_SPEEDS};
        CU_ASSERT_EQUAL(scratch_run(NULL, compare_sieve, &job), GRAZE_OK);
        CU_ASSERT(job.alike);
        kept += job.events[0];
        if (!job.alike)
            oracle_print_bodies(stdout, &bodies);
    }
    CU_ASSERT(kept > 0);
}

/* A square that stands askew, and the same with a corner cut off. */
static void cut_square(oracle_random *random, size_t corner, graze_point whole[4],
                       graze_point cut[5])
{
    const double dx = random_whole(random, 1, 9), dy = random_whole(random, 1, 9);
    const graze_point sides[] = {{dx, dy}, {-dy, dx}, {-dx, -dy}, {dy, -dx}};
    const graze_point *in = &sides[(corner + 3) % 4], *out = &sides[corner];
    const double from = ldexp(random_whole(random, 1, 4), -5);
    const double to = ldexp(random_whole(random, 1, 4), -5);
    whole[0] = (graze_point){(dy - dx) / 2, -(dx + dy) / 2};
    for (size_t k = 0; k < 3; k++)
        whole[k + 1] = (graze_point){whole[k].x + sides[k].x, whole[k].y + sides[k].y};
    for (size_t k = 0; k < 4; k++)
        cut[k < corner ? k : k + 1] = whole[k];
    const graze_point at = whole[corner];
    cut[corner] = (graze_point){at.x - from * in->x, at.y - from * in->y};
    cut[corner + 1] = (graze_point){at.x + to * out->x, at.y + to * out->y};
}

static void ask_both(const graze_body bodies[2], oracle_pair *p, body_answer found[2])
{
    for (int k = 0; k < 2; k++) {
        p->body_a = bodies[k];
        ask_starts(p, &found[k]);
        CU_ASSERT_EQUAL(found[k].status, GRAZE_OK);
    }
    CU_ASSERT_EQUAL_FATAL(found[0].count, found[1].count);
    for (size_t k = 0; k < found[0].count; k++) {
        CU_ASSERT_EQUAL(found[0].interval[k].lower, found[1].interval[k].lower);
        CU_ASSERT_EQUAL(found[0].interval[k].upper, found[1].interval[k].upper);
    }
}

/* Where the depth that is allowed is a quarter of the sides or more, the cut is not felt. */
static void a_corner_cut_off_within_the_tolerance_is_not_felt(void)
{
    static body_answer found[2];
    size_t unsafe = 0;
    for (uint64_t i = 0; i < support_rounds(600, 1000, 10000); i++) {
        oracle_random random;
        graze_point whole[4], cut[5];
        random_begin(&random, test_seed(), 62, i);
        cut_square(&random, i % 4, whole, cut);
        const double side = hypot(whole[1].x - whole[0].x, whole[1].y - whole[0].y);
        const graze_body bodies[2] = {{0, whole, 4}, {0, cut, 5}};
        oracle_pair p = {.body_b = {.radius = 0}, .tolerance = ldexp(ceil(side * 4), -4)};
        const graze_vector gain = {ldexp(random_whole(&random, -8, 8), -4),
                                   ldexp(random_whole(&random, -8, 8), -4), 0};
        const graze_vector v = {ldexp(random_whole(&random, -8, 8), -2),
                                ldexp(random_whole(&random, -8, 8), -2), 0};
        graze_motion_kinematic((graze_vector){-2 * v.x, -2 * v.y, 0}, v, gain, 0, 4, &p.a);
        graze_motion_kinematic((graze_vector){random_whole(&random, -3, 3), 1, 0},
                               (graze_vector){0.25, ldexp(random_whole(&random, -4, 4), -2), 0},
                               (graze_vector){0, 0, 0}, 0, 4, &p.b);
        ask_both(bodies, &p, found);
        unsafe += found[0].count;
    }
    CU_ASSERT(unsafe > 0);
}

/* Where A ends it touches B as it begins, and overlaps it from then on: the first unsafe start is
 * the one from which A ends as B begins, and A's life is longer than a double says. */
static void a_life_of_two_doubles_begins_the_unsafe_starts(void)
{
    static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static body_answer found;
    oracle_pair p = {.body_a = {0, square, 4}, .body_b = {0, square, 4}};
    const graze_vector none = {0, 0, 0};
    for (int exponent = 0; exponent <= 20; exponent += 5) {
        const double life = ldexp(1, exponent);
        graze_motion_kinematic((graze_vector){0, 0, 0}, none, none, 0, life, &p.a);
        graze_motion_kinematic((graze_vector){1, 0.25, 0}, (graze_vector){-0.5, 0, 0},
                               (graze_vector){0, 0.25, 0}, 0, 4, &p.b);
        p.a.duration_tail = life * 0x1p-54;
        ask_starts(&p, &found);
        CU_ASSERT_EQUAL(found.status, GRAZE_OK);
        CU_ASSERT_EQUAL_FATAL(found.count, 1);
        CU_ASSERT_EQUAL(found.interval[0].lower, nextafter(-life, -INFINITY));
    }
}

CU_TestInfo body_start_tests[] = {
    SUPPORT_TEST(a_corner_cut_off_within_the_tolerance_is_not_felt),
    SUPPORT_TEST(a_life_of_two_doubles_begins_the_unsafe_starts),
    SUPPORT_TEST(every_unsafe_start_of_accelerated_polygons_is_the_shared_one),
    SUPPORT_TEST(sliding_squares_have_one_safe_start_that_no_double_holds),
    SUPPORT_TEST(so_have_rounded_squares_and_squares_within_a_tolerance),
    SUPPORT_TEST(an_overlap_may_leave_for_ever),
    SUPPORT_TEST(refusals_leave_the_result_alone),
    SUPPORT_TEST(many_corners_fit_into_the_named_size),
    SUPPORT_TEST(the_sieve_keeps_all_that_matters),
    SUPPORT_TEST(the_sieve_keeps_what_comes_late),
    CU_TEST_INFO_NULL,
};
