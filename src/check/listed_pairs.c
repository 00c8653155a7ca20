/* SPDX-License-Identifier: MIT */
#include "check/listed_pairs.h"

#include <pthread.h>
#include <string.h>

#include "base/array.h"
#include "check/time_slices.h"
#include "paths/validate.h"

enum {
    SLICE_LEAST = 1 << 12,
    SLICE_MOST = 1 << 17, /* [count] motions, whose boxes take a thread 15 MB */
    SLICE_MANY = 1 << 20, /* [count] so many where there are very many agents */
    AGENT_WANTED = 8,     /* [count] of each agent in a slice: as many more are made in vain */
    AGENT_MOTIONS = 2     /* [count] fewer of each agent in a slice are not worth looking at all */
};

/* ---- finding ------------------------------------------------------------------------ */

typedef struct found_pair {
    uint32_t agent_a;
    listed_pair pair;
} found_pair;

/* What one thread finds in its slices. */
typedef struct pair_part {
    const plan_check *check;
    const time_slices *slices;
    size_t first, last; /* of the slices: first <= k < last */
    size_t *began;      /* of each agent: the first motion that begins in them */
    slice_walk walk;
    found_pair *found;
    size_t count, capacity;
    size_t most;                 /* pairs of all parts together */
    atomic_size_t *together;     /* so many are there */
    bool is_whole;
    pthread_t thread;
    bool apart; /* in a thread of its own */
} pair_part;

/* A pair is told in the slice in which the later of both motions begins. Where boxes of two agents
 * come in between, those count what they leave, and nothing is decided before. */
static bool take(void *context, const graze_index_pair *met, bool apart)
{
    pair_part *part = context;
    const slice_agent *a = &part->walk.agents[met->agent_a];
    const slice_agent *b = &part->walk.agents[met->agent_b];
    const size_t motion_a = a->first + met->motion_a, motion_b = b->first + met->motion_b;
    if (motion_a < a->fresh && motion_b < b->fresh)
        return true;
    if (part->count == part->most || plan_check_is_ended(part->check) ||
        !ARRAY_RESERVE(part->check->allocator, part->found, part->capacity, part->count + 1)) {
        part->is_whole = false;
        return false;
    }
    part->found[part->count].agent_a = (uint32_t)met->agent_a;
    part->found[part->count++].pair = (listed_pair){
        .agent_b = (uint32_t)met->agent_b & INT32_MAX,
        .apart = apart && part->check->options.filter == GRAZE_FILTER_NONE,
        .motion_a = (uint32_t)motion_a,
        .motion_b = (uint32_t)motion_b};
    return true;
}

/* False where the list will not be whole. */
static bool find_slice(pair_part *part, size_t slice)
{
    const double *border = &part->slices->borders[slice];
    const size_t before = part->count;
    if (!slice_walk_next(&part->walk, border[0], border[1]))
        return false;
    index_find(part->walk.index, take, part);
    const size_t added = part->count - before;
    return part->is_whole &&
           atomic_fetch_add(part->together, added) + added <= part->most;
}

/* Room for what most plans have of pairs and motions, so that long arrays need not be moved. */
static bool begin_part(pair_part *part)
{
    enum { MOTIONS_PER_PAIR = 4 };
    const plan_check *check = part->check;
    const size_t motions = part->most / part->slices->count;
    part->began = memory_resize(check->allocator, NULL, check->count, sizeof *part->began);
    return part->began != NULL &&
           ARRAY_RESERVE(check->allocator, part->found, part->capacity,
                         (part->last - part->first) * motions / MOTIONS_PER_PAIR) &&
           slice_walk_open(&part->walk, check, part->slices->borders[part->first],
                           motions + motions / 4);
}

static void *find_part(void *context)
{
    pair_part *part = context;
    const plan_check *check = part->check;
    part->is_whole = begin_part(part);
    for (size_t a = 0; part->is_whole && a < check->count; a++)
        part->began[a] = part->walk.agents[a].end;
    for (size_t k = part->first; part->is_whole && k < part->last; k++)
        part->is_whole = find_slice(part, k);
    return NULL;
}

