#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze replay`: what goes into a page, and when there is none. How the page behaves is
# tested by tests/view/test_replay.sh.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
maps=$top_srcdir/maps

# reads WHAT: a look into the page without a browser.
reads() {
    has python3 || return 0
    python3 -B "$top_srcdir/tests/view/test_data.py" "$GRAZE" . "$1" >../found 2>&1 ||
        fault "$(head -n 5 ../found)"
}

# Two that meet head on, one who brakes, and rows with numbers of many digits.
plan() {
    printf 'agent,start,duration,x,y,vx,vy,ax,ay\n' >plan.csv
    printf 'ash,0.1,3,0,0.333333333333333314829616256247,1,0,0,0\n' >>plan.csv
    printf 'elm,0,5,7,0x1.5555555555556p-2,-1,0,0.1,0\n' >>plan.csv
    printf 'oak,1e-300,2,0,5,-0.0,4,0,-2\n' >>plan.csv
}

it 'a page from a database holds what the database holds, to the last bit'
plan
runs 1 check --radius 0.5 -o run.db plan.csv
runs 0 replay run.db -o page.html
prints_nothing
says_nothing
leaves page.html plan.csv run.db
reads database
reads inside

it 'waypoints keep the ends of their lives, which no double holds'
printf 'agent,time,x,y\nash,0.1,0,0\nash,0.3,1,0\nash,7.7,1,0.1\nelm,0.2,3,0\nelm,0.7,0,0\n' >plan.csv
runs 1 check --radius 0.5 -o run.db plan.csv
runs 0 replay --title plan.csv run.db -o page.html
reads database
runs 0 replay --radius 0.5 -o other.html plan.csv
cmp -s page.html other.html || fault 'the pages differ'

it 'bodies with corners, cells and slack are in the page as in the database'
runs 1 check --bodies "$maps/dock-bodies.csv" --all --slack -o run.db "$maps/dock.csv"
runs 0 replay run.db -o page.html
reads database

it 'meetings with cells are in the page as in the database'
printf '0,0,0\n0,1,0\n0,0,0\n' >grid.csv
printf 'agent,time,x,y\nelm,0,0,1\nelm,2,2,1\nash,0,0,0\nash,1,2,0\n' >plan.csv
runs 1 check --radius 0.5 --map grid.csv -o run.db plan.csv
runs 0 replay run.db -o page.html
reads database
runs 0 replay --radius 0.5 --map grid.csv -o other.html plan.csv
reads pages

it 'a plan in space is in the page as in the database'
runs 1 check --radius 0.6 -o run.db "$maps/drones.csv"
runs 0 replay run.db -o page.html
reads database

it 'a page from a plan is that from its database, with or without slack in it'
for slack in '' --slack; do
    rm -f run.db
    # shellcheck disable=SC2086
    runs 1 check --radius 0.5 $slack -o run.db "$maps/braking.csv"
    runs 0 replay --title braking.csv run.db -o page.html
    runs 0 replay --radius 0.5 -o other.html "$maps/braking.csv"
    cmp -s page.html other.html || fault "the pages differ (check $slack)"
done

it 'slack is in the page where it is asked for, or where it costs little'
runs 1 check --radius 0.5 --slack -o run.db "$maps/braking.csv"
runs 0 replay run.db -o page.html
grep -q '"slack": \[\[0,' page.html || fault 'no slack'
runs 0 replay --slack no run.db -o page.html
grep -q '"slack": null' page.html || fault 'slack from the database without being wanted'
runs 0 replay --slack no --radius 0.5 -o page.html "$maps/braking.csv"
grep -q '"slack": null' page.html || fault 'slack of the plan without being wanted'
{
    echo 'agent,start,duration,x,y,vx,vy,ax,ay'
    awk 'BEGIN { for (i = 0; i < 3334; i++) printf "ash,%d,1,%d,0,1,0,0,0\n", i, i
                 print "ash,3334,1,3334,0,1,0,-1,0" }'
} >long.csv
runs 0 replay --radius 0.5 -o page.html long.csv
grep -q '"slack": null' page.html || fault 'slack of a plan that counts more than 100000'
runs 0 replay --radius 0.5 --slack yes -o page.html long.csv
grep -q '"slack": \[\[0,0,1e999,-1\]\]' page.html || fault 'no slack when it is asked for'
sed '$d' long.csv >short.csv
runs 0 replay --radius 0.5 -o page.html short.csv
grep -q '"slack": \[\[0,0,1e999,-1\]\]' page.html || fault 'no slack of a plan that counts less'

