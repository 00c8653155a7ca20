/* SPDX-License-Identifier: MIT */
/* The kernel behind its gate (question.c): a question goes from stage to
 * stage until one can answer. The public questions about two motions are thin
 * compositions of the sign of the least distance (contact_decide) and the stretch
 * of an overlap. */
#include "contact/contact.h"

#include "contact/exact.h"
#include "contact/filter_accelerated.h"
#include "contact/filter_dd.h"
#include "contact/filter_general.h"
#include "contact/filter_uniform.h"
#include "contact/motions_glance.h"
#include "contact/passing.h"
#include "contact/polygon_filter.h"
#include "contact/polygon_pieces.h"
#include "contact/question.h"
#include "contact/uniform_disc_clearance.h"
#include "contact/uniform_disc_ends.h"
#include "contact/uniform_overlap.h"
#include "geometry/body.h"
#include "motion/life.h"
#include "numeric/eft.h"
#include "numeric/float_mode.h"

#include <assert.h>
#include <math.h>
#include <string.h>


/* ---- from stage to stage ---------------------------------------------------------- */

static void note_stage(contact_stage *stage, contact_stage reached)
{
    if (stage != NULL)
        *stage = reached;
}

/* Doubles. Motions in the plane with simple starts have a filter of their own, behind which
 * balls tell next to nothing more. */
static contact contact_in_doubles(const pair *question, bool plain)
{
    if (!plain && question->dimensions == 2 && pair_asks(question, QUICK_ACCELERATED) &&
        filter_accelerated_is_ready(question->a) && filter_accelerated_is_ready(question->b))
        return filter_accelerated_contact(question->radius_a, question->a, question->radius_b,
                                          question->b, question->tolerance);
    if (!plain)
        return pair_asks(question, QUICK_BALL) ? ball_contact(question) : CONTACT_UNKNOWN;
    if (!pair_asks(question, QUICK_UNIFORM))
        return CONTACT_UNKNOWN;
    return filter_motion_contact(question->radius_a, question->a, question->radius_b, question->b,
                                 question->tolerance);
}

static bool is_plain(const pair *question)
{
    return question->dimensions == 2 && filter_uniform_applies(question->a) &&
           filter_uniform_applies(question->b);
}

/* A waypoint motion in units of its life; false when what it covers in one is no double. */
static bool in_lives(const graze_motion *motion, graze_motion *result)
{
    const double *from = &motion->position.x, *to = &motion->velocity.x;
    double step[3];
    for (int k = 0; k < 3; k++) {
        double tail;
        step[k] = eft_two_sum(to[k], -from[k], &tail);
        if (tail != 0)
            return false;
    }
    *result = (graze_motion){.form = GRAZE_KINEMATIC, .position = motion->position,
                             .velocity = {step[0], step[1], step[2]}, .duration = 1};
    return true;
}

/* Moves of one life, as synchronous plans have them: how near they come does not depend on how
 * long it is. Without the rounded length of a diagonal, touches are exact zeros of
 * double-doubles, which take two fifths of the time of exact numbers (grid-1-waypoint). */
static bool in_one_life(const pair *question, graze_motion moves[2], pair *same)
{
    const graze_motion *a = question->a, *b = question->b;
    if (a->form != GRAZE_WAYPOINT || b->form != GRAZE_WAYPOINT || a->start != b->start ||
        a->start_tail != b->start_tail || a->duration != b->duration ||
        a->duration_tail != b->duration_tail || !(a->duration < INFINITY) ||
        !in_lives(a, &moves[0]) || !in_lives(b, &moves[1]))
        return false;
    *same = *question;
    same->a = &moves[0];
    same->b = &moves[1];
    return true;
}

static contact contact_in_more(const pair *question, contact_stage *stage)
{
    graze_motion moves[2];
    pair same;
    note_stage(stage, STAGE_DD);
    if (in_one_life(question, moves, &same))
        question = &same;
    contact answer = pair_asks(question, QUICK_DD) ? dd_contact(question) : CONTACT_UNKNOWN;
    if (answer != CONTACT_UNKNOWN)
        return answer;
    note_stage(stage, STAGE_EXACT);
    return exact_contact(question);
}

/* Whether lives seem to meet for less than doubles can tell, which only saves the next question. */
static bool seem_to_meet(const graze_motion *a, const graze_motion *b)
{
    const double a_ends = a->start + a->duration, b_ends = b->start + b->duration;
    const double begin = a->start > b->start ? a->start : b->start;
    const double end = a_ends < b_ends ? a_ends : b_ends;
    return end - begin <= 0x1p-47 * fabs(begin);
}

