/* SPDX-License-Identifier: MIT */
/* The opponents, each as a careful programmer without Graze would write it. See
 * opponents.h. */
#include "benchmarks/opponents.h"

#include <math.h>

/* ---- relative motion ---------------------------------------------------------------- */

/* B seen from A since their common life began. */
typedef struct approach {
    double x, y, vx, vy;
    double begin, end; /* of the common life */
    double reach;
} approach;

static inline approach approach_of(const graze_prepared *a, const graze_prepared *b)
{
    double begin = a->start > b->start ? a->start : b->start;
    double end = a->end < b->end ? a->end : b->end;
    double since_a = begin - a->start, since_b = begin - b->start;
    return (approach){(b->x + b->vx * since_b) - (a->x + a->vx * since_a),
                      (b->y + b->vy * since_b) - (a->y + a->vy * since_a),
                      b->vx - a->vx,
                      b->vy - a->vy,
                      begin,
                      end,
                      a->radius + b->radius};
}

/* The magnitude is Graze's affair. */
static inline graze_prepared in_doubles(const graze_body *body, const graze_motion *motion)
{
    double vx = motion->velocity.x, vy = motion->velocity.y;
    if (motion->form == GRAZE_WAYPOINT) {
        vx = (motion->to.x - motion->position.x) / motion->duration;
        vy = (motion->to.y - motion->position.y) / motion->duration;
    }
    return (graze_prepared){.x = motion->position.x,
                            .y = motion->position.y,
                            .vx = vx,
                            .vy = vy,
                            .start = motion->start,
                            .end = motion->start + motion->duration,
                            .radius = body->radius};
}

/* ---- decisions ---------------------------------------------------------------------- */

static inline bool decide(approach at)
{
    if (!(at.begin < at.end))
        return false;
    double c = at.x * at.x + at.y * at.y - at.reach * at.reach;
    if (c < 0)
        return true;
    double b = at.x * at.vx + at.y * at.vy;
    if (b >= 0)
        return false;
    double a = at.vx * at.vx + at.vy * at.vy;
    double discriminant = b * b - a * c;
    if (discriminant <= 0)
        return false;
    return (-b - sqrt(discriminant)) / a < at.end - at.begin;
}

bool plain_on_prepared(const graze_prepared *a, const graze_prepared *b)
{
    return decide(approach_of(a, b));
}

bool plain_on_motions(const specimen *question)
{
    graze_prepared a = in_doubles(&question->body_a, &question->a);
    graze_prepared b = in_doubles(&question->body_b, &question->b);
    return decide(approach_of(&a, &b));
}

bool plain_at_nearest(const graze_prepared *a, const graze_prepared *b)
{
    approach at = approach_of(a, b);
    double length = at.end - at.begin;
    double elapsed = -(at.x * at.vx + at.y * at.vy) / (at.vx * at.vx + at.vy * at.vy);
    elapsed = (elapsed + fabs(elapsed)) / 2;       /* max(elapsed, 0), which gcc would branch for */
    elapsed = elapsed < length ? elapsed : length; /* also for 0/0: equal velocities */
    double x = at.x + at.vx * elapsed, y = at.y + at.vy * elapsed;
    return (length > 0) & (x * x + y * y < at.reach * at.reach);
}

/* ---- intervals ---------------------------------------------------------------------- */

static inline bool clip(double lower, double upper, approach at, graze_interval *when)
{
    when->lower = lower > at.begin ? lower : at.begin;
    when->upper = upper < at.end ? upper : at.end;
    return when->lower < when->upper;
}

static inline bool overlap_of(approach at, graze_interval *when)
{
    if (!(at.begin < at.end))
        return false;
    double a = at.vx * at.vx + at.vy * at.vy;
    double b = at.x * at.vx + at.y * at.vy;
    double c = at.x * at.x + at.y * at.y - at.reach * at.reach;
    if (a == 0)
        return c < 0 && clip(at.begin, at.end, at, when);
    double discriminant = b * b - a * c;
    if (discriminant <= 0)
        return false;
    double root = sqrt(discriminant);
    return clip(at.begin + (-b - root) / a, at.begin + (-b + root) / a, at, when);
}

bool plain_interval_of_prepared(const graze_prepared *a, const graze_prepared *b,
                                graze_interval *when)
{
    return overlap_of(approach_of(a, b), when);
}

bool plain_interval(const graze_body *body_a, const graze_motion *a, const graze_body *body_b,
                    const graze_motion *b, graze_interval *when)
{
    const graze_prepared doubles_a = in_doubles(body_a, a), doubles_b = in_doubles(body_b, b);
    return overlap_of(approach_of(&doubles_a, &doubles_b), when);
}

/* ---- a continuous-time planner's check ------------------------------------------------ */

static const double PLANNER_EPSILON = 1e-8;

planner_move planner_move_of(const graze_body *body, const graze_motion *motion)
{
    bool waypoint = motion->form == GRAZE_WAYPOINT;
    double to_x =
        waypoint ? motion->to.x : motion->position.x + motion->velocity.x * motion->duration;
    double to_y =
        waypoint ? motion->to.y : motion->position.y + motion->velocity.y * motion->duration;
    return (planner_move){motion->position.x,
                          motion->position.y,
                          to_x,
                          to_y,
                          motion->start,
                          motion->start + motion->duration,
                          body->radius};
}

static inline graze_prepared in_flight(const planner_move *move)
{
    double duration = move->end - move->start;
    return (graze_prepared){.x = move->from_x,
                            .y = move->from_y,
                            .vx = (move->to_x - move->from_x) / duration,
                            .vy = (move->to_y - move->from_y) / duration,
                            .start = move->start,
                            .end = move->end,
                            .radius = move->radius};
}

bool planner_check(const planner_move *one, const planner_move *other)
{
    graze_prepared first = in_flight(one), second = in_flight(other);
    approach at = approach_of(&first, &second);
    if (at.begin > at.end - PLANNER_EPSILON)
        return false;
    double reach = at.reach - PLANNER_EPSILON;
    double c = at.x * at.x + at.y * at.y - reach * reach;
    if (c < 0)
        return true;
    double a = at.vx * at.vx + at.vy * at.vy;
    double b = at.x * at.vx + at.y * at.vy;
    double discriminant = b * b - a * c;
    if (discriminant < PLANNER_EPSILON)
        return false;
    double contact = (-b - sqrt(discriminant)) / a;
    return contact > -PLANNER_EPSILON && contact < at.end - at.begin + PLANNER_EPSILON;
}

static const double PLANNER_PRECISION = 1e-7;

bool planner_unsafe_end(const planner_move *a, const planner_move *b, double *end)
{
    planner_move delayed = *a;
    if (!planner_check(a, b))
        return false;
    double delay = 0, width = b->end - a->start; /* unsafe; how far from it safe is */
    while (width > PLANNER_PRECISION && isfinite(width)) {
        width /= 2;
        delayed.start = a->start + (delay + width);
        delayed.end = a->end + (delay + width);
        if (planner_check(&delayed, b))
            delay += width;
    }
    *end = a->start + (delay + width);
    return true;
}
