/* SPDX-License-Identifier: MIT */
/* Quartics in plain doubles. See plain_quartic.h. */
#include "benchmarks/plain_quartic.h"

#include <math.h>

/* ---- the polynomial ----------------------------------------------------------------- */

static inline double velocity_x(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT
               ? (motion->to.x - motion->position.x) / motion->duration
               : motion->velocity.x;
}

static inline double velocity_y(const graze_motion *motion)
{
    return motion->form == GRAZE_WAYPOINT
               ? (motion->to.y - motion->position.y) / motion->duration
               : motion->velocity.y;
}

/* One axis of B seen from A: place, velocity, half the acceleration. */
static void axis_of(double pa, double va, double aa, double since_a, double pb, double vb,
                    double ab, double since_b, double *axis)
{
    double place_a = pa + since_a * (va + since_a * aa / 2);
    double place_b = pb + since_b * (vb + since_b * ab / 2);
    axis[0] = place_b - place_a;
    axis[1] = (vb + ab * since_b) - (va + aa * since_a);
    axis[2] = (ab - aa) / 2;
}

bool plain_quartic_of(const specimen *question, plain_quartic *result)
{
    const graze_motion *a = &question->a, *b = &question->b;
    double reach = question->body_a.radius + question->body_b.radius, x[3], y[3];
    result->begin = fmax(a->start, b->start);
    result->length = fmin(a->start + a->duration, b->start + b->duration) - result->begin;
    if (!(result->length > 0))
        return false;
    double since_a = result->begin - a->start, since_b = result->begin - b->start;
    axis_of(a->position.x, velocity_x(a), a->acceleration.x, since_a, b->position.x,
            velocity_x(b), b->acceleration.x, since_b, x);
    axis_of(a->position.y, velocity_y(a), a->acceleration.y, since_a, b->position.y,
            velocity_y(b), b->acceleration.y, since_b, y);
    double *c = result->coefficient;
    c[0] = x[0] * x[0] + y[0] * y[0] - reach * reach;
    c[1] = 2 * (x[0] * x[1] + y[0] * y[1]);
    c[2] = x[1] * x[1] + y[1] * y[1] + 2 * (x[0] * x[2] + y[0] * y[2]);
    c[3] = 2 * (x[1] * x[2] + y[1] * y[2]);
    c[4] = x[2] * x[2] + y[2] * y[2];
    return true;
}

double plain_quartic_at(const plain_quartic *of, double elapsed)
{
    const double *c = of->coefficient;
    return c[0] + elapsed * (c[1] + elapsed * (c[2] + elapsed * (c[3] + elapsed * c[4])));
}

/* ---- closed forms --------------------------------------------------------------------- */

static void sort(double *values, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && values[k] < values[k - 1]; k--) {
            double swapped = values[k];
            values[k] = values[k - 1];
            values[k - 1] = swapped;
        }
}

/* a t^2 + b t + c */
static int quadratic_roots(double a, double b, double c, double *roots)
{
    if (a == 0) {
        roots[0] = -c / b;
        return b != 0;
    }
    double discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return 0;
    double root = sqrt(discriminant);
    roots[0] = (-b - root) / (2 * a);
    roots[1] = (-b + root) / (2 * a);
    return 2;
}

/* The largest real root of z^3 + a z^2 + b z + c. */
static double largest_cubic_root(double a, double b, double c)
{
    double shift = a / 3, p = b - a * shift, q = shift * (2 * shift * shift - b) + c;
    double discriminant = q * q / 4 + p * p * p / 27;
    if (discriminant >= 0) {
        double root = sqrt(discriminant);
        return cbrt(-q / 2 + root) + cbrt(-q / 2 - root) - shift;
    }
    double size = 2 * sqrt(-p / 3);
    return size * cos(acos(fmax(-1, fmin(1, 3 * q / (p * size)))) / 3) - shift;
}

int ferrari_roots(const double *coefficient, double *roots)
{
    if (coefficient[4] == 0)
        return quadratic_roots(coefficient[2], coefficient[1], coefficient[0], roots);
    double a = coefficient[3] / coefficient[4], b = coefficient[2] / coefficient[4];
    double c = coefficient[1] / coefficient[4], d = coefficient[0] / coefficient[4];
    double shift = a / 4, square = shift * shift;
    double p = b - 6 * square, q = c - 2 * b * shift + 8 * shift * square;
    double r = d - c * shift + b * square - 3 * square * square;
    double z = largest_cubic_root(2 * p, p * p - 4 * r, -q * q);
    int count = 0;
    if (z > 0) {
        double root = sqrt(z);
        count = quadratic_roots(1, root, (p + z - q / root) / 2, roots);
        count += quadratic_roots(1, -root, (p + z + q / root) / 2, roots + count);
    } else { /* biquadratic */
        double squares[2];
        int found = quadratic_roots(1, p, r, squares);
        for (int i = 0; i < found; i++)
            if (squares[i] >= 0) {
                roots[count++] = -sqrt(squares[i]);
                roots[count++] = sqrt(squares[i]);
            }
    }
    for (int i = 0; i < count; i++)
        roots[i] -= shift;
    sort(roots, count);
    return count;
}

