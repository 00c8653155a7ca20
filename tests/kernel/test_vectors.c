/* SPDX-License-Identifier: MIT */
/* The kernel gives every shared exact answer about discs, bit for bit. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "oracle/generate.h"
#include "support/run.h"
#include "vectors/vectors.h"

typedef bool (*row_check)(const vector_file *file, const oracle_answer *answer);

/* The first block of a row's answer: a count and triples lower, upper, exactness. */
static bool intervals_are_right(const vector_file *file, const oracle_answer *answer)
{
    if (vectors_answer(file, 0) != (double)answer->count || answer->exists != (answer->count > 0))
        return false;
    for (size_t i = 0; i < answer->count; i++)
        if (vectors_answer(file, 3 * i + 1) != answer->intervals[i].lower ||
            vectors_answer(file, 3 * i + 2) != answer->intervals[i].upper)
            return false;
    return true;
}

/* verdict, at, depth down, up, nearest, 40 digits, count of times, times */
static bool verdict_is_right(const vector_file *file, const oracle_answer *answer)
{
    const graze_clearance *clearance = &answer->clearance;
    const char *at = vectors_answer_text(file, 1);
    if (strcmp(graze_verdict_name(answer->verdict), vectors_answer_text(file, 0)) != 0)
        return false;
    if (clearance->common_life == (strcmp(at, "n") == 0))
        return false;
    if (!clearance->common_life)
        return true;
    return clearance->distance == -vectors_answer(file, 3) &&
           clearance->depth == vectors_answer(file, 4) &&
           (strcmp(at, "c") == 0 || clearance->time == vectors_answer(file, 7));
}

static void check_file(const char *name, row_check is_right)
{
    static vector_file file;
    oracle_pair pair;
    oracle_answer answer;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        vectors_pair(&file, &pair);
        rows++;
        if (kernel_ask(&pair, &answer) && is_right(&file, &answer))
            continue;
        if (wrong++ > 3)
            continue;
        printf("\n/* %s row %s (%s) */\n", name, file.field[0], file.field[1]);
        oracle_print(stdout, &pair);
        print_answer(stdout, "kernel", &answer);
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

/* ---- unsafe starts and speeds ----------------------------------------------------------- */

typedef bool (*unsafe_question)(const oracle_pair *pair, unsafe_answer *answer);

/* Files that answer both questions hold the conflict intervals first. */
typedef enum block { FIRST_BLOCK, SECOND_BLOCK } block;

static bool unsafe_is_right(const vector_file *file, block which, const unsafe_answer *answer)
{
    size_t at = which == SECOND_BLOCK ? 1 + 3 * (size_t)vectors_answer(file, 0) : 0;
    if (vectors_answer(file, at) != (double)answer->count)
        return false;
    for (size_t i = 0; i < answer->count; i++)
        if (vectors_answer(file, at + 3 * i + 1) != answer->intervals[i].lower ||
            vectors_answer(file, at + 3 * i + 2) != answer->intervals[i].upper)
            return false;
    return true;
}

static void check_unsafe(const char *name, unsafe_question ask, block which)
{
    static vector_file file;
    oracle_pair pair;
    unsafe_answer answer;
    size_t rows = 0, wrong = 0;
    if (!vectors_open(&file, name))
        return;
    while (vectors_next(&file)) {
        vectors_pair(&file, &pair);
        rows++;
        if (ask(&pair, &answer) && unsafe_is_right(&file, which, &answer))
            continue;
        if (wrong++ > 3)
            continue;
        printf("\n/* %s row %s (%s) */\n", name, file.field[0], file.field[1]);
        oracle_print(stdout, &pair);
        print_unsafe(stdout, "kernel", &answer);
    }
    vectors_close(&file);
    printf(" (%zu rows, %zu wrong) ", rows, wrong);
    CU_ASSERT(rows > 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void every_unsafe_start_of_plane_discs_is_right(void)
{
    check_unsafe("vectors/delay_cv.csv", kernel_unsafe_starts, FIRST_BLOCK);
}

static void every_unsafe_start_of_accelerated_discs_is_right(void)
{
    check_unsafe("vectors/delay_ca.csv", kernel_unsafe_starts, FIRST_BLOCK);
}

static void every_unsafe_start_of_spheres_is_right(void)
{
    check_unsafe("vectors/sphere_cv.csv", kernel_unsafe_starts, SECOND_BLOCK);
}

static void every_unsafe_start_of_accelerated_spheres_is_right(void)
{
    check_unsafe("vectors/sphere_ca.csv", kernel_unsafe_starts, SECOND_BLOCK);
}

static void every_unsafe_start_of_waypoint_motions_is_right(void)
{
    check_unsafe("vectors/disc_wp.csv", kernel_unsafe_starts, SECOND_BLOCK);
}

static void every_unsafe_start_of_mixed_motions_is_right(void)
{
    check_unsafe("vectors/disc_mixed.csv", kernel_unsafe_starts, SECOND_BLOCK);
}

static void every_unsafe_speed_is_right(void)
{
    check_unsafe("vectors/speed_cv.csv", kernel_unsafe_speeds, FIRST_BLOCK);
}

/* ---- conflict intervals and verdicts -------------------------------------------------------- */

static void every_interval_of_plane_discs_is_right(void)
{
    check_file("vectors/disc_cv.csv", intervals_are_right);
}

static void every_interval_of_accelerated_discs_is_right(void)
{
    check_file("vectors/disc_ca.csv", intervals_are_right);
}

static void every_interval_of_accelerated_spheres_is_right(void)
{
    check_file("vectors/sphere_ca.csv", intervals_are_right);
}

static void every_interval_of_spheres_is_right(void)
{
    check_file("vectors/sphere_cv.csv", intervals_are_right);
}

static void every_interval_of_waypoint_motions_is_right(void)
{
    check_file("vectors/disc_wp.csv", intervals_are_right);
}

static void every_interval_of_mixed_motions_is_right(void)
{
    check_file("vectors/disc_mixed.csv", intervals_are_right);
}

static void every_verdict_depth_and_time_is_right(void)
{
    check_file("vectors/verdict.csv", verdict_is_right);
}

CU_TestInfo vector_tests[] = {
    SUPPORT_TEST(every_interval_of_plane_discs_is_right),
    SUPPORT_TEST(every_interval_of_spheres_is_right),
    SUPPORT_TEST(every_interval_of_accelerated_discs_is_right),
    SUPPORT_TEST(every_interval_of_accelerated_spheres_is_right),
    SUPPORT_TEST(every_interval_of_waypoint_motions_is_right),
    SUPPORT_TEST(every_interval_of_mixed_motions_is_right),
    SUPPORT_TEST(every_verdict_depth_and_time_is_right),
    SUPPORT_TEST(every_unsafe_start_of_plane_discs_is_right),
    SUPPORT_TEST(every_unsafe_start_of_spheres_is_right),
    SUPPORT_TEST(every_unsafe_start_of_accelerated_discs_is_right),
    SUPPORT_TEST(every_unsafe_start_of_accelerated_spheres_is_right),
    SUPPORT_TEST(every_unsafe_start_of_waypoint_motions_is_right),
    SUPPORT_TEST(every_unsafe_start_of_mixed_motions_is_right),
    SUPPORT_TEST(every_unsafe_speed_is_right),
    CU_TEST_INFO_NULL,
};
