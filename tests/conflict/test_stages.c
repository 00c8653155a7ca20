/* SPDX-License-Identifier: MIT */
/* Every stage of the kernel answers like the last one, or says that it cannot.
 *
 * The stages are asked directly, past the public door, on every family of
 * generated pairs; a filter that never answered would pass too, so each test also
 * counts that its stage answered most of the ordinary pairs. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conflict/separated.h"
#include "conflict/start_search.h"
#include "conflict/uniform_disc_starts.h"
#include "conflict/unsafe.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_accelerated.h"
#include "contact/filter_general.h"
#include "contact/filter_uniform.h"
#include "contact/uniform_disc_ends.h"
#include "motion/life.h"
#include "oracle/generate.h"
#include "oracle/random.h"
#include "support/run.h"

enum { SHOWN = 3, SEED = 8191 };

/* How a stage did on one pair. */
typedef enum outcome { SILENT, RIGHT, WRONG } outcome;

typedef outcome (*stage_test)(const pair *question);

static bool is_ordinary(oracle_family family)
{
    return family == FAMILY_random || family == FAMILY_grid || family == FAMILY_grid_waypoint ||
           family == FAMILY_roadmap;
}

/* Moves some numbers of a pair by an ulp or two: ties become near ties, on either side. */
static void jitter_number(oracle_random *random, double *number)
{
    for (int i = random_whole(random, -3, 2); i > 0 && isfinite(*number) && *number != 0; i--)
        *number = nextafter(*number, random_once_in(random, 2) ? INFINITY : -INFINITY);
}

static void jitter(oracle_pair *generated, size_t index)
{
    oracle_random random;
    random_begin(&random, SEED, 99, index);
    graze_motion *motions[] = {&generated->a, &generated->b};
    for (int k = 0; k < 2; k++) {
        jitter_number(&random, &motions[k]->position.x);
        jitter_number(&random, &motions[k]->position.y);
        jitter_number(&random, &motions[k]->velocity.x);
        jitter_number(&random, &motions[k]->velocity.y);
        jitter_number(&random, &motions[k]->duration);
    }
    jitter_number(&random, &generated->body_a.radius);
}

/* Some tiny number in the place of a coordinate that is 0: products with it underflow. */
static void dust_number(oracle_random *random, double *number)
{
    if (*number == 0 && random_once_in(random, 2))
        *number = ldexp(random_whole(random, -3, 3), random_whole(random, -1074, -300));
}

/* Scales a pair by powers of two to the ends of the range that double words take, one in three far
 * beyond, and puts dust on it. */
static void stretch_pair(oracle_pair *generated, size_t index)
{
    oracle_random random;
    random_begin(&random, SEED, 98, index);
    oracle_pair scaled = *generated;
    int most = random_once_in(&random, 3) ? 480 : 80;
    if (oracle_scale_lengths(&scaled, random_whole(&random, -most, most)) &&
        oracle_scale_times(&scaled, random_whole(&random, -most, most)))
        *generated = scaled;
    graze_motion *motions[] = {&generated->a, &generated->b};
    for (int k = 0; k < 2; k++) {
        dust_number(&random, &motions[k]->position.x);
        dust_number(&random, &motions[k]->position.y);
        if (isfinite(motions[k]->duration))
            dust_number(&random, &motions[k]->velocity.y);
        dust_number(&random, &motions[k]->start);
    }
}

/* Asks a stage about every family, changed or not; `share` [%] of the ordinary pairs that it
 * is meant for must be answered. */
