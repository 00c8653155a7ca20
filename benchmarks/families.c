/* SPDX-License-Identifier: MIT */
/* The list of families, and those that need no map. See families.h. */
#include "benchmarks/families.h"

#include <math.h>
#include <string.h>

#include "benchmarks/accelerations.h"
#include "benchmarks/recorded.h"
#include "benchmarks/roadmap.h"
#include "benchmarks/tangents.h"

/* ---- grid lattices ------------------------------------------------------------------ */

/* A planner's moves on a grid: one of the eight neighbours or a wait, at unit
 * speed, so that starts are running sums of 1 and the rounded root of 2. */
typedef struct lattice {
    graze_form form;
    int apart;     /* [cells] between the cells that the two moves leave, at most */
    double offset; /* [m] of the whole grid from the origin, both axes */
    double cell;   /* [m] */
} lattice;

typedef struct step {
    int x, y;        /* [cells] */
    double duration; /* [s] */
} step;

static step any_step(randomness *source)
{
    int choice = random_below(source, 9);
    int x = choice % 3 - 1, y = choice / 3 - 1;
    return (step){x, y, x != 0 && y != 0 ? sqrt(2.0) : 1.0};
}

static double any_radius(randomness *source)
{
    int choice = random_below(source, 4);
    return choice < 2 ? sqrt(2.0) / 4 : choice == 2 ? 0.5 : 0.3;
}

/* The move of a walker: where it is, when it begins. */
static bool move_on(const lattice *grid, int cell_x, int cell_y, double start, step taken,
                    graze_motion *motion)
{
    const double cell = grid->cell, offset = grid->offset;
    graze_vector from = {offset + cell * cell_x, offset + cell * cell_y, 0};
    graze_vector to = {offset + cell * (cell_x + taken.x), offset + cell * (cell_y + taken.y), 0};
    graze_vector velocity = {cell * taken.x / taken.duration, cell * taken.y / taken.duration, 0};
    if (grid->form == GRAZE_WAYPOINT)
        return graze_motion_waypoint(from, to, start, start + taken.duration, motion) == GRAZE_OK;
    return graze_motion_kinematic(from, velocity, (graze_vector){0, 0, 0}, start, taken.duration,
                                  motion) == GRAZE_OK;
}

/* Walks on until the step's life meets that of a move begun at `start`; half of
 * the time one step further when that one meets it too. */
static step walk_to_meet(randomness *source, double start, double end, double *clock)
{
    *clock = 0;
    step taken = any_step(source);
    while (*clock + taken.duration < start) {
        *clock += taken.duration;
        taken = any_step(source);
    }
    if (random_below(source, 2) == 0 && *clock + taken.duration <= end) {
        *clock += taken.duration;
        taken = any_step(source);
    }
    return taken;
}

static bool make_on_lattice(randomness *source, const void *context, specimen *made)
{
    const lattice *grid = context;
    double clock_a = 0, clock_b;
    for (int steps = random_below(source, 40); steps > 0; steps--)
        clock_a += any_step(source).duration;
    step a = any_step(source);
    step b = walk_to_meet(source, clock_a, clock_a + a.duration, &clock_b);

    int x = random_below(source, 64), y = random_below(source, 64);
    int other_x = x + random_around(source, grid->apart);
    int other_y = y + random_around(source, grid->apart);
    made->body_a.radius = made->body_b.radius = grid->cell * any_radius(source);
    return move_on(grid, x, y, clock_a, a, &made->a) &&
           move_on(grid, other_x, other_y, clock_b, b, &made->b);
}

/* ---- no structure at all -------------------------------------------------------------- */

static graze_vector any_vector(randomness *source, double reach)
{
    double x = random_between(source, -reach, reach);
    double y = random_between(source, -reach, reach);
    return (graze_vector){x, y, 0};
}

static bool any_motion(randomness *source, graze_motion *motion)
{
    graze_vector position = any_vector(source, 8), velocity = any_vector(source, 1.5);
    double start = random_between(source, 0, 10), duration = random_between(source, 0.5, 8);
    return graze_motion_kinematic(position, velocity, (graze_vector){0, 0, 0}, start, duration,
                                  motion) == GRAZE_OK;
}

static bool make_at_random(randomness *source, const void *context, specimen *made)
{
    (void)context;
    made->body_a.radius = random_between(source, 0.1, 0.8);
    made->body_b.radius = random_between(source, 0.1, 0.8);
    return any_motion(source, &made->a) && any_motion(source, &made->b);
}

/* ---- the list ----------------------------------------------------------------------- */

#define GRID(form, apart) {GRAZE_##form, apart, 0, 1}
static const lattice grid_1 = GRID(KINEMATIC, 1), grid_1_waypoint = GRID(WAYPOINT, 1);
static const lattice grid_2 = GRID(KINEMATIC, 2), grid_2_waypoint = GRID(WAYPOINT, 2);
static const lattice grid_5 = GRID(KINEMATIC, 5), grid_5_waypoint = GRID(WAYPOINT, 5);
static const lattice grid_20 = GRID(KINEMATIC, 20), grid_20_waypoint = GRID(WAYPOINT, 20);
static const lattice grid_far = {GRAZE_KINEMATIC, 3, 1e8, 1};
static const lattice grid_far_waypoint = {GRAZE_WAYPOINT, 3, 1e8, 1};
static const lattice grid_decimal_waypoint = {GRAZE_WAYPOINT, 1, 0, 0.1};

