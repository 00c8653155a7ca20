/* SPDX-License-Identifier: MIT */
/* Every stage that decides a contact, rounds its interval or measures it answers like the exact
 * one, or says that it cannot. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_accelerated.h"
#include "contact/filter_dd.h"
#include "contact/filter_general.h"
#include "contact/filter_uniform.h"
#include "contact/motions_glance.h"
#include "contact/uniform_disc_clearance.h"
#include "contact/passing.h"
#include "contact/uniform_disc_ends.h"
#include "contact/uniform_overlap.h"
#include "kernel/stages.h"
#include "motion/life.h"
#include "support/run.h"

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

static outcome glance_stage(const pair *question)
{
    const contact answer = motions_glance(question->radius_a, question->a, question->radius_b,
                                          question->b, question->tolerance);
    return answer == CONTACT_CLOSE ? SILENT : judge_contact(question, answer);
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

/* With fused products where there are some, and without. */
static outcome dd_stage(const pair *question)
{
    const outcome plain = judge_contact(question, dd_contact_plain(question));
    const outcome found = judge_contact(question, dd_contact(question));
    return found == RIGHT ? plain : found;
}

static outcome quick_tie_stage(const pair *question)
{
    return judge_contact(question, passing_contact_of(question));
}

/* Who is told to touch at most does not overlap; nobody else is told of. */
static outcome touch_stage(const pair *question)
{
    if (!filter_uniform_is_ready(question->a) || !filter_uniform_is_ready(question->b) ||
        !passing_only_touches(question))
        return SILENT;
    return exact_contact(question) == CONTACT_OVERLAP ? WRONG : RIGHT;
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
    stages_compare(uniform_filter_stage, support_rounds(8000, 20000, 200000), stages_plain, 90,
                   NULL);
}

static void a_glance_at_motions_is_right_or_silent(void)
{
    stages_compare(glance_stage, support_rounds(8000, 20000, 200000), stages_plain, 80, NULL);
}

static bool meets(const pair *question)
{
    return stages_plain(question) && motion_compare_end_start(question->a, question->b) > 0 &&
           motion_compare_end_start(question->b, question->a) > 0;
}

static void the_quick_tie_stage_is_right_or_silent(void)
{
    stages_compare(quick_tie_stage, support_rounds(8000, 20000, 200000), meets, 60, NULL);
}

static bool is_curve(const pair *question)
{
    return question->dimensions == 2 && filter_accelerated_is_ready(question->a) &&
           filter_accelerated_is_ready(question->b);
}

static void the_curve_filter_is_right_or_silent(void)
{
    stages_compare(accelerated_filter_stage, support_rounds(8000, 20000, 200000), is_curve, 80,
                   NULL);
}

static void the_double_filter_is_right_or_silent(void)
{
    stages_compare(ball_stage, support_rounds(8000, 20000, 200000), stages_any, 90, NULL);
}

static void the_double_double_filter_is_right_or_silent(void)
{
    stages_compare(dd_stage, support_rounds(8000, 20000, 200000), stages_uniform, 98, NULL);
}

static bool is_accelerated(const pair *question)
{
    return !stages_uniform(question);
}

static void double_doubles_are_right_or_silent_about_curves(void)
{
    stages_compare(dd_stage, support_rounds(8000, 20000, 200000), is_accelerated, 75, NULL);
}

static void double_doubles_are_right_or_silent_about_jittered_curves(void)
{
    stages_compare(dd_stage, support_rounds(8000, 20000, 200000), is_accelerated, 75,
                   stages_jitter);
}

static void all_stages_together_are_right(void)
{
    stages_compare(whole_contact, support_rounds(8000, 20000, 200000), stages_any, 100, NULL);
}

/* ---- stretches and clearances ----------------------------------------------------- */

static bool overlaps(const pair *question)
{
    return stages_uniform(question) && exactly(question) == CONTACT_OVERLAP;
}

static bool meets_in_time(const pair *question)
{
    return stages_uniform(question) && exactly(question) != CONTACT_NO_LIFE;
}

