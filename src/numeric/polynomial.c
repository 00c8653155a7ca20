/* SPDX-License-Identifier: MIT */
/* Polynomial arithmetic on dyadic numbers. Written for degrees of 4 to 12 with
 * coefficients of 4 to 50 limbs, where schoolbook methods are the quick ones and
 * the arena decides the shape of the code: whatever loops gives its temporaries
 * back in every round. */
#include "numeric/polynomial.h"

#include <stdint.h>
#include <string.h>

polynomial polynomial_from(const dyadic *coefficient, int count)
{
    polynomial p = {.degree = count - 1};
    while (p.degree >= 0 && coefficient[p.degree].sign == 0)
        p.degree--;
    for (int i = 0; i <= p.degree; i++)
        p.coefficient[i] = coefficient[i];
    return p;
}

static polynomial trimmed(polynomial p)
{
    while (p.degree >= 0 && p.coefficient[p.degree].sign == 0)
        p.degree--;
    return p;
}

/* Gives back all that was made since the mark, but for the polynomial. */
static polynomial kept(dyadic_arena *arena, size_t mark, polynomial p)
{
    dyadic_keep(arena, mark, p.coefficient, p.degree + 1);
    return trimmed(p);
}

static polynomial zero_polynomial(void) { return (polynomial){.degree = -1}; }

static dyadic leading(const polynomial *p) { return p->coefficient[p->degree]; }

static dyadic small_integer(dyadic_arena *arena, int value) { return dyadic_from(arena, value); }

static polynomial one(dyadic_arena *arena)
{
    dyadic constant = small_integer(arena, 1);
    return polynomial_from(&constant, 1);
}

/* ---- rings ------------------------------------------------------------------------ */

static polynomial negative(polynomial p)
{
    for (int i = 0; i <= p.degree; i++)
        p.coefficient[i] = dyadic_negative(p.coefficient[i]);
    return p;
}

polynomial polynomial_add(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    const polynomial *longer = x->degree >= y->degree ? x : y;
    const polynomial *shorter = longer == x ? y : x;
    polynomial sum = *longer;
    for (int i = 0; i <= shorter->degree; i++)
        sum.coefficient[i] = dyadic_add(arena, x->coefficient[i], y->coefficient[i]);
    return trimmed(sum);
}

polynomial polynomial_sub(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    polynomial other = negative(*y);
    return polynomial_add(arena, x, &other);
}

static dyadic product_coefficient(dyadic_arena *arena, const polynomial *x, const polynomial *y,
                                  int i)
{
    size_t mark = dyadic_mark(arena);
    dyadic sum = dyadic_zero();
    for (int j = i > y->degree ? i - y->degree : 0; j <= x->degree && j <= i; j++)
        sum = dyadic_add(arena, sum,
                         dyadic_mul(arena, x->coefficient[j], y->coefficient[i - j]));
    dyadic_keep(arena, mark, &sum, 1);
    return sum;
}

polynomial polynomial_mul(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    polynomial product = zero_polynomial();
    if (x->degree < 0 || y->degree < 0)
        return product;
    if (x->degree + y->degree > POLYNOMIAL_DEGREE_MAX) {
        arena->exhausted = true;
        return product;
    }
    product.degree = x->degree + y->degree;
    for (int i = 0; i <= product.degree; i++)
        product.coefficient[i] = product_coefficient(arena, x, y, i);
    return trimmed(product);
}

polynomial polynomial_scale(dyadic_arena *arena, const polynomial *p, dyadic factor)
{
    polynomial product = {.degree = p->degree};
    for (int i = 0; i <= p->degree; i++)
        product.coefficient[i] = dyadic_mul(arena, p->coefficient[i], factor);
    return trimmed(product);
}

polynomial polynomial_derivative(dyadic_arena *arena, const polynomial *p)
{
    polynomial slope = {.degree = p->degree > 0 ? p->degree - 1 : -1};
    for (int i = 0; i <= slope.degree; i++)
        slope.coefficient[i] =
            dyadic_mul(arena, p->coefficient[i + 1], small_integer(arena, i + 1));
    return trimmed(slope);
}

/* ---- values and substitutions ----------------------------------------------------- */

dyadic polynomial_evaluate(dyadic_arena *arena, const polynomial *p, dyadic x)
{
    size_t mark = dyadic_mark(arena);
    dyadic value = dyadic_zero();
    for (int i = p->degree; i >= 0; i--)
        value = dyadic_add(arena, dyadic_mul(arena, value, x), p->coefficient[i]);
    dyadic_keep(arena, mark, &value, 1);
    return value;
}

