/* SPDX-License-Identifier: MIT */
/* When do two moving bodies conflict? Graze's interval, both ends correctly rounded, pair by pair
 * and for all pairs of two arrays at once, against the first contact of Box2D: fresh pairs of
 * polygons, rounded polygons and discs that move straight for a second. Some pairs are natural, at
 * three densities; the others are made to pass each other a millimetre deep or less, or a
 * millimetre apart or less. */
#include <graze/conflict.h>
#include <graze/pairwise.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/sweeps.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"

enum { PAIRS = 8192, CORNERS = 8 };

/* ---- pairs ------------------------------------------------------------------------------ */

/* Bodies on ellipses of up to a metre, in a square, each moving up to `travel` along
 * either axis. */
typedef struct sweep_family {
    const char *name;
    int corners; /* 0: discs */
    double radius, square, travel;
    bool grazing;
} sweep_family;

static const sweep_family sweeps[] = {
    {"4 corners, 12 m", 4, 0, 12, 3, false},   {"8 corners, 6 m", 8, 0, 6, 3, false},
    {"8 corners, 12 m", 8, 0, 12, 3, false},   {"8 corners, 30 m", 8, 0, 30, 3, false},
    {"8 corners, grazing", 8, 0, 12, 6, true}, {"rounded, 12 m", 6, 0.2, 12, 3, false},
    {"rounded, grazing", 6, 0.2, 12, 6, true}, {"discs, 6 m", 0, 0.5, 6, 3, false},
    {"discs, 12 m", 0, 0.5, 12, 3, false},     {"discs, grazing", 0, 0.5, 12, 6, true}};

enum { SWEEPS = sizeof sweeps / sizeof *sweeps };

/* Agents 2i and 2i + 1 are pair i. */
typedef struct swept_pairs {
    size_t count;
    graze_point (*vertices)[CORNERS];
    graze_body *bodies;
    graze_motion *motions;
    graze_prepared *prepared;
    void **shapes; /* Box2D's; null without it */
    double *numbers; /* of the same motions as two lists, [(side LIST + row) count + pair] */
    graze_body *list_bodies;
    graze_moves lists[2];
} swept_pairs;

/* Rows of a list's numbers; FAR is the goal of discs, the velocity of others. */
enum { PLACE, FAR = 2, START = 4, LASTS, RADIUS, LIST };

static void shape(randomness *source, int corners, graze_point *vertices)
{
    double wide = random_between(source, 0.3, 1), high = wide * random_between(source, 0.4, 1);
    double turn = random_between(source, 0, 6.283185307179586);
    for (int i = 0; i < corners; i++) {
        double angle = (i + random_between(source, 0, 0.8)) * 6.283185307179586 / corners;
        double x = wide * cos(angle), y = high * sin(angle);
        vertices[i] = (graze_point){x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)};
    }
}

/* How far a body reaches along a direction. */
static double reach_of(const graze_body *body, double x, double y)
{
    double most = body->vertex_count == 0 ? 0 : -INFINITY;
    for (size_t i = 0; i < body->vertex_count; i++)
        most = fmax(most, body->vertices[i].x * x + body->vertices[i].y * y);
    return most + body->radius * hypot(x, y);
}

/* Moves a beside its way until the two pass each other at `depth`, in the middle. */
static void let_graze(const graze_body *bodies, graze_motion *motions, double depth)
{
    double vx = motions[0].velocity.x - motions[1].velocity.x;
    double vy = motions[0].velocity.y - motions[1].velocity.y, speed = hypot(vx, vy);
    double x = -vy / speed, y = vx / speed;
    double apart = reach_of(&bodies[1], x, y) + reach_of(&bodies[0], -x, -y) - depth;
    motions[0].position.x = motions[1].position.x + apart * x - 0.5 * vx;
    motions[0].position.y = motions[1].position.y + apart * y - 0.5 * vy;
}

static graze_motion random_motion(randomness *source, const sweep_family *of)
{
    graze_motion motion;
    graze_vector none = {0, 0, 0};
    graze_vector place = {random_between(source, 0, of->square),
                          random_between(source, 0, of->square), 0};
    graze_vector velocity = {random_between(source, -of->travel, of->travel),
                             random_between(source, -of->travel, of->travel), 0};
    if (graze_motion_kinematic(place, velocity, none, 0, 1, &motion) != GRAZE_OK)
        give_up("a motion was refused");
    return motion;
}

