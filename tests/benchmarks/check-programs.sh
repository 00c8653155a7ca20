#!/bin/sh
# SPDX-License-Identifier: MIT
# Does every program of `make bench` run to its end, and print tables with rows? With few pairs:
# what it measures here is worth nothing. One test a program.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$PWD}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
TMPDIR=$scratch
export TMPDIR
passed=0 failed=0

programs=$(sed -n '/^BENCHMARKS = /,/[^\\]$/p' "$top_srcdir/benchmarks/local.mk" |
    sed 's/^BENCHMARKS = //; s/\\$//; s,%reldir%,benchmarks,g')
cd "$top_builddir"
# shellcheck disable=SC2086 # a list
make -s $programs >"$scratch/log" 2>&1 || { tail -n 5 "$scratch/log" && exit 1; }
for program in $programs; do
    if "./$program" --pairs 1000 --repeats 1 >"$scratch/out" 2>"$scratch/log" &&
        grep -A 1 '^| --- ' "$scratch/out" | grep -q '^| [^-]'; then
        passed=$((passed + 1))
    else
        echo "FAIL: $program" && tail -n 3 "$scratch/log"
        failed=$((failed + 1))
    fi
done

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 10 ]
