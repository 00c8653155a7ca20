/* SPDX-License-Identifier: MIT */
/* The common life, halved: a piece whose swept hulls are apart is left out, and bodies that overlap
 * at rest where they are in its middle overlap.
 *
 * Bounds. The relative place is D(x) = p + v x + c x^2, 0 < x < 1, of double-doubles with their
 * errors; their high parts are off by `low` and `error`. In a piece from x to x + h, both exact, D
 * is in the hull of its Bernstein coefficients, of fewer than 8 operations each on numbers below
 * |p| + |v| + 2|c|: off by less than 2^-48 of |p| + |v| + |c|, and less than 2^-1000 where it
 * underflows. The sum of all that in both coordinates is `off`, with 2^-30 of it for its own
 * rounding. Sets that are apart by more than reach + off are apart (apart.h), and with D off by
 * `off` bodies overlap if they do so at rest within a tolerance that is larger by `off`, since
 * distances change no faster than places. */
#include "contact/polygon_pieces.h"

#include <math.h>

#include "contact/polygon_filter.h"
#include "contact/with_dd.h"
#include "geometry/apart.h"

enum { PIECES = 16, STEPS = 24 };

typedef struct way {
    double place[2], velocity[2], curve[2], reach, off;
} way;

static double size_of(dd x)
{
    return fabs(x.low) + x.error;
}

/* x in units of what all of a relative motion is multiplied by. */
static dd unscaled(const dd_relative *r, dd x)
{
    return r->scaled ? dd_div(x, r->scale) : x;
}

/* False when it never ends, or is too large or too little known. */
static bool way_of(const dd_relative *r, way *w)
{
    const dd square = dd_square(r->length), reach = unscaled(r, r->reach);
    double off = 0, size = 0;
    for (int k = 0; k < 2; k++) {
        const dd place = unscaled(r, r->place[k]);
        const dd velocity = unscaled(r, dd_mul(r->velocity[k], r->length));
        const dd curve = unscaled(r, dd_mul(r->curve[k], square));
        w->place[k] = place.high;
        w->velocity[k] = velocity.high;
        w->curve[k] = curve.high;
        off += size_of(place) + size_of(velocity) + size_of(curve);
        size += fabs(place.high) + fabs(velocity.high) + fabs(curve.high);
    }
    w->off = (off + 0x1p-48 * size) * (1 + 0x1p-30) + 0x1p-1000;
    w->reach = reach.high > 0 ? reach.high : 0;
    w->reach += size_of(reach) + 0x1p-50 * w->reach;
    return !r->endless && w->off < 0x1p500 && w->reach < 0x1p500;
}

/* From x on, as long as h. */
typedef struct piece {
    double x, h;
} piece;

static graze_point place_at(const way *w, double x)
{
    return (graze_point){w->place[0] + x * (w->velocity[0] + x * w->curve[0]),
                         w->place[1] + x * (w->velocity[1] + x * w->curve[1])};
}

static bool is_apart(const pair *question, const way *w, piece p)
{
    static const graze_point origin = {0, 0};
    graze_point places[3] = {place_at(w, p.x), {0, 0}, place_at(w, p.x + p.h)};
    places[1].x = places[0].x + 0.5 * p.h * (w->velocity[0] + 2 * p.x * w->curve[0]);
    places[1].y = places[0].y + 0.5 * p.h * (w->velocity[1] + 2 * p.x * w->curve[1]);
    const swept_set a = {question->body_a, places, 3, w->reach + w->off};
    const swept_set b = {question->body_b, &origin, 1, 0};
    return swept_sets_apart(&a, &b);
}

static bool overlap_at(const pair *question, const way *w, double x)
{
    const graze_point at = place_at(w, x);
    const graze_motion a = {.form = GRAZE_KINEMATIC, .position = {at.x, at.y, 0}, .duration = 1};
    const graze_motion b = {.form = GRAZE_KINEMATIC, .duration = 1};
    pair rests = *question;
    rests.a = &a;
    rests.b = &b;
    rests.tolerance = double_next_up(question->tolerance + w->off);
    return polygon_filter_contact(&rests) == CONTACT_OVERLAP;
}

contact polygon_pieces_contact(const pair *question)
{
    dd_relative r;
    way w;
    piece waiting[PIECES] = {{0, 1}}; /* a ring */
    if (dd_relative_of(NULL, question, &r) != 1 || !r.curved || !way_of(&r, &w))
        return CONTACT_UNKNOWN;
    int count = 1;
    for (int step = 0; count > 0; step++) {
        const piece p = waiting[step % PIECES];
        const double half = 0.5 * p.h;
        count--;
        if (is_apart(question, &w, p))
            continue;
        if (overlap_at(question, &w, p.x + half))
            return CONTACT_OVERLAP;
        if (step >= STEPS || count + 2 > PIECES)
            return CONTACT_UNKNOWN;
        waiting[(step + ++count) % PIECES] = (piece){p.x, half};
        waiting[(step + ++count) % PIECES] = (piece){p.x + half, half};
    }
    return CONTACT_APART;
}
