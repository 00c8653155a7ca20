/* SPDX-License-Identifier: MIT */
/* Sets of constraints gathered, compared and hashed. */
#include "planner/constraint_list.h"

#include "base/array.h"

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_constraints(const void *left, const void *right)
{
    const constraint *a = left, *b = right;
    int order = compare(a->type, b->type);
    if (order == 0)
        order = compare(a->place, b->place);
    if (order == 0)
        order = compare(a->when.lower, b->when.lower);
    if (order == 0)
        order = compare(a->when.upper, b->when.upper);
    return order != 0 ? order : compare(a->kind, b->kind);
}

/* Does a later constraint ask for no more than an earlier one, or can the two be one? Of those
 * in sorted order; the earlier one then is all that is asked. */
static bool merge(constraint *earlier, const constraint *later)
{
    if (earlier->type != later->type || earlier->place != later->place)
        return false;
    switch (earlier->type) {
    case CONSTRAINT_VERTEX:
    case CONSTRAINT_MOTION:
        if (later->when.lower >= earlier->when.upper)
            return false;
        if (later->when.upper > earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case CONSTRAINT_LENGTH:
        earlier->when = later->when;
        return true;
    case CONSTRAINT_POSITIVE: /* the same start (constraint_can_be_positive) */
        if (!span_share_tick(earlier->when, later->when))
            return false;
        earlier->when.lower = later->when.lower;
        if (later->when.upper < earlier->when.upper)
            earlier->when.upper = later->when.upper;
        return true;
    case CONSTRAINT_TARGET:
        return earlier->kind == later->kind;
    case CONSTRAINT_WAIT:
        break;
    }
    return false;
}

static graze_status insert(const constraint_table *table, const constraint *added,
                           constraint_list *list)
{
    if (!ARRAY_RESERVE(&table->graph->memory, list->constraints, list->capacity, list->count + 1))
        return GRAZE_ERROR_MEMORY;
    size_t i = list->count++;
    for (; i > 0 && compare_constraints(&list->constraints[i - 1], added) > 0; i--)
        list->constraints[i] = list->constraints[i - 1];
    list->constraints[i] = *added;
    return GRAZE_OK;
}

/* Of a group of forbidden moves each is a constraint; a positive one stays one. */
static graze_status insert_meaning(const constraint_table *table, const constraint *added,
                                   constraint_list *list)
{
    graze_status status = GRAZE_OK;
    uint32_t count;
    if (added->type != CONSTRAINT_MOTION || added->kind == MOVE_GROUP_NONE)
        return insert(table, added, list);
    const group_move *moves = move_group_moves(&table->groups, added->kind, &count);
    for (uint32_t i = 0; i < count && status == GRAZE_OK; i++)
        status = insert(
            table, &(constraint){CONSTRAINT_MOTION, moves[i].edge, MOVE_GROUP_NONE, moves[i].when},
            list);
    return status;
}

graze_status constraint_list_gather(const constraint_table *table, uint32_t set,
                                    const constraint *added, constraint_list *list)
{
    graze_status status = GRAZE_OK;
    list->count = 0;
    if (added != NULL)
        status = insert_meaning(table, added, list);
    for (; table->sets[set].size > 0 && status == GRAZE_OK; set = table->sets[set].smaller)
        status = insert_meaning(table, &table->sets[set].last, list);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || !merge(&list->constraints[kept - 1], &list->constraints[i]))
            list->constraints[kept++] = list->constraints[i];
    list->count = kept;
    return status;
}

uint64_t constraint_list_hash(const constraint_list *list, uint32_t agent)
{
    uint64_t hash = hash_mixed(agent + 1);
    for (size_t i = 0; i < list->count; i++) {
        const constraint *c = &list->constraints[i];
        hash = hash_mixed(hash ^ (uint64_t)c->type << 60 ^ (uint64_t)c->kind << 40 ^ c->place);
        hash = hash_mixed(hash_mixed(hash ^ (uint64_t)c->when.lower) ^ (uint64_t)c->when.upper);
    }
    return hash;
}

bool constraint_list_is_equal(const constraint_list *a, const constraint_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (compare_constraints(&a->constraints[i], &b->constraints[i]) != 0)
            return false;
    return true;
}
