/* SPDX-License-Identifier: MIT */
/* Maps of every format, and every fault at its place. */
#include "io/map.h"

#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "support/run.h"

static io_result read_map(capture *c, const char *text, const char *edges, double cell, map *result)
{
    map_options options = {.edges_file = edges, .has_cell = cell != 0, .cell = cell};
    capture_open_text(c, text);
    options.file = c->path;
    return map_read(&options, &c->sink, result);
}

static void expect_grid(const char *text, uint32_t columns, uint32_t rows, const char *cells,
                        map_format format)
{
    capture c;
    map made;
    CU_ASSERT_EQUAL_FATAL(read_map(&c, text, NULL, 0, &made), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_TRUE(made.kind == MAP_GRID && made.format == format);
    CU_ASSERT_TRUE_FATAL(made.columns == columns && made.rows == rows);
    CU_ASSERT_EQUAL(map_place_count(&made), columns * rows);
    for (uint32_t i = 0; i < columns * rows; i++)
        CU_ASSERT_EQUAL(made.blocked[i], cells[i] == '1');
    CU_ASSERT_TRUE(map_place(&made, columns).x == 0 && map_place(&made, columns).y == 1);
    map_free(&made);
    capture_close(&c);
}

static void a_grid_is_told_by_its_content(void)
{
    expect_grid("0,1,0\n1,0,0\n", 3, 2, "010100", MAP_GRID_CSV);
    expect_grid("\xEF\xBB\xBF 0 ,1\r\n1, 0\r\n\r\n", 2, 2, "0110", MAP_GRID_CSV);
    expect_grid("type octile\nheight 2\nwidth 6\nmap\n.GS@OT\nW.....\n\n", 6, 2, "000111100000",
                MAP_MOVINGAI);
    expect_grid("type octile\r\nheight 2\r\nwidth 2\r\nmap\r\n.@\r\n..\r\n", 2, 2, "0100",
                MAP_MOVINGAI);
    expect_grid("<?xml version='1.0'?><root><map><width>2</width><height>2</height>"
                "<grid><row>0 1</row><row>00</row></grid></map></root>",
                2, 2, "0100", MAP_CCBS_GRID);
}

static void quotes_round_cells_change_nothing(void)
{
    expect_grid("\"0\",\"1\"\n\"1\",\"0\"\n", 2, 2, "0110", MAP_GRID_CSV);
    expect_grid("0,\"1\",\" 0\t\"\r\n\"1\", 0 ,1", 3, 2, "010101", MAP_GRID_CSV);
    expect_grid("\xEF\xBB\xBF\" 0\",1\n1,\"0\"\n", 2, 2, "0110", MAP_GRID_CSV);
}

static void refuse_map(const char *text, double cell, const char *expected)
{
    capture c;
    map made;
    CU_ASSERT_EQUAL(read_map(&c, text, NULL, cell, &made), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, expected));
    capture_close(&c);
}

static void faulty_csv_grids_are_refused_at_their_place(void)
{
    refuse_map("0,1\n\"0,1\",1\n", 0, "FILE:2:1: error: '0,1' is no cell");
    refuse_map("0,1\n0,\"2\"\n", 0, "FILE:2:3: error: '2' is no cell");
    refuse_map("0,1\n0,\"\"\"1\"\"\"\n", 0, "FILE:2:3: error: '\"1\"' is no cell");
    refuse_map("0,1\n0,\"1\"0\n", 0, "FILE:2:6: error: text after the closing quote of a field");
    refuse_map("0,2,1\n", 0, "FILE:1:3: error: '2' is no cell\n0,2,1\n  ^\nhint: 0 is a free");
    refuse_map("0,1\n0,\n", 0, "FILE:2:3: error: '' is no cell\n");
    refuse_map("0,1\n0\n", 0, "FILE:2:2: error: row 1 has 1 cell, the first row has 2\n");
    refuse_map("0\n0,1,1\n", 0, "FILE:2:3: error: row 1 has 3 cells, the first row has 1\n");
    refuse_map("0,1\n\n0,1\n", 0, "FILE:2:1: error: an empty line inside the grid\n");
    refuse_map("", 0, "FILE:1:1: error: the grid has no cells\n");
    refuse_map("0,1\n", -1, "--cell: error: the side of a cell is no length\n");
}

