/* SPDX-License-Identifier: MIT */
/* Root isolation by Descartes' rule in Bernstein form, and exact questions.
 *
 * Why Descartes and not Sturm: a Sturm sequence is the subresultant sequence,
 * whose numbers reach twice the degree times the length of a coefficient, and
 * every count evaluates all of them. Halving a Bernstein form adds `degree` bits
 * and costs additions only.
 */
#include "numeric/roots.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "numeric/bernstein.h"
#include "numeric/rounding.h"

enum {
    LEVELS_MAX = 1 << 14,         /* of halving; square-free everyday data needs below 200 */
    REFINEMENTS_BEFORE_PROOF = 4, /* cheaper than looking for a common divisor at once */
    GUESSES_MAX = 128,
    HALVES_BY_VALUE = 8
};

/* ---- ends ------------------------------------------------------------------------- */

/* Copies an end into the record's room; false when it does not fit. */
static bool store_end(dyadic_arena *arena, mp_limb_t *room, dyadic value, dyadic *end)
{
    if ((size_t)value.size > arena->end_limbs)
        arena->exhausted = arena->outgrown = true;
    if (arena->exhausted)
        return false;
    if (value.sign != 0)
        mpn_copyi(room, value.limb, value.size);
    value.limb = room;
    *end = value;
    return true;
}

static bool store_low(dyadic_arena *arena, root *r, dyadic value)
{
    return store_end(arena, r->room, value, &r->low);
}

static bool store_high(dyadic_arena *arena, root *r, dyadic value)
{
    return store_end(arena, r->room + arena->end_limbs, value, &r->high);
}

static void make_exact(dyadic_arena *arena, root *r, dyadic value)
{
    if (!store_low(arena, r, value))
        return;
    r->high = r->low;
    r->exact = true;
    r->sign_low = 0;
}

static dyadic middle_of(dyadic_arena *arena, dyadic low, dyadic high)
{
    return dyadic_scale(arena, dyadic_add(arena, low, high), -1);
}

/* ---- isolation -------------------------------------------------------------------- */

/* One of 2^level equal parts of the range, the position-th. Its limbs, position
 * and form, lie side by side on the arena from `mark` on. */
typedef struct part {
    size_t mark;
    mp_limb_t *position;
    long level;
    bernstein form;
} part;

typedef struct isolation {
    dyadic_arena *arena;
    const polynomial *square_free;
    dyadic low, length; /* of the range */
    root *roots;
    mp_limb_t *room; /* for as many roots as the degree */
    int count;
    int waiting; /* parts to be halved; each has a sign change of its own */
    part parts[POLYNOMIAL_DEGREE_MAX + 1];
} isolation;

static int position_limbs(long level) { return (int)(level / GMP_NUMB_BITS) + 1; }

/* The lower end of a part (halves = 0), its middle (1), its upper end (2). */
static dyadic place_of(const isolation *search, const part *p, int halves)
{
    dyadic_arena *arena = search->arena;
    dyadic position = dyadic_on(p->position, position_limbs(p->level), 0, 1);
    dyadic steps = dyadic_add(arena, dyadic_scale(arena, position, 1), dyadic_from(arena, halves));
    dyadic along = dyadic_mul(arena, steps, search->length);
    return dyadic_add(arena, search->low, dyadic_scale(arena, along, -(p->level + 1)));
}

/* A new record with room of its own, or NULL. */
static root *next_root(isolation *search)
{
    if (search->arena->exhausted)
        return NULL;
    assert(search->count < search->square_free->degree); /* each record has a root of its own */
    root *r = &search->roots[search->count];
    *r = (root){.square_free = search->square_free,
                .room = search->room + (size_t)search->count * 2 * search->arena->end_limbs};
    search->count++;
    return r;
}

static void report_exact(isolation *search, dyadic value)
{
    root *r = next_root(search);
    if (r != NULL)
        make_exact(search->arena, r, value);
}

