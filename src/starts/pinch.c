/* SPDX-License-Identifier: MIT */
/* The sign pattern of F(w, s) over w for an algebraic shift s, exactly.
 *
 * F's coefficients are polynomials in s, and the sign of any polynomial at s is
 * known (root_sign_of), so a Sturm sequence of F over w can be built with
 * polynomials in s as its numbers: the leading terms that vanish at s are cut off,
 * and pseudo-remainders keep everything a polynomial. It counts the distinct roots
 * between any two dyadic instants that are none. Halving the common life until no
 * part holds more than one distinct root, with F > 0 at the ends of all parts,
 * proves that F has no negative value: the single root of a part does not change
 * the sign. A part's end with F < 0 is an overlap.
 *
 * Here the common life begins at tau = 0, w = max(0, s) + tau, and its length is
 * a polynomial in s of degree at most 1.
 */
#include "starts/pinch.h"

enum {
    SEQUENCE_MAX = PENCIL_TERMS + 1,
    HALVINGS_MAX = 2000, /* of the margins at the ends, and of one part */
    PARTS_MAX = 3
};

/* A polynomial in tau with polynomials in s as coefficients. */
typedef struct term_list {
    polynomial term[PENCIL_TERMS];
    int degree; /* -1: zero at s */
} term_list;

typedef struct pinch {
    dyadic_arena *arena;
    root *at;
    term_list sequence[SEQUENCE_MAX];
    int count;
    polynomial length; /* of the common life; not set when endless */
    bool endless;
} pinch;

static int sign_at(pinch *p, const polynomial *number)
{
    size_t mark = dyadic_mark(p->arena);
    int sign = root_sign_of(p->arena, p->at, number);
    dyadic_release(p->arena, mark);
    return sign;
}

/* ---- the sequence ----------------------------------------------------------------- */

static void cut(pinch *p, term_list *list, int degree)
{
    while (degree >= 0 && sign_at(p, &list->term[degree]) == 0)
        degree--;
    list->degree = degree;
}

/* -(P mod Q) up to a positive factor. */
static term_list negative_remainder(pinch *p, const term_list *x, const term_list *y)
{
    dyadic_arena *arena = p->arena;
    const polynomial *lead = &y->term[y->degree];
    int lead_sign = sign_at(p, lead), sign = -1;
    term_list rest = *x;
    for (int top = x->degree; top >= y->degree; top--) {
        polynomial highest = rest.term[top];
        for (int i = 0; i < top; i++) {
            rest.term[i] = polynomial_mul(arena, &rest.term[i], lead);
            if (i < top - y->degree)
                continue;
            polynomial minus =
                polynomial_mul(arena, &highest, &y->term[i - (top - y->degree)]);
            rest.term[i] = polynomial_sub(arena, &rest.term[i], &minus);
        }
        sign *= lead_sign;
    }
    for (int i = 0; i < y->degree; i++) {
        polynomial zero = polynomial_from(NULL, 0);
        rest.term[i] = sign < 0 ? polynomial_sub(arena, &zero, &rest.term[i]) : rest.term[i];
    }
    cut(p, &rest, y->degree - 1);
    return rest;
}

static void build_sequence(pinch *p, const term_list *first)
{
    p->sequence[0] = *first;
    cut(p, &p->sequence[0], PENCIL_TERMS - 1);
    p->count = 1;
    if (p->sequence[0].degree < 1)
        return;
    term_list slope = {.degree = p->sequence[0].degree - 1};
    for (int i = 0; i <= slope.degree; i++) {
        dyadic factor = dyadic_from(p->arena, i + 1);
        slope.term[i] = polynomial_scale(p->arena, &p->sequence[0].term[i + 1], factor);
    }
    p->sequence[p->count++] = slope;
    while (p->count < SEQUENCE_MAX && p->sequence[p->count - 1].degree > 0 &&
           !p->arena->exhausted) {
        term_list next = negative_remainder(p, &p->sequence[p->count - 2],
                                            &p->sequence[p->count - 1]);
        if (next.degree < 0)
            return;
        p->sequence[p->count++] = next;
    }
}

/* ---- signs and counts ------------------------------------------------------------- */

