/* SPDX-License-Identifier: MIT */
/* Every question about one pair. See every_answer.h. */
#include "kernel/every_answer.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <graze/batch.h>

#include "kernel/ask.h"
#include "kernel/roundings.h"
#include "oracle/rational.h"

/* ---- asking ------------------------------------------------------------------------------ */

static void ask_starts(const oracle_pair *p, answer_list *starts)
{
    starts->status = graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                         ample_workspace(), starts->at, ANSWER_INTERVALS,
                                         &starts->count);
}

void ask_everything(const oracle_pair *p, asked_for what, all_answers *answers)
{
    answers->asked = what;
    answers->conflicts.count = answers->starts.count = answers->speeds.count = 0;
    answers->decision_status = graze_conflict_exists(&p->body_a, &p->a, &p->body_b, &p->b,
                                                     p->tolerance, &answers->exists);
    answers->conflicts.status = graze_conflict_intervals(
        &p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, answers->conflicts.at,
        ANSWER_INTERVALS, &answers->conflicts.count);
    answers->verdict_status = graze_conflict_verdict(&p->body_a, &p->a, &p->body_b, &p->b,
                                                     p->tolerance, &answers->verdict);
    if (what.clearance)
        answers->clearance_status = graze_conflict_clearance(&p->body_a, &p->a, &p->body_b,
                                                             &p->b, &answers->clearance);
    if (what.starts)
        ask_starts(p, &answers->starts);
    if (what.speeds)
        answers->speeds.status =
            graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                ample_workspace(), answers->speeds.at, ANSWER_INTERVALS,
                                &answers->speeds.count);
}

/* ---- answers of one pair ------------------------------------------------------------------ */

static const char *prepared_contradict(const oracle_pair *p, const all_answers *answers)
{
    graze_prepared a, b;
    bool exists;
    static answer_list conflicts;
    if (graze_motion_prepare(&p->body_a, &p->a, &a) != GRAZE_OK ||
        graze_motion_prepare(&p->body_b, &p->b, &b) != GRAZE_OK)
        return "a motion cannot be prepared";
    if (graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                       p->tolerance, &exists) != GRAZE_OK ||
        exists != answers->exists)
        return "the prepared decision";
    if (graze_conflict_intervals_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                          p->tolerance, conflicts.at, ANSWER_INTERVALS,
                                          &conflicts.count) != GRAZE_OK ||
        conflicts.count != answers->conflicts.count)
        return "the prepared intervals";
    for (size_t i = 0; i < conflicts.count; i++)
        if (conflicts.at[i].lower != answers->conflicts.at[i].lower ||
            conflicts.at[i].upper != answers->conflicts.at[i].upper)
            return "the prepared intervals";
    return NULL;
}

static const char *batch_contradicts(const oracle_pair *p, const all_answers *answers)
{
    static uint64_t memory[2048];
    graze_batch batch;
    uint64_t hits;
    size_t count = 0;
    if (graze_batch_fill(&p->body_b, &p->b, 1, memory, sizeof memory, &batch) != GRAZE_OK ||
        graze_batch_conflicts(&p->body_a, &p->a, p->tolerance, &batch, &hits, &count) !=
            GRAZE_OK ||
        count != answers->exists)
        return "the batch";
    return NULL;
}

/* No double is between an end and its rounding. */
static bool holds(const answer_list *list, double x)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].lower < x && x < list->at[i].upper)
            return true;
    return false;
}

/* Rounded to nearest, the deepest time may lie on an end. */
static bool deepest_time_is_inside(const all_answers *answers)
{
    const double time = answers->clearance.time;
    for (size_t i = 0; i < answers->conflicts.count; i++)
        if (answers->conflicts.at[i].lower <= time && time <= answers->conflicts.at[i].upper)
            return true;
    return !answers->exists;
}

/* The distance is rounded down, hence below 0 exactly when the bodies overlap. */
static const char *clearance_contradicts(const oracle_pair *p, const all_answers *answers)
{
    const graze_clearance *c = &answers->clearance;
    const graze_verdict verdict = answers->verdict;
    if (!c->common_life)
        return verdict == GRAZE_CLEAR ? NULL : "a verdict without a common life";
    if ((c->distance < 0) != (verdict >= GRAZE_GRAZE))
        return "the verdict and the sign of the distance";
    if (verdict == GRAZE_TOUCH && (c->distance != 0 || c->depth != 0))
        return "a touch and its depth";
    if (verdict == GRAZE_GRAZE && !(c->depth <= p->tolerance))
        return "a graze and its depth";
    if (verdict == GRAZE_CONFLICT && !(c->depth >= p->tolerance))
        return "a conflict and its depth";
    if (!deepest_time_is_inside(answers))
        return "the deepest time and the intervals";
    if (-c->depth != c->distance && -c->depth != nextafter(c->distance, INFINITY))
        return "the depth and the distance";
    return NULL;
}

