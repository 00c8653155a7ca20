#!/bin/sh
# SPDX-License-Identifier: MIT
# Out of memory, at any allocation: exit status 5 and a message that says so, or the whole answer
# where memory was not needed after all.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
maps=$top_srcdir/maps
shim=$scratch/failing.so

# Fails allocation number $GRAZE_FAIL_AT, counted from where libraries have been set up.
cat >"$scratch/failing.c" <<'END'
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long count, at;
__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("GRAZE_FAIL_AT");
    at = text != NULL ? atol(text) : 0;
    count = 0;
}
static int fails(void)
{
    int now = __sync_add_and_fetch(&count, 1) == at;
    if (now)
        errno = ENOMEM;
    return now;
}
void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
__attribute__((destructor)) static void end(void)
{
    char digits[24];
    size_t i = sizeof digits;
    if (getenv("GRAZE_FAIL_COUNT") == NULL)
        return;
    digits[--i] = '\n';
    for (long rest = count; rest > 0; rest /= 10)
        digits[--i] = (char)('0' + rest % 10);
    if (write(STDERR_FILENO, digits + i, sizeof digits - i) < 0)
        return;
}
END

# with_memory_failing: is there a way to make allocations fail?
with_memory_failing() {
    [ -f "$shim" ] || ${CC:-cc} -shared -fPIC -o "$shim" "$scratch/failing.c" 2>/dev/null || {
        skip 'no shared object that fails allocations can be made here'
        return 1
    }
    if nm "$GRAZE" 2>/dev/null | grep -qE '__(asan|tsan|msan)_'; then
        skip 'the program is instrumented'
        return 1
    fi
    counted=$(LD_PRELOAD=$shim GRAZE_FAIL_COUNT=1 "$GRAZE" --version 2>&1 >/dev/null | tail -n 1)
    [ "${counted:-0}" -gt 0 ] 2>/dev/null || { skip 'allocations cannot be made to fail here'; return 1; }
}

rounds=20
case ${GRAZE_TIER:-check} in long) rounds=300 ;; night) rounds=3000 ;; esac

# ends_well STATUS ARGUMENT…: graze ends with STATUS and its answer, and with 5 and a message when
# an allocation fails. What it leaves behind in made.db* is taken away each time.
ends_well() {
    good=$1
    shift
    with_memory_failing || return 0
    rm -f made.db*
    LD_PRELOAD=$shim GRAZE_FAIL_COUNT=1 "$GRAZE" "$@" >answer 2>told
    total=$(tail -n 1 told)
    step=$((total / rounds + 1)) at=1
    while [ $at -le "$total" ]; do
        rm -f made.db*
        LD_PRELOAD=$shim GRAZE_FAIL_AT=$at "$GRAZE" "$@" >found 2>told
        ended=$?
        case $ended in
        5) grep -q 'memory' told || fault "allocation $at of $total: $*: no word of memory: $(head -n 2 told)" ;;
        "$good") cmp -s answer found || fault "allocation $at of $total: $*: another answer" ;;
        *) fault "allocation $at of $total: $*: exit $ended: $(head -n 2 told)" ;;
        esac
        [ $ended -ne 5 ] || [ ! -s found ] || fault "allocation $at of $total: $*: half an answer"
        for left in made.db-*; do
            [ ! -e "$left" ] || fault "allocation $at of $total: $*: left $left"
        done
        at=$((at + step))
    done
}

it 'a check without memory says so'
ends_well 1 check --radius 0.25 -q "$maps/braking.csv"

it 'a check that fills a database without memory says so'
ends_well 1 check --radius 0.25 --unsafe-starts --slack -q -o made.db "$maps/braking.csv"

it 'questions to a database without memory say so'
runs 1 check --radius 0.25 -q -o results.db "$maps/braking.csv"
ends_well 0 query results.db safe
ends_well 0 query results.db export
ends_well 0 query results.db verify
ends_well 0 query results.db degree --format jsonl
ends_well 0 query --format table results.db "SELECT label, x'00ff' AS bytes FROM agent"

it 'a conversion without memory says so'
runs 1 check --radius 0.25 -q -o results.db "$maps/braking.csv"
ends_well 0 convert --to motions results.db -
printf 'agent,time,x,y\n0,0,1,2\n0,1.5,2,4\n1,0,3,3\n' >plan.csv
ends_well 0 convert --to log plan.csv -

it 'answers to pairs without memory say so'
printf 'id,a_x,a_y,a_vx,a_vy,a_radius,b_x,b_y,b_vx,b_vy,b_radius\nn,0,0,1,0,0.5,9,0,-1,0,0.5\n' >pairs.csv
ends_well 0 pairs --what conflicts pairs.csv
ends_well 0 pairs --what unsafe-starts --format table pairs.csv

it 'a search for a plan without memory says so'
printf '0,0,0\n0,0,0\n0,0,0\n' >grid.csv
printf 'agent,start_x,start_y,goal_x,goal_y\na,0,0,2,1\nb,2,0,0,2\n' >task.csv
ends_well 0 solve --map grid.csv --scenario task.csv --radius 0.3 -q

it 'a page and a picture without memory say so'
runs 1 check --radius 0.25 -q -o results.db "$maps/braking.csv"
ends_well 0 replay results.db -o -
ends_well 0 plot gantt results.db -o -

summary
