/* SPDX-License-Identifier: MIT */
/* One time line of signs. See meetings.h. */
#include "oracle/meetings.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "oracle/oracle.h"
#include "oracle/rounding.h"

/* ---- cells: where both agents keep to one motion ------------------------------------------- */

typedef struct cell {
    size_t motion_a, motion_b;
    oracle_stretch life; /* open, not empty */
    oracle_rational_polynomial square;
    mpq_t least, instant; /* of the squared distance over the closed cell */
    mpq_t reach;          /* the sum of the radii */
} cell;

typedef struct layout {
    size_t count;
    cell cells[ORACLE_CELLS];
} layout;

static const graze_body *body_of(const graze_trajectory *path, const graze_body *agents, size_t i)
{
    return path->bodies != NULL ? &path->bodies[i] : agents;
}

static void add_cell(layout *l, const oracle_plan *plan, const oracle_path *a, size_t i,
                     const oracle_path *b, size_t j)
{
    assert(l->count < ORACLE_CELLS);
    cell *c = &l->cells[l->count];
    oracle_common_life(&c->life, &a->life, &b->life);
    if (oracle_stretch_is_empty(&c->life))
        return;
    l->count++;
    c->motion_a = i;
    c->motion_b = j;
    oracle_square_distance(&c->square, a, b);
    oracle_least(c->least, c->instant, &c->square, &c->life);
    oracle_reach(c->reach, body_of(&plan->a, &plan->body_a, i),
                 body_of(&plan->b, &plan->body_b, j), 0);
}

static int in_order_of_time(const void *left, const void *right)
{
    const cell *first = left, *second = right;
    return mpq_cmp(first->life.begin, second->life.begin);
}

/* Every pair of motions is tried: plain, and fast enough for tests. */
static void layout_open(layout *l, const oracle_plan *plan)
{
    oracle_path a, b;
    oracle_path_init(&a);
    oracle_path_init(&b);
    l->count = 0;
    for (size_t k = 0; k < ORACLE_CELLS; k++) {
        oracle_stretch_init(&l->cells[k].life);
        oracle_rational_polynomial_init(&l->cells[k].square);
        mpq_inits(l->cells[k].least, l->cells[k].instant, l->cells[k].reach, NULL);
    }
    for (size_t i = 0; i < plan->a.count; i++) {
        oracle_path_set(&a, &plan->a.motions[i]);
        for (size_t j = 0; j < plan->b.count; j++) {
            oracle_path_set(&b, &plan->b.motions[j]);
            add_cell(l, plan, &a, i, &b, j);
        }
    }
    qsort(l->cells, l->count, sizeof *l->cells, in_order_of_time);
    oracle_path_clear(&a);
    oracle_path_clear(&b);
}

static void layout_close(layout *l)
{
    for (size_t k = 0; k < ORACLE_CELLS; k++) {
        oracle_stretch_clear(&l->cells[k].life);
        oracle_rational_polynomial_clear(&l->cells[k].square);
        mpq_clears(l->cells[k].least, l->cells[k].instant, l->cells[k].reach, NULL);
    }
}

/* ---- the time line of one question ------------------------------------------------------------
 */

/* A point or an open gap; signs are those of |P1 - P2|² - reach². */
typedef struct element {
    bool is_point, is_end; /* an end of the joint life: nobody meets there */
    int sign;
    double down, up; /* of a point */
    size_t cell;
} element;

typedef struct line {
    size_t count;
    element elements[ORACLE_CELLS * 6 + 1];
} line;

static void add_point(line *l, size_t k, int sign, double down, double up)
{
    l->elements[l->count++] = (element){true, false, sign, down, up, k};
}

/* before: of the cell that ends there, where its bodies are others; else null. */
static void add_cut(line *l, size_t k, const oracle_polynomial *before,
                    const oracle_polynomial *gap, const mpq_t instant)
{
    int sign = oracle_polynomial_sign_at(gap, instant);
    int other = before != NULL ? oracle_polynomial_sign_at(before, instant) : sign;
    add_point(l, k, other > sign ? other : sign, oracle_round_down(instant),
              oracle_round_up(instant));
}

