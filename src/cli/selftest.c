/* SPDX-License-Identifier: MIT */
/* `graze selftest`: a proof of a second's fraction that this build, with this
 * compiler on this machine, computes right: the arithmetic it stands on, a
 * table of known answers, and properties that hold for whatever is asked. It
 * also proves that it can fail: every kind of wrong answer must be noticed. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/known_cases.h"
#include "cli/options.h"
#include "cli/selftest.h"

/* For bug reports. */
#if defined(__clang__)
static const char compiler[] = __VERSION__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

bool selftest_report(tally *sum, const char *kind, const char *name, bool good)
{
    if (good)
        sum->passed++;
    else
        sum->failed++;
    if (!good || sum->verbose)
        printf("%s  %s: %s\n", good ? "ok  " : "FAIL", kind, name);
    return good;
}

/* ---- one question, all its answers ------------------------------------------------- */

typedef struct answers {
    graze_status status; /* the first that is not GRAZE_OK */
    bool exists, exists_prepared;
    graze_verdict verdict;
    size_t count;
    graze_interval conflict; /* [0, 0] when count is 0 */
    graze_clearance nearest;
} answers;

static graze_status ask_prepared(const question *asked, bool *exists)
{
    graze_prepared a, b;
    graze_status status = graze_motion_prepare(&asked->body_a, &asked->a, &a);
    if (status == GRAZE_OK)
        status = graze_motion_prepare(&asked->body_b, &asked->b, &b);
    if (status == GRAZE_OK)
        status = graze_conflict_exists_prepared(&a, &asked->body_a, &asked->a, &b, &asked->body_b,
                                                &asked->b, asked->tolerance, exists);
    return status;
}

