/* SPDX-License-Identifier: MIT */
/* Continuous-CBS's grid maps, roadmaps and tasks. */
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "io/ccbs_grid.h"
#include "io/ccbs_roadmap.h"
#include "io/ccbs_task.h"
#include "io/source.h"
#include "support/run.h"

static io_result read_grid_file(const char *path, diagnostics *sink, ccbs_grid *grid)
{
    source *input = NULL;
    CU_ASSERT_EQUAL_FATAL(source_open(path, false, sink, &input), IO_OK);
    io_result result = ccbs_grid_read(input, sink, grid);
    source_close(input);
    return result;
}

static io_result read_roadmap_file(const char *path, diagnostics *sink, ccbs_roadmap *roadmap)
{
    source *input = NULL;
    CU_ASSERT_EQUAL_FATAL(source_open(path, false, sink, &input), IO_OK);
    io_result result = ccbs_roadmap_read(input, sink, roadmap);
    source_close(input);
    return result;
}

static io_result read_task_file(const char *path, diagnostics *sink, ccbs_task *task)
{
    source *input = NULL;
    CU_ASSERT_EQUAL_FATAL(source_open(path, false, sink, &input), IO_OK);
    io_result result = ccbs_task_read(input, sink, task);
    source_close(input);
    return result;
}

/* ---- grids ------------------------------------------------------------------------- */

#define GRID(width, height, rows)                                                                  \
    "<root>\n<map>\n<width>" width "</width>\n<height>" height "</height>\n<grid>\n" rows          \
    "</grid>\n</map>\n</root>\n"

static void rows_are_read_with_and_without_blanks(void)
{
    static const unsigned char expected[] = {0, 1, 0, 1, 1, 0};
    capture c;
    ccbs_grid grid;
    capture_open_text(&c, GRID(" 3 ", "2", "<row>0 1 0</row>\n<row>110</row>\n"));
    CU_ASSERT_EQUAL_FATAL(read_grid_file(c.path, &c.sink, &grid), IO_OK);
    CU_ASSERT_EQUAL(grid.width, 3);
    CU_ASSERT_EQUAL(grid.height, 2);
    CU_ASSERT_EQUAL(memcmp(grid.blocked, expected, 6), 0);
    ccbs_grid_free(&grid);
    capture_close(&c);
}

