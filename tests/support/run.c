/* SPDX-License-Identifier: MIT */
/* Runs CUnit suites and counts what CUnit does not: skipped tests. */
#include "support/run.h"

#include <CUnit/Basic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_SKIPPED = 77, STATUS_BROKEN = 99 }; /* as Automake's harness reads them */

/* CUnit hands no context to a test, hence these two. */
static unsigned skipped;
static const CU_Test *last_skipped;

void support_skip(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf(" (skipped: ");
    vprintf(format, arguments);
    printf(") ");
    va_end(arguments);
    if (last_skipped == CU_get_current_test())
        return; /* it gave a second reason */
    last_skipped = CU_get_current_test();
    skipped++;
}

bool support_shared(const char *name, char *path, size_t size)
{
    const char *folder = getenv("GRAZE_SHARED");
    int length = snprintf(path, size, "%s/%s", folder != NULL ? folder : "../shared", name);
    if (length < 0 || (size_t)length >= size) {
        CU_FAIL("the path of the shared data is too long");
        return false;
    }
    if (access(path, R_OK) == 0)
        return true;
    support_skip("no %s", path);
    return false;
}

/* The tier, without the divisor after a slash. */
static bool is_tier(const char *tier, const char *name)
{
    const size_t length = strlen(name);
    return tier != NULL && strncmp(tier, name, length) == 0 &&
           (tier[length] == '\0' || tier[length] == '/');
}

size_t support_divisor(void)
{
    const char *tier = getenv("GRAZE_TIER");
    const char *divisor = tier == NULL ? NULL : strchr(tier, '/');
    return divisor != NULL && atoi(divisor + 1) > 1 ? (size_t)atoi(divisor + 1) : 1;
}

size_t support_rounds(size_t check, size_t long_check, size_t night)
{
    const char *tier = getenv("GRAZE_TIER");
    size_t rounds = is_tier(tier, "night") ? night : is_tier(tier, "long") ? long_check : check;
    return rounds > 0 ? (rounds - 1) / support_divisor() + 1 : 0;
}

static bool is_chosen(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]) != NULL)
            return true;
    return argc < 2;
}

/* Returns how many tests stay active. */
static unsigned choose_tests(int argc, char **argv)
{
    unsigned chosen = 0;
    for (CU_Suite *suite = CU_get_registry()->pSuite; suite != NULL; suite = suite->pNext)
        for (CU_Test *test = suite->pTest; test != NULL; test = test->pNext) {
            bool active = is_chosen(test->pName, argc, argv);
            CU_set_test_active(test, active ? CU_TRUE : CU_FALSE);
            chosen += active;
        }
    return chosen;
}

/* Prints the countable line and turns the counts into main's status. */
static int report(void)
{
    unsigned ran = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed() + CU_get_number_of_suites_failed();
    unsigned not_passed = CU_get_number_of_tests_failed() + skipped;
    unsigned passed = ran > not_passed ? ran - not_passed : 0;
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    if (failed > 0)
        return EXIT_FAILURE;
    return passed == 0 ? STATUS_SKIPPED : EXIT_SUCCESS;
}

static int run(int argc, char **argv, CU_SuiteInfo *suites)
{
    if (CU_register_suites(suites) != CUE_SUCCESS) {
        fprintf(stderr, "CUnit: %s\n", CU_get_error_msg());
        return STATUS_BROKEN;
    }
    if (choose_tests(argc, argv) == 0) {
        fprintf(stderr, "no test has such a name\n");
        return STATUS_BROKEN;
    }
    CU_set_fail_on_inactive(CU_FALSE);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    if (CU_basic_run_tests() != CUE_SUCCESS)
        return STATUS_BROKEN;
    return report();
}

int support_run(int argc, char **argv, CU_SuiteInfo *suites)
{
    /* Line by line, so that what a crash leaves in the log names its test. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (CU_initialize_registry() != CUE_SUCCESS)
        return STATUS_BROKEN;
    int status = run(argc, argv, suites);
    CU_cleanup_registry();
    return status;
}