static void compare_all(stage_test test, size_t rounds, bool (*meant)(const pair *), unsigned share,
                        void (*change)(oracle_pair *generated, size_t index))
{
    size_t ordinary = 0, answered = 0;
    for (int family = 0; family < FAMILY_COUNT; family++) {
        size_t shown = 0, count = rounds / oracle_family_cost((oracle_family)family) + 1;
        for (size_t index = 0; index < count && shown < SHOWN; index++) {
            oracle_pair generated;
            pair question;
            oracle_generate((oracle_family)family, SEED, index, &generated);
            if (change != NULL)
                change(&generated, index);
            if (pair_of(&generated.body_a, &generated.a, &generated.body_b, &generated.b,
                        generated.tolerance, &question) != GRAZE_OK ||
                !meant(&question))
                continue;
            outcome result = test(&question);
            ordinary += is_ordinary((oracle_family)family);
            answered += is_ordinary((oracle_family)family) && result != SILENT;
            if (result != WRONG)
                continue;
            printf("/* %s, seed %d, index %zu */\n", oracle_family_name((oracle_family)family),
                   SEED, index);
            oracle_print(stdout, &generated);
            shown++;
        }
        CU_ASSERT_EQUAL(shown, 0);
    }
    CU_ASSERT(ordinary > 0);
    CU_ASSERT(answered * 100 >= ordinary * share);
}

static void compare(stage_test test, size_t rounds, bool (*meant)(const pair *), unsigned share)
{
    compare_all(test, rounds, meant, share, NULL);
}

static bool any(const pair *question)
{
    (void)question;
    return true;
}

static bool is_plain(const pair *question)
{
    return question->dimensions == 2 && filter_uniform_applies(question->a) &&
           filter_uniform_applies(question->b);
}

static bool is_uniform(const pair *question)
{
    const graze_vector *a = &question->a->acceleration, *b = &question->b->acceleration;
    return a->x == 0 && a->y == 0 && a->z == 0 && b->x == 0 && b->y == 0 && b->z == 0;
}

static bool is_uniform_in_space(const pair *question)
{
    return question->dimensions == 3 && is_uniform(question);
}

/* ---- contacts --------------------------------------------------------------------- */

static contact exactly(const pair *question)
{
    contact answer = exact_contact(question);
    CU_ASSERT(!contact_failed(answer));
    return answer;
}

/* Filters may call lives that do not meet "apart". */
static outcome judge_contact(const pair *question, contact answer)
{
    if (answer == CONTACT_UNKNOWN)
        return SILENT;
    contact truth = exactly(question);
    if (truth == CONTACT_NO_LIFE && answer == CONTACT_APART)
        return RIGHT;
    return answer == truth ? RIGHT : WRONG;
}

static outcome uniform_filter_stage(const pair *question)
{
    graze_prepared a = filter_prepared(question->radius_a, question->a);
    graze_prepared b = filter_prepared(question->radius_b, question->b);
    return judge_contact(question, filter_uniform_contact(&a, &b, question->tolerance));
}

static outcome accelerated_filter_stage(const pair *question)
{
    return judge_contact(question, filter_accelerated_contact(question->radius_a, question->a,
                                                              question->radius_b, question->b,
                                                              question->tolerance));
}

static outcome ball_stage(const pair *question)
{
    return judge_contact(question, ball_contact(question));
}

static outcome dd_stage(const pair *question)
{
    return judge_contact(question, dd_contact(question));
}

static outcome quick_tie_stage(const pair *question)
{
    return judge_contact(question, uniform_disc_contact(question));
}

/* All stages together, as the door asks them. */
static outcome whole_contact(const pair *question)
{
    contact truth = exactly(question), answer = contact_decide(question, NULL);
    if (truth == CONTACT_NO_LIFE)
        return answer == CONTACT_NO_LIFE || answer == CONTACT_APART ? RIGHT : WRONG;
    return answer == truth ? RIGHT : WRONG;
}

static void the_plane_filter_is_right_or_silent(void)
{
    compare(uniform_filter_stage, support_rounds(20000, 80000, 1000000), is_plain, 90);
}

static bool meets(const pair *question)
{
    return is_plain(question) && motion_compare_end_start(question->a, question->b) > 0 &&
           motion_compare_end_start(question->b, question->a) > 0;
}

