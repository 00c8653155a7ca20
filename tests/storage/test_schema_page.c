/* SPDX-License-Identifier: MIT */
/* Does doc/schema.md name what is there, and nothing else? A section `### ` names one or more
 * tables and views; the first cells of the rows below name their columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "support/run.h"

enum { PAGE_SIZE = 1 << 17, LIST_SIZE = 1 << 15, NAME_SIZE = 64 };

/* Fills `page`; false, and the test is skipped, when nobody says where the tree is. */
static bool read_page(char *page)
{
    const char *root = getenv("top_srcdir");
    char path[4096];
    if (root == NULL) {
        support_skip("top_srcdir is not set");
        return false;
    }
    snprintf(path, sizeof path, "%s/doc/schema.md", root);
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    size_t size = fread(page, 1, PAGE_SIZE - 1, file);
    fclose(file);
    page[size] = '\0';
    CU_ASSERT_TRUE_FATAL(size + 1 < PAGE_SIZE);
    return true;
}

/* Each table, view and column of a new file, as lines `object|column`. */
static void read_objects(char *list)
{
    const char *path = fixture_path("page.db");
    fixture_write_run(path);
    const char *found =
        fixture_ask(path, "SELECT t.name, c.name FROM pragma_table_list AS t, "
                          "pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND "
                          "t.name NOT LIKE 'sqlite_%'");
    snprintf(list, LIST_SIZE, "\n%s\n", found);
    CU_ASSERT_TRUE_FATAL(strlen(found) + 3 < LIST_SIZE);
    fixture_clear();
}

/* The next name in backticks before `end`, and the place behind it; null when there is none. */
static const char *next_name(const char *text, const char *end, char name[NAME_SIZE])
{
    const char *begin = memchr(text, '`', (size_t)(end - text));
    const char *stop =
        begin != NULL ? memchr(begin + 1, '`', (size_t)(end - begin - 1)) : NULL;
    if (stop == NULL)
        return NULL;
    snprintf(name, NAME_SIZE, "%.*s", (int)(stop - begin - 1), begin + 1);
    return stop + 1;
}

/* Does the text from begin to end have the name in backticks? */
static bool has_name(const char *begin, const char *end, const char *name)
{
    char found[NAME_SIZE];
    while ((begin = next_name(begin, end, found)) != NULL)
        if (strcmp(found, name) == 0)
            return true;
    return false;
}

/* The section whose heading names the object: its first line, and where it ends. */
static const char *section_of(const char *page, const char *object, const char **end)
{
    for (const char *at = strstr(page, "\n### "); at != NULL; at = strstr(at + 1, "\n### ")) {
        const char *next = strstr(at + 1, "\n##");
        *end = next != NULL ? next : at + strlen(at);
        if (has_name(at, strchr(at + 1, '\n'), object))
            return at + 1;
    }
    return NULL;
}

static void the_page_names_every_table_view_and_column(void)
{
    static char page[PAGE_SIZE], list[LIST_SIZE];
    if (!read_page(page))
        return;
    read_objects(list);
    for (char *line = strtok(list, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *column = strchr(line, '|');
        *column++ = '\0';
        const char *end = NULL, *section = section_of(page, line, &end);
        if (section == NULL || !has_name(strchr(section, '\n'), end, column)) {
            printf("\n  doc/schema.md lacks %s.%s\n", line, column);
            CU_FAIL("a column is not on the page");
        }
    }
}

/* Is there a column of this name in one of the objects that the heading names? */
static bool is_column(const char *list, const char *heading, const char *name)
{
    char object[NAME_SIZE], line[2 * NAME_SIZE + 8];
    const char *end = strchr(heading, '\n');
    while ((heading = next_name(heading, end, object)) != NULL) {
        snprintf(line, sizeof line, "\n%s|%s\n", object, name);
        if (strstr(list, line) != NULL)
            return true;
    }
    return false;
}

static void the_page_names_nothing_that_is_not_there(void)
{
    static char page[PAGE_SIZE], list[LIST_SIZE];
    char name[NAME_SIZE], prefix[NAME_SIZE + 4];
    const char *heading = NULL;
    size_t columns = 0;
    if (!read_page(page))
        return;
    read_objects(list);
    for (const char *line = page, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        bool is_heading = strncmp(line, "### ", 4) == 0;
        const char *stop = end;
        if (is_heading)
            heading = line;
        else if (strncmp(line, "| `", 3) == 0)
            stop = memchr(line + 1, '|', (size_t)(end - line - 1));
        else
            continue;
        for (const char *at = line; (at = next_name(at, stop, name)) != NULL; columns++) {
            snprintf(prefix, sizeof prefix, "\n%s|", name);
            bool known = is_heading ? strstr(list, prefix) != NULL : is_column(list, heading, name);
            if (!known)
                printf("\n  doc/schema.md has %s, and a new file has not\n", name);
            CU_ASSERT_TRUE(known);
        }
    }
    CU_ASSERT_TRUE(columns > 200);
}

CU_TestInfo schema_page_tests[] = {
    SUPPORT_TEST(the_page_names_every_table_view_and_column),
    SUPPORT_TEST(the_page_names_nothing_that_is_not_there),
    CU_TEST_INFO_NULL,
};
