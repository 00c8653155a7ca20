#!/bin/sh
# SPDX-License-Identifier: MIT
# Does the top README tell the truth? Its ```c example is built and run and must
# print the ```text block, and each ```console block is replayed: a line `$ command` runs
# in a scratch folder beside a copy of maps/, and what it prints on both streams
# must be the lines below it, byte for byte.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
driver=${GRAZE:-$top_builddir/graze}
readme=$top_srcdir/README.md

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/tree"
cp -r "$top_srcdir/maps" "$scratch/tree/maps"
chmod -R u+w "$scratch/tree"
ln -s "$driver" "$scratch/bin/graze"
PATH=$scratch/bin:$PATH
export PATH
passed=0 failed=0 skipped=0

fail() {
    echo "FAIL: $1"
    failed=$((failed + 1))
}

# block LANGUAGE: the blocks of one language, without their fences.
block() {
    awk -v fence="\`\`\`$1" '
        $0 == fence { inside = 1; next }
        /^```/ { inside = 0 }
        inside { print }' "$readme"
}

# ---- the C example ------------------------------------------------------------------

block c >"$scratch/example.c"
block text >"$scratch/example.expected"

# Compilers and flags are lists of words.
# shellcheck disable=SC2086
if ! ${CC:-cc} -x c -std=c11 -Wall -Wextra -Wpedantic -Werror "$scratch/example.c" -x none \
    "-I$top_srcdir/include" "-I$top_builddir/include" ${GRAZE_LDFLAGS:-} -o "$scratch/example" \
    "$top_builddir/.libs/libgraze-internal.a" -lgmp -lm; then
    fail 'the example does not build'
elif ! "$scratch/example" >"$scratch/example.out"; then
    fail 'the example fails'
elif ! diff "$scratch/example.expected" "$scratch/example.out"; then
    fail 'the example prints something else'
else
    passed=$((passed + 1))
fi

# The same example is C++, too.
# shellcheck disable=SC2086
if [ -z "${CXX:-}" ]; then
    echo 'skipped: no C++ compiler for the example'
    skipped=1
elif $CXX -x c++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror "-I$top_srcdir/include" \
    "-I$top_builddir/include" -fsyntax-only "$scratch/example.c"; then
    passed=$((passed + 1))
else
    fail 'the example is no C++ without warnings'
fi

# ---- the commands -------------------------------------------------------------------

# replay COMMAND EXPECTED: both are texts.
replay() {
    (cd "$scratch/tree" && eval "$1") >"$scratch/out" 2>&1 </dev/null || true
    printf '%s' "$2" >"$scratch/expected"
    if diff "$scratch/expected" "$scratch/out" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "\$ $1"
        cat "$scratch/diff"
    fi
}

block console >"$scratch/console"
command='' expected=''
while IFS= read -r line; do
    case $line in
        '$ '*)
            [ -z "$command" ] || replay "$command" "$expected"
            command=${line#??} expected='' ;;
        *) expected="$expected$line
" ;;
    esac
done <"$scratch/console"
[ -z "$command" ] || replay "$command" "$expected"

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 2 ]
