/* SPDX-License-Identifier: MIT */
/* Two placed bodies in whole numbers. See truth.h. */
#include "truth.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BITS = 300 };

typedef struct whole_point {
    mpz_t x, y;
} whole_point;

typedef struct whole_body {
    whole_point *at;
    size_t count;
} whole_body;

void truth_init(truth *result)
{
    result->side = 0;
    mpf_init2(result->distance, BITS);
    mpf_init2(result->core, BITS);
}

void truth_clear(truth *result)
{
    mpf_clear(result->distance);
    mpf_clear(result->core);
}

/* The exponent of the last bit that can be set in a double. */
static int last_bit(double value)
{
    int exponent;
    if (value == 0)
        return 2000;
    frexp(value, &exponent);
    return exponent - 53 > -1074 ? exponent - 53 : -1074;
}

static void keep_lower(int *scale, double value)
{
    int bit = last_bit(value);
    if (bit < *scale)
        *scale = bit;
}

static void lower_for_point(int *scale, graze_point point)
{
    keep_lower(scale, point.x);
    keep_lower(scale, point.y);
}

/* whole := value / 2^scale */
static void set_whole(mpz_t whole, double value, int scale)
{
    int exponent;
    double fraction = frexp(value, &exponent);
    mpz_set_d(whole, ldexp(fraction, 53));
    long shift = (long)exponent - 53 - scale;
    if (shift >= 0)
        mpz_mul_2exp(whole, whole, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(whole, whole, (mp_bitcnt_t)-shift); /* exact: those bits are 0 */
}

static graze_point vertex_of(const graze_body *body, size_t index)
{
    return body->vertex_count == 0 ? (graze_point){0, 0} : body->vertices[index];
}

static whole_body whole_of(const graze_body *body, graze_point place, int scale, double *largest)
{
    whole_body whole = {NULL, body->vertex_count == 0 ? 1 : body->vertex_count};
    whole.at = malloc(whole.count * sizeof *whole.at);
    if (whole.at == NULL)
        abort();
    mpz_t moved;
    mpz_init(moved);
    for (size_t i = 0; i < whole.count; i++) {
        graze_point vertex = vertex_of(body, i);
        mpz_inits(whole.at[i].x, whole.at[i].y, NULL);
        set_whole(whole.at[i].x, vertex.x, scale);
        set_whole(moved, place.x, scale);
        mpz_add(whole.at[i].x, whole.at[i].x, moved);
        set_whole(whole.at[i].y, vertex.y, scale);
        set_whole(moved, place.y, scale);
        mpz_add(whole.at[i].y, whole.at[i].y, moved);
        *largest = fmax(*largest, fmax(fabs(place.x + vertex.x), fabs(place.y + vertex.y)));
    }
    mpz_clear(moved);
    return whole;
}

static void whole_free(whole_body *whole)
{
    for (size_t i = 0; i < whole->count; i++)
        mpz_clears(whole->at[i].x, whole->at[i].y, NULL);
    free(whole->at);
}

/* result := u . v for two differences of points */
static void dot(mpz_t result, const whole_point *u, const whole_point *v)
{
    mpz_mul(result, u->x, v->x);
    mpz_addmul(result, u->y, v->y);
}

static void subtract(whole_point *result, const whole_point *p, const whole_point *q)
{
    mpz_sub(result->x, p->x, q->x);
    mpz_sub(result->y, p->y, q->y);
}

/* What the search for the nearest or shallowest pair keeps: a squared length as a
 * fraction. */
typedef struct fraction {
    mpz_t top, bottom;
    bool any;
} fraction;

static void keep_least(fraction *least, const mpz_t top, const mpz_t bottom)
{
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, top, least->bottom);
    mpz_mul(right, least->top, bottom);
    if (!least->any || mpz_cmp(left, right) < 0) {
        mpz_set(least->top, top);
        mpz_set(least->bottom, bottom);
        least->any = true;
    }
    mpz_clears(left, right, NULL);
}

/* The squared distance of a vertex to an edge, at p and e = edge from its start. */
static void keep_distance(fraction *least, const whole_point *p, const whole_point *e)
{
    mpz_t along, square, length, product;
    mpz_inits(along, square, length, product, NULL);
    dot(along, p, e);
    dot(length, e, e);
    dot(square, p, p);
    if (mpz_sgn(along) <= 0 || mpz_cmp(along, length) >= 0) {
        mpz_set_ui(product, 1); /* nearest to an end; the other end is a start elsewhere */
        if (mpz_sgn(along) > 0) { /* |p - e|^2 = |p|^2 - 2 p.e + |e|^2 */
            mpz_submul_ui(square, along, 2);
            mpz_add(square, square, length);
        }
        keep_least(least, square, product);
    } else {
        mpz_mul(product, square, length);
        mpz_submul(product, along, along);
        keep_least(least, product, length);
    }
    mpz_clears(along, square, length, product, NULL);
}

static void least_distance(fraction *least, const whole_body *vertices, const whole_body *edges)
{
    whole_point e, p;
    mpz_inits(e.x, e.y, p.x, p.y, NULL);
    for (size_t i = 0; i < edges->count; i++) {
        const whole_point *start = &edges->at[i], *end = &edges->at[(i + 1) % edges->count];
        subtract(&e, end, start);
        for (size_t j = 0; j < vertices->count; j++) {
            subtract(&p, &vertices->at[j], start);
            keep_distance(least, &p, &e);
        }
    }
    mpz_clears(e.x, e.y, p.x, p.y, NULL);
}