int polynomial_sign_at(dyadic_arena *arena, const polynomial *p, dyadic x)
{
    size_t mark = dyadic_mark(arena);
    dyadic value = dyadic_zero();
    for (int i = p->degree; i >= 0; i--)
        value = dyadic_add(arena, dyadic_mul(arena, value, x), p->coefficient[i]);
    dyadic_release(arena, mark);
    return arena->exhausted ? 0 : dyadic_sign(value);
}

/* Horner's scheme: dividing by (x - shift) again and again leaves the remainders
 * that are the new coefficients. */
polynomial polynomial_shift(dyadic_arena *arena, const polynomial *p, dyadic shift)
{
    polynomial moved = *p;
    if (shift.sign == 0)
        return moved;
    size_t mark = dyadic_mark(arena);
    for (int round = 0; round < p->degree; round++) {
        dyadic *c = moved.coefficient;
        for (int i = p->degree - 1; i >= round; i--)
            c[i] = dyadic_add(arena, c[i], dyadic_mul(arena, c[i + 1], shift));
        moved = kept(arena, mark, moved);
        if (arena->exhausted)
            return zero_polynomial();
    }
    return moved;
}

polynomial polynomial_stretch(dyadic_arena *arena, const polynomial *p, long exponent)
{
    polynomial stretched = *p;
    for (int i = 1; i <= p->degree; i++)
        stretched.coefficient[i] = dyadic_scale(arena, p->coefficient[i], i * exponent);
    return trimmed(stretched);
}

/* ---- division --------------------------------------------------------------------- */

/* row[i] -= factor * y[i] for all of y but its leading coefficient. */
static void subtract_multiple(dyadic_arena *arena, dyadic *row, dyadic factor, const polynomial *y)
{
    for (int i = 0; i < y->degree; i++)
        row[i] = dyadic_sub(arena, row[i], dyadic_mul(arena, factor, y->coefficient[i]));
}

polynomial polynomial_divide_exact(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    size_t mark = dyadic_mark(arena);
    polynomial rest = *x;
    if (y->degree < 0 || x->degree < y->degree)
        return zero_polynomial();
    for (int k = x->degree - y->degree; k >= 0; k--) {
        dyadic *top = &rest.coefficient[k + y->degree];
        *top = dyadic_divide_exact(arena, *top, leading(y)); /* the quotient takes its place */
        subtract_multiple(arena, &rest.coefficient[k], *top, y);
        dyadic_keep(arena, mark, rest.coefficient, x->degree + 1);
    }
    return kept(arena, mark,
                polynomial_from(&rest.coefficient[y->degree], x->degree - y->degree + 1));
}

/* x with every coefficient divided by the divisor. */
static polynomial divided_by(dyadic_arena *arena, const polynomial *x, dyadic divisor)
{
    polynomial quotient = {.degree = x->degree};
    for (int i = 0; i <= x->degree; i++)
        quotient.coefficient[i] = dyadic_divide_exact(arena, x->coefficient[i], divisor);
    return trimmed(quotient);
}

/* leading(y)^(deg x - deg y + 1) * x modulo y. */
static polynomial pseudo_remainder(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    size_t mark = dyadic_mark(arena);
    polynomial rest = *x;
    for (int k = x->degree - y->degree; k >= 0; k--) {
        int top = k + y->degree;
        dyadic factor = rest.coefficient[top];
        for (int i = 0; i < top; i++)
            rest.coefficient[i] = dyadic_mul(arena, leading(y), rest.coefficient[i]);
        subtract_multiple(arena, &rest.coefficient[k], factor, y);
        dyadic_keep(arena, mark, rest.coefficient, top);
    }
    return kept(arena, mark, polynomial_from(rest.coefficient, y->degree));
}

/* ---- the primitive part ----------------------------------------------------------- */

/* Copies the odd part of a number and answers how many limbs it has. */
static mp_size_t copy_odd_part(mp_limb_t *odd, dyadic x)
{
    unsigned zeros = (unsigned)mpn_scan1(x.limb, 0); /* the lowest limb is not zero */
    if (zeros != 0)
        mpn_rshift(odd, x.limb, x.size, zeros);
    else
        mpn_copyi(odd, x.limb, x.size);
    return odd[x.size - 1] == 0 ? x.size - 1 : x.size;
}

