/* SPDX-License-Identifier: MIT */
/* Unsafe starts from decisions alone. For plane discs at constant velocity plain
 * double formulas of the candidates give the guesses and the points in between to
 * try. */

#include "starts/start_search.h"

#include <math.h>
#include <stdlib.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "contact/filter_uniform.h"
#include "numeric/rounding.h"
#include "starts/separated.h"

enum { GUESSES_MAX = 14 };

typedef struct guesses {
    double start[GUESSES_MAX];
    int count;
} guesses;

static void add_guess(guesses *all, double start)
{
    if (isfinite(start))
        all->start[all->count++] = start;
}

/* The roots of |(x, y) + (vx, vy) t|^2 = reach^2 as origin + sign * t. */
static void add_side(guesses *all, double x, double y, double vx, double vy, double reach,
                     double origin, double sign)
{
    double speed = vx * vx + vy * vy, slope = x * vx + y * vy, cross = x * vy - y * vx;
    double root = sqrt(fmax(0, speed * reach * reach - cross * cross));
    if (speed == 0)
        return;
    add_guess(all, origin + sign * ((-slope - root) / speed));
    add_guess(all, origin + sign * ((-slope + root) / speed));
}

/* In b's local time; start of a = begin of b + shift. */
static void add_tangencies(guesses *all, const graze_prepared *a, const graze_prepared *b,
                           double reach)
{
    double vx = a->vx - b->vx, vy = a->vy - b->vy;
    double turn = a->vx * b->vy - a->vy * b->vx;
    double middle = vx * (a->y - b->y) - vy * (a->x - b->x);
    double width = hypot(vx, vy) * reach;
    add_guess(all, b->start + (middle - width) / turn);
    add_guess(all, b->start + (middle + width) / turn);
}

static void collect(const graze_prepared *a, const graze_prepared *b, double reach, guesses *all)
{
    double for_a = a->end - a->start, for_b = b->end - b->start;
    double x = a->x - b->x, y = a->y - b->y;
    add_tangencies(all, a, b, reach);
    add_side(all, -x, -y, b->vx, b->vy, reach, b->start, 1);
    add_side(all, x, y, a->vx, a->vy, reach, b->start, -1);
    if (isfinite(for_a))
        add_side(all, -x - a->vx * for_a, -y - a->vy * for_a, b->vx, b->vy, reach,
                 b->start - for_a, 1);
    if (isfinite(for_b))
        add_side(all, x - b->vx * for_b, y - b->vy * for_b, a->vx, a->vy, reach,
                 b->start + for_b, -1);
    add_guess(all, b->start);
    add_guess(all, b->start - for_a);
    add_guess(all, b->start + for_b);
    add_guess(all, b->start + for_b - for_a);
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* ---- decisions -------------------------------------------------------------------- */

graze_status start_is_unsafe(const pair *question, double start, bool *unsafe)
{
    graze_motion moved = *question->a;
    pair asked = *question;
    moved.start = start;
    moved.start_tail = 0;
    asked.a = &moved;
    contact answer = contact_decide(&asked, NULL);
    *unsafe = answer == CONTACT_OVERLAP;
    return contact_status(answer);
}

typedef struct end_search {
    const pair *question;
    double inside; /* an unsafe start */
    graze_status status;
} end_search;

static bool is_unsafe(end_search *search, double start)
{
    bool unsafe = false;
    graze_status status = start_is_unsafe(search->question, start, &unsafe);
    if (status != GRAZE_OK)
        search->status = status;
    return unsafe;
}

static bool is_safe_below(void *context, double start)
{
    end_search *search = context;
    return start < search->inside && !is_unsafe(search, start);
}

static bool is_no_safe_above(void *context, double start)
{
    end_search *search = context;
    return start <= search->inside || is_unsafe(search, start);
}

graze_status start_search_from(const pair *question, double inside, double low_guess,
                               double high_guess, graze_interval *starts)
{
    end_search search = {question, inside, GRAZE_OK};
    graze_interval answer = {
        double_search_last(is_safe_below, &search, low_guess),
        double_next_up(double_search_last(is_no_safe_above, &search, high_guess))};
    if (search.status == GRAZE_OK)
        *starts = answer;
    return search.status;
}

bool start_search_near(const pair *question, graze_interval near, graze_interval *starts)
{
    double inside = near.lower + (near.upper - near.lower) / 2;
    bool unsafe = false;
    return start_is_unsafe(question, inside, &unsafe) == GRAZE_OK && unsafe &&
           start_search_from(question, inside, near.lower, near.upper, starts) == GRAZE_OK;
}

/* The first unsafe point between neighbouring guesses, and the guesses beside the
 * first and the last one. */
static bool find_inside(const pair *question, const guesses *all, double *inside, double *low,
                        double *high)
{
    bool found = false;
    for (int i = 0; i + 1 < all->count; i++) {
        double middle = all->start[i] + (all->start[i + 1] - all->start[i]) / 2;
        bool unsafe = false;
        if (!(all->start[i] < middle && middle < all->start[i + 1]) ||
            start_is_unsafe(question, middle, &unsafe) != GRAZE_OK || !unsafe)
            continue;
        if (!found) {
            *inside = middle;
            *low = all->start[i];
        }
        *high = all->start[i + 1];
        found = true;
    }
    return found;
}

bool start_search_plane(const pair *question, graze_interval *starts)
{
    if (question->dimensions != 2 || question->a->form == GRAZE_PARKED ||
        !filter_uniform_applies(question->b))
        return false;
    graze_motion first = *question->a;
    first.start = first.start_tail = 0;
    graze_prepared a = filter_prepared(question->radius_a, &first);
    graze_prepared b = filter_prepared(question->radius_b, question->b);
    guesses all = {.count = 0};
    collect(&a, &b, question->radius_a + question->radius_b - question->tolerance, &all);
    qsort(all.start, (size_t)all.count, sizeof *all.start, by_value);

    double inside = 0, low = 0, high = 0;
    return find_inside(question, &all, &inside, &low, &high) &&
           start_search_from(question, inside, low, high, starts) == GRAZE_OK;
}

/* ---- in space --------------------------------------------------------------------- */

/* Pulls a fraction away from a path's ends, where lives end. */
static double inner(double fraction, double margin)
{
    return fmin(fmax(fraction, margin), 1 - margin);
}

/* The local time at a fraction of a uniform motion; some time of one that stands. */
static double time_at(const graze_motion *m, double fraction)
{
    return isinf(m->duration) ? 1 : fraction * (m->duration + m->duration_tail);
}

bool start_search_space(const pair *question, graze_interval *starts)
{
    static const double margins[] = {0x1p-20, 0x1p-6, 0x1p-2};
    const graze_motion *a = question->a, *b = question->b;
    swept_path path_a, path_b;
    double x, y;
    if (question->dimensions != 3 || a->form == GRAZE_PARKED || b->form == GRAZE_PARKED ||
        isinf(a->duration) || !separated_path(a, &path_a) || !separated_path(b, &path_b))
        return false;
    separated_nearest(&path_a, &path_b, &x, &y);
    double begin = b->start + b->start_tail;
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        double u = time_at(a, inner(x, margins[i])), w = time_at(b, inner(y, margins[i]));
        double inside = begin + (w - u);
        bool unsafe = false;
        if (!isfinite(inside) || start_is_unsafe(question, inside, &unsafe) != GRAZE_OK)
            return false;
        if (unsafe)
            return start_search_from(question, inside, inside, inside, starts) == GRAZE_OK;
    }
    return false;
}
