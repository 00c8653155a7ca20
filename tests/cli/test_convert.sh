#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze convert`: there and back again, byte for byte; refusals with a reason; and every
# file of the shared data.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
maps=$top_srcdir/maps
data=$GRAZE_SHARED/data

# is FIRST SECOND: the same bytes.
is() { cmp -s "$1" "$2" || fault "$1 and $2 differ"; }

it 'waypoints become motions and waypoints again where velocities are doubles'
cat >plan.csv <<'END'
agent,radius,time,x,y
ann,0.5,0,0,0
ann,0.5,4,1,0.3
ann,0.5,6,1,0.3
"bo, the 2nd",0.25,0.1,7,1e-300
END
runs 0 convert --to motions plan.csv motions.csv
cat >wanted.csv <<'END'
agent,radius,start,duration,x,y,vx,vy
ann,0.5,0,4,0,0,0.25,0.075
ann,0.5,4,2,1,0.3,0,0
ann,0.5,6,inf,1,0.3,0,0
"bo, the 2nd",0.25,0.1,inf,7,1e-300,0,0
END
is motions.csv wanted.csv
runs 0 convert --to waypoints motions.csv again.csv
is again.csv plan.csv
leaves plan.csv motions.csv wanted.csv again.csv

it 'a plan becomes a log and a plan again'
cat >plan.csv <<'END'
agent,time,x,y
0,0,1,2
0,1.1,1.5,2.5
0,3.3000000000000003,4,2
1,0,3,3
END
runs 0 convert plan.csv log.xml
runs 0 convert log.xml again.csv
is again.csv plan.csv
runs 0 check --radius 0.1 plan.csv
cp ../out wanted
runs 0 check --radius 0.1 log.xml
prints <wanted

it 'the motions of the examples come back'
for plan in braking drones dock crossing; do
    runs 0 convert --to "$([ $plan = braking ] && echo motions || echo waypoints)" \
        "$maps/$plan.csv" one.csv || continue
    runs 0 convert one.csv two.csv
    is one.csv two.csv
    runs 1 check --radius 0.5 "$maps/$plan.csv"
    cp ../out wanted
    runs 1 check --radius 0.5 one.csv
    prints <wanted
done

it 'a plan in a database comes back with its bodies'
runs 1 check --radius 0.25 -o results.db "$maps/braking.csv"
runs 0 convert results.db plan.csv
runs 1 check -o again.db plan.csv
runs 0 query results.db export
grep -v '^input,' ../out >one
runs 0 query again.db export
grep -v '^input,' ../out >two
is one two
runs 2 convert --plan 7 results.db none.csv
says 'holds no plan 7'
runs 2 convert --to waypoints results.db none.csv
says "agent 'heron', motion 0 at 0 s: it has an acceleration"

# relabelled SQL: a finished check in rows.db whose first agent is called what SQL says.
relabelled() {
    rm -f rows.db
    runs 1 check --radius 0.25 -q -o rows.db "$maps/braking.csv"
    ${SQLITE3:-sqlite3} rows.db "UPDATE agent SET label = $1 WHERE agent_id = 0"
}

it 'a label that the reader would refuse is not written'
if has "${SQLITE3:-sqlite3}"; then
    for label in "'es' || char(27) || '[31mcape'" "char(127)" "CAST(x'ff41' AS TEXT)" "''" \
        "'nul' || char(0) || 'and more'" "printf('%.*c', 1048577, 'x')" "'a' || char(1)"; do
        relabelled "$label"
        runs 2 convert rows.db hostile.csv
        says 'label'
        [ ! -e hostile.csv ] || fault "$label was written"
    done
    relabelled "'es' || char(27) || '[31mcape'"
    runs 2 convert --to motions rows.db -
    says "rows.db: error: the label 'es?[31mcape' cannot be written as CSV: it has a control character"
    runs 2 query --format csv rows.db "SELECT label FROM agent"
    says "cannot be written as CSV: it has a control character"
    says 'hint: --format jsonl'
    runs 0 query --format jsonl rows.db "SELECT label FROM agent ORDER BY agent_id LIMIT 1"
    prints_line '{"label":"es\u001b[31mcape"}'
fi

