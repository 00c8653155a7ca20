/* SPDX-License-Identifier: MIT */
/* Pencils of relative motions, and the polynomials in their parameter.
 *
 * Source for the discriminant of a t^4 + b t^3 + c t^2 + d t + e as
 * (4 I^3 - J^2)/27, I = 12ae - 3bd + c^2, J = 72ace + 9bcd - 27ad^2 - 27b^2e - 2c^3:
 * classical invariant theory (G. Salmon, "Modern Higher Algebra").
 */
#include "starts/pencil.h"

/* ---- the relative place ------------------------------------------------------------ */

/* Coordinate k of a piece over its local time: three coefficients, times both scales. */
static void coefficients_of(dyadic_arena *context, const exact_motion *piece,
                            const exact_motion *other, int k, dyadic *coefficient)
{
    coefficient[0] = exact_scaled(context, exact_scaled(context, piece->place[k], piece), other);
    coefficient[1] = exact_scaled(context, piece->step[k], other);
    coefficient[2] = piece->curved ? exact_scaled(context, piece->half[k], other) : dyadic_zero();
}

void pencil_coefficients(dyadic_arena *context, const pencil *p, int k, dyadic *a, dyadic *b)
{
    coefficients_of(context, &p->a, &p->b, k, a);
    coefficients_of(context, &p->b, &p->a, k, b);
}

static polynomial linear_in(dyadic constant, dyadic factor)
{
    const dyadic coefficient[2] = {constant, factor};
    return polynomial_from(coefficient, 2);
}

/* A(t - s) - B(t) */
static void add_shifted(dyadic_arena *context, const dyadic *a, const dyadic *b, int k,
                        pencil_path *path)
{
    const dyadic constant[3] = {SUB(a[0], b[0]), NEGATIVE(a[1]), a[2]};
    const dyadic square = SUB(a[2], b[2]);
    path->constant[k] = polynomial_from(constant, 3);
    path->linear[k] = linear_in(SUB(a[1], b[1]), NEGATIVE(ADD(a[2], a[2])));
    path->square[k] = polynomial_from(&square, 1);
}

/* A(k t) - B(lead + t) */
static void add_driven(dyadic_arena *context, const dyadic *a, const dyadic *b, dyadic lead, int k,
                       pencil_path *path)
{
    const dyadic gained = MUL(lead, b[2]), step = ADD(b[1], gained);
    const dyadic constant = SUB(a[0], ADD(b[0], MUL(lead, step)));
    const dyadic square[3] = {NEGATIVE(b[2]), dyadic_zero(), a[2]};
    path->constant[k] = polynomial_from(&constant, 1);
    path->linear[k] = linear_in(NEGATIVE(ADD(step, gained)), a[1]);
    path->square[k] = polynomial_from(square, 3);
}

static void set_path(dyadic_arena *context, pencil *p)
{
    p->path.dimensions = p->question->dimensions;
    for (int k = 0; k < p->path.dimensions; k++) {
        dyadic a[3], b[3];
        pencil_coefficients(context, p, k, a, b);
        if (p->kind == PENCIL_SHIFTS)
            add_shifted(context, a, b, k, &p->path);
        else
            add_driven(context, a, b, p->lead, k, &p->path);
    }
}

/* ---- the lives ---------------------------------------------------------------------- */

polynomial pencil_linear(const dyadic *coefficient) { return polynomial_from(coefficient, 2); }

/* (constant + factor p) / (unit + slope p) */
static void add_instant(pencil *p, dyadic constant, dyadic factor, dyadic unit, dyadic slope)
{
    p->instant[p->instants++] = (pencil_instant){.at = {constant, factor}, .by = {unit, slope}};
}

/* shifts: s, 0, s + Da, Db; speeds: 0, -lead, Da / k, Db - lead. */
static void set_instants(dyadic_arena *context, pencil *p)
{
    const bool shifts = p->kind == PENCIL_SHIFTS;
    const dyadic zero = dyadic_zero(), one = FROM(1), factor = shifts ? one : zero;
    dyadic lead = shifts ? zero : p->lead;
    p->instants = 0;
    add_instant(p, zero, factor, one, zero);
    p->instant[0].of_a = true;
    add_instant(p, NEGATIVE(lead), zero, one, zero);
    if (!p->a.endless) {
        add_instant(p, p->a.duration, factor, factor, shifts ? zero : one);
        p->instant[p->instants - 1].of_a = p->instant[p->instants - 1].ends = true;
    }
    if (!p->b.endless) {
        add_instant(p, SUB(p->b.duration, lead), zero, one, zero);
        p->instant[p->instants - 1].ends = true;
    }
}

