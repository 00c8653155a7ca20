/* SPDX-License-Identifier: MIT */
/* Unsafe starts: the gaps between neighbouring candidates, decided at one point
 * each, and joined where the candidate between two unsafe gaps is unsafe itself.
 *
 * When must a candidate be decided? Let both gaps beside it be unsafe. An
 * overlap that is there on one side can end only at the candidate, by shrinking to
 * a point where the squared distance is tangent to the reach, or by leaving the
 * rectangle of lives. If the candidate is a *simple* root of a *single* source,
 * one such thing happens, and it happens to an overlap on one side only: near a
 * simple root of the discriminant the fold w -> (w - w0)^2 + c (s - s0), c != 0, is
 * negative on one side of s0, and a simple root of a side crosses 0 there. Then
 * the overlap of the other side goes on through the candidate, which is unsafe.
 * Only shared and multiple roots need a decision (for example the single safe
 * start between two tangencies that react oppositely to delay). It is taken at
 * the candidate itself when that is a dyadic number; otherwise an instant is
 * looked for that stays blocked in the candidate's whole isolating interval, and
 * when none is found soon, pinch.c decides at the algebraic candidate.
 */
#include "conflict/unsafe.h"

#include <assert.h>
#include <math.h>

#include "conflict/body_starts.h"
#include "conflict/cornered_starts.h"
#include "conflict/diagonal.h"
#include "conflict/newton.h"
#include "conflict/pinch.h"
#include "conflict/quartic.h"
#include "conflict/separated.h"
#include "conflict/start_search.h"
#include "conflict/starts.h"
#include "conflict/unsafe_starts.h"
#include "numeric/rounding.h"

/* ---- one start -------------------------------------------------------------------- */

static bool is_unsafe_at(dyadic_arena *arena, const starts_problem *problem, dyadic shift)
{
    size_t mark = dyadic_mark(arena);
    exact_relative relative;
    bool unsafe = starts_relative_at(arena, problem, shift, &relative) &&
                  (relative.curved ? quartic_contact(arena, &relative)
                                   : exact_contact_of(arena, &relative)) == CONTACT_OVERLAP;
    dyadic_release(arena, mark);
    return unsafe;
}

/* ---- gaps ------------------------------------------------------------------------- */

/* Some shift inside gap i, which lies below candidate i; gap `count` is the last. */
static dyadic inside_gap(dyadic_arena *context, candidates *all, int gap)
{
    if (all->count == 0)
        return dyadic_zero();
    if (gap == 0)
        return SUB(all->at[0].low, FROM(1));
    if (gap == all->count)
        return ADD(all->at[gap - 1].high, FROM(1));
    return root_between(context, &all->at[gap - 1], &all->at[gap]);
}

/* A double start near the given shift that is in the gap too can be decided by
 * the filters. */
static bool is_gap_unsafe(dyadic_arena *context, const starts_problem *problem, candidates *all,
                          int gap)
{
    dyadic shift = inside_gap(context, all, gap);
    double start = dyadic_to_double(ADD(problem->origin, shift), DYADIC_NEAREST);
    if (isfinite(start)) {
        dyadic near = SUB(FROM(start), problem->origin);
        if ((gap == 0 || root_compare(context, &all->at[gap - 1], near) > 0) &&
            (gap == all->count || root_compare(context, &all->at[gap], near) < 0)) {
            graze_motion moved = *problem->question->a;
            moved.start = start;
            moved.start_tail = 0;
            pair question = *problem->question;
            question.a = &moved;
            contact answer = ball_contact(&question);
            if (answer != CONTACT_UNKNOWN)
                return answer == CONTACT_OVERLAP;
        }
    }
    return is_unsafe_at(context, problem, shift);
}

/* ---- candidates between unsafe gaps ----------------------------------------------- */

static bool is_lone(dyadic_arena *arena, candidates *all, int i)
{
    if (all->shared[i])
        return false;
    if (all->source_of[i] < 0)
        return true;
    size_t mark = dyadic_mark(arena);
    polynomial slope = polynomial_derivative(arena, &all->source[all->source_of[i]]);
    int sign = root_sign_of(arena, &all->at[i], &slope);
    dyadic_release(arena, mark);
    return sign != 0;
}

/* Does the instant w (in b's local time) stay strictly inside both lives and
 * blocked for all shifts from low to high? */
