/* SPDX-License-Identifier: MIT */
/* Questions to an index, a world, and about plans. */
#include "refusal/jobs.h"

#include <math.h>
#include <string.h>

#include "refusal/answers.h"
#include "refusal/refusal.h"

/* ---- an index --------------------------------------------------------------------------- */

static graze_status index_of_all(const scene *of)
{
    graze_index *index;
    graze_status status = graze_index_new(of->bodies, of->trajectories, SCENE_AGENTS, NULL,
                                          &refusal_allocator, &index);
    if (status != GRAZE_OK)
        return status;
    status = graze_index_remove(index, 1);
    if (status == GRAZE_OK)
        status = graze_index_insert(index, 1, &of->bodies[1], &of->trajectories[1]);
    graze_index_free(index);
    return status;
}

static const graze_closed_interval always = {-INFINITY, INFINITY};

static graze_status starts_by_index(const scene *of)
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t i = 0; i < of->trajectories[a].count && status == GRAZE_OK; i++)
            status = answers_add_all(graze_index_unsafe_starts(
                of->index, &of->bodies[a], &of->motions[a][i], a, always, 0, &answer_workspace,
                answer_intervals, ANSWER_ROOM, &answer_count));
    return status;
}

static graze_status times_by_index(const scene *of)
{
    static const graze_vector places[] = {{2, 1, 0}, {4, 2, 0}, {1, 3, 0}, {3, 0, 0}};
    static graze_closed_interval safe[ANSWER_ROOM];
    graze_status status = GRAZE_OK;
    for (int i = 0; i < 4 && status == GRAZE_OK; i++) {
        status = graze_index_unsafe_times(of->index, &of->bodies[0], places[i], GRAZE_INDEX_NOBODY,
                                          always, 0, answer_intervals, ANSWER_ROOM, &answer_count);
        if (status == GRAZE_OK)
            status = graze_index_safe_intervals(of->index, &of->bodies[0], places[i], 0,
                                                (graze_closed_interval){0, 20}, 0, answer_intervals,
                                                ANSWER_ROOM, safe, ANSWER_ROOM, &answer_count);
    }
    return status;
}

static graze_status conflicts_by_index(const scene *of)
{
    graze_status status = GRAZE_OK;
    bool any;
    for (size_t a = 0; a < SCENE_AGENTS && status == GRAZE_OK; a++)
        status = graze_index_conflicts(of->index, &of->bodies[a], &of->trajectories[a], a, 0,
                                       answers_take_pair, NULL, &any);
    return status;
}

static graze_status all_conflicts_by_index(const scene *of)
{
    const graze_prepared *lists[SCENE_AGENTS];
    scene_lists(of, lists);
    return graze_index_all_conflicts(of->index, 0, 1, lists, 0, answers_take_pair, NULL);
}

static graze_status slacks_by_index(const scene *of)
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS && status == GRAZE_OK; a++) {
        graze_index_slack slack;
        status = graze_index_agent_slack(of->index, a, 0x1p-20, &answer_workspace, &slack);
        if (status == GRAZE_OK)
            answers_add(slack.slack.delay);
    }
    return status;
}

static graze_status meetings_by_index(const scene *of)
{
    graze_index_meeting first;
    bool any;
    graze_status status = graze_index_first_conflict(of->index, 0, GRAZE_TOUCH, &first, &any);
    for (size_t a = 0; a < SCENE_AGENTS && status == GRAZE_OK; a++)
        status = graze_index_agent_meetings(of->index, a, GRAZE_INDEX_OTHERS, 0, NULL,
                                            answers_take_index_meeting, NULL);
    return status;
}

/* ---- a world --------------------------------------------------------------------------- */

static bool take_obstacle(void *context, size_t obstacle, const graze_meeting *meeting)
{
    (void)context, (void)obstacle, (void)meeting;
    return true;
}

static graze_status world_of_all(const scene *of)
{
    const graze_grid grid = {SCENE_CELLS, SCENE_CELLS, of->blocked, 1};
    graze_world *world;
    graze_roadmap roadmap, within;
    graze_status status = graze_world_create(&grid, of->obstacles, 2, &refusal_allocator, &world);
    if (status != GRAZE_OK)
        return status;
    status = graze_roadmap_from_grid(world, &of->bodies[0], 4, 0, &refusal_allocator, &roadmap);
    if (status == GRAZE_OK) {
        status = graze_roadmap_within(world, &of->bodies[1], &of->roadmap, 0, &refusal_allocator,
                                      &within);
        if (status == GRAZE_OK)
            graze_roadmap_free(&within, &refusal_allocator);
        graze_roadmap_free(&roadmap, &refusal_allocator);
    }
    graze_world_free(world);
    return status;
}

static graze_status world_meetings_of_all(const scene *of)
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS && status == GRAZE_OK; a++)
        status = graze_world_meetings(of->world, &of->bodies[a], &of->trajectories[a], 0,
                                      take_obstacle, take_obstacle, NULL);
    return status;
}

static graze_status links_of_all(const scene *of)
{
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS; a++)
        for (size_t i = 0; i < of->trajectories[a].count && status == GRAZE_OK; i++) {
            bool free;
            status = graze_world_link(of->world, &of->bodies[a], &of->motions[a][i], 0, &free);
        }
    return status;
}

/* ---- plans --------------------------------------------------------------------------- */