static void make_pair(randomness *source, const sweep_family *of, swept_pairs *all, size_t pair)
{
    for (size_t i = 2 * pair; i < 2 * pair + 2; i++) {
        do {
            shape(source, of->corners, all->vertices[i]);
            all->bodies[i] = (graze_body){.radius = of->radius,
                                          .vertices = of->corners == 0 ? NULL : all->vertices[i],
                                          .vertex_count = (size_t)of->corners};
        } while (graze_body_validate(&all->bodies[i]) != GRAZE_OK);
        all->motions[i] = random_motion(source, of);
    }
    if (of->grazing)
        let_graze(&all->bodies[2 * pair], &all->motions[2 * pair],
                  random_between(source, -1e-3, 1e-3));
    for (size_t i = 2 * pair; i < 2 * pair + 2 && of->corners == 0; i++) {
        const graze_vector from = all->motions[i].position, by = all->motions[i].velocity;
        const graze_vector to = {from.x + by.x, from.y + by.y, 0};
        if (graze_motion_waypoint(from, to, 0, 1, &all->motions[i]) != GRAZE_OK)
            give_up("a motion was refused");
    }
}

/* The agents 2i + side as one list. */
static void list_side(swept_pairs *all, size_t side, bool discs)
{
    const size_t count = all->count;
    double *row[LIST];
    for (size_t k = 0; k < LIST; k++)
        row[k] = all->numbers + (side * LIST + k) * count;
    for (size_t i = 0; i < count; i++) {
        const graze_motion *m = &all->motions[2 * i + side];
        row[PLACE][i] = m->position.x;
        row[PLACE + 1][i] = m->position.y;
        row[FAR][i] = m->velocity.x;
        row[FAR + 1][i] = m->velocity.y;
        row[START][i] = m->start;
        row[LASTS][i] = m->duration; /* and its end, since it begins at 0 */
        row[RADIUS][i] = all->bodies[2 * i + side].radius;
        all->list_bodies[side * count + i] = all->bodies[2 * i + side];
    }
    graze_moves *list = &all->lists[side];
    *list = (graze_moves){.count = count, .form = discs ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                          .bodies = discs ? NULL : all->list_bodies + side * count,
                          .radius = row[RADIUS], .place = {row[PLACE], row[PLACE + 1]},
                          .start = row[START]};
    const double **far = discs ? list->to : list->velocity;
    far[0] = row[FAR];
    far[1] = row[FAR + 1];
    *(discs ? &list->end : &list->duration) = row[LASTS];
}

static void prepare_peer(swept_pairs *all, size_t i)
{
#ifdef HAVE_BOX2D
    const double origin[2] = {0, 0};
    const graze_body *body = &all->bodies[i];
    const graze_motion *m = &all->motions[i];
    const double from[2] = {m->position.x, m->position.y};
    const bool goes_to = m->form == GRAZE_WAYPOINT;
    const double to[2] = {m->velocity.x + (goes_to ? 0 : from[0]),
                          m->velocity.y + (goes_to ? 0 : from[1])};
    all->shapes[i] = body->vertex_count == 0
                         ? box2d_sweep_make(origin, 1, body->radius, from, to)
                         : box2d_sweep_make(&body->vertices->x, body->vertex_count, body->radius,
                                            from, to);
#else
    all->shapes[i] = NULL;
#endif
}

static swept_pairs make_pairs(const sweep_family *of, size_t count)
{
    swept_pairs all = {.count = count};
    randomness source = {20190826};
    all.vertices = calloc(2 * count, sizeof *all.vertices);
    all.bodies = calloc(2 * count, sizeof *all.bodies);
    all.motions = calloc(2 * count, sizeof *all.motions);
    all.prepared = aligned_alloc(64, 2 * count * sizeof *all.prepared);
    all.shapes = calloc(2 * count, sizeof *all.shapes);
    all.numbers = calloc(2 * LIST * count, sizeof *all.numbers);
    all.list_bodies = calloc(2 * count, sizeof *all.list_bodies);
    if (all.vertices == NULL || all.bodies == NULL || all.motions == NULL ||
        all.prepared == NULL || all.shapes == NULL || all.numbers == NULL ||
        all.list_bodies == NULL)
        give_up("out of memory");
    for (size_t i = 0; i < count; i++)
        make_pair(&source, of, &all, i);
    for (size_t i = 0; i < 2 * count; i++) {
        if (graze_motion_prepare(&all.bodies[i], &all.motions[i], &all.prepared[i]) != GRAZE_OK)
            give_up("a body was refused");
        prepare_peer(&all, i);
    }
    list_side(&all, 0, of->corners == 0);
    list_side(&all, 1, of->corners == 0);
    return all;
}