static outcome overlap_stage(const pair *question)
{
    contact_part parts[CONTACT_PARTS_MAX], filtered[CONTACT_OVERLAPS_MAX];
    size_t count = 0, some = 0;
    if (!dd_overlaps(question, filtered, &some))
        return SILENT;
    CU_ASSERT_EQUAL(exact_parts(question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, parts,
                                &count),
                    GRAZE_OK);
    return stages_same_parts(filtered, some, parts, count) ? RIGHT : WRONG;
}

static outcome quick_overlap_stage(const pair *question)
{
    meeting_interval quick, unfused;
    contact_part parts[CONTACT_PARTS_MAX];
    size_t count = 0;
    pair plain = *question;
    plain.without = QUICK_FUSED;
    const bool known = uniform_disc_overlap(question, &quick);
    const bool also = uniform_disc_overlap(&plain, &unfused);
    if (!known && !also)
        return SILENT;
    CU_ASSERT_EQUAL(exact_parts(question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, parts,
                                &count),
                    GRAZE_OK);
    return count == 1 && (!known || stages_same_stretch(&quick, &parts[0].interval)) &&
                   (!also || stages_same_stretch(&unfused, &parts[0].interval))
               ? RIGHT
               : WRONG;
}

static const end_signs OPEN = {SIGN_UNKNOWN, SIGN_UNKNOWN};

/* Both ends on one line, by the instance of a level: other ways are asked where it does not know,
 * so that nobody else would miss it. */
static outcome judge_line(const pair *question, const double_word *corner, cpu_instructions level,
                          const meeting_interval *exact)
{
    meeting_interval found;
    const bool known = level == CPU_PLAIN
                           ? uniform_overlap_plain(question, corner, OPEN, &found)
                           : uniform_overlap_fused(question, corner, OPEN, &found);
    return !known ? SILENT : stages_same_stretch(&found, exact) ? RIGHT : WRONG;
}

/* The same of prepared motions. */
static outcome judge_prepared(const pair *question, cpu_instructions level,
                              const meeting_interval *exact)
{
    const graze_body a = {.radius = question->radius_a}, b = {.radius = question->radius_b};
    graze_prepared first, second;
    meeting_interval found;
    if (graze_motion_prepare(&a, question->a, &first) != GRAZE_OK ||
        graze_motion_prepare(&b, question->b, &second) != GRAZE_OK ||
        (first.kind | second.kind) != GRAZE_PREPARED_DISC)
        return SILENT;
    const bool known = level == CPU_PLAIN
                           ? uniform_prepared_plain(&first, question->a, &second, question->b,
                                                    question->tolerance, &found)
                           : uniform_prepared_fused(&first, question->a, &second, question->b,
                                                    question->tolerance, &found);
    return !known ? SILENT : stages_same_stretch(&found, exact) ? RIGHT : WRONG;
}

static outcome worse(outcome a, outcome b)
{
    return a == WRONG || b == WRONG ? WRONG : a == SILENT || b == SILENT ? SILENT : RIGHT;
}

/* Asked once more with a moved aside, by so much as its corner is. */
static outcome line_stage(const pair *question)
{
    contact_part parts[CONTACT_PARTS_MAX];
    size_t count = 0;
    const graze_motion *a = question->a;
    if (question->dimensions != 2 || question->a->start_tail != 0 ||
        question->b->start_tail != 0 || a->acceleration.x != 0 || a->acceleration.y != 0 ||
        question->b->acceleration.x != 0 || question->b->acceleration.y != 0 ||
        exact_parts(question, CONTACT_OVERLAP, false, 0, CONTACT_PARTS_MAX, parts, &count) !=
            GRAZE_OK ||
        count != 1)
        return SILENT;
    graze_motion moved = *a;
    moved.position.x -= 3;
    if (moved.form == GRAZE_WAYPOINT)
        moved.to.x -= 3;
    const bool exact =
        a->position.x - moved.position.x == 3 && a->position.x == rint(a->position.x) &&
        (a->form != GRAZE_WAYPOINT || (a->to.x - moved.to.x == 3 && a->to.x == rint(a->to.x)));
    const double_word corner[2] = {{-3, 0}, {0, 0}};
    pair aside = *question;
    aside.a = &moved;
    outcome all = RIGHT;
    for (cpu_instructions level = CPU_PLAIN; level <= CPU_AVX2 && level <= cpu_level(); level++) {
        const meeting_interval *truth = &parts[0].interval;
        all = worse(all, judge_line(question, NULL, level, truth));
        if (exact)
            all = worse(all, judge_line(&aside, corner, level, truth));
        if (judge_prepared(question, level, truth) == WRONG)
            all = WRONG;
    }
    return all;
}

