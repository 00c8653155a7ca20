#!/bin/sh
# SPDX-License-Identifier: MIT
# Are two builds in two folders the same bytes? The sources of this build are copied to a folder
# of another name and depth, configured with the same options and built there without a compiler
# cache; then what a package would hold is compared byte by byte. Takes as long as a build.
#
#     check-reproducible.sh
#
# On one machine of a forge `graze` alone came out different, once, which eight builds elsewhere (a
# fresh Debian 12 among them) did not repeat. What is printed there shall find the cause.
set -u
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir/build}
passed=0 failed=0 skipped=0

if [ ! -x "$top_builddir/config.status" ] || [ -e "$top_srcdir/config.status" ]; then
    echo "SKIP: nothing is built in $top_builddir, or among the sources"
    echo '0 passed, 0 failed, 1 skipped'
    exit 77
fi
if ! grep -q '^GRAZE_PREFIX_MAP = .' "$top_builddir/Makefile"; then
    echo 'SKIP: this compiler, or a build with coverage, keeps the names of folders'
    echo '0 passed, 0 failed, 1 skipped'
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
there=$scratch/another/and/deeper/folder
mkdir -p "$there"

# The sources alone: a build folder may lie among them.
(cd "$top_srcdir" && tar -cf - --exclude-tag-all=config.status --exclude=./.git \
    --exclude=./autom4te.cache .) | (cd "$there" && tar -xf -)

# Without a cache, which hands out what was compiled elsewhere.
CCACHE_DISABLE=1
export CCACHE_DISABLE
mkdir "$there/out"
if ! (cd "$there/out" && eval "../configure $("$top_builddir/config.status" --config)" &&
    make -j2 V=0 graze libgraze.la libgraze.stamp $(cd "$top_builddir" && ls graze_sqlite.la 2>/dev/null)) \
    >"$scratch/log" 2>&1; then
    tail -n 30 "$scratch/log"
    echo '0 passed, 1 failed, 0 skipped'
    exit 1
fi

for file in graze .libs/libgraze.so .libs/libgraze.a .libs/graze_sqlite.so; do
    if [ ! -e "$top_builddir/$file" ] && [ ! -e "$there/out/$file" ]; then
        echo "SKIP: no $file is built"
        skipped=$((skipped + 1))
    elif cmp "$top_builddir/$file" "$there/out/$file"; then
        passed=$((passed + 1))
    else
        echo "FAIL: $file differs"
        failed=$((failed + 1))
    fi
done
if [ "$failed" -gt 0 ]; then
    echo 'Objects that differ, then what the programs are made of:'
    (cd "$there/out" && find src -name '*.o' ! -path '*/.libs/*') | sort | while read -r object; do
        cmp -s "$top_builddir/$object" "$there/out/$object" || echo "    $object"
    done | head -n 12
    made_of() {
        size -A "$1/graze" | sed '1d'
        ldd "$1/graze" | sed 's/ (0x.*//'
    }
    made_of "$top_builddir" >"$scratch/first"
    made_of "$there/out" >"$scratch/second"
    diff "$scratch/first" "$scratch/second" | head -n 20
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