static void refuse_grid(const char *text, const char *expected)
{
    capture c;
    ccbs_grid grid;
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(read_grid_file(c.path, &c.sink, &grid), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void faulty_grids_are_refused_at_their_place(void)
{
    refuse_grid(GRID("3", "1", "<row>0 2 0</row>"), "FILE:6:8: error: '2' is no cell\n<row>0 2 0");
    refuse_grid(GRID("3", "1", "<row>0 0</row>"),
                "FILE:6:6: error: row 0 has 2 cells, <width> is 3\n");
    refuse_grid(GRID("1", "2", "<row>0</row>"),
                "FILE:5:1: error: the grid has 1 rows, <height> is 2\n");
    refuse_grid(GRID("x", "1", "<row>0</row>"), "FILE:3:8: error: <width> is no number of cells\n");
    refuse_grid(GRID("0", "1", "<row></row>"), "FILE:3:8: error: <width> is no number of cells\n");
    refuse_grid(GRID("1", "", "<row>0</row>"), "FILE:4:1: error: <height> is no number of cells\n");
    refuse_grid(GRID("1</width><width>1", "1", "<row>0</row>"),
                "FILE:3:24: error: <width> is there twice\n");
    refuse_grid("<root><map><grid/><height>1</height></map></root>",
                "FILE:1:7: error: the map has no <width>\n");
    refuse_grid("<root/>", "FILE:1:1: error: the file has no <map>\n");
    refuse_grid("", "FILE:1:1: error: XML: no element found\n");
}

/* The width may come last. */
static void a_width_that_the_rows_contradict_is_refused_wherever_it_stands(void)
{
    refuse_grid(
        "<root><map><height>1</height><grid><row>00</row></grid><width>1</width></map></root>",
        "FILE:1:30: error: the rows are not as wide as <width> says, 1\n");
}

static void the_damaged_warehouse_is_refused_at_its_damaged_lines(void)
{
    char path[512];
    if (!support_shared("data/ccbs/warehouse-10-20-10-2-2/map.xml", path, sizeof path))
        return;
    capture c;
    ccbs_grid grid;
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(read_grid_file(path, &c.sink, &grid), IO_BAD_INPUT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(capture_said(&c), "map.xml:4:3: error: unknown element <wid1h>\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(capture_said(&c), "hint: did you mean <width>?\n"));
    capture_close(&c);
}

static void read_shared_grid(const char *name, size_t width, size_t height)
{
    char path[512];
    if (!support_shared(name, path, sizeof path))
        return;
    capture c;
    ccbs_grid grid = {.blocked = NULL};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(read_grid_file(path, &c.sink, &grid), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(grid.width, width);
    CU_ASSERT_EQUAL(grid.height, height);
    ccbs_grid_free(&grid);
    capture_close(&c);
}

static void the_grids_of_the_reference_are_read(void)
{
    read_shared_grid("data/ccbs/warehouse-10-20-10-2-2/map-repaired.xml", 170, 84);
    read_shared_grid("data/ccbs/room-64-64-8/map.xml", 64, 64);
    read_shared_grid("data/ccbs/empty-16-16/map.xml", 16, 16);
    read_shared_grid("data/ccbs/examples/grid_map.xml", 10, 10);
}

/* ---- roadmaps ---------------------------------------------------------------------- */

#define GRAPH(inside)                                                                              \
    "<graphml>\n<graph edgedefault=\"directed\">\n" inside "</graph>\n</graphml>\n"

static void a_roadmap_has_places_and_directed_edges(void)
{
    capture c;
    ccbs_roadmap map;
    capture_open_text(&c, GRAPH("<edge source='n1' target='n0'><data key='w'>9</data></edge>\n"
                                "<node id='n0'><data>70,182.5</data><data>a label</data></node>\n"
                                "<node id='n1'><data>\n -1e-3 , 0x1p4\n</data></node>\n"));
    CU_ASSERT_EQUAL_FATAL(read_roadmap_file(c.path, &c.sink, &map), IO_OK);
    CU_ASSERT_EQUAL(map.vertex_count, 2);
    CU_ASSERT_EQUAL(map.vertices[0].y, 182.5);
    CU_ASSERT_EQUAL(map.vertices[1].x, -1e-3);
    CU_ASSERT_EQUAL(map.vertices[1].y, 16);
    CU_ASSERT_EQUAL(map.edge_count, 1);
    CU_ASSERT_EQUAL(map.edges[0].from, 1);
    CU_ASSERT_EQUAL(map.edges[0].to, 0);
    ccbs_roadmap_free(&map);
    capture_close(&c);
}

static void refuse_roadmap(const char *text, const char *expected)
{
    capture c;
    ccbs_roadmap map;
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(read_roadmap_file(c.path, &c.sink, &map), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void faulty_roadmaps_are_refused_at_their_place(void)
{
    refuse_roadmap(GRAPH("<node id=\"n1\"><data>0,0</data></node>\n"),
                   "FILE:3:11: error: the id of this node is not n0\n");
    refuse_roadmap(GRAPH("<node id=\"n0\"><data>0;0</data></node>\n"),
                   "FILE:3:21: error: the place of node n0 cannot be read\n");
    refuse_roadmap(GRAPH("<node id=\"n0\"><data>0,nan</data></node>\n"),
                   "FILE:3:21: error: the place of node n0 cannot be read\n");
    refuse_roadmap(GRAPH("<node id=\"n0\"/>\n"), "FILE:3:1: error: node n0 has no place\n");
    refuse_roadmap(
        GRAPH("<node id=\"n0\"><data>0,0</data></node>\n<edge source=\"n0\" target=\"n1\"/>\n"),
        "FILE:4:1: error: the edge names node n1, the graph has 1 nodes\n");
    refuse_roadmap(GRAPH("<edge source=\"0\" target=\"n1\"/>\n"),
                   "FILE:3:15: error: source: '0' is no node\n");
    refuse_roadmap(GRAPH("<edge source=\"n0\"/>\n"),
                   "FILE:3:1: error: attribute 'target' is missing\n");
    refuse_roadmap("<graphml>\n<graph edgedefault=\"undirected\">\n</graph></graphml>",
                   "FILE:2:21: error: the graph does not say that its edges are directed\n");
    refuse_roadmap("<graphml/>", "FILE:1:1: error: the roadmap has no nodes\n");
}

static void read_shared_roadmap(const char *name, size_t vertices, size_t edges)
{
    char path[512];
    if (!support_shared(name, path, sizeof path))
        return;
    capture c;
    ccbs_roadmap map = {.vertices = NULL};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(read_roadmap_file(path, &c.sink, &map), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(map.vertex_count, vertices);
    CU_ASSERT_EQUAL(map.edge_count, edges);
    ccbs_roadmap_free(&map);
    capture_close(&c);
}

static void the_roadmaps_of_the_reference_are_read(void)
{
    read_shared_roadmap("data/ccbs/sparse/map.xml", 170, 698);
    read_shared_roadmap("data/ccbs/dense/map.xml", 878, 14682);
    read_shared_roadmap("data/ccbs/examples/roadmap.xml", 170, 698);
    read_shared_roadmap("data/ccbs/counterexamples/ce_roadmap.xml", 7, 12);
    read_shared_roadmap("data/ccbs/counterexamples/ce01_map.xml", 6, 12);
}

/* ---- tasks ------------------------------------------------------------------------- */

static void tasks_are_on_grids_or_on_roadmaps(void)
{
    capture c;
    ccbs_task task;
    capture_open_text(&c,
                      "<root><agent id='0' start_i='4' start_j='8' goal_i='1' goal_j='2'/></root>");
    CU_ASSERT_EQUAL_FATAL(read_task_file(c.path, &c.sink, &task), IO_OK);
    CU_ASSERT_FALSE(task.on_roadmap);
    CU_ASSERT_EQUAL(task.count, 1);
    CU_ASSERT_EQUAL(task.agents[0].start.i, 4);
    CU_ASSERT_EQUAL(task.agents[0].goal.j, 2);
    ccbs_task_free(&task);
    capture_close(&c);
    capture_open_text(
        &c, "<root><agent start_id='4' goal_id='8'/><agent start_id='1' goal_id='2'/></root>");
    CU_ASSERT_EQUAL_FATAL(read_task_file(c.path, &c.sink, &task), IO_OK);
    CU_ASSERT_TRUE(task.on_roadmap);
    CU_ASSERT_EQUAL(task.count, 2);
    CU_ASSERT_EQUAL(task.agents[1].goal_vertex, 2);
    ccbs_task_free(&task);
    capture_close(&c);
}

static void refuse_task(const char *text, const char *expected)
{
    capture c;
    ccbs_task task;
    capture_open_text(&c, text);
    CU_ASSERT_EQUAL(read_task_file(c.path, &c.sink, &task), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void faulty_tasks_are_refused_at_their_place(void)
{
    refuse_task("<root>\n</root>", "FILE:2:1: error: the task has no agents\n");
    refuse_task("<root>\n<agent start_id='1' goal_id='1'/>\n<log/></root>",
                "FILE:3:1: error: this is the log of a solution, not a task\n");
    refuse_task("<root>\n<agent start_id='1' goal_id='1'/>\n"
                "<agent start_i='1' start_j='1' goal_i='1' goal_j='1'/></root>",
                "FILE:3:1: error: cells and vertices are mixed\n");
    refuse_task(
        "<root><agent start_i='18446744073709551616' start_j='1' goal_i='1' goal_j='1'/></root>",
        "FILE:1:23: error: start_i: '18446744073709551616' is not a whole number\n");
    refuse_task(
        "<root><agent start_i='18446744073709551615' start_j='1' goal_i='1' goal_j='1'/></root>",
        "FILE:1:23: error: start_i is beyond 2^53\n");
}

static void read_shared_task(const char *folder, const char *before, int number, const char *after,
                             bool on_roadmap)
{
    char name[128], path[512];
    snprintf(name, sizeof name, "data/ccbs/%s/%s%d%s.xml", folder, before, number, after);
    if (!support_shared(name, path, sizeof path))
        return;
    capture c;
    ccbs_task task = {.count = 0};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(read_task_file(path, &c.sink, &task), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_EQUAL(task.on_roadmap, on_roadmap);
    CU_ASSERT_TRUE(task.count > 0);
    ccbs_task_free(&task);
    capture_close(&c);
}

static void the_tasks_of_the_reference_are_read(void)
{
    for (int i = 1; i <= 15; i++) {
        read_shared_task("sparse", "", i, "_task", true);
        read_shared_task("dense", "", i, "_task", true);
        read_shared_task("empty-16-16", "empty-16-16-random-", i, "", false);
        read_shared_task("room-64-64-8", "room-64-64-8-random-", i, "", false);
        read_shared_task("warehouse-10-20-10-2-2", "warehouse-10-20-10-2-2-random-", i, "", false);
    }
}

CU_TestInfo ccbs_map_tests[] = {
    SUPPORT_TEST(rows_are_read_with_and_without_blanks),
    SUPPORT_TEST(faulty_grids_are_refused_at_their_place),
    SUPPORT_TEST(a_width_that_the_rows_contradict_is_refused_wherever_it_stands),
    SUPPORT_TEST(the_damaged_warehouse_is_refused_at_its_damaged_lines),
    SUPPORT_TEST(the_grids_of_the_reference_are_read),
    SUPPORT_TEST(a_roadmap_has_places_and_directed_edges),
    SUPPORT_TEST(faulty_roadmaps_are_refused_at_their_place),
    SUPPORT_TEST(the_roadmaps_of_the_reference_are_read),
    SUPPORT_TEST(tasks_are_on_grids_or_on_roadmaps),
    SUPPORT_TEST(faulty_tasks_are_refused_at_their_place),
    SUPPORT_TEST(the_tasks_of_the_reference_are_read),
    CU_TEST_INFO_NULL,
};
