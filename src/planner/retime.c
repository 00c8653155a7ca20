/* SPDX-License-Identifier: MIT */
/* <graze/retime.h>: steps out of a plan, legs out of steps, a plan out of legs, and the kernel's
 * word on it, until it has nothing to say. */
#include <graze/retime.h>

#include <math.h>

#include <graze/among.h>
#include <graze/conflict.h>
#include <graze/index.h>
#include <graze/unsafe.h>

#include "base/array.h"
#include "geometry/body.h"
#include "motion/life.h"
#include "numeric/float_mode.h"
#include "planner/leg_improve.h"
#include "planner/plan_cut.h"
#include "planner/turn_times.h"

/* Of the shortest stop-to-stop drive, and of the time in which all could go one by one. */
static const double ticks_a_step = 0x1p24, ticks_of_all = 0x1p49;

/* Of passing_go_on: two motions, and an agent's slack. */
enum { MOTIONS_WORK = 16, SLACK_WORK = 2048 };

/* Two motions that are in conflict. */
typedef struct clash {
    size_t agent_a, motion_a, agent_b, motion_b;
} clash;

typedef struct retiming {
    const graze_body *bodies;
    const graze_trajectory *plan; /* as it is cut */
    plan_cut cut;
    size_t count;
    const graze_drive_limits *limits;
    const graze_retime_options *options;
    graze_allocator memory;
    graze_retiming *answer;

    passing passing;
    passing_watch watch;
    plan_step *steps;
    double begin; /* [s] of the plan */
    schedule schedule;

    uint32_t *leg_first; /* by agent, and one more */
    clash *clashes;
    size_t clash_count, clash_room;
    graze_status status; /* of a sink */
    bool has_circle;     /* in the schedule, of legs that could not be let go */
} retiming;

/* ---- what is given -------------------------------------------------------------------------- */

static bool is_wait(const graze_motion *m)
{
    return m->to.x == m->position.x && m->to.y == m->position.y && m->to.z == m->position.z;
}

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

/* ---- conflicts ------------------------------------------------------------------------------ */

typedef struct clash_search {
    retiming *all;
    const graze_trajectory *paths;
    bool one; /* is enough */
} clash_search;

static graze_status add_clash(retiming *r, clash found)
{
    if (!ARRAY_RESERVE(&r->memory, r->clashes, r->clash_room, r->clash_count + 1))
        return GRAZE_ERROR_MEMORY;
    r->clashes[r->clash_count++] = found;
    return GRAZE_OK;
}

static bool try_pair(void *context, const graze_index_pair *pair)
{
    const clash_search *search = context;
    retiming *r = search->all;
    bool conflict = false;
    r->status = graze_conflict_exists(&r->bodies[pair->agent_a],
                                      &search->paths[pair->agent_a].motions[pair->motion_a],
                                      &r->bodies[pair->agent_b],
                                      &search->paths[pair->agent_b].motions[pair->motion_b],
                                      r->options->tolerance, &conflict);
    if (r->status == GRAZE_OK)
        r->status = passing_go_on(&r->watch, MOTIONS_WORK);
    if (conflict && r->status == GRAZE_OK)
        r->status = add_clash(r, (clash){pair->agent_a, pair->motion_a, pair->agent_b,
                                         pair->motion_b});
    return r->status == GRAZE_OK && !(search->one && conflict);
}

/* Finds all conflicts of paths; the index stays for the caller to free. */
static graze_status find_clashes(retiming *r, const graze_trajectory *paths, bool one,
                                 graze_index **index)
{
    clash_search search = {r, paths, one};
    r->clash_count = 0;
    r->status = GRAZE_OK;
    graze_status status = graze_index_new(r->bodies, paths, r->count, NULL, &r->memory, index);
    if (status == GRAZE_OK)
        status = graze_index_pairs_as_found(*index, 0, 1, try_pair, &search);
    return status == GRAZE_OK ? r->status : status;
}

static graze_status name_agents(retiming *r, graze_retime_outcome outcome, size_t count)
{
    r->answer->outcome = outcome;
    r->answer->agents = memory_new(&r->memory, count, sizeof *r->answer->agents);
    r->answer->agent_count = 0;
    return r->answer->agents != NULL ? GRAZE_OK : GRAZE_ERROR_MEMORY;
}

static void name_agent(retiming *r, size_t agent)
{
    graze_retiming *a = r->answer;
    for (size_t i = 0; i < a->agent_count; i++)
        if (a->agents[i] == agent)
            return;
    a->agents[a->agent_count++] = agent;
}

