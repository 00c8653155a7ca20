/* SPDX-License-Identifier: MIT */
/* Steps and touches in integers of fixed lengths are those in dyadic numbers, or are not told. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/uniform_disc_integers.h"
#include "kernel/stages.h"
#include "numeric/exact.h"
#include "oracle/rational.h"
#include "support/run.h"

static size_t asked, told, roots, moved;

static bool is_asked(const pair *question, uniform_discs *q)
{
    return uniform_discs_of(question->a, question->b, question->radius_a, question->radius_b,
                            question->tolerance, q) &&
           q->reach > 0 && isfinite(q->a.life) && isfinite(q->b.life);
}

static bool near(double x, double y, double share)
{
    return fabs(x - y) <= share * fabs(y);
}

/* Whether one step and the other, in full or but for what Newton leaves out, lead to one place. */
static bool leads_there(const uniform_exact_step *x, const uniform_exact_step *y)
{
    const double size = fabs(y->step.high), bent = y->rate * size;
    const double left_out =
        x->rate == y->rate || near(x->rate, y->rate, 0x1p-48) ? 0 : -0.5 * bent * size;
    const double low = (x->step.high - y->step.high) + (x->step.low - y->step.low) - left_out;
    return fabs(low) <=
           0x1p-90 * size + (left_out == 0 ? 0 : fabs(bent) * (0x1p-48 + fabs(bent)) * size);
}

/* A step that is linear says so by a rate of 0, and is right wherever it begins. */
static bool same(const uniform_exact_step *x, const uniform_exact_step *y)
{
    const bool linear = x->rate == 0 && !x->at_root;
    return x->sign == y->sign && x->at_root == y->at_root &&
           (x->at_root || (linear && fabs(y->rate * y->step.high) * 17 >= 1) ||
            leads_there(x, y)) &&
           (x->at_root || linear || near(x->rate, y->rate, 0x1p-48));
}

/* What is not told is right, and so is what dyadic numbers have no room for. A step may begin near
 * the place that was asked for, and no farther than 2^-58 of all times. */
static bool agree(double_word s, bool known, const uniform_exact_step *found, bool also,
                  const uniform_exact_step *exact, double times)
{
    asked++;
    told += known;
    roots += known && found->at_root;
    moved += known && found->from.high != s.high;
    return !known || !also ||
           (same(found, exact) && fabs(found->from.high - s.high) <= 0x1p-58 * times &&
            found->from.low == 0);
}

static double times_of(const uniform_discs *q)
{
    return 4 * (q->a.life + q->b.life) + 2;
}

static bool tangent_agrees(const uniform_discs *q, double_word s)
{
    uniform_exact_step found = {.from = s}, exact;
    const bool known = uniform_integers_of_tangent(q, s, &found);
    const bool also = uniform_dyadics_of_tangent(q, found.from, &exact);
    return agree(s, known, &found, also, &exact, times_of(q));
}

static bool root_agrees(const uniform_discs *q, double_word s, const uniform_clock *u,
                        const uniform_clock *w)
{
    uniform_exact_step found = {.from = s}, exact;
    const bool known = uniform_integers_of_root(q, s, u, w, &found);
    const bool also = uniform_dyadics_of_root(q, found.from, u, w, &exact);
    return agree(s, known, &found, also, &exact, times_of(q));
}

static bool all_agree(const uniform_discs *q, double_word s)
{
    const double_word none = {0, 0}, begin = q->b.begin;
    const uniform_clock clocks[][2] = {
        {{none, q->a.begin, 1}, {none, q->b.begin, 1}}, /* a time */
        {{none, begin, 0}, {none, begin, 1}},           /* starts along the sides */
        {{none, begin, -1}, {none, begin, 0}},
        {{uniform_life(&q->a), begin, 0}, {uniform_life(&q->a), begin, 1}},
        {{uniform_life(&q->b), begin, -1}, {uniform_life(&q->b), begin, 0}}};
    bool right = tangent_agrees(q, s);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        right &= root_agrees(q, s, &clocks[i][0], &clocks[i][1]);
    return right;
}

