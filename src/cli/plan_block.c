/* SPDX-License-Identifier: MIT */
#include "cli/plan_block.h"

#include <stdlib.h>
#include <string.h>

#include "cli/plan_check.h"
#include "io/array.h"

/* ---- bytes ----------------------------------------------------------------------------------- */

bool block_reserve(block_bytes *to, size_t length)
{
    return array_grow(&to->data, &to->capacity, length, 1);
}

bool block_append(block_bytes *to, const void *data, size_t length)
{
    enum { ALIGNED = sizeof(uint64_t) };
    const size_t whole = (length + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (!block_reserve(to, to->length + whole))
        return false;
    memset(to->data + to->length + length, 0, whole - length);
    if (length > 0)
        memcpy(to->data + to->length, data, length);
    to->length += whole;
    return true;
}

/* Where the next `size` bytes of a block are; goes on behind them. */
static const void *next_bytes(const block_bytes *block, size_t *at, size_t size)
{
    const void *here = block->data + *at;
    *at += size;
    return here;
}

/* ---- packing --------------------------------------------------------------------------------- */

bool block_begin(block_bytes *block, const block_how *how)
{
    block->length = 0;
    return block_append(block, how, sizeof *how);
}

bool block_add(block_bytes *block, const block_agent *agent)
{
    const graze_body *body = &agent->body;
    return block_append(block, agent, sizeof *agent) &&
           block_append(block, body->vertices, body->vertex_count * sizeof *body->vertices) &&
           block_append(block, agent->numbers, agent->motion_count * sizeof *agent->numbers) &&
           block_append(block, agent->motions, agent->motion_count * sizeof *agent->motions);
}

/* ---- unpacking ------------------------------------------------------------------------------- */

/* A block as a plan: its agents count from 0, and their motions, too. */
typedef struct unpacked {
    plan given; /* of which the block has the motions and the corners */
    block_agent *agents;
    block_how how;
    size_t room, agent_room;
} unpacked;

static bool unpack_agent(unpacked *into, const block_bytes *block, size_t *at)
{
    plan *given = &into->given;
    const size_t count = given->agent_count;
    if (!array_grow(&given->agents, &into->room, count + 1, sizeof *given->agents) ||
        !array_grow(&into->agents, &into->agent_room, count + 1, sizeof *into->agents))
        return false;
    block_agent *agent = &into->agents[count];
    memcpy(agent, next_bytes(block, at, sizeof *agent), sizeof *agent);
    const size_t corners = agent->body.vertex_count * sizeof *agent->body.vertices;
    agent->body.vertices = next_bytes(block, at, corners);
    agent->numbers = next_bytes(block, at, agent->motion_count * sizeof *agent->numbers);
    agent->motions = next_bytes(block, at, agent->motion_count * sizeof *agent->motions);
    given->agents[given->agent_count++] = (plan_agent){
        .body = agent->body,
        .trajectory = {.motions = agent->motions, .count = (size_t)agent->motion_count}};
    return true;
}

static bool unpack(unpacked *into, const block_bytes *block)
{
    size_t at = 0;
    bool sound = true;
    memcpy(&into->how, next_bytes(block, &at, sizeof into->how), sizeof into->how);
    while (sound && at < block->length)
        sound = unpack_agent(into, block, &at);
    return sound;
}

/* ---- deciding -------------------------------------------------------------------------------- */

typedef struct decision {
    const unpacked *block;
    block_bytes *into;
    block_answers head;
    bool is_limited;
} decision;

/* Appends meetings, whose motions are then those of the agents' paths. */
static bool add_meetings(decision *to, const block_pair *pair, const block_agent *a,
                         const block_agent *b, const graze_check_answer *answer)
{
    const size_t begin = to->into->length + sizeof *pair;
    if (!block_append(to->into, pair, sizeof *pair) ||
        !block_append(to->into, answer->each, answer->each_count * sizeof *answer->each) ||
        !block_append(to->into, answer->merged, answer->merged_count * sizeof *answer->merged))
        return false;
    graze_meeting *all = (graze_meeting *)(void *)(to->into->data + begin);
    for (size_t i = 0; i < answer->each_count + answer->merged_count; i++) {
        all[i].motion_a = (size_t)a->numbers[all[i].motion_a];
        all[i].motion_b = (size_t)b->numbers[all[i].motion_b];
    }
    return true;
}

static io_result take(void *context, const graze_check_answer *answer)
{
    decision *to = context;
    const uint64_t most = to->block->how.most;
    const block_agent *a = &to->block->agents[answer->agent_a];
    const block_agent *b = &to->block->agents[answer->agent_b];
    const block_pair pair = {a->agent, b->agent, answer->each_count, answer->merged_count};
    to->is_limited = most > 0 && to->head.count == most;
    if (to->is_limited)
        return IO_OK;
    to->head.count++;
    return add_meetings(to, &pair, a, b, answer) ? IO_OK : IO_MEMORY;
}

static io_result decide(unpacked *block, size_t threads, block_bytes *answers)
{
    decision to = {.block = block, .into = answers};
    const plan_check_listener listener = {
        .take = take, .enough = &to.is_limited, .context = &to};
    const graze_check_options how = {.tolerance = block->how.tolerance,
                                     .index = (graze_index_method)block->how.index,
                                     .threads = threads};
    graze_check_counts counts;
    graze_status status;
    io_result result = plan_check_pairs(&block->given, &how, &listener, &counts, &status);
    to.head.status = status;
    if (status != GRAZE_OK && status != GRAZE_ERROR_MEMORY) {
        to.head.agent_a = block->agents[counts.agent_a].agent;
        to.head.agent_b = block->agents[counts.agent_b].agent;
        result = IO_OK;
    }
    to.head.is_limited = to.is_limited;
    to.head.is_cut_short = !to.is_limited && counts.pairs_done < counts.pairs;
    memcpy(answers->data, &to.head, sizeof to.head);
    return result;
}

io_result block_decide(const block_bytes *block, size_t threads, block_bytes *answers)
{
    const block_answers none = {.count = 0};
    unpacked all = {.room = 0};
    answers->length = 0;
    io_result result = IO_MEMORY;
    if (block_append(answers, &none, sizeof none) && unpack(&all, block))
        result = decide(&all, threads, answers);
    free(all.given.agents);
    free(all.agents);
    return result;
}