it 'a label that a spreadsheet would take for a formula comes back as it was'
if has "${SQLITE3:-sqlite3}"; then
    for label in "'=1+1'" "'+1'" "'-1'" "'@sum'" "char(9) || 'tab'" "char(13) || '=1'" "'#'" \
        "' blank '" "char(34)" "'a' || char(10) || 'b'" "char(39)"; do
        relabelled "$label"
        runs 0 convert --to motions rows.db exact.csv
        runs 1 check -q -o back.db exact.csv
        ${SQLITE3:-sqlite3} rows.db "SELECT hex(label) FROM agent ORDER BY 1" >wanted
        ${SQLITE3:-sqlite3} back.db "SELECT hex(label) FROM agent ORDER BY 1" >found
        is wanted found
        rm -f exact.csv back.db
    done
fi
runs 0 query --help
prints_part 'formula'

it 'a grid with quotes round its cells is a grid'
printf '"0","0","1"\n"0","1",0\n' >quoted.csv
printf '0,0,1\n0,1,0\n' >plain.csv
runs 0 convert quoted.csv found.csv
is found.csv plain.csv

it 'a grid goes through every format of grids'
cat >grid.csv <<'END'
0,0,1
0,1,0
END
runs 0 convert grid.csv grid.map
runs 0 convert grid.map grid.xml
runs 0 convert grid.xml again.csv
is again.csv grid.csv
printf 'type octile\nheight 2\nwidth 3\nmap\n..@\n.@.\n' >wanted.map
is grid.map wanted.map
runs 2 convert --cell 0.5 grid.csv other.xml
says 'grid.csv: error: the cells of Continuous-CBS are 1 m wide, and these are not'
runs 2 convert --to graphml grid.csv other.xml
says 'a grid of cells is no roadmap'
leaves grid.csv grid.map grid.xml again.csv wanted.map

it 'a roadmap goes through both formats of roadmaps'
printf 'vertex,x,y\n0,0.1,1e-7\n1,3,-2.5\n2,12345.678901234567,4\n' >v.csv
printf 'from,to,directed\n0,1,1\n1,0,1\n2,0,1\n' >e.csv
runs 0 convert --edges e.csv v.csv roadmap.xml
runs 0 convert --edges-output e2.csv roadmap.xml v2.csv
is v.csv v2.csv
is e.csv e2.csv
printf 'vertex,x,y\ndoor,0,1\n1,3,-2.5\n' >named.csv
printf 'from,to\ndoor,1\n' >e.csv
runs 2 convert --edges e.csv named.csv other.xml
says "named.csv: error: vertex 'door': the format only counts, and calls it 0"
runs 0 convert --drop --edges e.csv named.csv other.xml
runs 2 convert roadmap.xml w.csv
says 'a CSV roadmap is two files'

it 'a scenario goes through every format of scenarios'
printf '0,0,0\n0,1,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\n0,0,0,2,1\n1,0,1,1,0\n' >s.csv
runs 0 convert --map grid.csv s.csv s.scen
printf 'version 1\n1\tgrid.csv\t3\t2\t0\t0\t2\t1\t3.00000000\n0\tgrid.csv\t3\t2\t0\t1\t1\t0\t2.00000000\n' >wanted
sed 's/^1\t/0\t/' wanted >wanted.scen
is s.scen wanted.scen
runs 0 convert --map grid.csv s.scen s.xml
runs 0 convert --map grid.csv s.xml again.csv
is again.csv s.csv
printf 'agent,start_x,start_y,goal_x,goal_y,radius\na,0,0,2,1,0.25\n' >r.csv
runs 2 convert --map grid.csv r.csv r.xml
says 'the format has no place for radii'
says "agent 'a': the format only counts"
runs 0 convert --drop --map grid.csv r.csv r.xml
runs 2 convert s.csv t.xml
says 'a scenario is about places of a map'

it 'a refusal leaves nothing behind'
runs 2 convert --to waypoints "$maps/braking.csv" plan.csv
says "agent 'heron', motion 0 at 0 s: it has an acceleration"
runs 2 convert --to log "$maps/drones.csv" plan.xml
says 'the plan is in space'
runs 4 convert --to waypoints nothing.csv plan.csv
says 'nothing.csv: error: cannot be opened'
[ "$(ls -A)" = '' ] || fault "the folder holds: $(ls -A)"

