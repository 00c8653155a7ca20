/* SPDX-License-Identifier: MIT */
/* The terms of error bounds, one by one: pairs for which the others would not be enough, and the
 * errors of what the stages compute with, against rationals. */
#include <CUnit/CUnit.h>
#include <gmp.h>
#include <math.h>

#include "base/cpu.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_accelerated.h"
#include "contact/filter_uniform.h"
#include "contact/polygon_crossings.h"
#include "contact/polygon_filter.h"
#include "contact/uniform_disc.h"
#include "oracle/random.h"
#include "oracle/rational.h"
#include "support/run.h"

static graze_motion moving(double x, double y, double vx, double vy)
{
    return (graze_motion){.form = GRAZE_KINEMATIC, .position = {x, y, 0}, .velocity = {vx, vy, 0},
                          .duration = 8};
}

/* Squares are asked of the stages behind that of rectangles along the axes (test_aligned.c). */
static pair ask(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                const graze_motion *b, double tolerance)
{
    pair question;
    CU_ASSERT_EQUAL_FATAL(pair_of(body_a, a, body_b, b, tolerance, &question), GRAZE_OK);
    question.without = QUICK_ALIGNED;
    return question;
}

static bool conflicts(const pair *question)
{
    contact answer = contact_decide(question, NULL);
    CU_ASSERT_FALSE(contact_failed(answer));
    CU_ASSERT_EQUAL(answer == CONTACT_OVERLAP, exact_contact(question) == CONTACT_OVERLAP);
    return answer == CONTACT_OVERLAP;
}

/* ---- exact roots ------------------------------------------------------------------------- */

/* 3 - 3 t + t t is less than 1 between 1 s and 2 s: ends of a gap that are whole numbers. */
static void an_overlap_between_whole_seconds_is_seen_by_exact_numbers(void)
{
    const graze_body disc = {.radius = 0.5};
    graze_motion bent = moving(3, 0, -3, 0);
    const graze_motion resting = moving(0, 0, 0, 0);
    bent.acceleration.x = 2;
    const pair question = ask(&disc, &bent, &disc, &resting, 0);
    CU_ASSERT_EQUAL(exact_contact(&question), CONTACT_OVERLAP);
}

/* ---- lives ------------------------------------------------------------------------------- */

/* The first life ends at 1 - 2^-53, where the second one begins; summed in doubles it ends at 1. */
static void lives_that_meet_by_rounding_alone_share_no_time(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const graze_body bodies[] = {{.radius = 1}, {0, corners, 4}, {1, corners, 4}};
    graze_motion first = {.form = GRAZE_KINEMATIC, .start = 1.25 * 0x1p-53, .duration = 1,
                          .duration_tail = -2.25 * 0x1p-53};
    graze_motion second = {.form = GRAZE_KINEMATIC, .start = 1 - 0x1p-53, .duration = 1};
    for (int curved = 0; curved < 2; curved++) {
        first.acceleration.x = curved;
        for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
            const pair question = ask(&bodies[i], &first, &bodies[0], &second, 0);
            CU_ASSERT_FALSE(conflicts(&question));
            const pair other = ask(&bodies[0], &second, &bodies[i], &first, 0);
            CU_ASSERT_FALSE(conflicts(&other));
        }
    }
    second.start = 1 - 0x1p-52; /* and now they do */
    const pair question = ask(&bodies[0], &first, &bodies[1], &second, 0);
    CU_ASSERT_TRUE(conflicts(&question));
}

/* ---- a reach that is small beside the radii ---------------------------------------------- */

/* The sum of the radii is rounded to 2^21 though 2^-32 more: discs at the distance 1 + 2^-33 are
 * nearer to each other than the reach 1 + 2^-32, and farther than the rounded one, 1. */
static void what_the_sum_of_the_radii_loses_counts(void)
{
    const graze_body a = {.radius = 0x1p20 + 0x1p-32}, b = {.radius = 0x1p20};
    for (int curved = 0; curved < 2; curved++) {
        graze_motion passing = moving(-1, 1 + 0x1p-33, curved ? 0 : 1, 0);
        passing.acceleration.x = curved ? 2 : 0;
        const graze_motion resting = moving(0, 0, 0, 0);
        const pair question = ask(&a, &passing, &b, &resting, 0x1p21 - 1);
        CU_ASSERT_TRUE(conflicts(&question));
    }
}

