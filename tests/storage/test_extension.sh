#!/bin/sh
# SPDX-License-Identifier: MIT
# The loadable extension in the sqlite3 shell: every ```console block of
# src/storage/extension.md is replayed, line by line, and must print what it says.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$PWD}
shell=${SQLITE3:-$(command -v sqlite3 || :)}

skip() {
    echo "skipped: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 77
}
[ -n "$shell" ] || skip 'there is no sqlite3 shell'
[ -f "$top_builddir/.libs/graze_sqlite.so" ] || skip 'the extension was not built'
case ${GRAZE_LDFLAGS:-} in
*-fsanitize*) skip 'the sqlite3 shell has no sanitizers' ;;
esac
GRAZE_SQLITE=$top_builddir/.libs/graze_sqlite
export GRAZE_SQLITE

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/tree"
cp -r "$top_srcdir/maps" "$scratch/tree/maps"
chmod -R u+w "$scratch/tree"
ln -s "${GRAZE:-$top_builddir/graze}" "$scratch/bin/graze"
ln -s "$(command -v "$shell")" "$scratch/bin/sqlite3"
PATH=$scratch/bin:$PATH
export PATH
passed=0 failed=0

# replay COMMAND EXPECTED: both are texts.
replay() {
    (cd "$scratch/tree" && eval "$1") >"$scratch/out" 2>&1 </dev/null || true
    printf '%s' "$2" >"$scratch/expected"
    if diff "$scratch/expected" "$scratch/out" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        echo "FAIL: \$ $1"
        cat "$scratch/diff"
        failed=$((failed + 1))
    fi
}

awk '$0 == "```console" { inside = 1; next }
     /^```/ { inside = 0 }
     inside { print }' "$top_srcdir/src/storage/extension.md" >"$scratch/console"
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

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 5 ]