root_range pencil_range(const pencil *p)
{
    root_range range = {.endless_low = p->a.endless, .endless_high = p->b.endless};
    if (p->kind == PENCIL_SPEEDS)
        return (root_range){.endless_high = true};
    if (!p->a.endless)
        range.low = dyadic_negative(p->a.duration);
    if (!p->b.endless)
        range.high = p->b.duration;
    return range;
}

void pencil_of(dyadic_arena *context, const pair *question, pencil_kind kind, pencil *result)
{
    pencil *p = result;
    p->question = question;
    p->kind = kind;
    exact_motion_of(context, question->a, question->dimensions, &p->a);
    exact_motion_of(context, question->b, question->dimensions, &p->b);
    p->uniform = !p->a.curved && !p->b.curved;
    dyadic start = exact_sum(context, question->a->start, question->a->start_tail);
    dyadic late = SUB(p->a.begin, start); /* a parked motion lives from its end */
    p->lead = SUB(p->a.begin, p->b.begin);
    p->origin = kind == PENCIL_SHIFTS ? SUB(p->b.begin, late) : dyadic_zero();
    p->b.begin = dyadic_zero();
    dyadic reach = SUM(question->radius_a, question->radius_b);
    reach = SUB(reach, FROM(question->tolerance));
    p->reach = exact_scaled(context, exact_scaled(context, reach, &p->a), &p->b);
    set_path(context, p);
    set_instants(context, p);
}

pencil pencil_from(dyadic_arena *context, const pencil *whole, const dyadic *corner)
{
    pencil moved = *whole;
    for (int k = 0; k < 2; k++) {
        dyadic place = exact_scaled(context, corner[k], &whole->a);
        place = exact_scaled(context, place, &whole->b);
        polynomial shift = polynomial_from(&place, 1);
        moved.path.constant[k] = polynomial_sub(context, &whole->path.constant[k], &shift);
    }
    return moved;
}

/* ---- tangencies ---------------------------------------------------------------------- */

static polynomial dot(dyadic_arena *context, const polynomial *x, const polynomial *y,
                      int dimensions)
{
    polynomial sum = polynomial_from(NULL, 0);
    for (int k = 0; k < dimensions; k++) {
        polynomial product = polynomial_mul(context, &x[k], &y[k]);
        sum = polynomial_add(context, &sum, &product);
    }
    return sum;
}

static polynomial times(dyadic_arena *context, double factor, const polynomial *p)
{
    return polynomial_scale(context, p, FROM(factor));
}

static polynomial product(dyadic_arena *context, const polynomial *x, const polynomial *y)
{
    return polynomial_mul(context, x, y);
}

static void add_to(dyadic_arena *context, polynomial *sum, double factor, const polynomial *term)
{
    polynomial scaled = times(context, factor, term);
    *sum = polynomial_add(context, sum, &scaled);
}

void pencil_over_time(dyadic_arena *context, const pencil *p, polynomial *over_t)
{
    const pencil_path *r = &p->path;
    const int n = r->dimensions;
    const dyadic reach_squared = SQUARE(p->reach);
    polynomial outside = polynomial_from(&reach_squared, 1);
    polynomial place = dot(context, r->constant, r->constant, n);
    polynomial across = dot(context, r->constant, r->linear, n);
    polynomial bend = dot(context, r->constant, r->square, n);
    polynomial twist = dot(context, r->linear, r->square, n);
    over_t[0] = polynomial_sub(context, &place, &outside);
    over_t[1] = times(context, 2, &across);
    over_t[2] = dot(context, r->linear, r->linear, n);
    add_to(context, &over_t[2], 2, &bend);
    over_t[3] = times(context, 2, &twist);
    over_t[4] = dot(context, r->square, r->square, n);
}

