/* SPDX-License-Identifier: MIT */
/* When do two moving bodies conflict? Graze's interval, both ends correctly rounded, pair by pair
 * and for all pairs of two arrays at once, against the first contact of Box2D, over the families of
 * swept.h. */
#include <graze/conflict.h>
#include <graze/pairwise.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/box2d_sweep.h"
#include "benchmarks/command.h"
#include "benchmarks/swept.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"

/* ---- pairs ------------------------------------------------------------------------------ */

typedef struct swept_pairs {
    size_t count;
    specimen *pairs;
    graze_point *corners;
    graze_prepared *prepared; /* agents 2i and 2i + 1 are pair i */
    void **shapes;            /* Box2D's; null without it */
    double *numbers; /* of the same motions as two lists, [(side LIST + row) count + pair] */
    graze_body *list_bodies;
    graze_moves lists[2];
} swept_pairs;

/* Rows of a list's numbers; FAR is the goal of discs, the velocity of others. */
enum { PLACE, FAR = 2, START = 4, LASTS, RADIUS, LIST };

/* The agents 2i + side as one list. */
static void list_side(swept_pairs *all, size_t side, bool discs)
{
    const size_t count = all->count;
    double *row[LIST];
    for (size_t k = 0; k < LIST; k++)
        row[k] = all->numbers + (side * LIST + k) * count;
    for (size_t i = 0; i < count; i++) {
        const graze_motion *m = side == 0 ? &all->pairs[i].a : &all->pairs[i].b;
        const graze_body *body = side == 0 ? &all->pairs[i].body_a : &all->pairs[i].body_b;
        row[PLACE][i] = m->position.x;
        row[PLACE + 1][i] = m->position.y;
        row[FAR][i] = m->velocity.x;
        row[FAR + 1][i] = m->velocity.y;
        row[START][i] = m->start;
        row[LASTS][i] = m->duration; /* and its end, since it begins at 0 */
        row[RADIUS][i] = body->radius;
        all->list_bodies[side * count + i] = *body;
    }
    graze_moves *list = &all->lists[side];
    *list = (graze_moves){.count = count,
                          .form = discs ? GRAZE_WAYPOINT : GRAZE_KINEMATIC,
                          .bodies = discs ? NULL : all->list_bodies + side * count,
                          .radius = row[RADIUS],
                          .place = {row[PLACE], row[PLACE + 1]},
                          .start = row[START]};
    const double **far = discs ? list->to : list->velocity;
    far[0] = row[FAR];
    far[1] = row[FAR + 1];
    *(discs ? &list->end : &list->duration) = row[LASTS];
}

static void *prepare_peer(const graze_body *body, const graze_motion *m)
{
#ifdef HAVE_BOX2D
    const double origin[2] = {0, 0};
    const double from[2] = {m->position.x, m->position.y};
    const bool goes_to = m->form == GRAZE_WAYPOINT;
    const double to[2] = {m->velocity.x + (goes_to ? 0 : from[0]),
                          m->velocity.y + (goes_to ? 0 : from[1])};
    return body->vertex_count == 0
               ? box2d_sweep_make(origin, 1, body->radius, from, to)
               : box2d_sweep_make(&body->vertices->x, body->vertex_count, body->radius, from, to);
#else
    (void)body, (void)m;
    return NULL;
#endif
}

static void prepare(swept_pairs *all, size_t i, const graze_body *body, const graze_motion *motion)
{
    if (graze_motion_prepare(body, motion, &all->prepared[i]) != GRAZE_OK)
        give_up("a body was refused");
    all->shapes[i] = prepare_peer(body, motion);
}

static swept_pairs make_pairs(const swept_family *of, size_t count)
{
    swept_pairs all = {.count = count};
    all.pairs = calloc(count, sizeof *all.pairs);
    all.corners = calloc(2 * count * SWEPT_CORNERS, sizeof *all.corners);
    all.prepared = aligned_alloc(64, 2 * count * sizeof *all.prepared);
    all.shapes = calloc(2 * count, sizeof *all.shapes);
    all.numbers = calloc(2 * LIST * count, sizeof *all.numbers);
    all.list_bodies = calloc(2 * count, sizeof *all.list_bodies);
    if (all.pairs == NULL || all.corners == NULL || all.prepared == NULL || all.shapes == NULL ||
        all.numbers == NULL || all.list_bodies == NULL)
        give_up("out of memory");
    if (!swept_fill(of, count, all.pairs, all.corners))
        give_up("a motion was refused");
    for (size_t i = 0; i < count; i++) {
        prepare(&all, 2 * i, &all.pairs[i].body_a, &all.pairs[i].a);
        prepare(&all, 2 * i + 1, &all.pairs[i].body_b, &all.pairs[i].b);
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
    free(all->pairs);
    free(all->corners);
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
    for (size_t i = 0; i < load->count; i++) {
        const specimen *pair = &given->pairs->pairs[i];
        const graze_prepared *prepared = &given->pairs->prepared[2 * i];
        if (graze_conflict_intervals_prepared(&prepared[0], &pair->body_a, &pair->a, &prepared[1],
                                              &pair->body_b, &pair->b, 0, &given->answers[i].when,
                                              1, &given->answers[i].count) != GRAZE_OK)
            give_up("a pair was refused");
    }
}

static void pass_motions(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *pair = &given->pairs->pairs[i];
        if (graze_conflict_intervals(&pair->body_a, &pair->a, &pair->body_b, &pair->b, 0,
                                     &given->answers[i].when, 1,
                                     &given->answers[i].count) != GRAZE_OK)
            give_up("a pair was refused");
    }
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
        given->answers[i].count =
            (size_t)box2d_sweep_hits(given->pairs->shapes[2 * i], given->pairs->shapes[2 * i + 1],
                                     &given->answers[i].when.lower);
}

static void pass_casts(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++)
        given->answers[i].count =
            (size_t)box2d_sweep_casts(given->pairs->shapes[2 * i], given->pairs->shapes[2 * i + 1],
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
    {"graze, prepared", pass_prepared, NULL}, {"graze", pass_motions, NULL},
    {"graze, lists", pass_lists, NULL},
#ifdef HAVE_BOX2D
    {"b2TimeOfImpact", pass_box2d, NULL},     {"b2ShapeCast", pass_casts, NULL},
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

static void print_row(table *to, const swept_family *of, const timing *taken,
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

static void race(table *to, const swept_family *of, const command *given)
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
    command given = command_read(argc, argv, COMMAND_PAIRS);
    table_title(&given, "Swept bodies");
    table to = table_begin(&given, "times", 1,
                           "When do two moving bodies conflict? ns a pair; ratios to "
                           "b2TimeOfImpact and, *cast*, to b2ShapeCast; conflicts that each "
                           "misses + invents; its first contact is off by up to [s].",
                           "pairs|hits %|Graze, prepared|Graze|Graze, lists|b2TimeOfImpact|"
                           "**ratio, prepared**|ratio|ratio of lists|missed + invented|off by|"
                           "b2ShapeCast|**cast: ratio, prepared**|cast: ratio|"
                           "cast: ratio of lists|cast: missed + invented|cast: off by");
    for (const swept_family *each = swept_families; each->name != NULL; each++)
        race(&to, each, &given);
    return table_status();
}
