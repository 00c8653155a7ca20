/* SPDX-License-Identifier: MIT */
/* Lists of pairs, and brute force over all of them. */
#include "broadphase/index_model.h"

#include <stdlib.h>

/* ---- lists of answers --------------------------------------------------------------- */

static void list_put(pair_list *list, const graze_index_pair *pair)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 64;
        list->pairs = realloc(list->pairs, list->capacity * sizeof *list->pairs);
        if (list->pairs == NULL)
            abort();
    }
    list->pairs[list->count++] = *pair;
}

bool pair_list_take(void *context, const graze_index_pair *pair)
{
    pair_list *list = context;
    list_put(list, pair);
    return list->count != list->stop_at;
}

bool pair_list_take_entry(void *context, const graze_index_entry *entry)
{
    const graze_index_pair pair = {0, 0, entry->agent, entry->motion};
    return pair_list_take(context, &pair);
}

static int compare_sizes(size_t x, size_t y)
{
    return (x > y) - (x < y);
}

/* The promised order. */
int compare_index_pairs(const void *a, const void *b)
{
    const graze_index_pair *x = a, *y = b;
    int order = compare_sizes(x->agent_a, y->agent_a);
    order = order != 0 ? order : compare_sizes(x->agent_b, y->agent_b);
    order = order != 0 ? order : compare_sizes(x->motion_a, y->motion_a);
    return order != 0 ? order : compare_sizes(x->motion_b, y->motion_b);
}

void pair_list_sort(pair_list *list)
{
    if (list->count > 0)
        qsort(list->pairs, list->count, sizeof *list->pairs, compare_index_pairs);
}

bool pair_lists_agree(const pair_list *a, const pair_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = compare_index_pairs(&a->pairs[i], &b->pairs[i]) == 0;
    return same;
}

void pair_list_free(pair_list *list)
{
    free(list->pairs);
    *list = (pair_list){0};
}

bool index_finds(const graze_index *index, const pair_list *wanted)
{
    pair_list found = {0};
    const graze_status status =
        graze_index_pairs_as_found(index, 0, 1, pair_list_take, &found);
    pair_list_sort(&found);
    const bool does = status == GRAZE_OK && pair_lists_agree(&found, wanted);
    pair_list_free(&found);
    return does;
}

/* ---- brute force -------------------------------------------------------------------- */

void model_agent(model *of, int agent)
{
    const graze_trajectory *trajectory = &of->crowd.trajectories[agent];
    for (size_t i = 0; i < trajectory->count; i++)
        of->boxes[(size_t)agent * CROWD_MOTIONS + i] =
            plain_box_of(crowd_body(&of->crowd, agent, i), &trajectory->motions[i], of->margin);
}

model model_make(const crowd_kind *kind, int agents, double margin, uint64_t seed)
{
    model made = {crowd_make(kind, agents, seed), calloc((size_t)agents, sizeof(bool)),
                  calloc((size_t)agents * CROWD_MOTIONS, sizeof(plain_box)), margin};
    if (made.present == NULL || made.boxes == NULL)
        abort();
    for (int i = 0; i < agents; i++) {
        made.present[i] = true;
        model_agent(&made, i);
    }
    return made;
}

void model_free(model *emptied)
{
    crowd_free(&emptied->crowd);
    free(emptied->present);
    free(emptied->boxes);
}

size_t motions_of(const model *of, int agent)
{
    return of->present[agent] ? of->crowd.trajectories[agent].count : 0;
}

const plain_box *box_at(const model *of, int agent, size_t motion)
{
    return &of->boxes[(size_t)agent * CROWD_MOTIONS + motion];
}

/* What a sides meets among all agents but one, from an agent on. */
void brute_partners(const model *of, const plain_box *sides, bool closed, size_t except,
                    int least, graze_index_pair pair, pair_list *list)
{
    for (int b = least; b < of->crowd.agents; b++)
        for (size_t j = 0; (size_t)b != except && j < motions_of(of, b); j++) {
            pair.agent_b = (size_t)b;
            pair.motion_b = j;
            if (plain_boxes_meet(sides, box_at(of, b, j), closed))
                list_put(list, &pair);
        }
}

pair_list brute_agent(const model *of, int agent, int least)
{
    pair_list list = {0};
    for (size_t i = 0; i < motions_of(of, agent); i++) {
        const graze_index_pair pair = {(size_t)agent, i, 0, 0};
        brute_partners(of, box_at(of, agent, i), false, (size_t)agent, least, pair, &list);
    }
    pair_list_sort(&list);
    return list;
}

pair_list brute_pairs(const model *of)
{
    pair_list list = {0};
    for (int a = 0; a < of->crowd.agents; a++)
        for (size_t i = 0; i < motions_of(of, a); i++) {
            const graze_index_pair pair = {(size_t)a, i, 0, 0};
            brute_partners(of, box_at(of, a, i), false, (size_t)a, a + 1, pair, &list);
        }
    pair_list_sort(&list);
    return list;
}
