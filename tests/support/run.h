/* SPDX-License-Identifier: MIT */
/* What every CUnit program of this tree shares: one way to run suites, to skip
 * visibly, to find shared data and to choose how long to search.
 *
 * A room's program is a main.c that lists its files:
 *
 *     extern CU_TestInfo csv_tests[], number_tests[];
 *
 *     int main(int argc, char **argv)
 *     {
 *         CU_SuiteInfo suites[] = {
 *             SUPPORT_SUITE("csv", csv_tests),
 *             SUPPORT_SUITE("number", number_tests),
 *             CU_SUITE_INFO_NULL,
 *         };
 *         return support_run(argc, argv, suites);
 *     }
 *
 * and each file ends with its table, whose names are sentences:
 *
 *     CU_TestInfo csv_tests[] = {
 *         SUPPORT_TEST(a_row_of_another_width_is_refused_at_its_line),
 *         CU_TEST_INFO_NULL,
 *     };
 */
#ifndef GRAZE_TESTS_SUPPORT_RUN_H
#define GRAZE_TESTS_SUPPORT_RUN_H

#include <CUnit/CUnit.h>
#include <stdbool.h>
#include <stddef.h>

#define SUPPORT_TEST(function) {#function, function}
#define SUPPORT_SUITE(name, tests) {name, NULL, NULL, NULL, NULL, tests}

/* Runs the suites (closed by CU_SUITE_INFO_NULL) and returns main's status: 0,
 * 1 when a test failed, 77 when every test was skipped, 99 when the program
 * itself could not run. Words on the command line choose the tests whose names
 * contain one of them. The last line printed is `N passed, M failed, K skipped`. */
int support_run(int argc, char **argv, CU_SuiteInfo *suites);

/* Marks the running test as skipped and says why; the test then returns. */
void support_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes the path of a file or folder of the shared data folder (GRAZE_SHARED,
 * else ../shared beside the project's root) into `path`. Where it is absent,
 * the running test is marked as skipped and the answer is false. */
bool support_shared(const char *name, char *path, size_t size);

/* How many rounds a random test makes: few in `make check`, more in
 * `make check-long` (GRAZE_TIER=long), most in `make check-night`
 * (GRAZE_TIER=night). GRAZE_TIER=night/100 makes a hundredth of the night's, to see
 * what a night would take. */
size_t support_rounds(size_t check, size_t long_check, size_t night);

/* That 100; 1 where there is none. */
size_t support_divisor(void);

/* Has chance shown enough? Such counts are chosen for all rounds: where a part of them is made
 * (GRAZE_TIER=check/10), too few are no fault. */
#define SUPPORT_ENOUGH(condition) ((condition) || support_divisor() > 1)

#endif
