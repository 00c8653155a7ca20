/* SPDX-License-Identifier: MIT */
/* A best-first search over the order of two agents, with two costs. */
#include "planner/pareto_front.h"

#include "base/array.h"
#include "base/memory.h"

/* Where an agent is: a vertex; or on its way, the number of vertices plus its edge; plus
 * the number of edges if the other is ahead of it on that edge. */
typedef uint32_t whereabouts;

typedef struct pareto_label {
    whereabouts where[2];
    tick travel[2]; /* so far, the move at hand with all its duration */
    uint32_t next;  /* label of the same whereabouts; LABEL_NONE: the last */
} pareto_label;

static const uint32_t LABEL_NONE = UINT32_MAX;

typedef struct pareto_search {
    constraint_table *constraints;
    const planning_graph *graph;
    const route_agent *pair[2];
    const tick *distances[2]; /* to the goals */
    pareto_label *labels;
    size_t count, capacity;
    hash_table firsts; /* of the lists of labels of one whereabouts */
    heap open;
    pareto_point *points; /* in order */
    size_t point_count, point_capacity;
} pareto_search;

static const graze_allocator *memory_of(const pareto_search *s)
{
    return &s->graph->memory;
}

/* ---- points ------------------------------------------------------------------------- */

static bool undercuts(const tick a[2], const tick b[2])
{
    return a[0] <= b[0] && a[1] <= b[1];
}

static bool is_undercut(const pareto_search *s, const tick travel[2])
{
    for (size_t i = 0; i < s->point_count; i++)
        if (undercuts(s->points[i].travel, travel))
            return true;
    return false;
}

/* Adds a point that is not undercut; those that it undercuts go. */
static graze_status add_point(pareto_search *s, const tick travel[2])
{
    if (!ARRAY_RESERVE(memory_of(s), s->points, s->point_capacity, s->point_count + 1))
        return GRAZE_ERROR_MEMORY;
    size_t kept = 0;
    for (size_t i = 0; i < s->point_count; i++)
        if (!undercuts(travel, s->points[i].travel))
            s->points[kept++] = s->points[i];
    size_t i = kept;
    for (; i > 0 && s->points[i - 1].travel[0] > travel[0]; i--)
        s->points[i] = s->points[i - 1];
    s->points[i] = (pareto_point){{travel[0], travel[1]}};
    s->point_count = kept + 1;
    return GRAZE_OK;
}

/* Many points become few: two neighbours become one that asks for no more than either. */
static void take_points(pareto_search *s, pareto_front *found)
{
    while (s->point_count > PARETO_POINTS) {
        size_t kept = 0;
        for (size_t i = 0; i < s->point_count; i += 2) {
            size_t next = i + 1 < s->point_count ? i + 1 : i;
            s->points[kept++] = (pareto_point){{s->points[i].travel[0], s->points[next].travel[1]}};
        }
        s->point_count = kept;
    }
    found->count = s->point_count;
    for (size_t i = 0; i < s->point_count; i++)
        found->points[i] = s->points[i];
}

/* ---- labels ------------------------------------------------------------------------- */

static uint32_t edge_of(const pareto_search *s, whereabouts on_its_way)
{
    return (on_its_way - s->graph->roadmap->vertex_count) % s->graph->edge_count;
}

static bool is_on_its_way(const pareto_search *s, whereabouts where)
{
    return where >= s->graph->roadmap->vertex_count;
}

/* What the agents travel in all, at least. */
static void foresee(const pareto_search *s, const pareto_label *label, tick least[2])
{
    for (int i = 0; i < 2; i++) {
        whereabouts where = label->where[i];
        uint32_t vertex = is_on_its_way(s, where) ? graph_to(s->graph, edge_of(s, where)) : where;
        tick left = s->distances[i][vertex];
        least[i] = left >= TICK_NEVER ? TICK_NEVER : label->travel[i] + left;
    }
}

/* The first label of these whereabouts; LABEL_NONE: there is none. */
static uint32_t first_label(const pareto_search *s, const whereabouts where[2], uint64_t hash)
{
    hash_probe probe = hash_table_probe(&s->firsts, hash);
    while (hash_probe_next(&probe)) {
        const pareto_label *kept = &s->labels[probe.item];
        if (kept->where[0] == where[0] && kept->where[1] == where[1])
            return probe.item;
    }
    return LABEL_NONE;
}

/* Adds a label to the list that `first` begins, or begins a list. */
static graze_status add_label(pareto_search *s, const pareto_label *label, uint32_t first,
                              uint64_t hash)
{
    if (!ARRAY_RESERVE(memory_of(s), s->labels, s->capacity, s->count + 1) ||
        (first == LABEL_NONE && !hash_table_add(&s->firsts, memory_of(s), hash, s->count)))
        return GRAZE_ERROR_MEMORY;
    s->labels[s->count] = *label;
    s->labels[s->count].next = LABEL_NONE;
    if (first != LABEL_NONE) {
        s->labels[s->count].next = s->labels[first].next;
        s->labels[first].next = (uint32_t)s->count;
    }
    s->count++;
    return GRAZE_OK;
}

