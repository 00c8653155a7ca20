/* SPDX-License-Identifier: MIT */
#include "check/listed_pairs.h"

#include <pthread.h>

#include "base/array.h"

enum { PART_MOTIONS = 8192 /* [count] fewer are not worth a thread */ };

/* ---- finding ------------------------------------------------------------------------ */

/* What one thread finds in its part of space and time. */
typedef struct pair_part {
    const plan_check *check;
    size_t number, parts;
    struct {
        uint32_t agent_a;
        listed_pair pair;
    } * found;
    size_t count, capacity, most;
    bool is_whole;
    pthread_t thread;
    bool apart; /* in a thread of its own */
} pair_part;

static bool take(void *context, const graze_index_pair *pair)
{
    pair_part *part = context;
    if (part->count == part->most || plan_check_is_ended(part->check) ||
        !ARRAY_RESERVE(part->check->allocator, part->found, part->capacity, part->count + 1)) {
        part->is_whole = false;
        return false;
    }
    part->found[part->count].agent_a = (uint32_t)pair->agent_a;
    part->found[part->count++].pair =
        (listed_pair){(uint32_t)pair->agent_b, (uint32_t)pair->motion_a, (uint32_t)pair->motion_b};
    return true;
}

static void *find_part(void *context)
{
    pair_part *part = context;
    part->is_whole = true;
    graze_status status =
        graze_index_pairs_as_found(part->check->index, part->number, part->parts, take, part);
    part->is_whole = part->is_whole && status == GRAZE_OK;
    return NULL;
}

static size_t motion_count(const plan_check *check)
{
    size_t motions = 0;
    for (size_t i = 0; i < check->count; i++)
        motions += check->trajectories[i].count;
    return motions;
}

/* True when all parts have all their pairs. */
static bool find_parts(plan_check *check, pair_part *parts, size_t count)
{
    const size_t most = motion_count(check) / count + 1;
    bool is_whole = true;
    for (size_t i = 0; i < count; i++) {
        parts[i] = (pair_part){.check = check, .number = i, .parts = count, .most = most};
        if (i + 1 < count) /* the last part is this thread's */
            parts[i].apart = pthread_create(&parts[i].thread, NULL, find_part, &parts[i]) == 0;
        if (!parts[i].apart)
            find_part(&parts[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (parts[i].apart)
            pthread_join(parts[i].thread, NULL);
        is_whole = is_whole && parts[i].is_whole;
    }
    return is_whole;
}

/* ---- by agents ---------------------------------------------------------------------- */

/* first[a + 1] counts the pairs of agent a, then is where its next one goes. */
static void deal(struct listed_pairs *into, size_t agents, const pair_part *parts, size_t count)
{
    size_t *next = into->first + 1, place = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].count; k++)
            next[parts[i].found[k].agent_a]++;
    for (size_t a = 0; a < agents; a++) {
        const size_t own = next[a];
        next[a] = place;
        place += own;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].count; k++)
            into->pairs[next[parts[i].found[k].agent_a]++] = parts[i].found[k].pair;
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
    if (made->pairs != NULL && made->first != NULL)
        deal(made, check->count, parts, count);
    return made;
}

void listed_pairs_find(plan_check *check)
{
    const size_t worth = 1 + motion_count(check) / PART_MOTIONS;
    const size_t count = worth < check->options.threads ? worth : check->options.threads;
    pair_part *parts = memory_new(check->allocator, count, sizeof *parts);
    if (parts == NULL)
        return;
    if (find_parts(check, parts, count))
        check->listed = list_of(check, parts, count);
    if (check->listed != NULL && (check->listed->pairs == NULL || check->listed->first == NULL))
        listed_pairs_free(check);
    for (size_t i = 0; i < count; i++)
        memory_free(check->allocator, parts[i].found);
    memory_free(check->allocator, parts);
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

static bool before(const listed_pair *a, const listed_pair *b)
{
    if (a->agent_b != b->agent_b)
        return a->agent_b < b->agent_b;
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

static void sort(listed_pair *list, size_t count)
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

listed_pair *listed_pairs_of(const plan_check *check, size_t agent, size_t *count)
{
    const struct listed_pairs *all = check->listed;
    listed_pair *own = all->pairs + all->first[agent];
    *count = all->first[agent + 1] - all->first[agent];
    sort(own, *count);
    return own;
}
