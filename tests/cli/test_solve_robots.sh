#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze solve` for robots with inertia, from the shell: limits, robots files, footprints that turn.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

robots() {
    printf '0,0,0,0,0,0\n0,1,0,0,1,0\n0,0,0,0,0,0\n' >grid.csv
    printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,5,0\nb,5,0,0,0\n' >tasks.csv
}

it 'robots that speed up and brake keep their limits, whatever the method'
robots
for method in ccbs prioritised 'lns --node-limit 16'; do
    # shellcheck disable=SC2086 # three words
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --speed 2 --acceleration 0.5 \
        --turn-rate 1.5 --method $method -o run.db
    cp ../out plan.csv
    [ "$(head -n 1 plan.csv)" = agent,time,x,y,share ] || fault 'no shares'
    runs 0 check --radius 0.3 --max-speed 2 --max-acceleration 0.5 plan.csv
done
runs 0 query run.db 'SELECT count(*) > 4 FROM ramp'

it 'a robot alone goes round the trajectories of others'
robots
printf 'agent,time,x,y\nb,0,5,0\nb,5,0,0\nb,9,0,2\n' >given.csv
runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2 --speed 2 --acceleration 0.5 \
    --method sipp --given given.csv
sed 1d ../out | cut -d, -f1-4 >others.csv
grep -q ',5,0,' ../out || fault 'it does not arrive'

it 'limits that are none are refused'
robots
for wrong in acceleration turn-rate; do
    runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --$wrong 0
    says "--$wrong is not positive"
done

fleet() {
    printf '0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n0,0,0,0,0,0\n' >grid.csv
    printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,5,3\nb,5,0,0,3\nc,3,3,0,0\n' >tasks.csv
    printf 'agent,radius,vertices,speed,acceleration,deceleration,turn_rate\n' >robots.csv
    printf 'a,,-0.4 -0.2 0.4 -0.2 0.4 0.2 -0.4 0.2,1,0.5,1,1.5\n' >>robots.csv
    printf 'b,0.3,,2,,,\nc,0.05,-0.2 -0.2 0.2 -0.2 0.2 0.2 -0.2 0.2,1.5,0.7,,\nidle,1,,,,,inf\n' >>robots.csv
}

it 'robots of several kinds, one of which turns its footprint, keep apart'
fleet
for method in ccbs prioritised; do
    runs 0 solve --map grid.csv --scenario tasks.csv --robots robots.csv -k 2 --acceleration 0.5 \
        --method $method --write-bodies bodies.csv -o fleet.db
    cp ../out plan.csv
    [ "$(head -n 1 plan.csv)" = agent,time,x,y,share,body ] || fault 'no bodies'
    runs 0 check --bodies bodies.csv --max-speed 2 --max-acceleration 1 plan.csv
done
runs 0 query fleet.db 'SELECT count(*) > 4 FROM motion_body'

it 'others of --given may have bodies of their own'
fleet
printf 'agent,radius,vertices\nz,0,-0.4 -0.4 0.4 -0.4 0.4 0.4 -0.4 0.4\n' >others.csv
printf 'agent,time,x,y\nz,0,5,0\nz,9,0,0\n' >given.csv
runs 0 solve --map grid.csv --scenario tasks.csv --robots robots.csv -k 2 --method sipp \
    --given given.csv --bodies others.csv --write-bodies bodies.csv
runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --bodies others.csv
says 'for the others of --given'

