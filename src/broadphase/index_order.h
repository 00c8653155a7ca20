/* SPDX-License-Identifier: MIT */
/* Answers in order, in as much memory as there is.
 *
 *     answer_order order = order_begin(workspace, small, count);
 *     do {
 *         ... order_add(&order, ...) every answer, in any order ...
 *         order_close(&order);
 *         ... order.list[0 .. order.count - 1] are the next answers ...
 *     } while (order_again(&order));
 *
 * A list that overflows keeps its smaller half, and the question is asked again for
 * what is beyond it. Answers are distinct.
 */
#ifndef GRAZE_BROADPHASE_INDEX_ORDER_H
#define GRAZE_BROADPHASE_INDEX_ORDER_H

#include <graze/unsafe.h>
#include <stdbool.h>
#include <stdint.h>

/* Ordered by major, then by minor. */
typedef struct answer {
    uint64_t major; /* the other agent and the own motion */
    uint32_t minor; /* the other motion */
} answer;

enum { ORDER_SMALL = 512 };

typedef struct answer_order {
    answer *list;
    size_t count, capacity;
    bool cut, continued; /* answers >= limit, and answers <= last, are not for now */
    answer limit, last;
} answer_order;

/* In the workspace if it is larger, else in `small`, ORDER_SMALL answers. */
answer_order order_begin(const graze_workspace *workspace, answer *small);

void order_add(answer_order *order, uint32_t agent, uint32_t own_motion, uint32_t motion);

void order_close(answer_order *order);

/* Are there more answers? Then they are the next to be collected. */
bool order_again(answer_order *order);

#endif