/* Whether doubles are certain of an overlap as soon as both live at all. */
static bool is_inside(const pair *question)
{
    return seem_to_meet(question->a, question->b) &&
           filter_uniform_is_inside(question->radius_a, question->a, question->radius_b,
                                    question->b, question->tolerance);
}

/* What double words leave. */
static contact contact_decide_rest(const pair *question, contact_stage *stage)
{
    if (motion_compare_end_start(question->a, question->b) <= 0 ||
        motion_compare_end_start(question->b, question->a) <= 0)
        return CONTACT_NO_LIFE;
    if (pair_asks(question, QUICK_UNIFORM) && is_plain(question) && is_inside(question))
        return CONTACT_OVERLAP;
    return contact_in_more(question, stage);
}

/* Lives that share one instant are the commonest tie in a plan: next to every
 * pair of consecutive motions is one. They need no geometry. */
contact contact_decide_tie(const pair *question, contact_stage *stage)
{
    note_stage(stage, STAGE_DD);
    const contact answer =
        pair_asks(question, QUICK_DOUBLE_WORD) ? passing_contact_of(question) : CONTACT_UNKNOWN;
    if (answer == CONTACT_NO_LIFE || answer == CONTACT_UNKNOWN)
        note_stage(stage, STAGE_DOUBLE);
    return answer != CONTACT_UNKNOWN ? answer : contact_decide_rest(question, stage);
}

static contact contact_of_corners(const pair *question, contact_stage *stage)
{
    note_stage(stage, STAGE_DOUBLE);
    contact answer = polygon_filter_contact(question);
    if (answer == CONTACT_UNKNOWN && pair_asks(question, QUICK_DD))
        answer = polygon_pieces_contact(question);
    if (answer != CONTACT_UNKNOWN)
        return answer;
    note_stage(stage, STAGE_EXACT);
    return exact_contact(question);
}

contact contact_decide(const pair *question, contact_stage *stage)
{
    if (question->cornered)
        return contact_of_corners(question, stage);
    note_stage(stage, STAGE_DOUBLE);
    bool plain = is_plain(question);
    contact answer = contact_in_doubles(question, plain);
    if (answer != CONTACT_UNKNOWN)
        return answer;
    return contact_decide_tie(question, stage);
}

/* Several overlaps with their clearances are left to the exact stage. */
static bool overlaps_quickly(const pair *question, bool measured, contact_part *parts,
                             size_t *total, contact_stage *stage)
{
    note_stage(stage, STAGE_DOUBLE);
    *total = 1;
    if (pair_asks(question, QUICK_DOUBLE_WORD) && uniform_disc_overlap(question, &parts->interval))
        return true;
    note_stage(stage, STAGE_DD);
    return pair_asks(question, QUICK_DD) && dd_overlaps(question, parts, total) &&
           (*total == 1 || !measured);
}

graze_status contact_parts(const pair *question, contact known, bool measured, size_t first,
                           contact_part *parts, size_t *total, contact_stage *stage)
{
    if (known == CONTACT_OVERLAP && !question->cornered &&
        overlaps_quickly(question, measured, parts, total, stage))
        return measured ? contact_clearance(question, &parts->clearance, stage) : GRAZE_OK;
    note_stage(stage, STAGE_EXACT);
    return exact_parts(question, known, measured, first, CONTACT_PARTS_MAX, parts, total);
}

graze_status contact_clearance(const pair *question, graze_clearance *result, contact_stage *stage)
{
    note_stage(stage, STAGE_DOUBLE);
    if (pair_asks(question, QUICK_DOUBLE_WORD) && uniform_disc_clearance(question, result))
        return GRAZE_OK;
    note_stage(stage, STAGE_DD);
    if (!question->cornered && pair_asks(question, QUICK_DD) && dd_clearance(question, result))
        return GRAZE_OK;
    note_stage(stage, STAGE_EXACT);
    return exact_clearance(question, result);
}

/* The verdict for the question's tolerance. */
static graze_status contact_verdict(const pair *question, graze_verdict *verdict)
{
    contact answer = contact_decide(question, NULL);
    if (answer == CONTACT_OVERLAP) {
        *verdict = GRAZE_CONFLICT;
        return GRAZE_OK;
    }
    if (answer != CONTACT_NO_LIFE && !contact_failed(answer) && question->tolerance != 0) {
        pair strict = *question;
        strict.tolerance = 0;
        answer = contact_decide(&strict, NULL);
    }
    if (contact_failed(answer))
        return contact_status(answer);
    *verdict = answer == CONTACT_OVERLAP ? GRAZE_GRAZE
               : answer == CONTACT_TOUCH ? GRAZE_TOUCH
                                         : GRAZE_CLEAR;
    return GRAZE_OK;
}

