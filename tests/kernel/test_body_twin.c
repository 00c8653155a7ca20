/* SPDX-License-Identifier: MIT */
/* Bodies with corners: the kernel against the shared exact answers and against its exact
 * twin, on every family of generated pairs. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include <graze/unsafe.h>

#include "contact/exact.h"
#include "kernel/corner_stages.h"
#include "kernel/seed.h"
#include "oracle/bodies.h"
#include "oracle/body_pairs.h"
#include "oracle/body_starts.h"
#include "support/run.h"
#include "vectors/vectors.h"

enum { CAPACITY = 256 };

typedef struct body_answer {
    size_t count;
    graze_interval intervals[CAPACITY];
} body_answer;

/* ---- shared exact answers ------------------------------------------------------------- */

/* The shared rows have vertices that lie on the line through their neighbours; those do
 * not change the body, and are left out. */
static void drop_collinear(graze_body *body, graze_point *vertices)
{
    CU_ASSERT_EQUAL(graze_body_corners(body, vertices, body->vertex_count, body), GRAZE_OK);
}

static graze_status ask_intervals(const oracle_pair *asked, body_answer *answer)
{
    return graze_conflict_intervals(&asked->body_a, &asked->a, &asked->body_b, &asked->b,
                                    asked->tolerance, answer->intervals, CAPACITY, &answer->count);
}

static graze_status ask_starts(const oracle_pair *asked, body_answer *answer)
{
    return graze_unsafe_starts(&asked->body_a, &asked->a, &asked->body_b, &asked->b,
                               asked->tolerance, NULL, answer->intervals, CAPACITY, &answer->count);
}

static bool is_right(const vector_file *file, size_t at, const body_answer *answer)
{
    if (vectors_answer(file, at) != (double)answer->count)
        return false;
    for (size_t i = 0; i < answer->count; i++)
        if (vectors_answer(file, at + 3 * i + 1) != answer->intervals[i].lower ||
            vectors_answer(file, at + 3 * i + 2) != answer->intervals[i].upper)
            return false;
    return true;
}