static void faulty_movingai_maps_are_refused_at_their_place(void)
{
    refuse_map("type octile\nwidth 2\n", 0, "FILE:2:1: error: the line 'height ...' is missing\n");
    refuse_map("type hexagonal\n", 0, "FILE:1:6: error: type 'hexagonal' is not known\n");
    refuse_map("type octile\nheight 0\n", 0, "FILE:2:8: error: height: '0' is no number of cells");
    refuse_map("type octile\nheight -2\n", 0, "FILE:2:8: error: height: '-2' is no number");
    refuse_map("type octile\nheight\n", 0, "FILE:2:7: error: 'height' has no value\n");
    refuse_map("type octile\nheight 2\nwidth 2\nmap\n..\n.x\n", 0,
               "FILE:6:2: error: 'x' is no cell\n.x\n ^\nhint: . G S E are free");
    refuse_map("type octile\nheight 2\nwidth 2\nmap\n..\n.\n", 0,
               "FILE:6:2: error: the row has 1 cells, the width is 2\n");
    refuse_map("type octile\nheight 3\nwidth 2\nmap\n..\n..\n", 0,
               "FILE:6:3: error: the map has 2 rows, the height is 3\n");
    refuse_map("type octile\nheight 1\nwidth 2\nmap\n..\n..\n", 0,
               "FILE:6:1: error: more rows than the height says, 1\n");
    refuse_map("type octile\nheight 99999\nwidth 9999\nmap\n..\n", 0,
               "FILE:4:1: error: the file ends before 99999 rows of 9999 cells\n");
    refuse_map("type octile\nheight 70000\nwidth 70000\nmap\n..\n", 0,
               "FILE:3:1: error: the map has 70000 x 70000 cells\n");
}

static void a_cell_is_as_wide_as_can_be_calculated_with(void)
{
    static const double widest = 0x1p400, finest = 0x1p-400;
    for (int i = 0; i < 2; i++) {
        capture c;
        map made;
        CU_ASSERT_EQUAL_FATAL(read_map(&c, "0,0\n", NULL, i == 0 ? widest : finest, &made), IO_OK);
        CU_ASSERT_EQUAL(made.cell, i == 0 ? widest : finest);
        map_free(&made);
        capture_close(&c);
    }
    refuse_map("0,0\n", nextafter(widest, INFINITY),
               "--cell: error: the side of a cell is no length\n");
    refuse_map("0,0\n", nextafter(finest, 0), "--cell: error: the side of a cell is no length\n");
}

static void options_that_a_map_has_no_use_for_are_refused(void)
{
    capture c;
    map made;
    refuse_map("<root><map/></root>", 2, "--cell: error: the cells of Continuous-CBS are 1 m");
    refuse_map("<graphml/>", 2, "--cell: error: a roadmap has no cells\n");
    refuse_map("vertex,x,y\n", 0, "FILE: error: a CSV roadmap of vertices needs its edges\nhint: "
                                  "--edges FILE");
    CU_ASSERT_EQUAL(read_map(&c, "0,1\n", "edges.csv", 0, &made), IO_BAD_INPUT);
    CU_ASSERT_TRUE(capture_says(&c, "edges.csv: error: edges are given to a map"));
    capture_close(&c);
}

/* ---- CSV roadmaps ---------------------------------------------------------------------- */

static io_result read_roadmap(capture *c, capture *e, const char *vertices, const char *edges,
                              map *made)
{
    capture_open_text(e, edges);
    return read_map(c, vertices, e->path, 0, made);
}

static void a_csv_roadmap_has_names_places_and_edges(void)
{
    capture c, e;
    map made;
    uint32_t vertex = 9;
    CU_ASSERT_EQUAL_FATAL(read_roadmap(&c, &e, "y,vertex,x\n0,gate,0\n1.5,dock,4\n2,yard,-4\n",
                                       "from,to,directed\ngate,dock,1\ndock,yard,0\n", &made),
                          IO_OK);
    CU_ASSERT_TRUE(made.kind == MAP_ROADMAP && made.format == MAP_ROADMAP_CSV);
    CU_ASSERT_EQUAL(map_place_count(&made), 3);
    CU_ASSERT_EQUAL(made.roadmap.first[1], 1);
    CU_ASSERT_EQUAL(made.roadmap.targets[0], 1);
    CU_ASSERT_EQUAL(made.roadmap.first[3], 3);
    CU_ASSERT_EQUAL(made.roadmap.targets[2], 1);
    CU_ASSERT_TRUE(map_find_vertex(&made, "yard", &vertex));
    CU_ASSERT_EQUAL(vertex, 2);
    CU_ASSERT_FALSE(map_find_vertex(&made, "yards", &vertex));
    CU_ASSERT_TRUE(map_place(&made, 1).x == 4 && map_place(&made, 1).y == 1.5);
    CU_ASSERT_EQUAL(made.input_count, 2);
    map_free(&made);
    capture_close(&c);
    capture_close(&e);
}

