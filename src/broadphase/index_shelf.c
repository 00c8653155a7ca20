/* SPDX-License-Identifier: MIT */
/* Keeping boxes side by side. */
#include "broadphase/index_shelf.h"

#include <math.h>

#include "base/cpu.h"
#include "broadphase/index_quad.h"

enum { Z = 2 };

/* How many columns a shelf has. */
static size_t columns_of(const index_shelf *shelf)
{
    return shelf->lower[Z] == NULL ? 2 * INDEX_AXES - 2 : 2 * INDEX_AXES;
}

static void set_columns(index_shelf *shelf, float *sides, bool has_z)
{
    const size_t stride = shelf_stride(shelf->capacity);
    for (int k = 0; k < INDEX_AXES; k++) {
        shelf->lower[k] = sides + stride * shelf_column(k, false);
        shelf->upper[k] = sides + stride * shelf_column(k, true);
    }
    if (!has_z)
        shelf->lower[Z] = shelf->upper[Z] = NULL;
    /* Wide loads look beyond the last box; what they see there is masked out. */
    for (size_t column = 0; column < columns_of(shelf); column++)
        for (size_t lane = 0; lane < SHELF_LANES; lane++)
            sides[column * stride + shelf->capacity + lane] = (float)NAN;
}

bool shelf_make(const graze_allocator *allocator, uint32_t capacity, bool has_z,
                index_shelf *made)
{
    const size_t stride = shelf_stride(capacity);
    const size_t columns = has_z ? 2 * INDEX_AXES : 2 * INDEX_AXES - 2;
    *made = (index_shelf){.capacity = capacity};
    float *sides = memory_resize(allocator, NULL, stride * columns, sizeof *sides);
    made->entry = memory_resize(allocator, NULL, stride, sizeof *made->entry);
    if (sides == NULL || made->entry == NULL) {
        memory_free(allocator, sides);
        memory_free(allocator, made->entry);
        *made = (index_shelf){0};
        return false;
    }
    set_columns(made, sides, has_z);
    return true;
}

shelf_scratch shelf_lend(const index_shelf *shelf)
{
    return (shelf_scratch){(uint32_t *)(void *)shelf->lower[0],
                           (uint32_t *)(void *)shelf->lower[1]};
}

void shelf_free(const graze_allocator *allocator, index_shelf *emptied)
{
    memory_free(allocator, emptied->lower[0]);
    memory_free(allocator, emptied->entry);
    *emptied = (index_shelf){0};
}

size_t shelf_bytes(const index_shelf *shelf)
{
    return shelf->entry == NULL ? 0
                                : shelf_stride(shelf->capacity) *
                                      (columns_of(shelf) * sizeof(float) + sizeof *shelf->entry);
}

/* The least and the greatest of each side. */
typedef struct side_range {
    quad lower_least, lower_most, upper_least, upper_most;
} side_range;

