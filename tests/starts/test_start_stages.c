/* SPDX-License-Identifier: MIT */
/* Every stage that answers about unsafe starts at constant velocity answers like the exact one,
 * or says that it cannot. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/scaled.h"
#include "kernel/stages.h"
#include "oracle/random.h"
#include "starts/separated.h"
#include "starts/start_guess.h"
#include "starts/start_judge.h"
#include "starts/start_search.h"
#define WITH(name) name##_plain
#include "starts/uniform_disc_sides.inc"
#include "starts/uniform_disc_starts.h"
#include "support/run.h"

static bool is_uniform_in_space(const pair *question)
{
    return question->dimensions == 3 && stages_uniform(question);
}

/* All instances that answer say the same, and so does the upper end alone. */
static bool ask_quickly(const pair *question, graze_interval *starts, bool *found)
{
    const graze_body body_a = {.radius = question->radius_a};
    const graze_body body_b = {.radius = question->radius_b};
    bool known = false;
    for (cpu_instructions level = CPU_PLAIN; level <= cpu_level(); level++) {
        graze_interval given = {0, 0}, end = {0, 0};
        bool exists = false, ends = false;
        if (!uniform_disc_starts(level, true, &body_a, question->a, &body_b, question->b,
                                 question->tolerance, &given, &exists))
            continue;
        CU_ASSERT_TRUE(uniform_disc_starts(level, false, &body_a, question->a, &body_b, question->b,
                                           question->tolerance, &end, &ends));
        CU_ASSERT_TRUE(ends == exists && (!ends || end.upper == given.upper));
        CU_ASSERT_TRUE(!known || (*found == exists && (!exists || (starts->lower == given.lower &&
                                                                   starts->upper == given.upper))));
        known = true;
        *found = exists;
        if (exists)
            *starts = given;
    }
    return known;
}

static outcome quick_starts_stage(const pair *question)
{
    graze_interval starts = {0, 0};
    bool found = false;
    return ask_quickly(question, &starts, &found) ? judge_starts(question, starts, found) : SILENT;
}

static bool is_unsafe(const pair *question, double start)
{
    bool unsafe = false;
    CU_ASSERT_EQUAL(start_is_unsafe(question, start, &unsafe), GRAZE_OK);
    return unsafe;
}

/* The same by the thousand, against decisions: they are one interval, so that two safe doubles
 * whose inner neighbours are unsafe are its ends. */
static outcome quick_starts_by_decisions(const pair *question)
{
    graze_interval starts = {0, 0};
    bool found = false;
    if (!ask_quickly(question, &starts, &found))
        return SILENT;
    if (!found)
        return separated_for_ever(question) ? RIGHT : judge_starts(question, starts, found);
    double first = nextafter(starts.lower, INFINITY), last = nextafter(starts.upper, -INFINITY);
    if (!isfinite(starts.lower) || !isfinite(starts.upper) || first >= starts.upper)
        return judge_starts(question, starts, found);
    return !is_unsafe(question, starts.lower) && is_unsafe(question, first) &&
                   is_unsafe(question, last) && !is_unsafe(question, starts.upper)
               ? RIGHT
               : WRONG;
}

static outcome near_stage(const pair *question)
{
    graze_interval near, starts = {0, 0};
    if (!start_guess(question, &near) || !start_search_near(question, near, &starts))
        return SILENT;
    return judge_starts(question, starts, true);
}

static outcome space_stage(const pair *question)
{
    graze_interval starts = {0, 0};
    return start_search_space(question, &starts) ? judge_starts(question, starts, true) : SILENT;
}

static outcome separated_stage(const pair *question)
{
    const graze_interval none = {0, 0};
    return separated_for_ever(question) ? judge_starts(question, none, false) : SILENT;
}

static bool is_plain_and_ends(const pair *question)
{
    return stages_plain(question) && isfinite(question->a->duration) &&
           isfinite(question->b->duration);
}

/* Trajectories ask with the other motion moved by a start that leaves a tail (delay.h). */
static bool has_tail(const pair *question)
{
    const graze_motion *a = question->a, *b = question->b;
    return question->dimensions == 2 && stages_uniform(question) && b->start_tail != 0 &&
           a->form != GRAZE_PARKED && b->form != GRAZE_PARKED && isfinite(a->duration) &&
           isfinite(b->duration) && a->duration + a->duration_tail > 0 &&
           b->duration + b->duration_tail > 0;
}

