/* SPDX-License-Identifier: MIT */
/* The table of known answers. Where an end is not a double, the two doubles
 * round it are written down: the lower end rounds down, the upper end up. */
#include "cli/known_cases.h"

#include <math.h>

/* clang-format off */

/* A motion at constant velocity, in the plane and in space; at constant
 * acceleration; a wait; a walk from place to place; a ramp between places. */
#define GO(x, y, vx, vy, start, duration, radius) \
    BEND(x, y, vx, vy, 0, 0, start, duration, radius)
#define FLY(x, y, z, vx, vy, vz, start, duration, radius) \
    {GRAZE_KINEMATIC, {x, y, z}, {vx, vy, vz}, start, duration, radius, {0, 0, 0}, 1}
#define BEND(x, y, vx, vy, ax, ay, start, duration, radius) \
    {GRAZE_KINEMATIC, {x, y, 0}, {vx, vy, 0}, start, duration, radius, {ax, ay, 0}, 1}
#define DROP(x, y, z, az, start, duration, radius) \
    {GRAZE_KINEMATIC, {x, y, z}, {0, 0, 0}, start, duration, radius, {0, 0, az}, 1}
#define WAIT(x, y, start, duration, radius) GO(x, y, 0, 0, start, duration, radius)
#define WALK(x, y, to_x, to_y, start, end, radius) \
    {GRAZE_WAYPOINT, {x, y, 0}, {to_x, to_y, 0}, start, end, radius, {0, 0, 0}, 1}
#define RAMP(x, y, to_x, to_y, start, end, share, radius) \
    {GRAZE_RAMP, {x, y, 0}, {to_x, to_y, 0}, start, end, radius, {0, 0, 0}, share}

#define FOREVER INFINITY
#define NONE {0, 0}
#define APART {.common_life = false}
/* Where the distance is a double, the depth is its opposite. */
#define NEAREST(distance, time) {true, distance, -(distance), time}
#define NEAREST_ROUNDED(distance, depth, time) {true, distance, depth, time}

#define THIRD_DOWN 0x1.5555555555555p-2
#define TWO_THIRDS 0x1.5555555555555p-1
#define TINY 0x1p-1074                   /* the least double */
#define GRID_RADIUS 0x1.6a09e667f3bcdp-2 /* sqrt(2)/4, rounded up to a double */
#define FAR 0x1p40

