/* SPDX-License-Identifier: MIT */
#include "io/ccbs_roadmap.h"

#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/ccbs_edges.h"
#include "io/number.h"
#include "io/xml.h"

typedef struct roadmap_reader {
    ccbs_roadmap map;
    size_t *offsets; /* of the edges' tags in the document */
    size_t offset_capacity;
    bool has_graph;
    size_t node_offset;
    size_t node_data; /* <data> elements of the node at hand */
} roadmap_reader;

/* ---- vertices ------------------------------------------------------------------------ */

/* "n12" is 12. */
static bool parse_id(const char *id, size_t *index)
{
    return id[0] == 'n' && xml_text_count(id + 1, strlen(id + 1), index);
}

static io_result open_node(void *context, xml *x, xml_attributes attributes)
{
    roadmap_reader *r = context;
    ccbs_roadmap *map = &r->map;
    size_t index = 0;
    if (!array_grow(&map->vertices, &map->vertex_capacity, map->vertex_count + 1,
                    sizeof *map->vertices))
        return IO_MEMORY;
    const char *id = xml_attribute(attributes, "id");
    if (id == NULL || !parse_id(id, &index) || index != map->vertex_count)
        xml_error(x, id == NULL ? NULL : "id", "nodes are numbered n0, n1, ... in the file's order",
                  "the id of this node is not n%zu", map->vertex_count);
    map->vertices[map->vertex_count++] = (graze_point){0, 0};
    r->node_data = 0;
    r->node_offset = xml_offset(x);
    return IO_OK;
}

static io_result take_node_data(void *context, xml *x, const char *text, size_t length)
{
    roadmap_reader *r = context;
    graze_point *vertex = &r->map.vertices[r->map.vertex_count - 1];
    if (r->node_data++ > 0)
        return IO_OK;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    const char *comma = length > 0 ? memchr(text, ',', length) : NULL;
    size_t x_length = comma == NULL ? length : (size_t)(comma - text);
    if (comma == NULL || number_parse(text, x_length, false, &vertex->x) != NUMBER_OK ||
        number_parse(comma + 1, length - x_length - 1, false, &vertex->y) != NUMBER_OK)
        xml_error(x, NULL, "two finite numbers: x,y", "the place of node n%zu cannot be read",
                  r->map.vertex_count - 1);
    return IO_OK;
}

static io_result close_node(void *context, xml *x)
{
    const roadmap_reader *r = context;
    if (r->node_data == 0)
        xml_error_at(x, r->node_offset, "its first <data> is x,y", "node n%zu has no place",
                     r->map.vertex_count - 1);
    return IO_OK;
}

/* ---- edges --------------------------------------------------------------------------- */

static io_result add_edge(roadmap_reader *r, graze_edge edge, size_t offset)
{
    ccbs_roadmap *map = &r->map;
    if (!array_grow(&map->edges, &map->edge_capacity, map->edge_count + 1, sizeof *map->edges) ||
        !array_grow(&r->offsets, &r->offset_capacity, map->edge_count + 1, sizeof *r->offsets))
        return IO_MEMORY;
    r->offsets[map->edge_count] = offset;
    map->edges[map->edge_count++] = edge;
    return IO_OK;
}

static void take_end(xml *x, xml_attributes attributes, const char *name, uint32_t *vertex)
{
    const char *id = xml_attribute(attributes, name);
    size_t index = 0;
    if (id == NULL)
        xml_error(x, NULL, NULL, "attribute '%s' is missing", name);
    else if (!parse_id(id, &index))
        xml_error(x, name, "n and the index of the node", "%s: '%.40s' is no node", name, id);
    else if (index > UINT32_MAX)
        xml_error(x, name, NULL, "%s: the graph has no node '%.40s'", name, id);
    *vertex = (uint32_t)index;
}

static io_result open_edge(void *context, xml *x, xml_attributes attributes)
{
    const char *directed = xml_attribute(attributes, "directed");
    graze_edge edge;
    take_end(x, attributes, "source", &edge.from);
    take_end(x, attributes, "target", &edge.to);
    if (directed != NULL && strcmp(directed, "true") != 0)
        xml_error(x, "directed", "write two edges, one for each direction",
                  "only directed edges are read");
    return add_edge(context, edge, xml_offset(x));
}

