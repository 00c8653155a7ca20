#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze retime`: plans of steps, driven within limits.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# Two that cross, the second behind the first; four that change places at once.
plans() {
    printf 'agent,time,x,y\na,0,0,2\na,1,1,2\na,2,2,2\na,3,3,2\na,4,4,2\n' >cross.csv
    printf 'b,0,2,0\nb,1,2,0\nb,2,2,1\nb,3,2,2\nb,4,2,3\n' >>cross.csv
    printf 'agent,time,x,y\nn,0,0,0\nn,1,1,0\ne,0,1,0\ne,1,1,1\n' >circle.csv
    printf 's,0,1,1\ns,1,0,1\nw,0,0,1\nw,1,0,0\n' >>circle.csv
}
limits='--max-speed 1 --max-acceleration 1'

it 'a new plan passes graze check with the limits it was made for'
plans
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits -o new.csv cross.csv
says 'plan of 2 agents: makespan '
says '(was 4)'
says 'certified: speed at most 1 m/s, acceleration 1, deceleration 1 m/s^2'
# shellcheck disable=SC2086
runs 0 check --tolerance 1e-9 $limits new.csv
says '1 pairs of 2 agents: 0 conflict'
says 'largest jump of velocity '
head -n 2 new.csv | tail -n 1 >../out
prints <<'END'
a,0.25,0,0,2,0
END

it 'who touches or grazes another one in the new plan is counted'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\na,2,2,0\nb,0,0,1\nb,1,1,1\nb,2,2,1\n' >plan.csv
# shellcheck disable=SC2086
runs 0 retime --radius 0.5 $limits plan.csv
says '1 pairs touch, 0 graze (deepest 0 m)'
# shellcheck disable=SC2086
runs 0 retime --radius 0.50048828125 --tolerance 0.0009765625 $limits plan.csv
says '0 pairs touch, 1 graze (deepest 0.000977 m)'

it 'one that is alone speeds up, cruises and brakes'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\na,2,2,0\na,3,3,0\n' >plan.csv
runs 0 retime --radius 0.25 --max-speed 1 --max-acceleration 0.5 plan.csv
says 'makespan 5.0000'
runs 0 retime --radius 0.25 --max-speed 1 --max-acceleration 0.5 --max-deceleration 1 plan.csv
says 'makespan 4.5000'
runs 0 retime --radius 0.25 --max-speed 1 --max-acceleration 1 --stop-always plan.csv
says 'makespan 6.0000'

it 'a corner is a stop, and takes the time to turn'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\na,2,1,1\n' >plan.csv
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits plan.csv
says 'makespan 4.0000'
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits --turn-rate 1.5707963267948966 plan.csv
says 'makespan 5.0000'

it 'four that change places at once go at once, or are named'
plans
# shellcheck disable=SC2086
runs 0 retime --radius grid $limits -o new.csv circle.csv
says 'makespan 2.0000'
# shellcheck disable=SC2086
runs 1 retime --radius grid $limits --slack 0.5 circle.csv
says "circle.csv: no profile lets these agents go, who wait for each other: '"
for agent in n e s w; do says "'$agent'"; done
says 'hint: agents that change their places at once have little slack'
prints </dev/null
# shellcheck disable=SC2086
runs 1 retime --radius grid $limits --slack 0.5 -q -o none.csv circle.csv
[ ! -e none.csv ] || fault 'a plan was written'

it 'with slack every agent has so much delay'
plans
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits --slack 0.75 -o new.csv cross.csv
runs 0 check --slack -o new.db new.csv
runs 0 query new.db 'SELECT count(*) AS tight FROM slack WHERE delay_s < 0.75'
prints <<'END'
tight
0
END

it 'a plan in conflict is refused'
printf 'agent,time,x,y\na,0,0,0\na,2,2,0\nb,0,2,0\nb,2,0,0\n' >plan.csv
# shellcheck disable=SC2086
runs 2 retime --radius 0.25 $limits plan.csv
says "plan.csv: error: agents 'a' and 'b' are in conflict in the plan"
says 'hint: `graze check` tells when; a plan in conflict has no order to keep'

it 'motions that are not straight, and bodies of their own, are refused by agent and time'
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,1,0,0,1,0,0,1\n' >plan.csv
# shellcheck disable=SC2086
runs 2 retime --radius 0.25 $limits plan.csv
says "plan.csv: error: agent 'a', motion 0 at 0 s: it has an acceleration"
printf 'agent,time,x,y,body\na,0,0,0,wide\na,1,1,0,wide\n' >plan.csv
printf 'body,radius,vertices\nwide,0.25,\n' >bodies.csv
# shellcheck disable=SC2086
runs 2 retime --bodies bodies.csv $limits plan.csv
says "agent 'a', motion 0 at 0 s: it has a body of its own"

