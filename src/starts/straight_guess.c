/* SPDX-License-Identifier: MIT */
/* Which crossings and corners may be the ends, in doubles, and what is made of them in
 * double-doubles (straight_close.h); where an end is a tangency, Newton steps from outside to where
 * the least distance as a function of the shift s = w - u is the reach. Only whether a way is
 * straight and never turned back is exact; the rest is a guess. */
#include "starts/straight_guess.h"

#include <math.h>
#include <string.h>

#include "numeric/dd.h"
#include "starts/separated.h"
#include "starts/straight_close.h"

/* A way: where it begins, the whole of it, and the share of the mean velocity that it begins with:
 * after a fraction t of its life a motion has come as far as share t + (1 - share) t^2 of it. */
typedef struct way {
    double from[3], step[3], share, life;
    double back; /* how far it may have turned back in the end; certainly less */
} way;

/* ---- is it straight? --------------------------------------------------------------------- */

/* Whether a velocity and an acceleration are on one line. */
static bool are_parallel(const double *v, const double *a)
{
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        if (!dd_is_exact_zero(dd_sub(dd_mul(dd_from(v[k]), dd_from(a[next])),
                                     dd_mul(dd_from(v[next]), dd_from(a[k])))))
            return false;
    }
    return true;
}

/* The most that a motion may have turned back in the end: v^2/(2a) of its last velocity, in each
 * coordinate. */
static double back_of(const graze_motion *m)
{
    const double *v = &m->velocity.x, *a = &m->acceleration.x;
    const dd life = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    double back = 0;
    for (int k = 0; k < 3; k++) {
        const dd last = dd_add(dd_from(v[k]), dd_mul(dd_from(a[k]), life));
        const int end = dd_sign(last);
        const double speed = fabs(last.high) + last.error;
        if (v[k] != 0 && (end == SIGN_UNKNOWN || (v[k] > 0 ? end < 0 : end > 0)))
            back += speed * (speed / fabs(a[k])) + 0x1p-1000;
    }
    return back;
}

/* Of a motion with a velocity and an acceleration. */
static bool take_kinematic(const graze_motion *m, way *path)
{
    const double *v = &m->velocity.x, *a = &m->acceleration.x;
    int along = 0;
    for (int k = 0; k < 3; k++) {
        path->step[k] = (v[k] + 0.5 * a[k] * path->life) * path->life;
        along = fabs(path->step[k]) > fabs(path->step[along]) ? k : along;
    }
    if (path->step[along] != 0)
        path->share = v[along] * path->life / path->step[along];
    path->back = back_of(m);
    return are_parallel(v, a) && path->back < INFINITY;
}

/* False when it is not certainly straight, or never ends. */
static bool way_of(const graze_motion *m, way *path)
{
    const double *from = &m->position.x, *to = &m->to.x;
    if (m->form == GRAZE_PARKED || isinf(m->duration))
        return false;
    *path = (way){.share = m->form == GRAZE_RAMP ? m->share : 1,
                  .life = m->duration + m->duration_tail};
    for (int k = 0; k < 3; k++) {
        path->from[k] = from[k];
        path->step[k] = to[k] - from[k];
    }
    return m->form == GRAZE_KINEMATIC ? take_kinematic(m, path) : true;
}

bool straight_never_turns(const graze_motion *motion)
{
    way path;
    return way_of(motion, &path) && path.back == 0;
}

/* The time at which a fraction of the way is behind. */
static double time_at(const way *path, double fraction)
{
    const double share = path->share, bend = 4 * (1 - share) * fraction;
    const double root = sqrt(fmax(share * share + bend, 0));
    return fraction > 0 ? path->life * fmin(2 * fraction / (share + root), 1) : 0;
}

/* ---- the least distance ------------------------------------------------------------------ */

typedef struct scene {
    way a, b;
    double reach, terms; /* and the sum of what it is made of */
} scene;

/* A way as place + velocity t + curve t^2 from a local time on, t = 1 after `length`. */
typedef struct course {
    double place[3], velocity[3], curve[3];
} course;

static course course_of(const way *path, double from, double length)
{
    course c;
    const double t = from / path->life, l = length / path->life, rest = 1 - path->share;
    for (int k = 0; k < 3; k++) {
        c.place[k] = path->from[k] + path->step[k] * (t * (path->share + rest * t));
        c.velocity[k] = path->step[k] * l * (path->share + 2 * rest * t);
        c.curve[k] = path->step[k] * l * l * rest;
    }
    return c;
}

