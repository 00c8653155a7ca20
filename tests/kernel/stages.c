/* SPDX-License-Identifier: MIT */
/* Asks one stage about pairs of every family, and counts its answers. */
#include "kernel/stages.h"

#include <CUnit/CUnit.h>
#include <stdio.h>

#include "contact/filter_uniform.h"
#include "oracle/random.h"
#include "support/run.h"

enum { SHOWN = 3 };

static bool is_ordinary(oracle_family family)
{
    return family == FAMILY_random || family == FAMILY_grid || family == FAMILY_grid_waypoint ||
           family == FAMILY_roadmap || family == FAMILY_accelerated || family == FAMILY_ramp ||
           family == FAMILY_accelerated_grid || family == FAMILY_ramp_grid;
}

static void jitter_number(oracle_random *random, double *number)
{
    for (int i = random_whole(random, -3, 2); i > 0 && isfinite(*number) && *number != 0; i--)
        *number = nextafter(*number, random_once_in(random, 2) ? INFINITY : -INFINITY);
}

void stages_jitter(oracle_pair *generated, size_t index)
{
    oracle_random random;
    random_begin(&random, STAGES_SEED, 99, index);
    graze_motion *motions[] = {&generated->a, &generated->b};
    for (int k = 0; k < 2; k++) {
        jitter_number(&random, &motions[k]->position.x);
        jitter_number(&random, &motions[k]->position.y);
        jitter_number(&random, &motions[k]->velocity.x);
        jitter_number(&random, &motions[k]->velocity.y);
        jitter_number(&random, &motions[k]->duration);
    }
    jitter_number(&random, &generated->body_a.radius);
}

/* Some tiny number in the place of a coordinate that is 0: products with it underflow. */
static void dust_number(oracle_random *random, double *number)
{
    if (*number == 0 && random_once_in(random, 2))
        *number = ldexp(random_whole(random, -3, 3), random_whole(random, -1074, -300));
}

void stages_stretch(oracle_pair *generated, size_t index)
{
    oracle_random random;
    random_begin(&random, STAGES_SEED, 98, index);
    oracle_pair scaled = *generated;
    int most = random_once_in(&random, 3) ? 480 : 80;
    if (oracle_scale_lengths(&scaled, random_whole(&random, -most, most)) &&
        oracle_scale_times(&scaled, random_whole(&random, -most, most)))
        *generated = scaled;
    graze_motion *motions[] = {&generated->a, &generated->b};
    for (int k = 0; k < 2; k++) {
        dust_number(&random, &motions[k]->position.x);
        dust_number(&random, &motions[k]->position.y);
        if (isfinite(motions[k]->duration))
            dust_number(&random, &motions[k]->velocity.y);
        dust_number(&random, &motions[k]->start);
    }
}

void stages_compare(stage_test test, size_t rounds, bool (*meant)(const pair *), unsigned share,
                    stage_change change)
{
    size_t ordinary = 0, answered = 0;
    for (int family = 0; family < FAMILY_COUNT; family++) {
        size_t shown = 0, count = rounds / oracle_family_cost((oracle_family)family) + 1;
        for (size_t index = 0; index < count && shown < SHOWN; index++) {
            oracle_pair generated;
            pair question;
            oracle_generate((oracle_family)family, STAGES_SEED, index, &generated);
            if (change != NULL)
                change(&generated, index);
            if (pair_of(&generated.body_a, &generated.a, &generated.body_b, &generated.b,
                        generated.tolerance, &question) != GRAZE_OK ||
                !meant(&question))
                continue;
            outcome result = test(&question);
            ordinary += is_ordinary((oracle_family)family);
            answered += is_ordinary((oracle_family)family) && result != SILENT;
            if (result != WRONG)
                continue;
            printf("/* %s, seed %d, index %zu */\n", oracle_family_name((oracle_family)family),
                   STAGES_SEED, index);
            oracle_print(stdout, &generated);
            shown++;
        }
        CU_ASSERT_EQUAL(shown, 0);
    }
    CU_ASSERT(ordinary > 0);
    CU_ASSERT(SUPPORT_ENOUGH(answered * 100 >= ordinary * share));
}

bool stages_same_stretch(const meeting_interval *x, const meeting_interval *y)
{
    return x->when.lower == y->when.lower && x->when.upper == y->when.upper &&
           x->begins_within == y->begins_within && x->ends_within == y->ends_within &&
           x->from_begin == y->from_begin && x->to_end == y->to_end;
}

bool stages_same_parts(const contact_part *x, size_t count_x, const contact_part *y, size_t count_y)
{
    bool same = count_x == count_y;
    for (size_t i = 0; same && i < count_x; i++)
        same = stages_same_stretch(&x[i].interval, &y[i].interval);
    return same;
}

bool stages_any(const pair *question)
{
    (void)question;
    return true;
}

bool stages_plain(const pair *question)
{
    return question->dimensions == 2 && filter_uniform_applies(question->a) &&
           filter_uniform_applies(question->b);
}

bool stages_uniform(const pair *question)
{
    const graze_vector *a = &question->a->acceleration, *b = &question->b->acceleration;
    if (question->a->form == GRAZE_RAMP || question->b->form == GRAZE_RAMP)
        return false;
    return a->x == 0 && a->y == 0 && a->z == 0 && b->x == 0 && b->y == 0 && b->z == 0;
}
