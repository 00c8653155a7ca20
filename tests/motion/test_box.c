/* SPDX-License-Identifier: MIT */
/* Boxes against the places of motions as exact rationals. */
#include "motion/box.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "motion/exact.h"
#include "motion/life.h"
#include "support/run.h"

static graze_motion moving(graze_vector position, graze_vector velocity, graze_vector acceleration,
                           double start, double duration)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(
        graze_motion_kinematic(position, velocity, acceleration, start, duration, &motion),
        GRAZE_OK);
    return motion;
}

static graze_motion between(graze_vector from, graze_vector to, double start, double end)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(from, to, start, end, &motion), GRAZE_OK);
    return motion;
}

static const graze_vector nowhere = {0, 0, 0};
static const graze_body disc = {.radius = 1};

/* A side is not inward of the truth, and outward of it by less than `outward`. */
static void assert_side(double found, double truth, double outward)
{
    if (outward < 0)
        CU_ASSERT_TRUE(found <= truth && found >= truth + outward)
    else
        CU_ASSERT_TRUE(found >= truth && found <= truth + outward)
}

static void a_box_holds_the_turn_inside_a_life(void)
{
    /* Up and down again: x(u) = 4u - u^2, 4 at u = 2. */
    graze_motion thrown =
        moving((graze_vector){0, 7, 0}, (graze_vector){4, 0, 0}, (graze_vector){-2, 0, 0}, 10, 4);
    box found = box_of_motion(&disc, &thrown);
    assert_side(found.lower[0], -1, -1e-12);
    assert_side(found.upper[0], 5, 1e-12);
    assert_side(found.lower[1], 6, -1e-12);
    assert_side(found.upper[1], 8, 1e-12);
    assert_side(found.upper[2], 1, 1e-12);
    CU_ASSERT_EQUAL(found.begin, 10);
    CU_ASSERT_EQUAL(found.end, 14);
}

static void a_part_leaves_out_what_happens_before_and_after(void)
{
    graze_motion thrown =
        moving((graze_vector){0, 7, 0}, (graze_vector){4, 0, 0}, (graze_vector){-2, 0, 0}, 10, 4);
    box found;
    CU_ASSERT_TRUE(box_of_part(&disc, &thrown, 13, 20, &found));
    assert_side(found.lower[0], -1, -1e-12);
    assert_side(found.upper[0], 4, 1e-12);
    CU_ASSERT_EQUAL(found.begin, 13);
    CU_ASSERT_EQUAL(found.end, 14);

    graze_motion drive = between(nowhere, (graze_vector){8, 0, 0}, 0, 4);
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, 1, 2, &found));
    assert_side(found.lower[0], 1, -1e-12);
    assert_side(found.upper[0], 5, 1e-12);
}

static void the_first_instants_of_a_life_of_ages_are_held(void)
{
    /* Fractions of the life that are no normal numbers any more. */
    const graze_body point = {.radius = 0};
    graze_motion drive = between(nowhere, (graze_vector){0x1p990, 0, 0}, 0, 0x1p1000);
    box found;
    CU_ASSERT_TRUE(box_of_part(&point, &drive, 0x1p-75, 0x1.6p-74, &found));
    CU_ASSERT_TRUE(found.lower[0] <= 0x1p-85 && found.upper[0] >= 0x1.6p-84);
}

static void a_part_that_shares_one_instant_with_an_open_life_is_empty(void)
{
    graze_motion drive = between(nowhere, (graze_vector){8, 0, 0}, 1, 4);
    box found;
    CU_ASSERT_FALSE(box_of_part(&disc, &drive, 0, 1, &found));
    CU_ASSERT_FALSE(box_of_part(&disc, &drive, 4, 9, &found));
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, 4 - DBL_EPSILON * 2, 9, &found));
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, 2, 2, &found));
    drive = between(nowhere, nowhere, 1, 1);
    CU_ASSERT_FALSE(box_of_part(&disc, &drive, 0, 9, &found));

    /* A life that ends between two doubles. */
    drive = moving(nowhere, nowhere, nowhere, 0.1, 0.2);
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, nextafter(0.1 + 0.2, 0), 9, &found));
    CU_ASSERT_FALSE(box_of_part(&disc, &drive, 0.1 + 0.2, 9, &found));
}

