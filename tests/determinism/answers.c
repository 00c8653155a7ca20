/* SPDX-License-Identifier: MIT */
/* Asks libgraze thousands of generated questions of every kind and prints a line for each kind:
 * its name, how many answers there were, and a hash of all their bits. Nothing in it depends on
 * the machine, the compiler or the C library: two prints that differ are two libraries that
 * answer differently. It needs the public headers alone. */
#include <graze.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    uint64_t hash, answers; /* FNV-1a */
} tally;

static void add_bytes(tally *t, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        t->hash = (t->hash ^ byte[i]) * UINT64_C(1099511628211);
}

static void add_number(tally *t, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (8 * i) & 255);
    add_bytes(t, bytes, sizeof bytes);
    t->answers++;
}

/* Numbers of statuses may change; that a question has no answer may not. */
static void add_status(tally *t, graze_status status)
{
    add_number(t, status == GRAZE_OK);
}

static void add_double(tally *t, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    add_number(t, bits);
}

static void add_intervals(tally *t, graze_status status, const graze_interval *found, size_t count)
{
    add_status(t, status);
    add_number(t, count);
    for (size_t i = 0; status == GRAZE_OK && i < count; i++) {
        add_double(t, found[i].lower);
        add_double(t, found[i].upper);
    }
}

static void add_meeting(tally *t, const graze_meeting *meeting)
{
    add_number(t, (uint64_t)meeting->verdict);
    add_number(t, meeting->motion_a);
    add_number(t, meeting->motion_b);
    add_double(t, meeting->when.lower);
    add_double(t, meeting->when.upper);
    add_double(t, meeting->depth);
    add_double(t, meeting->distance);
    add_double(t, meeting->time);
}

static void print_tally(const char *name, const tally *t)
{
    printf("%s %llu %016llx\n", name, (unsigned long long)t->answers,
           (unsigned long long)t->hash);
}

/* ---- what is asked about ----------------------------------------------------------------- */

/* splitmix64, after G. Steele, D. Lea and C. Flood, 2014. */
static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A whole number from -reach to reach. */
static double whole(uint64_t *state, int reach)
{
    return (double)(int64_t)(next_bits(state) % (uint64_t)(2 * reach + 1)) - reach;
}

/* Any of 2^41 numbers from -reach to reach, for a reach that is a power of two. */
static double fine(uint64_t *state, double reach)
{
    return (double)((int64_t)(next_bits(state) >> 23) - ((int64_t)1 << 40)) * 0x1p-40 * reach;
}

typedef enum family { GRID, RANDOM, ACCELERATED, SPACE, CORNERS, FAMILIES } family;
static const char *const family_names[FAMILIES] = {"grid", "random", "accelerated", "space",
                                                   "corners"};

static const graze_point square[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
static const graze_point arrow[] = {
    {-0.75, -0.25}, {0.25, -0.5}, {1, 0}, {0.25, 0.5}, {-0.75, 0.25}};

static graze_body body_of(family of, uint64_t *state)
{
    if (of != CORNERS)
        return (graze_body){.radius = of == GRID ? 0.35355339059327379 : 0.5};
    bool is_square = next_bits(state) % 2 == 0;
    return (graze_body){.radius = next_bits(state) % 2 == 0 ? 0 : 0.125,
                        .vertices = is_square ? square : arrow,
                        .vertex_count = is_square ? 4 : 5};
}

static graze_motion grid_motion(uint64_t *state)
{
    graze_motion motion;
    graze_vector from = {whole(state, 2), whole(state, 2), 0};
    graze_vector to = {from.x + whole(state, 1), from.y + whole(state, 1), 0};
    double length = sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    double start = fabs(whole(state, 3)) * 0.5;
    if (graze_motion_waypoint(from, to, start, start + (length > 0 ? length : 1), &motion) !=
        GRAZE_OK)
        exit(99);
    return motion;
}

static graze_motion motion_of(family of, uint64_t *state)
{
    graze_motion motion;
    if (of == GRID)
        return grid_motion(state);
    bool is_whole = next_bits(state) % 2 == 0;
#define NUMBER(reach) (is_whole ? whole(state, reach) : fine(state, reach))
    graze_vector place = {NUMBER(4), NUMBER(4), of == SPACE ? NUMBER(2) : 0};
    graze_vector velocity = {NUMBER(2), NUMBER(2), of == SPACE ? NUMBER(1) : 0};
    graze_vector acceleration = {0, 0, 0};
    if (of == ACCELERATED)
        acceleration = (graze_vector){NUMBER(1), NUMBER(1), 0};
    double start = NUMBER(2), duration = 1 + fabs(NUMBER(4));
#undef NUMBER
    if (graze_motion_kinematic(place, velocity, acceleration, start, duration, &motion) != GRAZE_OK)
        exit(99);
    return motion;
}

/* ---- one pair ---------------------------------------------------------------------------- */

enum { ROOM = 64 };

typedef struct pair {
    graze_body body_a, body_b;
    graze_motion a, b;
    double tolerance;
} pair;

static pair pair_of(family of, uint64_t *state)
{
    pair p = {.body_a = body_of(of, state), .body_b = body_of(of, state)};
    p.a = motion_of(of, state);
    p.b = motion_of(of, state);
    p.tolerance = next_bits(state) % 4 == 0 ? 1e-9 : 0;
    return p;
}

static void ask_decision(tally *t, const pair *p)
{
    graze_prepared a, b;
    bool hit = false, prepared_hit = false;
    add_status(t, graze_conflict_exists(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &hit));
    if (graze_motion_prepare(&p->body_a, &p->a, &a) != GRAZE_OK ||
        graze_motion_prepare(&p->body_b, &p->b, &b) != GRAZE_OK ||
        graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b, p->tolerance,
                                       &prepared_hit) != GRAZE_OK)
        exit(99);
    add_number(t, hit);
    add_number(t, prepared_hit);
}