static answers ask(const question *asked)
{
    const graze_body *body_a = &asked->body_a, *body_b = &asked->body_b;
    const graze_motion *a = &asked->a, *b = &asked->b;
    answers got = {.status = GRAZE_OK};
    graze_status statuses[] = {
        graze_conflict_exists(body_a, a, body_b, b, asked->tolerance, &got.exists),
        ask_prepared(asked, &got.exists_prepared),
        graze_conflict_verdict(body_a, a, body_b, b, asked->tolerance, &got.verdict),
        graze_conflict_intervals(body_a, a, body_b, b, asked->tolerance, &got.conflict, 1,
                                 &got.count),
        graze_conflict_clearance(body_a, a, body_b, b, &got.nearest),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        if (got.status == GRAZE_OK)
            got.status = statuses[i];
    return got;
}

static bool same_interval(graze_interval one, graze_interval other)
{
    return one.lower == other.lower && one.upper == other.upper;
}

static bool same_nearest(const graze_clearance *one, const graze_clearance *other)
{
    if (!one->common_life || !other->common_life)
        return one->common_life == other->common_life;
    return one->distance == other->distance && one->depth == other->depth &&
           one->time == other->time;
}

/* The five questions must agree among themselves. */
static bool coherent(const answers *got)
{
    bool conflict = got->verdict == GRAZE_CONFLICT;
    if (got->status != GRAZE_OK || got->exists != conflict || got->exists_prepared != conflict)
        return false;
    if ((got->count == 1) != conflict)
        return false;
    return !conflict || got->conflict.lower < got->conflict.upper;
}

static bool same_answers(const answers *one, const answers *other)
{
    return one->status == other->status && one->exists == other->exists &&
           one->exists_prepared == other->exists_prepared && one->verdict == other->verdict &&
           one->count == other->count && same_interval(one->conflict, other->conflict) &&
           same_nearest(&one->nearest, &other->nearest);
}

/* ---- the arithmetic underneath ------------------------------------------------------ */

/* volatile, so that the machine computes and not the compiler. */
static void check_arithmetic(tally *sum)
{
    volatile double one = 1, half_ulp = 0x1p-53, tiny = 0x1p-1074, small = 0x1p-27;
    volatile double nearest = one + half_ulp, above = one + 3 * half_ulp;
    selftest_report(sum, "arithmetic", "doubles are rounded to nearest, ties to even",
                    nearest == 1 && above == 1 + 0x1p-51);
    volatile double doubled = tiny * 2;
    selftest_report(sum, "arithmetic", "subnormal numbers are kept",
                    tiny > 0 && doubled == 0x1p-1073);
    volatile double plus = one + small, minus = one - small;
    volatile double product = plus * minus - one;
    selftest_report(sum, "arithmetic", "products are rounded before they are added", product == 0);
    selftest_report(sum, "arithmetic", "doubles are not kept in wider registers",
                    FLT_EVAL_METHOD == 0);
    const char *fault = graze_arithmetic_fault();
    selftest_report(sum, "arithmetic", fault == NULL ? "the library's follows IEEE 754" : fault,
                    fault == NULL);
}

/* ---- known answers ------------------------------------------------------------------ */

graze_status selftest_build(const known_case *known, question *asked)
{
    *asked = (question){
        .body_a = {known->a.radius}, .body_b = {known->b.radius}, .tolerance = known->tolerance};
    graze_status status = known_motion_build(&known->a, &asked->a);
    return status != GRAZE_OK ? status : known_motion_build(&known->b, &asked->b);
}

static bool is_known(const known_case *known, const answers *got)
{
    return coherent(got) && got->verdict == known->verdict &&
           same_interval(got->conflict, known->conflict) &&
           same_nearest(&got->nearest, &known->nearest);
}

static void show_answers(const char *whose, graze_verdict verdict, graze_interval conflict,
                         const graze_clearance *nearest)
{
    printf("      %s: %s, conflict (%a, %a)", whose, graze_verdict_name(verdict), conflict.lower,
           conflict.upper);
    if (nearest->common_life)
        printf(", distance %a, depth %a at %a", nearest->distance, nearest->depth, nearest->time);
    putchar('\n');
}

static void check_known(tally *sum, const known_case *known, bool spoil)
{
    question asked;
    answers got = {.status = selftest_build(known, &asked)};
    if (got.status == GRAZE_OK)
        got = ask(&asked);
    if (spoil)
        got.conflict.upper = nextafter(got.conflict.upper, INFINITY);
    if (selftest_report(sum, "known answer", known->name, is_known(known, &got)))
        return;
    if (got.status != GRAZE_OK)
        printf("      %s\n", graze_status_message(got.status));
    show_answers("expected", known->verdict, known->conflict, &known->nearest);
    show_answers("computed", got.verdict, got.conflict, &got.nearest);
}

/* ---- known encounters of trajectories ------------------------------------------------ */

typedef struct merged_list {
    size_t count;
    graze_meeting items[KNOWN_MEETINGS_MAX];
} merged_list;

static bool take_merged(void *context, const graze_meeting *meeting)
{
    merged_list *list = context;
    if (list->count < KNOWN_MEETINGS_MAX)
        list->items[list->count] = *meeting;
    list->count++;
    return true;
}

static graze_status build_path(const known_path *path, graze_motion *motions,
                               graze_trajectory *trajectory)
{
    graze_vector places[KNOWN_ROWS_MAX] = {{0, 0, 0}};
    for (size_t i = 0; i < path->rows; i++)
        places[i].x = path->x[i];
    *trajectory = (graze_trajectory){.motions = motions};
    return graze_trajectory_from_waypoints(path->rows, path->times, places, path->at_end, motions,
                                           &trajectory->count, NULL);
}

static bool is_known_meeting(const known_meeting *known, const graze_meeting *got)
{
    return got->verdict == known->verdict && same_interval(got->when, known->when) &&
           got->depth == known->depth && got->time == known->time;
}

static bool meets_as_known(const known_encounter *known)
{
    graze_motion motions_a[KNOWN_ROWS_MAX], motions_b[KNOWN_ROWS_MAX];
    graze_trajectory a, b;
    graze_body body_a = {.radius = known->a.radius}, body_b = {.radius = known->b.radius};
    merged_list got = {0};
    if (build_path(&known->a, motions_a, &a) != GRAZE_OK ||
        build_path(&known->b, motions_b, &b) != GRAZE_OK)
        return false;
    if (graze_trajectory_meetings(&body_a, &a, &body_b, &b, known->tolerance, NULL, take_merged,
                                  &got) != GRAZE_OK ||
        got.count != known->count)
        return false;
    for (size_t i = 0; i < known->count; i++)
        if (!is_known_meeting(&known->merged[i], &got.items[i]))
            return false;
    return true;
}

/* ---- properties ---------------------------------------------------------------------- */

enum { PROPERTY_ROUNDS = 2000 };

/* A small generator of our own, so that every machine asks the same questions
 * (splitmix64; source: G. Steele, D. Lea, C. Flood, "Fast splittable
 * pseudorandom number generators", 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Quarters from -range to range: coarse, so that many pairs touch exactly. */
static double next_quarter(uint64_t *state, int range)
{
    return (double)((int64_t)(next_random(state) % (uint64_t)(8 * range + 1)) - 4 * range) / 4;
}

graze_vector selftest_next_vector(uint64_t *state, int range)
{
    double x = next_quarter(state, range), y = next_quarter(state, range);
    return (graze_vector){x, y, 0};
}

static graze_motion next_motion(uint64_t *state)
{
    graze_motion motion = {0};
    graze_vector from = selftest_next_vector(state, 4), second = selftest_next_vector(state, 2);
    double start = next_quarter(state, 2), duration = next_quarter(state, 2) + 3;
    if (next_random(state) % 2 == 0)
        graze_motion_kinematic(from, second, (graze_vector){0, 0, 0}, start, duration, &motion);
    else
        graze_motion_waypoint(from, second, start, start + duration, &motion);
    return motion;
}

question selftest_next_question(uint64_t *state)
{
    question asked = {.a = next_motion(state), .b = next_motion(state)};
    asked.body_a.radius = next_quarter(state, 1) + 1;
    asked.body_b.radius = next_quarter(state, 1) + 1;
    asked.tolerance = next_random(state) % 2 == 0 ? 0 : 0.25;
    return asked;
}

static bool swapping_changes_nothing(const question *asked, const answers *got)
{
    question other = *asked;
    other.body_a = asked->body_b;
    other.body_b = asked->body_a;
    other.a = asked->b;
    other.b = asked->a;
    answers swapped = ask(&other);
    return same_answers(got, &swapped);
}

static graze_vector scaled(graze_vector vector, double factor)
{
    return (graze_vector){vector.x * factor, vector.y * factor, vector.z * factor};
}

static void scale_motion(graze_motion *motion, double factor)
{
    motion->position = scaled(motion->position, factor);
    if (motion->form == GRAZE_WAYPOINT)
        motion->to = scaled(motion->to, factor);
    else
        motion->velocity = scaled(motion->velocity, factor);
}

static bool scaling_keeps_times(const question *asked, const answers *got)
{
    const double factor = 0x1p40;
    question larger = *asked;
    scale_motion(&larger.a, factor);
    scale_motion(&larger.b, factor);
    larger.body_a.radius *= factor;
    larger.body_b.radius *= factor;
    larger.tolerance *= factor;
    answers grown = ask(&larger);
    grown.nearest.distance /= factor;
    grown.nearest.depth /= factor;
    return same_answers(got, &grown);
}

/* Ends are rounded anew by a shift; all the rest stays. */
static bool shifting_keeps_decisions(const question *asked, const answers *got)
{
    question later = *asked;
    later.a.start += 0x1p30;
    later.b.start += 0x1p30;
    answers shifted = ask(&later);
    shifted.conflict = got->conflict;
    shifted.nearest.time = got->nearest.time;
    return same_answers(got, &shifted);
}

static bool questions_agree(const question *asked, const answers *got)
{
    (void)asked;
    return coherent(got);
}

static const struct {
    const char *name;
    bool (*holds)(const question *asked, const answers *got);
} properties[] = {
    {"decision, verdict and interval agree", questions_agree},
    {"swapping the agents changes nothing", swapping_changes_nothing},
    {"scaling all lengths keeps the times", scaling_keeps_times},
    {"shifting all starts keeps the decisions", shifting_keeps_decisions},
};

/* Counts each property once; every verdict must have come up on the way. */
static void check_properties(tally *sum)
{
    enum { PROPERTIES = sizeof properties / sizeof properties[0] };
    bool holds[PROPERTIES] = {true, true, true, true};
    bool seen[GRAZE_CONFLICT + 1] = {false};
    uint64_t state = 20190826;
    for (int round = 0; round < PROPERTY_ROUNDS; round++) {
        question asked = selftest_next_question(&state);
        answers got = ask(&asked);
        if (got.status == GRAZE_OK)
            seen[got.verdict] = true;
        for (int i = 0; i < PROPERTIES; i++)
            holds[i] = properties[i].holds(&asked, &got) && holds[i];
    }
    for (int i = 0; i < PROPERTIES; i++)
        selftest_report(sum, "property", properties[i].name, holds[i]);
    selftest_report(sum, "property", "all verdicts came up",
                    seen[GRAZE_CLEAR] && seen[GRAZE_TOUCH] && seen[GRAZE_GRAZE] &&
                        seen[GRAZE_CONFLICT]);
}

/* ---- can it fail? --------------------------------------------------------------------- */

static double spoiled(double value)
{
    return nextafter(value, INFINITY);
}

/* Every kind of wrong answer to the first known case must be noticed. */
static void check_itself(tally *sum)
{
    const known_case *known = &known_cases[0];
    question asked;
    answers right = {.status = selftest_build(known, &asked)};
    if (right.status == GRAZE_OK)
        right = ask(&asked);
    answers wrong[8];
    for (int i = 0; i < 8; i++)
        wrong[i] = right;
    wrong[0].exists = !right.exists;
    wrong[1].exists_prepared = !right.exists_prepared;
    wrong[2].verdict = right.verdict == GRAZE_GRAZE ? GRAZE_TOUCH : GRAZE_GRAZE;
    wrong[3].conflict.lower = spoiled(right.conflict.lower);
    wrong[4].conflict.upper = spoiled(right.conflict.upper);
    wrong[5].nearest.distance = spoiled(right.nearest.distance);
    wrong[6].nearest.depth = spoiled(right.nearest.depth);
    wrong[7].nearest.time = spoiled(right.nearest.time);
    static const char *const names[8] = {
        "a wrong decision is noticed",       "a wrong fast decision is noticed",
        "a wrong verdict is noticed",        "a wrong lower end is noticed",
        "a wrong upper end is noticed",      "a wrong distance is noticed",
        "a wrong greatest depth is noticed", "a wrong time is noticed",
    };
    selftest_report(sum, "self-test", "a right answer is known", is_known(known, &right));
    for (int i = 0; i < 8; i++)
        selftest_report(sum, "self-test", names[i], !is_known(known, &wrong[i]));
}

/* ---- the command ------------------------------------------------------------------ */

static const char notes[] =
    "A fault is printed with what was expected, in hex floats. --inject spoils one answer by one\n"
    "ulp, to show that a fault is found.\n"
    "\n"
    "exit status: 0 this build computes right; 70 it does not; 2 bad usage\n";

int cli_selftest(int argc, char **argv)
{
    tally sum = {0};
    starts memory;
    bool inject = false;
    const option_rule rules[] = {
        {"verbose", 'v', OPTION_FLAG, NULL, &sum.verbose, NULL, "print what passes too"},
        {"inject", 0, OPTION_FLAG, NULL, &inject, NULL,
         "make one answer wrong; the test must fail"},
        OPTIONS_END,
    };
    const command_help help = {"selftest [options]",
                               "Proves in a moment that this build computes right.", rules, notes};
    int first = 0;
    int status = options_parse(&help, argc, argv, &first);
    if (status != OPTIONS_GO_ON)
        return status;
    if (first < argc)
        return options_refuse("selftest", NULL, "it takes no operands: '%s'", argv[first]);

    if (!starts_open(&memory))
        return cli_memory();
    printf("graze %s, compiled with %s\n", graze_version(), compiler);
    check_arithmetic(&sum);
    for (size_t i = 0; i < known_case_count; i++)
        check_known(&sum, &known_cases[i], inject && i == 0);
    for (size_t i = 0; i < known_encounter_count; i++)
        selftest_report(&sum, "trajectories", known_encounters[i].name,
                        meets_as_known(&known_encounters[i]));
    check_properties(&sum);
    check_itself(&sum);
    selftest_intervals(&sum, &memory);
    starts_close(&memory);
    printf("%d passed, %d failed\n", sum.passed, sum.failed);
    return sum.failed == 0 ? CLI_DONE : CLI_BUG;
}
