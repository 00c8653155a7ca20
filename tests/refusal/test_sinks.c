/* SPDX-License-Identifier: MIT */
/* A sink that has enough is not called again, whatever asked it. */
#include <CUnit/CUnit.h>

#include "refusal/answers.h"
#include "refusal/scene.h"
#include "support/run.h"

/* How many calls it takes, and how many there were. */
typedef struct patience {
    size_t most, calls;
} patience;

static bool take(void *context)
{
    patience *left = context;
    return ++left->calls < left->most;
}

static bool take_pair(void *context, const graze_index_pair *pair)
{
    (void)pair;
    return take(context);
}

static bool take_entry(void *context, const graze_index_entry *entry)
{
    (void)entry;
    return take(context);
}

static bool take_meeting(void *context, const graze_meeting *meeting)
{
    (void)meeting;
    return take(context);
}

static bool take_index_meeting(void *context, const graze_index_meeting *meeting)
{
    (void)meeting;
    return take(context);
}

static bool take_obstacle(void *context, size_t obstacle, const graze_meeting *meeting)
{
    (void)obstacle, (void)meeting;
    return take(context);
}

static bool take_numbers(void *context, size_t a, size_t b)
{
    (void)a, (void)b;
    return take(context);
}

static bool take_excess(void *context, const graze_path_excess *excess)
{
    (void)excess;
    return take(context);
}

typedef graze_status question(const scene *of, const graze_index *index, patience *left);

static graze_status ask_pairs(const scene *of, const graze_index *index, patience *left)
{
    (void)of;
    return graze_index_pairs(index, 0, 1, NULL, take_pair, left);
}

static graze_status ask_found(const scene *of, const graze_index *index, patience *left)
{
    (void)of;
    return graze_index_pairs_as_found(index, 0, 1, take_pair, left);
}

static graze_status ask_agent(const scene *of, const graze_index *index, patience *left)
{
    (void)of;
    return graze_index_agent_pairs(index, 2, GRAZE_INDEX_OTHERS, NULL, take_pair, left);
}

static graze_status ask_what_if(const scene *of, const graze_index *index, patience *left)
{
    return graze_index_what_if(index, of->bodies, of->trajectories, GRAZE_INDEX_NOBODY, 0, NULL,
                               take_pair, left);
}

static graze_status ask_near(const scene *of, const graze_index *index, patience *left)
{
    const graze_index_region region = graze_index_round((graze_vector){2, 2, 0}, 9, 0, 9);
    (void)of;
    return graze_index_near(index, &region, NULL, take_entry, left);
}

static graze_status ask_conflicts(const scene *of, const graze_index *index, patience *left)
{
    bool found;
    return graze_index_conflicts(index, of->bodies, of->trajectories, GRAZE_INDEX_NOBODY, 0,
                                 take_pair, left, &found);
}

static graze_status ask_all(const scene *of, const graze_index *index, patience *left)
{
    const graze_prepared *lists[SCENE_AGENTS];
    scene_lists(of, lists);
    return graze_index_all_conflicts(index, 0, 1, lists, 0, take_pair, left);
}

static graze_status ask_meetings(const scene *of, const graze_index *index, patience *left)
{
    (void)of;
    return graze_index_agent_meetings(index, 2, GRAZE_INDEX_OTHERS, 0, NULL, take_index_meeting,
                                      left);
}

static graze_status ask_each(const scene *of, const graze_index *index, patience *left)
{
    (void)index;
    return graze_trajectory_meetings(of->bodies, of->trajectories, of->bodies, of->trajectories, 0,
                                     take_meeting, NULL, left);
}

static graze_status ask_merged(const scene *of, const graze_index *index, patience *left)
{
    (void)index;
    return graze_trajectory_meetings(&of->bodies[1], &of->trajectories[1], &of->bodies[2],
                                     &of->trajectories[2], 0, NULL, take_meeting, left);
}

static graze_status ask_world(const scene *of, const graze_index *index, patience *left)
{
    (void)index;
    return graze_world_meetings(of->world, of->bodies, of->trajectories, 0, take_obstacle, NULL,
                                left);
}

static graze_status ask_limits(const scene *of, const graze_index *index, patience *left)
{
    const graze_path_limits limits = {0.5, 0.25, 0, {1, 1}, {2, 2}};
    (void)index;
    return graze_path_excesses(of->trajectories, &limits, take_excess, left);
}

static graze_status ask_strays(const scene *of, const graze_index *index, patience *left)
{
    (void)index;
    return graze_path_strays(of->trajectories, SCENE_AGENTS, &of->roadmap, NULL, take_numbers,
                             left);
}

static void sinks_that_have_enough_end_every_question(void)
{
    static question *const asked[] = {ask_pairs,  ask_found,     ask_agent,    ask_what_if,
                                      ask_near,   ask_conflicts, ask_meetings, ask_each,
                                      ask_merged, ask_world,     ask_limits,   ask_strays,
                                      ask_all};
    scene of;
    scene_open(&of, false);
    for (int method = 0; method <= GRAZE_INDEX_MASKS; method++) {
        const graze_index_options options = {.method = (graze_index_method)method};
        graze_index *index;
        CU_ASSERT_EQUAL_FATAL(
            graze_index_new(of.bodies, of.trajectories, SCENE_AGENTS, &options, NULL, &index),
            GRAZE_OK);
        graze_index_size size = {.bytes = 0};
        CU_ASSERT_EQUAL(graze_index_measure(index, &size), GRAZE_OK);
        CU_ASSERT_TRUE(size.bytes > 0 && size.agents == SCENE_AGENTS);
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            patience all = {SIZE_MAX, 0};
            CU_ASSERT_EQUAL(asked[i](&of, index, &all), GRAZE_OK);
            CU_ASSERT_TRUE(all.calls > 0);
            for (size_t most = 1; most <= all.calls; most++) {
                patience left = {most, 0};
                CU_ASSERT_EQUAL(asked[i](&of, index, &left), GRAZE_OK);
                CU_ASSERT_EQUAL(left.calls, most);
            }
        }
        graze_index_free(index);
    }
    scene_close(&of);
}

CU_TestInfo sink_tests[] = {
    SUPPORT_TEST(sinks_that_have_enough_end_every_question),
    CU_TEST_INFO_NULL,
};
