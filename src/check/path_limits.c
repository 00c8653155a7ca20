/* SPDX-License-Identifier: MIT */
/* Motions against limits: doubles pass over what is certainly within them, exact numbers decide
 * the rest. */
#include <graze/path.h>
#include <math.h>

#include "check/path_motion.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "numeric/scratch.h"

/* ---- exact numbers --------------------------------------------------------------------- */

/* A velocity as whole / by: three numerators and what divides them, which is positive. */
typedef struct velocity {
    dyadic whole[3], by;
} velocity;

static void each_from(dyadic_arena *arena, graze_vector v, dyadic out[3])
{
    out[0] = dyadic_from(arena, v.x);
    out[1] = dyadic_from(arena, v.y);
    out[2] = dyadic_from(arena, v.z);
}

static dyadic norm_squared(dyadic_arena *arena, const dyadic v[3])
{
    dyadic sum = dyadic_add(arena, dyadic_square(arena, v[0]), dyadic_square(arena, v[1]));
    return dyadic_add(arena, sum, dyadic_square(arena, v[2]));
}

static dyadic duration_of(dyadic_arena *arena, const graze_motion *m)
{
    return dyadic_sum(arena, m->duration, m->duration_tail);
}

/* (to - position) times a factor. */
static void way_of(dyadic_arena *arena, const graze_motion *m, dyadic factor, dyadic way[3])
{
    dyadic from[3];
    each_from(arena, m->to, way);
    each_from(arena, m->position, from);
    for (int i = 0; i < 3; i++)
        way[i] = dyadic_mul(arena, factor, dyadic_sub(arena, way[i], from[i]));
}

/* The velocity where a motion begins or ends. What stands still has 0/1; an endless motion is
 * not asked for its end unless it stands still or keeps its velocity. */
static velocity velocity_of(dyadic_arena *arena, const graze_motion *m, bool at_end)
{
    velocity v = {.by = dyadic_from(arena, 1)};
    if (path_motion_is_still(m))
        return v;
    if (path_motion_is_between(m)) {
        dyadic share = dyadic_from(arena, m->form == GRAZE_RAMP ? m->share : 1);
        if (at_end)
            share = dyadic_sub(arena, dyadic_from(arena, 2), share);
        way_of(arena, m, share, v.whole);
        v.by = duration_of(arena, m);
        return v;
    }
    each_from(arena, m->velocity, v.whole);
    if (!at_end || motion_is_endless(m))
        return v;
    dyadic gain[3], duration = duration_of(arena, m);
    each_from(arena, m->acceleration, gain);
    for (int i = 0; i < 3; i++)
        v.whole[i] = dyadic_add(arena, v.whole[i], dyadic_mul(arena, gain[i], duration));
    return v;
}

/* |whole|^2 > (limit by)^2 */
static bool exceeds(dyadic_arena *arena, const dyadic whole[3], dyadic by, double limit)
{
    dyadic most = dyadic_mul(arena, dyadic_from(arena, limit), by);
    return dyadic_compare(norm_squared(arena, whole), dyadic_square(arena, most)) > 0;
}

/* ---- speed, acceleration, jump ----------------------------------------------------------- */

/* A motion, with the one that follows it or null, against limits. */
typedef struct weighing {
    const graze_motion *m, *next;
    const graze_path_limits *limits;
    bool fast, strong, jumps;
} weighing;

static bool is_limit(double limit)
{
    return limit < HUGE_VAL;
}

static bool accelerates(const graze_motion *m)
{
    if (m->form == GRAZE_RAMP)
        return m->share != 1 && !path_motion_is_still(m);
    return m->form == GRAZE_KINEMATIC &&
           (m->acceleration.x != 0 || m->acceleration.y != 0 || m->acceleration.z != 0);
}

/* Speed is convex in time: it is greatest at an end. */
static bool is_fast(dyadic_arena *arena, const graze_motion *m, double limit)
{
    if (accelerates(m) && motion_is_endless(m))
        return true;
    velocity begin = velocity_of(arena, m, false), end = velocity_of(arena, m, true);
    return exceeds(arena, begin.whole, begin.by, limit) ||
           exceeds(arena, end.whole, end.by, limit);
}

