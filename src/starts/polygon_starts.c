/* SPDX-License-Identifier: MIT */
/* Lines of edges and of lives, and what is left of them without x. See polygon_starts.h. */
#include "starts/polygon_starts.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/body.h"
#include "geometry/minkowski.h"
#include "numeric/ball.h"
#include "numeric/dd.h"
#include "starts/start_search.h"

/* Of few lines all pairs are summed up at once. */
enum { CORNERS = 128, LINES = CORNERS + 4, FEW = 8, BOUNDS = 200, STEPS = 12 };

/* X, S and C. */
typedef struct line {
    dd term[3];
    ball near[3];
} line;

/* A shift that the starts are below (or above), between two doubles, by one line or by two. */
typedef struct bound {
    const line *over, *under;
    double least, most;
} bound;

/* What all bounds of one side leave: the end is between two doubles. */
typedef struct bounds {
    bound of[BOUNDS + 1];
    int count;
    double least, most;
} bounds;

/* place + step x, x from 0 to `top`; x times unit is a local time, in the scene's own unit. */
typedef struct course {
    dd place[2], step[2], life, unit, top;
} course;

typedef struct scene {
    const pair *question;
    course a, b;
    dd reach, second; /* the scene's unit of time */
    line line[LINES];
    int lines;
    bounds upper, lower; /* of what is below the end, and of what is above, with its sign changed */
    bool none;           /* nothing is unsafe */
} scene;

/* ---- both motions ----------------------------------------------------------------------- */

static bool course_of(const graze_motion *m, course *c)
{
    const double *from = &m->position.x, *to = &m->velocity.x; /* or the velocity */
    const bool kinematic = m->form == GRAZE_KINEMATIC;
    if (m->form == GRAZE_PARKED || isinf(m->duration))
        return false;
    c->life = dd_add(dd_from(m->duration), dd_from(m->duration_tail));
    c->unit = kinematic ? dd_from(1) : c->life;
    c->top = kinematic ? c->life : dd_from(1);
    for (int k = 0; k < 2; k++) {
        c->place[k] = dd_from(from[k]);
        c->step[k] = kinematic ? dd_from(to[k]) : dd_sub(dd_from(to[k]), c->place[k]);
    }
    return dd_sign(c->life) == 1;
}

static bool is_same(dd x, dd y)
{
    return (x.high == y.high) & (x.low == y.low) & (x.error == 0) & (y.error == 0);
}

/* Equal units become the scene's, so that there are fewer products, more of them without an error.
 */
static bool take_courses(const pair *question, scene *s)
{
    if (!course_of(question->a, &s->a) || !course_of(question->b, &s->b))
        return false;
    s->question = question;
    s->reach = dd_add(dd_from(question->radius_a), dd_from(question->radius_b));
    s->reach = dd_sub(s->reach, dd_from(question->tolerance));
    s->second = dd_from(1);
    if (is_same(s->a.unit, s->b.unit)) {
        s->second = s->a.unit;
        s->a.unit = s->b.unit = dd_from(1);
    }
    const int sign = dd_sign(s->reach);
    return sign == 0 || sign == -1;
}

/* ---- lines ------------------------------------------------------------------------------ */

/* Without its low part nothing is lost: it is counted as an error. */
static ball ball_of(dd x)
{
    return (ball){x.high, fabs(x.low) + x.error};
}

static void take_line(scene *s, dd x, dd shift, dd constant)
{
    line *l = &s->line[s->lines++];
    if (dd_sign(x) == SIGN_UNKNOWN) {
        constant.error += (fabs(x.high) + x.error) * s->a.top.high * (1 + 0x1p-30) + 0x1p-1000;
        x = dd_from(0);
    }
    *l = (line){{x, shift, constant}, {ball_of(x), ball_of(shift), ball_of(constant)}};
}

static dd product(dd x, dd y)
{
    return is_same(y, dd_from(1)) ? x : dd_mul(x, y);
}

static dd cross(const dd *x, const dd *y)
{
    return dd_sub(dd_mul(x[0], y[1]), dd_mul(x[1], y[0]));
}

