#!/bin/sh
# SPDX-License-Identifier: MIT
# Changes one word of a room at a time, builds, runs the quick tests, and notes who noticed.
#
#     tests/mutation/mutate.sh ROOM [COUNT [KIND]]  COUNT more mutants (20) of src/ROOM, of one
#                                                   kind alone: bound, comparison, constant, …
#     tests/mutation/mutate.sh --summary            the table of all that was noted
#
# Works in a copy of HEAD below $GRAZE_MUTATION (build-mutation/). Outcomes are appended to
# results.csv beside this script, so that a later run goes on with other mutants: their order is
# that of checksums, which is no order of the files. Outcomes:
#
#     killed      a test failed, or the program died
#     time limit  the tests of a program did not end in 300 s (or $GRAZE_MUTATION_LIMIT)
#     survived    no test noticed: survivors.md says why, or a new test is due
#     no build    the compiler refused it; does not count
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
results=$here/results.csv
[ -f "$results" ] || echo 'room,file,line,column,old,new,kind,outcome,test,text' >"$results"

if [ "${1:-}" = --summary ]; then
    exec awk -F, '
        NR > 1 && $8 != "no build" { rooms[$1]; all[$1]++; n[$1, $8]++ }
        function row(name, all, killed, late, lived) {
            printf "%-12s %7d %7d %10d %8d %6.1f %%\n", name, all, killed, late, lived,
                100 * killed / all
        }
        END {
            printf "%-12s %7s %7s %10s %8s %8s\n", "room", "mutants", "killed", "time limit",
                "survived", "killed"
            for (r in rooms) {
                row(r, all[r], n[r, "killed"], n[r, "time limit"], n[r, "survived"]) | "sort"
                a += all[r]; k += n[r, "killed"]; t += n[r, "time limit"]; s += n[r, "survived"]
            }
            close("sort")
            if (a > 0) row("all", a, k, t, s)
        }' "$results"
fi

room=$1 count=${2:-20} wanted=${3:-}
[ -d "$top/src/$room" ] || { echo "mutate.sh: no room src/$room" >&2; exit 2; }

# The programs that ask this room, the room's own first.
case $room in
numeric | geometry | motion) programs="$room contact starts kernel scaling scaling-bodies" ;;
contact) programs='contact kernel paths scaling scaling-bodies' ;;
starts) programs='starts kernel paths scaling scaling-bodies' ;;
paths) programs='paths kernel check' ;;
broadphase | world) programs="$room check planner" ;;
io | storage) programs="$room cli" ;;
*) programs=$room ;;
esac

work=${GRAZE_MUTATION:-$top/build-mutation}
tree=$work/tree
mkdir -p "$work"
head=$(git -C "$top" rev-parse HEAD)
if [ "$(cat "$work/head" 2>/dev/null)" != "$head" ]; then
    rm -rf "$tree" && mkdir -p "$tree"
    git -C "$top" archive HEAD | tar -x -C "$tree"
    (cd "$tree" && GRAZE_BUILD="$tree/build" scripts/build --disable-shared \
        CFLAGS="${CFLAGS:--O1}" CC="${CC:-cc}") >"$work/build.log" 2>&1
    echo "$head" >"$work/head"
fi
build=$tree/build
targets=
for program in $programs; do
    targets="$targets tests/test-$program"
done
# shellcheck disable=SC2086 # a list
make -C "$build" -s $targets >"$work/build.log" 2>&1

# quick PROGRAM: runs its quick tests within a time limit, until one fails; 0, 124 at the limit, or
# anything else. Who writes on after that failure dies of the closed pipe.
limit=${GRAZE_MUTATION_LIMIT:-300}
quick() {
    (
        cd "$build"
        {
            status=0
            srcdir=$tree top_srcdir=$tree timeout "$limit" "tests/test-$1" 2>&1 || status=$?
            echo "$status" >"$work/status"
        } | awk '{ print } /^  Test: .*FAILED/ { exit 1 }' >"$work/test.log" || exit 1
        exit "$(cat "$work/status")"
    )
}

# outcome: builds and asks one program after the other; prints `OUTCOME,TEST`.
outcome() {
    for program in $programs; do
        make -C "$build" -s "tests/test-$program" >"$work/make.log" 2>&1 ||
            { echo 'no build,'; return; }
        status=0
        quick "$program" || status=$?
        case $status in
        0) ;;
        124) echo "time limit,test-$program"; return ;;
        *)
            name=$(sed -n 's/^  Test: \([a-z_0-9A-Z]*\) .*FAILED.*/\1/p' "$work/test.log" | head -n 1)
            echo "killed,test-$program${name:+ $name}"
            return
            ;;
        esac
    done
    echo 'survived,'
}

tab=$(printf '\t')
(cd "$tree" && find "src/$room" -name '*.c' -o -path "src/$room/*.h" -o -path "src/$room/*.inc" |
    LC_ALL=C sort | xargs awk -f "$here/mutants.awk") |
    awk -F "$tab" -v kind="$wanted" 'kind == "" || $6 == kind' >"$work/mutants"
while IFS= read -r mutant; do
    printf '%s\t%s\n' "$(printf %s "$mutant" | cksum | cut -d ' ' -f 1)" "$mutant"
done <"$work/mutants" | sort -n | cut -f 2- >"$work/shuffled"

done_now=0
while IFS=$tab read -r file line column old new kind && [ "$done_now" -lt "$count" ]; do
    text=$(sed -n "${line}s/^ *//p" "$tree/$file" | tr ',"' ';~')
    key="$room,$file,$line,$column,"
    if grep -qF "$key" "$results" && grep -F "$key" "$results" | grep -qF ",$text"; then
        continue
    fi
    cp -p "$tree/$file" "$work/original"
    awk -v line="$line" -v column="$column" -v old="$old" -v new="$new" '
        NR == line { $0 = substr($0, 1, column - 1) new substr($0, column + length(old)) }
        { print }' "$work/original" >"$tree/$file"
    found=$(outcome)
    cp "$work/original" "$tree/$file"
    printf '%s,%s,%s,%s,%s,%s,%s,%s,%s\n' "$room" "$file" "$line" "$column" \
        "$(printf %s "$old" | tr ',"' ';~')" "$(printf %s "$new" | tr ',"' ';~')" "$kind" \
        "$found" "$text" | tee -a "$results"
    done_now=$((done_now + 1))
done <"$work/shuffled"
