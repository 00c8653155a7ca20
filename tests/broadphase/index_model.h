/* SPDX-License-Identifier: MIT */
/* What an index holds, once more in plain lists, and its questions answered by brute force.
 */
#ifndef TESTS_BROADPHASE_INDEX_MODEL_H
#define TESTS_BROADPHASE_INDEX_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <graze/index.h>

#include "broadphase/index_cases.h"

typedef struct pair_list {
    graze_index_pair *pairs;
    size_t count, capacity;
    size_t stop_at; /* how many to take; 0: all */
} pair_list;

/* Sinks: the context is a list. */
bool pair_list_take(void *context, const graze_index_pair *pair);
bool pair_list_take_entry(void *context, const graze_index_entry *entry);

/* The promised order. */
int compare_index_pairs(const void *a, const void *b);

void pair_list_sort(pair_list *list);
bool pair_lists_agree(const pair_list *a, const pair_list *b);
void pair_list_free(pair_list *list);

/* Whether all pairs of an index, as they are found, are those of a sorted list. */
bool index_finds(const graze_index *index, const pair_list *wanted);

/* ---- brute force -------------------------------------------------------------------- */

typedef struct model {
    crowd crowd;
    bool *present;
    plain_box *boxes; /* CROWD_MOTIONS for each agent */
    double margin;
} model;

model model_make(const crowd_kind *kind, int agents, double margin, uint64_t seed);
void model_free(model *emptied);

/* After the agent has changed. */
void model_agent(model *of, int agent);

size_t motions_of(const model *of, int agent);
const plain_box *box_at(const model *of, int agent, size_t motion);

/* What a box meets among all agents but one, from an agent on. */
void brute_partners(const model *of, const plain_box *sides, bool closed, size_t except,
                    int least, graze_index_pair pair, pair_list *list);

pair_list brute_agent(const model *of, int agent, int least);
pair_list brute_pairs(const model *of);

#endif
