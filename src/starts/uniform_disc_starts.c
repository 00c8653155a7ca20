/* SPDX-License-Identifier: MIT */
/* The doors, and the instance that every processor can run. */
#include "starts/uniform_disc_starts.h"

#define WITH(name) name##_plain
#include "starts/uniform_disc_starts.inc"

/* Whether a body is a disc whose radius is a valid number, as far as a bound needs to know. */
static bool is_disc(const graze_body *body)
{
    return (body->vertex_count == 0) & (body->radius >= 0);
}

bool uniform_disc_starts(cpu_instructions level, bool both, const graze_body *body_a,
                         const graze_motion *a, const graze_body *body_b, const graze_motion *b,
                         double tolerance, graze_interval *starts, bool *found)
{
    uniform_discs q;
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL || !is_disc(body_a) ||
        !is_disc(body_b) || !(tolerance >= 0) ||
        !uniform_discs_of(a, b, body_a->radius, body_b->radius, tolerance, &q))
        return false;
    return level >= CPU_AVX2 ? uniform_starts_fused(&q, both, starts, found)
                             : uniform_starts_plain(&q, both, starts, found);
}