static void free_pairs(swept_pairs *all)
{
#ifdef HAVE_BOX2D
    for (size_t i = 0; i < 2 * all->count; i++)
        box2d_sweep_free(all->shapes[i]);
#endif
    free(all->vertices);
    free(all->bodies);
    free(all->motions);
    free(all->prepared);
    free(all->shapes);
    free(all->numbers);
    free(all->list_bodies);
}

/* ---- contenders ------------------------------------------------------------------------- */

typedef struct sweep_answer {
    graze_interval when;
    size_t count;
} sweep_answer;

typedef struct run {
    const swept_pairs *pairs;
    sweep_answer *answers;
    size_t *first; /* of lists */
    graze_interval *intervals;
} run;

static void pass_prepared(const workload *load, void *of)
{
    const run *given = of;
    const swept_pairs *p = given->pairs;
    for (size_t i = 0; i < 2 * load->count; i += 2)
        if (graze_conflict_intervals_prepared(
                &p->prepared[i], &p->bodies[i], &p->motions[i], &p->prepared[i + 1],
                &p->bodies[i + 1], &p->motions[i + 1], 0, &given->answers[i / 2].when, 1,
                &given->answers[i / 2].count) != GRAZE_OK)
            give_up("a pair was refused");
}

static void pass_motions(const workload *load, void *of)
{
    const run *given = of;
    const swept_pairs *p = given->pairs;
    for (size_t i = 0; i < 2 * load->count; i += 2)
        if (graze_conflict_intervals(&p->bodies[i], &p->motions[i], &p->bodies[i + 1],
                                     &p->motions[i + 1], 0, &given->answers[i / 2].when, 1,
                                     &given->answers[i / 2].count) != GRAZE_OK)
            give_up("a pair was refused");
}

static void pass_lists(const workload *load, void *of)
{
    const run *given = of;
    if (graze_pairwise_intervals(&given->pairs->lists[0], &given->pairs->lists[1], 0, given->first,
                                 given->intervals, load->count, NULL) != GRAZE_OK)
        give_up("a pair was refused");
}

#ifdef HAVE_BOX2D
static void pass_box2d(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++)
        given->answers[i].count = (size_t)box2d_sweep_hits(given->pairs->shapes[2 * i],
                                                           given->pairs->shapes[2 * i + 1],
                                                           &given->answers[i].when.lower);
}

static void pass_casts(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++)
        given->answers[i].count = (size_t)box2d_sweep_casts(given->pairs->shapes[2 * i],
                                                            given->pairs->shapes[2 * i + 1],
                                                            &given->answers[i].when.lower);
}
#endif

enum { PREPARED, MOTIONS, LISTS, BOX2D, CASTS, CONTENDERS };

#ifdef HAVE_BOX2D
static const bool peer_is_here = true;
#else
static const bool peer_is_here = false;
#endif

static const contender contenders[] = {
    {"graze, prepared", pass_prepared, NULL},
    {"graze", pass_motions, NULL},
    {"graze, lists", pass_lists, NULL},
#ifdef HAVE_BOX2D
    {"b2TimeOfImpact", pass_box2d, NULL},
    {"b2ShapeCast", pass_casts, NULL},
#endif
};

enum { PRESENT = sizeof contenders / sizeof *contenders };

/* ---- one family ------------------------------------------------------------------------- */

static void compare(const sweep_answer *truth, const sweep_answer *peer, size_t count,
                    size_t *missed, size_t *invented, double *late)
{
    *missed = *invented = 0;
    *late = 0;
    for (size_t i = 0; i < count; i++) {
        *missed += truth[i].count > peer[i].count;
        *invented += truth[i].count < peer[i].count;
        if (truth[i].count != 0 && peer[i].count != 0)
            *late = fmax(*late, fabs(peer[i].when.lower - truth[i].when.lower));
    }
}

