/* SPDX-License-Identifier: MIT */
/* Questions about motions and trajectories. */
#include "refusal/jobs.h"

#include <math.h>
#include <string.h>

#include "refusal/answers.h"
#include "refusal/refusal.h"

/* ---- two agents, two motions
 * --------------------------------------------------------------------------- */

/* Two motions with their bodies. */
typedef struct two {
    const graze_body *body_a, *body_b;
    const graze_motion *a, *b;
} two;

/* Asks about each motion of each agent and each of each later one. */
static graze_status each_two(const scene *of, graze_status (*ask)(const two *))
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t b = a + 1; b < SCENE_AGENTS; b++)
            for (size_t i = 0; i < of->trajectories[a].count; i++)
                for (size_t j = 0; j < of->trajectories[b].count && status == GRAZE_OK; j++)
                    status = ask(&(two){&of->bodies[a], &of->bodies[b], &of->motions[a][i],
                                        &of->motions[b][j]});
    return status;
}

static graze_status ask_decision(const two *t)
{
    bool exists;
    return graze_conflict_exists(t->body_a, t->a, t->body_b, t->b, 0, &exists);
}

static graze_status ask_intervals(const two *t)
{
    return answers_add_all(graze_conflict_intervals(t->body_a, t->a, t->body_b, t->b, 0,
                                                    answer_intervals, ANSWER_ROOM, &answer_count));
}

static graze_status ask_verdict(const two *t)
{
    graze_verdict verdict;
    return graze_conflict_verdict(t->body_a, t->a, t->body_b, t->b, 0x1p-10, &verdict);
}

static graze_status ask_clearance(const two *t)
{
    graze_clearance clearance;
    return graze_conflict_clearance(t->body_a, t->a, t->body_b, t->b, &clearance);
}

static graze_status ask_starts(const two *t)
{
    return answers_add_all(graze_unsafe_starts(t->body_a, t->a, t->body_b, t->b, 0,
                                               &answer_workspace, answer_intervals, ANSWER_ROOM,
                                               &answer_count));
}

static graze_status ask_end(const two *t)
{
    double end;
    bool exists;
    return graze_unsafe_end(t->body_a, t->a, t->body_b, t->b, 0, &answer_workspace, &end, &exists);
}

static graze_status ask_speeds(const two *t)
{
    graze_status status =
        graze_unsafe_speeds(t->body_a, t->a, t->body_b, t->b, 0, &answer_workspace,
                            answer_intervals, ANSWER_ROOM, &answer_count);
    return status == GRAZE_ERROR_UNSUPPORTED ? GRAZE_OK : answers_add_all(status);
}

static graze_status ask_split(const two *t)
{
    graze_lattice lattice;
    graze_constraint constraints[2];
    bool conflict;
    graze_lattice_for(64, &lattice);
    graze_status status =
        graze_conflict_split(&lattice, t->body_a, t->a, t->body_b, t->b, 0, GRAZE_SPLIT_TARGETS,
                             &answer_workspace, constraints, &conflict);
    if (status == GRAZE_OK && conflict)
        answers_add(constraints[0].when.lower);
    return status == GRAZE_ERROR_MEMORY ? status : GRAZE_OK; /* not of every motion */
}

static graze_status ask_prepared(const two *t)
{
    graze_prepared a, b;
    bool exists;
    graze_status status = graze_motion_prepare(t->body_a, t->a, &a);
    if (status == GRAZE_OK)
        status = graze_motion_prepare(t->body_b, t->b, &b);
    if (status == GRAZE_OK)
        status =
            graze_conflict_exists_prepared(&a, t->body_a, t->a, &b, t->body_b, t->b, 0, &exists);
    if (status == GRAZE_OK)
        status = graze_conflict_intervals_prepared(&a, t->body_a, t->a, &b, t->body_b, t->b, 0,
                                                   answer_intervals, ANSWER_ROOM, &answer_count);
    return status;
}

#define TWO(name)                                                                                  \
    static graze_status name##_of_all(const scene *of)                                             \
    {                                                                                              \
        return each_two(of, name);                                                                 \
    }
TWO(ask_decision)
TWO(ask_intervals)
TWO(ask_verdict)
TWO(ask_clearance)
TWO(ask_starts)
TWO(ask_end)
TWO(ask_speeds)
TWO(ask_split)
TWO(ask_prepared)

