/* SPDX-License-Identifier: MIT */
/* Sums of products, and what is made of them. See curved_view.h. */
#include "starts/curved_view.h"

/* Sums of products of D, V and W, and of half of V_t and V_s, which is -drift. */
typedef struct sums {
    double d_d, d_v, d_w, v_v, v_w, w_w, d_turn, d_drift, v_turn, v_drift, w_turn, w_drift, x_x;
} sums;

static sums sums_at(const curved_scene *s, const curved_part *part, curved_source of, double u,
                    double w)
{
    sums sum = {.d_d = 0};
    for (int k = 0; k < s->dimensions; k++) {
        const double half_a = s->half[0][k], half_b = s->half[1][k];
        const double gain_a = u * half_a, gain_b = w * half_b;
        const double d = s->apart[k] - part->from[k] +
                         (u * (s->velocity[0][k] + gain_a) - w * (s->velocity[1][k] + gain_b));
        const double a = s->velocity[0][k] + 2 * gain_a, b = s->velocity[1][k] + 2 * gain_b;
        const double v = a - b, mean = 0.5 * (a + b), x = curved_moves_b(of) ? b : a;
        const double turn = half_a - half_b, drift = half_a + half_b;
        sum.d_d += d * d;
        sum.d_v += d * v;
        sum.d_w += d * mean;
        sum.v_v += v * v;
        sum.v_w += v * mean;
        sum.w_w += mean * mean;
        sum.d_turn += d * turn;
        sum.d_drift += d * drift;
        sum.v_turn += v * turn;
        sum.v_drift += v * drift;
        sum.w_turn += mean * turn;
        sum.w_drift += mean * drift;
        sum.x_x += x * x;
    }
    return sum;
}

/* What one coordinate of D and its derivatives are, in a direction. */
typedef struct coordinate {
    double place, v, w, turn, drift;
} coordinate;

static coordinate coordinate_of(const curved_scene *s, const curved_part *part, const double *at,
                                double x, double y)
{
    const double direction[2] = {x, y};
    coordinate c = {0, 0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        const double half_a = s->half[0][k], half_b = s->half[1][k], n = direction[k];
        const double gain_a = at[0] * half_a, gain_b = at[1] * half_b;
        const double a = s->velocity[0][k] + 2 * gain_a, b = s->velocity[1][k] + 2 * gain_b;
        c.place +=
            n * (s->apart[k] - part->from[k] +
                 (at[0] * (s->velocity[0][k] + gain_a) - at[1] * (s->velocity[1][k] + gain_b)));
        c.v += n * (a - b);
        c.w += n * (0.5 * (a + b));
        c.turn += n * (half_a - half_b);
        c.drift += n * (half_a + half_b);
    }
    return c;
}

/* F is how far outside of the line D is, times a scale. */
static curved_view view_of_line(const curved_scene *s, const curved_part *part, curved_source of,
                                const double *at)
{
    const double scale = s->scale[0];
    const coordinate c =
        coordinate_of(s, part, at, scale * part->along[1], -scale * part->along[0]);
    curved_view v = {.f = c.place - scale * s->reach, .g = c.v};
    if (of != TANGENCY) {
        const double sign = curved_moves_b(of) ? -1 : 1;
        v.p[0] = sign * c.w + 0.5 * c.v;
        v.q[0] = v.second[0] = sign * c.drift + c.turn;
        return v;
    }
    v.p[0] = c.v;
    v.p[1] = -c.w;
    v.q[0] = v.second[0] = 2 * c.turn;
    v.q[1] = v.second[1] = -c.drift;
    v.second[2] = 0.5 * c.turn;
    return v;
}

static curved_view view_of_corner(const curved_scene *s, const curved_part *part, const double *at)
{
    const coordinate x = coordinate_of(s, part, at, s->scale[0], 0);
    const coordinate y = coordinate_of(s, part, at, 0, s->scale[1]);
    return (curved_view){.f = x.place,
                         .g = y.place,
                         .p = {x.v, -x.w},
                         .q = {y.v, -y.w},
                         .second = {2 * x.turn, -x.drift, 0.5 * x.turn},
                         .third = {2 * y.turn, -y.drift, 0.5 * y.turn, 0}};
}

curved_view curved_view_at(const curved_scene *s, const curved_part *part, curved_source of,
                           const double *at)
{
    if (part->shape != CURVED_ARC)
        return part->shape == CURVED_LINE ? view_of_line(s, part, of, at)
                                          : view_of_corner(s, part, at);
    const sums sum = sums_at(s, part, of, at[0], at[1]);
    curved_view v = {.f = 0.5 * (sum.d_d - s->reach * s->reach),
                     .g = sum.d_v,
                     .d_d = sum.d_d,
                     .v_v = sum.v_v,
                     .x_x = {sum.x_x, 0}};
    if (of != TANGENCY) {
        const double sign = curved_moves_b(of) ? -1 : 1;
        v.p[0] = sign * sum.d_w + 0.5 * sum.d_v;
        v.q[0] = 0.5 * sum.v_v + sign * (sum.v_w + sum.d_drift) + sum.d_turn;
        v.second[0] = sum.x_x + sign * sum.d_drift + sum.d_turn;
        return v;
    }
    v.p[0] = sum.d_v;
    v.p[1] = -sum.d_w;
    v.q[0] = v.second[0] = sum.v_v + 2 * sum.d_turn;
    v.q[1] = v.second[1] = -(sum.v_w + sum.d_drift);
    v.second[2] = sum.w_w + 0.5 * sum.d_turn;
    v.third[0] = 6 * sum.v_turn;
    v.third[1] = -2 * (sum.v_drift + sum.w_turn);
    v.third[2] = 2 * sum.w_drift + 0.5 * sum.v_turn;
    v.third[3] = -1.5 * sum.w_turn;
    v.x_x[0] = sum.v_v;
    v.x_x[1] = sum.w_w;
    return v;
}