/* ---- iteration -------------------------------------------------------------------------- */

/* By hand: C's own complex product looks after infinities at each step. */
typedef struct complex_number {
    double re, im;
} complex_number;

static inline complex_number minus(complex_number a, complex_number b)
{
    return (complex_number){a.re - b.re, a.im - b.im};
}

static inline complex_number times(complex_number a, complex_number b)
{
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline complex_number over(complex_number a, complex_number b)
{
    double square = b.re * b.re + b.im * b.im;
    return (complex_number){(a.re * b.re + a.im * b.im) / square,
                            (a.im * b.re - a.re * b.im) / square};
}

enum { DEGREE = 4 };

static complex_number monic_at(const double *monic, complex_number z)
{
    complex_number value = {1, 0};
    for (int i = DEGREE - 1; i >= 0; i--) {
        value = times(value, z);
        value.re += monic[i];
    }
    return value;
}

/* Moves every guess once; answers the farthest step. */
static double improve(const double *monic, complex_number *z)
{
    double farthest = 0;
    for (int i = 0; i < DEGREE; i++) {
        complex_number others = {1, 0};
        for (int k = 0; k < DEGREE; k++)
            if (k != i)
                others = times(others, minus(z[i], z[k]));
        complex_number step = over(monic_at(monic, z[i]), others);
        z[i] = minus(z[i], step);
        farthest = fmax(farthest, fabs(step.re) + fabs(step.im));
    }
    return farthest;
}

int durand_kerner_roots(const double *coefficient, double *roots)
{
    enum { MOST_ROUNDS = 60 };
    static const complex_number directions[DEGREE] = {
        {0.921, 0.389}, {-0.389, 0.921}, {-0.921, -0.389}, {0.389, -0.921}};
    complex_number z[DEGREE];
    double monic[DEGREE], size = 0;
    if (coefficient[DEGREE] == 0)
        return quadratic_roots(coefficient[2], coefficient[1], coefficient[0], roots);
    for (int i = 0; i < DEGREE; i++)
        monic[i] = coefficient[i] / coefficient[DEGREE];
    size = fmax(fmax(fabs(monic[3]), sqrt(fabs(monic[2]))),
                fmax(cbrt(fabs(monic[1])), sqrt(sqrt(fabs(monic[0])))));
    for (int i = 0; i < DEGREE; i++)
        z[i] = (complex_number){size * directions[i].re - monic[3] / DEGREE,
                                size * directions[i].im};
    for (int round = 0; round < MOST_ROUNDS; round++)
        if (!(improve(monic, z) > 1e-14 * size))
            break;
    int count = 0;
    for (int i = 0; i < DEGREE; i++)
        if (fabs(z[i].im) <= 1e-9 * size)
            roots[count++] = z[i].re;
    sort(roots, count);
    return count;
}

/* ---- questions ---------------------------------------------------------------------------- */

bool plain_quartic_conflict(const specimen *question, root_finder find)
{
    plain_quartic quartic;
    double roots[4];
    if (!plain_quartic_of(question, &quartic))
        return false;
    if (quartic.coefficient[0] < 0 || plain_quartic_at(&quartic, quartic.length) < 0)
        return true;
    int count = find(quartic.coefficient, roots);
    for (int i = 0; i + 1 < count; i++)
        if (roots[i] < roots[i + 1] && roots[i + 1] > 0 && roots[i] < quartic.length &&
            plain_quartic_at(&quartic, (roots[i] + roots[i + 1]) / 2) < 0)
            return true;
    return false;
}

int plain_quartic_intervals(const specimen *question, root_finder find, graze_interval *when)
{
    plain_quartic quartic;
    double mark[6] = {0}, roots[4];
    int marks = 1, count = 0;
    if (!plain_quartic_of(question, &quartic))
        return 0;
    int found = find(quartic.coefficient, roots);
    for (int i = 0; i < found; i++)
        if (roots[i] > 0 && roots[i] < quartic.length)
            mark[marks++] = roots[i];
    mark[marks++] = quartic.length;
    for (int i = 0; i + 1 < marks && count < 2; i++) {
        if (!(plain_quartic_at(&quartic, (mark[i] + mark[i + 1]) / 2) < 0))
            continue;
        double lower = quartic.begin + mark[i], upper = quartic.begin + mark[i + 1];
        if (i + 2 == marks)
            upper = fmin(question->a.start + question->a.duration,
                         question->b.start + question->b.duration);
        if (lower < upper)
            when[count++] = (graze_interval){lower, upper};
    }
    return count;
}