static void starts_beside_a_tail_are_quick_and_equal_all_candidates(void)
{
    size_t asked = 0, answered = 0, rounds = support_rounds(2000, 4000, 80000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_pair generated;
        pair question;
        oracle_generate(FAMILY_tails, STAGES_SEED, index, &generated);
        if (pair_of(&generated.body_a, &generated.a, &generated.body_b, &generated.b,
                    generated.tolerance, &question) != GRAZE_OK ||
            !has_tail(&question))
            continue;
        outcome result = quick_starts_stage(&question);
        asked++;
        answered += result != SILENT;
        CU_ASSERT_NOT_EQUAL(result, WRONG);
        if (result == WRONG)
            oracle_print(stdout, &generated);
    }
    CU_ASSERT(asked > rounds / 5);
    CU_ASSERT(answered * 100 >= asked * 90);
}

/* A move of a plan on a grid: it starts when some unit and diagonal moves have ended, rounded as a
 * planner adds them up. */
static graze_motion draw_grid_move(oracle_random *random, int width)
{
    static const double lengths[] = {1, 1.4142135623730951, 2.2360679774997898};
    static const int moves[][3] = {{1, 0, 0}, {1, 1, 1}, {1, 2, 2}};
    const int *by = moves[random_whole(random, 0, 2)];
    const int x = random_whole(random, 0, width), y = random_whole(random, 0, width);
    const int sign_x = 1 - 2 * random_whole(random, 0, 1),
              sign_y = 1 - 2 * random_whole(random, 0, 1);
    const bool turned = random_whole(random, 0, 1) == 1;
    const double from_x = x, from_y = y;
    const double to_x = x + sign_x * by[turned], to_y = y + sign_y * by[!turned];
    const int most = random_whole(random, 0, 1) == 1 ? 5 : 1;
    double start = 0;
    for (int i = 0; i < 3; i++)
        for (int k = random_whole(random, 0, i == 2 ? 1 : most); k > 0; k--)
            start += lengths[i];
    graze_motion move;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint((graze_vector){from_x, from_y, 0},
                                                (graze_vector){to_x, to_y, 0}, start,
                                                start + lengths[by[2]], &move),
                          GRAZE_OK);
    return move;
}

/* Ends that are sums in which all but 10^-16 or 10^-32 cancels, and exact ties of three long
 * numbers, are what plans on grids are made of. */
static void starts_of_grid_moves_are_quick_wherever_their_ends_lie(void)
{
    static const double radii[] = {0.35355339059327379, 0.5, 0.25};
    size_t asked = 0, tiny = 0, rounds = support_rounds(6000, 12000, 200000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random;
        random_begin(&random, STAGES_SEED, 940, index);
        const graze_body disc = {.radius = radii[index % 3]};
        graze_motion a = draw_grid_move(&random, 3), b = draw_grid_move(&random, 3);
        graze_interval starts = {0, 0};
        bool found = false;
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
        CU_ASSERT_TRUE(ask_quickly(&question, &starts, &found));
        CU_ASSERT_EQUAL(quick_starts_by_decisions(&question), RIGHT);
        asked += found;
        tiny += found && (fabs(starts.lower) < 1e-14 || fabs(starts.upper) < 1e-14);
    }
    printf(" (%zu pairs, %zu with an end below 10^-14) ", asked, tiny);
    CU_ASSERT(tiny > 0 && asked > rounds / 4);
}

/* A move by a few cells of a grid whose cells are decimal fractions: equal steps differ by last
 * bits. */