static void ask_clearance(tally *t, const pair *p)
{
    graze_clearance c = {.distance = 0};
    graze_verdict verdict = GRAZE_CLEAR;
    add_status(t, graze_conflict_clearance(&p->body_a, &p->a, &p->body_b, &p->b, &c));
    add_number(t, c.common_life);
    if (c.common_life) {
        add_double(t, c.distance);
        add_double(t, c.depth);
        add_double(t, c.time);
    }
    add_status(t, graze_conflict_verdict(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                         &verdict));
    add_number(t, (uint64_t)verdict);
}

static void ask_intervals(tally *t, const pair *p)
{
    graze_interval found[ROOM];
    size_t count = 0;
    graze_status status = graze_conflict_intervals(&p->body_a, &p->a, &p->body_b, &p->b,
                                                   p->tolerance, found, ROOM, &count);
    add_intervals(t, status, found, count);
}

static void ask_starts(tally *t, const pair *p)
{
    graze_interval found[ROOM];
    size_t count = 0;
    graze_status status = graze_unsafe_starts(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                              NULL, found, ROOM, &count);
    add_intervals(t, status, found, count);
}

static void ask_speeds(tally *t, const pair *p)
{
    graze_interval found[ROOM];
    size_t count = 0;
    graze_status status = graze_unsafe_speeds(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance,
                                              NULL, found, ROOM, &count);
    add_intervals(t, status, found, count);
}

static void ask_family(family of, int pairs, int starts)
{
    static const struct {
        const char *name;
        void (*ask)(tally *t, const pair *p);
        bool is_costly;
    } questions[] = {{"decision", ask_decision, false},   {"clearance", ask_clearance, false},
                     {"intervals", ask_intervals, false}, {"unsafe-starts", ask_starts, true},
                     {"unsafe-speeds", ask_speeds, true}};
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        tally t = {UINT64_C(14695981039346656037), 0};
        uint64_t state = 7 + (uint64_t)of;
        char name[64];
        for (int n = 0; n < (questions[i].is_costly ? starts : pairs); n++) {
            pair p = pair_of(of, &state);
            questions[i].ask(&t, &p);
        }
        snprintf(name, sizeof name, "%s/%s", family_names[of], questions[i].name);
        print_tally(name, &t);
    }
}

/* ---- batches ------------------------------------------------------------------------------- */

enum { BATCH = 200, ASKERS = 40, FOUND = 16 * BATCH };

