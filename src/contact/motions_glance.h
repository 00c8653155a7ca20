/* SPDX-License-Identifier: MIT */
/* Two motions of discs in the plane at a glance, before anything is validated: what it tells is
 * true, and tells that they are valid. It is told as glance.h tells it of prepared ones, without a
 * quotient, with errors bounded for each question as filter_uniform.h bounds them: u, |.|, t, h, q,
 * d, w, V, size and eta are what they are there, m is the least squared distance less reach^2.
 *
 * Places. L is the common life, or what is computed of it, T the sum of both starts and both
 * tails without their signs. An end is off by 3u of itself and 2u of its tail. The relative place
 * is off by 5u |v| h + u |q| + u |d| at first, later by 8u V L + V (3u |t| + 2u T) more, since w
 * and L are off as well: with h and |t|, whose sum is below 2 T, that is at any instant less than
 * (5/8) g, g = 16u (|places| + |d| + V (L + T)). So m, whose place is within |d| of the
 * origin, is off by less than (5/4) g (|d| + g).
 *
 * What is computed from them, with b = -d.w and s as in glance.h: m |w|^2 is off by 4u |d|^2
 * through b, 2u through |w|^2 L, 5u through |d|^2 and the |w|^2 that multiplies it, 5u through
 * differences and products, all of |d|^2 |w|^2: less than g |d| of m; and by 11u size^2 through the
 * reach. The bound is 3 g (|d| + g) + 16u size^2, and its own roundings are far below what lies
 * between. (A reach below 0 adds its square: the pair is apart, as it is. One that is rounded to
 * the wrong sign is next to nothing of the size.)
 *
 * Underflow and overflow. Lives are at least 2^-100, and with T below 2^70. |w|^2 is taken as
 * 2^-500 at least: what is slower moves less than 2^-180 m, and m is as good at any instant. 2^-100
 * beside |d| makes g at least 2^-146; it pays for places, which lose some eta, and for velocities,
 * which lose 3 eta and lead so far in 2^71. 2^-100 beside T pays for times. The bound of m |w|^2 is
 * at least 2^-747, where products with |w|^2 lose some eta. It is below 2^450: so that of m is
 * below 2^950, |d|^2 and size^2 below 2^998, |w|^2 below 2^697, and nothing has overflowed, in any
 * mode. Nor is any number infinite, or none: each place, speed, time and radius is part of it.
 *
 * Lives. Where the computed L is above 16u T, or below -16u T, the real one is above or below 0,
 * since it is off by 5u T + 4u L. Where signs are those of zeros, which are the mode's, either is
 * as true.
 */
#ifndef GRAZE_CONTACT_MOTIONS_GLANCE_H
#define GRAZE_CONTACT_MOTIONS_GLANCE_H

#include "contact/filter_uniform.h"

/* What is ordinary: lengths and times above the first, squared speeds; times. */
static const double MOTIONS_LEAST = 0x1p-100, MOTIONS_SLOWEST = 0x1p-500, MOTIONS_LATEST = 0x1p70;

/* Bits of either. */
static inline uint64_t motions_bits(double a, double b)
{
    uint64_t of_a, of_b;
    memcpy(&of_a, &a, sizeof a);
    memcpy(&of_b, &b, sizeof b);
    return of_a | of_b;
}

/* Whether both are in the plane, begin at a double and do not accelerate, by bits, which no mode
 * changes. */
ALWAYS_INLINE bool motions_are_straight(const graze_motion *a, const graze_motion *b)
{
    const uint64_t bits = motions_bits(a->position.z, b->position.z) |
                          motions_bits(a->velocity.z, b->velocity.z) |
                          motions_bits(a->acceleration.x, b->acceleration.x) |
                          motions_bits(a->acceleration.y, b->acceleration.y) |
                          motions_bits(a->acceleration.z, b->acceleration.z) |
                          motions_bits(a->start_tail, b->start_tail);
    return bits << 1 == 0; /* but for signs */
}

/* Two motions, of which times are side by side. */
typedef struct motions_view {
    duo places[2], v[2]; /* [m] at the starts, [m/s] */
    duo starts, ends;    /* [s] */
    double times;        /* [s] T + MOTIONS_LEAST */
} motions_view;