/* ---- far corners ------------------------------------------------------------------------- */

/* A corner as far from the point as a disc is large, but for half an ulp, or one or two. Both rest
 * there, where all places are small, so that nothing but the corner's own size can pay for the
 * roundings. */
static void corners_that_are_far_away_are_as_exact_as_near_ones(void)
{
    oracle_random random;
    random_begin(&random, 51, 1, 0);
    const graze_motion resting = moving(0, 0, 0, 0);
    size_t inside = 0, rounds = support_rounds(4000, 8000, 200000);
    for (size_t round = 0; round < rounds; round++) {
        double x = random_real(&random, 0x1p19, 0x1p20), y = random_real(&random, 0x1p19, 0x1p20);
        const graze_point corners[] = {{x, y}, {2 * x + 0x1p19, 2 * y}, {2 * x, 2 * y + 0x1p19}};
        const graze_body far = {0x1p-3, corners, 3};
        double reach = hypot(x, y);
        for (int ulps = random_whole(&random, 0, 2); ulps > 0 && round % 4 == 0; ulps--)
            reach = nextafter(reach, round % 8 == 0 ? INFINITY : 0);
        const graze_body disc = {.radius = reach - 0x1p-3};
        const pair question = ask(&far, &resting, &disc, &resting, 0);
        inside += conflicts(&question);
    }
    CU_ASSERT(inside > rounds / 4 && inside < rounds - rounds / 4);
}

/* The disc round one corner: the sum of 1 and 2^-60 is 1. */
static void a_disc_round_a_body_is_never_too_small(void)
{
    const graze_point corner = {0x1p-60, 0};
    const graze_body body = {1, &corner, 1};
    CU_ASSERT(polygon_outer_radius(&body) > 1 && polygon_outer_radius(&body) < 1 + 0x1p-40);
}

/* ---- edges ------------------------------------------------------------------------------- */

/* by |value - exact| / bound; a bound that does not hold fails. */
static double error_over(double value, const mpq_t exact, double bound)
{
    mpq_t error, limit;
    mpq_inits(error, limit, NULL);
    mpq_set_d(error, value);
    mpq_sub(error, error, exact);
    mpq_abs(error, error);
    mpq_set_d(limit, bound);
    CU_ASSERT(mpq_cmp(error, limit) <= 0);
    double part = 0;
    if (mpq_sgn(limit) > 0) {
        mpq_div(error, error, limit);
        part = mpq_get_d(error);
    }
    mpq_clears(error, limit, NULL);
    return part;
}

/* of += sign x y */
static void add_product(mpq_t of, double x, const mpq_t y, int sign)
{
    mpq_t product;
    mpq_init(product);
    mpq_set_d(product, sign * x);
    mpq_mul(product, product, y);
    mpq_add(of, of, product);
    mpq_clear(product);
}

static double any_size(oracle_random *random)
{
    return ldexp(random_real(random, -1, 1), random_whole(random, -30, 30));
}

/* Of corners b - a and b_next - a_next, seen from places that are exact. */
static void what_an_edge_tells_of_a_place_is_within_its_bound(void)
{
    oracle_random random;
    random_begin(&random, 51, 2, 0);
    double worst = 0;
    mpq_t ex, ey, seen, exact;
    mpq_inits(ex, ey, seen, exact, NULL);
    for (size_t round = 0; round < support_rounds(4000, 10000, 400000); round++) {
        graze_point a[2], b[2];
        outline_room room = {{0}, {0}, {0}, {0}};
        outline c = outline_in(&room);
        c.count = 2;
        for (int i = 0; i < 2; i++) {
            a[i] = (graze_point){any_size(&random), any_size(&random)};
            b[i] = (graze_point){any_size(&random), any_size(&random)};
            c.x[i] = b[i].x - a[i].x;
            c.y[i] = b[i].y - a[i].y;
        }
        polygon_path p = {.length = 1};
        for (int k = 0; k < 2; k++) {
            p.x[k] = any_size(&random);
            p.y[k] = any_size(&random);
            p.places += fabs(p.x[k]) + fabs(p.y[k]);
        }
        crossed_edge e, beside;
        edge_block block;
        cross_edge(&p, &c, 0, &e);
        cross_block(&p, c.x, c.y, &block);
        cross_edge_of(&p, &c, &block, 0, &beside);
        CU_ASSERT(beside.across[0] == e.across[0] && beside.across[1] == e.across[1]);
        CU_ASSERT(beside.bound == e.bound && beside.norm == e.norm && beside.size == e.size);
        mpq_set_ui(ex, 0, 1);
        rational_difference(ex, b[1].x, b[0].x);
        rational_difference(seen, a[0].x, a[1].x);
        mpq_add(ex, ex, seen);
        rational_difference(ey, b[1].y, b[0].y);
        rational_difference(seen, a[0].y, a[1].y);
        mpq_add(ey, ey, seen);
        for (int k = 0; k < 2; k++) {
            mpq_set_ui(exact, 0, 1);
            add_product(exact, p.x[k], ey, 1);
            add_product(exact, b[0].x, ey, -1);
            add_product(exact, a[0].x, ey, 1);
            add_product(exact, p.y[k], ex, -1);
            add_product(exact, b[0].y, ex, 1);
            add_product(exact, a[0].y, ex, -1);
            worst = fmax(worst, error_over(e.across[k], exact, e.bound));
        }
    }
    CU_ASSERT(worst > 0x1p-10); /* or the bound is worth nothing */
    mpq_clears(ex, ey, seen, exact, NULL);
}