static void edges_without_a_column_directed_go_both_ways(void)
{
    capture c, e;
    map made;
    const char *vertices = "vertex,x,y\na,0,0\nb,1,0\nc,2,0\n";
    CU_ASSERT_EQUAL_FATAL(read_roadmap(&c, &e, vertices, "from,to\na,b\nb,c\nc,b\n", &made),
                          IO_OK);
    CU_ASSERT_EQUAL(made.undirected_edges, 3);
    CU_ASSERT_EQUAL(made.roadmap.first[3], 4);
    CU_ASSERT_TRUE(made.roadmap.first[1] == 1 && made.roadmap.first[2] == 3);
    map_free(&made);
    capture_close(&c);
    capture_close(&e);
    CU_ASSERT_EQUAL_FATAL(read_roadmap(&c, &e, vertices, "from,to,directed\na,b,1\n", &made),
                          IO_OK);
    CU_ASSERT_EQUAL(made.undirected_edges, 0);
    CU_ASSERT_EQUAL(made.roadmap.first[3], 1);
    map_free(&made);
    capture_close(&c);
    capture_close(&e);
}

static void refuse_roadmap(const char *vertices, const char *edges, const char *expected)
{
    capture c, e;
    map made;
    CU_ASSERT_EQUAL(read_roadmap(&c, &e, vertices, edges, &made), IO_BAD_INPUT);
    /* the edges' file has another name: only what follows it is compared */
    const char *said = capture_said(&c);
    bool found = strstr(said, expected) != NULL;
    if (!found)
        printf("\n    expected: %s\n    said: %s\n", expected, said);
    CU_ASSERT_TRUE(found);
    capture_close(&c);
    capture_close(&e);
}

static void faulty_csv_roadmaps_are_refused_at_their_place(void)
{
    refuse_roadmap("vertex,x,y\na,0,0\na,1,1\n", "from,to\n",
                   "FILE:3:1: error: vertex 'a' is there twice\n");
    refuse_roadmap("vertex,x,y\na,0,zero\n", "from,to\n", "FILE:2:5: error: y: 'zero' is not");
    refuse_roadmap("vertex,x,y\n,0,0\n", "from,to\n", "FILE:2:1: error: the vertex has no name\n");
    refuse_roadmap("vertex,x\na,0\n", "from,to\n", "FILE:1:1: error: column 'y' is missing\n");
    refuse_roadmap("vertex,x,y\n", "from,to\n", "FILE:1: error: the roadmap has no vertices\n");
    refuse_roadmap("vertex,x,y\na,0,0\n", "from,to\na,b\n",
                   ":2:3: error: to: the map has no vertex 'b'\n");
    refuse_roadmap("vertex,x,y\na,0,0\n", "from,to\na,a\n",
                   ":2:3: error: an edge begins and ends in one vertex\n");
    refuse_roadmap("vertex,x,y\na,0,0\nb,1,0\n", "from,to,directed\na,b,yes\n",
                   ":2:5: error: directed: 'yes' is neither 0 nor 1\n");
}

/* ---- GraphML, skimmed and not ------------------------------------------------------------ */

#define HEAD "<graphml>\n<graph edgedefault='directed'>\n"
#define TWO "<node id=\"n0\"><data>0,0</data></node>\n<node id=\"n1\"><data>1,0</data></node>\n"
#define EDGE "<edge id=\"e0\" source=\"n0\" target=\"n1\">\n<data key=\"k\">1</data>\n</edge>\n"
#define BACK "<edge source=\"n1\" target=\"n0\"/>"
#define TAIL "</graph></graphml>"

/* A comment before all edges turns the fast scanner off; on a line of its own it moves
 * nothing. */
