/* SPDX-License-Identifier: MIT */
/* Two discs or spheres on straight ways in double-doubles: where the first and the last unsafe
 * starts may be.
 *
 * In the rectangle of both local times u and w let F = (distance^2 - reach^2)/2. The closure of
 * the overlaps is bounded by F = 0 and by the sides of the rectangle. The first and the last shift
 * w - u in it are at a corner, where F = 0 crosses a side, or where F's slope G along the line of
 * one shift is 0, too. Nothing here is certain: decisions judge what is made of it.
 */
#ifndef GRAZE_STARTS_STRAIGHT_CLOSE_H
#define GRAZE_STARTS_STRAIGHT_CLOSE_H

#include "contact/question.h"
#include "numeric/dd.h"

/* place + velocity t + half t^2, the whole step of the way, and the share of the mean velocity
 * that it begins with. */
typedef struct close_way {
    dd place[3], step[3], velocity[3], half[3], share, life;
} close_way;

typedef struct close_scene {
    close_way a, b;
    dd reach;
    int dimensions;
    double lives; /* the sum of both */
} close_scene;

void close_scene_of(const pair *question, close_scene *scene);

/* One stands at an end of its life, and the way of the other one crosses the circle round it. */
typedef struct straight_side {
    bool a_stands, at_end, second; /* second: of the two places where it crosses */
} straight_side;

enum { STRAIGHT_SIDES = 8 };

/* A place of the closure: both local times, and their shift. */
typedef struct close_place {
    double at[2]; /* u and w */
    dd shift;
} close_place;

/* False where it does not cross. */
bool close_crossing(const close_scene *scene, straight_side side, close_place *found);

/* Whether they certainly overlap at a corner: a is where it begins and b where it ends, or the
 * other way round. */
bool close_corner(const close_scene *scene, bool upper);

/* Whether larger shifts (upper), or smaller ones, are certainly not on F = 0 from a crossing on. */
bool close_is_end(const close_scene *scene, straight_side side, const close_place *at, bool upper);

/* Goes to where F and G are 0; false when Newton steps do not end in the rectangle. */
bool close_tangency(const close_scene *scene, close_place *found);

#endif