static void report_interval(isolation *search, const part *p)
{
    size_t mark = dyadic_mark(search->arena);
    dyadic low = place_of(search, p, 0), high = place_of(search, p, 2);
    root *r = next_root(search);
    if (r != NULL && store_low(search->arena, r, low) && store_high(search->arena, r, high))
        r->sign_low = bernstein_sign(&p->form, 0);
    dyadic_release(search->arena, mark);
}

static bool is_isolating(const bernstein *form, int variations)
{
    return variations == 1 && bernstein_sign(form, 0) != 0 &&
           bernstein_sign(form, form->degree) != 0;
}

/* Reports what a part holds; true when it must be halved to know. */
static bool is_undecided(isolation *search, const part *p)
{
    int variations = bernstein_variations(&p->form);
    if (variations == 0)
        return false;
    if (!is_isolating(&p->form, variations))
        return true;
    report_interval(search, p);
    return false;
}

/* Room for a half, above its parent. */
static part half_of(dyadic_arena *arena, const part *parent, int half)
{
    part p = {.mark = dyadic_mark(arena), .level = parent->level + 1};
    int old_size = position_limbs(parent->level), size = position_limbs(p.level);
    p.position = dyadic_arena_take(arena, (size_t)size);
    p.form = bernstein_half_room(arena, &parent->form);
    if (arena->exhausted)
        return p;
    p.position[size - 1] = 0;
    mpn_copyi(p.position, parent->position, old_size);
    mpn_lshift(p.position, p.position, size, 1);
    p.position[0] |= (mp_limb_t)half;
    return p;
}

/* Moves a part down to the arena's top, where it waits; its old room was given back. */
static void put_aside(isolation *search, part p)
{
    dyadic_arena *arena = search->arena;
    size_t size = (size_t)position_limbs(p.level);
    p.mark = dyadic_mark(arena);
    mpn_copyi(arena->limbs + p.mark, p.position, (mp_size_t)size);
    p.position = arena->limbs + p.mark;
    bernstein_move(&p.form, p.position + size);
    dyadic_release(arena, p.mark + size + bernstein_limbs(&p.form));
    search->parts[search->waiting++] = p;
}

/* Takes the part on top, and puts its undecided halves in its place. */
static void halve(isolation *search)
{
    dyadic_arena *arena = search->arena;
    part parent = search->parts[--search->waiting];
    part half[2] = {half_of(arena, &parent, 0), half_of(arena, &parent, 1)};
    if (parent.level >= LEVELS_MAX)
        arena->exhausted = true;
    if (arena->exhausted)
        return;
    bernstein_halve(&parent.form, &half[0].form, &half[1].form);
    if (bernstein_sign(&half[1].form, 0) == 0)
        report_exact(search, place_of(search, &parent, 1));
    bool undecided[2] = {is_undecided(search, &half[0]), is_undecided(search, &half[1])};
    dyadic_release(arena, parent.mark);
    for (int i = 0; i < 2; i++)
        if (undecided[i])
            put_aside(search, half[i]);
}

/* Fujiwara's bound, 2 max |a(n-i)/a(n)|^(1/i), with all logarithms upwards. */
long root_bound(const polynomial *p)
{
    bool found = false;
    long bound = 0, top = dyadic_exponent(p->coefficient[p->degree]);
    for (int i = 1; i <= p->degree; i++) {
        if (p->coefficient[p->degree - i].sign == 0)
            continue;
        long quotient = dyadic_exponent(p->coefficient[p->degree - i]) - top + 1;
        long exponent = 1 + (quotient > 0 ? (quotient + i - 1) / i : -(-quotient / i));
        bound = !found || exponent > bound ? exponent : bound;
        found = true;
    }
    return bound;
}

/* Endless sides end at the bound of all roots, which is no root. */
static root_range bounded(dyadic_arena *arena, const polynomial *p, root_range range)
{
    dyadic bound = dyadic_scale(arena, dyadic_from(arena, 1), root_bound(p));
    if (range.endless_low)
        range.low = dyadic_negative(bound);
    if (range.endless_high)
        range.high = bound;
    range.closed_low = range.closed_low && !range.endless_low;
    range.closed_high = range.closed_high && !range.endless_high;
    return range;
}

