/* SPDX-License-Identifier: MIT */
/* <graze/index.h>: its questions. A probe goes to every level; what the sieves let
 * through is told at once, or put in order first. */
#include <graze/index.h>

#include <math.h>

#include "broadphase/index_boxes.h"
#include "broadphase/index_course.h"
#include "broadphase/index_join.h"
#include "broadphase/index_partners.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "numeric/rounding.h"
#include "paths/validate.h"

/* ---- all pairs, as found ------------------------------------------------------------ */

typedef struct pair_search {
    const graze_index *index;
    graze_index_pair_sink sink;
    index_found_sink found; /* null: `sink` is told */
    void *context;
    index_entry own; /* across levels */
} pair_search;

/* The smaller agent first. The agents are different. */
static inline graze_index_pair pair_in_order(index_entry a, index_entry b)
{
    return a.agent < b.agent ? (graze_index_pair){a.agent, a.motion, b.agent, b.motion}
                             : (graze_index_pair){b.agent, b.motion, a.agent, a.motion};
}

static bool tell_places(void *context, const index_shelf *shelf, const place_pair *pairs,
                        uint32_t count)
{
    const pair_search *search = context;
    bool goes_on = true;
    for (uint32_t i = 0; i < count && goes_on; i++) {
        /* Which agent is smaller is a toss-up: places are exchanged by bits, not by a branch. */
        const uint32_t own = pair_own(pairs[i]), other = pair_other(pairs[i]);
        const bool is_later = shelf->entry[own].agent > shelf->entry[other].agent;
        const uint32_t change = (own ^ other) & (0 - (uint32_t)is_later);
        const index_entry *a = &shelf->entry[own ^ change], *b = &shelf->entry[other ^ change];
        const graze_index_pair pair = {a->agent, a->motion, b->agent, b->motion};
        goes_on = a->agent == b->agent || search->sink(search->context, &pair);
    }
    return goes_on;
}

static index_entry without_course(const index_entry *marked)
{
    return (index_entry){marked->agent, marked->motion & COURSE_MOTIONS};
}

/* The same of an index that was opened, whose numbers of motions are marked. */
static bool tell_courses(void *context, const index_shelf *shelf, const place_pair *pairs,
                         uint32_t count)
{
    const pair_search *search = context;
    const index_agent *agents = search->index->agents;
    bool goes_on = true;
    for (uint32_t i = 0; i < count && goes_on; i++) {
        const uint32_t a = pair_own(pairs[i]), b = pair_other(pairs[i]);
        const index_entry one = without_course(&shelf->entry[a]);
        const index_entry other = without_course(&shelf->entry[b]);
        const graze_index_pair pair = pair_in_order(one, other);
        goes_on = one.agent == other.agent ||
                  search->found(search->context, &pair,
                                courses_apart(shelf, a, agents[one.agent].body.radius, b,
                                              agents[other.agent].body.radius));
    }
    return goes_on;
}

static bool tell_across(void *context, const index_shelf *shelf, uint32_t place)
{
    const pair_search *search = context;
    if (search->found == NULL) {
        const graze_index_pair pair = pair_in_order(search->own, shelf->entry[place]);
        return search->sink(search->context, &pair);
    }
    const graze_index_pair pair =
        pair_in_order(without_course(&search->own), without_course(&shelf->entry[place]));
    return search->found(search->context, &pair, false);
}

/* When any box on a level behind begins first and ends last. */
static void span_behind(const graze_index *index, int level, float *begin, float *end)
{
    *begin = (float)INFINITY;
    *end = (float)-INFINITY;
    for (int i = level + 1; i < index->level_count; i++) {
        const index_box *bounds = &index->levels[i].shelf.bounds;
        *begin = fminf(*begin, bounds->lower[INDEX_TIME]);
        *end = fmaxf(*end, bounds->upper[INDEX_TIME]);
    }
}

static void ask_levels(pair_search *search, int level, uint32_t place, index_sieve *sieve)
{
    const graze_index *index = search->index;
    const index_shelf *shelf = &index->levels[level].shelf;
    if (shelf_is_clear(shelf, place))
        return;
    const index_box sides = shelf_box(shelf, place);
    search->own = shelf->entry[place];
    sieve->except = search->own.agent;
    const index_probe probe = probe_of_entry(&sides, &search->own);
    for (int i = level + 1; i < index->level_count; i++)
        level_ask(&index->levels[i], &probe, 0, sieve);
}

/* The boxes at some places of a level with those on all levels behind. Most are gone before the
 * first that waits for ever. */
