/* SPDX-License-Identifier: MIT */
#include "view/plot_reader.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    read_plot *plot;
    int depth;
    bool in_title, in_description;
} reading;

static void copy(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static const char *value_of(const XML_Char **attributes, const char *name)
{
    for (; *attributes != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static void take_group(read_plot *plot, const XML_Char **attributes)
{
    if (plot->group_count == READER_GROUPS)
        return;
    read_group *group = &plot->groups[plot->group_count++];
    copy(group->kind, sizeof group->kind, value_of(attributes, "class"));
    for (; *attributes != NULL; attributes += 2) {
        if (strncmp(attributes[0], "data-", 5) != 0 || group->count == READER_DATA)
            continue;
        read_datum *datum = &group->data[group->count++];
        copy(datum->name, sizeof datum->name, attributes[0] + 5);
        copy(datum->text, sizeof datum->text, attributes[1]);
    }
}

static void take_path(read_plot *plot, const XML_Char **attributes)
{
    if (plot->path_count == READER_PATHS)
        return;
    read_path *path = &plot->paths[plot->path_count++];
    copy(path->ink, sizeof path->ink, value_of(attributes, "class"));
    path->shape = strdup(value_of(attributes, "d"));
}

static bool is_known(const char *name)
{
    static const char *const known[] = {"svg", "title", "desc",   "style",
                                        "g",   "path",  "circle", "text"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

static void begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reading *all = context;
    all->depth++;
    if (!is_known(name))
        all->plot->strangers++;
    all->in_title = all->depth == 2 && strcmp(name, "title") == 0;
    all->in_description = strcmp(name, "desc") == 0;
    if (strcmp(name, "g") == 0)
        take_group(all->plot, attributes);
    if (strcmp(name, "path") == 0)
        take_path(all->plot, attributes);
}

static void end_element(void *context, const XML_Char *name)
{
    reading *all = context;
    (void)name;
    all->depth--;
    all->in_title = all->in_description = false;
}

static void take_characters(void *context, const XML_Char *text, int length)
{
    reading *all = context;
    size_t used = strlen(all->plot->title);
    if (all->in_description)
        all->plot->described += (size_t)length;
    if (all->in_title && used + (size_t)length < READER_TEXT)
        memcpy(all->plot->title + used, text, (size_t)length);
}

bool plot_reader_read(const char *text, size_t length, read_plot *plot)
{
    *plot = (read_plot){.group_count = 0};
    reading all = {.plot = plot};
    XML_Parser parser = XML_ParserCreate(NULL);
    if (parser == NULL)
        return false;
    XML_SetUserData(parser, &all);
    XML_SetElementHandler(parser, begin_element, end_element);
    XML_SetCharacterDataHandler(parser, take_characters);
    bool good = XML_Parse(parser, text, (int)length, XML_TRUE) == XML_STATUS_OK;
    XML_ParserFree(parser);
    return good;
}

void plot_reader_free(read_plot *plot)
{
    for (size_t i = 0; i < plot->path_count; i++)
        free(plot->paths[i].shape);
    plot->path_count = 0;
}

const read_group *plot_reader_group(const read_plot *plot, const char *kind, size_t index)
{
    for (size_t i = 0; i < plot->group_count; i++)
        if (strcmp(plot->groups[i].kind, kind) == 0 && index-- == 0)
            return &plot->groups[i];
    return NULL;
}

const char *plot_reader_text(const read_group *group, const char *name)
{
    for (size_t i = 0; group != NULL && i < group->count; i++)
        if (strcmp(group->data[i].name, name) == 0)
            return group->data[i].text;
    return NULL;
}

double plot_reader_number(const read_group *group, const char *name)
{
    const char *text = plot_reader_text(group, name);
    char *end = NULL;
    double value = text != NULL ? strtod(text, &end) : NAN;
    return text != NULL && end != text && *end == '\0' ? value : NAN;
}

const char *plot_reader_path(const read_plot *plot, const char *ink)
{
    for (size_t i = 0; i < plot->path_count; i++)
        if (strcmp(plot->paths[i].ink, ink) == 0)
            return plot->paths[i].shape;
    return NULL;
}