static void the_quick_tie_stage_is_right_or_silent(void)
{
    compare(quick_tie_stage, support_rounds(20000, 80000, 1000000), meets, 60);
}

static bool is_curve(const pair *question)
{
    return question->dimensions == 2 && filter_accelerated_is_ready(question->a) &&
           filter_accelerated_is_ready(question->b);
}

static void the_curve_filter_is_right_or_silent(void)
{
    compare(accelerated_filter_stage, support_rounds(20000, 80000, 1000000), is_curve, 80);
}

static void the_double_filter_is_right_or_silent(void)
{
    compare(ball_stage, support_rounds(20000, 80000, 1000000), any, 90);
}

static void the_double_double_filter_is_right_or_silent(void)
{
    compare(dd_stage, support_rounds(20000, 80000, 1000000), is_uniform, 98);
}

static void all_stages_together_are_right(void)
{
    compare(whole_contact, support_rounds(20000, 80000, 1000000), any, 100);
}

/* ---- stretches and clearances ----------------------------------------------------- */

static bool same_stretch(const meeting_interval *x, const meeting_interval *y)
{
    return x->when.lower == y->when.lower && x->when.upper == y->when.upper &&
           x->begins_within == y->begins_within && x->ends_within == y->ends_within &&
           x->from_begin == y->from_begin && x->to_end == y->to_end;
}

static bool overlaps(const pair *question)
{
    return is_uniform(question) && exactly(question) == CONTACT_OVERLAP;
}

static bool meets_in_time(const pair *question)
{
    return is_uniform(question) && exactly(question) != CONTACT_NO_LIFE;
}

static outcome overlap_stage(const pair *question)
{
    meeting_interval filtered;
    contact_part parts[CONTACT_PARTS_MAX];
    int count = 0;
    if (!dd_overlap(question, &filtered))
        return SILENT;
    CU_ASSERT_EQUAL(exact_parts(question, CONTACT_OVERLAP, false, parts, &count), GRAZE_OK);
    return count == 1 && same_stretch(&filtered, &parts[0].interval) ? RIGHT : WRONG;
}

static outcome quick_overlap_stage(const pair *question)
{
    meeting_interval quick;
    contact_part parts[CONTACT_PARTS_MAX];
    int count = 0;
    if (!uniform_disc_overlap(question, &quick))
        return SILENT;
    CU_ASSERT_EQUAL(exact_parts(question, CONTACT_OVERLAP, false, parts, &count), GRAZE_OK);
    return count == 1 && same_stretch(&quick, &parts[0].interval) ? RIGHT : WRONG;
}

static outcome clearance_stage(const pair *question)
{
    graze_clearance filtered, truth;
    if (!dd_clearance(question, &filtered))
        return SILENT;
    CU_ASSERT_EQUAL(exact_clearance(question, &truth), GRAZE_OK);
    return truth.common_life && filtered.distance == truth.distance &&
                   filtered.depth == truth.depth && filtered.time == truth.time
               ? RIGHT
               : WRONG;
}

static void filtered_intervals_equal_exact_ones(void)
{
    compare(overlap_stage, support_rounds(6000, 24000, 250000), overlaps, 90);
}

static bool plain_overlaps(const pair *question)
{
    return is_plain(question) && overlaps(question);
}

static void quick_intervals_equal_exact_ones(void)
{
    compare(quick_overlap_stage, support_rounds(20000, 80000, 1000000), plain_overlaps, 85);
}

static void filtered_clearances_equal_exact_ones(void)
{
    compare(clearance_stage, support_rounds(3000, 12000, 150000), meets_in_time, 70);
}

/* ---- unsafe starts ---------------------------------------------------------------- */

static mp_limb_t workspace[1 << 19];