static void compare_with_comment(const char *text)
{
    capture plain, slow;
    map a = {.kind = MAP_GRID}, b = {.kind = MAP_GRID};
    char blank[4096], commented[4096];
    snprintf(blank, sizeof blank, "\n%s", text);
    snprintf(commented, sizeof commented, "<!-- -->\n%s", text);
    io_result fast_result = read_map(&plain, blank, NULL, 0, &a);
    io_result slow_result = read_map(&slow, commented, NULL, 0, &b);
    CU_ASSERT_EQUAL(fast_result, slow_result);
    if (strcmp(capture_said(&plain), capture_said(&slow)) != 0) {
        printf("\n    of: %s\n    skimmed: %s\n    not: %s\n", text, capture_said(&plain),
               capture_said(&slow));
        CU_FAIL("the fast scanner changes what is said");
    }
    if (fast_result == IO_OK && slow_result == IO_OK) {
        size_t edges = a.roadmap.first[a.roadmap.vertex_count];
        CU_ASSERT_EQUAL(a.roadmap.vertex_count, b.roadmap.vertex_count);
        CU_ASSERT_EQUAL_FATAL(edges, b.roadmap.first[b.roadmap.vertex_count]);
        CU_ASSERT_EQUAL(memcmp(a.roadmap.targets, b.roadmap.targets,
                               edges * sizeof *a.roadmap.targets),
                        0);
    }
    map_free(&a);
    map_free(&b);
    capture_close(&plain);
    capture_close(&slow);
}

static void edges_are_skimmed_as_expat_reads_them(void)
{
    static const char *const documents[] = {
        HEAD TWO EDGE BACK TAIL,
        HEAD TWO BACK EDGE EDGE "\n  " TAIL,
        HEAD TWO EDGE "<edge source=\"n0\" target=\"n7\"/>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n1\"/>\n" EDGE TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" source=\"n0\" target=\"n1\"/>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target='n0'/>" BACK TAIL,
        HEAD TWO EDGE "<edge source=\"n1\"/>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"x0\"/>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n99999999999\"/>" TAIL,
        HEAD TWO EDGE "<edge directed=\"false\" source=\"n1\" target=\"n0\"/>" TAIL,
        HEAD TWO EDGE "<edge directed=\"true\" source=\"n1\" target=\"n0\"/>" TAIL,
        HEAD TWO EDGE "stray" BACK TAIL,
        HEAD TWO EDGE "<hyperedge/>" BACK TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n0\"><data>a &amp; b</data></edge>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n0\"><data>a]]></data></edge>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n0\">text</edge>" TAIL,
        HEAD TWO EDGE "<edge source=\"n1\" target=\"n0\">",
        HEAD TWO EDGE,
        HEAD EDGE TWO TAIL,
        EDGE HEAD TWO TAIL,
        HEAD TWO "<node id=\"n2\">" EDGE "<data>2,0</data></node>" TAIL,
        HEAD TWO "<node id=\"n2>\n" EDGE "\"><data>2,0</data></node>" TAIL,
        HEAD TWO "<node id=\"n2>\n" EDGE "n3\"><data>2,0</data></node>" TAIL,
        HEAD TWO "<node id='n2'>\n<data>2,0</data></node>" EDGE TAIL,
        HEAD TWO "stray\n" EDGE TAIL,
        HEAD TWO "<key>" EDGE "</key>" TAIL,
        HEAD "<desc>" EDGE "</desc>" TWO TAIL,
        HEAD TWO "<![CDATA[>" EDGE "]]>" TAIL,
        HEAD TWO "<? x >" EDGE "?>" TAIL,
        HEAD "<node id=\"n0\"><data>0</data></node>" EDGE TAIL,
    };
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++)
        compare_with_comment(documents[i]);
}

static void long_runs_of_edges_are_read(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs(HEAD, out);
    for (int i = 0; i < 300; i++)
        fprintf(out, "<node id=\"n%d\"><data>%d,0</data></node>\n", i, i);
    for (int i = 0; i < 89700; i++)
        fprintf(out, "<edge id=\"e%d\" source=\"n%d\" target=\"n%d\"><data key=\"w\">1</data>"
                     "</edge>\n",
                i, i / 299, i % 299 + (i % 299 >= i / 299));
    fputs("<edge source=\"n5\" target=\"n300\"/>", out);
    fputs(TAIL, out);
    fclose(out);
    refuse_map(text, 0, "FILE:90003:1: error: the edge names node n300, the graph has 300 nodes\n");
    memcpy(strstr(text, "n300"), "n299", 4);
    capture c;
    map made;
    CU_ASSERT_EQUAL_FATAL(read_map(&c, text, NULL, 0, &made), IO_OK);
    CU_ASSERT_EQUAL(made.roadmap.first[300], 89700);
    map_free(&made);
    capture_close(&c);
    free(text);
}

