/* SPDX-License-Identifier: MIT */
/* Motions made and compared. Between a motion's form and its numbers lie bytes that are nobody's,
 * so two equal motions may differ to memcmp. */
#ifndef GRAZE_TESTS_SUPPORT_MOTION_H
#define GRAZE_TESTS_SUPPORT_MOTION_H

#include <CUnit/CUnit.h>
#include <graze/motion.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Are the motions the same in form and in every bit of their numbers? */
static inline bool support_same_motions(const graze_motion *a, const graze_motion *b, size_t count)
{
    const size_t first = offsetof(graze_motion, position);
    for (size_t i = 0; i < count; i++)
        if (a[i].form != b[i].form || memcmp((const char *)&a[i] + first,
                                             (const char *)&b[i] + first, sizeof *a - first) != 0)
            return false;
    return true;
}

/* The motion from `from` with this velocity and acceleration, which must be one. */
static inline graze_motion support_driven(graze_vector from, graze_vector velocity,
                                          graze_vector acceleration, double start, double duration)
{
    graze_motion motion = {.form = GRAZE_PARKED};
    CU_ASSERT_EQUAL(graze_motion_kinematic(from, velocity, acceleration, start, duration, &motion),
                    GRAZE_OK);
    return motion;
}

#endif
