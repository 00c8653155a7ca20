/* SPDX-License-Identifier: MIT */
/* Families of generated pairs, and their list. See generate.h; touches.c holds
 * the families of exact touches. */
#include "oracle/generate.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "oracle/change.h"
#include "oracle/recipe.h"

/* ---- random, waits, parked ----------------------------------------------------------------- */

static void real_motion(recipe *r, graze_motion *motion)
{
    oracle_random *random = &r->random;
    graze_vector place = recipe_real_vector(r, 2.5), velocity = recipe_real_vector(r, 2);
    double start = random_real(random, -1, 3), duration = random_real(random, 0.1, 8);
    int form = random_whole(random, 0, 9);
    if (form < 4)
        recipe_waypoint(motion, place, add(place, scale(velocity, duration)), start,
                        start + duration);
    else
        recipe_kinematic(motion, place, velocity, start, form == 9 ? INFINITY : duration);
    if (form == 8)
        motion->form = GRAZE_PARKED;
}

static void random_radii(recipe *r, oracle_pair *pair)
{
    pair->body_a.radius = random_real(&r->random, 0, 1.2);
    pair->body_b.radius = random_once_in(&r->random, 8) ? 0 : random_real(&r->random, 0, 1.2);
    if (random_once_in(&r->random, 30))
        pair->body_a.radius = pair->body_b.radius = 0;
}

void oracle_make_random(recipe *r, oracle_pair *pair)
{
    real_motion(r, &pair->a);
    real_motion(r, &pair->b);
    random_radii(r, pair);
}

static void stand_still(recipe *r, graze_motion *motion)
{
    oracle_random *random = &r->random;
    graze_vector place = motion->position;
    double start = random_real(random, -1, 3), duration = random_real(random, 0.1, 8);
    bool endless = random_once_in(random, 3);
    if (random_once_in(random, 2))
        recipe_waypoint(motion, place, place, start, endless ? INFINITY : start + duration);
    else
        recipe_kinematic(motion, place, (graze_vector){0, 0, 0}, start,
                         endless ? INFINITY : duration);
}

void oracle_make_wait(recipe *r, oracle_pair *pair)
{
    oracle_make_random(r, pair);
    stand_still(r, &pair->a);
    if (random_once_in(&r->random, 4)) {
        stand_still(r, &pair->b);
        if (random_once_in(&r->random, 2))
            pair->b.position = pair->b.to = pair->a.position;
    }
    if (pair->b.form == GRAZE_KINEMATIC && pair->b.to.x == pair->a.position.x)
        pair->b.velocity = (graze_vector){0, 0, 0};
}

void oracle_make_parked(recipe *r, oracle_pair *pair)
{
    graze_vector place = recipe_real_vector(r, 4), velocity = recipe_real_vector(r, 1);
    double duration = random_real(&r->random, 0, 3);
    oracle_make_random(r, pair);
    recipe_kinematic(&pair->a, place, velocity, random_real(&r->random, -1, 3), duration);
    pair->a.form = GRAZE_PARKED;
    if (random_once_in(&r->random, 4)) {
        pair->b = pair->a;
        pair->b.position = add(pair->b.position, recipe_real_vector(r, 0.5));
    }
}

/* ---- grids and roadmaps -------------------------------------------------------------------- */

