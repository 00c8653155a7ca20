/* SPDX-License-Identifier: MIT */
#include "cli/check_split.h"

#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "io/array.h"
#include "io/spill.h"

/* The blocks that an agent's motions touch: first .. last, and perhaps not all of them. */
typedef struct block_range {
    uint16_t first, last;
} block_range;

/* Two agents that meet in a block. */
typedef struct found_pair {
    const block_pair *at;
    size_t agent_a, agent_b;
} found_pair;

typedef struct split_run {
    check_split *split;
    const plan *given;
    spill *into;
    const graze_check_options *options;
    const plan_check_listener *listener;
    graze_check_counts *counts;
    graze_status fault;

    size_t axis;     /* 0: borders are places x, 1: y */
    double *borders; /* [m] ascending, one less than there are blocks */
    size_t border_count;
    block_range *ranges; /* of each agent */
    plan_room room, other;
    block_bytes numbers, motions; /* of one agent in a block */
    size_t next;                  /* block to pack */
    progress bar;

    found_pair *found;
    size_t found_count, found_capacity;
} split_run;

/* As plan_check_pairs. */
static io_result result_of(graze_status fault)
{
    bool is_memory = fault == GRAZE_ERROR_MEMORY || fault == GRAZE_ERROR_WORKSPACE;
    return is_memory ? IO_MEMORY : IO_BAD_INPUT;
}

/* ---- cutting --------------------------------------------------------------------------------- */

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Along one axis: where each agent begins, in order; how far apart the first and the last are. */
static void collect(split_run *run, size_t axis, double *places, double *length)
{
    const plan *given = run->given;
    graze_motion first;
    size_t count = 0;
    for (size_t i = 0; i < given->agent_count; plan_rest(given, i++)) {
        if (given->agents[i].trajectory.count == 0)
            continue;
        plan_motions(&given->agents[i], 0, 1, &first);
        places[count++] = axis == 0 ? first.position.x : first.position.y;
    }
    qsort(places, count, sizeof *places, ascending);
    *length = count == 0 ? 0 : places[count - 1] - places[0];
    for (size_t k = 0; k < run->border_count && count > 0; k++)
        run->borders[k] = places[count * (k + 1) / (run->border_count + 1)];
}

static io_result cut(split_run *run)
{
    double lengths[2] = {0, 0};
    double *places = malloc((run->given->agent_count + 1) * sizeof *places);
    run->border_count = (size_t)run->split->blocks - 1;
    run->borders = calloc((size_t)run->split->blocks, sizeof *run->borders);
    if (places == NULL || run->borders == NULL) {
        free(places);
        return IO_MEMORY;
    }
    for (size_t axis = 2; axis-- > 0;)
        collect(run, axis, places, &lengths[axis]);
    run->axis = lengths[1] > lengths[0];
    if (run->axis == 1)
        collect(run, 1, places, &lengths[1]);
    free(places);
    return IO_OK;
}

/* The block of a coordinate: how many borders are not beyond it. So it ascends with the
 * coordinate, and what lies between two coordinates lies in a block between theirs. */