it 'a roadmap comes back from the database as it is in its file'
runs 0 check --radius 0.1 --map "$maps/yard.csv" --edges "$maps/yard-edges.csv" -o run.db "$maps/crossing-mended.csv"
runs 0 replay --title same run.db -o page.html
runs 0 replay --title same --radius 0.1 --map "$maps/yard.csv" --edges "$maps/yard-edges.csv" -o other.html \
    "$maps/crossing-mended.csv"
cmp -s page.html other.html || fault 'the pages differ'

it 'the same run gives the same bytes, whatever the threads and the locale'
runs 0 replay --bodies "$maps/crossing-bodies.csv" -j 1 -o one.html "$maps/crossing.csv"
LC_ALL=de_DE.UTF-8 runs 0 replay --bodies "$maps/crossing-bodies.csv" -j 7 -o two.html "$maps/crossing.csv"
cmp -s one.html two.html || fault 'the pages differ'
runs 0 replay --bodies "$maps/crossing-bodies.csv" "$maps/crossing.csv"
cmp -s one.html ../out || fault 'standard output differs'

it 'labels and titles are text, whatever they are'
if has python3; then
    python3 - <<'END'
import csv, json
labels = ['</script><script>window.hacked = 1</script>', '<!-- <script>', '"quoted"', "it's", 'a,b&c=d#e%',
          '\u2028line\u2029', '\U0001F916 \u05d0\u05d1 \u0301', 'back\\slash\\u003c', '@@data@@', '__proto__', '${1}']
title = '</title><script>window.hacked = 1</script>&amp;"\''
with open('hostile.csv', 'w', newline='', encoding='utf-8') as out:
    rows = csv.writer(out)
    rows.writerow(['agent', 'time', 'x', 'y'])
    for i, label in enumerate(labels):
        rows.writerow([label, 0, 0, i])
        rows.writerow([label, 5, 5, i / 2])
json.dump({'labels': labels, 'title': title}, open('labels.json', 'w', encoding='utf-8'))
END
    runs 0 replay --radius 0.3 --title "</title><script>window.hacked = 1</script>&amp;\"'" -o page.html hostile.csv
    reads hostile
    reads inside
fi

it 'unsafe starts are there for those that were asked for'
runs 0 replay --radius 0.5 --delays none -o none.html "$maps/braking.csv"
grep -q '"delays": {"met":\[\],"whole":\[\],"pairs":\[\]}' none.html || fault 'delays without being asked for'
runs 0 replay --radius 0.5 --delays met -o met.html "$maps/braking.csv"
grep -q '"delays": {"met":\[0,1\(,2\)*\],"whole":\[\]' met.html || fault 'not those that meet'
runs 0 replay --radius 0.5 --delays all -o all.html "$maps/braking.csv"
grep -q '"delays": {"met":\[\],"whole":\[0,1,2\]' all.html || fault 'not all'

it 'one of several plans of a database can be named'
runs 0 check --radius 0.25 -o run.db "$maps/crossing-mended.csv"
runs 1 check --radius 0.5 -o run.db "$maps/braking.csv"
runs 0 replay run.db plan=1 -o page.html
grep -q '"label":"alder"' page.html || fault 'another plan'
runs 0 replay run.db -o page.html
grep -q '"label":"heron"' page.html || fault 'not the latest plan'
runs 2 replay run.db plan=7 -o other.html
says 'holds no plan 7'
runs 2 replay run.db plan=x -o other.html
says 'plan=x: not a positive whole number'
leaves page.html run.db