/* Keeps a label, unless another of the same whereabouts or a point undercuts it. */
static graze_status reach(pareto_search *s, const pareto_label *label)
{
    tick least[2];
    foresee(s, label, least);
    if (least[0] >= TICK_NEVER || least[1] >= TICK_NEVER || is_undercut(s, least))
        return GRAZE_OK;
    const uint64_t hash = hash_of_pair(label->where[0], label->where[1]);
    const uint32_t first = first_label(s, label->where, hash);
    for (uint32_t i = first; i != LABEL_NONE; i = s->labels[i].next)
        if (undercuts(s->labels[i].travel, label->travel))
            return GRAZE_OK;
    const uint32_t item = (uint32_t)s->count;
    if (add_label(s, label, first, hash) != GRAZE_OK)
        return GRAZE_ERROR_MEMORY;
    return heap_push(&s->open, memory_of(s),
                     (heap_entry){.first = least[0] + least[1],
                                  .second = -(label->travel[0] + label->travel[1]),
                                  .third = least[0],
                                  .item = item});
}

/* ---- expansion ---------------------------------------------------------------------- */

static bool may_rest(const pareto_search *s, const pareto_label *label, int agent, uint32_t vertex)
{
    whereabouts other = label->where[1 - agent];
    return is_on_its_way(s, other) ||
           !collision_of_places(s->constraints->routes->collisions, s->pair[agent]->kind, vertex,
                                s->pair[1 - agent]->kind, other);
}

static graze_status arrive(pareto_search *s, const pareto_label *from, int agent)
{
    uint32_t edge = edge_of(s, from->where[agent]);
    whereabouts ahead = s->graph->roadmap->vertex_count + edge, *other;
    pareto_label to = *from;
    if (from->where[agent] != ahead || !may_rest(s, from, agent, graph_to(s->graph, edge)))
        return GRAZE_OK; /* behind the other, or there is no room */
    to.where[agent] = graph_to(s->graph, edge);
    other = &to.where[1 - agent];
    if (*other == ahead + s->graph->edge_count)
        *other = ahead;
    return reach(s, &to);
}

static graze_status depart(pareto_search *s, const pareto_label *from, int agent)
{
    const size_t *first = s->graph->roadmap->first;
    uint32_t here = from->where[agent];
    whereabouts other = from->where[1 - agent];
    uint32_t met = is_on_its_way(s, other) ? edge_of(s, other) : EDGE_NONE;
    graze_status status = GRAZE_OK;
    for (size_t e = first[here]; e < first[here + 1] && status == GRAZE_OK; e++) {
        uint32_t edge = (uint32_t)e, to = graph_to(s->graph, edge);
        tick duration = graph_duration(s->graph, s->pair[agent]->kind, edge);
        if (duration >= TICK_NEVER ||
            (met != EDGE_NONE && s->graph->from[met] == to && graph_to(s->graph, met) == here))
            continue;
        pareto_label next = *from;
        next.where[agent] =
            s->graph->roadmap->vertex_count + edge + (met == edge ? s->graph->edge_count : 0);
        next.travel[agent] += duration;
        status = reach(s, &next);
    }
    return status;
}

static graze_status expand(pareto_search *s, uint32_t item)
{
    pareto_label from = s->labels[item];
    graze_status status = GRAZE_OK;
    for (int agent = 0; agent < 2 && status == GRAZE_OK; agent++)
        status =
            is_on_its_way(s, from.where[agent]) ? arrive(s, &from, agent) : depart(s, &from, agent);
    return status;
}

/* Takes the labels in order of what they foresee. Those that are left at the limit become
 * points as they are. */
static graze_status search(pareto_search *s, size_t limit)
{
    pareto_label begin = {.where = {s->pair[0]->start, s->pair[1]->start}};
    graze_status status = reach(s, &begin);
    while (status == GRAZE_OK && s->open.count > 0) {
        uint32_t item = heap_pop(&s->open).item;
        const pareto_label *label = &s->labels[item];
        tick least[2];
        foresee(s, label, least);
        if (is_undercut(s, least))
            continue;
        bool at_goals = label->where[0] == s->pair[0]->goal && label->where[1] == s->pair[1]->goal;
        status = at_goals || s->count >= limit ? add_point(s, least) : expand(s, item);
    }
    return status == GRAZE_OK ? s->constraints->routes->collisions->status : status;
}

/* ---- the table ---------------------------------------------------------------------- */

