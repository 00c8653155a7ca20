#!/bin/sh
# SPDX-License-Identifier: MIT
# Plans of other programs, as a user hands them in: all the files of the shared index with what
# they have to give, and how the commands take and refuse such files.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
formats=$GRAZE_SHARED/data/formats

lns() {
    printf 'Agent 0: (0,0)->(0,1)->(1,1)->\nAgent 1: (1,0)->(0,0)->(0,0)->\n'
}

it 'check, replay and convert take a plan of a solver as it is'
lns >paths.txt
runs 0 check --radius 0.35 paths.txt
says '1 pairs of 2 agents: 0 conflict'
runs 1 check --radius 0.5 paths.txt
runs 0 replay --radius 0.35 -o page.html paths.txt
runs 0 convert paths.txt plan.csv
cat plan.csv >../out
prints <<'END'
agent,time,x,y
0,0,0,0
0,1,1,0
0,2,1,1
1,0,0,1
1,1,0,0
1,2,0,0
END
leaves paths.txt page.html plan.csv

# wide AGENTS: two columns for each agent, in three rows.
wide() {
    awk -v n="$1" 'BEGIN { for (r = -1; r < 3; r++) {
        printf "%s", r < 0 ? "time" : r
        for (a = 0; a < n; a++) printf r < 0 ? ",x%d,y%d" : ",%d,%d", r < 0 ? a : 3 * a, r < 0 ? a : r
        print "" } }'
}

it 'a first line may be as long as a table has columns'
for agents in 200 320 511; do
    wide $agents >wide.csv
    wide $agents | "$GRAZE" convert --from plan --to waypoints - piped.csv ||
        fault "$agents agents in a pipe"
    runs 0 convert --to waypoints wide.csv plan.csv
    cmp -s plan.csv piped.csv || fault "$agents: another plan from a pipe"
    [ "$(wc -l <plan.csv)" -eq $((3 * agents + 1)) ] || fault "$agents: $(wc -l <plan.csv) rows"
    [ "$(tail -n 1 plan.csv)" = "$((agents - 1)),2,$((3 * agents - 3)),2" ] ||
        fault "$agents: the last row is $(tail -n 1 plan.csv)"
done
wide 40000 >wide.csv
runs 2 convert --to waypoints wide.csv plan.csv
says 'wide.csv:1:1: error: the header has more than 1024 columns'
awk 'BEGIN { for (i = 0; i < 70000; i++) printf " "; print "agent,time,x,y\na,0,0,0" }' >blank.csv
runs 2 check --radius 1 blank.csv
says 'blank.csv:1:1: error: unknown column'

it 'a plan of a solver may come from standard input'
lns | runs 0 check --radius 0.35 -

it 'a plan without discs asks for them'
lns >paths.txt
runs 2 check paths.txt
says 'paths.txt: error: the agents have no radius'
says 'hint: --radius METRES or --bodies FILE'
prints_nothing

it 'the disc of grids is the largest of which a valid plan is clear'
lns >paths.txt
runs 0 check --radius grid --tolerance 0 paths.txt
runs 1 check --radius 0.3536 paths.txt
runs 0 check --radius grid --cell 3 --tolerance 0 paths.txt
runs 2 check --radius grod paths.txt
printf '0:(0,0),\n1:(1,1),\n' >result.txt
runs 2 check --radius grid result.txt
says "result.txt: error: --radius grid: agent '0', motion 0 at 0 s: it is a diagonal"
prints_nothing

it 'a plan with exchanged axes is noticed by its map'
printf 'type octile\nheight 2\nwidth 3\nmap\n..@\n@@@\n' >a.map
printf 'Agent 0: (0,0)->(1,0)->\n' >paths.txt
runs 2 check --radius 0.3 --map a.map paths.txt
says 'paths.txt: error: 1 of 1 agents stand in walls or off the map'
says 'hint: --axes column-row'
runs 0 check --radius 0.3 --map a.map --axes column-row paths.txt
printf 'agent,time,x,y\na,0,0,0\na,1,0,1\n' >plan.csv
runs 1 check --radius 0.3 --map a.map plan.csv
says 'plan.csv: warning: 1 of 1 agents stand in walls or off the map'
says 'hint: --axes row-column'
runs 0 check --radius 0.3 --map a.map --axes row-column plan.csv
says_not warning
printf 'type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n' >b.map
printf 'agent,start,duration,x,y,vx,vy,ax,ay\na,0,1,1,0,0,1,0.5,0\nb,0,1,0,2,0.25,-0.5,0,0\n' >plan.csv
runs 0 convert --to motions --map b.map --axes row-column --flip-y plan.csv -
prints <<END
agent,start,duration,x,y,vx,vy,ax,ay
a,0,1,0,1,1,0,0,-0.5
b,0,1,2,2,-0.5,-0.25,0,0
END
runs 0 convert --to motions --map b.map --axes row-column plan.csv -
prints_line b,0,1,2,0,-0.5,0.25,0,0
runs 0 convert --to motions --map b.map --flip-y plan.csv -
prints_line a,0,1,1,2,0,-1,0.5,0
runs 2 check --radius 0.3 --flip-y plan.csv
says '--flip-y: error: the height of the map is needed'