it 'what nothing tells is asked for'
printf 'a,b\n1,2\n' >x.csv
runs 2 convert x.csv y.csv
says 'is neither a plan, a map nor a scenario'
runs 2 convert "$maps/braking.csv" -
says 'does not tell a format'
runs 2 convert - plan.csv </dev/null
says 'what standard input is has to be told'
runs 0 convert --from plan --to motions - - <"$maps/braking.csv"
prints_part 'heron,0,4'
runs 2 convert one
says 'two files are wanted'

# ---- every format into every other ------------------------------------------------------

# forms WHAT: the formats in which it can be written.
forms() {
    case $1 in
    plan) echo waypoints motions log ;;
    grid) echo grid movingai ccbs-map ;;
    roadmap) echo roadmap graphml ;;
    *) echo scenario scen ccbs-task ;;
    esac
}

# converts WHAT FROM TO: there is WHAT in format FROM; what comes out in format TO is what
# it is known to be in that format.
converts() {
    what=$1 from=$2 to=$3
    set -- --to "$to"
    [ "$from" != roadmap ] || set -- "$@" --edges edges.csv
    [ "$to" != roadmap ] || set -- "$@" --edges-output out.edges
    [ "$what" != task ] || set -- "$@" --map grid.csv
    runs 0 convert "$@" "$what.$from" "out.$to"
    is "out.$to" "$what.$to"
    [ "$to" != roadmap ] || is out.edges edges.csv
}

it 'every format becomes every other one of its kind, and the same bytes come back'
printf 'agent,time,x,y\n0,0,0,0\n0,4,1,0.3\n0,6,1,0.3\n0,8,3,4\n1,0,3,4\n1,0.1,3,4\n1,2.1,0,1\n' >plan.waypoints
runs 2 convert --to motions plan.waypoints plan.motions
says 'its velocity is a quotient of doubles that is no double'
printf 'agent,time,x,y\n0,0,0,0\n0,4,1,0.5\n0,6,1,0.5\n0,8,3,4\n1,0,3,4\n1,0.25,3,4\n1,2.25,0,1\n' >plan.waypoints
printf '0,0,1\n0,0,0\n' >grid.csv
cp grid.csv grid.grid
printf 'vertex,x,y\n0,0.1,1e-7\n1,3,-2.5\n2,12345.678901234567,4\n' >roadmap.roadmap
printf 'from,to,directed\n0,1,1\n1,0,1\n2,0,1\n' >edges.csv
printf 'agent,start_x,start_y,goal_x,goal_y\n0,0,0,2,1\n1,0,1,1,0\n' >task.scenario
for what in plan grid roadmap task; do
    first=$(forms $what | cut -d ' ' -f 1)
    for to in $(forms $what); do # once from the first; then all from all must agree
        [ "$to" != "$first" ] || continue
        extra=
        [ $what != roadmap ] || extra='--edges edges.csv'
        [ $what != task ] || extra='--map grid.csv'
        # shellcheck disable=SC2086
        runs 0 convert $extra --to "$to" $what."$first" $what."$to"
    done
    for from in $(forms $what); do
        for to in $(forms $what); do
            converts $what "$from" "$to"
        done
    done
done
runs 0 check --radius 0.25 -o results.db plan.waypoints
for to in waypoints motions; do # a database has bodies as well
    runs 0 convert --to $to results.db "stored.$to"
    runs 0 convert --radius 0.25 --to $to plan.log "sized.$to"
    is "stored.$to" "sized.$to"
done
runs 2 convert --to log results.db stored.log
says 'a log of Continuous-CBS has no bodies'
runs 0 convert --drop --to log results.db stored.log
is stored.log plan.log

