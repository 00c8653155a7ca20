/* SPDX-License-Identifier: MIT */
/* <graze/retime.h>: steps out of a plan, legs out of steps, a plan out of legs, and the kernel's
 * word on it, until it has nothing to say. */
#include <graze/retime.h>

#include <math.h>

#include "base/memory.h"
#include "geometry/body.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "planner/leg_improve.h"
#include "planner/retime_certify.h"
#include "planner/retime_clash.h"
#include "planner/turn_times.h"

/* Of the shortest stop-to-stop drive, and of the time in which all could go one by one. */
static const double ticks_a_step = 0x1p24, ticks_of_all = 0x1p49;

/* ---- what is given -------------------------------------------------------------------------- */

static graze_status check_limits(const graze_drive_limits *l)
{
    if (isnan(l->turn_rate) || !isfinite(l->speed) || !isfinite(l->acceleration) ||
        !isfinite(l->deceleration))
        return GRAZE_ERROR_NOT_FINITE;
    if (!(l->speed > 0 && l->acceleration > 0 && l->deceleration > 0 && l->turn_rate > 0))
        return GRAZE_ERROR_SPEED;
    return turn_times_check(l->turn_times, l->turn_time_count);
}

static graze_status check_path(const graze_trajectory *path)
{
    if (path->count > 0 && path->motions == NULL)
        return GRAZE_ERROR_NULL;
    if (path->bodies != NULL)
        return GRAZE_ERROR_UNSUPPORTED;
    for (size_t i = 0; i < path->count; i++) {
        const graze_motion *m = &path->motions[i];
        graze_status status = graze_motion_validate(m);
        if (status != GRAZE_OK)
            return status;
        if (m->form != GRAZE_WAYPOINT && m->form != GRAZE_RAMP)
            return GRAZE_ERROR_UNSUPPORTED;
    }
    return GRAZE_OK;
}

static graze_status check_given(const retiming *r)
{
    const graze_retime_options *o = r->options;
    graze_status status = tolerance_validate(o->tolerance);
    if (status == GRAZE_OK && !isfinite(o->slack))
        status = GRAZE_ERROR_NOT_FINITE;
    if (status == GRAZE_OK && o->slack < 0)
        status = GRAZE_ERROR_NEGATIVE_DURATION;
    for (size_t i = 0; i < r->count && status == GRAZE_OK; i++) {
        status = graze_body_validate(&r->bodies[i]);
        if (status == GRAZE_OK)
            status = check_limits(&r->limits[i]);
        if (status == GRAZE_OK)
            status = check_path(&r->plan[i]);
    }
    return status;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static size_t count_steps(const retiming *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->plan[i].count; k++)
            count += !retiming_is_wait(&r->plan[i].motions[k]);
    return count;
}

/* When everybody is there, or GRAZE_ERROR_TIME_ORDER. */
static graze_status find_begin(retiming *r)
{
    const graze_motion *first = NULL;
    for (size_t i = 0; i < r->count; i++)
        if (r->plan[i].count > 0) {
            const graze_motion *m = &r->plan[i].motions[0];
            if (first != NULL && motion_compare_start(m, first) != 0)
                return GRAZE_ERROR_TIME_ORDER;
            first = m;
        }
    r->begin = first != NULL ? first->start : 0;
    return GRAZE_OK;
}

static graze_status take_steps(retiming *r)
{
    size_t count = count_steps(r), made = 0;
    if (count >= UINT32_MAX / 2)
        return GRAZE_ERROR_CAPACITY; /* UNREACHED: two thousand million motions would be needed */
    r->steps = memory_new(&r->memory, count, sizeof *r->steps);
    if (r->steps == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->plan[i].count; k++) {
            const graze_motion *m = &r->plan[i].motions[k];
            if (!retiming_is_wait(m))
                r->steps[made++] = (plan_step){m, (uint32_t)i, m->start, m->start + m->duration};
        }
    r->passing = (passing){.memory = &r->memory,
                           .bodies = r->bodies,
                           .steps = r->steps,
                           .step_count = count,
                           .tolerance = r->options->tolerance,
                           .watch = &r->watch};
    return GRAZE_OK;
}