static graze_vector lattice_step(recipe *r)
{
    static const int steps[][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
    oracle_random *random = &r->random;
    const int *step = steps[random_whole(random, 0, 5)];
    graze_vector move = {random_sign(random) * step[0], random_sign(random) * step[1], 0};
    if (r->space)
        move.z = random_whole(random, -1, 1);
    return move;
}

/* A clock that has summed the durations of some lattice moves, rounding each. */
static double running_sum(recipe *r, int most)
{
    double clock = 0;
    for (int i = random_whole(&r->random, 0, most); i > 0; i--)
        clock += random_once_in(&r->random, 2) ? 1 : sqrt(2);
    return clock;
}

static void lattice_motion(recipe *r, graze_motion *motion, graze_vector cell, double start,
                           bool as_waypoints)
{
    graze_vector move = lattice_step(r);
    double duration = is_zero(move) ? random_whole(&r->random, 1, 3) : length(move);
    bool endless = is_zero(move) && random_once_in(&r->random, 4);
    if (as_waypoints)
        recipe_waypoint(motion, cell, add(cell, move), start,
                        endless ? INFINITY : start + duration);
    else
        recipe_kinematic(motion, cell, scale(move, 1 / duration), start,
                         endless ? INFINITY : duration);
}

static void make_lattice(recipe *r, oracle_pair *pair, bool waypoints_a, bool waypoints_b)
{
    static const double radii[] = {0x1.6a09e667f3bcdp-2, 0.5, 0.3}; /* sqrt(2)/4 first */
    static const int apart[] = {1, 1, 2, 5, 20};
    oracle_random *random = &r->random;
    int reach = apart[random_whole(random, 0, 4)];
    graze_vector cell = add(recipe_short_vector(r, 30, 0), (graze_vector){30, 30, 0});
    double start = running_sum(r, 20), second = start + random_whole(random, -1, 1);
    if (random_once_in(random, 2))
        second = fmax(0, start - sqrt(2)) + running_sum(r, 2);
    lattice_motion(r, &pair->a, cell, start, waypoints_a);
    lattice_motion(r, &pair->b, add(cell, recipe_short_vector(r, reach, 0)), second, waypoints_b);
    pair->body_a.radius = pair->body_b.radius = radii[random_whole(random, 0, 2)];
}

void oracle_make_grid(recipe *r, oracle_pair *pair)
{
    make_lattice(r, pair, false, false);
}

void oracle_make_grid_waypoint(recipe *r, oracle_pair *pair)
{
    make_lattice(r, pair, true, true);
}

void oracle_make_grid_mixed(recipe *r, oracle_pair *pair)
{
    bool first = random_once_in(&r->random, 2);
    make_lattice(r, pair, first, !first);
}

static graze_vector decimal_place(recipe *r)
{
    graze_vector place = recipe_short_vector(r, 4000, 0);
    return (graze_vector){place.x / 1000, place.y / 1000, place.z / 1000};
}

static void drive_edge(recipe *r, graze_motion *motion, graze_vector from, graze_vector to,
                       double start)
{
    graze_vector way = add(to, scale(from, -1));
    double duration = fmax(length(way), 0x1p-10);
    if (random_once_in(&r->random, 2))
        recipe_kinematic(motion, from, scale(way, 1 / duration), start, duration);
    else
        recipe_waypoint(motion, from, to, start, start + duration);
}

void oracle_make_roadmap(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    graze_vector place[4];
    for (int i = 0; i < 4; i++)
        place[i] = decimal_place(r);
    double start = random_whole(random, 0, 40) * 0.1;
    int from = random_whole(random, 0, 3), to = random_whole(random, 0, 3);
    drive_edge(r, &pair->a, place[0], place[1], start);
    drive_edge(r, &pair->b, place[from], place[to],
               random_once_in(random, 2) ? start : start + random_real(random, -2, 2));
    pair->body_a.radius = pair->body_b.radius = random_whole(random, 1, 9) * 0.1;
}

/* ---- lives and lines ------------------------------------------------------------------------ */

void oracle_make_instant(recipe *r, oracle_pair *pair)
{
    if (random_once_in(&r->random, 2))
        oracle_make_random(r, pair);
    else
        make_lattice(r, pair, false, random_once_in(&r->random, 2));
    if (isinf(pair->a.duration))
        pair->a.duration = random_real(&r->random, 0.1, 2);
    pair->a.form = pair->a.form == GRAZE_PARKED ? GRAZE_KINEMATIC : pair->a.form;
    double end = pair->a.start + pair->a.duration;
    pair->b.start = end;
    if (random_once_in(&r->random, 3))
        pair->b.start = nextafter(end, random_sign(&r->random) * INFINITY);
    if (random_once_in(&r->random, 4))
        pair->b.start_tail = (pair->a.start - end) + pair->a.duration; /* the rounding error */
    if (random_once_in(&r->random, 8))
        pair->b.duration = pair->b.duration_tail = 0, pair->b.to = pair->b.position;
    pair->b.position = add(pair->a.position, recipe_real_vector(r, 1));
    if (pair->b.form == GRAZE_WAYPOINT && isinf(pair->b.duration))
        pair->b.to = pair->b.position;
    if (pair->b.form == GRAZE_WAYPOINT && pair->b.duration == 0)
        pair->b.to = pair->b.position;
}

/* One life ends a little after 0, having begun long before: the end is what is
 * left of two large numbers. The other begins there, give or take. */
void oracle_make_sliver(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    graze_vector place = recipe_real_vector(r, 1), away = recipe_real_vector(r, 0.8);
    double begin = -ldexp(random_real(random, 1, 2), random_whole(random, -3, 70));
    double end = ldexp(random_whole(random, 1, 4), -random_whole(random, 0, 80));
    recipe_waypoint(&pair->a, place, random_once_in(random, 2) ? place : add(place, away), begin,
                    end);
    double start = end * random_whole(random, 0, 5) / 4;
    if (random_once_in(random, 4))
        start = nextafter(end, random_sign(random) * INFINITY);
    recipe_kinematic(&pair->b, add(place, scale(away, random_whole(random, 0, 2))),
                     recipe_real_vector(r, 2), start, random_once_in(random, 4) ? INFINITY : 2);
    if (random_once_in(random, 4))
        pair->b.start_tail = start * 0x1p-54;
    pair->body_a.radius = random_real(random, 0, 0.6);
    pair->body_b.radius = random_real(random, 0, 0.6);
}

void oracle_make_head_on(recipe *r, oracle_pair *pair)
{
    oracle_random *random = &r->random;
    graze_vector line =
        random_once_in(random, 2) ? recipe_short_vector(r, 4, 1) : recipe_real_vector(r, 1);
    graze_vector place =
        random_once_in(random, 2) ? recipe_short_vector(r, 9, 1) : recipe_real_vector(r, 3);
    double start = random_short(random, 16, 2);
    oracle_make_random(r, pair);
    recipe_kinematic(&pair->a, place, scale(line, random_whole(random, 0, 3)), start,
                     random_whole(random, 1, 8));
    recipe_kinematic(&pair->b, add(place, scale(line, random_whole(random, -6, 6))),
                     scale(line, random_whole(random, -3, 3)), start + random_short(random, 4, 2),
                     random_whole(random, 1, 8));
    if (random_once_in(random, 2))
        pair->body_a.radius = pair->body_b.radius = 0.5;
    recipe_maybe_waypoint(r, &pair->a);
    recipe_maybe_waypoint(r, &pair->b);
}

/* ---- any of the above, changed ------------------------------------------------------------- */

static void make_tame(recipe *r, oracle_pair *pair)
{
    static void (*const makers[])(recipe *, oracle_pair *) = {
        oracle_make_random,       oracle_make_grid,           oracle_make_grid_waypoint,
        oracle_make_wait,         oracle_make_parked,         oracle_make_tangent,
        oracle_make_edge,         oracle_make_tangent_thirds, oracle_make_tangent_ulp,
        oracle_make_near_tangent, oracle_make_instant,        oracle_make_roadmap,
        oracle_make_parallel};
    makers[random_whole(&r->random, 0, 12)](r, pair);
}

void oracle_make_tails(recipe *r, oracle_pair *pair)
{
    make_tame(r, pair);
    oracle_delay_randomly(&r->random, &pair->a);
    if (random_once_in(&r->random, 2))
        oracle_delay_randomly(&r->random, &pair->b);
}

void oracle_make_offset(recipe *r, oracle_pair *pair)
{
    make_tame(r, pair);
    double far = 1e8 * random_whole(&r->random, 1, 3);
    graze_vector away = {far, -far, r->space ? far : 0};
    double later = random_once_in(&r->random, 2) ? 1e8 : 0;
    oracle_carry(&pair->a, away, later);
    oracle_carry(&pair->b, away, later);
}

void oracle_make_scaled(recipe *r, oracle_pair *pair)
{
    oracle_pair kept;
    make_tame(r, pair);
    kept = *pair;
    if (!oracle_scale_lengths(pair, random_whole(&r->random, -480, 480)) ||
        !oracle_scale_times(pair, random_whole(&r->random, -300, 300)))
        *pair = kept;
}

static double extreme_number(recipe *r)
{
    static const double list[] = {0,     0,     0x1p-1074, 0x1p-1022, 1e-150,      1e-20,  0.1,
                                  1,     1,     2,         3,         1e8,         0x1p52, 1e150,
                                  1e154, 1e300, 0x1p1000,  0x1p1023,  DBL_MAX / 2, DBL_MAX};
    return list[random_whole(&r->random, 0, 19)];
}

static graze_vector extreme_vector(recipe *r)
{
    graze_vector v = {extreme_number(r), extreme_number(r), r->space ? extreme_number(r) : 0};
    return recipe_shuffle(r, v);
}

static void extreme_motion(recipe *r, graze_motion *motion, graze_vector near)
{
    oracle_random *random = &r->random;
    graze_vector place = random_once_in(random, 2) ? near : extreme_vector(r);
    double start = random_sign(random) * extreme_number(r), duration = extreme_number(r);
    graze_vector other = extreme_vector(r);
    double end = random_once_in(random, 2) ? start + duration : extreme_number(r);
    if (random_once_in(random, 2) && isfinite(end) && end > start)
        recipe_waypoint(motion, place, other, start, end);
    else
        recipe_kinematic(motion, place, other, start,
                         random_once_in(random, 6) ? INFINITY : duration);
    if (random_once_in(random, 8) && motion->form == GRAZE_KINEMATIC && isfinite(motion->duration))
        motion->form = GRAZE_PARKED;
}

void oracle_make_extreme(recipe *r, oracle_pair *pair)
{
    graze_vector near = extreme_vector(r);
    extreme_motion(r, &pair->a, near);
    extreme_motion(r, &pair->b, near);
    pair->body_a.radius = extreme_number(r);
    pair->body_b.radius = extreme_number(r);
    if (random_once_in(&r->random, 4))
        pair->tolerance = extreme_number(r);
}

void oracle_make_denormal(recipe *r, oracle_pair *pair)
{
    make_tame(r, pair);
    oracle_shrink(&r->random, &pair->a);
    oracle_shrink(&r->random, &pair->b);
    pair->body_a.radius = ldexp(random_whole(&r->random, 0, 40), -1074);
    pair->body_b.radius = ldexp(random_whole(&r->random, 0, 40), -1074);
    pair->tolerance = random_once_in(&r->random, 3) ? 0x1p-1074 : 0;
}

static double any_magnitude(recipe *r)
{
    return random_sign(&r->random) * random_real(&r->random, 1, 10) *
           pow(10, random_whole(&r->random, -60, 60));
}

void oracle_make_mixed_magnitude(recipe *r, oracle_pair *pair)
{
    graze_motion *motions[] = {&pair->a, &pair->b};
    graze_vector place = {any_magnitude(r), any_magnitude(r), 0};
    for (int i = 0; i < 2; i++) {
        graze_vector velocity = {any_magnitude(r), any_magnitude(r),
                                 r->space ? any_magnitude(r) : 0};
        recipe_kinematic(motions[i], place, velocity, any_magnitude(r), fabs(any_magnitude(r)));
        if (random_once_in(&r->random, 3))
            place = add(place, velocity);
        if (random_once_in(&r->random, 3))
            motions[i]->start = motions[0]->start;
    }
    pair->body_a.radius = fabs(any_magnitude(r));
    pair->body_b.radius = fabs(any_magnitude(r));
}

/* ---- the list ------------------------------------------------------------------------------- */

static double some_tolerance(recipe *r)
{
    switch (random_whole(&r->random, 0, 11)) {
    case 0:
        return 1e-9;
    case 1:
        return random_real(&r->random, 0, 1);
    case 2:
        return random_real(&r->random, 2, 5); /* mostly above r1 + r2 */
    case 3:
        return ldexp(1, random_whole(&r->random, -60, -20));
    default:
        return 0;
    }
}

#define ORACLE_FAMILY_ENTRY_(name, cost) {#name, cost, oracle_make_##name},
static const struct family {
    const char *name;
    unsigned cost;
    void (*make)(recipe *, oracle_pair *);
} families[] = {ORACLE_FAMILIES(ORACLE_FAMILY_ENTRY_)};
#undef ORACLE_FAMILY_ENTRY_

const char *oracle_family_name(oracle_family family)
{
    return families[family].name;
}

unsigned oracle_family_cost(oracle_family family)
{
    return families[family].cost;
}

void oracle_generate(oracle_family family, uint64_t seed, uint64_t index, oracle_pair *pair)
{
    recipe r = {.space = index % 4 == 3};
    random_begin(&r.random, seed, (uint64_t)family, index);
    *pair = (oracle_pair){.tolerance = some_tolerance(&r)};
    families[family].make(&r, pair);
    assert(graze_motion_validate(&pair->a) == GRAZE_OK);
    assert(graze_motion_validate(&pair->b) == GRAZE_OK);
}
