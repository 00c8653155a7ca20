/* SPDX-License-Identifier: MIT */
/* One motion in two forms. A ramp of share 1 is a waypoint motion, and one whose speed and
 * acceleration are doubles is a kinematic motion: all answers have the same bits. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>

#include "kernel/every_answer.h"
#include "kernel/seed.h"
#include "oracle/recipe.h"
#include "support/run.h"

/* ---- the same motion ----------------------------------------------------------------------- */

static double shorten(double x) { return ldexp(rint(ldexp(x, 8)), -8); }

static graze_vector shorten_vector(graze_vector v)
{
    return (graze_vector){shorten(v.x), shorten(v.y), shorten(v.z)};
}

/* A ramp in short numbers that lasts a power of two: what follows from them is exact. */
static void shorten_ramp(graze_motion *motion)
{
    if (motion->form != GRAZE_RAMP)
        return;
    motion->position = shorten_vector(motion->position);
    motion->to = shorten_vector(motion->to);
    motion->share = shorten(motion->share);
    motion->duration = ldexp(1, ilogb(motion->duration));
    motion->duration_tail = 0;
}

static void make_kinematic(graze_motion *motion)
{
    if (motion->form != GRAZE_RAMP)
        return;
    const double share = motion->share, duration = motion->duration;
    const graze_vector way = add(motion->to, scale(motion->position, -1));
    motion->form = GRAZE_KINEMATIC;
    motion->velocity = scale(way, share / duration);
    motion->acceleration = scale(way, 2 * (1 - share) / (duration * duration));
}

static void set_share_of_one(graze_motion *motion)
{
    if (motion->form == GRAZE_RAMP)
        motion->share = 1;
}

static void make_waypoint(graze_motion *motion)
{
    if (motion->form != GRAZE_RAMP)
        return;
    motion->form = GRAZE_WAYPOINT;
    motion->acceleration = (graze_vector){0, 0, 0};
}

/* ---- the same answers ---------------------------------------------------------------------- */

static bool same_list(const answer_list *one, const answer_list *other)
{
    bool same = one->status == other->status && one->count == other->count;
    for (size_t i = 0; same && one->status == GRAZE_OK && i < one->count; i++)
        same = one->at[i].lower == other->at[i].lower && one->at[i].upper == other->at[i].upper;
    return same;
}

static const char *differ(const all_answers *one, const all_answers *other)
{
    const graze_clearance *c = &one->clearance, *d = &other->clearance;
    if (one->exists != other->exists || one->verdict != other->verdict)
        return "the decision";
    if (!same_list(&one->conflicts, &other->conflicts))
        return "the intervals";
    if (c->common_life != d->common_life ||
        (c->common_life &&
         (c->depth != d->depth || c->distance != d->distance || c->time != d->time)))
        return "the clearance";
    if (one->asked.starts && !same_list(&one->starts, &other->starts))
        return "the unsafe starts";
    return one->asked.speeds && !same_list(&one->speeds, &other->speeds) ? "the unsafe speeds"
                                                                         : NULL;
}

typedef struct rewriting {
    void (*prepare)(graze_motion *motion), (*rewrite)(graze_motion *motion);
} rewriting;

static const char *compare(const rewriting *by, oracle_bodies *bodies, bool slow)
{
    static all_answers before, after;
    const asked_for what = {.clearance = true, .starts = slow, .speeds = slow};
    oracle_pair *p = &bodies->pair;
    by->prepare(&p->a);
    by->prepare(&p->b);
    oracle_pair rewritten = *p;
    by->rewrite(&rewritten.a);
    by->rewrite(&rewritten.b);
    ask_everything(p, what, &before);
    ask_everything(&rewritten, what, &after);
    return answers_contradict(p, &before) != NULL ? answers_contradict(p, &before)
                                                  : differ(&before, &after);
}

static void compare_discs(const rewriting *by, size_t pairs)
{
    static oracle_bodies made;
    size_t wrong = 0;
    for (oracle_family family = FAMILY_ramp; family <= FAMILY_ramp_touch; family++)
        for (size_t i = 0; i < pairs && wrong < 3; i++) {
            oracle_generate(family, test_seed() + 30, i, &made.pair);
            const char *difference = compare(by, &made, i % 16 == 0);
            if (difference == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n", oracle_family_name(family), i, difference);
            oracle_print(stdout, &made.pair);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void compare_bodies(const rewriting *by, size_t pairs)
{
    static oracle_bodies made;
    size_t wrong = 0;
    for (oracle_body_family family = BODY_FAMILY_ramp; family <= BODY_FAMILY_ramp_kinds; family++)
        for (size_t i = 0; i < pairs && wrong < 3; i++) {
            oracle_generate_bodies(family, test_seed() + 31, i, &made);
            const char *difference = compare(by, &made, i % 64 == 0);
            if (difference == NULL)
                continue;
            printf("\n/* %s %zu: %s */\n", oracle_body_family_name(family), i, difference);
            oracle_print_bodies(stdout, &made);
            wrong++;
        }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void hold(const rewriting *by)
{
    const size_t discs = support_rounds(1000, 2000, 40000), bodies = support_rounds(64, 128, 4000);
    compare_discs(by, discs);
    compare_bodies(by, bodies);
    printf(" (%zu pairs of discs, %zu of bodies) ", 3 * discs, 4 * bodies);
}

static void a_ramp_in_doubles_is_a_kinematic_motion_bit_for_bit(void)
{
    hold(&(rewriting){shorten_ramp, make_kinematic});
}

static void a_ramp_of_share_1_is_a_waypoint_motion_bit_for_bit(void)
{
    hold(&(rewriting){set_share_of_one, make_waypoint});
}

CU_TestInfo ramp_form_tests[] = {
    SUPPORT_TEST(a_ramp_in_doubles_is_a_kinematic_motion_bit_for_bit),
    SUPPORT_TEST(a_ramp_of_share_1_is_a_waypoint_motion_bit_for_bit),
    CU_TEST_INFO_NULL,
};