it 'velocities that are no ways between places are read all the same'
printf 'agent,start,duration,x,y,vx,vy\na,0,2,0,0,1,0\nb,0,2,0,2,1,0\n' >plan.csv
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits plan.csv
says 'makespan 3.0000'

it 'bodies with corners are retimed, and left to --bodies'
plans
printf 'agent,radius,vertices\na,0,-0.2 -0.2 0.2 -0.2 0.2 0.2 -0.2 0.2\nb,0.2,\n' >bodies.csv
# shellcheck disable=SC2086
runs 0 retime --bodies bodies.csv $limits -o new.csv cross.csv
head -n 1 new.csv >../out
prints <<'END'
agent,time,x,y,share
END
# shellcheck disable=SC2086
runs 0 check --bodies bodies.csv $limits new.csv

it 'agents that vanish are gone'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\na,2,2,0\nb,0,2,2\nb,2,2,2\nb,3,2,1\nb,4,2,0\n' >plan.csv
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 --at-end vanish $limits -o new.csv plan.csv
# shellcheck disable=SC2086
runs 0 check --at-end vanish $limits new.csv

it 'limits have to be given, and let something move'
plans
runs 2 retime --radius 0.25 --max-speed 1 cross.csv
says 'graze retime: error: --max-acceleration is missing'
runs 2 retime --radius 0.25 --max-acceleration 1 cross.csv
says 'graze retime: error: --max-speed is missing'
runs 2 retime --radius 0.25 --max-speed 0 --max-acceleration 1 cross.csv
says 'nothing moves with a speed, an acceleration or a turn rate of 0'
# shellcheck disable=SC2086
runs 2 retime $limits
says 'no plan is given'
# shellcheck disable=SC2086
runs 2 retime $limits cross.csv cross.csv
says 'more than one plan is given'
# shellcheck disable=SC2086
runs 4 retime --radius 0.25 $limits --map none.map cross.csv
says 'none.map'

mixed() { # a turns a little slowly, b is a square that keeps its heading, c is as the options say
    printf 'agent,time,x,y\na,0,0,2\na,1,1,2\na,2,2,2\na,3,3,2\na,4,3,3\n' >mixed.csv
    printf 'b,0,2,0\nb,1,2,0\nb,2,2,1\nb,3,2,2\nb,4,2,3\nc,0,0,0\nc,1,0,1\nc,2,0,2\nc,3,1,2\nc,4,2,2\n' >>mixed.csv
    printf 'agent,radius,vertices,speed,acceleration,deceleration,turn_rate,turn_times\n' >robots.csv
    printf 'a,0.3,,2,0.5,1,,1.6 3\nb,,-0.2 -0.2 0.2 -0.2 0.2 0.2 -0.2 0.2,1.5,,,,\n' >>robots.csv
    printf 'c,,,,,,2,\nidle,1,,,,,inf,\n' >>robots.csv
}

it 'each agent of a mixed fleet keeps its own limits'
mixed
runs 0 retime --robots robots.csv --radius 0.25 --max-speed 1 --max-acceleration 0.25 -o new.csv mixed.csv
says 'certified: speed at most 2 m/s, acceleration 0.5, deceleration 1 m/s^2, each agent within its own'
printf 'agent,radius,vertices\na,0.3,\nb,0,-0.2 -0.2 0.2 -0.2 0.2 0.2 -0.2 0.2\nc,0.25,\n' >bodies.csv
runs 0 check --bodies bodies.csv --tolerance 1e-9 --max-speed 2 --max-acceleration 1 new.csv
says '3 pairs of 3 agents: 0 conflict'
for limits_of in 'a 2 1' 'b 1.5 0.25' 'c 1 0.25'; do
    # shellcheck disable=SC2086 # three words
    set -- $limits_of
    { head -n 1 new.csv; grep "^$1," new.csv; } >alone.csv
    runs 0 check --radius 0.1 --max-speed "$2" --max-acceleration "$3" alone.csv
done
runs 1 check --radius 0.1 --max-speed 2 --max-acceleration 0.9 new.csv # a brakes at 1
sed 's/,1.6 3$/,/' robots.csv >quick.csv # a turns at once
printf 'agent,time,x,y\na,0,0,2\na,1,1,2\na,2,1,3\n' >corner.csv
runs 0 retime --robots robots.csv corner.csv
says 'makespan 7.'
runs 0 retime --robots quick.csv corner.csv
says 'makespan 4.8'

printf 'agent,speed\nz,1\n' >others.csv
runs 2 retime --robots others.csv --radius 0.25 --max-speed 1 --max-acceleration 0.25 -o none.csv mixed.csv
says 'others.csv: error: no row is about any of the agents'
[ ! -e none.csv ] || fault 'a plan was written'

it 'robots have bodies without --radius, and limits without options'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\na,2,2,0\na,3,3,0\n' >plan.csv
printf 'agent,radius,speed,acceleration\na,0.25,1,0.5\n' >robots.csv
runs 0 retime --robots robots.csv -o new.csv plan.csv
says 'makespan 5.0000'
head -n 2 new.csv | tail -n 1 >../out
prints <<'END'
a,0.25,0,0,0,0
END
runs 0 retime --robots robots.csv --max-deceleration 1 plan.csv
says 'makespan 4.5000'

