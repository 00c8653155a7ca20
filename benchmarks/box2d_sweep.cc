/* SPDX-License-Identifier: MIT */
/* Box2D's time of impact and its shape cast, in single precision. See box2d_sweep.h. */
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <vector>

#include "benchmarks/box2d_sweep.h"

struct swept_shape {
    std::vector<b2Vec2> vertices;
    b2DistanceProxy proxy;
    b2Sweep sweep;
};

void *box2d_sweep_make(const double *vertices, size_t count, double radius, const double *from,
                       const double *to)
{
    swept_shape *made = new swept_shape;
    for (size_t i = 0; i < count; i++)
        made->vertices.emplace_back((float)vertices[2 * i], (float)vertices[2 * i + 1]);
    made->proxy.Set(made->vertices.data(), (int32)count, (float)radius);
    made->sweep.localCenter.SetZero();
    made->sweep.c0.Set((float)from[0], (float)from[1]);
    made->sweep.c.Set((float)to[0], (float)to[1]);
    made->sweep.a0 = made->sweep.a = made->sweep.alpha0 = 0;
    return made;
}

void box2d_sweep_free(void *freed) { delete static_cast<swept_shape *>(freed); }

int box2d_sweep_hits(const void *a, const void *b, double *when)
{
    const swept_shape *first = static_cast<const swept_shape *>(a);
    const swept_shape *second = static_cast<const swept_shape *>(b);
    b2TOIInput input;
    input.proxyA = first->proxy;
    input.proxyB = second->proxy;
    input.sweepA = first->sweep;
    input.sweepB = second->sweep;
    input.tMax = 1;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &input);
    *when = output.t;
    return output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped;
}

int box2d_sweep_casts(const void *a, const void *b, double *when)
{
    const swept_shape *first = static_cast<const swept_shape *>(a);
    const swept_shape *second = static_cast<const swept_shape *>(b);
    b2ShapeCastInput input;
    input.proxyA = first->proxy;
    input.proxyB = second->proxy;
    input.transformA.Set(first->sweep.c0, 0);
    input.transformB.Set(second->sweep.c0, 0);
    input.translationB = (second->sweep.c - second->sweep.c0) - (first->sweep.c - first->sweep.c0);
    b2ShapeCastOutput output;
    const bool hits = b2ShapeCast(&output, &input);
    *when = output.lambda;
    return hits;
}