static double dot(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static double value_at(const double *q, double t)
{
    return q[0] + t * (q[1] + t * (q[2] + t * (q[3] + t * q[4])));
}

static double slope_at(const double *q, double t)
{
    return q[1] + t * (2 * q[2] + t * (3 * q[3] + t * 4 * q[4]));
}

/* Where the slope is zero between a place where it is negative and one where it is positive. */
static double bottom_between(const double *q, double low, double high)
{
    enum { STEPS = 40 };
    double t = 0.5 * (low + high), step = 1;
    for (int i = 0; i < STEPS && fabs(step) > 0x1p-50; i++) {
        const double slope = slope_at(q, t), bend = 2 * q[2] + t * (6 * q[3] + t * 12 * q[4]);
        *(slope > 0 ? &high : &low) = t;
        double next = t - slope / bend;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        step = next - t;
        t = next;
    }
    return t;
}

/* Where a quartic is least in [0, 1]: at an end, or at a bottom between neighbouring points of
 * inflection. Where a is 0 the cuts are 0 or 1, NaN as well. */
static double least_at(const double *q)
{
    const double a = 12 * q[4], b = 3 * q[3], c = 2 * q[2]; /* F'' = a t^2 + 2 b t + c */
    const double inner = b * b - a * c, root = sqrt(fmax(inner, 0));
    const double cut[4] = {0, fmin(fmax((-b - root) / a, 0), 1), fmin(fmax((-b + root) / a, 0), 1),
                           1};
    const bool cuts = inner > 0;
    double best = value_at(q, 1) < value_at(q, 0) ? 1 : 0;
    for (int i = 0; i < 3; i += cuts ? 1 : 3) {
        const double low = cut[i], high = cuts ? cut[i + 1] : 1;
        if (!(slope_at(q, low) < 0 && slope_at(q, high) > 0))
            continue;
        const double t = bottom_between(q, low, high);
        best = value_at(q, t) < value_at(q, best) ? t : best;
    }
    return best;
}

/* How far apart the discs are at a shift, how that changes with it, and b's time there. */
typedef struct clearance {
    double gap, slope, time;
} clearance;

static clearance clearance_at(const scene *s, double shift)
{
    const double low = fmax(0, shift), high = fmin(s->b.life, s->a.life + shift);
    const double length = fmax(high - low, 0);
    const course a = course_of(&s->a, low - shift, length), b = course_of(&s->b, low, length);
    double p[3], v[3], c[3], place[3], rate[3];
    for (int k = 0; k < 3; k++) {
        p[k] = a.place[k] - b.place[k];
        v[k] = a.velocity[k] - b.velocity[k];
        c[k] = a.curve[k] - b.curve[k];
    }
    const double q[5] = {dot(p, p), 2 * dot(p, v), dot(v, v) + 2 * dot(p, c), 2 * dot(v, c),
                         dot(c, c)};
    const double t = least_at(q);
    /* at an end of a's life a stands still as s changes, else b does */
    const bool a_stands = t == 0 ? shift > 0 : t == 1 && s->a.life + shift < s->b.life;
    for (int k = 0; k < 3; k++) {
        place[k] = p[k] + t * (v[k] + t * c[k]);
        rate[k] = a_stands ? -(b.velocity[k] + 2 * t * b.curve[k])
                           : -(a.velocity[k] + 2 * t * a.curve[k]);
    }
    const double distance = sqrt(dot(place, place));
    return (clearance){distance - s->reach, dot(place, rate) / (distance * length),
                       low + t * length};
}

/* ---- both ends --------------------------------------------------------------------------- */

/* Between a shift outside and one at which the discs overlap. */
static double end_between(const scene *s, double outside, double inside)
{
    enum { STEPS = 24 };
    const double least = 0x1p-58 * (s->a.life + s->b.life);
    double at = outside, step = INFINITY;
    for (int i = 0; i < STEPS && fabs(step) > 0x1p-52 * fabs(at) + least; i++) {
        const clearance here = clearance_at(s, at);
        if (here.gap < 0 && i == 0)
            return outside; /* they overlap as long as their lives do */
        *(here.gap > 0 ? &outside : &inside) = at;
        double next = at - here.gap / here.slope;
        if (!(next > fmin(outside, inside) && next < fmax(outside, inside)))
            next = 0.5 * (outside + inside);
        step = next - at;
        at = next;
    }
    return at;
}

/* A shift at which the discs overlap: where the ways are nearest, away from their ends. Both end,
 * as way_of has seen, so both are paths. */
static bool find_inside(const pair *question, const scene *s, double *inside)
{
    static const double margins[] = {0, 0x1p-20, 0x1p-6, 0x1p-2};
    swept_path a, b;
    double x, y;
    separated_path(question->a, &a);
    separated_path(question->b, &b);
    separated_nearest(&a, &b, &x, &y);
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        const double least = margins[i], most = 1 - least;
        *inside =
            time_at(&s->b, fmin(fmax(y, least), most)) - time_at(&s->a, fmin(fmax(x, least), most));
        if (*inside > -s->a.life && *inside < s->b.life && clearance_at(s, *inside).gap < 0)
            return true;
    }
    return false;
}

