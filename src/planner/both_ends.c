/* SPDX-License-Identifier: MIT */
#include "planner/both_ends.h"

#include "base/memory.h"
#include "planner/mirror.h"

typedef struct both_ends {
    sipp *plain, ahead, back;
    sipp_question asked, asked_ahead, asked_back, asked_marked;
    const sipp_world *world;
    mirror seen;
    tick *distances; /* from the start */
    uint32_t *marks; /* by edge: the number of the last way that takes it */
    uint32_t mark;
    tick least, best; /* arrivals: none is earlier; of the best way, or TICK_NEVER */
    tick latest;      /* departure, or TICK_NEVER */
    tick stride;
    tick deadline; /* that is being looked at; -1: none */
    span always;
    bool is_open;
} both_ends;

/* ---- a way made earlier ------------------------------------------------------------- */

static graze_status vertex_blocked(void *context, uint32_t vertex, span_list *blocked,
                                   span_list *stays)
{
    const sipp_world *world = ((both_ends *)context)->world;
    return world->vertex(world->context, vertex, blocked, stays);
}

/* Edges that the way does not take are blocked for ever. */
static graze_status edge_blocked(void *context, uint32_t edge, tick first, tick last,
                                 span_list *blocked)
{
    both_ends *both = context;
    const sipp_world *world = both->world;
    *blocked = (span_list){&both->always, 1};
    return both->marks[edge] != both->mark
               ? GRAZE_OK
               : world->edge_between(world->context, edge, first, last, blocked);
}

/* Marks the edges of a way, of the mirror's or of the graph's. */
static void mark_way(both_ends *both, const sipp *search)
{
    both->mark++;
    for (size_t i = 0; i < search->step_count; i++) {
        uint32_t edge = search->steps[i].edge;
        both->marks[search == &both->back ? both->seen.of->arriving[edge] : edge] = both->mark;
    }
}

/* The earliest way over the edges marked. */
static graze_status find_marked(both_ends *both, sipp *search)
{
    const sipp_world world = {.context = both,
                              .vertex = vertex_blocked,
                              .edge_between = edge_blocked,
                              .patience = both->world->patience};
    graze_status status = sipp_find(search, &both->asked_marked, &world);
    both->best = search->arrival;
    both->deadline = -1;
    return status;
}

static graze_status take_way(both_ends *both, const sipp *search)
{
    mark_way(both, search);
    return find_marked(both, &both->ahead);
}

/* ---- what is asked ------------------------------------------------------------------ */

/* No arrival is earlier than the way takes alone, or before the goal is left for good; and nobody
 * departs after the first time at which he must have left the start. */
static graze_status find_bounds(both_ends *both)
{
    const sipp_question *question = &both->asked;
    const sipp_world *world = both->world;
    span_list blocked = {NULL, 0}, stays = {NULL, 0};
    both->least = question->distances[question->start];
    graze_status status = world->vertex(world->context, question->goal, &blocked, &stays);
    if (status == GRAZE_OK && blocked.count > 0 &&
        blocked.spans[blocked.count - 1].upper > both->least)
        both->least = blocked.spans[blocked.count - 1].upper;
    if (status == GRAZE_OK)
        status = world->vertex(world->context, question->start, &blocked, &stays);
    both->latest = TICK_NEVER;
    for (size_t i = blocked.count; status == GRAZE_OK && i > 0; i--)
        if (blocked.spans[i - 1].upper > 0)
            both->latest = blocked.spans[i - 1].lower;
    return status;
}

static graze_status open_others(both_ends *both)
{
    const planning_graph *graph = both->plain->graph;
    graze_status status = mirror_open(&both->seen, graph, both->asked.kind, both->world);
    both->distances =
        memory_new(&graph->memory, graph->roadmap->vertex_count, sizeof *both->distances);
    both->marks = memory_new(&graph->memory, graph->edge_count, sizeof *both->marks);
    both->is_open = true;
    if (status == GRAZE_OK && (both->distances == NULL || both->marks == NULL))
        status = GRAZE_ERROR_MEMORY;
    if (status == GRAZE_OK)
        status = sipp_open(&both->ahead, graph);
    if (status == GRAZE_OK)
        status = sipp_open(&both->back, &both->seen.graph);
    if (status == GRAZE_OK)
        status = graph_distances(&both->seen.graph, 0, both->asked.start, both->distances);
    both->asked_ahead = both->asked;
    both->asked_back = (sipp_question){.start = both->asked.goal,
                                       .goal = both->asked.start,
                                       .distances = both->distances,
                                       .expansion_limit = both->asked.expansion_limit};
    return status;
}