static graze_motion draw_decimal_move(oracle_random *random, double cell)
{
    const int x = random_whole(random, 0, 5), y = random_whole(random, 0, 5);
    const int by_x = random_whole(random, -2, 2), by_y = random_whole(random, -2, 2);
    const double lasts = hypot(by_x, by_y) + (by_x == 0 && by_y == 0);
    graze_motion move = {.form = GRAZE_WAYPOINT,
                         .position = {cell * x, cell * y, 0},
                         .to = {cell * (x + by_x), cell * (y + by_y), 0},
                         .start = random_whole(random, 0, 4) * lasts,
                         .duration = lasts};
    if (random_once_in(random, 3)) {
        move.form = GRAZE_KINEMATIC;
        move.velocity = (graze_vector){cell * by_x / lasts, cell * by_y / lasts, 0};
    }
    return move;
}

/* Along diagonals they cross by a last bit, far away from where they are, and beside each other
 * they touch in the last bit of squares. */
static void starts_of_moves_on_decimal_grids_are_quick(void)
{
    static const double cells[] = {0.1, 0.7, 1.1, 0.3};
    static const double radii[] = {0.5, 0.4, 0.25, 0.35355339059327379};
    size_t asked = 0, answered = 0, rounds = support_rounds(10000, 20000, 400000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_random random;
        random_begin(&random, STAGES_SEED, 941, index);
        const double cell = cells[index % 4];
        const graze_body disc = {.radius = radii[index / 4 % 4] * cell};
        const graze_motion a = draw_decimal_move(&random, cell),
                           b = draw_decimal_move(&random, cell);
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
        const outcome result = quick_starts_by_decisions(&question);
        CU_ASSERT_NOT_EQUAL(result, WRONG);
        asked++;
        answered += result == RIGHT;
    }
    printf(" (%zu of %zu are not) ", asked - answered, asked);
    CU_ASSERT(SUPPORT_ENOUGH(answered * 1000 > asked * 998));
}

static void quick_starts_equal_all_candidates(void)
{
    stages_compare(quick_starts_stage, support_rounds(500, 1000, 10000), stages_plain, 75, NULL);
}

static void quick_starts_equal_decisions(void)
{
    stages_compare(quick_starts_by_decisions, support_rounds(4000, 8000, 400000), stages_plain, 75,
                   NULL);
}

static void quick_starts_of_jittered_pairs_equal_decisions(void)
{
    stages_compare(quick_starts_by_decisions, support_rounds(4000, 8000, 400000), stages_plain, 75,
                   stages_jitter);
}

static void quick_starts_hold_at_the_ends_of_their_range(void)
{
    stages_compare(quick_starts_by_decisions, support_rounds(2000, 4000, 200000), stages_plain, 15,
                   stages_stretch);
}

/* a ends at the origin where b begins a reach above or below, both rising alike: the bodies are
 * |shift + 2| or |shift| apart in height, so that with b above every blocked shift is below -1,
 * which the lives do not allow, and with b below every one is above -1, which they do. */
static outcome ask_about_corner(double height, bool *found)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion a = {
        .form = GRAZE_KINEMATIC, .position = {-1, -1, 0}, .velocity = {1, 1, 0}, .duration = 1};
    const graze_motion b = {.form = GRAZE_KINEMATIC,
                            .position = {0, height, 0},
                            .velocity = {2, 1, 0},
                            .start = 3,
                            .duration = 1};
    pair question;
    CU_ASSERT_EQUAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
    graze_interval starts = {0, 0};
    CU_ASSERT(ask_quickly(&question, &starts, found));
    CU_ASSERT(!*found || starts.lower == 2); /* when b begins, a life of a earlier */
    return judge_starts(&question, starts, *found);
}

static void a_touch_in_a_corner_blocks_all_or_nothing(void)
{
    bool found;
    CU_ASSERT_EQUAL(ask_about_corner(1, &found), RIGHT);
    CU_ASSERT_FALSE(found);
    CU_ASSERT_EQUAL(ask_about_corner(-1, &found), RIGHT);
    CU_ASSERT_TRUE(found);
}

/* Two discs follow each other at one speed, a falling by 2^-48 m on the way: no double word tells
 * which sides the touch points are beyond. The corner where both ways end is that of the lower
 * end, and not of the upper one, which is at a's begin and b's end. */
