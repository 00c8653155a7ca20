/* SPDX-License-Identifier: MIT */
/* What the doors say to null pointers, to arrays without room, to empty lists, to choices that
 * are none and to numbers that are none, beside the bodies and motions of test_gate.c. Between
 * the two, every public function is called (tests/check-gate.sh). */
#include <graze.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"

static const graze_vector rest = {0, 0, 0}, right = {1, 0, 0}, nan_vector = {(double)NAN, 0, 0};
static const graze_point origin = {0, 0}, nan_point = {(double)NAN, 0};
static const graze_body disc = {.radius = 0.5};
static const graze_time_grid seconds = {0, 1, {0, 0, 0}};
static const graze_turn spinning = {0, INFINITY};
static graze_motion move;
static graze_trajectory path = {.motions = &move, .count = 1};
static const graze_trajectory nothing = {.motions = NULL, .count = 0};
static graze_index *crowd;
static graze_boxes *boxes;
static graze_world *grid_world;
static graze_roadmap roads;
static graze_batch batch;
static unsigned char batch_memory[1 << 14];
static const unsigned char cells[4] = {0, 0, 0, 1};
static const graze_grid grid = {2, 2, cells, 1};

static void begin(void)
{
    const graze_obstacle obstacle = {disc, {9, 9}};
    graze_motion_kinematic(rest, right, rest, 0, 4, &move);
    graze_status status =
        graze_index_new(&disc, &path, 1, NULL, NULL, &crowd) |
        graze_boxes_of_trajectory(NULL, &disc, &path, &seconds, 0, GRAZE_FILTER_SI, &boxes) |
        graze_world_create(&grid, &obstacle, 1, NULL, &grid_world) |
        graze_roadmap_from_grid(grid_world, &(graze_body){.radius = 0.25}, 2, 0, NULL, &roads) |
        graze_batch_fill(&disc, &move, 1, batch_memory, sizeof batch_memory, &batch);
    CU_ASSERT_EQUAL_FATAL(status, GRAZE_OK);
}

static void end(void)
{
    graze_index_free(crowd);
    graze_boxes_free(boxes);
    graze_world_free(grid_world);
    graze_roadmap_free(&roads, NULL);
}

static bool pass_meeting(void *context, const graze_meeting *meeting)
{
    (void)context, (void)meeting;
    return true;
}

static bool pass_pair(void *context, const graze_index_pair *pair)
{
    (void)context, (void)pair;
    return true;
}

static bool pass_entry(void *context, const graze_index_entry *entry)
{
    (void)context, (void)entry;
    return true;
}

static bool pass_index_meeting(void *context, const graze_index_meeting *meeting)
{
    (void)context, (void)meeting;
    return true;
}

static bool pass_batch(void *context, size_t a, size_t b)
{
    (void)context, (void)a, (void)b;
    return true;
}

static bool take(void *context, const graze_check_answer *answer)
{
    (void)context, (void)answer;
    return true;
}

/* Answers, none of which is written when there is an error. */
static struct answers {
    bool yes;
    graze_verdict verdict;
    graze_interval list[4];
    graze_closed_interval safe[4];
    graze_meeting meeting;
    graze_index_meeting index_meeting;
    graze_index_slack index_slack;
    graze_index_size size;
    graze_motion motion[4];
    graze_vector vector[4];
    graze_point point[4];
    graze_body body;
    graze_separation separation;
    graze_nearest nearest;
    graze_tangents tangents;
    graze_grid grid;
    graze_obstacle obstacle;
    graze_stretches walk;
    graze_time_grid time_grid;
    graze_prepared prepared;
    graze_index *index;
    graze_boxes *boxes;
    graze_world *world;
    graze_roadmap roads;
    graze_batch batch;
    graze_lattice lattice;
    graze_constraint constraints[2];
    double number;
    size_t count, bad;
    int64_t step;
    uint64_t hits;
} x;

/* Arrays that may be written to in part. */
static graze_interval room[8];
static graze_closed_interval gaps[8];
static graze_batch_interval found[8];

/* An error leaves all answers as they were; GRAZE_OK is here as a twin of a refusal. */
static void hold(graze_status wanted, graze_status status, const char *call, struct answers *before)
{
    const bool holds =
        status == wanted && (wanted == GRAZE_OK || memcmp(before, &x, sizeof x) == 0);
    CU_ASSERT_TRUE(holds);
    if (!holds)
        printf("\n [%s: %s] ", call, graze_status_name(status));
}