/* The greatest common divisor of the numbers' odd parts. */
static dyadic odd_content(dyadic_arena *arena, const polynomial *p)
{
    size_t longest = 0;
    for (int i = 0; i <= p->degree; i++)
        if ((size_t)p->coefficient[i].size > longest)
            longest = (size_t)p->coefficient[i].size;
    mp_limb_t *common = dyadic_arena_take(arena, 3 * longest);
    if (common == NULL)
        return dyadic_zero();
    mp_limb_t *other = common + longest, *result = other + longest;

    mp_size_t size = copy_odd_part(common, leading(p));
    for (int i = p->degree - 1; i >= 0 && !(size == 1 && common[0] == 1); i--) {
        if (p->coefficient[i].sign == 0)
            continue;
        mp_size_t other_size = copy_odd_part(other, p->coefficient[i]);
        if (other_size >= size)
            size = mpn_gcd(result, other, other_size, common, size);
        else
            size = mpn_gcd(result, common, size, other, other_size);
        mpn_copyi(common, result, size);
    }
    return dyadic_on(common, (int)size, 0, 1);
}

/* How often two divides all coefficients. */
static long common_exponent(const polynomial *p)
{
    bool found = false;
    long least = 0;
    for (int i = 0; i <= p->degree; i++) {
        dyadic c = p->coefficient[i];
        if (c.sign == 0)
            continue;
        long exponent = (long)c.place * GMP_NUMB_BITS + (long)mpn_scan1(c.limb, 0);
        if (!found || exponent < least)
            least = exponent;
        found = true;
    }
    return least;
}

polynomial polynomial_primitive(dyadic_arena *arena, const polynomial *p)
{
    if (p->degree < 0)
        return *p;
    size_t mark = dyadic_mark(arena);
    dyadic content = dyadic_scale(arena, odd_content(arena, p), common_exponent(p));
    return kept(arena, mark, divided_by(arena, p, content));
}

/* ---- the greatest common divisor -------------------------------------------------- */

/* A prime below 2^31, so that products of residues fit 64 bits. Should it happen
 * to divide what it must not, the long way round is taken. */
static const uint64_t prime = 2147483629;

typedef struct residues {
    int degree;
    uint64_t coefficient[POLYNOMIAL_DEGREE_MAX + 1];
} residues;

static uint64_t power_modulo(uint64_t base, uint64_t exponent)
{
    uint64_t power = 1;
    for (base %= prime; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            power = power * base % prime;
        base = base * base % prime;
    }
    return power;
}

/* False when the leading coefficient vanishes. */
static bool residues_of(const polynomial *p, residues *result)
{
    int least = leading(p).place;
    for (int i = 0; i < p->degree; i++)
        if (p->coefficient[i].sign != 0 && p->coefficient[i].place < least)
            least = p->coefficient[i].place;
    result->degree = p->degree;
    for (int i = 0; i <= p->degree; i++) {
        dyadic c = p->coefficient[i];
        uint64_t limbs = 0;
        if (c.sign != 0)
            limbs = mpn_mod_1(c.limb, c.size, (mp_limb_t)prime) *
                    power_modulo(2, (uint64_t)(c.place - least) * GMP_NUMB_BITS) % prime;
        result->coefficient[i] = c.sign < 0 ? (prime - limbs) % prime : limbs;
    }
    return result->coefficient[p->degree] != 0;
}

static void reduce_residues(residues *x, const residues *y)
{
    uint64_t inverse = power_modulo(y->coefficient[y->degree], prime - 2);
    for (int k = x->degree - y->degree; k >= 0; k--) {
        uint64_t factor = prime - x->coefficient[k + y->degree] * inverse % prime;
        for (int i = 0; i < y->degree; i++)
            x->coefficient[k + i] = (x->coefficient[k + i] + factor * y->coefficient[i]) % prime;
    }
    x->degree = y->degree - 1;
    while (x->degree >= 0 && x->coefficient[x->degree] == 0)
        x->degree--;
}

/* True proves that x and y have no common root. Their common divisor divides
 * their leading coefficients with its own, so that, where those survive, its
 * residue keeps its degree and divides both residues. */
static bool are_certainly_coprime(const polynomial *x, const polynomial *y)
{
    residues pair[2];
    residues *upper = &pair[0], *lower = &pair[1];
    if (!(residues_of(x, upper) & residues_of(y, lower)))
        return false;
    while (lower->degree > 0) { /* the higher degree falls at every second step at the latest */
        if (upper->degree >= lower->degree)
            reduce_residues(upper, lower);
        residues *swapped = upper;
        upper = lower;
        lower = swapped;
    }
    return lower->degree == 0;
}

