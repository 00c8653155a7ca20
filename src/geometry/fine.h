/* SPDX-License-Identifier: MIT */
/* Vectors nearly unrounded, x and y side by side: what distances are measured with. */
#ifndef GRAZE_GEOMETRY_FINE_H
#define GRAZE_GEOMETRY_FINE_H

#include <math.h>

#include "numeric/duo.h"
#include "numeric/eft.h"

static inline duo fine_two_sums(duo a, duo b, duo *tail)
{
    const duo sum = duo_add(a, b), b_part = duo_sub(sum, a), a_part = duo_sub(sum, b_part);
    *tail = duo_add(duo_sub(a, a_part), duo_sub(b, b_part));
    return sum;
}

/* The length of a vector, and by what part of itself the true one, at + rest, is longer. */
static inline double fine_length(duo at, duo rest, double *longer)
{
    double x_tail, y_tail, tail, own_tail;
    const double x = eft_two_product(duo_x(at), duo_x(at), &x_tail);
    const double y = eft_two_product(duo_y(at), duo_y(at), &y_tail);
    const double square = eft_two_sum(x, y, &tail), length = sqrt(square), per = 1 / square;
    const double own = eft_two_product(length, length, &own_tail);
    const double left = (square - own) - own_tail + (tail + x_tail + y_tail);
    *longer = (left / 2 + duo_dot(at, rest)) * per;
    return length;
}

#endif
