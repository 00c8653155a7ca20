#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze check --obstacles`: plans against obstacles from files.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
header=agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s

# elm drives from x = 0 to 8 in 8 s along y = 0, ash along y = 5.
plan() {
    printf 'agent,time,x,y\nelm,0,0,0\nelm,8,8,0\nash,0,0,5\nash,8,8,5\n' >plan.csv
}

it 'a conflict with an obstacle is a row like any other'
plan
printf 'obstacle,x,y\nbox,3,-1\nbox,5,-1\nbox,5,1\nbox,3,1\n' >walls.csv
runs 1 check --radius 0.5 --tolerance 0 --obstacles walls.csv plan.csv
prints <<END
$header
elm,obstacle box,conflict,0,2.5,5.5,1.5,4
END
says 'obstacles: 1 of 2 agents conflict with obstacles; stretches: 1 conflict, 0 graze, 0 touch'

it 'an obstacle that is touched is no conflict'
plan
printf 'obstacle,x,y\nwall,0,0.5\nwall,8,0.5\nwall,8,4.5\nwall,0,4.5\n' >walls.csv
runs 0 check --radius 0.5 --tolerance 0 --obstacles walls.csv plan.csv
says 'obstacles: 0 of 2 agents conflict with obstacles; stretches: 0 conflict, 0 graze, 2 touch'
runs 1 check --radius 0.50000001 --tolerance 0 --obstacles walls.csv plan.csv

it 'obstacles may be clockwise, segments and discs'
plan
printf 'obstacle,x,y,radius\nbox,3,1,0\nbox,5,1,0\nbox,5,-1,0\nbox,3,-1,0\n' >walls.csv
printf 'post,7,1,0.5\nfence,1,0.75,0\nfence,1,4,0\n' >>walls.csv
runs 1 check --radius 0.625 --tolerance 0 --obstacles walls.csv plan.csv
prints <<END
$header
elm,obstacle box,conflict,0,2.375,5.625,1.625,4
elm,obstacle post,conflict,0,6.484611796797792,7.515388203202208,0.125,7
END

it 'a polygon that is not convex is cut, and a body in its bay is free'
plan
echo 'POLYGON ((2 -2, 6 -2, 6 3, 5 3, 5 -1, 3 -1, 3 3, 2 3, 2 -2))' >bay.wkt
runs 1 check --radius 0.25 --tolerance 0 --obstacles bay.wkt plan.csv
prints_part 'elm,obstacle 0,conflict'
printf 'agent,time,x,y\nelm,0,4,5\nelm,5,4,-0.5\n' >plan.csv
runs 0 check --radius 0.5 --tolerance 0 --obstacles bay.wkt plan.csv
runs 1 check --radius 0.51 --tolerance 0 --obstacles bay.wkt plan.csv

it 'a body in the hole of a polygon is free'
printf 'agent,time,x,y\nelm,0,4,0\nelm,4,6,0\n' >plan.csv
echo 'POLYGON ((2 -2, 8 -2, 8 2, 2 2, 2 -2), (3 -1, 3 1, 7 1, 7 -1, 3 -1))' >yard.wkt
runs 0 check --radius 1 --tolerance 0 --obstacles yard.wkt plan.csv
says '0 conflict, 0 graze'
runs 1 check --radius 1.001 --tolerance 0 --obstacles yard.wkt plan.csv
printf 'agent,time,x,y\nelm,0,4,0\nelm,4,4,4\n' >plan.csv
runs 1 check --radius 0.5 --tolerance 0 --obstacles yard.wkt plan.csv
prints <<END
$header
elm,obstacle 0,conflict,0,0.5,2.5,1,1.5
END

it 'well-known text has several geometries'
plan
printf 'POINT (1 0)\nmultipolygon (((3 -1, 5 -1, 4 1)), ((6 -1, 8 -1, 7 1)));\nLINESTRING Z (0 6 1, 4 5 1, 8 6 2)\n' >all.wkt
runs 1 check --radius 0.125 --tolerance 0 --obstacles all.wkt plan.csv
prints_part 'elm,obstacle 0,conflict,0,0.875,1.125'
prints_part 'elm,obstacle 1,conflict,0'
prints_part 'elm,obstacle 1,conflict,1'
prints_part 'ash,obstacle 2,conflict,0'

