/* SPDX-License-Identifier: MIT */
/* The distance of rectangles along the axes by their gaps, against the signed distance of the third
 * level, which takes them as any polygons: the same bits. */
#include "geometry/boxes.h"

#include <math.h>
#include <string.h>

#include "oracle/random.h"
#include "pairs.h"
#include "support/run.h"

typedef struct tally {
    size_t asked, told, meet, wrong;
} tally;

typedef struct rectangle {
    graze_point corners[4];
    graze_body body;
} rectangle;

/* Beginning with any corner. */
static void make(rectangle *made, graze_point middle, double wide, double high, int first)
{
    static const int way[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        const int *to = way[(i + first) % 4];
        made->corners[i] = (graze_point){middle.x + to[0] * wide, middle.y + to[1] * high};
    }
    made->body = (graze_body){0, made->corners, 4};
}

static bool is_box(const rectangle *made)
{
    graze_hull hull;
    return graze_hull_prepare(&made->body, &hull) == GRAZE_OK && hull_is_box(&hull);
}

static void compare(tally *counts, const rectangle of[2], const graze_point place[2])
{
    const graze_body body[2] = {of[0].body, of[1].body};
    graze_hull hull[2];
    double truth, told;
    if (!pair_measure(body, place, hull, &truth) || !hull_is_box(&hull[0]) ||
        !hull_is_box(&hull[1]))
        return;
    counts->asked++;
    if (!boxes_distance(&hull[0], place[0], &hull[1], place[1], &told))
        return;
    const double distance = truth > 0 ? truth : 0;
    counts->told++;
    counts->meet += truth < 0;
    counts->wrong += memcmp(&told, &distance, sizeof told) != 0;
}

/* Where B is seen from A, along one axis: at their touch, near to it, or anywhere. */
static double draw_step(oracle_random *random, double touch, double unit)
{
    const double sign = random_whole(random, 0, 1) * 2 - 1;
    switch (random_whole(random, 0, 3)) {
    case 0:
        return sign * touch;
    case 1:
        return sign *
               (touch + unit * ldexp(random_real(random, -1, 1), -random_whole(random, 0, 60)));
    case 2:
        return unit * random_whole(random, -5, 5);
    default:
        return unit * random_real(random, -3, 3);
    }
}

/* Rectangles that are `away` from the origins of their frames, each to its side, at places `far`
 * from the world's. */
static void draw_pair(tally *counts, oracle_random *random, double unit, double away, double far)
{
    rectangle of[2];
    double wide[2], high[2];
    for (int k = 0; k < 2; k++) {
        wide[k] = unit * random_real(random, 0.25, 1);
        high[k] = random_whole(random, 0, 1) ? wide[k] : unit * random_real(random, 0.25, 1);
        const double side = k == 0 ? away : -away;
        make(&of[k], (graze_point){side, -side}, wide[k], high[k], random_whole(random, 0, 3));
    }
    const double x = draw_step(random, wide[0] + wide[1], unit);
    const double y = draw_step(random, high[0] + high[1], unit);
    const graze_point place[2] = {{far, -far}, {far + 2 * away + x, y - 2 * away - far}};
    compare(counts, of, place);
}

static void boxes_are_as_far_apart_as_the_third_level_says(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 74, 1, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++) {
        const double far = ldexp(random_real(&random, -1, 1), random_whole(&random, -3, 45));
        draw_pair(&counts, &random, 1, i % 2 == 0 ? 0 : random_real(&random, 0, 1),
                  i % 3 == 0 ? 0 : far);
    }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told * 2 > counts.asked && counts.told < counts.asked && counts.meet > 0);
}

/* From where floats would underflow to where they would overflow, and sums of places do. */
static void boxes_are_told_at_every_magnitude(void)
{
    oracle_random random;
    tally counts = {0};
    random_begin(&random, 74, 2, 0);
    for (size_t i = 0; i < support_rounds(20000, 100000, 3000000); i++) {
        const int unit = random_whole(&random, -45, 45);
        const int far = i % 8 == 0 ? random_whole(&random, 50, 1023) : unit;
        draw_pair(&counts, &random, ldexp(1, unit), 0, ldexp(random_whole(&random, -1, 1), far));
    }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told > 0);
}

/* Of sizes that are no short numbers. */
static void boxes_in_cells_of_a_grid_are_told(void)
{
    rectangle of[2];
    tally counts = {0};
    for (int k = 0; k < 2; k++)
        make(&of[k], (graze_point){0, 0}, 0.35 + 0.011 * k, 0.35 - 0.007 * k, 0);
    for (int x = -5; x <= 5; x++)
        for (int y = -5; y <= 5; y++) {
            const graze_point place[2] = {{37, 61}, {37 + x, 61 + y}};
            compare(&counts, of, place);
        }
    CU_ASSERT_EQUAL(counts.wrong, 0);
    CU_ASSERT(counts.told == 121 && counts.meet == 1);
}

static void rectangles_along_the_axes_are_boxes(void)
{
    rectangle made;
    for (int first = 0; first < 4; first++) {
        make(&made, (graze_point){0, 0}, 1, 0.25, first);
        CU_ASSERT(is_box(&made));
        make(&made, (graze_point){0, 0}, 1, 0.1, first); /* flat */
        CU_ASSERT_FALSE(is_box(&made));
        make(&made, (graze_point){0, 8}, 1, 1, first); /* far off, beside what it measures */
        CU_ASSERT_FALSE(is_box(&made));
        make(&made, (graze_point){0, 0}, 1, 1, first);
        made.corners[first].x += 0x1p-52;
        CU_ASSERT_FALSE(is_box(&made));
        make(&made, (graze_point){0, 0}, 1, 1, first);
        made.body.radius = 0.5;
        CU_ASSERT_FALSE(is_box(&made));
    }
}

/* Places that are not finite, or not near to each other. */
static void boxes_far_away_are_not_told(void)
{
    const double fars[] = {0x1p61, 0x1p1000, INFINITY, NAN};
    rectangle made;
    graze_hull hull;
    double distance;
    make(&made, (graze_point){0, 0}, 1, 1, 0);
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&made.body, &hull), GRAZE_OK);
    for (size_t i = 0; i < sizeof fars / sizeof *fars; i++)
        for (int k = 0; k < 3; k++) {
            const graze_point place = {k == 0 ? 3 : fars[i], k == 1 ? 3 : fars[i]};
            CU_ASSERT_FALSE(boxes_distance(&hull, (graze_point){0, 0}, &hull, place, &distance));
        }
}

CU_TestInfo boxes_tests[] = {
    SUPPORT_TEST(boxes_are_as_far_apart_as_the_third_level_says),
    SUPPORT_TEST(boxes_are_told_at_every_magnitude),
    SUPPORT_TEST(boxes_in_cells_of_a_grid_are_told),
    SUPPORT_TEST(rectangles_along_the_axes_are_boxes),
    SUPPORT_TEST(boxes_far_away_are_not_told),
    CU_TEST_INFO_NULL,
};