/* The kernel's memory: enough for the bodies at hand. */
static graze_status make_workspace(retiming *r)
{
    graze_workspace *w = &r->passing.workspace;
    w->should_stop = r->options->stop;
    w->context = r->options->context;
    w->size = graze_workspace_size();
    for (size_t i = 0; i < r->count; i++) {
        size_t size = graze_workspace_size_for(&r->bodies[i], &r->bodies[i]);
        w->size = size > w->size ? size : w->size;
    }
    w->memory = memory_new(&r->memory, w->size, 1);
    return w->memory != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

static double power_below(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent - 1);
}

/* A power of two; the new plan begins at a multiple of it. */
static graze_status choose_tick(retiming *r)
{
    double shortest = HUGE_VAL, sum = r->options->slack * (double)r->passing.step_count;
    for (size_t i = 0; i < r->passing.step_count; i++) {
        const graze_drive_limits *limits = &r->limits[r->steps[i].agent];
        double alone = leg_least_duration(&r->steps[i], limits);
        shortest = fmin(shortest, alone);
        sum += 2 * alone + leg_longest_turn(limits);
    }
    double tick = r->passing.step_count > 0 ? power_below(shortest / ticks_a_step) : 1;
    sum = fmax(sum, fabs(r->begin));
    while (sum / tick > ticks_of_all)
        tick *= 2;
    r->begin = leg_time_up(r->begin, tick);
    r->schedule.tick = r->answer->tick = tick;
    r->schedule.slack = leg_time_up(r->options->slack, tick);
    return isfinite(tick) && tick > 0 ? GRAZE_OK : GRAZE_ERROR_LATTICE;
}

/* Legs begin where an agent appears, turns, or has waited. */
static void choose_stops(retiming *r)
{
    const plan_step *steps = r->steps;
    for (size_t i = 0; i < r->passing.step_count; i++)
        r->schedule.stops[i] =
            i == 0 || r->options->stop_always || steps[i].agent != steps[i - 1].agent ||
            steps[i].motion != steps[i - 1].motion + 1 ||
            !steps_are_straight(&steps[i - 1], &steps[i]);
}

/* ---- the new plan --------------------------------------------------------------------------- */

static graze_status make_room(retiming *r)
{
    graze_retiming *a = r->answer;
    size_t most = 2 * r->count + (LEG_MOTIONS + 1) * r->passing.step_count;
    a->trajectories = memory_new(&r->memory, r->count, sizeof *a->trajectories);
    a->motions = memory_new(&r->memory, most, sizeof *a->motions);
    r->leg_first = memory_new(&r->memory, r->count + 1, sizeof *r->leg_first);
    return a->trajectories != NULL && a->motions != NULL && r->leg_first != NULL
               ? GRAZE_OK
               : GRAZE_ERROR_MEMORY;
}

static bool stays(const graze_trajectory *path)
{
    return path->count > 0 && motion_is_endless(&path->motions[path->count - 1]);
}

typedef struct path_writer {
    graze_motion *next;
    double now;
    graze_status status;
} path_writer;

static void write_wait(path_writer *w, graze_vector at, double until)
{
    if (w->status == GRAZE_OK && until > w->now)
        w->status = graze_motion_waypoint(at, at, w->now, until, w->next++);
    w->now = until;
}

static void write_leg(path_writer *w, const leg *l, double begin)
{
    size_t count = 0;
    write_wait(w, l->from, begin + l->start);
    if (w->status == GRAZE_OK)
        w->status = leg_motions(l, w->now, w->next, &count);
    w->next += count;
    w->now += l->duration;
}

