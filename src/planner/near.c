/* SPDX-License-Identifier: MIT */
/* All vertices and edges, asked once for each place. */
#include "planner/near.h"

#include "base/memory.h"
#include "planner/array.h"

static const graze_allocator *memory_of(const near_book *book)
{
    return &book->clashes->ground->memory;
}

void near_open(near_book *book, clash_book *clashes)
{
    *book = (near_book){.clashes = clashes};
}

void near_close(near_book *book)
{
    if (book->clashes == NULL)
        return;
    memory_free(memory_of(book), book->places);
    memory_free(memory_of(book), book->edges);
    memory_free(memory_of(book), book->vertices);
    *book = (near_book){.clashes = NULL};
}

static graze_status gather_edges(near_book *book, near_place *made)
{
    const terrain *ground = book->clashes->ground;
    made->first_edge = book->edge_count;
    for (uint32_t e = 0; e < ground->edge_count; e++) {
        span when = clash_stay(book->clashes, made->kind_resting, made->place,
                               made->kind_moving, e);
        if (when.lower >= when.upper)
            continue;
        if (!ARRAY_RESERVE(memory_of(book), book->edges, book->edge_capacity,
                           book->edge_count + 1))
            return GRAZE_ERROR_MEMORY;
        book->edges[book->edge_count++] = (near_edge){e, when.upper};
    }
    made->edge_count = book->edge_count - made->first_edge;
    return book->clashes->status;
}

static graze_status gather_vertices(near_book *book, near_place *made)
{
    uint32_t vertices = book->clashes->ground->roadmap->vertex_count;
    made->first_vertex = book->vertex_count;
    for (uint32_t v = 0; v < vertices; v++) {
        if (!clash_places(book->clashes, made->kind_resting, made->place, made->kind_moving, v))
            continue;
        if (!ARRAY_RESERVE(memory_of(book), book->vertices, book->vertex_capacity,
                           book->vertex_count + 1))
            return GRAZE_ERROR_MEMORY;
        book->vertices[book->vertex_count++] = v;
    }
    made->vertex_count = book->vertex_count - made->first_vertex;
    return book->clashes->status;
}

graze_status near_find(near_book *book, uint32_t kind_resting, uint32_t place,
                       uint32_t kind_moving, const near_place **found)
{
    for (size_t i = 0; i < book->count; i++) {
        *found = &book->places[i];
        if ((*found)->place == place && (*found)->kind_resting == kind_resting &&
            (*found)->kind_moving == kind_moving)
            return GRAZE_OK;
    }
    if (!ARRAY_RESERVE(memory_of(book), book->places, book->capacity, book->count + 1))
        return GRAZE_ERROR_MEMORY;
    near_place made = {.kind_resting = kind_resting, .place = place, .kind_moving = kind_moving};
    graze_status status = gather_edges(book, &made);
    if (status == GRAZE_OK)
        status = gather_vertices(book, &made);
    if (status != GRAZE_OK)
        return status;
    book->places[book->count] = made;
    *found = &book->places[book->count++];
    return GRAZE_OK;
}
