#!/bin/sh
# SPDX-License-Identifier: MIT
# graze plot from the outside: pictures of databases and of pairs, hostile labels, refusals.
. "$(dirname "$0")/driver.sh"

maps=$top_srcdir/maps

crossing() {
    runs 1 check -q --bodies "$maps/crossing-bodies.csv" --map "$maps/crossing-map.csv" \
        -o "${1:-run.db}" "$maps/crossing.csv"
}

# data NAME: the values of data-NAME in the picture on standard input, one a line.
data() { sed -n "s/^<g class=\"$1\".* data-$2=\"\([^\"]*\)\".*/\1/p"; }

it 'every picture of a run is drawn, whole and twice the same'
crossing
for picture in 'distance a=fir b=ginkgo' 'diagram a=fir b=ginkgo' map prism gantt speed depths; do
    set -- $picture
    name=$1
    shift
    runs 0 plot "$name" run.db "$@" -o "$name.svg"
    prints_nothing
    says_nothing
    runs 0 plot "$name" run.db "$@"
    cmp -s ../out "$name.svg" || fault "$name: not the same on standard output"
    tail -n 1 "$name.svg" | grep -qx '</svg>' || fault "$name: it has no end"
    grep -q '^<title>..*</title>$' "$name.svg" || fault "$name: it has no title"
    grep -q '^<desc>..*</desc>$' "$name.svg" || fault "$name: it is not described"
    grep -q 'prefers-color-scheme:dark' "$name.svg" || fault "$name: it is for light paper alone"
done

it 'map, prism and gantt hold every conflict and graze of the run, bit for bit'
crossing
for column in begin_s:begin-s end_s:end-s depth_m:depth-m depth_at_s:depth-at-s; do
    for verdict in conflict graze touch; do
        "$GRAZE" query --hex --format csv run.db "SELECT ${column%:*} FROM meeting
            WHERE verdict = '$verdict' UNION ALL SELECT ${column%:*} FROM obstacle_meeting
            WHERE verdict = '$verdict'" | tail -n +2 | sort >"$verdict.wanted"
        [ -s "$verdict.wanted" ] || fault "no $verdict to look for"
        for picture in map prism gantt; do
            "$GRAZE" plot --hex "$picture" run.db | data "$verdict" "${column#*:}" | sort |
                cmp -s - "$verdict.wanted" || fault "$picture: $column of $verdict differs"
        done
    done
done

it 'the distance holds the stretch that check has found'
crossing
"$GRAZE" query --hex --format csv run.db "SELECT begin_s, end_s, depth_m FROM meeting_labelled
    WHERE agent_a = 'fir' AND agent_b = 'ginkgo'" | tail -n +2 >wanted
"$GRAZE" plot --hex distance run.db a=fir b=ginkgo >plot.svg
echo "$(data conflict begin-s <plot.svg),$(data conflict end-s <plot.svg),$(data conflict depth-m \
    <plot.svg)" | cmp -s - wanted || fault "$(cat wanted) is not in the plot"

it 'the histogram holds the rows of its question'
crossing
for column in verdict:verdict decade:decade meetings:meetings shallowest_m:shallowest-m \
    deepest_m:deepest-m; do
    "$GRAZE" query --hex --format csv run.db \
        "SELECT iif(typeof(${column%:*}) = 'integer', 1.0 * ${column%:*}, ${column%:*})
            FROM depth_histogram ORDER BY decade, verdict" | tail -n +2 >wanted
    "$GRAZE" plot --hex depths run.db | data decade "${column#*:}" >found
    [ -s wanted ] || fault 'no decade to look for'
    cmp -s found wanted || fault "${column%:*}: $(cat found) is not $(cat wanted)"
done

it 'a plan is drawn as the database of its check is'
crossing
crossing_plan() {
    runs 0 plot "$@" --bodies "$maps/crossing-bodies.csv" --map "$maps/crossing-map.csv" --title run
}
for picture in map prism gantt speed depths; do
    "$GRAZE" plot $picture run.db --title run >wanted
    crossing_plan $picture "$maps/crossing.csv"
    cmp -s wanted ../out || fault "$picture: another picture"
