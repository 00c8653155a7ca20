/* SPDX-License-Identifier: MIT */
/* Shapes of generated bodies. See body_shapes.h. */
#include "oracle/body_shapes.h"

#include <math.h>

#include "oracle/outline.h"

void oracle_bodies_link(oracle_bodies *bodies)
{
    bodies->pair.body_a.vertices = bodies->a;
    bodies->pair.body_b.vertices = bodies->b;
}

body_shape body_shape_of(oracle_bodies *bodies, int which)
{
    return which == 0 ? (body_shape){&bodies->pair.body_a, bodies->a}
                      : (body_shape){&bodies->pair.body_b, bodies->b};
}

size_t oracle_wrap_points(const graze_point *points, size_t count, graze_point *vertices)
{
    const graze_body origin = {0}, all = {.vertices = points, .vertex_count = count};
    oracle_hull hull;
    oracle_hull_init(&hull, &origin, &all);
    const size_t corners = hull.count;
    for (size_t i = 0; i < corners; i++)
        vertices[i] =
            (graze_point){mpq_get_d(hull.corner[i].at[0]), mpq_get_d(hull.corner[i].at[1])};
    oracle_hull_clear(&hull);
    return corners;
}

/* What is left round the hull of some points. */
void body_wrap(body_shape s, const graze_point *points, size_t count)
{
    s.body->vertex_count = oracle_wrap_points(points, count, s.vertex);
}

void body_box(body_shape s, double left, double bottom, double right, double top)
{
    const graze_point corners[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    body_wrap(s, corners, 4);
}

void body_real(recipe *r, body_shape s, int most, double size)
{
    graze_point points[16];
    int count = random_whole(&r->random, 0, most);
    for (int i = 0; i < count; i++) {
        double angle = random_real(&r->random, 0, 6.28), far = size;
        if (random_once_in(&r->random, 3))
            far = random_real(&r->random, 0, size);
        points[i] = (graze_point){far * cos(angle), far * sin(angle)};
    }
    s.body->vertex_count = 0;
    if (count > 0)
        body_wrap(s, points, (size_t)count);
}

/* Short numbers: sums and products of a few are exact. */
void body_short(recipe *r, body_shape s, int least, int most)
{
    graze_point points[16];
    int count = random_whole(&r->random, least, most);
    for (int i = 0; i < count; i++)
        points[i] =
            (graze_point){random_short(&r->random, 8, 2), random_short(&r->random, 8, 2)};
    body_wrap(s, points, (size_t)count);
}

void body_some(recipe *r, body_shape s)
{
    switch (random_whole(&r->random, 0, 3)) {
    case 0:
        body_real(r, s, 8, 1);
        break;
    case 1:
        body_box(s, -0.5, -0.5, 0.5, 0.5);
        break;
    default:
        body_short(r, s, 1, 6);
    }
}

void body_needle(recipe *r, body_shape s)
{
    double length = random_real(&r->random, 0.5, 2),
           thin = ldexp(1, -random_whole(&r->random, 20, 52));
    double angle = random_once_in(&r->random, 2) ? 0 : random_real(&r->random, 0, 6.28);
    graze_point points[4];
    for (int i = 0; i < 4; i++) {
        double along = i % 2 == 0 ? 0 : length, across = i / 2 == 0 ? 0 : thin;
        points[i] = (graze_point){along * cos(angle) - across * sin(angle),
                                  along * sin(angle) + across * cos(angle)};
    }
    body_wrap(s, points, random_once_in(&r->random, 2) ? 3 : 4);
}

void body_kind(recipe *r, body_shape s)
{
    static const int vertices[] = {0, 1, 2, 3, 5};
    body_short(r, s, 0, 0);
    int most = vertices[random_whole(&r->random, 0, 4)];
    if (random_once_in(&r->random, 2))
        body_short(r, s, most, most);
    else
        body_real(r, s, most, 1);
}

bool body_scale(body_shape s, int exponent)
{
    for (size_t i = 0; i < s.body->vertex_count; i++) {
        const graze_point old = s.vertex[i];
        s.vertex[i] = (graze_point){ldexp(old.x, exponent), ldexp(old.y, exponent)};
        if (ldexp(s.vertex[i].x, -exponent) != old.x || ldexp(s.vertex[i].y, -exponent) != old.y)
            return false;
    }
    return true;
}
