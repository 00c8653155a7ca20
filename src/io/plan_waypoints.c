/* SPDX-License-Identifier: MIT */
/* Agents whose waypoints are kept in the place of motions: 32 bytes a row instead of 112. */
#include "io/plan.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/plan_reading.h"

/* ---- motions when they are asked for ------------------------------------------------- */

/* Who stays has one motion for each waypoint, the last of them endless. */
void plan_motions(const plan_agent *agent, size_t first, size_t count, graze_motion *motions)
{
    size_t made;
    if (agent->times == NULL) {
        memcpy(motions, agent->trajectory.motions + first, count * sizeof *motions);
        return;
    }
    const bool to_end = count > 0 && first + count == agent->waypoint_count;
    graze_trajectory_from_waypoints(to_end ? count : count + 1, agent->times + first,
                                    agent->places + first, to_end ? GRAZE_STAY : GRAZE_VANISH,
                                    motions, &made, NULL);
}

io_result plan_trajectory(const plan_agent *agent, plan_room *room, graze_trajectory *path)
{
    *path = agent->trajectory;
    if (agent->times == NULL)
        return IO_OK;
    if (!array_grow(&room->motions, &room->capacity, path->count, sizeof *room->motions))
        return IO_MEMORY;
    plan_motions(agent, 0, path->count, room->motions);
    path->motions = room->motions;
    return IO_OK;
}

/* ---- while a plan is read ------------------------------------------------------------ */

/* Two rows of one time are of one place, and one waypoint. */
static size_t drop_repeated(size_t count, double *times, graze_vector *places)
{
    size_t kept = 1;
    for (size_t row = 1; row < count; row++) {
        if (!(times[row] > times[kept - 1]))
            continue;
        times[kept] = times[row];
        places[kept++] = places[row];
    }
    return kept;
}

bool plan_reading_keep_rows(plan_reading *reading, size_t index, size_t count, double *times,
                            graze_vector *places)
{
    plan_agent *agent = &reading->plan.agents[index];
    const size_t kept = count == 0 ? 0 : drop_repeated(count, times, places);
    const size_t motions = kept - (agent->at_end == GRAZE_VANISH);
    if (kept == 0 || motions == 0)
        return false;
    double *fewer_times = realloc(times, kept * sizeof *times);
    graze_vector *fewer_places = realloc(places, kept * sizeof *places);
    agent->times = fewer_times == NULL ? times : fewer_times;
    agent->places = fewer_places == NULL ? places : fewer_places;
    agent->waypoint_count = kept;
    agent->trajectory = (graze_trajectory){.count = motions};
    return true;
}

/* Makes motions of the waypoints after all. */
static graze_status take_motions(plan_agent *agent)
{
    graze_motion *motions = malloc((agent->trajectory.count + 1) * sizeof *motions);
    if (motions == NULL)
        return GRAZE_ERROR_MEMORY;
    plan_motions(agent, 0, agent->trajectory.count, motions);
    free(agent->times);
    free(agent->places);
    agent->times = NULL;
    agent->places = NULL;
    agent->trajectory.motions = motions;
    return GRAZE_OK;
}

/* One more waypoint, before the others. */
static graze_status stand_at(plan_agent *agent, double from)
{
    const size_t count = agent->waypoint_count;
    double *times = realloc(agent->times, (count + 1) * sizeof *times);
    if (times == NULL)
        return GRAZE_ERROR_MEMORY;
    agent->times = times;
    graze_vector *places = realloc(agent->places, (count + 1) * sizeof *places);
    if (places == NULL)
        return GRAZE_ERROR_MEMORY;
    agent->places = places;
    memmove(times + 1, times, count * sizeof *times);
    memmove(places + 1, places, count * sizeof *places);
    times[0] = from;
    agent->waypoint_count++;
    agent->trajectory.count++;
    return GRAZE_OK;
}

graze_status plan_stand_waypoints(plan_agent *agent, double from)
{
    if (!(from < agent->times[0]))
        return GRAZE_OK;
    if (isfinite(agent->times[0] - from))
        return stand_at(agent, from);
    graze_status status = take_motions(agent); /* whose wait has a duration of two large parts */
    if (status != GRAZE_OK)
        return status;
    graze_motion *motions;
    memcpy(&motions, &agent->trajectory.motions, sizeof motions);
    return graze_trajectory_stand(from, motions, &agent->trajectory.count);
}
