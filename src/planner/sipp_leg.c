/* SPDX-License-Identifier: MIT */
/* The way on from landmark to landmark. */
#include "planner/sipp_leg.h"

/* A leg to a vertex. If there is no path on from there, no time is early enough. */
static sipp_leg leg_to(const sipp_question *question, uint32_t end, const tick *distances)
{
    const tick *beyond = question->beyond != NULL ? question->beyond : question->distances;
    if (distances != NULL)
        return (sipp_leg){.end = end, .distances = distances, .latest = TICK_NEVER};
    return (sipp_leg){.end = end,
                      .distances = beyond,
                      .is_beyond = true,
                      .left_there = beyond[end],
                      .latest = beyond[end] < TICK_NEVER ? TICK_NEVER : -1};
}

static void be_there_by(sipp_leg *leg, tick latest)
{
    if (leg->latest > latest)
        leg->latest = latest;
}

/* The leg to a landmark; the next one is behind it. */
static void make_leg_to_landmark(const planning_graph *graph, const sipp_question *question,
                                 const sipp_landmark *mark, sipp_leg *leg)
{
    tick least = TICK_NEVER; /* from there to the end of the next leg */
    for (uint32_t i = 0; i < landmark_count(mark); i++) {
        uint32_t edge = landmark_move(mark, i).edge;
        tick on = sipp_leg_left(graph, question->kind, leg + 1, graph_to(graph, edge));
        tick move = graph_duration(graph, question->kind, edge);
        if (on < TICK_NEVER && move < TICK_NEVER && move + on < least)
            least = move + on;
    }
    *leg = leg_to(question, graph->from[mark->edge], mark->distances);
    be_there_by(leg, least < TICK_NEVER ? mark->when.upper - 1 : -1);
    if (least >= TICK_NEVER)
        return;
    be_there_by(leg, leg[1].latest - least);
    leg->left = least + leg[1].left;
    tick earliest = mark->when.lower + 1 + leg->left;
    leg->least = earliest > leg[1].least ? earliest : leg[1].least;
}

/* The legs, from the last, which leads to the goal, to the first. */
void sipp_legs_make(const planning_graph *graph, const sipp_question *question, sipp_leg *legs)
{
    uint32_t p = question->landmark_count;
    if (question->coarse != NULL)
        legs[p] = (sipp_leg){.end = question->goal,
                             .coarse = question->coarse,
                             .surcharge = question->surcharge,
                             .latest = TICK_NEVER};
    else
        legs[p] = leg_to(question, question->goal, question->distances);
    legs[p].least = question->earliest_final;
    be_there_by(&legs[p], question->latest_final);
    while (p-- > 0)
        make_leg_to_landmark(graph, question, &question->landmarks[p], &legs[p]);
}
