#!/bin/sh
# SPDX-License-Identifier: MIT
# Bad input: refused at its place, with a hint, with exit status 2, and without
# a trace on standard output or in the folder.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# refuses PLACE TEXT ARGUMENT…: check refuses what stands in the folder.
refuses() {
    place=$1 text=$2
    shift 2
    before=$(ls -A)
    runs 2 check "$@" -o results.db
    prints_nothing
    says "$place: error: "
    says "$text"
    says 'hint: '
    [ "$(ls -A)" = "$before" ] || fault "the folder holds: $(ls -A)"
}

# plan TEXT: writes plan.csv; \n and \t are understood.
# shellcheck disable=SC2059
plan() { printf "$1" >plan.csv; }

it 'an unknown column'
plan 'agent,tiem,x,y\na,0,0,0\n'
refuses plan.csv:1:7 tiem --radius 1 plan.csv
says 'did you mean'
says time

it 'a column that is twice there'
plan 'agent,time,x,y,x\na,0,0,0,0\n'
refuses plan.csv:1:16 x --radius 1 plan.csv

it 'a row that is too short'
plan 'agent,time,x,y\na,0,0,0\na,1,0\n'
refuses plan.csv:3:6 'has 3 fields' --radius 1 plan.csv

it 'a row that is too long'
plan 'agent,time,x,y\na,0,0,0,0\n'
refuses plan.csv:2:9 'has 5 fields' --radius 1 plan.csv

it 'a missing column'
plan 'agent,time,x\na,0,0\n'
refuses plan.csv:1:1 "column 'y' is missing" --radius 1 plan.csv

it 'a number that is none'
plan 'agent,time,x,y\na,0,nan,0\n'
refuses plan.csv:2:5 nan --radius 1 plan.csv
says 'a,0,nan,0'
says '    ^'

it 'an infinite place'
plan 'agent,time,x,y\na,0,inf,0\n'
refuses plan.csv:2:5 inf --radius 1 plan.csv

it 'text in a number'
plan 'agent,time,x,y\na,0,1,0\na,1,1,2m\n'
refuses plan.csv:3:7 2m --radius 1 plan.csv

it 'a comma for a point'
plan 'agent,time,x,y\na,0,"1,5",0\n'
refuses plan.csv:2:5 1,5 --radius 1 plan.csv

it 'an empty number'
plan 'agent,time,x,y\na,,0,0\n'
refuses plan.csv:2:3 '' --radius 1 plan.csv

it 'a negative radius'
plan 'agent,time,x,y\na,0,0,0\n'
printf 'agent,radius\na,-0.5\n' >bodies.csv
refuses bodies.csv:2:3 -0.5 --bodies bodies.csv plan.csv

it 'an agent without a body'
plan 'agent,time,x,y\na,0,0,0\nb,0,5,5\n'
printf 'agent,radius\na,0.5\n' >bodies.csv
refuses plan.csv:3:1 "'b'" --bodies bodies.csv plan.csv

it 'no radius at all'
plan 'agent,time,x,y\na,0,0,0\n'
refuses plan.csv:1:1 radius plan.csv

it 'two radii that do not agree'
plan 'agent,time,x,y,radius\na,0,0,0,0.5\n'
refuses plan.csv:2:9 radius --radius 0.25 plan.csv

it 'time that goes backwards'
plan 'agent,time,x,y\na,1,0,0\na,0,1,0\n'
refuses plan.csv:3:3 '' --radius 1 plan.csv

it 'two places at one instant'
plan 'agent,time,x,y\na,1,0,0\na,1,1,0\n'
refuses plan.csv:3:3 'same time' --radius 1 plan.csv

it 'a jump in a list of motions'
plan 'agent,start,duration,x,y,vx,vy\na,0,1,0,0,1,0\na,1,1,2,0,1,0\n'
refuses plan.csv:3:7 '' --radius 1 plan.csv

it 'motions with a gap in time'
plan 'agent,start,duration,x,y,vx,vy\na,0,1,0,0,0,0\na,2,1,0,0,0,0\n'
refuses plan.csv:3:3 '' --radius 1 plan.csv

it 'a negative duration'
plan 'agent,start,duration,x,y,vx,vy\na,0,-1,0,0,1,0\n'
refuses plan.csv:2:5 '' --radius 1 plan.csv

it 'an empty file'
: >plan.csv
refuses plan.csv:1:1 empty --radius 1 plan.csv