it 'options that a database has answered already are refused'
runs 0 check --radius 0.1 -o run.db "$maps/crossing-mended.csv"
for option in '--radius 1' '--bodies b.csv' '--at-start stand' '--at-end stay' '--tolerance 0'; do
    # shellcheck disable=SC2086
    runs 2 replay $option run.db -o page.html
    says "${option%% *} is for plans"
done
runs 2 replay "$maps/crossing.csv" plan=1
says 'plan=ID is for results databases'
leaves run.db

it 'bad input leaves no page behind, and an old page as it was'
printf 'old\n' >page.html
printf 'agent,time,x,y\nash,0,0,zero\n' >plan.csv
runs 2 replay --radius 0.5 -o page.html plan.csv
says "plan.csv:2:9: error: y: 'zero' is not a number"
grep -qx old page.html || fault 'the old page is gone'
leaves page.html plan.csv
runs 2 replay plan.csv -o page.html
runs 2 replay --radius 0.5
says 'nothing to replay'
runs 4 replay absent.csv --radius 1 -o page.html
says 'absent.csv: error: cannot be opened'

it 'the page cannot take the place of what it is made from'
cp "$maps/crossing.csv" plan.csv
runs 2 replay --radius 0.1 -o plan.csv plan.csv
says '--output is the file that is replayed'
cmp -s plan.csv "$maps/crossing.csv" || fault 'the plan was overwritten'

it 'a full disk is told, and leaves nothing'
if [ -w /dev/full ]; then
    runs 4 replay --radius 0.1 -o /dev/full "$maps/crossing.csv"
    says 'No space left'
fi

it 'rows of a database that do not fit together are refused'
if has sqlite3; then
    runs 0 check --radius 0.1 -o run.db "$maps/crossing-mended.csv"
    sqlite3 run.db 'PRAGMA foreign_keys = off; DELETE FROM motion WHERE agent_id = 1 AND seq = 0'
    runs 2 replay run.db -o page.html
    says 'its rows do not fit together'
    leaves run.db
fi

it 'the example of the reference is replayed from its log'
if shared data/ccbs/examples/roadmap.xml; then
    examples=$GRAZE_SHARED/data/ccbs/examples
    runs 0 replay --radius 0.353553 --map "$examples/roadmap.xml" -o page.html "$examples/roadmap_task_log.xml"
    reads inside
    runs 1 check --radius 0.353553 --map "$examples/roadmap.xml" -o run.db "$examples/roadmap_task_log.xml"
    reads database
fi

it 'obstacles of a file are in the page, exactly, and so is what is met there'
printf 'agent,time,x,y\nelm,0,-3,0\nelm,8,5,0\n' >plan.csv
printf 'obstacle,x,y,radius\n"</script>",0.1,0,0.3\nfence,7,1,0\nfence,7,2,0\nL,8,0,0\nL,9,0,0\nL,9,4,0\nL,8.5,1,0\n' >walls.csv
runs 0 replay --radius 0.25 --obstacles walls.csv -o page.html plan.csv
grep -A4 '^"standing"' page.html >lines
grep -qF '{"label":"\u003c/script\u003e","pieces":[[0.3,0.1,0]]}' lines || fault "the post: $(cat lines)"
grep -qF '{"label":"fence","pieces":[[0,0,0,7,1,7,2]]}' lines || fault "the fence: $(cat lines)"
grep -q '"label":"L","pieces":\[\[.*\],\[.*\]\]}\]' lines || fault "the L: $(cat lines)"
grep -q '^"obstacles": \[\[0,0,-1,3,2.55' page.html || fault "the conflict: $(grep '^"obstacles"' page.html)"
runs 0 replay --radius 0.25 -o page.html plan.csv
grep -q '^"standing": null' page.html || fault 'obstacles from nowhere'

# crossing STATUS OPTION PLACE: a frame each three seconds of it.
crossing() {
    runs "$1" replay --bodies "$maps/crossing-bodies.csv" --map "$maps/crossing-map.csv" --fps 4 \
        --speed 12 "$maps/crossing.csv" "$2" "$3"
}
without_cairo() {
    "$GRAZE" replay --radius 1 --fps 1 --speed 1e3 --frames x "$maps/crossing.csv" 2>&1 |
        grep -q 'without cairo' && skip 'built without cairo'
}

