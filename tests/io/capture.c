/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void capture_open(capture *c, const char *bytes, size_t length)
{
    const char *folder = getenv("TMPDIR");
    *c = (capture){.text = NULL};
    snprintf(c->path, sizeof c->path, "%s/graze-test-XXXXXX", folder != NULL ? folder : P_tmpdir);
    int descriptor = mkstemp(c->path);
    CU_ASSERT_FATAL(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_FATAL(fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
    c->sink.out = open_memstream(&c->text, &c->text_length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(c->sink.out);
}

void capture_open_text(capture *c, const char *text)
{
    capture_open(c, text, strlen(text));
}

void capture_close(capture *c)
{
    fclose(c->sink.out);
    free(c->text);
    remove(c->path);
}

/* Replaces the path in place: "FILE" is always shorter. */
const char *capture_said(capture *c)
{
    fflush(c->sink.out);
    for (char *at = strstr(c->text, c->path); at != NULL; at = strstr(at, c->path)) {
        size_t rest = strlen(at + strlen(c->path));
        memcpy(at, "FILE", 4);
        memmove(at + 4, at + strlen(c->path), rest + 1);
    }
    return c->text;
}

static bool tell(const char *said, const char *expected, bool holds)
{
    if (!holds)
        printf("\n    expected: %s\n    said: %s\n", expected, said);
    return holds;
}

bool capture_says(capture *c, const char *expected)
{
    const char *said = capture_said(c);
    return tell(said, expected, strncmp(said, expected, strlen(expected)) == 0);
}

bool capture_mentions(capture *c, const char *lines)
{
    const char *said = capture_said(c);
    const char *at = strstr(said, lines);
    return tell(said, lines, at != NULL && (at == said || at[-1] == '\n'));
}