static void ask_batch(family of)
{
    static graze_body bodies[BATCH];
    static graze_motion motions[BATCH];
    static graze_batch_interval found[FOUND];
    tally t = {UINT64_C(14695981039346656037), 0};
    uint64_t state = 99, hits[(BATCH + 63) / 64];
    graze_batch batch;
    char name[64];
    void *memory = malloc(graze_batch_size(BATCH));
    for (int i = 0; i < BATCH; i++) {
        bodies[i] = body_of(of, &state);
        motions[i] = motion_of(of, &state);
    }
    if (memory == NULL || graze_batch_fill(bodies, motions, BATCH, memory,
                                           graze_batch_size(BATCH), &batch) != GRAZE_OK)
        exit(99);
    for (int i = 0; i < ASKERS; i++) {
        pair p = pair_of(of, &state);
        size_t count = 0;
        graze_status status =
            graze_batch_conflicts(&p.body_a, &p.a, p.tolerance, &batch, hits, &count);
        add_status(&t, status);
        for (int w = 0; w < (BATCH + 63) / 64; w++)
            add_number(&t, hits[w]);
        status = graze_batch_intervals(&p.body_a, &p.a, p.tolerance, &batch, found, FOUND, &count);
        add_status(&t, status);
        for (size_t k = 0; k < count; k++) {
            add_number(&t, found[k].index);
            add_intervals(&t, status, &found[k].interval, 1);
        }
    }
    free(memory);
    snprintf(name, sizeof name, "%s/batch", family_names[of]);
    print_tally(name, &t);
}

/* ---- plans --------------------------------------------------------------------------------- */

enum { AGENTS = 40, STEPS = 12 };

static bool take_answer(void *context, const graze_check_answer *answer)
{
    tally *t = context;
    add_number(t, answer->agent_a);
    add_number(t, answer->agent_b);
    for (size_t i = 0; i < answer->each_count; i++)
        add_meeting(t, &answer->each[i]);
    for (size_t i = 0; i < answer->merged_count; i++)
        add_meeting(t, &answer->merged[i]);
    return true;
}

/* Walks over a grid of 12 x 12 cells, straight or diagonally, or waits. */
static size_t walk(uint64_t *state, graze_motion *motions)
{
    double times[STEPS + 1];
    graze_vector places[STEPS + 1];
    size_t count = 0;
    places[0] = (graze_vector){whole(state, 6), whole(state, 6), 0};
    times[0] = 0;
    for (int i = 0; i < STEPS; i++) {
        double dx = whole(state, 1), dy = whole(state, 1), length = sqrt(dx * dx + dy * dy);
        places[i + 1] = (graze_vector){places[i].x + dx, places[i].y + dy, 0};
        times[i + 1] = times[i] + (length > 0 ? length : 1);
    }
    if (graze_trajectory_from_waypoints(STEPS + 1, times, places, GRAZE_STAY, motions, &count,
                                        NULL) != GRAZE_OK)
        exit(99);
    return count;
}

/* The plan is checked in every way there is; all of them must give one hash. Returns whether
 * they do. */
static bool ask_plan(void)
{
    static graze_motion motions[AGENTS][STEPS + 2];
    static graze_body bodies[AGENTS];
    static graze_trajectory paths[AGENTS];
    tally first = {0, 0};
    uint64_t state = 2024;
    int ways = 0, others = 0;
    for (int i = 0; i < AGENTS; i++) {
        bodies[i].radius = 0.35355339059327379;
        paths[i] = (graze_trajectory){.motions = motions[i], .count = walk(&state, motions[i])};
    }
    for (int index = -1; index <= GRAZE_INDEX_MASKS; index++)
        for (int filter = GRAZE_FILTER_NONE; filter <= GRAZE_FILTER_PYRAMID; filter++)
            for (size_t threads = 1; threads <= 8; threads++) {
                tally t = {UINT64_C(14695981039346656037), 0};
                graze_check_counts counts;
                graze_check_options options = {.tolerance = 1e-9, .threads = threads};
                graze_check_listener listener = {.take = take_answer, .context = &t};
                options.without_index = index < 0;
                options.index = index < 0 ? GRAZE_INDEX_AUTO : (graze_index_method)index;
                options.filter = (graze_pair_filter)filter;
                if (graze_check_plan(bodies, paths, AGENTS, &options, &listener, NULL, &counts) !=
                    GRAZE_OK)
                    exit(99);
                if (ways++ == 0)
                    first = t;
                others += t.hash != first.hash;
            }
    print_tally("plan", &first);
    printf("plan/ways %d, other answers %d\n", ways, others);
    return others == 0;
}

int main(void)
{
    for (int of = 0; of < FAMILIES; of++)
        ask_family((family)of, of >= ACCELERATED ? 300 : 3000, of >= ACCELERATED ? 100 : 1000);
    for (int of = 0; of < FAMILIES; of++)
        ask_batch((family)of);
    return ask_plan() && fflush(stdout) == 0 ? 0 : 1;
}