/* By their places; n is at most 24. */
static void sort_roots(root *roots, int count)
{
    for (int i = 1; i < count; i++) {
        root moved = roots[i];
        int at = i;
        for (; at > 0 && dyadic_compare(roots[at - 1].low, moved.low) > 0; at--)
            roots[at] = roots[at - 1];
        roots[at] = moved;
    }
}

static void search_inside(isolation *search)
{
    dyadic_arena *arena = search->arena;
    part all = {.mark = dyadic_mark(arena), .position = dyadic_arena_take(arena, 1)};
    all.form = bernstein_of(arena, search->square_free, search->low, search->length);
    if (arena->exhausted)
        return;
    all.position[0] = 0;
    bool undecided = is_undecided(search, &all);
    dyadic_release(arena, all.mark);
    if (undecided)
        put_aside(search, all);
    while (search->waiting > 0 && !arena->exhausted) /* levels have an end */
        halve(search);
}

static void search_end(isolation *search, bool closed, dyadic end)
{
    if (closed && polynomial_sign_at(search->arena, search->square_free, end) == 0)
        report_exact(search, end);
}

/* The room of the roots found stays on the arena, and nothing else. */
static int isolate_between(dyadic_arena *arena, const polynomial *p, root_range range, root *roots)
{
    size_t mark = dyadic_mark(arena);
    size_t room = (size_t)p->degree * 2 * arena->end_limbs;
    isolation search = {.arena = arena,
                        .square_free = p,
                        .roots = roots,
                        .room = dyadic_arena_take(arena, room)};
    range = bounded(arena, p, range);
    search.low = range.low;
    search.length = dyadic_sub(arena, range.high, range.low);
    int order = dyadic_sign(search.length);
    if (order >= 0)
        search_end(&search, range.closed_low && (order > 0 || range.closed_high), range.low);
    if (order > 0) {
        search_inside(&search);
        search_end(&search, range.closed_high, range.high);
    }
    if (arena->exhausted)
        search.count = 0;
    sort_roots(roots, search.count);
    dyadic_release(arena, mark + (size_t)search.count * 2 * arena->end_limbs);
    return search.count;
}

int root_isolate(dyadic_arena *arena, const polynomial *square_free, root_range range, root *roots)
{
    if (square_free->degree <= 0 || arena->exhausted)
        return 0;
    return isolate_between(arena, square_free, range, roots);
}

/* ---- one root --------------------------------------------------------------------- */

int root_compare(dyadic_arena *arena, const root *r, dyadic x)
{
    if (r->exact)
        return dyadic_compare(x, r->low);
    if (dyadic_compare(x, r->low) <= 0)
        return -1;
    if (dyadic_compare(x, r->high) >= 0)
        return 1;
    return -r->sign_low * polynomial_sign_at(arena, r->square_free, x);
}

void root_refine(dyadic_arena *arena, root *r)
{
    if (r->exact || arena->exhausted)
        return;
    size_t mark = dyadic_mark(arena);
    dyadic middle = middle_of(arena, r->low, r->high);
    int sign = polynomial_sign_at(arena, r->square_free, middle);
    if (sign == 0)
        make_exact(arena, r, middle);
    else if (sign == r->sign_low)
        store_low(arena, r, middle);
    else
        store_high(arena, r, middle);
    dyadic_release(arena, mark);
}

/* ---- two roots -------------------------------------------------------------------- */

/* The sign of a - b when their intervals tell, 0 otherwise. */
static int order_of_intervals(const root *a, const root *b)
{
    if (dyadic_compare(a->high, b->low) <= 0)
        return -1;
    return dyadic_compare(b->high, a->low) <= 0 ? 1 : 0;
}

/* Does p, a divisor of square_free, vanish at the root? Between low and high,
 * where neither vanishes, p has at most this one root, and it is simple. */
static bool is_root_of_divisor(dyadic_arena *arena, dyadic low, dyadic high, const polynomial *p)
{
    return polynomial_sign_at(arena, p, low) != polynomial_sign_at(arena, p, high);
}

/* For overlapping intervals: is there a common root in what they share? Its ends
 * are ends of one or the other, so the common divisor does not vanish there. */