it 'a header alone'
plan 'agent,time,x,y\n'
refuses plan.csv:2:1 'no rows' --radius 1 plan.csv

it 'a quote without its end'
plan 'agent,time,x,y\na,0,"0,0\nb,0,1,1\n'
refuses plan.csv:2:5 quot --radius 1 plan.csv

it 'binary junk'
plan 'agent,time,x,y\n\001\377\000\200,\033[2J,0,0\n'
refuses plan.csv:2:1 'is not text' --radius 1 plan.csv
! grep -q "$(printf '\033')" ../err || fault 'an escape reached the terminal'

it 'junk without any line'
head -c 100000 "$GRAZE" >plan.csv
refuses plan.csv:1:1 'is not text' --radius 1 plan.csv

it 'a field beyond the cap, long before its end'
yes xxxxxxxxxxxxxxx | tr -d '\n' | head -c 402653184 | {
    runs 2 check --radius 1 -
    prints_nothing
    says 'error: '
    says 'hint: '
    [ "$(wc -c)" -gt 201326592 ] || fault 'it was read to its end'
    echo "$faults" >../faults
}
read -r faults <../faults

it 'at most twenty errors, then a count'
{
    echo agent,time,x,y
    i=0
    while [ $i -lt 50 ]; do
        echo "a,$i,nan,0"
        i=$((i + 1))
    done
} >plan.csv
refuses plan.csv:21:6 'and 30 more errors' --radius 1 plan.csv
says_not plan.csv:22

it 'a log without agents'
printf '<?xml version="1.0"?>\n<root>\n<log/>\n</root>\n' >log.xml
refuses log.xml:3:1 'no agents' --radius 1 log.xml

it 'a log that breaks off'
printf '<?xml version="1.0"?>\n<root>\n<agent start_i="1" start_j="1" goal_i=' >log.xml
refuses log.xml:3:1 unclosed --radius 1 log.xml

it 'a log whose tags do not match'
printf '<?xml version="1.0"?>\n<root>\n<agent start_i="0" start_j="0" goal_i="0" goal_j="0"></root>\n' >log.xml
refuses log.xml:3:56 mismatched --radius 1 log.xml

it 'a bodies file that is absent'
plan 'agent,time,x,y\na,0,0,0\n'
runs 4 check --bodies absent.csv plan.csv -o results.db
says 'absent.csv: '
leaves plan.csv

# ---- pairs

# refuses_pairs PLACE TEXT: the same of graze pairs, with an output file.
refuses_pairs() {
    runs 2 pairs pairs.csv -o answers.csv
    prints_nothing
    says "$1: error: "
    says "$2"
    says 'hint: '
    leaves pairs.csv
}

it 'a pair without a radius'
printf 'id,a_x,a_y,a_vx,a_vy,b_x,b_y,b_vx,b_vy,b_radius\n1,0,0,1,0,5,0,0,0,1\n' >pairs.csv
refuses_pairs pairs.csv:1:1 a_radius

it 'a pair of mixed forms'
printf 'id,a_x,a_y,a_vx,a_vy,a_to_x,a_radius,b_x,b_y,b_vx,b_vy,b_radius\n' >pairs.csv
refuses_pairs pairs.csv:1:12 a_to_x

it 'a walk that ends before it starts'
{
    echo id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_radius,b_x,b_y,b_vx,b_vy,b_radius
    echo 1,0,0,1,0,5,4,1,0,0,0,0,1
} >pairs.csv
refuses_pairs pairs.csv:2:13 'ends before it starts'

it 'a bad row after good ones'
{
    echo id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius
    echo 1,0,0,1,0,1,5,0,0,0,1
    echo 2,0,0,1,0,-1,5,0,0,0,1
} >pairs.csv
refuses_pairs pairs.csv:3:11 negative

it 'what turns the direction of text is shown and not obeyed'
printf 'agent,time,x,y\na\342\200\256b,0,0,0\na\342\200\256b,zero,1,0\n' >plan.csv
runs 2 check --radius 0.5 plan.csv
says 'a?b'
if grep -q "$(printf '\342\200\256')" ../err; then fault 'it was obeyed'; fi
printf 'agent,time,x,y\na\342\200\256b,0,0,0\nc\342\201\246d,0,0.1,0\n' >plan.csv
runs 1 check --radius 0.5 --format table plan.csv
prints_part 'a?b      c?d'
runs 1 check --radius 0.5 --format jsonl plan.csv
prints_part '"agent_a":"a\u202eb","agent_b":"c\u2066d"'

summary
