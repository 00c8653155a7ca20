/* SPDX-License-Identifier: MIT */
/* Natural cubic splines into quadratic pieces.
 *
 * The bound. In one axis of a span that lasts h, let the cubic c have the values x0, x1
 * and the second derivatives m0, m1 at its ends; its third derivative is (m1 - m0)/h.
 * The quadratic q that meets c at both ends of a piece of length d and has its second
 * derivative in the middle differs from it by (m1 - m0)/(6h) s (s - d/2) (s - d), for
 * the difference is a cubic that is 0 at both ends and, odd about the middle, there
 * too. Its greatest value is |m1 - m0|/h d^3 sqrt(3)/216.
 *
 * What is driven is not q but its rounding. With U = 2^-53 and
 * s = |x0| + |x1| + (|m0| + |m1|) h^2, which no place on the span exceeds:
 *   the places at the ends of a piece are wrong by at most 12U s, the rounded fraction
 *   of the span included (|c'| h <= s);
 *   the velocity is chosen to lead from the one to the other, and misses it by 8U of the
 *   two places and of |a| d^2 <= s: 24U s;
 *   the acceleration is wrong by 6U (|m0| + |m1|), which bends the way by an eighth of
 *   that times d^2: U s.
 * Two parabolas are nowhere farther apart than at their ends plus the last: 37U s. 64U s
 * are more than enough.
 *
 * What underflows loses N = 2^-1075 each time: less than 2^-500 in places; in a velocity at
 * most 3N, which moves the end by 3N h; in a bend 2N, which moves the middle by N h^2. 2^5 N
 * of each cover their own rounding. Squares of times are never formed: they would underflow
 * where the places that they belong to do not. */
#include <graze/spline.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "numeric/float_mode.h"

/* One axis between two rows. */
typedef struct span {
    double from, to;                           /* [m] */
    double acceleration_from, acceleration_to; /* [m/s^2] */
    double duration;                           /* [s] rounded */
} span;

/* ---- the tridiagonal system ------------------------------------------------------------- */

/* What elimination leaves of a row: m[i] + over * m[i+1] = right. */
typedef struct eliminated {
    double over;
    graze_vector right;
} eliminated;

static double slope_change(double before, double at, double after, double h0, double h1)
{
    return 6 * ((after - at) / h1 - (at - before) / h0);
}

static graze_vector bend(const graze_vector *at, double h0, double h1)
{
    return (graze_vector){slope_change(at[-1].x, at[0].x, at[1].x, h0, h1),
                          slope_change(at[-1].y, at[0].y, at[1].y, h0, h1),
                          slope_change(at[-1].z, at[0].z, at[1].z, h0, h1)};
}

/* h0 m[i-1] + 2 (h0 + h1) m[i] + h1 m[i+1] = bend, with m[i-1] replaced. */
static eliminated eliminate(eliminated before, graze_vector right, double h0, double h1)
{
    double pivot = 2 * (h0 + h1) - h0 * before.over;
    return (eliminated){h1 / pivot,
                        {(right.x - h0 * before.right.x) / pivot,
                         (right.y - h0 * before.right.y) / pivot,
                         (right.z - h0 * before.right.z) / pivot}};
}

/* The pivots are at least h0 + 2 h1: no pivoting is needed. */
static void solve(size_t rows, const double *times, const graze_vector *places, eliminated *work,
                  graze_vector *accelerations)
{
    work[0] = (eliminated){0, {0, 0, 0}};
    for (size_t i = 1; i + 1 < rows; i++) {
        double h0 = times[i] - times[i - 1], h1 = times[i + 1] - times[i];
        work[i] = eliminate(work[i - 1], bend(&places[i], h0, h1), h0, h1);
    }
    accelerations[0] = accelerations[rows - 1] = (graze_vector){0, 0, 0};
    for (size_t i = rows - 1; i-- > 1;) {
        const graze_vector *next = &accelerations[i + 1], *right = &work[i].right;
        accelerations[i] =
            (graze_vector){right->x - work[i].over * next->x, right->y - work[i].over * next->y,
                           right->z - work[i].over * next->z};
    }
}

/* ---- checks ----------------------------------------------------------------------------- */

static bool is_finite(const graze_vector *v)
{
    return isfinite(v->x) && isfinite(v->y) && isfinite(v->z);
}

static graze_status check_rows(size_t rows, const double *times, const graze_vector *places,
                               size_t *bad_row)
{
    graze_status status = GRAZE_OK;
    size_t row = 0;
    for (; row < rows && status == GRAZE_OK; row++) {
        if (!isfinite(times[row]) || !is_finite(&places[row]))
            status = GRAZE_ERROR_NOT_FINITE;
        else if (row > 0 && times[row] <= times[row - 1])
            status = GRAZE_ERROR_TIME_ORDER;
    }
    if (status != GRAZE_OK && bad_row != NULL)
        *bad_row = row - 1;
    return status;
}