static graze_status places_of_all(const scene *of)
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t i = 0; i < of->trajectories[a].count && status == GRAZE_OK; i++) {
            bool alive;
            graze_vector place;
            status = graze_motion_position(&of->motions[a][i], 2.1, &alive, &place);
        }
    return status;
}

/* ---- many motions --------------------------------------------------------------------------- */

static graze_status batch_of_all(const scene *of)
{
    static uint64_t room[4096];
    graze_batch batch;
    uint64_t hits[1];
    graze_batch_interval intervals[ANSWER_ROOM];
    graze_body bodies[SCENE_MOTIONS];
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t i = 0; i < of->trajectories[a].count; i++)
            for (size_t b = a + 1; b < SCENE_AGENTS && status == GRAZE_OK; b++) {
                const size_t motions = of->trajectories[b].count;
                for (size_t j = 0; j < motions; j++)
                    bodies[j] = of->bodies[b];
                status =
                    graze_batch_fill(bodies, of->motions[b], motions, room, sizeof room, &batch);
                if (status == GRAZE_OK)
                    status = graze_batch_conflicts(&of->bodies[a], &of->motions[a][i], 0, &batch,
                                                   hits, &answer_count);
                if (status == GRAZE_OK)
                    status = graze_batch_intervals(&of->bodies[a], &of->motions[a][i], 0, &batch,
                                                   intervals, ANSWER_ROOM, &answer_count);
                if (status == GRAZE_OK)
                    status = graze_batch_unsafe_starts(&of->bodies[a], &of->motions[a][i], 0,
                                                       &batch, &answer_workspace, intervals,
                                                       ANSWER_ROOM, &answer_count);
                for (size_t k = 0; status == GRAZE_OK && k < answer_count; k++)
                    answers_add(intervals[k].interval.upper);
            }
    return status;
}

static graze_status batches_of_two(const scene *of)
{
    static uint64_t room[2][4096];
    graze_batch batch[2];
    graze_body bodies[SCENE_MOTIONS];
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < 2 && status == GRAZE_OK; a++) {
        for (size_t j = 0; j < of->trajectories[a].count; j++)
            bodies[j] = of->bodies[a];
        status = graze_batch_fill(bodies, of->motions[a], of->trajectories[a].count, room[a],
                                  sizeof room[a], &batch[a]);
    }
    return status != GRAZE_OK
               ? status
               : graze_batch_conflicts_between(&batch[0], &batch[1], 0, answers_take_numbers, NULL);
}

/* Discs that speed up side by side, at exactly their reach and nearly so. */
static graze_status pairwise_moves(const scene *of)
{
    static const double radius[] = {0.5, 0.5, 0.5}, x[] = {0, 0, 0}, y[] = {0, 0, 0},
                        other_y[] = {1, 1, 0.75}, vx[] = {0, 1, 1}, ax[] = {1, 0.5, -0.5},
                        other_ax[] = {0.5, 1, 0.5}, start[] = {0, 0, 0}, duration[] = {3, 3, 3};
    const graze_moves a = {.count = 3,
                           .form = GRAZE_KINEMATIC,
                           .radius = radius,
                           .place = {x, y},
                           .velocity = {vx, y},
                           .acceleration = {ax, y},
                           .start = start,
                           .duration = duration};
    graze_moves b = a;
    uint64_t hits[1];
    size_t first[4], bad;
    (void)of;
    b.place[1] = other_y;
    b.acceleration[0] = other_ax;
    graze_status status = graze_pairwise_conflicts(&a, &b, 0, hits, &answer_count, &bad);
    if (status == GRAZE_OK)
        status = graze_pairwise_intervals(&a, &b, 0, first, answer_intervals, ANSWER_ROOM, &bad);
    if (status == GRAZE_OK)
        status = graze_pairwise_unsafe_starts(&a, &b, 0, &answer_workspace, first, answer_intervals,
                                              ANSWER_ROOM, &bad);
    answer_count = status == GRAZE_OK ? first[3] : 0;
    return answers_add_all(status);
}

/* ---- trajectories --------------------------------------------------------------------------- */

typedef struct two_paths {
    const graze_body *body_a, *body_b;
    const graze_trajectory *a, *b;
    const graze_prepared_trajectory *prepared_a, *prepared_b;
} two_paths;

static graze_status each_two_paths(const scene *of, graze_status (*ask)(const two_paths *))
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t b = 0; b < SCENE_AGENTS && status == GRAZE_OK; b++)
            if (a != b)
                status = ask(&(two_paths){&of->bodies[a], &of->bodies[b], &of->trajectories[a],
                                          &of->trajectories[b], &of->prepared_trajectories[a],
                                          &of->prepared_trajectories[b]});
    return status;
}