it 'a run becomes numbered frames, from its begin to its end, in a folder of their own'
if ! without_cairo; then
    rm -rf x
    crossing 0 --frames film
    prints_nothing
    says_nothing
    ls film >../names
    [ "$(head -n 1 ../names)" = frame-000000.png ] || fault "the first: $(head -n 1 ../names)"
    count=$(wc -l <../names)
    [ "$(tail -n 1 ../names)" = "$(printf 'frame-%06d.png' $((count - 1)))" ] || fault 'a gap'
    [ "$count" -eq 5 ] || fault "$count frames"
    for frame in film/*; do
        [ "$(od -An -tx1 -N8 "$frame" | tr -d ' ')" = 89504e470d0a1a0a ] || fault "$frame: no PNG"
    done
    cmp -s film/frame-000000.png film/frame-000003.png && fault 'nothing moves'
    crossing 4 --frames film
    says 'film: error: is not an empty folder'
    mkdir empty
    crossing 0 --frames empty
    [ "$(ls empty | wc -l)" -eq "$count" ] || fault 'an empty folder is not filled'
    crossing 4 --film no/such/run.gif
    says 'no/such/run.gif: error: cannot be written'
    crossing 2 --film gif
    says 'a name that ends with .gif or .webm'
    crossing 4 --frames no/such/film
    says 'cannot be made'
fi

it 'a film is what ffmpeg makes of the frames, whole or not at all'
if ! without_cairo; then
    rm -rf x
    mkdir bin
    printf '#!/bin/sh\necho "$@" >args\ngrep -aoc IEND >count\necho film\n[ ! -e broken ]\n' >bin/ffmpeg
    chmod +x bin/ffmpeg
    path=$PATH
    PATH=$PWD/bin:$path crossing 0 --film run.gif
    [ "$(cat run.gif)" = film ] || fault 'the film is not what ffmpeg wrote'
    grep -q -e '-framerate 4 .*-f gif' args || fault "ffmpeg was asked: $(cat args)"
    [ "$(cat count)" -eq 5 ] || fault "ffmpeg has $(cat count) frames"
    PATH=$PWD/bin:$path crossing 0 --film run.webm
    grep -q -e '-f webm' args || fault "ffmpeg was asked: $(cat args)"
    : >broken
    PATH=$PWD/bin:$path crossing 4 --film other.gif
    says 'other.gif: error: ffmpeg made no film'
    [ ! -e other.gif ] || fault 'it left a film'
    mkdir none
    PATH=$PWD/none crossing 4 --film other.gif
    says 'ffmpeg cannot be started'
    says 'hint: --frames DIR'
    [ ! -e other.gif ] || fault 'it left a film'
fi

it 'a real ffmpeg makes films that hold every frame'
if ! without_cairo && has ffmpeg && has ffprobe; then
    rm -rf x
    printf 'agent,time,x,y\nelm,0,0,0\nelm,4,8,0\nash,0,4,2\nash,4,4,-2\n' >plan.csv
    for film in gif,960,784,gif vp9,1920,1568,webm; do
        runs 0 replay --radius 0.5 --fps 2 --speed 2 --film "run.${film##*,}" plan.csv
        says_nothing
        found=$(ffprobe -v error -count_frames -of csv=p=0 -show_entries \
            stream=codec_name,width,height,r_frame_rate,nb_read_frames "run.${film##*,}")
        [ "$found" = "${film%,*},2/1,5" ] || fault "run.${film##*,}: $found"
    done
fi

it 'a film that cannot be made is refused'
runs 2 replay --radius 1 --film run.avi "$maps/crossing.csv"
says 'a name that ends with .gif or .webm'
runs 2 replay --radius 1 --film run.gif -o page.html "$maps/crossing.csv"
says '--output names the page'
runs 2 replay --radius 1 --frames new --speed 1e-9 "$maps/crossing.csv"
says 'more than 100000 frames'
[ ! -e new ] || fault 'it left a folder'

summary