static graze_status find_accelerations(const graze_allocator *allocator, size_t rows,
                                       const double *times, const graze_vector *places,
                                       graze_vector *accelerations)
{
    eliminated *work = memory_resize(allocator, NULL, rows, sizeof *work);
    if (work == NULL)
        return GRAZE_ERROR_MEMORY;
    solve(rows, times, places, work, accelerations);
    memory_free(allocator, work);
    for (size_t i = 0; i < rows; i++)
        if (!is_finite(&accelerations[i]))
            return GRAZE_ERROR_NOT_FINITE;
    return GRAZE_OK;
}

graze_status graze_spline_accelerations(const graze_allocator *allocator, size_t rows,
                                        const double *times, const graze_vector *places,
                                        graze_vector *accelerations)
{
    FLOAT_MODE_DEFAULT;
    if (accelerations == NULL)
        return GRAZE_ERROR_NULL;
    if (rows == 0)
        return GRAZE_ERROR_EMPTY;
    if (times == NULL || places == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_rows(rows, times, places, NULL);
    graze_allocator memory = memory_allocator(allocator);
    return status != GRAZE_OK ? status
                              : find_accelerations(&memory, rows, times, places, accelerations);
}

/* ---- one axis --------------------------------------------------------------------------- */

static double place_at(const span *in, double f)
{
    double h = in->duration;
    double bulge = in->acceleration_from * (2 - f) + in->acceleration_to * (1 + f);
    return (in->from * (1 - f) + in->to * f) - bulge * h * (f * (1 - f) / 6) * h;
}

static double acceleration_at(const span *in, double f)
{
    return in->acceleration_from * (1 - f) + in->acceleration_to * f;
}

/* sqrt(3)/216 = 0.00801...; `longest` is the longest piece as a fraction of the span. */
static double deviation_of(const span *in, double longest)
{
    const double h = in->duration;
    const double bends = fabs(in->acceleration_from) + fabs(in->acceleration_to);
    double turn = fabs(in->acceleration_to - in->acceleration_from) * h * h;
    double size = fabs(in->from) + fabs(in->to) + bends * h * h;
    double lost = 0x1p-1070 * h + (bends == 0 ? 0 : 0x1p-1070 * h * h);
    return 0.00802 * turn * (longest * longest * longest) + 0x1p-47 * size + lost + 0x1p-500;
}

/* Sets place, velocity and acceleration of the piece between two fractions, which lasts
 * `duration` [s]. */
static void drive(const span *in, double f0, double f1, double duration, double *place,
                  double *velocity, double *acceleration)
{
    *place = place_at(in, f0);
    *acceleration = acceleration_at(in, (f0 + f1) / 2);
    *velocity = (place_at(in, f1) - *place) / duration - *acceleration * duration / 2;
}

/* ---- three axes ------------------------------------------------------------------------- */

/* The spans of one row to the next, and where and when they are. */
typedef struct spans {
    span x, y, z;
    double start, end;
} spans;

static spans spans_of(const double *times, const graze_vector *places, const graze_vector *m)
{
    double h = times[1] - times[0];
    return (spans){{places[0].x, places[1].x, m[0].x, m[1].x, h},
                   {places[0].y, places[1].y, m[0].y, m[1].y, h},
                   {places[0].z, places[1].z, m[0].z, m[1].z, h},
                   times[0],
                   times[1]};
}

static double piece_time(const spans *row, size_t piece, size_t pieces)
{
    if (piece == pieces)
        return row->end;
    return row->start + row->x.duration * ((double)piece / (double)pieces);
}

static graze_motion piece_of(const spans *row, double begin, double end)
{
    double h = row->x.duration, duration = end - begin;
    double f0 = (begin - row->start) / h, f1 = (end - row->start) / h;
    graze_motion motion = {.form = GRAZE_KINEMATIC, .start = begin, .duration = duration};
    graze_vector *p = &motion.position, *v = &motion.velocity, *a = &motion.acceleration;
    drive(&row->x, f0, f1, duration, &p->x, &v->x, &a->x);
    drive(&row->y, f0, f1, duration, &p->y, &v->y, &a->y);
    drive(&row->z, f0, f1, duration, &p->z, &v->z, &a->z);
    return motion;
}

/* The axes' bounds added: no less than the length of the vector that they make. */
static double deviation_in_space(const spans *row, double longest)
{
    double sum = deviation_of(&row->x, longest) + deviation_of(&row->y, longest) +
                 deviation_of(&row->z, longest);
    return sum * (1 + 0x1p-40);
}

/* Writes the pieces of a row; false when doubles between its times do not suffice.
 * Raises *deviation to the row's. */
static bool drive_row(const spans *row, size_t pieces, graze_motion *motions, double *deviation)
{
    double longest = 0;
    for (size_t i = 0; i < pieces; i++) {
        double begin = piece_time(row, i, pieces), end = piece_time(row, i + 1, pieces);
        if (!(begin < end))
            return false;
        motions[i] = piece_of(row, begin, end);
        longest = fmax(longest, (end - begin) / row->x.duration);
    }
    *deviation = fmax(*deviation, deviation_in_space(row, longest));
    return true;
}

/* ---- the whole list --------------------------------------------------------------------- */

/* Where the work is done: second derivatives of all rows, and motions not yet linked. */
typedef struct drawing {
    graze_vector *accelerations;
    graze_motion *declared;
} drawing;

static graze_status draw(size_t rows, const double *times, const graze_vector *places,
                         size_t pieces, const drawing *on, double *deviation, size_t *bad_row)
{
    for (size_t i = 0; i + 1 < rows; i++) {
        spans row = spans_of(&times[i], &places[i], &on->accelerations[i]);
        graze_status status = GRAZE_OK;
        if (!drive_row(&row, pieces, on->declared + i * pieces, deviation))
            status = GRAZE_ERROR_CHOICE;
        else if (!isfinite(*deviation))
            status = GRAZE_ERROR_NOT_FINITE;
        if (status == GRAZE_OK)
            continue;
        if (bad_row != NULL)
            *bad_row = i;
        return status;
    }
    return GRAZE_OK;
}

/* Pieces miss each other by roundings, which the deviation has room for. */
static graze_status link_pieces(size_t count, size_t pieces, const drawing *on, graze_at_end at_end,
                                double deviation, graze_motion *motions, size_t *written,
                                size_t *bad_row)
{
    size_t bad_piece = 0;
    graze_status status = graze_trajectory_from_motions(count, on->declared, at_end, 2 * deviation,
                                                        motions, written, &bad_piece);
    if (status != GRAZE_OK && bad_row != NULL)
        *bad_row = bad_piece / pieces;
    return status;
}

static graze_status draw_and_link(const graze_allocator *memory, size_t rows, const double *times,
                                  const graze_vector *places, size_t pieces, graze_at_end at_end,
                                  const drawing *on, graze_motion *motions, size_t *count,
                                  double *deviation, size_t *bad_row)
{
    if (on->accelerations == NULL || on->declared == NULL)
        return GRAZE_ERROR_MEMORY;
    graze_status status = find_accelerations(memory, rows, times, places, on->accelerations);
    double found = 0;
    if (status == GRAZE_OK)
        status = draw(rows, times, places, pieces, on, &found, bad_row);
    if (status == GRAZE_OK)
        status =
            link_pieces((rows - 1) * pieces, pieces, on, at_end, found, motions, count, bad_row);
    if (status == GRAZE_OK)
        *deviation = found;
    return status;
}

graze_status graze_trajectory_from_spline(const graze_allocator *allocator, size_t rows,
                                          const double *times, const graze_vector *places,
                                          size_t pieces, graze_at_end at_end, graze_motion *motions,
                                          size_t *count, double *deviation, size_t *bad_row)
{
    FLOAT_MODE_DEFAULT;
    if (motions == NULL || count == NULL || deviation == NULL)
        return GRAZE_ERROR_NULL;
    if (rows == 0)
        return GRAZE_ERROR_EMPTY;
    if (times == NULL || places == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = check_rows(rows, times, places, bad_row);
    if (status != GRAZE_OK)
        return status;
    if (pieces == 0 || (rows > 1 && pieces > SIZE_MAX / sizeof(graze_motion) / (rows - 1)))
        return GRAZE_ERROR_CHOICE;
    if (rows == 1) {
        *deviation = 0;
        return graze_trajectory_from_waypoints(1, times, places, at_end, motions, count, bad_row);
    }
    graze_allocator memory = memory_allocator(allocator);
    const drawing on = {memory_resize(&memory, NULL, rows, sizeof *on.accelerations),
                        memory_resize(&memory, NULL, (rows - 1) * pieces, sizeof *on.declared)};
    status = draw_and_link(&memory, rows, times, places, pieces, at_end, &on, motions, count,
                           deviation, bad_row);
    memory_free(&memory, on.accelerations);
    memory_free(&memory, on.declared);
    return status;
}
