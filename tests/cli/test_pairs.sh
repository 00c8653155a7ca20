#!/bin/sh
# SPDX-License-Identifier: MIT
# graze pairs: questions, empty answers, forms of motion.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# meet: head-on; corner: two walks on a grid that overlap by 4.8e-17 m; pass:
# at distance 4; apart: lives that share no instant.
pairs() {
    cat >pairs.csv <<END
id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,b_x,b_y,b_vx,b_vy,b_start,b_duration,b_radius
meet,0,0,10,0,0,10,0.5,10,0,-1,0,0,inf,0.5
corner,0,0,1,0,0,1,0x1.6a09e667f3bcdp-2,1,0,0,1,0,1,0x1.6a09e667f3bcdp-2
pass,0,0,10,0,0,10,0.5,10,5,-1,0,0,inf,0.5
apart,0,0,10,0,0,10,0.5,0,0,0,0,10,inf,0.5
END
}

it 'intervals, and nothing for pairs without conflict'
pairs
runs 0 pairs pairs.csv
prints <<END
id,index,lower,upper
meet,0,4.5,5.5
corner,0,0.4999999941537154,0.5000000058462847
END
says_nothing

it 'a row for every pair with --all'
pairs
runs 0 pairs --all --tolerance 0x1p-30 pairs.csv
prints <<END
id,index,lower,upper
meet,0,4.500000000465661,5.499999999534339
corner,,,
pass,,,
apart,,,
END

it 'clearances'
pairs
runs 0 pairs --what clearance pairs.csv
prints <<END
id,distance,time
meet,-1,5
corner,-4.833646656726457e-17,0.5
pass,4,5
END
runs 0 pairs --what clearance --all pairs.csv
prints_line apart,,

it 'verdicts, always one row for a pair'
pairs
runs 0 pairs --what verdict --tolerance 1e-9 pairs.csv
prints <<END
id,verdict,depth,time
meet,conflict,1,5
corner,graze,4.833646656726457e-17,0.5
pass,clear,-4,5
apart,clear,,
END
runs 0 pairs --what verdict pairs.csv
prints_line corner,conflict,4.833646656726457e-17,0.5

it 'the exit status tells of conflicts when asked to'
pairs
runs 1 pairs --exit-code pairs.csv
runs 0 pairs --exit-code --tolerance 2 pairs.csv
runs 1 pairs --exit-code --what verdict pairs.csv
runs 1 pairs --exit-code --what clearance pairs.csv
sed -i '/^meet/d; /^corner/d' pairs.csv
runs 0 pairs --exit-code pairs.csv
runs 0 pairs --exit-code --what clearance pairs.csv

# Motion a comes from the left at 1 m/s for as long as it takes, and must be clear
# of a disc that stands at 5 m until 10 s.
standing() {
    cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_start,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_duration,b_radius
stand,0,0,1,0,3,20,0.5,5,0,0,0,10,0.5
past,0,1,1,0,3,20,0.5,5,0,0,0,10,0.5
END
}

it 'unsafe starts, wherever the motion starts at present'
standing
runs 0 pairs --what unsafe-starts pairs.csv
prints <<END
id,index,lower,upper
stand,0,-6,6
END
runs 0 pairs --what unsafe-starts --all --tolerance 0.5 pairs.csv
prints <<END
id,index,lower,upper
stand,0,-5.5,5.5
past,,,
END
runs 0 pairs --what unsafe-starts --hex pairs.csv
prints_line stand,0,-0x1.8p+2,0x1.8p+2

# At its start, 3 s, motion a has 7 s to come within 1 m of x = 5: 4 m; driven
# for 20 m, it passes the place whatever its speed.
it 'unsafe speeds'
standing
runs 0 pairs --what unsafe-speeds --all pairs.csv
prints <<END
id,index,lower,upper
stand,0,0.5714285714285714,inf
past,,,
END
runs 0 pairs --what unsafe-speeds --format jsonl pairs.csv
prints_line '{"id":"stand","index":0,"lower":0.5714285714285714,"upper":"inf"}'

# pinch: one start, 0, is safe between two unsafe intervals (the relative path
# touches the circle twice from outside, and a delay helps at one place only as
# much as it harms at the other). brake: comes to a stand and turns back.
accelerated() {
    cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_ax,a_ay,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_duration,b_radius
pinch,0,16,0,-8,0,2,8,0.5,-4,1.25,1,0,8,0.5
brake,0,0,4,0,-1,0,8,1,8,0,0,0,inf,1
END
}

