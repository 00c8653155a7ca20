/* SPDX-License-Identifier: MIT */

#include "starts/batch_starts.h"

#include "contact/batch.h"
#include "numeric/float_mode.h"
#include "starts/unsafe_starts.h"

static graze_status ask_starts(const batch_pair *of, const graze_workspace *workspace,
                               batch_list *list)
{
    unsafe_starts starts;
    graze_status status =
        unsafe_starts_of(of->body, of->motion, &of->batch->bodies[of->index],
                         &of->batch->motions[of->index], of->tolerance, workspace, &starts);
    return status == GRAZE_OK ? batch_append(list, of->index, starts.at, starts.count) : status;
}

graze_status batch_unsafe_starts_at(cpu_instructions level, const graze_body *body,
                                    const graze_motion *motion, double tolerance,
                                    const graze_batch *batch, const graze_workspace *workspace,
                                    graze_batch_interval *found, size_t capacity, size_t *count)
{
    return batch_ask_open(level, true, body, motion, tolerance, batch, ask_starts, workspace,
                          (batch_list){found, capacity, 0}, count);
}

graze_status graze_batch_unsafe_starts(const graze_body *body, const graze_motion *motion,
                                       double tolerance, const graze_batch *batch,
                                       const graze_workspace *workspace,
                                       graze_batch_interval *found, size_t capacity, size_t *count)
{
    FLOAT_MODE_DEFAULT;
    return batch_unsafe_starts_at(cpu_level(), body, motion, tolerance, batch, workspace, found,
                                  capacity, count);
}
