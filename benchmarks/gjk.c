/* SPDX-License-Identifier: MIT */
/* Do two polygons overlap, and how far are they apart? Graze's exact answers against
 * Box2D, FCL, Bullet, libccd and the separating axis test: fresh pairs of 4 to 24
 * vertices, distant, touching and overlapping. */
#include <graze/gjk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/command.h"
#include "benchmarks/distances.h"
#include "benchmarks/polygons.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "geometry/gjk.h"

enum { PAIRS = 8192 };

/* What a contender passes over, and what it answers: a boolean, or a distance. */
typedef struct run {
    const polygon_pair *pairs;
    void *const *shapes; /* of this contender's library, two a pair */
    double *answers;
} run;

/* ---- contenders --------------------------------------------------------------------- */

static void pass_level_1(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const polygon_pair *pair = &given->pairs[i];
        bool overlap = false;
        graze_gjk_overlap(&pair->a.hull, pair->place_a, &pair->b.hull, pair->place_b, &overlap);
        given->answers[i] = overlap;
    }
}

static void pass_search(const run *given, size_t count, hull_way way)
{
    for (size_t i = 0; i < count; i++) {
        const polygon_pair *pair = &given->pairs[i];
        placed_pair both = placed(&pair->a.hull, pair->place_a, &pair->b.hull, pair->place_b);
        given->answers[i] = gjk_interiors_meet(&both, way, NULL);
    }
}

static void pass_climbing(const workload *load, void *of)
{
    pass_search(of, load->count, HULL_CLIMB);
}

static void pass_scanning(const workload *load, void *of)
{
    pass_search(of, load->count, HULL_SCAN);
}

static void pass_axes(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++)
        given->answers[i] = polygons_overlap_by_axes(&given->pairs[i]);
}

static void pass_level_2(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const polygon_pair *pair = &given->pairs[i];
        graze_gjk_distance(&pair->a.hull, pair->place_a, &pair->b.hull, pair->place_b,
                           &given->answers[i]);
    }
}

static void pass_distance_scanning(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const polygon_pair *pair = &given->pairs[i];
        placed_pair both = placed(&pair->a.hull, pair->place_a, &pair->b.hull, pair->place_b);
        gjk_distance_by(&both, HULL_SCAN, &given->answers[i]);
    }
}

static void pass_level_3(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const polygon_pair *pair = &given->pairs[i];
        graze_separation found;
        graze_gjk_separation(&pair->a.hull, pair->place_a, &pair->b.hull, pair->place_b, &found);
        given->answers[i] = fmax(found.distance, 0);
    }
}

#define PASS_PEER(name, call)                                                                      \
    static void name(const workload *load, void *of)                                               \
    {                                                                                              \
        const run *given = of;                                                                     \
        for (size_t i = 0; i < load->count; i++) {                                                 \
            const polygon_pair *pair = &given->pairs[i];                                           \
            double a[2] = {pair->place_a.x, pair->place_a.y};                                      \
            double b[2] = {pair->place_b.x, pair->place_b.y};                                      \
            given->answers[i] = call(given->shapes[2 * i], a, given->shapes[2 * i + 1], b);        \
        }                                                                                          \
    }

#ifdef HAVE_BOX2D
PASS_PEER(pass_box2d, box2d_shape_distance)
#endif
#ifdef HAVE_FCL
PASS_PEER(pass_fcl_meet, fcl_shapes_meet)
PASS_PEER(pass_fcl_distance, fcl_shape_distance)
#endif
#ifdef HAVE_BULLET
PASS_PEER(pass_bullet, bullet_shape_distance)
#endif
#ifdef HAVE_CCD
PASS_PEER(pass_ccd, ccd_shapes_meet)
#endif

/* What a contender answers: whether they overlap, or how far apart they are. */
typedef enum question { ASKS_OVERLAP, ASKS_DISTANCE } question;

typedef struct entry {
    const char *name;
    question asks;
    void (*pass)(const workload *load, void *of);
    void *(*make)(const double *vertices, size_t count); /* null: none needed */
    void (*discard)(void *shape);
} entry;

