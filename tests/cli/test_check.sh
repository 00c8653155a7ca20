#!/bin/sh
# SPDX-License-Identifier: MIT
# graze check: rows, verdicts, summaries, formats and the results database.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

header=agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s

# Two discs head-on; with a radius of 0.5 they overlap from 4.5 s to 5.5 s.
head_on() {
    cat >plan.csv <<END
agent,time,x,y
a,0,0,0
b,0,10,0
a,10,10,0
b,10,0,0
END
}

# c passes a at distance 1 (touch at 5 s), and meets b 0.5 from its middle: at
# radius 0.5 one pair touches, one is in conflict, one is clear.
three() {
    cat >plan.csv <<END
agent,time,x,y
a,0,0,0
b,0,2,1.5
c,0,-5,1
c,10,5,1
END
}

it 'a conflict is printed and exits with 1'
head_on
runs 1 check --tolerance 0 --radius 0.5 plan.csv
prints <<END
$header
a,b,conflict,0,4.5,5.5,1,5
END
says '1 pairs of 2 agents: 1 conflict, 0 graze, 0 touch, 0 clear (tolerance 0 m)'
leaves plan.csv

it 'the tolerance is a nanometre'
head_on
runs 1 check --radius 0.5 plan.csv
prints <<END
$header
a,b,conflict,0,4.500000000499999,5.499999999500001,1,5
END
says '(tolerance 1e-9 m)'

it 'no conflict prints the header alone and exits with 0'
head_on
runs 0 check --radius 0.5 --tolerance 1 plan.csv
prints <<END
$header
END
says '0 conflict, 1 graze, 0 touch, 0 clear (tolerance 1 m)'
says 'deepest graze: 1 m, agents a and b at t = 5 s'

it 'all stretches are printed with --all'
three
runs 1 check --tolerance 0 --radius 0.5 --all plan.csv
prints <<END
$header
a,c,touch,0,5,5,0,5
b,c,conflict,0,6.133974596215561,7.866025403784439,0.5,7
END
says '3 pairs of 3 agents: 1 conflict, 0 graze, 1 touch, 1 clear'

it 'parts count the stretches of a pair, printed or not'
cat >plan.csv <<END
agent,time,x,y
a,0,0,0
a,20,0,0
b,0,-5,1
b,10,5,1
b,20,-5,0
END
runs 1 check --tolerance 0 --radius 0.5 --all --at-end vanish plan.csv
prints_part 'a,b,touch,0,5,5,0,5'
prints_part 'a,b,conflict,1,'
runs 1 check --tolerance 0 --radius 0.5 --at-end vanish plan.csv
prints_part 'a,b,conflict,1,'

it 'only the earliest conflict with --first, all of them counted'
cat >plan.csv <<END
agent,time,x,y
late,0,100,0
late,20,80,0
a,0,0,0
a,10,10,0
b,0,10,0
b,10,0,0
parked,0,85,0
END
runs 1 check --tolerance 0 --radius 0.5 --first plan.csv
prints <<END
$header
a,b,conflict,0,4.5,5.5,1,5
END
says '6 pairs of 4 agents: 2 conflict'

it 'an equal beginning goes to the first agents'
cat >plan.csv <<END
agent,time,x,y
c,0,50,0
d,0,50.5,0
a,0,0,0
b,0,0.5,0
END
runs 1 check --tolerance 0 --radius 0.5 --first plan.csv
prints <<END
$header
c,d,conflict,0,0,inf,0.5,0
END

it 'who vanishes at its end is met no more'
cat >plan.csv <<END
agent,time,x,y
a,0,0,0
a,1,1,0
b,5,10,0
b,25,-10,0
END
runs 1 check --tolerance 0 --radius 0.5 plan.csv
prints <<END
$header
a,b,conflict,0,13,15,1,14
END
runs 0 check --tolerance 0 --radius 0.5 --at-end vanish plan.csv

it 'who has its first row late stands at its place from the earliest time on'
cat >plan.csv <<END
agent,time,x,y
a,0,0,0
a,10,10,0
b,7,5,0
b,8,5,9
END
runs 1 check --tolerance 0 --radius 0.5 --slack -o stand.db plan.csv
prints <<END
$header
a,b,conflict,0,4,6,1,5
END
runs 1 check --tolerance 0 --radius 0.5 --at-start stand plan.csv
prints_line a,b,conflict,0,4,6,1,5
runs 0 check --tolerance 0 --radius 0.5 --at-start absent --slack -o absent.db plan.csv
for question in "SELECT at_start FROM plan:stand:absent" \
    "SELECT in_conflict FROM slack WHERE agent_id = 1:1:0" \
    "SELECT graze_position(1, 'b', 0):\"[5.0,0.0]\":" \
    "SELECT graze_position(1, 'b', 6.5, 'x'):5:" \
    "SELECT graze_position(1, 'b', -1)::" \
    "SELECT begin_s FROM agent_path WHERE agent = 'b':0:7" \
    "SELECT safe FROM plan_safety:no:yes"; do
    IFS=: read -r ask stands is_absent <<END