static dyadic power_of(dyadic_arena *arena, dyadic base, int exponent)
{
    dyadic power = small_integer(arena, 1);
    for (int i = 0; i < exponent; i++)
        power = dyadic_mul(arena, power, base);
    return power;
}

/* What one step of the subresultant sequence carries to the next. */
typedef struct sequence {
    polynomial upper, lower;
    dyadic g, h;
} sequence;

static void keep_sequence(dyadic_arena *arena, size_t mark, sequence *s)
{
    dyadic numbers[2 * POLYNOMIAL_DEGREE_MAX + 4];
    int count = 0;
    for (int i = 0; i <= s->upper.degree; i++)
        numbers[count++] = s->upper.coefficient[i];
    for (int i = 0; i <= s->lower.degree; i++)
        numbers[count++] = s->lower.coefficient[i];
    numbers[count++] = s->g;
    numbers[count++] = s->h;
    dyadic_keep(arena, mark, numbers, count);
    s->h = numbers[--count];
    s->g = numbers[--count];
    for (int i = s->lower.degree; i >= 0; i--)
        s->lower.coefficient[i] = numbers[--count];
    for (int i = s->upper.degree; i >= 0; i--)
        s->upper.coefficient[i] = numbers[--count];
}

/* Replaces (upper, lower) by (lower, remainder/(g h^fall)); g and h follow. */
static void sequence_step(dyadic_arena *arena, sequence *s)
{
    int fall = s->upper.degree - s->lower.degree;
    polynomial rest = pseudo_remainder(arena, &s->upper, &s->lower);
    dyadic divisor = dyadic_mul(arena, s->g, power_of(arena, s->h, fall));
    s->upper = s->lower;
    s->lower = divided_by(arena, &rest, divisor);
    s->g = leading(&s->upper);
    if (fall > 0)
        s->h = dyadic_divide_exact(arena, power_of(arena, s->g, fall),
                                   power_of(arena, s->h, fall - 1));
}

static polynomial gcd_by_sequence(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    size_t mark = dyadic_mark(arena);
    sequence s = {.upper = polynomial_primitive(arena, x), .lower = polynomial_primitive(arena, y)};
    s.g = s.h = small_integer(arena, 1);
    while (s.lower.degree > 0) { /* and it falls */
        sequence_step(arena, &s);
        keep_sequence(arena, mark, &s);
        if (arena->exhausted)
            return zero_polynomial();
    }
    if (s.lower.degree == 0) {
        dyadic_release(arena, mark);
        return one(arena);
    }
    return kept(arena, mark, polynomial_primitive(arena, &s.upper));
}

polynomial polynomial_gcd(dyadic_arena *arena, const polynomial *x, const polynomial *y)
{
    if (x->degree < y->degree)
        return polynomial_gcd(arena, y, x);
    if (y->degree < 0)
        return polynomial_primitive(arena, x);
    if (y->degree == 0 || are_certainly_coprime(x, y))
        return one(arena);
    return gcd_by_sequence(arena, x, y);
}

/* The same roots and signs with the common power of two (limbs of it) taken off. */
static polynomial lowered(polynomial p)
{
    int least = p.degree >= 0 ? leading(&p).place : 0;
    for (int i = 0; i < p.degree; i++)
        if (p.coefficient[i].sign != 0 && p.coefficient[i].place < least)
            least = p.coefficient[i].place;
    for (int i = 0; i <= p.degree; i++) {
        const dyadic x = p.coefficient[i];
        p.coefficient[i] = dyadic_on(x.limb, x.size, x.place - least, x.sign);
    }
    return p;
}

polynomial polynomial_square_free(dyadic_arena *arena, const polynomial *p)
{
    if (p->degree <= 1)
        return lowered(*p);
    size_t mark = dyadic_mark(arena);
    polynomial slope = polynomial_derivative(arena, p);
    polynomial common = polynomial_gcd(arena, p, &slope);
    if (common.degree == 0) {
        dyadic_release(arena, mark);
        return lowered(*p);
    }
    polynomial quotient = polynomial_divide_exact(arena, p, &common);
    return lowered(kept(arena, mark, polynomial_primitive(arena, &quotient)));
}
