/* SPDX-License-Identifier: MIT */
/* <graze/split.h>: two actions become ticks, the kernel's answer a span, and the span a split. */
#include <graze/split.h>
#include <graze/unsafe.h>
#include <math.h>

#include "motion/life.h"
#include "numeric/eft.h"
#include "numeric/float_mode.h"
#include "planner/lattice.h"
#include "planner/split_spans.h"

enum { PARTS_MAX = 64 };

/* An action in ticks. */
typedef struct action {
    const graze_body *body;
    const graze_motion *motion;
    bool stays;
    tick from, until; /* until: of a stay */
} action;

/* Both actions and what they are asked with. */
typedef struct split_question {
    const graze_lattice *lattice;
    double tolerance;
    graze_split_reasoning reasoning;
    const graze_workspace *workspace;
    action of[2];
} split_question;

static bool goes_nowhere(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *v = &motion->velocity, *q = &motion->to,
                       *a = &motion->acceleration;
    if (motion->form != GRAZE_KINEMATIC)
        return q->x == p->x && q->y == p->y && q->z == p->z;
    return v->x == 0 && v->y == 0 && v->z == 0 && a->x == 0 && a->y == 0 && a->z == 0;
}

/* The tick of an exact sum of two doubles. */
static graze_status tick_of(const graze_lattice *lattice, double time, double tail, tick *on)
{
    *on = time_grid_floor(lattice, time);
    return tail != 0 || *on <= -TICK_NEVER || *on >= TICK_NEVER ||
                   time_grid_seconds(lattice, *on) != time
               ? GRAZE_ERROR_LATTICE
               : GRAZE_OK;
}

static graze_status read_action(const graze_lattice *lattice, const graze_body *body,
                                const graze_motion *motion, action *read)
{
    graze_status status = graze_motion_validate(motion);
    if (status != GRAZE_OK)
        return status;
    if (motion->form == GRAZE_PARKED)
        return GRAZE_ERROR_UNSUPPORTED;
    double tail;
    double start = eft_two_sum(motion->start, motion->start_tail, &tail);
    *read = (action){body, motion, goes_nowhere(motion), 0, TICK_NEVER};
    status = tick_of(lattice, start, tail, &read->from);
    if (status != GRAZE_OK || !read->stays || motion_is_endless(motion))
        return status;
    double duration_tail, end_tail;
    double duration = eft_two_sum(motion->duration, motion->duration_tail, &duration_tail);
    double end = eft_two_sum(start, duration, &end_tail);
    return duration_tail != 0 ? GRAZE_ERROR_LATTICE
                              : tick_of(lattice, end, end_tail, &read->until);
}

static span ticks_of(const graze_lattice *lattice, graze_interval interval)
{
    return (span){time_grid_floor(lattice, interval.lower),
                  time_grid_ceil(lattice, interval.upper)};
}

/* Beyond the lattice all is infinite. */
static double seconds_of(const graze_lattice *lattice, tick time)
{
    if (time >= TICK_HORIZON)
        return INFINITY;
    return time <= -TICK_HORIZON ? -INFINITY : time_grid_seconds(lattice, time);
}

static graze_constraint constraint_of(const split_question *q, graze_constraint_form form,
                                      span when)
{
    return (graze_constraint){
        form, {seconds_of(q->lattice, when.lower), seconds_of(q->lattice, when.upper)}};
}

/* ---- two moves ---------------------------------------------------------------------- */

static graze_status split_two_moves(const split_question *q, graze_constraint constraints[2],
                                    bool *conflict)
{
    const action *a = &q->of[0], *b = &q->of[1];
    graze_interval unsafe[PARTS_MAX];
    size_t count = 0;
    graze_status status = graze_unsafe_starts(a->body, a->motion, b->body, b->motion, q->tolerance,
                                              q->workspace, unsafe, PARTS_MAX, &count);
    if (status != GRAZE_OK)
        return status;
    *conflict = false;
    for (size_t i = 0; i < count && !*conflict; i++) {
        span starts = ticks_of(q->lattice, unsafe[i]), forbidden[2];
        if (!span_holds(starts, a->from))
            continue;
        split_spans_of_moves(a->from, b->from, span_later(starts, -b->from), forbidden);
        for (int k = 0; k < 2; k++)
            constraints[k] = constraint_of(q, GRAZE_NOT_START, forbidden[k]);
        *conflict = true;
    }
    return GRAZE_OK;
}

/* ---- a stay and a move -------------------------------------------------------------- */

