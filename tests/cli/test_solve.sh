#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze solve` from the shell: plans that pass the check, statuses, bad input, the database.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

line() {
    printf 'vertex,x,y\na,0,0\nb,1,0\nc,2,0\nd,1,1\n' >line.csv
    printf 'from,to,directed\na,b,0\nb,c,0\nb,d,0\n' >edges.csv
}

it 'a plan is printed as waypoints that pass the check'
line
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
cp ../out plan.csv
says 'plan of 2 agents'
runs 0 check --radius 0.3 plan.csv

it 'the same call prints the same bytes'
line
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 -q
cp ../out first
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 -q
cmp -s first ../out || fault 'two runs differ'

it 'who cannot pass a parked agent has no plan'
printf 'vertex,x,y\na,0,0\nb,1,0\nc,2,0\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,0\n' >edges.csv
printf 'agent,start,goal\n1,a,c\n2,b,b\n' >tasks.csv
runs 1 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
prints_nothing
says 'no plan'

it 'an unreachable goal is named'
printf 'vertex,x,y\na,0,0\nb,5,0\n' >line.csv
printf 'from,to,directed\nb,a,1\n' >edges.csv
printf 'agent,start,goal\nlonely,a,b\n' >tasks.csv
runs 1 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
prints_nothing
says "agent 'lonely' cannot reach its goal"

it 'overlapping starts are told at their place'
line
printf 'agent,start,goal\n1,a,d\n2,b,c\n' >tasks.csv
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.8
prints_nothing
says "tasks.csv:3:3: error: agents '1' and '2' overlap where they start"

it 'overlapping goals are named'
line
printf 'agent,start,goal\n1,a,d\n2,c,d\n' >tasks.csv
runs 1 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
says "agents '1' and '2' overlap at their goals"

it 'a search that is stopped tells the best bound and prints no plan'
line
printf 'vertex,x,y\n0,0,0\n1,0,1\n2,0,2\n3,0,3\n4,0,4\n5,20,2\n' >line.csv
printf 'from,to,directed\n0,1,0\n1,2,0\n2,3,0\n3,4,0\n2,5,0\n' >edges.csv
printf 'agent,start,goal\n1,0,4\n2,1,3\n' >tasks.csv
runs 3 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.35 \
    --node-limit 20 --no-corridors --no-heuristic --no-targets
prints_nothing
says 'not finished: no plan costs less than'

it 'one agent is planned round given trajectories'
line
printf 'agent,start,goal\n1,a,c\n' >tasks.csv
printf 'agent,time,x,y\nq,0,1,-1\nq,2,1,1\nq,3,5,1\n' >given.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.5 --method sipp \
    --given given.csv
says 'sum of costs 3.41421356 s'

it 'one agent is planned round those who speed up and brake'
printf 'agent,start_x,start_y,goal_x,goal_y\nyew,1,4,9,4\n' >tasks.csv
runs 0 solve --map "$top_srcdir/maps/crossing-map.csv" --scenario tasks.csv --radius 0.3 \
    --method sipp --given "$top_srcdir/maps/braking.csv"
says 'sum of costs'

it 'hundreds of moves on a grid, by priority'
{ for _ in 1 2 3 4 5 6 7 8; do echo 0,0,0,0,0,0,0,0; done; } >grid.csv
{ echo agent,start_x,start_y,goal_x,goal_y
  for i in 0 1 2 3 4 5 6 7; do echo "a$i,$i,0,$((7 - i)),7"; done; } >tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --method prioritised
cp ../out plan.csv
runs 0 check --radius 0.3 --map grid.csv plan.csv

it 'a bounded search begins with a plan, and tells its gap where it does not end'
{ for _ in 1 2 3 4; do echo 0,0,0,0; done; } >grid.csv
{ echo agent,start_x,start_y,goal_x,goal_y
  for i in 0 1 2 3; do echo "a$i,$i,0,$((3 - i)),3"; echo "b$i,$i,3,$((3 - i)),0"; done; } >tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -w 2
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.3 -w 1.0001 --node-limit 1
says 'and one that is known costs'
says 'times the least'

it 'moves at any angle are shorter, and end where they should'
{ for _ in 1 2 3 4 5; do echo 0,0,0,0,0,0,0; done; echo 0,0,1,1,1,0,0; echo 0,0,0,0,0,0,0; } >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\n1,0,0,5,3\n2,0,3,5,0\n' >tasks.csv
printf 'agent,time,x,y\n9,0,6,6\n' >given.csv
for method in ccbs prioritised lns sipp; do
    given=''
    [ $method = sipp ] && given='--given given.csv'
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --any-angle --method $method \
        --node-limit 20 $given
    cp ../out plan.csv
    runs 0 check --radius 0.3 --map grid.csv plan.csv