/* A square with its corners on a circle. */
static void askew_square(oracle_random *random, graze_point corners[4])
{
    const double angle = random_real(random, 0, 1.5), size = random_real(random, 0.5, 1);
    const double x = size * cos(angle), y = size * sin(angle);
    corners[0] = (graze_point){x, y};
    corners[1] = (graze_point){-y, x};
    corners[2] = (graze_point){-x, -y};
    corners[3] = (graze_point){y, -x};
}

static double reach_across(const graze_point corners[4], double x, double y)
{
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, x * corners[i].y - y * corners[i].x);
    return most;
}

/* One goes past the other so that the farthest corners of both touch, but for some last bits. */
static void who_goes_past_within_a_bit_is_apart_only_if_it_is(void)
{
    oracle_random random;
    random_begin(&random, 51, 7, 0);
    size_t met = 0;
    for (size_t round = 0; round < support_rounds(4000, 8000, 200000); round++) {
        graze_point corners[2][4];
        askew_square(&random, corners[0]);
        askew_square(&random, corners[1]);
        const graze_body a = {0, corners[0], 4}, b = {0, corners[1], 4};
        const double vx = random_real(&random, -1, 1), vy = random_real(&random, -1, 1);
        const double speed = hypot(vx, vy);
        const double off = (reach_across(corners[0], vx, vy) + reach_across(corners[1], vx, vy)) /
                           (speed * speed) * (1 + ldexp(random_real(&random, -1, 1), -50));
        const graze_motion goes = moving(-2 * vx - vy * off, -2 * vy + vx * off, vx, vy);
        const graze_motion rests = moving(0, 0, 0, 0);
        const pair question = ask(&a, &goes, &b, &rests, 0);
        const contact answer = polygon_filter_contact(&question), truth = exact_contact(&question);
        CU_ASSERT_TRUE(answer == CONTACT_UNKNOWN || answer == truth);
        met += truth == CONTACT_OVERLAP;
    }
    CU_ASSERT_TRUE(met > 100);
}

/* Squares that pass through each other, by numbers of 53 bits. */
static void ends_at_edges_are_rounded_in_double_words(void)
{
    static const graze_point corners[] = {{-0.7, -0.7}, {0.7, -0.7}, {0.7, 0.7}, {-0.7, 0.7}};
    const graze_body square = {0, corners, 4};
    const graze_motion resting = moving(0, 0, 0, 0);
    for (int i = 1; i < 4; i++) {
        const graze_motion passing = moving(-4.1, 0.1 * i, 1.1 + 0.1 * i, 0.01 * i);
        const pair question = ask(&square, &passing, &square, &resting, 0);
        graze_interval when = {NAN, NAN};
        contact_part parts[CONTACT_PARTS_MAX];
        size_t count = 0;
        bool rounded = false;
        CU_ASSERT_EQUAL(polygon_filter_interval(&question, &when, &rounded), CONTACT_OVERLAP);
        CU_ASSERT_TRUE(rounded);
        CU_ASSERT_EQUAL(exact_parts(&question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, parts,
                                    &count), GRAZE_OK);
        CU_ASSERT_EQUAL(when.lower, parts[0].interval.when.lower);
        CU_ASSERT_EQUAL(when.upper, parts[0].interval.when.upper);
    }
}

