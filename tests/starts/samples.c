/* SPDX-License-Identifier: MIT */
/* Starts that are worth deciding. See samples.h. */
#include "starts/samples.h"

#include <math.h>

static void add_start(sample_list *list, double start)
{
    if (isfinite(start) && list->count < SAMPLES)
        list->start[list->count++] = start;
}

static void add_with_neighbours(sample_list *list, double start)
{
    add_start(list, nextafter(start, -INFINITY));
    add_start(list, start);
    add_start(list, nextafter(start, INFINITY));
}

static void add_around(sample_list *list, double end, oracle_random *random)
{
    add_with_neighbours(list, end);
    double unit = fmax(fabs(end), 0x1p-20);
    for (int i = 0; i < 4; i++)
        add_start(list, end + random_sign(random) * unit * pow(10, -random_real(random, 1, 16)));
}

void sample_ends(sample_list *list, const unsafe_answer *answer, oracle_random *random)
{
    for (size_t i = 0; i < answer->count; i++) {
        const graze_interval *interval = &answer->intervals[i];
        add_around(list, interval->lower, random);
        add_around(list, interval->upper, random);
        add_start(list, interval->lower / 2 + interval->upper / 2);
        if (i > 0)
            add_start(list, interval->lower / 2 + answer->intervals[i - 1].upper / 2);
    }
}

/* The local life of a motion as rounded numbers; a parked one begins to stand when
 * its hidden move ends. */
typedef struct local_life {
    double begin, end;
} local_life;

enum { MANY_SECONDS = 24 }; /* how far into an endless life to look */

static local_life life_of(const graze_motion *motion)
{
    double duration = motion->duration + motion->duration_tail;
    if (motion->form == GRAZE_PARKED)
        return (local_life){duration, duration + MANY_SECONDS};
    return (local_life){0, isinf(duration) ? MANY_SECONDS : duration};
}

static double start_of(const graze_motion *motion)
{
    return motion->start + motion->start_tail;
}

void sample_corners(sample_list *list, const oracle_pair *pair)
{
    const local_life a = life_of(&pair->a), b = life_of(&pair->b);
    const double start = start_of(&pair->b);
    add_with_neighbours(list, start + b.begin - a.begin);
    add_with_neighbours(list, start + b.begin - a.end);
    add_with_neighbours(list, start + b.end - a.begin);
    add_with_neighbours(list, start + b.end - a.end);
}

void sample_range(sample_list *list, const oracle_pair *pair, oracle_random *random, size_t many)
{
    const local_life a = life_of(&pair->a), b = life_of(&pair->b);
    const double start = start_of(&pair->b);
    const double first = start + b.begin - a.end, last = start + b.end - a.begin;
    for (size_t i = 0; i < many; i++)
        add_start(list, random_real(random, first, last));
}

/* ---- valleys ------------------------------------------------------------------------------- */

/* What part of its way it has gone after a part x of its time. */
static double way_gone(const graze_motion *motion, double x)
{
    return motion->form == GRAZE_RAMP ? (motion->share + (1 - motion->share) * x) * x : x;
}

static double place_on(double place, double to, double velocity, double acceleration,
                       const graze_motion *motion, double time)
{
    if (motion->form == GRAZE_WAYPOINT || motion->form == GRAZE_RAMP)
        return motion->duration > 0 && isfinite(motion->duration)
                   ? place + (to - place) * way_gone(motion, time / motion->duration)
                   : place;
    double u = motion->form == GRAZE_PARKED ? motion->duration : time;
    return place + velocity * u + acceleration * u * u / 2;
}

static graze_vector place_of(const graze_motion *m, double time)
{
    return (graze_vector){
        place_on(m->position.x, m->to.x, m->velocity.x, m->acceleration.x, m, time),
        place_on(m->position.y, m->to.y, m->velocity.y, m->acceleration.y, m, time),
        place_on(m->position.z, m->to.z, m->velocity.z, m->acceleration.z, m, time)};
}

static double height(const oracle_pair *pair, double u, double w)
{
    graze_vector p = place_of(&pair->a, u), q = place_of(&pair->b, w);
    double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return x * x + y * y + z * z;
}

static double clamp(double x, const local_life *life)
{
    return fmin(fmax(x, life->begin), life->end);
}

typedef struct walker {
    double u, w, height;
} walker;

/* Tries one step in each of eight directions; false when none leads down. */
static bool step_down(walker *at, const oracle_pair *pair, const local_life *a, const local_life *b,
                      double step)
{
    bool moved = false;
    for (int direction = 0; direction < 9; direction++) {
        double u = clamp(at->u + (direction % 3 - 1) * step, a);
        double w = clamp(at->w + (direction / 3 - 1) * step, b);
        double height_there = height(pair, u, w);
        if (height_there < at->height) {
            *at = (walker){u, w, height_there};
            moved = true;
        }
    }
    return moved;
}

/* Walks downhill from a random place. */
static walker valley(const oracle_pair *pair, oracle_random *random)
{
    enum { STEPS = 60 };
    const local_life a = life_of(&pair->a), b = life_of(&pair->b);
    walker at = {random_real(random, a.begin, a.end), random_real(random, b.begin, b.end), 0};
    at.height = height(pair, at.u, at.w);
    double step = fmax(a.end - a.begin, b.end - b.begin) / 16;
    for (int i = 0; i < STEPS; i++)
        if (!step_down(&at, pair, &a, &b, step))
            step /= 2;
    return at;
}

enum { WALKS = 8 };

void sample_valleys(sample_list *list, const oracle_pair *pair, oracle_random *random)
{
    for (int walk = 0; walk < WALKS; walk++) {
        walker at = valley(pair, random);
        add_start(list, start_of(&pair->b) + (at.w - at.u));
    }
}

/* ---- speeds -------------------------------------------------------------------------------- */

void sample_speeds(sample_list *list, const oracle_pair *pair, const unsafe_answer *answer,
                   oracle_random *random, size_t many)
{
    const local_life a = life_of(&pair->a), b = life_of(&pair->b);
    const double lead = start_of(&pair->a) - start_of(&pair->b);
    sample_ends(list, answer, random);
    add_with_neighbours(list, a.end / (b.begin - lead));
    add_with_neighbours(list, a.end / (b.end - lead));
    for (int walk = 0; walk < WALKS; walk++) {
        walker at = valley(pair, random);
        add_start(list, at.u / (at.w - lead));
    }
    for (int power = -3; power <= 3; power++)
        add_start(list, ldexp(1, power));
    for (size_t i = 0; i < many; i++)
        add_start(list, exp2(random_real(random, -6, 6)));
}