done
says 'sum of costs 5.83095189'
line
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 --any-angle
says '--any-angle: error: line.csv is a roadmap and has no cells'

it 'agents of different sizes have their own moves'
printf '0,0,0\n0,1,0\n0,0,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y,radius\nsmall,0,0,2,2,0.1\nlarge,2,0,0,2,0.5\n' >tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv -k 3
cp ../out plan.csv
printf 'agent,radius\nsmall,0.1\nlarge,0.5\n' >bodies.csv
runs 0 check --bodies bodies.csv --map grid.csv plan.csv

it 'every improvement can be left out, and the cost stays'
line
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
for without in cardinal bypass heuristic targets corridors avoidance-table disjoint bicliques; do
    runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 "--no-$without"
    says 'sum of costs 6'
done

it 'the older names of two improvements still leave them out, and the help is silent about them'
line
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
for without in lanes crowd; do
    runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 "--no-$without"
    says 'sum of costs 6'
done
runs 0 solve --help
grep -q -e '--no-corridors' ../out || fault 'the help does not name --no-corridors'
! grep -q -e '--no-lanes' -e '--no-crowd' ../out || fault 'the help names an older spelling'

it 'the database keeps the run, its numbers and the plan'
line
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 -o results.db
runs 0 query results.db 'SELECT outcome, agents, method, plan_id FROM solve'
prints <<END
outcome,agents,method,plan_id
found,2,ccbs,1
END
runs 0 query results.db 'SELECT agents, round(sum_of_costs_s, 3) AS cost FROM solve_summary'
prints_part '2,6'
runs 0 query results.db 'SELECT count(*) AS motions FROM motion WHERE plan_id = 1 AND agent_id = 0'
printf 'agent,start,goal\n1,a,d\n2,c,d\n' >tasks.csv
runs 1 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 -o results.db
runs 0 query results.db 'SELECT outcome, reason FROM solve WHERE run_id = 2'
prints_part 'impossible,goals overlap'

it 'bad usage is refused'
runs 2 solve
says 'no map is given'
runs 2 solve --map a.csv
says 'no scenario is given'
runs 2 solve --map a.csv --scenario b.csv -k 7
says '--connectivity must be from 2 to 5'
runs 2 solve --map a.csv --scenario b.csv -k 2 --any-angle
says '--any-angle has all moves'
runs 2 solve --map a.csv --scenario b.csv -w 0.5
says '--suboptimality must be at least 1'
runs 2 solve --map a.csv --scenario b.csv extra
says 'there are operands'
runs 2 solve --map a.csv --scenario b.csv --given c.csv
says '--method sipp'

# refuses MESSAGE ARGUMENT…: `solve` ends with 2, says all of that, and prints and keeps nothing.
refuses() {
    message=$1
    shift
    runs 2 solve "$@" -o results.db
    says "$message"
    prints_nothing
    [ ! -e results.db ] || fault "a database of bad input: $*"
}

# A grid of nine cells whose middle is blocked, and one agent that goes round it.
ring() {
    printf '0,0,0\n0,1,0\n0,0,0\n' >grid.csv
    scenario 'a,0,0,2,2'
}

scenario() {
    echo agent,start_x,start_y,goal_x,goal_y >tasks.csv
    for row in "$@"; do echo "$row" >>tasks.csv; done
}

it 'starts and goals must be free, apart and on the map'
ring
scenario a,1,1,0,0
refuses "tasks.csv:2:3: error: the start of agent 'a', the cell in column 1 and row 1, is blocked" \
    --map grid.csv --scenario tasks.csv --radius 0.3
scenario a,0,0,1,1
refuses "tasks.csv:2:7: error: the goal of agent 'a', the cell in column 1 and row 1, is blocked" \
    --map grid.csv --scenario tasks.csv --radius 0.3
scenario a,0,0,2,2 b,0,0,2,0
refuses "tasks.csv:3:3: error: agents 'a' and 'b' have the same start" \
    --map grid.csv --scenario tasks.csv --radius 0.3
