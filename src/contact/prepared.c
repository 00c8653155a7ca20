/* SPDX-License-Identifier: MIT */
/* Prepared motions: the decision, and whether there is an interval. Two discs are told at a glance
 * (glance.h), the rest by the stages of contact.h. */
#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_uniform.h"
#include "contact/glance.h"
#include "contact/passing.h"
#include "contact/polygon_filter.h"
#include "contact/uniform_overlap.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"

_Static_assert(sizeof(graze_prepared) == 64, "a prepared motion fills one line of the cache");

/* Whether to - from is exactly velocity times duration. */
static bool is_exact_velocity(double from, double to, double velocity, double duration)
{
    double step_tail, tail;
    const double step = eft_two_sum(to, -from, &step_tail);
    const double moved = eft_two_product(velocity, duration, &tail);
    return (step_tail == 0) & (moved == step) & (tail == 0) &
           ((fabs(moved) > 0x1p-900) | (velocity == 0));
}

/* Whether the velocity, which is not rounded to 0, leads exactly where the motion goes. */
static bool is_exact_direction(const graze_prepared *prepared, const graze_motion *motion)
{
    double x_tail, y_tail, tail, other_tail;
    const double x = eft_two_sum(motion->to.x, -motion->position.x, &x_tail);
    const double y = eft_two_sum(motion->to.y, -motion->position.y, &y_tail);
    const double product = eft_two_product(prepared->vx, y, &tail);
    const double other = eft_two_product(prepared->vy, x, &other_tail);
    return (x == 0) | (y == 0) |
           ((x_tail == 0) & (y_tail == 0) & (product == other) & (tail == other_tail) &
            (fabs(product) > 0x1p-900));
}

/* What of the prepared numbers is the motion's own (passing.h). */
static unsigned own_numbers(const graze_prepared *prepared, const graze_motion *motion)
{
    const graze_vector *from = &motion->position, *to = &motion->to;
    const double duration = motion->duration;
    double tail;
    eft_two_sum(motion->start, duration, &tail);
    const bool plain = motion->duration_tail == 0;
    const bool kinematic = motion->form == GRAZE_KINEMATIC;
    const bool velocity =
        kinematic || (plain && is_exact_velocity(from->x, to->x, prepared->vx, duration) &&
                      is_exact_velocity(from->y, to->y, prepared->vy, duration));
    const bool direction = velocity || is_exact_direction(prepared, motion);
    return (direction ? PASSING_DIRECTIONS : 0U) | (velocity ? PASSING_VELOCITIES : 0U) |
           (plain && (tail == 0 || isinf(prepared->end)) ? PASSING_ENDS : 0U);
}

/* The number of the way that the motion takes, or 0. */
static unsigned way_number(const graze_prepared *prepared, const graze_motion *motion)
{
    if (motion->form != GRAZE_WAYPOINT || motion->duration_tail != 0 ||
        (prepared->vx == 0 && prepared->vy == 0))
        return 0;
    for (unsigned middle = 3; middle <= PASSING_WAYS; middle += PASSING_LIVES) {
        const passing_way way = passing_way_of(prepared, middle);
        const int64_t off = double_rank(motion->duration) - double_rank(way.life);
        if (duo_x(way.to) == motion->to.x && duo_y(way.to) == motion->to.y &&
            -2 <= off && off <= 2)
            return middle + (unsigned)off;
    }
    return 0;
}

/* A magnitude that is not below this one, and has these bits. */
static float marked_magnitude(double magnitude, unsigned marks)
{
    uint32_t bits;
    float marked = (float)(magnitude * (1 + 0x1p-22));
    memcpy(&bits, &marked, sizeof bits);
    bits = ((bits + PASSING_BITS) & ~(uint32_t)PASSING_BITS) | marks;
    memcpy(&marked, &bits, sizeof marked);
    return marked;
}

/* Gives a disc in the plane a magnitude and the end of its life, rounded up, unless its numbers are
 * out of range: whether it did. */
static bool bound_errors(graze_prepared *prepared, const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    double speed = fabs(prepared->vx) + fabs(prepared->vy);
    if (!(speed < GLANCE_FASTEST) || !(fabs(motion->start) < GLANCE_LATEST) ||
        !(isinf(prepared->end) || fabs(prepared->end) < GLANCE_LATEST) ||
        passing_loses_velocity(prepared, motion))
        return false;
    double travel = speed == 0 ? 0 : speed * (fabs(motion->start) + 2 * duration);
    double magnitude = fabs(prepared->x) + fabs(prepared->y) + prepared->radius + travel;
    if (!(magnitude > 0x1p-120 && magnitude < 0x1p120))
        return false;
    const double end = uniform_end_of(motion).up;
    if (!filter_is_coarse(motion->start) || !filter_is_coarse(end))
        return false;
    prepared->end = end;
    const unsigned way = way_number(prepared, motion) << PASSING_WAY_SHIFT;
    prepared->magnitude = marked_magnitude(magnitude, own_numbers(prepared, motion) | way);
    return true;
}