it 'what is wrong with robots has its place'
mixed
refused() {
    printf 'agent,radius,vertices,speed,acceleration,deceleration,turn_rate\n%s\n' "$1" >robots.csv
    # shellcheck disable=SC2086
    runs 2 retime $limits --robots robots.csv -o new.csv mixed.csv
    says "$2"
    [ ! -e new.csv ] || fault 'a plan was written'
}
refused 'a,0.3,,0,,,' 'robots.csv:2:8: error: speed is not more than 0 metres per second'
refused 'a,0.3,,,-1,,' 'robots.csv:2:9: error: acceleration is not more than 0'
refused 'a,0.3,,,x,,' 'robots.csv:2:9'
refused 'a,0.3,,,,,' "robots.csv: error: agent 'b' has no radius"
refused 'b,,,1,,,' "robots.csv:2: error: agent 'b' has no radius"
refused 'a,,-0.2 -0.2 0.2 -0.2 0.2 0.2 -0.2 0.2,,,,1' "robots.csv:2: error: agent 'a' has a footprint that turns"
printf 'agent,radius\na,0.3\nb,0.3\nc,0.3\n' >bodies.csv
printf 'agent,radius\na,0.2\nb,0.3\n' >robots.csv
# shellcheck disable=SC2086
runs 2 retime $limits --robots robots.csv --bodies bodies.csv mixed.csv
says "robots.csv:2: error: agent 'a' has another body in the plan, or in --bodies"
says_not "agent 'b'"
runs 2 retime --robots robots.csv --radius 0.25 --max-acceleration 1 mixed.csv
says "robots.csv:2: error: agent 'a' has no greatest speed"
runs 2 retime --robots robots.csv --radius 0.25 --max-speed 1 mixed.csv
says "robots.csv:3: error: agent 'b' has no acceleration"
runs 4 retime --robots none.csv --radius 0.25 mixed.csv
says 'none.csv'
printf 'agent,time,x,y,z\na,0,0,0,0\na,1,1,0,0\n' >plan.csv
printf 'agent,vertices\na,-0.2 -0.2 0.2 -0.2 0.2 0.2\n' >robots.csv
# shellcheck disable=SC2086
runs 2 retime $limits --robots robots.csv plan.csv
says "robots.csv:2: error: agent 'a' has corners, and the plan has a z"

it 'limits for which no tick can be found are refused'
plans
runs 2 retime --radius 0.25 --max-speed 1 --max-acceleration 1e-310 cross.csv
says 'cross.csv: error: times would differ so much that no tick serves all of them'

it 'a time limit ends it with 3, and nothing is written'
plans
# shellcheck disable=SC2086
runs 3 retime --radius 0.25 $limits --time-limit 0 -o new.csv cross.csv
says 'cross.csv: not done within 0 s'
[ ! -e new.csv ] || fault 'a plan was written'
# shellcheck disable=SC2086
runs 0 retime --radius 0.25 $limits -t 100 cross.csv

# A lattice of agents that all go right, up, right and down at once: seconds of work.
lattice() {
    awk 'BEGIN {
        print "agent,time,x,y"
        for (i = 0; i < 900; i++)
            for (t = x = y = 0; t <= 400; t++) {
                printf "%d,%d,%d,%d\n", i, t, 2 * (i % 30) + x, 2 * int(i / 30) + y
                if (t % 2 == 0) x++; else y += t % 4 == 1 ? 1 : -1
            }
    }' >lattice.csv
}

for signal in INT:130 TERM:143; do
    it "SIG${signal%:*} ends it with nothing half-written"
    if has timeout; then
        lattice
        # shellcheck disable=SC2086
        timeout --preserve-status -s "${signal%:*}" 1 "$GRAZE" retime --radius 0.3 $limits \
            -o new.csv lattice.csv >../out 2>../err
        status=$?
        [ $status -eq "${signal#*:}" ] || fault "exit $status: $(cat ../err)"
        prints_nothing
        says_nothing
        leaves lattice.csv
    fi
done

it 'plans of other programs are certified, and no tolerance is needed where they do not touch'
formats=$GRAZE_SHARED/data/formats
if [ -d "$formats" ]; then
    for plan in jiaoyang-paths/lns2_random20_100 kei18-result/lacam3_random-32-32-20_100; do
        # shellcheck disable=SC2086
        runs 0 retime --radius 0.3 --strict $limits -o new.csv "$formats/$plan.txt"
        # shellcheck disable=SC2086
        runs 0 check --tolerance 0 $limits new.csv
        says '4950 pairs of 100 agents: 0 conflict, 0 graze'
    done
else
    skip 'no shared data'
fi

summary