static void corner_at(const pair *question, minkowski_corner corner, dd place[2])
{
    const graze_point a = body_vertex(question->body_a, corner.a);
    const graze_point b = body_vertex(question->body_b, corner.b);
    place[0] = dd_sub(dd_from(b.x), dd_from(a.x));
    place[1] = dd_sub(dd_from(b.y), dd_from(a.y));
}

/* Inside is where D, seen from the edge's corner, is to the left of the edge, by more than what the
 * tolerance takes. `across`: how far D goes while x grows, with the shift as it is. */
static void take_edge(scene *s, const dd *across, const dd *from, const dd *to)
{
    const dd along[2] = {dd_sub(to[0], from[0]), dd_sub(to[1], from[1])};
    dd seen[2];
    for (int k = 0; k < 2; k++)
        seen[k] = dd_sub(dd_sub(s->a.place[k], s->b.place[k]), from[k]);
    dd outside = cross(seen, along);
    if (!dd_is_exact_zero(s->reach)) {
        const dd length = dd_sqrt(dd_add(dd_square(along[0]), dd_square(along[1])));
        outside = dd_sub(outside, dd_mul(s->reach, length));
    }
    take_line(s, cross(across, along), dd_negative(cross(s->b.step, along)),
              product(outside, s->b.unit));
}

static bool take_edges(scene *s)
{
    const pair *question = s->question;
    minkowski_walk walk = minkowski_begin(question->body_a, question->body_b);
    minkowski_corner corner;
    dd place[CORNERS][2], across[2];
    int count = 0;
    while (minkowski_next(&walk, &corner)) {
        if (count == CORNERS)
            return false;
        corner_at(question, corner, place[count++]);
    }
    for (int k = 0; k < 2; k++)
        across[k] = dd_sub(product(s->a.step[k], s->b.unit), product(s->b.step[k], s->a.unit));
    for (int i = 0; i < count; i++)
        take_edge(s, across, place[i], place[i + 1 < count ? i + 1 : 0]);
    return count >= 3;
}

/* 0 < x < top, and the same of b, whose local time is s + x. */
static void take_lives(scene *s)
{
    const dd zero = dd_from(0), one = dd_from(1);
    const course *a = &s->a, *b = &s->b;
    take_line(s, dd_from(-1), zero, zero);
    take_line(s, one, zero, dd_negative(a->top));
    take_line(s, dd_negative(a->unit), dd_from(-1), zero);
    take_line(s, a->unit, one, dd_negative(product(b->top, b->unit)));
}

/* ---- bounds ----------------------------------------------------------------------------- */

/* The sum of two lines without x, in balls and in double-doubles; of one that has none, itself. */
static void near_sum(const bound *b, ball sum[2])
{
    for (int k = 0; k < 2; k++)
        sum[k] = b->under == NULL ? b->over->near[k + 1]
                                  : ball_sub(ball_mul(b->over->near[0], b->under->near[k + 1]),
                                             ball_mul(b->under->near[0], b->over->near[k + 1]));
}

static void close_sum(const bound *b, dd sum[2])
{
    for (int k = 0; k < 2; k++)
        sum[k] = b->under == NULL ? b->over->term[k + 1]
                                  : dd_sub(dd_mul(b->over->term[0], b->under->term[k + 1]),
                                           dd_mul(b->under->term[0], b->over->term[k + 1]));
}

/* The sign of a sum wherever lives leave a shift, or SIGN_UNKNOWN. */
static int steady_sign(const scene *s, const ball sum[2])
{
    const double lives = product(s->a.top, s->a.unit).high + product(s->b.top, s->b.unit).high;
    const ball slope = ball_mul(sum[0], (ball){0, lives * (1 + 0x1p-30)});
    return ball_sign(ball_add(sum[1], slope));
}

static bool take_bound(bounds *to, bound taken)
{
    const bool fits = to->count < BOUNDS;
    to->least = fmin(to->least, taken.least);
    to->most = fmin(to->most, taken.most);
    to->of[to->count] = taken;
    to->count += fits;
    return fits;
}

