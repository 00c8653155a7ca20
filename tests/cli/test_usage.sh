#!/bin/sh
# SPDX-License-Identifier: MIT
# How the driver is called: commands, options, help, exit statuses of bad usage.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

it 'every command is listed by --help'
runs 0 --help
for command in batch check convert merge pairs plot query solve selftest; do prints_part "  $command "; done
says_nothing

it 'no command at all is bad usage'
runs 2
prints_nothing
says 'usage: graze <command>'

it 'an unknown command is met with the nearest'
runs 2 chekc plan.csv
prints_nothing
says "unknown command 'chekc'"
says "hint: did you mean 'check'?"

it 'the version is one line'
runs 0 --version
[ "$(wc -l <../out)" -eq 1 ] || fault 'more than a line'
prints_part 'graze '

it '-V is the version'
runs 0 -V
prints_part 'graze '

it 'help and a command is the help of the command'
runs 0 help solve
prints_part 'usage: graze solve'
prints_part '--suboptimality W'

it 'help and no command names the nearest'
runs 2 help sovle
says "did you mean 'solve'?"

for form in man bash zsh fish; do
    it "help as $form names every command and its options"
    runs 0 --help=$form
    for command in batch check convert merge pairs plot query replay solve selftest; do
        prints_part "$command"
        "$GRAZE" "$command" --help=$form >help || fault "no help of $command"
        grep -q quiet help || [ "$command" = selftest ] || fault "$command: no option"
    done
    says_nothing
done

it 'help alone lists the commands, and -h does'
runs 0 help
prints_part 'check'
runs 0 -h
prints_part 'check'

it 'a form of help of everything that there is not is met with those that there are'
runs 2 --help=html
says "unknown form 'html'"

it 'a form of help that there is not is met with those that there are'
runs 2 check --help=html
says "unknown form 'html'"
says 'man|bash|zsh|fish'

for command in batch check convert merge pairs plot query solve selftest; do
    it "the help of $command names its exit statuses"
    runs 0 "$command" --help
    prints_part "usage: graze $command"
    prints_part 'exit status:'
    says_nothing
done

it 'the help of check names every unit of its options'
runs 0 check --help
for option in '--radius METRES' '--tolerance METRES' '--at-start stand|absent' '--at-end stay|vanish' '--bodies FILE' \
    '--map FILE' '--all' '--first' '--unsafe-starts' '-o, --output DB' '--format table|csv|jsonl' '--hex' \
    '--progress auto|always|never' '--color auto|always|never' '-q, --quiet' '-v, --verbose'; do
    prints_part "$option"
done

it 'an unknown option is met with the nearest'
runs 2 check --radios 1 plan.csv
prints_nothing
says "unknown option '--radios'"
says 'did you mean --radius?'

it 'an unknown letter is named'
runs 2 pairs -qz x.csv
says "unknown option '-z'"

it 'an option without its value is named'
runs 2 pairs x.csv --tolerance
says "option '--tolerance' needs a value"

it 'a flag with a value is refused'
runs 2 pairs --all=yes x.csv
says "option '--all' takes no value"

for value in nan inf one '' 1e400 0x -1; do
    it "a tolerance of '$value' is refused"
    runs 2 check --radius 1 --tolerance "$value" plan.csv
    prints_nothing
    says 'graze check: error: --tolerance:'
    says 'hint:'
done

it 'an unknown choice is met with the choices'
runs 2 check --at-end leave plan.csv
says "--at-end: unknown choice 'leave'"
says 'stay|vanish'

it 'a number of threads is a whole number'
runs 2 check -j 0 plan.csv
says "--jobs: '0' is not a count"

it 'one plan at a time'
runs 2 check --radius 1 a.csv b.csv
says 'more than one plan is given'
runs 2 check --radius 1
says 'no plan is given'

it 'a database cannot go to standard output'
runs 2 check --radius 1 -o - a.csv
says 'cannot be written to standard output'

it 'unsafe starts need a database'
runs 2 check --radius 1 --unsafe-starts a.csv
says '--unsafe-starts needs a database'
says 'hint: add -o DB'

it 'a file that is absent is an error of the system'
runs 4 check --radius 1 absent.csv
prints_nothing
says 'absent.csv: '
leaves

it 'the self-test passes'
runs 0 selftest
tail -n 1 ../out | grep -q '^[0-9]* passed, 0 failed$' || fault "it ended: $(tail -n 1 ../out)"

it 'the self-test can fail'
runs 70 selftest --inject
tail -n 1 ../out | grep -q '^[0-9]* passed, 1 failed$' || fault "it ended: $(tail -n 1 ../out)"
prints_part 'FAIL'

it 'what is like nothing gets no guess'
runs 2 xyzzyxyzzy
says "unknown command 'xyzzyxyzzy'"
says_not 'did you mean'
runs 2 check --xyzzyxyzzy plan.csv
says "unknown option '--xyzzyxyzzy'"
says_not 'did you mean'

it 'a letter for help is help'
runs 0 check -h
prints_part 'usage: graze check'

