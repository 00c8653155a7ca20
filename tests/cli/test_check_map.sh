#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze check --map`: plans against what stands in their way.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
maps=$top_srcdir/maps
header=agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s

# A wall in the middle of three rows: elm drives through it, ash along it.
grid() {
    printf '0,0,0\n0,1,0\n0,0,0\n' >grid.csv
    printf 'agent,time,x,y\nelm,0,0,1\nelm,2,2,1\nash,0,0,0\nash,1,2,0\n' >plan.csv
}

it 'a conflict with a blocked cell is a row like any other'
grid
runs 1 check --radius 0.5 --tolerance 0 --map grid.csv plan.csv
prints <<END
$header
elm,cell 1 1,conflict,0,0,2,1,1
END
says 'map: 1 of 2 agents conflict with blocked cells; stretches: 1 conflict, 0 graze, 1 touch'

it 'touches of cells are rows with --all, and never a conflict'
grid
sed -i '/elm/d' plan.csv
runs 0 check --radius 0.5 --all --map grid.csv plan.csv
prints <<END
$header
ash,cell 1 1,touch,0,0.25,0.75,0,0.25
END

it 'the earliest conflict of all may be one with a cell'
grid
printf 'oak,0,2,2\noak,1,2,1\n' >>plan.csv
runs 1 check --radius 0.5 --tolerance 0 --first --map grid.csv plan.csv
prints <<END
$header
elm,cell 1 1,conflict,0,0,2,1,1
END

it 'the width of cells can be chosen'
grid
runs 0 check --radius 0.1 --cell 4 --map grid.csv plan.csv
runs 1 check --radius 0.1 --cell 0.75 --map grid.csv plan.csv
prints_part 'elm,cell 1 1'

it 'the database keeps the map and says that the plan is not safe'
grid
runs 1 check --radius 0.5 --tolerance 0 --map grid.csv -o results.db plan.csv
runs 0 query results.db --format csv 'select safe, conflicts, obstacle_conflicts from plan_safety'
prints <<END
safe,conflicts,obstacle_conflicts
no,0,1
END
runs 0 query results.db --format csv 'select map_column, map_row from map_cell'
prints <<END
map_column,map_row
1,1
END
runs 0 query results.db --format csv obstacles
prints <<END
agent,map_column,map_row,obstacle,part,begin_s,end_s,depth_m,depth_at_s
elm,1,1,,0,0,2,1,1
END
runs 0 query results.db --format csv "select role, name, length(sha256) as n from input"
prints_line map,grid.csv,64

it 'bodies with corners are held against cells as their shapes are'
grid
printf 'agent,radius,vertices\nelm,0,-0.5 -0.5 0.5 -0.5 0.5 0.5 -0.5 0.5\nash,0,-0.5 -0.5 0.5 -0.5 0.5 0.5 -0.5 0.5\n' >bodies.csv
runs 1 check --bodies bodies.csv --tolerance 0 --all --map grid.csv plan.csv
prints_line 'elm,cell 1 1,conflict,0,0,2,1,1'
prints_line 'ash,cell 1 1,touch,0,0,inf,0,0'

it 'the trucks of the crossing stay in their lanes'
runs 0 check --bodies "$maps/crossing-bodies.csv" --outside free --map "$maps/crossing-map.csv" "$maps/crossing-mended.csv"
says 'map: 0 of 8 agents conflict with blocked cells'

it 'a map alone is asked for where only its details are given'
grid
runs 2 check --radius 0.5 --cell 2 plan.csv
says '--cell: error: it says something about a map, and no map is given'
runs 2 check --radius 0.5 --edges grid.csv plan.csv
says '--edges: error: it says something about a map'

it 'standard input can be read only once'
grid
runs 2 check --radius 0.5 --map - - <plan.csv
says 'error: standard input can be read only once'
printf 'vertex,x,y\n0,0,0\n1,1,0\n' >places.csv
runs 2 check --radius 0.5 --map - --edges - plan.csv <places.csv
says 'error: standard input can be read only once'
says 'hint: give one of them a name'

it 'a faulty map is refused at its place and leaves nothing behind'
grid
printf '0,0,0\n0,x,0\n' >grid.csv
runs 2 check --radius 0.5 --map grid.csv -o results.db plan.csv
prints_nothing
says "grid.csv:2:3: error: 'x' is no cell"
leaves grid.csv plan.csv