/* ---- places ------------------------------------------------------------------------------ */

static void centres_are_found_but_for_rounding(void)
{
    capture c;
    map made;
    uint32_t column = 9, row = 9;
    CU_ASSERT_EQUAL_FATAL(read_map(&c, "0,0,0,0\n0,0,0,0\n", NULL, 0.1, &made), IO_OK);
    CU_ASSERT_TRUE(map_find_cell(&made, 0.3, 0.1, &column, &row));
    CU_ASSERT_TRUE(column == 3 && row == 1);
    CU_ASSERT_FALSE(map_find_cell(&made, 0.3 + 1e-15, 0.1, &column, &row));
    CU_ASSERT_FALSE(map_find_cell(&made, 1e-300, 0, &column, &row));
    CU_ASSERT_FALSE(map_find_cell(&made, 0.4, 0, &column, &row));
    CU_ASSERT_FALSE(map_find_cell(&made, -0.1, 0, &column, &row));
    CU_ASSERT_FALSE(map_find_cell(&made, 0, 0.2, &column, &row));
    map_free(&made);
    capture_close(&c);
}

static void expect_shared(const char *name, map_format format, uint32_t places)
{
    char path[512];
    if (!support_shared(name, path, sizeof path))
        return;
    capture c;
    map made;
    map_options options = {.file = path, .hashed = true};
    capture_open_text(&c, "");
    CU_ASSERT_EQUAL(map_read(&options, &c.sink, &made), IO_OK);
    CU_ASSERT_STRING_EQUAL(capture_said(&c), "");
    CU_ASSERT_TRUE(made.format == format && map_place_count(&made) == places);
    CU_ASSERT_EQUAL(strlen(made.inputs[0].sha256), 64);
    map_free(&made);
    capture_close(&c);
}

static void the_maps_that_others_made_are_read(void)
{
    expect_shared("data/movingai/empty-8-8.map", MAP_MOVINGAI, 64);
    expect_shared("data/movingai/random-32-32-10.map", MAP_MOVINGAI, 1024);
    expect_shared("data/movingai/room-32-32-4.map", MAP_MOVINGAI, 1024);
    expect_shared("data/ccbs/empty-16-16/map.xml", MAP_CCBS_GRID, 256);
    expect_shared("data/ccbs/room-64-64-8/map.xml", MAP_CCBS_GRID, 4096);
    expect_shared("data/ccbs/warehouse-10-20-10-2-2/map-repaired.xml", MAP_CCBS_GRID, 14280);
    expect_shared("data/ccbs/examples/grid_map.xml", MAP_CCBS_GRID, 100);
    expect_shared("data/ccbs/sparse/map.xml", MAP_GRAPHML, 170);
    expect_shared("data/ccbs/dense/map.xml", MAP_GRAPHML, 878);
    expect_shared("data/ccbs/counterexamples/ce_roadmap.xml", MAP_GRAPHML, 7);
}

CU_TestInfo map_tests[] = {
    SUPPORT_TEST(a_grid_is_told_by_its_content),
    SUPPORT_TEST(quotes_round_cells_change_nothing),
    SUPPORT_TEST(faulty_csv_grids_are_refused_at_their_place),
    SUPPORT_TEST(faulty_movingai_maps_are_refused_at_their_place),
    SUPPORT_TEST(a_cell_is_as_wide_as_can_be_calculated_with),
    SUPPORT_TEST(options_that_a_map_has_no_use_for_are_refused),
    SUPPORT_TEST(a_csv_roadmap_has_names_places_and_edges),
    SUPPORT_TEST(edges_without_a_column_directed_go_both_ways),
    SUPPORT_TEST(faulty_csv_roadmaps_are_refused_at_their_place),
    SUPPORT_TEST(edges_are_skimmed_as_expat_reads_them),
    SUPPORT_TEST(long_runs_of_edges_are_read),
    SUPPORT_TEST(centres_are_found_but_for_rounding),
    SUPPORT_TEST(the_maps_that_others_made_are_read),
    CU_TEST_INFO_NULL,
};
