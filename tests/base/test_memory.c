/* SPDX-License-Identifier: MIT */
/* Memory through an allocator, and arrays that grow. */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/run.h"

/* Counts what it is asked for, and gives nothing when it has given enough. */
typedef struct purse {
    size_t asked, last, most;
} purse;

static void *give(void *context, void *block, size_t size)
{
    purse *from = context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    from->asked++;
    from->last = size;
    return from->asked <= from->most ? realloc(block, size) : NULL;
}

static void an_allocator_without_a_function_is_the_librarys(void)
{
    purse from = {0, 0, 9};
    const graze_allocator none = {NULL, NULL}, own = {give, &from};
    const graze_allocator library = memory_allocator(NULL);
    CU_ASSERT_TRUE(memory_allocator(&none).resize == library.resize);
    CU_ASSERT_TRUE(memory_allocator(&own).resize == give);
    CU_ASSERT_TRUE(memory_allocator(&own).context == &from);
}

static void a_size_that_overflows_is_not_asked_for(void)
{
    purse from = {0, 0, 9};
    const graze_allocator own = {give, &from};
    CU_ASSERT_PTR_NULL(memory_resize(&own, NULL, SIZE_MAX / 8 + 1, 8));
    CU_ASSERT_PTR_NULL(memory_new(&own, SIZE_MAX, 2));
    CU_ASSERT_EQUAL(from.asked, 0);
    memory_free(&own, NULL);
    void *block = memory_new(&own, 0, 8); /* a block all the same */
    CU_ASSERT_PTR_NOT_NULL(block);
    CU_ASSERT_EQUAL(from.last, 8);
    memory_free(&own, block);
}

static void an_array_grows_by_doubling_and_keeps_what_it_has_without_memory(void)
{
    purse from = {0, 0, 3};
    const graze_allocator own = {give, &from};
    uint32_t *items = NULL;
    size_t capacity = 0;
    CU_ASSERT_TRUE(ARRAY_RESERVE(&own, items, capacity, 1));
    CU_ASSERT_EQUAL(capacity, 8);
    CU_ASSERT_TRUE(ARRAY_RESERVE(&own, items, capacity, 9));
    CU_ASSERT_EQUAL(capacity, 16);
    CU_ASSERT_TRUE(ARRAY_RESERVE(&own, items, capacity, 16));
    CU_ASSERT_EQUAL(from.asked, 2);
    CU_ASSERT_TRUE(ARRAY_RESERVE(&own, items, capacity, 100));
    CU_ASSERT_EQUAL(capacity, 100);
    items[99] = 7;
    CU_ASSERT_FALSE(ARRAY_RESERVE(&own, items, capacity, 101));
    CU_ASSERT_EQUAL(capacity, 100);
    CU_ASSERT_EQUAL(items[99], 7);
    memory_free(&own, items);
}

/* Of the library's own memory the blocks that may hold a large page ask for such pages. */
static void a_block_of_any_size_keeps_what_it_holds(void)
{
    const graze_allocator library = memory_allocator(NULL);
    const size_t from = (size_t)1 << 18, most = (size_t)1 << 22; /* [count] 2 to 32 MB */
    uint64_t *items = NULL;
    size_t wrong = 0, had = 0;
    for (size_t count = from - 64; count < most; count = 2 * count + 37) {
        items = memory_resize(&library, items, count, sizeof *items);
        CU_ASSERT_PTR_NOT_NULL_FATAL(items);
        for (size_t i = had; i < count; i++)
            items[i] = i * UINT64_C(0x9e3779b97f4a7c15);
        had = count;
    }
    items = memory_resize(&library, items, from, sizeof *items);
    CU_ASSERT_PTR_NOT_NULL_FATAL(items);
    for (size_t i = 0; i < from; i++)
        wrong += items[i] != i * UINT64_C(0x9e3779b97f4a7c15);
    CU_ASSERT_EQUAL(wrong, 0);
    memory_free(&library, items);
}

CU_TestInfo memory_tests[] = {
    SUPPORT_TEST(an_allocator_without_a_function_is_the_librarys),
    SUPPORT_TEST(a_size_that_overflows_is_not_asked_for),
    SUPPORT_TEST(an_array_grows_by_doubling_and_keeps_what_it_has_without_memory),
    SUPPORT_TEST(a_block_of_any_size_keeps_what_it_holds),
    CU_TEST_INFO_NULL,
};
