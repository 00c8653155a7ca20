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