static void an_endless_motion_has_sides_at_infinity_where_it_goes(void)
{
    graze_motion drive = moving(nowhere, (graze_vector){1, 0, 0}, nowhere, 3, HUGE_VAL);
    box found = box_of_motion(&disc, &drive);
    assert_side(found.lower[0], -1, -1e-12);
    CU_ASSERT_EQUAL(found.upper[0], HUGE_VAL);
    assert_side(found.upper[1], 1, 1e-12);
    CU_ASSERT_EQUAL(found.end, HUGE_VAL);

    /* x(u) = u^2 - 4u turns at -4. */
    drive = moving(nowhere, (graze_vector){-4, 0, 0}, (graze_vector){2, 0, 0}, 3, HUGE_VAL);
    found = box_of_motion(&disc, &drive);
    assert_side(found.lower[0], -5, -1e-12);
    CU_ASSERT_EQUAL(found.upper[0], HUGE_VAL);
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, 8, HUGE_VAL, &found));
    assert_side(found.lower[0], 4, -1e-12);
    CU_ASSERT_TRUE(box_of_part(&disc, &drive, 8, 9, &found));
    assert_side(found.upper[0], 13, 1e-12);
}

static void a_wait_and_a_parked_body_stand_for_ever(void)
{
    graze_motion wait = between((graze_vector){5, 0, 0}, (graze_vector){5, 0, 0}, 3, HUGE_VAL);
    box found = box_of_motion(&disc, &wait);
    assert_side(found.lower[0], 4, -1e-12);
    assert_side(found.upper[0], 6, 1e-12);
    CU_ASSERT_EQUAL(found.end, HUGE_VAL);
    CU_ASSERT_TRUE(box_of_part(&disc, &wait, 1e300, HUGE_VAL, &found));
    assert_side(found.upper[0], 6, 1e-12);

    graze_motion parked = moving(nowhere, (graze_vector){1, 0, 0}, nowhere, 3, 10);
    parked.form = GRAZE_PARKED;
    found = box_of_motion(&disc, &parked);
    assert_side(found.lower[0], 9, -1e-12);
    assert_side(found.upper[0], 11, 1e-12);
    CU_ASSERT_EQUAL(found.begin, 13);
    CU_ASSERT_FALSE(box_of_part(&disc, &parked, 0, 13, &found));
    CU_ASSERT_TRUE(box_of_part(&disc, &parked, 20, 30, &found));
    assert_side(found.upper[0], 11, 1e-12);
}

static void corners_reach_as_far_as_they_are_from_the_moving_point(void)
{
    const graze_point corners[] = {{-3, -1}, {2, 0}, {0, 4}};
    const graze_body body = {.radius = 0.5, .vertices = corners, .vertex_count = 3};
    box_reach reach = box_reach_of(&body);
    CU_ASSERT_EQUAL(reach.lower[0], -3.5);
    CU_ASSERT_EQUAL(reach.upper[0], 2.5);
    CU_ASSERT_EQUAL(reach.lower[1], -1.5);
    CU_ASSERT_EQUAL(reach.upper[1], 4.5);
    CU_ASSERT_EQUAL(reach.lower[2], -0.5);
}

static void a_reach_is_rounded_away_from_the_body(void)
{
    const graze_point corner = {0.1, -0.1};
    const graze_body body = {.radius = 0.2, .vertices = &corner, .vertex_count = 1};
    box_reach reach = box_reach_of(&body);
    CU_ASSERT_EQUAL(reach.upper[0], 0.1 + 0.2); /* which is above the real sum */
    CU_ASSERT_EQUAL(reach.lower[1], -(0.1 + 0.2));
    const graze_body huge = {.radius = DBL_MAX, .vertices = &corner, .vertex_count = 1};
    reach = box_reach_of(&huge);
    CU_ASSERT_EQUAL(reach.upper[0], HUGE_VAL);
    CU_ASSERT_EQUAL(reach.lower[1], -HUGE_VAL);
}

