#!/bin/sh
# SPDX-License-Identifier: MIT
# graze batch and graze merge: many jobs into one database, whatever happens on the way. In `make
# check` a run of 30 jobs is killed 6 times, in check-long one of 2 000 40 times, where few rounds
# are asked (GRAZE_TIER=check/10) one of 12 3 times.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

case ${GRAZE_TIER:-check} in
long*) jobs=2000 kills=40 few=20 ;;
check/*) jobs=12 kills=3 few=4 ;;
*) jobs=30 kills=6 few=10 ;;
esac
counted="$((few + 7)) jobs: $((few + 5)) done, 2 failed"

# plans N: so many small plans p0.csv ..., in which agents meet.
plans() {
    awk -v n="$1" 'BEGIN { srand(7)
        for (p = 0; p < n; p++) {
            file = "p" p ".csv"; print "agent,time,x,y" >file
            for (a = 0; a < 6; a++) for (t = 0; t < 5; t++)
                printf "%d,%d,%.2f,%.2f\n", a, t, 6 * rand(), 6 * rand() >file
            close(file) } }'
}

# mixed N: so many checks of ten plans with many radii, two jobs without an answer, five solves.
mixed() {
    plans 10
    for _ in 1 2 3 4 5 6; do echo '0,0,0,0,0,0'; done >map.csv
    awk 'BEGIN { print "agent,start_x,start_y,goal_x,goal_y"
        for (a = 0; a < 5; a++) printf "%d,%d,0,%d,5\n", a, a, 4 - a }' >tasks.csv
    awk -v n="$1" 'BEGIN { print "command,plan,map,scenario,agents,radius,options"
        for (i = 0; i < n; i++) printf "check,p%d.csv,,,,0.%04d,\n", i % 10, 1000 + i
        print "check,missing.csv,,,,0.3,"
        print "check,p1.csv,,,,0.3,--limit-meetings 1"
        print "solve,,map.csv,tasks.csv,1..5,0.35,\"--node-limit 200\"" }' >jobs.csv
}

export_of() { runs 0 query "$1" batch-export -o "$2"; }

it 'a batch is the same whatever the number of processes, and a job is done once'
mixed $few
runs 1 batch jobs.csv -o one.db -j 1
says "$counted, 0 skipped"
says 'query one.db jobs'
runs 1 batch jobs.csv -o four.db -j 4
export_of one.db one.csv
export_of four.db four.csv
cmp -s one.csv four.csv || fault 'another export'
runs 1 batch jobs.csv -o four.db
runs 0 query four.db 'SELECT count(*), max(tries) FROM job JOIN run USING (run_id)'
prints_line $((few + 5)),1
runs 0 query four.db verify
ls -d four.db?* 2>/dev/null && fault 'files were left'
runs 0 query one.db 'SELECT job, reason FROM job WHERE state = '"'failed'"
prints <<END
job,reason
$((few + 1)),exit status 4: missing.csv: error: cannot be opened: No such file or directory
$((few + 2)),exit status 3: not finished
END

it 'a run that was killed again and again ends as if nothing had happened'
mixed $jobs
runs 1 batch jobs.csv -o whole.db
export_of whole.db whole.csv
done=0
while [ $done -lt $kills ]; do
    "$GRAZE" batch jobs.csv -o part.db -q 2>/dev/null &
    pid=$!
    sleep "$(awk -v n=$done -v k=$kills -v j=$jobs 'BEGIN { srand(n); print 0.05 + 2 * rand() * j / k / 25 }')"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    done=$((done + 1))
done
runs 1 batch jobs.csv -o part.db
export_of part.db part.csv
cmp -s whole.csv part.csv || fault 'another export'
runs 0 query part.db 'SELECT (SELECT count(*) FROM run) - (SELECT count(run_id) FROM job)'
prints_line 0
runs 0 query part.db verify
ls -d part.db?* 2>/dev/null && fault 'files were left'

it 'a signal ends a batch, and the same command goes on'
mixed 40
"$GRAZE" batch jobs.csv -o part.db -j 1 2>said &
pid=$!
sleep 0.3
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || fault 'no status of a signal'
grep -q 'left$' said && { grep -q 'same command goes on' said || fault 'no hint'; }
runs 1 batch jobs.csv -o part.db
says '47 jobs: 45 done, 2 failed'

it 'a list whose files are others than before is refused, and goes on when they are back'
mixed $few
cp p3.csv kept
runs 1 batch jobs.csv -o part.db
export_of part.db before.csv
echo '9,0,40,40' >>p3.csv
runs 2 batch jobs.csv -o part.db
says "p3.csv: error: the file is not what it was when job 4 of list 'batch' was done"
says 'bring it back, or give the list another --name'
ls -d part.db?* 2>/dev/null && fault 'files were left'
export_of part.db after.csv
cmp -s before.csv after.csv || fault 'another export after a refusal'
runs 1 batch jobs.csv -o part.db --name anew
runs 0 query part.db "SELECT count(*), count(DISTINCT sha256) FROM input WHERE name = 'p3.csv'"
prints_line $((2 * ((few + 6) / 10))),2
cp kept p3.csv
rm p4.csv
runs 1 batch jobs.csv -o part.db
says "$counted, 0 skipped"

it 'shards are merged into what one run finds'
mixed $few
runs 1 batch jobs.csv -o whole.db
export_of whole.db whole.csv
for i in 1 2 3; do
    "$GRAZE" batch jobs.csv -o $i.db --shard $i/3 -q
done
runs 0 merge 1.db 2.db 3.db -o all.db
says "3 files: $((few + 5)) runs"
export_of all.db all.csv
cmp -s whole.csv all.csv || fault 'another export'
runs 0 query all.db verify
runs 0 merge all.db 2.db whole.db -o again.db
says 'there already'
export_of again.db again.csv
cmp -s whole.csv again.csv || fault 'another export of what was there already'
leaves_none() { ! ls -d again.db?* 2>/dev/null || fault 'files were left'; }
leaves_none

it 'runs of one command are merged once, others all'
plans 2
runs 1 check --radius 0.4 p0.csv -o a.db
runs 1 check --radius 0.4 p0.csv --output=b.db
runs 1 check --radius 0.4 p1.csv -ob.db
runs 0 merge a.db b.db -o c.db
runs 0 query c.db 'SELECT count(*) FROM run'
prints_line 2
runs 0 query a.db export plan=1 -o a.csv
runs 0 query c.db export plan=1 -o c.csv
cmp -s a.csv c.csv || fault 'another export'
runs 0 query c.db verify

it 'names of plans may begin as options do'
plans 2
mv p0.csv ./-p0.csv
printf 'command,plan,radius\ncheck,-p0.csv,0.3\ncheck,p1.csv,0.3\n' >jobs.csv
runs 0 batch jobs.csv -o a.db
runs 0 batch --plans '*p?.csv' --radius 0.3 -o b.db
says '2 jobs: 2 done'

it 'options of a job may stand in lines'
plans 1
printf 'command,plan,options\ncheck,p0.csv,"--radius 0.3\n--tolerance 0.1"\n' >jobs.csv
runs 0 batch jobs.csv -o a.db

it 'a merged database takes the place of a database only'
plans 2
runs 1 check --radius 0.4 p0.csv -o a.db
cp p1.csv kept.csv
runs 2 merge a.db -o kept.csv
says 'kept.csv: error: is not a results database'
cmp -s p1.csv kept.csv || fault 'a plan was replaced'
: >all.db
runs 0 merge a.db -o all.db
runs 0 merge a.db -o all.db

it 'files that do not fit together are refused, and nothing is left'
mixed 4
runs 1 batch jobs.csv -o a.db
runs 1 batch jobs.csv -o c.db
echo '5,9,1,1' >>p1.csv
runs 1 batch jobs.csv -o b.db
runs 2 merge a.db b.db -o all.db
says "b.db: list 'batch': job 2 has read other files"
sed -i 3d jobs.csv
runs 2 batch jobs.csv -o a.db
says "list 'batch' has other jobs or limits"
runs 1 batch jobs.csv -o a.db --name other
runs 2 batch jobs.csv -o a.db --name other -t 5
runs 1 batch jobs.csv -o d.db
runs 2 merge a.db d.db -o all.db
says "has other jobs or limits than the one of that name before"
runs 2 merge jobs.csv -o all.db
runs 4 merge none.db -o all.db
runs 2 merge a.db -o a.db
says 'would take its own place'
runs 2 merge -o a.db
runs 2 merge c.db -o -
says 'the merged database needs a file'
mkdir there
runs 4 merge c.db -o there
says 'there: error: cannot be written'
ls -d there?* 2>/dev/null && fault 'files were left'
runs 2 merge a.db
runs 4 merge c.db -o none/all.db
[ ! -e all.db ] || fault 'there is a file'
if command -v sqlite3 >/dev/null; then
    sqlite3 c.db "UPDATE batch SET graze_version = '0.0.0'"
    runs 2 batch jobs.csv -o c.db
    says 'was begun by another version of Graze'
    runs 2 merge a.db c.db -o all.db
    says 'another version of Graze than before, 0.0.0'
fi

it 'jobs are made of patterns, and a series ends at its first failure'
mixed 1
mkdir maps
cp map.csv maps/hall.map.csv
cp map.csv maps/hall-2.csv
cp tasks.csv maps/hall-2-a.tasks
cp tasks.csv maps/hall.map-b.tasks
runs 0 batch --maps 'maps/hall*.csv' --scenarios 'maps/*.tasks' --agents 1..3..2 --radius 0.35 \
    --options '--node-limit 200' -o a.db
runs 0 query a.db 'SELECT map, scenario, agents FROM solve ORDER BY scenario, agents'
prints <<END
map,scenario,agents
maps/hall-2.csv,maps/hall-2-a.tasks,1
maps/hall-2.csv,maps/hall-2-a.tasks,3
maps/hall.map.csv,maps/hall.map-b.tasks,1
maps/hall.map.csv,maps/hall.map-b.tasks,3
END
runs 0 batch --plans 'p*.csv' --radius 0.3 -o b.db
runs 0 query b.db 'SELECT count(*) FROM job'
prints_line 10
runs 0 batch --maps map.csv --scenarios tasks.csv --agents 1..8 --radius 0.35 -o c.db \
    --options '--node-limit 200' --stop-at-failure -j 3
runs 0 query c.db "SELECT state, count(*) FROM job GROUP BY state"
prints_line done,5
prints_line skipped,3
runs 0 query c.db "SELECT DISTINCT reason FROM job WHERE state = 'skipped'"
prints_line 'job 5 has no plan'
runs 2 batch --maps 'maps/*.csv' --scenarios tasks.csv -o d.db
says 'no map belongs to a scenario'
runs 2 batch --plans 'q*.csv' -o d.db
says 'no file matches'

it 'a job that takes too long or too much, or dies, costs itself alone'
plans 3
awk 'BEGIN { print "agent,time,x,y"; srand(1)
    for (a = 0; a < 1500; a++) for (t = 0; t < 40; t++)
        printf "%d,%d,%.2f,%.2f\n", a, t, 20 * rand(), 20 * rand() }' >big.csv
printf 'command,plan,radius\ncheck,p0.csv,0.3\ncheck,big.csv,2\ncheck,p2.csv,0.3\n' >jobs.csv
runs 1 batch jobs.csv -o a.db --time-limit 1 --progress always
says '/3 jobs'
printf 'agent,time,x,y\n0,1,2\n' >bad.csv
runs 1 batch --plans bad.csv --radius 0.3 -o q.db -q # what fails is no matter of quiet
says '1 jobs: 0 done, 1 failed'
runs 0 query a.db "SELECT state, reason FROM job"
prints <<END
state,reason
done,
failed,time limit of 1 s
done,
END
if ! nm "$GRAZE" 2>/dev/null | grep -qE '__(asan|tsan)_'; then # whose memory has no such limit
    runs 1 batch jobs.csv -o b.db --memory-limit 48 --retries 2
    runs 0 query b.db "SELECT job, state, reason, tries FROM job WHERE state = 'failed'"
    prints_line '2,failed,memory limit of 48 MiB,3'
fi
"$GRAZE" batch jobs.csv -o c.db -j 1 --time-limit 3 -q 2>/dev/null &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    worker=$(ps -o pid=,args= --ppid $pid 2>/dev/null | awk '/big.csv/ { print $1 }')
    [ -n "$worker" ] && break
    sleep 0.1
done
[ -n "$worker" ] && kill -ABRT "$worker"
wait $pid
if [ -n "$worker" ]; then
    runs 0 query c.db "SELECT state, reason FROM job"
    prints <<END
state,reason
done,
failed,signal 6: Aborted
done,
END
    runs 1 batch jobs.csv -o c.db --time-limit 3 --retry-failed
    runs 0 query c.db "SELECT reason IN ('time limit of 3 s', 'exit status 3: not finished') FROM job WHERE job = 2"
    prints_line 1
fi

it 'what is no list of jobs is refused at its place'
printf 'command,plan,agents\nfly,,\ncheck,,\ncheck,p.csv,3\nsolve,p.csv,\nsolve,,2..1\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
says 'jobs.csv:2:1: error: command: that is no job'
says 'jobs.csv:3:7: error: plan: `graze check` needs one'
says 'jobs.csv:4:13: error: agents: `graze check` takes all of a plan'
says 'jobs.csv:5:7: error: plan: `graze solve` reads none'
says 'error: map: `graze solve` needs one'
[ ! -e a.db ] || fault 'there is a database'
printf 'command,plan,map,scenario,agents,options\nsolve,,m,,,\nsolve,,m,s,2..1,\nsolve,,m,s,x,\ncheck,p,,,,-o x.db\ncheck,p,,,,--resume\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
says 'scenario: `graze solve` needs one'
says 'jobs.csv:3:12: error: agents: that is no number and no range'
says 'jobs.csv:4:12'
says 'jobs.csv:5:12: error: options: the batch keeps the results'
says 'jobs.csv:6:12'
printf 'command,map,scenario,agents\nsolve,m,s,0\nsolve,m,s,1000001\nsolve,m,s,1..\nsolve,m,s,1..x\n' >jobs.csv
printf 'solve,m,s,1..3..\nsolve,m,s,1..3..0\nsolve,m,s,3x\nsolve,m,s,1..2..1x\n,m,s,1\n' >>jobs.csv
runs 2 batch jobs.csv -o a.db
for line in 2 3 4 5 6 7 8 9; do
    says "jobs.csv:$line:11: error: agents: that is no number and no range"
done
says 'jobs.csv:10:1: error: command: that is no job'
printf 'command,plan,options\ncheck,p,--output=x.db\ncheck,p,--output-less\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
says 'jobs.csv:2:9: error: options: the batch keeps the results'
[ "$(grep -c error: ../err)" -eq 1 ] || fault 'an option of another name is refused'
printf 'command,plan,options\ncheck,p,--outp x.db\ncheck,p,-qo x.db\ncheck,p,--resu\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
[ "$(grep -c 'the batch keeps the results' ../err)" -eq 3 ] || fault 'cut short, or behind a flag'
printf 'command,plan,options\ncheck,p,"--radius ""1 2"\ncheck,p,"--radius """\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
says 'jobs.csv:2:9: error: options: a quote has no second one'
says 'jobs.csv:3:9: error: options: a quote has no second one'
printf 'command,plan\ncheck,"p\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
says 'jobs.csv:2'
printf 'plan\np.csv\n' >jobs.csv
runs 2 batch jobs.csv -o a.db
runs 4 batch none.csv -o a.db
printf 'command,plan,options\ncheck,p 1.csv,"--radius 0.3 --map ""m 1.csv"""\n' >jobs.csv
runs 1 batch jobs.csv -o a.db
runs 0 query a.db 'SELECT command_json FROM job'
prints_part '""--map"",""m 1.csv"",""p 1.csv""'
runs 2 batch
runs 2 batch jobs.csv
runs 2 batch jobs.csv -o -
runs 2 batch jobs.csv jobs.csv -o a.db
runs 2 batch jobs.csv --plans 'p*' -o a.db
runs 2 batch jobs.csv --agents 3 -o a.db
runs 2 batch --maps m -o a.db
runs 2 batch --plans p --maps m -o a.db
runs 2 batch --plans p --scenarios s -o a.db
says '--plans and --maps cannot be given at once'
runs 2 batch --scenarios s -o a.db
says 'need each other'
runs 2 batch jobs.csv --radius 1 -o a.db
says 'cannot be given at once'
runs 2 batch jobs.csv --options -v -o a.db
says 'cannot be given at once'
runs 2 batch --maps jobs.csv --scenarios none.csv -o a.db
says 'no file matches'
runs 2 batch --maps none.csv --scenarios jobs.csv -o a.db
says 'no file matches'
for part in 0/2 3/2 1 1/ /2 x/2 1/2x 1/: 99999999999999999999/99999999999999999999; do
    runs 2 batch jobs.csv -o a.db --shard $part
    says 'is no part'
done
runs 4 batch jobs.csv -o none/a.db
runs 2 --worker fly
runs 2 --worker
printf 'command,plan,options\ncheck,p.csv,"--map ""m 1"""\n' >jobs.csv
runs 1 batch jobs.csv -o b.db
runs 0 query b.db 'SELECT command_json FROM job'
prints_part '""--map"",""m 1"",""p.csv""'

it 'an array of Slurm tasks, ended by a signal or not, finds what one run finds'
mixed $few
runs 1 batch jobs.csv -o whole.db
export_of whole.db whole.csv
task() {
    GRAZE=$GRAZE SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 \
        SLURM_ARRAY_TASK_MAX=3 SLURM_CPUS_PER_TASK=2 TMPDIR=. \
        "$top_srcdir/scripts/slurm-array" jobs.csv shards -q 2>/dev/null
}
task 1 &
pid=$!
sleep 0.4
kill -TERM $pid 2>/dev/null
wait $pid
for i in 1 2 3; do task $i; done
ls -d graze.* 2>/dev/null && fault 'files were left'
runs 0 merge shards/shard-*.db -o all.db
export_of all.db all.csv
cmp -s whole.csv all.csv || fault 'another export'
SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=4 \
    "$top_srcdir/scripts/slurm-array" jobs.csv shards 2>/dev/null && fault 'tasks from 2 were taken'

it 'solver runs are asked about and drawn together'
mixed 1
runs 1 batch jobs.csv -o a.db
runs 1 batch jobs.csv -o a.db --name again
runs 0 query a.db success
prints_line 'map.csv,ccbs,1,2,2,0,1'
prints_line 'map.csv,ccbs,5,2,0,0,0'
runs 0 query a.db 'SELECT min(sum_of_costs_s) FROM solve_summary WHERE agents = 2'
cost=$(tail -n 1 ../out)
runs 0 query a.db costs
prints_part "map.csv,tasks.csv,2,ccbs,"
prints_part ",$cost,$cost,1,$cost"
runs 0 query a.db runtime
prints_part 'map.csv,ccbs,4,2,'
runs 0 query a.db deepest-of-all count=2
[ "$(wc -l <../out)" -eq 3 ] || fault 'not two conflicts'
runs 0 query a.db regressions list=again than=batch
prints_line job,worse,outcome,other_outcome,conflicts,other_conflicts,cost_s,other_cost_s,cpu_s,other_cpu_s,command_json
[ "$(wc -l <../out)" -eq 1 ] || fault 'the same answers are worse'
for picture in success runtime costs; do
    runs 0 plot $picture a.db -o $picture.svg
    grep -q 'class="curve"' $picture.svg || fault "$picture: no curve"
done
grep -q 'data-agents="5" data-share="0"' success.svg || fault 'no point'
runs 0 solve --map map.csv --scenario tasks.csv --agents 2 --radius 0.35 --method lns -o a.db \
    --node-limit 9
for picture in success runtime costs; do
    runs 0 plot $picture a.db -o $picture.svg
    [ "$(grep -c 'class="curve"' $picture.svg)" -eq 2 ] || fault "$picture: not a curve each"
done
runs 0 plot success a.db --title 'All of them' -o success.svg
grep -q 'All of them' success.svg || fault 'no title'
runs 0 batch --plans p1.csv --radius 0.1 -o b.db
runs 2 plot success b.db
says 'holds no solver run'
runs 2 plot costs b.db
says 'holds no solver run that found a plan'
runs 2 plot success p1.csv
says "'p1.csv' is no results database"
runs 2 plot success a.db a=1

it 'a job that is worse than before is named'
plans 2
printf 'command,plan,radius\ncheck,p0.csv,0.1\ncheck,p1.csv,0.1\n' >jobs.csv
"$GRAZE" batch jobs.csv -o a.db -q
cp p1.csv p0.csv
echo 'garbage' >p1.csv
"$GRAZE" batch jobs.csv -o a.db -q --name new
runs 0 query a.db "SELECT b.name, j.job, j.state FROM batch AS b JOIN job AS j USING (batch_id) ORDER BY 1, 2"
runs 0 query a.db regressions list=new than=batch --format csv
prints_part '2,no answer,failed,done,'

it 'a batch waits for the one that works on its database'
mixed 4
mkdir a.db.jobs
exec 9<a.db.jobs
flock 9
(sleep 1; : >released) &
exec 9<&-
runs 1 batch jobs.csv -o a.db
[ -e released ] || fault 'it did not wait'
runs 0 query a.db 'SELECT count(*) FROM run'
prints_line 9
: >b.db.jobs
runs 4 batch jobs.csv -o b.db
says 'b.db.jobs: error: cannot open the folder'

summary