static side_range range_begin(void)
{
    const float low[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    const float high[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    return (side_range){quad_load(high), quad_load(low), quad_load(high), quad_load(low)};
}

static inline void range_add(side_range *range, quad lower, quad upper)
{
    range->lower_least = quad_min(lower, range->lower_least);
    range->lower_most = quad_max(lower, range->lower_most);
    range->upper_least = quad_min(upper, range->upper_least);
    range->upper_most = quad_max(upper, range->upper_most);
}

static shelf_kind kind_of(const side_range *range)
{
    int varies = quad_above(range->lower_most, range->lower_least) |
                 quad_above(range->upper_most, range->upper_least);
    return varies & 4 ? SHELF_SPACE : varies & 8 ? SHELF_PLANE : SHELF_FLAT;
}

static void note_range(index_shelf *shelf, const side_range *range)
{
    quad_store(shelf->bounds.lower, range->lower_least);
    quad_store(shelf->bounds.upper, range->upper_most);
    shelf->kind = kind_of(range);
}

void shelf_append(index_shelf *shelf, const index_box *sides, index_entry entry)
{
    const uint32_t place = shelf->count++;
    for (int k = 0; k < INDEX_AXES; k++) {
        shelf->lower[k][place] = sides->lower[k];
        shelf->upper[k][place] = sides->upper[k];
    }
    shelf->entry[place] = entry;
    quad lower = quad_load(sides->lower), upper = quad_load(sides->upper);
    if (place > 0) {
        lower = quad_min(lower, quad_load(shelf->bounds.lower));
        upper = quad_max(upper, quad_load(shelf->bounds.upper));
    }
    quad_store(shelf->bounds.lower, lower);
    quad_store(shelf->bounds.upper, upper);
    shelf->kind = SHELF_SPACE; /* a shelf that grows is small and looks at everything */
}

/* Four items become four columns of eight sides. */
static inline void put_four(index_shelf *shelf, uint32_t place, const index_items *of,
                            const uint32_t *numbers, bool has_z, side_range *range)
{
    quad lower[4], upper[4];
    CPU_UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        const index_box *sides = &of->box[numbers[i]];
        lower[i] = quad_load(sides->lower);
        upper[i] = quad_load(sides->upper);
        range_add(range, lower[i], upper[i]);
        shelf->entry[place + (uint32_t)i] = of->entry[numbers[i]];
    }
    quad_turn(&lower[0], &lower[1], &lower[2], &lower[3]);
    quad_turn(&upper[0], &upper[1], &upper[2], &upper[3]);
    CPU_UNROLLED(4)
    for (int k = 0; k < INDEX_AXES; k++)
        if (k != Z || has_z) {
            quad_store(shelf->lower[k] + place, lower[k]);
            quad_store(shelf->upper[k] + place, upper[k]);
        }
}

/* The items that will be asked for soon: in the order of cells they lie anywhere. */
static inline void fetch_four(const index_items *of, const uint32_t *numbers)
{
    for (int i = 0; i < 4; i++) {
        CPU_PREFETCH(&of->box[numbers[i]]);
        CPU_PREFETCH(&of->entry[numbers[i]]);
    }
}

bool shelf_wants_z(const index_items *of, const uint32_t *numbers, uint32_t count)
{
    enum { SAMPLE = 64 };
    const index_box *first = &of->box[numbers[0]];
    bool varies = false;
    for (uint32_t i = 0; i < SAMPLE; i++) {
        const index_box *sides = &of->box[numbers[(uint64_t)i * count / SAMPLE]];
        varies |= sides->lower[Z] != first->lower[Z] || sides->upper[Z] != first->upper[Z];
    }
    return varies;
}

/* A sample had the same z, and others have not. */
static bool add_z(const graze_allocator *allocator, index_shelf *shelf, const index_items *of,
                  const uint32_t *numbers)
{
    float *sides = memory_resize(allocator, shelf->lower[0],
                                 shelf_stride(shelf->capacity) * 2 * INDEX_AXES, sizeof *sides);
    if (sides == NULL)
        return false;
    set_columns(shelf, sides, true);
    for (uint32_t place = 0; place < shelf->count; place++) {
        shelf->lower[Z][place] = of->box[numbers[place]].lower[Z];
        shelf->upper[Z][place] = of->box[numbers[place]].upper[Z];
    }
    return true;
}

bool shelf_fill(const graze_allocator *allocator, index_shelf *shelf, const index_items *of,
                const uint32_t *numbers, uint32_t count)
{
    enum { AHEAD = 64 };
    const bool has_z = shelf->lower[Z] != NULL;
    const uint32_t rest = count % 4, whole = count - rest;
    side_range range = range_begin();
    for (uint32_t place = 0; place < whole; place += 4) {
        if (place + AHEAD < whole)
            fetch_four(of, numbers + place + AHEAD);
        put_four(shelf, place, of, numbers + place, has_z, &range);
    }
    if (rest > 0) { /* and the last one again: there is room */
        uint32_t four[4];
        for (uint32_t i = 0; i < 4; i++)
            four[i] = numbers[i < rest ? whole + i : count - 1];
        put_four(shelf, whole, of, four, has_z, &range);
    }
    shelf->count = count;
    note_range(shelf, &range);
    return has_z || shelf->kind != SHELF_SPACE || add_z(allocator, shelf, of, numbers);
}

void shelf_clear(index_shelf *shelf, uint32_t place)
{
    shelf->lower[0][place] = shelf->upper[0][place] = (float)NAN;
}