/* At begins and ends, beside them by an ulp or less, and where all of a start cancels. */
static outcome step_stage(const pair *question)
{
    uniform_discs q;
    if (!is_asked(question, &q))
        return SILENT;
    const double begin = q.b.begin.high, life = q.b.life;
    const double times[] = {0, begin, begin + life, begin - q.a.life, begin + life / 3, 0x1p-60};
    bool right = true;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        right &= all_agree(&q, dw_from(times[i]));
        right &= all_agree(&q, dw_from(nextafter(times[i], 0)));
        right &= all_agree(&q, dw_sum(times[i], -0x1.6a09e667f3bcdp-57 * times[i]));
    }
    return right ? RIGHT : WRONG;
}

static bool moves(const pair *question)
{
    uniform_discs q;
    return stages_plain(question) && is_asked(question, &q);
}

static void steps_in_integers_are_those_in_dyadic_numbers(void)
{
    const size_t rounds = support_rounds(200, 700, 14000);
    asked = told = roots = moved = 0;
    stages_compare(step_stage, rounds, moves, 90, NULL);
    CU_ASSERT(2 * told > asked && roots > 0 && moved > 0);
    stages_compare(step_stage, rounds, moves, 90, stages_jitter);
    asked = told = 0;
    stages_compare(step_stage, rounds, moves, 0, stages_stretch);
    CU_ASSERT(told < asked);
}

static outcome touch_stage(const pair *question)
{
    uniform_discs q;
    bool right = true;
    if (!is_asked(question, &q) || q.a.still || q.b.still)
        return SILENT;
    for (int upper = 0; upper < 2; upper++) {
        int in[2], exact[2];
        const bool known = uniform_integers_touch_at(&q, upper == 1, &in[0], &in[1]);
        const bool also = uniform_dyadics_touch_at(&q, upper == 1, &exact[0], &exact[1]);
        asked++;
        told += known;
        roots += known && (in[0] == 0 || in[1] == 0);
        right &= !known || !also || (in[0] == exact[0] && in[1] == exact[1]);
        right &= !known || also || (in[0] == 0 && in[1] == 0); /* parallel */
    }
    return right ? RIGHT : WRONG;
}

static void touches_in_integers_are_those_in_dyadic_numbers(void)
{
    const size_t rounds = support_rounds(600, 2000, 40000);
    asked = told = roots = 0;
    stages_compare(touch_stage, rounds, moves, 0, NULL);
    CU_ASSERT(told > 0 && told < asked && roots > 0);
    told = 0;
    stages_compare(touch_stage, rounds, moves, 0, stages_jitter);
    CU_ASSERT(told > 0);
}

/* ---- corners ------------------------------------------------------------------------------ */

/* The place and the velocity of a motion, there and in this coordinate. */
static void way_of(const graze_motion *m, bool ended, bool vertical, mpq_t place, mpq_t velocity)
{
    const bool waypoint = m->form == GRAZE_WAYPOINT;
    const double from = vertical ? m->position.y : m->position.x;
    const double to = vertical ? m->to.y : m->to.x; /* or the velocity */
    mpq_t life, by;
    mpq_inits(life, by, NULL);
    rational_sum(life, m->duration, m->duration_tail);
    rational_sum(velocity, to, waypoint ? -from : 0);
    if (waypoint)
        mpq_div(velocity, velocity, life);
    mpq_mul(by, velocity, life);
    mpq_set_d(place, from);
    if (ended)
        mpq_add(place, place, by);
    mpq_clears(life, by, NULL);
}

/* The signs of |d|^2 - reach^2, d.(va - vb) and d.va. */
static void corner_signs(const pair *question, bool a_ended, bool b_ended, int signs[3])
{
    mpq_t d, place, va, vb, reach, sums[3];
    mpq_inits(d, place, va, vb, reach, sums[0], sums[1], sums[2], NULL);
    rational_sum(reach, question->radius_a, question->radius_b);
    mpq_set_d(d, question->tolerance);
    mpq_sub(reach, reach, d);
    mpq_mul(reach, reach, reach);
    mpq_neg(sums[0], reach);
    for (int k = 0; k < 2; k++) {
        way_of(question->a, a_ended, k == 1, d, va);
        way_of(question->b, b_ended, k == 1, place, vb);
        mpq_sub(d, d, place);
        mpq_sub(vb, va, vb);
        mpq_mul(va, va, d);
        mpq_mul(vb, vb, d);
        mpq_mul(d, d, d);
        mpq_add(sums[0], sums[0], d);
        mpq_add(sums[1], sums[1], vb);
        mpq_add(sums[2], sums[2], va);
    }
    for (int k = 0; k < 3; k++)
        signs[k] = mpq_sgn(sums[k]);
    mpq_clears(d, place, va, vb, reach, sums[0], sums[1], sums[2], NULL);
}

