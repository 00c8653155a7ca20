/* SPDX-License-Identifier: MIT */
/* A signal at any moment: kill -9, those that ask to end, and a reader that goes away. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "faults/driver.h"
#include "faults/scenario.h"
#include "support/run.h"

static bool can_run(void)
{
    if (getenv("GRAZE") != NULL)
        return true;
    support_skip("GRAZE names no program");
    return false;
}

static void sleep_for(double length)
{
    struct timespec time = {(time_t)length, (long)((length - (double)(time_t)length) * 1e9)};
    nanosleep(&time, NULL);
}

/* One run that gets the signal after a random part of the time that an undisturbed one takes. True
 * when it was ended by it. */
static bool disturb(const scenario *of, int signal, const scenario_licence *licence)
{
    scenario_set_up(of);
    double wait = scenario_length() * (rand() % 1100) / 1000;
    pid_t child = driver_start(of->arguments);
    sleep_for(wait);
    kill(child, signal);
    int status = driver_wait(child);
    const char *found = scenario_fault(of, status, licence);
    if (found != NULL) {
        printf("\n  %s, signal %d after %.6f s: %s", of->name, signal, wait, found);
        CU_FAIL("not sound");
    }
    return status == licence->status;
}

static size_t disturb_often(const char *name, int signal, size_t rounds,
                            const scenario_licence *licence)
{
    const scenario *of = scenario_named(name);
    size_t ended = 0;
    CU_ASSERT_TRUE_FATAL(scenario_learn(of));
    for (size_t i = 0; i < rounds; i++)
        ended += disturb(of, signal, licence);
    return ended;
}

/* ---- kill -9 ----------------------------------------------------------------------------- */

/* What nobody can remove stays: a journal, which the next one rolls back; a file on its way. */
static void kill_often(const char *name)
{
    const scenario_licence licence = {-SIGKILL, -SIGKILL, .in_silence = true,
                                      .part_of_output = true, .leaves_files = true};
    if (!can_run())
        return;
    srand(11);
    size_t ended = disturb_often(name, SIGKILL, support_rounds(10, 1000, 1000), &licence);
    CU_ASSERT_TRUE(ended > 0);
}

static void a_check_that_is_killed_leaves_nothing_half_done(void)
{
    kill_often("a check into a new database");
    kill_often("a check into an old database");
}

static void a_resumed_check_that_is_killed_leaves_nothing_half_done(void)
{
    kill_often("a check that is resumed");
}

static void a_search_that_is_killed_leaves_nothing_half_done(void)
{
    kill_often("a search for a plan");
}

static void a_conversion_that_is_killed_leaves_nothing_half_done(void)
{
    kill_often("a conversion");
    kill_often("a conversion over a file");
}

/* ---- signals that ask -------------------------------------------------------------------- */

static void a_command_that_is_asked_to_end_leaves_nothing_behind(void)
{
    static const int asked[] = {SIGINT, SIGTERM, SIGHUP};
    static const char *const names[] = {"a check",
                                        "a check into a new database",
                                        "a check into an old database",
                                        "a check that is resumed",
                                        "a search for a plan",
                                        "a conversion",
                                        "a conversion over a file",
                                        "an export",
                                        "a page"};
    if (!can_run())
        return;
    srand(12);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            /* before the handler is there, the signal itself ends it */
            const scenario_licence licence = {128 + asked[i], -asked[i], .in_silence = true,
                                              .part_of_output = true};
            disturb_often(names[k], asked[i], support_rounds(1, 60, 60), &licence);
        }
}

/* ---- at any system call -------------------------------------------------------------------- */

/* Times are chance; this finds the gap between the making of a file and the note of its name. */
static void signal_at_calls(const scenario *of, int signal, const scenario_licence *licence)
{
    CU_ASSERT_TRUE_FATAL(scenario_learn(of));
    scenario_set_up(of);
    long total = driver_count("any", of->arguments);
    long step = total / (long)support_rounds(4, 150, 2000) + 1;
    for (long at = 1; at <= total; at += step) {
        const driver_fault fault = {.call = "any", .at = at, .signal = signal};
        scenario_set_up(of);
        const char *found = scenario_fault(of, driver_run(&fault, of->arguments), licence);
        if (found == NULL)
            continue;
        printf("\n  %s, signal %d at system call %ld: %s", of->name, signal, at, found);
        CU_FAIL("not sound");
    }
}

static void a_signal_at_any_system_call_leaves_nothing_half_done(void)
{
    const scenario_licence killed = {-SIGKILL, -SIGKILL, .in_silence = true,
                                     .part_of_output = true, .leaves_files = true};
    const scenario_licence asked = {128 + SIGTERM, -SIGTERM, .in_silence = true,
                                    .part_of_output = true};
    const char *reason = driver_cannot_fail("any");
    if (reason != NULL) {
        support_skip("%s", reason);
        return;
    }
    for (size_t i = 0; i < scenario_count; i++) {
        signal_at_calls(&scenarios[i], SIGKILL, &killed);
        signal_at_calls(&scenarios[i], SIGTERM, &asked);
    }
}

/* ---- a reader that goes away ----------------------------------------------------------------- */

/* The database is whole by then: rows are handed over last. */
static void a_reader_that_goes_away_ends_a_command_in_silence(void)
{
    static const char *const names[] = {"a check", "a check into a new database", "a question",
                                        "a search for a plan", "a conversion from a database",
                                        "free SQL", "questions about pairs"};
    const scenario_licence licence = {4, 4, .in_silence = true};
    if (!can_run())
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const scenario *of = scenario_named(names[i]);
        CU_ASSERT_TRUE_FATAL(scenario_learn(of));
        scenario_set_up(of);
        int status = driver_run(&(driver_fault){.call = "pipe"}, of->arguments);
        const char *found = scenario_fault(of, status, &licence);
        if (found != NULL)
            printf("\n  %s: %s", of->name, found);
        CU_ASSERT_PTR_NULL(found);
        CU_ASSERT_EQUAL(status, 4);
        size_t size = 0;
        char *text = driver_messages();
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_STRING_EQUAL(text, "");
        free(text);
        text = driver_output(&size);
        CU_ASSERT_EQUAL(size, 0);
        free(text);
    }
}

CU_TestInfo signal_tests[] = {
    SUPPORT_TEST(a_reader_that_goes_away_ends_a_command_in_silence),
    SUPPORT_TEST(a_check_that_is_killed_leaves_nothing_half_done),
    SUPPORT_TEST(a_resumed_check_that_is_killed_leaves_nothing_half_done),
    SUPPORT_TEST(a_search_that_is_killed_leaves_nothing_half_done),
    SUPPORT_TEST(a_conversion_that_is_killed_leaves_nothing_half_done),
    SUPPORT_TEST(a_command_that_is_asked_to_end_leaves_nothing_behind),
    SUPPORT_TEST(a_signal_at_any_system_call_leaves_nothing_half_done),
    CU_TEST_INFO_NULL,
};