static void run_parts(pair_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count) /* the last part is this thread's */
            parts[i].apart = pthread_create(&parts[i].thread, NULL, find_part, &parts[i]) == 0;
        if (!parts[i].apart)
            find_part(&parts[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (parts[i].apart)
            pthread_join(parts[i].thread, NULL);
}

/* True when all parts have all their pairs, and no motion is between two of them: each part has
 * seen that its own are in order, and the last one that there are no more. */
static bool are_whole(const plan_check *check, const pair_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!parts[i].is_whole)
            return false;
    for (size_t a = 0; a < check->count; a++) {
        size_t next = 0;
        for (size_t i = 0; i < count; next = parts[i++].walk.agents[a].end)
            if (parts[i].began[a] != next)
                return false;
    }
    return true;
}

/* Bodies, and numbers of motions, that an index takes. */
static bool are_valid(const plan_check *check)
{
    for (size_t a = 0; a < check->count; a++)
        if (check->trajectories[a].count > INDEX_AGENT_MOTIONS ||
            trajectory_validate_bodies(&check->bodies[a], &check->trajectories[a]) != GRAZE_OK)
            return false;
    return check->count <= INT32_MAX;
}

static size_t motion_count(const plan_check *check)
{
    size_t motions = 0;
    for (size_t i = 0; i < check->count; i++)
        motions += check->trajectories[i].count;
    return motions;
}

/* ---- by agents ---------------------------------------------------------------------- */

/* next[a] counts what agent a has, and becomes where the first of that goes. */
static void place_by_agents(size_t *next, size_t agents)
{
    size_t place = 0;
    for (size_t a = 0; a < agents; a++) {
        const size_t own = next[a];
        next[a] = place;
        place += own;
    }
}

/* By agent_b first, into `dealt`, then by agent_a, which leaves those of an agent in the order of
 * agent_b. first[a + 1] ends as where the pairs of agent a end. */
static void deal(struct listed_pairs *into, size_t agents, const pair_part *parts, size_t count,
                 found_pair *dealt, size_t pairs)
{
    size_t *next = into->first + 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].count; k++)
            next[parts[i].found[k].pair.agent_b]++;
    place_by_agents(next, agents);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].count; k++)
            dealt[next[parts[i].found[k].pair.agent_b]++] = parts[i].found[k];
    memset(next, 0, agents * sizeof *next);
    for (size_t k = 0; k < pairs; k++)
        next[dealt[k].agent_a]++;
    place_by_agents(next, agents);
    for (size_t k = 0; k < pairs; k++)
        into->pairs[next[dealt[k].agent_a]++] = dealt[k].pair;
}

static struct listed_pairs *list_of(const plan_check *check, const pair_part *parts, size_t count)
{
    struct listed_pairs *made = memory_new(check->allocator, 1, sizeof *made);
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++)
        pairs += parts[i].count;
    if (made == NULL)
        return NULL;
    made->pairs = memory_resize(check->allocator, NULL, pairs, sizeof *made->pairs);
    made->first = memory_new(check->allocator, check->count + 1, sizeof *made->first);
    found_pair *dealt = memory_resize(check->allocator, NULL, pairs, sizeof *dealt);
    made->dealt = made->pairs != NULL && made->first != NULL && dealt != NULL;
    if (made->dealt)
        deal(made, check->count, parts, count, dealt, pairs);
    memory_free(check->allocator, dealt);
    return made;
}

static void free_parts(const plan_check *check, pair_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memory_free(check->allocator, parts[i].began);
        memory_free(check->allocator, parts[i].found);
    }
    memory_free(check->allocator, parts);
}