/* The cell's first instant, its gaps and the roots between them. */
static void add_pattern(line *l, size_t k, const cell *c, const oracle_polynomial *before,
                        const oracle_polynomial *gap)
{
    oracle_sign_pattern pattern;
    oracle_sign_pattern_init(&pattern);
    oracle_sign_pattern_find(&pattern, gap, &c->life);
    add_cut(l, k, before, gap, c->life.begin);
    for (int root = 0; root <= pattern.roots; root++) {
        double down, up;
        l->elements[l->count++] = (element){.sign = pattern.sign[root], .cell = k};
        if (root == pattern.roots)
            break;
        oracle_sign_pattern_round_root(&pattern, root, &down, &up);
        add_point(l, k, 0, down, up);
    }
    oracle_sign_pattern_clear(&pattern);
}

/* The gap of a cell; of one that no depth exceeds the tolerance in, the squared distance. */
static void gap_of(oracle_polynomial *gap, const cell *c, const mpq_t tolerance)
{
    mpq_t reach;
    mpq_init(reach);
    mpq_sub(reach, c->reach, tolerance);
    if (mpq_sgn(reach) < 0)
        mpq_set_ui(reach, 0, 1);
    oracle_gap(gap, &c->square, reach);
    mpq_clear(reach);
}

static void line_find(line *l, const layout *cells, const mpq_t tolerance)
{
    oracle_polynomial gap, before;
    oracle_polynomial_init(&gap);
    oracle_polynomial_init(&before);
    l->count = 0;
    for (size_t k = 0; k < cells->count; k++) {
        const cell *c = &cells->cells[k];
        bool changes = k > 0 && !mpq_equal(c[-1].reach, c->reach);
        if (changes)
            gap_of(&before, c - 1, tolerance);
        gap_of(&gap, c, tolerance);
        add_pattern(l, k, c, changes ? &before : NULL, &gap);
        if (k + 1 == cells->count && !c->life.endless) {
            add_cut(l, k, NULL, &gap, c->life.end);
            l->elements[l->count - 1].is_end = true;
        }
    }
    if (l->count > 0)
        l->elements[0].is_end = true;
    oracle_polynomial_clear(&gap);
    oracle_polynomial_clear(&before);
}

/* ---- runs -------------------------------------------------------------------------------------
 */

typedef struct run {
    size_t first, last; /* elements of one kind, as many as follow each other */
} run;

/* Overlap is a sign below 0 at an instant that both live through. */
static bool is_overlap(const line *l, size_t i)
{
    return l->elements[i].sign < 0 && !l->elements[i].is_end;
}

static bool is_contact(const line *l, size_t i)
{
    return l->elements[i].sign == 0;
}

typedef bool (*kind)(const line *l, size_t i);

static bool next_run(const line *l, kind is_kind, size_t from, run *r)
{
    for (r->first = from; r->first < l->count && !is_kind(l, r->first); r->first++)
        ;
    if (r->first >= l->count)
        return false;
    for (r->last = r->first; r->last + 1 < l->count && is_kind(l, r->last + 1); r->last++)
        ;
    return true;
}

/* From the point that opens the run to the point that closes it. */
static graze_interval bounds(const line *l, const run *r)
{
    const element *opens = &l->elements[r->first], *closes = &l->elements[r->last];
    if (!opens->is_point)
        opens--;
    if (!closes->is_point)
        closes++;
    bool endless = closes == &l->elements[l->count];
    return (graze_interval){opens->down, endless ? INFINITY : closes->up};
}

/* Some cells that share one deepest instant, in order of time: at a cut between
 * motions there are several. */
typedef struct depths {
    const cell *first, *last;
} depths;

/* The order of two greatest depths: that of reach - sqrt(least). Numbers of some hundred bits
 * whose difference is below 2^-3000 are equal. */
static int compare_depths(const cell *c, const cell *other)
{
    if (mpq_equal(c->reach, other->reach))
        return -mpq_cmp(c->least, other->least);
    mpf_t depth[2], root;
    mpf_init2(root, 4096);
    for (int i = 0; i < 2; i++) {
        const cell *of = i == 0 ? c : other;
        mpf_init2(depth[i], 4096);
        mpf_set_q(root, of->least);
        mpf_sqrt(root, root);
        mpf_set_q(depth[i], of->reach);
        mpf_sub(depth[i], depth[i], root);
    }
    mpf_sub(root, depth[0], depth[1]);
    mpf_mul_2exp(root, root, 3000);
    int order = mpf_cmp_si(root, 1) > 0 ? 1 : mpf_cmp_si(root, -1) < 0 ? -1 : 0;
    mpf_clears(depth[0], depth[1], root, NULL);
    return order;
}

static bool as_deep(const cell *c, const cell *other)
{
    return compare_depths(c, other) == 0 && mpq_equal(c->instant, other->instant);
}

