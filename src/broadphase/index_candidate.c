/* SPDX-License-Identifier: MIT */
/* A candidate against an index: boxes find its pairs, the kernel decides each at once. */
#include <graze/among.h>

#include "broadphase/index_join.h"
#include "broadphase/index_partners.h"
#include "geometry/body.h"
#include "numeric/float_mode.h"
#include "paths/validate.h"

typedef struct candidate {
    const graze_index *index;
    const graze_body *body;
    const graze_trajectory *trajectory;
    size_t motion; /* whose boxes are looked at */
    size_t instead_of;
    double tolerance;
    graze_index_pair_sink sink;
    void *context;
    bool found;
    graze_status status;
} candidate;

static bool decide(void *context, const index_shelf *shelf, uint32_t place)
{
    candidate *self = context;
    const index_entry entry = shelf->entry[place];
    const index_agent *other = &self->index->agents[entry.agent];
    bool conflict = false;
    self->status = graze_conflict_exists(
        moving_body(self->trajectory, self->body, self->motion),
        &self->trajectory->motions[self->motion], index_body(other, entry.motion),
        &other->motions[entry.motion], self->tolerance, &conflict);
    if (self->status != GRAZE_OK || !conflict)
        return self->status == GRAZE_OK;
    self->found = true;
    const graze_index_pair pair = {self->instead_of, self->motion, entry.agent, entry.motion};
    return self->sink != NULL && self->sink(self->context, &pair);
}

static void ask(candidate *self)
{
    index_guest guest = {self->trajectory, box_reach_of(self->body),
                         index_margin_of(self->index, 0)};
    index_sieve sieve;
    index_sieve_make(self->index, decide, self, &sieve);
    sieve.except = self->instead_of < UINT32_MAX ? (uint32_t)self->instead_of : UINT32_MAX;
    for (; self->motion < self->trajectory->count && !sieve.stopped; self->motion++) {
        index_probe probe;
        if (guest_probe(&guest, self->motion, &probe))
            index_ask(self->index, &probe, &sieve);
    }
}

graze_status graze_index_conflicts(const graze_index *index, const graze_body *body,
                                   const graze_trajectory *trajectory, size_t instead_of,
                                   double tolerance, graze_index_pair_sink sink, void *context,
                                   bool *found)
{
    FLOAT_MODE_DEFAULT;
    if (index == NULL || body == NULL || trajectory == NULL)
        return GRAZE_ERROR_NULL;
    graze_status status = trajectory_validate(body, trajectory);
    if (status == GRAZE_OK)
        status = tolerance_validate(tolerance);
    if (status != GRAZE_OK)
        return status;
    candidate self = {index, body, trajectory, 0, instead_of, tolerance, sink, context, false,
                      GRAZE_OK};
    ask(&self);
    if (self.status == GRAZE_OK && found != NULL)
        *found = self.found;
    return self.status;
}
