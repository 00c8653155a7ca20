/* SPDX-License-Identifier: MIT */
/* One pair, every question. See ask.h. */
#include "kernel/ask.h"

#include <math.h>
#include <stdlib.h>

#include "oracle/generate.h"

static bool prepared_decision(const oracle_pair *p, bool *exists)
{
    graze_prepared a, b;
    return graze_motion_prepare(&p->body_a, &p->a, &a) == GRAZE_OK &&
           graze_motion_prepare(&p->body_b, &p->b, &b) == GRAZE_OK &&
           graze_conflict_exists_prepared(&a, &p->body_a, &p->a, &b, &p->body_b, &p->b,
                                          p->tolerance, exists) == GRAZE_OK;
}

bool kernel_ask(const oracle_pair *p, oracle_answer *answer)
{
    const graze_body *body_a = &p->body_a, *body_b = &p->body_b;
    const graze_motion *a = &p->a, *b = &p->b;
    bool prepared;
    *answer = (oracle_answer){.verdict = GRAZE_CLEAR};
    return graze_conflict_exists(body_a, a, body_b, b, p->tolerance, &answer->exists) == GRAZE_OK &&
           graze_conflict_intervals(body_a, a, body_b, b, p->tolerance, answer->intervals,
                                    ORACLE_INTERVALS, &answer->count) == GRAZE_OK &&
           graze_conflict_verdict(body_a, a, body_b, b, p->tolerance, &answer->verdict) ==
               GRAZE_OK &&
           graze_conflict_clearance(body_a, a, body_b, b, &answer->clearance) == GRAZE_OK &&
           prepared_decision(p, &prepared) && prepared == answer->exists;
}

const graze_workspace *ample_workspace(void)
{
    static graze_workspace workspace;
    if (workspace.memory == NULL) {
        workspace.size = (size_t)1 << 26;
        workspace.memory = malloc(workspace.size);
    }
    return &workspace;
}

typedef graze_status unsafe_question(const graze_body *body_a, const graze_motion *a,
                                     const graze_body *body_b, const graze_motion *b,
                                     double tolerance, const graze_workspace *workspace,
                                     graze_interval *intervals, size_t capacity, size_t *count);

/* Asks with more and more memory: pairs of wildly different magnitudes need more
 * than the everyday size. */
static bool ask_unsafe(unsafe_question *question, const oracle_pair *p, unsafe_answer *answer)
{
    static graze_workspace workspace;
    const size_t most = graze_workspace_size() << 8;
    answer->count = 0;
    for (;;) {
        graze_status status =
            question(&p->body_a, &p->a, &p->body_b, &p->b, p->tolerance, &workspace,
                     answer->intervals, GRAZE_UNSAFE_STARTS_MAX, &answer->count);
        if (status != GRAZE_ERROR_WORKSPACE || workspace.size >= most)
            return status == GRAZE_OK;
        size_t size = workspace.size > 0 ? 4 * workspace.size : graze_workspace_size();
        void *memory = realloc(workspace.memory, size);
        if (memory == NULL)
            return false;
        workspace = (graze_workspace){.memory = memory, .size = size};
    }
}

bool kernel_unsafe_starts(const oracle_pair *p, unsafe_answer *answer)
{
    return ask_unsafe(graze_unsafe_starts, p, answer);
}

bool kernel_unsafe_speeds(const oracle_pair *p, unsafe_answer *answer)
{
    return ask_unsafe(graze_unsafe_speeds, p, answer);
}

bool unsafe_holds(const unsafe_answer *answer, double x)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->intervals[i].lower < x && x < answer->intervals[i].upper)
            return true;
    return false;
}

void print_unsafe(FILE *stream, const char *whose, const unsafe_answer *answer)
{
    fprintf(stream, "/* %s:", whose);
    for (size_t i = 0; i < answer->count; i++)
        fprintf(stream, " (%a, %a)", answer->intervals[i].lower, answer->intervals[i].upper);
    fprintf(stream, answer->count > 0 ? " */\n" : " none */\n");
}

const char *answers_differ(const oracle_answer *kernel, const oracle_answer *oracle)
{
    const graze_clearance *k = &kernel->clearance, *o = &oracle->clearance;
    if (kernel->exists != oracle->exists)
        return "decision";
    if (kernel->count != oracle->count)
        return "count of intervals";
    for (size_t i = 0; i < oracle->count; i++)
        if (kernel->intervals[i].lower != oracle->intervals[i].lower ||
            kernel->intervals[i].upper != oracle->intervals[i].upper)
            return "end of an interval";
    if (kernel->verdict != oracle->verdict)
        return "verdict";
    if (k->common_life != o->common_life)
        return "common life";
    if (!o->common_life)
        return NULL;
    if (k->depth != o->depth)
        return "depth";
    if (k->distance != o->distance)
        return "distance";
    return k->time == o->time ? NULL : "time";
}

void print_answer(FILE *stream, const char *whose, const oracle_answer *answer)
{
    const graze_clearance *c = &answer->clearance;
    fprintf(stream, "/* %s: %s %s", whose, answer->exists ? "exists" : "none",
            graze_verdict_name(answer->verdict));
    for (size_t i = 0; i < answer->count; i++)
        fprintf(stream, " (%a, %a)", answer->intervals[i].lower, answer->intervals[i].upper);
    if (c->common_life)
        fprintf(stream, "; depth %a distance %a time %a", c->depth, c->distance, c->time);
    fprintf(stream, " */\n");
}

bool kernel_agrees(const oracle_pair *pair)
{
    oracle_answer kernel, oracle;
    bool answered = kernel_ask(pair, &kernel);
    oracle_ask(pair, &oracle);
    const char *difference = answers_differ(&kernel, &oracle);
    if (answered && difference == NULL)
        return true;
    printf("\n/* differs: %s */\n", answered ? difference : "refused, or prepared differs");
    oracle_print(stdout, pair);
    print_answer(stdout, "kernel", &kernel);
    print_answer(stdout, "oracle", &oracle);
    return false;
}