it 'a plan that is not there is refused, and nothing is printed'
printf 'agents=1\nsolved=0\nsolution=\n' >result.txt
runs 2 check --radius 0.3 result.txt
says 'result.txt:3:1: error: there is no plan in this file'
says 'hint: solved=0: the solver gave up'
prints_nothing

it 'a discrete plan goes through the formats of other programs and comes back'
printf 'Agent 0: (0,0)->(0,1)->(0,1)->(1,1)->\nAgent 1: (1,0)->(0,0)->(0,0)->(0,0)->\n' >paths.txt
printf 'version 1\n0\ta-b.map\t2\t2\t0\t0\t1\t1\t2\n0\ta-b.map\t2\t2\t0\t1\t0\t0\t1\n' >a-b-even-7.scen
runs 0 convert --to lacam paths.txt result.txt
cat result.txt >../out
prints <<'END'
agents=2
solver=graze
solved=1
soc=4
makespan=3
starts=(0,0),(0,1),
goals=(1,1),(0,0),
solution=
0:(0,0),(0,1),
1:(1,0),(0,0),
2:(1,0),(0,0),
3:(1,1),(0,0),
END
runs 0 convert --to lorr result.txt robots.json
runs 0 convert --to tracker --scenario a-b-even-7.scen robots.json submission.csv
cat submission.csv >../out
prints <<'END'
map_name,scen_type,type_id,agents,solution_plan,flip_up_down
"a-b",even,7,2,"rwd
u",FALSE
END
runs 0 convert --to lns-paths --scenario a-b-even-7.scen submission.csv again.txt
printf 'Agent 0: (0,0)->(0,1)->(0,1)->(1,1)->\nAgent 1: (1,0)->(0,0)->\n' >wanted.txt
cmp -s again.txt wanted.txt || fault "it came back as $(cat again.txt)"

it 'what is no discrete plan is not written as one'
printf 'agent,time,x,y\n0,0,0,0\n0,1,0.5,0\n' >plan.csv
runs 2 convert --to lacam plan.csv result.txt
says "plan.csv: error: agent '0' at 0 s: it is not in the centre of a cell"
printf 'agent,time,x,y\n0,0,0,0\n0,2,1,0\n' >plan.csv
runs 2 convert --to lns-paths plan.csv result.txt
says "it takes more than a second to a neighbouring cell"
printf 'agent,time,x,y\nann,0,0,0\nann,1,1,0\n' >plan.csv
runs 2 convert --to lns-paths plan.csv result.txt
says "agent 'ann': the format only counts"
runs 0 convert --drop --to lns-paths plan.csv result.txt
runs 2 convert --drop --to tracker plan.csv result.csv
says 'the tracker wants to know which scenario was solved'
leaves plan.csv result.txt

# height LABEL: where the picture has the body of an agent.
height() {
    sed -n "/<g class=\"agent\" data-label=\"$1\"/,/<circle/s/.* cy=\"\\([0-9]*\\)[.\"].*/\\1/p" map.svg |
        head -n 1
}

it 'a picture of a grid has its first row on top, one without a grid has y upwards'
printf 'agent,time,x,y\nlow,0,0,0\nlow,1,1,0\nhigh,0,0,2\nhigh,1,1,2\n' >plan.csv
printf 'type octile\nheight 3\nwidth 2\nmap\n..\n.@\n..\n' >a.map
runs 0 check -q --radius 0.3 --map a.map -o grid.db plan.csv
runs 0 check -q --radius 0.3 -o plane.db plan.csv
runs 0 plot map -o map.svg grid.db
[ "$(height low)" -lt "$(height high)" ] || fault "$(height low) is below $(height high)"
runs 0 plot map -o map.svg plane.db
[ "$(height low)" -gt "$(height high)" ] || fault "$(height low) is above $(height high)"
runs 0 replay --radius 0.3 --map a.map -o grid.html plan.csv
grep -q '"down": true' grid.html || fault 'the page has y upwards'
runs 0 replay --radius 0.3 -o plane.html plan.csv
grep -q '"down": false' plane.html || fault 'the page has y downwards'
lns >paths.txt
runs 0 replay --radius grid -o cells.html paths.txt
grep -q '"down": true' cells.html || fault 'the page of cells has y upwards'

it 'every file of the shared index gives what is expected'
if shared data/formats/index.csv && has python3; then
    python3 "$top_srcdir/tests/cli/formats.py" "$GRAZE" "$formats" "$PWD" >../rows 2>&1 ||
        { fault 'rows differ'; grep -v '^ok' ../rows | sed 's/^/#   /' | head -n 20; }
    [ "$(grep -c '^ok' ../rows)" -gt 90 ] || fault "only $(grep -c '^ok' ../rows) rows"
fi

summary
