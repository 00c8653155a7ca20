/* SPDX-License-Identifier: MIT */
/* Bruce's experiment: is a disc of 90 mm free among obstacles in a field of 5.5 m x 4 m?
 * 64 circles and 64 rectangles, and 1 to 256 circles; a linear scan, extent masks, the
 * tree of boxes of the thesis, split as printed and as Graze splits, and Graze's tree and
 * wide scan. Every method ends with the same test of the obstacles that it lets through, in
 * floats, and stops at the first that is hit; graze_world_clear decides exactly. --pairs is
 * the number of places that are asked about. */
#include <graze/index.h>
#include <graze/world.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "benchmarks/bruce_masks.h"
#include "benchmarks/bruce_tree.h"
#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "broadphase/index_store.h"

enum { OBSTACLES_MOST = 256 };

static const float field_x = 5.5f, field_y = 4.0f, asked_radius = 0.09f;

/* ---- fields ------------------------------------------------------------------------- */

/* A rectangle with rounded corners: a circle has no sides. */
typedef struct obstacle {
    float x, y, half_x, half_y, radius;
} obstacle;

typedef struct field {
    int count;
    obstacle obstacles[OBSTACLES_MOST];
    graze_body bodies[OBSTACLES_MOST];
    graze_point corners[OBSTACLES_MOST][4];
    graze_motion motions[OBSTACLES_MOST];
    graze_trajectory trajectories[OBSTACLES_MOST];
    extent_masks masks;
    split_tree by_areas, by_sides;
    graze_index *scan, *tree;
    graze_world *world;
    size_t places;
    float (*place)[2];
} field;

static flat_box box_of_obstacle(const obstacle *of)
{
    const float x = of->half_x + of->radius, y = of->half_y + of->radius;
    return (flat_box){{of->x - x, of->y - y}, {of->x + x, of->y + y}};
}

static void add_obstacle(field *to, randomness *source, bool is_circle)
{
    const int i = to->count++;
    obstacle *made = &to->obstacles[i];
    *made = (obstacle){.x = (float)random_between(source, 0, field_x),
                       .y = (float)random_between(source, 0, field_y)};
    if (is_circle)
        made->radius = 0.09f;
    else {
        made->half_x = (float)random_between(source, 0.02, 0.15);
        made->half_y = (float)random_between(source, 0.02, 0.15);
    }
    const double x = made->half_x, y = made->half_y;
    const graze_point corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    for (int k = 0; k < 4; k++)
        to->corners[i][k] = corners[k];
    to->bodies[i] = (graze_body){made->radius, is_circle ? NULL : to->corners[i],
                                 is_circle ? 0 : 4};
    const graze_vector place = {made->x, made->y, 0};
    graze_motion_waypoint(place, place, 0, INFINITY, &to->motions[i]);
    to->trajectories[i] = (graze_trajectory){.motions = &to->motions[i], .count = 1};
}

static graze_index *index_of(const field *of, graze_index_method method)
{
    const graze_index_options options = {method, 0};
    graze_index *made = NULL;
    if (graze_index_new(of->bodies, of->trajectories, (size_t)of->count, &options, NULL, &made) !=
        GRAZE_OK)
        give_up("no index could be made");
    return made;
}

static graze_world *world_of(const field *of)
{
    graze_obstacle obstacles[OBSTACLES_MOST];
    graze_world *made = NULL;
    for (int i = 0; i < of->count; i++)
        obstacles[i] = (graze_obstacle){
            .body = of->bodies[i],
            .place = {(double)of->obstacles[i].x, (double)of->obstacles[i].y}};
    if (graze_world_create(NULL, obstacles, (size_t)of->count, NULL, &made) != GRAZE_OK)
        give_up("no world could be made");
    return made;
}

