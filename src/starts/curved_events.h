/* SPDX-License-Identifier: MIT */
/* The shifts at which the unsafe starts of two accelerated discs or spheres may begin or end, each
 * with a place in the rectangle of both local times (curved_starts.h).
 */
#ifndef GRAZE_STARTS_CURVED_EVENTS_H
#define GRAZE_STARTS_CURVED_EVENTS_H

#include "contact/question.h"
#include "numeric/dd.h"

/* What bounds pay for their own rounding. */
#define CURVED_SLACK 0x1p-30

enum { CURVED_EVENTS_MAX = 16 };

/* What events may be: where diagonals are tangent, or on a side. */
typedef enum curved_source { TANGENCY, BEGIN_A, BEGIN_B, END_A, END_B, SOURCES } curved_source;

/* place + velocity t + half t^2 */
typedef struct curved_course {
    dd place[3], velocity[3], half[3], life;
} curved_course;

typedef struct curved_scene {
    const pair *question;
    curved_course exact[2];
    dd exact_reach;
    int dimensions;
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
    bool end;            /* where the diagonals end, at a corner */
    double at[2];        /* the true one is as near as `near` in both local times, */
    double near, margin; /* and the only one farther around than `margin`; */
    double shift, off;   /* its shift is nearer than `off` */
    double slope;        /* of F, against the shift */
    curved_jacobian j;   /* of all that is around it */
} curved_event;

typedef struct curved_search {
    curved_scene scene;
    curved_event event[CURVED_EVENTS_MAX + 2];
    int count;
} curved_search;

/* All events in order of their shifts, which are certainly different, and the ends of all
 * diagonals; false when that is not certain. */
bool curved_events_of(const pair *question, curved_search *all);

/* How far an event may be from a place at which F and G are at most that: along the first axis and
 * in the shift. */
void curved_distances(const curved_event *e, double f, double g, double *along, double *shift);

#endif