it 'a scenario says itself what robots are, and where they head for'
fleet
printf 'agent,start_x,start_y,goal_x,goal_y,radius,vertices,speed,acceleration,deceleration,turn_rate,turn_times,heading\n' >tasks.csv
printf 'a,0,0,5,3,,-0.4 -0.2 0.4 -0.2 0.4 0.2 -0.4 0.2,1,0.5,1,,1.5708 2 3.1416 3,1.5707963267948966\n' >>tasks.csv
printf 'b,5,0,0,3,0.3,,2,0.5,,0.5,,3.141592653589793\nc,3,3,0,0,0.2,,1,1,,,,\n' >>tasks.csv
runs 0 solve --map grid.csv --scenario tasks.csv -k 2 --write-bodies bodies.csv -o fleet.db
cp ../out plan.csv
runs 0 check --bodies bodies.csv --max-speed 2 --max-acceleration 1 plan.csv
cost() { # the sum of costs of an agent alone with a heading
    printf 'agent,start_x,start_y,goal_x,goal_y,radius,turn_times,heading\n%s\n' "$1" >tasks.csv
    runs 0 solve --map grid.csv --scenario tasks.csv -k 2 -o cost.db
    runs 0 query cost.db 'SELECT round(sum_of_costs_s, 6) FROM solve_summary ORDER BY run_id DESC LIMIT 1' --format csv
    [ "$(tail -n 1 ../out)" = "$2" ] || fault "costs $(tail -n 1 ../out), not $2"
}
cost 'a,0,0,5,0,0.3,1.570796326794897 2 3.1415926535898 3,0' 5
cost 'a,0,0,5,0,0.3,1.570796326794897 2 3.1415926535898 3,1.5707963267948966' 7
cost 'a,0,0,5,0,0.3,1.570796326794897 2 3.1415926535898 3,3.141592653589793' 8
cost 'a,0,0,5,0,0.3,1.570796326794897 2 3.1415926535898 3,' 5
printf 'agent,start_x,start_y,goal_x,goal_y,radius,vertices,speed,acceleration,deceleration,turn_rate,turn_times,heading\n' >tasks.csv
printf 'a,0,0,5,3,0.25,-0.5 -0.25 0.5 -0.25 0.5 0.25 -0.5 0.25,1,0.5,1,,1.5 2 3.25 3,1.5\nb,5,0,0,3,0.25,,2,,,0.5,,\n' >>tasks.csv
runs 0 convert --map grid.csv tasks.csv again.csv
head -n 1 again.csv | grep -q 'turn_rate,turn_times,heading$' || fault "columns: $(head -n 1 again.csv)"
runs 0 convert --map grid.csv again.csv twice.csv
cmp again.csv twice.csv || fault 'a scenario of robots is not kept'
grep -q '^b,5,0,0,3,0.25,2,,,,0.5,,$' again.csv || fault "rows: $(cat again.csv)"
runs 2 convert --map grid.csv tasks.csv again.scen
says 'no place for limits of robots'

it 'speeds meet where the longest move is a thousand times as long as a ramp, or the jump is told'
printf 'type octile\nheight 2\nwidth 4\nmap\n....\n....\n' >wide.map
printf 'agent,start_x,start_y,goal_x,goal_y\na,3,0,0,0\n' >wide.csv
for limits in '0.7 1e-3' '100 1e-3' '100 1' '0.5 1e-3'; do
    set -- $limits
    runs 0 solve --map wide.map --scenario wide.csv -k 3 --radius 0.3 --acceleration "$1" \
        --turn-rate "$2" --method prioritised
    cp ../out plan.csv
    jump=$(sed -n 's/^velocities jump .*--max-jump //p' ../err)
    runs 0 check --radius 0.3 --max-speed 1 --max-acceleration "$1" --max-jump "${jump:-1e-9}" \
        plan.csv
    case "$limits,$jump" in
    '100 1e-3,' | '100 1e-3,'*e-0[1-7]) fault "$limits jumps by '$jump'" ;;
    '100 1e-3,'*) ;;
    *,?*) fault "$limits jumps by $jump" ;;
    esac
done

it 'what is wrong in the columns of a scenario has its place'
fleet
told() { # COLUMNS ROW WORDS
    printf 'agent,start_x,start_y,goal_x,goal_y,%s\na,0,0,5,3,%s\n' "$1" "$2" >tasks.csv
    runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 -k 2
    says "$3"
}
told acceleration 0 'tasks.csv:2:11: error: acceleration is not more than 0'
told deceleration -1 'tasks.csv:2:11: error: deceleration is not more than 0'
told turn_rate 0 'tasks.csv:2:11: error: turn_rate is not more than 0'
told turn_times '1 2 1 3' 'tasks.csv:2:15: error: the angles of turns do not ascend from 0'
told turn_times '1 0' 'tasks.csv:2:13: error: a turn that takes no time'
told turn_times '1 2 3' 'tasks.csv:2:15: error: the last angle has no time'
told turn_times '1 x' 'tasks.csv:2:13'
told turn_rate,turn_times '1,1 1' 'the robot has a turn_rate and turn_times'
told heading north 'tasks.csv:2:11'
told vertices '0 0 1' 'the last vertex has no y'
told acceleration 0.005 "tasks.csv:2:11: error: agent 'a' reaches its speed on no run of edges"
told acceleration,deceleration '1,0.001' "tasks.csv:2:13: error: agent 'a' cannot stop on edges that short"
printf 'agent,radius\na,0.3\n' >robots.csv
printf 'agent,start_x,start_y,goal_x,goal_y,acceleration\na,0,0,5,3,1\n' >tasks.csv
runs 2 solve --map grid.csv --scenario tasks.csv --robots robots.csv
says 'the robots file says what it is, too'

