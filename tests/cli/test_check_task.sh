#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze check --scenario` and its limits: what is asked of a plan beside clear ways.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
header=agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s

# Two agents on a grid of 6 columns and 4 rows; what each has to do, and a plan that does it.
plans() {
    printf '0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n' >grid.csv
    printf 'agent,time,x,y\nelm,0,0,0\nelm,5,5,0\nash,0,0,3\nash,2,2,3\nash,4,2,1\n' >plan.csv
    printf 'agent,start_x,start_y,goal_x,goal_y\nash,0,3,2,1\nelm,0,0,5,0\n' >tasks.csv
}

# scen ROW...: a MovingAI scenario of the same size; each row is X Y GOAL_X GOAL_Y.
scen() {
    echo 'version 1' >tasks.scen
    for row in "$@"; do
        # shellcheck disable=SC2086
        printf '0\tmap\t6\t4\t%s\t%s\t%s\t%s\t1\n' $row >>tasks.scen
    done
}

it 'a plan that does what its scenario asks for is said to match it'
plans
runs 0 check --radius 0.25 --scenario tasks.csv plan.csv
prints <<END
$header
END
says 'task: 2 tasks of 2 agents matched by label'
says 'sum of costs 9 s, makespan 5 s, length of paths 9 m'
runs 0 check --radius 0.25 --scenario tasks.csv --map grid.csv plan.csv

it 'a wrong start and a wrong goal are rows, and told with agent, time and place'
plans
printf 'agent,start_x,start_y,goal_x,goal_y\nash,0,2,2,1\nelm,0,0,4,0\n' >tasks.csv
runs 1 check --radius 0.25 --scenario tasks.csv plan.csv
prints <<END
$header
elm,goal 4 0,broken,0,5,5,,
ash,start 0 2,broken,0,0,0,,
END
says 'broken: agent elm at t = 5 s, place 5 0: it ends here, and its goal is 4 0'
says 'broken: agent ash at t = 0 s, place 0 3: its start is 0 2'
says 'broken: 2 rules by 2 of 2 agents'

it 'the least difference of a double is a difference'
plans
sed -i 's/elm,5,5,0/elm,5,5.000000000000001,0/' plan.csv
runs 1 check --radius 0.25 --scenario tasks.csv plan.csv
says 'agent elm at t = 5 s, place 5.000000000000001 0'

it 'a start off its place by a double is broken'
plans
sed -i 's/ash,0,0,3/ash,0,1e-300,3/' plan.csv
runs 1 check --radius 0.25 --scenario tasks.csv plan.csv
says 'broken: agent ash at t = 0 s, place 1e-300 3: its start is 0 3'

it 'of decimal cells a place is that of a cell as scenarios have it'
printf '0,0,0,0\n' >grid.csv
printf 'agent,time,x,y\n0,0,0,0\n0,3,0.3,0\n' >plan.csv
printf 'version 1\n0 map 4 1 0 0 3 0 3\n' >tasks.scen
runs 0 check --radius 0.01 --cell 0.1 --map grid.csv --scenario tasks.scen plan.csv

it 'agents and tasks without names are matched by number'
plans
sed -i 's/elm/1/; s/ash/0/' plan.csv
scen '0 3 2 1' '0 0 5 0' '1 1 2 2'
runs 0 check --radius 0.25 --scenario tasks.scen plan.csv
says 'task: 2 tasks of 2 agents matched by label, 1 more ignored'

it 'agents that count from 1 have the tasks that count from 0'
plans
sed -i 's/elm/2/; s/ash/1/' plan.csv
scen '0 3 2 1' '0 0 5 0' '1 1 2 2'
runs 0 check --radius 0.25 --scenario tasks.scen plan.csv

it 'agents whose names no task has get the first tasks in order'
plans
scen '0 0 5 0' '0 3 2 1' '1 1 2 2'
runs 0 check --radius 0.25 --scenario tasks.scen plan.csv
says 'task: 2 tasks of 2 agents matched in order, 1 more ignored'

it 'an agent without a task is bad input'
plans
scen '0 0 5 0'
runs 2 check --radius 0.25 --scenario tasks.scen plan.csv
says 'the plan has 2 agents, the scenario tasks for 1'
printf 'agent,start_x,start_y,goal_x,goal_y\noak,0,3,2,1\nelm,0,0,5,0\n' >tasks.csv
runs 2 check --radius 0.25 --scenario tasks.csv plan.csv
says "the scenario has no task for agent 'ash'"