static graze_status write_paths(retiming *r)
{
    const schedule *s = &r->schedule;
    path_writer w = {.next = r->answer->motions, .status = GRAZE_OK};
    size_t at = 0;
    r->answer->sum_of_costs = r->answer->makespan = 0;
    for (size_t i = 0; i < r->count; i++) {
        graze_motion *first = w.next;
        size_t before = at;
        r->leg_first[i] = (uint32_t)at;
        w.now = r->begin;
        for (; at < s->leg_count && s->legs[at].agent == i; at++)
            write_leg(&w, &s->legs[at], r->begin);
        r->answer->sum_of_costs += w.now - r->begin;
        r->answer->makespan = fmax(r->answer->makespan, w.now - r->begin);
        if (at > before && stays(&r->plan[i]))
            write_wait(&w, s->legs[at - 1].to, HUGE_VAL);
        r->answer->trajectories[i] =
            at > before ? (graze_trajectory){.motions = first, .count = (size_t)(w.next - first)}
                        : r->plan[i];
    }
    r->leg_first[r->count] = (uint32_t)at;
    return w.status;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static graze_status name_circle(retiming *r)
{
    const schedule *s = &r->schedule;
    graze_status status = retime_name_agents(r, GRAZE_RETIME_CIRCLE, s->circle_count);
    r->has_circle = true;
    for (size_t i = 0; i < s->circle_count && status == GRAZE_OK; i++)
        retime_name_agent(r, s->legs[s->circle[i]].agent);
    return status;
}

static graze_status improve(retiming *r)
{
    bool goes_on = true;
    graze_status status = GRAZE_OK;
    while (status == GRAZE_OK && goes_on) {
        bool found = false;
        status = passing_go_on(&r->watch, WATCH_WORK);
        if (status == GRAZE_OK)
            status = schedule_solve(&r->schedule, &found);
        if (status == GRAZE_OK && !found)
            return name_circle(r);
        if (status == GRAZE_OK && r->answer->rounds == 0 && !r->options->stop_always)
            status = schedule_improve(&r->schedule);
        if (status == GRAZE_OK)
            status = write_paths(r);
        if (status == GRAZE_OK)
            status = retime_certify(r, &goes_on);
    }
    return status;
}

static graze_status make_schedule(retiming *r)
{
    graze_status status = make_workspace(r);
    if (status == GRAZE_OK)
        status = schedule_open(&r->schedule, &r->passing, r->limits, r->count);
    if (status == GRAZE_OK)
        status = choose_tick(r);
    if (status == GRAZE_OK)
        choose_stops(r);
    if (status == GRAZE_OK)
        status = precedence_find(&r->passing, &r->schedule.pairs);
    if (status == GRAZE_OK)
        status = make_room(r);
    return status == GRAZE_OK ? improve(r) : status;
}

/* Does the plan, as it is cut, have no conflicts? */
static graze_status find_any_clash(retiming *r)
{
    graze_index *index = NULL;
    graze_status status = retime_find_clashes(r, plan_cut_paths(&r->cut), true, &index);
    graze_index_free(index);
    return status;
}

/* Cuts the motions of a circle, so that its agents may stop wherever one of them does in the plan.
 * *again is false where that changes nothing, or rounds the plan into a conflict. */
static graze_status cut_circle(retiming *r, bool *again)
{
    const schedule *s = &r->schedule;
    size_t count = 0;
    plan_cut_motion *these = memory_new(&r->memory, r->passing.step_count, sizeof *these);
    if (these == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t k = 0; k < s->circle_count; k++) {
        const leg *l = &s->legs[s->circle[k]];
        for (uint32_t i = l->first; i < l->first + l->count; i++) {
            const plan_step *step = &r->steps[i];
            const graze_motion *first = r->plan[step->agent].motions;
            these[count++] = (plan_cut_motion){step->agent, (size_t)(step->motion - first)};
        }
    }
    graze_status status = plan_cut_at_events(&r->cut, these, count, again);
    memory_free(&r->memory, these);
    if (status == GRAZE_OK && *again)
        status = find_any_clash(r);
    *again = *again && r->clash_count == 0;
    return status;
}

static void keep_no_plan(graze_retiming *answer, const graze_allocator *memory)
{
    memory_free(memory, answer->trajectories);
    memory_free(memory, answer->motions);
    answer->trajectories = NULL;
    answer->motions = NULL;
}

static void forget_work(retiming *r)
{
    memory_free(&r->memory, r->steps);
    memory_free(&r->memory, r->passing.workspace.memory);
    memory_free(&r->memory, r->leg_first);
    r->steps = NULL;
    r->passing.workspace.memory = NULL;
    r->leg_first = NULL;
}

/* The answer for the plan as it is cut; *again: it has been cut anew. */
static graze_status attempt(retiming *r, bool *again)
{
    graze_status status = find_begin(r);
    *again = r->has_circle = false;
    if (status == GRAZE_OK)
        status = take_steps(r);
    if (status != GRAZE_OK)
        return status;
    status = make_schedule(r);
    r->answer->legs = r->schedule.leg_count;
    r->answer->precedences = r->schedule.pairs.count;
    r->answer->exact_headways = r->schedule.exact_headways;
    if (status == GRAZE_OK && r->has_circle && r->options->slack == 0)
        status = cut_circle(r, again);
    schedule_close(&r->schedule);
    if (status != GRAZE_OK || !*again)
        return status;
    forget_work(r);
    keep_no_plan(r->answer, &r->memory);
    memory_free(&r->memory, r->answer->agents);
    r->schedule = (schedule){.legs = NULL};
    *r->answer = (graze_retiming){.outcome = GRAZE_RETIME_STOPPED};
    r->plan = plan_cut_paths(&r->cut);
    return GRAZE_OK;
}

static graze_status run(retiming *r)
{
    bool again = true;
    graze_status status = check_given(r);
    if (status == GRAZE_OK)
        status = find_begin(r);
    if (status == GRAZE_OK)
        status = find_any_clash(r);
    if (status != GRAZE_OK)
        return status;
    if (r->clash_count > 0)
        return retime_name_clash(r, GRAZE_RETIME_CONFLICT, &r->clashes[0]);
    while (status == GRAZE_OK && again)
        status = attempt(r, &again);
    return status;
}

graze_status graze_retime(const graze_body *bodies, const graze_trajectory *plan, size_t count,
                          const graze_drive_limits *limits, const graze_retime_options *options,
                          const graze_allocator *allocator, graze_retiming *answer)
{
    FLOAT_MODE_DEFAULT;
    if (options == NULL || answer == NULL ||
        (count > 0 && (bodies == NULL || plan == NULL || limits == NULL)))
        return GRAZE_ERROR_NULL;
    graze_retiming made = {.outcome = GRAZE_RETIME_STOPPED};
    retiming r = {.bodies = bodies,
                  .plan = plan,
                  .count = count,
                  .limits = limits,
                  .options = options,
                  .memory = memory_allocator(allocator),
                  .watch = {options->stop, options->context, 0},
                  .answer = &made};
    r.cut = (plan_cut){.memory = &r.memory, .given = plan, .count = count};
    graze_status status = run(&r);
    forget_work(&r);
    plan_cut_free(&r.cut);
    memory_free(&r.memory, r.clashes);
    if (status == GRAZE_ERROR_STOPPED) {
        made.outcome = GRAZE_RETIME_STOPPED;
        status = GRAZE_OK;
    }
    if (made.outcome != GRAZE_RETIMED || status != GRAZE_OK)
        keep_no_plan(&made, &r.memory);
    if (status == GRAZE_OK)
        *answer = made;
    else
        graze_retiming_free(&made, allocator);
    return status;
}

void graze_retiming_free(graze_retiming *answer, const graze_allocator *allocator)
{
    if (answer == NULL)
        return;
    graze_allocator memory = memory_allocator(allocator);
    keep_no_plan(answer, &memory);
    memory_free(&memory, answer->agents);
    *answer = (graze_retiming){.outcome = GRAZE_RETIME_STOPPED};
}
