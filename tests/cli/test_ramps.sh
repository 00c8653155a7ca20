#!/bin/sh
# SPDX-License-Identifier: MIT
# Ramps, motions that speed up or brake between exact places, through the driver: the column
# `share` of plans.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# A lift is at t² metres until 4 s and stops there; a crate is at 10 m.
write_lift() {
    cat >plan.csv <<'END'
agent,time,x,y,share
lift,0,0,0,0
lift,4,16,0,
crate,0,10,0,
crate,9,10,0,
END
}

it 'a plan with shares is checked as ramps: the lift meets the crate from 3 s to the root of 11'
write_lift
runs 1 check --radius 0.5 --at-end vanish --tolerance 0 plan.csv
prints <<'END'
agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s
lift,crate,conflict,0,3,3.3166247903554003,1,3.1622776601683795
END
sed 's/lift,0,0,0,0/lift,0,0,0,1/' plan.csv >even.csv
runs 1 check --radius 0.5 --at-end vanish --tolerance 0 even.csv
prints_line lift,crate,conflict,0,2.25,2.75,1,2.5

it 'an empty share, a share of 1 and no column are one plan'
printf 'agent,time,x,y\na,0,0,0\na,3,1,0\nb,0,1,1\nb,2,0.5,0\n' >none.csv
sed 's/$/,/; 1s/,$/,share/' none.csv >empty.csv
sed 's/$/,1/; 1s/,1$/,share/' none.csv >ones.csv
runs 1 check --radius 0.25 none.csv
cp ../out wanted
runs 1 check --radius 0.25 empty.csv
prints <wanted
runs 1 check --radius 0.25 ones.csv
prints <wanted
runs 0 convert ones.csv back.csv
cmp -s back.csv none.csv || fault 'shares of 1 are written'

it 'plans with ramps are written as they are read'
cat >plan.csv <<'END'
agent,radius,time,x,y,z,share
ann,0.5,0,0,0,1,0
ann,0.5,4,16,0.1,1,
ann,0.5,5,24,0.1,1,1.9999999999999998
ann,0.5,6,24,0.1,2,
"bo, the 2nd",0.25,0.1,7,1e-300,0,
END
runs 0 convert plan.csv again.csv
cmp -s again.csv plan.csv || fault 'plan.csv and again.csv differ'
runs 0 convert --to waypoints plan.csv -
prints <plan.csv

it 'what holds no ramp refuses one, by agent and time'
write_lift
runs 2 convert --to motions plan.csv none.csv
says "agent 'lift', motion 0 at 0 s: it is a ramp, and motions begin with a velocity"
runs 2 convert plan.csv log.xml
says "agent 'lift', motion 0 at 0 s: it is a ramp, and in a log motion is uniform"
runs 2 convert --to lns-paths plan.csv paths.txt
says "agent 'lift' at 0 s: it is a ramp, and steps are uniform"
leaves plan.csv

it 'shares that are none are refused at their place'
printf 'agent,time,x,y,share\na,0,0,0,2.0000000000000004\na,1,1,0,-1\na,2,2,0,x\n' >plan.csv
runs 2 check --radius 0.5 plan.csv
says 'plan.csv:2:9: error: the share of a ramp is not between 0 and 2'
says 'plan.csv:3:9: error: the share of a ramp is not between 0 and 2'
says "plan.csv:4:9: error: share: 'x' is not a number"
says 'hint: 0 starts from rest, 1 (or nothing) keeps one speed, 2 ends at rest'
printf 'agent,start,duration,x,y,vx,vy,share\na,0,1,0,0,1,0,1\n' >plan.csv
runs 2 check --radius 0.5 plan.csv
says "plan.csv:1:32: error: 'share' belongs to waypoint rows"

it 'limits of speed and acceleration know ramps'
write_lift
runs 1 check --radius 0.5 --at-end vanish --max-speed 8 --max-acceleration 2 --max-jump 9 plan.csv
says_not 'broken: agent'
runs 1 check --radius 0.5 --at-end vanish --max-speed 7.999 plan.csv
prints_part 'lift,speed,broken'
runs 1 check --radius 0.5 --at-end vanish --max-acceleration 1.999 --max-jump 9 plan.csv
prints_part 'lift,acceleration,broken'

it 'a database keeps ramps: the plan, its answers and its places come back'
write_lift
runs 1 check --radius 0.5 --at-end vanish --tolerance 0 --unsafe-starts -o results.db plan.csv
runs 0 query results.db verify
runs 0 query results.db "SELECT a.label AS agent, m.seq, m.form, r.share FROM motion_whole AS m
    JOIN agent AS a USING (plan_id, agent_id) LEFT JOIN ramp AS r USING (plan_id, agent_id, seq)"