/* The sign of an element of the sequence at a dyadic tau. */
static int element_sign(pinch *p, const term_list *list, dyadic tau)
{
    dyadic_arena *context = p->arena;
    size_t mark = dyadic_mark(context);
    polynomial sum = polynomial_from(NULL, 0);
    for (int i = list->degree; i >= 0; i--) {
        sum = polynomial_scale(context, &sum, tau);
        sum = polynomial_add(context, &sum, &list->term[i]);
    }
    int sign = root_sign_of(context, p->at, &sum);
    dyadic_release(context, mark);
    return sign;
}

static int sign_of_f(pinch *p, dyadic tau) { return element_sign(p, &p->sequence[0], tau); }

static int count_changes(const int *signs, int count)
{
    int changes = 0, last = 0;
    for (int i = 0; i < count; i++) {
        changes += signs[i] != 0 && last != 0 && signs[i] != last;
        last = signs[i] != 0 ? signs[i] : last;
    }
    return changes;
}

static int changes_at(pinch *p, dyadic tau)
{
    int signs[SEQUENCE_MAX];
    for (int i = 0; i < p->count; i++)
        signs[i] = element_sign(p, &p->sequence[i], tau);
    return count_changes(signs, p->count);
}

static int changes_at_infinity(pinch *p)
{
    int signs[SEQUENCE_MAX];
    for (int i = 0; i < p->count; i++)
        signs[i] = sign_at(p, &p->sequence[i].term[p->sequence[i].degree]);
    return count_changes(signs, p->count);
}

/* ---- the common life -------------------------------------------------------------- */

/* tau = w - max(0, s): F over w rewritten over tau. */
static term_list from_begin(dyadic_arena *context, const polynomial *over_w, bool begins_at_shift)
{
    static const int binomial[PENCIL_TERMS][PENCIL_TERMS] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    term_list result = {.degree = PENCIL_TERMS - 1};
    dyadic shift_of[2] = {dyadic_zero(), FROM(1)};
    polynomial shift = polynomial_from(shift_of, 2);
    for (int k = 0; k < PENCIL_TERMS; k++) {
        result.term[k] = over_w[k];
        polynomial power = polynomial_from(&shift_of[1], 1);
        for (int j = k + 1; j < PENCIL_TERMS && begins_at_shift; j++) {
            power = polynomial_mul(context, &power, &shift);
            polynomial term = polynomial_mul(context, &power, &over_w[j]);
            term = polynomial_scale(context, &term, FROM(binomial[j][k]));
            result.term[k] = polynomial_add(context, &result.term[k], &term);
        }
    }
    return result;
}

/* min(Db, Da + s) - max(0, s). */
static void set_length(pinch *p, const pencil *motions, bool begins_at_shift)
{
    dyadic_arena *context = p->arena;
    const exact_motion *a = &motions->a, *b = &motions->b;
    p->endless = a->endless && b->endless;
    if (p->endless)
        return;
    bool b_first = a->endless ||
                   (!b->endless &&
                    root_compare(context, p->at, SUB(b->duration, a->duration)) < 0);
    dyadic one = FROM(1), none = dyadic_zero();
    dyadic length[2] = {b_first ? b->duration : a->duration, b_first ? none : one};
    if (begins_at_shift)
        length[1] = SUB(length[1], one);
    p->length = polynomial_from(length, 2);
}

/* ---- the decision ----------------------------------------------------------------- */

typedef struct part {
    dyadic low, high;
    int changes_low, changes_high;
} part;

/* Halves the part until each piece holds at most one distinct root: what waits holds two or
 * more of the four. */
static bool has_negative_value(pinch *p, part whole)
{
    dyadic_arena *context = p->arena;
    part waiting[PARTS_MAX] = {whole};
    int count = whole.changes_low - whole.changes_high > 1;
    for (int step = 0; step < HALVINGS_MAX && count > 0 && !context->exhausted; step++) {
        part now = waiting[--count];
        dyadic middle = MUL(ADD(now.low, now.high), FROM(0.5));
        for (int sign = sign_of_f(p, middle); sign <= 0; sign = sign_of_f(p, middle)) {
            if (sign < 0)
                return true;
            middle = MUL(ADD(now.low, middle), FROM(0.5)); /* step off a root */
            if (context->exhausted)
                return false;
        }
        int changes = changes_at(p, middle);
        if (now.changes_low - changes > 1)
            waiting[count++] = (part){now.low, middle, now.changes_low, changes};
        if (changes - now.changes_high > 1)
            waiting[count++] = (part){middle, now.high, changes, now.changes_high};
    }
    context->exhausted = context->exhausted || count > 0;
    return false;
}

