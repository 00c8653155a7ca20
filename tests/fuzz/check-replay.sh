#!/bin/sh
# SPDX-License-Identifier: MIT
# Every fuzz target, without a fuzzer, over its seeds, over spoilt versions of them, over what was
# ever found, and over some random bytes: so they work, under every compiler, on the day that they
# are needed.
set -eu
source=${top_srcdir:-$(dirname "$0")/../..}
replay=${top_builddir:-.}/tests/fuzz/replay
count=100
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tests/fuzz/seeds.sh" "$work/seeds"

passed=0 failed=0
for target in $("$replay" --list); do
    set -- $count --spoilt
    for folder in "$work/seeds/$target" "$source/tests/fuzz/found/$target"; do
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    if "$replay" "$target" "$@" 2>"$work/log"; then
        passed=$((passed + 1))
    else
        echo "FAIL: $target"
        tail -n 5 "$work/log"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
