/* SPDX-License-Identifier: MIT */
#include "broadphase/index_course.h"

#include <math.h>

enum { X, Y, T = INDEX_TIME };

/* One axis of a disc's way. */
typedef struct way {
    double from, velocity; /* [m] at the begin of its life, [m/s] */
} way;

typedef struct course {
    way x, y;
    double begin, end; /* [s] */
    double error;      /* [m] e */
} course;

static inline way way_of(double lower, double upper, double radius, bool back, double length)
{
    const double low = lower + radius, high = upper - radius;
    return back ? (way){high, (low - high) / length} : (way){low, (high - low) / length};
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

static inline course course_at(const index_shelf *shelf, uint32_t place, double radius)
{
    const uint32_t marks = shelf->entry[place].motion;
    const double low_x = shelf->lower[X][place], high_x = shelf->upper[X][place];
    const double low_y = shelf->lower[Y][place], high_y = shelf->upper[Y][place];
    const double begin = shelf->lower[T][place], end = shelf->upper[T][place];
    const double sides = fabs(low_x) + fabs(high_x) + fabs(low_y) + fabs(high_y) + 2 * radius;
    course c = {way_of(low_x, high_x, radius, marks & COURSE_BACK_X, end - begin),
                way_of(low_y, high_y, radius, marks & COURSE_BACK_Y, end - begin), begin, end, 0};
    const double speed = fabs(c.x.velocity) + fabs(c.y.velocity);
    const double time = end < HUGE_VAL ? greater(fabs(begin), fabs(end)) : fabs(begin);
    c.error = 0x1p-20 * (sides + speed * (time + 0x1p-100));
    return c;
}

static inline double distance_at(const way *a, double begin_a, const way *b, double begin_b,
                                 double time)
{
    return (a->from + a->velocity * (time - begin_a)) - (b->from + b->velocity * (time - begin_b));
}

/* The part of the way from p to q at whose end it is nearest to 0. */
static inline double nearest_part(double px, double py, double wx, double wy)
{
    const double squared = wx * wx + wy * wy, part = -(px * wx + py * wy) / squared;
    return squared > 0 && part > 0 ? (part < 1 ? part : 1) : 0;
}

bool courses_apart(const index_shelf *shelf, uint32_t a, double radius_a, uint32_t b,
                   double radius_b)
{
    if (!(shelf->entry[a].motion & shelf->entry[b].motion & COURSE_KNOWN))
        return false;
    const course one = course_at(shelf, a, radius_a), other = course_at(shelf, b, radius_b);
    const double begin = greater(one.begin, other.begin);
    const double end = one.end < other.end ? one.end : other.end;
    const double px = distance_at(&one.x, one.begin, &other.x, other.begin, begin);
    const double py = distance_at(&one.y, one.begin, &other.y, other.begin, begin);
    const double qx = distance_at(&one.x, one.begin, &other.x, other.begin, end);
    const double qy = distance_at(&one.y, one.begin, &other.y, other.begin, end);
    const double part = nearest_part(px, py, qx - px, qy - py);
    const double cx = px + part * (qx - px), cy = py + part * (qy - py);
    const double reach = radius_a + radius_b + one.error + other.error + 0x1p-140;
    const double squared = cx * cx + cy * cy, first = cx * px + cy * py, last = cx * qx + cy * qy;
    const double least = first < last ? first : last;
    return begin < end && squared > reach * reach && least > 0 &&
           least * least > reach * reach * squared;
}
