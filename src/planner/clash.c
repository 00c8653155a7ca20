/* SPDX-License-Identifier: MIT */
/* A hash table of the kernel's answers. */
#include "planner/clash.h"

#include <graze/unsafe.h>
#include <math.h>

#include "base/memory.h"

struct clash_entry {
    uint64_t what, who; /* who = 0: an empty place */
    span when;
};

enum { FIRST_CAPACITY = 1 << 12 };

void clash_open(clash_book *book, const terrain *ground)
{
    *book = (clash_book){.ground = ground};
}

void clash_close(clash_book *book)
{
    memory_free(&book->ground->memory, book->entries);
    book->entries = NULL;
    book->count = book->capacity = 0;
}

static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static clash_entry *place_of(const clash_book *book, uint64_t what, uint64_t who)
{
    size_t mask = book->capacity - 1;
    size_t i = mixed(what, who) & mask;
    while (book->entries[i].who != 0 &&
           (book->entries[i].what != what || book->entries[i].who != who))
        i = (i + 1) & mask;
    return &book->entries[i];
}

static bool grow(clash_book *book)
{
    clash_book bigger = *book;
    bigger.capacity = book->capacity == 0 ? FIRST_CAPACITY : book->capacity * 2;
    bigger.entries =
        memory_new(&book->ground->memory, bigger.capacity, sizeof *bigger.entries);
    if (bigger.entries == NULL)
        return false;
    for (size_t i = 0; i < book->capacity; i++)
        if (book->entries[i].who != 0)
            *place_of(&bigger, book->entries[i].what, book->entries[i].who) = book->entries[i];
    memory_free(&book->ground->memory, book->entries);
    *book = bigger;
    return true;
}

static graze_status motion_along(const terrain *ground, uint32_t of_kind, uint32_t edge,
                                 graze_motion *motion)
{
    graze_point a = terrain_place(ground, ground->from[edge]);
    graze_point b = terrain_place(ground, terrain_to(ground, edge));
    double end = lattice_seconds(&ground->clock, terrain_duration(ground, of_kind, edge));
    return graze_motion_waypoint((graze_vector){a.x, a.y, 0}, (graze_vector){b.x, b.y, 0}, 0, end,
                                 motion);
}

static graze_status motion_at(const terrain *ground, uint32_t vertex, graze_motion *motion)
{
    graze_point a = terrain_place(ground, vertex);
    graze_vector place = {a.x, a.y, 0};
    return graze_motion_waypoint(place, place, 0, HUGE_VAL, motion);
}

/* The ticks of an open interval of seconds, if there is one. */
static span in_ticks(const terrain *ground, const graze_interval *interval, size_t count)
{
    if (count == 0)
        return (span){0, 0};
    return (span){lattice_floor(&ground->clock, interval->lower),
                  lattice_ceil(&ground->clock, interval->upper)};
}

static graze_status ask_moves(const terrain *ground, uint32_t kind_a, uint32_t edge_a,
                              uint32_t kind_b, uint32_t edge_b, span *when)
{
    graze_motion a, b;
    graze_interval unsafe = {0, 0};
    size_t count = 0;
    graze_status status = motion_along(ground, kind_a, edge_a, &a);
    if (status == GRAZE_OK)
        status = motion_along(ground, kind_b, edge_b, &b);
    if (status == GRAZE_OK)
        status = graze_unsafe_starts(&ground->kinds[kind_a].body, &a, &ground->kinds[kind_b].body,
                                     &b, ground->tolerance, NULL, &unsafe, 1, &count);
    if (status == GRAZE_OK)
        *when = in_ticks(ground, &unsafe, count);
    return status;
}

static graze_status ask_stay(const terrain *ground, uint32_t kind_resting, uint32_t vertex,
                             uint32_t kind_moving, uint32_t edge, span *when)
{
    graze_motion rest, move;
    graze_interval overlap = {0, 0};
    size_t count = 0;
    graze_status status = motion_at(ground, vertex, &rest);
    if (status == GRAZE_OK)
        status = motion_along(ground, kind_moving, edge, &move);
    if (status == GRAZE_OK)
        status = graze_conflict_intervals(&ground->kinds[kind_resting].body, &rest,
                                          &ground->kinds[kind_moving].body, &move,
                                          ground->tolerance, &overlap, 1, &count);
    if (status == GRAZE_OK)
        *when = in_ticks(ground, &overlap, count);
    return status;
}

/* What is certainly farther apart than the bodies reach: rounding makes a gap wrong by
 * less than its 2^-52nd part, and the sum of the radii too. */
static bool are_apart(const terrain *ground, uint32_t kind_a, const terrain_box *a,
                      uint32_t kind_b, const terrain_box *b)
{
    double reach = (ground->kinds[kind_a].body.radius + ground->kinds[kind_b].body.radius) *
                   (1 + 0x1p-50);
    return b->left - a->right > reach || a->left - b->right > reach ||
           b->bottom - a->top > reach || a->bottom - b->top > reach;
}

