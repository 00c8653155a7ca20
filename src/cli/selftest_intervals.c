/* SPDX-License-Identifier: MIT */
/* The part of `graze selftest` about lists of intervals: conflicts of motions
 * that brake and turn back, unsafe starts, unsafe speeds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/selftest.h"

static bool same_interval(graze_interval one, graze_interval other)
{
    return one.lower == other.lower && one.upper == other.upper;
}

/* ---- known lists of intervals -------------------------------------------------------- */

typedef struct short_list {
    size_t count;
    graze_interval items[GRAZE_UNSAFE_STARTS_MAX];
} short_list;

static graze_status ask_list(const question *asked, known_question which, starts *memory,
                             short_list *got)
{
    const graze_body *body_a = &asked->body_a, *body_b = &asked->body_b;
    const graze_motion *a = &asked->a, *b = &asked->b;
    graze_status status;
    switch (which) {
    case KNOWN_CONFLICTS:
        return graze_conflict_intervals(body_a, a, body_b, b, asked->tolerance, got->items,
                                        GRAZE_UNSAFE_STARTS_MAX, &got->count);
    default:
        status = (which == KNOWN_UNSAFE_SPEEDS ? starts_ask_speeds : starts_ask)(
            memory, body_a, a, body_b, b, asked->tolerance);
        got->count = status == GRAZE_OK ? memory->answer.count : 0;
        if (got->count > GRAZE_UNSAFE_STARTS_MAX)
            return GRAZE_ERROR_CAPACITY; /* no discs have so many */
        memcpy(got->items, memory->answer.intervals, got->count * sizeof *got->items);
        return status;
    }
}

static bool is_known_list(const known_list *known, const short_list *got)
{
    if (got->count != known->count)
        return false;
    for (size_t i = 0; i < known->count; i++)
        if (!same_interval(known->intervals[i], got->items[i]))
            return false;
    return true;
}

static void show_list(const char *whose, const graze_interval *items, size_t count)
{
    printf("      %s:%s", whose, count == 0 ? " none" : "");
    for (size_t i = 0; i < count; i++)
        printf(" (%a, %a)", items[i].lower, items[i].upper);
    putchar('\n');
}

static graze_status build_list(const known_list *known, question *asked)
{
    const known_case pair = {.a = known->a, .b = known->b, .tolerance = known->tolerance};
    return selftest_build(&pair, asked);
}

static void check_list(tally *sum, const known_list *known, starts *memory)
{
    question asked;
    short_list got = {.count = 0};
    graze_status status = build_list(known, &asked);
    if (status == GRAZE_OK)
        status = ask_list(&asked, known->asked, memory, &got);
    if (selftest_report(sum, "known intervals", known->name,
                        status == GRAZE_OK && is_known_list(known, &got)))
        return;
    if (status != GRAZE_OK)
        printf("      %s\n", graze_status_message(status));
    show_list("expected", known->intervals, known->count);
    show_list("computed", got.items, got.count);
}

/* ---- unsafe starts of whatever is asked ---------------------------------------------- */

enum { STARTS_ROUNDS = 1000 };

static bool is_inside(const interval_list *answer, double start)
{
    for (size_t i = 0; i < answer->count; i++)
        if (answer->intervals[i].lower < start && start < answer->intervals[i].upper)
            return true;
    return false;
}

/* Does the decision say what the list says? */
static bool agrees_at(const question *asked, const interval_list *answer, double start)
{
    graze_motion moved;
    bool exists = false;
    return graze_motion_restart(&asked->a, start, &moved) == GRAZE_OK &&
           graze_conflict_exists(&asked->body_a, &moved, &asked->body_b, &asked->b,
                                 asked->tolerance, &exists) == GRAZE_OK &&
           exists == is_inside(answer, start);
}

/* At, beside and between the ends, the decision says what the list says. */
static bool list_agrees(const question *asked, const interval_list *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        double lower = answer->intervals[i].lower, upper = answer->intervals[i].upper;
        double next = i + 1 < answer->count ? answer->intervals[i + 1].lower : upper + 2;
        const double places[] = {lower,
                                 nextafter(lower, INFINITY),
                                 lower + (upper - lower) / 2,
                                 nextafter(upper, -INFINITY),
                                 upper,
                                 upper + (next - upper) / 2};
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
            if (!agrees_at(asked, answer, places[k]))
                return false;
    }
    return agrees_at(asked, answer, asked->a.start);
}

static void accelerate(graze_motion *motion, uint64_t *state)
{
    graze_vector next = selftest_next_vector(state, 2);
    if (motion->form == GRAZE_KINEMATIC)
        motion->acceleration = next;
    else
        graze_motion_ramp(motion->position, motion->to, motion->start,
                          motion->start + motion->duration, fabs(next.x), motion);
}

static void check_starts(tally *sum, starts *memory)
{
    bool agrees = true, several = false;
    uint64_t state = 20190311;
    for (int round = 0; round < STARTS_ROUNDS; round++) {
        question asked = selftest_next_question(&state);
        accelerate(&asked.a, &state);
        accelerate(&asked.b, &state);
        graze_status status =
            starts_ask(memory, &asked.body_a, &asked.a, &asked.body_b, &asked.b, asked.tolerance);
        agrees = agrees && status == GRAZE_OK && list_agrees(&asked, &memory->answer);
        several = several || (status == GRAZE_OK && memory->answer.count > 1);
    }
    selftest_report(sum, "property", "unsafe starts conflict, and no others do", agrees);
    selftest_report(sum, "property", "several unsafe intervals came up", several);
}

/* ---- can it fail? --------------------------------------------------------------------- */

/* Of the first list of two intervals, one end is wrong, or one interval missing. */
static void check_itself(tally *sum)
{
    const known_list *known = &known_lists[0];
    short_list wrong = {.count = known->count};
    memcpy(wrong.items, known->intervals, sizeof known->intervals);
    wrong.items[1].upper = nextafter(wrong.items[1].upper, INFINITY);
    selftest_report(sum, "self-test", "a wrong end in a list is noticed",
                    !is_known_list(known, &wrong));
    wrong.items[1] = known->intervals[1];
    selftest_report(sum, "self-test", "a right list is known", is_known_list(known, &wrong));
    wrong.count--;
    selftest_report(sum, "self-test", "a missing interval is noticed",
                    !is_known_list(known, &wrong));
}

/* ---- all of it -------------------------------------------------------------------- */

void selftest_intervals(tally *sum, starts *memory)
{
    for (size_t i = 0; i < known_list_count; i++)
        check_list(sum, &known_lists[i], memory);
    check_starts(sum, memory);
    check_itself(sum);
}
