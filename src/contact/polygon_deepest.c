/* SPDX-License-Identifier: MIT */
/* Outside C the distance is the least of those from edges and corners, so it is least
 * where one of these is, or at an end of the common life. When a gap holds a single such
 * instant, that is the one.
 *
 * Inside C the distance is the greatest of those from the edges' lines. It is least where
 * one line is nearest and is nowhere in the gap as near: where its slope vanishes, or at an
 * end of the common life towards which its distance falls all the way. Or it is least where
 * two lines cross, if the distance from one falls all through the gap, that from the other
 * one rises, and no other line is nearer there.
 *
 * A gap of an endless life has an end in any case: bodies that accelerate relative to each
 * other are as near as that for some time only.
 */
#include "contact/polygon_deepest.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/disc_accelerated.h"
#include "contact/polygon_guess.h"

enum { SLOPE_ROOTS = 3, CROSSINGS = 4 };

double polygon_time_of(dyadic_arena *context, const exact_relative *r, root *instant, bool at_end)
{
    if (instant != NULL)
        return time_of_root(context, r, instant, DYADIC_NEAREST);
    return nearest_double(at_end ? life_end(context, r) : r->begin);
}

/* ---- slopes ------------------------------------------------------------------------------ */

/* The instants strictly inside a gap at which an edge's line or a corner is nearest. */
typedef struct nearest_instants {
    const pair *question;
    const exact_relative *relative;
    const polygon_gap *gap;
    polygon_instant first;
    int count;            /* 2: more than one; `first` is one of them */
    bool guesses;         /* only the least distance is wanted, nearly */
    double distance;
} nearest_instants;

static void look_at(dyadic_arena *arena, nearest_instants *all, dyadic tau)
{
    size_t mark = dyadic_mark(arena);
    dyadic place[2];
    exact_place_at(arena, all->relative, tau, place);
    all->distance = fmin(all->distance,
                         polygon_guess_distance(all->question, all->relative, place));
    dyadic_release(arena, mark);
}

static void take_instant(dyadic_arena *arena, nearest_instants *all, root *found)
{
    if (all->guesses) {
        look_at(arena, all, dyadic_from(arena, root_guess(arena, found)));
    } else if (all->count == 0) {
        polygon_instant_store(arena, found, &all->first);
        all->count = 1;
    } else if (root_compare_roots(arena, found, &all->first.at) != 0) {
        all->count = 2;
    }
}

static void take_slope(dyadic_arena *arena, nearest_instants *all, const polynomial *distance)
{
    root found[SLOPE_ROOTS];
    polynomial slope = polynomial_derivative(arena, distance);
    if (slope.degree < 1)
        return;
    polynomial square_free = polynomial_square_free(arena, &slope);
    int count = root_isolate(arena, &square_free, root_range_all(), found);
    for (int i = 0; i < count && all->count < 2; i++)
        if (is_within_life(arena, all->relative, &found[i]) &&
            is_between_roots(arena, all->gap->low, all->gap->high, &found[i]))
            take_instant(arena, all, &found[i]);
}

/* Of all edges' lines, and of all corners unless `inside` C. */
static void take_slopes(dyadic_arena *arena, nearest_instants *all, bool inside)
{
    polygon_walk walk = polygon_begin(all->question);
    polygon_edge edge;
    size_t mark = dyadic_mark(arena);
    while (all->count < 2 && polygon_next(arena, &walk, all->relative, &edge)) {
        polynomial across = polygon_across_of(arena, &edge, all->relative);
        take_slope(arena, all, &across);
        if (!inside) {
            exact_relative from_corner = polygon_from(arena, &edge, all->relative);
            polynomial disc = disc_accelerated_quartic(arena, &from_corner);
            take_slope(arena, all, &disc);
        }
        dyadic_release(arena, mark);
    }
}

