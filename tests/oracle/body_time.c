/* SPDX-License-Identifier: MIT */
/* The earliest deepest instant. See body_time.h.
 *
 * Between two neighbours of a list of instants the signed distance is that from one corner
 * or one line and rises, falls or stays. The list: the ends of the life; where a line is
 * crossed, or D comes abreast of an end of an edge; where the distance from a corner or
 * a line stands still; where, inside, two lines are equally far. So the greatest depth is
 * reached at one of them first. Those at which the depth is below a number are left out,
 * with ever greater numbers, until one is left, or until several are alike to 2^-600 of an
 * ulp: these are taken for equal, and the earliest is the answer. */
#include "oracle/body_time.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "oracle/number.h"
#include "oracle/rounding.h"

/* Of a depth's double: what is left of the largest common one, 2^52, is less than 2^-1074 then. */
enum { HALVINGS = 1200 };

typedef struct instants {
    oracle_number *at;
    size_t count, room;
} instants;

static void add(instants *all, const oracle_sign_pattern *pattern, int root, const mpq_t rational)
{
    if (all->count == all->room) {
        all->room = 2 * all->room + 16;
        all->at = realloc(all->at, all->room * sizeof *all->at);
        assert(all->at != NULL);
    }
    oracle_number *number = &all->at[all->count++];
    if (pattern != NULL)
        oracle_number_init_root(number, pattern, root);
    else
        oracle_number_init_rational(number, rational);
}

static void add_roots(instants *all, const oracle_polynomial *p, const oracle_stretch *life)
{
    oracle_sign_pattern pattern;
    oracle_sign_pattern_init(&pattern);
    oracle_sign_pattern_find(&pattern, p, life);
    for (int k = 0; k < pattern.roots; k++)
        add(all, &pattern, k, NULL);
    oracle_sign_pattern_clear(&pattern);
}

static void add_still(instants *all, const oracle_polynomial *p, const oracle_stretch *life)
{
    oracle_polynomial slope;
    oracle_polynomial_init(&slope);
    oracle_polynomial_differentiate(&slope, p);
    add_roots(all, &slope, life);
    oracle_polynomial_clear(&slope);
}

/* ---- two lines equally far ------------------------------------------------------------------- */

/* The square of edge x (D - corner), by power of time, and |edge|². */
typedef struct line {
    oracle_rational_polynomial square;
    mpq_t length;
} line;

static void line_init(line *l, const oracle_body_scene *scene, size_t i)
{
    const oracle_corner *from = &scene->hull.corner[i];
    const oracle_corner *to = &scene->hull.corner[(i + 1) % scene->hull.count];
    mpq_t edge[2], cross[3], part;
    mpq_inits(edge[0], edge[1], cross[0], cross[1], cross[2], part, l->length, NULL);
    oracle_rational_polynomial_init(&l->square);
    for (int axis = 0; axis < 2; axis++) {
        mpq_sub(edge[axis], to->at[axis], from->at[axis]);
        mpq_mul(part, edge[axis], edge[axis]);
        mpq_add(l->length, l->length, part);
    }
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 2; axis++) {
            mpq_set(part, scene->place[axis][k]);
            if (k == 0)
                mpq_sub(part, part, from->at[axis]);
            mpq_mul(part, part, edge[1 - axis]);
            if (axis == 1)
                mpq_add(cross[k], cross[k], part);
            else
                mpq_sub(cross[k], cross[k], part);
        }
    for (int i1 = 0; i1 < 3; i1++)
        for (int i2 = 0; i2 < 3; i2++) {
            mpq_mul(part, cross[i1], cross[i2]);
            mpq_add(l->square.coefficient[i1 + i2], l->square.coefficient[i1 + i2], part);
        }
    mpq_clears(edge[0], edge[1], cross[0], cross[1], cross[2], part, NULL);
}

static void line_clear(line *l)
{
    oracle_rational_polynomial_clear(&l->square);
    mpq_clear(l->length);
}

static void add_equal(instants *all, const line *x, const line *y, const oracle_stretch *life)
{
    oracle_rational_polynomial difference;
    oracle_polynomial p;
    mpq_t part;
    mpq_init(part);
    oracle_polynomial_init(&p);
    oracle_rational_polynomial_init(&difference);
    for (int k = 0; k <= POLYNOMIAL_DEGREE; k++) {
        mpq_mul(difference.coefficient[k], x->square.coefficient[k], y->length);
        mpq_mul(part, y->square.coefficient[k], x->length);
        mpq_sub(difference.coefficient[k], difference.coefficient[k], part);
    }
    oracle_polynomial_set(&p, difference.coefficient[0], POLYNOMIAL_DEGREE);
    add_roots(all, &p, life);
    oracle_rational_polynomial_clear(&difference);
    oracle_polynomial_clear(&p);
    mpq_clear(part);
}