static size_t block_of(const split_run *run, double place)
{
    size_t first = 0, end = run->border_count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (run->borders[middle] <= place)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The blocks that the box of a motion touches. */
static graze_status range_of(const split_run *run, const graze_body *body,
                             const graze_motion *motion, block_range *range)
{
    graze_box box;
    graze_status status = graze_box_of_motion(body, motion, &box);
    if (status == GRAZE_OK)
        *range = (block_range){(uint16_t)block_of(run, box.lower[run->axis]),
                               (uint16_t)block_of(run, box.upper[run->axis])};
    return status;
}

static graze_status range_of_agent(split_run *run, const plan_agent *agent,
                                   const graze_trajectory *path, block_range *range)
{
    graze_status status = GRAZE_OK;
    *range = (block_range){UINT16_MAX, 0};
    for (size_t i = 0; i < path->count && status == GRAZE_OK; i++) {
        block_range one = {0, 0};
        status = range_of(run, &agent->body, &path->motions[i], &one);
        range->first = one.first < range->first ? one.first : range->first;
        range->last = one.last > range->last ? one.last : range->last;
    }
    return status;
}

static io_result find_ranges(split_run *run)
{
    const plan *given = run->given;
    run->ranges = calloc(given->agent_count + 1, sizeof *run->ranges);
    io_result result = run->ranges != NULL ? IO_OK : IO_MEMORY;
    for (size_t i = 0; i < given->agent_count && result == IO_OK; plan_rest(given, i++)) {
        graze_trajectory path;
        result = plan_trajectory(&given->agents[i], &run->room, &path);
        if (result == IO_OK)
            run->fault = range_of_agent(run, &given->agents[i], &path, &run->ranges[i]);
        if (run->fault != GRAZE_OK)
            result = result_of(run->fault);
    }
    return result;
}

/* ---- packing --------------------------------------------------------------------------------- */

/* The motions of an agent that touch the block. */
static io_result gather(split_run *run, size_t agent, size_t block)
{
    const plan_agent *of = &run->given->agents[agent];
    graze_trajectory path;
    io_result result = plan_trajectory(of, &run->room, &path);
    const bool all = run->ranges[agent].first == run->ranges[agent].last;
    run->numbers.length = run->motions.length = 0;
    for (size_t i = 0; i < path.count && result == IO_OK; i++) {
        block_range range = {(uint16_t)block, (uint16_t)block};
        const uint64_t number = i;
        if (!all)
            range_of(run, &of->body, &path.motions[i], &range); /* which it has answered before */
        if (range.first > block || range.last < block)
            continue;
        if (!block_append(&run->numbers, &number, sizeof number) ||
            !block_append(&run->motions, &path.motions[i], sizeof path.motions[i]))
            result = IO_MEMORY;
    }
    return result;
}

static io_result pack_agent(split_run *run, size_t agent, block_bytes *block)
{
    io_result result = gather(run, agent, run->next);
    const block_agent packed = {.agent = agent,
                                .body = run->given->agents[agent].body,
                                .numbers = (const void *)run->numbers.data,
                                .motions = (const void *)run->motions.data,
                                .motion_count = run->numbers.length / sizeof(uint64_t)};
    if (result == IO_OK && packed.motion_count > 0 && !block_add(block, &packed))
        result = IO_MEMORY;
    return result;
}

static io_result next_block(void *context, block_bytes *block, bool *any)
{
    split_run *run = context;
    const double limit = run->split->limit;
    const block_how how = {run->options->tolerance, run->options->index,
                           limit < 1e18 ? (uint64_t)limit : 0};
    *any = run->next <= run->border_count;
    if (!*any)
        return IO_OK;
    io_result result = block_begin(block, &how) ? IO_OK : IO_MEMORY;
    for (size_t i = 0; i < run->given->agent_count && result == IO_OK; plan_rest(run->given, i++))
        if (run->ranges[i].first <= run->next && run->next <= run->ranges[i].last)
            result = pack_agent(run, i, block);
    run->next++;
    return result;
}

/* ---- answers --------------------------------------------------------------------------------- */

static const graze_meeting *meetings_of(const block_pair *pair)
{
    return (const graze_meeting *)(const void *)(pair + 1);
}

static io_result list_pairs(split_run *run, const char *at, uint64_t count)
{
    for (; count > 0; count--) {
        const block_pair *pair = (const block_pair *)(const void *)at;
        if (!array_grow(&run->found, &run->found_capacity, run->found_count + 1,
                        sizeof *run->found))
            return IO_MEMORY;
        run->found[run->found_count++] =
            (found_pair){pair, (size_t)pair->agent_a, (size_t)pair->agent_b};
        at = (const char *)(meetings_of(pair) + pair->each_count + pair->merged_count);
    }
    return IO_OK;
}

/* A block that was cut short ends the whole; so does one with too many pairs. */
static io_result take_answers(void *context, const block_bytes *answers)
{
    split_run *run = context;
    block_answers head;
    memcpy(&head, answers->data, sizeof head);
    run->fault = (graze_status)head.status;
    run->counts->agent_a = (size_t)head.agent_a;
    run->counts->agent_b = (size_t)head.agent_b;
    run->split->is_limited |= head.is_limited != 0;
    if (run->fault != GRAZE_OK)
        return result_of(run->fault);
    if (head.is_limited != 0 || head.is_cut_short != 0)
        run->next = run->border_count + 1;
    char *kept = spill_resize(run->into, NULL, 0, answers->length);
    if (kept == NULL)
        return IO_MEMORY;
    memcpy(kept, answers->data, answers->length);
    progress_show(&run->bar, run->next);
    return list_pairs(run, kept + sizeof head, head.count);
}

io_result block_work_here(void *context, const block_source *from)
{
    (void)context;
    block_bytes block = {0}, answers = {0};
    bool any = true;
    io_result result = IO_OK;
    while (result == IO_OK && any) {
        result = from->next(from->context, &block, &any);
        if (result == IO_OK && any)
            result = block_decide(&block, from->threads, &answers);
        if (result == IO_OK && any)
            result = from->take(from->context, &answers);
    }
    free(block.data);
    free(answers.data);
    return result;
}

static io_result work_off(split_run *run)
{
    const block_source from = {next_block, take_answers, run, run->options->threads};
    const block_workers *workers = run->split->workers;
    run->bar = progress_begin(run->split->shown, "blocks", (uint64_t)run->split->blocks);
    io_result result = workers != NULL ? workers->work(workers->context, &from)
                                       : block_work_here(NULL, &from);
    progress_end(&run->bar);
    return result;
}

/* ---- handing over ---------------------------------------------------------------------------- */

static int by_agents(const void *left, const void *right)
{
    const found_pair *a = left, *b = right;
    if (a->agent_a != b->agent_a)
        return a->agent_a < b->agent_a ? -1 : 1;
    return (a->agent_b > b->agent_b) - (a->agent_b < b->agent_b);
}

/* What is found of two agents whose blocks do not know all of it. */
typedef struct met_again {
    block_bytes each, merged;
    bool no_memory;
} met_again;

static bool add_each(void *context, const graze_meeting *meeting)
{
    met_again *to = context;
    to->no_memory |= !block_append(&to->each, meeting, sizeof *meeting);
    return !to->no_memory;
}

static bool add_merged(void *context, const graze_meeting *meeting)
{
    met_again *to = context;
    to->no_memory |= !block_append(&to->merged, meeting, sizeof *meeting);
    return !to->no_memory;
}

static io_result meet_again(split_run *run, const found_pair *pair, met_again *to)
{
    const plan_agent *a = &run->given->agents[pair->agent_a];
    const plan_agent *b = &run->given->agents[pair->agent_b];
    graze_trajectory path_a, path_b;
    if (plan_trajectory(a, &run->room, &path_a) != IO_OK ||
        plan_trajectory(b, &run->other, &path_b) != IO_OK)
        return IO_MEMORY;
    run->split->pairs_again++;
    run->fault = graze_trajectory_meetings(&a->body, &path_a, &b->body, &path_b,
                                           run->options->tolerance, add_each, add_merged, to);
    run->counts->agent_a = pair->agent_a;
    run->counts->agent_b = pair->agent_b;
    if (run->fault != GRAZE_OK)
        return result_of(run->fault);
    return to->no_memory ? IO_MEMORY : IO_OK;
}

/* Hands over what is known of two agents; `blocks` of them know it. */
static io_result tell(split_run *run, const found_pair *pair, size_t blocks)
{
    met_again again = {.no_memory = false};
    const block_pair *at = pair->at;
    graze_check_answer answer = {pair->agent_a,
                                 pair->agent_b,
                                 meetings_of(at),
                                 (size_t)at->each_count,
                                 meetings_of(at) + at->each_count,
                                 (size_t)at->merged_count};
    io_result result = blocks > 1 ? meet_again(run, pair, &again) : IO_OK;
    if (blocks > 1) {
        answer.each = (const void *)again.each.data;
        answer.each_count = again.each.length / sizeof *answer.each;
        answer.merged = (const void *)again.merged.data;
        answer.merged_count = again.merged.length / sizeof *answer.merged;
    }
    if (result == IO_OK)
        result = run->listener->take(run->listener->context, &answer);
    free(again.each.data);
    free(again.merged.data);
    return result;
}

static bool has_enough(const split_run *run)
{
    return (run->listener->enough != NULL && *run->listener->enough) ||
           (!run->listener->whole && interrupt_is_pending());
}

/* How many pairs come before (a, b). */
static uint64_t pairs_before(uint64_t agents, uint64_t a, uint64_t b)
{
    return a * agents - a * (a + 1) / 2 + (b - a - 1);
}

/* All pairs of an agent, from the next one that was found on. */
static io_result tell_agent(split_run *run, size_t agent, size_t *next)
{
    io_result result = IO_OK;
    while (result == IO_OK && !has_enough(run) && *next < run->found_count &&
           run->found[*next].agent_a == agent) {
        const found_pair *pair = &run->found[*next];
        size_t blocks = 1;
        while (*next + blocks < run->found_count && by_agents(pair, pair + blocks) == 0)
            blocks++;
        result = tell(run, pair, blocks);
        run->counts->pairs_done = pairs_before(run->given->agent_count, agent, pair->agent_b);
        *next += blocks;
    }
    return result;
}

static io_result hand_over(split_run *run)
{
    const uint64_t agents = run->given->agent_count;
    const plan_check_listener *listener = run->listener;
    size_t next = 0;
    io_result result = IO_OK;
    if (run->found_count > 0)
        qsort(run->found, run->found_count, sizeof *run->found, by_agents);
    while (next < run->found_count && run->found[next].agent_a < run->options->first_agent)
        next++;
    for (uint64_t a = run->options->first_agent; a + 1 < agents && result == IO_OK; a++) {
        result = tell_agent(run, (size_t)a, &next);
        if (result != IO_OK || has_enough(run))
            break;
        run->counts->pairs_done = pairs_before(agents, a + 1, a + 2);
        if (listener->step != NULL)
            result = listener->step(listener->context, run->counts->pairs_done);
        plan_rest(run->given, (size_t)a);
    }
    return result;
}

/* ---- the whole ------------------------------------------------------------------------------- */

io_result check_split_accept(const plan *given, const char *file, diagnostics *sink)
{
    for (size_t i = 0; i < given->agent_count; i++) {
        if (given->agents[i].numbers == NULL)
            continue;
        diagnostic_error(sink, &(diagnostic_place){.file = file}, "leave out --split-plan",
                         "agent '%.40s' has bodies of its own for some motions, and such a plan is "
                         "not cut into blocks", given->agents[i].label);
        return IO_BAD_INPUT;
    }
    return IO_OK;
}

io_result check_split_pairs(check_split *split, const plan *given, spill *into,
                            const graze_check_options *options,
                            const plan_check_listener *listener, graze_check_counts *counts,
                            graze_status *fault)
{
    split_run run = {.split = split, .given = given, .into = into, .options = options,
                     .listener = listener, .counts = counts};
    *counts = (graze_check_counts){.pairs = plan_pair_count(given)};
    io_result result = cut(&run);
    if (result == IO_OK)
        result = find_ranges(&run);
    if (result == IO_OK)
        result = work_off(&run);
    if (result == IO_OK && !split->is_limited && !(interrupt_is_pending() && !listener->whole))
        result = hand_over(&run);
    *fault = run.fault;
    free(run.borders);
    free(run.ranges);
    free(run.room.motions);
    free(run.other.motions);
    free(run.numbers.data);
    free(run.motions.data);
    free(run.found);
    return result;
}
