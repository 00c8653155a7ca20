/* SPDX-License-Identifier: MIT */
/* One agent against all later ones: the piece of a replay that one thread does. */
#ifndef GRAZE_CLI_REPLAY_AGENT_H
#define GRAZE_CLI_REPLAY_AGENT_H

#include <stdatomic.h>

#include "cli/replay.h"

/* What all threads share, and only read but for `stop`. */
typedef struct replay_scene {
    const plan *given;
    const replay_options *options;
    graze_index *index;  /* null without one */
    graze_boxes **boxes; /* of each agent; null without a filter */
    atomic_bool stop;
} replay_scene;

/* The answers for one agent that have something to say. Lists keep their memory. */
typedef struct replay_block {
    pair_answer *answers;
    size_t count;
    size_t room; /* answers whose lists are valid */
    io_result result;
    bool ready;
} replay_block;

/* One thread's memory. */
typedef struct replay_worker {
    replay_scene *scene;
    replay_counts counts;
    graze_workspace memory;  /* for the index */
    graze_motion_pair *list; /* of the pair of agents that is being gathered */
    size_t count, room;
    size_t agent_a, agent_b;
    replay_block *into;
} replay_worker;

bool replay_worker_open(replay_worker *worker, replay_scene *scene);
void replay_worker_close(replay_worker *worker);

/* Decides agent `a` against all later ones. Ends early when the scene is stopped. */
void replay_agent(replay_worker *worker, size_t a, replay_block *into);

void replay_block_free(replay_block *block);

#endif
