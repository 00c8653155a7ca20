/* SPDX-License-Identifier: MIT */
/* The union of unsafe starts: gaps between events, joined where the event between them
 * is unsafe itself.
 *
 * Which events must be decided? Let both gaps beside the event s0 be unsafe and s0 be a
 * simple root of a single source. Take an overlap l(s) < w < r(s) on the side from which
 * s0 is approached.
 *
 * If l and r stay apart at s0, some w between them is blocked at s0: otherwise D slides
 * along a line or a circle for a while, which then, as a polynomial in w, vanishes for all
 * w, at the sides w = 0 and w = s as well. Those are two sources.
 *
 * If l and r meet at s0, an event happens there, and each kind of it happens on one side
 * of s0 only, because the source changes its sign at a simple root:
 *   tangency   the discriminant does, so the two ends are real on one side only. (Of a
 *              product with its conjugate one factor has the root. Where a circle meets
 *              its edge both are tangent, and there are two sources.)
 *   corner     the resultant does: D passes the corner, as a function of w and s, with a
 *              derivative that can be inverted, so it covers a neighbourhood of the corner
 *              once. The diagonal at s0 passes the corner inside the angle (then s0 is
 *              unsafe), outside of it (then the diagonals of one side meet the angle near
 *              the corner and those of the other do not), or along a line (then that line's
 *              discriminant has the root, too).
 *   side       the line at the end of the life does, so that it leaves the overlap on one
 *              side; unless it is tangent to the diagonal, and then a second source has
 *              the root.
 *   infinity   several sources have it, or it is the double root of one.
 * The overlap on the other side does not vanish at s0 then, and goes on through it.
 *
 * So what must be decided are multiple and shared roots: at the shift itself where it is
 * dyadic, else by body_pinch.c. */

#include "starts/body_starts.h"

#include <math.h>

#include "contact/contact.h"
#include "contact/disc_accelerated.h"
#include "contact/polygon_accelerated.h"

typedef struct search {
    dyadic_arena *arena;
    const body_problem *problem;
    events events;
    graze_interval *found;
    size_t count;
} search;

/* ---- one shift ---------------------------------------------------------------------- */

static contact contact_of(const search *s, const exact_relative *relative)
{
    if (s->problem->motions.question->cornered)
        return polygon_contact_of(s->arena, s->problem->motions.question, relative);
    return relative->curved ? disc_accelerated_contact(s->arena, relative)
                            : exact_contact_of(s->arena, relative);
}

static bool is_unsafe_at(search *s, dyadic shift)
{
    size_t mark = dyadic_mark(s->arena);
    exact_relative relative;
    bool unsafe = pencil_relative_at(s->arena, &s->problem->motions, shift, &relative) &&
                  contact_of(s, &relative) == CONTACT_OVERLAP;
    dyadic_release(s->arena, mark);
    return unsafe;
}

/* ---- gaps --------------------------------------------------------------------------- */

/* The kernel's filters take doubles: a double start near the shift will do when it is in
 * the gap, too. */
static contact ask_kernel(search *s, size_t gap, dyadic shift)
{
    dyadic_arena *context = s->arena;
    const pencil *motions = &s->problem->motions;
    double start = dyadic_to_double(ADD(motions->origin, shift), DYADIC_NEAREST);
    if (!isfinite(start) ||
        !events_gap_holds(&s->events, gap, SUB(FROM(start), motions->origin)))
        return CONTACT_UNKNOWN;
    graze_motion moved = *motions->question->a;
    pair question = *motions->question;
    moved.start = start;
    moved.start_tail = 0;
    question.a = &moved;
    question.only_overlaps = true;
    contact answer = contact_decide(&question, NULL);
    return contact_failed(answer) ? CONTACT_UNKNOWN : answer;
}

static bool is_gap_unsafe(search *s, size_t gap)
{
    size_t mark = dyadic_mark(s->arena);
    dyadic shift = events_between(&s->events, gap);
    contact answer = s->problem->motions.kind == PENCIL_SHIFTS ? ask_kernel(s, gap, shift)
                                                               : CONTACT_UNKNOWN;
    bool unsafe = answer == CONTACT_UNKNOWN ? is_unsafe_at(s, shift) : answer == CONTACT_OVERLAP;
    dyadic_release(s->arena, mark);
    return unsafe;
}

/* ---- events between unsafe gaps ----------------------------------------------------- */

static bool is_event_unsafe(search *s, event *asked)
{
    if (event_is_lone(s->arena, asked))
        return true;
    pencil_sharpen(s->arena, &s->problem->motions, &asked->at);
    return asked->at.exact ? is_unsafe_at(s, asked->at.low)
                           : body_pinch_is_unsafe(s->arena, s->problem, &asked->at);
}

/* ---- the union ---------------------------------------------------------------------- */

static double end_of(const search *s, size_t gap, bool upper)
{
    const size_t last = s->events.count;
    if (upper ? gap == last : gap == 0)
        return upper ? INFINITY : -INFINITY;
    const event *end = s->events.at[upper ? gap : gap - 1];
    return pencil_end_of(s->arena, &s->problem->motions, &end->at, upper);
}

static void collect(search *s)
{
    bool open = false;
    for (size_t gap = 0; gap <= s->events.count && !s->arena->exhausted; gap++) {
        bool unsafe = is_gap_unsafe(s, gap);
        bool goes_on = open && unsafe &&
                       (s->problem->motions.uniform || is_event_unsafe(s, s->events.at[gap - 1]));
        if (open && !goes_on)
            s->found[s->count++].upper = end_of(s, gap - 1, true);
        if (unsafe && !goes_on)
            s->found[s->count].lower = end_of(s, gap, false);
        open = unsafe;
    }
    if (open)
        s->found[s->count++].upper = INFINITY;
}

graze_status body_union_of(dyadic_arena *arena, const body_problem *problem,
                           graze_interval **found, size_t *count)
{
    search s = {.arena = arena, .problem = problem};
    if (problem->reaching > 0 || problem->kind == POLYGON_AREA) {
        s.events = body_events_of(arena, problem);
        s.found = events_take(arena, s.events.count + 1, sizeof *s.found);
        if (s.found != NULL)
            collect(&s);
    }
    if (arena->exhausted)
        return GRAZE_ERROR_WORKSPACE;
    *found = s.found;
    *count = s.count;
    return GRAZE_OK;
}

graze_status body_starts(dyadic_arena *arena, const pair *question, pencil_kind kind,
                         graze_interval **found, size_t *count)
{
    body_problem *problem = events_take(arena, 1, sizeof *problem); /* too large for the stack */
    if (problem == NULL)
        return GRAZE_ERROR_WORKSPACE;
    body_problem_of(arena, question, kind, problem);
    return body_union_of(arena, problem, found, count);
}