static const roadmap_setting drawn = {GRAZE_KINEMATIC, NULL};
static const roadmap_setting drawn_waypoint = {GRAZE_WAYPOINT, NULL};
static const roadmap_setting sparse = {GRAZE_WAYPOINT, "data/ccbs/sparse/map.xml"};

static const driveway drive_1 = {1}, drive_2 = {2}, drive_5 = {5}, drive_20 = {20};

#define PLAIN(name, about, make, setting)                                                          \
    {                                                                                              \
        name, about, false, make, setting, NULL, NULL                                              \
    }
#define ON_ROADMAP(name, about, setting)                                                           \
    {                                                                                              \
        name, about, false, make_on_roadmap, setting, open_roadmap, close_roadmap                  \
    }
#define CURVED(name, about, make, setting)                                                         \
    {                                                                                              \
        name, about, true, make, setting, NULL, NULL                                               \
    }

const family families[] = {
    PLAIN("random", "places, velocities and times without structure", make_at_random, NULL),
    PLAIN("grid-1", "grid moves within 1 cell, velocities rounded", make_on_lattice, &grid_1),
    PLAIN("grid-2", "the same within 2 cells", make_on_lattice, &grid_2),
    PLAIN("grid-5", "the same within 5 cells", make_on_lattice, &grid_5),
    PLAIN("grid-20", "the same within 20 cells", make_on_lattice, &grid_20),
    PLAIN("grid-1-waypoint", "grid moves within 1 cell", make_on_lattice, &grid_1_waypoint),
    PLAIN("grid-2-waypoint", "the same within 2 cells", make_on_lattice, &grid_2_waypoint),
    PLAIN("grid-5-waypoint", "the same within 5 cells", make_on_lattice, &grid_5_waypoint),
    PLAIN("grid-20-waypoint", "the same within 20 cells", make_on_lattice, &grid_20_waypoint),
    PLAIN("far", "grid moves within 3 cells, 1e8 m from the origin", make_on_lattice, &grid_far),
    PLAIN("far-waypoint", "the same as waypoints", make_on_lattice, &grid_far_waypoint),
    PLAIN("decimal-waypoint", "grid moves within 1 cell of 0.1 m", make_on_lattice,
          &grid_decimal_waypoint),
    ON_ROADMAP("roadmap", "edges of a random roadmap whose boxes meet", &drawn),
    ON_ROADMAP("roadmap-waypoint", "the same as waypoints", &drawn_waypoint),
    ON_ROADMAP("roadmap-sparse", "the same on the reference's sparse roadmap", &sparse),
    {"recorded", "pairs of the file GRAZE_RECORDED, as `record` writes it", false, make_recorded,
     NULL, open_recorded, close_recorded},
    PLAIN("near-tangent", "depth of 1e-12 to 1e-17 reaches, or as far apart", make_near_tangent,
          NULL),
    PLAIN("tangent", "integers that touch exactly, or miss that by an ulp", make_tangent, NULL),
    CURVED("drive-1", "grid moves from rest or to rest within 1 cell", make_driving, &drive_1),
    CURVED("drive-2", "the same within 2 cells", make_driving, &drive_2),
    CURVED("drive-5", "the same within 5 cells", make_driving, &drive_5),
    CURVED("drive-20", "the same within 20 cells", make_driving, &drive_20),
    CURVED("accelerated", "random with accelerations", make_accelerated, NULL),
    CURVED("twice", "B turns so that it enters A twice", make_entering_twice, NULL),
    {NULL, NULL, false, NULL, NULL, NULL, NULL},
};

const family *family_named(const char *name)
{
    for (const family *each = families; each->name != NULL; each++)
        if (strcmp(each->name, name) == 0)
            return each;
    return NULL;
}

static bool any(const specimen *each)
{
    (void)each;
    return true;
}

typedef struct order {
    bool (*wanted)(const specimen *each);
    size_t attempts, count;
} order;

static bool fill(const family *chosen, const void *context, order what, specimen *specimens,
                 size_t *filled)
{
    randomness source = {UINT64_C(20240229)};
    specimen made = {.body_a = {0}};
    *filled = 0;
    for (size_t i = 0; i < what.attempts && *filled < what.count; i++) {
        if (!chosen->make(&source, context, &made))
            return false;
        if (what.wanted(&made))
            specimens[(*filled)++] = made;
    }
    return true;
}

family_supply family_fill_wanted(const family *chosen, bool (*wanted)(const specimen *each),
                                 size_t attempts, size_t count, specimen *specimens,
                                 size_t *filled)
{
    const order what = {wanted, attempts, count};
    const void *context = chosen->setting;
    void *opened = NULL;
    if (chosen->open != NULL && (context = opened = chosen->open(chosen->setting)) == NULL)
        return FAMILY_ABSENT;
    bool made = fill(chosen, context, what, specimens, filled);
    if (opened != NULL)
        chosen->close(opened);
    return made ? FAMILY_FILLED : FAMILY_BROKEN;
}

family_supply family_fill(const family *chosen, size_t count, specimen *specimens)
{
    size_t filled;
    return family_fill_wanted(chosen, any, count, count, specimens, &filled);
}