/* Is each double at and beside an end judged as the decision judges it? */
static bool ends_are_kept(const oracle_pair *p, const answer_list *starts)
{
    for (size_t i = 0; i < 2 * starts->count; i++) {
        const graze_interval *interval = &starts->at[i / 2];
        const double end = i % 2 == 0 ? interval->lower : interval->upper;
        const double around[] = {nextafter(end, -INFINITY), end, nextafter(end, INFINITY)};
        for (int k = 0; k < 3; k++) {
            graze_motion a;
            bool exists;
            if (isfinite(around[k]) &&
                (graze_motion_restart(&p->a, around[k], &a) != GRAZE_OK ||
                 graze_conflict_exists(&p->body_a, &a, &p->body_b, &p->b, p->tolerance,
                                       &exists) != GRAZE_OK ||
                 exists != holds(starts, around[k])))
                return false;
        }
    }
    return true;
}

static const char *starts_contradict(const oracle_pair *p, const all_answers *answers)
{
    if (answers->starts.status != GRAZE_OK)
        return "no answer to unsafe starts";
    if (p->a.start_tail == 0 && holds(&answers->starts, p->a.start) != answers->exists)
        return "the decision and the unsafe starts";
    if (answers->exists && answers->starts.count == 0)
        return "a conflict without unsafe starts";
    return ends_are_kept(p, &answers->starts) ? NULL : "starting again at an end";
}

static const char *speeds_contradict(const all_answers *answers)
{
    if (answers->speeds.status == GRAZE_ERROR_UNSUPPORTED)
        return NULL;
    if (answers->speeds.status != GRAZE_OK)
        return "no answer to unsafe speeds";
    return holds(&answers->speeds, 1) == answers->exists ? NULL
                                                         : "the decision and the unsafe speeds";
}

static const char *lists_are_in_order(const answer_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!(list->at[i].lower < list->at[i].upper) ||
            (i > 0 && !(list->at[i - 1].upper <= list->at[i].upper &&
                        list->at[i - 1].lower <= list->at[i].lower)))
            return "the order of intervals";
    return NULL;
}

static const char *decisions_contradict(const all_answers *answers)
{
    if (answers->decision_status != GRAZE_OK || answers->conflicts.status != GRAZE_OK ||
        answers->verdict_status != GRAZE_OK)
        return "no answer to a decision";
    if (answers->exists != (answers->conflicts.count > 0))
        return "the decision and the intervals";
    if (answers->exists != (answers->verdict == GRAZE_CONFLICT))
        return "the decision and the verdict";
    return lists_are_in_order(&answers->conflicts);
}

const char *answers_contradict(const oracle_pair *p, const all_answers *answers)
{
    const char *fault = decisions_contradict(answers);
    if (fault == NULL)
        fault = prepared_contradict(p, answers);
    if (fault == NULL)
        fault = batch_contradicts(p, answers);
    if (fault == NULL && answers->asked.clearance)
        fault = answers->clearance_status == GRAZE_OK ? clearance_contradicts(p, answers)
                                                      : "no answer to the clearance";
    if (fault == NULL && answers->asked.starts)
        fault = starts_contradict(p, answers);
    if (fault == NULL && answers->asked.starts)
        fault = lists_are_in_order(&answers->starts);
    if (fault == NULL && answers->asked.speeds)
        fault = speeds_contradict(answers);
    return fault;
}

/* ---- answers of two pairs ----------------------------------------------------------------- */

static bool lists_map(const answer_list *before, const real_map *map, const answer_list *after)
{
    if (before->status != after->status || before->count != after->count)
        return false;
    const size_t count = before->status == GRAZE_OK ? before->count : 0;
    for (size_t i = 0; i < count; i++) {
        const bool turned = map->sign < 0;
        const graze_interval *x = &before->at[i], *y = &after->at[turned ? count - 1 - i : i];
        if (!may_round_alike(ROUNDED_DOWN, x->lower, map, turned ? y->upper : y->lower) ||
            !may_round_alike(ROUNDED_UP, x->upper, map, turned ? y->lower : y->upper))
            return false;
    }
    return true;
}