static field *field_make(int circles, int rectangles, size_t places)
{
    flat_box boxes[OBSTACLES_MOST];
    randomness source = {(uint64_t)(circles + 1000 * rectangles)};
    field *made = calloc(1, sizeof *made);
    if (made == NULL || (made->place = malloc(places * sizeof *made->place)) == NULL)
        give_up("no memory");
    for (int i = 0; i < circles + rectangles; i++)
        add_obstacle(made, &source, i < circles);
    for (int i = 0; i < made->count; i++)
        boxes[i] = box_of_obstacle(&made->obstacles[i]);
    masks_build(&made->masks, boxes, made->count);
    split_tree_build(&made->by_areas, boxes, made->count, SPLIT_AREAS);
    split_tree_build(&made->by_sides, boxes, made->count, SPLIT_LONGER_SIDE);
    made->scan = index_of(made, GRAZE_INDEX_SCAN);
    made->tree = index_of(made, GRAZE_INDEX_TREE);
    made->world = world_of(made);
    made->places = places;
    for (size_t i = 0; i < places; i++) {
        made->place[i][0] = (float)random_between(&source, 0, field_x);
        made->place[i][1] = (float)random_between(&source, 0, field_y);
    }
    return made;
}

static void field_free(field *emptied)
{
    graze_index_free(emptied->scan);
    graze_index_free(emptied->tree);
    graze_world_free(emptied->world);
    free(emptied->place);
    free(emptied);
}

/* ---- contenders --------------------------------------------------------------------- */

/* The test that all methods end with: is the disc nearer than the sum of radii? */
static inline bool hits(const obstacle *each, const float *place)
{
    const float x = fabsf(place[0] - each->x) - each->half_x;
    const float y = fabsf(place[1] - each->y) - each->half_y;
    const float away_x = x > 0 ? x : 0, away_y = y > 0 ? y : 0;
    const float reach = asked_radius + each->radius;
    return away_x * away_x + away_y * away_y < reach * reach;
}

static flat_box box_round(const float *place)
{
    return (flat_box){{place[0] - asked_radius, place[1] - asked_radius},
                      {place[0] + asked_radius, place[1] + asked_radius}};
}

static bool hit_by_scan(const field *in, const float *place)
{
    for (int i = 0; i < in->count; i++)
        if (hits(&in->obstacles[i], place))
            return true;
    return false;
}

static bool hit_by_masks(const field *in, const float *place)
{
    uint64_t words[MASK_WORDS];
    const flat_box asked = box_round(place);
    masks_query(&in->masks, &asked, words);
    for (int i = 0; i < in->masks.words; i++)
        for (uint64_t bits = words[i]; bits != 0; bits &= bits - 1) {
            if (hits(&in->obstacles[64 * i + __builtin_ctzll(bits)], place))
                return true;
        }
    return false;
}

typedef struct question {
    const field *in;
    const float *place;
    bool hit;
} question;

static bool hits_object(const void *context, int object)
{
    const question *asked = context;
    return hits(&asked->in->obstacles[object], asked->place);
}

static bool hit_by_areas(const field *in, const float *place)
{
    const flat_box asked = box_round(place);
    return split_tree_any(&in->by_areas, &asked, hits_object, &(question){in, place, false});
}

static bool hit_by_sides(const field *in, const float *place)
{
    const flat_box asked = box_round(place);
    return split_tree_any(&in->by_sides, &asked, hits_object, &(question){in, place, false});
}

/* All obstacles stand for ever: any life will do. */
static search_probe probe_round(const float *place)
{
    const flat_box asked = box_round(place);
    search_probe probe = {{{asked.lower[0], asked.lower[1], 0, 1},
                           {asked.upper[0], asked.upper[1], 0, 1}}, 1, 1};
    return probe;
}

/* The library's wide search on its shelf. */
static bool hit_by_wide_scan(const field *in, const float *place)
{
    uint32_t places[OBSTACLES_MOST + SHELF_LANES];
    const index_shelf *shelf = &in->scan->levels[1].shelf;
    const shelf_run all = {0, shelf->count};
    const search_probe probe = probe_round(place);
    const uint32_t found = in->scan->search.through(shelf, &all, 1, &probe, places);
    for (uint32_t i = 0; i < found; i++)
        if (hits(&in->obstacles[shelf->entry[places[i]].agent], place))
            return true;
    return false;
}

