/* SPDX-License-Identifier: MIT */
/* Sorting in place: the library's qsort may allocate. */
#include "broadphase/index_order.h"

static bool before(const answer *a, const answer *b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

answer_order order_begin(const graze_workspace *workspace, answer *small)
{
    answer_order order = {.list = small, .capacity = ORDER_SMALL};
    if (workspace != NULL && workspace->memory != NULL &&
        workspace->size / sizeof(answer) > ORDER_SMALL) {
        order.list = workspace->memory;
        order.capacity = workspace->size / sizeof(answer);
    }
    return order;
}

/* Insertion at distances that shrink by 4/9: fast for what is nearly sorted, and good
 * enough for thousands. */
static void sort(answer *list, size_t count)
{
    for (size_t gap = count * 4 / 9 + (count > 1); gap > 0; gap = gap == 1 ? 0 : (gap * 4 + 5) / 9)
        for (size_t i = gap; i < count; i++) {
            answer moved = list[i];
            size_t j = i;
            for (; j >= gap && before(&moved, &list[j - gap]); j -= gap)
                list[j] = list[j - gap];
            list[j] = moved;
        }
}

static void keep_half(answer_order *order)
{
    sort(order->list, order->count);
    order->count /= 2;
    order->limit = order->list[order->count];
    order->cut = true;
}

void order_add(answer_order *order, uint32_t agent, uint32_t own_motion, uint32_t motion)
{
    const answer found = {(uint64_t)agent << 32 | own_motion, motion};
    if (order->continued && !before(&order->last, &found))
        return;
    if (order->count == order->capacity)
        keep_half(order);
    if (!order->cut || before(&found, &order->limit))
        order->list[order->count++] = found;
}

void order_close(answer_order *order)
{
    sort(order->list, order->count);
}

bool order_again(answer_order *order)
{
    if (!order->cut)
        return false;
    order->last = order->list[order->count - 1];
    order->continued = true;
    order->cut = false;
    order->count = 0;
    return true;
}