static graze_status name_clash(retiming *r, graze_retime_outcome outcome, const clash *of)
{
    graze_status status = name_agents(r, outcome, 2);
    if (status == GRAZE_OK) {
        name_agent(r, of->agent_a);
        name_agent(r, of->agent_b);
    }
    return status;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static size_t count_steps(const retiming *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->plan[i].count; k++)
            count += !is_wait(&r->plan[i].motions[k]);
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
        return GRAZE_ERROR_CAPACITY;
    r->steps = memory_new(&r->memory, count, sizeof *r->steps);
    if (r->steps == NULL)
        return GRAZE_ERROR_MEMORY;
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < r->plan[i].count; k++) {
            const graze_motion *m = &r->plan[i].motions[k];
            if (!is_wait(m))
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

/* ---- what the kernel says ------------------------------------------------------------------- */

/* The legs that a motion of the new plan is of: the one that it is in, or those before and after
 * a wait. At most two. */
static size_t legs_of(const retiming *r, size_t agent, size_t motion, uint32_t legs[2])
{
    const graze_trajectory *path = &r->answer->trajectories[agent];
    const graze_motion *m = &path->motions[motion];
    size_t count = 0;
    for (uint32_t i = r->leg_first[agent]; i < r->leg_first[agent + 1]; i++) {
        const leg *l = &r->schedule.legs[i];
        double begin = r->begin + l->start, end = begin + l->duration;
        bool inside = m->start >= begin && m->start < end && !is_wait(m);
        bool beside = is_wait(m) && (m->start == end || m->start + m->duration == begin);
        if (inside || beside)
            legs[count++] = i;
    }
    return count;
}

/* The two steps of two legs that come nearest to each other. */
static void nearest_steps(const retiming *r, const leg *a, const leg *b, uint32_t *x, uint32_t *y)
{
    double least = HUGE_VAL;
    for (uint32_t i = a->first; i < a->first + a->count; i++)
        for (uint32_t k = b->first; k < b->first + b->count; k++) {
            const graze_motion *m = r->steps[i].motion, *n = r->steps[k].motion;
            double along;
            double apart = headway_distance(m->position, m->to, n->position, n->to, &along);
            if (apart >= least)
                continue;
            least = apart;
            *x = i;
            *y = k;
        }
}

/* Adds the precedence of two legs, whose headway has to be exact. *is_new tells whether there is
 * something to be learnt from it. */
static graze_status take_legs(retiming *r, uint32_t a, uint32_t b, bool *is_new)
{
    schedule *s = &r->schedule;
    uint32_t x = 0, y = 0;
    int order = 1;
    nearest_steps(r, &s->legs[a], &s->legs[b], &x, &y);
    graze_status status = passing_order(&r->passing, x, y, &order);
    if (status != GRAZE_OK || order == 0)
        return status;
    const leg_arc *arc = order == 1 ? schedule_arc(s, a, b) : schedule_arc(s, b, a);
    if (arc != NULL && arc->exact)
        return GRAZE_OK;
    *is_new = true;
    if (arc != NULL) {
        s->pairs.items[arc->pair].exact = true;
        return GRAZE_OK;
    }
    precedence added = {.first = order == 1 ? x : y, .second = order == 1 ? y : x, .exact = true};
    return precedence_add(&s->pairs, &r->memory, added);
}

static graze_status take_clash(retiming *r, const clash *found, bool *is_new)
{
    uint32_t a[2], b[2];
    size_t count_a = legs_of(r, found->agent_a, found->motion_a, a);
    size_t count_b = legs_of(r, found->agent_b, found->motion_b, b);
    graze_status status = GRAZE_OK;
    for (size_t i = 0; i < count_a; i++)
        for (size_t k = 0; k < count_b && status == GRAZE_OK; k++)
            status = take_legs(r, a[i], b[k], is_new);
    return status;
}

/* Learns from conflicts. Nothing new: an agent that never moves is in the way, or the two wait
 * for each other in a manner that steps do not show. */
static graze_status take_clashes(retiming *r, bool *goes_on)
{
    graze_status status = GRAZE_OK;
    *goes_on = true;
    for (size_t i = 0; i < r->clash_count && status == GRAZE_OK && *goes_on; i++) {
        bool is_new = false;
        status = take_clash(r, &r->clashes[i], &is_new);
        *goes_on = is_new;
    }
    if (status == GRAZE_OK && !*goes_on)
        status = name_clash(r, GRAZE_RETIME_CIRCLE, &r->clashes[0]);
    return status;
}

/* Agents with too little slack are as good as in conflict. */
static graze_status find_tight(retiming *r, const graze_index *index)
{
    for (size_t i = 0; i < r->count; i++) {
        graze_index_slack found;
        graze_status status = graze_index_agent_slack(index, i, r->options->tolerance,
                                                      &r->passing.workspace, &found);
        if (status == GRAZE_OK)
            status = passing_go_on(&r->watch, SLACK_WORK);
        if (status == GRAZE_OK && found.slack.delay < r->options->slack)
            status = add_clash(r, (clash){i, found.slack.motion_a, found.agent_b,
                                          found.slack.motion_b});
        if (status != GRAZE_OK)
            return status;
    }
    return GRAZE_OK;
}

static graze_status certify(retiming *r, bool *goes_on)
{
    graze_index *index = NULL;
    r->answer->rounds++;
    graze_status status = find_clashes(r, r->answer->trajectories, false, &index);
    if (status == GRAZE_OK && r->clash_count == 0 && r->options->slack > 0)
        status = find_tight(r, index);
    graze_index_free(index);
    *goes_on = r->clash_count > 0;
    if (status == GRAZE_OK && *goes_on)
        status = take_clashes(r, goes_on);
    else if (status == GRAZE_OK)
        r->answer->outcome = GRAZE_RETIMED;
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static graze_status name_circle(retiming *r)
{
    const schedule *s = &r->schedule;
    graze_status status = name_agents(r, GRAZE_RETIME_CIRCLE, s->circle_count);
    r->has_circle = true;
    for (size_t i = 0; i < s->circle_count && status == GRAZE_OK; i++)
        name_agent(r, s->legs[s->circle[i]].agent);
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
            status = certify(r, &goes_on);
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
    graze_status status = find_clashes(r, plan_cut_paths(&r->cut), true, &index);
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
        return name_clash(r, GRAZE_RETIME_CONFLICT, &r->clashes[0]);
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