static void a_touch_in_a_corner_is_that_of_one_end_alone(void)
{
    const graze_body disc = {.radius = 0.5};
    const double begin = 0x1.ea09e667f3bccp+2, later = 0x1.1504f333f9de6p+3;
    const graze_motion a = {.form = GRAZE_WAYPOINT,
                            .position = {31, 0x1.2000000000001p+4, 0},
                            .to = {30, 18, 0},
                            .start = later,
                            .duration = 1};
    const graze_motion b = {.form = GRAZE_KINEMATIC,
                            .position = {32, 18, 0},
                            .velocity = {-1, 0, 0},
                            .start = begin,
                            .duration = 1};
    graze_interval starts = {0, 0};
    size_t count = 0;
    CU_ASSERT_EQUAL(graze_unsafe_starts(&disc, &a, &disc, &b, 0, NULL, &starts, 1, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL(starts.lower, begin);
    CU_ASSERT_EQUAL(starts.upper, later);
    CU_ASSERT_EQUAL(graze_unsafe_starts(&disc, &b, &disc, &a, 0, NULL, &starts, 1, &count),
                    GRAZE_OK);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL(starts.lower, later - 1);
    CU_ASSERT_EQUAL(starts.upper, later);
}

static outcome ask_of_discs(double reach, graze_motion a, graze_motion b, graze_interval *starts,
                            bool *found)
{
    const graze_body disc = {.radius = reach / 2};
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
    CU_ASSERT(ask_quickly(&question, starts, found));
    return judge_starts(&question, *starts, *found);
}

static graze_motion waypoint(double x, double y, double to_x, double to_y, double start,
                             double duration)
{
    return (graze_motion){.form = GRAZE_WAYPOINT,
                          .position = {x, y, 0},
                          .to = {to_x, to_y, 0},
                          .start = start,
                          .duration = duration};
}

/* Beside, before and in the way of one that rests, for some time or for ever. */
static void starts_beside_one_that_rests_are_quick(void)
{
    graze_interval starts;
    bool found;
    for (int k = 0; k < 2; k++) {
        const graze_motion rest = waypoint(0, 0, 0, 0, 5, k == 0 ? 9 : INFINITY);
        CU_ASSERT_EQUAL(ask_of_discs(1, waypoint(-4, 0, 4, 0, 0, 8), rest, &starts, &found), RIGHT);
        CU_ASSERT(found && starts.lower == 0 && starts.upper == (k == 0 ? 11 : INFINITY));
        CU_ASSERT_EQUAL(ask_of_discs(1, waypoint(0, 1, 8, 1, 0, 8), rest, &starts, &found), RIGHT);
        CU_ASSERT_FALSE(found); /* it starts in touch, and leaves at a right angle */
        CU_ASSERT_EQUAL(ask_of_discs(1, waypoint(-8, 1, 0, 1, 0, 8), rest, &starts, &found), RIGHT);
        CU_ASSERT_FALSE(found);
        CU_ASSERT_EQUAL(ask_of_discs(1, waypoint(-8, 1, 8, 1, 0, 8), rest, &starts, &found), RIGHT);
        CU_ASSERT_FALSE(found);
    }
}

/* Side by side with one another, in touch, but for 2^-70 m or so at one end of the way. */
static void ways_that_are_parallel_but_for_their_last_bits_are_not_parallel(void)
{
    const graze_body disc = {.radius = 2.5};
    const graze_motion b = waypoint(4, -3, 7, 1, 5, 8);
    for (int k = 0; k < 8; k++) {
        const double dust = (k % 2 != 0 ? 1 : -1) * (k / 2 % 2 != 0 ? 0x1p-70 : 0x1p-56);
        const graze_motion a =
            k < 4 ? waypoint(0, dust, 3, 4, 0, 8) : waypoint(dust, 0, 3, 4, 0, 8);
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, &b, 0, &question), GRAZE_OK);
        CU_ASSERT_NOT_EQUAL(quick_starts_stage(&question), WRONG);
        CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &b, &disc, &a, 0, &question), GRAZE_OK);
        CU_ASSERT_NOT_EQUAL(quick_starts_stage(&question), WRONG);
    }
}

/* Steps that turn by no more than (1 + x)(1 - x) - 1, in one direction and in opposite ones, beside
 * each other and far enough apart. */
