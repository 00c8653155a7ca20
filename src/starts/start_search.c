/* SPDX-License-Identifier: MIT */
/* Unsafe starts at constant velocity from decisions alone. */

#include "starts/start_search.h"

#include <math.h>

#include "contact/contact.h"
#include "contact/exact.h"
#include "numeric/rounding.h"
#include "starts/separated.h"

/* ---- decisions -------------------------------------------------------------------- */

static contact contact_from(const pair *question, double start)
{
    graze_motion moved = *question->a;
    pair asked = *question;
    moved.start = start;
    moved.start_tail = 0;
    asked.a = &moved;
    return contact_decide(&asked, NULL);
}

graze_status start_is_unsafe(const pair *question, double start, bool *unsafe)
{
    contact answer = contact_from(question, start);
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

/* The interval round an unsafe start, from guesses of its ends; false when an exact stage
 * fails. */
static bool search_from(const pair *question, double inside, double low_guess, double high_guess,
                        graze_interval *starts)
{
    end_search search = {question, inside, GRAZE_OK};
    graze_interval answer = {
        double_search_last(is_safe_below, &search, low_guess),
        double_next_up(double_search_last(is_no_safe_above, &search, high_guess))};
    if (search.status == GRAZE_OK)
        *starts = answer;
    return search.status == GRAZE_OK;
}

/* A double well inside; infinite where twice a guess is no double. */
static double middle_of(graze_interval near)
{
    if (isinf(near.lower))
        return isinf(near.upper) ? 0 : near.upper - fmax(1, fabs(near.upper));
    return isinf(near.upper) ? near.lower + fmax(1, fabs(near.lower))
                             : 0.5 * near.lower + 0.5 * near.upper;
}

bool start_search_near(const pair *question, graze_interval near, graze_interval *starts)
{
    const double inside = middle_of(near);
    return isfinite(inside) && contact_from(question, inside) == CONTACT_OVERLAP &&
           search_from(question, inside, near.lower, double_next_down(near.upper), starts);
}

/* ---- of ways that may be accelerated ------------------------------------------------ */

/* A search from a guess that should be nearly right: after these decisions it was not. */
enum { PATIENCE = 60 };

typedef struct guarded {
    end_search search;
    int left;
    bool upper;
    double known; /* a start that has been decided, */
    bool unsafe;  /* and how */
} guarded;

static bool holds_guarded(void *context, double start)
{
    guarded *g = context;
    if (g->left <= 0)
        return false;
    g->left--;
    if (start == g->known)
        return g->unsafe == g->upper;
    return g->upper ? is_no_safe_above(&g->search, start) : is_safe_below(&g->search, start);
}

/* The first or the last safe start beside an unsafe one. A start at which the bodies touch is it;
 * next to 0 doubles are too near to each other to be asked. */
static bool search_end(const pair *question, double inside, double guess, bool upper, double *end)
{
    const contact there = contact_from(question, guess);
    guarded g = {{question, inside, GRAZE_OK}, PATIENCE, upper, guess, there == CONTACT_OVERLAP};
    *end = guess;
    if (there == CONTACT_TOUCH)
        return true;
    if (guess == 0 || contact_failed(there))
        return false;
    *end = double_search_last(holds_guarded, &g, upper ? double_next_down(guess) : guess);
    if (upper)
        *end = double_next_up(*end);
    return g.left > 0 && g.search.status == GRAZE_OK;
}

bool start_search_straight(const pair *question, graze_interval near, graze_interval *starts)
{
    const double inside = middle_of(near);
    graze_interval found;
    if (!isfinite(near.lower) || !isfinite(near.upper) ||
        contact_from(question, inside) != CONTACT_OVERLAP ||
        !search_end(question, inside, near.lower, false, &found.lower) ||
        !search_end(question, inside, near.upper, true, &found.upper))
        return false;
    *starts = found;
    return true;
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
        isinf(a->duration) || !separated_path(b, &path_b))
        return false;
    separated_path(a, &path_a); /* what ends has one */
    separated_nearest(&path_a, &path_b, &x, &y);
    double begin = b->start + b->start_tail;
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        double u = time_at(a, inner(x, margins[i])), w = time_at(b, inner(y, margins[i]));
        const double inside = begin + (w - u);
        if (!isfinite(inside))
            return false;
        if (contact_from(question, inside) == CONTACT_OVERLAP)
            return search_from(question, inside, inside, inside, starts);
    }
    return false;
}
