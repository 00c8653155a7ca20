/* SPDX-License-Identifier: MIT */
/* Moves along the edges of roadmaps. See roadmap.h. */
#include "benchmarks/roadmap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/graphml.h"

enum { DRAWN_PLACES = 160, DRAWN_NEIGHBOURS = 4 };

static const double SIDE = 200;           /* [m] of the drawn map's square */
static const double GREATEST_REACH = 1.0; /* [m] sum of the radii in use */

typedef struct edge_pair {
    size_t a, b; /* [index] of edges */
} edge_pair;

typedef struct roadmap {
    graze_form form;
    graph map;
    edge_pair *near;
    size_t near_count;
} roadmap;

/* ---- a map of our own --------------------------------------------------------------- */

static double thousandths(double value)
{
    return round(value * 1000) / 1000;
}

static double distance(const graph *map, size_t from, size_t to)
{
    return hypot(map->places[to].x - map->places[from].x, map->places[to].y - map->places[from].y);
}

/* How many places are nearer to `from` than `to` is. */
static int nearer_places(const graph *map, size_t from, size_t to)
{
    int nearer = 0;
    for (size_t other = 0; other < map->place_count; other++)
        nearer += other != from && distance(map, from, other) < distance(map, from, to);
    return nearer;
}

static bool draw_edges(graph *map)
{
    for (size_t from = 0; from < map->place_count; from++)
        for (size_t to = 0; to < map->place_count; to++)
            if (from != to && nearer_places(map, from, to) < DRAWN_NEIGHBOURS &&
                !graph_add_edge(map, (graph_edge){from, to}))
                return false;
    return true;
}

static bool draw(graph *map)
{
    randomness source = {UINT64_C(42)};
    for (int i = 0; i < DRAWN_PLACES; i++) {
        double x = thousandths(random_between(&source, 0, SIDE));
        double y = thousandths(random_between(&source, 0, SIDE));
        if (!graph_add_place(map, (graph_place){x, y}))
            return false;
    }
    return draw_edges(map);
}

/* ---- edges that come near each other ------------------------------------------------ */

static bool spans_meet(double a, double b, double c, double d)
{
    return fmin(a, b) <= fmax(c, d) + GREATEST_REACH && fmin(c, d) <= fmax(a, b) + GREATEST_REACH;
}

static bool boxes_meet(const graph *map, graph_edge a, graph_edge b)
{
    const graph_place *at = map->places;
    return spans_meet(at[a.from].x, at[a.to].x, at[b.from].x, at[b.to].x) &&
           spans_meet(at[a.from].y, at[a.to].y, at[b.from].y, at[b.to].y);
}

static size_t count_near(const graph *map, edge_pair *pairs)
{
    size_t count = 0;
    for (size_t a = 0; a < map->edge_count; a++)
        for (size_t b = 0; b < map->edge_count; b++) {
            if (a == b || !boxes_meet(map, map->edges[a], map->edges[b]))
                continue;
            if (pairs != NULL)
                pairs[count] = (edge_pair){a, b};
            count++;
        }
    return count;
}

static bool list_near(roadmap *opened)
{
    size_t count = count_near(&opened->map, NULL);
    if (count == 0 || count > SIZE_MAX / sizeof *opened->near)
        return false;
    opened->near = malloc(count * sizeof *opened->near);
    if (opened->near == NULL)
        return false;
    opened->near_count = count_near(&opened->map, opened->near);
    return true;
}

static bool load(const char *file, graph *map)
{
    char path[4096];
    const char *folder = getenv("GRAZE_SHARED");
    int length = snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : "../shared", file);
    return length > 0 && (size_t)length < sizeof path && graph_read(path, map);
}

void *open_roadmap(const void *setting)
{
    const roadmap_setting *wanted = setting;
    roadmap *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return NULL;
    opened->form = wanted->form;
    bool mapped = wanted->file != NULL ? load(wanted->file, &opened->map) : draw(&opened->map);
    if (mapped && list_near(opened))
        return opened;
    close_roadmap(opened);
    return NULL;
}

void close_roadmap(void *context)
{
    roadmap *opened = context;
    graph_free(&opened->map);
    free(opened->near);
    free(opened);
}

/* ---- moves -------------------------------------------------------------------------- */

static double length_of(const roadmap *on, size_t edge)
{
    return distance(&on->map, on->map.edges[edge].from, on->map.edges[edge].to);
}

static bool move_along(const roadmap *on, size_t edge, double start, graze_motion *motion)
{
    graph_place from = on->map.places[on->map.edges[edge].from];
    graph_place to = on->map.places[on->map.edges[edge].to];
    double length = length_of(on, edge);
    if (on->form == GRAZE_WAYPOINT)
        return graze_motion_waypoint((graze_vector){from.x, from.y, 0},
                                     (graze_vector){to.x, to.y, 0}, start, start + length,
                                     motion) == GRAZE_OK;
    return graze_motion_kinematic(
               (graze_vector){from.x, from.y, 0},
               (graze_vector){(to.x - from.x) / length, (to.y - from.y) / length, 0},
               (graze_vector){0, 0, 0}, start, length, motion) == GRAZE_OK;
}

/* The sum of the lengths of some edges, as a walker would have it. */
static double any_clock(randomness *source, const roadmap *on)
{
    double clock = 0;
    for (int edges = random_below(source, 8); edges > 0; edges--)
        clock += length_of(on, random_bits(source) % on->map.edge_count);
    return clock;
}

static double any_start_beside(randomness *source, double start_a, double length_a, double length_b)
{
    switch (random_below(source, 8)) {
    case 0:
        return start_a;
    case 1:
        return start_a + length_a;
    default:
        return start_a + random_between(source, -length_b, length_a);
    }
}

bool make_on_roadmap(randomness *source, const void *context, specimen *made)
{
    const roadmap *on = context;
    edge_pair chosen = on->near[random_bits(source) % on->near_count];
    double start_a = any_clock(source, on);
    double start_b =
        any_start_beside(source, start_a, length_of(on, chosen.a), length_of(on, chosen.b));
    made->body_a.radius = made->body_b.radius = random_below(source, 2) == 0 ? sqrt(2.0) / 4 : 0.5;
    return move_along(on, chosen.a, start_a, &made->a) &&
           move_along(on, chosen.b, start_b, &made->b);
}