scenario a,0,0,3,2
where="the goal of agent 'a' is outside the map, whose centres go to x = 2 and y = 2"
refuses "tasks.csv:2:7: error: $where" --map grid.csv --scenario tasks.csv --radius 0.3
scenario a,0,0,2,2 b,1,0,2,0
where='the cell in column 1 and row 0, is too narrow for a radius of 0.6 m'
refuses "tasks.csv:3:3: error: the start of agent 'b', $where" --map grid.csv --scenario tasks.csv --radius 0.6
says 'hint: a smaller radius, or another place'
line
printf 'agent,start,goal\n1,a,z\n' >tasks.csv
refuses "tasks.csv:2:5: error: goal: the map has no vertex 'z'" \
    --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
printf 'agent,start,goal\n1,a,b\n2,a,c\n' >tasks.csv
refuses "tasks.csv:3:3: error: agents '1' and '2' have the same start" \
    --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3

it 'a radius is positive, and there are as many agents as asked for'
ring
refuses '--radius: error: the radius is not positive' --map grid.csv --scenario tasks.csv --radius 0
says 'hint: more than 0 metres'
refuses 'error: --radius: -1 is negative' --map grid.csv --scenario tasks.csv --radius -1
refuses "tasks.csv:2:1: error: agent 'a' has no radius" --map grid.csv --scenario tasks.csv
says 'hint: --radius METRES, or a column radius'
refuses 'tasks.csv: error: 3 agents are asked for, the scenario has 1' --map grid.csv \
    --scenario tasks.csv --radius 0.3 --agents 3
says 'hint: --agents 1, or less'
refuses "error: --agents: '0' is not a count" --map grid.csv --scenario tasks.csv \
    --radius 0.3 --agents 0

it 'numbers of options are finite, and not negative'
ring
for option in radius speed tolerance suboptimality time-limit node-limit cell; do
    refuses "error: --$option: 'nan' is not a number (nan)" --map grid.csv --scenario tasks.csv \
        --radius 0.3 "--$option" nan
    refuses "error: --$option: 'inf' is infinite where a finite number is needed" --map grid.csv \
        --scenario tasks.csv --radius 0.3 "--$option" inf
    refuses "error: --$option: -1 is negative" --map grid.csv --scenario tasks.csv --radius 0.3 \
        "--$option" -1
done

it 'damaged maps have a place'
ring
printf 'type octile\nheight 3\nwidth 4\nmap\n....\n..\n' >bad.map
refuses 'bad.map:6:3: error: the row has 2 cells, the width is 4' --map bad.map \
    --scenario tasks.csv --radius 0.3
printf '0,0,0\n0,x,0\n' >bad.csv
refuses "bad.csv:2:3: error: 'x' is no cell" --map bad.csv --scenario tasks.csv --radius 0.3
says 'hint: 0 is a free cell, 1 a blocked one'
printf 'vertex,x,y\na,0,0\nb,nan,0\n' >bad.csv
printf 'from,to,directed\na,b,0\n' >edges.csv
refuses "bad.csv:3:3: error: x: 'nan' is not a number (nan)" --map bad.csv --edges edges.csv \
    --scenario tasks.csv --radius 0.3

it 'files that are not there, and places where none can be, are 4'
ring
runs 4 solve --map absent.csv --scenario tasks.csv --radius 0.3
says 'absent.csv: error: cannot be opened: No such file or directory'
runs 4 solve --map grid.csv --scenario absent.csv --radius 0.3
says 'absent.csv: error: cannot be opened: No such file or directory'
runs 4 solve --map grid.csv --scenario tasks.csv --radius 0.3 -o absent/results.db
says 'absent/results.db: error: cannot make the database: No such file or directory'
says 'hint: the folder must exist and be writable'
prints_nothing
leaves grid.csv tasks.csv

it 'a way that is too narrow is named'
printf '0,1,0\n0,1,0\n0,1,0\n' >grid.csv
scenario a,0,0,2,0
runs 1 solve --map grid.csv --scenario tasks.csv --radius 0.3
prints_nothing
says "tasks.csv: no plan: agent 'a' cannot reach its goal, from (0, 0) to (2, 0)"
says 'hint: the obstacles of grid.csv leave no way for a radius of 0.3 m'

# ---- bounded search, progress, signals -----------------------------------------------------