static const entry entries[] = {
#ifdef HAVE_BOX2D
    {"Box2D", ASKS_DISTANCE, pass_box2d, box2d_shape_make, box2d_shape_free},
#endif
    {"Graze, level 1", ASKS_OVERLAP, pass_level_1, NULL, NULL},
    {"search, climbing", ASKS_OVERLAP, pass_climbing, NULL, NULL},
    {"search, scanning", ASKS_OVERLAP, pass_scanning, NULL, NULL},
    {"separating axes", ASKS_OVERLAP, pass_axes, NULL, NULL},
#ifdef HAVE_CCD
    {"libccd", ASKS_OVERLAP, pass_ccd, ccd_shape_make, ccd_shape_free},
#endif
#ifdef HAVE_FCL
    {"FCL", ASKS_OVERLAP, pass_fcl_meet, fcl_shape_make, fcl_shape_free},
#endif
    {"Graze, level 2", ASKS_DISTANCE, pass_level_2, NULL, NULL},
    {"level 2, scanning", ASKS_DISTANCE, pass_distance_scanning, NULL, NULL},
    {"Graze, level 3", ASKS_DISTANCE, pass_level_3, NULL, NULL},
#ifdef HAVE_FCL
    {"FCL, distance", ASKS_DISTANCE, pass_fcl_distance, fcl_shape_make, fcl_shape_free},
#endif
#ifdef HAVE_BULLET
    {"Bullet", ASKS_DISTANCE, pass_bullet, bullet_shape_make, bullet_shape_free},
#endif
};

enum { ENTRIES = sizeof entries / sizeof *entries };

/* ---- one table ---------------------------------------------------------------------- */

static void *shape_of(const entry *of, const polygon *each)
{
    double numbers[2 * POLYGON_VERTICES];
    for (size_t i = 0; i < each->count; i++) {
        numbers[2 * i] = each->vertices[i].x;
        numbers[2 * i + 1] = each->vertices[i].y;
    }
    void *made = of->make(numbers, each->count);
    if (made == NULL)
        give_up("a shape could not be made");
    return made;
}

static void **shapes_of(const entry *of, const polygon_pair *pairs, size_t count)
{
    if (of->make == NULL)
        return NULL;
    void **shapes = malloc(2 * count * sizeof *shapes);
    if (shapes == NULL)
        give_up("no memory");
    for (size_t i = 0; i < count; i++) {
        shapes[2 * i] = shape_of(of, &pairs[i].a);
        shapes[2 * i + 1] = shape_of(of, &pairs[i].b);
    }
    return shapes;
}

static void discard_shapes(const entry *of, void **shapes, size_t count)
{
    for (size_t i = 0; of->make != NULL && i < 2 * count; i++)
        of->discard(shapes[i]);
    free(shapes);
}

/* How many of a contender's answers say that the pair overlaps (a distance of 0: or
 * touches). */
static size_t hits_of(const entry *of, const run *given, size_t count)
{
    size_t hits = 0;
    for (size_t i = 0; i < count; i++)
        hits += of->asks == ASKS_OVERLAP ? given->answers[i] != 0 : given->answers[i] == 0;
    return hits;
}

static void measure(table *to, const command *given, size_t vertices, nearness kind)
{
    static const char *const kind_name[] = {"distant", "touching", "overlapping", "squares"};
    polygon_pair *pairs;
    graze_point *pool;
    if (!polygon_pairs_make(&pairs, &pool, given->pairs, vertices, kind, 2011))
        give_up("no memory");
    contender timed[ENTRIES];
    run runs[ENTRIES];
    void **shapes[ENTRIES];
    for (size_t k = 0; k < ENTRIES; k++) {
        shapes[k] = shapes_of(&entries[k], pairs, given->pairs);
        runs[k] = (run){pairs, shapes[k], malloc(given->pairs * sizeof(double))};
        if (runs[k].answers == NULL)
            give_up("no memory");
        timed[k] = (contender){entries[k].name, entries[k].pass, &runs[k]};
    }
    workload load = {.count = given->pairs};
    timing taken;
    if (!timing_take(timed, ENTRIES, &load, given->once ? 1 : given->repeats, &taken))
        give_up("no time could be taken");
    for (size_t k = 0; k < ENTRIES; k++) {
        table_cells(to, "%zu|%s|%s|%zu|%.0f|**%.2f**", vertices, kind_name[kind], entries[k].name,
                    hits_of(&entries[k], &runs[k], given->pairs), timing_median(&taken, k),
                    timing_ratio(&taken, k, 0));
        table_end_row(to);
        discard_shapes(&entries[k], shapes[k], given->pairs);
        free(runs[k].answers);
    }
    timing_free(&taken);
    free(pairs);
    free(pool);
}

int main(int argc, char **argv)
{
    command given = command_read(argc, argv, PAIRS);
    table_title(&given, "GJK");
    table to = table_begin(&given, "times", 3,
                           "Ratios to the first who is named. Hits: the answers that say that a "
                           "pair overlaps (a distance of 0: that it overlaps or touches).",
                           "vertices|pairs|who|hits|ns|ratio");
    for (int kind = NEARNESS_DISTANT; kind <= NEARNESS_OVERLAPPING; kind++)
        for (size_t vertices = 4; vertices <= POLYGON_VERTICES; vertices += 4)
            measure(&to, &given, vertices, (nearness)kind);
    measure(&to, &given, 4, NEARNESS_SQUARES);
    return table_status();
}