graze_status graze_motion_prepare(const graze_body *body, const graze_motion *motion,
                                  graze_prepared *prepared)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    graze_status status = prepared == NULL ? GRAZE_ERROR_NULL : pair_validate(body, motion);
    if (status == GRAZE_OK)
        status = pair_of_valid(body, motion, body, motion, 0, &question);
    if (status != GRAZE_OK)
        return status;
    *prepared =
        filter_prepared(question.cornered ? polygon_outer_radius(body) : body->radius, motion);
    if (!filter_uniform_is_ready(motion)) {
        prepared->kind = GRAZE_PREPARED_OTHER;
        return GRAZE_OK;
    }
    const bool bounded = bound_errors(prepared, motion);
    if (question.cornered)
        prepared->kind = GRAZE_PREPARED_CORNERS;
    else if (bounded)
        prepared->kind = GRAZE_PREPARED_DISC;
    return GRAZE_OK;
}

/* Are both, or the discs that hold them, to be told at a glance? One of them has corners. */
static inline bool have_bounds(const graze_prepared *a, const graze_prepared *b)
{
    return (a->kind | b->kind) == GRAZE_PREPARED_CORNERS && a->magnitude != 0 && b->magnitude != 0;
}

/* Asks the memory for a body's first eight vertices before it is known whether they will be read:
 * they lie far from what is known, and a fourth of the pairs would wait for them. */
static inline void fetch_vertices(const graze_body *body)
{
    if (body != NULL) {
        const uintptr_t first = (uintptr_t)body->vertices; /* as a number: a disc has none */
        CPU_PREFETCH((const void *)first);
        CPU_PREFETCH((const void *)(first + body->vertex_count / 2 * sizeof *body->vertices));
    }
}

/* What is known before a motion is read: of bodies with corners, by the discs that hold them, that
 * they are apart, at a glance where both have a magnitude. */
static inline contact outer_contact(const graze_prepared *a, const graze_prepared *b,
                                    double tolerance)
{
    if (!have_bounds(a, b))
        return filter_prepared_contact(a, b, tolerance);
    const glance at = glance_at(a, b, tolerance);
    return glance_is_apart(&at) ? CONTACT_APART : CONTACT_UNKNOWN;
}

