/* SPDX-License-Identifier: MIT */
/* Events as roots of polynomials: collected, sorted by insertion. */
#include "numeric/events.h"

#include <stdint.h>
#include <string.h>

events events_begin(dyadic_arena *arena) { return (events){.arena = arena}; }

/* Pointers and numbers of the library are aligned as limbs are. */
void *events_take(dyadic_arena *arena, size_t count, size_t size)
{
    if (count > SIZE_MAX / size - 1) {
        arena->exhausted = true;
        return NULL;
    }
    return dyadic_arena_take(arena, (count * size + sizeof(mp_limb_t) - 1) / sizeof(mp_limb_t));
}

/* ---- sources ------------------------------------------------------------------------ */

static void add(events *all, root at, const polynomial *source)
{
    event *added = events_take(all->arena, 1, sizeof *added);
    if (added == NULL)
        return;
    *added = (event){at, source, false, all->last};
    all->last = added;
    all->added++;
}

void events_add(events *all, dyadic number)
{
    add(all, (root){.low = number, .high = number, .exact = true}, NULL);
}

/* The source and its simple part, where the events point at them. */
typedef struct source {
    polynomial full, square_free;
} source;

void events_add_roots(events *all, size_t mark, polynomial p, root_range range)
{
    dyadic_arena *arena = all->arena;
    root found[POLYNOMIAL_DEGREE_MAX];
    dyadic_keep(arena, mark, p.coefficient, p.degree + 1);
    source *kept = p.degree > 0 ? events_take(arena, 1, sizeof *kept) : NULL;
    int count = 0;
    if (kept != NULL) {
        kept->full = polynomial_primitive(arena, &p);
        kept->square_free = polynomial_square_free(arena, &kept->full);
        count = root_isolate(arena, &kept->square_free, range, found);
    }
    if (count == 0)
        dyadic_release(arena, mark);
    const bool simple = count > 0 && kept->square_free.degree == kept->full.degree;
    for (int i = 0; i < count; i++)
        add(all, found[i], simple ? NULL : &kept->full);
}

/* ---- order -------------------------------------------------------------------------- */

/* Where the event belongs among those that are in order; *equal is the one at the same
 * number, if any. */
static size_t place_of(const events *all, event *added, event **equal)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t mark = dyadic_mark(all->arena);
        int order = root_compare_roots(all->arena, &added->at, &all->at[middle]->at);
        dyadic_release(all->arena, mark);
        if (order == 0) {
            *equal = all->at[middle];
            return middle;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void merge(event *kept, const event *other)
{
    kept->shared = true;
    if (other->at.exact && !kept->at.exact)
        kept->at = other->at;
}

static void insert(events *all, event *added)
{
    event *equal = NULL;
    size_t i = place_of(all, added, &equal);
    if (equal != NULL) {
        merge(equal, added);
        return;
    }
    memmove(&all->at[i + 1], &all->at[i], (all->count - i) * sizeof *all->at);
    all->at[i] = added;
    all->count++;
}

void events_sort(events *all)
{
    all->count = 0;
    all->at = all->arena->exhausted ? NULL : events_take(all->arena, all->added, sizeof *all->at);
    for (event *each = all->last; all->at != NULL && each != NULL; each = each->next)
        insert(all, each);
}

/* ---- gaps --------------------------------------------------------------------------- */

dyadic events_between(const events *all, size_t gap)
{
    dyadic_arena *arena = all->arena;
    if (all->count == 0)
        return dyadic_zero();
    if (gap == 0)
        return dyadic_sub(arena, all->at[0]->at.low, dyadic_from(arena, 1));
    if (gap == all->count)
        return dyadic_add(arena, all->at[gap - 1]->at.high, dyadic_from(arena, 1));
    return root_between(arena, &all->at[gap - 1]->at, &all->at[gap]->at);
}

bool events_gap_holds(const events *all, size_t gap, dyadic x)
{
    return (gap == 0 || root_compare(all->arena, &all->at[gap - 1]->at, x) > 0) &&
           (gap == all->count || root_compare(all->arena, &all->at[gap]->at, x) < 0);
}

bool event_is_lone(dyadic_arena *arena, event *asked)
{
    if (asked->shared || asked->source == NULL)
        return !asked->shared;
    size_t mark = dyadic_mark(arena);
    polynomial slope = polynomial_derivative(arena, asked->source);
    int sign = root_sign_of(arena, &asked->at, &slope);
    dyadic_release(arena, mark);
    return sign != 0;
}
