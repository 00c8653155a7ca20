/* SPDX-License-Identifier: MIT */
/* libccd's GJK on prisms. See distances.h. */
#include <ccd/ccd.h>
#include <ccd/vec3.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/distances.h"

typedef struct prism {
    size_t count;
    double vertices[];
} prism;

typedef struct placed_prism {
    const prism *shape;
    const double *place;
} placed_prism;

void *ccd_shape_make(const double *vertices, size_t count)
{
    prism *made = malloc(sizeof *made + 2 * count * sizeof *vertices);
    if (made != NULL) {
        made->count = count;
        memcpy(made->vertices, vertices, 2 * count * sizeof *vertices);
    }
    return made;
}

void ccd_shape_free(void *freed) { free(freed); }

static void farthest(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
    const placed_prism *of = object;
    const double *vertices = of->shape->vertices;
    double x = ccdVec3X(direction), y = ccdVec3Y(direction), highest = -1e300;
    size_t best = 0;
    for (size_t i = 0; i < of->shape->count; i++) {
        double height = vertices[2 * i] * x + vertices[2 * i + 1] * y;
        if (height > highest) {
            highest = height;
            best = i;
        }
    }
    ccdVec3Set(point, (ccd_real_t)(vertices[2 * best] + of->place[0]),
               (ccd_real_t)(vertices[2 * best + 1] + of->place[1]),
               ccdVec3Z(direction) > 0 ? 1 : -1);
}

bool ccd_shapes_meet(const void *a, const double *place_a, const void *b, const double *place_b)
{
    placed_prism first = {a, place_a}, second = {b, place_b};
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = farthest;
    ccd.support2 = farthest;
    ccd.max_iterations = 100;
    return ccdGJKIntersect(&first, &second, &ccd) != 0;
}
