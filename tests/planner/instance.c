/* SPDX-License-Identifier: MIT */
/* Roadmaps by hand and from files. */
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

void instance_make(instance *made, uint32_t vertices, const graze_point *places, size_t edges,
                   const instance_edge *list)
{
    memset(made, 0, sizeof *made);
    memcpy(made->places, places, vertices * sizeof *places);
    size_t count = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        made->first[v] = count;
        for (uint32_t to = 0; to < vertices; to++) /* ascending, each once */
            for (size_t e = 0; e < edges; e++)
                if (list[e].from == v && list[e].to == to) {
                    made->targets[count++] = to;
                    break;
                }
    }
    made->first[vertices] = count;
    made->roadmap = (graze_roadmap){vertices, made->places, made->first, made->targets};
    made->problem = (graze_problem){&made->roadmap, made->tasks, 0, 0};
}

void instance_make_both(instance *made, uint32_t vertices, const graze_point *places, size_t edges,
                        const instance_edge *list)
{
    instance_edge both[INSTANCE_EDGES];
    for (size_t e = 0; e < edges; e++) {
        both[2 * e] = list[e];
        both[2 * e + 1] = (instance_edge){list[e].to, list[e].from};
    }
    instance_make(made, vertices, places, 2 * edges, both);
}

void instance_task(instance *made, uint32_t start, uint32_t goal, double radius)
{
    made->tasks[made->problem.task_count++] =
        (graze_task){.radius = radius, .speed = 1, .start = start, .goal = goal};
}

/* The whole file as text; null when it cannot be read. */
static char *slurp(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *text = calloc(1, 1 << 16);
    size_t size = text != NULL ? fread(text, 1, (1 << 16) - 1, file) : 0;
    fclose(file);
    if (size == 0) {
        free(text);
        return NULL;
    }
    return text;
}

static bool read_pair(const char **at, const char *before, const char *between, uint32_t *a,
                      uint32_t *b)
{
    const char *left = strstr(*at, before);
    if (left == NULL)
        return false;
    char *end;
    *a = (uint32_t)strtoul(left + strlen(before), &end, 10);
    const char *right = strstr(end, between);
    if (right == NULL)
        return false;
    *b = (uint32_t)strtoul(right + strlen(between), &end, 10);
    *at = end;
    return true;
}

static void read_map(instance *made, const char *text)
{
    graze_point places[INSTANCE_VERTICES];
    instance_edge edges[INSTANCE_EDGES];
    uint32_t vertices = 0;
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "<node ")) != NULL; vertices++) {
        char *end;
        at = strchr(strstr(at, "<data"), '>') + 1;
        places[vertices].x = strtod(at, &end);
        places[vertices].y = strtod(end + 1, &end);
        at = end;
    }
    const char *at = text;
    while (read_pair(&at, "source=\"n", "target=\"n", &edges[count].from, &edges[count].to))
        count++;
    instance_make(made, vertices, places, count, edges);
}

bool instance_read(instance *made, const char *map, const char *task, double radius)
{
    char map_path[4096], task_path[4096];
    if (!support_shared(map, map_path, sizeof map_path) ||
        !support_shared(task, task_path, sizeof task_path))
        return false;
    char *map_text = slurp(map_path), *task_text = slurp(task_path);
    bool ok = map_text != NULL && task_text != NULL;
    CU_ASSERT_TRUE(ok);
    if (ok) {
        uint32_t start, goal;
        const char *at = task_text;
        read_map(made, map_text);
        while (read_pair(&at, "start_id=\"", "goal_id=\"", &start, &goal))
            instance_task(made, start, goal, radius);
    }
    free(map_text);
    free(task_text);
    return ok;
}

void instance_alcove(instance *made, double length)
{
    const graze_point places[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {length, 2}};
    const instance_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}};
    instance_make_both(made, 6, places, 5, edges);
    instance_task(made, 0, 4, 0.35355339059327379);
    instance_task(made, 1, 3, 0.35355339059327379);
}

static void shuffle(uint32_t *order, uint32_t count, uint64_t *seed)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (uint32_t)(instance_random(seed) % (i + 1));
        order[i] = order[j];
        order[j] = i;
    }
}

void instance_make_random(instance *made, uint64_t *seed)
{
    graze_point places[6];
    instance_edge edges[64];
    size_t count = 0;
    uint32_t vertices = 3 + (uint32_t)(instance_random(seed) % 4);
    for (uint32_t v = 0; v < vertices; v++) {
        bool taken = true;
        while (taken) {
            places[v] = (graze_point){(double)(instance_random(seed) % 3),
                                      (double)(instance_random(seed) % 3)};
            taken = false;
            for (uint32_t u = 0; u < v; u++)
                taken = taken || (places[u].x == places[v].x && places[u].y == places[v].y);
        }
    }
    for (uint32_t a = 0; a < vertices; a++)
        for (uint32_t b = a + 1; b < vertices; b++) {
            uint64_t dice = instance_random(seed) % 8;
            double way = hypot(places[a].x - places[b].x, places[a].y - places[b].y);
            if (dice > (way < 1.5 ? 5u : 2u))
                continue;
            if (dice != 1)
                edges[count++] = (instance_edge){a, b};
            if (dice != 2)
                edges[count++] = (instance_edge){b, a};
        }
    instance_make(made, vertices, places, count, edges);
    uint32_t agents = 2 + (uint32_t)(instance_random(seed) % 2);
    double radius = 0.2 + 0.05 * (double)(instance_random(seed) % 6);
    uint32_t starts[6], goals[6];
    shuffle(starts, vertices, seed);
    shuffle(goals, vertices, seed);
    for (uint32_t i = 0; i < agents; i++)
        instance_task(made, starts[i], goals[i], radius);
}