/* Compares one interval or none with what all candidates give. */
static outcome judge_starts(const pair *question, graze_interval starts, bool found)
{
    unsafe_list truth;
    dyadic_arena arena = dyadic_arena_on(workspace, sizeof workspace / sizeof *workspace);
    if (unsafe_starts_exactly(&arena, question, &truth) != GRAZE_OK)
        return SILENT;
    if (truth.count != (found ? 1 : 0))
        return WRONG;
    return !found || (truth.interval[0].lower == starts.lower &&
                      truth.interval[0].upper == starts.upper)
               ? RIGHT
               : WRONG;
}

static bool ask_quickly(const pair *question, graze_interval *starts, bool *found)
{
    const graze_body body_a = {.radius = question->radius_a};
    const graze_body body_b = {.radius = question->radius_b};
    return uniform_disc_starts(&body_a, question->a, &body_b, question->b, question->tolerance,
                               starts, found);
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
 * whose inner neighbours are unsafe are its ends; where there is none, a search finds none. */
static outcome quick_starts_by_decisions(const pair *question)
{
    graze_interval starts = {0, 0}, truth;
    bool found = false;
    if (!ask_quickly(question, &starts, &found))
        return SILENT;
    if (!found)
        return start_search_plane(question, &truth) ? WRONG : RIGHT;
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
    if (!uniform_disc_starts_near(question, &near) ||
        !start_search_near(question, near, &starts))
        return SILENT;
    return judge_starts(question, starts, true);
}

static outcome search_stage(const pair *question)
{
    graze_interval starts = {0, 0};
    return start_search_plane(question, &starts) ? judge_starts(question, starts, true) : SILENT;
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
    return is_plain(question) && isfinite(question->a->duration) &&
           isfinite(question->b->duration);
}

/* Trajectories ask with the other motion moved by a start that leaves a tail (delay.h). */
static bool has_tail(const pair *question)
{
    const graze_motion *a = question->a, *b = question->b;
    return question->dimensions == 2 && is_uniform(question) && b->start_tail != 0 &&
           a->form != GRAZE_PARKED && b->form != GRAZE_PARKED && isfinite(a->duration) &&
           isfinite(b->duration) && a->duration + a->duration_tail > 0 &&
           b->duration + b->duration_tail > 0;
}

static void starts_beside_a_tail_are_quick_and_equal_all_candidates(void)
{
    size_t asked = 0, answered = 0, rounds = support_rounds(2000, 8000, 400000);
    for (size_t index = 0; index < rounds; index++) {
        oracle_pair generated;
        pair question;
        oracle_generate(FAMILY_tails, SEED, index, &generated);
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
    CU_ASSERT(asked > rounds / 4);
    CU_ASSERT(answered * 100 >= asked * 90);
}

static void quick_starts_equal_all_candidates(void)
{
    compare(quick_starts_stage, support_rounds(500, 2000, 50000), is_plain, 75);
}

static void quick_starts_equal_decisions(void)
{
    compare(quick_starts_by_decisions, support_rounds(4000, 16000, 2000000), is_plain, 75);
}

static void quick_starts_of_jittered_pairs_equal_decisions(void)
{
    compare_all(quick_starts_by_decisions, support_rounds(4000, 16000, 2000000), is_plain, 75,
                jitter);
}

static void quick_intervals_of_jittered_pairs_equal_exact_ones(void)
{
    compare_all(quick_overlap_stage, support_rounds(10000, 40000, 1000000), plain_overlaps, 85,
                jitter);
}

static void the_quick_tie_stage_is_right_about_jittered_pairs(void)
{
    compare_all(quick_tie_stage, support_rounds(10000, 40000, 1000000), meets, 60, jitter);
}

static void quick_starts_hold_at_the_ends_of_their_range(void)
{
    compare_all(quick_starts_by_decisions, support_rounds(2000, 8000, 1000000), is_plain, 15,
                stretch_pair);
}

static void quick_intervals_hold_at_the_ends_of_their_range(void)
{
    compare_all(quick_overlap_stage, support_rounds(4000, 16000, 2000000), plain_overlaps, 15,
                stretch_pair);
}

static void the_quick_tie_stage_holds_at_the_ends_of_its_range(void)
{
    compare_all(quick_tie_stage, support_rounds(4000, 16000, 2000000), meets, 15, stretch_pair);
}

/* a ends at the origin where b begins a reach above or below, both rising alike: the bodies are
 * |shift + 2| or |shift| apart in height, so that with b above every blocked shift is below -1,
 * which the lives do not allow, and with b below every one is above -1, which they do. */
static outcome ask_about_corner(double height, bool *found)
{
    const graze_body disc = {.radius = 0.5};
    const graze_motion a = {.form = GRAZE_KINEMATIC, .position = {-1, -1, 0},
                            .velocity = {1, 1, 0}, .duration = 1};
    const graze_motion b = {.form = GRAZE_KINEMATIC, .position = {0, height, 0},
                            .velocity = {2, 1, 0}, .start = 3, .duration = 1};
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

static void searched_starts_equal_all_candidates(void)
{
    compare(search_stage, support_rounds(300, 1200, 30000), is_plain_and_ends, 1);
}

static bool has_starts(const pair *question)
{
    graze_interval starts = {0, 0};
    bool found = false;
    return is_plain_and_ends(question) && (!ask_quickly(question, &starts, &found) || found);
}

static void starts_searched_near_their_ends_equal_all_candidates(void)
{
    compare_all(near_stage, support_rounds(300, 1200, 30000), has_starts, 75, jitter);
}

static void searched_starts_of_spheres_equal_all_candidates(void)
{
    compare(space_stage, support_rounds(300, 1200, 30000), is_uniform_in_space, 20);
}

static void what_is_separated_for_ever_has_no_unsafe_start(void)
{
    compare(separated_stage, support_rounds(500, 2000, 50000), any, 10);
}

CU_TestInfo stage_tests[] = {
    SUPPORT_TEST(the_plane_filter_is_right_or_silent),
    SUPPORT_TEST(the_quick_tie_stage_is_right_or_silent),
    SUPPORT_TEST(the_curve_filter_is_right_or_silent),
    SUPPORT_TEST(the_double_filter_is_right_or_silent),
    SUPPORT_TEST(the_double_double_filter_is_right_or_silent),
    SUPPORT_TEST(all_stages_together_are_right),
    SUPPORT_TEST(filtered_intervals_equal_exact_ones),
    SUPPORT_TEST(quick_intervals_equal_exact_ones),
    SUPPORT_TEST(filtered_clearances_equal_exact_ones),
    SUPPORT_TEST(quick_starts_equal_all_candidates),
    SUPPORT_TEST(starts_beside_a_tail_are_quick_and_equal_all_candidates),
    SUPPORT_TEST(quick_starts_equal_decisions),
    SUPPORT_TEST(quick_starts_of_jittered_pairs_equal_decisions),
    SUPPORT_TEST(quick_intervals_of_jittered_pairs_equal_exact_ones),
    SUPPORT_TEST(the_quick_tie_stage_is_right_about_jittered_pairs),
    SUPPORT_TEST(quick_starts_hold_at_the_ends_of_their_range),
    SUPPORT_TEST(quick_intervals_hold_at_the_ends_of_their_range),
    SUPPORT_TEST(the_quick_tie_stage_holds_at_the_ends_of_its_range),
    SUPPORT_TEST(a_touch_in_a_corner_blocks_all_or_nothing),
    SUPPORT_TEST(searched_starts_equal_all_candidates),
    SUPPORT_TEST(starts_searched_near_their_ends_equal_all_candidates),
    SUPPORT_TEST(searched_starts_of_spheres_equal_all_candidates),
    SUPPORT_TEST(what_is_separated_for_ever_has_no_unsafe_start),
    CU_TEST_INFO_NULL,
};
