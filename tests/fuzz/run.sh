#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the fuzz targets of a build that was configured with --enable-fuzzers and prints a row for
# each: in a night one after the other, else as many at once as there are processors.
#
#     tests/fuzz/run.sh smoke [TARGET...]   3 seconds each, from the seeds, the same every time
#     tests/fuzz/run.sh night [TARGET...]   10 million executions or 20 minutes of processor time
#                                           each, whichever comes first, from what earlier nights
#                                           have left in tests/fuzz/corpus of the build folder
#
# GRAZE_FUZZ_SECONDS is the time of one target in the place of those. An input that fails is
# kept in tests/fuzz/failed of the build folder. The last line is `N passed, M failed, K skipped`.
# A night adds a row for each target to tests/fuzz/nights.csv of the build folder; the rows of nights
# that count are in nights.csv beside this file, with the commit that was run.
set -eu
source=$(cd "${top_srcdir:-$(dirname "$0")/../..}" && pwd)
build=$(cd "${top_builddir:-.}" && pwd)
fuzz=$build/tests/fuzz/fuzz
length=${1:-smoke}
[ $# -eq 0 ] || shift
# Targets are words.
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $("$build/tests/fuzz/replay" --list)

if [ "$length" = smoke ] && [ $# -gt 1 ]; then
    printf '%s\n' "$@" | xargs -n 1 -P "$(nproc 2>/dev/null || echo 1)" "$0" smoke |
        awk -v targets=$# '
            / passed, / { passed += $1; next }
            NF && !($1 == "target" && named++) # each tells its row, and the first the columns
            END { printf "\n%d passed, %d failed, 0 skipped\n", passed, targets - passed
                  exit passed < targets }'
    exit
fi

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

executions=10000000
commit=$(git -C "$source" rev-parse --short HEAD 2>/dev/null || echo unknown)

# run_fuzz EXECUTIONS SECONDS ARGUMENT...: one run. An input may take five minutes by the clock on
# the wall, of which other work may leave it few.
run_fuzz() {
    most=$1 time=$2
    shift 2
    GRAZE_FUZZ_TARGET=$target "$fuzz" -runs="$most" -max_total_time="$time" -max_len=2000 \
        -timeout=300 -rss_limit_mb=4096 -print_final_stats=1 -print_funcs=0 \
        -artifact_prefix="$build/tests/fuzz/failed/$target-" "$@" >"$work/round" 2>&1
}

# clock=SECONDS: the processor time of all that has ended. (In a subshell `times` tells nothing.)
read_clock() {
    times >"$work/times"
    clock=$(awk 'NR == 2 { split($1, user, /[ms]/); split($2, kernel, /[ms]/)
        printf "%d", 60 * (user[1] + kernel[1]) + user[2] + kernel[2] }' "$work/times")
}

# Runs the target until its executions or seconds are used up: other work on the machine may keep
# a run from the processor, so there are rounds until a twentieth is left.
fuzz_target() {
    read_clock
    begun=$clock runs=0 used=0
    while [ "$runs" -lt "$executions" ] && [ $((20 * used)) -lt $((19 * seconds)) ]; do
        run_fuzz $((executions - runs)) $((seconds - used)) "$@" || return 1
        runs=$((runs + $(awk '/^stat::number_of_executed_units:/ { print $2 }' "$work/round")))
        read_clock
        used=$((clock - begun))
        [ "$length" = night ] || break
    done
}

passed=0 failed=0
printf '%-14s %12s %8s %8s\n' target executions seconds corpus
for target; do
    corpus=$build/tests/fuzz/corpus/$target
    [ "$length" = night ] || corpus=$work/corpus/$target
    mkdir -p "$corpus" "$work/seeds/$target"
    set -- "$corpus" "$work/seeds/$target"
    [ ! -d "$source/tests/fuzz/found/$target" ] || set -- "$@" "$source/tests/fuzz/found/$target"
    [ "$length" = night ] || set -- -seed=1 "$@"
    outcome=passed
    if fuzz_target "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) outcome=failed
        grep -a -v '^#' "$work/round" | tail -n 40
    fi
    printf '%-14s %12d %8d %8d\n' "$target" "$runs" "$used" \
        "$(sed -n 's|.* corp: \([0-9]*\)/.*|\1|p' "$work/round" | tail -n 1)"
    [ "$length" = smoke ] || echo "$target,$commit,$runs,$used,$outcome" >>"$build/tests/fuzz/nights.csv"
done
printf '\n%s passed, %s failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