/* What prepared numbers leave: the stages. */
static FLOAT_MODE_SLOW graze_status decide_by_stages(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, unsigned without, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    pair question;
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = pair_of_valid(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    const graze_prepared_kind kind = filter_kind(prepared_a, prepared_b);
    question.without = without;
    question.only_overlaps = true;
    const contact answer = kind <= GRAZE_PREPARED_EXTREME ? contact_decide_tie(&question, NULL)
                                                          : contact_decide(&question, NULL);
    if (contact_failed(answer))
        return contact_status(answer);
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}

/* What the static bound leaves of two discs. */
static FLOAT_MODE_SLOW contact near_contact(const graze_prepared *a, const graze_prepared *b,
                                            double tolerance)
{
    FLOAT_MODE_DEFAULT;
    return passing_contact(a, b, tolerance);
}

/* What the door leaves to others has its arguments: it jumps there, and has nothing to keep. */

/* What seems to be near a touch. */
static FLOAT_MODE_SLOW graze_status decide_near(const graze_prepared *prepared_a,
                                                const graze_body *body_a, const graze_motion *a,
                                                const graze_prepared *prepared_b,
                                                const graze_body *body_b, const graze_motion *b,
                                                double tolerance, bool *exists)
{
    const contact answer = near_contact(prepared_a, prepared_b, tolerance);
    if (answer == CONTACT_UNKNOWN)
        return decide_by_stages(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, 0, exists);
    *exists = answer == CONTACT_OVERLAP;
    return GRAZE_OK;
}

/* Does it take no more than prepared numbers and vertices to ask bodies with corners of which no
 * glance tells that they are apart? */
static inline bool have_sides(const graze_prepared *prepared_a, const graze_body *body_a,
                              const graze_motion *a, const graze_prepared *prepared_b,
                              const graze_body *body_b, const graze_motion *b)
{
    const unsigned known = passing_known(prepared_a) & passing_known(prepared_b);
    return (known & PASSING_VELOCITIES) != 0 && body_a != NULL && a != NULL && body_b != NULL &&
           b != NULL;
}

/* Of which one has corners: the filters of discs that hold them have been asked. */
static FLOAT_MODE_SLOW graze_status decide_corners(const graze_prepared *prepared_a,
                                                   const graze_body *body_a, const graze_motion *a,
                                                   const graze_prepared *prepared_b,
                                                   const graze_body *body_b, const graze_motion *b,
                                                   double tolerance, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    unsigned without =
        filter_kind(prepared_a, prepared_b) == GRAZE_PREPARED_CORNERS ? QUICK_BOX : 0;
    if (have_bounds(prepared_a, prepared_b) &&
        have_sides(prepared_a, body_a, a, prepared_b, body_b, b)) {
        graze_interval when;
        const contact found = polygon_filter_interval_of_prepared(prepared_a, body_a, prepared_b,
                                                                  body_b, tolerance, &when);
        if (found != CONTACT_UNKNOWN) {
            *exists = found == CONTACT_OVERLAP;
            return GRAZE_OK;
        }
        without |= QUICK_SIDES;
    }
    return decide_by_stages(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, without,
                            exists);
}

/* Where the static bound does not hold, or is too large. */
static FLOAT_MODE_SLOW graze_status decide_others(const graze_prepared *prepared_a,
                                                  const graze_body *body_a, const graze_motion *a,
                                                  const graze_prepared *prepared_b,
                                                  const graze_body *body_b, const graze_motion *b,
                                                  double tolerance, bool *exists)
{
    const bool discs = (prepared_a->kind | prepared_b->kind) == GRAZE_PREPARED_DISC;
    if (!discs) {
        fetch_vertices(body_a);
        fetch_vertices(body_b);
    }
    const contact answer = outer_contact(prepared_a, prepared_b, tolerance);
    if (answer != CONTACT_UNKNOWN) {
        *exists = answer == CONTACT_OVERLAP;
        return GRAZE_OK;
    }
    return discs
               ? decide_near(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists)
               : decide_corners(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists);
}

/* Whether it is finite and has no sign: doubles are not compared, which decisions wait for. */
static inline bool is_plain(double tolerance)
{
    uint64_t bits;
    memcpy(&bits, &tolerance, sizeof bits);
    return bits < double_bits((double)INFINITY);
}

/* By all bits: of those but the sign's compilers make a comparison with 0, which is the mode's. */
static inline bool is_minus_0(double tolerance)
{
    uint64_t bits;
    memcpy(&bits, &tolerance, sizeof bits);
    return bits == UINT64_C(1) << 63;
}

/* At a tolerance that may be -0, or is none. */
static FLOAT_MODE_SLOW graze_status
decide_at_minus_0(const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
                  const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
                  double tolerance, bool *exists)
{
    return is_minus_0(tolerance) ? graze_conflict_exists_prepared(prepared_a, body_a, a, prepared_b,
                                                                  body_b, b, 0, exists)
                                 : tolerance_validate(tolerance);
}

graze_status graze_conflict_exists_prepared(const graze_prepared *prepared_a,
                                            const graze_body *body_a, const graze_motion *a,
                                            const graze_prepared *prepared_b,
                                            const graze_body *body_b, const graze_motion *b,
                                            double tolerance, bool *exists)
{
    if (prepared_a == NULL || prepared_b == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!is_plain(tolerance))
        return decide_at_minus_0(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists);
    if ((prepared_a->kind | prepared_b->kind) != GRAZE_PREPARED_DISC)
        return decide_others(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists);
    const glance at = glance_at(prepared_a, prepared_b, tolerance);
    if (glance_tells(&at)) {
        *exists = signbit(at.excess); /* a value: a branch on it would be guessed wrong too often */
        return GRAZE_OK;
    }
    return glance_seems_near(&at)
               ? decide_near(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists)
               : decide_others(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, exists);
}

/* ---- intervals -------------------------------------------------------------------------- */

/* Of a pair that is not known to be apart. Bodies and motions are known to be valid. */
ALWAYS_INLINE graze_status intervals_of(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, contact known, unsigned without, graze_interval *intervals, size_t capacity,
    size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (body_a == NULL || a == NULL || body_b == NULL || b == NULL)
        return GRAZE_ERROR_NULL;
    meeting_interval found;
    if (known == CONTACT_OVERLAP && capacity != 0 &&
        (prepared_a->kind | prepared_b->kind) == GRAZE_PREPARED_DISC &&
        uniform_overlap_of_prepared(prepared_a, a, prepared_b, b, tolerance, &found)) {
        intervals[0] = found.when;
        *count = 1;
        return GRAZE_OK;
    }
    pair question;
    graze_status status = pair_of_valid(body_a, a, body_b, b, tolerance, &question);
    if (status != GRAZE_OK)
        return status;
    question.without = without;
    question.only_overlaps = true;
    if (filter_kind(prepared_a, prepared_b) == GRAZE_PREPARED_CORNERS)
        question.without |= QUICK_BOX; /* the first filter was it */
    return contact_intervals(&question, known, intervals, capacity, count);
}

static FLOAT_MODE_SLOW graze_status find_overlap(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count)
{
    return intervals_of(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, CONTACT_OVERLAP, 0,
                        intervals, capacity, count);
}

/* Asks for all that will be read of a motion. */
static inline void fetch_motion(const graze_motion *motion)
{
    const uintptr_t first = (uintptr_t)motion; /* as a number: it may be null */
    CPU_PREFETCH((const void *)first);
    CPU_PREFETCH((const void *)(first + sizeof *motion - 1));
}

static FLOAT_MODE_SLOW graze_status find_unknown(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, unsigned without, graze_interval *intervals, size_t capacity, size_t *count)
{
    fetch_motion(a);
    fetch_motion(b);
    return intervals_of(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, CONTACT_UNKNOWN,
                        without, intervals, capacity, count);
}

/* Bodies with corners of which no glance tells that they are apart. Motions are only read where
 * prepared numbers are not enough. */
static FLOAT_MODE_SLOW graze_status find_near(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    unsigned without = 0;
    if (capacity != 0 && have_sides(prepared_a, body_a, a, prepared_b, body_b, b)) {
        graze_interval when;
        const contact found = polygon_filter_interval_of_prepared(prepared_a, body_a, prepared_b,
                                                                  body_b, tolerance, &when);
        if (found == CONTACT_OVERLAP)
            intervals[0] = when;
        if (found != CONTACT_UNKNOWN) {
            *count = found == CONTACT_OVERLAP;
            return GRAZE_OK;
        }
        without = QUICK_SIDES; /* asked just now */
    }
    return find_unknown(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, without, intervals,
                        capacity, count);
}

/* What no glance tells. */
static FLOAT_MODE_SLOW graze_status find_rest(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count)
{
    contact known = CONTACT_APART;
    if ((prepared_a->kind | prepared_b->kind) == GRAZE_PREPARED_DISC) {
        const glance at = glance_at(prepared_a, prepared_b, tolerance);
        bool exists = false;
        const graze_status status =
            glance_seems_near(&at)
                ? decide_near(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, &exists)
                : decide_others(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, &exists);
        if (status != GRAZE_OK)
            return status;
        known = exists ? CONTACT_OVERLAP : CONTACT_APART;
    } else {
        known = filter_prepared_contact(prepared_a, prepared_b, tolerance);
    }
    if (known == CONTACT_OVERLAP)
        return find_overlap(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, intervals,
                            capacity, count);
    if (known == CONTACT_UNKNOWN)
        return find_unknown(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, 0, intervals,
                            capacity, count);
    *count = 0;
    return GRAZE_OK;
}

/* At a tolerance that may be -0, or is none. */
static FLOAT_MODE_SLOW graze_status find_at_minus_0(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count)
{
    return is_minus_0(tolerance)
               ? graze_conflict_intervals_prepared(prepared_a, body_a, a, prepared_b, body_b, b, 0,
                                                   intervals, capacity, count)
               : tolerance_validate(tolerance);
}

graze_status graze_conflict_intervals_prepared(
    const graze_prepared *prepared_a, const graze_body *body_a, const graze_motion *a,
    const graze_prepared *prepared_b, const graze_body *body_b, const graze_motion *b,
    double tolerance, graze_interval *intervals, size_t capacity, size_t *count)
{
    if (prepared_a == NULL || prepared_b == NULL || count == NULL ||
        (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    if (!is_plain(tolerance))
        return find_at_minus_0(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, intervals,
                               capacity, count);
    const bool discs = (prepared_a->kind | prepared_b->kind) == GRAZE_PREPARED_DISC;
    if (!discs && !have_bounds(prepared_a, prepared_b))
        return find_rest(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, intervals,
                         capacity, count);
    if (!discs) {
        fetch_vertices(body_a);
        fetch_vertices(body_b);
    }
    const glance at = glance_at(prepared_a, prepared_b, tolerance);
    if (glance_is_apart(&at)) {
        *count = 0;
        return GRAZE_OK;
    }
    if (!discs)
        return find_near(prepared_a, body_a, a, prepared_b, body_b, b, tolerance, intervals,
                         capacity, count);
    return glance_overlaps(&at) ? find_overlap(prepared_a, body_a, a, prepared_b, body_b, b,
                                               tolerance, intervals, capacity, count)
                                : find_rest(prepared_a, body_a, a, prepared_b, body_b, b, tolerance,
                                            intervals, capacity, count);
}
