/* SPDX-License-Identifier: MIT */
/* The shifts at which the unsafe starts of two bodies may begin or end, each with a place in the
 * rectangle of both local times (curved_starts.h).
 */
#ifndef GRAZE_STARTS_CURVED_EVENTS_H
#define GRAZE_STARTS_CURVED_EVENTS_H

#include "contact/question.h"
#include "geometry/minkowski.h"
#include "numeric/dd.h"

/* What bounds pay for their own rounding. */
#define CURVED_SLACK 0x1p-30

enum { CURVED_EVENTS_MAX = 40, CURVED_PARTS_MAX = 64 };

/* What events may be: where diagonals are tangent, or on a side. */
typedef enum curved_source { TANGENCY, BEGIN_A, BEGIN_B, END_A, END_B, SOURCES } curved_source;

/* place + velocity t + half t^2 */
typedef struct curved_course {
    dd place[3], velocity[3], half[3], life;
} curved_course;

/* What the outline of all overlaps is made of (polygon.h): arcs round a disc's place, or round the
 * corners of C; lines along its edges; and its corners where they are sharp. */
typedef enum curved_shape { CURVED_ARC, CURVED_LINE, CURVED_CORNER } curved_shape;

/* A corner of C, the directions of the edge that leaves it and of the one that ends there, of
 * length 1, and the length of the former. A disc's place has no edge, nor has an only corner: that
 * circle is the only part. */
typedef struct curved_part {
    curved_shape shape;
    double from[3], along[2], last[2], length;
    double middle[2], chord; /* of an arc: its middle's direction, how far its chord is at least */
    minkowski_corner corner, next;
} curved_part;

typedef struct curved_scene {
    const pair *question;
    curved_course exact[2];
    dd exact_reach;
    int dimensions;
    double scale[2]; /* of bodies with corners: powers of two, no less than S and T */
    double apart[3], velocity[2][3], half[2][3], life[2]; /* apart: of the places at 0 */
    double bend[SOURCES][3]; /* no less than D's second derivatives along the axes */
    double reach;
    /* errors: of places and velocities, F, its slopes and its second derivatives */
    double off_place, off_speed, off_f, off_g, off_q;
} curved_scene;

/* More than the sizes of p and q, and of F's second derivatives, in a piece; least: of the
 * determinant, or of the slope along a side; not above 0 when it may be singular. */
typedef struct curved_jacobian {
    double p[2], q[2], second, least;
} curved_jacobian;

/* A place that is as good as on an event. */
typedef struct curved_event {
    curved_source of;
    const curved_part *on;
    bool end;            /* where the diagonals end, at a corner */
    bool tied;           /* with the last one: which is first is not certain */
    double at[2];        /* the true one is as near as `near` in both local times, */
    double near, margin; /* and the only one farther around than `margin`; */
    double shift, off;   /* its shift is nearer than `off` */
    double slope;        /* of F, against the shift */
    double slide;        /* how long D may slide along its part there */
    curved_jacobian j;   /* of all that is around it */
} curved_event;

typedef struct curved_search {
    curved_scene scene;
    curved_part part[CURVED_PARTS_MAX];
    int parts;
    curved_event event[CURVED_EVENTS_MAX + 2];
    int count;
} curved_search;

/* All events in order of their shifts, and the ends of all diagonals, first and last; false when
 * that is not certain. */
bool curved_events_of(const pair *question, curved_search *all);

#endif
