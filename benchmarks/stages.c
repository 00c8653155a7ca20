/* SPDX-License-Identifier: MIT */
/* Questions with a stage left out. See stages.h. */
#include "benchmarks/stages.h"

#include <graze/unsafe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/table.h"
#include "benchmarks/timing.h"
#include "benchmarks/workload.h"
#include "contact/contact.h"
#include "starts/unsafe_starts.h"

/* Beside the stages of question.h: what comes before the gate, and of which bodies. */
enum {
    WITHOUT_DOOR = 1 << 21,   /* doubles before anything is validated */
    WITHOUT_STATIC = 1 << 22, /* the bound of prepared motions */
    OF_SQUARES = 1 << 23,
    OF_SPHERES = 1 << 24
};

const command_stage stages_uniform[] = {
    {"static-bound", "of prepared motions; without it a bound for each question", WITHOUT_STATIC},
    {"door", "doubles before anything is validated for itself", WITHOUT_DOOR},
    {"doubles", "one point, one bound", QUICK_UNIFORM},
    {"balls", "doubles in space; asked of spheres", OF_SPHERES | QUICK_BALL},
    {"double-words", "exact zeros and Newton steps in double words", QUICK_DOUBLE_WORD},
    {"fused", "those Newton steps with fused products", QUICK_FUSED},
    {"double-doubles", "the one formula in double-doubles", QUICK_DD},
    {"double-doubles-3d", "the same, asked of spheres", OF_SPHERES | QUICK_DD},
    {"box", "discs round bodies with corners; asked of squares", OF_SQUARES | QUICK_BOX},
    {"hull", "swept hulls of squares", OF_SQUARES | QUICK_HULL},
    {"clip", "crossings of a path with the edges of squares", OF_SQUARES | QUICK_CLIP},
    {"round", "the ends of those crossings, rounded", OF_SQUARES | QUICK_ROUND},
    {"sides", "the edges side by side, before their outline", OF_SQUARES | QUICK_SIDES},
    {"ties", "who only touches, in exact sums of doubles", OF_SQUARES | QUICK_TIES},
    {"aligned", "rectangles along the axes, before all of these", OF_SQUARES | QUICK_ALIGNED},
    {NULL, NULL, 0},
};

const command_stage stages_accelerated[] = {
    {"door", "doubles before anything is validated for itself", WITHOUT_DOOR},
    {"doubles", "five Bernstein coefficients, one bound", QUICK_ACCELERATED},
    {"double-doubles", "what is in doubt, and ends, in double-doubles", QUICK_DD},
    {"balls", "the one formula in doubles, of spheres", OF_SPHERES | QUICK_BALL},
    {"hull", "swept hulls of squares", OF_SQUARES | QUICK_HULL},
    {NULL, NULL, 0},
};

const command_stage stages_starts[] = {
    {"double-words", "sides of a rectangle in doubles, Newton steps in double words",
     QUICK_STARTS},
    {"fused", "the same with fused products", QUICK_FUSED},
    {"guess", "guesses in doubles for decisions", QUICK_GUESS},
    {"words-and-guess", "both", QUICK_STARTS | QUICK_GUESS},
    {"space", "decisions where paths of spheres are nearest", OF_SPHERES | QUICK_SPACE},
    {"separated", "paths that are apart for ever, of spheres", OF_SPHERES | QUICK_SEPARATED},
    {"lines-squares", "lines of edges and lives, of squares", OF_SQUARES | QUICK_LINES},
    {"guess-squares", "guesses in doubles, of squares", OF_SQUARES | QUICK_GUESS},
    {"curved-squares", "events in doubles, of squares", OF_SQUARES | QUICK_CURVED},
    {"separated-squares", "paths that are apart for ever", OF_SQUARES | QUICK_SEPARATED},
    {"straight", "accelerated on straight ways, in doubles", QUICK_STRAIGHT},
    {"curved", "accelerated on curved ways, in doubles", QUICK_CURVED},
    {NULL, NULL, 0},
};

typedef struct answer {
    graze_interval when[GRAZE_UNSAFE_STARTS_MAX];
    size_t count;
} answer;

/* ---- questions -------------------------------------------------------------------------- */

static pair question_of(const specimen *each, unsigned without)
{
    pair question;
    if (pair_of(&each->body_a, &each->a, &each->body_b, &each->b, 0, &question) != GRAZE_OK)
        give_up("a pair was refused");
    question.without = without;
    return question;
}

/* Behind the gate, so that the door is left out of both when another stage is. */
static void decide(const specimen *each, unsigned without, answer *found)
{
    const pair question = question_of(each, without);
    contact said = contact_decide(&question, NULL);
    if (contact_failed(said))
        give_up("a pair has no answer");
    found->count = said == CONTACT_OVERLAP;
}

static void decide_at_door(const specimen *each, answer *found)
{
    bool exists = false;
    if (graze_conflict_exists(&each->body_a, &each->a, &each->body_b, &each->b, 0, &exists) !=
        GRAZE_OK)
        give_up("a pair was refused");
    found->count = exists;
}

static void decide_prepared(const workload *load, size_t i, unsigned without, answer *found)
{
    const specimen *each = &load->specimens[i];
    graze_prepared a = load->prepared[2 * i], b = load->prepared[2 * i + 1];
    bool exists = false;
    if ((without & WITHOUT_STATIC) != 0 && a.kind == GRAZE_PREPARED_DISC)
        a.kind = GRAZE_PREPARED_EXTREME;
    if (graze_conflict_exists_prepared(&a, &each->body_a, &each->a, &b, &each->body_b, &each->b,
                                       0, &exists) != GRAZE_OK)
        give_up("a prepared pair was refused");
    found->count = exists;
}