/* Edges that are crossed at whole seconds, by motions whose share of the life is a third or a
 * seventh there: the sign of what double words leave of that does not tell an end. */
static void ends_at_whole_seconds_are_those(void)
{
    static const graze_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int life = 3; life < 40; life++) {
        for (int at = 1; at + 2 < life; at++) {
            const double radius = life % 2 * 0.5, from = -2 - 2 * radius - at * (2 + 2 * radius);
            const graze_body square = {radius, corners, 4};
            graze_motion resting = moving(0, 0, 0, 0);
            resting.duration = life;
            graze_motion passing = moving(from, 0.25, from + life * (2 + 2 * radius), 0.75);
            passing.form = GRAZE_WAYPOINT;
            passing.duration = life;
            const pair question = ask(&square, &passing, &square, &resting, 0);
            graze_interval when = {NAN, NAN};
            bool rounded = false;
            CU_ASSERT_EQUAL(polygon_filter_interval(&question, &when, &rounded), CONTACT_OVERLAP);
            CU_ASSERT_TRUE(!rounded || (when.lower == at && when.upper == at + 2));
        }
    }
}

/* Ends at edges and corners of rounded bodies that go from place to place: in double words as
 * in double-doubles. */
static void ends_of_rounded_bodies_are_the_same_without_double_words(void)
{
    static const graze_point corners[] = {{-0.7, -0.6}, {0.7, -0.5}, {0.6, 0.7}, {-0.7, 0.6}};
    oracle_random random;
    random_begin(&random, 51, 6, 0);
    size_t rounded[2] = {0, 0}, rounds = support_rounds(2000, 8000, 200000);
    for (size_t round = 0; round < rounds; round++) {
        const graze_body wide = {random_real(&random, 0, 0.5), corners, 4};
        const graze_body disc = {.radius = 0.25 + random_real(&random, 0, 0.5)};
        const graze_motion resting = moving(0, 0, 0, 0);
        graze_motion passing = moving(-4.1, random_real(&random, -2, 2), random_real(&random, 2, 6),
                                      random_real(&random, -3, 3));
        if (random_once_in(&random, 2))
            passing.form = GRAZE_WAYPOINT;
        pair question = ask(&wide, &passing, &disc, &resting, random_once_in(&random, 2) * 0.125);
        graze_interval when[2] = {{NAN, NAN}, {NAN, NAN}};
        bool is_rounded[2] = {false, false};
        for (int i = 0; i < 2; i++) {
            question.without = QUICK_ALIGNED | (i == 0 ? 0 : QUICK_DOUBLE_WORD);
            if (polygon_filter_interval(&question, &when[i], &is_rounded[i]) == CONTACT_OVERLAP)
                rounded[i] += is_rounded[i];
        }
        CU_ASSERT_TRUE(!is_rounded[0] || !is_rounded[1] ||
                       (when[0].lower == when[1].lower && when[0].upper == when[1].upper));
    }
    CU_ASSERT_TRUE(rounded[0] > rounds / 4 && rounded[1] > rounds / 4);
}

/* Squares so small and slow that how fast an edge is crossed has two bits as a double. */
static void slopes_that_underflow_round_no_end(void)
{
    oracle_random random;
    random_begin(&random, 51, 5, 0);
    const double size = 0x1p-350;
    const graze_point corners[] = {{-size, -size}, {size, -size}, {size, size}, {-size, size}};
    const graze_body square = {0, corners, 4};
    const graze_motion resting = {.form = GRAZE_KINEMATIC, .duration = 0x1p400};
    for (size_t round = 0; round < support_rounds(4000, 8000, 200000); round++) {
        graze_motion passing = resting;
        passing.position.x = size * random_real(&random, -8, -4);
        passing.position.y = size * random_real(&random, -1, 1);
        passing.velocity.x = random_real(&random, 0x1p-727, 0x1p-725);
        pair question = ask(&square, &passing, &square, &resting, 0);
        question.without = random_once_in(&random, 2) ? QUICK_ALIGNED : 0;
        graze_interval when = {NAN, NAN};
        contact_part parts[CONTACT_PARTS_MAX];
        size_t count = 0;
        bool rounded = false;
        if (polygon_filter_interval(&question, &when, &rounded) != CONTACT_OVERLAP || !rounded)
            continue;
        CU_ASSERT_EQUAL(exact_parts(&question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, parts,
                                    &count), GRAZE_OK);
        CU_ASSERT_EQUAL(when.lower, parts[0].interval.when.lower);
        CU_ASSERT_EQUAL(when.upper, parts[0].interval.when.upper);
    }
}