static void ask_behind(pair_search *search, int level, uint32_t first, uint32_t last,
                       index_sieve *sieve)
{
    const index_shelf *shelf = &search->index->levels[level].shelf;
    float begin, end;
    span_behind(search->index, level, &begin, &end);
    for (uint32_t place = first; place < last && !sieve->stopped; place++)
        if (shelf->upper[INDEX_TIME][place] > begin && shelf->lower[INDEX_TIME][place] < end)
            ask_levels(search, level, place, sieve);
}

/* The k-th of n equal shares of a total begins here; k = n is its end. */
static size_t share_of(size_t total, size_t k, size_t n)
{
    return total / n * k + total % n * k / n;
}

static graze_status validate_parts(const graze_index *index, size_t part, size_t parts,
                                   graze_index_pair_sink sink)
{
    if (index == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    return part < parts && parts <= UINT32_MAX ? GRAZE_OK : GRAZE_ERROR_INDEX;
}

static void find_pairs(pair_search *search, join_meet meet, size_t part, size_t parts)
{
    const graze_index *index = search->index;
    index_join join = {.search = index->search, .lives = index_lives_of(index),
                       .meet = meet, .context = search};
    index_sieve across;
    index_sieve_make(index, tell_across, search, &across);
    for (int i = 0; i < index->level_count && !join.stopped; i++) {
        const size_t count = index->levels[i].shelf.count;
        const uint32_t first = (uint32_t)share_of(count, part, parts);
        const uint32_t last = (uint32_t)share_of(count, part + 1, parts);
        join_level(&join, &index->levels[i], first, last);
        across.stopped = join.stopped;
        if (i + 1 < index->level_count)
            ask_behind(search, i, first, last, &across);
        join.stopped = across.stopped;
    }
}

graze_status graze_index_pairs_as_found(const graze_index *index, size_t part, size_t parts,
                                        graze_index_pair_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate_parts(index, part, parts, sink);
    if (status != GRAZE_OK)
        return status;
    pair_search search = {.index = index, .sink = sink, .context = context};
    find_pairs(&search, tell_places, part, parts);
    return GRAZE_OK;
}

void index_find(const graze_index *index, index_found_sink found, void *context)
{
    pair_search search = {.index = index, .found = found, .context = context};
    find_pairs(&search, tell_courses, 0, 1);
}

/* ---- an agent's pairs, and all of them in order ------------------------------------- */

enum { OWN_BOXES = 16 };

/* The motions of an agent, whose boxes are made some at a time. */
typedef struct own_motions {
    const graze_index *index;
    index_entry asked;
    uint32_t first, ready; /* the motion of box[0]; how many there are */
    index_box box[OWN_BOXES];
    index_entry entry[OWN_BOXES];
} own_motions;

static void make_ready(own_motions *own)
{
    const uint32_t left = own->index->agents[own->asked.agent].count - own->asked.motion;
    own->first = own->asked.motion;
    own->ready = left < OWN_BOXES ? left : OWN_BOXES;
    index_own_boxes(own->index, own->asked, own->ready, &(index_items){own->box, own->entry});
}

static bool probe_own(void *from, size_t motion, index_probe *probe)
{
    own_motions *own = from;
    own->asked.motion = (uint32_t)motion;
    if (own->asked.motion - own->first >= own->ready) /* before it, too */
        make_ready(own);
    const index_box *sides = &own->box[own->asked.motion - own->first];
    if (index_is_nowhere(sides))
        return false;
    *probe = probe_of_entry(sides, &own->asked);
    return true;
}

static void tell_agent(const graze_index *index, size_t agent, size_t least,
                       const graze_workspace *workspace, graze_index_pair_sink sink,
                       void *context)
{
    own_motions own; /* not cleared: it has room for some boxes */
    own.index = index;
    own.asked.agent = (uint32_t)agent;
    own.first = own.ready = 0;
    const index_asker asker = {probe_own, &own, index->agents[agent].count, agent,
                               least};
    partners_tell(index, &asker, workspace, sink, context);
}

graze_status graze_index_agent_pairs(const graze_index *index, size_t agent,
                                     graze_index_partners partners,
                                     const graze_workspace *workspace,
                                     graze_index_pair_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = index_validate_present(index, agent);
    if (status != GRAZE_OK)
        return status;
    if (sink == NULL)
        return GRAZE_ERROR_NULL;
    if (partners != GRAZE_INDEX_OTHERS && partners != GRAZE_INDEX_LATER)
        return GRAZE_ERROR_CHOICE;
    size_t least = partners == GRAZE_INDEX_LATER ? agent : 0;
    tell_agent(index, agent, least, workspace, sink, context);
    return GRAZE_OK;
}

/* Remembers that the caller has had enough. */
typedef struct stoppable {
    graze_index_pair_sink sink;
    void *context;
    bool stopped;
} stoppable;

static bool pass_on(void *context, const graze_index_pair *pair)
{
    stoppable *to = context;
    to->stopped = !to->sink(to->context, pair);
    return !to->stopped;
}

graze_status graze_index_pairs(const graze_index *index, size_t part, size_t parts,
                               const graze_workspace *workspace, graze_index_pair_sink sink,
                               void *context)
{
    FLOAT_MODE_DEFAULT;
    graze_status status = validate_parts(index, part, parts, sink);
    if (status != GRAZE_OK)
        return status;
    stoppable to = {sink, context, false};
    size_t last = share_of(index->agent_count, part + 1, parts);
    for (size_t agent = share_of(index->agent_count, part, parts);
         agent < last && !to.stopped; agent++)
        if (index_is_present(&index->agents[agent]))
            tell_agent(index, agent, agent, workspace, pass_on, &to);
    return GRAZE_OK;
}

/* ---- what if ------------------------------------------------------------------------ */

graze_status graze_index_what_if(const graze_index *index, const graze_body *body,
                                 const graze_trajectory *trajectory, size_t instead_of,
                                 double margin, const graze_workspace *workspace,
                                 graze_index_pair_sink sink, void *context)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || body == NULL || trajectory == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate(body, trajectory);
    if (status == GRAZE_OK)
        status = tolerance_validate(margin);
    if (status != GRAZE_OK)
        return status;
    index_guest guest = {trajectory, box_reach_of(body), index_margin_of(index, margin)};
    const index_asker asker = {guest_probe, &guest, trajectory->count, instead_of, 0};
    partners_tell(index, &asker, workspace, sink, context);
    return GRAZE_OK;
}

