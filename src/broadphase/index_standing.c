/* SPDX-License-Identifier: MIT */
/* <graze/among.h>: when a body that stands at a place is met. Discs that go between places of the
 * plane are asked 64 at a time, in vectors (starts/pairwise_block.h): where nothing but a common
 * life matters, who stands is a motion of the other's life. All else is asked one by one. */
#include <graze/among.h>

#include <math.h>

#include "base/bits.h"
#include "broadphase/index_among.h"
#include "broadphase/index_boxes.h"
#include "broadphase/index_partners.h"
#include "numeric/eft.h"
#include "numeric/float_mode.h"
#include "starts/pairwise_block.h"

typedef struct stander {
    const graze_index *index;
    const graze_body *body;
    graze_motion standing;
    double tolerance;
    index_probe probe;
    among_union all;
    uint32_t agent; /* whose interval `last` is, empty before the first */
    graze_interval last;
    /* Motions that wait for an answer, by agent and in their order. */
    size_t waiting;
    index_entry asked[GRAZE_BATCH_LANES];
    pairwise_block block;
} stander;

/* ---- what waits for an answer --------------------------------------------------------- */

/* The end of a life from `start` on, and whether it is this double. */
static bool end_is_double(const graze_motion *motion, double *end)
{
    double tail;
    *end = eft_two_sum(motion->start, motion->duration, &tail);
    return motion->start_tail == 0 && tail + motion->duration_tail == 0;
}

static void fill_side(pairwise_block *block, int side, size_t lane, double radius,
                      const graze_motion *motion)
{
    block->place[side][0][lane] = motion->position.x;
    block->place[side][1][lane] = motion->position.y;
    block->to[side][0][lane] = motion->to.x;
    block->to[side][1][lane] = motion->to.y;
    block->radius[side][lane] = radius;
}

/* The next lane: the body at its place, and the other's motion, in the life of that. Whose life is
 * empty is left open: what is no disc between places of the plane, or ends at no double. */
static void fill_lane(stander *self, const graze_body *other, const graze_motion *motion)
{
    const size_t lane = self->waiting;
    double end = motion->start;
    const bool fits = motion->form == GRAZE_WAYPOINT && motion->position.z == 0 &&
                      motion->to.z == 0 && self->standing.position.z == 0 &&
                      other->vertex_count == 0 && self->body->vertex_count == 0 &&
                      end_is_double(motion, &end);
    fill_side(&self->block, 0, lane, self->body->radius, &self->standing);
    fill_side(&self->block, 1, lane, other->radius, motion);
    for (int side = 0; side < 2; side++) {
        self->block.start[side][lane] = motion->start;
        self->block.end[side][lane] = fits ? end : motion->start;
    }
}

/* ---- one interval after the other ------------------------------------------------------ */

static void keep_last(stander *self)
{
    if (self->last.lower < self->last.upper)
        among_collect(&self->all, self->last);
    self->last = (graze_interval){0, 0};
}

/* Adds the conflict interval of one motion after the last one of its agent. Two that share an end
 * where the motion begins are one iff the bodies overlap there. */
static void add_part(stander *self, uint32_t agent, graze_interval part, bool goes_on)
{
    if (agent == self->agent && goes_on && self->last.upper == part.lower) {
        self->last.upper = part.upper;
        return;
    }
    keep_last(self);
    self->agent = agent;
    self->last = part;
}

/* Does the body overlap the other where a motion of the other begins? */
static graze_status overlaps_at_start(const stander *self, const index_agent *other,
                                      const graze_motion *motion, bool *overlaps)
{
    graze_motion wait;
    graze_status status = graze_motion_waypoint(motion->position, motion->position,
                                                self->standing.start, INFINITY, &wait);
    return status == GRAZE_OK
               ? graze_conflict_exists(self->body, &self->standing, &other->body, &wait,
                                       self->tolerance, overlaps)
               : status;
}

/* The same of a motion on its own. The body stands from when the other's first motion begins: it
 * then stands through all that the other does. Of a straight way there is one interval at most. */
static graze_status ask_alone(stander *self, index_entry asked)
{
    const index_agent *other = &self->index->agents[asked.agent];
    const graze_motion *motion = &other->motions[asked.motion];
    graze_interval part;
    size_t count = 0;
    bool goes_on = false;
    self->standing.start = other->motions[0].start;
    self->standing.start_tail = other->motions[0].start_tail;
    graze_status status = graze_conflict_intervals(self->body, &self->standing, &other->body,
                                                   motion, self->tolerance, &part, 1, &count);
    if (status != GRAZE_OK || count == 0)
        return status;
    if (self->last.lower < self->last.upper && self->last.upper == part.lower)
        status = overlaps_at_start(self, other, motion, &goes_on);
    add_part(self, asked.agent, part, goes_on);
    return status;
}

/* Answers for all that wait. Where the vectors know the ends, a motion goes on with the overlap of
 * the one before unless its interval begins at a root. */
static graze_status answer(stander *self)
{
    const cpu_instructions level = self->index->level;
    const size_t count = self->waiting;
    pairwise_ends ends;
    if (count == 0)
        return GRAZE_OK;
    const index_entry first = self->asked[0];
    while (self->waiting % PAIRWISE_LANES != 0) {
        fill_lane(self, &self->index->agents[first.agent].body,
                  &self->index->agents[first.agent].motions[first.motion]);
        self->waiting++;
    }
    const pairwise_sieve by = {self->tolerance, true};
    const pairwise_view pairs = pairwise_view_of(&self->block);
    const pairwise_sifted sifted = pairwise_sift(level, &pairs, count, &by);
    const uint64_t known = pairwise_find_ends(level, &self->block, sifted.certain,
                                              self->tolerance, &ends);
    graze_status status = GRAZE_OK;
    size_t k = 0;
    for (uint64_t open = sifted.open; open != 0 && status == GRAZE_OK; open &= open - 1) {
        const size_t lane = bits_lowest(open);
        const uint64_t bit = open & -open;
        if ((known & bit) != 0)
            add_part(self, self->asked[lane].agent, pairwise_interval(&ends, k),
                     (ends.enters >> k & 1) == 0);
        else
            status = ask_alone(self, self->asked[lane]);
        k += (sifted.certain & bit) != 0;
    }
    self->waiting = 0;
    return status == GRAZE_OK ? self->all.status : status;
}

