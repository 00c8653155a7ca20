/* SPDX-License-Identifier: MIT */
/* What do the calls for authors of solvers cost beside a loop over the simple ones? Safe intervals
 * and unsafe starts against an index, a candidate against an index, prepared trajectories, lists
 * of pairs, and a table of collision intervals: all over one crowd, side by side. */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/command.h"
#include "benchmarks/random.h"
#include "benchmarks/table.h"
#include "benchmarks/timing.h"

enum { AGENTS = 320, MOVES = 25, SIDE = 60, ROOM = 1 << 14, EDGES = 4 * 16 * 15, WALKS = 256 };

/* Agents that walk on a grid of SIDE by SIDE metres, and stay where they come to. */
typedef struct crowd {
    graze_body body;
    graze_body bodies[AGENTS];
    graze_motion motions[AGENTS][MOVES + 1];
    graze_trajectory paths[AGENTS];
    graze_prepared prepared[AGENTS][MOVES + 1];
    graze_prepared_trajectory ready[AGENTS];
    graze_index *index;
    graze_roadmap roads;
    graze_lattice lattice;
    graze_collision_table *table;
    graze_motion along[EDGES];
} crowd;

/* What is asked: `count` places, motions, pairs of agents or pairs of moves. Candidates are not in
 * the crowd. */
typedef struct questions {
    const crowd *of;
    size_t count;
    graze_vector *places;
    graze_motion moves[WALKS][MOVES + 1];
    size_t *a, *b;         /* [agent] or [edge] */
    double *numbers[2][6]; /* x, y, to x, to y, start, end of both moves of a pair */
    double *radii;
    graze_moves lists[2];
    size_t hits;
} questions;

static graze_interval unsafe[ROOM];
static graze_closed_interval safe[ROOM];
static const graze_closed_interval horizon = {0, 1000};

static void must(graze_status status)
{
    if (status != GRAZE_OK)
        give_up(graze_status_name(status));
}

static void *room_for(size_t count, size_t size)
{
    void *made = calloc(count, size);
    if (made == NULL)
        give_up("no memory");
    return made;
}

/* ---- the crowd ------------------------------------------------------------------------ */

static graze_vector some_place(randomness *source)
{
    return (graze_vector){random_below(source, SIDE), random_below(source, SIDE), 0};
}

static void walk(randomness *source, graze_motion motions[MOVES + 1])
{
    double times[MOVES + 1];
    graze_vector places[MOVES + 1] = {some_place(source)};
    size_t count, bad;
    for (int i = 0; i <= MOVES; i++) {
        times[i] = i;
        if (i == 0)
            continue;
        const int way = random_below(source, 5);
        places[i] = places[i - 1];
        places[i].x += (way == 0) - (way == 1);
        places[i].y += (way == 2) - (way == 3);
    }
    must(graze_trajectory_from_waypoints(MOVES + 1, times, places, GRAZE_STAY, motions, &count,
                                         &bad));
    if (count != MOVES + 1)
        give_up("a walk has another number of motions");
}

static void make_table(crowd *made)
{
    const graze_body_kind kind = {made->body, 1, NULL};
    static const unsigned char free_cells[16 * 16];
    const graze_grid grid = {16, 16, free_cells, 1};
    graze_world *world;
    must(graze_world_create(&grid, NULL, 0, NULL, &world));
    must(graze_roadmap_from_grid(world, &made->body, 2, 0, NULL, &made->roads));
    graze_world_free(world);
    must(graze_collision_table_new(&made->roads, &kind, 1, 0, NULL, &made->table));
    for (uint32_t e = 0; e < EDGES; e++)
        must(graze_collision_table_motion(made->table, 0, e, 0, &made->along[e]));
}