static void find_intervals(const specimen *each, unsigned without, answer *found)
{
    const pair question = question_of(each, without);
    if (contact_intervals(&question, CONTACT_UNKNOWN, found->when, CONTACT_PARTS_MAX,
                          &found->count) != GRAZE_OK)
        give_up("a pair has no interval");
}

static void find_intervals_at_door(const specimen *each, answer *found)
{
    if (graze_conflict_intervals(&each->body_a, &each->a, &each->body_b, &each->b, 0, found->when,
                                 CONTACT_PARTS_MAX, &found->count) != GRAZE_OK)
        give_up("a pair was refused");
}

static void find_starts(const specimen *each, unsigned without, answer *found)
{
    static uint64_t memory[1 << 17]; /* candidates of accelerated pairs take half of it */
    const graze_workspace room = {.memory = memory, .size = sizeof memory};
    unsafe_starts starts;
    if (unsafe_starts_without(without, &each->body_a, &each->a, &each->body_b, &each->b, 0, &room,
                              &starts) != GRAZE_OK)
        give_up("a pair was refused");
    found->count = starts.count;
    for (size_t i = 0; i < starts.count; i++)
        found->when[i] = starts.at[i];
}

/* ---- contenders ------------------------------------------------------------------------- */

typedef struct run {
    stages_question asked;
    unsigned left_out, without; /* the stage that the run is about; what this one does without */
    answer *answers;
} run;

static void pass(const workload *load, void *of)
{
    const run *given = of;
    for (size_t i = 0; i < load->count; i++) {
        const specimen *each = &load->specimens[i];
        answer *found = &given->answers[i];
        bool door = given->left_out == WITHOUT_DOOR && given->without == 0;
        if (given->asked == STAGES_STARTS)
            find_starts(each, given->without, found);
        else if (given->asked == STAGES_INTERVALS)
            door ? find_intervals_at_door(each, found)
                 : find_intervals(each, given->without, found);
        else if (given->left_out == WITHOUT_STATIC)
            decide_prepared(load, i, given->without, found);
        else
            door ? decide_at_door(each, found) : decide(each, given->without, found);
    }
}

static void compare(const answer *with, const answer *without, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (with[i].count != without[i].count ||
            memcmp(with[i].when, without[i].when, with[i].count * sizeof *with[i].when) != 0)
            give_up("an answer differs without the stage");
}

/* ---- other bodies ------------------------------------------------------------------------- */

static graze_body square_in(const graze_body *disc, graze_point *corners)
{
    const double r = disc->radius;
    const graze_point of[4] = {{r, 0}, {0, r}, {-r, 0}, {0, -r}};
    memcpy(corners, of, sizeof of);
    return r > 0 ? (graze_body){.vertices = corners, .vertex_count = 4} : *disc;
}

static void lift(graze_motion *motion, double height)
{
    motion->position.z = height;
    if (motion->form == GRAZE_WAYPOINT)
        motion->velocity.z = height;
}

/* Changes the bodies of all pairs; answers the corners, to be freed. */
static graze_point *reshape(workload *load, unsigned bits)
{
    graze_point *corners = malloc(8 * load->count * sizeof *corners);
    if (corners == NULL)
        give_up("no memory");
    for (size_t i = 0; i < load->count; i++) {
        specimen *each = &load->specimens[i];
        if ((bits & OF_SQUARES) != 0) {
            each->body_a = square_in(&each->body_a, &corners[8 * i]);
            each->body_b = square_in(&each->body_b, &corners[8 * i + 4]);
        }
        if ((bits & OF_SPHERES) != 0)
            lift(&each->a, each->body_a.radius / 4);
    }
    return corners;
}

/* ---- the table ---------------------------------------------------------------------------- */

static void measure(const command *given, stages_question asked, const family *of, table *to)
{
    workload load;
    timing taken;
    const unsigned bits = given->without->bits;
    if (workload_make(of, given->pairs, &load) != FAMILY_FILLED)
        return;
    graze_point *corners = reshape(&load, bits);
    const unsigned left_out = bits & ~(unsigned)(OF_SQUARES | OF_SPHERES);
    run with = {asked, left_out, 0, calloc(load.count, sizeof(answer))};
    run less = {asked, left_out, left_out, calloc(load.count, sizeof(answer))};
    const contender timed[] = {{"with", pass, &with}, {"without", pass, &less}};
    if (with.answers == NULL || less.answers == NULL ||
        !timing_take(timed, 2, &load, given->repeats, &taken))
        give_up("no time could be taken");
    compare(with.answers, less.answers, load.count);
    table_cells(to, "%s|%.1f|%.1f|**%.3f**", of->name, timing_median(&taken, 0),
                timing_median(&taken, 1), timing_ratio(&taken, 1, 0));
    table_end_row(to);
    timing_free(&taken);
    free(with.answers);
    free(less.answers);
    free(corners);
    workload_free(&load);
}

void stages_measure(const command *given, stages_question asked, bool accelerated)
{
    static const char *const names[] = {"decision", "intervals", "starts"};
    char name[64];
    snprintf(name, sizeof name, "%s without %s", names[asked], given->without->name);
    table to = table_begin(given, name, 1, given->without->about,
                           "family|with [ns]|without [ns]|**ratio**");
    for (const family *each = families; each->name != NULL; each++)
        if (each->accelerated == accelerated && command_wants(given, each))
            measure(given, asked, each, &to);
}