static bool is_strong(dyadic_arena *arena, const graze_motion *m, double limit)
{
    dyadic acceleration[3], by = dyadic_from(arena, 1);
    if (!accelerates(m))
        return false;
    if (m->form == GRAZE_RAMP) { /* 2 (1 - share) (to - position) / duration^2 */
        dyadic rest = dyadic_sub(arena, by, dyadic_from(arena, m->share));
        way_of(arena, m, dyadic_scale(arena, rest, 1), acceleration);
        by = dyadic_square(arena, duration_of(arena, m));
    } else {
        each_from(arena, m->acceleration, acceleration);
    }
    return exceeds(arena, acceleration, by, limit);
}

static bool jumps(dyadic_arena *arena, const graze_motion *m, const graze_motion *next,
                  double limit)
{
    velocity before = velocity_of(arena, m, true), after = velocity_of(arena, next, false);
    dyadic change[3];
    for (int i = 0; i < 3; i++)
        change[i] = dyadic_sub(arena, dyadic_mul(arena, after.whole[i], before.by),
                               dyadic_mul(arena, before.whole[i], after.by));
    return exceeds(arena, change, dyadic_mul(arena, before.by, after.by), limit);
}

static graze_status weigh(dyadic_arena *arena, void *context)
{
    weighing *job = context;
    const graze_path_limits *limits = job->limits;
    size_t mark = dyadic_mark(arena);
    job->fast = is_limit(limits->speed) && is_fast(arena, job->m, limits->speed);
    dyadic_release(arena, mark);
    job->strong = is_limit(limits->acceleration) && is_strong(arena, job->m, limits->acceleration);
    dyadic_release(arena, mark);
    job->jumps = is_limit(limits->jump) && job->next != NULL &&
                 jumps(arena, job->m, job->next, limits->jump);
    return GRAZE_OK;
}

/* ---- in doubles ---------------------------------------------------------------------------- */

