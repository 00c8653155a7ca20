/* SPDX-License-Identifier: MIT */
/* How much faster is the search for one robot among walkers than a search in steps of a tenth of a
 * second on the same moves?
 *
 *     benchmarks/robots [SIDE WALKERS [ROBOTS]]
 *
 * Grids of 64^2 and 128^2 with 100, 200 and 300 discs on random straight walks, four robots each
 * (2 m/s, 0.5 m/s^2), fixed seeds: the walks of tests/planner/walks.h, and its searches in steps.
 * The plain one has nothing but the moves: what is left is bounded by the straight way at full
 * speed, and it asks the kernel whether a motion, begun now, meets anybody. The others are ours
 * but for the intervals: both have the planner's true distances, one asks, one remembers the
 * unsafe starts of each move, which it asks the index for. All have the graph of states already;
 * ours makes it, and its time without it is told. Distances are everybody's own. CPU seconds, the
 * sums over the robots; a search in steps ends at four million states. */
#include <graze/among.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "planner/walks.h"

enum { LIMIT = 4000000, WAYS = 3 }; /* [count] of states, of a search in steps */

typedef struct sums {
    double graph, ours, steps[WAYS]; /* [s] */
    double arrival, arrival_in_steps;
    uint64_t expanded, expanded_in_steps[WAYS];
    unsigned robots, stopped;
} sums;

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void measure_in_steps(const walks *w, const planning_graph *graph, const graze_task *task,
                             const graze_solution *ours, sums *all)
{
    for (int way = 0; way < WAYS; way++) {
        double began = now();
        walks_answer answer = walks_search_in_steps(w, graph, task, (walks_way)way, LIMIT);
        all->steps[way] += now() - began;
        all->expanded_in_steps[way] += answer.expanded;
        all->stopped += answer.stopped;
        if (answer.arrival < HUGE_VAL &&
            !(ours->outcome == GRAZE_PLAN_FOUND && ours->makespan <= answer.arrival))
            abort(); /* later than in steps */
        if (way == WALKS_ASKED && answer.arrival < HUGE_VAL) {
            all->arrival += ours->makespan;
            all->arrival_in_steps += answer.arrival;
        }
    }
}

static void measure(const walks *w, const graze_task *task, sums *all)
{
    planning_graph graph;
    graze_solution solution;
    double began = now();
    walks_graph(w, task, &graph);
    double made = now() - began;
    began = now();
    if (graze_plan_among(&w->roadmap, task, w->index, 0, NULL, &solution) != GRAZE_OK)
        abort();
    all->ours += now() - began - made;
    all->graph += made;
    all->expanded += solution.progress.states_expanded;
    all->robots += solution.outcome == GRAZE_PLAN_FOUND;
    measure_in_steps(w, &graph, task, &solution, all);
    graph_close(&graph);
    graze_solution_free(&solution, NULL);
}

static void row(uint32_t side, size_t walkers, unsigned robots)
{
    sums all = {0};
    uint64_t seed = side + walkers;
    walks w;
    walks_make(&w, side, walkers, &seed);
    for (unsigned i = 0; i < robots; i++) {
        const graze_task task = walks_task(&w, &seed);
        measure(&w, &task, &all);
    }
    walks_free(&w);
    double ours = fmax(all.ours, 1e-6);
    printf("| %u², %zu | %u of %u | %.2f | %.2f | %.2f | %.3f | %.2f | %.2f | %.2f | %.1f | %.1f "
           "|",
           side, walkers, all.robots, robots, all.arrival, all.arrival_in_steps, all.graph, ours,
           all.steps[WALKS_KEPT], all.steps[WALKS_ASKED], all.steps[WALKS_PLAIN],
           all.steps[WALKS_ASKED] / ours, all.steps[WALKS_PLAIN] / ours);
    printf(" %llu | %llu | %llu | %u |\n", (unsigned long long)all.expanded,
           (unsigned long long)all.expanded_in_steps[WALKS_ASKED],
           (unsigned long long)all.expanded_in_steps[WALKS_PLAIN], all.stopped);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    printf("| grid, discs | arrive | arrivals [s] | in steps [s] | graph [s] | ours [s] | kept [s] "
           "| asked [s] | plain [s] | asked / ours | plain / ours | states | asked | plain "
           "| stopped |\n| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: "
           "| --: | --: | --: |\n");
    if (argc > 2) {
        row((uint32_t)atoi(argv[1]), (size_t)atoi(argv[2]), argc > 3 ? (unsigned)atoi(argv[3]) : 4);
        return 0;
    }
    for (uint32_t side = 64; side <= 128; side *= 2)
        for (size_t walkers = 100; walkers <= 300; walkers += 100)
            row(side, walkers, 4);
    return 0;
}
