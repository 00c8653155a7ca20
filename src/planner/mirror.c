/* SPDX-License-Identifier: MIT */
#include "planner/mirror.h"

#include "base/array.h"
#include "base/memory.h"

static bool get_memory(mirror *made)
{
    planning_graph *graph = &made->graph;
    const size_t edges = graph->edge_count, vertices = made->of->roadmap->vertex_count;
    made->first = memory_new(&graph->memory, vertices + 1, sizeof *made->first);
    made->targets = memory_new(&graph->memory, edges, sizeof *made->targets);
    made->roadmap = (graze_roadmap){made->of->roadmap->vertex_count, made->of->roadmap->places,
                                    made->first, made->targets};
    graph->from = memory_new(&graph->memory, edges, sizeof *graph->from);
    graph->arriving = memory_new(&graph->memory, edges, sizeof *graph->arriving);
    graph->arriving_first = memory_new(&graph->memory, vertices + 1, sizeof *graph->arriving_first);
    graph->durations = memory_new(&graph->memory, edges, sizeof *graph->durations);
    return made->first != NULL && made->targets != NULL && graph->from != NULL &&
           graph->arriving != NULL && graph->arriving_first != NULL && graph->durations != NULL;
}

static void turn_edges(mirror *made, uint32_t kind)
{
    const planning_graph *of = made->of;
    planning_graph *graph = &made->graph;
    for (uint32_t v = 0; v <= of->roadmap->vertex_count; v++) {
        made->first[v] = of->arriving_first[v];
        graph->arriving_first[v] = (uint32_t)of->roadmap->first[v];
    }
    for (uint32_t i = 0; i < of->edge_count; i++) {
        const uint32_t edge = of->arriving[i];
        made->targets[i] = of->from[edge];
        graph->from[i] = graph_to(of, edge);
        graph->durations[i] = graph_duration(of, kind, edge);
        graph->arriving[edge] = i;
    }
}

graze_status mirror_open(mirror *made, const planning_graph *graph, uint32_t kind,
                         const sipp_world *world)
{
    *made = (mirror){.of = graph, .world = world};
    made->graph = (planning_graph){.memory = graph->memory,
                                   .grid = graph->grid,
                                   .edge_count = graph->edge_count,
                                   .robots = graph->robots,
                                   .roadmap = &made->roadmap};
    if (!get_memory(made)) {
        mirror_close(made);
        return GRAZE_ERROR_MEMORY;
    }
    turn_edges(made, kind);
    return GRAZE_OK;
}

void mirror_close(mirror *made)
{
    if (made->of == NULL)
        return;
    const graze_allocator *memory = &made->graph.memory;
    memory_free(memory, made->first);
    memory_free(memory, made->targets);
    memory_free(memory, made->graph.from);
    memory_free(memory, made->graph.arriving);
    memory_free(memory, made->graph.arriving_first);
    memory_free(memory, made->graph.durations);
    memory_free(memory, made->spans);
    *made = (mirror){.of = NULL};
}

/* ---- what is blocked ---------------------------------------------------------------- */

/* Times from the last to the first, counted back from `end`. */
static graze_status turn_spans(mirror *seen, tick end, span_list *blocked)
{
    if (!ARRAY_RESERVE(&seen->graph.memory, seen->spans, seen->span_capacity, blocked->count))
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < blocked->count; i++) {
        span last = blocked->spans[blocked->count - 1 - i];
        seen->spans[i] = (span){end - last.upper, end - last.lower};
    }
    *blocked = (span_list){seen->spans, blocked->count};
    return GRAZE_OK;
}

static graze_status vertex_blocked(void *context, uint32_t vertex, span_list *blocked,
                                   span_list *stays)
{
    mirror *seen = context;
    graze_status status = seen->world->vertex(seen->world->context, vertex, blocked, stays);
    for (; blocked->count > 0 && blocked->spans[0].upper <= 0; blocked->count--)
        blocked->spans++; /* nobody is there before time begins */
    return status == GRAZE_OK ? turn_spans(seen, seen->deadline, blocked) : status;
}

static graze_status edge_blocked_between(void *context, uint32_t edge, tick first, tick last,
                                         span_list *blocked)
{
    mirror *seen = context;
    const sipp_world *world = seen->world;
    const tick end = seen->deadline - seen->graph.durations[edge];
    const tick from = last < end ? end - last : 0, until = first < end ? end - first : 0;
    graze_status status =
        world->edge_between(world->context, seen->of->arriving[edge], from, until, blocked);
    return status == GRAZE_OK ? turn_spans(seen, end, blocked) : status;
}

sipp_world mirror_world(mirror *seen)
{
    return (sipp_world){.context = seen,
                        .vertex = vertex_blocked,
                        .edge_between = edge_blocked_between,
                        .patience = seen->world->patience};
}
