/* SPDX-License-Identifier: MIT */
/* Which columns tell of a motion: those of its row in `motion`, and for few a row of
 * `motion_more` (and of `ramp`) beside it. */
#ifndef GRAZE_STORAGE_MOTION_COLUMNS_H
#define GRAZE_STORAGE_MOTION_COLUMNS_H

#include <graze.h>
#include <stdbool.h>

/* A waypoint motion in the plane and at times that are doubles, of which `motion` says all. */
static inline bool motion_columns_tell_all(const graze_motion *m)
{
    return m->form == GRAZE_WAYPOINT && m->start_tail == 0 && m->duration_tail == 0 &&
           m->position.z == 0 && m->to.z == 0;
}

/* It goes to a place; the others have a velocity and an acceleration. */
static inline bool motion_columns_have_goal(const graze_motion *m)
{
    return m->form == GRAZE_WAYPOINT || m->form == GRAZE_RAMP;
}

/* What the column `form` says. */
static inline const char *motion_columns_form(graze_form form)
{
    switch (form) {
    case GRAZE_KINEMATIC:
        return "kinematic";
    case GRAZE_WAYPOINT:
        return "waypoint";
    case GRAZE_RAMP:
        return "ramp";
    case GRAZE_PARKED:
        break;
    }
    return "parked";
}

#endif