static void close_others(both_ends *both)
{
    const graze_allocator *memory = &both->plain->graph->memory;
    both->plain->expanded += both->ahead.expanded + both->back.expanded;
    sipp_close(&both->ahead);
    sipp_close(&both->back);
    mirror_close(&both->seen);
    memory_free(memory, both->distances);
    memory_free(memory, both->marks);
}

/* ---- turns -------------------------------------------------------------------------- */

/* The next deadline: a stride after the bound, or just before the best way. */
static graze_status begin_deadline(both_ends *both, const sipp_world *mirrored)
{
    tick deadline = both->least + both->stride;
    if (deadline >= both->best)
        deadline = both->best - 1;
    both->deadline = both->seen.deadline = deadline;
    both->asked_ahead.any_until = both->asked_ahead.latest_final = deadline;
    both->asked_back.latest_final = deadline;
    both->asked_back.any_until = deadline > both->latest ? deadline - both->latest : 1;
    graze_status status = sipp_begin(&both->ahead, &both->asked_ahead, both->world);
    return status == GRAZE_OK ? sipp_begin(&both->back, &both->asked_back, mirrored) : status;
}

static graze_status look_back(both_ends *both, const sipp_world *mirrored)
{
    graze_status status = sipp_go_on(&both->back, &both->asked_back, mirrored);
    if (status != GRAZE_OK || both->back.found)
        return status == GRAZE_OK ? take_way(both, &both->back) : status;
    if (both->back.open.count == 0) {
        both->least = both->deadline + 1;
        both->stride *= 2;
        both->deadline = -1;
    }
    return GRAZE_OK;
}

static graze_status look_ahead(both_ends *both)
{
    graze_status status = sipp_go_on(&both->ahead, &both->asked_ahead, both->world);
    return status == GRAZE_OK && both->ahead.found ? take_way(both, &both->ahead) : status;
}

/* A turn of those that look at a deadline. None is looked at beyond the horizon. */
static graze_status look_at_deadline(both_ends *both)
{
    const sipp_world mirrored = mirror_world(&both->seen);
    graze_status status = GRAZE_OK;
    if (both->least > TICK_HORIZON / 2 || both->stride > TICK_HORIZON / 2)
        return GRAZE_OK;
    if (both->deadline < 0)
        status = begin_deadline(both, &mirrored);
    if (status == GRAZE_OK)
        status = look_back(both, &mirrored);
    if (status == GRAZE_OK && both->deadline >= 0)
        status = look_ahead(both);
    return status;
}

static bool is_done(const both_ends *both)
{
    return both->plain->found || both->plain->open.count == 0 || both->least >= both->best;
}

/* The plain search has had the first turn; the others are made when it is not done. */
static graze_status take_turns(both_ends *both)
{
    graze_status status = GRAZE_OK;
    while (status == GRAZE_OK && !is_done(both)) {
        if (!both->is_open)
            status = open_others(both);
        if (status == GRAZE_OK)
            status = look_at_deadline(both);
        if (status == GRAZE_OK && !is_done(both))
            status = sipp_go_on(both->plain, &both->asked, both->world);
    }
    return status;
}

graze_status both_ends_find(sipp *search, const sipp_question *question, const sipp_world *world,
                            uint64_t turn)
{
    both_ends both = {.plain = search,
                      .asked = *question,
                      .world = world,
                      .best = TICK_NEVER,
                      .stride = world->patience,
                      .deadline = -1,
                      .always = {-TICK_NEVER, TICK_NEVER}};
    graze_status status = find_bounds(&both);
    search->found = false;
    if (status != GRAZE_OK || both.least >= TICK_NEVER)
        return status; /* nobody can stay at the goal */
    both.asked.any_until = both.least;
    both.asked_marked = both.asked;
    both.asked.expansion_limit = turn;
    status = sipp_find(search, &both.asked, world);
    if (status == GRAZE_OK)
        status = take_turns(&both);
    if (status == GRAZE_OK && both.least >= both.best)
        status = find_marked(&both, search);
    close_others(&both);
    return status;
}
