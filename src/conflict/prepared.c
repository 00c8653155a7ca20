/* SPDX-License-Identifier: MIT */
/* Prepared motions: the decision as a handful of multiplications and one bound.
 *
 * The filter evaluates the distance at one point: the vertex of the parabola
 * clamped to the common life. With E the earlier and F the later of two motions,
 * S = E.magnitude + F.magnitude, U = 2^-53, and times in [F.start, min ends]:
 *
 *   velocities: relative error 3U (waypoint: rounded displacement, duration and
 *     quotient; kinematic: none). Ends: error U|end| (waypoint: none).
 *   place of E at F.start: 5U |vE||h| + U|q|, at most 6U S, for h = F.start -
 *     E.start <= E.duration; difference of places: + U S; + velocity * tau:
 *     3U S + 3U S more. So each coordinate sum is off by at most 13U S.
 *   m = |p|^2 - R^2, |p| <= S and R <= S: off by 2*13 + 3 + 5 = 34 U S^2.
 *   the length of the common life: off by U(|F.start| + 2L), which moves the
 *     place by at most 2U S and m by 4U S^2.
 *   the computed vertex: off by less than 5U S in place, second order in m.
 *
 * Together less than 40 U S^2; FILTER_BOUND = 64 U covers that, the rounding of
 * the bound and of S itself. Magnitudes and times are kept within 2^-180 and
 * 2^190, so nothing over- or underflows to matter.
 *
 * Sign: m > bound proves "apart" (the parabola is convex, its least value is
 * here); m < -bound is a witness of overlap, if the common life is certainly not
 * empty. What is left goes to the exact path.
 */
#include <math.h>

#include "conflict/pair.h"
#include "numeric/eft.h"

static const double FILTER_BOUND = 0x1p-47;

static double clipped(double magnitude)
{
    return magnitude < 0x1p190 && magnitude > 0x1p-180 ? magnitude : INFINITY;
}

/* Plane, moving or waiting, and with a start that is one double. */
static bool filter_applies(const graze_motion *motion)
{
    return motion->form != GRAZE_PARKED && motion->start_tail == 0 && motion->position.z == 0 &&
           motion->velocity.z == 0 && motion->duration + motion->duration_tail > 0 &&
           fabs(motion->start) < 0x1p190;
}

static graze_prepared prepared_of(const graze_body *body, const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    graze_prepared result = {.x = motion->position.x,
                             .y = motion->position.y,
                             .start = motion->start,
                             .end = motion->start + duration,
                             .radius = body->radius,
                             .magnitude = INFINITY};
    if (motion->form == GRAZE_KINEMATIC) {
        result.vx = motion->velocity.x;
        result.vy = motion->velocity.y;
    } else if (motion->form == GRAZE_WAYPOINT && isfinite(duration)) {
        result.vx = (motion->to.x - motion->position.x) / duration;
        result.vy = (motion->to.y - motion->position.y) / duration;
    }
    if (!filter_applies(motion))
        return result;
    double speed = fabs(result.vx) + fabs(result.vy);
    double travel = speed == 0 ? 0 : speed * (fabs(motion->start) + 2 * duration);
    double magnitude = fabs(result.x) + fabs(result.y) + body->radius + travel;
    if (isinf(result.end) || fabs(result.end) < 0x1p190)
        result.magnitude = clipped(magnitude * (1 + 0x1p-40));
    return result;
}

graze_status graze_motion_prepare(const graze_body *body, const graze_motion *motion,
                                  graze_prepared *prepared)
{
    pair question;
    graze_status status = prepared == NULL ? GRAZE_ERROR_NULL
                                           : pair_of(body, motion, body, motion, 0, &question);
    if (status == GRAZE_OK)
        *prepared = prepared_of(body, motion);
    return status;
}

/* CONTACT_APART, CONTACT_OVERLAP, or CONTACT_UNKNOWN. */
static inline contact prepared_contact(const graze_prepared *a, const graze_prepared *b,
                                       double tolerance)
{
    const graze_prepared *early = a->start <= b->start ? a : b;
    const graze_prepared *late = a->start <= b->start ? b : a;
    double elapsed = late->start - early->start;
    double end = early->end < late->end ? early->end : late->end;
    double length = end - late->start;

    double x = late->x - (early->x + early->vx * elapsed);
    double y = late->y - (early->y + early->vy * elapsed);
    double vx = late->vx - early->vx, vy = late->vy - early->vy;
    double tau = -(x * vx + y * vy) / (vx * vx + vy * vy);
    tau = tau > 0 ? tau : 0; /* NaN of equal velocities included */
    tau = tau < length ? tau : length;
    x += vx * tau;
    y += vy * tau;

    double reach = a->radius + b->radius - tolerance;
    double excess = x * x + y * y - reach * reach;
    double size = a->magnitude + b->magnitude;
    double bound = FILTER_BOUND * size * size;
    double margin = 0x1p-49 * fabs(late->start);
    if (excess > bound || (length < -margin && size < INFINITY))
        return CONTACT_APART;
    if (excess < -bound && length > margin && reach > 0)
        return CONTACT_OVERLAP;
    return CONTACT_UNKNOWN;
}

graze_status graze_conflict_exists_prepared(const graze_prepared *prepared_a,
                                            const graze_body *body_a, const graze_motion *a,
                                            const graze_prepared *prepared_b,
                                            const graze_body *body_b, const graze_motion *b,
                                            double tolerance, bool *exists)
{
    if (prepared_a == NULL || prepared_b == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!(tolerance >= 0 && tolerance < INFINITY))
        return tolerance < 0 && !isinf(tolerance) ? GRAZE_ERROR_NEGATIVE_TOLERANCE
                                                  : GRAZE_ERROR_NOT_FINITE;
    contact answer = prepared_contact(prepared_a, prepared_b, tolerance);
    if (answer == CONTACT_UNKNOWN)
        return graze_conflict_exists(body_a, a, body_b, b, tolerance, exists);
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}