static void add_bisectors(instants *all, const oracle_body_scene *scene)
{
    const size_t lines = scene->hull.count;
    line *l = malloc(lines * sizeof *l);
    assert(l != NULL);
    for (size_t i = 0; i < lines; i++)
        line_init(&l[i], scene, i);
    for (size_t i = 0; i < lines; i++)
        for (size_t k = 0; k < i; k++)
            add_equal(all, &l[i], &l[k], &scene->common);
    for (size_t i = 0; i < lines; i++)
        line_clear(&l[i]);
    free(l);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void outline_init(oracle_outline *outline, const oracle_body_scene *scene, const mpq_t reach)
{
    oracle_body_scene copy = *scene; /* its numbers are only read */
    oracle_outline_init(outline, &scene->hull, copy.place, reach);
}

static void collect(instants *all, const oracle_body_scene *scene, bool inside)
{
    const oracle_stretch *life = &scene->common;
    oracle_outline outline;
    mpq_t none;
    mpq_init(none);
    outline_init(&outline, scene, none);
    add(all, NULL, 0, life->begin);
    if (!life->endless)
        add(all, NULL, 0, life->end);
    for (size_t i = 0; i < outline.corners; i++) {
        oracle_polynomial *sign = outline.sign[i];
        add_still(all, &sign[OUTLINE_NEAR], life);
        if (i >= outline.edges)
            continue;
        add_still(all, &sign[OUTLINE_SIDE], life);
        add_roots(all, &sign[OUTLINE_SIDE], life);
        add_roots(all, &sign[OUTLINE_ALONG], life);
        add_roots(all, &sign[OUTLINE_BEYOND], life);
    }
    if (inside && scene->hull.count >= 3)
        add_bisectors(all, scene);
    oracle_outline_clear(&outline);
    mpq_clear(none);
}

/* ---- leaving out ----------------------------------------------------------------------------- */

static int sign_at_number(void *instant, const oracle_polynomial *p)
{
    return oracle_number_sign_of(instant, p);
}

/* Moves those with at least that depth to the front; answers how many. */
static size_t keep_deep(instants *all, size_t count, const oracle_body_scene *scene,
                        const mpq_t radii, const mpq_t depth)
{
    oracle_outline outline;
    mpq_t reach;
    size_t kept = 0;
    mpq_init(reach);
    mpq_sub(reach, radii, depth);
    outline_init(&outline, scene, reach);
    for (size_t i = 0; i < count; i++) {
        if (!oracle_outline_reaches(&outline, sign_at_number, &all->at[i]))
            continue;
        oracle_number other = all->at[kept];
        all->at[kept++] = all->at[i];
        all->at[i] = other;
    }
    oracle_outline_clear(&outline);
    mpq_clear(reach);
    return kept;
}

/* Lets one of equal instants at the front stand for all; answers how many are left. */
static size_t merge_equal(instants *all, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool known = false;
        for (size_t k = 0; k < kept && !known; k++)
            known = oracle_number_compare(&all->at[k], &all->at[i]) == 0;
        if (known)
            continue;
        oracle_number other = all->at[kept];
        all->at[kept++] = all->at[i];
        all->at[i] = other;
    }
    return kept;
}

/* The deepest at the front; answers how many. On return depth is one that they have, all
 * but the greatest. */
static size_t find_deepest(instants *all, const oracle_body_scene *scene, const mpq_t radii,
                           mpq_t depth, mpq_t above)
{
    mpq_t middle;
    mpq_init(middle);
    size_t count = merge_equal(all, keep_deep(all, all->count, scene, radii, depth));
    for (int i = 0; i < HALVINGS && count > 1 && mpq_cmp(depth, above) < 0; i++) {
        mpq_add(middle, depth, above);
        mpq_div_2exp(middle, middle, 1);
        size_t kept = keep_deep(all, count, scene, radii, middle);
        mpq_set(kept > 0 ? depth : above, middle);
        count = kept > 0 ? kept : count;
    }
    mpq_clear(middle);
    return count;
}

/* After every listed instant. */
static void choose_later(mpq_t instant, const instants *all)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_set(instant, all->at[0].high);
    for (size_t i = 1; i < all->count; i++)
        if (mpq_cmp(all->at[i].high, instant) > 0)
            mpq_set(instant, all->at[i].high);
    mpq_add(instant, instant, one);
    mpq_clear(one);
}

/* Is that depth, which all listed instants have, kept after the last one of an endless life,
 * too? Between two instants it rises, falls or stays. */
static bool is_kept_for_ever(const instants *all, const oracle_body_scene *scene,
                             const mpq_t radii, const mpq_t depth)
{
    instants last = {0};
    mpq_t later;
    if (!scene->common.endless)
        return true;
    mpq_init(later);
    choose_later(later, all);
    add(&last, NULL, 0, later);
    bool kept = keep_deep(&last, 1, scene, radii, depth) == 1;
    oracle_number_clear(&last.at[0]);
    free(last.at);
    mpq_clear(later);
    return kept;
}

static double first_inside(const oracle_stretch *life)
{
    double first = oracle_round_up(life->begin);
    bool inside = isfinite(first) && (life->endless || first <= oracle_round_down(life->end));
    return inside ? first : oracle_round_nearest(life->begin);
}

double oracle_body_deepest_instant(const oracle_body_scene *scene, const mpq_t radii, double down,
                                   double up)
{
    instants all = {0};
    mpq_t depth, above;
    mpq_inits(depth, above, NULL);
    mpq_set_d(depth, fmax(down, -DBL_MAX));
    mpq_set_d(above, fmin(up, DBL_MAX));
    collect(&all, scene, mpq_cmp(above, radii) >= 0);
    size_t deepest = find_deepest(&all, scene, radii, depth, above), first = 0;
    for (size_t i = 1; i < deepest; i++)
        if (oracle_number_compare(&all.at[i], &all.at[first]) < 0)
            first = i;
    double instant = oracle_number_round_nearest(&all.at[first]);
    if (keep_deep(&all, all.count, scene, radii, depth) == all.count &&
        is_kept_for_ever(&all, scene, radii, depth))
        instant = first_inside(&scene->common);
    for (size_t i = 0; i < all.count; i++)
        oracle_number_clear(&all.at[i]);
    free(all.at);
    mpq_clears(depth, above, NULL);
    return instant;
}