static outcome compare_clearances(const pair *question,
                                  bool (*stage)(const pair *, graze_clearance *))
{
    graze_clearance filtered, truth;
    if (!stage(question, &filtered))
        return SILENT;
    CU_ASSERT_EQUAL(exact_clearance(question, &truth), GRAZE_OK);
    return truth.common_life && filtered.distance == truth.distance &&
                   filtered.depth == truth.depth && filtered.time == truth.time
               ? RIGHT
               : WRONG;
}

static outcome clearance_stage(const pair *question)
{
    return compare_clearances(question, dd_clearance);
}

static outcome quick_clearance_stage(const pair *question)
{
    return compare_clearances(question, uniform_disc_clearance);
}

static void filtered_intervals_equal_exact_ones(void)
{
    stages_compare(overlap_stage, support_rounds(6000, 12000, 50000), overlaps, 90, NULL);
}

static bool curves_overlap(const pair *question)
{
    return is_accelerated(question) && exactly(question) == CONTACT_OVERLAP;
}

static void filtered_intervals_of_curves_equal_exact_ones(void)
{
    stages_compare(overlap_stage, support_rounds(8000, 20000, 200000), curves_overlap, 85, NULL);
}

static void filtered_intervals_of_jittered_curves_equal_exact_ones(void)
{
    stages_compare(overlap_stage, support_rounds(8000, 20000, 200000), curves_overlap, 85,
                   stages_jitter);
}

static bool plain_overlaps(const pair *question)
{
    return stages_plain(question) && overlaps(question);
}

static void quick_intervals_equal_exact_ones(void)
{
    stages_compare(quick_overlap_stage, support_rounds(8000, 20000, 200000), plain_overlaps, 85,
                   NULL);
}

static void roots_on_one_line_equal_exact_ends(void)
{
    stages_compare(line_stage, support_rounds(4000, 8000, 100000), plain_overlaps, 70, NULL);
    stages_compare(line_stage, support_rounds(2000, 4000, 100000), plain_overlaps, 15,
                   stages_stretch);
}

static void filtered_clearances_equal_exact_ones(void)
{
    stages_compare(clearance_stage, support_rounds(3000, 6000, 30000), meets_in_time, 70, NULL);
}

static bool plain_meets(const pair *question)
{
    return stages_plain(question) && meets_in_time(question);
}

static void quick_clearances_equal_exact_ones(void)
{
    stages_compare(quick_clearance_stage, support_rounds(10000, 20000, 200000), plain_meets, 70,
                   NULL);
}

static void quick_clearances_of_jittered_pairs_equal_exact_ones(void)
{
    stages_compare(quick_clearance_stage, support_rounds(10000, 20000, 200000), plain_meets, 70,
                   stages_jitter);
}

static void quick_clearances_hold_at_the_ends_of_their_range(void)
{
    stages_compare(quick_clearance_stage, support_rounds(4000, 8000, 400000), plain_meets, 35,
                   stages_stretch);
}

static void quick_intervals_of_jittered_pairs_equal_exact_ones(void)
{
    stages_compare(quick_overlap_stage, support_rounds(10000, 20000, 200000), plain_overlaps, 85,
                   stages_jitter);
}

static void the_quick_tie_stage_is_right_about_jittered_pairs(void)
{
    stages_compare(quick_tie_stage, support_rounds(10000, 20000, 200000), meets, 60,
                   stages_jitter);
}

static void quick_intervals_hold_at_the_ends_of_their_range(void)
{
    stages_compare(quick_overlap_stage, support_rounds(4000, 8000, 400000), plain_overlaps, 15,
                   stages_stretch);
}