/* ---- ways that turn back ------------------------------------------------------------------ */

static double size_of(const way *path)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size += fabs(path->from[k]) + fabs(path->step[k]);
    return size;
}

/* How far the end of one way is from all of the other one; from its end alone. */
static double gap_at_end(const way *one, const way *other, double reach, bool from_end)
{
    double to[3], way_to[3];
    for (int k = 0; k < 3; k++)
        to[k] = one->from[k] + one->step[k] - other->from[k];
    const double square = dot(other->step, other->step);
    double fraction = square > 0 ? fmin(fmax(dot(to, other->step) / square, 0), 1) : 0;
    fraction = from_end ? 1 : fraction;
    for (int k = 0; k < 3; k++)
        way_to[k] = to[k] - fraction * other->step[k];
    return sqrt(dot(way_to, way_to)) - reach;
}

/* Where a way turns back in the end, that stretch of it is clearly within reach of the other way,
 * or clearly out of reach, and so of the other one's own stretch: else the overlaps need not be
 * connected. */
static bool is_connected(const scene *s)
{
    const double back = s->a.back + s->b.back;
    const double size = size_of(&s->a) + size_of(&s->b) + s->terms;
    const double margin = 4 * back + 0x1p-40 * size + 0x1p-300;
    if (back == 0)
        return true;
    const double gaps[3] = {gap_at_end(&s->a, &s->b, s->reach, false),
                            gap_at_end(&s->b, &s->a, s->reach, false),
                            gap_at_end(&s->a, &s->b, s->reach, true)};
    return fabs(gaps[0]) > margin && fabs(gaps[1]) > margin && fabs(gaps[2]) > margin &&
           size < 0x1p300;
}

/* ---- crossings --------------------------------------------------------------------------- */