/* Shares the slices out. */
static void find_all(plan_check *check, const time_slices *slices, size_t motions)
{
    const size_t threads = check->options.threads;
    const size_t count = slices->count < threads ? slices->count : threads;
    pair_part *parts = memory_new(check->allocator, count, sizeof *parts);
    atomic_size_t together = 0;
    if (parts == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        parts[i] = (pair_part){.check = check,
                               .slices = slices,
                               .first = slices->count * i / count,
                               .last = slices->count * (i + 1) / count,
                               .walk = {.check = check},
                               .most = motions,
                               .together = &together};
    run_parts(parts, count);
    const bool whole = are_whole(check, parts, count);
    for (size_t i = 0; i < count; i++) /* their memory is for what follows */
        slice_walk_close(&parts[i].walk);
    if (whole)
        check->listed = list_of(check, parts, count);
    if (check->listed != NULL && !check->listed->dealt)
        listed_pairs_free(check);
    free_parts(check, parts, count);
}

/* How many motions a slice should have. */
static size_t slice_size(const plan_check *check, size_t motions)
{
    const size_t wanted = AGENT_WANTED * check->count;
    const size_t many = wanted < SLICE_MANY ? wanted : SLICE_MANY;
    const size_t most = many > SLICE_MOST ? many : SLICE_MOST;
    size_t size = motions / check->options.threads;
    size = size < most ? size : most;
    size = size > SLICE_LEAST ? size : SLICE_LEAST;
    const size_t least = AGENT_MOTIONS * check->count;
    return size > least ? size : least;
}

void listed_pairs_find(plan_check *check)
{
    time_slices slices;
    const size_t motions = motion_count(check);
    if (!are_valid(check))
        return;
    const size_t threads = check->options.threads, wanted = motions / slice_size(check, motions);
    const size_t even = (wanted + threads - 1) / threads * threads; /* as many for each thread */
    time_slices_cut(check, motions, wanted > threads ? even : wanted, &slices);
    find_all(check, &slices, motions);
}

void listed_pairs_free(plan_check *check)
{
    if (check->listed == NULL)
        return;
    memory_free(check->allocator, check->listed->pairs);
    memory_free(check->allocator, check->listed->first);
    memory_free(check->allocator, check->listed);
    check->listed = NULL;
}

/* ---- in order ----------------------------------------------------------------------- */

/* Of two pairs of the same agents. */
static bool before(const listed_pair *a, const listed_pair *b)
{
    if (a->apart != b->apart)
        return a->apart < b->apart;
    return a->motion_a != b->motion_a ? a->motion_a < b->motion_a : a->motion_b < b->motion_b;
}

/* Heapsort, because the library's qsort may allocate: lets the one at `root` sink. */
static void sift(listed_pair *list, size_t root, size_t count)
{
    const listed_pair moved = list[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && before(&list[child], &list[child + 1]);
        if (!before(&moved, &list[child]))
            break;
        list[root] = list[child];
    }
    list[root] = moved;
}

static void sort_many(listed_pair *list, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        sift(list, root, count);
    for (size_t end = count; end-- > 1;) {
        const listed_pair greatest = list[0];
        list[0] = list[end];
        list[end] = greatest;
        sift(list, 0, end);
    }
}

/* By insertion: two agents mostly have few pairs, in the order of time but for some cells. */
static void sort_few(listed_pair *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const listed_pair moved = list[i];
        size_t at = i;
        for (; at > 0 && before(&moved, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

listed_pair *listed_pairs_of(const plan_check *check, size_t agent, size_t *count)
{
    enum { FEW = 32 };
    const struct listed_pairs *all = check->listed;
    listed_pair *own = all->pairs + all->first[agent];
    *count = all->first[agent + 1] - all->first[agent];
    for (size_t begin = 0, end; begin < *count; begin = end) {
        for (end = begin + 1; end < *count && own[end].agent_b == own[begin].agent_b;)
            end++;
        if (end - begin > FEW)
            sort_many(own + begin, end - begin);
        else
            sort_few(own + begin, end - begin);
    }
    return own;
}