prints <<'END'
agent,seq,form,share
lift,0,ramp,0
crate,0,waypoint,
END
runs 0 convert --drop results.db back.csv
cmp -s back.csv plan.csv || fault 'the plan does not come back'
runs 0 query results.db near x=0 y=0 t=3
prints <<'END'
agent,seq,x_m,y_m,distance_m
lift,0,9,0,9
crate,0,10,0,10
END
runs 0 query results.db "SELECT graze_position(1, 'lift', 0.5, 'x') AS x_m"
prints_line 0.25
runs 0 query results.db "SELECT i.lower_s, i.upper_s FROM contact AS c,
    graze_conflict_intervals(plan_id, agent_a_id, seq_a, agent_b_id, seq_b) AS i"
prints_line 3,3.3166247903554003
runs 0 query results.db 'SELECT agent, arrival_s, length_m FROM agent_path'
prints_line lift,4,16
runs 0 query results.db delay

it 'a plan without ramps keeps nothing about them'
runs 1 check --radius 0.5 -o results.db "$top_srcdir/maps/braking.csv"
runs 0 query results.db 'SELECT count(*) AS shares FROM ramp'
prints_line 0

depot=$top_srcdir/maps/depot.csv
depot_bodies=$top_srcdir/maps/depot-bodies.csv

it 'in the depot a reading with constant speeds misses one conflict and invents one'
runs 1 check --bodies "$depot_bodies" --max-speed 4 --max-acceleration 0.5 --all "$depot"
prints <<'END'
agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s
adze,brace,conflict,0,18,19.033790305349587,0.5,18
drill,file,touch,0,18,inf,0,18
END
says_not 'broken: agent'
cut -d, -f1-5 "$depot" >even.csv
runs 1 check --bodies "$depot_bodies" --all even.csv
prints <<'END'
agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s
adze,chisel,conflict,0,3.4375000004999996,5.124999999000001,1.625,4.25
drill,file,touch,0,18,inf,0,18
END

it 'and one with the same body all the way misses the turn, and one with the disc sees more'
sed 's/turning/along/' "$depot" >stiff.csv
runs 0 check --bodies "$depot_bodies" stiff.csv
sed '/^adze/s/along/turning/' "$depot" >round.csv
runs 1 check --bodies "$depot_bodies" round.csv
! grep -q 'adze,brace,conflict,0,18,19.033790305349587,0.5,18' ../out || fault 'the disc is not too large'
sed 's/lowered/along/' "$depot" >raised.csv
runs 1 check --bodies "$depot_bodies" --all raised.csv
! grep -q 'drill,file' ../out || fault 'the fork touches the pile before it is lowered'

it 'a picture over time bends the thread of a ramp, and a map does not'
runs 0 plot prism --bodies "$depot_bodies" "$depot"
[ "$(grep -o 'd="M[^"]*Q' ../out | wc -l)" -gt 0 ] || fault 'no thread is bent'
cut -d, -f1-5 "$depot" >even.csv
runs 0 plot prism --bodies "$depot_bodies" even.csv
! grep -q 'd="M[^"]*Q' ../out || fault 'a uniform thread is bent'
runs 0 plot map --bodies "$depot_bodies" "$depot"
! grep -q 'd="M[^"]*Q' ../out || fault 'a straight way is bent'
for picture in gantt depths 'distance a=adze b=brace' 'diagram a=adze b=brace'; do
    runs 1 check -q --bodies "$depot_bodies" -o run.db "$depot"
    set -- $picture
    name=$1
    shift
    runs 0 plot "$name" run.db "$@"
    rm run.db
done
prints_part 'adze'

it 'a replay holds ramps as its database does, to the last bit'
runs 1 check --bodies "$depot_bodies" -o run.db "$depot"
runs 0 replay run.db -o page.html
grep -q '^\[3,0,0,8,0,0,0,16,0,0\]' page.html || fault 'no row of a ramp'
if has python3; then
    python3 -B "$top_srcdir/tests/view/test_data.py" "$GRAZE" . database >../found 2>&1 ||
        fault "$(head -n 5 ../found)"
fi

it 'the self-test asks about ramps'
runs 0 selftest --verbose
prints_part 'known answer: from rest over a wait'
prints_part 'known intervals: overtaking while braking, and being overtaken'
prints_part 'known intervals: starts from rest over a wait'

it 'help and its examples tell of shares'
runs 0 check --help
prints_part 'share, from 0 to 2, makes a ramp'

summary
