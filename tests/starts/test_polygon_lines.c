/* SPDX-License-Identifier: MIT */
/* Unsafe starts of sharp bodies at constant velocity from lines of edges and lives, bit for bit
 * beside all candidates in exact numbers. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle/body_pairs.h"
#include "oracle/random.h"
#include "starts/all_candidates.h"
#include "starts/polygon_starts.h"
#include "support/run.h"

enum { SEED = 61 };

/* How many were asked and answered; of those, with an interval, wrong. */
typedef struct tally {
    size_t asked, answered, unsafe, wrong;
} tally;

static bool is_uniform(const graze_motion *m)
{
    return m->form == GRAZE_WAYPOINT || (m->form == GRAZE_KINEMATIC && m->acceleration.x == 0 &&
                                         m->acceleration.y == 0);
}

/* Both zeros are one start. */
static bool is_same(const all_candidates *all, graze_interval starts, size_t count)
{
    return all->count == count && (count == 0 || (all->found[0].lower == starts.lower &&
                                                  all->found[0].upper == starts.upper));
}

/* What the stage answers must be right; whether it answers depends on the numbers. */
static void compare(const oracle_bodies *bodies, tally *all)
{
    const oracle_pair *p = &bodies->pair;
    graze_interval starts = {0, 0};
    size_t count = 0;
    pair question;
    if (!is_uniform(&p->a) || !is_uniform(&p->b) || p->body_a.radius + p->body_b.radius != 0 ||
        pair_of(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &question) != GRAZE_OK ||
        !question.cornered || isinf(p->a.duration) || isinf(p->b.duration))
        return;
    all->asked++;
    if (!polygon_starts(&question, &starts, &count))
        return;
    const all_candidates truth = all_candidates_of(&question, NULL);
    all->answered++;
    all->unsafe += count;
    if (is_same(&truth, starts, count))
        return;
    printf("\n/* %zu: (%a, %a) for %zu: (%a, %a) */\n", count, starts.lower, starts.upper,
           truth.count, truth.found[0].lower, truth.found[0].upper);
    oracle_print_bodies(stdout, bodies);
    all->wrong++;
}

static void starts_from_lines_equal_all_candidates(void)
{
    static oracle_bodies bodies;
    tally all = {.asked = 0};
    for (oracle_body_family family = 0; family < BODY_FAMILY_COUNT; family++)
        for (size_t i = 0; i < support_rounds(300, 800, 8000) && all.wrong < 3; i++) {
            oracle_generate_bodies(family, SEED, i, &bodies);
            compare(&bodies, &all);
        }
    printf(" (%zu of %zu, %zu unsafe) ", all.answered, all.asked, all.unsafe);
    CU_ASSERT_EQUAL(all.wrong, 0);
    CU_ASSERT(all.answered * 4 > all.asked && all.unsafe * 4 > all.answered);
}

/* ---- squares on a grid ------------------------------------------------------------------- */

typedef struct grid {
    oracle_random random;
    double cell;
    bool beside; /* some numbers are neighbours of what they should be */
} grid;

static double beside(grid *on, double x)
{
    if (!on->beside || !random_once_in(&on->random, 6))
        return x;
    return nextafter(x, random_sign(&on->random) * INFINITY);
}

static double draw(grid *on, int range)
{
    return beside(on, random_whole(&on->random, -range, range) * on->cell);
}

/* A square of one or two half cells, parallel to the axes or to the diagonals. */
static graze_body draw_square(grid *on, graze_point *corners)
{
    const double r = random_whole(&on->random, 1, 2) * on->cell / 2;
    const graze_point upright[4] = {{r, r}, {-r, r}, {-r, -r}, {r, -r}};
    const graze_point turned[4] = {{r, 0}, {0, r}, {-r, 0}, {0, -r}};
    memcpy(corners, random_once_in(&on->random, 2) ? upright : turned, sizeof upright);
    return (graze_body){0, corners, 4};
}

/* Up to a step or two of the grid, in a time that mostly is one of few. */
static graze_motion draw_move(grid *on)
{
    const int form = random_whole(&on->random, 0, 1);
    const double length = random_once_in(&on->random, 3) ? sqrt(2) : 1;
    graze_motion m = {.form = form == 0 ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                      .position = {draw(on, 2), draw(on, 2), 0},
                      .start = draw(on, 20),
                      .duration = beside(on, length * random_whole(&on->random, 1, 2))};
    const double x = random_whole(&on->random, -1, 1) * on->cell;
    const double y = random_whole(&on->random, -1, 1) * on->cell;
    if (m.form == GRAZE_KINEMATIC)
        m.velocity = (graze_vector){x / length, y / length, 0};
    else
        m.to = (graze_vector){beside(on, m.position.x + x), beside(on, m.position.y + y), 0};
    if (random_once_in(&on->random, 8))
        m.start_tail = random_real(&on->random, -1, 1) * 0x1p-60;
    return m;
}

