/* SPDX-License-Identifier: MIT */
/* Checks of three categories. See categories.h. */
#include "benchmarks/categories.h"

#include <math.h>

#include "motion/box.h"

/* The life that both share: begin >= end when there is none. */
typedef struct stretch {
    double begin, end;
} stretch;

static stretch common_life(const specimen *question)
{
    const graze_motion *a = &question->a, *b = &question->b;
    return (stretch){fmax(a->start, b->start),
                     fmin(a->start + a->duration, b->start + b->duration)};
}

static double radii(const specimen *question)
{
    return question->body_a.radius + question->body_b.radius;
}

/* From a to b. */
static graze_vector offset_at(const specimen *question, double time)
{
    graze_vector a = {0, 0, 0}, b = {0, 0, 0};
    graze_motion_place(&question->a, time, &a);
    graze_motion_place(&question->b, time, &b);
    return (graze_vector){b.x - a.x, b.y - a.y, b.z - a.z};
}

static bool is_near(graze_vector d, double reach)
{
    return d.x * d.x + d.y * d.y + d.z * d.z < reach * reach;
}

bool reserved_boxes_conflict(const specimen *question)
{
    const box a = box_of_motion(&question->body_a, &question->a);
    const box b = box_of_motion(&question->body_b, &question->b);
    return a.begin < b.end && b.begin < a.end && boxes_meet(&a, &b);
}

bool samples_conflict(const specimen *question, int instants)
{
    stretch life = common_life(question);
    if (!(life.begin < life.end))
        return false;
    if (isinf(life.end))
        life.end = life.begin + 64;
    for (int i = 0; i < instants; i++) {
        double time = life.begin + (life.end - life.begin) * i / (instants - 1);
        if (is_near(offset_at(question, time), radii(question)))
            return true;
    }
    return false;
}

static graze_vector velocity_of(const graze_motion *motion)
{
    const graze_vector *p = &motion->position, *to = &motion->to;
    if (motion->form == GRAZE_KINEMATIC)
        return motion->velocity;
    if (motion->form == GRAZE_PARKED || isinf(motion->duration))
        return (graze_vector){0, 0, 0};
    return (graze_vector){(to->x - p->x) / motion->duration, (to->y - p->y) / motion->duration, 0};
}

/* In the plane. Along the cone's axis d the velocity v leads to the disc if the line along v
 * passes its middle nearer than the radii (|d x v| < R |v|); it is nearest after d.v / v.v. */
bool velocity_obstacle_conflict(const specimen *question)
{
    const stretch life = common_life(question);
    if (!(life.begin < life.end))
        return false;
    const graze_vector va = velocity_of(&question->a), vb = velocity_of(&question->b);
    const graze_vector d = offset_at(question, life.begin);
    const double x = va.x - vb.x, y = va.y - vb.y, reach = radii(question);
    const double along = d.x * x + d.y * y, across = d.x * y - d.y * x, speed = x * x + y * y;
    if (is_near(d, reach) || (isfinite(life.end) && is_near(offset_at(question, life.end), reach)))
        return true;
    return along > 0 && along < (life.end - life.begin) * speed &&
           across * across < reach * reach * speed;
}
