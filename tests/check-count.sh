#!/bin/sh
# SPDX-License-Identifier: MIT
# Does scripts/count-tests count? It is shown made-up logs of a `make check`,
# among them those that must not pass for success.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# log NAME VERDICT TEXT
log() {
    printf '%s\n' "$3" >"$scratch/logs/$1.log"
    printf ':test-result: %s\n' "$2" >"$scratch/logs/$1.trs"
}

# counts SENTENCE MAKE-STATUS EXPECTED-LINE EXPECTED-STATUS [TEST...]; forgets the logs.
counts() {
    sentence=$1 made=$2 line=$3 expected=$4 status=0
    shift 4
    "$top_srcdir/scripts/count-tests" "$scratch/logs" "$made" "$@" >"$scratch/out" 2>&1 || status=$?
    if [ "$(tail -n 1 "$scratch/out")" = "$line" ] && [ "$status" -eq "$expected" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL: $sentence: $(tail -n 1 "$scratch/out") (status $status)"
        failed=$((failed + 1))
    fi
    fresh
}

fresh() { rm -rf "$scratch/logs"; mkdir "$scratch/logs"; }
fresh

log a PASS '3 passed, 0 failed, 1 skipped'
log b PASS '20 passed, 0 failed, 0 skipped'
counts 'programs are summed' 0 '23 passed, 0 failed, 1 skipped' 0

log a PASS '3 passed, 0 failed, 0 skipped'
log b FAIL '20 passed, 2 failed, 0 skipped'
counts 'failures are summed' 2 '23 passed, 2 failed, 0 skipped' 1

log a PASS '3 passed, 0 failed, 0 skipped'
log b FAIL 'Segmentation fault'
counts 'a crash is a failure' 2 '3 passed, 1 failed, 0 skipped' 1

log a FAIL '3 passed, 0 failed, 0 skipped
leaked 8 bytes'
counts 'a leak after the count is a failure' 2 '3 passed, 1 failed, 0 skipped' 1

log a ERROR ''
log b PASS '3 passed, 0 failed, 0 skipped'
counts 'a program that cannot start is a failure' 2 '3 passed, 1 failed, 0 skipped' 1

log a SKIP 'no data'
log b PASS 'fine'
counts 'programs that do not count are one each' 0 '1 passed, 0 failed, 1 skipped' 0

log a PASS '3 passed, 0 failed, 0 skipped'
counts 'a build that breaks is a failure' 2 '3 passed, 1 failed, 0 skipped' 1

log a PASS '3 passed, 0 failed, 0 skipped'
log b FAIL '20 passed, 2 failed, 0 skipped'
counts 'where tests are named, others are not counted' 0 '3 passed, 0 failed, 0 skipped' 0 a

log a PASS '3 passed, 0 failed, 0 skipped'
counts 'a named test that left no log is a failure' 0 '3 passed, 1 failed, 0 skipped' 1 a b

counts 'nothing at all is no success' 0 '0 passed, 0 failed, 0 skipped' 1

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