static double norm(graze_vector v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static graze_vector scaled(graze_vector v, double factor)
{
    return (graze_vector){v.x * factor, v.y * factor, v.z * factor};
}

static graze_vector rough_way(const graze_motion *m, double factor)
{
    return scaled((graze_vector){m->to.x - m->position.x, m->to.y - m->position.y,
                                 m->to.z - m->position.z},
                  factor);
}

/* The change of the velocity of what accelerates, from the start to the end. */
static graze_vector rough_gain(const graze_motion *m)
{
    double d = m->duration + m->duration_tail;
    return m->form == GRAZE_RAMP ? rough_way(m, 2 * (1 - m->share) / d)
                                 : scaled(m->acceleration, d);
}

/* Of what accelerates. */
static double rough_acceleration(const graze_motion *m)
{
    if (m->form != GRAZE_RAMP)
        return norm(m->acceleration);
    double d = m->duration + m->duration_tail;
    graze_vector gain = rough_gain(m);
    return norm((graze_vector){gain.x / d, gain.y / d, gain.z / d});
}

/* The velocity at an end, as doubles compute it: for filters and for words. */
static graze_vector rough_velocity(const graze_motion *m, bool at_end)
{
    if (path_motion_is_still(m))
        return (graze_vector){0, 0, 0};
    double d = m->duration + m->duration_tail;
    if (path_motion_is_between(m)) {
        double share = m->form == GRAZE_RAMP ? m->share : 1;
        return rough_way(m, (at_end ? 2 - share : share) / d);
    }
    if (!at_end || !accelerates(m))
        return m->velocity;
    graze_vector gain = rough_gain(m);
    return (graze_vector){m->velocity.x + gain.x, m->velocity.y + gain.y, m->velocity.z + gain.z};
}

static graze_vector difference(graze_vector a, graze_vector b)
{
    return (graze_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* A bound of the speed that holds all sums of absolute values, so that nothing cancels:
 * |v| + |a d|. */
static double rough_bound(const graze_motion *m)
{
    double start = norm(rough_velocity(m, false));
    return accelerates(m) ? start + norm(rough_gain(m)) : start;
}

/* Is a number in doubles certainly at most the limit? A velocity between two places is a rounded
 * difference by a rounded sum, with a ramp's share at most 7U of itself with U = 2^-53 (to the
 * first order), its acceleration 9U; a norm adds two and a half U for the squares, their sums and
 * the root, a d two more, the sum of both one: below 16U. (2 - share and 1 - share are rounded
 * once each.)
 *
 * A norm is taken last, since what underflows in a square takes less than 2^-536 from it, which is
 * below 2^-56 of a limit above 2^-480 and would be more times a duration or by one. What
 * underflows before: a d and a quotient by d lose 2^-1074. A share by d loses 2^-1075, and 2^-1075
 * times the way of a velocity, whose bound is at least the way by d > 2^1024: 2^-51 of it. In an
 * acceleration a share by d underflows where d > 2^969, and takes 2^-1075 times the way by d, below
 * 2^-1019; the way times that share underflows where d > 2^-105 (the way is at least 2^-1074, the
 * share 2^-52), and takes 2^-1075 by d, below 2^-969. The factor is further off than all of it;
 * where something overflows, the value is no number or infinite, and not below. */
static bool surely_within(double value, double limit)
{
    return limit > 0x1p-480 && value < limit * (1 - 0x1p-40);
}

/* The difference of two rough velocities is off by 16U of both, and by what underflows: 2^-50 of
 * both, where shares by durations do. */
static bool surely_smooth(const weighing *job)
{
    if (!is_limit(job->limits->jump) || job->next == NULL)
        return true;
    double bounds = rough_bound(job->m) + rough_bound(job->next);
    double change = norm(difference(rough_velocity(job->next, false),
                                    rough_velocity(job->m, true)));
    return surely_within(change + bounds * 0x1p-47, job->limits->jump);
}

static bool surely_keeps(const weighing *job)
{
    const graze_path_limits *limits = job->limits;
    return (!is_limit(limits->speed) || surely_within(rough_bound(job->m), limits->speed)) &&
           (!is_limit(limits->acceleration) || !accelerates(job->m) ||
            surely_within(rough_acceleration(job->m), limits->acceleration)) &&
           surely_smooth(job);
}

/* ---- the box ------------------------------------------------------------------------------- */

/* One coordinate of a motion against one side of the box: p + v u + a u^2/2 <= high in the life,
 * with the signs of the lower side turned. A motion between two places has its ends instead. */
typedef struct side {
    const graze_motion *m;
    double p, v, a, to, high;
} side;

static void sides_of(const graze_motion *m, const graze_path_limits *limits, side out[4])
{
    graze_vector v = m->velocity, a = m->acceleration, to = {0, 0, 0};
    if (path_motion_is_between(m)) {
        to = m->to;
        v = a = (graze_vector){0, 0, 0};
    }
    out[0] = (side){m, m->position.x, v.x, a.x, to.x, limits->high.x};
    out[1] = (side){m, m->position.y, v.y, a.y, to.y, limits->high.y};
    for (int i = 0; i < 2; i++)
        out[i + 2] = (side){m, -out[i].p, -out[i].v, -out[i].a, -out[i].to,
                            i == 0 ? -limits->low.x : -limits->low.y};
}

/* p + v d + a d^2/2 - high: its sign. */
static int end_beyond(dyadic_arena *arena, const side *s)
{
    dyadic d = duration_of(arena, s->m);
    dyadic rise = dyadic_add(arena, dyadic_from(arena, s->v),
                             dyadic_mul(arena, dyadic_from(arena, s->a / 2), d));
    if (s->a / 2 * 2 != s->a) /* half of the least doubles is none */
        rise = dyadic_add(arena, dyadic_from(arena, s->v),
                          dyadic_scale(arena, dyadic_mul(arena, dyadic_from(arena, s->a), d), -1));
    dyadic place = dyadic_add(arena, dyadic_from(arena, s->p), dyadic_mul(arena, rise, d));
    return dyadic_compare(place, dyadic_from(arena, s->high));
}

/* Is there a highest point inside the life, and is it beyond? For a < 0 < v it is at -v/a, and
 * p - v^2/(2a) > high means 2a(p - high) < v^2. */
static bool top_beyond(dyadic_arena *arena, const side *s)
{
    if (!(s->v > 0 && s->a < 0))
        return false;
    dyadic v = dyadic_from(arena, s->v), a = dyadic_from(arena, s->a);
    if (!motion_is_endless(s->m)) {
        dyadic stop = dyadic_mul(arena, a, duration_of(arena, s->m));
        if (dyadic_sign(dyadic_add(arena, v, stop)) >= 0)
            return false;
    }
    dyadic rest = dyadic_sum(arena, s->p, -s->high);
    dyadic twice = dyadic_scale(arena, dyadic_mul(arena, a, rest), 1);
    return dyadic_compare(twice, dyadic_square(arena, v)) < 0;
}

typedef struct boxing {
    const graze_motion *m;
    const graze_path_limits *limits;
    bool starts_out, ends_out, leaves;
} boxing;

static void box_side(dyadic_arena *arena, const side *s, boxing *job)
{
    const graze_motion *m = s->m;
    bool begins = s->p > s->high, ends, top = false;
    if (path_motion_is_between(m)) {
        ends = s->to > s->high;
    } else if (m->form == GRAZE_PARKED) {
        begins = ends = end_beyond(arena, s) > 0;
    } else if (motion_is_endless(m)) {
        ends = s->a > 0 || (s->a == 0 && s->v > 0) ||
               (s->a == 0 && s->v == 0 && s->p > s->high);
        top = top_beyond(arena, s);
    } else {
        ends = end_beyond(arena, s) > 0;
        top = top_beyond(arena, s);
    }
    job->starts_out |= begins;
    job->ends_out |= ends;
    job->leaves |= begins || ends || top;
}

static graze_status box_all(dyadic_arena *arena, void *context)
{
    boxing *job = context;
    side sides[4];
    job->starts_out = job->ends_out = job->leaves = false;
    sides_of(job->m, job->limits, sides);
    for (int i = 0; i < 4; i++) {
        size_t mark = dyadic_mark(arena);
        if (sides[i].high < HUGE_VAL)
            box_side(arena, &sides[i], job);
        dyadic_release(arena, mark);
    }
    return GRAZE_OK;
}

/* When the coordinate of a motion that begins inside first passes the side, in local time, as
 * doubles compute it. */
static double rough_passing(const side *s)
{
    double left = s->high - s->p;
    if (path_motion_is_between(s->m)) {
        double way = left / (s->to - s->p), share = s->m->form == GRAZE_RAMP ? s->m->share : 1;
        double x = way > 0 ? 2 * way / (share + sqrt(share * share + 4 * (1 - share) * way)) : 0;
        return s->to > s->high ? x * (s->m->duration + s->m->duration_tail) : HUGE_VAL;
    }
    double u = 2 * left / (s->v + sqrt(fmax(0, s->v * s->v + 2 * s->a * left)));
    return u >= 0 ? u : HUGE_VAL; /* never, where nothing drives it there */
}

static double rough_leaving(const boxing *job)
{
    side sides[4];
    double first = HUGE_VAL;
    sides_of(job->m, job->limits, sides);
    for (int i = 0; i < 4; i++)
        first = fmin(first, rough_passing(&sides[i]));
    double begin = path_motion_begin(job->m);
    return fmin(begin + first, path_motion_end(job->m));
}

static double outside_by(const graze_path_limits *limits, graze_vector at)
{
    double x = fmax(at.x - limits->high.x, limits->low.x - at.x);
    double y = fmax(at.y - limits->high.y, limits->low.y - at.y);
    return fmax(0, fmax(x, y));
}

/* ---- the whole ----------------------------------------------------------------------------- */

typedef struct inspection {
    const graze_trajectory *path;
    const graze_path_limits *limits;
    graze_path_sink sink;
    void *context;
    bool has_box, is_out, stopped;
    graze_path_excess out; /* the present stretch outside */
} inspection;

static void tell(inspection *all, const graze_path_excess *excess)
{
    if (!all->stopped)
        all->stopped = !all->sink(all->context, excess);
}

static graze_vector rough_place(const graze_motion *m, double time)
{
    graze_vector place = m->position;
    graze_motion_place(m, fmin(fmax(time, -HUGE_VAL), 0x1.fffffffffffffp+1023), &place);
    return place;
}

static void tell_limits(inspection *all, size_t at, const weighing *found)
{
    const graze_motion *m = found->m;
    graze_path_excess excess = {.motion = at,
                                .begin = path_motion_begin(m),
                                .end = path_motion_end(m),
                                .place = m->position};
    if (found->fast) {
        excess.limit = GRAZE_PATH_SPEED;
        excess.value = accelerates(m) && motion_is_endless(m)
                           ? HUGE_VAL
                           : fmax(norm(rough_velocity(m, false)), norm(rough_velocity(m, true)));
        tell(all, &excess);
    }
    if (found->strong) {
        excess.limit = GRAZE_PATH_ACCELERATION;
        excess.value = rough_acceleration(m);
        tell(all, &excess);
    }
    if (!found->jumps)
        return;
    excess.limit = GRAZE_PATH_JUMP;
    excess.begin = excess.end;
    excess.place = rough_place(m, excess.end);
    excess.value =
        norm(difference(rough_velocity(found->next, false), rough_velocity(m, true)));
    tell(all, &excess);
}

static const graze_motion *next_alive(const graze_trajectory *path, size_t at)
{
    for (size_t i = at + 1; i < path->count; i++)
        if (!motion_is_empty(&path->motions[i]))
            return &path->motions[i];
    return NULL;
}

static graze_status look_at_limits(inspection *all, size_t at)
{
    weighing job = {.m = &all->path->motions[at], .limits = all->limits};
    job.next = next_alive(all->path, at);
    if (surely_keeps(&job))
        return GRAZE_OK;
    graze_status status = scratch_run(NULL, weigh, &job);
    if (status == GRAZE_OK)
        tell_limits(all, at, &job);
    return status;
}

static void end_stretch(inspection *all)
{
    if (all->is_out)
        tell(all, &all->out);
    all->is_out = false;
}

static void go_on_outside(inspection *all, size_t at, const boxing *found)
{
    const graze_motion *m = found->m;
    if (!all->is_out) {
        double begin = found->starts_out ? path_motion_begin(m) : rough_leaving(found);
        all->out = (graze_path_excess){GRAZE_PATH_BOX, at, begin, begin, rough_place(m, begin), 0};
        all->is_out = true;
    }
    all->out.end = path_motion_end(m);
    double far = fmax(outside_by(all->limits, rough_place(m, path_motion_begin(m))),
                      outside_by(all->limits, rough_place(m, all->out.end)));
    all->out.value = fmax(all->out.value, far);
    if (!found->ends_out)
        end_stretch(all);
}

static graze_status look_at_box(inspection *all, size_t at)
{
    boxing job = {.m = &all->path->motions[at], .limits = all->limits};
    graze_status status = scratch_run(NULL, box_all, &job);
    if (status != GRAZE_OK)
        return status;
    if (job.leaves)
        go_on_outside(all, at, &job);
    else
        end_stretch(all); /* after a jump in place that the plan was allowed */
    return GRAZE_OK;
}

static bool limits_are_numbers(const graze_path_limits *l)
{
    return !isnan(l->speed) && !isnan(l->acceleration) && !isnan(l->jump) && !isnan(l->low.x) &&
           !isnan(l->low.y) && !isnan(l->high.x) && !isnan(l->high.y);
}

graze_status graze_path_excesses(const graze_trajectory *path, const graze_path_limits *limits,
                                 graze_path_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    if (limits == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = path_validate(path);
    if (status == GRAZE_OK && !limits_are_numbers(limits))
        status = GRAZE_ERROR_NOT_FINITE;
    inspection all = {path, limits, sink, context,
                      limits->high.x < HUGE_VAL || limits->high.y < HUGE_VAL ||
                          limits->low.x > -HUGE_VAL || limits->low.y > -HUGE_VAL,
                      false, false, {.motion = 0}};
    for (size_t i = 0; status == GRAZE_OK && i < path->count && !all.stopped; i++) {
        if (motion_is_empty(&path->motions[i]))
            continue;
        status = look_at_limits(&all, i);
        if (status == GRAZE_OK && all.has_box)
            status = look_at_box(&all, i);
    }
    if (status == GRAZE_OK)
        end_stretch(&all);
    return status;
}
