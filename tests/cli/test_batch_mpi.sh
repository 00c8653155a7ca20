#!/bin/sh
# SPDX-License-Identifier: MIT
# graze-batch-mpi: what ranks find is what one process finds, also after one of them died. Skipped
# where it was not built, or no mpirun is there.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

MPI=$(dirname "$GRAZE")/graze-batch-mpi

ranks() {
    rank_count=$1
    shift
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=$PWD/local \
        mpirun --oversubscribe -n "$rank_count" "$MPI" "$@" >out 2>err </dev/null
}

can_run() {
    [ -x "$MPI" ] || { skip 'it was not built'; return 1; }
    has mpirun || return 1
    mkdir local
    ranks 1 --help >/dev/null 2>&1 || { skip 'mpirun cannot run here'; return 1; }
}

jobs() {
    awk -v n="$1" 'BEGIN { srand(3)
        print "command,plan,map,scenario,agents,radius,options" >"jobs.csv"
        for (p = 0; p < 5; p++) {
            file = "p" p ".csv"; print "agent,time,x,y" >file
            for (a = 0; a < 6; a++) for (t = 0; t < 5; t++)
                printf "%d,%d,%.2f,%.2f\n", a, t, 6 * rand(), 6 * rand() >file
        }
        for (i = 0; i < n; i++) printf "check,p%d.csv,,,,0.%04d,\n", i % 5, 1000 + i >"jobs.csv"
        print "check,missing.csv,,,,0.3," >"jobs.csv"
        print "solve,,map.csv,tasks.csv,1..8,0.35,--node-limit 200" >"jobs.csv" }'
    for _ in 1 2 3 4 5 6; do echo '0,0,0,0,0,0'; done >map.csv
    awk 'BEGIN { print "agent,start_x,start_y,goal_x,goal_y"
        for (a = 0; a < 5; a++) printf "%d,%d,0,%d,5\n", a, a, 4 - a }' >tasks.csv
}

export_of() { runs 0 query "$1" batch-export -o "$2"; }

it 'two and four ranks find what one process finds'
if can_run; then
    jobs 20
    runs 1 batch jobs.csv -o whole.db --stop-at-failure
    export_of whole.db whole.csv
    for count in 1 2 4; do
        ranks $count jobs.csv -o $count.db --stop-at-failure || fault "$count ranks: $(cat err)"
        export_of $count.db $count.csv
        cmp -s whole.csv $count.csv || fault "$count ranks: another export"
        runs 0 query $count.db verify
        [ -z "$(ls local)" ] || fault "$count ranks left: $(ls local)"
    done
    ranks 3 jobs.csv -o 2.db --stop-at-failure || fault 'a whole run cannot be run again'
    export_of 2.db 2.csv
    cmp -s whole.csv 2.csv || fault 'another export when run again'
fi

it 'when a rank dies the run ends, and the same command goes on'
if can_run; then
    jobs 40
    runs 1 batch jobs.csv -o whole.db
    export_of whole.db whole.csv
    ranks 3 jobs.csv -o part.db -q &
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.2
        [ -d local ] && [ -n "$(find local -name 'graze-*-2.db' -size +200k 2>/dev/null)" ] && break
    done
    rank=$(ps -eo pid=,args= | awk -v here="$PWD/" '/graze-batch-mpi jobs.csv/ && !/mpirun|awk/ { print $1 }' |
        while read -r pid; do
            [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" = "$(pwd -P)" ] && echo "$pid"
        done | tail -n 1)
    [ -n "$rank" ] && kill -9 "$rank"
    wait
    ranks 3 jobs.csv -o part.db || fault "it does not go on: $(cat err)"
    export_of part.db part.csv
    cmp -s whole.csv part.csv || fault 'another export'
    runs 0 query part.db verify
    runs 0 query part.db 'SELECT (SELECT count(*) FROM run) - (SELECT count(run_id) FROM job)'
    prints_line 0
fi

it 'bad usage is told once'
if can_run; then
    ranks 2 -o x.db && fault 'no jobs were taken'
    [ "$(grep -c 'no jobs are given' err)" -eq 1 ] || fault "it said: $(cat err)"
fi

it 'ranks find in the blocks of a plan what one process finds in the whole'
if can_run; then
    awk 'BEGIN { srand(9); print "agent,time,x,y"
        for (a = 0; a < 150; a++) { x = 20 * rand(); y = 20 * rand()
            for (t = 0; t < 8; t++) { printf "%d,%d,%.2f,%.2f\n", a, t, x, y
                x += 3 * rand() - 1.5; y += 3 * rand() - 1.5 } } }' >plan.csv
    runs 1 check -r 0.3 --all --format csv -o whole.db plan.csv
    cp ../out rows
    runs 0 query whole.db export -o whole.csv
    for count in 1 2 4; do
        ranks $count check -r 0.3 --all --format csv --split-plan 9 -o $count.db plan.csv ||
            fault "$count ranks: $(cat err)"
        cmp -s out rows || fault "$count ranks: other rows"
        runs 0 query $count.db export -o $count.csv
        cmp -s whole.csv $count.csv || fault "$count ranks: another export"
    done
    ranks 2 check -r 0.3 plan.csv && fault 'a plan without blocks was taken'
    grep -q 'add --split-plan' err || fault "it said: $(cat err)"
    ranks 3 check -r 0.3 --split-plan 4 nothing.csv && fault 'a plan that is not there was taken'
    [ -z "$(ls local)" ] || fault "it left: $(ls local)"
fi

summary