static bool stays_blocked(dyadic_arena *context, const starts_problem *problem, dyadic w,
                          dyadic low, dyadic high)
{
    const exact_piece *a = &problem->a, *b = &problem->b;
    if (SIGN(w) <= 0 || dyadic_compare(w, high) <= 0 ||
        (!b->endless && dyadic_compare(w, b->duration) >= 0) ||
        (!a->endless && dyadic_compare(w, ADD(a->duration, low)) >= 0))
        return false;
    polynomial blocked = starts_at_instant(context, problem, w);
    if (polynomial_sign_at(context, &blocked, low) >= 0 ||
        polynomial_sign_at(context, &blocked, high) >= 0)
        return false;
    root crossing[4];
    polynomial square_free = polynomial_square_free(context, &blocked);
    return root_isolate(context, &square_free, root_range_open(low, high), crossing) == 0;
}

/* Looks for a witness among the overlaps at one end of the isolating interval. */
static bool has_witness(dyadic_arena *context, const starts_problem *problem, const root *at,
                        bool at_high)
{
    exact_relative relative;
    dyadic instants[2], shift = at_high ? at->high : at->low;
    if (!starts_relative_at(context, problem, shift, &relative))
        return false;
    int count = quartic_blocked_instants(context, &relative, instants);
    for (int i = 0; i < count; i++)
        if (stays_blocked(context, problem, ADD(relative.begin, instants[i]), at->low, at->high))
            return true;
    return false;
}

enum { WITNESS_ROUNDS = 4, WITNESS_HALVINGS = 8 };

static graze_status candidate_is_unsafe(dyadic_arena *arena, const starts_problem *problem,
                                        root *at, bool *unsafe)
{
    starts_sharpen(arena, problem, at);
    for (int round = 0; round < WITNESS_ROUNDS && !at->exact && !arena->exhausted; round++) {
        size_t mark = dyadic_mark(arena);
        *unsafe = has_witness(arena, problem, at, false) || has_witness(arena, problem, at, true);
        dyadic_release(arena, mark);
        if (*unsafe)
            return GRAZE_OK;
        for (int i = 0; i < WITNESS_HALVINGS; i++)
            root_refine(arena, at);
    }
    *unsafe = at->exact ? is_unsafe_at(arena, problem, at->low)
                        : pinch_is_unsafe(arena, problem, at);
    return arena->exhausted ? GRAZE_ERROR_WORKSPACE : GRAZE_OK;
}

/* ---- the union -------------------------------------------------------------------- */

static graze_status collect(dyadic_arena *arena, const starts_problem *problem, candidates *all,
                            unsafe_list *list)
{
    bool open = false;
    list->count = 0;
    for (int gap = 0; gap <= all->count && !arena->exhausted; gap++) {
        bool unsafe = is_gap_unsafe(arena, problem, all, gap);
        if (unsafe && open && !is_lone(arena, all, gap - 1)) {
            bool joined;
            graze_status status = candidate_is_unsafe(arena, problem, &all->at[gap - 1], &joined);
            if (status != GRAZE_OK)
                return status;
            open = joined;
            if (!joined)
                list->interval[list->count++].upper =
                    starts_end_of(arena, problem, &all->at[gap - 1], true);
        }
        if (unsafe && !open)
            list->interval[list->count].lower =
                gap == 0 ? -INFINITY : starts_end_of(arena, problem, &all->at[gap - 1], false);
        if (!unsafe && open)
            list->interval[list->count++].upper =
                starts_end_of(arena, problem, &all->at[gap - 1], true);
        open = unsafe;
    }
    if (open)
        list->interval[list->count++].upper = INFINITY;
    return arena->exhausted ? GRAZE_ERROR_WORKSPACE : GRAZE_OK;
}

/* ---- the door --------------------------------------------------------------------- */

static bool is_accelerated(const graze_motion *motion)
{
    return motion->form == GRAZE_KINEMATIC &&
           (motion->acceleration.x != 0 || motion->acceleration.y != 0 ||
            motion->acceleration.z != 0);
}

graze_status unsafe_starts_exactly(dyadic_arena arena, const pair *question, unsafe_list *list)
{
    starts_problem problem;
    candidates all;
    starts_problem_of(&arena, question, &problem);
    list->count = 0;
    if (dyadic_sign(problem.reach) <= 0)
        return arena.exhausted ? GRAZE_ERROR_WORKSPACE : GRAZE_OK;
    starts_candidates(&arena, &problem, &all);
    return collect(&arena, &problem, &all, list);
}

/* Constant velocity on the stack: what is enough for all but the wildest mixes of
 * magnitudes, then what is enough for those. */
static graze_status solve_on_stack(const pair *question, unsafe_list *list)
{
    mp_limb_t limbs[EXACT_LIMBS];
    return unsafe_starts_exactly(dyadic_arena_on(limbs, EXACT_LIMBS), question, list);
}