static graze_status ask_meetings(const two_paths *t)
{
    return graze_trajectory_meetings(t->body_a, t->a, t->body_b, t->b, 0x1p-20,
                                     answers_take_meeting, answers_take_meeting, NULL);
}

static graze_status ask_path_verdict(const two_paths *t)
{
    graze_verdict verdict;
    return graze_trajectory_verdict(t->body_a, t->a, t->body_b, t->b, 0, &verdict);
}

static graze_status ask_first_contact(const two_paths *t)
{
    graze_meeting first;
    bool any;
    graze_status status = graze_trajectory_first_contact(t->body_a, t->a, t->body_b, t->b, 0,
                                                         GRAZE_TOUCH, &first, &any);
    return status != GRAZE_OK ? status
                              : graze_trajectory_first_contact(t->body_a, t->a, t->body_b, t->b, 0,
                                                               GRAZE_CONFLICT, &first, &any);
}

static graze_status ask_first_conflict(const two_paths *t)
{
    graze_motion_pair first;
    bool any;
    return graze_trajectory_first_conflict(t->prepared_a, t->prepared_b, 0, &first, &any);
}

static graze_status ask_path_clearance(const two_paths *t)
{
    graze_approach approach;
    return graze_trajectory_clearance(t->body_a, t->a, t->body_b, t->b, &approach);
}

static graze_status ask_path_starts(const two_paths *t)
{
    return answers_add_all(graze_trajectory_unsafe_starts(
        t->body_a, &t->a->motions[0], t->body_b, t->b, 0, &answer_workspace, answer_intervals,
        ANSWER_ROOM, &answer_count));
}

static graze_status ask_delays(const two_paths *t)
{
    return answers_add_all(graze_trajectory_unsafe_delays(
        t->body_a, t->a, t->body_b, t->b, GRAZE_WAIT, 0, &answer_workspace, answer_intervals,
        ANSWER_ROOM, &answer_count));
}

static graze_status ask_slack(const two_paths *t)
{
    graze_slack slack;
    graze_status status = graze_trajectory_slack(t->body_a, t->a, t->body_b, t->b, 0x1p-20,
                                                 &answer_workspace, &slack);
    if (status == GRAZE_OK)
        answers_add(slack.delay);
    return status;
}

#define TWO_PATHS(name)                                                                            \
    static graze_status name##_of_all(const scene *of)                                             \
    {                                                                                              \
        return each_two_paths(of, name);                                                           \
    }
TWO_PATHS(ask_meetings)
TWO_PATHS(ask_path_verdict)
TWO_PATHS(ask_first_contact)
TWO_PATHS(ask_first_conflict)
TWO_PATHS(ask_path_clearance)
TWO_PATHS(ask_path_starts)
TWO_PATHS(ask_delays)
TWO_PATHS(ask_slack)

static graze_status starts_among_all(const scene *of)
{
    return answers_add_all(graze_trajectories_unsafe_starts(
        &of->bodies[0], &of->motions[0][1], of->bodies + 1, of->trajectories + 1, SCENE_AGENTS - 1,
        0, &answer_workspace, answer_intervals, ANSWER_ROOM, &answer_count));
}

const job jobs_few[] = {
    {"decisions", ask_decision_of_all},
    {"intervals", ask_intervals_of_all},
    {"verdicts", ask_verdict_of_all},
    {"clearances", ask_clearance_of_all},
    {"unsafe starts", ask_starts_of_all},
    {"unsafe end", ask_end_of_all},
    {"unsafe speeds", ask_speeds_of_all},
    {"splits", ask_split_of_all},
    {"prepared motions", ask_prepared_of_all},
    {"places", places_of_all},
    {"batches", batch_of_all},
    {"two batches", batches_of_two},
    {"pairwise", pairwise_moves},
    {"meetings", ask_meetings_of_all},
    {"verdicts of paths", ask_path_verdict_of_all},
    {"first contacts", ask_first_contact_of_all},
    {"first conflicts", ask_first_conflict_of_all},
    {"clearances of paths", ask_path_clearance_of_all},
    {"starts beside paths", ask_path_starts_of_all},
    {"delays", ask_delays_of_all},
    {"slacks", ask_slack_of_all},
    {"starts among paths", starts_among_all},
};
const size_t job_count_few = sizeof jobs_few / sizeof *jobs_few;