static crowd *make_crowd(randomness *source)
{
    crowd *made = room_for(1, sizeof *made);
    made->body.radius = 0.35;
    for (size_t i = 0; i < AGENTS; i++) {
        made->bodies[i] = made->body;
        walk(source, made->motions[i]);
        made->paths[i] = (graze_trajectory){.motions = made->motions[i], .count = MOVES + 1};
        must(graze_trajectory_prepare(&made->bodies[i], &made->paths[i], made->prepared[i],
                                      &made->ready[i]));
    }
    must(graze_index_new(made->bodies, made->paths, AGENTS, NULL, NULL, &made->index));
    make_table(made);
    return made;
}

static void draw_pair(questions *made, randomness *source, size_t i)
{
    for (int side = 0; side < 2; side++) {
        double *numbers[6];
        for (int k = 0; k < 6; k++) {
            numbers[k] = &made->numbers[side][k][i];
            *numbers[k] = random_between(source, 0, 20);
        }
        *numbers[5] = *numbers[4] + random_between(source, 1, 5);
    }
    made->radii[i] = 0.5;
}

static void list_pairs(questions *made)
{
    for (int side = 0; side < 2; side++) {
        double **n = made->numbers[side];
        made->lists[side] = (graze_moves){.count = made->count,
                                          .form = GRAZE_WAYPOINT,
                                          .radius = made->radii,
                                          .place = {n[0], n[1], NULL},
                                          .to = {n[2], n[3], NULL},
                                          .start = n[4],
                                          .end = n[5]};
    }
}

static questions *draw_questions(const crowd *of, size_t count, randomness *source)
{
    questions *made = room_for(1, sizeof *made);
    made->of = of;
    made->count = count;
    made->places = room_for(count, sizeof *made->places);
    made->a = room_for(count, sizeof *made->a);
    made->b = room_for(count, sizeof *made->b);
    made->radii = room_for(count, sizeof *made->radii);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 6; k++)
            made->numbers[side][k] = room_for(count, sizeof(double));
    for (size_t i = 0; i < WALKS; i++)
        walk(source, made->moves[i]);
    for (size_t i = 0; i < count; i++) {
        made->places[i] = some_place(source);
        made->a[i] = (size_t)random_below(source, AGENTS);
        made->b[i] = (size_t)random_below(source, AGENTS);
        draw_pair(made, source, i);
    }
    list_pairs(made);
    return made;
}

static void free_questions(questions *q)
{
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 6; k++)
            free(q->numbers[side][k]);
    free(q->places), free(q->a), free(q->b), free(q->radii), free(q);
}

/* ---- contenders: of every two, the call and the loop ---------------------------------- */

static void pass_safe(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        size_t count;
        must(graze_index_safe_intervals(q->of->index, &q->of->body, q->places[i],
                                        GRAZE_INDEX_NOBODY, horizon, 0, unsafe, ROOM, safe, ROOM,
                                        &count));
        q->hits += count != 1 || safe[0].last < horizon.last;
    }
}

/* All motions of the crowd, one after the other; the question of a place is that of a stay. */
static size_t ask_all(const crowd *of, const graze_motion *asked, bool starts)
{
    size_t found = 0;
    for (size_t a = 0; a < AGENTS; a++)
        for (size_t m = 0; m <= MOVES && found < ROOM; m++) {
            size_t count = 0;
            must(starts
                     ? graze_unsafe_starts(&of->body, asked, &of->bodies[a], &of->motions[a][m], 0,
                                           NULL, &unsafe[found], 1, &count)
                     : graze_conflict_intervals(&of->body, asked, &of->bodies[a],
                                                &of->motions[a][m], 0, &unsafe[found], 1, &count));
            found += count;
        }
    must(graze_intervals_normalise(unsafe, &found));
    return found;
}

static void pass_safe_loop(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        graze_motion stay;
        size_t count;
        must(graze_motion_waypoint(q->places[i], q->places[i], horizon.first, horizon.last, &stay));
        const size_t found = ask_all(q->of, &stay, false);
        must(graze_intervals_complement(unsafe, found, horizon, safe, ROOM, &count));
        q->hits += found > 0;
    }
}

static void pass_starts(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        size_t count;
        must(graze_index_unsafe_starts(q->of->index, &q->of->body, q->moves[i % WALKS],
                                       GRAZE_INDEX_NOBODY, horizon, 0, NULL, unsafe, ROOM, &count));
        q->hits += count > 0;
    }
}

