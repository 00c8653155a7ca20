/* SPDX-License-Identifier: MIT */
#include "benchmarks/wtaabb_methods.h"

#include "broadphase/pair_boxes.h"

static pair_run whole_run(const wtaabb_pair *pair)
{
    return (pair_run){{pair->a, false}, {pair->b, false}, 0, WTAABB_STEPS, 0};
}

/* Room for the trees that are built for one question. */
static pair_box nodes_a[2 * WTAABB_STEPS], nodes_b[2 * WTAABB_STEPS];

/* Trees over the steps of the run alone. */
static int64_t search_built(const pair_run *run)
{
    graze_boxes a = *run->a.boxes, b = *run->b.boxes;
    a.first = b.first = run->begin;
    a.end = b.end = run->end;
    a.nodes = nodes_a;
    b.nodes = nodes_b;
    pair_tree_make(&a, a.first, a.end, nodes_a);
    pair_tree_make(&b, b.first, b.end, nodes_b);
    pair_run over = *run;
    over.a.boxes = &a;
    over.b.boxes = &b;
    return pair_trees(&over);
}

static int64_t bvh_built(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    pair_run run = whole_run(pair);
    return search_built(&run);
}

static int64_t bvh(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    pair_run run = whole_run(pair);
    return pair_trees(&run);
}

static int64_t of_cut(const wtaabb_pair *pair, int64_t (*search)(const pair_run *))
{
    pair_run run = whole_run(pair);
    pair_cut_to_common(&run);
    if (run.begin == run.end)
        return WTAABB_STEPS;
    int64_t found = search(&run);
    return found < run.end ? found : WTAABB_STEPS;
}

static int64_t bvi_built(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    return of_cut(pair, search_built);
}

static int64_t bvi(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    return of_cut(pair, pair_trees);
}

static int64_t si(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    pair_run run = whole_run(pair);
    return pair_scan(&run);
}

/* Germar and Fernandez's pseudocode, with Graze's leap: SI for good from the first step on
 * from which no leap reaches farther than the next one. */
static int64_t sta_printed(const wtaabb_pair *pair, cpu_instructions level)
{
    (void)level;
    pair_run run = whole_run(pair);
    while (run.begin < run.end) {
        int64_t passed = pair_free_steps(&run, run.begin);
        if (passed <= 1)
            return pair_scan(&run);
        run.begin += passed;
    }
    return run.end;
}

static int64_t sta(const wtaabb_pair *pair, cpu_instructions level)
{
    pair_run run = whole_run(pair);
    return pair_leap(&run, level);
}

static int64_t si_wide(const wtaabb_pair *pair, cpu_instructions level)
{
    pair_run run = whole_run(pair);
    return pair_scan_wide(&run, level);
}

static int64_t pyramid(const wtaabb_pair *pair, cpu_instructions level)
{
    pair_run run = whole_run(pair);
    return pair_pyramid(&run, level);
}

static int64_t pyramid_built(const wtaabb_pair *pair, cpu_instructions level)
{
    pair_fill_pyramid(pair->a, level);
    pair_fill_pyramid(pair->b, level);
    return pyramid(pair, level);
}

const wtaabb_method wtaabb_methods[WTAABB_METHODS] = {
    {"BVH, built", CPU_PLAIN, bvh_built},
    {"BVI-BVH, built", CPU_PLAIN, bvi_built},
    {"BVH", CPU_PLAIN, bvh},
    {"BVI-BVH", CPU_PLAIN, bvi},
    {"SI", CPU_PLAIN, si},
    {"STA, printed", CPU_PLAIN, sta_printed},
    {"STA, plain", CPU_PLAIN, sta},
    {"STA, AVX2", CPU_AVX2, sta},
    {"STA, AVX-512", CPU_AVX512, sta},
    {"SI, by one (plain)", CPU_PLAIN, si_wide},
    {"SI by 16, AVX2", CPU_AVX2, si_wide},
    {"SI by 16, AVX-512", CPU_AVX512, si_wide},
    {"pyramid, built, plain", CPU_PLAIN, pyramid_built},
    {"pyramid, built, AVX2", CPU_AVX2, pyramid_built},
    {"pyramid, built, AVX-512", CPU_AVX512, pyramid_built},
    {"pyramid, plain", CPU_PLAIN, pyramid},
    {"pyramid, AVX2", CPU_AVX2, pyramid},
    {"pyramid, AVX-512", CPU_AVX512, pyramid},
};