static void starts_of_ways_that_turn_by_a_square_of_last_bits_are_quick(void)
{
    const graze_body disc = {.radius = 0.25};
    const double more = 1 + 0x1p-50, less = 1 - 0x1p-50;
    size_t blocked = 0;
    for (int k = 0; k < 64; k++) {
        const double x = (k % 8 - 4) * 0.25, y = (k / 8 - 4) * 0.25;
        const graze_motion a = waypoint(0, 0, more, 1, 5, 6),
                           b = waypoint(x, y, x + 1, y + less, 5, 6);
        const graze_motion back = waypoint(x, y, x - 1, y - less, 5, 6);
        for (int forth = 0; forth < 2; forth++) {
            pair question;
            graze_interval starts;
            bool found = false;
            CU_ASSERT_EQUAL_FATAL(pair_of(&disc, &a, &disc, forth == 1 ? &b : &back, 0, &question),
                                  GRAZE_OK);
            CU_ASSERT_TRUE_FATAL(ask_quickly(&question, &starts, &found));
            CU_ASSERT_EQUAL(judge_starts(&question, starts, found), RIGHT);
            blocked += found;
        }
    }
    CU_ASSERT(blocked > 32 && blocked < 96);
}

/* The root on each side: as a share of it, in exact numbers from where that leads to, and from a
 * start in doubles. Where a share is not known the other ways are asked, so that nobody else would
 * miss it. */
static outcome walk_stage(const pair *question)
{
    uniform_discs q;
    outcome result = RIGHT;
    if (!uniform_discs_of(question->a, question->b, question->radius_a, question->radius_b,
                          question->tolerance, &q) ||
        q.reach <= 0)
        return SILENT;
    for (int k = 0; k < 2 * SHIFTS; k++) {
        corner_places corners;
        side_contact first = {0, false};
        find_corners(&q, &corners);
        const side_walk side = side_of(&q, k % SHIFTS, k < SHIFTS);
        const double_word none = {NAN, 0};
        double_word near;
        double share, start, polished;
        if (side.moving->still || !isfinite(q.a.life) || !isfinite(q.b.life) ||
            reach_side(&q, &corners, &side, &first) != SIDE_LATER || first.narrow)
            continue;
        const bool upper = side.forth < 0; /* who walks back looks for the last start */
        if (!root_on_side(&q, &side, &first, none, upper, &start))
            start = NAN;
        const bool walked = root_on_walk(&q, &side, first.share, upper, &share, &near);
        if (!isnan(near.high) && root_on_side(&q, &side, &first, near, upper, &polished) &&
            polished != start && !isnan(start))
            result = WRONG;
        if (!walked)
            result = result == RIGHT ? SILENT : result;
        else if (share != start && !isnan(start))
            result = WRONG;
    }
    return result;
}

static void roots_on_walks_are_those_of_starts(void)
{
    stages_compare(walk_stage, support_rounds(4000, 8000, 100000), is_plain_and_ends, 75, NULL);
    stages_compare(walk_stage, support_rounds(2000, 4000, 100000), is_plain_and_ends, 15,
                   stages_stretch);
}

/* One after the other at the same speed, where one lives far longer: all shifts are nearly a share
 * of the longer life, and the ends are where the distance along the way is the reach. */
static void equal_velocities_of_lives_far_apart_have_their_own_ends(void)
{
    for (int k = 0; k < 48; k++) {
        const double life = ldexp(1, -k), aside = k % 3 * 0.125;
        graze_motion a, b;
        const graze_vector none = {0, 0, 0}, along = {0.75, 1, 0}, from = {1.5 - aside, aside, 0};
        CU_ASSERT_EQUAL(graze_motion_kinematic(none, along, none, 0, life, &a), GRAZE_OK);
        CU_ASSERT_EQUAL(graze_motion_kinematic(from, along, none, 0.3, 7.7, &b), GRAZE_OK);
        for (int turned = 0; turned < 2; turned++) {
            const graze_body disc = {.radius = 0.75};
            pair question;
            CU_ASSERT_EQUAL_FATAL(
                pair_of(&disc, turned ? &b : &a, &disc, turned ? &a : &b, 0, &question), GRAZE_OK);
            CU_ASSERT_EQUAL(quick_starts_stage(&question), RIGHT);
        }
    }
}