/* Of over_t[0] + over_t[1] t + over_t[2] t^2. */
static polynomial discriminant_of(dyadic_arena *context, const polynomial *over_t)
{
    polynomial slope_squared = product(context, &over_t[1], &over_t[1]);
    polynomial rest = product(context, &over_t[2], &over_t[0]);
    add_to(context, &slope_squared, -4, &rest);
    return slope_squared;
}

static polynomial parabola_discriminant(dyadic_arena *context, const pencil *p)
{
    polynomial over_t[PENCIL_TERMS];
    pencil_over_time(context, p, over_t);
    return discriminant_of(context, over_t);
}

/* Of t^m G: G(0)^2, times the discriminant of G where it has one. */
static polynomial touching_discriminant(dyadic_arena *context, const pencil *p)
{
    polynomial over_t[PENCIL_TERMS];
    int m = 0;
    pencil_over_time(context, p, over_t);
    while (m < PENCIL_TERMS - 1 && polynomial_is_zero(&over_t[m]))
        m++;
    if (m < 2)
        return polynomial_from(NULL, 0);
    polynomial result = product(context, &over_t[m], &over_t[m]);
    polynomial rest = m == 2 ? discriminant_of(context, &over_t[2]) : result;
    return m == 2 ? product(context, &result, &rest) : result;
}

/* It takes 16 KiB of the stack, which questions about uniform discs do not have. */
static polynomial quartic_discriminant(dyadic_arena *context, const pencil *p)
{
    polynomial over_t[PENCIL_TERMS];
    pencil_over_time(context, p, over_t);
    const polynomial a = over_t[4], b = over_t[3], c = over_t[2], d = over_t[1], e = over_t[0];
    polynomial ae = product(context, &a, &e), bd = product(context, &b, &d);
    polynomial cc = product(context, &c, &c);
    polynomial i = cc;
    add_to(context, &i, 12, &ae);
    add_to(context, &i, -3, &bd);

    polynomial dd = product(context, &d, &d), bb = product(context, &b, &b);
    polynomial ace = product(context, &ae, &c), bcd = product(context, &bd, &c);
    polynomial add = product(context, &a, &dd), bbe = product(context, &bb, &e);
    polynomial ccc = product(context, &cc, &c);
    polynomial j = times(context, 72, &ace);
    add_to(context, &j, 9, &bcd);
    add_to(context, &j, -27, &add);
    add_to(context, &j, -27, &bbe);
    add_to(context, &j, -2, &ccc);

    polynomial ii = product(context, &i, &i), iii = product(context, &ii, &i);
    polynomial jj = product(context, &j, &j);
    polynomial result = times(context, 4, &iii);
    return polynomial_sub(context, &result, &jj);
}

bool pencil_is_curved(const pencil *p)
{
    bool curved = false;
    for (int k = 0; k < p->path.dimensions; k++)
        curved |= !polynomial_is_zero(&p->path.square[k]);
    return curved;
}

polynomial pencil_tangency(dyadic_arena *context, const pencil *p)
{
    if (!pencil_is_curved(p))
        return parabola_discriminant(context, p);
    polynomial discriminant = quartic_discriminant(context, p);
    return polynomial_is_zero(&discriminant) ? touching_discriminant(context, p) : discriminant;
}

polynomial pencil_rest(dyadic_arena *context, const pencil *p)
{
    return dot(context, p->path.linear, p->path.linear, p->path.dimensions);
}

/* ---- sides --------------------------------------------------------------------------- */

static bool has_square_divisor(const pencil *p) { return p->kind == PENCIL_SPEEDS && !p->uniform; }

polynomial pencil_divisor(dyadic_arena *context, const pencil *p, const pencil_instant *instant)
{
    polynomial by = pencil_linear(instant->by);
    return has_square_divisor(p) ? product(context, &by, &by) : by;
}

/* Where the divisor is by, p2 is 0 or by is 1. */
polynomial pencil_at_instant(dyadic_arena *context, const pencil *p,
                             const polynomial *const *terms, const pencil_instant *instant)
{
    polynomial at = pencil_linear(instant->at), by = pencil_linear(instant->by);
    polynomial divisor = pencil_divisor(context, p, instant);
    polynomial constant = product(context, terms[0], &divisor);
    polynomial linear = has_square_divisor(p) ? product(context, terms[1], &by) : *terms[1];
    polynomial sum = product(context, terms[2], &at);
    sum = polynomial_add(context, &sum, &linear);
    sum = product(context, &sum, &at);
    return polynomial_add(context, &sum, &constant);
}

