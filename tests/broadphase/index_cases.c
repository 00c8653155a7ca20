/* SPDX-License-Identifier: MIT */
/* Crowds for an index. See index_cases.h. */
#include "broadphase/index_cases.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "motion/box.h"
#include "motion/life.h"

/* ---- dice --------------------------------------------------------------------------- */

uint64_t dice_bits(dice *thrown)
{
    uint64_t z = thrown->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int dice_below(dice *thrown, int count)
{
    return (int)(dice_bits(thrown) % (uint64_t)count);
}

double dice_between(dice *thrown, double low, double high)
{
    return low + (high - low) * ((double)(dice_bits(thrown) >> 11) * 0x1p-53);
}

/* ---- kinds -------------------------------------------------------------------------- */

static graze_vector at(double x, double y, double z)
{
    return (graze_vector){x, y, z};
}

static graze_vector anywhere(dice *thrown, double span)
{
    return at(dice_between(thrown, 0, span), dice_between(thrown, 0, span), 0);
}

/* A move of up to `reach` in each coordinate. */
static void move(dice *thrown, double span, double reach, double start, double duration,
                 graze_motion *motion)
{
    graze_vector from = anywhere(thrown, span), to = from;
    to.x += dice_between(thrown, -reach, reach);
    to.y += dice_between(thrown, -reach, reach);
    graze_motion_waypoint(from, to, start, start + duration, motion);
}

static void plain(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    (void)agent;
    body->radius = 0.4;
    move(thrown, 20, 1.5, number + dice_between(thrown, 0, 1), dice_between(thrown, 0.1, 2),
         motion);
}

/* Cells and beats: boxes that touch in space and in time everywhere. */
static void beats(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    graze_vector from = at(dice_below(thrown, 8), dice_below(thrown, 8), 0), to = from;
    int way = dice_below(thrown, 5);
    (void)agent;
    body->radius = 0.5;
    to.x += way == 0 ? 1 : way == 1 ? -1 : 0;
    to.y += way == 2 ? 1 : way == 3 ? -1 : 0;
    graze_motion_waypoint(from, to, number, number + 1, motion);
}

/* The same with beats that are no floats. */
static void odd_beats(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    beats(thrown, agent, number, body, motion);
    graze_motion_waypoint(motion->position, motion->to, 0.1 * number, 0.1 * (number + 1), motion);
}

/* Short motions, and one in twelve that waits for ever. */
static void endless(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    if (dice_below(thrown, 12) != 0) {
        plain(thrown, agent, number, body, motion);
        return;
    }
    graze_vector place = anywhere(thrown, 20);
    graze_motion_waypoint(place, place, dice_between(thrown, 0, 9), INFINITY, motion);
}

/* Motions without a life, among waits on single doubles. */
static void instants(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    graze_vector place = anywhere(thrown, 3);
    double start = dice_below(thrown, 4), end = start;
    (void)agent;
    (void)number;
    body->radius = 0.5 * dice_below(thrown, 2);
    if (dice_below(thrown, 3) != 0)
        end = dice_below(thrown, 2) ? nextafter(start, 9) : start + 1;
    graze_motion_waypoint(place, place, start, end, motion);
}

/* Bodies that move for ever, and so are everywhere. */
static void infinite(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    if (dice_below(thrown, 8) != 0) {
        plain(thrown, agent, number, body, motion);
        return;
    }
    body->radius = 1;
    graze_motion_kinematic(anywhere(thrown, 20), at(1, dice_below(thrown, 2), 0), at(0, 0, 0),
                           number, INFINITY, motion);
}

static void huge(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    static const double scales[] = {1e300, 1e39, 3.4e38, 1e20, 1, 1e-300};
    double scale = scales[dice_below(thrown, 6)], time = scales[dice_below(thrown, 6)];
    graze_vector from = at(scale * dice_between(thrown, -1, 1), scale * dice_below(thrown, 3), 0);
    graze_vector to = at(from.x + scale * dice_below(thrown, 2), from.y, 0);
    (void)agent;
    (void)number;
    body->radius = 0.5;
    double start = time * dice_between(thrown, -1, 1);
    graze_motion_waypoint(from, to, start, start + time, motion);
}

static void tiny(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    const double least = 0x1p-1074;
    (void)agent;
    body->radius = least * dice_below(thrown, 3);
    graze_vector from = at(least * dice_below(thrown, 9), 0x1p-149 * dice_below(thrown, 9), 0);
    graze_vector to = at(from.x + least * dice_below(thrown, 3), from.y, 0);
    double start = least * (3 * number + dice_below(thrown, 2));
    graze_motion_waypoint(from, to, start, start + 3 * least, motion);
}

static void spatial(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    plain(thrown, agent, number, body, motion);
    motion->position.z = dice_between(thrown, 0, 5);
    motion->to.z = motion->position.z + dice_between(thrown, -1, 1);
}

static void same(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    (void)thrown;
    (void)agent;
    (void)number;
    body->radius = 0.5;
    graze_motion_waypoint(at(1, 2, 0), at(2, 3, 0), 1, 2, motion);
}

/* Nearly all in one corner of a range that one outlier makes. */
static void corner(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    plain(thrown, agent, number, body, motion);
    double scale = agent % 7 == 3 ? 1e6 : 0.05;
    motion->position.x *= scale;
    motion->position.y *= scale;
    motion->to.x = motion->position.x + 0.3;
    motion->to.y = motion->position.y;
    body->radius = 0.1;
}

/* Bodies and durations of every size. */
static void sizes(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    double size = ldexp(1, dice_below(thrown, 14) - 8);
    (void)agent;
    body->radius = 0.01;
    move(thrown, 60, size, number, ldexp(1, dice_below(thrown, 12) - 6), motion);
}

/* Curved motion, and corners. */
static void curved(dice *thrown, int agent, int number, graze_body *body, graze_motion *motion)
{
    static const graze_point corners[] = {{-0.5, -0.5}, {1.5, 0}, {0, 1}};
    plain(thrown, agent, number, body, motion);
    if (agent % 2 == 0) {
        body->radius = 0;
        body->vertices = corners;
        body->vertex_count = 3;
    }
    graze_motion_kinematic(motion->position, at(dice_between(thrown, -1, 1), 1, 0),
                           at(dice_between(thrown, -1, 1), -2, 0), number, 1, motion);
}

const crowd_kind crowd_kinds[CROWD_KINDS] = {
    {"plain", plain},       {"beats", beats},       {"odd beats", odd_beats},
    {"endless", endless},   {"instants", instants}, {"infinite", infinite},
    {"huge", huge},         {"tiny", tiny},         {"spatial", spatial},
    {"same", same},         {"corner", corner},     {"sizes", sizes},
    {"curved", curved},
};

/* ---- crowds ------------------------------------------------------------------------- */

const graze_body *crowd_body(const crowd *of, int agent, size_t motion)
{
    const graze_trajectory *path = &of->trajectories[agent];
    return path->bodies == NULL ? &of->bodies[agent] : &path->bodies[motion];
}

void crowd_change(crowd *changed, const crowd_kind *kind, int agent, dice *thrown)
{
    graze_motion *motions = changed->motions + (size_t)agent * CROWD_MOTIONS;
    int count = dice_below(thrown, CROWD_MOTIONS + 1);
    changed->bodies[agent] = (graze_body){.radius = 0};
    graze_body *own = changed->own_bodies + (size_t)agent * CROWD_MOTIONS;
    for (int i = 0; i < count; i++) {
        kind->motion(thrown, agent, i, &changed->bodies[agent], &motions[i]);
        own[i] = changed->bodies[agent];
        own[i].radius *= 1 + i % 3;
    }
    changed->trajectories[agent] = (graze_trajectory){
        .motions = motions, .count = (size_t)count, .bodies = agent % 3 == 0 ? own : NULL};
}

crowd crowd_make(const crowd_kind *kind, int agents, uint64_t seed)
{
    const size_t count = (size_t)agents;
    dice thrown = {seed};
    crowd made = {agents, calloc(count, sizeof *made.bodies),
                  calloc(count, sizeof *made.trajectories),
                  calloc(count * CROWD_MOTIONS, sizeof *made.motions),
                  calloc(count * CROWD_MOTIONS, sizeof *made.own_bodies)};
    if (made.bodies == NULL || made.trajectories == NULL || made.motions == NULL ||
        made.own_bodies == NULL)
        abort();
    for (int i = 0; i < agents; i++)
        crowd_change(&made, kind, i, &thrown);
    return made;
}

void crowd_free(crowd *emptied)
{
    free(emptied->bodies);
    free(emptied->trajectories);
    free(emptied->motions);
    free(emptied->own_bodies);
}

/* ---- boxes -------------------------------------------------------------------------- */

/* The greatest float that is not above the side, by trying. */
float plain_float_below(double side)
{
    float value = side > FLT_MAX ? FLT_MAX : side < -FLT_MAX ? -FLT_MAX : (float)side;
    while (value > side)
        value = nextafterf(value, -INFINITY);
    while (value < FLT_MAX && nextafterf(value, INFINITY) <= side)
        value = nextafterf(value, INFINITY);
    return value;
}

static plain_box narrowed(const box *wide)
{
    plain_box result = {.begin = wide->begin, .end = wide->end};
    for (int k = 0; k < 3; k++) {
        result.exact_lower[k] = wide->lower[k];
        result.exact_upper[k] = wide->upper[k];
        result.lower[k] = plain_float_below(wide->lower[k]);
        result.upper[k] = -plain_float_below(-wide->upper[k]);
    }
    return result;
}

plain_box plain_box_of(const graze_body *body, const graze_motion *motion, double margin)
{
    box wide = box_of_motion(body, motion);
    box_grow(&wide, margin / 2);
    plain_box result = narrowed(&wide);
    result.empty = motion_is_empty(motion);
    return result;
}

plain_box plain_box_of_region(const graze_index_region *region)
{
    const graze_vector *low = &region->lower, *high = &region->upper;
    const box wide = {{low->x, low->y, low->z}, {high->x, high->y, high->z},
                      region->begin, region->end};
    return narrowed(&wide);
}

bool plain_boxes_meet(const plain_box *a, const plain_box *b, bool closed)
{
    if (a->empty || b->empty)
        return false;
    bool meet = closed ? a->begin <= b->end && b->begin <= a->end
                       : a->begin < b->end && b->begin < a->end;
    for (int k = 0; k < 3; k++)
        meet = meet && a->lower[k] <= b->upper[k] && b->lower[k] <= a->upper[k];
    return meet;
}

bool exact_boxes_meet(const plain_box *a, const plain_box *b)
{
    bool meet = !a->empty && !b->empty && a->begin < b->end && b->begin < a->end;
    for (int k = 0; k < 3; k++)
        meet = meet && a->exact_lower[k] <= b->exact_upper[k] &&
               b->exact_lower[k] <= a->exact_upper[k];
    return meet;
}

bool same_intervals(const graze_interval *a, size_t count_a, const graze_interval *b,
                    size_t count_b)
{
    bool same = count_a == count_b;
    for (size_t i = 0; same && i < count_a; i++)
        same = a[i].lower == b[i].lower && a[i].upper == b[i].upper;
    return same;
}