it 'a plan whose axes were exchanged does not pass, and the option is named'
printf '0 0 1 2\n' >/dev/null
printf 'Agent 0: (1,0)->(2,0)->\nAgent 1: (3,2)->(3,1)->\n' >paths.txt
scen '0 1 0 2' '2 3 1 3'
runs 0 check --radius 0.25 --scenario tasks.scen paths.txt
scen '1 0 2 0' '3 2 3 1'
runs 1 check --radius 0.25 --scenario tasks.scen paths.txt
says 'hint: the starts would be right with --axes column-row'
runs 0 check --radius 0.25 --scenario tasks.scen --axes column-row paths.txt

it 'who stays at its goal and leaves again arrives when it is back'
plans
printf 'ash,6,2,1\nash,7,3,1\nash,8,2,1\nash,9,2,1\n' >>plan.csv
runs 0 check --radius 0.25 --scenario tasks.csv plan.csv
says 'sum of costs 13 s, makespan 8 s, length of paths 11 m'

it 'tasks of one agent are done in their order'
printf 'agent,time,x,y\na,0,0,0\na,4,4,0\na,6,4,2\na,7,3,2\n' >plan.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,2,0\na,3,0,4,1\na,4,2,3,2\n' >tasks.csv
runs 0 check --radius 0.25 --scenario tasks.csv plan.csv
says 'task: 3 tasks of 1 agents matched by label'
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,3,0\na,2,0,4,1\na,4,2,3,2\n' >tasks.csv
runs 1 check --radius 0.25 --scenario tasks.csv plan.csv
prints <<END
$header
a,task 1 2 0,broken,0,0,7,,
END
says 'broken: agent a at t = 0 s, place 3 0: 2 0 of its task 1 is not visited from here on'

it 'speeds are held against a limit exactly'
plans
runs 0 check --radius 0.25 --max-speed 1 plan.csv
runs 1 check --radius 0.25 --max-speed 0.9999999999999999 plan.csv
prints_line 'elm,speed,broken,0,0,5,,'
says 'broken: agent elm at t = 0 s, place 0 0: its speed is 1 m/s, more than 0.9999999999999999'

it 'the speed of an accelerated motion is greatest at an end'
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,2,0,0,1,0,0.5,0\na,2,1,3,0,2,0,-2,0\n' >plan.csv
runs 0 check --radius 0.25 --max-speed 2 plan.csv
runs 1 check --radius 0.25 --max-speed 1.5 plan.csv
prints <<END
$header
a,speed,broken,0,0,2,,
a,speed,broken,1,2,3,,
END

it 'accelerations and jumps of the velocity are held against limits'
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,2,0,0,0,0,0.5,0\na,2,1,1,0,1,0,-1,0\n' >plan.csv
runs 0 check --radius 0.25 --max-acceleration 1 plan.csv
runs 1 check --radius 0.25 --max-acceleration 0.75 plan.csv
prints <<END
$header
a,acceleration,broken,0,2,3,,
END
sed -i 's/1,0,-1,0/1.25,0,-1.25,0/' plan.csv
runs 1 check --radius 0.25 --max-acceleration 2 plan.csv
prints <<END
$header
a,jump,broken,0,2,2,,
END
says 'broken: agent a at t = 2 s, place 1 0: its velocity jumps by 0.25 m/s, more than 1e-9'
runs 0 check --radius 0.25 --max-acceleration 2 --max-jump 0.25 plan.csv
runs 1 check --radius 0.25 --max-jump 0.2 plan.csv

# A square of edges both ways but one, and a way out of its corner.
roads() {
    printf 'vertex,x,y\na,0,0\nb,4,0\nc,4,3\nd,0,3\ne,8,0\n' >vertices.csv
    printf 'from,to,directed\na,b,0\nb,c,0\nc,d,0\nd,a,1\nb,e,0\n' >edges.csv
    printf 'agent,start,goal\nr,a,c\n' >tasks.csv
}

it 'on a roadmap motions go along edges, and may stand and turn on them'
roads
printf 'agent,time,x,y\nr,0,0,0\nr,1,1,0\nr,2,1,0\nr,3,0.5,0\nr,9,8,0\nr,11,4,0\nr,12,4,3\n' >plan.csv
runs 0 check --radius 0.25 --map vertices.csv --edges edges.csv --scenario tasks.csv plan.csv
says 'length of paths 16 m'