void pareto_open(pareto_table *table, constraint_table *constraints, size_t label_limit)
{
    *table = (pareto_table){.constraints = constraints, .label_limit = label_limit};
}

void pareto_close(pareto_table *table)
{
    memory_free(&table->constraints->graph->memory, table->fronts);
    pareto_open(table, table->constraints, table->label_limit);
}

const pareto_front *pareto_known(const pareto_table *table, uint32_t agent, uint32_t other)
{
    uint32_t first = agent < other ? agent : other, second = agent < other ? other : agent;
    for (size_t i = 0; i < table->count; i++)
        if (table->fronts[i].agents[0] == first && table->fronts[i].agents[1] == second)
            return &table->fronts[i];
    return NULL;
}

static graze_status find(pareto_table *table, pareto_front *found)
{
    constraint_table *constraints = table->constraints;
    pareto_search s = {.constraints = constraints, .graph = constraints->graph};
    graze_status status = GRAZE_OK;
    for (int i = 0; i < 2 && status == GRAZE_OK; i++) {
        s.pair[i] = &constraints->routes->agents[found->agents[i]];
        status = constraint_table_distances(constraints, s.pair[i]->kind, s.pair[i]->goal,
                                            &s.distances[i]);
    }
    if (status == GRAZE_OK)
        status = search(&s, table->label_limit);
    take_points(&s, found);
    memory_free(memory_of(&s), s.labels);
    hash_table_free(&s.firsts, memory_of(&s));
    memory_free(memory_of(&s), s.points);
    heap_free(&s.open, memory_of(&s));
    return status;
}

graze_status pareto_find(pareto_table *table, uint32_t agent, uint32_t other)
{
    if (pareto_known(table, agent, other) != NULL)
        return GRAZE_OK;
    if (!ARRAY_RESERVE(&table->constraints->graph->memory, table->fronts, table->capacity,
                       table->count + 1))
        return GRAZE_ERROR_MEMORY;
    pareto_front *found = &table->fronts[table->count];
    *found =
        (pareto_front){{agent < other ? agent : other, agent < other ? other : agent}, 0, {{{0}}}};
    graze_status status = find(table, found);
    table->count += status == GRAZE_OK;
    return status;
}

/* ---- what a front says of two sets -------------------------------------------------- */

typedef struct pareto_view {
    const pareto_front *known;
    int turned;    /* 1: the first set is that of the front's second agent */
    tick costs[2]; /* in the front's order */
} pareto_view;

static pareto_view view(const pareto_table *table, const uint32_t sets[2])
{
    const constraint_set *all = table->constraints->sets;
    pareto_view v = {pareto_known(table, all[sets[0]].agent, all[sets[1]].agent),
                     all[sets[0]].agent > all[sets[1]].agent,
                     {0, 0}};
    for (int i = 0; i < 2; i++)
        v.costs[i] = all[sets[i ^ v.turned]].cost;
    return v;
}

static tick greater(tick a, tick b)
{
    return a > b ? a : b;
}

tick pareto_bound(const pareto_table *table, const uint32_t sets[2])
{
    pareto_view v = view(table, sets);
    tick least = TICK_NEVER;
    if (v.known == NULL)
        return 0;
    for (size_t i = 0; i < v.known->count; i++) {
        tick more = 0;
        for (int a = 0; a < 2; a++)
            more += greater(v.known->points[i].travel[a] - v.costs[a], 0);
        least = more < least ? more : least;
    }
    return least;
}

/* The k-th split: final arrivals not before these. */
static void lengths_at(const pareto_front *known, size_t k, tick arrivals[2])
{
    arrivals[0] = k < known->count ? known->points[k].travel[0] : TICK_NEVER;
    arrivals[1] = k > 0 ? known->points[k - 1].travel[1] : TICK_NEVER;
}

bool pareto_split(const pareto_table *table, const uint32_t sets[2], split_child children[2])
{
    pareto_view v = view(table, sets);
    tick best = 0, chosen[2] = {0, 0};
    if (v.known == NULL)
        return false;
    for (size_t k = 0; k <= v.known->count; k++) {
        tick arrivals[2];
        lengths_at(v.known, k, arrivals);
        tick least = arrivals[0] - v.costs[0];
        if (arrivals[1] - v.costs[1] < least)
            least = arrivals[1] - v.costs[1];
        if (least <= best)
            continue;
        best = least;
        chosen[0] = arrivals[0];
        chosen[1] = arrivals[1];
    }
    for (int i = 0; i < 2; i++) {
        tick arrival = chosen[i ^ v.turned];
        children[i] = (split_child){.agent = table->constraints->sets[sets[i]].agent,
                                    .added = {CONSTRAINT_LENGTH, 0, 0, {arrival, TICK_NEVER}}};
    }
    return best > 0;
}