static void who_is_told_to_touch_at_most_does_not_overlap(void)
{
    const size_t rounds = support_rounds(6000, 12000, 200000);
    stages_compare(touch_stage, rounds, stages_plain, 0, NULL);
    stages_compare(touch_stage, rounds, stages_plain, 0, stages_jitter);
    stages_compare(touch_stage, rounds, stages_plain, 0, stages_stretch);
}

static void the_quick_tie_stage_holds_at_the_ends_of_its_range(void)
{
    stages_compare(quick_tie_stage, support_rounds(4000, 8000, 400000), meets, 15,
                   stages_stretch);
}

/* ---- any stage left out ------------------------------------------------------------- */

static bool same_intervals(const pair *x, const pair *y)
{
    graze_interval of_x[CONTACT_PARTS_MAX], of_y[CONTACT_PARTS_MAX];
    size_t some = 0, others = 0;
    graze_status told = contact_intervals(x, CONTACT_UNKNOWN, of_x, CONTACT_PARTS_MAX, &some);
    return told == contact_intervals(y, CONTACT_UNKNOWN, of_y, CONTACT_PARTS_MAX, &others) &&
           some == others && memcmp(of_x, of_y, some * sizeof *of_x) == 0;
}

static bool same_clearance(const pair *x, const pair *y)
{
    graze_clearance of_x = {.common_life = false}, of_y = {.common_life = false};
    graze_status told = contact_clearance(x, &of_x, NULL);
    return told == contact_clearance(y, &of_y, NULL) && of_x.common_life == of_y.common_life &&
           of_x.distance == of_y.distance && of_x.depth == of_y.depth && of_x.time == of_y.time;
}

/* Each stage, and then all. */
static outcome less_stages(const pair *question)
{
    pair less = *question;
    for (unsigned stage = 1; stage <= 2 * QUICK_LAST; stage *= 2) {
        less.without = stage <= QUICK_LAST ? stage : 2 * QUICK_LAST - 1;
        if (!same_intervals(question, &less) || !same_clearance(question, &less))
            return WRONG;
    }
    return RIGHT;
}

static void leaving_out_any_stage_changes_no_bit(void)
{
    stages_compare(less_stages, support_rounds(500, 1000, 8000), stages_any, 100, NULL);
}

CU_TestInfo stage_tests[] = {
    SUPPORT_TEST(the_plane_filter_is_right_or_silent),
    SUPPORT_TEST(a_glance_at_motions_is_right_or_silent),
    SUPPORT_TEST(the_quick_tie_stage_is_right_or_silent),
    SUPPORT_TEST(the_curve_filter_is_right_or_silent),
    SUPPORT_TEST(the_double_filter_is_right_or_silent),
    SUPPORT_TEST(the_double_double_filter_is_right_or_silent),
    SUPPORT_TEST(double_doubles_are_right_or_silent_about_curves),
    SUPPORT_TEST(double_doubles_are_right_or_silent_about_jittered_curves),
    SUPPORT_TEST(all_stages_together_are_right),
    SUPPORT_TEST(filtered_intervals_equal_exact_ones),
    SUPPORT_TEST(filtered_intervals_of_curves_equal_exact_ones),
    SUPPORT_TEST(filtered_intervals_of_jittered_curves_equal_exact_ones),
    SUPPORT_TEST(quick_intervals_equal_exact_ones),
    SUPPORT_TEST(filtered_clearances_equal_exact_ones),
    SUPPORT_TEST(quick_clearances_equal_exact_ones),
    SUPPORT_TEST(quick_clearances_of_jittered_pairs_equal_exact_ones),
    SUPPORT_TEST(quick_clearances_hold_at_the_ends_of_their_range),
    SUPPORT_TEST(quick_intervals_of_jittered_pairs_equal_exact_ones),
    SUPPORT_TEST(roots_on_one_line_equal_exact_ends),
    SUPPORT_TEST(the_quick_tie_stage_is_right_about_jittered_pairs),
    SUPPORT_TEST(quick_intervals_hold_at_the_ends_of_their_range),
    SUPPORT_TEST(the_quick_tie_stage_holds_at_the_ends_of_its_range),
    SUPPORT_TEST(who_is_told_to_touch_at_most_does_not_overlap),
    SUPPORT_TEST(leaving_out_any_stage_changes_no_bit),
    CU_TEST_INFO_NULL,
};