static bool take_answer(void *context, const graze_check_answer *answer)
{
    (void)context, (void)answer;
    return true;
}

static graze_status check_by(const scene *of, const graze_check_options *options)
{
    const graze_check_listener listener = {.take = take_answer};
    graze_check_counts counts;
    return graze_check_plan(of->bodies, of->trajectories, SCENE_AGENTS, options, &listener,
                            &refusal_allocator, &counts);
}

static graze_status check_of_all(const scene *of)
{
    return check_by(of, &(graze_check_options){.threads = 1});
}

static graze_status check_of_every_pair(const scene *of)
{
    return check_by(of, &(graze_check_options){
                            .threads = 1, .without_index = true, .filter = GRAZE_FILTER_BVH});
}

static bool take_excess(void *context, const graze_path_excess *excess)
{
    (void)context, (void)excess;
    return true;
}

static graze_status paths_of_all(const scene *of)
{
    const graze_path_limits limits = {2, 1, 1, {0, 0}, {5, 5}};
    graze_status status = GRAZE_OK;
    for (size_t a = 0; a < SCENE_AGENTS && status == GRAZE_OK; a++) {
        graze_path_visit visit = {.any = false};
        bool any;
        status = graze_path_excesses(&of->trajectories[a], &limits, take_excess, NULL);
        if (status == GRAZE_OK)
            status = graze_path_visits(&of->trajectories[a], (graze_point){2, 0}, &visit, &any);
        if (status == GRAZE_OK)
            status = graze_path_ends_at(&of->trajectories[a], (graze_vector){0, 3, 0}, &any);
    }
    return status == GRAZE_OK ? graze_path_strays(of->trajectories, SCENE_AGENTS, &of->roadmap,
                                                  &refusal_allocator, answers_take_numbers, NULL)
                              : status;
}

static graze_status plan_among_all(const scene *of)
{
    const graze_task task = {.radius = 0.375, .speed = 1, .start = 0, .goal = 13};
    graze_solution solution;
    graze_status status =
        graze_plan_among(&of->roadmap, &task, of->index, 0, &refusal_allocator, &solution);
    if (status == GRAZE_OK) {
        answers_add(solution.sum_of_costs);
        graze_solution_free(&solution, &refusal_allocator);
    }
    return status;
}

static graze_status plan_by(const scene *of, graze_method method)
{
    const graze_task tasks[] = {{.radius = 0.375, .speed = 1, .start = 0, .goal = 9},
                                {.radius = 0.375, .speed = 0.7, .start = 9, .goal = 0},
                                {.radius = 0.25, .speed = 1, .start = 2, .goal = 14}};
    const graze_problem problem = {&of->roadmap, tasks, 3, 0};
    graze_solution solution;
    graze_status status = graze_solve(&problem, &(graze_solve_options){.method = method},
                                      &refusal_allocator, &solution);
    if (status == GRAZE_OK) {
        answers_add(solution.sum_of_costs);
        graze_solution_free(&solution, &refusal_allocator);
    }
    return status;
}

static graze_status plan_of_all(const scene *of)
{
    return plan_by(of, GRAZE_CCBS);
}

static graze_status plan_one_by_one(const scene *of)
{
    return plan_by(of, GRAZE_PRIORITISED);
}

/* Two cross, one behind the other. */
static graze_status retime_both(const scene *of)
{
    const graze_vector at[2][4] = {{{0, 2, 0}, {1, 2, 0}, {2, 2, 0}, {3, 2, 0}},
                                   {{2, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}}};
    const double steps[] = {0, 1, 2, 4};
    const graze_body bodies[2] = {{.radius = 0.35}, of->bodies[0]};
    const graze_drive_limits limits[2] = {{1, 1, 1, HUGE_VAL, NULL, 0},
                                           {2, 0.5, 0.75, 1, NULL, 0}};
    const graze_retime_options how = {.tolerance = 1e-9, .slack = 0.25};
    graze_motion motions[2][5];
    graze_trajectory plan[2] = {{.motions = motions[0]}, {.motions = motions[1]}};
    graze_retiming answer;
    for (size_t i = 0; i < 2; i++)
        graze_trajectory_from_waypoints(4, steps, at[i], GRAZE_STAY, motions[i], &plan[i].count,
                                        NULL);
    graze_status status = graze_retime(bodies, plan, 2, limits, &how, &refusal_allocator, &answer);
    if (status == GRAZE_OK) {
        answers_add_bits(answer.outcome);
        answers_add(answer.sum_of_costs);
        graze_retiming_free(&answer, &refusal_allocator);
    }
    return status;
}

const job jobs_many[] = {
    {"index", index_of_all},
    {"starts by index", starts_by_index},
    {"times by index", times_by_index},
    {"conflicts by index", conflicts_by_index},
    {"all conflicts by index", all_conflicts_by_index},
    {"slacks by index", slacks_by_index},
    {"meetings by index", meetings_by_index},
    {"world", world_of_all},
    {"meetings in a world", world_meetings_of_all},
    {"links", links_of_all},
    {"check", check_of_all},
    {"check of every pair", check_of_every_pair},
    {"paths", paths_of_all},
    {"plan among", plan_among_all},
    {"plan", plan_of_all},
    {"plan one by one", plan_one_by_one},
    {"retime", retime_both},
};
const size_t job_count_many = sizeof jobs_many / sizeof *jobs_many;