static bool has_starts(const pair *question)
{
    graze_interval starts = {0, 0};
    bool found = false;
    return is_plain_and_ends(question) && (!ask_quickly(question, &starts, &found) || found);
}

static void starts_searched_near_their_ends_equal_all_candidates(void)
{
    stages_compare(near_stage, support_rounds(300, 600, 6000), has_starts, 75, stages_jitter);
}

static void searched_starts_of_spheres_equal_all_candidates(void)
{
    stages_compare(space_stage, support_rounds(300, 600, 6000), is_uniform_in_space, 20, NULL);
}

/* Roads from a place to itself have such moves: one that takes no time at the other's place. */
static void who_never_lives_is_separated_from_all(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body bodies[] = {{.radius = 0.5}, {0.5, corners, 4}};
    const graze_motion never = {.form = GRAZE_WAYPOINT, .start = 2}, tail = {.start = 2};
    const graze_motion passes = {
        .form = GRAZE_WAYPOINT, .position = {-4, 0.1, 0}, .to = {4, 0.3, 0}, .duration = 8};
    const graze_motion *const empty[] = {&never, &tail};
    for (int i = 0; i < 8; i++) {
        const graze_body *body = &bodies[i & 1];
        const graze_motion *other = empty[i >> 1 & 1];
        unsafe_starts quick = {.count = 7}, exact = {.count = 7};
        pair question;
        CU_ASSERT_EQUAL_FATAL(pair_of(body, i < 4 ? other : &passes, &bodies[0],
                                      i < 4 ? &passes : other, 0, &question),
                              GRAZE_OK);
        CU_ASSERT_TRUE(separated_for_ever(&question));
        CU_ASSERT_EQUAL(starts_of(&question, &quick), GRAZE_OK);
        question.without = 2 * QUICK_LAST - 1;
        CU_ASSERT_EQUAL(starts_of(&question, &exact), GRAZE_OK);
        CU_ASSERT_TRUE(quick.count == 0 && exact.count == 0);
    }
}

static void what_is_separated_for_ever_has_no_unsafe_start(void)
{
    stages_compare(separated_stage, support_rounds(500, 1000, 10000), stages_any, 10, NULL);
}

static void leaving_out_any_stage_of_starts_changes_no_bit(void)
{
    stages_compare(less_stages, support_rounds(200, 400, 4000), stages_uniform, 100, NULL);
}

CU_TestInfo start_stage_tests[] = {
    SUPPORT_TEST(starts_of_grid_moves_are_quick_wherever_their_ends_lie),
    SUPPORT_TEST(starts_of_moves_on_decimal_grids_are_quick),
    SUPPORT_TEST(quick_starts_equal_all_candidates),
    SUPPORT_TEST(starts_beside_a_tail_are_quick_and_equal_all_candidates),
    SUPPORT_TEST(quick_starts_equal_decisions),
    SUPPORT_TEST(quick_starts_of_jittered_pairs_equal_decisions),
    SUPPORT_TEST(quick_starts_hold_at_the_ends_of_their_range),
    SUPPORT_TEST(roots_on_walks_are_those_of_starts),
    SUPPORT_TEST(equal_velocities_of_lives_far_apart_have_their_own_ends),
    SUPPORT_TEST(a_touch_in_a_corner_blocks_all_or_nothing),
    SUPPORT_TEST(a_touch_in_a_corner_is_that_of_one_end_alone),
    SUPPORT_TEST(starts_beside_one_that_rests_are_quick),
    SUPPORT_TEST(ways_that_are_parallel_but_for_their_last_bits_are_not_parallel),
    SUPPORT_TEST(starts_of_ways_that_turn_by_a_square_of_last_bits_are_quick),
    SUPPORT_TEST(starts_searched_near_their_ends_equal_all_candidates),
    SUPPORT_TEST(searched_starts_of_spheres_equal_all_candidates),
    SUPPORT_TEST(who_never_lives_is_separated_from_all),
    SUPPORT_TEST(what_is_separated_for_ever_has_no_unsafe_start),
    SUPPORT_TEST(leaving_out_any_stage_of_starts_changes_no_bit),
    CU_TEST_INFO_NULL,
};