/* The contact of discs of these radii, at one point. */
ALWAYS_INLINE contact motions_contact(const motions_view *of, double radius_a, double radius_b,
                                      double tolerance)
{
    const double end_a = duo_x(of->ends), end_b = duo_y(of->ends);
    const double begin = duo_greater(duo_x(of->starts), duo_y(of->starts));
    const double length = (end_a < end_b ? end_a : end_b) - begin;
    const duo lived = duo_sub(duo_all(begin), of->starts);
    const duo a = duo_add(of->places[0], duo_mul(of->v[0], duo_all(duo_x(lived))));
    const duo b = duo_add(of->places[1], duo_mul(of->v[1], duo_all(duo_y(lived))));
    const duo d = duo_sub(a, b), back = duo_sub(of->v[1], of->v[0]); /* -w */

    const duo speeds = duo_add(duo_abs(of->v[0]), duo_abs(of->v[1]));
    const duo places = duo_add(duo_abs(of->places[0]), duo_abs(of->places[1]));
    const double apart = duo_length(d) + MOTIONS_LEAST, size = radius_a + radius_b + tolerance;
    const double off = 0x1.8p-47 * /* 3g */
                       ((duo_x(places) + duo_y(places)) + apart +
                        (duo_x(speeds) + duo_y(speeds)) * (of->times + length));

    const double reach = radius_a + radius_b - tolerance;
    const double speed = duo_greater(duo_dot(back, back), MOTIONS_SLOWEST);
    const double approach = duo_dot(d, back), most = speed * length;
    const double gone = duo_greater(approach < most ? approach : most, 0); /* s */
    const double depth = gone * (2 * approach - gone) -
                         (duo_dot(d, d) - reach * fabs(reach)) * speed; /* -m |w|^2 */
    const double bound = (off * (apart + off) + 0x1p-48 * size * size) * speed;
    const duo what = duo_of(depth, length), error = duo_of(bound, 0x1p-48 * of->times);
    if (!(bound < 0x1p450))
        return CONTACT_UNKNOWN;
    if (duo_any(duo_signs(duo_add(what, error))))
        return CONTACT_APART;
    return duo_signs(duo_sub(error, what)) == 3 ? CONTACT_OVERLAP : CONTACT_CLOSE;
}

/* CONTACT_OVERLAP or _APART; _CLOSE of valid motions that this does not tell; else
 * CONTACT_UNKNOWN. Radii and the tolerance have no sign. */
ALWAYS_INLINE contact motions_glance(double radius_a, const graze_motion *a, double radius_b,
                                     const graze_motion *b, double tolerance)
{
    const duo starts = duo_of(a->start, b->start), lives = duo_of(a->duration, b->duration);
    const duo tails = duo_of(a->duration_tail, b->duration_tail), whole = duo_add(lives, tails);
    const duo times = duo_add(duo_abs(starts), duo_abs(tails));
    const unsigned forms = (unsigned)a->form | (unsigned)b->form;
    if (!motions_are_straight(a, b) || forms > GRAZE_WAYPOINT ||
        !duo_both_in_order(duo_all(MOTIONS_LEAST), whole, duo_add(times, whole),
                           duo_all(MOTIONS_LATEST)))
        return CONTACT_UNKNOWN;
    motions_view of = {.places = {duo_load(&a->position.x), duo_load(&b->position.x)},
                       .v = {duo_load(&a->velocity.x), duo_load(&b->velocity.x)},
                       .starts = starts,
                       .ends = duo_add(duo_add(starts, lives), tails),
                       .times = (duo_x(times) + duo_y(times)) + MOTIONS_LEAST};
    if (forms != GRAZE_KINEMATIC) {
        if (a->form == b->form && filter_ways_are_apart(a, b, radius_a + radius_b + tolerance))
            return CONTACT_APART;
        if (a->form == GRAZE_WAYPOINT)
            of.v[0] = duo_div(duo_sub(of.v[0], of.places[0]), duo_all(duo_x(whole)));
        if (b->form == GRAZE_WAYPOINT)
            of.v[1] = duo_div(duo_sub(of.v[1], of.places[1]), duo_all(duo_y(whole)));
    }
    return motions_contact(&of, radius_a, radius_b, tolerance);
}

#endif