/* Of a lattice that is read for each question, and of one that lasts. */
static outcome corner_stage(const pair *question)
{
    uniform_discs q;
    uniform_lattice lattice = {.state = LATTICE_UNREAD};
    bool right = true;
    if (!is_asked(question, &q))
        return SILENT;
    for (int k = 0; k < 8; k++) {
        const bool a_ended = (k & 1) != 0, b_ended = (k & 2) != 0;
        int exact[3], level, along;
        q.lattice = (k & 4) != 0 ? &lattice : NULL;
        corner_signs(question, a_ended, b_ended, exact);
        const int sign = uniform_integers_excess_sign(&q, a_ended, b_ended);
        const int first = uniform_integers_short_sign(&q, a_ended, b_ended);
        const bool known = uniform_integers_turn(&q, a_ended, b_ended, &level, &along);
        asked++;
        told += sign != SIGN_UNKNOWN && first != SIGN_UNKNOWN;
        roots += sign == 0 && first == 0;
        moved += known && level == 0 && along != 0;
        right &= (sign == SIGN_UNKNOWN || sign == exact[0]) &&
                 (first == SIGN_UNKNOWN || first == exact[0]) &&
                 (!known || (level == exact[1] && along == exact[2]));
        if (q.lattice != NULL)
            right &= lattice.state == LATTICE_READ || (lattice.state == LATTICE_NONE && !known);
    }
    return right ? RIGHT : WRONG;
}

static void corners_in_integers_are_those_in_rationals(void)
{
    const size_t rounds = support_rounds(600, 2000, 40000);
    asked = told = roots = moved = 0;
    stages_compare(corner_stage, rounds, moves, 90, NULL);
    CU_ASSERT(3 * told > asked && roots > 0 && moved > 0);
    stages_compare(corner_stage, rounds, moves, 90, stages_jitter);
    asked = told = 0;
    stages_compare(corner_stage, rounds, moves, 0, stages_stretch);
    CU_ASSERT(told < asked);
}

/* Waits are no part of what times are counted by, however long they are. */
static void a_long_wait_leaves_the_others_their_units(void)
{
    const graze_motion a = {.form = GRAZE_KINEMATIC, .duration = 0x1p50};
    const graze_motion b = {.form = GRAZE_KINEMATIC,
                            .position = {-2, 0, 0},
                            .velocity = {1, 0, 0},
                            .start = 3,
                            .duration = 0x1.6a09e667f3bcdp+1};
    uniform_discs q;
    uniform_exact_step next;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, 0.5, 0, &q));
    const double_word life = uniform_life(&q.a), none = {0, 0};
    const uniform_clock u = {life, q.b.begin, 0}, w = {life, q.b.begin, 1};
    CU_ASSERT_TRUE(uniform_integers_of_root(&q, dw_from(4 - 0x1p50), &u, &w, &next));
    CU_ASSERT_TRUE(next.at_root && next.sign < 0);
    const uniform_clock rests = {none, q.b.begin, 0}, far = {none, dw_from(0x1p50), 1};
    CU_ASSERT_FALSE(uniform_integers_of_root(&q, dw_from(4), &rests, &far, &next));
}

/* Beside each other on diagonals of a square, in steps that are no multiples of a unit: the lower
 * tangent start is a double of more bits. */
