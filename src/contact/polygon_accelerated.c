/* SPDX-License-Identifier: MIT */
/* The exact answers about curved relative motion of bodies with corners, from the signs
 * along its timeline.
 *
 * The greatest depth is searched by asking for contact with another reach. So is its time: a
 * depth a little below the greatest is exceeded in a gap round it, which shrinks as the depth
 * rises. Gaps nest, so the first one holds the earliest instant of the greatest depth, unless
 * two of them agree in DEPTH_BITS bits beyond a double: such depths count as equal.
 */
#include "contact/polygon_accelerated.h"

#include <math.h>
#include <stdint.h>

#include "contact/comparison.h"
#include "contact/polygon_deepest.h"
#include "contact/polygon_guess.h"
#include "contact/polygon_timeline.h"
#include "contact/polygon_uniform.h"
#include "contact/question.h"

/* ---- contact -------------------------------------------------------------------------- */

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

contact polygon_contact_of(dyadic_arena *arena, const pair *question,
                           const exact_relative *relative)
{
    return relative->curved ? accelerated_contact(arena, question, relative)
                            : polygon_uniform_contact(arena, question, relative);
}

/* ---- what is deeper ----------------------------------------------------------------------- */

enum { DEPTH_BITS = 128, TIMES_ASKED = 8 };

/* What is deeper than asked for. */
typedef struct deeper {
    contact found;
    double first, last; /* the first gap's or touch's ends, to nearest */
    bool whole;         /* it is a touch that lasts as long as the common life */
} deeper;

/* Whether a gap shares more than an end with the overlap that is asked about. */
static bool is_within(dyadic_arena *arena, const polygon_gap *gap, const polygon_gap *within)
{
    if (within == NULL)
        return true;
    bool ends_before = gap->high != NULL && within->low != NULL &&
                       root_compare_roots(arena, gap->high, within->low) <= 0;
    bool begins_after = gap->low != NULL && within->high != NULL &&
                        root_compare_roots(arena, gap->low, within->high) >= 0;
    return !ends_before && !begins_after;
}

/* The same of an instant, strictly. */
static bool is_inside(dyadic_arena *arena, root *instant, const polygon_gap *within)
{
    return instant != NULL &&
           (within == NULL || is_between_roots(arena, within->low, within->high, instant));
}

static void note(dyadic_arena *arena, const exact_relative *r, contact found, root *low, root *high,
                 deeper *answer)
{
    if (answer->found <= found)
        return;
    *answer = (deeper){found, polygon_time_of(arena, r, low, false),
                       polygon_time_of(arena, r, high, true), low == NULL && high == NULL};
}

/* Looks for depths above ra + rb - reach. */
static deeper look_deeper(dyadic_arena *arena, const pair *question, const exact_relative *r,
                          const polygon_gap *within)
{
    deeper answer = {.found = CONTACT_APART};
    polygon_timeline line;
    polygon_gap gap;
    if (dyadic_sign(r->reach) < 0 && polygon_kind_of(question) != POLYGON_AREA)
        return answer;
    polygon_timeline_begin(arena, question, r, &line);
    while (answer.found != CONTACT_OVERLAP && polygon_timeline_next(arena, &line, &gap)) {
        if (is_inside(arena, gap.low, within))
            note(arena, r, CONTACT_TOUCH, gap.low, gap.low, &answer);
        if (gap.sign <= 0 && is_within(arena, &gap, within))
            note(arena, r, gap.sign < 0 ? CONTACT_OVERLAP : CONTACT_TOUCH, gap.low, gap.high,
                 &answer);
        if (line.ended && is_inside(arena, gap.high, within))
            note(arena, r, CONTACT_TOUCH, gap.high, gap.high, &answer);
    }
    return answer;
}

/* x against the greatest depth; numbers: ra + rb. */
enum { ANSWERS_KEPT = 8 };

typedef struct depth_comparison {
    comparison common;
    const pair *question;
    const polygon_gap *within;
    struct {
        double depth;
        deeper answer;
    } kept[ANSWERS_KEPT]; /* the last answers about doubles: some are asked for again */
    int answers;
} depth_comparison;

static deeper look_beyond(depth_comparison *ask, dyadic depth)
{
    dyadic_arena *context = ask->common.arena;
    exact_relative r = *ask->common.relative;
    size_t mark = dyadic_mark(context);
    r.reach = MUL(SUB(ask->common.numbers[0], depth), r.scale);
    deeper answer = look_deeper(context, ask->question, &r, ask->within);
    dyadic_release(context, mark);
    return answer;
}

static deeper look_beyond_double(depth_comparison *ask, double depth)
{
    for (int i = 0; i < ask->answers && i < ANSWERS_KEPT; i++)
        if (ask->kept[i].depth == depth)
            return ask->kept[i].answer;
    const int at = ask->answers++ % ANSWERS_KEPT;
    ask->kept[at].depth = depth;
    ask->kept[at].answer = look_beyond(ask, dyadic_from(ask->common.arena, depth));
    return ask->kept[at].answer;
}

