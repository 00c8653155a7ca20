/* SPDX-License-Identifier: MIT */
/* A table in which the new replaces the old. */
#include "planner/prospect.h"

#include "base/memory.h"
#include "planner/hash.h"

enum { FIRST_CAPACITY = 1 << 10, LAST_CAPACITY = 1 << 18 };

void prospect_open(prospect_book *book, demand_book *demands, rivals *pairs)
{
    *book = (prospect_book){.demands = demands, .pairs = pairs};
}

static const graze_allocator *memory_of(const prospect_book *book)
{
    return &book->demands->ground->memory;
}

void prospect_close(prospect_book *book)
{
    memory_free(memory_of(book), book->kept);
    prospect_open(book, book->demands, book->pairs);
}

static prospect *place_of(const prospect_book *book, const uint32_t sets[2],
                          const uint32_t routes[2])
{
    uint64_t hash = hash_mixed((uint64_t)sets[0] << 32 | sets[1]);
    hash = hash_mixed(hash ^ ((uint64_t)routes[0] << 32 | routes[1]));
    return &book->kept[hash & (book->capacity - 1)];
}

/* The sets of an empty place are equal, which those of two agents never are. */
static bool is_filled(const prospect *place)
{
    return place->sets[0] != place->sets[1];
}

static bool grow(prospect_book *book)
{
    prospect_book bigger = *book;
    bigger.capacity = book->capacity == 0 ? FIRST_CAPACITY : 2 * book->capacity;
    bigger.kept = memory_new(memory_of(book), bigger.capacity, sizeof *bigger.kept);
    if (bigger.kept == NULL)
        return false;
    bigger.count = 0;
    for (size_t i = 0; i < book->capacity; i++)
        if (is_filled(&book->kept[i])) {
            *place_of(&bigger, book->kept[i].sets, book->kept[i].routes) = book->kept[i];
            bigger.count++;
        }
    memory_free(memory_of(book), book->kept);
    *book = bigger;
    return true;
}

static bool has_front(const prospect_book *book, const outlook_question *asked)
{
    const demand_set *sets = book->demands->sets;
    return asked->fronts != NULL &&
           front_known(asked->fronts, sets[asked->sets[0]].agent, sets[asked->sets[1]].agent) !=
               NULL;
}

/* Looks again where the two have turned out to be hard to part. */
static graze_status look(prospect_book *book, const outlook_question *asked, prospect *seen)
{
    bool known = has_front(book, asked);
    outlook best;
    graze_status status = outlook_of_pair(book->demands, asked, &best);
    if (status != GRAZE_OK)
        return status;
    tick more = outlook_least(&best);
    if (book->pairs != NULL && more < TICK_NEVER)
        status = rivals_bound(book->pairs, asked->sets[0], asked->sets[1], more, &more);
    if (status == GRAZE_OK && !known && has_front(book, asked))
        status = outlook_of_pair(book->demands, asked, &best);
    *seen = (prospect){.sets = {asked->sets[0], asked->sets[1]},
                       .routes = {asked->routes[0], asked->routes[1]},
                       .rises = {best.rises[0], best.rises[1]},
                       .more = more};
    return status;
}

graze_status prospect_of_pair(prospect_book *book, const outlook_question *asked,
                              const prospect **seen)
{
    if (2 * book->count >= book->capacity && book->capacity < LAST_CAPACITY && !grow(book))
        return GRAZE_ERROR_MEMORY;
    prospect *place = place_of(book, asked->sets, asked->routes);
    *seen = place;
    if (place->sets[0] == asked->sets[0] && place->sets[1] == asked->sets[1] &&
        place->routes[0] == asked->routes[0] && place->routes[1] == asked->routes[1])
        return GRAZE_OK;
    prospect found;
    graze_status status = look(book, asked, &found);
    if (status != GRAZE_OK)
        return status;
    book->count += !is_filled(place);
    *place = found;
    return GRAZE_OK;
}

static tick least(const prospect *seen)
{
    return seen->rises[0] < seen->rises[1] ? seen->rises[0] : seen->rises[1];
}

static tick greatest(const prospect *seen)
{
    return seen->rises[0] < seen->rises[1] ? seen->rises[1] : seen->rises[0];
}

bool prospect_is_better(const prospect *a, const prospect *b)
{
    bool a_forced = greatest(a) >= TICK_NEVER, b_forced = greatest(b) >= TICK_NEVER;
    if (a_forced != b_forced)
        return a_forced;
    if (least(a) != least(b))
        return least(a) > least(b);
    return greatest(a) > greatest(b);
}