/* The intervals of lists are those of pairs. */
static void compare_lists(const run *lists, const sweep_answer *truth, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const graze_interval *found = &lists->intervals[lists->first[i]];
        if (lists->first[i + 1] - lists->first[i] != truth[i].count ||
            (truth[i].count != 0 &&
             (found->lower != truth[i].when.lower || found->upper != truth[i].when.upper)))
            give_up("lists have other answers than pairs");
    }
}

static void print_peer(table *to, const timing *taken, sweep_answer *const *answers, size_t pairs,
                       size_t peer)
{
    size_t missed, invented;
    double late;
    compare(answers[PREPARED], answers[peer], pairs, &missed, &invented, &late);
    table_cells(to, "%.0f|%.3f|%.3f|%.3f|%zu + %zu|%.1e", timing_median(taken, peer),
                timing_ratio(taken, PREPARED, peer), timing_ratio(taken, MOTIONS, peer),
                timing_ratio(taken, LISTS, peer), missed, invented, late);
}

static void print_row(table *to, const sweep_family *of, const timing *taken,
                      sweep_answer *const *answers, size_t pairs)
{
    size_t hits = 0;
    for (size_t i = 0; i < pairs; i++)
        hits += answers[PREPARED][i].count;
    table_cells(to, "%s|%.1f|%.0f|%.0f|%.0f", of->name, 100.0 * (double)hits / (double)pairs,
                timing_median(taken, PREPARED), timing_median(taken, MOTIONS),
                timing_median(taken, LISTS));
    for (size_t peer = BOX2D; peer_is_here && peer <= CASTS; peer++)
        print_peer(to, taken, answers, pairs, peer);
    table_end_row(to);
}

static void race(table *to, const sweep_family *of, const command *given)
{
    swept_pairs pairs = make_pairs(of, given->pairs);
    sweep_answer *answers[CONTENDERS];
    run runs[CONTENDERS];
    contender timed[CONTENDERS];
    timing taken;
    const workload load = {.count = given->pairs};
    for (size_t k = 0; k < PRESENT; k++) {
        answers[k] = calloc(given->pairs, sizeof *answers[k]);
        if (answers[k] == NULL)
            give_up("out of memory");
        runs[k] = (run){.pairs = &pairs, .answers = answers[k]};
        timed[k] = contenders[k];
        timed[k].answers = &runs[k];
    }
    runs[LISTS].first = calloc(given->pairs + 1, sizeof *runs[LISTS].first);
    runs[LISTS].intervals = calloc(given->pairs + 1, sizeof *runs[LISTS].intervals);
    if (runs[LISTS].first == NULL || runs[LISTS].intervals == NULL)
        give_up("out of memory");
    if (!timing_take(timed, PRESENT, &load, given->once ? 1 : given->repeats, &taken))
        give_up("no time could be taken");
    compare_lists(&runs[LISTS], answers[PREPARED], given->pairs);
    print_row(to, of, &taken, answers, given->pairs);
    timing_free(&taken);
    for (size_t k = 0; k < PRESENT; k++)
        free(answers[k]);
    free(runs[LISTS].first);
    free(runs[LISTS].intervals);
    free_pairs(&pairs);
}

int main(int argc, char **argv)
{
    command given = command_read(argc, argv, PAIRS);
    table_title(&given, "Swept bodies");
    table to = table_begin(&given, "times", 1,
                           "When do two moving bodies conflict? ns a pair; ratios to "
                           "b2TimeOfImpact and, *cast*, to b2ShapeCast; conflicts that each "
                           "misses + invents; its first contact is off by up to [s].",
                           "pairs|hits %|Graze, prepared|Graze|Graze, lists|b2TimeOfImpact|"
                           "**ratio, prepared**|ratio|ratio of lists|missed + invented|off by|"
                           "b2ShapeCast|**cast: ratio, prepared**|cast: ratio|"
                           "cast: ratio of lists|cast: missed + invented|cast: off by");
    for (size_t i = 0; i < SWEEPS; i++)
        race(&to, &sweeps[i], &given);
    return table_status();
}
