/* SPDX-License-Identifier: MIT */
/* The tangents from a point to an obstacle.
 *
 * Only signs choose the corners. An edge is seen from the point when the point lies beyond its
 * line moved outward by the radius; the edges that are seen follow each other, and the tangents
 * touch round the two corners at the ends of their chain. Where no edge is seen, the point is
 * before one corner, or not outside. Signs come from double-doubles with error bounds, and exactly
 * where these do not tell. */
#include <math.h>

#include "geometry/body.h"
#include "numeric/dd.h"
#include "numeric/dyadic.h"
#include "numeric/float_mode.h"
#include "world/world.h"

/* As in sweep.c: doubles of opposite extremes add up to 33 limbs, and the longest product here has
 * four such factors; some twenty numbers are alive at a time. */
enum { EXACT_LIMBS = 12288 };

typedef struct sight {
    const graze_body *body;
    graze_point place, at; /* [m] of the point, of the body */
    bool exhausted;
} sight;

/* ---- exactly ------------------------------------------------------------------------------- */

typedef struct exact_point {
    dyadic x, y;
} exact_point;

static exact_point exact_from(dyadic_arena *arena, const sight *s, size_t corner)
{
    graze_point v = body_vertex(s->body, corner);
    return (exact_point){
        dyadic_sub(arena, dyadic_sum(arena, s->place.x, -s->at.x), dyadic_from(arena, v.x)),
        dyadic_sub(arena, dyadic_sum(arena, s->place.y, -s->at.y), dyadic_from(arena, v.y))};
}

static exact_point exact_edge(dyadic_arena *arena, const sight *s, size_t corner)
{
    graze_point a = body_vertex(s->body, corner);
    graze_point b = body_vertex(s->body, body_after(s->body, corner));
    return (exact_point){dyadic_sum(arena, b.x, -a.x), dyadic_sum(arena, b.y, -a.y)};
}

static dyadic exact_square(dyadic_arena *arena, exact_point of)
{
    return dyadic_add(arena, dyadic_mul(arena, of.x, of.x), dyadic_mul(arena, of.y, of.y));
}

/* cross < -r |e|, without the root: cross < 0 and cross^2 > r^2 e^2. */
static bool sees_exactly(dyadic_arena *arena, const sight *s, size_t edge)
{
    exact_point e = exact_edge(arena, s, edge), w = exact_from(arena, s, edge);
    dyadic cross = dyadic_sub(arena, dyadic_mul(arena, e.x, w.y), dyadic_mul(arena, e.y, w.x));
    if (dyadic_sign(cross) >= 0)
        return false;
    dyadic reach = dyadic_mul(arena, dyadic_from(arena, s->body->radius),
                              dyadic_from(arena, s->body->radius));
    dyadic rest = dyadic_sub(arena, dyadic_mul(arena, cross, cross),
                             dyadic_mul(arena, reach, exact_square(arena, e)));
    return dyadic_sign(rest) > 0;
}

/* Is the point before this corner (beyond it along no edge), and farther than the radius? */
static bool is_before_exactly(dyadic_arena *arena, const sight *s, size_t corner)
{
    exact_point w = exact_from(arena, s, corner);
    dyadic reach = dyadic_mul(arena, dyadic_from(arena, s->body->radius),
                              dyadic_from(arena, s->body->radius));
    if (dyadic_sign(dyadic_sub(arena, exact_square(arena, w), reach)) <= 0)
        return false;
    if (body_size(s->body) == 1)
        return true;
    exact_point out = exact_edge(arena, s, corner);
    exact_point in = exact_edge(arena, s, body_before(s->body, corner));
    dyadic after = dyadic_add(arena, dyadic_mul(arena, out.x, w.x), dyadic_mul(arena, out.y, w.y));
    dyadic before = dyadic_add(arena, dyadic_mul(arena, in.x, w.x), dyadic_mul(arena, in.y, w.y));
    return dyadic_sign(after) <= 0 && dyadic_sign(before) >= 0;
}