/* False where not even double-doubles tell what the sum is. */
static bool take_sum(scene *s, const line *over, const line *under)
{
    bound taken = {.over = over, .under = under};
    ball sum[2];
    near_sum(&taken, sum);
    if (abs(ball_sign(sum[0])) != 1) {
        dd close[2];
        if (steady_sign(s, sum) == -1)
            return true;
        close_sum(&taken, close);
        for (int k = 0; k < 2; k++)
            sum[k] = ball_of(close[k]);
    }
    const int sign = ball_sign(sum[0]), steady = abs(sign) == 1 ? -1 : steady_sign(s, sum);
    s->none = s->none || steady == 0 || steady == 1;
    if (abs(sign) != 1)
        return steady != SIGN_UNKNOWN;
    const ball shift = ball_div(sum[1], sum[0]);
    const double at = sign > 0 ? -shift.value : shift.value;
    const double off = shift.error * (1 + 0x1p-30) + 0x1p-52 * fabs(at);
    taken.least = at - off;
    taken.most = at + off;
    return off < INFINITY && take_bound(sign > 0 ? &s->upper : &s->lower, taken);
}

/* The shift that nothing unsafe is beyond, as far as bounds are taken. */
static double farthest(const scene *s, bool upper)
{
    return upper ? s->upper.most : -s->lower.most;
}

/* Where a line crosses a shift, x or -x: the least x that it leaves, or minus the greatest. */
static double crossing(const line *l, double shift)
{
    return (l->near[1].value * shift + l->near[2].value) / fabs(l->near[0].value);
}

/* The lines that leave least of x at a shift, one from above and one from below. */
static void find_tightest(const scene *s, double shift, const line *found[2])
{
    double most[2] = {-INFINITY, -INFINITY};
    found[0] = found[1] = NULL;
    for (int i = 0; i < s->lines; i++) {
        const double x = s->line[i].near[0].value, at = crossing(&s->line[i], shift);
        if (x != 0 && at > most[x < 0]) {
            found[x < 0] = &s->line[i];
            most[x < 0] = at;
        }
    }
}

/* Newton steps: two lines that leave nothing at a shift bound all shifts from there on. What they
 * miss costs time only. */
static bool tighten(scene *s, bool upper)
{
    const line *last[2] = {NULL, NULL}, *found[2];
    bool told = true;
    for (int i = 0; i < STEPS && told; i++) {
        find_tightest(s, farthest(s, upper), found);
        if (found[0] == NULL || found[1] == NULL || (found[0] == last[0] && found[1] == last[1]))
            break;
        for (int k = 0; k < 2; k++)
            last[k] = found[k];
        told = take_sum(s, found[0], found[1]);
    }
    return told;
}

/* No less than where a line crosses a shift. */
static double most_crossing(const line *l, double shift)
{
    const ball way = ball_add(ball_mul(l->near[1], ball_from(shift)), l->near[2]);
    const ball at = ball_div(way, (ball){fabs(l->near[0].value), l->near[0].error});
    return at.value + (at.error * (1 + 0x1p-30) + 0x1p-52 * fabs(at.value));
}

/* Sums of two lines, but for those that are below 0 at both of two shifts between which all unsafe
 * ones are: these are no bounds. */
static bool take_pairs(scene *s, bool many)
{
    const double shift[2] = {farthest(s, false), farthest(s, true)};
    double most[LINES][2];
    for (int i = 0; i < s->lines && many; i++)
        for (int k = 0; k < 2; k++)
            most[i][k] = most_crossing(&s->line[i], shift[k]);
    for (int i = 0; i < s->lines; i++)
        for (int j = 0; j < s->lines && s->line[i].near[0].value > 0; j++)
            if (s->line[j].near[0].value < 0 &&
                !(many && most[i][0] + most[j][0] < 0 && most[i][1] + most[j][1] < 0) &&
                !take_sum(s, &s->line[i], &s->line[j]))
                return false;
    return true;
}