it 'what is wrong in a robots file has its place'
fleet
refused() {
    printf 'agent,radius,vertices,speed,acceleration,deceleration,turn_rate\n%s\n' "$1" >robots.csv
    runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --robots robots.csv -k 2
    says "$2"
}
refused 'a,0.3,,0,,,' 'robots.csv:2:8: error: speed is not more than 0 metres per second'
refused 'a,0.3,,,-1,,' 'acceleration is not more than 0'
refused 'a,0.3,,,1,0,' 'deceleration is not more than 0'
refused 'a,0.3,,,,,0' 'turn_rate is not more than 0 radians per second'
refused 'a,0.3,,,x,,' 'robots.csv:2:9'
refused 'a,0,,,,,' 'the robot is a point'
refused 'a,,0 0 1,,,,' 'the last vertex has no y'
refused ',0.3,,,,,' 'the agent has no name'
refused 'a,0.3,,,,,
a,0.3,,,,,' "agent 'a' is there twice"
refused '0,0.3,,,,,
1,0.3,,,,,' 'robots.csv: error: no row is about any of the agents'
refused 'a,0.3,,2,0.01,,' "robots.csv:2:10: error: agent 'a' reaches its speed on no run of edges"
refused 'a,0.3,,2,1,0.01,' "robots.csv:2:12: error: agent 'a' cannot stop on edges that short"
refused 'a,0.3,,2,0.0315,,' "robots.csv:2:10: error: agent 'a' reaches its speed on no run of edges"
for limits in 0.032, 0.0625,0.0665; do # 62 levels in between, at most: of both, or 31 and 30 of each
    printf 'agent,radius,speed,acceleration,deceleration\na,0.3,2,%s\n' "$limits" >robots.csv
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --robots robots.csv -k 2
done
refused 'a,,-0.4 -0.2 0.4 -0.2 0.4 0.2 -0.4 0.2,,,,1' "robots.csv:2:43: error: the footprint of agent 'a' turns, and nobody would know how"
printf 'agent,colour\na,red\n' >robots.csv
runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --robots robots.csv
printf 'radius\n1\n' >robots.csv
runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --robots robots.csv
runs 4 solve --map grid.csv --scenario tasks.csv --radius 0.3 --robots none.csv
printf 'agent,radius,speed\na,0.3,2\n' >robots.csv
printf 'agent,start_x,start_y,goal_x,goal_y,radius,speed\na,0,0,5,3,0.2,2\n' >tasks.csv
runs 2 solve --map grid.csv --scenario tasks.csv --robots robots.csv
says 'the robots file says otherwise'
runs 2 solve --map grid.csv --scenario tasks.csv --radius 0.3 --acceleration 0.01

it 'edges without a length are none for robots'
printf 'vertex,x,y\na,0,0\nb,0,0\nc,2,0\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,0\n' >edges.csv
printf 'agent,start,goal\n1,a,c\n' >tasks.csv
runs 2 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.3 --acceleration 1
says 'has no length'

it 'a corridor in which a robot cannot stop in time is left to the others, or there is no plan'
printf 'vertex,x,y\na,0,0\nb,2,0\nc,4,0\nd,6,0\ne,4,2\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,0\nc,d,0\nc,e,0\n' >edges.csv
printf 'agent,start,goal\n1,a,d\n2,d,a\n' >tasks.csv
runs 0 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.4 --speed 2 \
    --acceleration 0.5
cp ../out plan.csv
runs 0 check --radius 0.4 --max-speed 2 --max-acceleration 0.5 plan.csv
printf 'from,to,directed\na,b,0\nb,c,0\nc,d,0\n' >edges.csv
printf 'agent,start,goal\n1,a,d\n2,b,c\n' >tasks.csv
runs 1 solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.4 --speed 2 \
    --acceleration 0.5
says 'in whatever order the agents go'

it 'a robot that cannot stop in time before the others has no plan, and that is proven'
printf 'vertex,x,y\na,0,0\nb,2,0\nc,4,0\nd,6,0\ne,4,2\n' >line.csv
printf 'from,to,directed\na,b,0\nb,c,0\nc,d,0\nc,e,0\n' >edges.csv
printf 'agent,start,goal\n1,a,d\n' >tasks.csv
among() { # TIME STATUS ARGUMENT ...: a disc comes along the corridor from a time on
    printf 'agent,time,x,y\nz,0,6,0\nz,%s,6,0\nz,%s,0,0\n' "$1" "$(($1 + 6))" >given.csv
    status_wanted=$2
    shift 2
    runs "$status_wanted" solve --map line.csv --edges edges.csv --scenario tasks.csv --radius 0.4 \
        --method sipp --given given.csv --speed 2 "$@"
}
among 2 0
among 2 1 --acceleration 0.5
says "no plan: the others leave agent '1' no way with these limits"
prints_nothing
among 8 0 --acceleration 0.5
among 8 1 --acceleration 0.5 --turn-rate 0.1
among 0 3 --speed 0.1

summary
