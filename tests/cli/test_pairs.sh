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