it 'a motion between edges is broken'
roads
printf 'agent,time,x,y\nr,0,0,0\nr,5,4,3\n' >plan.csv
runs 1 check --radius 0.25 --map vertices.csv --edges edges.csv --scenario tasks.csv plan.csv
prints <<END
$header
r,edge,broken,0,0,5,,
END
says 'broken: agent r at t = 0 s, place 0 0: from here it moves along no edge of the roadmap'

it 'a motion against the direction of an edge is broken, all of it or a part'
roads
printf 'agent,time,x,y\nr,0,0,0\nr,3,0,3\nr,7,4,3\n' >plan.csv
runs 1 check --radius 0.25 --map vertices.csv --edges edges.csv --scenario tasks.csv plan.csv
prints_line 'r,edge,broken,0,0,3,,'
printf 'agent,start,goal\nr,d,a\n' >tasks.csv
printf 'agent,time,x,y\nr,0,0,3\nr,2,0,1\nr,3,0,2\nr,5,0,0\n' >plan.csv
runs 1 check --radius 0.25 --map vertices.csv --edges edges.csv --scenario tasks.csv plan.csv
prints_line 'r,edge,broken,0,2,3,,'

it 'an agent whose centre leaves the cells is wrong, unless outside is free'
plans
printf 'ash,10,2,-0.5\nash,11,2,-0.50000000000000011\nash,12,2,1\noak,0,4,3\noak,1,4,5\n' >>plan.csv
runs 1 check --radius 0.25 --map grid.csv plan.csv
prints <<END
$header
ash,outside,broken,0,10,12,,
oak,outside,broken,0,0.25,inf,,
END
says 'broken: agent oak at t = 0.25 s, place 4 3.5: it leaves the cells of the map'
runs 0 check --radius 0.25 --map grid.csv --outside free plan.csv
sed -i '/oak/d; /ash,1[12]/d' plan.csv
runs 0 check --radius 0.25 --map grid.csv plan.csv

it 'an accelerated agent that leaves the cells and is back at its end is seen'
printf '0,0,0,0\n0,0,0,0\n' >grid.csv
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,2,3,0,1.25,0,-1.25,0\n' >plan.csv
runs 1 check --radius 0.25 --map grid.csv plan.csv
prints_part 'a,outside,broken,0,0.55'
sed -i 's/1.25,0,-1.25/1,0,-1/' plan.csv
runs 0 check --radius 0.25 --map grid.csv plan.csv

it 'the first of all may be a broken rule'
plans
printf 'oak,0,4,3\noak,1,4,5\nfir,3,3,0.25\n' >>plan.csv
runs 1 check --radius 0.25 --map grid.csv --first plan.csv
prints <<END
$header
oak,outside,broken,0,0.25,inf,,
END

it 'a cell that leaves the whole plan in one is warned of'
plans
runs 0 check --radius 0.25 --map grid.csv --cell 100 plan.csv
says 'grid.csv: warning: the whole plan lies in one cell of 100 m'
runs 0 check --radius 0.25 --map grid.csv plan.csv
says_not 'one cell'

it 'tasks on a roadmap, or from standard input twice, need more than they have'
roads
printf 'agent,time,x,y\nr,0,0,0\nr,5,4,3\n' >plan.csv
runs 2 check --radius 0.25 --scenario tasks.csv plan.csv
says "hint: --map FILE, the roadmap"
runs 2 check --radius 0.25 --scenario - - <plan.csv
says 'standard input can be read only once'

