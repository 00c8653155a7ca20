#!/bin/sh
# SPDX-License-Identifier: MIT
# Do documents and comments still tell the truth about files, rooms and commands?
#   * a source file that a document or a comment names exists;
#   * every source file of src/ is named in its room's README (`gjk.h` speaks for gjk.c too);
#   * src/README.md has every room, and no other;
#   * every command stands in README.md of src/cli, every benchmark in that of benchmarks.
# Before it judges the tree it proves on planted documents that it can fail.
#
#     tests/check-docs.sh [ROOT]
set -eu
root=$(cd "${1:-${top_srcdir:-$(dirname "$0")/..}}" && pwd)
passed=0 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# judge SENTENCE OFFENDERS: the sentence holds when there is no offender.
judge() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL: $1"
        printf '%s\n' "$2"
        failed=$((failed + 1))
    fi
}

# All files of a tree that matter here, as paths below it.
files() {
    (cd "$1" && find . -name .git -prune -o -name 'build*' -type d -prune -o -name autom4te.cache \
        -prune -o -type f -print) | sed 's,^\./,,' | LC_ALL=C sort
}

# Names that are made by a build or stand for a user's own file.
made=' schema_sql.c replay_parts.c version.h config.h example.c csv.h sqlite3.h cblas.h '

# missing ROOT: names of source files, in documents and in comments, that no file has.
missing() {
    files "$1" >"$scratch/files"
    (cd "$1" && grep -nE '[A-Za-z0-9_*]\.(\[ch\]|c|h|inc|sh|py|js|sql|mk|awk)([^A-Za-z0-9_(.]|$)' \
        $(grep -E '\.(md|c|h|inc|mk)$|^Makefile.am$' "$scratch/files" | grep -v '^CHANGELOG') \
        /dev/null) | grep -vE '^[^:]*:[0-9]+:[ \t]*# *include|\.local$' |
    awk -v list="$scratch/files" -v made="$made" '
        BEGIN {
            while ((getline path < list) > 0) {
                known[path] = 1
                n = split(path, part, "/")
                known[part[n]] = 1
                for (i = n - 1; i > 0; i--) { # every way to write it from a folder above
                    tail = part[n]
                    for (j = n - 1; j >= i; j--) tail = part[j] "/" tail
                    known[tail] = 1
                }
                names[++count] = part[n]
            }
        }
        function exists(name, i, pattern) {
            if (name in known || index(made, " " base(name) " ")) return 1
            if (name !~ /\*/) return 0
            pattern = base(name)
            gsub(/\./, "\\.", pattern)
            gsub(/\*/, ".*", pattern)
            for (i = 1; i <= count; i++) if (names[i] ~ "^" pattern "$") return 1
            return 0
        }
        function base(name) { sub(/.*\//, "", name); return name }
        {
            place = $0
            sub(/:[0-9]+:.*/, "", place)
            text = $0
            sub(/^[^:]*:[0-9]+:/, "", text)
            document = place ~ /\.(md|mk|am)$/
            if (!document && text !~ /^[ \t]*(\/\*|\*|[^"]*\/\*)/) next
            gsub(/%reldir%\//, "", text)
            while (match(text, /[A-Za-z0-9_*][A-Za-z0-9_*\/.-]*\.(\[ch\]|c|h|inc|sh|py|js|sql|mk|awk)/)) {
                name = substr(text, RSTART, RLENGTH)
                after = substr(text, RSTART + RLENGTH, 1)
                before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
                text = substr(text, RSTART + RLENGTH)
                if (after ~ /[A-Za-z0-9_(=]/ || before ~ /[<$)}…]/ || name ~ /ROOM/) continue
                if (sub(/\.\[ch\]$/, "", name)) { if (exists(name ".c") || exists(name ".h")) continue }
                else if (exists(name)) continue
                print place ": " name
            }
        }' | sort -u
}

# unnamed FOLDER: source files of a room that its README does not name.
unnamed() {
    for path in "$1"/*; do
        name=${path##*/}
        case $name in *.[ch] | *.inc | *.js | *.sql | *.html | *.css | *.sh) ;; *) continue ;; esac
        stem=${name%.*}
        grep -oE '`[^`]*`' "$1/README.md" 2>/dev/null | tr -d '`' | tr ' ,' '\n\n' | {
            while read -r pattern; do
                # A glob of the README is a glob here.
                # shellcheck disable=SC2254
                case $stem in ${pattern%.*}) exit 0 ;; esac
            done
            echo "$path"
        }
    done
}

# ---- the check can fail -----------------------------------------------------------

mkdir -p "$scratch/tree/src/room"
echo 'Read `gone.c` and `room/here.h` first, then `he*.h` and `ab*.c`.' >"$scratch/tree/src/room/README.md"
echo '/* See never.h and here.h. */' >"$scratch/tree/src/room/here.h"
echo 'int x; /* alone.c */' >"$scratch/tree/src/room/alone.c"
judge 'planted names of no file are seen' \
    "$([ "$(missing "$scratch/tree" | wc -l)" -eq 3 ] || missing "$scratch/tree")"
judge 'a planted file without a word is seen' \
    "$([ "$(unnamed "$scratch/tree/src/room" | wc -l)" -eq 1 ] || unnamed "$scratch/tree/src/room")"

# ---- the tree itself --------------------------------------------------------------

judge 'every file that documents and comments name exists' "$(missing "$root")"

lost=
for folder in "$root"/src/*/; do
    lost="$lost$(unnamed "${folder%/}" | sed "s,^$root/,,")
"
done
judge 'every source file is named in the README of its folder' "$(printf '%s' "$lost" | sed '/^$/d')"

rooms=$(cd "$root/src" && ls -d */ | tr -d /)
judge 'src/README.md has every room' "$(for room in $rooms; do
    grep -q "($room/README.md)" "$root/src/README.md" || echo "$room"
done)"
judge 'src/README.md has no other room' "$(grep -oE '\([a-z]+/README.md\)' "$root/src/README.md" |
    sed 's,[()],,g' | while read -r path; do [ -f "$root/src/$path" ] || echo "$path"; done)"

commands=$(sed -n 's/^int cli_\([a-z]*\)(int argc, char \*\*argv);.*/\1/p' "$root/src/cli/command.h")
judge 'src/cli/README.md names every command' "$(for command in $commands; do
    grep -qE "\`$command\.(c|\[ch\])\`" "$root/src/cli/README.md" || echo "$command"
done)"
programs=$(sed -n '/^BENCHMARKS = /,/[^\\]$/p' "$root/benchmarks/local.mk" | grep -oE '%/[a-z]+' | tr -d '%/')
judge 'benchmarks/README.md names every benchmark' "$(for program in $programs; do
    grep -qE "\`$program(\.c)?\`" "$root/benchmarks/README.md" || echo "$program"
done)"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
