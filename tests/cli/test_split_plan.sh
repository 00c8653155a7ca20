#!/bin/sh
# SPDX-License-Identifier: MIT
# graze check --split-plan: what is found block by block is what is found at once, byte for byte.
# In `make check` of one plan in each order of rows, in check-long of three.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# hall SEED ORDER: 120 agents that walk a few cells, wait, cross the whole hall or stop early; rows
# by agent, or by time.
hall() {
    awk -v seed="$1" 'BEGIN { srand(seed)
        for (a = 0; a < 120; a++) {
            x = 30 * rand(); y = 20 * rand(); t = int(5 * rand()); rows = 1 + int(30 * rand())
            for (i = 0; i < rows; i++) {
                printf "%d,%d,%.3f,%.3f\n", a, t, x, y
                t += 1 + int(2 * rand()); u = rand()
                if (u < 0.1) { x = 30 * rand(); y = 20 * rand() }
                else if (u > 0.3) { x += int(3 * rand()) - 1; y += int(3 * rand()) - 1 }
            } } }' >rows.csv
    { echo agent,time,x,y
      if [ "$2" = agent ]; then cat rows.csv; else sort -s -t, -k2,2n rows.csv; fi; } >plan.csv
}

# same OPTION…: 1, 2, 7 and 60 blocks print and say what no blocks do.
same() {
    runs 1 check -r 0.3 --format csv "$@" plan.csv
    cp ../out rows
    cp ../err said
    for blocks in 1 2 7 60; do
        runs 1 check -r 0.3 --format csv --split-plan $blocks "$@" plan.csv
        cmp -s ../out rows || fault "$blocks blocks, $*: other rows"
        cmp -s ../err said || fault "$blocks blocks, $*: it said $(cat ../err)"
    done
}

case ${GRAZE_TIER:-check} in
    long* | night*) seeds='1 2 3' ;;
    *) seeds=1 ;;
esac

it 'blocks find what a whole plan has, across borders, over long ways, of those who stand'
for seed in $seeds; do
    for order in agent time; do
        hall $seed $order
        same
        same --all --tolerance 0.05
        same --all --at-start absent -j 1
        same --at-end vanish --first
    done
done
runs 1 check -r 0.3 -v --split-plan 7 plan.csv
says 'in 7 blocks; '
says_not 'in 7 blocks; 0 pairs'

it 'accelerations, corners and plans that are no CSV are cut, too'
{ echo agent,start,duration,x,y,vx,vy,ax,ay
  awk 'BEGIN { srand(3)
      for (a = 0; a < 40; a++)
          printf "%d,%d,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", a, 4 * rand(), 1 + 5 * rand(),
              20 * rand(), 9 * rand(), 4 * rand() - 2, 4 * rand() - 2, 2 * rand() - 1, rand() }'
} >plan.csv
same --all
hall 4 agent
{ echo agent,radius,vertices
  awk 'BEGIN { for (a = 0; a < 120; a++)
      print a (a % 2 ? ",0.3," : ",0,-0.4 -0.2 0.4 -0.2 0 0.5") }'; } >bodies.csv
runs 1 check --bodies bodies.csv --all --format csv plan.csv
cp ../out rows
runs 1 check --bodies bodies.csv --all --format csv --split-plan 9 plan.csv
cmp -s ../out rows || fault 'other rows of corners'
awk 'BEGIN { print "agent,time,x,y,share"; srand(5)
    for (a = 0; a < 40; a++) for (t = 0; t < 5; t++)
        printf "%d,%d,%.2f,%.2f,%s\n", a, t, 20 * rand(), 9 * rand(), t % 2 ? "2" : "0" }' >plan.csv
same --all

it 'agents that begin in one place, and plans without a pair'
awk 'BEGIN { print "agent,time,x,y"; for (a = 0; a < 30; a++) print a ",0,1,1\n" a ",1," a ",2" }' >plan.csv
same --all
printf 'agent,time,x,y\n1,0,0,0\n1,5,9,0\n' >plan.csv
runs 0 check -r 0.3 --split-plan 3 plan.csv
says '0 pairs of 1 agents'

it 'a database holds what that of a whole check holds'
hall 6 time
runs 1 check -r 0.3 --all -o whole.db plan.csv
runs 1 check -r 0.3 --all -o part.db --split-plan 5 plan.csv
for of in whole part; do runs 0 query $of.db export -o $of.csv; done
cmp -s whole.csv part.csv || fault 'another export'
runs 0 query part.db verify
runs 0 query part.db "SELECT count(*) FROM run_stat WHERE name LIKE 'motion_pairs%'"
prints_line 0

it 'too many meetings end it, and it is resumed, also without blocks'
hall 7 agent
runs 1 check -r 0.3 --all --format csv -o whole.db plan.csv
cp ../out rows
runs 0 query whole.db export -o whole.csv
for limit in 1 90 150; do
    rm -f part.db
    runs 3 check -r 0.3 --all -o part.db --split-plan 5 --limit-meetings $limit plan.csv
    prints_nothing
    says 'too many meetings: stopped after '
    blocks=$((limit % 4 + 1))
    runs 1 check -r 0.3 --all --format csv -o part.db --resume --split-plan $blocks plan.csv
    cmp -s ../out rows || fault "limit $limit: other rows"
    runs 0 query part.db export -o part.csv
    cmp -s whole.csv part.csv || fault "limit $limit: another export"
done
rm part.db
runs 3 check -r 0.3 --all -o part.db --split-plan 5 --limit-meetings 150 plan.csv
runs 1 check -r 0.3 --all --format csv -o part.db --resume plan.csv
cmp -s ../out rows || fault 'other rows without blocks'

it 'what blocks cannot do is refused'
hall 8 agent
for option in '--map map.csv' '--slack -o x.db' '--unsafe-starts -o x.db' '--index none' \
    '--filter si' '--obstacles o.csv'; do
    # shellcheck disable=SC2086
    runs 2 check -r 0.3 --split-plan 4 $option plan.csv
    says 'leave them out, or --split-plan'
done
runs 2 check -r 0.3 --split-plan 0 plan.csv
awk 'BEGIN { print "agent,time,x,y,body\n1,0,0,0,big\n1,1,1,0,\n2,0,5,5,\n2,1,6,5," }' >plan.csv
printf 'body,radius\nbig,0.5\n' >bodies.csv
runs 2 check -r 0.3 --bodies bodies.csv --split-plan 4 plan.csv
says 'leave out --split-plan'
hall 8 agent
TMPDIR=$PWD/nowhere
export TMPDIR
runs 4 check -r 0.3 --split-plan 4 plan.csv
unset TMPDIR

summary