/* The deepest of the cells of an overlap. At constant velocity a cell has one
 * overlap at most, and it holds the cell's deepest instant. */
static depths deepest(const line *l, const run *r, const layout *cells)
{
    depths best = {NULL, NULL};
    for (size_t i = r->first; i <= r->last; i++) {
        const cell *c = &cells->cells[l->elements[i].cell];
        if (best.first == NULL || compare_depths(c, best.first) > 0)
            best.first = best.last = c;
        else if (as_deep(c, best.first))
            best.last = c;
    }
    return best;
}

/* A touch may be the last instant of the cell before it. */
static depths deepest_of_touch(const line *l, const run *r, const layout *cells)
{
    depths best = deepest(l, r, cells);
    if (best.first > cells->cells && as_deep(best.first - 1, best.first))
        best.first--;
    return best;
}

typedef struct record {
    oracle_meeting *meetings;
    size_t count;
    mpq_t tolerance, none;
    const layout *cells;
} record;

static void add_meeting(record *to, const line *l, const run *r, graze_verdict verdict)
{
    assert(to->count < ORACLE_MEETINGS);
    depths at =
        verdict == GRAZE_TOUCH ? deepest_of_touch(l, r, to->cells) : deepest(l, r, to->cells);
    oracle_depth depth = oracle_round_depth(at.first->reach, at.first->least);
    oracle_meeting *m = &to->meetings[to->count++];
    m->meeting = (graze_meeting){.verdict = verdict,
                                 .motion_a = at.first->motion_a,
                                 .motion_b = at.first->motion_b,
                                 .when = bounds(l, r),
                                 .depth = depth.nearest,
                                 .distance = -depth.up,
                                 .time = oracle_round_nearest(at.first->instant)};
    m->last_motion_a = at.last->motion_a;
    m->last_motion_b = at.last->motion_b;
}

static bool exceeds_tolerance(const record *to, const line *l, const run *r)
{
    const cell *c = deepest(l, r, to->cells).first;
    mpq_t reach, square;
    mpq_inits(reach, square, NULL);
    mpq_sub(reach, c->reach, to->tolerance);
    mpq_mul(square, reach, reach);
    bool exceeds = mpq_sgn(reach) > 0 && mpq_cmp(c->least, square) < 0;
    mpq_clears(reach, square, NULL);
    return exceeds;
}

static void add_conflicts(record *to)
{
    static line l;
    run r;
    line_find(&l, to->cells, to->tolerance);
    for (size_t from = 0; next_run(&l, is_overlap, from, &r); from = r.last + 1)
        add_meeting(to, &l, &r, GRAZE_CONFLICT);
}

static bool adjoins_overlap(const line *l, const run *r)
{
    return (r->first > 0 && l->elements[r->first - 1].sign < 0) ||
           (r->last + 1 < l->count && l->elements[r->last + 1].sign < 0);
}

static void add_grazes_and_touches(record *to)
{
    static line l;
    run r;
    line_find(&l, to->cells, to->none);
    for (size_t from = 0; next_run(&l, is_overlap, from, &r); from = r.last + 1)
        if (!exceeds_tolerance(to, &l, &r))
            add_meeting(to, &l, &r, GRAZE_GRAZE);
    for (size_t from = 0; next_run(&l, is_contact, from, &r); from = r.last + 1)
        if (!adjoins_overlap(&l, &r))
            add_meeting(to, &l, &r, GRAZE_TOUCH);
}

static int by_time(const void *left, const void *right)
{
    const graze_interval *first = &((const oracle_meeting *)left)->meeting.when;
    const graze_interval *second = &((const oracle_meeting *)right)->meeting.when;
    if (first->lower != second->lower)
        return first->lower < second->lower ? -1 : 1;
    return (first->upper > second->upper) - (first->upper < second->upper);
}

size_t oracle_find_meetings(const oracle_plan *plan, oracle_meeting meetings[ORACLE_MEETINGS])
{
    static layout cells;
    record to = {.meetings = meetings, .cells = &cells};
    mpq_inits(to.tolerance, to.none, NULL);
    layout_open(&cells, plan);
    mpq_set_d(to.tolerance, plan->tolerance);
    add_conflicts(&to);
    add_grazes_and_touches(&to);
    qsort(meetings, to.count, sizeof *meetings, by_time);
    layout_close(&cells);
    mpq_clears(to.tolerance, to.none, NULL);
    return to.count;
}
