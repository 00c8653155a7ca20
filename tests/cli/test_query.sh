#!/bin/sh
# SPDX-License-Identifier: MIT
# `graze query`: which values it takes, and what it prints of whatever is asked.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# Two that meet head on, as plan 1 of run.db.
run() {
    printf 'agent,time,x,y\na,0,0,0\na,10,10,0\nb,0,10,0\nb,10,0,0\n' >plan.csv
    runs 1 check --tolerance 0 --radius 0.5 -q -o run.db plan.csv
}

it 'the side of a square is more than nothing'
run
runs 0 query run.db hot-spots --format csv
cp ../out ../one
runs 0 query run.db hot-spots cell=1 --format csv
prints <../one
runs 0 query run.db hot-spots cell=3 --format csv
! cmp -s ../out ../one || fault 'the side changes nothing'
runs 2 query run.db hot-spots cell=0
says 'cell=0: not more than 0 metres'
runs 2 query run.db hot-spots cell=wide
says 'cell=wide: '
runs 2 query run.db near x=1 y=here t=0
says 'y=here: '

it 'two plans are compared by their numbers'
run
runs 1 check --tolerance 0 --radius 0.25 -q -o run.db plan.csv
runs 0 query run.db compare plan=1 other=2 --format csv
prints_part 'pairs_conflict,1,1'
runs 2 query run.db compare plan=1 other=3
says 'holds no plan 3'
runs 2 query run.db compare plan=1 other=two
says 'plan=two: not a positive whole number'
runs 2 query run.db safe plan=0
says 'plan=0: not a positive whole number'

it 'values are as they look, and each is asked for once'
run
runs 0 query run.db 'SELECT typeof(:a), typeof(:b), typeof(:c), typeof(:d), typeof(:e)' \
    a=1 b=0x1p-1 c=one 'd= 1' e=+1 --format csv
tail -n 1 ../out | grep -qx 'integer,real,text,real,real' || fault "it printed: $(cat ../out)"
runs 2 query run.db 'SELECT :a' =1
says "nothing asks for '=1'"
runs 2 query run.db 'SELECT ?' a=1
says "nothing asks for 'a=1'"
runs 2 query run.db 'SELECT ?'
says 'a parameter has no name'
runs 2 query run.db 'SELECT :a'
says "no value is given for 'a'; add a=..."
runs 2 query run.db 'SELECT :a, :ab' ab=1
says "no value is given for 'a'"
runs 2 query run.db 'SELECT :a' a=1 a=2
says "'a' is given twice"
runs 2 query run.db safe now
says "unexpected 'now'"

it 'who is asked about is an agent of the plan'
run
runs 0 query run.db who agent=a --format csv
prints_part 'b,'
runs 2 query run.db who agent=x
says "'x'"
runs 2 query run.db who agent=a plan=7
says 'holds no plan 7'

it 'an export is lossless in every form'
run
runs 0 query run.db export --format jsonl
prints_part '0x1.4p+3'
runs 0 query run.db export
prints_part '0x1.4p+3'

it 'the first rows are enough where there is a limit'
run
runs 0 query run.db 'SELECT label FROM agent ORDER BY 1' --limit 1 --format csv
[ "$(cat ../out)" = 'label
a' ] || fault "it printed: $(cat ../out)"
runs 2 query run.db safe --limit 0
says "--limit: '0' is not a count"

it 'the SQL of a question needs its name'
runs 2 query --sql
says 'no question is named'
runs 2 query --sql 'SELECT 1'
says "there is no question 'SELECT 1'"
runs 2 query --sql xyzzyxyzzy
says 'hint: `graze query DB` lists the questions'
runs 0 query --sql safe -o safe.sql
grep -q SELECT safe.sql || fault 'no SQL'
runs 2 query
says 'no database is given'
run
runs 0 query run.db --sql safe
prints_part SELECT

it 'results do not take the place of their database'
run
cp run.db before.db
runs 2 query run.db safe -o ./run.db
says '--output is the database itself'
cmp -s run.db before.db || fault 'the database has changed'
runs 0 query run.db safe -o before.db
! cmp -s run.db before.db || fault 'nothing was written'
runs 0 query run.db safe -o new.csv
[ -s new.csv ] || fault 'nothing was written'

it 'what was not kept is told, unless quiet'
run
runs 0 query run.db slack --format csv
says 'nothing was kept of plan 1'
runs 0 query -q run.db slack --format csv
says_nothing

it 'a text that no CSV takes is told by its beginning'
run
runs 2 query run.db "SELECT 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyy' || char(7) AS word" --format csv
says "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' in column 'word' cannot be written as CSV"
runs 0 query run.db "SELECT char(7, 133, 8206) AS word, x'' AS empty" --format jsonl
prints_line '{"word":"\u0007\u0085\u200e","empty":""}'

summary