static void pass_starts_loop(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        size_t found = ask_all(q->of, q->moves[i % WALKS], true), inside = 0;
        for (size_t k = 0; k < found; k++)
            inside += unsafe[k].upper > horizon.first && unsafe[k].lower < horizon.last;
        q->hits += inside > 0;
    }
}

static void pass_what_if(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        const graze_trajectory path = {.motions = q->moves[i % WALKS], .count = MOVES + 1};
        bool found;
        must(graze_index_conflicts(q->of->index, &q->of->body, &path, GRAZE_INDEX_NOBODY, 0, NULL,
                                   NULL, &found));
        q->hits += found;
    }
}

static void pass_what_if_loop(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        const graze_trajectory path = {.motions = q->moves[i % WALKS], .count = MOVES + 1};
        graze_meeting first;
        bool found = false;
        for (size_t a = 0; a < AGENTS && !found; a++)
            must(graze_trajectory_first_contact(&q->of->body, &path, &q->of->bodies[a],
                                                &q->of->paths[a], 0, GRAZE_CONFLICT, &first,
                                                &found));
        q->hits += found;
    }
}

static void pass_prepared(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        bool found;
        must(graze_trajectory_first_conflict(&q->of->ready[q->a[i]], &q->of->ready[q->b[i]], 0,
                                             NULL, &found));
        q->hits += found;
    }
}

static void pass_first_contact(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        graze_meeting first;
        bool found;
        must(graze_trajectory_first_contact(&q->of->body, &q->of->paths[q->a[i]], &q->of->body,
                                            &q->of->paths[q->b[i]], 0, GRAZE_CONFLICT, &first,
                                            &found));
        q->hits += found;
    }
}

static void pass_decisions(const workload *load, void *answers)
{
    questions *q = answers;
    uint64_t *hits = room_for(load->count / 64 + 1, sizeof *hits);
    must(graze_pairwise_conflicts(&q->lists[0], &q->lists[1], 0, hits, &q->hits, NULL));
    free(hits);
}

/* What a caller with arrays does without the call. */
static graze_motion motion_of(const questions *q, int side, size_t i)
{
    double *const *n = q->numbers[side];
    graze_motion made;
    must(graze_motion_waypoint((graze_vector){n[0][i], n[1][i], 0},
                               (graze_vector){n[2][i], n[3][i], 0}, n[4][i], n[5][i], &made));
    return made;
}

static void pass_decisions_loop(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        const graze_body body = {.radius = q->radii[i]};
        const graze_motion a = motion_of(q, 0, i), b = motion_of(q, 1, i);
        bool exists;
        must(graze_conflict_exists(&body, &a, &body, &b, 0, &exists));
        q->hits += exists;
    }
}

static void list_all(questions *q, bool starts)
{
    size_t *first = room_for(q->count + 1, sizeof *first);
    graze_interval *found = room_for(q->count, sizeof *found);
    must(starts ? graze_pairwise_unsafe_starts(&q->lists[0], &q->lists[1], 0, NULL, first, found,
                                               q->count, NULL)
                : graze_pairwise_intervals(&q->lists[0], &q->lists[1], 0, first, found, q->count,
                                           NULL));
    q->hits = first[q->count];
    free(first);
    free(found);
}

static void list_one_by_one(questions *q, bool starts)
{
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        const graze_body body = {.radius = q->radii[i]};
        const graze_motion a = motion_of(q, 0, i), b = motion_of(q, 1, i);
        graze_interval found;
        size_t count;
        must(starts ? graze_unsafe_starts(&body, &a, &body, &b, 0, NULL, &found, 1, &count)
                    : graze_conflict_intervals(&body, &a, &body, &b, 0, &found, 1, &count));
        q->hits += count;
    }
}

static void pass_intervals(const workload *load, void *answers)
{
    (void)load;
    list_all(answers, false);
}

