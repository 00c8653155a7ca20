#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the fuzz targets of a build that was configured with --enable-fuzzers, one after the
# other, and prints a row for each.
#
#     tests/fuzz/run.sh smoke [TARGET...]   3 seconds each, from the seeds, the same every time
#     tests/fuzz/run.sh night [TARGET...]   10 million executions or 20 minutes each, whichever
#                                           comes first, from what earlier nights have left in
#                                           tests/fuzz/corpus of the build folder
#
# GRAZE_FUZZ_SECONDS is the time of one target in the place of those. An input that fails is
# kept in tests/fuzz/failed of the build folder. The last line is `N passed, M failed, K skipped`.
set -eu
source=$(cd "${top_srcdir:-$(dirname "$0")/../..}" && pwd)
build=$(cd "${top_builddir:-.}" && pwd)
fuzz=$build/tests/fuzz/fuzz
length=${1:-smoke}
[ $# -eq 0 ] || shift
# Targets are words.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $("$build/tests/fuzz/replay" --list)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top_srcdir=$source "$source/tests/fuzz/seeds.sh" "$work/seeds"
mkdir -p "$build/tests/fuzz/failed"
case $length in
    smoke) seconds=3 ;;
    night) seconds=1200 ;;
    *) echo "usage: run.sh smoke|night [TARGET...]" >&2; exit 2 ;;
esac
seconds=${GRAZE_FUZZ_SECONDS:-$seconds}

passed=0 failed=0
printf '%-14s %12s %8s %8s\n' target executions seconds corpus
for target; do
    corpus=$build/tests/fuzz/corpus/$target
    [ "$length" = night ] || corpus=$work/corpus/$target
    mkdir -p "$corpus" "$work/seeds/$target"
    found=
    [ ! -d "$source/tests/fuzz/found/$target" ] || found=$source/tests/fuzz/found/$target
    set -- -runs=10000000 -max_total_time="$seconds" -max_len=2000 -timeout=60 \
        -rss_limit_mb=4096 -print_final_stats=1 -print_funcs=0 \
        -artifact_prefix="$build/tests/fuzz/failed/$target-"
    [ "$length" = night ] || set -- "$@" -seed=1
    status=0
    # shellcheck disable=SC2086
    GRAZE_FUZZ_TARGET=$target "$fuzz" "$@" "$corpus" "$work/seeds/$target" \
        $found >"$work/log" 2>&1 || status=$?
    awk -v target="$target" '
        /^stat::number_of_executed_units:/ { runs = $2 }
        /^Done [0-9]+ runs in/ { seconds = $5 }
        / corp: / { split($0, part, "corp: "); split(part[2], size, "/"); corpus = size[1] }
        END { printf "%-14s %12d %8d %8d\n", target, runs, seconds, corpus }' "$work/log"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        grep -a -v '^#' "$work/log" | tail -n 40
    fi
done
printf '\n%s passed, %s failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
