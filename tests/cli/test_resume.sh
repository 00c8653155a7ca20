#!/bin/sh
# SPDX-License-Identifier: MIT
# graze check --resume and --limit-meetings: a check that was cut short goes on, and ends as if
# nothing had happened.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# A hall of 40 agents that meet all the time, and a map of it with blocked cells.
hall() {
    awk 'BEGIN { print "agent,time,x,y"; srand(4)
        for (a = 0; a < 40; a++) for (t = 0; t < 12; t++)
            printf "%d,%d,%d.%d,%d.%d\n", a, t, 6 * rand(), 10 * rand(), 6 * rand(), 10 * rand() }' >plan.csv
    for row in 1 2 3 4 5 6; do echo '0,0,1,0,0,0'; done >map.csv
}

# parked N: so many agents on one spot.
parked() {
    awk -v n="$1" 'BEGIN { print "agent,time,x,y"; for (a = 0; a < n; a++) print a ",0,0,0" }'
}

check() {
    wanted=$1
    shift
    runs "$wanted" check --radius 0.4 --map map.csv --unsafe-starts --slack --all "$@" plan.csv
}

it 'a check that stops at any number of meetings is resumed to the same bytes'
hall
check 1 -o whole.db
cp ../out rows
cp ../err summary
runs 0 query whole.db export -o whole.csv
for limit in 1 2 500 1234 1700 1900 2300 2600 2700; do
    rm -f part.db part.csv
    check 3 -o part.db --limit-meetings $limit
    prints_nothing
    says "too many meetings: stopped after "
    says 'the same command with --resume goes on there'
    check 3 -o part.db --limit-meetings $((limit + 1)) --resume -j 1
    check 1 -o part.db --resume --index none
    cmp -s ../out rows || fault "with a limit of $limit: other rows"
    cmp -s ../err summary || fault "with a limit of $limit: it said $(cat ../err)"
    runs 0 query part.db export -o part.csv
    cmp -s part.csv whole.csv || fault "with a limit of $limit: another export"
    runs 0 query part.db verify
    runs 0 query part.db 'SELECT count(*) FROM run UNION ALL SELECT count(*) FROM check_progress'
    prints_line 0
done
runs 0 query part.db "SELECT name FROM run_stat EXCEPT SELECT name FROM run_stat WHERE
    name GLOB 'pairs_[cdgt]*' OR name GLOB 'obstacle*' OR name IN ('agents', 'tolerance_m',
    'unsafe_starts', 'deepest_graze_m', 'sum_of_costs_s', 'makespan_s', 'length_m', 'broken_rules')"
prints <<END
name
END

it 'a check that a signal ended is resumed to the same bytes'
hall
check 1 -o whole.db
cp ../out rows
runs 0 query whole.db export -o whole.csv
for signal in INT TERM HUP; do
    rm -f part.db part.csv
    "$GRAZE" check --radius 0.4 --map map.csv --unsafe-starts --slack --all -o part.db plan.csv \
        >../out 2>../err &
    child=$!
    sleep 0.1
    kill -s $signal $child
    wait $child
    case $? in
    1) ;; # it was done before
    129 | 130 | 143) [ ! -s ../out ] || fault 'it printed rows'
        if [ -s part.db ] && "$GRAZE" query part.db 'SELECT 1 FROM check_progress' 2>&1 | grep -q '^1$'; then
            check 1 -o part.db --resume
        else
            rm -f part.db
            check 1 -o part.db
        fi ;;
    *) fault "it ended with $?" ;;
    esac
    cmp -s ../out rows || fault "after $signal: other rows"
    runs 0 query part.db export -o part.csv
    cmp -s part.csv whole.csv || fault "after $signal: another export"
done

it 'the first conflict is found behind an interruption, too'
hall
runs 1 check --radius 0.4 --first plan.csv
cp ../out first
runs 3 check --radius 0.4 --first --limit-meetings 1000 -o part.db plan.csv
runs 1 check --radius 0.4 --first --resume -o part.db plan.csv
cmp -s ../out first || fault "another first conflict: $(cat ../out)"

it 'other options than those it was begun with are refused by name'
parked 9 >plan.csv
runs 3 check --radius 1 --limit-meetings 5 -o part.db plan.csv
for other in '--tolerance 1e-8' '--radius 2' '--at-start absent' '--at-end vanish' '--unsafe-starts' '--slack'; do
    # shellcheck disable=SC2086
    runs 2 check --radius 1 $other --resume -o part.db plan.csv
    option=${other#--}
    says "run 1 was begun with '${option%% *} "
    says 'hint: resume with the options and files of that run, or leave out --resume to begin a new one'
done
runs 1 check --radius 1 --resume -o part.db - <plan.csv

it 'other files than those it has read are refused by name'
parked 9 >plan.csv
printf '0,0\n0,1\n' >map.csv
runs 3 check --radius 1 --limit-meetings 5 -o part.db plan.csv
runs 2 check --radius 1 --map map.csv --resume -o part.db plan.csv
says "run 1 was begun with 'cell none', not 'cell 1'"
parked 8 >plan.csv
runs 2 check --radius 1 --resume -o part.db plan.csv
says "run 1 has read another plan: 'plan.csv' was different"
cp part.db ../before
runs 2 check --radius 1 --resume -o part.db plan.csv
cmp -s part.db ../before || fault 'a refusal changed the database'

it 'there has to be a check that was cut short'
parked 9 >plan.csv
runs 2 check --radius 1 --resume plan.csv
says '--resume needs a database to go on with'
runs 2 check --radius 1 --resume -o none.db plan.csv
says 'none.db: error: there is no such database'
leaves plan.csv
runs 1 check --radius 1 -q -o done.db plan.csv
runs 2 check --radius 1 --resume -o done.db plan.csv
says 'done.db: error: no check in it was cut short'

it 'agents on one spot end at a million meetings'
parked 1500 >plan.csv
runs 3 check --radius 1 -q plan.csv
prints_nothing
says 'graze: too many meetings: stopped after 1000000 of 1124250 pairs'
says 'hint: do the agents stand on one spot? --limit-meetings allows more than 1000000, and 0 any number'
says_not resume

it 'the limit is the last number that is allowed'
parked 9 >plan.csv
runs 3 check --radius 1 --limit-meetings 35 plan.csv
runs 1 check --radius 1 --limit-meetings 36 plan.csv
runs 1 check --radius 1 --limit-meetings 0 plan.csv
says '36 pairs of 9 agents: 36 conflict'

summary