polynomial pencil_side(dyadic_arena *context, const pencil *p, const pencil_instant *instant)
{
    const pencil_path *path = &p->path;
    polynomial divisor = pencil_divisor(context, p, instant);
    polynomial reach = polynomial_scale(context, &divisor, p->reach);
    polynomial sum = polynomial_from(NULL, 0), square = product(context, &reach, &reach);
    sum = polynomial_sub(context, &sum, &square);
    for (int k = 0; k < path->dimensions; k++) {
        const polynomial *terms[3] = {&path->constant[k], &path->linear[k], &path->square[k]};
        polynomial place = pencil_at_instant(context, p, terms, instant);
        square = product(context, &place, &place);
        sum = polynomial_add(context, &sum, &square);
    }
    return sum;
}

polynomial pencil_meeting(dyadic_arena *context, const pencil_instant *x, const pencil_instant *y)
{
    polynomial x_at = pencil_linear(x->at), x_by = pencil_linear(x->by);
    polynomial y_at = pencil_linear(y->at), y_by = pencil_linear(y->by);
    polynomial first = product(context, &x_at, &y_by), second = product(context, &y_at, &x_by);
    return polynomial_sub(context, &first, &second);
}

/* ---- one value ----------------------------------------------------------------------- */

/* Of a driven k times as fast: in the time k t, a moves as it does and b k times as slowly. */
static void slow_down(dyadic_arena *context, dyadic k, int dimensions, exact_motion *b)
{
    if (!b->still) {
        const dyadic factor = b->curved ? SQUARE(k) : k;
        b->scale = b->scaled ? MUL(b->scale, factor) : factor;
        b->scaled = true;
    }
    for (int i = 0; i < dimensions && b->curved; i++)
        b->step[i] = MUL(b->step[i], k);
    if (!b->endless)
        b->duration = MUL(b->duration, k);
}

bool pencil_relative_at(dyadic_arena *context, const pencil *p, dyadic value,
                        exact_relative *relative)
{
    exact_motion a = p->a, b = p->b;
    a.begin = value;
    if (p->kind == PENCIL_SPEEDS) {
        if (SIGN(value) <= 0)
            return false;
        slow_down(context, value, p->question->dimensions, &b);
        a.begin = MUL(p->lead, value);
    }
    return exact_relative_between(context, p->question, &a, &b, relative) == 1;
}

void pencil_sharpen(dyadic_arena *context, const pencil *p, root *at)
{
    double shift = root_to_double(context, at, DYADIC_NEAREST);
    double start = dyadic_to_double(ADD(p->origin, at->low), DYADIC_NEAREST);
    const dyadic tries[2] = {FROM(isfinite(shift) ? shift : 0),
                             SUB(FROM(isfinite(start) ? start : 0), p->origin)};
    for (int i = 0; i < 2 && !at->exact; i++)
        if (root_compare(context, at, tries[i]) == 0) {
            at->low = at->high = tries[i];
            at->exact = true;
        }
}

typedef struct end_search {
    dyadic_arena *arena;
    const pencil *of;
    const root *at;
    int accepted; /* holds while sign(x - end) is at most this */
} end_search;

static bool end_holds(void *context, double x)
{
    end_search *search = context;
    size_t mark = dyadic_mark(search->arena);
    dyadic shift = dyadic_sub(search->arena, dyadic_from(search->arena, x), search->of->origin);
    int order = root_compare(search->arena, search->at, shift);
    dyadic_release(search->arena, mark);
    return order <= search->accepted;
}

double pencil_end_of(dyadic_arena *arena, const pencil *p, const root *at, bool upper)
{
    end_search search = {arena, p, at, upper ? -1 : 0};
    double guess = dyadic_to_double(p->origin, DYADIC_NEAREST) + root_guess(arena, at);
    double last = double_search_last(end_holds, &search, guess);
    return upper ? double_next_up(last) : last;
}