/* ---- one agent after the other --------------------------------------------------------- */

/* Do the motions of a group go from place to place, each from where the one before it ends, with
 * one body? */
static bool group_is_continuous(const among_group *group)
{
    const graze_motion *motions = group->index->agents[group->agent].motions;
    if (group->index->agents[group->agent].bodies != NULL)
        return false;
    for (size_t k = 0; k < group->count; k++) {
        const graze_motion *motion = &motions[group->pairs[k].motion_b];
        if (motion->form != GRAZE_WAYPOINT && motion->form != GRAZE_RAMP)
            return false;
        if (motion == motions)
            continue;
        const graze_motion *before = motion - 1;
        if ((before->form != GRAZE_WAYPOINT && before->form != GRAZE_RAMP) ||
            before->to.x != motion->position.x || before->to.y != motion->position.y ||
            before->to.z != motion->position.z)
            return false;
    }
    return true;
}

/* Where the other goes from place to place, decisions and ends are all that is asked; elsewhere the
 * meetings of both are. */
static bool stand_among(void *context, among_group *group)
{
    stander *self = context;
    const index_agent *other = &self->index->agents[group->agent];
    if (group->count > AMONG_PAIRS || !group_is_continuous(group)) {
        self->standing.start = other->motions[0].start;
        self->standing.start_tail = other->motions[0].start_tail;
        return false;
    }
    for (size_t k = 0; k < group->count && group->status == GRAZE_OK; k++) {
        const index_entry asked = {(uint32_t)group->agent, (uint32_t)group->pairs[k].motion_b};
        fill_lane(self, &other->body, &other->motions[asked.motion]);
        self->asked[self->waiting++] = asked;
        if (self->waiting == GRAZE_BATCH_LANES)
            group->status = answer(self);
    }
    return true;
}

static bool add_meeting(void *context, const graze_meeting *meeting)
{
    stander *self = context;
    if (meeting->verdict == GRAZE_CONFLICT)
        among_collect(&self->all, meeting->when);
    return self->all.status == GRAZE_OK;
}

static bool probe_stander(void *from, size_t motion, index_probe *probe)
{
    const stander *self = from;
    (void)motion;
    *probe = self->probe;
    return true;
}

/* Closed: what ends when the window begins may go on in the window's first instant. */
static index_probe probe_of_place(const graze_index *index, const graze_body *body,
                                  const graze_motion *standing, graze_closed_interval window)
{
    const index_life life = {window.first, window.last};
    box wide = box_of_motion(body, standing);
    box_grow(&wide, index->margin);
    wide.begin = life.begin;
    wide.end = life.end;
    const index_box sides = index_box_narrow(&wide);
    return probe_of_life(&sides, life, true);
}

static graze_status stand(stander *self, size_t instead_of)
{
    among_group group = {.index = self->index, .body = self->body,
                         .trajectory = {.motions = &self->standing, .count = 1},
                         .tolerance = self->tolerance,
                         .agent = GRAZE_INDEX_NOBODY, .answer = stand_among, .sink = add_meeting,
                         .context = self};
    const index_asker asker = {probe_stander, self, 1, instead_of, 0};
    partners_tell(self->index, &asker, NULL, among_add, &group);
    among_decide(&group);
    if (group.status == GRAZE_OK)
        group.status = answer(self);
    keep_last(self);
    return self->all.status == GRAZE_OK ? group.status : self->all.status;
}

graze_status graze_index_unsafe_times(const graze_index *index, const graze_body *body,
                                      graze_vector place, size_t instead_of,
                                      graze_closed_interval window, double tolerance,
                                      graze_interval *intervals, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    stander self; /* not cleared: it has room for a block */
    graze_status status = graze_motion_waypoint(place, place, 0, INFINITY, &self.standing);
    if (status == GRAZE_OK)
        status = among_validate(index, body, &self.standing, window, tolerance);
    if (status != GRAZE_OK)
        return status;
    if (count == NULL || (intervals == NULL && capacity != 0))
        return GRAZE_ERROR_NULL;
    self.index = index;
    self.body = body;
    self.tolerance = tolerance;
    self.probe = probe_of_place(index, body, &self.standing, window);
    self.all = (among_union){intervals, capacity, 0, window, GRAZE_OK};
    self.agent = 0;
    self.last = (graze_interval){0, 0};
    self.waiting = 0;
    self.all.status = stand(&self, instead_of);
    return among_finish(&self.all, count);
}

graze_status graze_index_safe_intervals(const graze_index *index, const graze_body *body,
                                        graze_vector place, size_t instead_of,
                                        graze_closed_interval horizon, double tolerance,
                                        graze_interval *scratch, size_t scratch_capacity,
                                        graze_closed_interval *safe, size_t capacity,
                                        size_t *count)
{
    FLOAT_MODE_DEFAULT;
    size_t unsafe = 0;
    graze_status status = graze_index_unsafe_times(index, body, place, instead_of, horizon,
                                                   tolerance, scratch, scratch_capacity, &unsafe);
    return status == GRAZE_OK ? graze_intervals_complement(scratch, unsafe, horizon, safe,
                                                           capacity, count)
                              : status;
}
