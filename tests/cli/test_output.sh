#!/bin/sh
# SPDX-License-Identifier: MIT
# Output arrives whole or not at all: files, devices, full disks, readers that
# go away, signals.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# Two pairs: one in conflict from 4.5 s to 5.5 s, one without conflict.
pairs() {
    cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius
meet,0,0,1,0,0.5,10,0,-1,0,0.5
pass,0,0,1,0,0.5,10,5,-1,0,0.5
END
}
answers='id,index,lower,upper
meet,0,4.5,5.5'

it 'a file appears with everything'
pairs
runs 0 pairs pairs.csv -o answers.csv
prints_nothing
says_nothing
[ "$(cat answers.csv)" = "$answers" ] || fault "it holds: $(cat answers.csv)"
leaves pairs.csv answers.csv

it 'a file that was there is replaced, its permissions kept'
pairs
echo old >answers.csv
chmod 640 answers.csv
runs 0 pairs pairs.csv -o answers.csv
[ "$(cat answers.csv)" = "$answers" ] || fault "it holds: $(cat answers.csv)"
[ "$(find . -name answers.csv -perm 640)" ] || fault "$(ls -l answers.csv)"

it 'a file that was there survives bad input'
pairs
echo 'bad,0,0,1,0,0.5,ten,5,-1,0,0.5' >>pairs.csv
echo old >answers.csv
runs 2 pairs pairs.csv -o answers.csv
[ "$(cat answers.csv)" = old ] || fault "it holds: $(cat answers.csv)"
leaves pairs.csv answers.csv

it 'a link is followed, not replaced'
pairs
mkdir folder
echo old >folder/real.csv
ln -s folder/real.csv answers.csv
runs 0 pairs pairs.csv -o answers.csv
[ "$(cat folder/real.csv)" = "$answers" ] || fault 'the file behind the link is as before'
[ -L answers.csv ] || fault 'the link is gone'

it 'the input may be the output'
pairs
runs 0 pairs pairs.csv -o pairs.csv
[ "$(cat pairs.csv)" = "$answers" ] || fault "it holds: $(cat pairs.csv)"

it 'a dash is standard output'
pairs
runs 0 pairs pairs.csv -o -
prints <<END
$answers
END

# A pipe stands for everything that is no regular file. Never name a device
# here: a fault of ours, run by root, would replace it for the whole machine.
it 'a pipe with a name is written to and stays a pipe'
if has mkfifo && has timeout; then
    pairs
    mkfifo pipe
    timeout 5 cat pipe >through &
    runs 0 pairs pairs.csv -o pipe
    wait
    [ -p pipe ] || fault 'the pipe was replaced'
    [ "$(cat through)" = "$answers" ] || fault "through the pipe came: $(cat through)"
fi

it 'a folder that is not there'
pairs
runs 4 pairs pairs.csv -o absent/answers.csv
says 'absent/answers.csv: error:'
leaves pairs.csv

it 'a folder is no file'
pairs
runs 4 pairs pairs.csv -o .
says 'Is a directory'
leaves pairs.csv

# into_full ARGUMENT…: runs graze onto a disk that is full.
into_full() {
    "$GRAZE" "$@" >/dev/full 2>../err
    status=$?
    [ "$status" -eq 4 ] || fault "graze $*: exit $status, not 4"
    says 'No space left on device'
}

it 'a full disk is told'
if [ -c /dev/full ]; then
    pairs
    printf 'agent,time,x,y\na,0,0,0\nb,0,0,0\n' >plan.csv
    into_full pairs pairs.csv
    into_full check --radius 1 plan.csv
    into_full --help
    into_full pairs --help
    into_full selftest
else
    skip 'no /dev/full'
fi

it 'a closed standard output is told'
pairs
"$GRAZE" pairs pairs.csv >&- 2>../err
[ $? -eq 4 ] || fault 'not exit 4'
says 'standard output: error:'

it 'a closed standard output is never mistaken for a database'
printf 'agent,time,x,y\na,0,0,0\nb,0,0,0\n' >plan.csv
"$GRAZE" check --radius 1 -o results.db plan.csv >&- 2>&-
[ $? -eq 4 ] || fault 'not exit 4'
runs 0 query results.db 'select state from run' --format csv
prints_line finished

it 'a reader that goes away is no news'
pairs
{
    "$GRAZE" pairs pairs.csv 2>../err
    echo $? >../status
} | :
[ "$(cat ../status)" = 4 ] || [ "$(cat ../status)" = 0 ] || fault "exit $(cat ../status)"
says_nothing

# ---- signals

# stopped_by SIGNAL STATUS SECONDS ARGUMENT…: runs graze for a while, then stops it.
stopped_by() {
    signal=$1 wanted=$2 seconds=$3
    shift 3
    timeout --preserve-status -s "$signal" "$seconds" "$GRAZE" "$@" >../out 2>../err
    status=$?
    [ "$status" -eq "$wanted" ] || fault "graze $*: exit $status, not $wanted: $(cat ../err)"
}

# Input that does not end within the second.
endless() {
    head -n 2 pairs.csv
    sleep 3
}

for signal in INT:130 TERM:143 HUP:129; do
    it "SIG${signal%:*} leaves no half of a file behind"
    if has timeout; then
        pairs
        endless | {
            stopped_by "${signal%:*}" "${signal#*:}" 1 pairs - -o answers.csv
            echo "$faults" >../faults
        }
        read -r faults <../faults
        leaves pairs.csv
    fi
done

# Enough agents that a check of all pairs takes longer than it is given.
crowd() {
    awk 'BEGIN {
        print "agent,time,x,y"
        for (i = 0; i < 6000; i++)
            for (t = 0; t <= 10; t++)
                printf "%d,%d,%d,%d\n", i, t, (i * 7 + t * (i % 5)) % 97, (i * 3 + t * (i % 3)) % 89
    }' >plan.csv
}

for signal in INT:130 TERM:143; do
    it "SIG${signal%:*} marks the run as interrupted"
    if has timeout; then
        crowd
        stopped_by "${signal%:*}" "${signal#*:}" 2 check --radius 0.1 --index none --filter none \
            -j 1 -o results.db plan.csv
        prints_nothing
        if [ "$faults" -eq 0 ]; then
            says 'interrupted after'
            runs 0 query results.db 'select state from run' --format csv
            prints_line interrupted
        fi
    fi
done

summary