$question
END
    for way in stand absent; do
        expected=$stands
        [ $way = stand ] || expected=$is_absent
        runs 0 query $way.db "$ask" --format csv
        [ "$(tail -n +2 ../out)" = "$expected" ] ||
            fault "$way: $ask: $(tail -n +2 ../out), not $expected"
    done
done
runs 0 query stand.db verify
runs 2 check --radius 0.5 --at-start sit plan.csv
says "--at-start: unknown choice 'sit'"

it 'each agent has its own radius'
head_on
printf 'agent,radius\nb,0.75\na,0.25\n' >bodies.csv
runs 1 check --tolerance 0 --bodies bodies.csv plan.csv
prints_line a,b,conflict,0,4.5,5.5,1,5
printf 'agent,radius\nb,0.75\na,1.25\n' >bodies.csv
runs 1 check --tolerance 0 --bodies bodies.csv plan.csv
prints_line a,b,conflict,0,4,6,2,5

it 'motions are as good as waypoints'
cat >plan.csv <<END
agent,start,duration,x,y,vx,vy
a,0,10,0,0,1,0
b,0,4,10,0,-1,0
b,4,6,6,0,-1,0
END
runs 1 check --tolerance 0 --radius 0.5 plan.csv
prints_line a,b,conflict,0,4.5,5.5,1,5

it 'motions may brake and turn back'
cat >plan.csv <<END
agent,start,duration,x,y,vx,vy,ax,ay
a,0,8,0,0,0,0,0,0
b,0,8,8,0,-4,0,1,0
END
runs 1 check --tolerance 0 --radius 1 --at-end vanish plan.csv
prints_line a,b,conflict,0,2,6,2,4

it 'spheres in space'
cat >plan.csv <<END
agent,time,x,y,z
a,0,0,0,0
a,10,0,0,10
b,0,0,1,10
b,10,0,1,0
END
runs 0 check --tolerance 0 --radius 0.5 --all plan.csv
prints_line a,b,touch,0,5,5,0,5

it 'one agent meets nobody'
printf 'agent,time,x,y\na,0,0,0\n' >plan.csv
runs 0 check --tolerance 0 --radius 0.5 plan.csv
prints <<END
$header
END
says '0 pairs of 1 agents'

it 'hex floats'
head_on
runs 1 check --tolerance 0 --radius 0x1p-1 --hex plan.csv
prints_line a,b,conflict,0,0x1.2p+2,0x1.6p+2,0x1p+0,0x1.4p+2

it 'lines of JSON'
head_on
runs 1 check --tolerance 0 --radius 0.5 --format jsonl plan.csv
prints <<END
{"agent_a":"a","agent_b":"b","verdict":"conflict","part":0,"begin_s":4.5,"end_s":5.5,"depth_m":1,"depth_at_s":5}
END

it 'a table for people'
head_on
runs 1 check --tolerance 0 --radius 0.5 --format table plan.csv
prints <<END
agent_a  agent_b  verdict   part  begin_s  end_s  depth_m  depth_at_s
a        b        conflict     0      4.5    5.5        1           5
END

it 'labels are quoted as each format needs'
cat >plan.csv <<END
agent,time,x,y
"a ""x"", y",0,0,0
ü,0,0.5,0
END
runs 1 check --tolerance 0 --radius 0.5 plan.csv
prints_line '"a ""x"", y",ü,conflict,0,0,inf,0.5,0'
runs 1 check --tolerance 0 --radius 0.5 --format jsonl plan.csv
prints_part '{"agent_a":"a \"x\", y","agent_b":"ü","verdict":"conflict","part":0,"begin_s":0,"end_s":"inf",'

it 'quiet says nothing'
head_on
runs 1 check --tolerance 0 --radius 0.5 -q plan.csv
prints_part conflict
says_nothing

it 'verbose names the input by its fingerprint'
head_on
runs 1 check --tolerance 0 --radius 0.5 -v plan.csv
if has sha256sum; then says "plan plan.csv: sha256 $(sha256sum plan.csv | cut -d' ' -f1)"; fi

it 'a plan comes through standard input'
head_on
runs 1 check --tolerance 0 --radius 0.5 - <plan.csv
prints_line a,b,conflict,0,4.5,5.5,1,5

it 'columns in any order, a byte-order mark, CRLF and # columns'
printf '\357\273\277y,#note,x,agent,time\r\n0,hello,0,a,0\r\n0,,10,b,0\r\n0,,10,a,10\r\n0,,0,b,10\r\n' \
    >plan.csv