typedef graze_body (*body_maker)(grid *on, graze_point *corners);

static void compare_on_grids(size_t rounds, uint64_t stream, const double cells[4],
                             body_maker make_a, body_maker make_b)
{
    static oracle_bodies bodies;
    tally all = {.asked = 0};
    for (size_t i = 0; i < rounds && all.wrong < 3; i++) {
        grid on = {.cell = cells[i % 4], .beside = i % 3 == 0};
        oracle_pair *p = &bodies.pair;
        random_begin(&on.random, SEED, stream, i);
        p->body_a = make_a(&on, bodies.a);
        p->body_b = make_b(&on, bodies.b);
        p->a = draw_move(&on);
        p->b = draw_move(&on);
        p->tolerance = random_once_in(&on.random, 8) ? on.cell / 4 : 0;
        compare(&bodies, &all);
    }
    printf(" (%zu of %zu, %zu unsafe) ", all.answered, all.asked, all.unsafe);
    CU_ASSERT_EQUAL(all.wrong, 0);
    CU_ASSERT(all.answered * 100 > all.asked * 96);
    CU_ASSERT(all.unsafe * 3 > all.asked && all.unsafe * 10 < all.asked * 9);
}

static void squares_on_grids_have_starts_from_lines(void)
{
    static const double cells[] = {1, 0.1, 0x1p-40, 1e6};
    compare_on_grids(support_rounds(4000, 10000, 200000), 1, cells, draw_square, draw_square);
}

/* A regular body of 3 to 12 corners; a third of them are parallel to the grid. */
static graze_body draw_round(grid *on, graze_point *corners)
{
    const int count = random_whole(&on->random, 3, 12);
    const double turn = random_once_in(&on->random, 3) ? 0 : random_real(&on->random, 0, 6);
    const double size = random_whole(&on->random, 1, 2) * on->cell / 2;
    for (int i = 0; i < count; i++) {
        const double angle = turn + 2 * acos(-1) * i / count;
        corners[i] = (graze_point){size * cos(angle), size * sin(angle)};
    }
    return (graze_body){0, corners, (size_t)count};
}

static graze_body draw_round_or_square(grid *on, graze_point *corners)
{
    return random_once_in(&on->random, 4) ? draw_square(on, corners) : draw_round(on, corners);
}

static void bodies_of_many_corners_have_starts_from_lines(void)
{
    static const double cells[] = {1, 0.1, 1, 0.1};
    compare_on_grids(support_rounds(800, 2000, 40000), 2, cells, draw_round, draw_round_or_square);
}

/* What is rounded, has no end, many corners or no interior is left to others. */
static void what_has_no_lines_is_left_to_others(void)
{
    enum { MANY = 130 };
    graze_point many[MANY];
    const graze_point square[4] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const graze_body sharp = {0, square, 4}, rounded = {0.5, square, 4}, flat = {0, square, 2};
    const graze_motion moves = {.form = GRAZE_KINEMATIC, .velocity = {1, 0, 0}, .duration = 4};
    graze_motion endless = moves;
    graze_interval starts;
    size_t count = 0;
    pair question;
    endless.duration = INFINITY;
    for (int i = 0; i < MANY; i++)
        many[i] = (graze_point){cos(2 * i * acos(-1) / MANY), sin(2 * i * acos(-1) / MANY)};
    const graze_body round = {0, many, MANY};
    const struct {
        const graze_body *a, *b;
        const graze_motion *moved;
        bool answered;
    } asked[] = {{&sharp, &sharp, &moves, true},    {&rounded, &sharp, &moves, false},
                 {&flat, &flat, &moves, false},     {&round, &sharp, &moves, false},
                 {&sharp, &sharp, &endless, false}, {&flat, &sharp, &moves, true}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        CU_ASSERT_EQUAL(pair_of(asked[i].a, asked[i].moved, asked[i].b, &moves, 0, &question),
                        GRAZE_OK);
        CU_ASSERT_EQUAL(polygon_starts(&question, &starts, &count), asked[i].answered);
    }
}

CU_TestInfo polygon_line_tests[] = {
    SUPPORT_TEST(starts_from_lines_equal_all_candidates),
    SUPPORT_TEST(squares_on_grids_have_starts_from_lines),
    SUPPORT_TEST(bodies_of_many_corners_have_starts_from_lines),
    SUPPORT_TEST(what_has_no_lines_is_left_to_others),
    CU_TEST_INFO_NULL,
};