it 'a cloud of points has a radius'
plan
printf 'x,y,z\n4,1,0.5\n6,-1,0.25\n' >cloud.csv
runs 0 check --radius 0.5 --tolerance 0 --obstacles cloud.csv plan.csv
runs 0 check --radius 0.5 --tolerance 0 --obstacles cloud.csv --obstacle-radius 0.5 plan.csv
runs 1 check --radius 0.5 --tolerance 0 --obstacles cloud.csv --obstacle-radius 0.625 plan.csv
prints <<END
$header
elm,obstacle 0,conflict,0,3.4846117967977923,4.515388203202208,0.125,4
elm,obstacle 1,conflict,0,5.484611796797792,6.515388203202208,0.125,6
END

it 'clouds are read from PCD files'
plan
printf '# .PCD v.7 - Point Cloud Data\nVERSION .7\nFIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH 3\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 3\nDATA ascii\n4 1 0 0\nnan nan nan 0\n6 -1 0 4.2e+06\n' >cloud.pcd
runs 1 check --radius 0.5 --tolerance 0 --obstacles cloud.pcd --obstacle-radius 0.625 plan.csv
prints_part 'elm,obstacle 1,conflict,0,5.484611796797792'
sed -i 's/POINTS 3/POINTS 4/' cloud.pcd
runs 2 check --radius 0.5 --obstacles cloud.pcd plan.csv
says 'there are 3 points, not 4'
sed -i 's/ascii/binary/' cloud.pcd
runs 2 check --radius 0.5 --obstacles cloud.pcd plan.csv
says 'cloud.pcd:11'
says 'the points are not written as text'

it 'cells and obstacles are told together'
plan
printf '0,0,0\n0,1,0\n' >grid.csv
printf 'obstacle,x,y\nbox,3,-1\nbox,5,-1\nbox,5,1\n' >walls.csv
runs 1 check --radius 0.75 --tolerance 0 --map grid.csv --obstacles walls.csv plan.csv
prints_part 'elm,cell 1 1,conflict'
prints_part 'elm,obstacle box,conflict'
says 'agents conflict with blocked cells and obstacles; stretches: 2 conflict'

it 'what is no polygon is refused at its place'
plan
printf 'obstacle,x,y\nbow,3,-1\nbow,5,1\nbow,5,-1\nbow,3,1\n' >walls.csv
runs 2 check --radius 0.5 --obstacles walls.csv plan.csv
says 'walls.csv:2:5: error: the edge from here meets that from line 4, column 5: no polygon'
printf 'obstacle,x,y\nline,3,-1\nline,4,-1\nline,5,-1\n' >walls.csv
runs 2 check --radius 0.5 --obstacles walls.csv plan.csv
says 'walls.csv:2:6: error: the polygon has no area'
echo 'POLYGON ((0 0, 4 0, 4 4, 0 4), (1 1, 5 1, 2 2))' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'hole.wkt:1:16: error: the edge from here meets that from line 1, column 33: no polygon'
printf 'POLYGON ((0 0, 4 0, 4 4, 0 4),\n (5 1, 6 1, 6 2))\n' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'hole.wkt:2:3: error: the hole is not inside of the polygon'
printf 'POLYGON ((0 0, 9 0, 9 9, 0 9),\n (1 1, 8 1, 8 8, 1 8),\n (2 2, 3 2, 3 3))\n' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'hole.wkt:3:3: error: the hole is in that from line 2, column 3'
printf 'POLYGON ((0 0, 4 0, 4 4, 0 4),\n (1 1, 2 1, 3 1))\n' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'hole.wkt:2:3: error: the hole has no area'
echo 'POLYGON ((0 0, 4 0, 4 4, 0 4), (1 1, 2 1, 1 1))' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'error: a hole has too few points'
echo 'POLYGON ((0 0, 4 zero, 4 4))' >hole.wkt
runs 2 check --radius 0.5 --obstacles hole.wkt plan.csv
says 'hole.wkt:1:18: error: the coordinate is not a number'

it 'rows of an obstacle follow each other'
plan
printf 'obstacle,x,y\na,3,-1\nb,5,1\na,5,-1\n' >walls.csv
runs 2 check --radius 0.5 --obstacles walls.csv plan.csv
says "walls.csv:4:1: error: obstacle 'a' has ended before"