double polygon_guess_least_distance(dyadic_arena *arena, const pair *question,
                                    const exact_relative *r, const polygon_gap *within)
{
    static const polygon_gap whole = {NULL, NULL, 0};
    nearest_instants all = {.question = question,
                            .relative = r,
                            .gap = within != NULL ? within : &whole,
                            .guesses = true,
                            .distance = INFINITY};
    if (all.gap->low == NULL)
        look_at(arena, &all, dyadic_zero());
    if (!r->endless && all.gap->high == NULL)
        look_at(arena, &all, r->length);
    take_slopes(arena, &all, false);
    return all.distance;
}

/* ---- inside C ----------------------------------------------------------------------------
 *
 * There `across` is not positive for any line. */

/* An edge with the distance from its line. */
typedef struct edge_line {
    polygon_edge edge;
    polynomial across;
} edge_line;

static bool next_line(dyadic_arena *arena, const nearest_instants *all, polygon_walk *walk,
                      edge_line *line)
{
    if (!polygon_next(arena, walk, all->relative, &line->edge))
        return false;
    line->across = polygon_across_of(arena, &line->edge, all->relative);
    return true;
}

/* across_1^2 |e_2|^2 - across_2^2 |e_1|^2: positive where the first line is farther. */
static polynomial how_much_farther(dyadic_arena *arena, const edge_line *a, const edge_line *b)
{
    polynomial a_square = polynomial_mul(arena, &a->across, &a->across);
    polynomial b_square = polynomial_mul(arena, &b->across, &b->across);
    polynomial left = polynomial_scale(arena, &a_square, b->edge.square);
    polynomial right = polynomial_scale(arena, &b_square, a->edge.square);
    return polynomial_sub(arena, &left, &right);
}

/* Whether no line is nearer at an instant inside C. */
static bool is_nearest(dyadic_arena *arena, const nearest_instants *all, root *instant,
                       const edge_line *line)
{
    polygon_walk walk = polygon_begin(all->question);
    edge_line other;
    bool is = true;
    size_t mark = dyadic_mark(arena);
    while (is && next_line(arena, all, &walk, &other)) {
        polynomial farther = how_much_farther(arena, &other, line);
        is = root_sign_of(arena, instant, &farther) >= 0;
        dyadic_release(arena, mark);
    }
    return is;
}

/* Whether some line is nearest at the first instant, where its slope vanishes. (Several may be
 * nearest there.) */
static bool is_deepest_at_first(dyadic_arena *arena, nearest_instants *all)
{
    polygon_walk walk = polygon_begin(all->question);
    edge_line line;
    root *instant = &all->first.at;
    bool is = false;
    size_t mark = dyadic_mark(arena);
    while (!is && next_line(arena, all, &walk, &line)) {
        polynomial slope = polynomial_derivative(arena, &line.across);
        is = slope.degree == 1 && dyadic_sign(slope.coefficient[1]) > 0 &&
             root_sign_of(arena, instant, &slope) == 0 && is_nearest(arena, all, instant, &line);
        dyadic_release(arena, mark);
    }
    return is;
}

/* ---- where no slope vanishes in a gap inside C -------------------------------------------- */

/* Where the gap ends, or begins; the common life's end is put into `life`. */
static root *end_of(const nearest_instants *all, bool at_end, root *life)
{
    dyadic tau = at_end ? all->relative->length : dyadic_zero();
    root *end = at_end ? all->gap->high : all->gap->low;
    *life = (root){.low = tau, .high = tau, .exact = true};
    return end != NULL ? end : life;
}

/* Whether the signed distance from the line falls or rises in the gap. A slope is linear. */
enum { FALLS = -1, STAYS, RISES };

static int way_of(dyadic_arena *arena, const nearest_instants *all, const polynomial *across)
{
    root life;
    polynomial slope = polynomial_derivative(arena, across);
    if (slope.degree < 0)
        return STAYS;
    int sign = root_sign_of(arena, end_of(all, false, &life), &slope);
    return sign != 0 ? sign : dyadic_sign(slope.coefficient[slope.degree]);
}

/* The next line, from the walk on, that goes this way and is nearest at this end of the gap. It
 * stays on the arena. */