it 'a plan that misses a start, a goal or a limit, or leaves the map, is not safe in the database'
plans
printf 'agent,start_x,start_y,goal_x,goal_y\nash,0,2,2,1\nelm,0,0,4,0\n' >tasks.csv
runs 1 check --radius 0.25 --scenario tasks.csv --max-speed 0.5 -o results.db plan.csv
runs 0 query results.db --format csv safe
prints <<END
plan_id,safe,agents,pairs_in_conflict,conflicts,grazes,touches,deepest_conflict_m,deepest_graze_m,tolerance_m,obstacle_conflicts,obstacle_grazes,broken_rules
1,no,2,0,0,0,0,,,1e-9,0,0,5
END
runs 0 query results.db --format csv 'select safe, broken_rules from plan_safety'
prints_line no,5
runs 0 query results.db --format csv broken
prints <<END
agent,rule,part,begin_s,end_s,x_m,y_m,task,wanted_x_m,wanted_y_m,seq,value,allowed
elm,goal,0,5,5,5,0,0,4,0,,,
elm,speed,1,0,5,0,0,,,,0,1,0.5
ash,start,0,0,0,0,3,0,0,2,,,
ash,speed,1,0,2,0,3,,,,0,1,0.5
ash,speed,2,2,4,2,3,,,,1,1,0.5
END
runs 0 query results.db verify
runs 1 check --radius 0.25 --first --max-speed 0.5 -o first.db plan.csv
runs 0 query first.db --format csv 'select count(*), max(safe) from broken_rule join plan_safety using (plan_id)'
prints_line 3,no
printf 'oak,0,4,3\noak,1,4,5\n' >>plan.csv
runs 1 check --radius 0.25 --map grid.csv -o map.db plan.csv
runs 0 query map.db --format csv 'select safe, agent, rule, x_m, y_m, begin_s, end_s, value, allowed from plan_safety join broken_rule_labelled using (plan_id)'
prints_line no,oak,outside,4,3.5,0.25,inf,1.5,0

it 'a plan that keeps to its rules is safe, and no broken rule is an answer'
plans
runs 0 check --radius 0.25 --scenario tasks.csv -o results.db plan.csv
runs 0 query results.db --format csv 'select safe, broken_rules from plan_safety'
prints_line yes,0
runs 0 query results.db --format csv broken
says_nothing
runs 0 query results.db verify

it 'the database keeps the costs of a plan'
plans
runs 0 check --radius 0.25 --scenario tasks.csv -o results.db plan.csv
runs 0 query results.db --format csv "select name, value from run_stat where name in ('sum_of_costs_s', 'makespan_s', 'length_m', 'broken_rules') order by name"
prints <<END
name,value
broken_rules,0
length_m,9
makespan_s,5
sum_of_costs_s,9
END
runs 0 query results.db --format csv "select role, name, length(sha256) as n from input"
prints_line scenario,tasks.csv,64

# ---- corners

it 'a task in a decimal cell is done at the centre of the cell, but for rounding'
printf '0,0,0,0,0,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,0.3,0\na,0.3,0,0.1,0\na,0.1,0,0.5,0\n' >tasks.csv
printf 'agent,time,x,y\na,0,0,0\na,3,0.3,0\na,5,0.1,0\na,9,0.5,0\n' >plan.csv
runs 0 check --radius 0.01 --cell 0.1 --map grid.csv --scenario tasks.csv plan.csv
says 'task: 3 tasks of 1 agents'
printf 'agent,time,x,y\na,0,0,0\na,3,0.3,0\na,7,0.2,0\na,9,0.5,0\n' >plan.csv
runs 1 check --radius 0.01 --cell 0.1 --map grid.csv --scenario tasks.csv plan.csv
says 'of its task 1 is not visited from here on'
printf 'agent,time,x,y\na,0,0,0\na,3,0.1,0\na,5,0.2,0\na,9,0.5,0\n' >plan.csv
runs 1 check --radius 0.01 --cell 0.1 --map grid.csv --scenario tasks.csv plan.csv
says 'broken: 2 rules by 1 of 1 agents'

it 'an agent that brakes arrives where its last motion ends'
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,2,0,0,2,0,-1,0\n' >plan.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,2,0\n' >tasks.csv
for end in stay vanish; do
    runs 0 check --radius 0.25 --at-end $end --scenario tasks.csv plan.csv
done
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,3,0\n' >tasks.csv
runs 1 check --radius 0.25 --at-end vanish --scenario tasks.csv plan.csv
says 'place 2 0: it ends here, and its goal is 3 0'
printf 'agent,time,x,y,share\na,0,0,0,0\na,4,2,0,\n' >plan.csv
runs 1 check --radius 0.25 --at-end vanish --scenario tasks.csv plan.csv
says 'place 2 0: it ends here, and its goal is 3 0'

it 'an agent that is never there does no task'
printf 'agent,time,x,y\na,0,1,0\nb,0,9,9\nb,1,9,8\n' >plan.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,1,0,2,0\na,2,0,3,0\nb,9,9,9,8\n' >tasks.csv
runs 1 check --radius 0.25 --at-start absent --at-end vanish --scenario tasks.csv plan.csv
says 'broken: 4 rules by 1 of 2 agents'

