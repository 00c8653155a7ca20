#!/bin/sh
# SPDX-License-Identifier: MIT
# Lifelong runs of `graze solve`: goals of a file and drawn ones, releases, what is refused, stops.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# A hall of 7 x 5 cells with a pillar, and three agents.
hall() {
    printf '0,0,0,0,0,0,0\n0,0,0,0,0,0,0\n0,0,0,1,0,0,0\n0,0,0,0,0,0,0\n0,0,0,0,0,0,0\n' >hall.csv
    printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,6,4\nb,6,0,0,4\nc,3,0,3,4\n' >tasks.csv
}
solve="solve --map hall.csv --scenario tasks.csv --radius 0.35 -k 2"

line() {
    printf 'vertex,x,y\na,0,0\nb,1,0\nc,2,0\nd,3,0\n' >line.csv
    printf 'from,to,directed\na,b,0\nb,c,0\nc,d,0\n' >edges.csv
    printf 'agent,start,goal\none,a,a\ntwo,d,d\n' >tasks.csv
}
on_line="solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3"

it 'goals are drawn, made and counted, and the run is one plan'
hall
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 6 --seed 3 -o results.db
says '18 of 18 goals made in'
cp ../out plan.csv
runs 0 check --radius 0.35 plan.csv
runs 0 query results.db "SELECT method, outcome FROM solve" --format csv
prints_part 'lns,found'
runs 0 query results.db "SELECT value FROM solve_stat WHERE name = 'goals_made'" --format csv
[ "$(tail -n 1 ../out)" = 18 ] || fault "kept: $(cat ../out)"
runs 0 query results.db "SELECT count(*) FROM solve_stat WHERE name IN ('goals', 'simulated_s',
    'throughput_per_s', 'windows', 'replan_s', 'horizon_s')" --format csv
[ "$(tail -n 1 ../out)" = 6 ] || fault "kept: $(cat ../out)"
runs 0 query results.db verify

it 'the same seed gives the same plan, another one another'
hall
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 6 --seed 3 -q
cp ../out first
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 6 --seed 3 -q
cmp -s first ../out || fault 'two runs differ'
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 6 --seed 4 -q
cmp -s first ../out && fault 'two seeds give one plan'

it 'a run ends at --until'
hall
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 500 --until 60 --replan 4
says ' of 1500 goals made in 60 s'
says '15 windows'

it 'goals of a file come in their order, at their releases'
line
printf 'agent,goal,release\none,c,0\none,a,\none,b,9\n' >goals.csv
sed -i 's/one,a,$/one,a,0/' goals.csv
# shellcheck disable=SC2086
runs 0 $on_line --tasks goals.csv --replan 2
says '3 of 3 goals made in 12 s'
prints_part 'one,2,2,0'
prints_part 'one,4,0,0'
prints_part 'one,11,1,0'

it 'what is for nobody is for whoever is free and near'
line
printf 'goal,task\nb,first\na,first\nd,second\n' >goals.csv
# shellcheck disable=SC2086
runs 0 $on_line --tasks goals.csv -o results.db
says '3 of 3 goals made'
prints_part 'one,1,1,0'
prints_part 'two,0,3,0'
runs 0 query results.db "SELECT role FROM input" --format csv
prints_part 'tasks'

it 'goals that nobody makes end the run unfinished, with its plan'
printf 'vertex,x,y\na,0,0\nb,1,0\nc,2,0\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,0\n' >edges.csv
printf 'agent,start,goal\none,a,a\ntwo,c,c\n' >tasks.csv
printf 'agent,goal\none,c\ntwo,a\n' >goals.csv
# shellcheck disable=SC2086
runs 3 $on_line --tasks goals.csv
says '0 of 2 goals made'
says 'not finished'
prints_part 'two,'

it 'a time limit keeps what is planned'
hall
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 4000 --time-limit 0.2
says ' of 12000 goals made'

it 'time ends'
hall
# shellcheck disable=SC2086
runs 3 $solve --tasks-per-agent 4000 --node-limit 10 --replan 10
says 'a plan has room for 4096 of the longest moves'

it 'what is wrong in a file of goals is told at its place'
hall
printf 'agent,x,y,release\na,1,1,0\nz,1,1,0\na,3,2,0\nb,9,0,0\nb,0.5,0,0\nc,1,1,-1\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv
prints_nothing
says "goals.csv:3:1: error: there is no agent 'z'"
says 'goals.csv:4:3: error: the goal, the cell in column 3 and row 2, is blocked'
says 'goals.csv:5:3: error: the goal is outside the map, whose centres go to x = 6 and y = 4'
says 'goals.csv:6:3: error: the goal is at no centre of a cell'
says 'goals.csv:7:7: error: the release is before 0 s'
says 'goals.csv:7:7: error: the release is before 0 s'
printf 'x,y,release\nleft,1,0\n1,up,0\n1,1,soon\n-1,1,0\n1,-1,0\n1,9,0\n0,0.5,0\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv
says 'goals.csv:2:1: error: x'
says 'goals.csv:3:3: error: y'
says 'goals.csv:4:5: error: release'
for row in 5 6 7; do
    says "goals.csv:$row:1: error: the goal is outside the map"