/* The place for an answer, made if need be; null after a failure. */
static clash_entry *entry_for(clash_book *book, uint64_t what, uint64_t who)
{
    if (book->status != GRAZE_OK)
        return NULL;
    if (2 * (book->count + 1) > book->capacity && !grow(book)) {
        book->status = GRAZE_ERROR_MEMORY;
        return NULL;
    }
    return place_of(book, what, who);
}

static span keep(clash_book *book, clash_entry *entry, uint64_t what, uint64_t who, span when,
                 graze_status status)
{
    book->kernel_calls++;
    if (status != GRAZE_OK) {
        book->status = status;
        return (span){0, 0};
    }
    *entry = (clash_entry){what, who, when};
    book->count++;
    return when;
}

enum { ABOUT_MOVES = 1, ABOUT_STAY = 2 };

/* Kinds in 12 bits each, what it is about in 2, and on a regular terrain the offset
 * of the places, which the boxes have shown to be small. */
static uint64_t who_of(const terrain *ground, int about, uint32_t kind_a, uint32_t kind_b,
                       uint32_t vertex_a, uint32_t vertex_b)
{
    uint64_t who = (uint64_t)about | (uint64_t)kind_a << 2 | (uint64_t)kind_b << 14;
    if (!ground->regular)
        return who;
    graze_point a = terrain_place(ground, vertex_a), b = terrain_place(ground, vertex_b);
    uint64_t x = (uint16_t)(int)(b.x - a.x), y = (uint16_t)(int)(b.y - a.y);
    return who | x << 32 | y << 48;
}

span clash_moves(clash_book *book, uint32_t kind_a, uint32_t edge_a, uint32_t kind_b,
                 uint32_t edge_b)
{
    const terrain *ground = book->ground;
    if (are_apart(ground, kind_a, &ground->boxes[edge_a], kind_b, &ground->boxes[edge_b]))
        return (span){0, 0};
    uint64_t what = (uint64_t)ground->shapes[edge_a] << 32 | ground->shapes[edge_b];
    uint64_t who = who_of(ground, ABOUT_MOVES, kind_a, kind_b, ground->from[edge_a],
                          ground->from[edge_b]);
    clash_entry *entry = entry_for(book, what, who);
    if (entry == NULL)
        return (span){0, 0};
    if (entry->who != 0)
        return entry->when;
    span when = {0, 0};
    graze_status status = ask_moves(ground, kind_a, edge_a, kind_b, edge_b, &when);
    return keep(book, entry, what, who, when, status);
}

span clash_stay(clash_book *book, uint32_t kind_resting, uint32_t vertex, uint32_t kind_moving,
                uint32_t edge)
{
    const terrain *ground = book->ground;
    graze_point place = terrain_place(ground, vertex);
    terrain_box box = {place.x, place.y, place.x, place.y};
    if (are_apart(ground, kind_resting, &box, kind_moving, &ground->boxes[edge]))
        return (span){0, 0};
    uint64_t what = (uint64_t)(ground->regular ? 0 : vertex) << 32 | ground->shapes[edge];
    uint64_t who = who_of(ground, ABOUT_STAY, kind_resting, kind_moving, vertex,
                          ground->from[edge]);
    clash_entry *entry = entry_for(book, what, who);
    if (entry == NULL)
        return (span){0, 0};
    if (entry->who != 0)
        return entry->when;
    span when = {0, 0};
    graze_status status = ask_stay(ground, kind_resting, vertex, kind_moving, edge, &when);
    return keep(book, entry, what, who, when, status);
}

bool clash_places(clash_book *book, uint32_t kind_a, uint32_t vertex_a, uint32_t kind_b,
                  uint32_t vertex_b)
{
    const terrain *ground = book->ground;
    graze_point place_a = terrain_place(ground, vertex_a);
    graze_point place_b = terrain_place(ground, vertex_b);
    terrain_box box_a = {place_a.x, place_a.y, place_a.x, place_a.y};
    terrain_box box_b = {place_b.x, place_b.y, place_b.x, place_b.y};
    if (are_apart(ground, kind_a, &box_a, kind_b, &box_b))
        return false;
    graze_motion a, b;
    bool overlap = false;
    graze_status status = motion_at(ground, vertex_a, &a);
    if (status == GRAZE_OK)
        status = motion_at(ground, vertex_b, &b);
    if (status == GRAZE_OK)
        status = graze_conflict_exists(&ground->kinds[kind_a].body, &a,
                                       &ground->kinds[kind_b].body, &b, ground->tolerance,
                                       &overlap);
    if (status != GRAZE_OK && book->status == GRAZE_OK)
        book->status = status;
    return overlap;
}
