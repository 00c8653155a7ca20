/* SPDX-License-Identifier: MIT */
/* Is a straight motion of a disc free of a grid's blocked cells? Graze's exact answer;
 * plain doubles (squared distance of segment and cell) over the same cells; and stepping by
 * distance, as Bruce's swept query does: from where the disc is, go on by its clearance,
 * until the end is reached or the clearance is gone. A step has to be of some length, so
 * stepping ends with an epsilon, and says "blocked" to what only touches.
 * Source: J. R. Bruce, "Real-Time Motion Planning and Safe Navigation in Dynamic Multi-Robot
 * Environments", 2006, table 3.7. --pairs is the number of motions. */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"

enum { SIDE = 128, ROUNDS_MOST = 99 };

static const double STEP_EPSILON = 1e-9; /* [m] a clearance that is none */

typedef struct trip {
    graze_motion motion;
    graze_body body;
} trip;

typedef struct scene {
    const char *name;
    int blocked_percent, reach; /* [cells] how far a motion goes at most */
    bool between_centres;       /* ends at centres, radii that touch; else anywhere */
    unsigned char blocked[SIDE * SIDE];
    graze_world *world;
    trip *trips;
} scene;

/* ---- scenes ---------------------------------------------------------------------------- */

static graze_vector any_end(const scene *in, randomness *source, graze_vector from)
{
    double reach = in->reach;
    double x = random_between(source, fmax(0, from.x - reach), fmin(SIDE - 1, from.x + reach));
    double y = random_between(source, fmax(0, from.y - reach), fmin(SIDE - 1, from.y + reach));
    return in->between_centres ? (graze_vector){round(x), round(y), 0} : (graze_vector){x, y, 0};
}

static bool is_blocked(const scene *in, double x, double y)
{
    return in->blocked[(int)round(y) * SIDE + (int)round(x)] != 0;
}

/* From a free cell to a free cell. */
static void draw_trip(const scene *in, randomness *source, trip *drawn)
{
    static const double radii[] = {0.25, 0.35355339059327379, 0.5};
    graze_vector from, to;
    do {
        from = (graze_vector){random_below(source, SIDE), random_below(source, SIDE), 0};
        to = any_end(in, source, from);
        if (!in->between_centres)
            from.x = fmin(SIDE - 1, from.x + random_between(source, 0, 0.5));
    } while (is_blocked(in, from.x, from.y) || is_blocked(in, to.x, to.y) ||
             (from.x == to.x && from.y == to.y));
    drawn->body = (graze_body){.radius = radii[random_below(source, 3)]};
    if (graze_motion_waypoint(from, to, 0, 1, &drawn->motion) != GRAZE_OK)
        give_up("a motion could not be made");
}

static void open_scene(scene *in, size_t trips)
{
    randomness source = {UINT64_C(7) + (uint64_t)in->blocked_percent};
    for (int i = 0; i < SIDE * SIDE; i++)
        in->blocked[i] = random_below(&source, 100) < in->blocked_percent;
    graze_grid grid = {SIDE, SIDE, in->blocked, 1};
    in->trips = malloc(trips * sizeof *in->trips);
    if (in->trips == NULL || graze_world_create(&grid, NULL, 0, NULL, &in->world) != GRAZE_OK)
        give_up("no memory");
    for (size_t i = 0; i < trips; i++)
        draw_trip(in, &source, &in->trips[i]);
}

/* ---- in plain doubles -------------------------------------------------------------------- */