done
says 'goals.csv:8:1: error: the goal is at no centre of a cell'
printf 'agent,goal\na,1\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv
says "column 'goal' does not belong to goals on a grid"
says "column 'x' is missing"
line
printf 'goal,agent,task\nnowhere,one,t\nb,two,t\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $on_line --tasks goals.csv
says "goals.csv:2:1: error: goal: the map has no vertex 'nowhere'"
printf 'goal,agent,task\nb,one,t\nb,two,t\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $on_line --tasks goals.csv
says 'goals.csv:3:7: error: the row before is of the same task, and for another agent'
printf 'goal,x\nb,1\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $on_line --tasks goals.csv
says "goals.csv:1:6: error: column 'x' does not belong to goals on a roadmap"
# shellcheck disable=SC2086
runs 4 $on_line --tasks missing.csv

it 'a goal out of reach is refused'
printf 'vertex,x,y\na,0,0\nb,1,0\nc,9,0\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,1\n' >edges.csv
printf 'agent,start,goal\none,a,a\n' >tasks.csv
printf 'goal,agent\nb,one\nc,one\nc,\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $on_line --tasks goals.csv
says "goals.csv:3:1: error: agent 'one' cannot reach this goal and come back"
says 'goals.csv:4:1: error: the agents cannot reach this goal and come back'

it 'a task is for whom all of it can be reached, in the parts of a map and with a body of its own'
printf 'vertex,x,y\na,0,0\nb,1,0\nc,9,0\nd,10,0\n' >line.csv
printf 'from,to,directed\na,b,0\nc,d,0\n' >edges.csv
printf 'agent,start,goal\none,a,a\ntwo,d,d\n' >tasks.csv
printf 'goal,task\nc,first\nd,first\nb,second\na,second\n' >goals.csv
# shellcheck disable=SC2086
runs 0 $on_line --tasks goals.csv
says '4 of 4 goals made'
prints_part 'one,1,1,0'
prints_part 'two,1,9,0'
hall
printf 'agent,start_x,start_y,goal_x,goal_y,radius\na,0,0,6,4,0.3\nb,6,0,0,4,0.2\n' >tasks.csv
runs 0 solve --map hall.csv --scenario tasks.csv -k 2 --tasks-per-agent 2
says '4 of 4 goals made'

it 'who is under way is nearer than before, however many windows it takes'
printf 'type octile\nheight 1\nwidth 400\nmap\n%0400d\n' 0 | tr 0 . | sed 's/4\.\./400/' >long.map
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,0,0\nb,399,0,399,0\n' >tasks.csv
printf 'x,y,agent\n390,0,a\n' >goals.csv
runs 0 solve --map long.map --scenario tasks.csv --radius 0.3 --tasks goals.csv --replan 1 --horizon 4
says '1 of 1 goals made in 390 s'

it 'tasks for anybody go one by one to the nearest who is free'
hall
printf 'x,y\n1,0\n5,0\n3,1\n1,4\n5,4\n3,4\n' >goals.csv
# shellcheck disable=SC2086
runs 0 $solve --tasks goals.csv
says '6 of 6 goals made'
prints_part 'a,1,1,0'
prints_part 'b,1,5,0'
prints_part 'c,1,3,1'

it 'a wait for a release can be ended'
hall
printf 'x,y,release\n1,0,1000\n' >goals.csv
# shellcheck disable=SC2086
runs 0 $solve --tasks goals.csv --replan 1e-6 --horizon 1e-6 --time-limit 0.2
says '0 of 1 goals made'

it 'how far it has come is told'
hall
# shellcheck disable=SC2086
runs 0 $solve --tasks-per-agent 4000 --node-limit 1000 --time-limit 0.8 --progress always
says 's planned  '
says ' times real time'

it 'options that do not go together are refused'
hall
printf 'x,y\n1,1\n' >goals.csv
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv --tasks-per-agent 2
# shellcheck disable=SC2086
runs 2 $solve --replan 3
says 'are for lifelong runs'
for option in '--horizon 9' '--until 9'; do
    # shellcheck disable=SC2086
    runs 2 $solve $option
    says 'are for lifelong runs'
done
printf 'agent,radius\na,0.3\n' >robots.csv
for option in '--robots robots.csv' '--acceleration 1' '--turn-rate 1'; do
    # shellcheck disable=SC2086
    runs 2 $solve --tasks goals.csv $option
    says 'lifelong runs are for agents that start and stop at once'
done
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv --replan 0
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv --replan 5 --horizon 4
says 'must not be less than --replan'
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv --horizon 1e30
says 'beyond the 4096 longest moves'
# shellcheck disable=SC2086
runs 2 $solve --tasks goals.csv --method ccbs
says 'a lifelong run has one method'
# shellcheck disable=SC2086
runs 0 $solve --tasks goals.csv --replan 30 --method lns

it 'Ctrl-C leaves the plan that is committed'
hall
# shellcheck disable=SC2086
timeout -s INT 2 "$GRAZE" $solve --tasks-per-agent 4000 --node-limit 1e6 -o results.db >../out 2>../err
status=$?
[ $status -eq 130 ] || [ $status -eq 124 ] || fault "status $status"
grep -qx 'interrupted' ../err || fault 'it did not say that it was interrupted'
cp ../out plan.csv
runs 0 check --radius 0.35 plan.csv
runs 0 query results.db "SELECT state FROM run" --format csv
prints_part 'interrupted'

summary