runs 1 check --tolerance 0 --radius 0.5 plan.csv
prints_line a,b,conflict,0,4.5,5.5,1,5

it 'the same bytes in another locale'
three
runs 1 check --tolerance 0 --radius 0.5 --all plan.csv
cp ../out ../first
locales=$({ locale -a; ls "${LOCPATH:-/nonexistent}"; } 2>/dev/null | grep -iE '^(de|fr|tr|ru)_' | head -n 4)
[ -n "$locales" ] || skip 'no locale with a decimal comma'
for locale in $locales; do
    LC_ALL=$locale
    export LC_ALL
    runs 1 check --tolerance 0 --radius 0.5 --all plan.csv
    unset LC_ALL
    prints <../first
done

it 'the same bytes whatever the number of threads'
three
runs 1 check --tolerance 0 --radius 0.5 --all plan.csv
cp ../out ../first
runs 1 check --tolerance 0 --radius 0.5 --all -j 4 plan.csv
prints <../first

# ---- colours and progress

it 'no colours where there is no terminal'
printf 'agent,time\n' >plan.csv
escape=$(printf '\033')
runs 2 check --tolerance 0 --radius 1 plan.csv
says_not "$escape"
runs 2 check --tolerance 0 --radius 1 --color always plan.csv
says "$escape"
NO_COLOR=1
export NO_COLOR
runs 2 check --tolerance 0 --radius 1 --color always plan.csv
says "$escape"
runs 2 check --tolerance 0 --radius 1 plan.csv
says_not "$escape"
unset NO_COLOR

# on_terminal ARGUMENT…: runs graze on a terminal; what it showed is in ../seen.
on_terminal() {
    TERM=${terminal-xterm} script -qec "\"$GRAZE\" $*" /dev/null </dev/null >../seen 2>&1
}

it 'a terminal is given colours and a table, unless NO_COLOR is set'
if has_terminal; then
    head_on
    on_terminal check --tolerance 0 --radius 0.5 plan.csv
    grep -q '^a  *b  *conflict  *0  *4.5 ' ../seen || fault "no table: $(cat ../seen)"
    on_terminal check plan.csv
    grep -q "$escape" ../seen || fault 'no colour'
    NO_COLOR=1
    export NO_COLOR
    on_terminal check plan.csv
    grep -q 'error:' ../seen || fault 'no error'
    ! grep -q "$escape" ../seen || fault 'a colour in spite of NO_COLOR'
    NO_COLOR=''
    on_terminal check plan.csv
    grep -q "$escape" ../seen || fault 'no colour, and NO_COLOR is empty'
    unset NO_COLOR
    terminal=dumb
    on_terminal check plan.csv
    ! grep -q "$escape" ../seen || fault 'a colour on a dumb terminal'
    unset terminal
fi

# ---- the results database

it 'a run is kept in a database'
head_on
runs 1 check --tolerance 0 --radius 0.5 -o results.db plan.csv
prints_line a,b,conflict,0,4.5,5.5,1,5
leaves plan.csv results.db
runs 0 query results.db 'select state, exit_status from run' --format csv
prints <<END
state,exit_status
finished,1
END
runs 0 query results.db 'select verdict, begin_s, end_s, depth_m from meeting' --format csv
prints <<END
verdict,begin_s,end_s,depth_m
conflict,4.5,5.5,1
END
runs 0 query results.db 'select count(*) as n from conflict' --format csv
prints_line 1
runs 0 query results.db "select value from run_stat where name = 'pairs_conflict'" --format csv
prints_line 1

it 'a second run goes into the same file'
head_on
runs 1 check --tolerance 0 --radius 0.5 -o results.db plan.csv
runs 0 check --radius 0.25 --tolerance 2 -o results.db plan.csv
runs 0 query results.db 'select exit_status from run order by run_id' --format csv
prints <<END
exit_status
1
0
END

it 'a database keeps grazes and touches, printed or not'
three
runs 1 check --tolerance 0 --radius 0.5 --first -o results.db plan.csv
runs 0 query results.db 'select verdict from meeting order by 1' --format csv
prints <<END
verdict
conflict
touch
END

# a drives through b, brakes, and comes back: two stretches of the same motions;
# from its second motion on it stands apart.
twice() {
    cat >plan.csv <<END
agent,start,duration,x,y,vx,vy,ax,ay
a,1,8,0,8,0,-4,0,1
a,9,4,0,8,0,4,0,-1
b,0,20,0,5,0,0,0,0
END
}

it 'parts of a pair of motions count the stretches of these two'
twice
runs 1 check --tolerance 0 --radius 1.5 -o results.db plan.csv
runs 0 query results.db 'select seq_a, seq_b, part, verdict, begin_s, end_s from contact' \
    --format csv