static straight_side side_of(int i)
{
    return (straight_side){(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
}

/* The fraction of the way at which it crosses, in doubles; NaN where it certainly does not. */
static double crossing_at(const scene *s, straight_side at)
{
    const way *still = at.a_stands ? &s->a : &s->b, *moves = at.a_stands ? &s->b : &s->a;
    double from[3];
    for (int k = 0; k < 3; k++)
        from[k] = moves->from[k] - (still->from[k] + (at.at_end ? still->step[k] : 0));
    const double square = dot(moves->step, moves->step), along = dot(from, moves->step);
    const double reach = square * s->reach * s->reach;
    const double inner = along * along - square * dot(from, from) + reach;
    const double root = sqrt(fmax(inner, 0)), least = 0x1p-30;
    const double at_share = (-along + (at.second ? root : -root)) / square;
    return inner > -least * reach && at_share > -least && at_share < 1 + least
               ? fmin(fmax(at_share, 0), 1)
               : NAN;
}

/* NaN where the fraction is. */
static double shift_at(const scene *s, straight_side at, double fraction)
{
    const double moved = time_at(at.a_stands ? &s->b : &s->a, fraction);
    const double stood = at.at_end ? (at.a_stands ? s->a.life : s->b.life) : 0;
    return isnan(fraction) ? NAN : at.a_stands ? moved - stood : stood - moved;
}

/* A candidate for an end. */
typedef struct extreme {
    bool known, corner;
    straight_side side; /* where it is no corner */
    close_place place;
} extreme;

/* The last shift of those that are numbers, or the first; -1 where none is. */
static int farthest_of(const double *shift, bool upper)
{
    int best = -1;
    for (int i = 0; i < STRAIGHT_SIDES; i++)
        if (!isnan(shift[i]) &&
            (best < 0 || (upper ? shift[i] > shift[best] : shift[i] < shift[best])))
            best = i;
    return best;
}

static bool is_farther(const close_place *one, const close_place *other, bool upper)
{
    const double off = dd_sub(one->shift, other->shift).high;
    return upper ? off > 0 : off < 0;
}

/* The first or the last crossing: those that doubles do not tell apart, in double-doubles. */
static extreme extreme_crossing(const close_scene *exact, const double *shift, bool upper)
{
    extreme best = {.known = false};
    double left[STRAIGHT_SIDES], far = 0;
    memcpy(left, shift, sizeof left);
    for (int i = farthest_of(left, upper); i >= 0; i = farthest_of(left, upper)) {
        extreme found = {.known = true, .side = side_of(i)};
        const double here = left[i];
        left[i] = NAN;
        if (best.known && fabs(here - far) > 0x1p-10 * exact->lives)
            break;
        if (!close_crossing(exact, found.side, &found.place))
            continue;
        far = best.known ? far : here;
        if (!best.known || is_farther(&found.place, &best.place, upper))
            best = found;
    }
    return best;
}

/* ---- the guess --------------------------------------------------------------------------- */

/* The start of a shift, rounded outward where that is certain. */
static double start_of(const pair *question, dd shift, bool upper)
{
    const graze_motion *b = question->b;
    const dd start = dd_add(dd_add(dd_from(b->start), dd_from(b->start_tail)), shift);
    const double life = b->duration + question->a->duration;
    double rounded = start.high;
    if (fabs(start.high) <= 4 * start.error + 0x1p-100 * (fabs(b->start) + life))
        return 0; /* one of rounding alone */
    return (upper ? dd_round_up(start, &rounded) : dd_round_down(start, &rounded)) ? rounded
                                                                                   : start.high;
}

static extreme extreme_of(const close_scene *exact, const double *shift, bool upper)
{
    const close_place last = {{0, exact->b.life.high}, exact->b.life},
                      first = {{exact->a.life.high, 0}, dd_negative(exact->a.life)};
    return close_corner(exact, upper)
               ? (extreme){.known = true, .corner = true, .place = upper ? last : first}
               : extreme_crossing(exact, shift, upper);
}

/* One end: where both move and touch, if that lies beyond all crossings. From where the distance
 * in doubles leads, else, where they tell nothing, from the crossing. */
static dd end_of(const close_scene *exact, const scene *s, const extreme *far, double inside,
                 bool upper)
{
    if (far->corner || (far->known && close_is_end(exact, far->side, &far->place, upper)))
        return far->place.shift;
    const double end = end_between(s, upper ? s->b.life : -s->a.life, inside);
    const double time = clearance_at(s, end).time;
    close_place tries[2] = {{.at = {time - end, time}}, far->place};
    for (int i = 0; i < (far->known ? 2 : 1); i++) {
        if (close_tangency(exact, &tries[i]) &&
            (!far->known || is_farther(&tries[i], &far->place, upper)))
            return tries[i].shift;
    }
    return far->known ? far->place.shift : dd_from(end);
}

bool straight_guess(const pair *question, graze_interval *guess)
{
    scene s = {.reach = question->radius_a + question->radius_b - question->tolerance,
               .terms = question->radius_a + question->radius_b + question->tolerance};
    if (question->cornered || !way_of(question->a, &s.a) || !way_of(question->b, &s.b) ||
        !is_connected(&s))
        return false;
    double shift[STRAIGHT_SIDES], inside;
    close_scene exact;
    close_scene_of(question, &exact);
    for (int i = 0; i < STRAIGHT_SIDES; i++)
        shift[i] = shift_at(&s, side_of(i), crossing_at(&s, side_of(i)));
    const extreme low = extreme_of(&exact, shift, false);
    const extreme high = extreme_of(&exact, shift, true);
    inside = 0.5 * (low.place.shift.high + high.place.shift.high);
    if ((!low.known || !high.known) && !find_inside(question, &s, &inside))
        return false;
    guess->lower = start_of(question, end_of(&exact, &s, &low, inside, false), false);
    guess->upper = start_of(question, end_of(&exact, &s, &high, inside, true), true);
    return guess->lower < guess->upper;
}
