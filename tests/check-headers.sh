#!/bin/sh
# SPDX-License-Identifier: MIT
# Does every header stand alone, and bear being included twice? The public ones
# as C11 and as C++11, the inner ones as C11. One test a header and language. Of the inner ones that
# a source includes first the build tells; check-long asks them, too.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wundef -Werror'
public="-I$top_srcdir/include -I$top_builddir/include"
inner="$public -I$top_srcdir/src -D_XOPEN_SOURCE=700"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

# stands_alone NAME COMPILER… : compiles a file that includes NAME twice.
stands_alone() {
    name=$1
    shift
    printf '#include %s\n#include %s\nextern int nothing;\n' "$name" "$name" >"$scratch/alone"
    if "$@" -fsyntax-only "$scratch/alone" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAIL: $* with $name"
        cat "$scratch/log"
        failed=$((failed + 1))
    fi
}

# Compilers and flags are lists of words.
# shellcheck disable=SC2086
as_c() { stands_alone "$1" ${CC:-cc} -x c -std=c11 $warnings $2; }
# shellcheck disable=SC2086
as_cxx() { stands_alone "$1" $CXX -x c++ -std=c++11 $warnings $2; }

list() { (cd "$1" && find . -name '*.h' | sed 's,^\./,,' | LC_ALL=C sort -u); }

for header in $({ list "$top_srcdir/include"; list "$top_builddir/include"; } | LC_ALL=C sort -u); do
    as_c "<$header>" "$public"
    if [ -n "${CXX:-}" ]; then
        as_cxx "<$header>" "$public"
    else
        echo "skipped: no C++ compiler for <$header>"
        skipped=$((skipped + 1))
    fi
done
case ${GRAZE_TIER-check} in
check*)
    awk 'FNR == 1 { first = 1 }
        first && /^#include/ { if (gsub(/"/, "", $2)) print $2; first = 0 }' \
        "$top_srcdir"/src/*/*.c >"$scratch/told"
    ;;
*) : >"$scratch/told" ;;
esac
for header in $(list "$top_srcdir/src" | grep -vxFf "$scratch/told"); do
    as_c "\"$header\"" "$inner"
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
