/* SPDX-License-Identifier: MIT */
/* The n-th call of something fails, once and for ever, in every command that it can hurt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults/driver.h"
#include "faults/scenario.h"
#include "support/run.h"

enum { SHOWN_MAX = 5 };

static void make_it_fail(const scenario *of, const driver_fault *fault,
                         const scenario_licence *licence, int *shown)
{
    scenario_set_up(of);
    int status = driver_run(fault, of->arguments);
    const char *found = scenario_fault(of, status, licence);
    if (found == NULL)
        return;
    if ((*shown)++ < SHOWN_MAX)
        printf("\n  %s, %s %ld %s: %s", of->name, fault->call, fault->at,
               fault->for_ever ? "ever" : "once", found);
    CU_FAIL("not sound");
}

/* About so many of the calls of a run fail, each once and for ever. */
static void fail_in(const scenario *of, const char *call, size_t rounds,
                    const scenario_licence *licence)
{
    int shown = 0;
    bool is_room = strcmp(call, "room") == 0;
    if (!scenario_learn(of)) {
        char *text = driver_messages();
        printf("\n  %s cannot be run at all: %s", of->name, text);
        free(text);
        CU_FAIL("no run to be disturbed");
        return;
    }
    scenario_set_up(of);
    long total = driver_count(call, of->arguments), step = total / (long)rounds + 1;
    for (long at = 1; at <= total; at += step)
        for (int for_ever = is_room; for_ever <= 1; for_ever++) {
            const driver_fault fault = {call, at, for_ever, 0, at - 1};
            scenario_licence given = *licence;
            given.leaves_files = for_ever && licence->leaves_files;
            make_it_fail(of, &fault, &given, &shown);
        }
}

static void fail_in_all(const char *call, size_t rounds, const scenario_licence *licence)
{
    const char *reason = driver_cannot_fail(call);
    if (reason != NULL) {
        support_skip("%s", reason);
        return;
    }
    for (size_t i = 0; i < scenario_count; i++)
        fail_in(&scenarios[i], call, rounds, licence);
}

/* ---- memory ------------------------------------------------------------------------------ */

static void an_allocation_that_fails_is_told_and_leaves_nothing_half_done(void)
{
    fail_in_all("malloc", support_rounds(5, 300, 3000),
                &(scenario_licence){.status = 5, .other_status = 5});
}

/* ---- SQLite's file system ---------------------------------------------------------------- */

static void a_method_of_the_file_system_that_fails_is_told_and_leaves_nothing_half_done(void)
{
    static const char *const methods[] = {
        "xOpen",     "xDelete", "xAccess",   "xFullPathname", "xRead",  "xWrite",
        "xTruncate", "xSync",   "xFileSize", "xLock",         "xUnlock", "xCheckReservedLock"};
    static const char *const names[] = {"a check into a new database",
                                        "a check into an old database", "a check that is resumed",
                                        "a search for a plan", "an export", "a verification"};
    const char *reason = driver_cannot_fail("xWrite");
    if (reason != NULL) {
        support_skip("%s", reason);
        return;
    }
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            fail_in(scenario_named(names[k]), methods[i], support_rounds(1, 1000, 1000),
                    &(scenario_licence){4, 4, .leaves_files = true});
}

/* ---- system calls ------------------------------------------------------------------------ */

static void a_write_that_fails_is_told_and_leaves_nothing_half_done(void)
{
    fail_in_all("write", support_rounds(2, 200, 200),
                &(scenario_licence){4, 4, .part_of_output = true, .leaves_files = true});
}

static void a_disk_that_fills_at_any_byte_leaves_nothing_half_done(void)
{
    fail_in_all("room", support_rounds(3, 200, 1000),
                &(scenario_licence){4, 4, .part_of_output = true, .leaves_files = true});
}

static void a_wait_for_the_disk_that_fails_is_told(void)
{
    fail_in_all("fsync", support_rounds(2, 50, 50),
                &(scenario_licence){4, 4, .leaves_files = true});
}

static void a_file_that_cannot_be_opened_is_told(void)
{
    fail_in_all("create", support_rounds(2, 50, 50),
                &(scenario_licence){4, 4, .leaves_files = true});
}

static void a_file_that_cannot_be_renamed_removed_or_cut_is_told(void)
{
    static const char *const calls[] = {"rename", "unlink", "truncate"};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        fail_in_all(calls[i], support_rounds(2, 50, 50),
                    &(scenario_licence){4, 4, .leaves_files = true});
}

/* ---- faults that were found ----------------------------------------------------------------- */

static void results_that_cannot_be_held_are_told(void)
{
    static const char *const names[] = {"a check", "a search for a plan", "a question"};
    const driver_fault full = {.call = "room", .at = 1, .for_ever = true, .room = 0};
    if (driver_cannot_fail("write") != NULL) {
        support_skip("%s", driver_cannot_fail("write"));
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const scenario *of = scenario_named(names[i]);
        CU_ASSERT_TRUE_FATAL(scenario_learn(of));
        scenario_set_up(of);
        const driver_fault last = {.call = "write", .at = driver_count("write", of->arguments) - 1};
        scenario_set_up(of);
        CU_ASSERT_EQUAL(driver_run(of->base != NULL && !of->reads_only ? &last : &full,
                                   of->arguments),
                        4);
        char *text = driver_messages();
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "the results cannot be held"));
        free(text);
    }
}

static void help_that_nobody_reads_ends_in_silence(void)
{
    static const char *const arguments[] = {"--help", NULL};
    CU_ASSERT_EQUAL(driver_run(&(driver_fault){.call = "pipe"}, arguments), 4);
    char *text = driver_messages();
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
}

/* SQLite leaves it to the next who reads; that is the writer itself. */
static void a_journal_that_cannot_be_removed_at_first_is_not_left_behind(void)
{
    const scenario *of = scenario_named("a check into an old database");
    if (driver_cannot_fail("xDelete") != NULL) {
        support_skip("%s", driver_cannot_fail("xDelete"));
        return;
    }
    CU_ASSERT_TRUE_FATAL(scenario_learn(of));
    scenario_set_up(of);
    CU_ASSERT_EQUAL(driver_run(&(driver_fault){.call = "xDelete", .at = 1}, of->arguments), 4);
    CU_ASSERT_PTR_NULL(strstr(driver_files(), "journal"));
}

CU_TestInfo call_tests[] = {
    SUPPORT_TEST(results_that_cannot_be_held_are_told),
    SUPPORT_TEST(help_that_nobody_reads_ends_in_silence),
    SUPPORT_TEST(a_journal_that_cannot_be_removed_at_first_is_not_left_behind),
    SUPPORT_TEST(an_allocation_that_fails_is_told_and_leaves_nothing_half_done),
    SUPPORT_TEST(a_method_of_the_file_system_that_fails_is_told_and_leaves_nothing_half_done),
    SUPPORT_TEST(a_write_that_fails_is_told_and_leaves_nothing_half_done),
    SUPPORT_TEST(a_disk_that_fills_at_any_byte_leaves_nothing_half_done),
    SUPPORT_TEST(a_wait_for_the_disk_that_fails_is_told),
    SUPPORT_TEST(a_file_that_cannot_be_opened_is_told),
    SUPPORT_TEST(a_file_that_cannot_be_renamed_removed_or_cut_is_told),
    CU_TEST_INFO_NULL,
};