static void a_tangent_start_between_two_units_is_told(void)
{
    const graze_motion a = {.form = GRAZE_WAYPOINT,
                            .position = {33, 53, 0},
                            .to = {32, 52, 0},
                            .start = 1,
                            .duration = 0x1.6a09e667f3bccp+0};
    const graze_motion b = {.form = GRAZE_WAYPOINT,
                            .position = {32, 53, 0},
                            .to = {33, 52, 0},
                            .start = 1,
                            .duration = 0x1.6a09e667f3bccp+0};
    const double radius = sqrt(2) / 4;
    uniform_discs q;
    uniform_exact_step next, exact;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, radius, radius, 0, &q));
    const double end = 2.0293072715139053e-17;
    CU_ASSERT_TRUE(uniform_integers_of_tangent(&q, (double_word){end, 0x1p-120}, &next));
    CU_ASSERT(next.at_root && next.from.high == end && next.from.low == 0 && next.sign < 0);
    CU_ASSERT_TRUE(uniform_dyadics_of_tangent(&q, dw_from(end), &exact) && exact.at_root);
    const double beside[] = {nextafter(end, 1), nextafter(end, 0), end / 3, end + 0x1p-70,
                             0x1p-170};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        CU_ASSERT_TRUE(uniform_integers_of_tangent(&q, dw_from(beside[i]), &next));
        CU_ASSERT_FALSE(next.at_root);
    }
}

/* The root at which one motion has come by 1 m, 2^-53 s after 0: a begin or a life has as much of a
 * tail. */
static void tails_of_begins_and_lives_count(void)
{
    const graze_motion comes = {
        .form = GRAZE_KINEMATIC, .position = {-2, 0, 0}, .velocity = {1, 0, 0}, .duration = 4};
    const graze_motion late = {
        .form = GRAZE_KINEMATIC, .start = 1, .start_tail = 0x1p-53, .duration = 1};
    const graze_motion lasts = {.form = GRAZE_KINEMATIC, .duration = 1, .duration_tail = 0x1p-53};
    const double_word none = {0, 0};
    uniform_discs q;
    uniform_exact_step next;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&comes, &late, 0.5, 0.5, 0, &q));
    const uniform_clock u = {none, q.b.begin, -1}, w = {none, q.b.begin, 0};
    CU_ASSERT_TRUE(uniform_integers_of_root(&q, dw_from(0x1p-53), &u, &w, &next));
    CU_ASSERT(next.at_root && next.sign > 0);
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&lasts, &comes, 0.5, 0.5, 0, &q));
    const uniform_clock ended = {uniform_life(&q.a), none, 0}, runs = {uniform_life(&q.a), none, 1};
    CU_ASSERT_TRUE(uniform_integers_of_root(&q, dw_from(-0x1p-53), &ended, &runs, &next));
    CU_ASSERT(next.at_root && next.sign < 0);
}

/* As above, of a start of 52 bits a few below a unit: (1 + u)(1/2 + r) - 1/2 - r - u/2 = u r. */
static void a_tangent_start_just_below_a_unit_is_told(void)
{
    const double u = 0x3ABCDEFp-56, r = 0x2345677p-57;
    const graze_motion a = {
        .form = GRAZE_WAYPOINT, .to = {0.5, 1, 0}, .duration = 1, .duration_tail = u};
    graze_motion b = a;
    b.to.x = -0.5;
    b.start = -0.5;
    b.start_tail = -r - u / 2;
    uniform_discs q;
    uniform_exact_step next;
    CU_ASSERT_TRUE_FATAL(uniform_discs_of(&a, &b, 0.5, r, 0, &q));
    CU_ASSERT_TRUE(uniform_integers_of_tangent(&q, dw_from(u * r), &next));
    CU_ASSERT(next.at_root && next.from.high == u * r && next.sign > 0);
    const double beside[] = {nextafter(u * r, 1), nextafter(u * r, 0), 2 * u * r, u * r / 2};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        CU_ASSERT_TRUE(uniform_integers_of_tangent(&q, dw_from(beside[i]), &next));
        CU_ASSERT_FALSE(next.at_root);
    }
}

CU_TestInfo exact_step_tests[] = {
    SUPPORT_TEST(steps_in_integers_are_those_in_dyadic_numbers),
    SUPPORT_TEST(touches_in_integers_are_those_in_dyadic_numbers),
    SUPPORT_TEST(corners_in_integers_are_those_in_rationals),
    SUPPORT_TEST(a_long_wait_leaves_the_others_their_units),
    SUPPORT_TEST(a_tangent_start_between_two_units_is_told),
    SUPPORT_TEST(a_tangent_start_just_below_a_unit_is_told),
    SUPPORT_TEST(tails_of_begins_and_lives_count),
    CU_TEST_INFO_NULL,
};