# cross COUNT: a grid of eight by eight cells on which COUNT agents go to the opposite row.
cross() {
    for _ in 1 2 3 4 5 6 7 8; do echo 0,0,0,0,0,0,0,0; done >grid.csv
    echo agent,start_x,start_y,goal_x,goal_y >tasks.csv
    agent=0
    while [ $agent -lt "$1" ]; do
        column=$((agent % 8)) row=$((agent / 8))
        echo "$agent,$column,$row,$((7 - column)),$((7 - row))" >>tasks.csv
        agent=$((agent + 1))
    done
}

# Prints the costs of a plan as found with some options.
cost() {
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 "$@"
    sed -n 's/.*sum of costs \([0-9.]*\) s.*/\1/p' ../err
}

it 'a bounded search keeps its bound'
for agents in 2 3 4 5; do
    cross $agents
    best=$(cost)
    for w in 1.01 1.1 1.5 3; do
        near=$(cost -w $w)
        awk "BEGIN { exit !($near >= $best - 1e-6 && $near <= $w * $best + 1e-6) }" ||
            fault "$agents agents, W = $w: $near, the least is $best"
    done
done

it 'the same call prints the same bytes, whatever the method'
cross 6
for method in ccbs prioritised lns; do
    limit=1000000
    [ $method != lns ] || limit=100
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --method $method --hex -q \
        --node-limit $limit -j 1
    cp ../out first
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --method $method --hex -q \
        --node-limit $limit -j 3
    cmp -s first ../out || fault "two runs of $method differ"
done
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -k 4 --node-limit 16 --no-heuristic \
    --no-targets --no-corridors --no-avoidance-table --no-disjoint --no-bypass
cp ../err first
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -k 4 --node-limit 16 --no-heuristic \
    --no-targets --no-corridors --no-avoidance-table --no-disjoint --no-bypass
[ "$(head -n 1 first)" = "$(head -n 1 ../err)" ] || fault 'two bounds after as many nodes differ'

it 'large neighbourhoods make a plan that passes the check, within any limit'
cross 32
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --method prioritised
first=$(sed -n 's/.*sum of costs \([0-9.]*\) s.*/\1/p' ../err)
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --method lns --node-limit 200 \
    -o results.db
cp ../out plan.csv
says 'times the sum of the shortest ways'
says '200 neighbourhoods'
better=$(sed -n 's/.*sum of costs \([0-9.]*\) s.*/\1/p' ../err)
awk "BEGIN { exit !($better < $first) }" || fault "$better is no better than $first"
runs 0 check --radius 0.3 --map grid.csv plan.csv
runs 0 query results.db "SELECT method, outcome FROM solve"
prints_part 'lns,found'
runs 0 query results.db "SELECT name, value FROM solve_stat WHERE name = 'seed'"
prints_part 'seed,1'
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --method lns --time-limit 1
cp ../out plan.csv
runs 0 check --radius 0.3 --map grid.csv plan.csv
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --method lns --time-limit 0
prints_nothing

it 'a signal ends large neighbourhood search with the plan that it holds'
if has timeout; then
    cross 32
    timeout --preserve-status -s INT 2 "$GRAZE" solve --map grid.csv --scenario tasks.csv \
        --radius 0.3 -k 2 --method lns -o results.db >../out 2>../err
    status=$?
    [ $status -eq 130 ] || fault "exit $status"
    cp ../out plan.csv
    says 'plan of 32 agents'
    runs 0 check --radius 0.3 --map grid.csv plan.csv
    runs 0 query results.db 'SELECT state, outcome, plan_id FROM run JOIN solve USING (run_id)'
    prints_part 'interrupted,found,1'
fi

it 'edges without a column directed are read as both ways, and the summary says so'
line
printf 'from,to\na,b\nb,c\nb,d\n' >plain.csv
printf 'agent,start,goal\nleft,a,c\nright,c,a\n' >tasks.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
cp ../out wanted
says_not 'both ways'
runs 0 solve --map line.csv --edges plain.csv --scenario tasks.csv --radius 0.3
cmp -s wanted ../out || fault 'the plan is not that of edges with directed = 0'
says "plain.csv has no column 'directed': its 3 edges are read as both ways"
printf 'from,to\na,b\nb,a\nb,c\nb,d\n' >twice.csv # one way there, one back: the same roads
runs 0 solve --map line.csv --edges twice.csv --scenario tasks.csv --radius 0.3 -q
cmp -s wanted ../out || fault 'an edge that is listed in both directions is another one'
says_nothing

