/* SPDX-License-Identifier: MIT */
/* Memory in a file holds what was written, also after it was given back. */
#include "io/spill.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

static int nameless(int how)
{
    char path[] = "/tmp/graze-spill-XXXXXX";
    close(mkstemp(path));
    int file = open(path, how);
    unlink(path);
    return file;
}

static bool holds(const unsigned char *block, size_t from, size_t to, int value)
{
    for (size_t i = from; i < to; i++)
        if (block[i] != value)
            return false;
    return true;
}

static void blocks_keep_what_they_hold(void)
{
    enum { BLOCKS = 300, SIZE = 20000 };
    spill *all = spill_open(nameless(O_RDWR));
    unsigned char *blocks[BLOCKS];
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = spill_resize(all, NULL, 0, SIZE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(blocks[i]);
        CU_ASSERT_EQUAL((uintptr_t)blocks[i] % 16, 0);
        memset(blocks[i], i % 251, SIZE);
    }
    spill_rest(all);
    for (int i = 0; i < BLOCKS; i++)
        CU_ASSERT_TRUE(holds(blocks[i], 0, SIZE, i % 251));
    spill_close(all);
    spill_close(NULL);
}

static void the_last_block_grows_in_place_and_others_move(void)
{
    spill *all = spill_open(nameless(O_RDWR));
    unsigned char *first = spill_resize(all, NULL, 0, 100);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    memset(first, 1, 100);
    CU_ASSERT_PTR_EQUAL(spill_resize(all, first, 100, 200), first);
    unsigned char *second = spill_resize(all, NULL, 0, 10);
    memset(second, 2, 10);
    unsigned char *moved = spill_resize(all, first, 200, 300);
    CU_ASSERT_TRUE(moved != first && moved > second);
    CU_ASSERT_TRUE(holds(moved, 0, 100, 1) && holds(second, 0, 10, 2));
    memset(moved, 3, 300);
    CU_ASSERT_TRUE(holds(second, 0, 10, 2));
    unsigned char *large = spill_resize(all, moved, 300, (size_t)90 << 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(large);
    CU_ASSERT_TRUE(holds(large, 0, 300, 3));
    large[((size_t)90 << 20) - 1] = 4;
    CU_ASSERT_PTR_NOT_NULL(spill_resize(all, NULL, 0, 1));
    spill_close(all);
}

static void a_block_is_extended_only_where_it_lies(void)
{
    enum { LEAST_PART = 1 << 20 };
    spill *all = spill_open(nameless(O_RDWR));
    CU_ASSERT_FALSE(spill_extend(all, "", 0, 16));
    unsigned char *first = spill_resize(all, NULL, 0, 100);
    CU_ASSERT_TRUE(spill_extend(all, first, 100, 1000));
    CU_ASSERT_FALSE(spill_extend(all, first, 100, 1000)); /* it has a thousand */
    CU_ASSERT_FALSE(spill_extend(all, first, 1000, SIZE_MAX));
    CU_ASSERT_FALSE(spill_extend(all, first, 1000, LEAST_PART + 1));
    CU_ASSERT_TRUE(spill_extend(all, first, 1000, LEAST_PART));
    CU_ASSERT_TRUE(spill_extend(all, first, LEAST_PART, 1000));
    unsigned char *second = spill_resize(all, NULL, 0, 10);
    CU_ASSERT_PTR_EQUAL(second, first + 1008);
    CU_ASSERT_FALSE(spill_extend(all, first, 1000, 1001));
    CU_ASSERT_TRUE(spill_extend(all, second, 10, 20));
    spill_close(all);
}

static void blocks_in_memory_are_known_and_never_given_back(void)
{
    enum { BLOCKS = 100, SIZE = 100000 };
    spill *all = spill_open(SPILL_MEMORY), *other = spill_open(SPILL_MEMORY);
    unsigned char *blocks[BLOCKS], here = 0;
    CU_ASSERT_TRUE_FATAL(all != NULL && other != NULL);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = spill_resize(all, NULL, 0, SIZE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(blocks[i]);
        memset(blocks[i], 1 + i, SIZE);
    }
    unsigned char *alone = spill_resize(other, NULL, 0, SIZE);
    spill_rest(all);
    for (int i = 0; i < BLOCKS; i++) {
        CU_ASSERT_TRUE(holds(blocks[i], 0, SIZE, 1 + i));
        CU_ASSERT_TRUE(spill_has(all, blocks[i]) && !spill_has(other, blocks[i]));
    }
    CU_ASSERT_TRUE(spill_has(other, alone) && !spill_has(all, alone));
    CU_ASSERT_FALSE(spill_has(all, &here) || spill_has(all, NULL) || spill_has(NULL, blocks[0]));
    CU_ASSERT_PTR_NULL(spill_resize(all, NULL, 0, SIZE_MAX / 4));
    spill_close(all);
    spill_close(other);
}

static void what_has_no_room_is_told(void)
{
    spill *all = spill_open(nameless(O_RDWR));
    CU_ASSERT_PTR_NULL(spill_resize(all, NULL, 0, SIZE_MAX));
    CU_ASSERT_PTR_NULL(spill_resize(all, NULL, 0, SIZE_MAX / 4));
    CU_ASSERT_PTR_NOT_NULL(spill_resize(all, NULL, 0, 1));
    spill_close(all);
    all = spill_open(nameless(O_RDONLY)); /* cannot grow */
    CU_ASSERT_PTR_NULL(spill_resize(all, NULL, 0, 1));
    spill_close(all);
    all = spill_open(nameless(O_WRONLY)); /* cannot be mapped */
    CU_ASSERT_PTR_NULL(spill_resize(all, NULL, 0, 1));
    spill_close(all);
}

CU_TestInfo spill_tests[] = {
    SUPPORT_TEST(blocks_keep_what_they_hold),
    SUPPORT_TEST(the_last_block_grows_in_place_and_others_move),
    SUPPORT_TEST(a_block_is_extended_only_where_it_lies),
    SUPPORT_TEST(blocks_in_memory_are_known_and_never_given_back),
    SUPPORT_TEST(what_has_no_room_is_told),
    CU_TEST_INFO_NULL,
};
