/* SPDX-License-Identifier: MIT */
/* <graze/collision_table.h>: the planner's collision intervals, in seconds. */
#include <graze/collision_table.h>

#include <math.h>

#include "base/memory.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "planner/biclique.h"
#include "planner/collision_intervals.h"
#include "planner/lattice.h"

struct graze_collision_table {
    planning_graph graph;
    collision_table answers;
};

/* ---- making ------------------------------------------------------------------------- */

static graze_status validate_kind(const graze_roadmap *roadmap, const graze_body_kind *kind)
{
    graze_status status = graze_body_validate(&kind->body);
    if (status == GRAZE_OK && kind->moves != NULL &&
        !graph_has_vertices(kind->moves, roadmap->vertex_count))
        status = GRAZE_ERROR_INDEX;
    graze_lattice lattice; /* of its own: are places, edges and speed valid? */
    return status == GRAZE_OK ? graze_lattice_for_roadmap(roadmap, kind->speed, &lattice) : status;
}

static graze_status validate(const graze_roadmap *roadmap, const graze_body_kind *kinds,
                             size_t kind_count, double tolerance)
{
    if (roadmap == NULL || kinds == NULL || !graph_has_vertices(roadmap, roadmap->vertex_count))
        return GRAZE_ERROR_NULL;
    if (kind_count == 0)
        return GRAZE_ERROR_EMPTY;
    if (kind_count > COLLISION_KINDS_MAX)
        return GRAZE_ERROR_CAPACITY;
    graze_status status = tolerance_validate(tolerance);
    for (size_t k = 0; k < kind_count && status == GRAZE_OK; k++)
        status = validate_kind(roadmap, &kinds[k]);
    return status;
}

graze_status graze_collision_table_new(const graze_roadmap *roadmap, const graze_body_kind *kinds,
                                       size_t kind_count, double tolerance,
                                       const graze_allocator *allocator,
                                       graze_collision_table **table)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = validate(roadmap, kinds, kind_count, tolerance);
    if (status != GRAZE_OK)
        return status;
    graze_allocator memory = memory_allocator(allocator);
    graze_collision_table *made = memory_new(&memory, 1, sizeof *made);
    if (made == NULL)
        return GRAZE_ERROR_MEMORY;
    status = graph_open(&made->graph, &memory, roadmap, kinds, (uint32_t)kind_count, tolerance);
    if (status != GRAZE_OK) {
        memory_free(&memory, made);
        return status;
    }
    collision_open(&made->answers, &made->graph);
    *table = made;
    return GRAZE_OK;
}

void graze_collision_table_free(graze_collision_table *table)
{
    if (table == NULL)
        return;
    graze_allocator memory = table->graph.memory;
    collision_close(&table->answers);
    graph_close(&table->graph);
    memory_free(&memory, table);
}

/* ---- questions ---------------------------------------------------------------------- */

static bool has_kind(const graze_collision_table *table, size_t kind)
{
    return kind < table->graph.kind_count;
}

static bool has_edge(const graze_collision_table *table, size_t kind, uint32_t edge)
{
    return has_kind(table, kind) && edge < table->graph.edge_count;
}

static bool has_vertex(const graze_collision_table *table, size_t kind, uint32_t vertex)
{
    return has_kind(table, kind) && vertex < table->graph.roadmap->vertex_count;
}

static bool may_move(const graze_collision_table *table, size_t kind, uint32_t edge)
{
    return graph_duration(&table->graph, (uint32_t)kind, edge) < TICK_HORIZON;
}

/* What the last questions have met; they may be asked again. */
static graze_status status_of(graze_collision_table *table)
{
    graze_status status = table->answers.status;
    table->answers.status = GRAZE_OK;
    return status;
}

static span of_moves(graze_collision_table *table, size_t kind_a, uint32_t edge_a, size_t kind_b,
                     uint32_t edge_b)
{
    if (!may_move(table, kind_a, edge_a) || !may_move(table, kind_b, edge_b))
        return (span){0, 0};
    return collision_of_moves(&table->answers, (uint32_t)kind_a, edge_a, (uint32_t)kind_b, edge_b);
}

static graze_interval in_seconds(const graze_collision_table *table, span when)
{
    const time_grid *grid = &table->graph.grid;
    return (graze_interval){time_grid_seconds(grid, when.lower),
                            time_grid_seconds(grid, when.upper)};
}

static graze_status write_interval(graze_collision_table *table, span when,
                                   graze_interval *interval, bool *exists)
{
    graze_status status = status_of(table);
    if (status != GRAZE_OK)
        return status;
    *exists = when.lower < when.upper;
    if (*exists)
        *interval = in_seconds(table, when);
    return GRAZE_OK;
}