static bool ask_exactly(sight *s, bool (*ask)(dyadic_arena *, const sight *, size_t), size_t which)
{
    mp_limb_t limbs[EXACT_LIMBS];
    dyadic_arena arena = dyadic_arena_on(limbs, EXACT_LIMBS);
    bool answer = ask(&arena, s, which);
    s->exhausted |= arena.exhausted;
    return answer;
}

/* ---- in double-doubles --------------------------------------------------------------------- */

static bool sees(sight *s, size_t edge)
{
    graze_point a = body_vertex(s->body, edge);
    graze_point b = body_vertex(s->body, body_after(s->body, edge));
    dd ex = dd_sub(dd_from(b.x), dd_from(a.x)), ey = dd_sub(dd_from(b.y), dd_from(a.y));
    dd wx = dd_sub(dd_sub(dd_from(s->place.x), dd_from(s->at.x)), dd_from(a.x));
    dd wy = dd_sub(dd_sub(dd_from(s->place.y), dd_from(s->at.y)), dd_from(a.y));
    dd side = dd_sub(dd_mul(ex, wy), dd_mul(ey, wx));
    if (s->body->radius > 0)
        side = dd_add(side, dd_mul(dd_from(s->body->radius),
                                   dd_sqrt(dd_add(dd_square(ex), dd_square(ey)))));
    int sign = dd_sign(side);
    return sign == SIGN_UNKNOWN ? ask_exactly(s, sees_exactly, edge) : sign < 0;
}

/* ---- which corners ------------------------------------------------------------------------- */

static bool choose_corners(sight *s, graze_tangents *answer)
{
    size_t corners = body_size(s->body);
    bool found = false;
    if (corners > 1) {
        bool before = sees(s, corners - 1);
        for (size_t i = 0; i < corners; i++) {
            bool now = sees(s, i);
            if (now && !before)
                answer->left_corner = i;
            if (!now && before)
                answer->right_corner = i;
            found = found || now;
            before = now;
        }
    }
    for (size_t i = 0; i < corners && !found; i++)
        if (ask_exactly(s, is_before_exactly, i)) {
            answer->left_corner = answer->right_corner = i;
            found = true;
        }
    return found;
}

/* ---- where they touch ---------------------------------------------------------------------- */

/* On the circle round a corner, to the right (side 1) or left (-1) of who looks at it. */
static graze_point touching_point(const sight *s, size_t corner, double side)
{
    graze_point v = body_vertex(s->body, corner);
    double r = s->body->radius, x = s->at.x + v.x, y = s->at.y + v.y;
    double wx = x - s->place.x, wy = y - s->place.y, length = hypot(wx, wy);
    if (r == 0 || !(length > 0))
        return (graze_point){x, y};
    double ux = wx / length, uy = wy / length, share = fmin(1, r / length);
    double beside = side * r * sqrt((1 - share) * (1 + share));
    return (graze_point){x - ux * r * share + uy * beside, y - uy * r * share - ux * beside};
}

graze_status graze_world_tangents(const graze_world *world, graze_point place, size_t obstacle,
                                  graze_tangents *answer)
{
    FLOAT_MODE_DEFAULT;
    if (world == NULL || answer == NULL)
        return GRAZE_ERROR_NULL;
    if (!isfinite(place.x) || !isfinite(place.y))
        return GRAZE_ERROR_NOT_FINITE;
    graze_point corners[4];
    graze_obstacle seen;
    graze_status status = graze_world_obstacle(world, obstacle, corners, &seen);
    if (status != GRAZE_OK)
        return status;
    sight s = {.body = &seen.body, .place = place, .at = seen.place};
    graze_tangents found = {.found = false};
    found.found = choose_corners(&s, &found);
    if (s.exhausted)
        return GRAZE_ERROR_WORKSPACE; /* UNREACHED: EXACT_LIMBS are four times what is needed */
    if (found.found) {
        found.left = touching_point(&s, found.left_corner, -1);
        found.right = touching_point(&s, found.right_corner, 1);
    }
    *answer = found;
    return GRAZE_OK;
}