/* ---- the public questions --------------------------------------------------------- */

const char *graze_verdict_name(graze_verdict verdict)
{
    static const char *const names[] = {"clear", "touch", "graze", "conflict"};
    return (unsigned)verdict < sizeof names / sizeof *names ? names[verdict] : "unknown";
}

/* Whether these are two discs with motions, and none of the numbers has a sign. The pointers may
 * be null. */
static inline bool are_discs(const graze_body *body_a, const graze_motion *a,
                             const graze_body *body_b, const graze_motion *b, double tolerance)
{
    return body_a != NULL && a != NULL && body_b != NULL && b != NULL &&
           (body_a->vertex_count | body_b->vertex_count) == 0 &&
           (motions_bits(body_a->radius, body_b->radius) | motions_bits(tolerance, 0)) >> 63 == 0;
}

/* The contact of plain valid pairs from doubles alone, or CONTACT_CLOSE, before anything is
 * validated for itself: nearly all questions of a plan end here. */
ALWAYS_INLINE contact contact_at_once(const graze_body *body_a, const graze_motion *a,
                                      const graze_body *body_b, const graze_motion *b,
                                      double tolerance)
{
    return are_discs(body_a, a, body_b, b, tolerance)
               ? motions_glance(body_a->radius, a, body_b->radius, b, tolerance)
               : CONTACT_UNKNOWN;
}

/* The same of what that leaves: who accelerates or is endless, and numbers of any magnitude. */
static contact contact_of_others(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance)
{
    if (!are_discs(body_a, a, body_b, b, tolerance) ||
        !(body_a->radius + body_b->radius + tolerance < INFINITY))
        return CONTACT_UNKNOWN;
    if (filter_uniform_is_ready(a) && filter_uniform_is_ready(b))
        return filter_motion_contact(body_a->radius, a, body_b->radius, b, tolerance);
    return filter_accelerated_is_ready(a) && filter_accelerated_is_ready(b)
               ? filter_accelerated_contact(body_a->radius, a, body_b->radius, b, tolerance)
               : CONTACT_UNKNOWN;
}

/* Of a question that contact_at_once leaves, for who does not ask whether they touch. */
static contact decide_left(const pair *question, contact answer)
{
    if (answer != CONTACT_CLOSE)
        return contact_decide(question, NULL);
    answer = passing_contact_of(question);
    if (answer != CONTACT_UNKNOWN)
        return answer;
    return passing_only_touches(question) ? CONTACT_TOUCH : contact_decide_rest(question, NULL);
}

static graze_status pair_of_left(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b,
                                 double tolerance, contact answer, pair *question)
{
    return answer == CONTACT_UNKNOWN ? pair_of(body_a, a, body_b, b, tolerance, question)
                                     : pair_of_valid(body_a, a, body_b, b, tolerance, question);
}

static FLOAT_MODE_SLOW graze_status decide_slowly(const graze_body *body_a, const graze_motion *a,
                                                  const graze_body *body_b, const graze_motion *b,
                                                  double tolerance, contact answer,
                                                  const graze_workspace *workspace, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    if (answer == CONTACT_UNKNOWN)
        answer = contact_of_others(body_a, a, body_b, b, tolerance);
    if (answer == CONTACT_UNKNOWN || answer == CONTACT_CLOSE) {
        graze_status status = pair_of_left(body_a, a, body_b, b, tolerance, answer, &question);
        if (status != GRAZE_OK)
            return status;
        question.workspace = workspace;
        question.only_overlaps = true;
        answer = decide_left(&question, answer);
    }
    if (contact_failed(answer))
        return contact_status(answer);
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}

graze_status graze_conflict_exists_within(const graze_body *body_a, const graze_motion *a,
                                          const graze_body *body_b, const graze_motion *b,
                                          double tolerance, const graze_workspace *workspace,
                                          bool *exists)
{
    if (exists == NULL)
        return GRAZE_ERROR_NULL;
    const contact answer = contact_at_once(body_a, a, body_b, b, tolerance);
    if ((answer == CONTACT_UNKNOWN) | (answer == CONTACT_CLOSE))
        return decide_slowly(body_a, a, body_b, b, tolerance, answer, workspace, exists);
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}

