/* SPDX-License-Identifier: MIT */
/* Box2D's GJK, in single precision. See distances.h. */
#include <box2d/b2_distance.h>
#include <vector>

#include "benchmarks/distances.h"

struct shape {
    std::vector<b2Vec2> vertices;
    b2DistanceProxy proxy;
};

void *box2d_shape_make(const double *vertices, size_t count)
{
    shape *made = new shape;
    for (size_t i = 0; i < count; i++)
        made->vertices.emplace_back((float)vertices[2 * i], (float)vertices[2 * i + 1]);
    made->proxy.Set(made->vertices.data(), (int32)count, 0.0f);
    return made;
}

void box2d_shape_free(void *freed) { delete static_cast<shape *>(freed); }

double box2d_shape_distance(const void *a, const double *place_a, const void *b,
                            const double *place_b)
{
    b2Rot unturned;
    unturned.SetIdentity();
    b2DistanceInput input;
    input.proxyA = static_cast<const shape *>(a)->proxy;
    input.proxyB = static_cast<const shape *>(b)->proxy;
    input.transformA = b2Transform(b2Vec2((float)place_a[0], (float)place_a[1]), unturned);
    input.transformB = b2Transform(b2Vec2((float)place_b[0], (float)place_b[1]), unturned);
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output.distance < 10.0f * b2_epsilon ? 0 : output.distance;
}