static bool next_one_way(dyadic_arena *arena, const nearest_instants *all, int way, bool at_end,
                         polygon_walk *walk, edge_line *found)
{
    root life;
    root *instant = end_of(all, at_end, &life);
    size_t mark = dyadic_mark(arena);
    while (next_line(arena, all, walk, found)) {
        if (way_of(arena, all, &found->across) == way && is_nearest(arena, all, instant, found))
            return true;
        dyadic_release(arena, mark);
    }
    return false;
}

/* Whether the gap reaches this end of the common life, and is deepest there. */
static bool is_deepest_at(dyadic_arena *arena, const nearest_instants *all, bool at_end)
{
    polygon_walk walk = polygon_begin(all->question);
    edge_line line;
    if ((at_end ? all->gap->high : all->gap->low) != NULL)
        return false;
    size_t mark = dyadic_mark(arena);
    bool is = next_one_way(arena, all, at_end ? FALLS : RISES, at_end, &walk, &line);
    dyadic_release(arena, mark);
    return is;
}

/* Where a line from which the distance falls crosses one from which it rises, if no other line is
 * nearer there. */
static bool find_crossing(dyadic_arena *arena, const nearest_instants *all, const edge_line *falls,
                          const edge_line *rises, double *time)
{
    root found[CROSSINGS];
    polynomial farther = how_much_farther(arena, falls, rises);
    polynomial square_free = polynomial_square_free(arena, &farther);
    int count = root_isolate(arena, &square_free, life_range(all->relative), found);
    for (int i = 0; i < count; i++)
        if (is_between_roots(arena, all->gap->low, all->gap->high, &found[i]) &&
            is_nearest(arena, all, &found[i], falls)) {
            *time = polygon_time_of(arena, all->relative, &found[i], false);
            return true;
        }
    return false;
}

static bool is_deepest_at_crossing(dyadic_arena *arena, const nearest_instants *all, double *time)
{
    polygon_walk falling = polygon_begin(all->question);
    edge_line falls, rises;
    bool is = false;
    size_t mark = dyadic_mark(arena);
    while (!is && next_one_way(arena, all, FALLS, false, &falling, &falls)) {
        polygon_walk rising = polygon_begin(all->question);
        size_t here = dyadic_mark(arena);
        while (!is && next_one_way(arena, all, RISES, true, &rising, &rises)) {
            is = find_crossing(arena, all, &falls, &rises, time);
            dyadic_release(arena, here);
        }
        dyadic_release(arena, mark);
    }
    return is;
}

/* ---- the only instant -------------------------------------------------------------------- */

static bool find_inside(dyadic_arena *arena, nearest_instants *all, double *time)
{
    const exact_relative *r = all->relative;
    take_slopes(arena, all, true);
    if (all->count > 0) {
        *time = polygon_time_of(arena, r, &all->first.at, false);
        return is_deepest_at_first(arena, all);
    }
    bool at_begin = is_deepest_at(arena, all, false);
    if (!at_begin && !is_deepest_at(arena, all, true))
        return is_deepest_at_crossing(arena, all, time);
    *time = polygon_time_of(arena, r, NULL, !at_begin);
    return true;
}

static bool find_outside(dyadic_arena *arena, nearest_instants *all, double *time)
{
    const exact_relative *r = all->relative;
    bool at_begin = all->gap->low == NULL, at_end = all->gap->high == NULL;
    take_slopes(arena, all, false);
    *time = polygon_time_of(arena, r, all->count == 1 ? &all->first.at : NULL, at_end);
    return all->count + at_begin + at_end == 1;
}

bool polygon_find_deepest(dyadic_arena *arena, const pair *question, const exact_relative *r,
                          const polygon_gap *gap, bool inside, double *time)
{
    nearest_instants all = {.question = question, .relative = r, .gap = gap};
    *time = polygon_time_of(arena, r, gap->low, false);
    if (*time == polygon_time_of(arena, r, gap->high, true))
        return true;
    size_t mark = dyadic_mark(arena);
    polygon_instant_room(arena, &all.first);
    bool found = inside ? find_inside(arena, &all, time) : find_outside(arena, &all, time);
    dyadic_release(arena, mark);
    return found;
}
