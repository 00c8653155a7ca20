/* SPDX-License-Identifier: MIT */
/* The linear shape cast of Box2D 3 (3.1 or newer) as a peer of benchmarks/compare: the first
 * contact of swept bodies, b beside a that rests, in single precision. Debian 12 has no Box2D 3;
 * who has one builds this in the build folder,
 *
 *     make benchmarks/box2d3_peer BOX2D3_CPPFLAGS=-I.../include BOX2D3_LIBS=.../libbox2d.a
 *     benchmarks/compare --family '8 corners, 12 m' --peer b2ShapeCast=benchmarks/box2d3_peer
 */
#include <box2d/collision.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/recorded.h"
#include "benchmarks/timing.h"

enum { NOT_ANSWERED = 77 };

static b2Vec2 narrowed(double x, double y)
{
    return (b2Vec2){(float)x, (float)y};
}

static b2ShapeProxy proxy_of(const graze_body *body)
{
    b2Vec2 points[B2_MAX_POLYGON_VERTICES] = {{0, 0}};
    if (body->vertex_count > B2_MAX_POLYGON_VERTICES)
        give_up("a body has more corners than Box2D takes");
    for (size_t i = 0; i < body->vertex_count; i++)
        points[i] = narrowed(body->vertices[i].x, body->vertices[i].y);
    return b2MakeProxy(points, body->vertex_count == 0 ? 1 : (int)body->vertex_count,
                       (float)body->radius);
}

static b2Transform place_at(const graze_motion *motion, double time)
{
    const double since = time - motion->start;
    return (b2Transform){narrowed(motion->position.x + since * motion->velocity.x,
                                  motion->position.y + since * motion->velocity.y),
                         b2Rot_identity};
}

/* What the two do in their common life. */
static b2ShapeCastPairInput cast_of(const specimen *pair)
{
    const graze_motion *a = &pair->a, *b = &pair->b;
    const double begin = fmax(a->start, b->start);
    const double lasts = fmin(a->start + a->duration, b->start + b->duration) - begin;
    if (a->form != GRAZE_KINEMATIC || !(lasts > 0 && lasts < HUGE_VAL))
        give_up("swept bodies with a common life that ends are wanted");
    return (b2ShapeCastPairInput){.proxyA = proxy_of(&pair->body_a),
                                  .proxyB = proxy_of(&pair->body_b),
                                  .transformA = place_at(a, begin),
                                  .transformB = place_at(b, begin),
                                  .translationB = narrowed((b->velocity.x - a->velocity.x) * lasts,
                                                           (b->velocity.y - a->velocity.y) * lasts),
                                  .maxFraction = 1};
}

static size_t casts(const void *of, size_t i)
{
    const b2ShapeCastPairInput *inputs = of;
    return b2ShapeCast(&inputs[i]).hit;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        give_up("usage: box2d3_peer QUESTION FILE");
    if (strcmp(argv[1], "sweep") != 0)
        return NOT_ANSWERED;
    recorded all;
    if (!recorded_read(argv[2], &all))
        give_up("the file holds no recorded pairs, or there is no memory");
    b2ShapeCastPairInput *inputs = calloc(all.count, sizeof *inputs);
    if (inputs == NULL)
        give_up("there is no memory");
    for (size_t i = 0; i < all.count; i++)
        inputs[i] = cast_of(&all.pairs[i]);
    timing_tell(stdout, casts, inputs, all.count);
    free(inputs);
    recorded_free(&all);
    return 0;
}
