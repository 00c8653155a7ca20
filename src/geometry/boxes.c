/* SPDX-License-Identifier: MIT */
/* Rectangles along the axes. See boxes.h.
 *
 * All is seen mirrored so that the middle of B is not before that of A along either axis, up to
 * rounding. Then the difference of the bodies begins at gap = (place_b - place_a) + (near corner of
 * B - far corner of A), x and y. Where both are above 0 that corner is nearest to the origin, where
 * one is, the edge there, in which both bodies have one; where none is, they overlap.
 *
 * Gaps within 2^-39 m of 0, m the magnitude, are left to others. The others' signs are certain,
 * since sums are off by a few u m, u = 2^-53; nothing cancels as fine_sum() of quick_distance.inc
 * fears, and a distance is far above what it may be wrong by.
 *
 * Below 0 the origin is behind the begin, and before the end, too: the middle of the difference is
 * off by less than 8u m, and behind the begin by half of both widths, of which none exceeds twice
 * its body's size. Of s, the greater size, that is 2 s at most, so that m is less than 2^41 s, and
 * the middle not more than 2^-9 s before the origin. The end is s / 8 behind it at least, since a
 * width is a fourth of its body's size or more. */
#include "geometry/boxes.h"

#include <math.h>

#include "geometry/fine.h"
#include "geometry/placed.h"

static const double DOUBT = 0x1p-39, FARTHEST = 0x1p60;

/* (a - b) + (c - d) as fine_sum() has it. */
static inline duo sum_of(duo a, duo b, duo c, duo d, duo *rest)
{
    duo tail_1, tail_2, tail_3;
    const duo first = fine_two_sums(a, duo_negative(b), &tail_1);
    const duo second = fine_two_sums(c, duo_negative(d), &tail_2);
    const duo sum = fine_two_sums(first, second, &tail_3);
    *rest = duo_add(duo_add(tail_1, tail_2), tail_3);
    return sum;
}

/* Two opposite corners, mirrored: the one near the origin of both axes, and the far one. */
typedef struct box {
    duo near, far;
} box;

static inline box box_of(const graze_hull *hull, duo mirror)
{
    const graze_point *vertices = hull->body.vertices;
    const duo one = duo_mul(duo_load(&vertices[0].x), mirror);
    const duo other = duo_mul(duo_load(&vertices[2].x), mirror);
    return (box){duo_where_above(one, other, other, one), duo_where_above(one, other, one, other)};
}

/* A gap from an edge of that width as edge_quickly() of quick_distance.inc measures it, of which
 * nothing is left for an edge along an axis: the root of a rounded square is the number itself. */
static inline double from_edge(double gap, double gap_rest, double width, double width_rest)
{
    const double cross = width * gap, longer = width * width_rest * (1 / (width * width));
    const double rest = width * gap_rest + width_rest * gap - longer * cross;
    return (cross + rest) / width;
}

static inline double from_corner(duo gap, duo rest)
{
    const double length = sqrt(duo_dot(gap, gap));
    return length + duo_dot(gap, rest) / length;
}

bool boxes_distance(const graze_hull *a, graze_point place_a, const graze_hull *b,
                    graze_point place_b, double *distance)
{
    const duo at_a = duo_of(place_a.x, place_a.y), at_b = duo_of(place_b.x, place_b.y);
    const duo offset = duo_sub(at_b, at_a);
    const double magnitude = duo_length(offset) + a->size + b->size;
    const duo between = duo_sub(duo_load(&b->middle.x), duo_load(&a->middle.x));
    const duo mirror =
        duo_where_above(duo_all(0), duo_add(offset, between), duo_all(-1), duo_all(1));
    const box of_a = box_of(a, mirror), of_b = box_of(b, mirror);
    duo rest, more;
    const duo gap =
        sum_of(duo_mul(at_b, mirror), duo_mul(at_a, mirror), of_b.near, of_a.far, &rest);
    const duo doubt = duo_all(DOUBT * magnitude);
    const unsigned out = duo_above(gap, doubt), in = duo_above(duo_negative(doubt), gap);
    if ((out | in) != 3 || !(magnitude < FARTHEST))
        return false;
    if (out == 3) {
        *distance = from_corner(gap, rest);
        return true;
    }
    *distance = 0;
    if (out == 0)
        return true;
    const duo width = sum_of(of_b.far, of_b.near, of_a.far, of_a.near, &more);
    *distance = out == 1 ? from_edge(duo_x(gap), duo_x(rest), duo_y(width), duo_y(more))
                         : from_edge(duo_y(gap), duo_y(rest), duo_x(width), duo_x(more));
    return true;
}