graze_status graze_conflict_exists(const graze_body *body_a, const graze_motion *a,
                                   const graze_body *body_b, const graze_motion *b,
                                   double tolerance, bool *exists)
{
    return graze_conflict_exists_within(body_a, a, body_b, b, tolerance, NULL, exists);
}

/* Whether doubles tell all of bodies with corners: that they are apart, or (*count is 1) when they
 * overlap. Else *known becomes what they tell. */
static bool is_told_at_once(const pair *question, contact *known, graze_interval *when,
                            size_t *count)
{
    bool rounded = false;
    if (*known == CONTACT_UNKNOWN && question->cornered)
        *known = polygon_filter_interval(question, when, &rounded);
    *count = rounded;
    return rounded || *known == CONTACT_APART;
}

/* Of a valid question that doubles left; from number `first` on, by the dozen. */
static graze_status intervals_from(const pair *question, contact known, size_t first,
                                   graze_interval *intervals, size_t capacity, size_t *total)
{
    contact_part parts[CONTACT_PARTS_MAX];
    if (known == CONTACT_UNKNOWN)
        known = question->cornered ? exact_contact(question) : contact_decide(question, NULL);
    graze_status status = contact_status(known);
    *total = 0;
    if (status != GRAZE_OK || known != CONTACT_OVERLAP)
        return status;
    size_t end = first;
    do {
        const size_t here = end;
        status = contact_parts(question, known, false, here, parts, total, NULL);
        if (status != GRAZE_OK)
            return status;
        for (; end < *total && end - here < CONTACT_PARTS_MAX && end - first < capacity; end++)
            intervals[end - first] = parts[end - here].interval.when;
    } while (end < *total && end - first < capacity);
    return GRAZE_OK;
}

/* Nothing is written before it is known that all find room. */
static FLOAT_MODE_SLOW graze_status intervals_in_room(const pair *question, contact known,
                                                      graze_interval *intervals, size_t capacity,
                                                      size_t *count)
{
    enum { FIRST = CONTACT_PARTS_MAX };
    graze_interval found[FIRST];
    size_t total = 0;
    graze_status status = intervals_from(question, known, 0, found, FIRST, &total);
    if (status == GRAZE_OK && total > capacity)
        status = GRAZE_ERROR_CAPACITY;
    for (size_t i = 0; status == GRAZE_OK && i < total && i < FIRST; i++)
        intervals[i] = found[i];
    if (status == GRAZE_OK && total > FIRST)
        status = intervals_from(question, CONTACT_OVERLAP, FIRST, intervals + FIRST, total - FIRST,
                                &total);
    if (status == GRAZE_OK)
        *count = total;
    return status;
}

graze_status contact_intervals(const pair *question, contact known, graze_interval *intervals,
                               size_t capacity, size_t *count)
{
    graze_interval when;
    size_t found;
    if (!is_told_at_once(question, &known, &when, &found))
        return intervals_in_room(question, known, intervals, capacity, count);
    if (found > capacity)
        return GRAZE_ERROR_CAPACITY;
    if (found != 0)
        *intervals = when;
    *count = found;
    return GRAZE_OK;
}

graze_status contact_intervals_from(const graze_body *body_a, const graze_motion *a,
                                    const graze_body *body_b, const graze_motion *b,
                                    double tolerance, size_t first, graze_interval *intervals,
                                    size_t capacity, size_t *total)
{
    pair question;
    if (!body_has_corners(body_a) && !body_has_corners(body_b)) {
        assert(first == 0 && capacity >= CONTACT_OVERLAPS_MAX);
        return graze_conflict_intervals(body_a, a, body_b, b, tolerance, intervals, capacity,
                                        total);
    }
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    contact known = CONTACT_UNKNOWN;
    if (status != GRAZE_OK)
        return status;
    question.only_overlaps = true;
    if (is_told_at_once(&question, &known, intervals, total)) {
        assert(first == 0 && capacity > 0); /* there is no more than one */
        return GRAZE_OK;
    }
    return intervals_from(&question, known, first, intervals, capacity, total);
}

/* When two plane discs overlap that certainly do, if that is known at once. */
static bool overlap_at_once(const graze_body *body_a, const graze_motion *a,
                            const graze_body *body_b, const graze_motion *b, double tolerance,
                            meeting_interval *found)
{
    const pair discs = {.a = a,
                        .b = b,
                        .radius_a = body_a->radius,
                        .radius_b = body_b->radius,
                        .tolerance = tolerance,
                        .dimensions = 2};
    return uniform_overlap(&discs, NULL, (end_signs){SIGN_UNKNOWN, SIGN_UNKNOWN}, found);
}