/* ---- discs in double words --------------------------------------------------------------- */

/* What makes numbers of one kind: ordinary ones, times so short that displacements underflow,
 * radii that nearly are the tolerance, discs round corners. */
typedef enum gap_kind { GAP_PLAIN, GAP_SHORT, GAP_SMALL_REACH, GAP_CORNER, GAP_KINDS } gap_kind;

typedef struct gap_case {
    graze_motion motion[2];
    double radius[2], tolerance, time[2];
    graze_point corner[2];
} gap_case;

static void draw_gap(oracle_random *random, gap_kind kind, gap_case *drawn)
{
    for (int i = 0; i < 2; i++) {
        graze_motion *m = &drawn->motion[i];
        *m = moving(0, 0, random_real(random, -4, 4), random_real(random, -4, 4));
        m->duration = random_real(random, 1, 8);
        drawn->time[i] = random_real(random, 0, 1) * m->duration;
        drawn->radius[i] = random_real(random, 0.5, 4);
        if (kind == GAP_SHORT)
            drawn->time[i] = ldexp(drawn->time[i], -985);
        else
            m->position = (graze_vector){any_size(random), any_size(random), 0};
        if (random_once_in(random, 2))
            m->form = GRAZE_WAYPOINT;
        drawn->corner[i] = kind == GAP_CORNER
                               ? (graze_point){any_size(random), any_size(random)}
                               : (graze_point){0, 0};
    }
    drawn->tolerance = random_once_in(random, 2) ? 0 : random_real(random, 0, 0.25);
    if (kind == GAP_SHORT)
        for (int i = 0; i < 2; i++)
            drawn->motion[i].form = GRAZE_KINEMATIC;
    if (kind == GAP_SMALL_REACH) {
        drawn->radius[0] = random_real(random, 0x1p30, 0x1p31);
        drawn->radius[1] = ldexp(drawn->radius[1], random_whole(random, -20, 20));
        drawn->tolerance = drawn->radius[0] + drawn->radius[1] - random_real(random, 0.5, 1);
    }
}

/* Coordinate `axis` of the displacement at a local time. */
static void exact_moved(mpq_t moved, const graze_motion *m, int axis, double time)
{
    const double from = axis == 0 ? m->position.x : m->position.y;
    const double to = axis == 0 ? m->velocity.x : m->velocity.y;
    mpq_t number;
    mpq_init(number);
    if (m->form == GRAZE_WAYPOINT)
        rational_difference(moved, to, from);
    else
        mpq_set_d(moved, to);
    mpq_set_d(number, time);
    mpq_mul(moved, moved, number);
    if (m->form == GRAZE_WAYPOINT) {
        mpq_set_d(number, m->duration);
        mpq_div(moved, moved, number);
    }
    mpq_clear(number);
}

static void value_of(mpq_t value, double_word x)
{
    rational_difference(value, x.high, -x.low);
}

/* Both errors as parts of their bounds: of the relative place, of h. */
static void judge_gap(const gap_case *drawn, const uniform_gap *gap, double *place, double *h)
{
    mpq_t error, exact, number, sum;
    mpq_inits(error, exact, number, sum, NULL);
    for (int k = 0; k < 2; k++) {
        const graze_vector *a = &drawn->motion[0].position, *b = &drawn->motion[1].position;
        rational_difference(exact, k == 0 ? a->x : a->y, k == 0 ? b->x : b->y);
        rational_difference(number, k == 0 ? drawn->corner[0].x : drawn->corner[0].y,
                            k == 0 ? drawn->corner[1].x : drawn->corner[1].y);
        mpq_add(exact, exact, number);
        exact_moved(number, &drawn->motion[0], k, drawn->time[0]);
        mpq_add(exact, exact, number);
        exact_moved(number, &drawn->motion[1], k, drawn->time[1]);
        mpq_sub(exact, exact, number);
        mpq_mul(number, exact, exact);
        mpq_add(sum, sum, number);
        value_of(number, gap->d[k]);
        mpq_sub(number, number, exact);
        mpq_abs(number, number);
        mpq_add(error, error, number);
    }
    *place = fmax(*place, error_over(0, error, gap->error));
    rational_difference(number, drawn->radius[0], -drawn->radius[1]);
    mpq_set_d(exact, drawn->tolerance);
    mpq_sub(number, number, exact);
    mpq_mul(number, number, number);
    mpq_sub(sum, sum, number);
    *h = fmax(*h, error_over(gap->h, sum, gap->h_error + fabs(gap->h) * 0x1p-53));
    mpq_clears(error, exact, number, sum, NULL);
}