static bool are_equal(dyadic_arena *arena, const root *a, const root *b)
{
    size_t mark = dyadic_mark(arena);
    polynomial common = *a->square_free;
    if (a->square_free != b->square_free)
        common = polynomial_gcd(arena, a->square_free, b->square_free);
    dyadic low = dyadic_compare(a->low, b->low) > 0 ? a->low : b->low;
    dyadic high = dyadic_compare(a->high, b->high) < 0 ? a->high : b->high;
    bool equal = common.degree > 0 && is_root_of_divisor(arena, low, high, &common);
    dyadic_release(arena, mark);
    return equal;
}

/* The sign of a - b when one of them is exact. */
static int compare_exact(dyadic_arena *arena, const root *a, const root *b)
{
    return a->exact ? root_compare(arena, b, a->low) : -root_compare(arena, a, b->low);
}

/* Ends that are halved for ever outgrow their room. */
int root_compare_roots(dyadic_arena *arena, root *a, root *b)
{
    for (int round = 0; !arena->exhausted; round++) {
        if (a->exact || b->exact)
            return compare_exact(arena, a, b);
        int order = order_of_intervals(a, b);
        if (order != 0)
            return order;
        if (round == REFINEMENTS_BEFORE_PROOF && are_equal(arena, a, b))
            return 0;
        root_refine(arena, a);
        root_refine(arena, b);
    }
    return 0;
}

dyadic root_between(dyadic_arena *arena, root *first, root *second)
{
    for (;;) {
        int order = dyadic_compare(first->high, second->low);
        if (arena->exhausted || order < 0 || (order == 0 && !first->exact && !second->exact))
            return middle_of(arena, first->high, second->low);
        if (!first->exact)
            root_refine(arena, first);
        if (!second->exact)
            root_refine(arena, second);
    }
}

/* ---- a root and a polynomial ------------------------------------------------------ */

/* The sign of p in the whole open interval; 0 when it is not the same
 * everywhere, or not known to be. */
static int sign_between(dyadic_arena *arena, const polynomial *p, dyadic low, dyadic high)
{
    size_t mark = dyadic_mark(arena);
    bernstein form = bernstein_of(arena, p, low, dyadic_sub(arena, high, low));
    int sign = 0;
    if (!arena->exhausted && bernstein_variations(&form) == 0)
        for (int i = 0; i <= form.degree && sign == 0; i++)
            sign = bernstein_sign(&form, i);
    dyadic_release(arena, mark);
    return sign;
}

static bool vanishes_at(dyadic_arena *arena, const root *r, const polynomial *p)
{
    size_t mark = dyadic_mark(arena);
    polynomial common = polynomial_gcd(arena, r->square_free, p);
    bool zero = common.degree > 0 && is_root_of_divisor(arena, r->low, r->high, &common);
    dyadic_release(arena, mark);
    return zero;
}

int root_sign_of(dyadic_arena *arena, root *r, const polynomial *p)
{
    if (p == r->square_free || p->degree < 0)
        return 0;
    if (p->degree == 0)
        return dyadic_sign(p->coefficient[0]);
    for (int round = 0; !arena->exhausted; round++) {
        if (r->exact)
            return polynomial_sign_at(arena, p, r->low);
        int sign = sign_between(arena, p, r->low, r->high);
        if (sign != 0)
            return sign;
        if (round == 0 && vanishes_at(arena, r, p))
            return 0;
        for (int i = 0; i < REFINEMENTS_BEFORE_PROOF; i++)
            root_refine(arena, r);
    }
    return 0;
}

/* ---- doubles ---------------------------------------------------------------------- */

/* Between two doubles: by their magnitudes when these differ much; by rank when many halves by
 * value led nowhere, as between 0 and 1e300 to a root of 1e-300. */
static double between(double low, double high, int halves)
{
    if (halves > HALVES_BY_VALUE)
        return double_of_rank(double_rank(low) / 2 + double_rank(high) / 2);
    if (low > 0 && high / 4 > low)
        return sqrt(low) * sqrt(high);
    if (high < 0 && low / 4 < high)
        return -sqrt(-low) * sqrt(-high);
    return low / 2 + high / 2;
}

