/* SPDX-License-Identifier: MIT */
/* What a search for one agent sees of timetables: of the table of a plan, without the agents that
 * are being planned again, and of a table of those of them who have their new routes.
 *
 * A place is looked at once in a search. What is taken there before the agent can be there, or
 * after it must have gone to arrive in time, is left out: at v it is no earlier than
 * d(start) - d(v), and no later than `latest` - d(v), where d is the distance to the goal. The
 * tables round d down, so both ends give way by one unit.
 *
 * Where there is one kind, and nobody who is left out or planned anew has anything to do with a
 * place in that time, the answer is what the plan keeps united there. (Ends outside it may be those
 * of somebody who is left out: the search never gets there in time.)
 */
#ifndef GRAZE_PLANNER_TIMETABLE_VIEW_H
#define GRAZE_PLANNER_TIMETABLE_VIEW_H

#include "planner/sipp.h"
#include "planner/timetable.h"

/* What somebody takes. */
typedef struct taken_span {
    span when;
    uint32_t agent;
} taken_span;

/* What is known of a place. */
typedef struct view_place {
    uint32_t search; /* in which the answer was found */
    span during;     /* all bookings of agents who are left out, where there may be any */
    uint32_t first;   /* of the view's spans, unless the answer is the plan's own */
    uint32_t count;
    const span *own;
} view_place;

typedef struct timetable_view {
    const timetable *plan;
    timetable *anew; /* may be null */
    collision_table *collisions;
    uint32_t *left_out; /* by agent: of the plan, those whose entry is `turn` are not seen */
    uint32_t turn;
    const sipp_question *question;
    view_place *places;
    uint64_t *changed; /* a bit for each place: may agents who are left out have bookings there? */
    uint32_t search;
    span *spans; /* of this search */
    size_t span_count, span_capacity;
    taken_span *taken; /* of the place looked at last, by lower end */
    size_t taken_count, taken_capacity;
    uint32_t *met; /* agents, each once */
    size_t met_count;
    uint32_t *met_turn; /* by agent */
    uint32_t meeting;
} timetable_view;

/* A view, which must be told what it is asked about before every search. Where it is to leave
 * agents out there is a table `anew`, which one thread has for itself. GRAZE_ERROR_MEMORY. */
graze_status timetable_view_open(timetable_view *view, const timetable *plan, timetable *anew,
                                 collision_table *collisions);
void timetable_view_close(timetable_view *view);

/* Forgets who is left out. */
void timetable_view_see_all(timetable_view *view);
graze_status timetable_view_leave_out(timetable_view *view, uint32_t agent);

/* The world of a search; the question, with its coarse distances, must live as long. */
sipp_world timetable_view_world(timetable_view *view, const sipp_question *question);

/* Writes what is taken at a place into view->taken. */
graze_status timetable_view_look(timetable_view *view, uint32_t place);

/* Puts the agents that a route would meet into view->met, in the order of the route. */
graze_status timetable_view_meet(timetable_view *view, const route_agent *agent, const step *steps,
                                 size_t count);

#endif