static void a_place_in_double_words_and_its_square_are_within_their_bounds(void)
{
    oracle_random random;
    random_begin(&random, 51, 3, 0);
    size_t rounds = support_rounds(3000, 7500, 300000);
    for (int kind = GAP_PLAIN; kind < GAP_KINDS; kind++) {
        double place = 0, h = 0;
        size_t served = 0;
        for (size_t round = 0; round < rounds; round++) {
            gap_case drawn;
            uniform_discs q;
            draw_gap(&random, (gap_kind)kind, &drawn);
            if (!uniform_discs_of(&drawn.motion[0], &drawn.motion[1], drawn.radius[0],
                                  drawn.radius[1], drawn.tolerance, &q) ||
                (kind == GAP_CORNER &&
                 !uniform_discs_at_corner(&q, drawn.corner[0], drawn.corner[1])))
                continue;
            const double_word u = dw_from(drawn.time[0]), w = dw_from(drawn.time[1]);
            const double times = 2 * (drawn.time[0] + drawn.time[1]);
            const bool fused = cpu_level() >= CPU_AVX2 && round % 2 != 0;
            const uniform_gap gap = fused ? uniform_gap_at_fused(&q, u, w, times)
                                          : uniform_gap_at_plain(&q, u, w, times);
            judge_gap(&drawn, &gap, &place, &h);
            served++;
        }
        CU_ASSERT(served > rounds / 2);
        CU_ASSERT(kind == GAP_SHORT || (place > 0x1p-12 && h > 0x1p-12));
    }
}

/* Guess and step leave one double, or tell that the next question is about 0 or about a double,
 * or nothing. */
static void an_end_is_rounded_if_its_error_leaves_one_double(void)
{
    double end = 7;
    CU_ASSERT_TRUE(uniform_round(1, 0x1p-60, 0x1p-61, true, &end) && end == 1 + 0x1p-52);
    CU_ASSERT_TRUE(uniform_round(1, 0x1p-60, 0x1p-61, false, &end) && end == 1);
    CU_ASSERT_TRUE(uniform_round(1, -0x1p-60, 0x1p-61, true, &end) && end == 1);
    CU_ASSERT_TRUE(uniform_round(1, -0x1p-60, 0x1p-61, false, &end) && end == 1 - 0x1p-53);
    CU_ASSERT_FALSE(uniform_round(1, 0x1p-60, 0x1p-59, true, &end));
    CU_ASSERT_EQUAL(end, 1);
    CU_ASSERT_FALSE(uniform_round(0x1p-70, 0x1p-80, 0x1p-60, true, &end));
    CU_ASSERT_EQUAL(end, 0);
    CU_ASSERT_FALSE(uniform_round(1, 0x1p-60, 0x1p-50, true, &end));
    CU_ASSERT_TRUE(isnan(end));
}

/* A disc passes one that moves nearly alike, inside the reach. */
static void draw_passing(oracle_random *random, graze_motion *a, graze_motion *b)
{
    double speed = ldexp(random_real(random, 1, 2), random_whole(random, 0, 12));
    double across = 1 - ldexp(random_real(random, 1, 2), random_whole(random, -40, -3));
    double turned = random_real(random, 0, 6.28), x = cos(turned), y = sin(turned);
    double from = random_real(random, -8, -2), to = random_real(random, 2, 8);
    *b = moving(0, 0, speed * x, speed * y);
    b->form = GRAZE_WAYPOINT;
    *a = *b;
    a->position = (graze_vector){from * x - across * y, from * y + across * x, 0};
    a->velocity = (graze_vector){a->velocity.x + to * x - across * y,
                                 a->velocity.y + to * y + across * x, 0};
    a->duration = b->duration = random_real(random, 4, 8);
}

