/* SPDX-License-Identifier: MIT */
/* Where a path comes by, where it ends, and what it costs to get there. */
#include <graze/path.h>
#include <math.h>

#include "check/path_motion.h"
#include "geometry/orientation.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "numeric/scratch.h"

/* ---- motions ------------------------------------------------------------------------------- */

graze_status path_validate(const graze_trajectory *path)
{
    if (path == NULL || (path->motions == NULL && path->count != 0))
        return GRAZE_ERROR_NULL;
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < path->count && status == GRAZE_OK; i++)
        status = graze_motion_validate(&path->motions[i]);
    return status;
}

static bool same_place(graze_vector a, graze_vector b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_zero(graze_vector v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

bool path_motion_is_still(const graze_motion *motion)
{
    if (motion->form == GRAZE_PARKED || motion_is_empty(motion))
        return true;
    if (path_motion_is_between(motion))
        return same_place(motion->position, motion->to);
    return is_zero(motion->velocity) && is_zero(motion->acceleration);
}

double path_motion_begin(const graze_motion *motion)
{
    bool parked = motion->form == GRAZE_PARKED;
    return exact_sum_nearest((double[]){motion->start, motion->start_tail,
                                        parked ? motion->duration : 0,
                                        parked ? motion->duration_tail : 0});
}

double path_motion_end(const graze_motion *motion)
{
    if (motion_is_endless(motion))
        return HUGE_VAL;
    return exact_sum_nearest((double[]){motion->start, motion->start_tail, motion->duration,
                                        motion->duration_tail});
}

/* ---- costs --------------------------------------------------------------------------------- */

static double norm(graze_vector v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

/* The integral of sqrt(s^2 + k^2) from s = p to q, by |a|: s is the speed along the
 * acceleration, k that across it. */
static double curved_length(const graze_motion *m, double duration)
{
    graze_vector v = m->velocity, a = m->acceleration;
    double size = norm(a);
    double p = (v.x * a.x + v.y * a.y + v.z * a.z) / size, q = p + size * duration;
    double k = norm((graze_vector){v.y * a.z - v.z * a.y, v.z * a.x - v.x * a.z,
                                   v.x * a.y - v.y * a.x}) / size;
    double bend = k > 0 ? k * k * (asinh(q / k) - asinh(p / k)) : 0;
    return (q * hypot(q, k) - p * hypot(p, k) + bend) / (2 * size);
}

/* Of a motion that is not still. */
static double length_of(const graze_motion *m)
{
    if (motion_is_endless(m))
        return HUGE_VAL;
    double duration = m->duration + m->duration_tail;
    if (path_motion_is_between(m))
        return norm((graze_vector){m->to.x - m->position.x, m->to.y - m->position.y,
                                   m->to.z - m->position.z});
    return is_zero(m->acceleration) ? norm(m->velocity) * duration : curved_length(m, duration);
}

graze_status graze_path_costs(const graze_trajectory *path, graze_path_cost *cost)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = cost == NULL ? GRAZE_ERROR_NULL : path_validate(path);
    if (status != GRAZE_OK)
        return status;
    graze_path_cost found = {0, 0, 0};
    const graze_motion *last = NULL; /* that moves */
    if (path->count > 0)
        found.begin = found.arrival = path_motion_begin(&path->motions[0]);
    for (size_t i = 0; i < path->count; i++) {
        const graze_motion *m = &path->motions[i];
        if (path_motion_is_still(m))
            continue;
        last = m;
        found.length += length_of(m);
    }
    if (last != NULL)
        found.arrival = path_motion_end(last);
    *cost = found;
    return GRAZE_OK;
}

/* ---- the end ------------------------------------------------------------------------------- */

typedef struct ending {
    const graze_motion *m;
    graze_vector place;
    bool same;
} ending;

/* p + v d + a d^2/2 = place, twice both sides so that nothing is halved. */
static bool ends_on(dyadic_arena *arena, const graze_motion *m, double p, double v, double a,
                    double place)
{
    dyadic d = dyadic_sum(arena, m->duration, m->duration_tail);
    dyadic v2 = dyadic_scale(arena, dyadic_from(arena, v), 1);
    dyadic slope = dyadic_add(arena, v2, dyadic_mul(arena, dyadic_from(arena, a), d));
    dyadic way = dyadic_sum(arena, place, -p);
    return dyadic_compare(dyadic_mul(arena, slope, d), dyadic_scale(arena, way, 1)) == 0;
}

static graze_status find_end(dyadic_arena *arena, void *context)
{
    ending *job = context;
    const graze_motion *m = job->m;
    job->same =
        ends_on(arena, m, m->position.x, m->velocity.x, m->acceleration.x, job->place.x) &&
        ends_on(arena, m, m->position.y, m->velocity.y, m->acceleration.y, job->place.y) &&
        ends_on(arena, m, m->position.z, m->velocity.z, m->acceleration.z, job->place.z);
    return GRAZE_OK;
}

static graze_status motion_ends_at(const graze_motion *m, graze_vector place, bool *ends)
{
    *ends = false;
    if (path_motion_is_between(m) || (m->form != GRAZE_PARKED && path_motion_is_still(m)))
        *ends = same_place(path_motion_is_between(m) ? m->to : m->position, place);
    else if (m->form == GRAZE_PARKED || !motion_is_endless(m)) {
        ending job = {m, place, false};
        graze_status status = scratch_run(NULL, find_end, &job);
        *ends = job.same;
        return status;
    }
    return GRAZE_OK;
}

static bool is_finite(graze_vector v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

graze_status graze_path_ends_at(const graze_trajectory *path, graze_vector place, bool *ends)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = ends == NULL ? GRAZE_ERROR_NULL : path_validate(path);
    if (status == GRAZE_OK && !is_finite(place))
        status = GRAZE_ERROR_NOT_FINITE;
    bool found = false;
    if (status == GRAZE_OK && path->count > 0)
        status = motion_ends_at(&path->motions[path->count - 1], place, &found);
    if (status == GRAZE_OK)
        *ends = found;
    return status;
}

/* ---- visits -------------------------------------------------------------------------------- */

static graze_point flat(graze_vector v)
{
    return (graze_point){v.x, v.y};
}

/* The sign of (b - a) . (d - c). */
static int along(graze_point a, graze_point b, graze_point c, graze_point d)
{
    exact_vector u = exact_vector_between(a, b), v = exact_vector_between(c, d);
    return exact_vector_dot_sign(&u, &v);
}

bool path_segment_holds(graze_point from, graze_point to, graze_point place)
{
    if (from.x == to.x && from.y == to.y)
        return place.x == from.x && place.y == from.y;
    return orientation_turn(from, to, place) == 0 && along(from, to, from, place) >= 0 &&
           along(to, from, to, place) >= 0;
}

bool path_points_align(graze_point a, graze_point b, graze_point c)
{
    return orientation_turn(a, b, c) == 0;
}

/* Does motion `at` come by the place, not before the latest visit? */
static graze_status motion_visits(const graze_trajectory *path, size_t at, graze_point place,
                                  const graze_path_visit *before, bool *visits)
{
    const graze_motion *m = &path->motions[at];
    bool again = before->any && before->motion == at;
    *visits = false;
    if (m->form == GRAZE_KINEMATIC)
        *visits = m->position.x == place.x && m->position.y == place.y && m->position.z == 0 &&
                  (!again || same_place(before->last, m->position));
    else if (path_motion_is_between(m) && m->position.z == 0 && m->to.z == 0)
        *visits = path_segment_holds(flat(m->position), flat(m->to), place) &&
                  (!again || along(flat(m->position), flat(m->to), flat(before->last), place) >= 0);
    if (*visits || at + 1 < path->count)
        return GRAZE_OK;
    return motion_ends_at(m, (graze_vector){place.x, place.y, 0}, visits);
}

graze_status graze_path_visits(const graze_trajectory *path, graze_point place,
                               graze_path_visit *visit, bool *found)
{
    FLOAT_MODE_DEFAULT;
    graze_status status =
        visit == NULL || found == NULL ? GRAZE_ERROR_NULL : path_validate(path);
    if (status == GRAZE_OK && !(isfinite(place.x) && isfinite(place.y)))
        status = GRAZE_ERROR_NOT_FINITE;
    if (status == GRAZE_OK && visit->any && visit->motion >= path->count)
        status = GRAZE_ERROR_INDEX;
    bool is_there = false;
    size_t at = status == GRAZE_OK && visit->any ? visit->motion : 0;
    while (status == GRAZE_OK && at < path->count) {
        status = motion_visits(path, at, place, visit, &is_there);
        if (is_there)
            break;
        at++;
    }
    if (status != GRAZE_OK)
        return status;
    *found = is_there;
    if (is_there)
        *visit = (graze_path_visit){true, at, {place.x, place.y, 0}};
    return GRAZE_OK;
}