/* ---- near a place ------------------------------------------------------------------- */

/* Outward by one double, infinities as they are. */
static void bound(double place, double distance, double *lower, double *upper)
{
    const double low = place - distance, high = place + distance;
    *lower = isfinite(low) ? double_next_down(low) : low;
    *upper = isfinite(high) ? double_next_up(high) : high;
}

graze_index_region graze_index_round(graze_vector place, double distance, double begin, double end)
{
    FLOAT_MODE_DEFAULT;
    graze_index_region region = {.begin = begin, .end = end};
    bound(place.x, distance, &region.lower.x, &region.upper.x);
    bound(place.y, distance, &region.lower.y, &region.upper.y);
    bound(place.z, distance, &region.lower.z, &region.upper.z);
    return region;
}

static graze_status validate_region(const graze_index_region *region)
{
    const double low[] = {region->lower.x, region->lower.y, region->lower.z, region->begin};
    const double high[] = {region->upper.x, region->upper.y, region->upper.z, region->end};
    for (int k = 0; k < INDEX_AXES; k++)
        if (isnan(low[k]) || isnan(high[k]))
            return GRAZE_ERROR_NOT_FINITE;
    for (int k = 0; k < INDEX_AXES; k++)
        if (low[k] > high[k])
            return GRAZE_ERROR_INTERVAL;
    return GRAZE_OK;
}

typedef struct entry_sink {
    graze_index_entry_sink sink;
    void *context;
} entry_sink;

static bool tell_entry(void *context, const graze_index_pair *pair)
{
    const entry_sink *to = context;
    const graze_index_entry entry = {pair->agent_b, pair->motion_b};
    return to->sink(to->context, &entry);
}

static bool probe_region(void *from, size_t motion, index_probe *probe)
{
    (void)motion;
    *probe = *(const index_probe *)from;
    return true;
}

graze_status graze_index_near(const graze_index *index, const graze_index_region *region,
                              const graze_workspace *workspace, graze_index_entry_sink sink,
                              void *context)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || region == NULL || sink == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = validate_region(region);
    if (status != GRAZE_OK)
        return status;
    const graze_vector *low = &region->lower, *high = &region->upper;
    const box wide = {{low->x, low->y, low->z}, {high->x, high->y, high->z},
                      region->begin, region->end};
    const index_box narrow = index_box_narrow(&wide);
    const index_life life = {region->begin, region->end};
    index_probe probe = probe_of_life(&narrow, life, true);
    entry_sink to = {sink, context};
    const index_asker asker = {probe_region, &probe, 1, GRAZE_INDEX_NOBODY, 0};
    partners_tell(index, &asker, workspace, tell_entry, &to);
    return GRAZE_OK;
}
