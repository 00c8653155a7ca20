/* SPDX-License-Identifier: MIT */
/* Steps and touches in integers of fixed lengths are those in dyadic numbers, or are not told. */
#include <CUnit/CUnit.h>
#include <math.h>

#include "contact/uniform_disc_integers.h"
#include "kernel/stages.h"
#include "support/run.h"

static size_t asked, told, roots;

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

static bool same(const uniform_exact_step *x, const uniform_exact_step *y)
{
    const double low = (x->step.high - y->step.high) + (x->step.low - y->step.low);
    return x->sign == y->sign && x->at_root == y->at_root &&
           fabs(low) <= 0x1p-90 * fabs(y->step.high) && near(x->rate, y->rate, 0x1p-48);
}

/* What is not told is right, and so is what dyadic numbers have no room for. */
static bool agree(bool known, const uniform_exact_step *found, bool also,
                  const uniform_exact_step *exact)
{
    asked++;
    told += known;
    roots += known && found->at_root;
    return !known || !also || same(found, exact);
}

static bool tangent_agrees(const uniform_discs *q, double_word s)
{
    uniform_exact_step found, exact;
    const bool known = uniform_integers_of_tangent(q, s, &found);
    return agree(known, &found, uniform_dyadics_of_tangent(q, s, &exact), &exact);
}

static bool root_agrees(const uniform_discs *q, double_word s, const uniform_clock *u,
                        const uniform_clock *w)
{
    uniform_exact_step found, exact;
    const bool known = uniform_integers_of_root(q, s, u, w, &found);
    return agree(known, &found, uniform_dyadics_of_root(q, s, u, w, &exact), &exact);
}

static bool all_agree(const uniform_discs *q, double_word s)
{
    const double_word none = {0, 0}, begin = q->b.begin;
    const uniform_clock clocks[][2] = {
        {{none, q->a.begin, 1}, {none, q->b.begin, 1}}, /* a time */
        {{none, begin, 0}, {none, begin, 1}},           /* starts along the sides */
        {{none, begin, -1}, {none, begin, 0}},
        {{dw_from(q->a.life), begin, 0}, {dw_from(q->a.life), begin, 1}},
        {{dw_from(q->b.life), begin, -1}, {dw_from(q->b.life), begin, 0}}};
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
    asked = told = roots = 0;
    stages_compare(step_stage, rounds, moves, 90, NULL);
    CU_ASSERT(2 * told > asked && roots > 0);
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
        right &= !known || ((in[0] != 0 && in[1] != 0) == also &&
                            (!also || (in[0] == exact[0] && in[1] == exact[1])));
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

CU_TestInfo exact_step_tests[] = {
    SUPPORT_TEST(steps_in_integers_are_those_in_dyadic_numbers),
    SUPPORT_TEST(touches_in_integers_are_those_in_dyadic_numbers),
    CU_TEST_INFO_NULL,
};