static void check_file(const char *name, bool starts)
{
    static vector_file file;
    static oracle_bodies bodies;
    static body_answer answer;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        vectors_bodies(&file, &bodies);
        drop_collinear(&bodies.pair.body_a, bodies.a);
        drop_collinear(&bodies.pair.body_b, bodies.b);
        size_t at = starts ? 1 + 3 * (size_t)vectors_answer(&file, 0) : 0;
        graze_status status = starts ? ask_starts(&bodies.pair, &answer)
                                     : ask_intervals(&bodies.pair, &answer);
        rows++;
        if (status == GRAZE_OK && is_right(&file, at, &answer))
            continue;
        if (wrong++ < 3)
            printf("\n%s row %s (%s): %s", name, file.field[0], file.field[1],
                   graze_status_name(status));
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_interval_of_polygons_is_right(void)
{
    check_file("vectors/poly_cv.csv", false);
}

static void every_interval_of_accelerated_polygons_is_right(void)
{
    check_file("vectors/poly_ca.csv", false);
}

static void every_interval_of_rounded_bodies_is_right(void)
{
    check_file("vectors/rounded.csv", false);
}

static void every_unsafe_start_of_polygons_is_right(void)
{
    check_file("vectors/poly_cv.csv", true);
}

static void every_unsafe_start_of_rounded_bodies_is_right(void)
{
    check_file("vectors/rounded.csv", true);
}

/* ---- the twin ------------------------------------------------------------------------- */

static const char *intervals_differ(const oracle_pair *asked)
{
    static body_answer kernel;
    static oracle_body_answer twin;
    bool exists = false;
    graze_status status = ask_intervals(asked, &kernel);
    if (status != GRAZE_OK)
        return graze_status_name(status);
    oracle_body_intervals(asked, &twin);
    if (kernel.count != twin.count)
        return "the count of intervals";
    for (size_t i = 0; i < twin.count; i++)
        if (kernel.intervals[i].lower != twin.intervals[i].lower ||
            kernel.intervals[i].upper != twin.intervals[i].upper)
            return "an interval";
    if (graze_conflict_exists(&asked->body_a, &asked->a, &asked->body_b, &asked->b,
                              asked->tolerance, &exists) != GRAZE_OK ||
        exists != (twin.count > 0))
        return "the decision";
    return NULL;
}

/* The sum of the radii less (x + y)/2. */
static void set_reach(mpq_t reach, const oracle_pair *asked, double x, double y)
{
    mpq_t term;
    mpq_init(term);
    oracle_reach(reach, &asked->body_a, &asked->body_b, 0);
    for (int i = 0; i < 2; i++) {
        mpq_set_d(term, i == 0 ? x : y);
        mpq_div_2exp(term, term, 1);
        mpq_sub(reach, reach, term);
    }
    mpq_clear(term);
}

/* Does the greatest depth exceed (x + y)/2, by the twin? `or_equal` looks at instants that are
 * no rationals, too, which takes many times as long. */
static bool is_deeper(const oracle_body_scene *scene, const oracle_pair *asked, double x, double y,
                      bool or_equal)
{
    mpq_t reach;
    mpq_init(reach);
    set_reach(reach, asked, x, y);
    const bool is = or_equal ? oracle_body_scene_compare(scene, reach) >= 0
                             : oracle_body_scene_overlaps(scene, reach);
    mpq_clear(reach);
    return is;
}

/* The twin confirms the roundings of the kernel with a handful of decisions: to search the
 * depth by itself takes it seconds. A depth that is confirmed below 0 is its word for clear. */
static const char *depths_differ(const oracle_pair *asked)
{
    graze_clearance kernel;
    graze_verdict verdict;
    if (graze_conflict_clearance(&asked->body_a, &asked->a, &asked->body_b, &asked->b, &kernel) !=
        GRAZE_OK)
        return "the status of the clearance";
    if (graze_conflict_verdict(&asked->body_a, &asked->a, &asked->body_b, &asked->b,
                               asked->tolerance, &verdict) != GRAZE_OK)
        return "the status of the verdict";
    const bool clear = verdict == GRAZE_CLEAR && kernel.common_life && kernel.depth < 0;
    if (!clear && verdict != oracle_body_verdict(asked))
        return "the verdict";
    oracle_body_scene scene;
    oracle_body_scene_init(&scene, asked);
    const char *difference = NULL;
    double depth = kernel.depth, up = -kernel.distance;
    if (kernel.common_life == oracle_stretch_is_empty(&scene.common))
        difference = "the common life";
    else if (kernel.common_life &&
             (is_deeper(&scene, asked, up, up, false) ||
              !is_deeper(&scene, asked, nextafter(up, -INFINITY), nextafter(up, -INFINITY), false)))
        difference = "the distance";
    else if (kernel.common_life &&
             (!is_deeper(&scene, asked, depth, nextafter(depth, -INFINITY), true) ||
              is_deeper(&scene, asked, depth, nextafter(depth, INFINITY), false)))
        difference = "the depth";
    oracle_body_scene_clear(&scene);
    return difference;
}

static const char *starts_differ(const oracle_pair *asked)
{
    static body_answer kernel;
    graze_status status = ask_starts(asked, &kernel);
    if (status != GRAZE_OK)
        return graze_status_name(status);
    graze_interval twin = kernel.count == 1 ? kernel.intervals[0] : (graze_interval){0, 0};
    if (oracle_body_unsafe_starts(asked, &twin) != (kernel.count == 1))
        return "whether a start is unsafe";
    bool same = kernel.count == 0 || (twin.lower == kernel.intervals[0].lower &&
                                      twin.upper == kernel.intervals[0].upper);
    return same ? NULL : "the unsafe starts";
}

static void compare(oracle_body_family family, uint64_t seed, size_t rounds,
                    const char *(*differ)(const oracle_pair *))
{
    static oracle_bodies bodies;
    size_t wrong = 0, rounded = 0;
    for (size_t i = 0; i < rounds && wrong < 3; i++) {
        oracle_generate_bodies(family, seed, i, &bodies);
        rounded += bodies.pair.body_a.radius + bodies.pair.body_b.radius > 0;
        const char *difference = differ(&bodies.pair);
        if (difference == NULL)
            continue;
        printf("\n/* %s %zu: %s */\n", oracle_body_family_name(family), i, difference);
        oracle_print_bodies(stdout, &bodies);
        wrong++;
    }
    if (family >= BODY_FAMILY_ramp)
        printf(" (%s: %zu pairs, %zu rounded) ", oracle_body_family_name(family), rounds, rounded);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void kernel_and_twin_agree_on_intervals(void)
{
    for (oracle_body_family family = 0; family < BODY_FAMILY_ramp; family++)
        compare(family, 21, support_rounds(24, 48, 800), intervals_differ);
}

static void kernel_and_twin_agree_on_depths(void)
{
    for (oracle_body_family family = 0; family < BODY_FAMILY_ramp; family++)
        compare(family, 22, support_rounds(8, 16, 150), depths_differ);
}

static const char *ramps_differ(const oracle_pair *asked)
{
    const char *difference = intervals_differ(asked);
    return difference != NULL ? difference : depths_differ(asked);
}

/* Touches are compared at instants that no rational is, at a tenth of a second each. */
static size_t count_ramps(oracle_body_family family)
{
    switch (family) {
    case BODY_FAMILY_ramp_touch:
        return support_rounds(4, 10, 75);
    case BODY_FAMILY_ramp_changed:
        return support_rounds(8, 16, 500);
    default:
        return support_rounds(16, 32, 1000);
    }
}

/* In a night some three thousand polygons, and as many rounded bodies. */
static void kernel_and_twin_agree_on_bodies_on_ramps(void)
{
    for (oracle_body_family family = BODY_FAMILY_ramp; family < BODY_FAMILY_COUNT; family++)
        compare(family, test_seed() + 25, count_ramps(family), ramps_differ);
}

static void kernel_and_twin_agree_on_unsafe_starts(void)
{
    for (oracle_body_family family = 0; family < BODY_FAMILY_accelerated; family++)
        if (family != BODY_FAMILY_borrowed)
            compare(family, 23, support_rounds(6, 12, 500), starts_differ);
}

/* ---- stages --------------------------------------------------------------------------- */

static const char *stages_differ(const oracle_pair *asked)
{
    pair question;
    if (pair_of(&asked->body_a, &asked->a, &asked->body_b, &asked->b, asked->tolerance,
                &question) != GRAZE_OK)
        return "a refusal";
    return question.cornered ? corner_stages_differ(&question, exact_contact(&question)) : NULL;
}

static void no_stage_contradicts_the_exact_one(void)
{
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        compare(family, 24, support_rounds(700, 1400, 20000), stages_differ);
}

static size_t deepest_asked;

/* The twin finds the time by itself, which takes it a tenth of a second. */
static const char *times_differ(const oracle_pair *asked)
{
    graze_clearance kernel, twin;
    if (graze_conflict_clearance(&asked->body_a, &asked->a, &asked->body_b, &asked->b, &kernel) !=
        GRAZE_OK)
        return "the status of the clearance";
    if (!kernel.common_life)
        return NULL;
    deepest_asked++;
    oracle_body_clearance(asked, &twin);
    return kernel.time != twin.time ? "the time of the depth" : NULL;
}

/* Of those whose corners alone overlap: the deepest instant lies inside of C. */
static const char *times_inside_differ(const oracle_pair *asked)
{
    oracle_pair corners = *asked;
    corners.body_a.radius = corners.body_b.radius = corners.tolerance = 0;
    return oracle_body_conflict(&corners) ? times_differ(asked) : NULL;
}

static void agree_on_times(uint64_t seed, size_t rounds, const char *(*differ)(const oracle_pair *),
                           size_t least)
{
    deepest_asked = 0;
    for (oracle_body_family family = BODY_FAMILY_accelerated; family < BODY_FAMILY_COUNT; family++)
        compare(family, seed, rounds, differ);
    CU_ASSERT(SUPPORT_ENOUGH(deepest_asked > least));
}

static void kernel_and_twin_agree_on_times(void)
{
    agree_on_times(27, support_rounds(8, 16, 200), times_inside_differ, 10);
}

/* Beside such a radius a double of a depth leaves half a metre open, so the instants of all that is
 * deeper than the double below are a large part of the life. */
static const char *rough_times_differ(const oracle_pair *asked)
{
    oracle_pair rough = *asked;
    rough.body_a.radius = 0x1p51;
    rough.body_b.radius = 0;
    return times_differ(&rough);
}

static void kernel_and_twin_agree_on_times_where_depths_are_rough(void)
{
    agree_on_times(28, support_rounds(12, 24, 300), rough_times_differ, 100);
}

static size_t touches;

/* A touch tells its depth and time from its interval; the clearance searches for them. Where the
 * depth is a double, the pair touches with that tolerance. */
static const char *touches_differ(const oracle_pair *asked)
{
    oracle_pair touching = *asked;
    graze_clearance searched;
    pair question;
    for (int round = 0; round < 2; round++) {
        if (pair_of(&touching.body_a, &touching.a, &touching.body_b, &touching.b,
                    touching.tolerance, &question) != GRAZE_OK)
            return "a refusal";
        if (!question.cornered || exact_clearance(&question, &searched) != GRAZE_OK ||
            !searched.common_life)
            return NULL;
        contact_part part;
        size_t total;
        if (exact_contact(&question) == CONTACT_TOUCH) {
            if (exact_parts(&question, CONTACT_TOUCH, true, 0, 1, &part, &total) != GRAZE_OK)
                return "a touch without a part";
            touches++;
            if (!part.clearance.common_life || part.clearance.depth != searched.depth ||
                part.clearance.distance != searched.distance ||
                part.clearance.time != searched.time)
                return "the place of a touch";
        }
        if (searched.depth < 0)
            return NULL;
        touching.tolerance = searched.depth;
    }
    return NULL;
}

static void a_touch_has_the_depth_and_time_of_its_clearance(void)
{
    touches = 0;
    for (oracle_body_family family = 0; family < BODY_FAMILY_accelerated; family++)
        compare(family, 26, support_rounds(40, 80, 5000), touches_differ);
    CU_ASSERT(SUPPORT_ENOUGH(touches > 100));
}

/* Two squares of 2^-1073, one of which speeds up past the other one: they overlap by less than
 * the smallest double, so the greatest double that is surely exceeded is 0, the sum of the radii.
 * What is deeper than that lies inside, where the lines of edges tell how deep, not corners. */
static void a_depth_below_the_smallest_double_has_its_time(void)
{
    const graze_point square[4] = {
        {-0x1p-1074, -0x1p-1074}, {0x1p-1074, -0x1p-1074}, {0x1p-1074, 0x1p-1074},
        {-0x1p-1074, 0x1p-1074}};
    oracle_pair squares = {.body_a = {0, square, 4}, .body_b = {0, square, 4}};
    graze_clearance found, twin;
    squares.a = (graze_motion){.form = GRAZE_KINEMATIC,
                               .position = {0x1p-1071, 0x1p-1071, 0},
                               .acceleration = {-0x1.ffffffffffffep+971,
                                                -0x1.ffffffffffffep+971, 0},
                               .start = 0x1p-1021,
                               .duration = 0x1.6a09e667f3bcdp-1022};
    squares.b = (graze_motion){.form = GRAZE_KINEMATIC,
                               .position = {0x1p-1072, 0x1p-1072, 0},
                               .velocity = {0, 0x1.6a09e667f3bccp-50, 0},
                               .acceleration = {0, -0x1.ffffffffffffep+971, 0},
                               .start = 0x1p-1021,
                               .duration = 0x1.6a09e667f3bcdp-1022};
    CU_ASSERT_EQUAL(graze_conflict_clearance(&squares.body_a, &squares.a, &squares.body_b,
                                             &squares.b, &found),
                    GRAZE_OK);
    oracle_body_clearance(&squares, &twin);
    CU_ASSERT(found.depth == twin.depth && found.distance == twin.distance);
    CU_ASSERT_EQUAL(found.time, twin.time);
}

/* ---- rare pairs ------------------------------------------------------------------------ */

static void agrees_with_twin(const oracle_pair *asked)
{
    const char *difference = ramps_differ(asked);
    if (difference != NULL)
        printf(" (%s) ", difference);
    CU_ASSERT_PTR_NULL(difference);
}

/* Squares of which one is half an ulp of thousands skew, on ramps of 2^-232 m: nearest at several
 * instants that no double tells apart. */
static void squares_that_hardly_move_are_as_deep_as_the_twin_says(void)
{
    const graze_point straight[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const graze_point skew[] = {{-0.5, -0x1.ffffffd4b6cefp-2}, {0.5, -0.5}, {0.5, 0.5},
                                {-0.5, 0.5}};
    const oracle_pair asked = {
        .body_a = {0, straight, 4},
        .body_b = {0, skew, 4},
        .a = {.form = GRAZE_RAMP, .position = {-0x1p-232, 0x1p-232, 0},
              .to = {-0x1.8p-232, 0x1p-233, 0}, .start = 1, .duration = 0x1.6a09e667f3bccp+0},
        .b = {.form = GRAZE_RAMP, .to = {-0x1p-233, -0x1p-233, 0}, .start = 2, .duration = 2}};
    agrees_with_twin(&asked);
}

/* Both on ramps of one share, far from the origin: the difference of their accelerations is small
 * beside each. */
static void ramps_that_turn_alike_are_as_deep_as_the_twin_says(void)
{
    const double share = 0x1.b8e02cea38062p+0;
    const graze_point of_a[] = {{-1.75, -1}, {-0.5, -1.25}, {2, 0.5}, {1.5, 1.5}, {-0.25, 1.25}};
    const graze_point of_b[] = {{-2, -1.25}, {0.75, -0.25}, {-1, 2}, {-1.75, -0.25}};
    oracle_pair asked = {.body_a = {0.46875, of_a, 5}, .body_b = {0.15625, of_b, 4}};
    CU_ASSERT_EQUAL(graze_motion_ramp((graze_vector){0x1.7d783f68p+26, -0x1.7d783fcp+26, 0},
                                      (graze_vector){0x1.7d784038p+26, -0x1.7d7840bp+26, 0}, 1.75,
                                      2.25, share, &asked.a),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(graze_motion_ramp((graze_vector){0x1.7d783f2p+26, -0x1.7d7840ap+26, 0},
                                      (graze_vector){0x1.7d783f8p+26, -0x1.7d7841p+26, 0}, 1.75,
                                      2.25, share, &asked.b),
                    GRAZE_OK);
    agrees_with_twin(&asked);
}

/* One falls onto the top of the other and is carried off by it. */
static void a_square_below_a_kite_is_as_deep_as_the_twin_says(void)
{
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const graze_point kite[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 1.5}, {-0.5, 0.5}};
    const oracle_pair asked = {.body_a = {0, square, 4},
                               .body_b = {0, kite, 4},
                               .a = {.form = GRAZE_KINEMATIC, .velocity = {0, -9, 0},
                                     .acceleration = {0, 18, 0}, .start_tail = 0.5, .duration = 8},
                               .b = {.form = GRAZE_KINEMATIC, .position = {0, 1, 0},
                                     .velocity = {0, -9, 0}, .acceleration = {0, 9, 0},
                                     .duration = 8}};
    agrees_with_twin(&asked);
}

/* A triangle leaves a capsule, and its life ends, on the same double. */
static void an_overlap_that_ends_beside_a_life_ends_as_the_twin_says(void)
{
    const graze_point segment[] = {{-2, 0}, {1.25, -1.5}};
    const graze_point triangle[] = {{-1.75, 1.25}, {-0.25, -1.75}, {1.5, -0.25}};
    const oracle_pair asked = {.body_a = {0.625, segment, 2},
                               .body_b = {0.625, triangle, 3},
                               .a = {.form = GRAZE_WAYPOINT, .position = {-0.5, -9, 0},
                                     .to = {11.5, 11, 0}, .start = -1, .duration = 8},
                               .b = {.form = GRAZE_KINEMATIC, .position = {0.25, -2, 0},
                                     .velocity = {0.5, 2, 0}, .start = 2, .duration = 0.5}};
    agrees_with_twin(&asked);
}

/* Triangles that never end, of which one gains on the other by 2^-28 of both accelerations. */
static void triangles_that_drift_for_ever_are_as_deep_as_the_twin_says(void)
{
    const graze_point of_a[] = {{-0.25, 1.25}, {0.75, 1}, {1.75, 1.5}};
    const graze_point of_b[] = {{0x1.1926da0b7c3bp-2, -0x1.ec52d0685dcadp-1},
                                {0x1.ba870a23fecf9p-1, -0x1.01838f8266846p-1},
                                {0x1.f28ed43b4fec8p-1, -0x1.d2339ab0899cdp-3}};
    const oracle_pair asked = {
        .body_a = {0x1.85e4b4d9a6bc8p-3, of_a, 3},
        .body_b = {0, of_b, 3},
        .a = {.form = GRAZE_KINEMATIC, .position = {0x1.af5c8a78f91dp-3, 0x1.da22ad3fa8df8p-1, 0},
              .velocity = {0x1.25b994e4103dp-3, 0x1.013327ca84fc4p-1, 0},
              .acceleration = {0x1.18404523c2aecp+0, 0x1.797a8aee0c0d8p+0, 0},
              .start = 0x1.ff1e48ae57c5p+0, .duration = INFINITY},
        .b = {.form = GRAZE_KINEMATIC, .position = {0x1.c4a7e0cf97bep+0, 0x1.c6329090ee6d8p+0, 0},
              .velocity = {-0x1.98f7e0c5e5f56p+0, 0x1.86496d498b698p+0, 0},
              .acceleration = {0x1.18404523c2aecp+0, 0x1.797a8a27e7c45p+0, 0},
              .start = 0x1.438f52ad09c89p+1, .duration = INFINITY}};
    agrees_with_twin(&asked);
}

static void is_deepest_at(double time, const oracle_pair *asked)
{
    graze_clearance found;
    CU_ASSERT_EQUAL(graze_conflict_clearance(&asked->body_a, &asked->a, &asked->body_b, &asked->b,
                                             &found),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(found.time, time);
    agrees_with_twin(asked);
}

/* A pentagon stops, and its life ends, at instant 0, where it is deepest; then it sets off there.
 * Doubles lie so close to 0 that depths a little before it differ in no 181 bits. */
static void who_is_deepest_where_a_life_ends_is_so_at_that_instant(void)
{
    const graze_point five[] = {{-2, 1}, {-1.25, -2}, {1, 0}, {1.25, 0.75}, {0.75, 1.5}};
    const graze_point four[] = {{-0.75, 0.25}, {-0.5, -2}, {1.25, -0.25}, {-0.5, 1.25}};
    const graze_vector far = {-10.625, -9, 0}, near = {-2.625, -5, 0};
    oracle_pair asked = {.body_a = {0, five, 5}, .body_b = {0, four, 4}};
    for (int round = 0; round < 4; round++) {
        const bool stops = round < 2;
        asked.body_b.radius = round % 2 == 0 ? 0 : 0.625;
        asked.a = (graze_motion){.form = GRAZE_RAMP, .position = stops ? far : near,
                                 .to = stops ? near : far, .share = stops ? 0 : 2,
                                 .start = stops ? -0.5 : 0, .duration = 0.5};
        asked.b = (graze_motion){.form = GRAZE_WAYPOINT, .position = {-3, -2, 0},
                                 .to = {-3, -2, 0}, .start = stops ? -0.5 : 0, .duration = 0.75};
        is_deepest_at(0, &asked);
    }
}

/* A triangle drives over a point, faster and faster, and is deepest at instant 0, when its slanted
 * sides are as near as each other. Then the point comes along a curve: so it is above the top at
 * instant -1, and inside at 1. */
static void who_drives_through_is_deepest_where_two_sides_are_as_near(void)
{
    const graze_point tent[] = {{-1, 0}, {1, 0}, {0, 3}}, point[] = {{0, 0}};
    oracle_pair asked = {
        .body_a = {0.125, tent, 3},
        .body_b = {0, point, 1},
        .a = {.form = GRAZE_KINEMATIC, .position = {-0.75, -2, 0}, .velocity = {0.5, 0, 0},
              .acceleration = {0.5, 0, 0}, .start = -1, .duration = 2},
        .b = {.form = GRAZE_KINEMATIC, .start = -1, .duration = 2}};
    is_deepest_at(0, &asked);
    asked.a = (graze_motion){.form = GRAZE_KINEMATIC, .start = -2, .duration = 3.5};
    asked.b = (graze_motion){.form = GRAZE_KINEMATIC, .position = {0.75, 4.5, 0},
                             .velocity = {-1, -1, 0}, .acceleration = {0.5, 0, 0}, .start = -2,
                             .duration = 3.5};
    is_deepest_at(1, &asked);
}

/* A square slides along another one's side, by 18/2^1074 m deeper each second, until it is past the
 * corner: it is deepest where the side that it leaves is as near. Beside such a radius that is less
 * than 2^-1100 of the depth, which takes the twin seconds. */
static void who_slides_past_a_corner_is_deepest_beside_it(void)
{
    const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const graze_point wide[] = {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}};
    oracle_pair asked = {
        .body_a = {0, square, 4},
        .body_b = {0, wide, 4},
        .a = {.form = GRAZE_KINEMATIC, .velocity = {0.5, -54, 0}, .acceleration = {0, 18, 0},
              .start = -0x1p-1074, .duration = 8},
        .b = {.form = GRAZE_KINEMATIC, .position = {0.5, 1, 0}, .velocity = {0, -54, 0},
              .acceleration = {0, 18, 0}, .duration = 8}};
    for (int round = 0; round < 2; round++) {
        asked.body_a.radius = round == 0 ? 0 : 0x1p51;
        is_deepest_at(4, &asked);
        CU_ASSERT(support_rounds(0, 1, 1) == 0 || times_differ(&asked) == NULL);
    }
}

CU_TestInfo body_twin_tests[] = {
    SUPPORT_TEST(every_interval_of_polygons_is_right),
    SUPPORT_TEST(every_interval_of_accelerated_polygons_is_right),
    SUPPORT_TEST(every_interval_of_rounded_bodies_is_right),
    SUPPORT_TEST(every_unsafe_start_of_polygons_is_right),
    SUPPORT_TEST(every_unsafe_start_of_rounded_bodies_is_right),
    SUPPORT_TEST(kernel_and_twin_agree_on_intervals),
    SUPPORT_TEST(kernel_and_twin_agree_on_depths),
    SUPPORT_TEST(kernel_and_twin_agree_on_bodies_on_ramps),
    SUPPORT_TEST(kernel_and_twin_agree_on_unsafe_starts),
    SUPPORT_TEST(no_stage_contradicts_the_exact_one),
    SUPPORT_TEST(kernel_and_twin_agree_on_times),
    SUPPORT_TEST(kernel_and_twin_agree_on_times_where_depths_are_rough),
    SUPPORT_TEST(a_touch_has_the_depth_and_time_of_its_clearance),
    SUPPORT_TEST(a_depth_below_the_smallest_double_has_its_time),
    SUPPORT_TEST(squares_that_hardly_move_are_as_deep_as_the_twin_says),
    SUPPORT_TEST(ramps_that_turn_alike_are_as_deep_as_the_twin_says),
    SUPPORT_TEST(a_square_below_a_kite_is_as_deep_as_the_twin_says),
    SUPPORT_TEST(an_overlap_that_ends_beside_a_life_ends_as_the_twin_says),
    SUPPORT_TEST(triangles_that_drift_for_ever_are_as_deep_as_the_twin_says),
    SUPPORT_TEST(who_is_deepest_where_a_life_ends_is_so_at_that_instant),
    SUPPORT_TEST(who_drives_through_is_deepest_where_two_sides_are_as_near),
    SUPPORT_TEST(who_slides_past_a_corner_is_deepest_beside_it),
    CU_TEST_INFO_NULL,
};