static bool test_place(void *context, const index_shelf *shelf, uint32_t place)
{
    question *asked = context;
    asked->hit = hits(&asked->in->obstacles[shelf->entry[place].agent], asked->place);
    return !asked->hit;
}

static bool hit_by_tree(const field *in, const float *place)
{
    question asked = {in, place, false};
    index_sieve sieve;
    const index_probe probe = {probe_round(place), {1, 1}, NULL, true};
    index_sieve_make(in->tree, test_place, &asked, &sieve);
    index_ask(in->tree, &probe, &sieve);
    return asked.hit;
}

static bool test_entry(void *context, const graze_index_entry *entry)
{
    question *asked = context;
    asked->hit = hits(&asked->in->obstacles[entry->agent], asked->place);
    return !asked->hit;
}

static bool hit_by_public_call(const field *in, const float *place)
{
    question asked = {in, place, false};
    const graze_index_region region =
        graze_index_round((graze_vector){place[0], place[1], 0}, asked_radius, 1, 1);
    if (graze_index_near(in->scan, &region, NULL, test_entry, &asked) != GRAZE_OK)
        give_up("a region was refused");
    return asked.hit;
}

/* Exact, where all others decide in floats. */
static bool hit_by_clear(const field *in, const float *place)
{
    const graze_body disc = {.radius = (double)asked_radius};
    bool clear = false;
    if (graze_world_clear(in->world, &disc, (graze_point){(double)place[0], (double)place[1]}, 0,
                          &clear) != GRAZE_OK)
        give_up("a place was refused");
    return !clear;
}

/* A field, and how many places of it were hit. */
typedef struct run {
    const field *in;
    size_t hits;
} run;

#define PASS(name)                                                                                 \
    static void pass_##name(const workload *load, void *answers)                                   \
    {                                                                                              \
        run *self = answers;                                                                       \
        self->hits = 0;                                                                            \
        for (size_t i = 0; i < load->count; i++)                                                   \
            self->hits += name(self->in, self->in->place[i]);                                      \
    }
PASS(hit_by_scan)
PASS(hit_by_masks)
PASS(hit_by_areas)
PASS(hit_by_sides)
PASS(hit_by_tree)
PASS(hit_by_wide_scan)
PASS(hit_by_public_call)
PASS(hit_by_clear)

enum { SCAN, MASKS, AREAS, SIDES, TREE, WIDE, CALL, CLEAR, CONTENDERS };

static const contender contenders[CONTENDERS] = {
    {"linear scan", pass_hit_by_scan, NULL},
    {"extent masks", pass_hit_by_masks, NULL},
    {"tree, least areas", pass_hit_by_areas, NULL},
    {"tree, longer side", pass_hit_by_sides, NULL},
    {"Graze, tree", pass_hit_by_tree, NULL},
    {"Graze, wide scan", pass_hit_by_wide_scan, NULL},
    {"Graze, graze_index_near", pass_hit_by_public_call, NULL},
    {"Graze, graze_world_clear", pass_hit_by_clear, NULL},
};

static void measure(table *to, const command *given, int circles, int rectangles)
{
    field *in = field_make(circles, rectangles, given->pairs);
    run runs[CONTENDERS];
    contender timed[CONTENDERS];
    timing taken;
    const workload load = {.count = in->places};
    for (int k = 0; k < CONTENDERS; k++) {
        runs[k] = (run){in, 0};
        timed[k] = contenders[k];
        timed[k].answers = &runs[k];
    }
    if (!timing_take(timed, CONTENDERS, &load, given->repeats, &taken))
        give_up("no time could be taken");
    table_cells(to, "%d|%d", circles, rectangles);
    for (size_t k = 0; k < CONTENDERS; k++) {
        const size_t more = runs[k].hits - runs[SCAN].hits, fewer = runs[SCAN].hits - runs[k].hits;
        if ((more < fewer ? more : fewer) > (k == CLEAR ? 1 + in->places / 10000 : 0))
            give_up("two methods hit different places");
        table_cells(to, "%.1f", timing_median(&taken, k));
    }
    table_cells(to, "**%.2f**|%.2f|%.2f|%.2f|%.1f", timing_ratio(&taken, WIDE, MASKS),
                timing_ratio(&taken, CALL, MASKS), timing_ratio(&taken, CLEAR, MASKS),
                timing_ratio(&taken, AREAS, SIDES),
                100.0 * (double)runs[SCAN].hits / (double)in->places);
    table_end_row(to);
    timing_free(&taken);
    field_free(in);
}

