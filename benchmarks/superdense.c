/* SPDX-License-Identifier: MIT */
/* A roadmap as dense as the `super-dense` one of the CCBS maps, and tasks on it, in their formats:
 *
 *     superdense map > roadmap.xml
 *     superdense tasks AGENTS [SEED] > tasks.xml
 *
 * 5000 places at random in a square of 50 m, and edges both ways between those that are less than
 * 2.7 m apart, some 44 for each. Starts are at least 2 m apart, and so are goals. The same on
 * every machine. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/graphml_write.h"
#include "benchmarks/random.h"

enum { PLACES = 5000, SIDE = 50, AGENTS_MAX = 200 };
#define EDGE_MAX 2.7
#define APART 2.0

typedef struct place {
    double x, y;
} place;

static bool are_near(const place *a, const place *b, double distance)
{
    return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y) < distance * distance;
}

static void print_map(const place *places)
{
    graphml_begin(stdout);
    for (int i = 0; i < PLACES; i++)
        graphml_node(stdout, i, places[i].x, places[i].y, 17);
    int edge = 0;
    for (int i = 0; i < PLACES; i++)
        for (int j = 0; j < PLACES; j++)
            if (i != j && are_near(&places[i], &places[j], EDGE_MAX))
                graphml_edge(stdout, edge++, i, j);
    graphml_end(stdout);
}

/* Draws places that are apart from each other. */
static void choose(const place *places, int *chosen, int count, randomness *source)
{
    for (int n = 0; n < count;) {
        bool free = true;
        chosen[n] = random_below(source, PLACES);
        for (int i = 0; i < n && free; i++)
            free = !are_near(&places[chosen[i]], &places[chosen[n]], APART);
        n += free;
    }
}

static void print_tasks(const place *places, int agents, uint64_t seed)
{
    int starts[AGENTS_MAX], goals[AGENTS_MAX];
    randomness source = {seed};
    choose(places, starts, agents, &source);
    choose(places, goals, agents, &source);
    puts("<?xml version=\"1.0\" ?>\n<root>");
    for (int i = 0; i < agents; i++)
        printf("  <agent start_id=\"%d\" goal_id=\"%d\"/>\n", starts[i], goals[i]);
    puts("</root>");
}

int main(int argc, char **argv)
{
    static place places[PLACES];
    randomness source = {5};
    for (int i = 0; i < PLACES; i++) {
        places[i].x = random_between(&source, 0, SIDE);
        places[i].y = random_between(&source, 0, SIDE);
    }
    const int agents = argc >= 3 ? atoi(argv[2]) : 0;
    if (argc == 2 && strcmp(argv[1], "map") == 0) {
        print_map(places);
    } else if ((argc == 3 || argc == 4) && strcmp(argv[1], "tasks") == 0 && agents > 0 &&
               agents <= AGENTS_MAX) {
        print_tasks(places, agents, argc == 4 ? strtoull(argv[3], NULL, 10) : 1);
    } else {
        fputs("usage: superdense map | tasks AGENTS [SEED], at most 200 agents\n", stderr);
        return 2;
    }
    return 0;
}