/* Edges of the plain shape, one after the other; how far they go. */
static io_result take_plain_edges(void *context, const char *bytes, size_t length, size_t offset,
                                  size_t *taken)
{
    ccbs_plain_edge edge;
    size_t at = 0;
    *taken = 0;
    while (at < length && bytes[at] == '<' && ccbs_edge_scan(bytes + at, length - at, &edge)) {
        io_result result = add_edge(context, (graze_edge){edge.from, edge.to}, offset + at);
        if (result != IO_OK)
            return result;
        *taken = at += edge.length;
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\t' ||
                               bytes[at] == '\r'))
            at++;
    }
    return IO_OK;
}

/* Nodes may come after the edges that name them. */
static void check_edge(const roadmap_reader *r, xml *x, size_t index)
{
    const ccbs_roadmap *map = &r->map;
    graze_edge edge = map->edges[index];
    uint32_t last = edge.from > edge.to ? edge.from : edge.to;
    if (last >= map->vertex_count) {
        xml_error_at(x, r->offsets[index], NULL, "the edge names node n%u, the graph has %zu nodes",
                     (unsigned)last, map->vertex_count);
        return;
    }
    if (edge.from == edge.to)
        xml_error_at(x, r->offsets[index], "an agent that stays needs no edge", "%s",
                     graze_status_message(GRAZE_ERROR_EDGE));
}

static void check_edges(const roadmap_reader *r, xml *x)
{
    /* UNREACHED: such a file has two hundred thousand million bytes. */
    if (r->map.vertex_count > UINT32_MAX - 1)
        xml_error(x, NULL, NULL, "the graph has 2^32 nodes or more");
    for (size_t i = 0; i < r->map.edge_count; i++)
        check_edge(r, x, i);
}

/* ---- the whole ----------------------------------------------------------------------- */

static io_result open_graph(void *context, xml *x, xml_attributes attributes)
{
    roadmap_reader *r = context;
    const char *edges = xml_attribute(attributes, "edgedefault");
    if (r->has_graph)
        xml_error(x, NULL, NULL, "a second <graph>");
    r->has_graph = true;
    if (edges == NULL || strcmp(edges, "directed") != 0)
        xml_error(x, edges == NULL ? NULL : "edgedefault", "edgedefault=\"directed\"",
                  "the graph does not say that its edges are directed");
    return IO_OK;
}

static io_result close_root(void *context, xml *x)
{
    const roadmap_reader *r = context;
    if (r->map.vertex_count == 0)
        xml_error(x, NULL, "<graph> with <node> and <edge>", "the roadmap has no nodes");
    check_edges(r, x);
    return IO_OK;
}

io_result ccbs_roadmap_read(source *input, diagnostics *sink, ccbs_roadmap *result)
{
    static const xml_element elements[] = {
        {.path = "graphml", .close = close_root},
        {.path = "graphml/key", .ignored = true},
        {.path = "graphml/desc", .ignored = true},
        {.path = "graphml/graph", .open = open_graph},
        {.path = "graphml/graph/desc", .ignored = true},
        {.path = "graphml/graph/data", .ignored = true},
        {.path = "graphml/graph/node", .open = open_node, .close = close_node},
        {.path = "graphml/graph/node/data", .text = take_node_data},
        {.path = "graphml/graph/edge", .open = open_edge},
        {.path = "graphml/graph/edge/data", .ignored = true},
    };
    static const xml_skim edges = {"graphml/graph", "<edge", take_plain_edges};
    roadmap_reader reader = {.has_graph = false};
    xml *x = NULL;
    io_result outcome = xml_open(input, sink, &x);
    if (outcome == IO_OK)
        xml_skim_with(x, &edges);
    if (outcome == IO_OK)
        outcome = xml_parse(x, elements, sizeof elements / sizeof elements[0], &reader);
    outcome = xml_finish(x, outcome);
    free(reader.offsets);
    if (outcome == IO_OK)
        *result = reader.map;
    else
        ccbs_roadmap_free(&reader.map);
    return outcome;
}

void ccbs_roadmap_free(ccbs_roadmap *roadmap)
{
    free(roadmap->vertices);
    free(roadmap->edges);
    *roadmap = (ccbs_roadmap){.vertices = NULL};
}