/* Is an end of the common life itself a root of F? */
static bool end_is_root(pinch *p, bool upper)
{
    dyadic_arena *context = p->arena;
    if (!upper)
        return sign_of_f(p, dyadic_zero()) == 0;
    size_t mark = dyadic_mark(context);
    const term_list *f = &p->sequence[0];
    polynomial sum = polynomial_from(NULL, 0);
    for (int i = f->degree; i >= 0; i--) {
        sum = polynomial_mul(context, &sum, &p->length);
        sum = polynomial_add(context, &sum, &f->term[i]);
    }
    int sign = root_sign_of(context, p->at, &sum);
    dyadic_release(context, mark);
    return sign == 0;
}

/* An instant `inside` near an end of the common life, such that no root lies
 * between them (and F(inside) tells the sign there): instants on both sides of the
 * end are drawn together until they hold no distinct root but the end itself.
 * *negative when F < 0 there. */
static dyadic near_end(pinch *p, bool upper, int *changes, bool *negative)
{
    dyadic_arena *context = p->arena;
    dyadic margin = FROM(1), inside = dyadic_zero();
    for (int i = 0; i < HALVINGS_MAX && !context->exhausted; i++) {
        dyadic end = dyadic_zero();
        margin = MUL(margin, FROM(0.5));
        if (upper) { /* the end itself is known within the isolating interval only */
            end = polynomial_evaluate(context, &p->length, p->at->low);
            dyadic other = polynomial_evaluate(context, &p->length, p->at->high);
            dyadic apart = SUB(end, other);
            if (SIGN(apart) < 0)
                apart = NEGATIVE(apart);
            if (dyadic_compare(apart, MUL(margin, FROM(0.25))) >= 0) {
                root_refine(context, p->at);
                margin = ADD(margin, margin);
                continue;
            }
        }
        dyadic outside = upper ? ADD(end, margin) : SUB(end, margin);
        inside = upper ? SUB(end, margin) : ADD(end, margin);
        int sign = sign_of_f(p, inside);
        if (sign == 0 || sign_of_f(p, outside) == 0)
            continue;
        *changes = changes_at(p, inside);
        int between = upper ? *changes - changes_at(p, outside)
                            : changes_at(p, outside) - *changes;
        if (between > 1 || (between == 1 && !end_is_root(p, upper)))
            continue;
        *negative = sign < 0;
        return inside;
    }
    context->exhausted = true;
    return inside;
}

/* After this instant F has no root. */
static dyadic after_all_roots(pinch *p, int *changes, bool *negative)
{
    dyadic_arena *context = p->arena;
    dyadic instant = FROM(1);
    int last = changes_at_infinity(p);
    for (int i = 0; i < HALVINGS_MAX && !context->exhausted; i++) {
        int sign = sign_of_f(p, instant);
        *changes = sign == 0 ? -1 : changes_at(p, instant);
        *negative = sign < 0;
        if (*changes == last)
            return instant;
        instant = ADD(instant, instant);
    }
    context->exhausted = true;
    return instant;
}

bool pinch_is_unsafe(dyadic_arena *arena, const pencil *motions, root *at)
{
    polynomial over_w[PENCIL_TERMS];
    pinch p = {.arena = arena, .at = at};
    part whole;
    bool negative_low = false, negative_high = false;
    bool begins_at_shift = root_compare(arena, at, dyadic_zero()) < 0;
    pencil_over_time(arena, motions, over_w);
    term_list first = from_begin(arena, over_w, begins_at_shift);
    set_length(&p, motions, begins_at_shift);
    build_sequence(&p, &first);
    if (p.sequence[0].degree < 1)
        return p.sequence[0].degree == 0 && sign_at(&p, &p.sequence[0].term[0]) < 0;

    whole.low = near_end(&p, false, &whole.changes_low, &negative_low);
    whole.high = p.endless ? after_all_roots(&p, &whole.changes_high, &negative_high)
                           : near_end(&p, true, &whole.changes_high, &negative_high);
    if (negative_low || negative_high || arena->exhausted)
        return negative_low || negative_high;
    return dyadic_compare(whole.low, whole.high) < 0 && has_negative_value(&p, whole);
}