static void pass_intervals_loop(const workload *load, void *answers)
{
    (void)load;
    list_one_by_one(answers, false);
}

static void pass_unsafe(const workload *load, void *answers)
{
    (void)load;
    list_all(answers, true);
}

static void pass_unsafe_loop(const workload *load, void *answers)
{
    (void)load;
    list_one_by_one(answers, true);
}

/* Edges near each other: numbers of a grid's edges that differ by little. */
static uint32_t near_edge(const questions *q, size_t i)
{
    return (uint32_t)((q->a[i] + q->b[i] % 8) % EDGES);
}

static void pass_table(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        graze_interval when;
        bool exists;
        must(graze_collision_table_moves(q->of->table, 0, (uint32_t)q->a[i], 0, near_edge(q, i),
                                         &when, &exists));
        q->hits += exists;
    }
}

static void pass_table_loop(const workload *load, void *answers)
{
    questions *q = answers;
    (void)load;
    q->hits = 0;
    for (size_t i = 0; i < q->count; i++) {
        graze_interval when;
        size_t count;
        must(graze_unsafe_starts(&q->of->body, &q->of->along[q->a[i]], &q->of->body,
                                 &q->of->along[near_edge(q, i)], 0, NULL, &when, 1, &count));
        q->hits += count;
    }
}

/* ---- the table ------------------------------------------------------------------------ */

typedef struct row {
    const char *name;
    size_t share; /* so many times fewer questions than pairs */
    void (*call)(const workload *load, void *answers), (*loop)(const workload *load, void *answers);
} row;

static const row rows[] = {
    {"safe intervals against an index", 500, pass_safe, pass_safe_loop},
    {"unsafe starts against an index", 500, pass_starts, pass_starts_loop},
    {"candidate against an index, boolean", 500, pass_what_if, pass_what_if_loop},
    {"two trajectories, prepared", 1, pass_prepared, pass_first_contact},
    {"pairs from arrays, decisions", 1, pass_decisions, pass_decisions_loop},
    {"pairs from arrays, intervals", 1, pass_intervals, pass_intervals_loop},
    {"pairs from arrays, unsafe starts", 1, pass_unsafe, pass_unsafe_loop},
    {"moves of a roadmap, kept in a table", 1, pass_table, pass_table_loop},
};

static void measure(table *to, const command *given, const row *each, const crowd *of)
{
    randomness source = {UINT64_C(17)};
    const size_t count = given->pairs / each->share > 0 ? given->pairs / each->share : 1;
    questions *call = draw_questions(of, count, &source), *loop;
    source.state = 17;
    loop = draw_questions(of, count, &source);
    const contender both[] = {{"call", each->call, call}, {"loop", each->loop, loop}};
    const workload load = {.count = count};
    timing taken;
    if (!timing_take(both, 2, &load, given->once ? 1 : given->repeats, &taken))
        give_up("no time could be taken");
    if (call->hits != loop->hits)
        give_up("a call and its loop have other answers");
    table_cells(to, "%s|%zu|%.1f|%.0f|%.0f|%.3f", each->name, count,
                100.0 * (double)call->hits / (double)count, timing_median(&taken, 0),
                timing_median(&taken, 1), timing_ratio(&taken, 0, 1));
    table_end_row(to);
    timing_free(&taken);
    free_questions(call);
    free_questions(loop);
}

int main(int argc, char **argv)
{
    command given = command_read(argc, argv, COMMAND_PAIRS);
    randomness source = {UINT64_C(320)};
    crowd *of = make_crowd(&source);
    table_title(&given, "Calls for authors of solvers");
    table to = table_begin(&given, "times", 1,
                           "One question [ns]: a call, and a loop over the simple calls that it "
                           "stands for. 320 agents of 25 moves.",
                           "question|questions|hits %|call|loop|ratio");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        measure(&to, &given, &rows[i], of);
    graze_collision_table_free(of->table);
    graze_roadmap_free(&of->roads, NULL);
    graze_index_free(of->index);
    free(of);
    return table_status();
}