static void what_is_beyond_the_largest_double_has_infinite_sides(void)
{
    graze_motion far = moving((graze_vector){DBL_MAX, -DBL_MAX, 0}, (graze_vector){1e300, 0, 1e300},
                              nowhere, 0, 1e10);
    box found = box_of_motion(&disc, &far);
    CU_ASSERT_EQUAL(found.upper[0], HUGE_VAL);
    CU_ASSERT_EQUAL(found.lower[1], -HUGE_VAL);
    CU_ASSERT_EQUAL(found.upper[2], HUGE_VAL);
    far.start = DBL_MAX;
    far.duration = DBL_MAX;
    found = box_of_motion(&disc, &far);
    CU_ASSERT_EQUAL(found.begin, DBL_MAX);
    CU_ASSERT_EQUAL(found.end, HUGE_VAL);
}

static void grown_boxes_hold_what_they_should(void)
{
    box other = {{0.1, -2, 0}, {0.2, 0, 3}, 1, 2};
    box_grow(&other, 0.2);
    CU_ASSERT_EQUAL(other.lower[0], -0.1);
    CU_ASSERT_TRUE(other.upper[0] >= 0.4 && other.upper[0] <= 0.4 + DBL_EPSILON);
    CU_ASSERT_TRUE(other.begin == 1 && other.end == 2);
    box far = {{1, 1, 1 + 0x1p-52}, {2, 2, 2}, 1, 2}, near = {{0, 0, 0}, {1, 1, 1}, 0, 1};
    CU_ASSERT_FALSE(boxes_meet(&far, &near));
    far.lower[2] = 1;
    CU_ASSERT_TRUE(boxes_meet(&far, &near));
}

/* ---- against exact places ----------------------------------------------------------------- */