prints <<END
seq_a,seq_b,part,verdict,begin_s,end_s
0,0,0,touch,0,1
1,0,0,conflict,1,3
1,0,1,conflict,7,9
2,0,0,touch,9,9
END

it 'unsafe starts are kept for the motions that meet, once for each pair'
twice
runs 1 check --tolerance 0 --radius 1.5 --at-end vanish --unsafe-starts -o results.db plan.csv
runs 0 query results.db 'select seq_a, seq_b, part, lower_s, upper_s from unsafe_start' --format csv
prints <<END
seq_a,seq_b,part,lower_s,upper_s
1,0,0,-8,20
END
runs 0 query results.db delay --format csv
prints <<END
agent_a,seq_a,agent_b,seq_b,start_s,safe_start_s,delay_s
a,1,b,0,1,20,19
END
runs 0 query results.db "select value from run_stat where name = 'unsafe_starts'" --format csv
prints_line 1

it 'delays are empty where unsafe starts were not asked for'
twice
runs 1 check --tolerance 0 --radius 1.5 -o results.db plan.csv
runs 0 query results.db delay --format csv
prints <<END
agent_a,seq_a,agent_b,seq_b,start_s,safe_start_s,delay_s
a,1,b,0,1,,
END

it 'the delay clears the conflict of the two motions'
cp "$top_srcdir/maps/braking.csv" plan.csv
runs 1 check --radius 0.5 --unsafe-starts -o results.db plan.csv
runs 0 query results.db 'select part, lower_s, upper_s from unsafe_start' --format csv
prints <<END
part,lower_s,upper_s
0,3.5657942977265518,4.7923577815571
1,9.2076422184429,10.434205702273449
END
runs 0 query results.db 'select safe_start_s - start_s as d from conflict_delay' --format csv
delay=$(tail -n 1 ../out)
# later DELAY: the whole of heron's way, that much later.
later() { awk -F, -v OFS=, -v CONVFMT=%.17g -v d="$1" '$1 == "heron" { $2 += d } 1' \
    "$top_srcdir/maps/braking.csv" >plan.csv; }
later "$delay"
runs 0 check --radius 0.5 plan.csv
later 0.78
runs 1 check --radius 0.5 plan.csv
later 5
runs 0 check --radius 0.5 plan.csv
later 5.5
runs 1 check --radius 0.5 plan.csv
later 7
runs 0 check --radius 0.5 plan.csv

it 'slack is how late an agent may be'
runs 0 check --bodies "$top_srcdir/maps/crossing-bodies.csv" --slack -o results.db \
    "$top_srcdir/maps/crossing-mended.csv"
runs 0 query results.db slack --format csv
prints_line fir,0,0.0857864390411185,ginkgo,0,1
prints_line ginkgo,0,inf,,,
# late AGENT DELAY: all of its rows, that much later.
late() { awk -F, -v OFS=, -v CONVFMT=%.17g -v who="$1" -v d="$2" '$1 == who { $2 += d } 1' \
    "$top_srcdir/maps/crossing-mended.csv" >plan.csv; }
late fir 0.08578643904
runs 0 check --bodies "$top_srcdir/maps/crossing-bodies.csv" plan.csv
late fir 0.08578643905
runs 1 check --bodies "$top_srcdir/maps/crossing-bodies.csv" plan.csv

it 'slack needs a database'
head_on
runs 2 check --radius 0.5 --slack plan.csv
prints_nothing
says '--slack needs a database to keep it in'
leaves plan.csv

it 'a database in a folder that is not there'
head_on
runs 4 check --tolerance 0 --radius 0.5 plan.csv -o absent/results.db
prints_nothing
says absent/results.db
leaves plan.csv

it 'a folder is no database'
head_on
mkdir results.db
runs 2 check --tolerance 0 --radius 0.5 plan.csv -o results.db
prints_nothing
says results.db
rmdir results.db || fault 'the folder was changed'

it 'a file that is no database stays as it is'
head_on
cp plan.csv results.db
runs 2 check --tolerance 0 --radius 0.5 plan.csv -o results.db
prints_nothing
says 'results.db: error:'
cmp -s plan.csv results.db || fault 'it was changed'
leaves plan.csv results.db

it "somebody else's database stays as it is"
if has sqlite3; then
    head_on
    sqlite3 other.db 'create table theirs(x); insert into theirs values (1)'
    cp other.db before
    runs 2 check --tolerance 0 --radius 0.5 plan.csv -o other.db
    prints_nothing
    says 'other.db: error:'
    cmp -s before other.db || fault 'it was changed'
    leaves plan.csv other.db before
fi

summary