it 'rows of one unknown name are one agent'
printf 'agent,time,x,y\n7,0,0,0\n7,2,2,0\n8,0,0,5\n8,2,2,5\n' >plan.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,1,0\na,1,0,2,0\nb,0,5,2,5\nc,1,1,1,1\n' >tasks.csv
runs 0 check --radius 0.25 --scenario tasks.csv plan.csv
says 'task: 3 tasks of 2 agents matched in order, 1 more ignored'

it 'a plan in space has its speeds and places told with a height'
printf 'agent,time,x,y,z\na,0,0,0,1\na,1,0,0,4\n' >plan.csv
runs 1 check --radius 0.25 --max-speed 2 plan.csv
says 'broken: agent a at t = 0 s, place 0 0 1: its speed is 3 m/s, more than 2'
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,0,0\n' >tasks.csv
runs 1 check --radius 0.25 --scenario tasks.csv plan.csv
says 'place 0 0 1: its start is 0 0'

it 'a plan whose rows are counted from the other end is told so'
printf '0,0,0\n0,0,0\n0,0,0\n0,0,0\n' >grid.csv
printf 'agent,time,x,y\na,0,0,3\na,1,1,3\nb,0,2,2\n' >plan.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,1,0\nb,2,1,2,1\n' >tasks.csv
runs 1 check --radius 0.25 --map grid.csv --scenario tasks.csv plan.csv
says 'hint: the starts would be right with --flip-y'
printf 'agent,time,x,y\na,0,3,0\na,1,3,1\nb,0,2,2\n' >plan.csv
runs 1 check --radius 0.25 --map grid.csv --outside free --scenario tasks.csv plan.csv
says 'hint: the starts would be right with --axes row-column --flip-y'
printf 'agent,time,x,y\na,0,2,2\na,1,1,3\nb,0,0,2\n' >plan.csv
runs 1 check --radius 0.25 --map grid.csv --scenario tasks.csv plan.csv
says_not 'hint: the starts'

it 'a motion without an end has no cost'
printf 'agent,start,duration,x,y,vx,vy\na,0,inf,0,0,1,0\nb,0,2,0,9,1,0\n' >plan.csv
for jobs in 1 2; do
    runs 0 check --radius 0.25 -j "$jobs" plan.csv
    says 'sum of costs inf s, makespan inf s, length of paths inf m'
done

it 'costs are the same when another thread sums them up'
plans
for jobs in 1 2 3; do
    runs 0 check --radius 0.25 -j "$jobs" plan.csv
    says 'sum of costs 9 s, makespan 5 s, length of paths 9 m'
done
runs 0 check --radius 0.25 -j 2 --scenario tasks.csv plan.csv
says 'sum of costs 9 s, makespan 5 s, length of paths 9 m'

it 'the first of all that is wrong is printed'
printf 'agent,time,x,y\na,0,0,0\na,4,4,0\nb,0,4,0\nb,4,0,0\nc,0,0,9\nc,1,3,9\nd,0,0,12\nd,1,1,12\nd,2,4,12\n' >plan.csv
runs 1 check --radius 0.25 --first --max-speed 2 plan.csv
prints <<END
$header
c,speed,broken,0,0,1,,
END
sed -i '/^c/d' plan.csv
runs 1 check --radius 0.25 --first --max-speed 2 plan.csv
prints_part 'd,speed,broken,0,1,2,,'
runs 1 check --radius 0.25 --first --max-speed 3 plan.csv
prints_part 'a,b,conflict'
printf '0,0,0,0,0,0\n0,0,0,0,0,0\n' >grid.csv
sed -i '/^d/d' plan.csv
printf '0,0,0,1,0,0\n' >grid.csv
runs 1 check --radius 0.25 --first --map grid.csv plan.csv
prints_part 'b,cell 3 0,conflict'
printf '1,0,0,0,0,0\n' >grid.csv
runs 1 check --radius 0.25 --first --map grid.csv plan.csv
prints_part 'a,cell 0 0,conflict,0,0,'
printf 'agent,time,x,y\na,0,0,0\na,4,4,0\n' >plan.csv
printf '0,0,0,0,0,1\n' >grid.csv
runs 0 check --radius 0.25 --first --map grid.csv plan.csv
runs 1 check --radius 1 --first --map grid.csv plan.csv
prints_part 'a,cell 5 0,conflict'
runs 1 check --radius 1 --first --map grid.csv --max-speed 0.5 plan.csv
prints_part 'a,speed,broken'

summary