static double coordinate(graze_vector v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static int goes_to_place(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP;
}

static int at_most(double lower, const mpq_t place)
{
    if (isinf(lower))
        return lower < 0;
    mpq_t bound;
    mpq_init(bound);
    mpq_set_d(bound, lower);
    int holds = mpq_cmp(bound, place) <= 0;
    mpq_clear(bound);
    return holds;
}

static int at_least(double upper, const mpq_t place)
{
    if (isinf(upper))
        return upper > 0;
    mpq_t bound;
    mpq_init(bound);
    mpq_set_d(bound, upper);
    int holds = mpq_cmp(bound, place) >= 0;
    mpq_clear(bound);
    return holds;
}

/* Is the body at local time u inside the box, in exact arithmetic? */
static int holds_place(const box *found, const graze_motion *motion, double radius, const mpq_t u)
{
    mpq_t place, reach;
    mpq_inits(place, reach, NULL);
    mpq_set_d(reach, radius);
    int holds = 1;
    for (int k = 0; k < 3; k++) {
        exact_position(place, motion, u, k);
        mpq_sub(place, place, reach);
        holds &= at_most(found->lower[k], place);
        mpq_add(place, place, reach);
        mpq_add(place, place, reach);
        holds &= at_least(found->upper[k], place);
    }
    mpq_clears(place, reach, NULL);
    return holds;
}

/* u := the local time of the extremum on axis k, if there is one. */
static int exact_turn(mpq_t u, const graze_motion *motion, int k)
{
    double velocity = coordinate(motion->velocity, k);
    double acceleration = coordinate(motion->acceleration, k);
    if (goes_to_place(motion) || acceleration == 0)
        return 0;
    mpq_t divisor;
    mpq_init(divisor);
    mpq_set_d(u, -velocity);
    mpq_set_d(divisor, acceleration);
    mpq_div(u, u, divisor);
    mpq_clear(divisor);
    return 1;
}

/* Local times of a part: its two ends, and all that happens between. */
static int holds_motion(const box *found, const graze_motion *motion, double radius,
                        const mpq_t from, const mpq_t to)
{
    mpq_t u;
    mpq_init(u);
    int holds = holds_place(found, motion, radius, from) && holds_place(found, motion, radius, to);
    for (int k = 0; k < 3; k++)
        if (exact_turn(u, motion, k) && mpq_cmp(u, from) > 0 && mpq_cmp(u, to) < 0)
            holds &= holds_place(found, motion, radius, u);
    mpq_clear(u);
    return holds;
}

/* Next doubles outward of the exact life: found by comparing with the neighbours. */
static int holds_life(const box *found, const mpq_t start, const mpq_t end)
{
    mpq_t bound;
    mpq_init(bound);
    int holds = at_most(found->begin, start) && at_least(found->end, end);
    if (holds && found->begin < DBL_MAX)
        holds &= !at_most(nextafter(found->begin, HUGE_VAL), start);
    if (holds && found->end > -DBL_MAX)
        holds &= !at_least(nextafter(found->end, -HUGE_VAL), end);
    mpq_clear(bound);
    return holds;
}

typedef struct magnitudes {
    int lowest, highest; /* exponents */
} magnitudes;

static const magnitudes ranges[] = {
    {-60, -40}, {-53, -50}, {-1074, -1000}, {940, 971}, {-1074, 971}};

static double draw(uint64_t *state, magnitudes from)
{
    return random_double(state, from.lowest, from.highest);
}

static graze_vector draw_vector(uint64_t *state, magnitudes from)
{
    graze_vector v = {draw(state, from), draw(state, from), 0};
    if (random_below(state, 3) == 0)
        v.z = draw(state, from);
    if (random_below(state, 4) == 0)
        v.x = 0;
    return v;
}

/* ---- families: numbers of one magnitude, of one scale, and of any bits ---------------- */

static graze_motion draw_alike(uint64_t *state)
{
    magnitudes from = ranges[random_below(state, 5)];
    magnitudes times = random_below(state, 4) ? from : ranges[random_below(state, 5)];
    graze_motion motion = {.form = (graze_form)random_below(state, 3)};
    motion.position = draw_vector(state, from);
    motion.velocity = draw_vector(state, from);
    if (motion.form != GRAZE_WAYPOINT && random_below(state, 2))
        motion.acceleration = draw_vector(state, from);
    motion.start = draw(state, times);
    motion.duration = fabs(draw(state, times));
    if (random_below(state, 3) == 0)
        motion.start_tail = ldexp(draw(state, times), -53);
    if (random_below(state, 3) == 0)
        motion.duration_tail = ldexp(draw(state, times), -53);
    return motion;
}

static graze_vector draw_scaled(uint64_t *state, int exponent)
{
    graze_vector v = {0, 0, 0};
    double *const at[] = {&v.x, &v.y, &v.z};
    for (int k = 0; k < 3; k++)
        if (random_below(state, 3) != 0)
            *at[k] = ldexp((int)random_below(state, 65) - 32, exponent);
    return v;
}

/* Small whole numbers, with lengths times 2^i and times 2^j: velocities and accelerations
 * underflow or overflow where they do. */
static graze_motion draw_in_units(uint64_t *state)
{
    const int i = (int)random_below(state, 2040) - 1070, j = (int)random_below(state, 2040) - 1070;
    graze_motion motion = {.form = (graze_form)random_below(state, 3)};
    motion.position = draw_scaled(state, i);
    motion.velocity = draw_scaled(state, motion.form == GRAZE_WAYPOINT ? i : i - j);
    if (motion.form != GRAZE_WAYPOINT && random_below(state, 2))
        motion.acceleration = draw_scaled(state, i - 2 * j);
    motion.start = ldexp((int)random_below(state, 65) - 32, j);
    motion.duration = ldexp(1 + random_below(state, 64), j);
    return motion;
}

static double any_bits(uint64_t *state)
{
    const uint64_t bits = random_bits(state);
    double value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0;
}

static graze_motion draw_bits(uint64_t *state)
{
    graze_motion motion = {.form = (graze_form)random_below(state, 3)};
    motion.position = (graze_vector){any_bits(state), any_bits(state), 0};
    motion.velocity = (graze_vector){any_bits(state), any_bits(state), 0};
    if (motion.form != GRAZE_WAYPOINT && random_below(state, 2))
        motion.acceleration = (graze_vector){any_bits(state), any_bits(state), 0};
    motion.start = random_below(state, 2) ? any_bits(state) : 0;
    motion.duration = fabs(any_bits(state));
    return motion;
}

static graze_motion draw_form(uint64_t *state)
{
    switch (random_below(state, 4)) {
    case 0:
        return draw_in_units(state);
    case 1:
        return draw_bits(state);
    default:
        return draw_alike(state);
    }
}

/* Every third waypoint motion becomes a ramp. */
static graze_motion draw_motion(uint64_t *state)
{
    static const double shares[] = {0, 2, 0x1p-1074, 0.25, 1.75, 1};
    graze_motion motion = draw_form(state);
    if (motion.form != GRAZE_WAYPOINT || random_below(state, 3) != 0)
        return motion;
    motion.form = GRAZE_RAMP;
    motion.share = random_below(state, 2) ? shares[random_below(state, 6)]
                                          : fmin(fabs(random_double(state, -60, -52)), 2);
    return motion;
}

static void assert_holds(int holds, const char *what, const graze_motion *motion)
{
    CU_ASSERT_TRUE(holds);
    if (!holds)
        printf(" [%s: form %d, p %a %a %a v %a %a %a a %a %a %a, %a + %a for %a + %a] ", what,
               (int)motion->form, motion->position.x, motion->position.y, motion->position.z,
               motion->velocity.x, motion->velocity.y, motion->velocity.z, motion->acceleration.x,
               motion->acceleration.y, motion->acceleration.z, motion->start, motion->start_tail,
               motion->duration, motion->duration_tail);
}

static void random_boxes_hold_the_exact_motion(void)
{
    uint64_t state = 5;
    mpq_t from, to, start, end;
    mpq_inits(from, to, start, end, NULL);
    for (size_t i = 0; i < support_rounds(20000, 400000, 10000000); i++) {
        graze_motion motion = draw_motion(&state);
        if (graze_motion_validate(&motion) != GRAZE_OK)
            continue;
        const graze_body body = {.radius = fabs(draw(&state, ranges[random_below(&state, 5)]))};
        box found = box_of_motion(&body, &motion);
        const bool endless = motion.form == GRAZE_KINEMATIC && random_below(&state, 8) == 0;
        mpq_set_ui(from, 0, 1);
        exact_duration(to, &motion);
        if (endless) {
            motion.duration = HUGE_VAL;
            motion.duration_tail = 0;
            found = box_of_motion(&body, &motion);
            mpq_set_ui(to, 1, 1);
            mpq_mul_2exp(to, to, 2200); /* far enough to be nearly nowhere */
        }
        if (motion.form == GRAZE_PARKED)
            mpq_set(from, to);
        assert_holds(holds_motion(&found, &motion, body.radius, from, to), "place", &motion);
        if (!endless) {
            exact_start(start, &motion);
            exact_end(end, &motion);
        }
        if (motion.form == GRAZE_PARKED || endless)
            CU_ASSERT_EQUAL(found.end, HUGE_VAL)
        else
            assert_holds(holds_life(&found, start, end), "life", &motion);
    }
    mpq_clears(from, to, start, end, NULL);
}

/* A double in or near the life: near an end, or somewhere between. */
static double draw_time(uint64_t *state, const graze_motion *motion)
{
    double end = motion->start + motion->duration;
    double fraction = (double)random_below(state, 1025) / 1024;
    if (random_below(state, 8) == 0) /* near the begin, in a life that may be very long */
        fraction = ldexp(fraction, -(int)random_below(state, 1070));
    double time = random_below(state, 2)   ? motion->start + fraction * motion->duration
                  : random_below(state, 2) ? motion->start
                                           : end;
    for (unsigned steps = random_below(state, 4); steps > 0; steps--)
        time = nextafter(time, random_below(state, 2) ? HUGE_VAL : -HUGE_VAL);
    return fmax(-DBL_MAX, fmin(DBL_MAX, time));
}

/* from, to := the part's local times; false when it is empty. */
static int exact_part(mpq_t from, mpq_t to, const graze_motion *motion, double begin, double end)
{
    mpq_t start, finish;
    mpq_inits(start, finish, NULL);
    const double starts[] = {motion->start, motion->start_tail};
    exact_sum(start, starts, 2);
    exact_end(finish, motion);
    mpq_set_d(from, begin);
    mpq_set_d(to, end);
    int some = mpq_cmp(to, start) > 0 && mpq_cmp(from, finish) < 0 && mpq_cmp(start, finish) < 0;
    if (mpq_cmp(from, start) < 0)
        mpq_set(from, start);
    if (mpq_cmp(to, finish) > 0)
        mpq_set(to, finish);
    mpq_sub(from, from, start);
    mpq_sub(to, to, start);
    mpq_clears(start, finish, NULL);
    return some;
}

static void random_parts_hold_the_exact_part(void)
{
    uint64_t state = 6;
    mpq_t from, to;
    mpq_inits(from, to, NULL);
    size_t held = 0, empty = 0;
    for (size_t i = 0; i < support_rounds(20000, 400000, 10000000); i++) {
        graze_motion motion = draw_motion(&state);
        if (motion.form == GRAZE_PARKED || graze_motion_validate(&motion) != GRAZE_OK)
            continue;
        const graze_body body = {.radius = fabs(draw(&state, ranges[random_below(&state, 5)]))};
        double begin = draw_time(&state, &motion), end = draw_time(&state, &motion);
        if (begin > end)
            continue;
        box found = {{0, 0, 0}, {0, 0, 0}, 0, 0};
        int some = box_of_part(&body, &motion, begin, end, &found);
        assert_holds(some == exact_part(from, to, &motion, begin, end), "empty", &motion);
        empty += (size_t)!some;
        held += (size_t)some;
        if (!some)
            continue;
        assert_holds(holds_motion(&found, &motion, body.radius, from, to), "part", &motion);
        CU_ASSERT_TRUE(found.begin >= begin && found.end <= end);
    }
    CU_ASSERT_TRUE(held > 1000 && empty > 100);
    mpq_clears(from, to, NULL);
}

/* The slack must stay what the header says. */
static void random_boxes_are_no_wider_than_promised(void)
{
    uint64_t state = 7;
    for (size_t i = 0; i < support_rounds(20000, 200000, 1000000); i++) {
        magnitudes plain = {-55, -48};
        graze_vector from = draw_vector(&state, plain), to = draw_vector(&state, plain);
        graze_motion motion = between(from, to, 0, 1);
        box found = box_of_motion(&disc, &motion);
        for (int k = 0; k < 3; k++) {
            double low = fmin(coordinate(from, k), coordinate(to, k)) - 1;
            double size = fmax(fabs(coordinate(from, k)), fabs(coordinate(to, k))) + 1;
            CU_ASSERT_TRUE(low - found.lower[k] <= 0x1p-48 * size);
        }
    }
}

CU_TestInfo box_tests[] = {
    SUPPORT_TEST(a_box_holds_the_turn_inside_a_life),
    SUPPORT_TEST(a_part_leaves_out_what_happens_before_and_after),
    SUPPORT_TEST(the_first_instants_of_a_life_of_ages_are_held),
    SUPPORT_TEST(a_part_that_shares_one_instant_with_an_open_life_is_empty),
    SUPPORT_TEST(an_endless_motion_has_sides_at_infinity_where_it_goes),
    SUPPORT_TEST(a_wait_and_a_parked_body_stand_for_ever),
    SUPPORT_TEST(corners_reach_as_far_as_they_are_from_the_moving_point),
    SUPPORT_TEST(a_reach_is_rounded_away_from_the_body),
    SUPPORT_TEST(what_is_beyond_the_largest_double_has_infinite_sides),
    SUPPORT_TEST(grown_boxes_hold_what_they_should),
    SUPPORT_TEST(random_boxes_hold_the_exact_motion),
    SUPPORT_TEST(random_parts_hold_the_exact_part),
    SUPPORT_TEST(random_boxes_are_no_wider_than_promised),
    CU_TEST_INFO_NULL,
};
