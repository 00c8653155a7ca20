/* SPDX-License-Identifier: MIT */
/* The whole driver within this process: what it calls is refused once, at each place from which
 * it calls (faults/wrapped.h). It then says so, with the exit status that belongs to it, and leaves
 * nothing half done. */
#include <graze.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults/driver.h"
#include "faults/scenario.h"
#include "faults/wrapped.h"
#include "support/run.h"

enum { PLACES_MAX = 8192, SHOWN_MAX = 20, SHARE = 5 };

/* clang-format off */
/* Beside those of scenario.c, to reach more places. */
static const scenario more[] = {
    {"a check of everything",
     {"check", "--bodies", "shapes.csv", "--all", "--format", "table", "--obstacles", "posts.csv",
      "--max-speed", "1", "--max-acceleration", "0.5", "--scenario", "starts.csv", "--map",
      "grid.csv", "-j", "1", "-v", "walks.csv"}, {NULL}, NULL, NULL, false},
    {"a check of everything into a database",
     {"check", "--bodies", "shapes.csv", "--all", "--hex", "--obstacles", "posts.csv", "--slack",
      "--max-speed", "1", "--max-acceleration", "0.5", "--scenario", "starts.csv", "--map",
      "grid.csv", "-j", "1", "-o", "made.db", "walks.csv"},
     {"check", "--radius", "0.3", "-q", "-o", "made.db", "walks.csv"}, NULL, "made.db", false},
    {"a check along roads",
     {"check", "--map", "roads.csv", "--edges", "edges.csv", "--scenario", "tasks.csv", "--radius",
      "0.4", "--first", "--format", "jsonl", "-j", "1", "ways.csv"}, {NULL}, NULL, NULL, false},
    {"a check of ramps into a database",
     {"check", "--radius", "0.4", "--unsafe-starts", "--slack", "-o", "made.db", "-j", "1",
      "ramps.csv"}, {"check", "--radius", "0.3", "-q", "-o", "made.db", "walks.csv"}, NULL,
     "made.db", false},
    {"a check in blocks",
     {"check", "--radius", "0.4", "--split-plan", "3", "--all", "-v", "-j", "1", "plan.csv"},
     {NULL}, NULL, NULL, false},
    {"a check in blocks into a database",
     {"check", "--bodies", "shapes.csv", "--split-plan", "2", "-j", "1", "-o", "made.db",
      "walks.csv"}, {"check", "--radius", "0.3", "-q", "-o", "made.db", "walks.csv"}, NULL,
     "made.db", false},
    {"a check with a filter",
     {"check", "--radius", "0.4", "--index", "none", "--filter", "bvh", "-j", "1", "plan.csv"},
     {NULL}, NULL, NULL, false},
    {"conflicts of pairs",
     {"pairs", "-o", "made.csv", "pairs.csv"}, {NULL}, "made.csv", NULL, false},
    {"clearances of pairs",
     {"pairs", "--what", "clearance", "--format", "jsonl", "pairs.csv"}, {NULL}, NULL, NULL,
     false},
    {"verdicts of pairs", {"pairs", "--what", "verdict", "pairs.csv"}, {NULL}, NULL, NULL, false},
    {"speeds of pairs", {"pairs", "--what", "unsafe-speeds", "pairs.csv"}, {NULL}, NULL, NULL,
     false},
    {"a plot of a distance",
     {"plot", "distance", "plan.csv", "a=0", "b=1", "--radius", "0.4", "-j", "1", "-o",
      "made.svg"}, {NULL}, "made.svg", NULL, false},
    {"a plot of a diagram",
     {"plot", "diagram", "ramps.csv", "a=0", "b=1", "--radius", "0.4", "-j", "1", "-o",
      "made.svg"}, {NULL}, "made.svg", NULL, false},
    {"a page of a diagram",
     {"plot", "diagram", "pairs.csv", "-o", "made.pdf"}, {NULL}, "made.pdf", NULL, false},
    {"a plot of a map",
     {"plot", "map", "walks.csv", "--bodies", "shapes.csv", "--map", "grid.csv", "--obstacles",
      "posts.csv", "-j", "1", "-o", "made.svg"}, {NULL}, "made.svg", NULL, false},
    {"a plot of a database",
     {"plot", "map", "old.db", "a=0", "b=1", "-o", "made.svg"},
     {"check", "--bodies", "shapes.csv", "-q", "--obstacles", "posts.csv", "--map", "grid.csv",
      "--slack", "-o", "old.db", "walks.csv"}, "made.svg", "old.db", true},
    {"a plot of a crowd",
     {"plot", "map", "crowd.csv", "--radius", "0.1", "-j", "1", "-o", "made.svg"}, {NULL},
     "made.svg", NULL, false},
    {"a plot of a prism",
     {"plot", "prism", "plan.csv", "--radius", "0.4", "-j", "1", "-o", "made.svg"}, {NULL},
     "made.svg", NULL, false},
    {"a plot of depths",
     {"plot", "depths", "plan.csv", "--radius", "0.4", "-j", "1", "-o", "made.svg"}, {NULL},
     "made.svg", NULL, false},
    {"a page of a plan",
     {"replay", "walks.csv", "--bodies", "shapes.csv", "--delays", "all", "--slack", "yes",
      "--map", "grid.csv", "--obstacles", "posts.csv", "-j", "1", "-o", "made.html"}, {NULL},
     "made.html", NULL, false},
    {"a page of those that meet",
     {"replay", "plan.csv", "--radius", "0.4", "--delays", "met", "-j", "1", "-o", "made.html"},
     {NULL}, "made.html", NULL, false},
    {"depths as PNG",
     {"plot", "depths", "walks.csv", "--radius", "0.5", "-o", "made.png"}, {NULL}, "made.png",
     NULL, false},
    {"a film",
     {"replay", "walks.csv", "--film", "made.gif", "--speed", "20", "--radius", "0.5", "-j", "1"},
     {NULL}, "made.gif", NULL, false},
    {"a better plan",
     {"solve", "--map", "grid.csv", "--scenario", "sizes.csv", "--method", "lns", "--node-limit",
      "3", "-j", "1", "-o", "made.db"},
     {"check", "--radius", "0.3", "-q", "-o", "made.db", "walks.csv"}, NULL, "made.db", false},
    {"a plan for one",
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--radius", "0.3", "--method",
      "sipp", "--given", "walks.csv", "--format", "table", "-j", "1"}, {NULL}, NULL, NULL, false},
    {"a plan along roads",
     {"solve", "--map", "roads.csv", "--edges", "edges.csv", "--scenario", "tasks.csv",
      "--radius", "0.3", "-j", "1"}, {NULL}, NULL, NULL, false},
    {"a lifelong run",
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--radius", "0.3", "--tasks",
      "goals.csv", "--node-limit", "5", "-j", "1", "-o", "made.db"}, {NULL}, NULL, "made.db",
     false},
    {"drawn goals",
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--radius", "0.3",
      "--tasks-per-agent", "2", "--replan", "3", "-j", "1"}, {NULL}, NULL, NULL, false},
    {"no plan",
     {"solve", "--map", "grid.csv", "--scenario", "clash.csv", "--radius", "0.3", "-o",
      "made.db"}, {NULL}, NULL, "made.db", false},
    {"a plan that is driven",
     {"retime", "--radius", "0.3", "--max-speed", "1", "--max-acceleration", "1", "--slack", "0.1",
      "-j", "1", "-o", "made.csv", "steps.csv"}, {NULL}, "made.csv", NULL, false},
    {"a plan that is driven among corners",
     {"retime", "--bodies", "shapes.csv", "--max-speed", "1", "--max-acceleration", "1", "--map",
      "grid.csv", "-j", "1", "steps.csv"}, {NULL}, NULL, NULL, false},
    {"robots that are driven",
     {"retime", "--robots", "fleet.csv", "-j", "1", "-o", "made.csv", "steps.csv"}, {NULL},
     "made.csv", NULL, false},
    {"robots that turn",
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--robots", "robots.csv",
      "--acceleration", "1", "--method", "prioritised", "--write-bodies", "made.csv", "-j", "1"},
     {NULL}, "made.csv", NULL, false},
    {"a batch",
     {"batch", "job.csv", "-j", "1", "-t", "60", "--memory-limit", "4096", "-o", "made.db"},
     {NULL}, NULL, "made.db", false},
    {"a batch that goes on",
     {"batch", "jobs.csv", "-j", "1", "--stop-at-failure", "-q", "-o", "made.db"},
     {"batch", "jobs.csv", "--stop-at-failure", "-q", "-o", "made.db"}, NULL, "made.db", false},
    {"a batch of patterns",
     {"batch", "--maps", "gri?.csv", "--scenarios", "tas?.csv", "--agents", "1", "--radius",
      "0.3", "-j", "1", "-q", "-o", "made.db"}, {NULL}, NULL, "made.db", false},
    {"a batch of nothing", {"batch", "none.csv", "--retry-failed", "-o", "made.db"}, {NULL}, NULL,
     "made.db", false},
    {"a merge", {"merge", "old.db", "-o", "made.db"},
     {"batch", "jobs.csv", "-q", "-o", "old.db"}, "made.db", "old.db", true},
    {"a merge of what is there", {"merge", "old.db", "old.db", "-q", "-o", "made.db"},
     {"batch", "jobs.csv", "-q", "-o", "old.db"}, "made.db", "old.db", true},
    {"a plot of success", {"plot", "success", "old.db", "-o", "made.svg"},
     {"batch", "jobs.csv", "-q", "-o", "old.db"}, "made.svg", "old.db", true},
    {"a plot of costs", {"plot", "costs", "old.db", "--title", "all", "-o", "made.svg"},
     {"batch", "jobs.csv", "-q", "-o", "old.db"}, "made.svg", "old.db", true},
    {"a plot of a search", {"plot", "anytime", "old.db", "-o", "made.svg"},
     {"solve", "--map", "grid.csv", "--scenario", "task.csv", "--radius", "0.3", "-q", "-o",
      "old.db"}, "made.svg", "old.db", true},
    {"a question about jobs", {"query", "old.db", "jobs"},
     {"batch", "jobs.csv", "-q", "-o", "old.db"}, NULL, "old.db", true},
    {"a map", {"convert", "grid.csv", "made.xml"}, {NULL}, "made.xml", NULL, false},
    {"a roadmap",
     {"convert", "--edges", "edges.csv", "--drop", "roads.csv", "made.graphml"}, {NULL},
     "made.graphml", NULL, false},
    {"a roadmap in two",
     {"convert", "--edges", "edges.csv", "--edges-output", "-", "roads.csv", "made.csv"}, {NULL},
     "made.csv", NULL, false},
    {"a scenario",
     {"convert", "--map", "grid.csv", "task.csv", "made.xml", "--radius", "0.3", "--drop"},
     {NULL}, "made.xml", NULL, false},
    {"a log", {"convert", "--to", "motions", "made.xml", "-"},
     {"convert", "--to", "log", "walks.csv", "made.xml"}, "made.xml", NULL, false},
    {"a map in XML", {"convert", "--to", "movingai", "made.xml", "-"},
     {"convert", "grid.csv", "made.xml"}, "made.xml", NULL, false},
    {"a map in letters", {"convert", "--to", "grid", "made.map", "-"},
     {"convert", "grid.csv", "made.map"}, "made.map", NULL, false},
    {"roads in GraphML", {"convert", "--to", "graphml", "made.graphml", "-"},
     {"convert", "--edges", "edges.csv", "--drop", "roads.csv", "made.graphml"}, "made.graphml",
     NULL, false},
    {"tasks in XML", {"convert", "--map", "grid.csv", "--to", "scen", "--drop", "made.xml", "-"},
     {"convert", "--map", "grid.csv", "task.csv", "made.xml", "--radius", "0.3", "--drop"},
     "made.xml", NULL, false},
    {"tasks in rows", {"convert", "--map", "grid.csv", "--to", "scenario", "made.scen", "-"},
     {"convert", "--map", "grid.csv", "--drop", "task.csv", "made.scen"}, "made.scen", NULL, false},
    {"paths of MAPF-LNS2", {"convert", "--to", "waypoints", "paths.txt", "-"}, {NULL}, NULL, NULL,
     false},
    {"paths for MAPF-LNS2", {"convert", "--to", "lns-paths", "steps.csv", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan of LaCAM", {"convert", "--to", "waypoints", "lacam.txt", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan for LaCAM", {"convert", "--to", "lacam", "steps.csv", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan of PlanViz", {"convert", "--to", "waypoints", "made.json", "-"},
     {"convert", "--to", "lorr", "steps.csv", "made.json"}, "made.json", NULL, false},
    {"a plan for PlanViz", {"convert", "--to", "lorr", "steps.csv", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan of RVO2", {"convert", "--to", "waypoints", "rvo.txt", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan in YAML", {"convert", "--to", "waypoints", "plan.yaml", "-"}, {NULL}, NULL, NULL,
     false},
    {"a plan in columns of its own",
     {"convert", "--to", "waypoints", "--columns", "time=when,agent=who,x=east,y=north",
      "table.csv", "-"}, {NULL}, NULL, NULL, false},
    {"a check among polygons",
     {"check", "--radius", "0.3", "--obstacles", "yard.wkt", "-j", "1", "walks.csv"}, {NULL}, NULL,
     NULL, false},
    {"a check among points",
     {"check", "--radius", "0.3", "--obstacles", "cloud.pcd", "--obstacle-radius", "0.5", "-j",
      "1", "walks.csv"}, {NULL}, NULL, NULL, false},
    {"a check of bodies that turn",
     {"check", "--bodies", "named.csv", "-j", "1", "-o", "made.db", "turns.csv"},
     {"check", "--radius", "0.3", "-q", "-o", "made.db", "walks.csv"}, NULL, "made.db", false},
    {"a page of bodies that turn",
     {"replay", "old.db", "-o", "made.html"},
     {"check", "--bodies", "named.csv", "-q", "-o", "old.db", "turns.csv"}, "made.html", "old.db",
     true},
    {"the questions", {"query", "old.db"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "walks.csv"}, NULL, "old.db", true},
    {"a question in SQL", {"query", "--sql", "deepest", "-o", "made.sql"}, {NULL}, "made.sql",
     NULL, false},
    {"SQL with parameters",
     {"query", "old.db", "SELECT :x, :y, :z, x'00ff', NULL, 1.5, label FROM agent", "x=1",
      "y=2.5", "z=t", "--format", "jsonl"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "walks.csv"}, NULL, "old.db", true},
    {"a question about an agent", {"query", "old.db", "who", "agent=1"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "plan.csv"}, NULL, "old.db", true},
    {"a question without an answer", {"query", "old.db", "slack", "plan=1"},
     {"check", "--radius", "0.4", "-q", "-o", "old.db", "walks.csv"}, NULL, "old.db", true},
    {"help", {"help", "query"}, {NULL}, NULL, NULL, false},
    {"completions", {"--help=bash"}, {NULL}, NULL, NULL, false},
};
/* clang-format on */

static wrapped_place tried[PLACES_MAX];
static size_t tried_count;

static bool is_new(const wrapped_place *place)
{
    for (size_t i = 0; i < tried_count; i++)
        if (tried[i].key == place->key && tried[i].call == place->call)
            return false;
    if (tried_count < PLACES_MAX)
        tried[tried_count++] = *place;
    return true;
}

/* ---- what a refusal may lead to ------------------------------------------------------------- */

static const int answers_of_library[] = {GRAZE_ERROR_NOT_FINITE, GRAZE_ERROR_MEMORY,
                                         GRAZE_ERROR_WORKSPACE};
static const int answers_of_database[] = {SQLITE_NOMEM, SQLITE_IOERR};

/* The answers that a call may refuse with; how many. */
static size_t answers_of(const wrapped_place *place, const int **answers)
{
    static const size_t counts[] = {[WRAPPED_MEMORY] = 1,     [WRAPPED_LIBRARY] = 3,
                                    [WRAPPED_STRUCTURE] = 2,  [WRAPPED_ARITHMETIC] = 1,
                                    [WRAPPED_DATABASE] = 1,   [WRAPPED_SYSTEM] = 1,
                                    [WRAPPED_SIGNAL] = 1};
    *answers = answers_of_library;
    if (place->kind == WRAPPED_DATABASE) /* one or the other */
        *answers = answers_of_database + tried_count / SHARE % 2;
    return counts[place->kind];
}

static scenario_licence licence_of(const wrapped_place *place, int answer)
{
    static const scenario_licence licences[] = {
        [WRAPPED_MEMORY] = {.status = 5, .other_status = 5},
        [WRAPPED_LIBRARY] = {.status = 2, .other_status = 70},
        [WRAPPED_STRUCTURE] = {.status = 2, .other_status = 70},
        [WRAPPED_ARITHMETIC] = {.status = 2, .other_status = 70},
        [WRAPPED_DATABASE] = {.status = 4, .other_status = 5},
        [WRAPPED_SYSTEM] = {.status = 4, .other_status = 5, .part_of_output = true},
        [WRAPPED_SIGNAL] = {.status = 143, .other_status = 143, .in_silence = true,
                            .part_of_output = true},
    };
    scenario_licence licence = licences[place->kind];
    bool of_library = licence.other_status == 70;
    if (of_library && answer != GRAZE_ERROR_NOT_FINITE)
        licence.status = 5;
    if (of_library && answer == GRAZE_ERROR_MEMORY)
        licence.other_status = 5;
    if (strncmp(place->call, "dl", 2) == 0) /* cairo: a picture in another form can be had */
        licence.other_status = 2;
    /* what cannot be placed is left out of a picture */
    licence.another_answer = strcmp(place->call, "graze_motion_place") == 0;
    return licence;
}

/* ---- refusing ------------------------------------------------------------------------------- */

static void show(const scenario *of, const wrapped_place *place, int answer, const char *fault)
{
    char *text = driver_messages();
    printf("\n  %s, %s with %d: %s\n%s", of->name, place->call, answer, fault,
           text != NULL ? text : "");
    free(text);
}

/* What certain commands may do beside. */
static void widen(scenario_licence *licence, const scenario *of, const wrapped_place *place,
                  int answer)
{
    bool is_batch = strcmp(of->arguments[0], "batch") == 0;
    licence->part_of_output |= of->arguments[0][0] == '-'; /* help is printed as it comes */
    /* a plan that is not as long, or not as good */
    licence->another_answer |=
        place->kind == WRAPPED_SIGNAL && strcmp(of->arguments[0], "solve") == 0;
    if (is_batch && place->kind == WRAPPED_DATABASE) { /* a job without a result has failed */
        licence->status = answer == SQLITE_NOMEM ? 5 : 4;
        licence->other_status = 1;
    }
}

static void refuse(const scenario *of, const wrapped_place *place, int answer, int *shown)
{
    scenario_licence licence = licence_of(place, answer);
    widen(&licence, of, place, answer);
    scenario_set_up(of);
    wrapped_refuse(place, answer);
    int status = driver_run_within(wrapped_main, of->arguments);
    wrapped_end();
    const char *fault = scenario_fault(of, status, &licence);
    if (fault == NULL)
        return;
    if ((*shown)++ < SHOWN_MAX)
        show(of, place, answer, fault);
    CU_FAIL("not sound");
}

/* Runs it once to see from where it calls; how many places that are. */
static size_t learn(const scenario *of, wrapped_place *places)
{
    static const scenario_licence none = {.status = -1, .other_status = -1};
    const char *fault = "cannot be run at all";
    if (scenario_learn(of)) {
        scenario_set_up(of);
        wrapped_learn();
        int status = driver_run_within(wrapped_main, of->arguments);
        wrapped_end();
        fault = scenario_fault(of, status, &none);
    }
    if (fault == NULL)
        return wrapped_places(places, PLACES_MAX);
    show(of, &(wrapped_place){.call = "nothing"}, 0, fault);
    CU_FAIL("no run to be disturbed");
    return 0;
}

/* Elsewhere a signal ends the process at once. */
static bool waits_for_signals(const scenario *of)
{
    static const char *const waiting[] = {"check", "solve", "batch", "merge"};
    for (size_t i = 0; i < sizeof waiting / sizeof waiting[0]; i++)
        if (strcmp(of->arguments[0], waiting[i]) == 0)
            return true;
    return false;
}

static void refuse_all(const scenario *of, int *shown)
{
    static wrapped_place places[PLACES_MAX];
    const bool again = support_rounds(0, 2, 2) > 1; /* what another command has tried as well */
    const bool all = support_rounds(0, 2, 2) > 0;   /* else one place of SHARE */
    size_t count = learn(of, places);
    for (size_t i = 0; i < count; i++) {
        const int *answers;
        if ((!is_new(&places[i]) && !again) || (!all && tried_count % SHARE != 0) ||
            (places[i].kind == WRAPPED_SIGNAL && !waits_for_signals(of)))
            continue;
        size_t answer_count = answers_of(&places[i], &answers);
        for (size_t k = 0; k < answer_count; k++)
            refuse(of, &places[i], answers[k], shown);
    }
}

static void wherever_a_call_is_refused_that_is_told_and_nothing_is_left_half_done(void)
{
    int shown = 0;
    if (driver_cannot_fail("malloc") != NULL) {
        support_skip("%s", driver_cannot_fail("malloc"));
        return;
    }
    CU_ASSERT_TRUE_FATAL(wrapped_begin());
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) /* they are quicker */
        refuse_all(&more[i], &shown);
    for (size_t i = 0; i < scenario_count; i++)
        refuse_all(&scenarios[i], &shown);
    CU_ASSERT_TRUE(tried_count > 500);
}

/* ---- the self-test -------------------------------------------------------------------------- */

static const scenario itself = {"a test of itself", {"selftest"}, {NULL}, NULL, NULL, false};

/* Does it end with 70, or in another way that is allowed, and say what failed? */
static void lie(const wrapped_place *place, int answer, int other_status)
{
    size_t size;
    wrapped_refuse(place, answer);
    int status = driver_run_within(wrapped_main, itself.arguments);
    wrapped_end();
    char *text = driver_output(&size);
    bool told = status == 5 || (text != NULL && strstr(text, "FAIL") != NULL);
    bool ended = status == 70 || status == other_status;
    if (!ended || !told)
        show(&itself, place, answer, "not noticed");
    CU_ASSERT_TRUE(ended);
    CU_ASSERT_TRUE(told);
    free(text);
}

static void the_self_test_notices_each_question_that_fails_or_lies(void)
{
    static wrapped_place places[PLACES_MAX];
    size_t asked = 0;
    if (driver_cannot_fail("malloc") != NULL) {
        support_skip("%s", driver_cannot_fail("malloc"));
        return;
    }
    CU_ASSERT_TRUE_FATAL(wrapped_begin());
    size_t count = learn(&itself, places);
    for (size_t i = 0; i < count; i++) {
        bool lies = strncmp(places[i].call, "graze_conflict", 14) == 0 ||
                    strncmp(places[i].call, "graze_unsafe", 12) == 0;
        if (places[i].kind == WRAPPED_LIBRARY && (!lies || support_rounds(0, 1, 1) > 0))
            lie(&places[i], GRAZE_ERROR_NOT_FINITE, 70);
        if (places[i].kind == WRAPPED_LIBRARY && lies)
            lie(&places[i], WRAPPED_LIE, 70);
        if (places[i].kind == WRAPPED_MEMORY)
            lie(&places[i], 0, 5);
        asked += places[i].kind == WRAPPED_LIBRARY;
    }
    CU_ASSERT_TRUE(asked > 20);
}

CU_TestInfo place_tests[] = {
    SUPPORT_TEST(the_self_test_notices_each_question_that_fails_or_lies),
    SUPPORT_TEST(wherever_a_call_is_refused_that_is_told_and_nothing_is_left_half_done),
    CU_TEST_INFO_NULL,
};
