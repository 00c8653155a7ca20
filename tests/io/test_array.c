/* SPDX-License-Identifier: MIT */
/* Room for more elements, or the array as it was. */
#include "io/array.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/run.h"

static void an_array_grows_to_twice_its_room_and_keeps_what_is_in_it(void)
{
    int *all = NULL;
    size_t room = 0;
    CU_ASSERT_TRUE_FATAL(array_grow(&all, &room, 1, sizeof *all));
    CU_ASSERT_EQUAL(room, 16);
    for (int i = 0; i < 16; i++)
        all[i] = i;
    const int *before = all;
    CU_ASSERT_TRUE(array_grow(&all, &room, 16, sizeof *all) && all == before);
    CU_ASSERT_TRUE_FATAL(array_grow(&all, &room, 17, sizeof *all));
    CU_ASSERT_EQUAL(room, 32);
    CU_ASSERT_TRUE_FATAL(array_grow(&all, &room, 100, sizeof *all));
    CU_ASSERT_EQUAL(room, 128);
    for (int i = 0; i < 16; i++)
        CU_ASSERT_EQUAL(all[i], i);
    free(all);
}

static void room_may_be_made_for_exactly_so_many(void)
{
    int *all = NULL;
    size_t room = 0;
    CU_ASSERT_TRUE_FATAL(array_reserve(&all, &room, 3, sizeof *all));
    CU_ASSERT_EQUAL(room, 3);
    for (int i = 0; i < 3; i++)
        all[i] = i;
    CU_ASSERT_TRUE_FATAL(array_reserve(&all, &room, 1000, sizeof *all));
    CU_ASSERT_EQUAL(room, 1000);
    CU_ASSERT_TRUE(all[0] == 0 && all[2] == 2);
    CU_ASSERT_TRUE_FATAL(array_grow(&all, &room, 1001, sizeof *all));
    CU_ASSERT_EQUAL(room, 2000);
    CU_ASSERT_FALSE(array_reserve(&all, &room, SIZE_MAX / sizeof *all + 1, sizeof *all));
    CU_ASSERT_EQUAL(room, 2000);
    free(all);
}

static void more_bytes_than_can_be_counted_are_refused(void)
{
    int *all = NULL;
    size_t room = 0;
    CU_ASSERT_TRUE_FATAL(array_grow(&all, &room, 1, sizeof *all));
    const int *before = all;
    CU_ASSERT_FALSE(array_grow(&all, &room, SIZE_MAX, 1));
    CU_ASSERT_FALSE(array_grow(&all, &room, SIZE_MAX / 2, sizeof *all));
    CU_ASSERT_FALSE(array_grow(&all, &room, SIZE_MAX / sizeof *all + 1, sizeof *all));
    CU_ASSERT_TRUE(all == before && room == 16);
    free(all);
}

CU_TestInfo array_tests[] = {
    SUPPORT_TEST(an_array_grows_to_twice_its_room_and_keeps_what_is_in_it),
    SUPPORT_TEST(room_may_be_made_for_exactly_so_many),
    SUPPORT_TEST(more_bytes_than_can_be_counted_are_refused),
    CU_TEST_INFO_NULL,
};