done
for picture in distance diagram; do
    "$GRAZE" plot $picture run.db a=fir b=ginkgo --title run >wanted
    crossing_plan $picture "$maps/crossing.csv" a=fir b=ginkgo
    cmp -s wanted ../out || fault "$picture: another picture"
done
runs 2 plot gantt --radius 0.1 run.db
says '--radius is for plans'

it 'plans of other programs are drawn, the first row on top'
printf 'agents=2\nmap_file=none\nsolver=x\nsolved=1\nsoc=4\nmakespan=2\nstarts=(0,0),(2,2),\ngoals=(0,2),(2,0),\nsolution=\n0:(0,0),(2,2),\n1:(0,1),(2,1),\n2:(0,2),(2,0),\n' >lacam.txt
runs 0 plot map --radius 0.3 lacam.txt
[ "$(grep -c '^<g class="agent"' ../out)" -eq 2 ] || fault 'there are not two agents'
awk '/^<g class="agent"/ { n++ } /^<g class="names"/ { n = 9 }
    n && /^<circle/ { sub(/.* cy="/, ""); at[n] = 0 + $0 } # the last is its body at the start
    END { exit !(at[1] < at[2]) }' ../out || fault 'row 0 is not on top'

it 'the map shows directions, goals and a legend'
printf 'agent,time,x,y\na,0,0,0\na,9,9,0\nb,0,9,5\nb,9,0,5\n' >plan.csv
runs 0 plot map --radius 0.5 plan.csv
sed -n '/^<g class="agent" data-label="b"/,/^<\/g>/p' ../out >b
[ "$(grep -c '^<circle class="agent-1"' b)" -eq 1 ] || fault 'there is no ring at the goal'
# the first arrow: its tip is left of its foot, since b goes to the left
sed -n 's/^<path class="body-1" d="M\([0-9.]*\) [0-9.]*L\([0-9.]*\) .*/\1 \2/p' b | head -n 1 |
    awk '{ exit !($1 < $2) }' || fault 'no arrow points to the left'
sed -n '/^<g class="legend"/,/^<\/g>/s/^<text[^>]*>\([^<]*\).*/\1/p' ../out | tr '\n' ' ' >legend
[ "$(cat legend)" = 'path start goal ' ] || fault "the legend is: $(cat legend)"

it 'of many agents the map shows how many pass where'
{ echo agent,time,x,y
  for i in $(seq 0 99); do echo "$i,0,$((i % 10)),0"; echo "$i,9,$((i % 10)),$((i / 10))"; done
} >plan.csv
runs 0 plot map --radius 0.01 plan.csv
prints_part '<g class="density" data-fewest-agents="1" data-most-agents="2">'
prints_part '<g class="density" data-fewest-agents="9" data-most-agents="10">'
prints_part '9-10 agents pass<'
[ "$(grep -c '^<g class="agent"' ../out)" -eq 100 ] || fault 'there are not 100 agents'
grep -q '^<path class="agent-' ../out && fault 'there are paths'
runs 0 plot map --radius 0.01 plan.csv a=7 b=92
grep -q '^<g class="density"' ../out && fault 'two of many are drawn as many'

it 'axes far from 0 count from a round number, and tell the day of a Unix time'
printf 'agent,time,x,y\na,1700000000.25,500,4000000\na,1700000010.25,510,4000010\nb,1700000000.25,500,4000010\nb,1700000010.25,510,4000000\n' >plan.csv
for picture in gantt prism 'distance a=a b=b'; do
    set -- $picture
    name=$1
    shift
    runs 0 plot "$name" --radius 0.3 plan.csv "$@"
    prints_part '>time [s] after 1700000000 (2023-11-14 22:13:20 UTC)<'
    prints_part '>10<'
    prints_part 'data-begin-s="1700000004.9'
done
runs 0 plot map --radius 0.3 plan.csv
prints_part '>x [m]<'
prints_part '>y [m] after 3999900<'
runs 0 plot distance --radius 0.3 plan.csv a=a b=b --digits 3
prints_part '>+4.95 s<'
prints_part 'data-begin-s="1700000004.9'
printf '%s' "$(cat ../out)" | grep -q '>+4.9[0-9]\{4,\}' && fault 'more digits than asked for'
runs 2 plot distance --radius 0.3 plan.csv a=a b=b --digits 18
says '--digits must be from 1 to 17'

it 'names of agents that begin at one place do not lie on each other'
printf 'agent,time,x,y\n' >plan.csv
for name in alder birch cedar; do
    printf '%s,0,0,0\n%s,5,%d,1\n' $name $name ${#name} >>plan.csv
done
runs 1 check -q --radius 0.25 -o run.db plan.csv
for picture in map prism; do
    runs 0 plot "$picture" run.db
    sed -n '/^<g class="names"/,/^<\/g>/s/.* y="\([^"]*\)".*>\([a-z]*\)<.*/\1 \2/p' ../out | sort -n |
        awk 'NR > 1 && $1 - last < 12 { exit 1 } { last = $1 } END { exit NR != 3 }' ||
        fault "$picture: $(grep -A 4 '^<g class="names"' ../out)"
done

it 'the diagram of a pair holds the answers of graze pairs'
"$GRAZE" pairs --what unsafe-starts "$maps/braking-pairs.csv" | sed -n 's/^pinch,[0-9]*,//p' >wanted
runs 0 plot diagram "$maps/braking-pairs.csv" id=pinch
data unsafe-start lower-s <../out >lower
data unsafe-start upper-s <../out | paste -d, lower - >found
[ "$(wc -l <found)" -eq 2 ] || fault 'there are not two intervals'
cmp -s found wanted || fault "$(cat found) is not $(cat wanted)"

it 'a name that ends with .png gets a PNG, where cairo was built in'
crossing
"$GRAZE" plot map run.db -o map.png 2>../err
status=$?
if [ "$status" -eq 2 ] && grep -q 'built without cairo' ../err; then
    leaves run.db
    skip 'built without cairo'
else
    [ "$status" -eq 0 ] || fault "exit $status: $(cat ../err)"
    for picture in map prism gantt speed depths; do
        runs 0 plot --image png "$picture" run.db
        [ "$(od -An -tx1 -N8 ../out | tr -d ' ')" = 89504e470d0a1a0a ] || fault "$picture: no PNG"
        [ "$(tail -c 8 ../out | od -An -tx1 | tr -d ' ')" = 49454e44ae426082 ] ||
            fault "$picture: it has no end"
    done
    cmp -s ../out map.png && fault 'the map is the histogram'
fi
runs 0 plot --image svg map run.db -o text.png
grep -q '<svg' text.png || fault '--image svg made no SVG'

it 'a name that ends with .pdf gets a PDF, twice the same, where cairo was built in'
crossing
"$GRAZE" plot map run.db -o map.pdf 2>../err
if grep -q 'built without cairo' ../err; then
    skip 'built without cairo'
else
    for picture in map prism gantt speed depths; do
        runs 0 plot --image pdf "$picture" run.db --title "All of $picture"
        [ "$(head -c 5 ../out)" = '%PDF-' ] || fault "$picture: no PDF"
        tail -n 1 ../out | grep -qx '%%EOF' || fault "$picture: it has no end"
        grep -aq "/Title (All of $picture)" ../out || fault "$picture: it has no title"
        cp ../out first
        sleep 1 # the second of a date, if there is one
        runs 0 plot --image pdf "$picture" run.db --title "All of $picture"
        cmp -s first ../out || fault "$picture: not twice the same"
    done
fi

it 'a PNG is refused with a hint where cairo is missing, and nothing else needs it'
mkdir empty
: >empty/libcairo.so.2
crossing
LD_LIBRARY_PATH=$PWD/empty "$GRAZE" plot map run.db -o map.png 2>../err && fault 'it drew without cairo'
grep -q 'built without cairo' ../err || says 'cairo cannot be loaded: '
grep -q 'built without cairo' ../err || says 'hint: write SVG, or install cairo'
[ ! -e map.png ] || fault 'it left a picture'
LD_LIBRARY_PATH=$PWD/empty runs 0 plot map run.db -o map.svg
if has ldd; then
    ldd "$GRAZE" | grep -E 'libcairo|libX11|libxcb|libfontconfig|libfreetype' >needed &&
        fault "graze is linked with $(awk '{ print $1 }' needed | tr '\n' ' ')"
fi

it 'names that look like markup stay names'
printf 'agent,time,x,y\n"<b>&""x""",0,0,0\n"<b>&""x""",1,1,0\n]]>,0,1,0\n]]>,1,0,0\n' >plan.csv
runs 1 check -q --radius 0.25 -o run.db plan.csv
for picture in map prism gantt; do
    runs 0 plot "$picture" run.db
    grep -q '<b>' ../out && fault "$picture: a name became an element"
    prints_part 'data-label="&lt;b&gt;&amp;&quot;x&quot;"'
done
runs 0 plot distance run.db 'a=<b>&"x"' 'b=]]>' --title '</title><script>'
prints_part '<title>&lt;/title&gt;&lt;script&gt;</title>'

it 'rounded bodies are drawn with their rounding, also where they meet'
runs 1 check -q --bodies "$maps/dock-bodies.csv" -o dock.db "$maps/dock.csv"
runs 0 plot map dock.db a=elk b=fox
sed -n '/^<g class="conflict"/,/^<\/g>/p' ../out >conflict
grep -q '<path class="conflict-area edged" stroke-width="[1-9]' conflict ||
    fault 'the capsule of the conflict has no width'
grep -q '^.conflict-area.edged{stroke:#' ../out || fault 'its stroke has no colour'

it 'two agents can be shown alone'
crossing
runs 0 plot gantt run.db a=fir b=ginkgo
[ "$(grep -c '^<g class="agent"' ../out)" -eq 2 ] || fault 'there are not two rows'

it 'speeds are those of the motions, at their begins and their ends'
printf 'agent,time,x,y,share\na,0,0,0,0\na,4,4,0,1\na,6,8,0,2\na,10,12,0,1\nb,0,0,5,1\nb,3,0,11,1\n' >driven.csv
runs 0 plot speed --radius 0.3 driven.csv
[ "$(grep -c '^<g class="agent"' ../out)" -eq 2 ] || fault 'there are not two curves'
[ "$(grep -o 'class="greatest" data-mps="[^"]*" data-at-s="[^"]*"' ../out | tr '\n' ' ')" = \
    'class="greatest" data-mps="2" data-at-s="4" class="greatest" data-mps="2" data-at-s="0" ' ] ||
    fault "greatest: $(grep -o 'class="greatest"[^>]*' ../out)"
runs 0 plot speed --radius 0.3 driven.csv a=a b=b

it 'what cannot be drawn is refused, and nothing is written'
crossing
refuses() {
    wanted_words=$1
    shift
    runs 2 plot -o picture.svg "$@"
    prints_nothing
    says "$wanted_words"
}
refuses "did you mean 'gantt'?" gannt run.db
refuses 'no picture is named'
refuses 'no file is given' map
refuses 'name two agents' distance run.db
refuses 'name two agents' diagram run.db a=fir
refuses "'xir'" distance run.db a=xir b=ginkgo
refuses 'holds no plan 0' map run.db plan=0
refuses 'plan=x: not a positive whole number' map run.db plan=x
refuses "unexpected 'fir'" map run.db fir
refuses "'a' is given twice" map run.db a=fir a=fir
refuses "'xir'" map "$maps/crossing.csv" --bodies "$maps/crossing-bodies.csv" a=xir
says "did you mean 'fir'?"
refuses 'id=... is for files of pairs' distance run.db id=1
refuses 'motion_a=... is for the diagram' map run.db motion_a=1
refuses 'motion_a=99' diagram run.db a=fir b=ginkgo motion_a=99
refuses 'motion_b=-1: not a whole number' diagram run.db a=fir b=ginkgo motion_b=-1
refuses '--tolerance is for plans' map run.db --tolerance 1
refuses 'it is not clear which of these columns' map "$maps/braking-pairs.csv"
refuses 'which of the 2 pairs' distance "$maps/braking-pairs.csv"
refuses "there is no pair 'heron'" distance "$maps/braking-pairs.csv" id=heron
refuses 'of which agents' distance "$maps/braking-pairs.csv" a=1
refuses 'plan=... is for results databases' map "$maps/crossing.csv" plan=1
runs 4 plot distance no-such-file.csv -o picture.svg
says 'no-such-file.csv'
leaves run.db
cp run.db before.db
runs 2 plot map run.db -o run.db
says '--output is the file that is plotted'
cmp -s run.db before.db || fault 'the database was touched'

# A yard with a hole, a fence, a post and a point, and elm, which drives through the yard.
obstacles() {
    printf 'agent,time,x,y\nelm,0,-3,0\nelm,8,5,0\n' >plan.csv
    printf 'POLYGON ((0 -2, 6 -2, 6 2, 0 2), (1 -1, 5 -1, 5 1, 1 1))\nPOINT (2 5)\nLINESTRING (0 3, 4 4)\n' \
        >yard.wkt
}

it 'obstacles of a file are drawn, and what is met there is said'
obstacles
"$GRAZE" check --hex --radius 0.25 --obstacles yard.wkt plan.csv 2>/dev/null | tail -n +2 | cut -d, -f5 | sort >wanted
[ -s wanted ] || fault 'nothing is met'
for picture in map prism gantt; do
    runs 0 plot --hex --radius 0.25 --obstacles yard.wkt "$picture" plan.csv -o "$picture.svg"
    data conflict begin-s <$picture.svg | sort | cmp -s - wanted || fault "$picture: other conflicts"
    data conflict obstacle <$picture.svg | sort -u | grep -qx 0 || fault "$picture: no name"
done
for picture in map prism; do
    [ "$(data obstacle label <$picture.svg | tr '\n' ' ')" = '0 1 2 ' ] || fault "$picture: other obstacles"
done
grep -q '>obstacle</text>' map.svg || fault 'the legend does not tell them'
printf 'obstacle,x,y\npost <1>,3,1\n' >post.csv
runs 0 plot --radius 0.25 --obstacles post.csv --obstacle-radius 0.5 map plan.csv -o map.svg
[ "$(data obstacle label <map.svg)" = 'post &lt;1&gt;' ] || fault "the name: $(data obstacle label <map.svg)"
runs 0 check -q --radius 0.25 --all -o run.db plan.csv
runs 0 plot --obstacles yard.wkt map run.db -o map.svg
[ "$(data obstacle label <map.svg | wc -l)" = 3 ] || fault 'not with a database'

it 'of many obstacles there is one group'
obstacles
awk 'BEGIN { print "x,y"; for (i = 0; i < 1001; i++) print i % 40 "," 3 + i / 40 }' >cloud.csv
runs 0 plot --radius 0.25 --obstacles cloud.csv map plan.csv -o map.svg
grep -q 'class="obstacles"' map.svg || fault 'no group'
grep -q 'class="obstacle"' map.svg && fault 'groups of one'

it 'obstacles that are none are refused'
obstacles
runs 2 plot --radius 0.25 --obstacle-radius 1 map plan.csv
says 'no obstacles are given'
runs 2 plot --radius 0.25 --obstacles plan.csv map plan.csv
says "plan.csv:1"
runs 2 plot --obstacles yard.wkt --radius 0.6 map "$maps/drones.csv"
says 'obstacles lie in the plane'

it 'numbers at the ends of the range are drawn or refused, and never break the picture'
cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_start,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_start,b_duration,b_radius
far,1e300,0,-1,0,0,10,1,1e300,0,0,0,0,inf,1
tiny,1e-300,0,0,0,0,1e-300,1e-310,0,0,0,0,0,inf,1e-310
endless,0,0,1,0,0,inf,1,5,0,-1,0,0,inf,1
empty,0,0,1,0,0,0,1,5,0,-1,0,0,inf,1
late,0,0,1,0,1e300,1,1,5,0,-1,0,-1e300,1,1
long,0,0,0,0,0,inf,1,5,0,0,0,0,1.7e308,1
slow,0,0,0,0,0,1.7e308,1,0.5,0,0,0,0,inf,1
huge,1e308,0,1e308,0,0,9,1e307,-1e308,0,0,0,0,9,1e307
END
for id in far tiny endless empty late; do
    for picture in distance diagram; do
        runs 0 plot "$picture" pairs.csv id=$id
        grep -Eq ' (d|x|y|cx|cy|r)="[^"]*(nan|inf)' ../out && fault "$id, $picture: a place is no number"
        grep -q 1000000 ../out && fault "$id, $picture: something is a million pixels away"
    done
done
for id in long slow; do
    runs 2 plot diagram pairs.csv id=$id
    says 'beyond the largest double'
    prints_nothing
done
runs 2 plot distance pairs.csv id=huge
says 'beyond the largest double'
prints_nothing

# shown KIND NAME: the same of the picture that was printed.
shown() { data "$1" "$2" <../out; }

# Two on one line; elm stops half-way.
two() {
    printf 'agent,time,x,y\nelm,0,0,0\nelm,4,4,0\nash,0,8,0\nash,2,8,0\nash,8,2,0\n' >plan.csv
}

it 'a value is one that the picture has'
two
runs 2 plot distance --radius 0.5 plan.csv a=elm b=ash motion_a=1
says 'motion_a=... is for the diagram'
runs 2 plot map --radius 0.5 plan.csv id=7
says 'id=... is for files of pairs'
runs 2 plot map --radius 0.5 plan.csv plan=7
says 'plan=... is for results databases'
runs 2 plot map --radius 0.5 plan.csv ab=elm
says "unexpected 'ab=elm'"
runs 2 plot map --radius 0.5 plan.csv a=elm a=elm
says "'a' is given twice"
runs 2 plot map --radius 0.5 plan.csv a=elm nonsense b=ash
says "unexpected 'nonsense'"
runs 2 plot map --radius 0.5 plan.csv a=xyzzyxyzzy
says "has no agent 'xyzzyxyzzy'"
says_not 'did you mean'
runs 2 plot xyzzyxyzzy plan.csv
says 'hint: distance, diagram, map, prism, gantt, speed, depths, anytime, success, runtime or costs'
runs 2 plot distance --radius 0.5 plan.csv b=ash
says 'of which agents?'
runs 2 plot map --digits 18 --radius 0.5 plan.csv
says '--digits must be from 1 to 17'
runs 2 plot map
says 'no file is given'
runs 2 plot
says 'no picture is named'

it 'a curve is one in a PNG as well'
if "$GRAZE" plot map --radius 0.5 --image png "$maps/braking.csv" >../out 2>../err; then
    printf 'agent,start,duration,x,y,vx,vy,ax,ay\nelm,0,4,0,0,2,0,-0.5,%s\n' 0 >straight.csv
    sed 's/0$/0.5/' straight.csv >curved.csv
    runs 0 plot map --radius 0.5 curved.csv -o curved.svg
    grep -q 'class="agent-0" d="M[^"]*Q' curved.svg || fault 'no curve'
    runs 0 plot map --radius 0.5 straight.csv -o straight.png
    runs 0 plot map --radius 0.5 curved.csv -o curved.png
    ! cmp -s straight.png curved.png || fault 'both are the same picture'
else
    skip 'built without cairo'
fi

it 'a motion that is parked has no speeds'
printf 'agent,start,duration,x,y,vx,vy,ax,ay\nelm,0,4,0,0,2,0,-0.5,0\nash,0,4,8,0,-1,0,0,0\n' >motions.csv
runs 0 plot diagram --radius 0.5 motions.csv a=elm b=ash motion_a=1 motion_b=0
prints_part '>a is parked</text>'
runs 0 plot diagram --radius 0.5 motions.csv a=elm b=ash motion_a=0 motion_b=1
! grep -q 'a is parked' ../out || fault 'it goes'

it 'one agent of a plan is shown alone, whichever it is'
two
runs 0 plot gantt --radius 0.5 plan.csv a=elm
[ "$(shown agent label)" = elm ] || fault "shown: $(shown agent label)"
runs 0 plot gantt --radius 0.5 plan.csv b=ash
[ "$(shown agent label)" = ash ] || fault "shown: $(shown agent label)"

it 'a motion is named by its number'
two
runs 0 plot diagram --radius 0.5 plan.csv a=elm b=ash motion_a=1 motion_b=0
prints_part 'motion 1 of elm (a, across) and motion 0 of ash'
for value in x -1 1x ''; do
    runs 2 plot diagram --radius 0.5 plan.csv a=elm b=ash motion_a=$value
    says "motion_a=$value: not a whole number"
done
runs 2 plot diagram --radius 0.5 plan.csv a=elm b=ash motion_b=3
says "motion_b=3: agent 'ash' has 3 motions"
says 'motions are counted from 0'

it 'an agent that is never there has no motion and no distance'
printf 'agent,time,x,y\nelm,0,0,0\nash,0,8,0\nash,2,8,0\n' >plan.csv
runs 2 plot diagram --at-start absent --at-end vanish --radius 0.5 plan.csv a=elm b=ash
says "agent 'elm' has no motion"
runs 0 plot distance --at-start absent --at-end vanish --radius 0.5 plan.csv a=elm b=ash
prints_part 'never there together'
runs 0 plot distance --at-start absent --at-end vanish --radius 0.5 plan.csv a=ash b=elm
prints_part 'never there together'
for picture in map prism gantt; do
    runs 0 plot $picture --at-start absent --at-end vanish --radius 0.5 plan.csv
    [ "$(shown agent label)" = ash ] || [ $picture = gantt ] || fault "$picture: $(shown agent label)"
done

it 'a pair with corners is drawn, and the only pair needs no name'
cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_vertices,b_x,b_y,b_vx,b_vy,b_radius
n,0,0,1,0,-0.5 -0.5 0.5 -0.5 0 0.5,9,0,-1,0,0.5
END
for picture in distance diagram; do
    runs 0 plot $picture pairs.csv
    prints_part 'class="conflict"'
    runs 0 plot $picture --tolerance 2 pairs.csv
    ! grep -q 'class="conflict"' ../out || fault "$picture: the tolerance counts for nothing"
    runs 2 plot $picture pairs.csv id=m
    says "there is no pair 'm' in 'pairs.csv'"
done

it 'depths are told by powers of ten, and none where nothing meets'
awk 'BEGIN { print "agent,time,x,y"
    for (i = 0; i < 6; i++) { d = i < 3 ? 1 - (i + 1) / 100 : 1 - (i + 1) / 10
        printf "a%d,0,0,%d\na%d,1,1,%d\nb%d,0,0,%.2f\nb%d,1,1,%.2f\n", i, 9 * i, i, 9 * i, i, 9 * i + d, i, 9 * i + d } }' >plan.csv
runs 0 plot depths --radius 0.5 plan.csv
[ "$(shown decade meetings | tr '\n' ' ')" = '3 3 ' ] || fault "meetings: $(shown decade meetings)"
[ "$(shown decade decade | tr '\n' ' ')" = '-2 -1 ' ] || fault "decades: $(shown decade decade)"
runs 0 plot depths --radius 0.5 --tolerance 0.25 plan.csv
[ "$(shown decade verdict | tr '\n' ' ')" = 'graze conflict ' ] || [ "$(shown decade verdict | sort -u | wc -l)" -eq 2 ] ||
    fault "verdicts: $(shown decade verdict)"
runs 0 plot depths --radius 0.01 plan.csv
! grep -q 'class="decade"' ../out || fault 'something meets'

it 'the course of a search is kept, asked for and drawn'
printf '0,0,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,3,3\nb,3,3,0,0\nc,0,3,3,0\nd,3,0,0,3\n' >tasks.csv
for method in ccbs lns; do
    runs 0 solve --map grid.csv --scenario tasks.csv --radius 0.3 --method $method --node-limit 200 \
        -o $method.db
    runs 0 query $method.db anytime
    head -n 1 ../out | grep -qx 'seconds,cost_s,lower_bound_s,gap' || fault "columns: $(head -n 1 ../out)"
    runs 0 query $method.db "SELECT value FROM solve_stat WHERE name = 'sum_of_costs_s'"
    cost=$(tail -n 1 ../out)
    runs 0 plot anytime $method.db
    [ "$(shown state cost-s | tail -n 1)" = "$cost" ] || fault "$method: the last cost is not $cost"
    runs 0 plot anytime $method.db plan=1 -o course.svg
    tail -n 1 course.svg | grep -qx '</svg>' || fault 'the picture has no end'
done
runs 0 query ccbs.db compare plan=1 other=1
! grep -q '@' ../out || fault 'the course is compared'
crossing
runs 0 plot anytime run.db
! grep -q 'class="state"' ../out || fault 'a check has a course'
runs 2 plot anytime tasks.csv
says "is in results databases, and 'tasks.csv' is none"
runs 2 plot anytime run.db plan=9

it 'a map of roads is drawn, and its legend tells it'
printf 'vertex,x,y\na,0,0\nb,4,0\nc,4,3\n' >roads.csv
printf 'from,to,directed\na,b,0\nb,c,1\n' >edges.csv
printf 'agent,time,x,y\nr,0,0,0\nr,4,4,0\n' >plan.csv
for picture in map prism; do
    runs 0 plot $picture --radius 0.5 --map roads.csv --edges edges.csv plan.csv
    [ "$(grep -c '<path class="road"' ../out)" -ge 1 ] || fault "$picture: no road"
done
runs 0 plot map --radius 0.5 --map roads.csv --edges edges.csv plan.csv
prints_part '>edge</text>'
runs 2 plot map --radius 0.5 --edges edges.csv plan.csv
says 'no map is given'

it 'bodies with corners are drawn on a grid as PNG and PDF'
printf '0,0,0\n0,0,0\n' >grid.csv
printf 'agent,time,x,y\nr,0,0,0\nr,4,2,0\n' >plan.csv
printf 'agent,radius,vertices\nr,0.125,-0.25 -0.25 0.25 -0.25 0 0.5\n' >bodies.csv
runs 0 plot map --bodies bodies.csv --map grid.csv plan.csv
prints_part 'class="body-0"'
for form in png pdf; do
    "$GRAZE" plot map --bodies bodies.csv --map grid.csv plan.csv -o shape.$form >../out 2>../err ||
        { grep -q 'without cairo' ../err && skip 'built without cairo'; }
    sed 's/0.5$/0.25/' bodies.csv >other.csv
    "$GRAZE" plot map --bodies other.csv --map grid.csv plan.csv -o other.$form >../out 2>../err
    ! cmp -s shape.$form other.$form || [ -n "$skip_reason" ] || fault "$form: another body is the same picture"
done

summary
