/* SPDX-License-Identifier: MIT */
/* What is told about files with a fault in them, and that nothing else is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "readings.h"
#include "support/run.h"

/* Replaces a path, which is longer, in place. */
static void call(char *text, const char *path, const char *name)
{
    for (char *at = strstr(text, path); at != NULL; at = strstr(at, path)) {
        memmove(at + strlen(name), at + strlen(path), strlen(at + strlen(path)) + 1);
        memcpy(at, name, strlen(name));
    }
}

static bool tells(const reading *of, FILE *nowhere)
{
    static const char *const names[READING_FILES] = {"FILE", "SECOND", "THIRD"};
    capture files[READING_FILES];
    const char *paths[READING_FILES] = {NULL};
    uint64_t sum = 0;
    for (int i = 0; i < READING_FILES && of->texts[i] != NULL; i++) {
        capture_open_text(&files[i], of->texts[i]);
        paths[i] = files[i].path;
    }
    diagnostics *sink = &files[0].sink;
    bool refused = of->read(of, paths, sink, nowhere, &sum) == IO_BAD_INPUT && sink->errors > 0;
    fflush(sink->out);
    for (int i = 0; i < READING_FILES && of->texts[i] != NULL; i++)
        call(files[0].text, files[i].path, names[i]);
    bool same = refused && strncmp(files[0].text, of->name, strlen(of->name)) == 0;
    if (!same)
        printf("\n    expected: %s\n    said: %s\n", of->name, files[0].text);
    for (int i = 0; i < READING_FILES && of->texts[i] != NULL; i++)
        capture_close(&files[i]);
    return same;
}

static void each_fault_is_told_at_its_place(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    for (size_t i = 0; i < spoilt_reading_count; i++)
        CU_ASSERT_TRUE(tells(&spoilt_readings[i], nowhere));
    fclose(nowhere);
}

/* Everything but the names and hashes of files. */
static uint64_t sum_of(const twins *of, int which, FILE *nowhere)
{
    capture c;
    uint64_t sum = 0;
    const reading one = {of->name, of->read, {of->texts[which]}, .how = of->how};
    reading alone = one;
    alone.how.unhashed = true;
    if (which == 0)
        alone.how.import = (plan_import){.columns = NULL};
    capture_open_text(&c, of->texts[which]);
    const char *const paths[READING_FILES] = {c.path};
    io_result result = of->read(&alone, paths, &c.sink, nowhere, &sum);
    if (result != IO_OK)
        printf("\n    %s %d: %s", of->name, which, capture_said(&c));
    CU_ASSERT_EQUAL(result, IO_OK);
    capture_close(&c);
    return sum;
}

static void what_says_the_same_is_read_as_the_same(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(nowhere);
    for (size_t i = 0; i < twin_reading_count; i++) {
        bool same = sum_of(&twin_readings[i], 0, nowhere) == sum_of(&twin_readings[i], 1, nowhere);
        if (!same)
            printf("\n    %s", twin_readings[i].name);
        CU_ASSERT_TRUE(same);
    }
    fclose(nowhere);
}

CU_TestInfo spoilt_tests[] = {
    SUPPORT_TEST(what_says_the_same_is_read_as_the_same),
    SUPPORT_TEST(each_fault_is_told_at_its_place),
    CU_TEST_INFO_NULL,
};