/* ---- distributions ------------------------------------------------------------------ */

typedef bool (*one_question)(const field *in, const float *place);

static const one_question questions[CONTENDERS] = {
    hit_by_scan, hit_by_masks,     hit_by_areas,       hit_by_sides,
    hit_by_tree, hit_by_wide_scan, hit_by_public_call, hit_by_clear};

static bool ask_nothing(const field *in, const float *place)
{
    return in->count < 0 && place[0] < 0;
}

static double now(void)
{
    struct timespec at;
    if (clock_gettime(CLOCK_MONOTONIC, &at) != 0)
        give_up("there is no clock");
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

/* [ns] of each place's question with the clock's own time: the least of some passes, each over
 * all places, so that neither interrupts nor a predictor that has just seen the place count. */
static void time_places(const field *in, one_question ask, size_t passes, double *taken)
{
    size_t hit = 0;
    for (size_t i = 0; i < in->places; i++)
        taken[i] = HUGE_VAL;
    for (size_t pass = 0; pass < passes; pass++)
        for (size_t i = 0; i < in->places; i++) {
            const double begin = now();
            hit += ask(in, in->place[i]);
            taken[i] = fmin(taken[i], now() - begin);
        }
    if (hit > passes * in->places)
        give_up("more hits than places");
}

static int by_time(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double mean_of(const double *taken, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += taken[i];
    return sum / (double)count;
}

static void print_distribution(table *to, double *taken, size_t count, double clock)
{
    const double mean = mean_of(taken, count);
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (taken[i] - mean) * (taken[i] - mean);
    qsort(taken, count, sizeof *taken, by_time);
    table_cells(to, "%.1f|%.1f|%.1f|%.1f", mean - clock, sqrt(squares / (double)count),
                taken[count / 40] - clock, taken[count - 1 - count / 40] - clock);
    table_end_row(to);
}

static void measure_distributions(table *to, const command *given, int circles, int rectangles)
{
    field *in = field_make(circles, rectangles, given->pairs);
    double *taken = malloc(in->places * sizeof *taken);
    if (taken == NULL)
        give_up("no memory");
    time_places(in, ask_nothing, given->repeats, taken);
    const double clock = mean_of(taken, in->places);
    for (int k = 0; k < CONTENDERS; k++) {
        time_places(in, questions[k], given->repeats, taken);
        table_cells(to, "%d circles, %d rectangles|%s", circles, rectangles, contenders[k].name);
        print_distribution(to, taken, in->places, clock);
    }
    free(taken);
    field_free(in);
}

int main(int argc, char **argv)
{
    const command given = command_read(argc, argv, 100000);
    table_title(&given, "A disc among obstacles");
    table to = table_begin(&given, "times", 2,
                           "Time of a question [ns]; ratios to extent masks, and of the tree that "
                           "is split by areas to that split at the longer side.",
                           "circles|rectangles|linear scan|extent masks|tree, least areas|"
                           "tree, longer side|Graze, tree|Graze, wide scan|"
                           "Graze, graze_index_near|Graze, graze_world_clear|**ratio**|"
                           "ratio of the call|ratio of clear|ratio of areas|"
                           "hits %");
    measure(&to, &given, 64, 64);
    for (int circles = 1; circles <= OBSTACLES_MOST; circles *= 2)
        measure(&to, &given, circles, 0);
    to = table_begin(&given, "distributions", 2,
                     "Time of one question at one place [ns], without the clock's: mean, standard "
                     "deviation, and the band that 95 % of the places are in.",
                     "obstacles|method|mean|deviation|2.5 %|97.5 %");
    measure_distributions(&to, &given, 64, 64);
    measure_distributions(&to, &given, 64, 0);
    measure_distributions(&to, &given, 256, 0);
    return table_status();
}