#define ROW(wanted, call)                                                                          \
    do {                                                                                           \
        static struct answers before;                                                              \
        memset(&x, 0x5a, sizeof x);                                                                \
        memset(&before, 0x5a, sizeof before);                                                      \
        const graze_status status = call;                                                          \
        hold(wanted, status, #call, &before);                                                      \
    } while (0)

#define PAIR &disc, &move, &disc, &move
#define PATHS &disc, &path, &disc, &path
#define WINDOW ((graze_closed_interval){0, 1})
#define NOBODY GRAZE_INDEX_NOBODY
#define NIL GRAZE_ERROR_NULL
#define NAN_IS GRAZE_ERROR_NOT_FINITE
#define FULL GRAZE_ERROR_CAPACITY
#define CHOICE GRAZE_ERROR_CHOICE
#define NUMBER GRAZE_ERROR_INDEX

static void pairs_of_motions_need_somewhere_to_answer(void)
{
    graze_prepared p;
    begin();
    CU_ASSERT_EQUAL_FATAL(graze_motion_prepare(&disc, &move, &p), GRAZE_OK);
    ROW(NIL, graze_conflict_exists(PAIR, 0, NULL));
    ROW(NIL, graze_conflict_verdict(PAIR, 0, NULL));
    ROW(NIL, graze_conflict_exists_within(PAIR, 0, NULL, NULL));
    ROW(NIL, graze_conflict_verdict_within(PAIR, 0, NULL, NULL));
    ROW(NIL, graze_conflict_clearance_within(PAIR, NULL, NULL));
    ROW(NIL, graze_conflict_intervals_within(PAIR, 0, NULL, x.list, 4, NULL));
    ROW(FULL, graze_conflict_intervals_within(PAIR, 0, NULL, NULL, 0, &x.count));
    ROW(NIL, graze_conflict_clearance(PAIR, NULL));
    ROW(NIL, graze_conflict_intervals(PAIR, 0, x.list, 4, NULL));
    ROW(NIL, graze_conflict_intervals(PAIR, 0, NULL, 4, &x.count));
    ROW(FULL, graze_conflict_intervals(PAIR, 0, NULL, 0, &x.count));
    ROW(NIL, graze_unsafe_starts(PAIR, 0, NULL, NULL, 4, &x.count));
    ROW(NIL, graze_unsafe_starts(PAIR, 0, NULL, x.list, 4, NULL));
    ROW(FULL, graze_unsafe_starts(PAIR, 0, NULL, NULL, 0, &x.count));
    ROW(NIL, graze_unsafe_end(PAIR, 0, NULL, NULL, &x.yes));
    ROW(NIL, graze_unsafe_end(PAIR, 0, NULL, &x.number, NULL));
    ROW(NIL, graze_unsafe_speeds(PAIR, 0, NULL, NULL, 4, &x.count));
    ROW(NIL, graze_unsafe_speeds(PAIR, 0, NULL, x.list, 4, NULL));
    ROW(FULL, graze_unsafe_speeds(PAIR, 0, NULL, NULL, 0, &x.count));
    ROW(NIL, graze_motion_prepare(&disc, &move, NULL));
    ROW(NIL, graze_conflict_exists_prepared(NULL, &disc, &move, &p, &disc, &move, 0, &x.yes));
    ROW(NIL, graze_conflict_exists_prepared(&p, &disc, &move, NULL, &disc, &move, 0, &x.yes));
    ROW(NIL, graze_conflict_exists_prepared(&p, &disc, &move, &p, &disc, &move, 0, NULL));
    ROW(NAN_IS,
        graze_conflict_exists_prepared(&p, &disc, &move, &p, &disc, &move, (double)NAN, &x.yes));
    ROW(GRAZE_ERROR_NEGATIVE_TOLERANCE,
        graze_conflict_exists_prepared(&p, &disc, &move, &p, &disc, &move, -1, &x.yes));
    ROW(NIL, graze_conflict_intervals_prepared(&p, NULL, &move, &p, &disc, &move, 0, x.list, 4,
                                               &x.count));
    ROW(NIL, graze_conflict_intervals_prepared(&p, &disc, &move, &p, &disc, NULL, 0, x.list, 4,
                                               &x.count));
    ROW(FULL, graze_conflict_intervals_prepared(&p, &disc, &move, &p, &disc, &move, 0, NULL, 0,
                                                &x.count));
    end();
}

static void paths_may_be_empty_but_not_missing(void)
{
    const graze_trajectory missing = {.motions = NULL, .count = 1};
    const graze_motion_pair both = {0, 0}, beyond = {0, 1};
    graze_approach approach;
    graze_prepared one[1];
    graze_prepared_trajectory ready;
    begin();
    ROW(NIL, graze_trajectory_meetings(&disc, NULL, &disc, &path, 0, NULL, NULL, NULL));
    ROW(NIL, graze_trajectory_meetings(&disc, &missing, &disc, &path, 0, NULL, NULL, NULL));
    ROW(GRAZE_OK, graze_trajectory_meetings(&disc, &nothing, &disc, &path, 0, NULL, NULL, NULL));
    ROW(NIL, graze_trajectory_meetings_counted(&disc, &path, NULL, &path, 0, NULL, NULL, NULL,
                                               NULL));
    ROW(NIL, graze_trajectory_meetings_among(&disc, &missing, &disc, &path, &both, 1, 0, NULL,
                                             NULL, NULL, NULL));
    ROW(NIL, graze_trajectory_meetings_among(PATHS, NULL, 1, 0, NULL, NULL, NULL, NULL));
    ROW(GRAZE_OK, graze_trajectory_meetings_among(PATHS, NULL, 0, 0, pass_meeting, NULL, NULL,
                                                  NULL));
    ROW(NUMBER, graze_trajectory_meetings_among(PATHS, &beyond, 1, 0, NULL, NULL, NULL, NULL));
    ROW(NIL, graze_trajectory_verdict(PATHS, 0, NULL));
    ROW(NIL, graze_trajectory_clearance(PATHS, NULL));
    CU_ASSERT_EQUAL(graze_trajectory_clearance(&disc, &nothing, &disc, &path, &approach), GRAZE_OK);
    CU_ASSERT_FALSE(approach.nearest.common_life);
    ROW(CHOICE,
        graze_trajectory_first_contact(PATHS, 0, GRAZE_CLEAR, &x.meeting, &x.yes));
    ROW(NIL, graze_trajectory_first_contact(PATHS, 0, GRAZE_TOUCH, NULL, &x.yes));
    ROW(NIL, graze_trajectory_prepare(&disc, &path, NULL, &ready));
    ROW(NIL, graze_trajectory_prepare(&disc, NULL, one, &ready));
    ROW(NIL, graze_trajectory_prepare(&disc, &path, one, NULL));
    CU_ASSERT_EQUAL_FATAL(graze_trajectory_prepare(&disc, &path, one, &ready), GRAZE_OK);
    ROW(NIL, graze_trajectory_first_conflict(&ready, NULL, 0, NULL, &x.yes));
    ROW(NIL, graze_trajectory_first_conflict(&ready, &ready, 0, NULL, NULL));
    ROW(NAN_IS, graze_trajectory_first_conflict(&ready, &ready, (double)NAN, NULL, &x.yes));
    ROW(NIL, graze_trajectory_unsafe_starts(&disc, &move, &disc, &path, 0, NULL, NULL, 4,
                                            &x.count));
    ROW(GRAZE_OK, graze_trajectory_unsafe_starts(&disc, &move, &disc, &nothing, 0, NULL, NULL, 0,
                                                 &x.count));
    ROW(NIL, graze_trajectories_unsafe_starts(&disc, &move, NULL, NULL, 1, 0, NULL, room, 8,
                                              &x.count));
    ROW(GRAZE_OK, graze_trajectories_unsafe_starts(&disc, &move, NULL, NULL, 0, 0, NULL, NULL, 0,
                                                   &x.count));
    ROW(CHOICE, graze_trajectory_unsafe_delays(PATHS, (graze_at_start)7, 0, NULL, room, 8,
                                               &x.count));
    ROW(FULL, graze_trajectory_unsafe_delays(PATHS, GRAZE_APPEAR, 0, NULL, NULL, 0, &x.count));
    ROW(NIL, graze_trajectory_slack(PATHS, 0, NULL, NULL));
    end();
}

static void questions_to_many_need_a_valid_window_number_and_sink(void)
{
    const graze_closed_interval back = {1, 0}, none = {(double)NAN, 0};
    const graze_index_region inside_out = {{1, 0, 0}, {0, 0, 0}, 0, 1};
    const graze_index_region nowhere = graze_index_round(nan_vector, 1, 0, 1);
    const graze_index_options odd = {(graze_index_method)9, 0}, lost = {0, (double)NAN};
    graze_trajectory lent;
    begin();
    ROW(NIL, graze_index_new(&disc, &path, 1, NULL, NULL, NULL));
    ROW(NIL, graze_index_new(NULL, &path, 1, NULL, NULL, &x.index));
    ROW(CHOICE, graze_index_new(&disc, &path, 1, &odd, NULL, &x.index));
    ROW(NAN_IS, graze_index_new(&disc, &path, 1, &lost, NULL, &x.index));
    ROW(NIL, graze_index_insert(NULL, 0, &disc, &path));
    ROW(NUMBER, graze_index_insert(crowd, NOBODY, &disc, &path));
    ROW(NUMBER, graze_index_remove(crowd, 5));
    ROW(NIL, graze_index_measure(crowd, NULL));
    ROW(NIL, graze_index_agent(crowd, 0, NULL, &lent));
    ROW(NUMBER, graze_index_agent(crowd, 9, &x.body, &lent));
    ROW(NIL, graze_index_conflicts(NULL, &disc, &path, NOBODY, 0, NULL, NULL, &x.yes));
    ROW(NAN_IS,
        graze_index_conflicts(crowd, &disc, &path, NOBODY, (double)NAN, NULL, NULL, &x.yes));
    ROW(GRAZE_OK, graze_index_conflicts(crowd, &disc, &nothing, NOBODY, 0, NULL, NULL, NULL));
    ROW(NIL, graze_index_all_conflicts(crowd, 0, 1, NULL, 0, pass_pair, NULL));
    ROW(NIL, graze_index_pairs(crowd, 0, 1, NULL, NULL, NULL));
    ROW(NUMBER, graze_index_pairs(crowd, 1, 1, NULL, pass_pair, NULL));
    ROW(NUMBER, graze_index_pairs_as_found(crowd, 0, 0, pass_pair, NULL));
    ROW(CHOICE, graze_index_agent_pairs(crowd, 0, (graze_index_partners)7, NULL, pass_pair, NULL));
    ROW(NIL, graze_index_what_if(crowd, &disc, &path, NOBODY, 0, NULL, NULL, NULL));
    ROW(GRAZE_OK, graze_index_what_if(crowd, &disc, &nothing, NOBODY, 0, NULL, pass_pair, NULL));
    ROW(GRAZE_ERROR_INTERVAL, graze_index_near(crowd, &inside_out, NULL, pass_entry, NULL));
    ROW(NAN_IS, graze_index_near(crowd, &nowhere, NULL, pass_entry, NULL));
    ROW(NIL, graze_index_near(crowd, NULL, NULL, pass_entry, NULL));
    ROW(GRAZE_ERROR_INTERVAL, graze_index_unsafe_starts(crowd, &disc, &move, NOBODY, back, 0, NULL,
                                                        room, 8, &x.count));
    ROW(NIL, graze_index_unsafe_starts(crowd, &disc, &move, NOBODY, WINDOW, 0, NULL, NULL, 8,
                                       &x.count));
    ROW(FULL, graze_index_unsafe_starts(crowd, &disc, &move, NOBODY, WINDOW, 0, NULL, NULL, 0,
                                        &x.count));
    ROW(NAN_IS, graze_index_unsafe_times(crowd, &disc, rest, NOBODY, none, 0, room, 8, &x.count));
    ROW(NAN_IS,
        graze_index_unsafe_times(crowd, &disc, nan_vector, NOBODY, WINDOW, 0, room, 8, &x.count));
    ROW(FULL, graze_index_unsafe_times(crowd, &disc, rest, NOBODY, WINDOW, 0, NULL, 0, &x.count));
    ROW(FULL, graze_index_safe_intervals(crowd, &disc, right, NOBODY,
                                         (graze_closed_interval){-9, 9}, 0, room, 8, NULL, 0,
                                         &x.count));
    ROW(NIL, graze_index_safe_intervals(crowd, &disc, rest, NOBODY, WINDOW, 0, room, 8, gaps, 8,
                                        NULL));
    ROW(NUMBER, graze_index_agent_slack(crowd, 5, 0, NULL, &x.index_slack));
    ROW(NIL, graze_index_agent_slack(crowd, 0, 0, NULL, NULL));
    ROW(CHOICE, graze_index_first_conflict(crowd, 0, GRAZE_CLEAR, &x.index_meeting, &x.yes));
    ROW(NIL, graze_index_first_conflict(crowd, 0, GRAZE_TOUCH, NULL, &x.yes));
    ROW(NIL, graze_index_agent_meetings(crowd, 0, GRAZE_INDEX_OTHERS, 0, NULL, NULL, NULL));
    ROW(NAN_IS, graze_index_agent_meetings(crowd, 0, GRAZE_INDEX_OTHERS, (double)NAN, NULL,
                                           pass_index_meeting, NULL));
    end();
}

static void batches_and_boxes_need_memory_and_one_grid(void)
{
    const graze_time_grid backward = {0, -1, {0, 0, 0}};
    graze_box box;
    size_t steps;
    int64_t first;
    graze_stretch stretch;
    const double zero = 0, one = 1;
    const graze_moves nobody = {.form = GRAZE_WAYPOINT}, parked = {.form = GRAZE_PARKED};
    const graze_moves lone = {.count = 1, .form = GRAZE_WAYPOINT, .radius = &one, .start = &zero,
                              .end = &one};
    graze_interval pairwise_room[1];
    size_t pairwise_first[2];
    begin();
    CU_ASSERT_EQUAL(graze_batch_size((size_t)-1), 0);
    CU_ASSERT_TRUE(graze_batch_size(0) <= sizeof batch_memory);
    ROW(FULL, graze_batch_fill(&disc, &move, 1, batch_memory, 8, &x.batch));
    ROW(NIL, graze_batch_fill(NULL, NULL, 1, batch_memory, sizeof batch_memory, &x.batch));
    ROW(NIL, graze_batch_conflicts(&disc, &move, 0, NULL, &x.hits, &x.count));
    ROW(NIL, graze_batch_conflicts(&disc, &move, 0, &batch, NULL, &x.count));
    ROW(FULL, graze_batch_intervals(&disc, &move, 0, &batch, NULL, 0, &x.count));
    ROW(NIL, graze_batch_unsafe_starts(&disc, &move, 0, &batch, NULL, found, 8, NULL));
    ROW(NIL, graze_batch_conflicts_between(&batch, NULL, 0, pass_batch, NULL));
    ROW(NAN_IS, graze_batch_conflicts_between(&batch, &batch, (double)NAN, pass_batch, NULL));
    ROW(NIL, graze_moves_motions(NULL, x.motion, &x.count));
    ROW(NIL, graze_moves_motions(&lone, NULL, &x.count));
    ROW(GRAZE_ERROR_FORM, graze_moves_motions(&parked, x.motion, &x.count));
    ROW(NIL, graze_pairwise_conflicts(&lone, NULL, 0, &x.hits, &x.count, NULL));
    ROW(NIL, graze_pairwise_conflicts(&lone, &lone, 0, NULL, &x.count, NULL));
    ROW(NUMBER, graze_pairwise_conflicts(&lone, &nobody, 0, &x.hits, &x.count, NULL));
    ROW(NAN_IS, graze_pairwise_conflicts(&lone, &lone, (double)NAN, &x.hits, &x.count, NULL));
    ROW(NIL, graze_pairwise_intervals(&lone, &lone, 0, NULL, pairwise_room, 1, NULL));
    ROW(FULL, graze_pairwise_intervals(&lone, &lone, 0, pairwise_first, NULL, 0, NULL));
    ROW(NIL, graze_pairwise_unsafe_starts(&lone, &lone, 0, NULL, pairwise_first, NULL, 1, NULL));
    ROW(NIL, graze_box_of_motion(&disc, &move, NULL));
    ROW(NIL, graze_box_of_motion(NULL, &move, &box));
    ROW(NIL, graze_box_of_motion(&disc, NULL, &box));
    ROW(NIL, graze_time_grid_of(NULL, 1, 1, &x.time_grid));
    ROW(CHOICE, graze_time_grid_of(&path, 1, 0, &x.time_grid));
    ROW(GRAZE_OK, graze_time_grid_of(NULL, 0, 1, &x.time_grid));
    ROW(GRAZE_ERROR_TIME_ORDER, graze_boxes_on_grid(NULL, boxes, &backward, GRAZE_FILTER_SI,
                                                    &x.boxes));
    ROW(NIL, graze_boxes_on_grid(NULL, NULL, &seconds, GRAZE_FILTER_SI, &x.boxes));
    ROW(NAN_IS, graze_boxes_of_turning(NULL, &disc, &path, &spinning, &seconds, 0, GRAZE_FILTER_SI,
                                       &x.boxes));
    ROW(NIL, graze_boxes_of_trajectory(NULL, &disc, &path, NULL, 0, GRAZE_FILTER_SI, &x.boxes));
    ROW(CHOICE, graze_boxes_first_candidate(boxes, boxes, GRAZE_FILTER_BVH, 0, 0, &x.yes, &x.step));
    ROW(NAN_IS, graze_boxes_first_candidate(boxes, boxes, GRAZE_FILTER_SI, INFINITY, 0, &x.yes,
                                            &x.step));
    ROW(NIL, graze_boxes_first_candidate(boxes, NULL, GRAZE_FILTER_SI, 0, 0, &x.yes, &x.step));
    ROW(NIL, graze_stretches_begin(&x.walk, boxes, NULL, GRAZE_FILTER_SI, 0));
    graze_boxes_steps(boxes, &first, &steps);
    CU_ASSERT_FALSE(graze_boxes_at(boxes, INT64_MIN, &box));
    CU_ASSERT_FALSE(graze_boxes_at(boxes, INT64_MAX, &box));
    CU_ASSERT_EQUAL(graze_stretches_begin(&x.walk, boxes, boxes, GRAZE_FILTER_SI, 0), GRAZE_OK);
    CU_ASSERT_TRUE(graze_stretches_next(&x.walk, &stretch));
    CU_ASSERT_STRING_EQUAL(graze_pair_filter_name((graze_pair_filter)99), "unknown");
    end();
}

static void motions_curves_and_shapes_are_made_of_finite_numbers(void)
{
    const double times[2] = {0, 0};
    const graze_vector places[2] = {{0, 0, 0}, {1, 0, 0}};
    graze_hull hull;
    begin();
    ROW(NIL, graze_motion_kinematic(rest, right, rest, 0, 1, NULL));
    ROW(NAN_IS, graze_motion_kinematic(nan_vector, right, rest, 0, 1, x.motion));
    ROW(NAN_IS, graze_motion_waypoint(rest, right, -INFINITY, 1, x.motion));
    ROW(NIL, graze_motion_ramp(rest, right, 0, 1, 0, NULL));
    ROW(GRAZE_ERROR_SHARE, graze_motion_ramp(rest, right, 0, 1, (double)NAN, x.motion));
    ROW(GRAZE_ERROR_SHARE, graze_motion_ramp(rest, right, 0, 1, 2.5, x.motion));
    ROW(NIL, graze_motion_speed_at_most(NULL, 1, &x.yes));
    ROW(NAN_IS, graze_motion_speed_at_most(&move, (double)NAN, &x.yes));
    ROW(NIL, graze_motion_acceleration_at_most(&move, 1, NULL));
    ROW(NAN_IS, graze_motion_restart(&move, INFINITY, x.motion));
    ROW(NIL, graze_motion_restart(NULL, 0, x.motion));
    ROW(NAN_IS, graze_motion_delay(&move, (double)NAN, x.motion));
    ROW(NAN_IS, graze_motion_place(&move, INFINITY, x.vector));
    ROW(NAN_IS, graze_motion_position(&move, INFINITY, &x.yes, x.vector));
    ROW(NIL, graze_motion_validate(NULL));
    ROW(NIL, graze_trajectory_from_ramps(2, times, places, NULL, GRAZE_STAY, x.motion, &x.count,
                                         NULL));
    ROW(NIL, graze_trajectory_stand(0, NULL, &x.count));
    ROW(NAN_IS, graze_trajectory_stand((double)NAN, x.motion, &x.count));
    ROW(GRAZE_ERROR_EMPTY, graze_trajectory_from_waypoints(0, times, places, GRAZE_STAY, x.motion,
                                                           &x.count, NULL));
    ROW(GRAZE_ERROR_TIME_ORDER, graze_trajectory_from_waypoints(2, (const double[]){1, 0}, places,
                                                                GRAZE_STAY, x.motion, &x.count,
                                                                NULL));
    ROW(NIL, graze_trajectory_from_motions(1, NULL, GRAZE_STAY, 0, x.motion, &x.count, NULL));
    ROW(NAN_IS, graze_trajectory_from_motions(1, &move, GRAZE_STAY, INFINITY, x.motion, &x.count,
                                              NULL));
    ROW(GRAZE_ERROR_EMPTY, graze_spline_accelerations(NULL, 0, times, places, x.vector));
    ROW(GRAZE_ERROR_TIME_ORDER, graze_spline_accelerations(NULL, 2, times, places, x.vector));
    ROW(CHOICE, graze_trajectory_from_spline(NULL, 2, (const double[]){0, 1}, places, 0,
                                             GRAZE_VANISH, x.motion, &x.count, &x.number, NULL));
    ROW(NIL, graze_body_find_fault(NULL, &x.bad));
    ROW(NAN_IS, graze_body_turned(&disc, (double)NAN, x.point, 4, &x.body));
    ROW(NIL, graze_body_corners(NULL, x.point, 4, &x.body));
    ROW(NAN_IS, graze_body_check_rotation((double)NAN));
    ROW(NIL, graze_hull_prepare(&disc, NULL));
    CU_ASSERT_EQUAL_FATAL(graze_hull_prepare(&disc, &hull), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_orientation(nan_point, origin, (graze_point){1, 0}), 0);
    ROW(NAN_IS, graze_gjk_overlap(&hull, nan_point, &hull, origin, &x.yes));
    ROW(NAN_IS, graze_gjk_distance(&hull, origin, &hull, nan_point, &x.number));
    ROW(NIL, graze_gjk_separation(&hull, origin, NULL, origin, &x.separation));
    end();
}

static void lists_of_times_ascend_and_fit(void)
{
    const graze_interval two[] = {{0, 1}, {2, 3}}, crossed[] = {{0, 2}, {1, 3}},
                         empty = {1, 1}, none = {(double)NAN, 1};
    ROW(GRAZE_ERROR_INTERVAL_ORDER, graze_intervals_validate(crossed, 2));
    ROW(GRAZE_ERROR_INTERVAL, graze_intervals_validate(&empty, 1));
    ROW(NAN_IS, graze_intervals_validate(&none, 1));
    ROW(NIL, graze_intervals_normalise(NULL, &x.count));
    ROW(FULL, graze_intervals_unite(two, 2, NULL, 0, NULL, 0, &x.count));
    ROW(NIL, graze_intervals_unite(NULL, 1, NULL, 0, x.list, 4, &x.count));
    ROW(GRAZE_OK, graze_intervals_intersect(two, 2, NULL, 0, NULL, 0, &x.count));
    ROW(FULL, graze_intervals_complement(two, 2, WINDOW, NULL, 0, &x.count));
    ROW(NAN_IS, graze_intervals_contain(two, 2, (double)NAN, &x.yes));
    ROW(NIL, graze_intervals_earliest_safe(two, 2, 0, NULL));
    ROW(NAN_IS, graze_intervals_latest_safe(two, 2, (double)NAN, &x.number));
}

static void times_of_a_lattice_are_numbers(void)
{
    const graze_lattice whole = {0, 1}, none = {0, 0.5};
    const graze_interval empty = {1, 1}, one = {0, 1};
    const graze_roadmap lost = {1, NULL, NULL, NULL};
    const graze_closed_interval open_end = {0, INFINITY};
    ROW(NIL, graze_lattice_for(1, NULL));
    ROW(NAN_IS, graze_lattice_for((double)NAN, &x.lattice));
    ROW(NIL, graze_lattice_for_roadmap(NULL, 1, &x.lattice));
    ROW(NIL, graze_lattice_for_roadmap(&lost, 1, &x.lattice));
    ROW(NIL, graze_lattice_down(NULL, 1, &x.number));
    ROW(NIL, graze_lattice_down(&whole, 1, NULL));
    ROW(NAN_IS, graze_lattice_down(&whole, (double)NAN, &x.number));
    ROW(GRAZE_ERROR_LATTICE, graze_lattice_up(&none, 1, &x.number));
    ROW(NAN_IS, graze_lattice_up(&whole, (double)NAN, &x.number));
    ROW(NAN_IS, graze_lattice_duration(&whole, origin, nan_point, 1, &x.number));
    ROW(GRAZE_ERROR_SPEED, graze_lattice_duration(&whole, origin, origin, 0, &x.number));
    ROW(GRAZE_ERROR_INTERVAL, graze_lattice_widen(&whole, empty, &x.list[0]));
    ROW(NIL, graze_lattice_widen(&whole, one, NULL));
    ROW(NIL, graze_lattice_earliest_safe(&whole, NULL, 1, 0, &x.number));
    ROW(NAN_IS, graze_lattice_earliest_safe(&whole, &one, 1, (double)NAN, &x.number));
    ROW(NIL, graze_lattice_earliest_within(&whole, NULL, 1, 0, &x.number));
    ROW(NAN_IS, graze_lattice_earliest_within(&whole, &open_end, 1, -INFINITY, &x.number));
}

static void splits_are_of_two_actions_on_a_lattice(void)
{
    const graze_lattice whole = {0, 1}, none = {0, 0.5};
    graze_motion between, parked;
    begin();
    graze_motion_kinematic(rest, right, rest, 0.5, 4, &between);
    parked = move;
    parked.form = GRAZE_PARKED;
    ROW(NIL, graze_conflict_split(NULL, PAIR, 0, GRAZE_SPLIT_PLAIN, NULL, x.constraints, &x.yes));
    ROW(NIL, graze_conflict_split(&whole, PAIR, 0, GRAZE_SPLIT_PLAIN, NULL, NULL, &x.yes));
    ROW(NIL, graze_conflict_split(&whole, PAIR, 0, GRAZE_SPLIT_PLAIN, NULL, x.constraints, NULL));
    ROW(NAN_IS, graze_conflict_split(&whole, PAIR, (double)NAN, GRAZE_SPLIT_PLAIN, NULL,
                                     x.constraints, &x.yes));
    ROW(CHOICE, graze_conflict_split(&whole, PAIR, 0, (graze_split_reasoning)7, NULL,
                                     x.constraints, &x.yes));
    ROW(GRAZE_ERROR_LATTICE, graze_conflict_split(&none, PAIR, 0, GRAZE_SPLIT_PLAIN, NULL,
                                                  x.constraints, &x.yes));
    ROW(GRAZE_ERROR_LATTICE,
        graze_conflict_split(&whole, &disc, &move, &disc, &between, 0, GRAZE_SPLIT_PLAIN, NULL,
                             x.constraints, &x.yes));
    ROW(GRAZE_ERROR_UNSUPPORTED,
        graze_conflict_split(&whole, &disc, &parked, &disc, &move, 0, GRAZE_SPLIT_PLAIN, NULL,
                             x.constraints, &x.yes));
    end();
}

static void maps_and_plans_are_made_of_what_is_there(void)
{
    const graze_grid flat = {0, 2, cells, 1}, lost = {2, 2, cells, (double)NAN};
    const graze_edge loop = {.from = 0, .to = 0}, away = {.from = 0, .to = 7};
    const graze_problem problem = {.roadmap = &roads, .task_count = 1};
    const graze_task task = {.radius = 0.25, .speed = 1, .start = 0, .goal = 99};
    graze_solution solution;
    begin();
    ROW(GRAZE_ERROR_GRID_SIZE, graze_world_create(&flat, NULL, 0, NULL, &x.world));
    ROW(NAN_IS, graze_world_create(&lost, NULL, 0, NULL, &x.world));
    ROW(NIL, graze_world_create(NULL, NULL, 1, NULL, &x.world));
    ROW(NIL, graze_world_grid(grid_world, NULL));
    ROW(NUMBER, graze_world_place(grid_world, 2, 0, x.point));
    ROW(NUMBER, graze_world_obstacle(grid_world, 5, x.point, &x.obstacle));
    ROW(NAN_IS, graze_world_clear(grid_world, &disc, nan_point, 0, &x.yes));
    ROW(NIL, graze_world_link(grid_world, &disc, &move, 0, NULL));
    ROW(NAN_IS, graze_world_nearest(grid_world, nan_point, &x.nearest));
    ROW(NAN_IS, graze_world_tangents(grid_world, nan_point, 0, &x.tangents));
    ROW(NIL, graze_world_meetings(NULL, &disc, &path, 0, NULL, NULL, NULL));
    ROW(GRAZE_OK, graze_world_meetings(grid_world, &disc, &nothing, 0, NULL, NULL, NULL));
    ROW(CHOICE, graze_roadmap_from_grid(grid_world, &disc, 1, 0, NULL, &x.roads));
    ROW(NIL, graze_roadmap_any_angle(grid_world, &disc, 0, NULL, NULL));
    ROW(GRAZE_ERROR_EDGE, graze_roadmap_from_edges(1, &origin, 1, &loop, NULL, &x.roads, NULL));
    ROW(NUMBER, graze_roadmap_from_edges(1, &origin, 1, &away, NULL, &x.roads, NULL));
    ROW(NIL, graze_roadmap_within(grid_world, &disc, NULL, 0, NULL, &x.roads));
    CU_ASSERT_EQUAL(graze_solve(NULL, NULL, NULL, &solution), NIL);
    CU_ASSERT_EQUAL(graze_solve(&problem, NULL, NULL, &solution), NIL);
    CU_ASSERT_EQUAL(graze_plan_among(&roads, &task, crowd, 0, NULL, &solution), NUMBER);
    CU_ASSERT_EQUAL(graze_plan_among(NULL, &task, crowd, 0, NULL, &solution), NIL);
    memset(&solution, 0, sizeof solution);
    graze_solution_free(&solution, NULL);
    end();
}

static bool take_excess(void *context, const graze_path_excess *excess)
{
    (void)context, (void)excess;
    return true;
}

static bool take_stray(void *context, size_t stray, size_t motion)
{
    (void)context, (void)stray, (void)motion;
    return true;
}

static void what_is_asked_of_a_path_is_made_of_numbers(void)
{
    const graze_path_limits nan_limits = {.speed = (double)NAN}, none = {1, 1, 1, {0, 0}, {1, 1}};
    graze_path_visit far = {true, 1, {0, 0, 0}}, visit = {.any = false};
    graze_path_cost cost;
    bool yes;
    begin();
    CU_ASSERT_EQUAL(graze_path_costs(NULL, &cost), NIL);
    CU_ASSERT_EQUAL(graze_path_costs(&path, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_costs(&nothing, &cost), GRAZE_OK);
    CU_ASSERT_EQUAL(graze_path_excesses(&path, NULL, take_excess, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_excesses(&path, &none, NULL, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_excesses(&path, &nan_limits, take_excess, NULL), NAN_IS);
    CU_ASSERT_EQUAL(graze_path_ends_at(&path, nan_vector, &yes), NAN_IS);
    CU_ASSERT_EQUAL(graze_path_ends_at(&path, rest, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_visits(&path, nan_point, &visit, &yes), NAN_IS);
    CU_ASSERT_EQUAL(graze_path_visits(&path, origin, &far, &yes), NUMBER);
    CU_ASSERT_EQUAL(graze_path_visits(&path, origin, NULL, &yes), NIL);
    CU_ASSERT_EQUAL(graze_path_strays(NULL, 1, &roads, NULL, take_stray, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_strays(&path, 1, NULL, NULL, take_stray, NULL), NIL);
    CU_ASSERT_EQUAL(graze_path_strays(&nothing, 1, &roads, NULL, take_stray, NULL), GRAZE_OK);
    end();
}

static void whole_plans_need_a_listener(void)
{
    const graze_check_options options = {.threads = 1};
    const graze_check_listener listener = {.take = take}, deaf = {0};
    graze_check_counts counts;
    begin();
    CU_ASSERT_EQUAL(graze_check_plan(NULL, &path, 1, &options, &listener, NULL, &counts), NIL);
    CU_ASSERT_EQUAL(graze_check_plan(&disc, &path, 1, &options, &deaf, NULL, &counts), NIL);
    CU_ASSERT_EQUAL(graze_check_plan(&disc, &path, 1, NULL, &listener, NULL, &counts), NIL);
    CU_ASSERT_EQUAL(graze_check_plan(&disc, &path, 1, &options, &listener, NULL, NULL), NIL);
    CU_ASSERT_EQUAL(graze_check_plan(NULL, NULL, 0, &options, &listener, NULL, &counts), GRAZE_OK);
    end();
}

static void names_and_sizes_are_never_missing(void)
{
    CU_ASSERT_STRING_EQUAL(graze_status_name((graze_status)-1), "GRAZE_ERROR_UNKNOWN");
    CU_ASSERT_PTR_NOT_NULL(graze_status_message((graze_status)9999));
    CU_ASSERT_PTR_NOT_NULL(graze_verdict_name((graze_verdict)99));
    CU_ASSERT_TRUE(graze_workspace_size() > 0);
    CU_ASSERT_TRUE(graze_workspace_size_for(&disc, &disc) >= graze_workspace_size());
    CU_ASSERT_TRUE(graze_check_processors() >= 1);
    CU_ASSERT_PTR_NOT_NULL(graze_version());
}

CU_TestInfo gate_row_tests[] = {
    SUPPORT_TEST(pairs_of_motions_need_somewhere_to_answer),
    SUPPORT_TEST(paths_may_be_empty_but_not_missing),
    SUPPORT_TEST(questions_to_many_need_a_valid_window_number_and_sink),
    SUPPORT_TEST(batches_and_boxes_need_memory_and_one_grid),
    SUPPORT_TEST(motions_curves_and_shapes_are_made_of_finite_numbers),
    SUPPORT_TEST(lists_of_times_ascend_and_fit),
    SUPPORT_TEST(times_of_a_lattice_are_numbers),
    SUPPORT_TEST(splits_are_of_two_actions_on_a_lattice),
    SUPPORT_TEST(maps_and_plans_are_made_of_what_is_there),
    SUPPORT_TEST(what_is_asked_of_a_path_is_made_of_numbers),
    SUPPORT_TEST(whole_plans_need_a_listener),
    SUPPORT_TEST(names_and_sizes_are_never_missing),
    CU_TEST_INFO_NULL,
};
