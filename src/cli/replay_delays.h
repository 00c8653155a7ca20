/* SPDX-License-Identifier: MIT */
/* For the replay page, the delays of its start at which an agent would conflict with another
 * one: with all others where that is affordable, else with those that it meets as planned.
 */
#ifndef GRAZE_CLI_REPLAY_DELAYS_H
#define GRAZE_CLI_REPLAY_DELAYS_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/plan.h"
#include "storage/stored.h"
#include "view/replay_page.h"

typedef enum replay_delays_choice {
    REPLAY_DELAYS_AUTO, /* all, or those that meet, or none: as far as the work stays small */
    REPLAY_DELAYS_ALL,
    REPLAY_DELAYS_MET,
    REPLAY_DELAYS_NONE
} replay_delays_choice;

typedef struct replay_delays {
    replay_delay *items; /* sorted by agent, then by other */
    size_t count, room;
    replay_known *known; /* of each agent */
    graze_status fault;  /* when the library had no answer: between these agents */
    size_t agent, other;
} replay_delays;

/* How much work the choice AUTO may be: pairs of motions at constant velocity; one with
 * an acceleration counts REPLAY_DELAYS_CURVED of them. */
enum { REPLAY_DELAYS_WORK_MAX = 10000000, REPLAY_DELAYS_CURVED = 300 };

/* True when it accelerates at any time. */
bool replay_delays_is_curved(const plan_agent *agent);

/* meetings: of agents, sorted by agent_a and agent_b. The result depends on the plan and
 * the choice alone. Ends early when a signal is pending. IO_MEMORY; IO_BAD_INPUT with
 * `fault` where there is no answer. replay_delays_free in any case. */
io_result replay_delays_find(const plan *given, double tolerance, const stored_meeting *meetings,
                             size_t meeting_count, replay_delays_choice choice,
                             replay_delays *found);

void replay_delays_free(replay_delays *found);

#endif