it 'accelerated motions are asked too'
accelerated
runs 0 pairs --what conflicts pairs.csv
prints <<END
id,index,lower,upper
brake,0,2,6
END
runs 0 pairs --what clearance pairs.csv
prints <<END
id,distance,time
pinch,0,3.133974596215561
brake,-2,4
END
runs 0 pairs --what verdict pairs.csv
prints <<END
id,verdict,depth,time
pinch,touch,0,3.133974596215561
brake,conflict,2,4
END

it 'unsafe starts of accelerated motions are all there, and a safe one between them'
accelerated
runs 0 pairs --what unsafe-starts pairs.csv
prints_line brake,0,-6,inf
grep '^pinch,' ../out | awk -F, '
    NR == 1 { good = $2 == 0 && $3 < -2.2018 && $3 > -2.2019 && $4 == "0" }
    NR == 2 { good = good && $2 == 1 && $3 == "0" && $4 > 2.2018 && $4 < 2.2019 }
    END { exit !(good && NR == 2) }' || fault "it printed: $(cat ../out)"

it 'the second unsafe interval of a robot that brakes and comes back'
runs 0 pairs --what unsafe-starts "$top_srcdir/maps/braking-pairs.csv"
prints <<END
id,index,lower,upper
heron before lark,0,3.5657942971266934,4.792357782187539
heron before lark,1,9.207642217812461,10.434205702873307
pinch,0,-2.201834737520806,0
pinch,1,0,2.201834737520806
END

# brake: turns back at 8, where the other one stands for ever, 2 before it is there: it comes
# near at every speed. jump: below the one that jumps alike, safe at a third of its speed alone.
it 'unsafe speeds of accelerated motions are all there, and a safe one between them'
accelerated
cat >speeds.csv <<END
id,a_x,a_y,a_vx,a_vy,a_ax,a_ay,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_ax,b_ay,b_duration,b_radius
jump,0,0,0,-12,0,27,1.5,0.5,0,1,0,-4,0,3,4,0.5
END
runs 0 pairs --what unsafe-speeds pairs.csv
prints_line brake,0,0,inf
runs 0 pairs --what unsafe-speeds speeds.csv
prints <<END
id,index,lower,upper
jump,0,0,0.33333333333333337
jump,1,0.3333333333333333,inf
END

it 'the exit status tells of unsafe starts and speeds when asked to'
standing
runs 1 pairs --exit-code --what unsafe-starts pairs.csv
runs 1 pairs --exit-code --what unsafe-speeds pairs.csv
sed -i /^stand/d pairs.csv
runs 0 pairs --exit-code --what unsafe-starts pairs.csv
runs 0 pairs --exit-code --what unsafe-speeds pairs.csv

it 'hex floats'
pairs
runs 0 pairs --hex --what verdict --tolerance 0x1p-30 pairs.csv
prints_line meet,conflict,0x1p+0,0x1.4p+2
prints_line corner,graze,0x1.bdd3413b26456p-55,0x1p-1

it 'lines of JSON'
pairs
runs 0 pairs --format jsonl --all pairs.csv
prints_line '{"id":"meet","index":0,"lower":4.5,"upper":5.5}'
prints_line '{"id":"pass","index":null,"lower":null,"upper":null}'

it 'endless answers'
cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius
1,0,0,0,0,0.5,0,0,0,0,0.5
END
runs 0 pairs pairs.csv
prints_line 1,0,0,inf
runs 0 pairs --format jsonl pairs.csv
prints_line '{"id":"1","index":0,"lower":0,"upper":"inf"}'

it 'a delay moves motion a and keeps its duration'
cat >pairs.csv <<END
id,a_delay,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,b_x,b_y,b_vx,b_vy,b_radius
0,0,0,0,10,0,0,10,0.5,5,0,0,0,0.5
2,2,0,0,10,0,0,10,0.5,5,0,0,0,0.5
END
runs 0 pairs pairs.csv
prints_line 0,0,4,6
prints_line 2,0,6,8

it 'rows keep their order and their ids'
cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius
"z, ""last""",0,0,1,0,0.5,10,0,-1,0,0.5
a,0,0,1,0,0.5,10,0,-1,0,0.5
END
runs 0 pairs - <pairs.csv
prints <<END
id,index,lower,upper
"z, ""last""",0,4.5,5.5
a,0,4.5,5.5
END

it 'no rows, no answers'
printf 'id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n' >pairs.csv
runs 0 pairs pairs.csv
prints <<END
id,index,lower,upper
END

summary