it 'a strict plan passes a check without tolerance, and others may not'
if shared data/movingai; then
    movingai=$GRAZE_SHARED/data/movingai
    strict() {
        runs "$1" solve --map "$movingai/random-32-32-10.map" \
            --scenario "$movingai/random-32-32-10-random-1.scen" --agents 12 --radius "$2" "$3"
        cp ../out plan.csv
    }
    strict 0 0.3 --quiet
    runs 1 check --radius 0.3 --tolerance 0 plan.csv
    for radius in 0.3 grid 0.5; do
        strict 0 "$radius" --strict
        [ "$radius" != grid ] || radius=0x1.6a09e667f3bccp-2
        runs 0 check --radius "$radius" --tolerance 0 --map "$movingai/random-32-32-10.map" plan.csv
        says ' 0 conflict, 0 graze,'
    done
fi
cross 2
runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --strict --tolerance 1e-6
says '--strict is a tolerance of 0'
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --strict --tolerance 0

it 'the radius of a grid is that of its cells, and a roadmap has none'
cross 3
runs 0 solve --map grid.csv --cell 1 --scenario tasks.csv --radius grid
cp ../out plan.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0x1.6a09e667f3bccp-2
cmp -s plan.csv ../out || fault 'another plan than with sqrt(2)/4'
runs 0 solve --map grid.csv --scenario tasks.csv --radius grid -k 2
cp ../out plan.csv
runs 0 check --map grid.csv --radius 0x1.6a09e667f3bccp-2 plan.csv
line
printf 'agent,start,goal\nleft,a,c\n' >tasks.csv
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius grid
says '--radius: error: line.csv is a roadmap and has no cells'

it 'who runs out of time or nodes is told what to try'
cross 64
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -t 0.2
says 'hint: -w 1.1 allows a plan that costs a tenth more, --method lns plans hundreds'
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 --node-limit 2 -w 1.1
says 'hint: -w 1.2 allows'
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -t 0 --method prioritised
says 'hint: give it more time'
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -t 0.2 -q
says_nothing

it 'a terminal sees how a search goes on, and a file does not'
cross 64
if has_terminal; then
    call="\"$GRAZE\" solve --map grid.csv --scenario tasks.csv --radius 0.45 -t 2"
    TERM=xterm script -qec "$call" /dev/null </dev/null >../seen 2>&1
    grep -q 'nodes  [0-9]*/s  bound [0-9.]*  open conflicts [0-9]*  searches [0-9]*' ../seen ||
        fault "no progress: $(head -c 400 ../seen)"
    grep -q 'not finished: no plan costs less than' ../seen || fault 'no summary'
fi
runs 3 solve --map grid.csv --scenario tasks.csv --radius 0.45 -t 1
says_not 'open conflicts'

for signal in INT:130 TERM:143; do
    it "SIG${signal%:*} ends a search, and its run is marked"
    if has timeout; then
        cross 64
        timeout --preserve-status -s "${signal%:*}" 2 "$GRAZE" solve --map grid.csv \
            --scenario tasks.csv --radius 0.45 -o results.db >../out 2>../err
        status=$?
        [ $status -eq "${signal#*:}" ] || fault "exit $status"
        prints_nothing
        says 'not finished: no plan costs less than'
        runs 0 query results.db 'SELECT state, outcome FROM run JOIN solve USING (run_id)'
        prints_part 'interrupted,unfinished'
    fi
done

it 'to be strict is to have no tolerance'
printf '0,0,0,0\n0,0,0,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,3,0\nb,3,0,0,0\n' >tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --strict
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --strict --tolerance 0

it 'agents of one size after the other have moves of their own, and the smaller may be first or last'
printf '0,0,0,0\n0,1,0,0\n0,0,0,0\n' >grid.csv
for radii in '0.3 0.2' '0.2 0.3'; do
    # shellcheck disable=SC2086 # two words
    printf 'agent,start_x,start_y,goal_x,goal_y,radius\na,0,0,3,0,%s\nb,3,2,0,2,%s\n' $radii >tasks.csv
    runs 0 solve --map grid.csv --scenario tasks.csv --method prioritised -o run.db
    cp ../out plan.csv
    # shellcheck disable=SC2086
    printf 'agent,radius\na,%s\nb,%s\n' $radii >bodies.csv
    runs 0 check --bodies bodies.csv plan.csv
done
runs 0 query run.db "SELECT count(*) FROM solve_stat WHERE name = 'evictions'" --format csv
[ "$(tail -n 1 ../out)" = 2 ] || fault "kept: $(cat ../out)"
summary