static void split_overlap(const split_question *q, int stayer, span when,
                          graze_constraint constraints[2])
{
    const tick until = q->of[stayer].until, start = q->of[1 - stayer].from;
    const bool targets = q->reasoning == GRAZE_SPLIT_TARGETS;
    span rest, moves;
    graze_constraint_form stays = GRAZE_NOT_AT, goes = GRAZE_NOT_START;
    if (targets && until >= TICK_NEVER) {
        split_spans_of_target(when, &rest, &moves);
        rest = (span){-TICK_NEVER, rest.lower};
        stays = GRAZE_NOT_ARRIVE;
        goes = GRAZE_NOT_MEET;
    } else if (targets && split_outlasts(until, when)) {
        split_spans_of_wait(until, start, when, &rest, &moves);
        stays = GRAZE_NOT_WAIT;
    } else
        split_spans_of_stay(until, start, when, &rest, &moves);
    constraints[stayer] = constraint_of(q, stays, rest);
    constraints[1 - stayer] = constraint_of(q, goes, moves);
}

/* The overlaps of the mover with a body that rests at the place of the stay through all of its
 * move; the first that the stay shares an instant with is split. */
static graze_status split_stay_and_move(const split_question *q, int stayer,
                                        graze_constraint constraints[2], bool *conflict)
{
    const action *stay = &q->of[stayer], *move = &q->of[1 - stayer];
    graze_motion rest = *stay->motion;
    rest.start = move->motion->start;
    rest.start_tail = move->motion->start_tail;
    rest.duration = INFINITY;
    rest.duration_tail = 0;
    graze_interval overlaps[PARTS_MAX];
    size_t count = 0;
    graze_status status = graze_conflict_intervals_within(
        stay->body, &rest, move->body, move->motion, q->tolerance, q->workspace, overlaps,
        PARTS_MAX, &count);
    if (status != GRAZE_OK)
        return status;
    bool overlap = false;
    for (size_t i = 0; i < count && !overlap && stay->from < stay->until; i++) {
        span when = ticks_of(q->lattice, overlaps[i]);
        if (when.lower >= TICK_NEVER && stay->until >= TICK_NEVER)
            return GRAZE_ERROR_LATTICE; /* a conflict at no tick that is counted */
        if (stay->from >= when.upper || stay->until <= when.lower)
            continue;
        split_overlap(q, stayer, when, constraints);
        overlap = true;
    }
    *conflict = overlap;
    return GRAZE_OK;
}

/* ---- two stays ---------------------------------------------------------------------- */

static graze_status split_two_stays(const split_question *q, graze_constraint constraints[2],
                                    bool *conflict)
{
    const action *a = &q->of[0], *b = &q->of[1];
    graze_status status = graze_conflict_exists_within(a->body, a->motion, b->body, b->motion,
                                                       q->tolerance, q->workspace, conflict);
    if (status != GRAZE_OK || !*conflict)
        return status;
    span common = {a->from > b->from ? a->from : b->from,
                   a->until < b->until ? a->until : b->until};
    if (q->reasoning == GRAZE_SPLIT_PLAIN)
        common.upper = common.lower + 1;
    constraints[0] = constraint_of(q, GRAZE_NOT_AT, common);
    constraints[1] = constraint_of(
        q, q->reasoning == GRAZE_SPLIT_PLAIN ? GRAZE_NOT_AT : GRAZE_NOT_WAIT, common);
    return GRAZE_OK;
}

static graze_status split_actions(const split_question *q, graze_constraint constraints[2],
                                  bool *conflict)
{
    if (q->of[0].stays && q->of[1].stays)
        return split_two_stays(q, constraints, conflict);
    if (q->of[0].stays || q->of[1].stays)
        return split_stay_and_move(q, q->of[0].stays ? 0 : 1, constraints, conflict);
    return split_two_moves(q, constraints, conflict);
}

graze_status graze_conflict_split(const graze_lattice *lattice, const graze_body *body_a,
                                  const graze_motion *a, const graze_body *body_b,
                                  const graze_motion *b, double tolerance,
                                  graze_split_reasoning reasoning,
                                  const graze_workspace *workspace, graze_constraint constraints[2],
                                  bool *conflict)
{
    FLOAT_MODE_DEFAULT;
    if (lattice == NULL || body_a == NULL || a == NULL || body_b == NULL || b == NULL ||
        constraints == NULL || conflict == NULL)
        return GRAZE_ERROR_NULL;
    if (reasoning != GRAZE_SPLIT_PLAIN && reasoning != GRAZE_SPLIT_TARGETS)
        return GRAZE_ERROR_CHOICE;
    if (!lattice_is_valid(lattice))
        return GRAZE_ERROR_LATTICE;
    split_question question = {
        .lattice = lattice, .tolerance = tolerance, .reasoning = reasoning, .workspace = workspace};
    graze_status status = read_action(lattice, body_a, a, &question.of[0]);
    if (status == GRAZE_OK)
        status = read_action(lattice, body_b, b, &question.of[1]);
    return status == GRAZE_OK ? split_actions(&question, constraints, conflict) : status;
}
