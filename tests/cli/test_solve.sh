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
runs 3 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.35 --node-limit 20
prints_nothing
says 'not finished: no plan costs less than'

it 'one agent is planned round given trajectories'
line
printf 'agent,start,goal\n1,a,c\n' >tasks.csv
printf 'agent,time,x,y\nq,0,1,-1\nq,2,1,1\nq,3,5,1\n' >given.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.5 --method sipp \
    --given given.csv
says 'sum of costs 3.41421356 s'

it 'hundreds of moves on a grid, by priority'
{ for _ in 1 2 3 4 5 6 7 8; do echo 0,0,0,0,0,0,0,0; done; } >grid.csv
{ echo agent,start_x,start_y,goal_x,goal_y
  for i in 0 1 2 3 4 5 6 7; do echo "a$i,$i,0,$((7 - i)),7"; done; } >tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --method prioritised
cp ../out plan.csv
runs 0 check --radius 0.3 --map grid.csv plan.csv

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
for without in cardinal bypass heuristic targets lanes crowd; do
    runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 "--no-$without"
    says 'sum of costs 6'
done

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
runs 2 solve --map a.csv --scenario b.csv -w 0.5
says '--suboptimality must be at least 1'
runs 2 solve --map a.csv --scenario b.csv extra
says 'there are operands'
runs 2 solve --map a.csv --scenario b.csv --given c.csv
says '--method sipp'

it 'bad input has a place'
line
printf 'agent,start,goal\n1,a,z\n' >tasks.csv
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
prints_nothing
says "tasks.csv:2:5: error: goal: the map has no vertex 'z'"
printf 'agent,start,goal\n1,a,b\n2,a,c\n' >tasks.csv
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3
prints_nothing
runs 4 solve --map absent.csv --scenario tasks.csv --radius 0.3
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 --agents 9

summary
