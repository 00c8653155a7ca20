#!/bin/sh
# SPDX-License-Identifier: MIT
# A body for each motion through the driver: the column `body` of plans, and --bodies by name.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# A lift turns in place from 4 s to 6 s, as a disc that reaches 0.125 m into the cart beside it.
plan=$scratch/turning.csv
bodies=$scratch/turning-bodies.csv
cat >"$plan" <<'END'
agent,body,time,x,y
lift,along,0,0,0
lift,turning,4,6,0
lift,across,6,6,0
lift,across,10,6,6
cart,,0,6,-1.25
END
cat >"$bodies" <<'END'
agent,body,radius,vertices
,along,0,-1 -0.5 1 -0.5 1 0.5 -1 0.5
,turning,1.125,
,across,0,-0.5 -1 0.5 -1 0.5 1 -0.5 1
cart,,0.25,
END
conflict='lift,cart,conflict,0,4,6,0.125,4'

it 'who turns in place beside a cart meets it while it turns, and not before or after'
runs 1 check --bodies "$bodies" --all "$plan"
prints <<END
agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s
$conflict
END
for index in none scan grid tree masks; do
    for filter in none bvi sta; do
        runs 1 check --bodies "$bodies" --index $index --filter $filter "$plan"
        prints_line "$conflict"
    done
done

it 'one body for the whole way sees nothing, or too much'
sed 's/turning/along/; s/across/along/' "$plan" >along.csv
runs 0 check --bodies "$bodies" along.csv
sed 's/along/turning/; s/across/turning/' "$plan" >round.csv
runs 1 check --bodies "$bodies" round.csv
! grep -q "$conflict" ../out || fault 'the disc is not too large'

it 'a name that is not there is refused at its place'
sed 's/turning/twisting/' "$plan" >plan.csv
runs 2 check --bodies "$bodies" plan.csv
says "plan.csv:3:6: error: body 'twisting' has no row in"
it 'so are names without a file, beside radii, and an agent without any body'
runs 2 check --radius 0.5 "$plan"
says 'turning.csv:1:7: error: the plan names bodies, and nothing says what they are'
printf 'agent,radius,body,time,x,y\na,1,along,0,0,0\n' >plan.csv
runs 2 check --bodies "$bodies" plan.csv
says 'plan.csv:1:14: error: a plan has a radius for each agent, or a body for each motion'
printf 'agent,body,time,x,y\na,along,0,0,0\na,,1,0,0\n' >plan.csv
runs 2 check --bodies "$bodies" plan.csv
says "plan.csv:3:3: error: agent 'a' has no body of its own"
runs 1 check --bodies "$bodies" --radius 0.25 "$plan"
it 'and a row of a bodies file that names both, or neither'
printf 'agent,body,radius\na,b,1\n,,1\n' >bodies.csv
runs 2 check --bodies bodies.csv "$plan"
says 'bodies.csv:2:3: error: a row names an agent or a body, and this one names both'
says 'bodies.csv:3:2: error: the body has no name'

it 'motions have bodies, too, and plans are written with their names'
cat >motions.csv <<'END'
agent,body,start,duration,x,y,vx,vy
lift,along,0,4,0,0,1.5,0
lift,turning,4,2,6,0,0,0
lift,across,6,4,6,0,0,1.5
cart,,0,inf,6,-1.25,0,0
END
runs 1 check --bodies "$bodies" motions.csv
prints_line "$conflict"
runs 0 convert --bodies "$bodies" motions.csv back.csv
cmp -s motions.csv back.csv || fault 'motions.csv and back.csv differ'
runs 0 convert --bodies "$bodies" --to waypoints motions.csv points.csv
runs 1 check --bodies "$bodies" points.csv
prints_line "$conflict"
runs 0 convert --bodies "$bodies" "$plan" again.csv
cmp -s "$plan" again.csv || fault 'the plan and again.csv differ'

it 'a database keeps them, and SQL answers with them'
runs 1 check --bodies "$bodies" -o run.db "$plan"
runs 0 query run.db 'SELECT count(*) AS bodies FROM motion_body'
prints_line 4
runs 0 query run.db "SELECT graze_verdict(1, 0, 0, 1, 0), graze_verdict(1, 0, 1, 1, 0)"
prints_line clear,conflict
runs 0 query run.db verify
runs 0 query run.db export
prints_part 'motion_body,0,,1,'
prints_part 'motion_body,0,,2,'
if has sqlite3; then
    sqlite3 run.db 'UPDATE motion_body SET body_id = 0 WHERE seq = 1'
    runs 2 query run.db verify
fi

it 'pictures and pages show them'
runs 1 check -q --bodies "$bodies" -o shown.db "$plan"
for picture in map prism gantt 'distance a=lift b=cart' 'diagram a=lift b=cart'; do
    set -- $picture
    name=$1
    shift
    runs 0 plot "$name" shown.db "$@"
done
runs 0 replay shown.db -o page.html
grep -q '"bodies":\[[1-3],' page.html || fault 'no numbers of bodies'
runs 0 replay --bodies "$bodies" -o other.html "$plan"
grep -q '"bodies":\[1,2,3,3\]' other.html || fault 'no numbers of bodies'
runs 1 check -q --bodies "$bodies" --slack -o run.db "$plan"
runs 0 replay run.db -o page.html
if has python3; then
    python3 -B "$top_srcdir/tests/view/test_data.py" "$GRAZE" . database >../found 2>&1 ||
        fault "$(head -n 5 ../found)"
fi

it 'a plan without names keeps nothing about them'
runs 1 check --radius 0.5 -o results.db "$top_srcdir/maps/braking.csv"
runs 0 query results.db 'SELECT count(*) AS bodies FROM motion_body'
prints_line 0

it 'help tells of them'
runs 0 check --help
prints_part 'body names the body'

summary