static graze_status solve_on_large_stack(const pair *question, unsafe_list *list)
{
    mp_limb_t limbs[4 * EXACT_LIMBS];
    return unsafe_starts_exactly(dyadic_arena_on(limbs, 4 * EXACT_LIMBS), question, list);
}

/* One interval for which no candidates are needed; plain discs came through newton.h. */
static bool solve_quickly(const pair *question, unsafe_list *list)
{
    bool found = true;
    bool answered = diagonal_starts(question, list->interval, &found) ||
                    start_search_plane(question, list->interval);
    if (!answered && separated_for_ever(question)) {
        found = false;
        answered = true;
    }
    list->count = found;
    return answered || start_search_space(question, list->interval);
}

static graze_status solve_uniform(const pair *question, unsafe_list *list)
{
    graze_status status = solve_on_stack(question, list);
    return status == GRAZE_ERROR_WORKSPACE ? solve_on_large_stack(question, list) : status;
}

static graze_status solve_cornered(const pair *question, unsafe_list *list)
{
    bool found = false;
    graze_status status = cornered_starts(question, list->interval, &found);
    list->count = found;
    return status;
}

static dyadic_arena arena_on(const graze_workspace *workspace)
{
    return dyadic_arena_on(workspace->memory, workspace->size / sizeof(mp_limb_t));
}

size_t graze_workspace_size(void) { return (size_t)4 << 20; }

/* Measured with 3 to 50 vertices each: 60 KiB a vertex at most, of rounded bodies and of
 * those within a tolerance. */
size_t graze_workspace_size_for(const graze_body *body_a, const graze_body *body_b)
{
    const size_t vertex = (size_t)128 << 10;
    return graze_workspace_size() + vertex * (body_a->vertex_count + body_b->vertex_count);
}

/* Of discs, or at constant velocity. */
static graze_status take(const unsafe_list *list, unsafe_starts *starts)
{
    assert(list->count <= GRAZE_UNSAFE_STARTS_MAX);
    for (int i = 0; i < list->count; i++)
        starts->own[i] = list->interval[i];
    starts->at = starts->own;
    starts->count = (size_t)list->count;
    return GRAZE_OK;
}

/* Of a pair that doubles did not answer. */
static graze_status find(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                         const graze_motion *b, double tolerance,
                         const graze_workspace *workspace, unsafe_starts *starts)
{
    pair question;
    unsafe_list list;
    graze_status status = pair_of(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    bool accelerated = is_accelerated(a) || is_accelerated(b);
    if (accelerated && (workspace == NULL || workspace->memory == NULL))
        return GRAZE_ERROR_WORKSPACE;
    if (accelerated && separated_for_ever(&question)) {
        starts->count = 0;
        return GRAZE_OK;
    }
    if (question.cornered && accelerated)
        return body_starts(arena_on(workspace), &question, &starts->at, &starts->count);
    if (question.cornered)
        status = solve_cornered(&question, &list);
    else if (accelerated)
        status = unsafe_starts_exactly(arena_on(workspace), &question, &list);
    else if (!solve_quickly(&question, &list))
        status = solve_uniform(&question, &list);
    return status == GRAZE_OK ? take(&list, starts) : status;
}

graze_status unsafe_starts_of(const graze_body *body_a, const graze_motion *a,
                              const graze_body *body_b, const graze_motion *b, double tolerance,
                              const graze_workspace *workspace, unsafe_starts *starts)
{
    bool found;
    starts->at = starts->own;
    if (!newton_starts(body_a, a, body_b, b, tolerance, cpu_level(), starts->at, &found))
        return find(body_a, a, body_b, b, tolerance, workspace, starts);
    starts->count = found;
    return GRAZE_OK;
}

graze_status graze_unsafe_starts(const graze_body *body_a, const graze_motion *a,
                                 const graze_body *body_b, const graze_motion *b, double tolerance,
                                 const graze_workspace *workspace, graze_interval *intervals,
                                 size_t capacity, size_t *count)
{
    unsafe_starts starts;
    bool found;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    if (capacity > 0 && newton_starts(body_a, a, body_b, b, tolerance, cpu_level(), intervals,
                                      &found)) {
        *count = found;
        return GRAZE_OK;
    }
    graze_status status = find(body_a, a, body_b, b, tolerance, workspace, &starts);
    if (status == GRAZE_OK && starts.count > capacity)
        status = GRAZE_ERROR_CAPACITY;
    if (status != GRAZE_OK)
        return status;
    for (size_t i = 0; i < starts.count; i++)
        intervals[i] = starts.at[i];
    *count = starts.count;
    return GRAZE_OK;
}
