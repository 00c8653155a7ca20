/* SPDX-License-Identifier: MIT */
/* The steps of uniform_root.inc that are worth having in line: h at a place, a Newton step from it,
 * and rounding. That page says by how much each is off.
 */
#ifndef GRAZE_CONTACT_UNIFORM_DISC_NEWTON_H
#define GRAZE_CONTACT_UNIFORM_DISC_NEWTON_H

#include <math.h>

#include "contact/uniform_disc.h"
#include "numeric/rounding.h"

/* A step that is not yet taken: the root is off by at most `error` from there, by `least` where the
 * step is small. */
typedef struct uniform_newton {
    double step, error, least;
    bool known;
} uniform_newton;

/* h at a relative place that is off by e in each coordinate. */
ALWAYS_INLINE uniform_gap uniform_gap_of(const uniform_discs *q, double_word x, double_word y,
                                         double e)
{
    const double_word reach = uniform_reach(q), reach_square = dw_mul(reach, reach);
    double x_tail, y_tail, first, second;
    const double x_square = eft_two_product(x.high, x.high, &x_tail);
    const double y_square = eft_two_product(y.high, y.high, &y_tail);
    const double square = eft_two_sum(x_square, y_square, &first);
    const double high = eft_two_sum(square, -reach_square.high, &second);
    const double low = ((2 * x.high * x.low + 2 * y.high * y.low) + (x_tail + y_tail)) +
                       ((first + second) - reach_square.low);
    const double d = fabs(x.high) + fabs(y.high);
    return (uniform_gap){
        {x, y}, d, e, high + low, 2 * (d + e) * e + 0x1p-100 * (d * d + q->size * q->size)};
}

/* A step to the root at which h's slope has this sign. `speeds` bounds the rate, which has this
 * square. */
ALWAYS_INLINE uniform_newton uniform_step_of_wide(const uniform_gap *gap, double slope,
                                                  double square, double speeds, double sign)
{
    double steep = sign * slope, share = 1 / steep, step = -gap->h * share;
    double slope_error = 0x1p-48 * gap->length * speeds;
    double error =
        gap->h_error + fabs(gap->h) * (slope_error * share + 0x1p-50) + 2 * square * step * step;
    bool known = (square * fabs(step) * 10 < steep) & (slope_error * 0x1p10 < steep);
    return (uniform_newton){sign * step, 1.02 * error * share, 1.02 * gap->h_error * share, known};
}

/* The root of h + slope x + square x^2 that lies `sign` wards, in the form in which nothing
 * cancels: it is off by less than 8U of itself where inner is no difference, and else, h being
 * positive, by less than 3U |slope|/sqrt(inner) of itself more. */
static inline uniform_newton uniform_step_of_narrow(const uniform_gap *gap, double slope,
                                                    double square, double speeds, double sign)
{
    double inner = slope * slope - 4 * square * gap->h, steep = sqrt(inner);
    double ahead = sign * slope;
    double step = ahead > 0 ? -2 * gap->h / (steep + ahead) : (steep - ahead) / (2 * square);
    double slope_error = 0x1p-97 * gap->length * speeds + 4 * gap->error * speeds;
    double error = gap->h_error + step * (slope_error + 0x1p-52 * fabs(slope));
    error += 0x1p-46 * speeds * speeds * step * step;
    error = 2 * error + 0x1p-50 * steep * step;
    bool known = (inner > 0x1p-10 * (slope * slope + 4 * square * fabs(gap->h))) & (step > 0) &
                 (4 * square * error < inner);
    return (uniform_newton){sign * step, 1.02 * error / steep, 2.04 * gap->h_error / steep, known};
}

/* uniform_round. */
ALWAYS_INLINE bool uniform_round_outward(double guess, double step, double error, bool upper,
                                         double *end)
{
    double low, high = eft_two_sum(guess, step, &low);
    if (error < fabs(low)) {
        *end = double_outward(high, low, upper);
        return true;
    }
    *end = error < 0x1p-56 * fabs(high) ? high : fabs(high) <= error ? 0 : NAN;
    return false;
}

#endif