/* A distance that does not change has the first double of the common life as its time, and
 * the largest double where there is none. */
static bool times_map(double before, const real_map *map, double after)
{
    return may_round_alike(ROUNDED_NEAREST, before, map, after) ||
           may_round_alike(ROUNDED_UP, before, map, after == DBL_MAX ? INFINITY : after) ||
           (before == DBL_MAX && may_round_alike(ROUNDED_UP, INFINITY, map, after));
}

static const char *clearances_differ(const exact_change *change, const graze_clearance *before,
                                     const real_map *times, const graze_clearance *after)
{
    const char *difference = NULL;
    real_map lengths;
    if (before->common_life != after->common_life)
        return "the common life";
    if (!before->common_life)
        return NULL;
    real_map_init(&lengths, 1, change->lengths);
    if (!may_round_alike(ROUNDED_NEAREST, before->depth, &lengths, after->depth))
        difference = "the depth";
    else if (!may_round_alike(ROUNDED_DOWN, before->distance, &lengths, after->distance))
        difference = "the distance";
    else if (!times_map(before->time, times, after->time))
        difference = "the time of the depth";
    real_map_clear(&lengths);
    return difference;
}

/* How unsafe starts change. What counts is by how much a starts later than b: when the
 * names are exchanged, a start s of a is as safe as the start (start a + start b - s) of b. */
static void map_of_starts(const oracle_pair *changed, const exact_change *change, real_map *map)
{
    real_map_init(map, change->swapped ? -1 : 1, change->times);
    if (!change->swapped) {
        rational_add(map->shift, change->shift);
        return;
    }
    const double numbers[] = {changed->a.start, changed->a.start_tail, changed->b.start,
                              changed->b.start_tail, -change->shift};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        rational_add(map->shift, numbers[i]);
}

static bool starts_map(const oracle_pair *changed, const exact_change *change,
                       const all_answers *before, const all_answers *after)
{
    real_map map;
    map_of_starts(changed, change, &map);
    const bool alike = lists_map(&before->starts, &map, &after->starts);
    real_map_clear(&map);
    return alike;
}

static bool speeds_are_same(const all_answers *before, const all_answers *after)
{
    real_map map;
    real_map_init(&map, 1, 0);
    const bool alike = lists_map(&before->speeds, &map, &after->speeds);
    real_map_clear(&map);
    return alike;
}

const char *answers_differ_beyond(const oracle_pair *changed, const exact_change *change,
                                  const all_answers *before, const all_answers *after)
{
    const char *difference = NULL;
    real_map times;
    if (before->exists != after->exists)
        return "the decision";
    if (before->verdict != after->verdict)
        return "the verdict";
    real_map_init(&times, 1, change->times);
    rational_add(times.shift, change->shift);
    if (!lists_map(&before->conflicts, &times, &after->conflicts))
        difference = "the intervals";
    else if (after->asked.clearance)
        difference = clearances_differ(change, &before->clearance, &times, &after->clearance);
    real_map_clear(&times);
    if (difference == NULL && after->asked.starts && !starts_map(changed, change, before, after))
        difference = "the unsafe starts";
    if (difference == NULL && after->asked.speeds && !change->swapped &&
        !speeds_are_same(before, after))
        difference = "the unsafe speeds";
    return difference;
}

/* ---- words -------------------------------------------------------------------------------- */

static void print_list(FILE *stream, const char *name, const answer_list *list)
{
    fprintf(stream, "\n   %s: %s", name, graze_status_name(list->status));
    for (size_t i = 0; list->status == GRAZE_OK && i < list->count; i++)
        fprintf(stream, " (%a, %a)", list->at[i].lower, list->at[i].upper);
}

void answers_print(FILE *stream, const char *whose, const all_answers *answers)
{
    const graze_clearance *c = &answers->clearance;
    fprintf(stream, "/* %s: %s, %s", whose, answers->exists ? "yes" : "no",
            graze_verdict_name(answers->verdict));
    print_list(stream, "intervals", &answers->conflicts);
    if (answers->asked.clearance && c->common_life)
        fprintf(stream, "\n   depth %a, distance %a, at %a", c->depth, c->distance, c->time);
    if (answers->asked.starts)
        print_list(stream, "unsafe starts", &answers->starts);
    if (answers->asked.speeds)
        print_list(stream, "unsafe speeds", &answers->speeds);
    fprintf(stream, " */\n");
}