/* Of valid discs that may touch. */
static contact decide_close(const graze_body *body_a, const graze_motion *a,
                            const graze_body *body_b, const graze_motion *b, double tolerance,
                            const graze_workspace *workspace)
{
    pair question;
    pair_of_valid(body_a, a, body_b, b, tolerance, &question);
    question.workspace = workspace;
    return decide_left(&question, CONTACT_CLOSE);
}

/* Of a pair that a glance knows to overlap, or does not know. */
static FLOAT_MODE_SLOW graze_status find_intervals(const graze_body *body_a, const graze_motion *a,
                                                   const graze_body *body_b, const graze_motion *b,
                                                   double tolerance,
                                                   const graze_workspace *workspace,
                                                   contact answer, graze_interval *intervals,
                                                   size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    meeting_interval found;
    if (answer == CONTACT_UNKNOWN)
        answer = contact_of_others(body_a, a, body_b, b, tolerance);
    if (answer == CONTACT_CLOSE)
        answer = decide_close(body_a, a, body_b, b, tolerance, workspace);
    if (answer == CONTACT_OVERLAP && capacity != 0 &&
        overlap_at_once(body_a, a, body_b, b, tolerance, &found)) {
        *intervals = found.when;
        *count = 1;
        return GRAZE_OK;
    }
    if (answer == CONTACT_APART || answer == CONTACT_TOUCH || answer == CONTACT_NO_LIFE) {
        *count = 0;
        return GRAZE_OK;
    }
    pair question;
    graze_status status = pair_of_left(body_a, a, body_b, b, tolerance, answer, &question);
    if (status != GRAZE_OK)
        return status;
    question.workspace = workspace;
    question.only_overlaps = true;
    return contact_intervals(&question, answer, intervals, capacity, count);
}

ALWAYS_INLINE graze_status intervals_within(const graze_body *body_a, const graze_motion *a,
                                            const graze_body *body_b, const graze_motion *b,
                                            double tolerance, const graze_workspace *workspace,
                                            graze_interval *intervals, size_t capacity,
                                            size_t *count)
{
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    const contact answer = contact_at_once(body_a, a, body_b, b, tolerance);
    if (answer != CONTACT_APART)
        return find_intervals(body_a, a, body_b, b, tolerance, workspace, answer, intervals,
                              capacity, count);
    *count = 0;
    return GRAZE_OK;
}

graze_status graze_conflict_intervals_within(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             double tolerance, const graze_workspace *workspace,
                                             graze_interval *intervals, size_t capacity,
                                             size_t *count)
{
    return intervals_within(body_a, a, body_b, b, tolerance, workspace, intervals, capacity,
                            count);
}

graze_status graze_conflict_intervals(const graze_body *body_a, const graze_motion *a,
                                      const graze_body *body_b, const graze_motion *b,
                                      double tolerance, graze_interval *intervals, size_t capacity,
                                      size_t *count)
{
    return intervals_within(body_a, a, body_b, b, tolerance, NULL, intervals, capacity, count);
}

graze_status graze_conflict_verdict_within(const graze_body *body_a, const graze_motion *a,
                                           const graze_body *body_b, const graze_motion *b,
                                           double tolerance, const graze_workspace *workspace,
                                           graze_verdict *verdict)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    graze_status status =
        verdict == NULL ? GRAZE_ERROR_NULL : pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    question.workspace = workspace;
    return contact_verdict(&question, verdict);
}

graze_status graze_conflict_verdict(const graze_body *body_a, const graze_motion *a,
                                    const graze_body *body_b, const graze_motion *b,
                                    double tolerance, graze_verdict *verdict)
{
    return graze_conflict_verdict_within(body_a, a, body_b, b, tolerance, NULL, verdict);
}

graze_status graze_conflict_clearance_within(const graze_body *body_a, const graze_motion *a,
                                             const graze_body *body_b, const graze_motion *b,
                                             const graze_workspace *workspace,
                                             graze_clearance *clearance)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    graze_clearance answer;
    graze_status status =
        clearance == NULL ? GRAZE_ERROR_NULL : pair_of(body_a, a, body_b, b, 0, &question);
    if (status != GRAZE_OK)
        return status;
    question.workspace = workspace;
    status = contact_clearance(&question, &answer, NULL);
    if (status == GRAZE_OK)
        *clearance = answer;
    return status;
}

graze_status graze_conflict_clearance(const graze_body *body_a, const graze_motion *a,
                                      const graze_body *body_b, const graze_motion *b,
                                      graze_clearance *clearance)
{
    return graze_conflict_clearance_within(body_a, a, body_b, b, NULL, clearance);
}
