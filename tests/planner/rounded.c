/* SPDX-License-Identifier: MIT */
/* Difference constraints between the moves of a plan, fulfilled in their order. */
#include "rounded.h"

#include <graze/unsafe.h>
#include <math.h>

#include "support/run.h"

enum { MOVES = 64 };

typedef struct one_move {
    size_t agent;
    bool first, last;    /* of its agent */
    double start, later; /* [s] in the plan, and rounded */
    graze_motion motion; /* started at 0 */
    bool done;
} one_move;

typedef struct schedule {
    const graze_problem *problem;
    one_move moves[MOVES]; /* agent by agent, in order of time */
    size_t count;
    double cause[MOVES][MOVES]; /* cause[q][p]: q starts not before p's start + this; or NAN */
} schedule;

static graze_body body_of(const schedule *now, size_t agent)
{
    return (graze_body){.radius = now->problem->tasks[agent].radius};
}

static graze_motion rest_at(graze_vector place)
{
    graze_motion motion;
    CU_ASSERT_EQUAL_FATAL(graze_motion_waypoint(place, place, 0, HUGE_VAL, &motion), GRAZE_OK);
    return motion;
}

static void take_moves(schedule *now, const graze_solution *plan)
{
    for (size_t a = 0; a < now->problem->task_count; a++) {
        const graze_trajectory *path = &plan->trajectories[a];
        size_t before = now->count;
        for (size_t m = 0; m < path->count; m++) {
            graze_motion motion = path->motions[m]; /* a waypoint motion, or a wait */
            if (motion.to.x == motion.position.x && motion.to.y == motion.position.y)
                continue;
            CU_ASSERT_TRUE_FATAL(now->count < MOVES);
            one_move *move = &now->moves[now->count++];
            *move = (one_move){.agent = a, .start = motion.start, .motion = motion};
            CU_ASSERT_EQUAL_FATAL(graze_motion_restart(&motion, 0, &move->motion), GRAZE_OK);
        }
        if (now->count > before) {
            now->moves[before].first = true;
            now->moves[now->count - 1].last = true;
        }
    }
}

static void add_cause(schedule *now, size_t after, size_t before, double delay)
{
    double *known = &now->cause[after][before];
    if (isnan(*known) || *known < delay)
        *known = delay;
}

/* Two moves: the one that is later now stays later. */
static void order_moves(schedule *now, size_t p, size_t q)
{
    graze_body a = body_of(now, now->moves[p].agent), b = body_of(now, now->moves[q].agent);
    graze_interval unsafe;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graze_unsafe_starts(&a, &now->moves[p].motion, &b, &now->moves[q].motion,
                                              now->problem->tolerance, NULL, &unsafe, 1, &count),
                          GRAZE_OK);
    if (count == 0)
        return;
    double difference = now->moves[p].start - now->moves[q].start;
    if (difference > (unsafe.lower + unsafe.upper) / 2)
        add_cause(now, p, q, unsafe.upper);
    else
        add_cause(now, q, p, -unsafe.lower);
}

/* A stay between the moves `before` and `after` of an agent (MOVES: there is none), and
 * somebody's move past it. */
static void order_stay(schedule *now, size_t agent, graze_vector place, size_t before,
                       size_t after, size_t q)
{
    graze_body resting = body_of(now, agent), moving = body_of(now, now->moves[q].agent);
    graze_motion stay = rest_at(place);
    graze_interval overlap;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(graze_conflict_intervals(&resting, &stay, &moving,
                                                   &now->moves[q].motion,
                                                   now->problem->tolerance, &overlap, 1, &count),
                          GRAZE_OK);
    if (count == 0)
        return;
    double middle = now->moves[q].start + (overlap.lower + overlap.upper) / 2;
    if (after < MOVES && now->moves[after].start < middle)
        add_cause(now, q, after, -overlap.lower);
    else if (before < MOVES)
        add_cause(now, before, q, overlap.upper - now->moves[before].motion.duration);
}

static void order_stays(schedule *now, size_t agent, size_t q)
{
    size_t before = MOVES;
    for (size_t p = 0; p < now->count; p++) {
        if (now->moves[p].agent != agent)
            continue;
        order_stay(now, agent, now->moves[p].motion.position, before, p, q);
        before = p;
    }
    graze_point goal = now->problem->roadmap->places[now->problem->tasks[agent].goal];
    order_stay(now, agent, (graze_vector){goal.x, goal.y, 0}, before, MOVES, q);
}

static void find_causes(schedule *now)
{
    for (size_t q = 0; q < MOVES; q++)
        for (size_t p = 0; p < MOVES; p++)
            now->cause[q][p] = NAN;
    for (size_t q = 0; q < now->count; q++) {
        if (!now->moves[q].first)
            add_cause(now, q, q - 1, now->moves[q - 1].motion.duration);
        for (size_t p = 0; p < q; p++)
            if (now->moves[p].agent != now->moves[q].agent)
                order_moves(now, p, q);
        for (size_t agent = 0; agent < now->problem->task_count; agent++)
            if (agent != now->moves[q].agent)
                order_stays(now, agent, q);
    }
}

static bool is_ready(const schedule *now, size_t q)
{
    bool ready = !now->moves[q].done;
    for (size_t p = 0; p < now->count; p++)
        ready = ready && (isnan(now->cause[q][p]) || now->moves[p].done);
    return ready;
}

/* Starts a move as early as its causes let it, after a wait of whole steps. */
static void start_move(schedule *now, size_t q, double step)
{
    one_move *move = &now->moves[q];
    double base = move->first ? 0 : move[-1].later + move[-1].motion.duration, wait = 0;
    for (size_t p = 0; p < now->count; p++)
        if (!isnan(now->cause[q][p]) && !(now->moves[p].agent == move->agent))
            wait = fmax(wait, now->moves[p].later + now->cause[q][p] + ROUNDED_GUARD - base);
    move->later = base + step * ceil(wait / step);
    move->done = true;
}

bool rounded_cost(const graze_problem *problem, const graze_solution *plan, double step,
                  rounded_plan *rounded)
{
    schedule now = {.problem = problem};
    take_moves(&now, plan);
    find_causes(&now);
    *rounded = (rounded_plan){0, now.count};
    for (size_t done = 0; done < now.count; done++) {
        size_t q = 0;
        while (q < now.count && !is_ready(&now, q))
            q++;
        if (q == now.count)
            return false;
        start_move(&now, q, step);
        if (now.moves[q].last)
            rounded->cost += now.moves[q].later + now.moves[q].motion.duration;
    }
    return true;
}
