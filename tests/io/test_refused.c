/* SPDX-License-Identifier: MIT */
/* Memory that is refused once: each file is read again and again, and each time another block is
 * refused. What was read is the same, or the answer is IO_MEMORY; nothing is lost, and no fault is
 * told that the file does not have. */
#include <stdint.h>
#include <stdio.h>

#include "capture.h"
#include "readings.h"
#include "support/refusing.h"
#include "support/run.h"

static FILE *nowhere;

typedef struct answer {
    io_result result;
    uint64_t sum;
    size_t errors, calls;
    long lost; /* blocks */
} answer;

static answer ask(const reading *of, const char *const *paths, size_t refused)
{
    diagnostics sink = {.out = nowhere};
    answer found = {.sum = 0xCBF29CE484222325u};
    long before = refusing_held();
    refusing_begin(REFUSING_MEMORY, refused);
    found.result = of->read(of, paths, &sink, nowhere, &found.sum);
    found.calls = refusing_end();
    found.lost = refusing_held() - before;
    found.errors = sink.errors;
    return found;
}

/* Is what was found with one block refused as it should be? */
static bool is_as(const answer *found, const answer *whole)
{
    if (found->lost != 0)
        return false;
    if (found->result == IO_MEMORY)
        return found->errors <= whole->errors;
    return found->result == whole->result && found->sum == whole->sum &&
           found->errors == whole->errors;
}

static void refuse_each(const reading *of, io_result expected)
{
    capture files[READING_FILES];
    const char *paths[READING_FILES] = {NULL};
    size_t told = 0;
    for (int i = 0; i < READING_FILES && of->texts[i] != NULL; i++) {
        capture_open_text(&files[i], of->texts[i]);
        paths[i] = files[i].path;
    }
    ask(of, paths, 0); /* what is made once is there now */
    const answer whole = ask(of, paths, 0);
    if (whole.result != expected || whole.lost != 0 || whole.calls == 0)
        printf("\n  %s: result %d, %ld blocks lost", of->name, (int)whole.result, whole.lost);
    CU_ASSERT_EQUAL(whole.result, expected);
    CU_ASSERT_EQUAL(whole.lost, 0);
    for (size_t at = 1; at <= whole.calls; at++) {
        const answer found = ask(of, paths, at);
        told += found.result == IO_MEMORY;
        if (!is_as(&found, &whole))
            printf("\n  %s, block %zu of %zu: result %d, %zu errors, %ld blocks lost", of->name, at,
                   whole.calls, (int)found.result, found.errors, found.lost);
        CU_ASSERT_TRUE(is_as(&found, &whole));
    }
    CU_ASSERT_TRUE(told > 0);
    for (int i = 0; i < READING_FILES && of->texts[i] != NULL; i++)
        capture_close(&files[i]);
}

static void refuse_all(const reading *all, size_t count, io_result expected)
{
    nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    for (size_t i = 0; i < count; i++)
        refuse_each(&all[i], expected);
    fclose(nowhere);
}

static void a_file_is_read_whole_or_memory_was_out(void)
{
    refuse_all(sound_readings, sound_reading_count, IO_OK);
}

static void a_fault_is_told_or_memory_was_out(void)
{
    refuse_all(spoilt_readings, spoilt_reading_count, IO_BAD_INPUT);
}

CU_TestInfo refused_tests[] = {
    SUPPORT_TEST(a_file_is_read_whole_or_memory_was_out),
    SUPPORT_TEST(a_fault_is_told_or_memory_was_out),
    CU_TEST_INFO_NULL,
};