it 'no format becomes one of another kind'
printf 'agent,time,x,y\n0,0,0,0\n0,1,1,0\n' >plan.csv
printf '0,0,0\n0,1,0\n' >grid.csv
printf 'vertex,x,y\n0,0,0\n1,3,0\n' >v.csv
printf 'from,to\n0,1\n' >e.csv
printf 'agent,start_x,start_y,goal_x,goal_y\n0,0,0,2,1\n' >task.csv
tried=0
refuses() {
    what=$1 hint=$2
    shift 2
    for to in waypoints motions log grid movingai ccbs-map roadmap graphml scenario scen ccbs-task; do
        for own in $(forms $what); do
            [ "$own" != $to ] || continue 2
        done
        tried=$((tried + 1))
        second=
        [ $to != roadmap ] || second='--edges-output out.edges'
        # shellcheck disable=SC2086
        runs 2 convert --to $to $second "$@" out
        says "$hint"
        if [ -e out ] || [ -e out.edges ]; then fault "$what to $to left a file"; fi
    done
}
refuses plan 'a plan is no' plan.csv
refuses grid ' is no ' grid.csv
refuses roadmap ' no ' --edges e.csv v.csv
refuses task 'a scenario is no' --map grid.csv task.csv
[ $tried -eq 33 ] || fault "$tried pairs"

it 'a roadmap holds a scenario in both formats that speak of vertices'
printf 'vertex,x,y\n0,0,0\n1,3,0\n' >v.csv
printf 'from,to\n0,1\n' >e.csv
printf 'agent,start,goal\n0,0,1\n1,1,0\n' >s.csv
runs 0 convert --map v.csv --edges e.csv s.csv s.xml
runs 0 convert --map v.csv --edges e.csv s.xml again.csv
is again.csv s.csv
runs 2 convert --map v.csv --edges e.csv s.csv s.scen
[ ! -e s.scen ] || fault 'it left a scenario'

# ---- the shared data -------------------------------------------------------------------

# The long tier takes every file, the short one each fifth scenario.
takes() { [ "${GRAZE_TIER:-check}" != check ] || [ $(($1 % 5)) -eq 1 ]; }

# map_back FILE
map_back() {
    if grep -q '<graphml' "$1"; then
        runs 0 convert --edges-output e1.csv "$1" v1.csv
        runs 0 convert --edges e1.csv v1.csv m.xml
        runs 0 convert --edges-output e2.csv m.xml v2.csv
        is e1.csv e2.csv
        is v1.csv v2.csv
    else
        runs 0 convert "$1" one.csv
        runs 0 convert one.csv one.map
        runs 0 convert one.map one.xml
        runs 0 convert one.xml two.csv
        is one.csv two.csv
    fi
}

# scenario_back MAP FILE
scenario_back() {
    form=scen
    grep -q '<' "$2" && form=xml
    runs 0 convert --map "$1" "$2" one.csv
    runs 0 convert --map "$1" one.csv one.$form
    runs 0 convert --map "$1" one.$form two.csv
    is one.csv two.csv
    # lengths are theirs, but for the last of their eight digits
    [ $form = xml ] || paste "$2" one.scen | awk -F '\t' 'NR > 1 {
        if (($9 - $18) ^ 2 > 1e-15 || $1 != $10) { print; exit 1 } }' || fault "lengths of $2"
}

# map_of SCENARIO: its map.
map_of() {
    folder=$(dirname "$1")
    case $1 in
    *.scen) echo "${1%-random-*}.map" ;;
    */warehouse*) echo "$folder/map-repaired.xml" ;;
    */ce_task.xml) echo "$folder/ce_roadmap.xml" ;;
    */ce*_task.xml) echo "${1%_task.xml}_map.xml" ;;
    */grid_task.xml) echo "$folder/grid_map.xml" ;;
    */roadmap_task.xml) echo "$folder/roadmap.xml" ;;
    *) echo "$folder/map.xml" ;;
    esac
}

# Plans in the formats of others (data/formats) are not read, so only these two folders are walked.
it 'every map and scenario of the shared data is imported and comes back'
if shared data/ccbs && shared data/movingai; then
    find "$data/ccbs" "$data/movingai" -type f | sort >files
    maps_seen=0 scenarios=0
    while read -r file; do
        case $file in
        *.md | */LICENSE* | */reference-results.csv | */config.xml | *_task_log.xml) ;; # the logs have their own test
        */warehouse*/map.xml) ;;                                                        # the damaged one too
        *.map | *map.xml | *map-repaired.xml)
            maps_seen=$((maps_seen + 1))
            map_back "$file"
            ;;
        *.scen | *_task.xml | *-random-*.xml)
            scenarios=$((scenarios + 1))
            takes $scenarios && scenario_back "$(map_of "$file")" "$file"
            ;;
        *) fault "what is $file?" ;;
        esac
    done <files
    [ $maps_seen -ge 19 ] && [ $scenarios -ge 97 ] || fault "$maps_seen maps, $scenarios scenarios"
