/* SPDX-License-Identifier: MIT */
/* Agents whose waypoints are kept in the place of motions: 32 bytes a row instead of 112. */
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/plan_reading.h"
#include "io/spill.h"

/* ---- motions when they are asked for ------------------------------------------------- */

/* So many at a time: builders take times and places apart. */
enum { MOTIONS_AT_ONCE = 32 };

/* Who stays has one motion for each waypoint, the last of them endless. */
static void make_some(const plan_agent *agent, size_t first, size_t count, graze_motion *motions)
{
    double times[MOTIONS_AT_ONCE + 1];
    graze_vector places[MOTIONS_AT_ONCE + 1];
    const bool to_end = first + count == agent->waypoint_count;
    const size_t rows = to_end ? count : count + 1;
    size_t made;
    for (size_t i = 0; i < rows; i++) {
        times[i] = agent->waypoints[first + i].time;
        places[i] = agent->waypoints[first + i].place;
    }
    graze_trajectory_from_waypoints(rows, times, places, to_end ? GRAZE_STAY : GRAZE_VANISH,
                                    motions, &made, NULL);
}

void plan_motions(const plan_agent *agent, size_t first, size_t count, graze_motion *motions)
{
    if (agent->waypoints == NULL) {
        memcpy(motions, agent->trajectory.motions + first, count * sizeof *motions);
        return;
    }
    for (size_t done = 0, more; done < count; done += more) {
        more = count - done < MOTIONS_AT_ONCE ? count - done : MOTIONS_AT_ONCE;
        make_some(agent, first + done, more, motions + done);
    }
}

io_result plan_trajectory(const plan_agent *agent, plan_room *room, graze_trajectory *path)
{
    *path = agent->trajectory;
    if (agent->waypoints == NULL)
        return IO_OK;
    if (!array_grow(&room->motions, &room->capacity, path->count, sizeof *room->motions))
        return IO_MEMORY;
    plan_motions(agent, 0, path->count, room->motions);
    path->motions = room->motions;
    return IO_OK;
}

/* ---- where they lie ------------------------------------------------------------------ */

spill *plan_spill_of(const plan *all, const graze_waypoint *waypoints)
{
    return all->spill != NULL ? all->spill : spill_has(all->room, waypoints) ? all->room : NULL;
}

void plan_free_waypoints(const plan *all, graze_waypoint *waypoints)
{
    if (plan_spill_of(all, waypoints) == NULL)
        free(waypoints);
}

/* ---- while a plan is read ------------------------------------------------------------ */

/* Two rows of one time are of one place, and one waypoint. */
static size_t drop_repeated(size_t count, graze_waypoint *rows)
{
    size_t kept = 1;
    while (kept < count && rows[kept].time > rows[kept - 1].time)
        kept++; /* mostly all: nothing is written */
    for (size_t row = kept + 1; row < count; row++)
        if (rows[row].time > rows[kept - 1].time)
            rows[kept++] = rows[row];
    return kept;
}

bool plan_reading_keep_rows(plan_reading *reading, size_t index, size_t count, graze_waypoint *rows)
{
    plan_agent *agent = &reading->plan.agents[index];
    const size_t kept = count == 0 ? 0 : drop_repeated(count, rows);
    if (kept == 0 || (kept == 1 && agent->at_end == GRAZE_VANISH))
        return false;
    graze_waypoint *fewer = NULL;
    if (plan_spill_of(&reading->plan, rows) == NULL)
        fewer = realloc(rows, kept * sizeof *rows);
    agent->waypoints = fewer == NULL ? rows : fewer;
    agent->waypoint_count = kept;
    agent->trajectory = (graze_trajectory){.count = kept - (agent->at_end == GRAZE_VANISH)};
    return true;
}

/* Makes motions of the waypoints after all. */
static graze_status take_motions(const plan *all, plan_agent *agent)
{
    graze_motion *motions = malloc((agent->trajectory.count + 1) * sizeof *motions);
    if (motions == NULL)
        return GRAZE_ERROR_MEMORY;
    plan_motions(agent, 0, agent->trajectory.count, motions);
    plan_free_waypoints(all, agent->waypoints);
    agent->waypoints = NULL;
    agent->trajectory.motions = motions;
    return GRAZE_OK;
}

/* One more waypoint, before the others. */
static graze_status stand_at(plan *all, plan_agent *agent, double from)
{
    const size_t count = agent->waypoint_count;
    const size_t size = count * sizeof(graze_waypoint), more = size + sizeof(graze_waypoint);
    spill *in = plan_spill_of(all, agent->waypoints);
    graze_waypoint *rows = in == NULL ? realloc(agent->waypoints, more)
                                      : spill_resize(in, agent->waypoints, size, more);
    if (rows == NULL)
        return GRAZE_ERROR_MEMORY;
    memmove(rows + 1, rows, count * sizeof *rows);
    rows[0].time = from;
    agent->waypoints = rows;
    agent->waypoint_count++;
    agent->trajectory.count++;
    return GRAZE_OK;
}

graze_status plan_stand_waypoints(plan *all, plan_agent *agent, double from)
{
    if (!(from < agent->waypoints[0].time))
        return GRAZE_OK;
    if (isfinite(agent->waypoints[0].time - from))
        return stand_at(all, agent, from);
    graze_status status = take_motions(all, agent); /* whose wait lasts two large parts */
    if (status != GRAZE_OK)
        return status;
    graze_motion *motions;
    memcpy(&motions, &agent->trajectory.motions, sizeof motions);
    return graze_trajectory_stand(from, motions, &agent->trajectory.count);
}
