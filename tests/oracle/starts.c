/* SPDX-License-Identifier: MIT */
/* Unsafe starts and speeds by decisions. See starts.h. */
#include "oracle/starts.h"

#include <math.h>

#include "oracle/diagram.h"
#include "oracle/rounding.h"
#include "oracle/whole.h"

/* ---- single decisions -------------------------------------------------------------------------
 */

bool oracle_start_is_unsafe(const oracle_pair *pair, double start)
{
    oracle_pair moved = *pair;
    oracle_whole whole;
    moved.a.start = start;
    moved.a.start_tail = 0;
    oracle_whole_init(&whole);
    oracle_whole_set(&whole, &moved);
    bool is_unsafe = oracle_whole_exists(&whole);
    oracle_whole_clear(&whole);
    return is_unsafe;
}

/* Both paths, the reach, and the exact start of a. */
typedef struct stage {
    oracle_path a, b;
    mpq_t reach, start, inside; /* inside: an unsafe start or speed */
} stage;

static void stage_open(stage *s, const oracle_pair *pair)
{
    mpq_t tail;
    oracle_path_init(&s->a);
    oracle_path_init(&s->b);
    mpq_inits(s->reach, s->start, s->inside, tail, NULL);
    oracle_path_set(&s->a, &pair->a);
    oracle_path_set(&s->b, &pair->b);
    oracle_reach(s->reach, &pair->body_a, &pair->body_b, pair->tolerance);
    mpq_set_d(s->start, pair->a.start);
    mpq_set_d(tail, pair->a.start_tail);
    mpq_add(s->start, s->start, tail);
    mpq_clear(tail);
}

static void stage_close(stage *s)
{
    oracle_path_clear(&s->a);
    oracle_path_clear(&s->b);
    mpq_clears(s->reach, s->start, s->inside, NULL);
}

bool oracle_speed_is_unsafe(const oracle_pair *pair, double factor)
{
    stage s;
    mpq_t exact;
    mpq_init(exact);
    stage_open(&s, pair);
    mpq_set_d(exact, factor);
    oracle_path_drive(&s.a, s.start, exact);
    bool is_unsafe = oracle_paths_conflict(&s.a, &s.b, s.reach);
    stage_close(&s);
    mpq_clear(exact);
    return is_unsafe;
}

/* ---- the ends
 * -------------------------------------------------------------------------------------- */

typedef bool (*decision)(const oracle_pair *pair, double x);

typedef struct end_question {
    const oracle_pair *pair;
    decision is_unsafe;
    mpq_srcptr inside;
    bool positive; /* nothing at or below 0 is asked */
} end_question;

static int compare(double x, mpq_srcptr q)
{
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, x);
    int sign = mpq_cmp(exact, q);
    mpq_clear(exact);
    return sign;
}

static bool is_not_above_lower(const void *context, double x)
{
    const end_question *q = context;
    if (q->positive && x <= 0)
        return true;
    return compare(x, q->inside) < 0 && !q->is_unsafe(q->pair, x);
}

static bool is_not_below_upper(const void *context, double opposite)
{
    const end_question *q = context;
    double x = -opposite;
    if (q->positive && x <= 0)
        return false;
    return compare(x, q->inside) > 0 && !q->is_unsafe(q->pair, x);
}

static void find_ends(const end_question *question, graze_interval *interval)
{
    interval->lower = oracle_last_yes(is_not_above_lower, question, interval->lower);
    interval->upper = -oracle_last_yes(is_not_below_upper, question, -interval->upper);
}

/* Starting so that both local times of the point come at the same instant. */
bool oracle_unsafe_starts(const oracle_pair *pair, graze_interval *interval)
{
    stage s;
    oracle_meeting_point point;
    stage_open(&s, pair);
    oracle_meeting_point_init(&point);
    bool any = oracle_find_meeting_point(&point, &s.a, &s.b, s.reach);
    if (any) {
        mpq_sub(s.inside, point.time_b, point.time_a);
        mpq_add(s.inside, s.inside, s.start);
        find_ends(&(end_question){pair, oracle_start_is_unsafe, s.inside, false}, interval);
    }
    oracle_meeting_point_clear(&point);
    stage_close(&s);
    return any;
}

/* b is met only while a drives, so after the start of a. A parked motion need only
 * have come to stand before; it is let stand from the start. */
static bool find_driven_point(oracle_meeting_point *point, stage *s, bool parked)
{
    if (mpq_cmp(s->b.life.begin, s->start) < 0)
        mpq_set(s->b.life.begin, s->start);
    if (parked)
        mpq_set(s->a.life.begin, s->start);
    return oracle_find_meeting_point(point, &s->a, &s->b, s->reach);
}

bool oracle_unsafe_speeds(const oracle_pair *pair, graze_interval *interval)
{
    const bool parked = pair->a.form == GRAZE_PARKED;
    stage s;
    oracle_meeting_point point;
    mpq_t drive, way;
    stage_open(&s, pair);
    oracle_meeting_point_init(&point);
    mpq_inits(drive, way, NULL);
    mpq_sub(way, s.a.life.begin, s.start); /* of a parked motion: its hidden move */
    bool any = find_driven_point(&point, &s, parked);
    if (any) {
        mpq_sub(drive, point.time_b, s.start);
        if (!parked)
            mpq_sub(way, point.time_a, s.start);
        else
            mpq_mul_2exp(way, way, 1); /* to stand well before then */
        if (mpq_sgn(way) == 0)
            mpq_set_ui(way, 1, 1);
        mpq_div(s.inside, way, drive);
        find_ends(&(end_question){pair, oracle_speed_is_unsafe, s.inside, true}, interval);
    }
    mpq_clears(drive, way, NULL);
    oracle_meeting_point_clear(&point);
    stage_close(&s);
    return any;
}
