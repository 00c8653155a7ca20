/* SPDX-License-Identifier: MIT */
/* Pairs of convex polygons. See polygons.h. */
#include "benchmarks/polygons.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/random.h"

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void try_polygon(polygon *made, randomness *source)
{
    double angles[POLYGON_VERTICES];
    double wide = random_between(source, 0.5, 2), high = random_between(source, 0.5, 2);
    double turn = random_between(source, 0, 3.14);
    for (size_t i = 0; i < made->count; i++)
        angles[i] = random_between(source, 0, 6.283185307179586);
    qsort(angles, made->count, sizeof *angles, by_value);
    for (size_t i = 0; i < made->count; i++) {
        double x = wide * cos(angles[i]), y = high * sin(angles[i]);
        made->vertices[i] =
            (graze_point){x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)};
    }
}

/* Two vertices may fall so close together that rounding makes them concave. */
static void make_polygon(polygon *made, size_t vertices, randomness *source)
{
    made->count = vertices;
    graze_body body = {.vertices = made->vertices, .vertex_count = vertices};
    do
        try_polygon(made, source);
    while (graze_hull_prepare(&body, &made->hull) != GRAZE_OK);
}

static bool overlap_at(const polygon_pair *pair, double angle, double distance)
{
    graze_point place = {pair->place_a.x + distance * cos(angle),
                         pair->place_a.y + distance * sin(angle)};
    bool overlap = false;
    graze_gjk_overlap(&pair->a.hull, pair->place_a, &pair->b.hull, place, &overlap);
    return overlap;
}

/* The smallest distance of the places at which the two do not overlap in that
 * direction, for places that start overlapping. */
static double touching_distance(const polygon_pair *pair, double angle)
{
    double low = 0, high = 16;
    for (double middle = 8; middle > low && middle < high; middle = (low + high) / 2)
        *(overlap_at(pair, angle, middle) ? &low : &high) = middle;
    return high;
}

static void make_square(polygon *made)
{
    const graze_point corners[4] = {{-0.35, -0.35}, {0.35, -0.35}, {0.35, 0.35}, {-0.35, 0.35}};
    memcpy(made->vertices, corners, sizeof corners);
    made->count = 4;
    graze_hull_prepare(&(graze_body){.vertices = made->vertices, .vertex_count = 4}, &made->hull);
}

/* Robots in cells of a grid, up to five apart. */
static void make_squares(polygon_pair *pair, randomness *source)
{
    make_square(&pair->a);
    make_square(&pair->b);
    pair->place_a.x = floor(random_between(source, 0, 100));
    pair->place_a.y = floor(random_between(source, 0, 100));
    pair->place_b.x = pair->place_a.x + floor(random_between(source, 1, 6));
    pair->place_b.y = pair->place_a.y + floor(random_between(source, 0, 6));
}

static void make_pair(polygon_pair *pair, size_t vertices, nearness kind, randomness *source)
{
    double angle, distance;
    if (kind == NEARNESS_SQUARES) {
        make_squares(pair, source);
        return;
    }
    do {
        make_polygon(&pair->a, vertices, source);
        make_polygon(&pair->b, vertices, source);
        pair->place_a.x = random_between(source, -10, 10);
        pair->place_a.y = random_between(source, -10, 10);
        angle = random_between(source, 0, 6.283185307179586);
    } while (!overlap_at(pair, angle, 0));
    distance = touching_distance(pair, angle);
    if (kind == NEARNESS_DISTANT)
        distance *= random_between(source, 1.05, 2);
    else if (kind == NEARNESS_OVERLAPPING)
        distance *= random_between(source, 0, 0.95);
    pair->place_b.x = pair->place_a.x + distance * cos(angle);
    pair->place_b.y = pair->place_a.y + distance * sin(angle);
}

bool polygon_pairs_make(polygon_pair **pairs, graze_point **pool, size_t count, size_t vertices,
                        nearness kind, uint64_t seed)
{
    randomness source = {seed + 100 * vertices + (uint64_t)kind};
    *pairs = malloc(count * sizeof **pairs);
    *pool = malloc(2 * vertices * count * sizeof **pool);
    if (*pairs == NULL || *pool == NULL) {
        free(*pairs);
        free(*pool);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        (*pairs)[i].a.vertices = *pool + 2 * i * vertices;
        (*pairs)[i].b.vertices = *pool + (2 * i + 1) * vertices;
        make_pair(&(*pairs)[i], vertices, kind, &source);
    }
    return true;
}

/* Does an edge of `of` have all of `other` on its outer side? */
static bool edge_separates(const polygon *of, graze_point offset, const polygon *other)
{
    for (size_t i = 0; i < of->count; i++) {
        graze_point from = of->vertices[i], to = of->vertices[i + 1 < of->count ? i + 1 : 0];
        double x = to.y - from.y, y = from.x - to.x, least = INFINITY;
        double level = (from.x - offset.x) * x + (from.y - offset.y) * y;
        for (size_t j = 0; j < other->count; j++)
            least = fmin(least, other->vertices[j].x * x + other->vertices[j].y * y);
        if (least >= level)
            return true;
    }
    return false;
}

bool polygons_overlap_by_axes(const polygon_pair *pair)
{
    graze_point there = {pair->place_b.x - pair->place_a.x, pair->place_b.y - pair->place_a.y};
    graze_point back = {-there.x, -there.y};
    return !edge_separates(&pair->a, there, &pair->b) && !edge_separates(&pair->b, back, &pair->a);
}
