/* SPDX-License-Identifier: MIT */
/* Random convex polygons. See shapes.h. */
#include "shapes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct edge {
    int64_t x, y;
} edge;

graze_body shape_body(const convex_shape *shape)
{
    graze_body body = shape->body;
    body.vertices = shape->vertices;
    return body;
}

static int compare_whole(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* Random numbers, of which the steps of a way up and a way down are taken: they sum to
 * 0. */
static void closed_steps(oracle_random *random, size_t count, int reach, int64_t *steps)
{
    int at[SHAPE_VERTICES];
    for (size_t i = 0; i < count; i++)
        at[i] = random_whole(random, -reach, reach);
    qsort(at, count, sizeof *at, compare_whole);
    int up = at[0], down = at[0];
    for (size_t i = 1; i + 1 < count; i++) {
        if (random_once_in(random, 2)) {
            steps[i - 1] = at[i] - up;
            up = at[i];
        } else {
            steps[i - 1] = down - at[i];
            down = at[i];
        }
    }
    steps[count - 2] = at[count - 1] - up;
    steps[count - 1] = down - at[count - 1];
}

static int half(const edge *e) { return e->y > 0 || (e->y == 0 && e->x > 0) ? 0 : 1; }

static int compare_directions(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (half(a) != half(b))
        return half(a) - half(b);
    int64_t cross = a->x * b->y - a->y * b->x;
    return (cross < 0) - (cross > 0);
}

static size_t sorted_edges(oracle_random *random, size_t count, int reach, edge *edges)
{
    int64_t x[SHAPE_VERTICES], y[SHAPE_VERTICES];
    closed_steps(random, count, reach, x);
    closed_steps(random, count, reach, y);
    for (size_t i = count; i-- > 1;) { /* shuffle */
        size_t j = (size_t)random_whole(random, 0, (int)i);
        int64_t swap = y[i];
        y[i] = y[j];
        y[j] = swap;
    }
    size_t used = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (x[i] != 0 || y[i] != 0)
            edges[used++] = (edge){x[i], y[i]};
    qsort(edges, used, sizeof *edges, compare_directions);
    for (size_t i = 0; i < used; i++) {
        if (kept > 0 && compare_directions(&edges[kept - 1], &edges[i]) == 0) {
            edges[kept - 1].x += edges[i].x;
            edges[kept - 1].y += edges[i].y;
        } else {
            edges[kept++] = edges[i];
        }
    }
    return kept;
}

void shape_lattice(convex_shape *shape, oracle_random *random, size_t count, int reach)
{
    edge edges[SHAPE_VERTICES];
    size_t kept;
    do
        kept = sorted_edges(random, count, reach, edges);
    while (kept < 3);
    int64_t x = random_whole(random, -reach, reach), y = random_whole(random, -reach, reach);
    for (size_t i = 0; i < kept; i++) {
        shape->vertices[i] = (graze_point){(double)x, (double)y};
        x += edges[i].x;
        y += edges[i].y;
    }
    shape->body = (graze_body){.vertices = shape->vertices, .vertex_count = kept};
}

void shape_round(convex_shape *shape, oracle_random *random, size_t count, graze_point centre,
                 double radius)
{
    double turn = random_real(random, 0, 6.28), step = 6.283185307179586 / (double)count;
    for (size_t i = 0; i < count; i++) {
        double angle = turn + ((double)i + random_real(random, 0, 0.9)) * step;
        shape->vertices[i].x = centre.x + radius * cos(angle);
        shape->vertices[i].y = centre.y + radius * sin(angle);
    }
    shape->body = (graze_body){.vertices = shape->vertices, .vertex_count = count};
}

void shape_scale(convex_shape *shape, int exponent_x, int exponent_y)
{
    for (size_t i = 0; i < shape->body.vertex_count; i++) {
        shape->vertices[i].x = ldexp(shape->vertices[i].x, exponent_x);
        shape->vertices[i].y = ldexp(shape->vertices[i].y, exponent_y);
    }
}

void shape_move(convex_shape *shape, double x, double y)
{
    for (size_t i = 0; i < shape->body.vertex_count; i++) {
        shape->vertices[i].x += x;
        shape->vertices[i].y += y;
    }
}