it 'a database holds the obstacles and what agents meet there'
plan
printf '0,0,0\n0,1,0\n' >grid.csv
printf 'obstacle,x,y\nbox,3,-1\nbox,5,-1\nbox,5,1\nfar,9,9\n' >walls.csv
runs 1 check --radius 0.75 --tolerance 0 --map grid.csv --outside free --obstacles walls.csv \
    --obstacle-radius 0.25 --all -o both.db plan.csv
tail -n +2 ../out >printed
runs 0 query both.db "SELECT agent, coalesce('obstacle ' || obstacle, 'cell ' || map_column || ' ' || map_row)
    AS met, verdict, part, begin_s, end_s, depth_m, depth_at_s FROM obstacle_meeting_labelled
    ORDER BY agent_id, obstacle_id, map_row, map_column, part" --format csv
tail -n +2 ../out >kept
cmp -s printed kept || fault "printed and kept differ: $(diff printed kept)"
[ -s kept ] || fault 'nothing was kept'
runs 1 check --radius 0.5 --tolerance 0 --obstacles walls.csv -o results.db plan.csv
runs 0 query results.db safe --format csv
prints_part ',no,'
runs 0 query results.db obstacles --format csv
prints <<END
agent,map_column,map_row,obstacle,part,begin_s,end_s,depth_m,depth_at_s
elm,,,box,0,3.292893218813452,5.5,0.914213562373095,4.585786437626905
END
runs 0 query results.db verify
runs 0 query results.db "SELECT role, name FROM input" --format csv
prints_line obstacles,walls.csv

it 'a check against obstacles that nobody meets says so'
plan
printf 'x,y\n4,3\n' >cloud.csv
runs 0 check --radius 0.5 --obstacles cloud.csv -o results.db plan.csv
runs 0 query results.db obstacles --format csv
says_nothing
runs 0 query results.db safe --format csv
prints_part ',yes,'
runs 0 check --radius 0.5 -o other.db plan.csv
runs 0 query other.db obstacles --format csv
says 'check --map MAP (or --obstacles FILE)'

it 'pictures and pages of a database have its obstacles'
plan
printf 'obstacle,x,y\nbox,3,-1\nbox,5,-1\nbox,5,1\n' >walls.csv
runs 1 check --radius 0.5 --all --obstacles walls.csv -o results.db plan.csv
for shown in 'plot map' 'replay --title walls'; do
    # shellcheck disable=SC2086
    runs 0 $shown --radius 0.5 --obstacles walls.csv plan.csv -o plan.out
    # shellcheck disable=SC2086
    runs 0 $shown results.db -o database.out
    cmp -s plan.out database.out || fault "$shown: another picture from the database"
    grep -q box database.out || fault "$shown: no obstacle is drawn"
    # shellcheck disable=SC2086
    runs 2 $shown --obstacles walls.csv results.db -o other.out
    says 'holds the obstacles that its plan was decided with'
done

it 'a check against obstacles is resumed with the same ones'
printf 'agent,time,x,y\n' >plan.csv
for i in 1 2 3 4 5; do printf '%s,0,0,0\n' $i; done >>plan.csv
printf 'x,y\n0,1\n' >cloud.csv
check() {
    wanted=$1
    shift
    runs "$wanted" check --radius 0.5 --obstacle-radius 0.75 --obstacles cloud.csv "$@" plan.csv
}
check 1 --all -o whole.db
runs 0 query whole.db export -o whole.csv
check 3 --limit-meetings 12 -o part.db
check 1 --resume -o part.db
runs 0 query part.db export -o part.csv
cmp -s whole.csv part.csv || fault 'another export'
runs 0 query part.db verify
rm part.db
check 3 --limit-meetings 12 -o part.db
runs 2 check --radius 0.5 --obstacle-radius 0.5 --obstacles cloud.csv --resume -o part.db plan.csv
says obstacle-radius
printf 'x,y\n0,2\n' >cloud.csv
check 2 --resume -o part.db
says "has read another obstacles: 'cloud.csv' was different"

it 'options of obstacles stand alone'
plan
runs 2 check --radius 0.5 --obstacle-radius 1 plan.csv
says 'no obstacles are given'

summary