graze_status graze_collision_table_lattice(const graze_collision_table *table,
                                           graze_lattice *lattice)
{
    if (table == NULL || lattice == NULL)
        return GRAZE_ERROR_NULL;
    *lattice = table->graph.grid;
    return GRAZE_OK;
}

graze_status graze_collision_table_motion(const graze_collision_table *table, size_t kind,
                                          uint32_t edge, double start, graze_motion *motion)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || motion == NULL)
        return GRAZE_ERROR_NULL;
    if (!has_edge(table, kind, edge))
        return GRAZE_ERROR_INDEX;
    if (!isfinite(start))
        return GRAZE_ERROR_NOT_FINITE;
    if (!may_move(table, kind, edge))
        return GRAZE_ERROR_UNSUPPORTED;
    tick end = time_grid_floor(&table->graph.grid, start) +
               graph_duration(&table->graph, (uint32_t)kind, edge);
    if (lattice_down(&table->graph.grid, start) != start || end >= TICK_HORIZON)
        return GRAZE_ERROR_LATTICE;
    return graph_motion_between(&table->graph, edge, start,
                                time_grid_seconds(&table->graph.grid, end), motion);
}

graze_status graze_collision_table_moves(graze_collision_table *table, size_t kind_a,
                                         uint32_t edge_a, size_t kind_b, uint32_t edge_b,
                                         graze_interval *differences, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || differences == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!has_edge(table, kind_a, edge_a) || !has_edge(table, kind_b, edge_b))
        return GRAZE_ERROR_INDEX;
    span when = of_moves(table, kind_a, edge_a, kind_b, edge_b);
    return write_interval(table, when, differences, exists);
}

graze_status graze_collision_table_stay(graze_collision_table *table, size_t kind_resting,
                                        uint32_t vertex, size_t kind_moving, uint32_t edge,
                                        graze_interval *times, bool *exists)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || times == NULL || exists == NULL)
        return GRAZE_ERROR_NULL;
    if (!has_vertex(table, kind_resting, vertex) || !has_edge(table, kind_moving, edge))
        return GRAZE_ERROR_INDEX;
    span when = {0, 0};
    if (may_move(table, kind_moving, edge))
        when = collision_of_stay(&table->answers, (uint32_t)kind_resting, vertex,
                                 (uint32_t)kind_moving, edge);
    return write_interval(table, when, times, exists);
}

graze_status graze_collision_table_places(graze_collision_table *table, size_t kind_a,
                                          uint32_t vertex_a, size_t kind_b, uint32_t vertex_b,
                                          bool *overlap)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || overlap == NULL)
        return GRAZE_ERROR_NULL;
    if (!has_vertex(table, kind_a, vertex_a) || !has_vertex(table, kind_b, vertex_b))
        return GRAZE_ERROR_INDEX;
    bool answer = collision_of_places(&table->answers, (uint32_t)kind_a, vertex_a, (uint32_t)kind_b,
                                      vertex_b);
    graze_status status = status_of(table);
    if (status == GRAZE_OK)
        *overlap = answer;
    return status;
}

/* ---- questions about an interval of differences ------------------------------------- */

/* The ticks inside an open interval of seconds; there is one at least. */
static graze_status inside(const graze_collision_table *table, const graze_interval *interval,
                           span *ticks)
{
    if (isnan(interval->lower) || isnan(interval->upper))
        return GRAZE_ERROR_NOT_FINITE;
    *ticks = (span){time_grid_floor(&table->graph.grid, interval->lower),
                    time_grid_ceil(&table->graph.grid, interval->upper)};
    return ticks->upper - ticks->lower >= 2 ? GRAZE_OK : GRAZE_ERROR_INTERVAL;
}

/* Does an interval hold all ticks of another one, which has some? */
static bool holds_all(span when, span ticks)
{
    return when.lower <= ticks.lower && ticks.upper <= when.upper;
}

graze_status graze_collision_table_partners(graze_collision_table *table, size_t kind_a,
                                            uint32_t edge_a, const graze_interval *throughout,
                                            size_t kind_b, uint32_t *edges, size_t capacity,
                                            size_t *count)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || (edges == NULL && capacity > 0) || count == NULL)
        return GRAZE_ERROR_NULL;
    if (!has_edge(table, kind_a, edge_a) || !has_kind(table, kind_b))
        return GRAZE_ERROR_INDEX;
    span ticks = {0, 0};
    graze_status status = throughout == NULL ? GRAZE_OK : inside(table, throughout, &ticks);
    size_t found = 0;
    for (uint32_t e = 0; e < table->graph.edge_count && status == GRAZE_OK; e++) {
        span when = of_moves(table, kind_a, edge_a, kind_b, e);
        if (when.lower >= when.upper || (throughout != NULL && !holds_all(when, ticks)))
            continue;
        if (found < capacity)
            edges[found] = e;
        found++;
    }
    if (status == GRAZE_OK)
        status = status_of(table);
    if (status == GRAZE_OK && found > capacity)
        status = GRAZE_ERROR_CAPACITY;
    if (status == GRAZE_OK)
        *count = found;
    return status;
}