/* From guesses on both sides of the two roots, up to some twenty times as far from them as they
 * are from each other. */
static void ends_near_each_other_are_rounded_right_or_not_at_all(void)
{
    oracle_random random;
    random_begin(&random, 51, 4, 0);
    size_t known = 0, rounds = support_rounds(3000, 7500, 300000);
    const graze_body disc = {.radius = 0.5};
    for (size_t round = 0; round < rounds; round++) {
        graze_motion a, b;
        uniform_discs q;
        contact_part parts[CONTACT_PARTS_MAX];
        size_t count = 0;
        draw_passing(&random, &a, &b);
        const pair question = ask(&disc, &a, &disc, &b, 0);
        if (exact_contact(&question) != CONTACT_OVERLAP ||
            !uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q))
            continue;
        CU_ASSERT_EQUAL_FATAL(exact_parts(&question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX,
                                          parts, &count), GRAZE_OK);
        const graze_interval when = parts[0].interval.when;
        if (!(when.lower > 0 && when.upper < a.duration))
            continue;
        double middle = when.lower / 2 + when.upper / 2, wide = when.upper - when.lower;
        double guess = middle + wide * ldexp(random_real(&random, -1, 1),
                                             random_whole(&random, -8, 6));
        const uniform_clock clock = {{0, 0}, {0, 0}, 1};
        for (int upper = 0; upper < 2; upper++) {
            double end = NAN;
            const bool plain = uniform_root_plain(&q, guess, &clock, &clock, true, upper, &end);
            CU_ASSERT(!plain || end == (upper ? when.upper : when.lower));
            known += plain;
            if (cpu_level() < CPU_AVX2)
                continue;
            const bool fused = uniform_root_fused(&q, guess, &clock, &clock, true, upper, &end);
            CU_ASSERT(!fused || end == (upper ? when.upper : when.lower));
        }
    }
    CU_ASSERT(known > rounds / 4);
}

/* The slope rises by 1 at once and hardly any more: Newton steps from its flat end lead far beyond
 * the other one. */
static void a_piece_is_least_within_itself(void)
{
    const double rise = 0x1p-10;
    for (int turned = 0; turned < 2; turned++) {
        for (double fall = 0.5; fall < 1; fall = 0.5 + 0.5 * fall) {
            const double slope[] = {-fall, 1 - fall, 1 - fall + rise, 1 - fall + 2 * rise};
            double row[FILTER_TERMS] = {0, 0, 0, 0, 0};
            for (int i = 1; i < FILTER_TERMS; i++)
                row[i] = row[i - 1] + (turned == 0 ? slope[i - 1] : -slope[FILTER_TERMS - 1 - i]);
            const double t = filter_lowest(row);
            CU_ASSERT(t >= 0 && t <= 1);
        }
    }
}

CU_TestInfo bound_tests[] = {
    SUPPORT_TEST(a_piece_is_least_within_itself),
    SUPPORT_TEST(an_overlap_between_whole_seconds_is_seen_by_exact_numbers),
    SUPPORT_TEST(lives_that_meet_by_rounding_alone_share_no_time),
    SUPPORT_TEST(what_the_sum_of_the_radii_loses_counts),
    SUPPORT_TEST(corners_that_are_far_away_are_as_exact_as_near_ones),
    SUPPORT_TEST(a_disc_round_a_body_is_never_too_small),
    SUPPORT_TEST(what_an_edge_tells_of_a_place_is_within_its_bound),
    SUPPORT_TEST(who_goes_past_within_a_bit_is_apart_only_if_it_is),
    SUPPORT_TEST(ends_at_edges_are_rounded_in_double_words),
    SUPPORT_TEST(ends_at_whole_seconds_are_those),
    SUPPORT_TEST(ends_of_rounded_bodies_are_the_same_without_double_words),
    SUPPORT_TEST(slopes_that_underflow_round_no_end),
    SUPPORT_TEST(a_place_in_double_words_and_its_square_are_within_their_bounds),
    SUPPORT_TEST(an_end_is_rounded_if_its_error_leaves_one_double),
    SUPPORT_TEST(ends_near_each_other_are_rounded_right_or_not_at_all),
    CU_TEST_INFO_NULL,
};