/* The first four lines are those of lives. */
static bool take_sums(scene *s)
{
    const line *life = s->line;
    const bool many = s->lines > FEW;
    s->upper.count = s->lower.count = 0;
    s->upper.least = s->upper.most = s->lower.least = s->lower.most = INFINITY;
    for (int i = 0; i < s->lines; i++)
        if (s->line[i].near[0].value == 0 && !take_sum(s, &s->line[i], NULL))
            return false;
    if (many && (!take_sum(s, &life[1], &life[2]) || !take_sum(s, &life[3], &life[0]) ||
                 !tighten(s, true) || !tighten(s, false)))
        return false;
    return s->none || farthest(s, true) <= farthest(s, false) || take_pairs(s, many);
}

/* ---- ends ------------------------------------------------------------------------------- */

/* The shift of a bound; of what is above, with its sign changed. */
static dd shift_of(const bound *b)
{
    dd sum[2];
    close_sum(b, sum);
    const dd shift = dd_div(sum[1], sum[0]);
    return sum[0].high > 0 ? dd_negative(shift) : shift;
}

static bool may_be_end(const bounds *all, int i)
{
    return all->of[i].least <= all->most;
}

/* Whether there is an unsafe start: 1, 0, or SIGN_UNKNOWN. */
static int exists(const scene *s)
{
    const bounds *upper = &s->upper, *lower = &s->lower;
    bool certain = true;
    if (s->none || upper->most <= -lower->most)
        return 0;
    if (upper->least > -lower->least)
        return 1;
    for (int i = 0; i < upper->count; i++)
        for (int j = 0; j < lower->count; j++) {
            if (!may_be_end(upper, i) || !may_be_end(lower, j))
                continue;
            const int sign = dd_sign(dd_add(shift_of(&upper->of[i]), shift_of(&lower->of[j])));
            if (sign == 0 || sign == -1)
                return 0;
            certain = certain && sign == 1;
        }
    return certain ? 1 : SIGN_UNKNOWN;
}

/* Two doubles, the former no more than the true value rounded up, the latter no less. */
static bool round_loosely(dd x, double *least, double *most)
{
    dd_spread spread;
    if (!dd_spread_of(x, &spread) || !(spread.above < spread.gap_up) ||
        !(spread.below > -spread.gap_down))
        return false;
    *least = spread.below > 0 ? double_next_up(x.high) : x.high;
    *most = spread.above > 0 ? double_next_up(x.high) : x.high;
    return true;
}

/* Whether it is so much longer than steps between doubles that one beside an end is above the
 * other end. */
static bool is_long(const scene *s, double origin)
{
    const double length = s->upper.least + s->lower.least;
    const double size = fabs(origin) + (fabs(s->upper.most) + fabs(s->lower.most)) * s->second.high;
    return length * s->second.high > 0x1p-40 * size;
}

/* An end rounded outward; of the lower one all signs are changed. */
static bool round_end(const scene *s, const bounds *all, double sign, double *end)
{
    const graze_motion *b = s->question->b;
    const dd origin = dd_add(dd_from(sign * b->start), dd_from(sign * b->start_tail));
    double least = INFINITY, most = INFINITY, low, high;
    bool unsafe = false;
    for (int i = 0; i < all->count; i++) {
        if (!may_be_end(all, i))
            continue;
        const dd shift = product(shift_of(&all->of[i]), s->second);
        if (!round_loosely(dd_add(origin, shift), &low, &high))
            return false;
        least = fmin(least, low);
        most = fmin(most, high);
    }
    bool told = true;
    if (least != most) {
        told = most == double_next_up(least) && is_long(s, origin.high) &&
               start_is_unsafe(s->question, sign * least, &unsafe) == GRAZE_OK;
        most = unsafe ? most : least;
    }
    *end = sign * most + 0.0; /* no zero has a sign */
    return told;
}

bool polygon_starts(const pair *question, graze_interval *starts, size_t *count)
{
    scene s;
    s.lines = 0;
    s.none = false;
    if (!take_courses(question, &s))
        return false;
    take_lives(&s);
    if (!take_edges(&s) || !take_sums(&s))
        return false;
    const int found = exists(&s);
    if (found == SIGN_UNKNOWN ||
        (found == 1 && (!round_end(&s, &s.upper, 1, &starts->upper) ||
                        !round_end(&s, &s.lower, -1, &starts->lower))))
        return false;
    *count = (size_t)found;
    return true;
}