for value in x 3x 4097 ''; do
    it "a number of threads of '$value' is refused"
    runs 2 check -j "$value" plan.csv
    says "--jobs: '$value' is not a count"
    says 'a whole number from 1 to 4096'
done

for value in x 1x 1234567890123456789 ''; do
    it "a record of '$value' is refused"
    runs 2 check --record "$value" plan.csv
    says "--record: '$value' is not an index"
    says 'a whole number, from 0'
done

it 'pairs takes one file'
runs 2 pairs
says 'no file is given'
runs 2 pairs a.csv b.csv
says 'more than one file is given'

it 'convert takes two files'
runs 2 convert a.csv
says 'two files are wanted, IN and OUT'
runs 2 convert a.csv b.csv c.csv
says 'more than two files are given'

it 'the self-test takes no operands'
runs 2 selftest all
says "it takes no operands: 'all'"

it 'solve cannot read two files from standard input, and prints no database'
runs 2 solve --map - --scenario - </dev/null
says 'standard input cannot be map and scenario at once'
runs 2 solve --map a --scenario b -o -
says 'a results database cannot be written to standard output'
runs 2 solve --map a --scenario b -k 1
says '--connectivity must be from 2 to 5'
runs 2 solve --map a --scenario b --strict --tolerance 1e-3
says '--strict is a tolerance of 0'

it 'a film has one form, and goes on'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
runs 2 replay --radius 1 --frames new --film new.gif plan.csv
says '--frames and --film are two films'
runs 2 replay --radius 1 --frames new --speed 0 plan.csv
says '--speed must be more than 0'
leaves plan.csv

it 'a plan of a database is named once, and by a number'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
runs 0 check -q --radius 1 -o run.db plan.csv
runs 2 replay run.db first
says "unexpected 'first'"
runs 2 replay run.db plan=1 plan=1
says "unexpected 'plan=1'"
for plan in x -1 1x 99999999999999999999; do
    runs 2 replay run.db plan=$plan
    says "plan=$plan: not a positive whole number"
done

it 'a closed standard input is no file'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
"$GRAZE" check --radius 1 plan.csv <&- >../out 2>../err || fault "exit $?: $(cat ../err)"
"$GRAZE" check --radius 1 - <&- >../out 2>../err
[ $? -eq 4 ] || fault "it was read: $(cat ../err)"
says '-: '

it 'a folder of temporary files with an endless name is refused'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
TMPDIR=/tmp$(printf '/%05000d' 0) runs 4 check --radius 1 plan.csv
says 'standard output: error: cannot be written: File name too long'
TMPDIR='' runs 0 check --radius 1 plan.csv

it 'one of two files only comes from standard input'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
printf '0,0\n0,0\n' >grid.csv
printf 'obstacle,x,y\npost,5,5\n' >posts.csv
printf 'vertex,x,y\nv,0,0\nw,1,0\n' >roads.csv
printf 'from,to\nv,w\n' >edges.csv
for option in '--map -' '--map roads.csv --edges -' '--obstacles -' '--scenario -'; do
    # shellcheck disable=SC2086 # words
    runs 2 check --radius 0.1 $option - <plan.csv
    says 'standard input can be read only once'
done
runs 2 check --radius 0.1 --map - --scenario - plan.csv <grid.csv
says 'standard input can be read only once'
runs 0 check -q --radius 0.1 --map - plan.csv <grid.csv
runs 0 check -q --radius 0.1 --map roads.csv --edges - plan.csv <edges.csv
runs 0 check -q --radius 0.1 --map roads.csv --edges edges.csv - <plan.csv
runs 0 check -q --radius 0.1 --obstacles - plan.csv <posts.csv
runs 0 check -q --radius 0.1 --obstacles posts.csv - <plan.csv

it 'a bar that is asked for is not drawn for what is quick'
printf 'agent,time,x,y\na,0,0,0\na,1,1,0\n' >plan.csv
runs 0 check --radius 1 --progress always plan.csv
says_not '/s'
runs 0 check --radius 1 --progress never plan.csv
says_not '/s'

it 'a record is counted from 0'
printf 'map_name,scen_type,type_id,solution_plan\nroom,even,1,r\nroom,even,1,wr\n' >plans.csv
printf 'version 1\n1\troom\t4\t4\t1\t1\t2\t1\t1\n' >room.scen
runs 0 convert --scenario room.scen --record 0 --to waypoints plans.csv one.csv
runs 0 convert --scenario room.scen --record 1 --to waypoints plans.csv two.csv
! cmp -s one.csv two.csv || fault 'both records are the same plan'
runs 2 convert --scenario room.scen --record 2 --to waypoints plans.csv none.csv
says 'record 2 is not in the file, which has 2'

it 'a folder is no file for results'
printf 'id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\nn,0,0,1,0,1,9,0,-1,0,1\n' >pairs.csv
mkdir folder
runs 4 pairs -o folder pairs.csv
says 'folder: error: cannot be written: Is a directory'
runs 4 pairs -o folder/none/answers.csv pairs.csv
says 'cannot be written: No such file or directory'
leaves folder pairs.csv

summary