static double clamp(double low, double x, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double to_cell(double x, double y, int column, int row)
{
    double dx = x - clamp(column - 0.5, x, column + 0.5);
    double dy = y - clamp(row - 0.5, y, row + 0.5);
    return dx * dx + dy * dy;
}

static double to_segment(const graze_motion *m, double x, double y)
{
    double dx = m->to.x - m->position.x, dy = m->to.y - m->position.y;
    double t = ((x - m->position.x) * dx + (y - m->position.y) * dy) / (dx * dx + dy * dy);
    t = clamp(0, t, 1);
    double gap_x = x - m->position.x - t * dx, gap_y = y - m->position.y - t * dy;
    return gap_x * gap_x + gap_y * gap_y;
}

/* Does the segment go through the closed cell? (Liang and Barsky) */
static bool goes_through(const graze_motion *m, int column, int row)
{
    double from[] = {m->position.x, m->position.y}, to[] = {m->to.x, m->to.y};
    double centre[] = {column, row}, first = 0, last = 1;
    for (int k = 0; k < 2; k++) {
        double low = centre[k] - 0.5 - from[k], high = centre[k] + 0.5 - from[k];
        double delta = to[k] - from[k];
        if (delta == 0 && (low > 0 || high < 0))
            return false;
        if (delta == 0)
            continue;
        double a = low / delta, b = high / delta;
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first <= last;
}

static bool plain_meets(const trip *asked, int column, int row)
{
    const graze_motion *m = &asked->motion;
    double reach = asked->body.radius * asked->body.radius;
    if (goes_through(m, column, row) ||
        to_cell(m->position.x, m->position.y, column, row) < reach ||
        to_cell(m->to.x, m->to.y, column, row) < reach)
        return true;
    for (int i = 0; i < 4; i++)
        if (to_segment(m, column + (i & 1) - 0.5, row + (i >> 1) - 0.5) < reach)
            return true;
    return false;
}

static bool is_free_plainly(const scene *in, const trip *asked)
{
    const graze_motion *m = &asked->motion;
    double dx = m->to.x - m->position.x, dy = m->to.y - m->position.y, r = asked->body.radius;
    int first = (int)fmax(0, floor(fmin(m->position.y, m->to.y) - r + 0.5));
    int last = (int)fmin(SIDE - 1, floor(fmax(m->position.y, m->to.y) + r + 0.5));
    for (int row = first; row <= last; row++) {
        double a = dy == 0 ? 0 : clamp(0, (row - 0.5 - r - m->position.y) / dy, 1);
        double b = dy == 0 ? 1 : clamp(0, (row + 0.5 + r - m->position.y) / dy, 1);
        double x = m->position.x + dx * a, y = m->position.x + dx * b;
        int low = (int)fmax(0, floor(fmin(x, y) - r + 0.5));
        int high = (int)fmin(SIDE - 1, floor(fmax(x, y) + r + 0.5));
        for (int column = low; column <= high; column++)
            if (in->blocked[row * SIDE + column] != 0 && plain_meets(asked, column, row))
                return false;
    }
    return true;
}

/* ---- stepping ------------------------------------------------------------------------------ */

/* The distance to the nearest blocked cell, in rings round the place's own. */
static double nearest(const scene *in, double x, double y)
{
    double best = INFINITY;
    int column = (int)round(x), row = (int)round(y);
    for (int ring = 0; ring < SIDE && (ring - 1.0) * fabs(ring - 1.0) < best; ring++)
        for (int j = -ring; j <= ring; j++) {
            int step = j == -ring || j == ring || ring == 0 ? 1 : 2 * ring;
            for (int i = -ring; i <= ring; i += step) {
                int c = column + i, r = row + j;
                if (c >= 0 && r >= 0 && c < SIDE && r < SIDE && in->blocked[r * SIDE + c] != 0)
                    best = fmin(best, to_cell(x, y, c, r));
            }
        }
    return sqrt(best);
}

static bool is_free_by_steps(const scene *in, const trip *asked)
{
    const graze_motion *m = &asked->motion;
    double dx = m->to.x - m->position.x, dy = m->to.y - m->position.y, length = hypot(dx, dy);
    for (double gone = 0;;) {
        double t = gone / length;
        double clearance =
            nearest(in, m->position.x + dx * t, m->position.y + dy * t) - asked->body.radius;
        if (clearance <= STEP_EPSILON)
            return false;
        if (gone == length)
            return true;
        gone = fmin(length, gone + clearance);
    }
}

static bool is_free_exactly(const scene *in, const trip *asked)
{
    bool is_free = false;
    if (graze_world_link(in->world, &asked->body, &asked->motion, 0, &is_free) != GRAZE_OK)
        give_up("a link has no answer");
    return is_free;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

enum { EXACT, PLAIN, STEPS, CONTENDERS };

static bool (*const ways[])(const scene *, const trip *) = {is_free_exactly, is_free_plainly,
                                                            is_free_by_steps};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

static void measure(table *to, const scene *in, size_t trips, size_t rounds)
{
    double times[CONTENDERS][ROUNDS_MOST], ratios[CONTENDERS][ROUNDS_MOST];
    unsigned char *answers[CONTENDERS];
    size_t hits = 0, missed[CONTENDERS] = {0}, invented[CONTENDERS] = {0};
    for (int k = 0; k < CONTENDERS; k++)
        if ((answers[k] = calloc(trips, 1)) == NULL)
            give_up("no memory");
    for (size_t round = 0; round < rounds; round++) {
        for (size_t turn = 0; turn < CONTENDERS; turn++) {
            size_t k = (round + turn) % CONTENDERS;
            double began = timing_clock();
            for (size_t i = 0; i < trips; i++)
                answers[k][i] = ways[k](in, &in->trips[i]);
            times[k][round] = (timing_clock() - began) / (double)trips;
        }
        for (size_t k = 0; k < CONTENDERS; k++)
            ratios[k][round] = times[EXACT][round] / times[k][round];
    }
    for (size_t i = 0; i < trips; i++) {
        hits += !answers[EXACT][i];
        for (int k = 0; k < CONTENDERS; k++) {
            missed[k] += answers[k][i] && !answers[EXACT][i];
            invented[k] += !answers[k][i] && answers[EXACT][i];
        }
    }
    table_cells(to, "%s|%.1f|%.0f|%.0f|**%.2f**|%zu + %zu|%.0f|**%.2f**|%zu + %zu", in->name,
                100.0 * (double)hits / (double)trips, median(times[EXACT], rounds),
                median(times[PLAIN], rounds), median(ratios[PLAIN], rounds), missed[PLAIN],
                invented[PLAIN], median(times[STEPS], rounds), median(ratios[STEPS], rounds),
                missed[STEPS], invented[STEPS]);
    table_end_row(to);
    for (int k = 0; k < CONTENDERS; k++)
        free(answers[k]);
}

int main(int argc, char **argv)
{
    static scene scenes[] = {
        {.name = "centres, 5 %, 3 cells",
         .blocked_percent = 5,
         .reach = 3,
         .between_centres = true},
        {.name = "centres, 20 %, 3 cells",
         .blocked_percent = 20,
         .reach = 3,
         .between_centres = true},
        {.name = "centres, 1 %, 30 cells",
         .blocked_percent = 1,
         .reach = 30,
         .between_centres = true},
        {.name = "anywhere, 5 %, 3 cells", .blocked_percent = 5, .reach = 3},
        {.name = "anywhere, 1 %, 30 cells", .blocked_percent = 1, .reach = 30},
    };
    command given = command_read(argc, argv, COMMAND_PAIRS);
    size_t rounds = given.once ? 1 : given.repeats < ROUNDS_MOST ? given.repeats : ROUNDS_MOST;
    table_title(&given, "Links");
    table to = table_begin(&given, "times", 1,
                           "Time of a link [ns]; Graze's as a multiple of theirs, and their "
                           "mistakes (missed + invented).",
                           "scene|blocked %|Graze|plain doubles|**ratio**|mistakes|"
                           "steps by distance|**ratio to steps**|mistakes of steps");
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        open_scene(&scenes[i], given.pairs);
        measure(&to, &scenes[i], given.pairs, rounds);
        graze_world_free(scenes[i].world);
        free(scenes[i].trips);
    }
    return table_status();
}
