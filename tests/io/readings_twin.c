/* SPDX-License-Identifier: MIT */
/* Two ways to say the same. */
#include "readings.h"

#define NODES                                                                                      \
    "<graphml><graph edgedefault=\"directed\"><node id=\"n0\"><data key=\"key0\">0,0</data>"       \
    "</node>\n<node id=\"n1\"><data key=\"key0\">3,4</data></node>\n"
#define EDGE "<edge source=\"n0\" target=\"n1\"><data key=\"k\">1</data></edge>\n"
#define CELLS "<root><map><width>2</width><height>1</height><grid>"
#define PCD "VERSION 0.7\nFIELDS x y z\nPOINTS 1\n"
#define ARROWS(more)                                                                               \
    "{\"actionModel\": \"MAPF\", \"start\": [[5, 2]], \"actualPaths\": [\"U,R,W\"], " more "}"
#define ROWS "agent,time,x,y\na,0,0,0\na,1,1,0\n"

/* clang-format off */
const twins twin_readings[] = {
    {OF("attributes apart by any blanks", reading_map,
     NODES EDGE EDGE "</graph></graphml>",
     NODES "<edge\tsource=\"n0\"\r\ntarget=\"n1\">\t<data\tkey=\"k\">1</data>\r</edge>\n" EDGE
     "</graph></graphml>")},
    {OF("names of any kind", reading_map,
     NODES EDGE EDGE "</graph></graphml>",
     NODES "<edge id=\"A_z:0.9-Z\" source=\"n0\" target=\"n1\"><data key=\"K_1:a.-\">1</data>"
     "</edge>\n" EDGE "</graph></graphml>")},
    {OF("text of any kind in what is not read", reading_map,
     NODES EDGE EDGE "</graph></graphml>",
     NODES "<edge source=\"n0\" target=\"n1\"><data key=\"k\">\xC3\xA9 \t\r\n\x7F</data></edge>\n"
     EDGE "</graph></graphml>")},
    {OF("an edge that says that it is directed", reading_map,
     NODES EDGE EDGE "</graph></graphml>",
     NODES "<edge source=\"n0\" target=\"n1\" directed=\"true\"/>\n" EDGE "</graph></graphml>")},
    {OF("places between line ends", reading_map, NODES EDGE "</graph></graphml>",
     "<graphml><graph edgedefault=\"directed\"><node id=\"n0\"><data key=\"key0\">\n0,0\r\n</data>"
     "</node>\n<node id=\"n1\"><data key=\"key0\">3,4</data></node>\n" EDGE "</graph></graphml>")},
    {OF("cells apart by any blanks", reading_map, CELLS "<row>01</row></grid></map></root>",
     CELLS "<row>0\t1\n</row></grid></map></root>")},
    {OF("cells of MovingAI", reading_map, "type octile\nheight 1\nwidth 5\nmap\n....@\n",
     "type tile\nheight 1\nwidth 5\nmap\nEGS.T\n")},
    {OF("an obstacle that is a point twice", reading_obstacles, "obstacle,x,y\na,1,2\n",
     "obstacle,x,y\na,1,2\na,1,2\n"), .how = DISCS},
    {OF("well-known text in small letters", reading_obstacles,
     "POINT (1 2)\nLINESTRING (3 4, 5 6)\n",
     "Point (1 2);\nlinestring Z (3 4 9, 5 6 9)\nPOLYGON EMPTY\n"), .how = DISCS},
    {OF("what a sensor did not see", reading_obstacles,
     "VERSION 0.7\nFIELDS x y z\nPOINTS 2\nDATA ascii\n1 2 3\nnan nan nan\n",
     "# .PCD v0.7\n\n# a comment\nFIELDS x y z\nPOINTS 2\nDATA ascii\n1 2 3\ninf 2 3\n"),
     .how = DISCS},
    {OF("tasks in parts", reading_plan, ARROWS("\"tasks\": [[0, 4, 3]]"),
     ARROWS("\"tasks\": [[7, 0, [9, 9]], [0, 0, [5, 2, 4, 3]]], "
            "\"events\": [[0, 0, 0, 1], [2, 0, 0, 2], [2, 0, 0, 0]]")), .how = DISCS},
    {OF("more tasks than robots", reading_plan, ARROWS("\"makespan\": 3"),
     ARROWS("\"tasks\": []")), .how = DISCS},
    {OF("JSON behind a mark", reading_plan, ARROWS("\"makespan\": 3"),
     "\xEF\xBB\xBF" ARROWS("\"makespan\": 3")), .how = DISCS},
    {OF("a time with a sign", reading_plan, "0 (8,0)\n1 (7,0)\n", "+0\t(8,0)\n\n+1 (7,0)\n"),
     .how = DISCS},
    {OF("a row of a result behind a blank", reading_plan, "0:(1,0),\n1:(2,0),\n",
     "0: (1,0,X+),\n\n1:\t(2,0,-),\n"), .how = DISCS},
    {OF("columns by their numbers or names", reading_plan, ROWS,
     "Agent ,t,x,y\na,0,0,0\na,1,1,0\n"),
     .how = DISCS_AND(.import = {.columns = "agent=Agent,time=t"})},
    {OF("blanks between fields", reading_plan, ROWS, " agent  time x y \n a 0   0 0\na 1 1 0 \n"),
     .how = DISCS_AND(.import = {.delimiter = "space"})},
};
/* clang-format on */

const size_t twin_reading_count = sizeof twin_readings / sizeof *twin_readings;