/* Candidates for one side of a biclique, and which of them are chosen. */
typedef struct candidates {
    size_t kind, count;
    uint32_t *edges;
    bool *chosen;
} candidates;

static span of_candidates(graze_collision_table *table, const candidates *a, size_t i,
                          const candidates *b, size_t j)
{
    return of_moves(table, a->kind, a->edges[i], b->kind, b->edges[j]);
}

/* Chooses the candidates. The first ones are certain, so who is apart from the other side's first
 * does not count, and the first ones are apart from nobody who does. */
static graze_status choose(graze_collision_table *table, span ticks, const candidates *a,
                           const candidates *b, bool *apart)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            apart[i * b->count + j] = !holds_all(of_candidates(table, a, i, b, j), ticks);
    for (size_t i = 0; i < a->count; i++)
        a->chosen[i] = !apart[i * b->count];
    for (size_t j = 0; j < b->count; j++)
        b->chosen[j] = !apart[j];
    graze_status status = status_of(table);
    if (status != GRAZE_OK || apart[0])
        return status;
    const bipartite graph = {a->count, b->count, apart};
    return biclique_find(&graph, &table->graph.memory, a->chosen, b->chosen);
}

/* All answers are kept by now. */
static span intersection(graze_collision_table *table, const candidates *a, const candidates *b)
{
    span common = of_candidates(table, a, 0, b, 0);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            if (!a->chosen[i] || !b->chosen[j])
                continue;
            span when = of_candidates(table, a, i, b, j);
            common.lower = when.lower > common.lower ? when.lower : common.lower;
            common.upper = when.upper < common.upper ? when.upper : common.upper;
        }
    return common;
}

static size_t keep_chosen(const candidates *of)
{
    size_t kept = 0;
    for (size_t i = 0; i < of->count; i++)
        if (of->chosen[i])
            of->edges[kept++] = of->edges[i];
    return kept;
}

static bool are_edges(const graze_collision_table *table, const candidates *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (!has_edge(table, of->kind, of->edges[i]))
            return false;
    return true;
}

static graze_status find_biclique(graze_collision_table *table, span ticks, candidates *a,
                                  candidates *b, graze_interval *common)
{
    /* apart, a->chosen and b->chosen, in one block */
    const graze_allocator *memory = &table->graph.memory;
    bool *apart = memory_new(memory, a->count + 1, (b->count + 1) * sizeof *apart);
    if (apart == NULL)
        return GRAZE_ERROR_MEMORY;
    a->chosen = apart + a->count * b->count;
    b->chosen = a->chosen + a->count;
    graze_status status = choose(table, ticks, a, b, apart);
    if (status == GRAZE_OK && apart[0]) {
        a->count = b->count = 0;
    } else if (status == GRAZE_OK) {
        *common = in_seconds(table, intersection(table, a, b));
        a->count = keep_chosen(a);
        b->count = keep_chosen(b);
    }
    memory_free(memory, apart);
    return status;
}

graze_status graze_collision_table_biclique(graze_collision_table *table,
                                            const graze_interval *throughout, size_t kind_a,
                                            uint32_t *edges_a, size_t *count_a, size_t kind_b,
                                            uint32_t *edges_b, size_t *count_b,
                                            graze_interval *common)
{
    FLOAT_MODE_DEFAULT;
    if (table == NULL || throughout == NULL || edges_a == NULL || count_a == NULL ||
        edges_b == NULL || count_b == NULL || common == NULL)
        return GRAZE_ERROR_NULL;
    candidates a = {kind_a, *count_a, edges_a, NULL}, b = {kind_b, *count_b, edges_b, NULL};
    if (a.count == 0 || b.count == 0)
        return GRAZE_ERROR_EMPTY;
    if (!are_edges(table, &a) || !are_edges(table, &b))
        return GRAZE_ERROR_INDEX;
    span ticks;
    graze_status status = inside(table, throughout, &ticks);
    if (status == GRAZE_OK)
        status = find_biclique(table, ticks, &a, &b, common);
    if (status == GRAZE_OK) {
        *count_a = a.count;
        *count_b = b.count;
    }
    return status;
}
