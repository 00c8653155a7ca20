/* SPDX-License-Identifier: MIT */
/* A small GraphML scan on expat. See graphml.h. */
#include "benchmarks/graphml.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the graph ---------------------------------------------------------------------- */

/* Room for one more in an array that doubles at each power of two. */
static bool grow(void **array, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return true;
    void *grown = realloc(*array, (count == 0 ? 1 : 2 * count) * size);
    if (grown != NULL)
        *array = grown;
    return grown != NULL;
}

bool graph_add_place(graph *to, graph_place place)
{
    void *places = to->places;
    if (!grow(&places, to->place_count, sizeof place))
        return false;
    to->places = places;
    to->places[to->place_count++] = place;
    return true;
}

bool graph_add_edge(graph *to, graph_edge edge)
{
    void *edges = to->edges;
    if (!grow(&edges, to->edge_count, sizeof edge))
        return false;
    to->edges = edges;
    to->edges[to->edge_count++] = edge;
    return true;
}

void graph_free(graph *emptied)
{
    free(emptied->places);
    free(emptied->edges);
    *emptied = (graph){NULL, NULL, 0, 0};
}

/* ---- the scan ----------------------------------------------------------------------- */

enum { NAME_SIZE = 32, TEXT_SIZE = 96 };

typedef struct node_name {
    char text[NAME_SIZE];
} node_name;

typedef struct scan {
    graph found;
    node_name *names; /* of the places, in the same order */
    size_t name_count;
    char text[TEXT_SIZE]; /* of the datum being read */
    size_t text_length;
    bool in_node, in_datum, has_place, failed;
} scan;

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static void begin_node(scan *state, const char *id)
{
    void *names = state->names;
    state->failed |= strlen(id) >= NAME_SIZE || !grow(&names, state->name_count, sizeof(node_name));
    if (state->failed)
        return;
    state->names = names;
    strcpy(state->names[state->name_count++].text, id);
    state->in_node = true;
    state->has_place = false;
}

static size_t place_named(const scan *state, const char *id)
{
    size_t i = 0;
    while (i < state->name_count && strcmp(state->names[i].text, id) != 0)
        i++;
    return i;
}

static void add_edge(scan *state, const char *source, const char *target)
{
    graph_edge edge = {place_named(state, source), place_named(state, target)};
    state->failed |= edge.from >= state->found.place_count || edge.to >= state->found.place_count ||
                     !graph_add_edge(&state->found, edge);
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes)
{
    scan *state = context;
    if (state->failed)
        return;
    if (strcmp(name, "node") == 0) {
        begin_node(state, attribute(attributes, "id"));
    } else if (strcmp(name, "edge") == 0) {
        add_edge(state, attribute(attributes, "source"), attribute(attributes, "target"));
    } else if (strcmp(name, "data") == 0 && state->in_node && !state->has_place) {
        state->in_datum = true;
        state->text_length = 0;
    }
}

static void XMLCALL on_text(void *context, const char *text, int length)
{
    scan *state = context;
    if (!state->in_datum)
        return;
    state->failed |= state->text_length + (size_t)length >= TEXT_SIZE;
    if (state->failed)
        return;
    memcpy(state->text + state->text_length, text, (size_t)length);
    state->text_length += (size_t)length;
}

static void end_datum(scan *state)
{
    char *comma, *end;
    graph_place place;
    state->text[state->text_length] = '\0';
    place.x = strtod(state->text, &comma);
    state->failed |= *comma != ',';
    if (state->failed)
        return;
    place.y = strtod(comma + 1, &end);
    state->failed |= end == comma + 1 || !graph_add_place(&state->found, place);
    state->in_datum = false;
    state->has_place = true;
}

static void XMLCALL on_end(void *context, const char *name)
{
    scan *state = context;
    if (state->failed)
        return;
    if (strcmp(name, "data") == 0 && state->in_datum)
        end_datum(state);
    if (strcmp(name, "node") == 0) {
        state->failed |= !state->has_place;
        state->in_node = false;
    }
}

static bool parse(XML_Parser parser, FILE *file)
{
    char block[8192];
    size_t length;
    do {
        length = fread(block, 1, sizeof block, file);
        if (ferror(file) != 0 ||
            XML_Parse(parser, block, (int)length, length == 0) == XML_STATUS_ERROR)
            return false;
    } while (length > 0);
    return true;
}

static bool scan_file(scan *state, FILE *file)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    if (parser == NULL)
        return false;
    XML_SetUserData(parser, state);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    bool parsed = parse(parser, file);
    XML_ParserFree(parser);
    return parsed && !state->failed && state->found.edge_count > 0;
}

bool graph_read(const char *path, graph *result)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    scan state = {0};
    bool read = scan_file(&state, file);
    fclose(file);
    free(state.names);
    if (!read)
        graph_free(&state.found);
    *result = state.found;
    return read;
}
