#!/bin/sh
# SPDX-License-Identifier: MIT
# Can a stranger use what `make install` put there? Runs every script beside this one and sums
# what they count. The Makefile says in the environment where the parts are.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export docdir libdir bindir datadir mandir pythondir PYTHON version SYSROOT CC CXX PKG_CONFIG
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

for part in "$here"/*.sh; do
    case $part in */check.sh | */try.sh) continue ;; esac
    printf '%s\n' "-- ${part##*/}"
    if sh "$part" >"$log" 2>&1; then broken=0; else broken=1; fi
    cat "$log"
    counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' \
        "$log" | tail -n 1)
    # Three numbers.
    # shellcheck disable=SC2086
    set -- ${counts:-0 0 0}
    [ "$broken" -eq 0 ] || [ "$2" -gt 0 ] || set -- "$1" 1 "$3"
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
