/* SPDX-License-Identifier: MIT */
/* A cursor that walks over one edge, and stops at the first byte that it does not expect.
 * The bytes that it takes are a subset of XML: no entities, comments or sections, no
 * bytes beyond printable ASCII and blanks, values in double quotes, no attribute twice. */
#include "io/ccbs_edges.h"

#include <string.h>

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool take_word(cursor *c, const char *word, size_t length)
{
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

#define TAKE(cursor, word) take_word(cursor, word, sizeof(word) - 1)

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool skip_spaces(cursor *c)
{
    const char *begin = c->at;
    while (c->at < c->end && is_space(*c->at))
        c->at++;
    return c->at > begin;
}

/* "n12" is 12; up to nine digits, more are for somebody who can say what is wrong. */
static bool take_vertex(cursor *c, uint32_t *vertex)
{
    if (!TAKE(c, "\"n"))
        return false;
    const char *begin = c->at;
    uint32_t number = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        if (c->at - begin == 9)
            return false;
        number = number * 10 + (uint32_t)(*c->at - '0');
    }
    *vertex = number;
    return c->at > begin && TAKE(c, "\"");
}

static bool is_value(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '.' || c == '_' || c == '-' || c == ':';
}

static bool take_value(cursor *c)
{
    if (!TAKE(c, "\""))
        return false;
    while (c->at < c->end && is_value(*c->at))
        c->at++;
    return TAKE(c, "\"");
}

static bool take_attributes(cursor *c, ccbs_plain_edge *edge)
{
    bool id = false, source = false, target = false, directed = false;
    while (skip_spaces(c)) {
        if (!id && TAKE(c, "id="))
            id = take_value(c);
        else if (!source && TAKE(c, "source="))
            source = take_vertex(c, &edge->from);
        else if (!target && TAKE(c, "target="))
            target = take_vertex(c, &edge->to);
        else if (!directed && TAKE(c, "directed="))
            directed = TAKE(c, "\"true\"");
        else
            break;
    }
    return source && target;
}

static bool is_text(char c)
{
    return (c >= ' ' && c < 0x7F && c != '<' && c != '&' && c != '>') || is_space(c);
}

/* <data key="key1">1.5</data>, of which nothing is wanted. */
static bool take_data(cursor *c)
{
    if (skip_spaces(c) && TAKE(c, "key=") && !take_value(c))
        return false;
    if (!TAKE(c, ">"))
        return false;
    while (c->at < c->end && is_text(*c->at))
        c->at++;
    return TAKE(c, "</data>");
}

static bool take_content(cursor *c)
{
    skip_spaces(c);
    while (TAKE(c, "<data")) {
        if (!take_data(c))
            return false;
        skip_spaces(c);
    }
    return TAKE(c, "</edge>");
}

bool ccbs_edge_scan(const char *bytes, size_t length, ccbs_plain_edge *edge)
{
    cursor c = {bytes, bytes + length};
    if (!TAKE(&c, "<edge") || !take_attributes(&c, edge))
        return false;
    if (!TAKE(&c, "/>") && !(TAKE(&c, ">") && take_content(&c)))
        return false;
    edge->length = (size_t)(c.at - bytes);
    return true;
}