/* How far the other body reaches behind each edge's line; false when it does not reach
 * behind one of them: they have no common interior point. */
static bool reaches_behind(fraction *least, const whole_body *edges, const whole_body *other)
{
    whole_point e, p, normal;
    mpz_t depth, deepest, length;
    mpz_inits(e.x, e.y, p.x, p.y, normal.x, normal.y, depth, deepest, length, NULL);
    bool all = true;
    for (size_t i = 0; all && edges->count > 1 && i < edges->count; i++) {
        const whole_point *start = &edges->at[i], *end = &edges->at[(i + 1) % edges->count];
        subtract(&e, end, start);
        mpz_neg(normal.x, e.y); /* inward */
        mpz_set(normal.y, e.x);
        for (size_t j = 0; j < other->count; j++) {
            subtract(&p, &other->at[j], start);
            dot(depth, &p, &normal);
            if (j == 0 || mpz_cmp(depth, deepest) > 0)
                mpz_set(deepest, depth);
        }
        all = mpz_sgn(deepest) > 0;
        dot(length, &e, &e);
        mpz_mul(deepest, deepest, deepest);
        keep_least(least, deepest, length);
    }
    mpz_clears(e.x, e.y, p.x, p.y, normal.x, normal.y, depth, deepest, length, NULL);
    return all;
}

/* The signed distance of the cores: its sign, and its square as a fraction. */
static int core_distance(fraction *square, const whole_body *a, const whole_body *b)
{
    if (a->count + b->count > 2 && reaches_behind(square, a, b) && reaches_behind(square, b, a))
        return -1;
    square->any = false;
    least_distance(square, a, b);
    least_distance(square, b, a);
    return mpz_sgn(square->top) > 0;
}

/* side and distance := core - radius, in units of 2^scale. */
static void less_radius(truth *result, int core, const fraction *square, const mpz_t radius)
{
    mpz_t reach;
    mpf_t bottom;
    mpz_init(reach);
    mpf_init2(bottom, BITS);
    mpz_mul(reach, radius, radius);
    mpz_mul(reach, reach, square->bottom);
    int order = mpz_cmp(square->top, reach);
    result->side = core < 0 ? -1 : (order > 0) - (order < 0);

    mpf_set_z(result->distance, square->top);
    mpf_set_z(bottom, square->bottom);
    mpf_div(result->distance, result->distance, bottom);
    mpf_sqrt(result->distance, result->distance);
    if (core < 0)
        mpf_neg(result->distance, result->distance);
    mpf_set(result->core, result->distance);
    mpf_set_z(bottom, radius);
    mpf_sub(result->distance, result->distance, bottom);
    mpz_clear(reach);
    mpf_clear(bottom);
}

static void shift(mpf_t number, int scale)
{
    if (scale >= 0)
        mpf_mul_2exp(number, number, (mp_bitcnt_t)scale);
    else
        mpf_div_2exp(number, number, (mp_bitcnt_t)-scale);
}

void truth_of(truth *result, const graze_body *a, graze_point place_a, const graze_body *b,
              graze_point place_b)
{
    int scale = 2000;
    lower_for_point(&scale, place_a);
    lower_for_point(&scale, place_b);
    keep_lower(&scale, a->radius);
    keep_lower(&scale, b->radius);
    for (size_t i = 0; i < a->vertex_count; i++)
        lower_for_point(&scale, a->vertices[i]);
    for (size_t i = 0; i < b->vertex_count; i++)
        lower_for_point(&scale, b->vertices[i]);

    result->largest = fmax(a->radius, b->radius);
    whole_body whole_a = whole_of(a, place_a, scale, &result->largest);
    whole_body whole_b = whole_of(b, place_b, scale, &result->largest);
    fraction square = {.any = false};
    mpz_t radius, other;
    mpz_inits(square.top, square.bottom, radius, other, NULL);
    set_whole(radius, a->radius, scale);
    set_whole(other, b->radius, scale);
    mpz_add(radius, radius, other);
    int core = core_distance(&square, &whole_a, &whole_b);
    less_radius(result, core, &square, radius);
    shift(result->distance, scale);
    shift(result->core, scale);
    result->largest = fmax(result->largest, fabs(mpf_get_d(result->core)));
    result->largest = fmax(result->largest, fabs(mpf_get_d(result->distance)));
    mpz_clears(square.top, square.bottom, radius, other, NULL);
    whole_free(&whole_a);
    whole_free(&whole_b);
}

double truth_error(const truth *result, double answer)
{
    mpf_t difference;
    mpf_init2(difference, BITS);
    mpf_set_d(difference, answer);
    mpf_sub(difference, difference, result->distance);
    long exponent;
    double mantissa = mpf_get_d_2exp(&exponent, difference);
    int place;
    frexp(result->largest, &place);
    place = place - 53 > -1074 ? place - 53 : -1074; /* 2^place is one ulp */
    mpf_clear(difference);
    return mantissa == 0 ? 0 : fabs(ldexp(mantissa, (int)exponent - place));
}