fi

it 'the damaged map of the warehouse is refused at its lines'
if shared data/ccbs/warehouse-10-20-10-2-2/map.xml; then
    runs 2 convert "$data/ccbs/warehouse-10-20-10-2-2/map.xml" map.csv
    says 'map.xml:4:3: error: unknown element <wid1h>'
    says 'did you mean <width>?'
    [ ! -e map.csv ] || fault 'it left a map'
fi

it 'the logs of the shared data come back'
if shared data/ccbs/examples; then
    examples=$data/ccbs/examples
    for kind in grid roadmap; do
        map=$examples/$kind.xml
        [ $kind = roadmap ] || map=$examples/grid_map.xml
        runs 0 convert --map "$map" "$examples/${kind}_task_log.xml" one.csv
        runs 0 convert --map "$map" one.csv one.xml
        runs 0 convert --map "$map" one.xml two.csv
        is one.csv two.csv
    done
    runs 2 convert --to motions one.csv motions.csv
    says 'its velocity is a quotient of doubles that is no double'
fi

it 'the name of OUT tells the format of a map, or it is asked for'
printf '0,1\n0,0\n' >grid.csv
runs 0 convert grid.csv grid.map
runs 0 convert grid.map again.csv
is grid.csv again.csv
printf 'vertex,x,y\n0,0,0\n1,4,0\n' >roads.csv
printf 'from,to,directed\n0,1,1\n' >edges.csv
runs 0 convert --edges edges.csv roads.csv roads.graphml
grep -q '<graphml' roads.graphml || fault 'no GraphML'
runs 2 convert grid.csv grid.txt
says 'grid.txt: error: its name does not tell a format'
says '--to grid, movingai, ccbs-map, roadmap or graphml'
mkdir maps
cp grid.map maps
printf 'agent,start_x,start_y,goal_x,goal_y,radius,speed\n0,0,0,1,1,0.5,1\n' >tasks.csv
runs 2 convert --map maps/grid.map tasks.csv tasks.txt
says '--to scenario, scen or ccbs-task'
runs 0 convert --drop --map maps/grid.map tasks.csv tasks.scen
grep -q '	grid.map	' tasks.scen || fault "the map is not named: $(cat tasks.scen)"
runs 4 convert --map maps/none.map tasks.csv tasks.scen
says 'maps/none.map: '

it 'a map goes with whatever is a plan'
printf '0,0,0\n0,0,0\n' >grid.csv
printf 'agent,time,x,y\n0,0,0,0\n0,1,1,0\n0,2,2,0\n' >plan.csv
runs 0 convert --to lacam --map grid.csv plan.csv plan.txt
runs 0 check -q --radius 0.3 -o plan.db plan.csv
runs 0 convert --map grid.csv --to lacam --drop plan.db other.txt
is plan.txt other.txt
runs 4 convert --map none.csv plan.db other.csv
says 'none.csv: '
[ ! -e other.csv ] || fault 'it was written all the same'

it 'options say that a table is a plan'
printf 'id;when;e;n\n0;0;0;0\n0;1;1;0\n' >plan.txt
runs 0 convert --columns time=when,agent=id,x=e,y=n --delimiter ';' plan.txt plan.csv
printf '0;0;0;0\n0;1;1;0\n' >plan.txt
runs 0 convert --delimiter ';' --no-header plan.txt other.csv
is plan.csv other.csv
printf '0,0,0,0\n0,1,1,0\n' >plan.txt
runs 0 convert --no-header plan.txt other.csv
is plan.csv other.csv
printf 'agent,time,x,y\n0,0,0,0\n0,2,1,0\n' >frames.csv
runs 0 convert --frame-rate 2 frames.csv other.csv
grep -q '0,1,1,0' other.csv || fault "$(cat other.csv)"

summary
