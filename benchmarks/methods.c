/* SPDX-License-Identifier: MIT */
/* The methods as lists. See methods.h. */
#include "benchmarks/methods.h"

#include <graze/unsafe.h>
#include <math.h>
#include <stdlib.h>

#include "benchmarks/categories.h"
#include "benchmarks/command.h"
#include "benchmarks/opponents.h"
#include "benchmarks/plain_quartic.h"
#include "benchmarks/textbook.h"

static bool accelerates(const graze_motion *motion)
{
    return motion->acceleration.x != 0 || motion->acceleration.y != 0;
}

bool is_accelerated(const specimen *question)
{
    return accelerates(&question->a) || accelerates(&question->b);
}

/* Whose places the planner's moves can hold. */
static bool is_uniform(const specimen *question)
{
    return !is_accelerated(question);
}

/* ---- when do they conflict? ---------------------------------------------------------------- */

static size_t textbook_says_conflicts(const specimen *question, graze_interval *intervals)
{
    return (size_t)textbook_intervals(question, intervals);
}

static size_t planner_says_conflict(const specimen *question, graze_interval *intervals)
{
    planner_move a = planner_move_of(&question->body_a, &question->a);
    planner_move b = planner_move_of(&question->body_b, &question->b);
    (void)intervals;
    return planner_check(&a, &b);
}

size_t graze_says_conflicts(const specimen *question, graze_interval *intervals)
{
    size_t count;
    if (graze_conflict_intervals(&question->body_a, &question->a, &question->body_b, &question->b,
                                 0, intervals, METHOD_INTERVALS, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

static size_t boxes_say_conflict(const specimen *question, graze_interval *intervals)
{
    (void)intervals;
    return reserved_boxes_conflict(question);
}

static size_t samples_say_conflict(const specimen *question, graze_interval *intervals)
{
    (void)intervals;
    return samples_conflict(question, 64);
}

static size_t obstacle_says_conflict(const specimen *question, graze_interval *intervals)
{
    (void)intervals;
    return velocity_obstacle_conflict(question);
}

const method conflict_methods[] = {
    {"algebraic: textbook", SCORE_BOTH_ENDS, NULL, textbook_says_conflicts},
    {"planner's check, 1e-8", SCORE_NO_END, is_uniform, planner_says_conflict},
    {"static: boxes of whole moves", SCORE_NO_END, NULL, boxes_say_conflict},
    {"sampling: 64 instants", SCORE_NO_END, NULL, samples_say_conflict},
    {"geometric: velocity obstacle", SCORE_NO_END, is_uniform, obstacle_says_conflict},
    {"**Graze**", SCORE_BOTH_ENDS, NULL, graze_says_conflicts},
    {NULL, SCORE_NO_END, NULL, NULL},
};

/* ---- when must a not start? ---------------------------------------------------------------- */

static size_t textbook_says_starts(const specimen *question, graze_interval *intervals)
{
    return textbook_unsafe_starts(question, intervals);
}

static size_t rectangle_says_starts(const specimen *question, graze_interval *intervals)
{
    return rectangle_unsafe_starts(question, intervals);
}

static size_t planner_says_starts(const specimen *question, graze_interval *intervals)
{
    planner_move a = planner_move_of(&question->body_a, &question->a);
    planner_move b = planner_move_of(&question->body_b, &question->b);
    intervals[0].lower = question->a.start;
    return planner_unsafe_end(&a, &b, &intervals[0].upper);
}

/* The published way for acceleration: a binary search with the quartic. */
static size_t quartic_says_starts(const specimen *question, graze_interval *intervals)
{
    specimen delayed = *question;
    double delay = 0, width = question->b.start + question->b.duration - question->a.start;
    if (!plain_quartic_conflict(question, ferrari_roots))
        return 0;
    while (width > 1e-7 && isfinite(width)) {
        width /= 2;
        delayed.a.start = question->a.start + (delay + width);
        if (plain_quartic_conflict(&delayed, ferrari_roots))
            delay += width;
    }
    intervals[0] = (graze_interval){question->a.start, question->a.start + (delay + width)};
    return 1;
}

size_t graze_says_starts(const specimen *question, graze_interval *intervals)
{
    static _Alignas(64) char memory[(size_t)4 << 20];
    const graze_workspace workspace = {.memory = memory, .size = sizeof memory};
    size_t count;
    if (graze_unsafe_starts(&question->body_a, &question->a, &question->body_b, &question->b, 0,
                            &workspace, intervals, METHOD_INTERVALS, &count) != GRAZE_OK)
        give_up("a pair was refused");
    return count;
}

const method start_methods[] = {
    {"textbook, Algorithm 1", SCORE_BOTH_ENDS, textbook_answers, textbook_says_starts},
    {"right geometry in doubles", SCORE_BOTH_ENDS, is_uniform, rectangle_says_starts},
    {"planner's bisection, 1e-7", SCORE_UPPER_END, is_uniform, planner_says_starts},
    {"bisection of the quartic, 1e-7", SCORE_UPPER_END, is_accelerated, quartic_says_starts},
    {"**Graze**", SCORE_BOTH_ENDS, NULL, graze_says_starts},
    {NULL, SCORE_NO_END, NULL, NULL},
};

size_t methods_count(const method *list)
{
    size_t count = 0;
    while (list[count].name != NULL)
        count++;
    return count;
}
