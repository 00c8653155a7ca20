/* SPDX-License-Identifier: MIT */
/* The replay: one HTML page that holds a run, and the program that shows it. It
 * reaches for nothing else, neither a network nor a file beside it.
 *
 * What is to be drawn goes into the page as JSON, in the element "run". Numbers
 * are the shortest decimals that read back to the same double; -0 is -0, and
 * infinities are 1e999 and -1e999, which every reader of IEEE doubles takes for
 * what they are. Texts are written so that no browser can mistake them for
 * anything else:
 *
 *     title        text
 *     dimension    2 or 3; every place and vector below has so many numbers
 *     tolerance    [m]
 *     agents       [{label, radius, vertices: [x, y, ...], motions: [row, ...]}]
 *         row      [form (0 kinematic, 1 waypoint, 2 parked, 3 ramp), start, its tail,
 *                   duration, its tail, place..., goal or velocity..., acceleration... or
 *                   the share of a ramp], an acceleration absent where it is 0
 *     map          null, {kind: "grid", columns, rows, cell, runs} or {kind: "roadmap",
 *                   places: [x, y, ...], edges: [from, to, ...]}; runs are lengths of
 *                   free, blocked, free, ... cells, row after row
 *     meetings     [[agent_a, agent_b, verdict (1 touch, 2 graze, 3 conflict), begin, end,
 *                   depth, time of the depth], ...], as the kernel answered
 *     standing     null, or the obstacles that are no cells: [{label, pieces: [[radius, x, y of
 *                   its place, x, y, ... of its vertices], ...]}, ...]
 *     obstacles    [[agent, column, row, verdict, ...], ...] likewise; with an obstacle that is no
 *                   cell [agent, its number, -1, ...]
 *     slack        null, or [[agent, in conflict (0, 1), delay, agent_b or -1], ...]
 *     delays       {met, whole, pairs}: see replay_delay
 */
#ifndef GRAZE_VIEW_REPLAY_PAGE_H
#define GRAZE_VIEW_REPLAY_PAGE_H

#include <graze.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/map.h"
#include "io/obstacles.h"
#include "io/plan.h"
#include "storage/stored.h"

/* The delays at which an agent, all its motions later, conflicts with another one that
 * keeps its times. The agent stands at its first place until it starts. */
typedef struct replay_delay {
    size_t agent, other;
    graze_interval *intervals; /* [s] open, ascending, at least one */
    size_t count;
} replay_delay;

/* Whose delays are known? */
typedef enum replay_known {
    REPLAY_UNKNOWN,
    REPLAY_MET,  /* against those that it meets as planned */
    REPLAY_WHOLE /* against every other agent */
} replay_known;

/* What the page holds. Everything is the caller's. */
typedef struct replay_page {
    const char *title;
    const plan *plan;
    double tolerance; /* [m] */
    const map *map;   /* or null */
    const obstacles *standing; /* that are no cells; null: none */
    const stored_meeting *meetings;
    size_t meeting_count;
    const database_obstacle_meeting *obstacles;
    size_t obstacle_count;
    const stored_slack *slacks;
    size_t slack_count;
    bool has_slack;
    const replay_delay *delays; /* sorted by agent, then by other */
    size_t delay_count;
    const replay_known *known; /* of each agent */
} replay_page;

/* Writes the page. Whether all of it has arrived is for the owner of the stream to
 * find out. The same bytes for the same run. */
void replay_page_write(FILE *out, const replay_page *page);

#endif