static int compare_depth(const comparison *self, dyadic x)
{
    depth_comparison *ask = (depth_comparison *)(uintptr_t)(const void *)self;
    double depth = dyadic_to_double(x, DYADIC_NEAREST);
    bool is_double = isfinite(depth) &&
                     dyadic_compare(dyadic_from(ask->common.arena, depth), x) == 0;
    return (int)(is_double ? look_beyond_double(ask, depth) : look_beyond(ask, x)).found;
}

/* Of the first gap that is deeper than `depth`, the time of the only instant that can be
 * nearest, or of the whole gap if that is one double. With `alone`, if no other gap is that
 * deep: it may be deeper still. */
static bool find_only_time(depth_comparison *ask, dyadic depth, bool alone, double *time)
{
    dyadic_arena *context = ask->common.arena;
    exact_relative r = *ask->common.relative;
    size_t mark = dyadic_mark(context);
    polygon_timeline line;
    polygon_gap gap;
    bool found = false, inside = dyadic_compare(depth, ask->common.numbers[0]) >= 0;
    r.reach = MUL(SUB(ask->common.numbers[0], depth), r.scale);
    polygon_timeline_begin(context, ask->question, &r, &line);
    while (!found && polygon_timeline_next(context, &line, &gap))
        found = gap.sign < 0 && is_within(context, &gap, ask->within);
    if (found)
        found = polygon_find_deepest(context, ask->question, &r, &gap, inside, time);
    while (found && alone && polygon_timeline_next(context, &line, &gap))
        found = gap.sign >= 0 || !is_within(context, &gap, ask->within);
    dyadic_release(context, mark);
    return found;
}

/* The greatest depth is above `low` and not above `high`. */
typedef struct depth_range {
    dyadic low, high;
    int rounds; /* how often it may be halved */
} depth_range;

/* Beyond doubles a range has one end at most that is a double, and may be long: depths go
 * from -2^BEYOND to 2^BEYOND. It is cut at powers of two first, then at 53 bits of them. */
static depth_range range_beyond(depth_comparison *ask, bool deep)
{
    enum { BEYOND = 4096, MANTISSA = 54 };
    dyadic_arena *context = ask->common.arena;
    const dyadic one = FROM(deep ? 1 : -1);
    long least = 1023, most = BEYOND; /* |depth| is between 2^least and 2^most */
    while (most - least > 1) {
        long middle = least + (most - least) / 2;
        bool deeper_than = look_beyond(ask, dyadic_scale(context, one, middle)).found ==
                           CONTACT_OVERLAP;
        if (deeper_than == deep)
            least = middle;
        else
            most = middle;
    }
    dyadic near = dyadic_scale(context, one, least), far = dyadic_scale(context, one, most);
    return (depth_range){deep ? near : far, deep ? far : near, DEPTH_BITS + MANTISSA};
}

/* `above` is the smallest double not below the greatest depth. */
static depth_range range_below(depth_comparison *ask, double above)
{
    dyadic_arena *context = ask->common.arena;
    double below = double_next_down(above);
    if (isinf(above) || isinf(below))
        return range_beyond(ask, above > 0);
    return (depth_range){FROM(below), FROM(above), DEPTH_BITS};
}

static double find_time(depth_comparison *ask, double above)
{
    dyadic_arena *context = ask->common.arena;
    const exact_relative *r = ask->common.relative;
    depth_range range = range_below(ask, above);
    deeper at = {.found = CONTACT_APART};
    double only;
    if (isfinite(above))
        at = look_beyond_double(ask, above);
    if (at.found != CONTACT_TOUCH)
        at = look_beyond(ask, range.low);
    for (int i = 0; i < range.rounds && at.found == CONTACT_OVERLAP && !context->exhausted; i++) {
        if (i % TIMES_ASKED == 0 && find_only_time(ask, range.low, true, &only))
            return only; /* what competed with it has fallen behind */
        dyadic middle = MUL(ADD(range.low, range.high), FROM(0.5));
        deeper next = look_beyond(ask, middle);
        if (next.found == CONTACT_APART) {
            range.high = middle;
            continue;
        }
        range.low = middle;
        at = next;
    }
    if (at.found == CONTACT_OVERLAP && find_only_time(ask, range.low, false, &only))
        return only;
    return at.whole && at.found == CONTACT_TOUCH ? life_first_double(context, r) : at.first;
}

void polygon_accelerated_clearance(dyadic_arena *context, const pair *question,
                                   const exact_relative *r, const polygon_gap *within,
                                   graze_clearance *result)
{
    depth_comparison ask = {.common = {.compare = compare_depth, .arena = context, .relative = r},
                            .question = question,
                            .within = within};
    double depth, from = 0, to = r->endless ? INFINITY : nearest_double(r->length);
    if (within != NULL && within->low != NULL)
        from = root_guess(context, within->low);
    if (within != NULL && within->high != NULL)
        to = root_guess(context, within->high);
    if (!polygon_guess_accelerated(question, r, from, to, &depth))
        depth = question->radius_a + question->radius_b -
                polygon_guess_least_distance(context, question, r, within);
    ask.common.numbers[0] = SUM(question->radius_a, question->radius_b);
    result->common_life = true;
    double above;
    result->depth = comparison_round_both(&ask.common, depth, &above);
    result->distance = -above;
    result->time = find_time(&ask, above);
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
