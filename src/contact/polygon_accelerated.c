/* SPDX-License-Identifier: MIT */
/* The exact answers about curved relative motion of bodies with corners, from the signs
 * along its timeline. */

#include "contact/polygon_accelerated.h"

#include <math.h>

#include "contact/comparison.h"
#include "contact/polygon.h"
#include "contact/polygon_depth.h"
#include "contact/polygon_timeline.h"
#include "contact/polygon_uniform.h"
#include "contact/question.h"
#include "contact/with_exact.h"

static int sign_at_end(dyadic_arena *context, const pair *question, const exact_relative *r)
{
    dyadic last[2];
    exact_place_at(context, r, r->length, last);
    return polygon_sign_at(context, question, r, last);
}

static contact accelerated_contact(dyadic_arena *arena, const pair *question,
                                   const exact_relative *r)
{
    polygon_timeline line;
    polygon_gap gap;
    size_t mark = dyadic_mark(arena);
    contact answer = CONTACT_APART;
    if (dyadic_sign(r->reach) < 0 && polygon_kind_of(question) != POLYGON_AREA)
        return answer;
    if (polygon_sign_at(arena, question, r, r->place) < 0 ||
        (!r->endless && sign_at_end(arena, question, r) < 0))
        return CONTACT_OVERLAP;
    polygon_timeline_begin(arena, question, r, &line);
    while (answer != CONTACT_OVERLAP && polygon_timeline_next(arena, &line, &gap)) {
        if (gap.sign < 0)
            answer = CONTACT_OVERLAP;
        else if (gap.sign == 0 || gap.low != NULL || gap.high != NULL)
            answer = CONTACT_TOUCH;
    }
    dyadic_release(arena, mark);
    return answer;
}

/* ---- parts ---------------------------------------------------------------------------- */

/* The numbered answers that are wanted. */
typedef struct wanted {
    const pair *question;
    const exact_relative *relative;
    contact_part *parts;
    size_t first, capacity, total;
    bool measured;
} wanted;

/* Where the next answer goes, or null when it is not wanted. */
static contact_part *next_of(wanted *all)
{
    size_t number = all->total++;
    return number >= all->first && number - all->first < all->capacity
               ? &all->parts[number - all->first]
               : NULL;
}

static void list_overlaps(dyadic_arena *arena, polygon_timeline *line, wanted *all)
{
    const exact_relative *r = all->relative;
    polygon_gap gap;
    while (polygon_timeline_next(arena, line, &gap)) {
        contact_part *part = gap.sign < 0 ? next_of(all) : NULL;
        if (part == NULL)
            continue;
        part->interval = overlap_between(arena, r, gap.low, gap.high);
        if (all->measured)
            polygon_accelerated_clearance(arena, all->question, r, &gap, &part->clearance);
    }
}

/* From instant to instant, closed; null for the ends of the common life. */
static void add_touch(dyadic_arena *arena, wanted *all, root *low, root *high)
{
    contact_part *part = next_of(all);
    if (part != NULL)
        *part = touch_between(arena, all->relative, low, high);
}

/* Instants, and gaps of sign 0 with both their ends. Two such gaps side by side are told
 * as two: the bodies slide along one edge, then along another. */
static void list_touches(dyadic_arena *arena, polygon_timeline *line, wanted *all)
{
    polygon_gap gap;
    bool slid = false;
    while (polygon_timeline_next(arena, line, &gap)) {
        if (gap.sign == 0)
            add_touch(arena, all, gap.low, gap.high);
        else if (!slid && gap.low != NULL)
            add_touch(arena, all, gap.low, gap.low);
        slid = gap.sign == 0;
        if (line->ended && !slid && gap.high != NULL)
            add_touch(arena, all, gap.high, gap.high);
    }
}

size_t polygon_accelerated_parts(dyadic_arena *arena, const pair *question, const exact_relative *r,
                                 contact known, bool measured, size_t first, size_t capacity,
                                 contact_part *parts)
{
    polygon_timeline line;
    wanted all = {question, r, parts, first, capacity, 0, measured};
    size_t mark = dyadic_mark(arena);
    polygon_timeline_begin(arena, question, r, &line);
    if (known == CONTACT_OVERLAP)
        list_overlaps(arena, &line, &all);
    else
        list_touches(arena, &line, &all);
    dyadic_release(arena, mark);
    return all.total;
}

contact polygon_contact_of(dyadic_arena *arena, const pair *question,
                           const exact_relative *relative)
{
    return relative->curved ? accelerated_contact(arena, question, relative)
                            : polygon_uniform_contact(arena, question, relative);
}
