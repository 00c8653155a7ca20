#!/bin/sh
# SPDX-License-Identifier: MIT
# Does everybody get the same answers? Two texts are golden, bit for bit: what a program has
# heard from libgraze (determinism/answers.c), and hashes of what the command prints and stores
# for plans in maps/ and for generated ones. This build must give them with all instructions
# that the processor has, numbers of threads, indices, filters and a locale of another decimal
# point. In the long tier (`make determinism`) each index is asked with each filter, not once, and
# so must builds by other compilers and with other optimisations, by musl and for aarch64, give
# them, where the tools are installed. `--print` prints what
# this build's command exports, for a change of the golden text.
set -u
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
golden=$top_srcdir/tests/determinism
maps=$top_srcdir/maps
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0 skipped=0

row() { printf '%-6s %s\n' "$1" "$2"; }
skip() {
    row skip "$1"
    skipped=$((skipped + 1))
}

# judge ROW FOUND GOLDEN: are both files the same?
judge() {
    if cmp -s "$2" "$3"; then
        row same "$1"
        passed=$((passed + 1))
    else
        row DIFFER "$1"
        diff "$3" "$2" | head -n 10
        failed=$((failed + 1))
    fi
}

# ---- the plan that the command is asked about ----

# Eighty agents on a grid of 16 x 16 cells; whole numbers alone, so that every awk writes this.
awk 'BEGIN {
    seed = 12345
    print "agent,time,x,y"
    for (agent = 0; agent < 80; agent++) {
        x = next_number(16); y = next_number(16); time = 0
        for (step = 0; step < 20; step++) {
            printf "a%d,%d.%02d,%d,%d\n", agent, int(time / 100), time % 100, x, y
            x += next_number(3) - 1; y += next_number(3) - 1; time += 100 + 25 * next_number(4)
        }
    }
}
function next_number(below) {
    seed = (seed * 1103 + 12347) % 2147483
    return int(seed / 64) % below
}' >"$scratch/plan.csv"

# printed NAME: the lines of standard input, and their hash.
printed() {
    cat >"$scratch/text"
    printf '%s %s %s\n' "$1" "$(wc -l <"$scratch/text")" \
        "$(sha256sum <"$scratch/text" | cut -d' ' -f1)"
}

# export_of GRAZE [OPTION…]: hashes of what it prints and stores, with these options of check.
export_of() {
    graze=$1
    shift
    rm -f "$scratch/run.db"
    "$graze" check -q --hex --format csv --all --radius 0.35355339059327379 --unsafe-starts \
        -o "$scratch/run.db" "$@" "$scratch/plan.csv" | printed generated/printed
    for table in motion_whole meeting unsafe_start; do
        "$graze" query --hex --format csv "$scratch/run.db" "SELECT * FROM $table" |
            printed "generated/$table"
    done
    "$graze" check -q --hex --format csv --all --bodies "$maps/crossing-bodies.csv" \
        --outside free --map "$maps/crossing-map.csv" "$@" "$maps/crossing.csv" |
        printed crossing/printed
    "$graze" check -q --hex --format csv --all --bodies "$maps/dock-bodies.csv" "$@" \
        "$maps/dock.csv" | printed dock/printed
    "$graze" check -q --hex --format csv --all --radius 0.5 "$@" "$maps/drones.csv" |
        printed drones/printed
    for what in conflicts clearance verdict unsafe-starts; do
        "$graze" pairs -q --hex --format csv --what $what "$maps/braking-pairs.csv" |
            printed "braking/$what"
    done
    "$graze" solve -q --hex --format csv --map "$maps/crossing-map.csv" \
        --scenario "$maps/crossing-scenario.csv" | printed crossing/solved
}

# drive ROW GRAZE [OPTION…]
drive() {
    name=$1
    shift
    export_of "$@" >"$scratch/export" 2>"$scratch/said"
    if [ -s "$scratch/said" ]; then head -n 3 "$scratch/said"; fi
    judge "$name" "$scratch/export" "$golden/export.txt"
}

# hear ROW COMMAND…: what it prints is the library's golden text.
hear() {
    name=$1
    shift
    "$@" >"$scratch/answers" 2>"$scratch/said"
    if [ $? -eq 77 ]; then
        skip "$name: $(cat "$scratch/said")"
        return
    fi
    judge "$name" "$scratch/answers" "$golden/answers.txt"
}

if [ "${1-}" = --print ]; then
    export_of "$top_builddir/graze"
    exit 0
fi

# ---- this build ----

here=$top_builddir
hear 'library: this build' "$here/tests/answers"
drive 'command: this build' "$here/graze"
for level in plain avx2 avx512; do
    if [ -x "$here/tests/graze-at-level" ]; then
        GRAZE_TEST_CPU=$level
        export GRAZE_TEST_CPU
        hear "library: $level" "$here/tests/answers"
        if "$here/tests/graze-at-level" check --radius 1 "$scratch/plan.csv" >/dev/null 2>&1
            [ $? -eq 77 ]; then
            skip "command: $level: not on this processor"
        else
            drive "command: $level" "$here/tests/graze-at-level"
        fi
        unset GRAZE_TEST_CPU
    else
        skip "$level: this linker replaces no function"
    fi
done
# indexed INDEX FILTER
indexed() {
    drive "command: --index $1 --filter $2" "$here/graze" --index "$1" --filter "$2"
}
case ${GRAZE_TIER-check} in
    long* | night*)
        jobs_asked='1 2 3 4 5 6 7 8'
        for index in none scan sweep grid tree masks; do
            for filter in none bvh bvi si sta pyramid; do indexed $index $filter; done
        done
        ;;
    *) # each of them once
        jobs_asked='1 3 8'
        indexed none none
        indexed scan bvh
        indexed sweep bvi
        indexed grid si
        indexed tree sta
        indexed masks pyramid
        ;;
esac
for jobs in $jobs_asked; do
    drive "command: -j $jobs" "$here/graze" -j "$jobs"
done
if [ -d "$here/tests/locale/de_DE.UTF-8" ]; then
    LC_ALL=de_DE.UTF-8 LOCPATH=$here/tests/locale drive 'command: de_DE' "$here/graze"
else
    skip 'command: de_DE: localedef made no locale'
fi

# ---- other builds ----

# build_and_ask NAME COMPILER FLAGS: builds in a folder of its own, without a compiler cache.
build_and_ask() {
    compiler=${2%% *}
    if ! command -v "$compiler" >/dev/null 2>&1; then
        skip "$1: no $compiler"
        return
    fi
    rm -rf "$scratch/build"
    mkdir "$scratch/build"
    if (cd "$scratch/build" &&
        "$top_srcdir/configure" CC="$2" CFLAGS="$3" --disable-shared --without-cunit \
            --without-cairo --without-sqlite-extension && make -j2 graze tests/answers) \
        >"$scratch/log" 2>&1; then
        hear "library: $1" "$scratch/build/tests/answers"
        drive "command: $1" "$scratch/build/graze"
    else
        row FAILED "$1"
        tail -n 15 "$scratch/log"
        failed=$((failed + 1))
    fi
}

case ${GRAZE_TIER-check} in
    long* | night*)
        if [ -e "$top_srcdir/config.status" ]; then
            skip 'other builds: the sources are built among themselves'
        else
            for compiler in gcc clang; do
                build_and_ask "$compiler -O0" $compiler -O0
                build_and_ask "$compiler -O2" $compiler -O2
                build_and_ask "$compiler -O3" $compiler -O3
                build_and_ask "$compiler -O3 -march=native" $compiler '-O3 -march=native'
            done
            . "$golden/foreign.sh"
        fi
        ;;
esac

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