const known_case known_cases[] = {
    /* ---- along one line */
    {"head-on",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 5.5}, NEAREST(-1, 5)},
    {"lives that end at the touch",
     GO(0, 0, 1, 0, 0, 4.5, 0.5), GO(10, 0, -1, 0, 0, 4.5, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 4.5)},
    {"lives that end one ulp after the touch",
     GO(0, 0, 1, 0, 0, 0x1.2000000000001p2, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 0x1.2000000000001p2}, NEAREST(-0x1p-49, 0x1.2000000000001p2)},
    {"the same within the tolerance",
     GO(0, 0, 1, 0, 0, 0x1.2000000000001p2, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     1e-9, GRAZE_GRAZE, NONE, NEAREST(-0x1p-49, 0x1.2000000000001p2)},
    {"the faster one behind",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(-10, 0, 3, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 5.5}, NEAREST(-1, 5)},
    {"a point through a disc",
     GO(-2, 0, 1, 0, 0, FOREVER, 0), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_CONFLICT, {1, 3}, NEAREST(-1, 2)},
    {"a point through a point",
     GO(-2, 0, 1, 0, 0, FOREVER, 0), WAIT(0, 0, 0, FOREVER, 0),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 2)},
    {"overlap at the start",
     WAIT(0, 0, 0, FOREVER, 0.5), GO(0.5, 0, 1, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {0, 0.5}, NEAREST(-0.5, 0)},
    {"touch at the start",
     WAIT(0, 0, 0, FOREVER, 0.5), GO(1, 0, 1, 0, 0, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 0)},
    {"times before zero",
     GO(0, 0, 1, 0, -10, FOREVER, 0.5), GO(10, 0, -1, 0, -10, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {-5.5, -4.5}, NEAREST(-1, -5)},
    {"places at minus zero",
     GO(-0.0, -0.0, 1, -0.0, 0, FOREVER, 0.5), GO(10, 0.0, -1, 0.0, -0.0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 5.5}, NEAREST(-1, 5)},

    /* ---- tolerance: the question is asked with r1 + r2 - e */
    {"a tolerance narrows the interval",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     0.5, GRAZE_CONFLICT, {4.75, 5.25}, NEAREST(-1, 5)},
    {"a tolerance of the greatest depth",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     1, GRAZE_GRAZE, NONE, NEAREST(-1, 5)},
    {"a tolerance one ulp below it",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     0x1.fffffffffffffp-1, GRAZE_CONFLICT, {0x1.3ffffffffffffp2, 0x1.4000000000001p2},
     NEAREST(-1, 5)},
    {"a tolerance beyond both radii",
     GO(0, 0, 1, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     2, GRAZE_GRAZE, NONE, NEAREST(-1, 5)},

    /* ---- tangents */
    {"tangent to a wait",
     GO(-5, 0, 1, 0, 0, FOREVER, 0.5), WAIT(0, 1, 0, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 5)},
    {"tangent along 3-4-5",
     GO(0, 0, 4, 3, 0, FOREVER, 2), WAIT(5, 10, 0, FOREVER, 3),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 2)},
    {"3-4-5, one ulp nearer",
     GO(0, 0, 4, 3, 0, FOREVER, 2), WAIT(5, 0x1.3ffffffffffffp3, 0, FOREVER, 3),
     0, GRAZE_CONFLICT, {0x1.ffffff9999998p0, 0x1.0000003333333p1},
     NEAREST_ROUNDED(-0x1.999999999999ap-50, 0x1.999999999999ap-50, 0x1.fffffffffffffp0)},
    {"3-4-5, one ulp farther",
     GO(0, 0, 4, 3, 0, FOREVER, 2), WAIT(5, 0x1.4000000000001p3, 0, FOREVER, 3),
     0, GRAZE_CLEAR, NONE, NEAREST_ROUNDED(0x1.9999999999999p-50, -0x1.999999999999ap-50, 2)},
    {"tangent in space along 2-3-6",
     FLY(0, 0, 0, 2, 3, 6, 0, FOREVER, 3), FLY(5, -3, 8, 0, 0, 0, 0, FOREVER, 4),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 1)},
    {"2-3-6, one ulp nearer",
     FLY(0, 0, 0, 2, 3, 6, 0, FOREVER, 3), FLY(0x1.3ffffffffffffp2, -3, 8, 0, 0, 0, 0, FOREVER, 4),
     0, GRAZE_CONFLICT, {0x1.ffffffa66b2d5p-1, 0x1.0000002cca695p0},
     NEAREST_ROUNDED(-0x1.b6db6db6db6dbp-52, 0x1.b6db6db6db6dbp-52, 1)},
    {"head-on in space",
     FLY(0, 0, 0, 0, 0, 1, 0, FOREVER, 0.5), FLY(0, 0, 10, 0, 0, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {9, 11}, NEAREST(-1, 10)},

    /* ---- crossings */
    {"a right angle",
     GO(-3, 0, 1, 0, 0, FOREVER, 0.5), GO(0, -4, 0, 1, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {3, 4}, NEAREST_ROUNDED(-0x1.2bec333018867p-2, 0x1.2bec333018867p-2, 3.5)},
    {"an irrational chord",
     GO(0, 0, 1, 0, 0, FOREVER, 0.75), WAIT(2, 1, 0, FOREVER, 0.75),
     0, GRAZE_CONFLICT, {0x1.c3910c8d016b0p-1, 0x1.8f1bbcdcbfa54p1}, NEAREST(-0.5, 2)},
    {"neighbours that swap cells",
     WALK(0, 0, 1, 0, 0, 1, 0.25), WALK(1, 0, 0, 0, 0, 1, 0.25),
     0, GRAZE_CONFLICT, {0.25, 0.75}, NEAREST(-0.5, 0.5)},
    {"a corner of a grid grazes",
     WALK(0, 0, 1, 0, 0, 1, GRID_RADIUS), WALK(1, 0, 1, 1, 0, 1, GRID_RADIUS),
     1e-9, GRAZE_GRAZE, NONE, NEAREST_ROUNDED(-0x1.bdd3413b26456p-55, 0x1.bdd3413b26456p-55, 0.5)},
    {"the same corner, strictly",
     WALK(0, 0, 1, 0, 0, 1, GRID_RADIUS), WALK(1, 0, 1, 1, 0, 1, GRID_RADIUS),
     0, GRAZE_CONFLICT, {0x1.ffffff9b8fc4bp-2, 0x1.00000032381dbp-1},
     NEAREST_ROUNDED(-0x1.bdd3413b26456p-55, 0x1.bdd3413b26456p-55, 0.5)},
    {"the same corner, a radius one ulp less",
     WALK(0, 0, 1, 0, 0, 1, 0x1.6a09e667f3bccp-2), WALK(1, 0, 1, 1, 0, 1, 0x1.6a09e667f3bccp-2),
     0, GRAZE_CLEAR, NONE, NEAREST_ROUNDED(0x1.21165f626cdd5p-54, -0x1.21165f626cdd5p-54, 0.5)},

    /* ---- walks have rational velocities */
    {"thirds",
     WALK(0, 0, 3, 0, 0, 1, 0.5), WAIT(2, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {THIRD_DOWN, 1}, NEAREST(-1, TWO_THIRDS)},
    {"a walk at a third that ends at the touch",
     WALK(0, 0, 1, 0, 0, 3, 0.5), WAIT(2, 0, 0, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 3)},
    {"two walks at thirds that pass at the touch",
     WALK(0, 0, 1, 0, 0, 3, 0.5), WALK(1, 1, 0, 1, 0, 3, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 1.5)},
    {"tenths and sevenths",
     WALK(0, 0, 10, 0, 0, 7, 2), WALK(5, 3, 5, 3, 0, FOREVER, 3),
     0, GRAZE_CONFLICT, {0x1.6666666666666p-1, 0x1.9333333333334p2}, NEAREST(-2, 3.5)},

    /* ---- lives */
    {"two waits that overlap",
     WAIT(0, 0, 0, FOREVER, 0.75), WAIT(1, 0, 3, FOREVER, 0.75),
     0, GRAZE_CONFLICT, {3, FOREVER}, NEAREST(-0.5, 3)},
    {"two waits that touch",
     WAIT(0, 0, 0, FOREVER, 0.5), WAIT(1, 0, 3, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 3)},
    {"two waits apart",
     WAIT(0, 0, 0, FOREVER, 0.5), WAIT(3, 4, 3, 9, 0.5),
     0, GRAZE_CLEAR, NONE, NEAREST(4, 3)},
    {"side by side at one velocity",
     GO(0, 0, 3, 4, 1, 5, 0.5), GO(3.5, 4, 3, 4, 2, 8, 0.5),
     0, GRAZE_CONFLICT, {2, 6}, NEAREST(-0.5, 2)},
    {"lives that share one instant",
     WAIT(0, 0, 0, 5, 1), WAIT(0, 0, 5, 5, 1),
     0, GRAZE_CLEAR, NONE, APART},
    {"lives one after the other",
     WAIT(0, 0, 0, 4, 1), WAIT(0, 0, 5, 5, 1),
     0, GRAZE_CLEAR, NONE, APART},
    {"an empty life",
     WAIT(0, 0, 1, 0, 1), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_CLEAR, NONE, APART},
    {"a life inside the overlap",
     WAIT(5, 0, 5, 0.25, 0.5), GO(10, 0, -1, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {5, 5.25}, NEAREST(-1, 5)},
    {"a life shorter than an ulp",
     WAIT(0, 0, 1, 0x1p-60, 0.5), WAIT(0, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {1, 0x1.0000000000001p0}, NEAREST(-1, 1)},

    /* ---- far, late, huge, minute */
    {"far from the origin",
     GO(FAR, FAR, 1, 0, 0, FOREVER, 0.5), GO(FAR + 10, FAR, -1, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 5.5}, NEAREST(-1, 5)},
    {"late",
     GO(0, 0, 1, 0, 0x1p50, FOREVER, 0.5), GO(10, 0, -1, 0, 0x1p50, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {0x1p50 + 4.5, 0x1p50 + 5.5}, NEAREST(-1, 0x1p50 + 5)},
    {"so late that seconds are rounded",
     WAIT(0, 0, 0, FOREVER, 0.5), GO(10, 0, -1, 0, 0x1p53, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {0x1p53 + 8, 0x1p53 + 12}, NEAREST(-1, 0x1p53 + 10)},
    {"huge",
     GO(-0x1p1000, 0, 0x1p1000, 0, 0, FOREVER, 0x1p998), WAIT(0, 0, 0, FOREVER, 0x1p998),
     0, GRAZE_CONFLICT, {0.5, 1.5}, NEAREST(-0x1p999, 1)},
    {"minute and overlapping",
     WAIT(0, 0, 0, FOREVER, TINY), WAIT(TINY, 0, 0, FOREVER, TINY),
     0, GRAZE_CONFLICT, {0, FOREVER}, NEAREST(-TINY, 0)},
    {"minute and touching",
     WAIT(0, 0, 0, FOREVER, TINY), WAIT(TINY, 0, 0, FOREVER, 0),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 0)},
    {"minute beside one metre",
     WAIT(0, 0, 0, FOREVER, 1), WAIT(1, 0, 0, FOREVER, TINY),
     0, GRAZE_CONFLICT, {0, FOREVER}, NEAREST(-TINY, 0)},

    /* ---- acceleration */
    {"braking and turning back inside the overlap",
     BEND(8, 0, -4, 0, 1, 0, 0, 8, 1), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_CONFLICT, {2, 6}, NEAREST(-2, 4)},
    {"braking to a stand at the touch",
     BEND(10, 0, -4, 0, 1, 0, 0, 4, 1), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 4)},
    {"turning back at the touch",
     BEND(10, 0, -4, 0, 1, 0, 0, FOREVER, 1), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 4)},
    {"turning back one ulp nearer",
     BEND(0x1.3ffffffffffffp3, 0, -4, 0, 1, 0, 0, FOREVER, 1), WAIT(0, 0, 0, FOREVER, 1),
     0, GRAZE_CONFLICT, {4 - 0x1p-24, 4 + 0x1p-24}, NEAREST(-0x1p-49, 4)},
    {"one acceleration of both changes nothing",
     BEND(0, 0, 1, 0, 3, -8, 0, FOREVER, 0.5), BEND(10, 0, -1, 0, 3, -8, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {4.5, 5.5}, NEAREST(-1, 5)},
    {"a curve that clings to a disc",
     BEND(-3, 4.5, 1, -3, 0, 1, 0, FOREVER, 0.5), WAIT(0, 1, 0, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 3)},
    {"from rest over a wait", /* at t*t */
     RAMP(0, 0, 16, 0, 0, 4, 0, 0.5), WAIT(9, 0, 0, FOREVER, 0.5),
     0, GRAZE_CONFLICT, {0x1.6a09e667f3bccp1, 0x1.94c583ada5b53p1}, NEAREST(-1, 3)},
    {"to rest at the touch",
     RAMP(0, 0, 9, 0, 0, 3, 2, 0.5), WAIT(10, 0, 0, FOREVER, 0.5),
     0, GRAZE_TOUCH, NONE, NEAREST(0, 3)},
    {"a drop in space",
     DROP(0, 0, 9, -2, 0, 4, 4), FLY(0, 0, 0, 0, 0, 0, 0, FOREVER, 4),
     0, GRAZE_CONFLICT, {1, 4}, NEAREST(-8, 3)},
};

const size_t known_case_count = sizeof known_cases / sizeof known_cases[0];

/* ---- lists of intervals ----------------------------------------------------------- */

/* Down through a wait at (0, 5), a stand at (0, 2), and up through it again. */
#define DIP(start, radius) BEND(0, 8, 0, -4, 0, 1, start, 8, radius)

const known_list known_lists[] = {
    {"there and back through a wait", KNOWN_CONFLICTS,
     DIP(1, 1.5), WAIT(0, 5, 0, FOREVER, 1.5),
     0, 2, {{1, 3}, {7, 9}}},
    {"two overlaps that share their ends", KNOWN_CONFLICTS,
     DIP(0, 2), WAIT(0, 4, 0, FOREVER, 2),
     0, 2, {{0, 4}, {4, 8}}},
    {"the same with a tolerance", KNOWN_CONFLICTS,
     DIP(0, 3), WAIT(0, 4, 0, FOREVER, 2),
     1, 2, {{0, 4}, {4, 8}}},
    {"overtaking while braking, and being overtaken", KNOWN_CONFLICTS, /* 4t - t*t/4 */
     RAMP(0, 0, 16, 0, 0, 8, 2, 0.5), GO(2, 0, 2, 0, 0, 8, 0.5),
     0, 2, {{0x1.126145e9ecd56p-1, 2}, {6, 0x1.ddb3d742c2656p2}}},

    {"starts towards a wait", KNOWN_UNSAFE_STARTS,
     GO(0, 0, 1, 0, 3, 20, 0.5), WAIT(5, 0, 0, 10, 0.5),
     0, 1, {{-6, 6}, NONE}},
    {"starts towards a touch", KNOWN_UNSAFE_STARTS,
     GO(0, 1, 1, 0, 3, 20, 0.5), WAIT(5, 0, 0, 10, 0.5),
     0, 0, {NONE, NONE}},
    {"starts into a crossing", KNOWN_UNSAFE_STARTS,
     GO(0, 0, 1, 0, 0, 10, 0.5), GO(2, -2, 0, 1, 0, 10, 0.5),
     0, 1, {{-0x1.6a09e667f3bcdp0, 0x1.6a09e667f3bcdp0}, NONE}},
    {"starts from rest over a wait", KNOWN_UNSAFE_STARTS,
     RAMP(0, 0, 16, 0, 0, 4, 0, 0.5), WAIT(9, 0, 10, 1, 0.5),
     0, 1, {{0x1.b59d3e292d256p2, 0x1.057d86660310dp3}, NONE}},
    {"starts that are cut by a life", KNOWN_UNSAFE_STARTS,
     GO(0, 0, 1, 0, 0, 2.5, 0.5), GO(2, -2, 0, 1, 0, 2, 0.5),
     0, 1, {{-0x1.5db3d742c2656p0, 1}, NONE}},
    {"two unsafe intervals", KNOWN_UNSAFE_STARTS,
     DIP(0, 1.5), WAIT(0, 5, 10, 1, 1.5),
     0, 2, {{2, 5}, {8, 11}}},
    {"braking before a crossing and after it", KNOWN_UNSAFE_STARTS,
     DIP(4, 0.5), GO(-12, 4, 2, 0, 5, 12, 0.5),
     0, 2, {{0x1.c86bf2913613p1, 0x1.32b5fd6a4e802p2},
            {0x1.26a5014ad8bffp3, 0x1.4de5035bb27b4p3}}},
    {"one safe start between two unsafe intervals", KNOWN_UNSAFE_STARTS,
     BEND(0, 16, 0, -8, 0, 2, 0, 8, 0.5), GO(-4, 1.25, 1, 0, 0, 8, 0.5),
     0, 2, {{-0x1.19d5b87e6c9f2p1, 0}, {0, 0x1.19d5b87e6c9f2p1}}},

    {"speeds towards a wait that ends", KNOWN_UNSAFE_SPEEDS,
     GO(0, 0, 1, 0, 3, 20, 0.5), WAIT(5, 0, 0, 10, 0.5),
     0, 1, {{0x1.2492492492492p-1, FOREVER}, NONE}},
    {"speeds into a crossing", KNOWN_UNSAFE_SPEEDS,
     GO(-10, 0, 1, 0, 0, FOREVER, 1), GO(0, -10, 0, 1, 0, FOREVER, 1),
     0, 1, {{0.75, 0x1.5555555555556p0}, NONE}},
    {"speeds along a touch", KNOWN_UNSAFE_SPEEDS,
     GO(0, 1, 1, 0, 3, 20, 0.5), WAIT(5, 0, 0, 10, 0.5),
     0, 0, {NONE, NONE}},
};

const size_t known_list_count = sizeof known_lists / sizeof known_lists[0];

/* ---- trajectories ----------------------------------------------------------------- */

#define STANDS(at, radius) {1, {0}, {at}, GRAZE_STAY, radius}

const known_encounter known_encounters[] = {
    {"turning back at the touch",
     {3, {0, 2, 4}, {0, 2, 0}, GRAZE_STAY, 0.5}, STANDS(3, 0.5), 0,
     1, {{GRAZE_TOUCH, {2, 2}, 0, 2}}},
    {"turning back in the overlap is one stretch",
     {3, {0, 2, 4}, {0, 2, 0}, GRAZE_STAY, 0.75}, STANDS(3, 0.75), 0,
     1, {{GRAZE_CONFLICT, {1.5, 2.5}, 0.5, 2}}},
    {"two overlaps that meet at a touch stay two",
     {3, {0, 1, 2}, {0, 1, 0}, GRAZE_VANISH, 0.5}, STANDS(0, 0.5), 0,
     2, {{GRAZE_CONFLICT, {0, 1}, 1, 0}, {GRAZE_CONFLICT, {1, 2}, 1, 2}}},
    {"who vanishes is met no more",
     {2, {0, 1}, {0, 1}, GRAZE_VANISH, 0.5}, {2, {1, 5}, {5, 1}, GRAZE_STAY, 0.5}, 0,
     0, {{GRAZE_CLEAR, {0, 0}, 0, 0}}},
    {"who stays is met for ever",
     {2, {0, 1}, {0, 1}, GRAZE_STAY, 0.5}, {2, {1, 5}, {5, 1}, GRAZE_STAY, 0.5}, 0,
     1, {{GRAZE_CONFLICT, {4, FOREVER}, 1, 5}}},
};

/* clang-format on */

const size_t known_encounter_count = sizeof known_encounters / sizeof known_encounters[0];

graze_status known_motion_build(const known_motion *known, graze_motion *motion)
{
    if (known->form == GRAZE_WAYPOINT)
        return graze_motion_waypoint(known->from, known->velocity_or_to, known->start,
                                     known->duration_or_end, motion);
    if (known->form == GRAZE_RAMP)
        return graze_motion_ramp(known->from, known->velocity_or_to, known->start,
                                 known->duration_or_end, known->share, motion);
    return graze_motion_kinematic(known->from, known->velocity_or_to, known->acceleration,
                                  known->start, known->duration_or_end, motion);
}