/* One step of Newton's method from x; NaN where the polynomial is level. */
static double newton_step(dyadic_arena *arena, const polynomial *slope, dyadic x, dyadic value)
{
    dyadic steepness = polynomial_evaluate(arena, slope, x);
    return steepness.sign != 0 ? dyadic_quotient(value, steepness) : (double)NAN;
}

/* Newton's method in doubles on exact values, kept inside the interval by their
 * signs. A step that is not half as long as the last one halves the interval. */
static double newton(dyadic_arena *arena, const root *r, double low, double high)
{
    polynomial slope = polynomial_derivative(arena, r->square_free);
    double x = between(low, high, 0), last = INFINITY;
    for (int i = 0, halves = 0; i < GUESSES_MAX; i++) {
        size_t mark = dyadic_mark(arena);
        dyadic at = dyadic_from(arena, x), value = polynomial_evaluate(arena, r->square_free, at);
        double next = value.sign == 0 ? x : x - newton_step(arena, &slope, at, value);
        dyadic_release(arena, mark);
        if (next == x)
            return x;
        low = value.sign == r->sign_low ? x : low;
        high = value.sign == r->sign_low ? high : x;
        if (!(next > low && next < high) || fabs(next - x) > last / 2)
            next = between(low, high, ++halves);
        if (next == low || next == high)
            return x;
        last = fabs(next - x);
        x = next;
    }
    return x;
}

double root_guess(dyadic_arena *arena, const root *r)
{
    double low = dyadic_to_double(r->low, DYADIC_UP), high = dyadic_to_double(r->high, DYADIC_DOWN);
    if (r->exact || !(low < high))
        return fmin(fmax(dyadic_to_double(r->low, DYADIC_NEAREST), -DBL_MAX), DBL_MAX);
    size_t mark = dyadic_mark(arena);
    double guess =
        newton(arena, r, low < -DBL_MAX ? -DBL_MAX : low, high > DBL_MAX ? DBL_MAX : high);
    dyadic_release(arena, mark);
    return guess;
}

typedef struct rounding {
    dyadic_arena *arena;
    const root *root;
} rounding;

/* The sign of x - root. */
static int compare_double(const rounding *question, double x)
{
    size_t mark = dyadic_mark(question->arena);
    int order = root_compare(question->arena, question->root, dyadic_from(question->arena, x));
    dyadic_release(question->arena, mark);
    return order;
}

static bool is_not_above(void *context, double x) { return compare_double(context, x) <= 0; }
static bool is_below(void *context, double x) { return compare_double(context, x) < 0; }

/* The sign of (the middle of two neighbouring doubles) - root; beyond DBL_MAX as
 * if 2^1024 were a double. */
static int compare_middle(const rounding *question, double low)
{
    dyadic_arena *arena = question->arena;
    size_t mark = dyadic_mark(arena);
    double step = low < -DBL_MAX ? -0x1p971 : double_next_up(low) - low;
    if (low >= DBL_MAX)
        step = 0x1p971;
    double start = low < -DBL_MAX ? -DBL_MAX : low;
    dyadic half = dyadic_scale(arena, dyadic_from(arena, step), -1);
    int order =
        root_compare(arena, question->root, dyadic_add(arena, dyadic_from(arena, start), half));
    dyadic_release(arena, mark);
    return order;
}

static double nearest(const rounding *question, double low)
{
    double high = double_next_up(low);
    int order = compare_middle(question, low);
    if (order != 0)
        return order > 0 ? low : high;
    return (double_rank(low) & 1) == 0 ? low : high;
}

double root_to_double(dyadic_arena *arena, const root *r, dyadic_direction direction)
{
    if (r->exact)
        return dyadic_to_double(r->low, direction);
    rounding question = {arena, r};
    double guess = root_guess(arena, r);
    if (direction == DYADIC_UP)
        return double_next_up(double_search_last(is_below, &question, guess));
    double low = double_search_last(is_not_above, &question, guess);
    return direction == DYADIC_DOWN ? low : nearest(&question, low);
}