it 'a plan in space is not held against a map of the plane'
grid
printf 'agent,time,x,y,z\nelm,0,0,1,0\nelm,2,2,1,0\n' >plan.csv
runs 2 check --radius 0.5 --map grid.csv -o results.db plan.csv
says 'grid.csv: error: a map lies in the plane, and the plan is in space'
leaves grid.csv plan.csv

it 'the damaged warehouse is refused at its damaged lines'
if shared data/ccbs/warehouse-10-20-10-2-2/map.xml; then
    runs 2 check --radius 0.35 --map "$GRAZE_SHARED/data/ccbs/warehouse-10-20-10-2-2/map.xml" \
        "$GRAZE_SHARED/data/ccbs/examples/grid_task_log.xml"
    says 'map.xml:4:3: error: unknown element <wid1h>'
    says 'hint: did you mean <width>?'
fi

it 'the grid example of the reference keeps out of its cells'
if shared data/ccbs/examples/grid_map.xml; then
    runs 0 check --radius 0.353553 --map "$GRAZE_SHARED/data/ccbs/examples/grid_map.xml" \
        "$GRAZE_SHARED/data/ccbs/examples/grid_task_log.xml"
    says 'map: 0 of 13 agents conflict with blocked cells'
fi

it 'a log is refused against a map of the other kind'
if shared data/ccbs/examples/grid_map.xml; then
    examples=$GRAZE_SHARED/data/ccbs/examples
    runs 2 check --radius 0.353553 --map "$examples/roadmap.xml" "$examples/grid_task_log.xml"
    says 'the log is of a grid, and the map is a roadmap'
    runs 1 check --radius 0.353553 --map "$examples/roadmap.xml" "$examples/roadmap_task_log.xml"
fi

it 'a check says how its pairs were found and where they are kept'
printf 'agent,time,x,y\na,0,0,0\na,10,10,0\nb,0,10,0\nb,10,0,0\n' >plan.csv
runs 1 check -v --radius 0.5 --index sweep --filter bvh -o run.db plan.csv
says 'filter bvh left 1 of them'
says 'run 1 in run.db'
runs 0 query run.db "SELECT value FROM run_stat WHERE name = 'motion_pairs_filtered'" --format csv
[ "$(tail -n 1 ../out)" = 1 ] || fault "kept: $(cat ../out)"
runs 1 check -v --radius 0.5 --index none plan.csv
says_not 'index left'
runs 1 check -v --radius 0.5 --index scan --filter none plan.csv
says 'index left 1 pairs'
says_not 'filter '

it 'obstacles that are grazed deepest are told, and a radius below 0 is refused'
printf 'agent,time,x,y\na,0,0,0\na,10,10,0\n' >plan.csv
printf 'obstacle,x,y,radius\none,3,1,0.5\ntwo,7,1,0.625\n' >posts.csv
runs 0 check --radius 0.625 --tolerance 0.5 --obstacles posts.csv plan.csv
says 'deepest graze of an obstacle: 0.25 m, agent a, obstacle two'
runs 2 check --radius 0.5 --obstacles posts.csv --obstacle-radius -1 plan.csv
says 'is negative'
runs 2 check --radius 0.5 --obstacle-radius 1 plan.csv
says 'no obstacles are given'

it 'a plan in one cell of a map of one row is told so, and of one cell is not'
printf 'agent,time,x,y\na,0,0,0\na,10,0.25,0\n' >plan.csv
printf '0,0,0\n' >row.csv
printf '0\n0\n0\n' >column.csv
printf '0\n' >cell.csv
runs 0 check --radius 0.1 --map row.csv plan.csv
says 'the whole plan lies in one cell of 1 m'
runs 0 check --radius 0.1 --map column.csv plan.csv
says 'the whole plan lies in one cell of 1 m'
runs 0 check --radius 0.1 --map cell.csv plan.csv
says_not 'lies in one cell'

it 'a check of cells of another size goes on where it stopped'
printf 'agent,time,x,y\na,0,0,0\na,10,1,0\nb,0,1,0\nb,10,0,0\n' >plan.csv
printf '0,0,0,1\n' >grid.csv
runs 3 check --radius 0.05 --cell 0.25 --map grid.csv --limit-meetings 1 -o run.db plan.csv
says 'too many meetings: stopped'
runs 2 check --radius 0.05 --cell 0.5 --map grid.csv --resume -o run.db plan.csv
runs 1 check --radius 0.05 --cell 0.25 --map grid.csv --resume -o run.db plan.csv
prints_part 'a,cell 3 0,conflict'
prints_part 'a,b,conflict'

summary
