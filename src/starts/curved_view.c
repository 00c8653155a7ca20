/* SPDX-License-Identifier: MIT */
/* Sums of products, and what is made of them. See curved_view.h. */
#include "starts/curved_view.h"

/* Sums of products of D, V and W, and of half of V_t and V_s, which is -drift. */
typedef struct sums {
    double d_d, d_v, d_w, v_v, v_w, w_w, d_turn, d_drift, v_turn, v_drift, w_turn, w_drift, x_x;
} sums;

static sums sums_at(const curved_scene *s, curved_source of, double u, double w)
{
    sums sum = {.d_d = 0};
    for (int k = 0; k < s->dimensions; k++) {
        const double half_a = s->half[0][k], half_b = s->half[1][k];
        const double gain_a = u * half_a, gain_b = w * half_b;
        const double d =
            s->apart[k] + (u * (s->velocity[0][k] + gain_a) - w * (s->velocity[1][k] + gain_b));
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

curved_view curved_view_at(const curved_scene *s, curved_source of, const double *at)
{
    const sums sum = sums_at(s, of, at[0], at[1]);
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
