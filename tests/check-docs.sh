#!/bin/sh
# SPDX-License-Identifier: MIT
# Do documents and comments still tell the truth about files, rooms and commands?
#   * a source file that a document or a comment names exists, and a comment of src/ or
#     include/ that names no folder means a file of these;
#   * every source file of src/, and every test, is named in its room's README (`gjk.h` speaks
#     for gjk.c too, `test_*.c` for all tests);
#   * src/README.md has every room, and no other, and draws them in the order that
#     check-layers.sh enforces; the functions of its walks exist where it says;
#   * every command stands in README.md of src/cli and in that of the top, every benchmark in
#     that of benchmarks, and no document calls a command that there is not;
#   * where a document counts rooms, commands or benchmarks, the count is right;
#   * no file has the marks of a merge, no line of C more than 100 columns;
#   * a makefile names every file that git knows, so that the tarball has it (scripts/release,
#     which takes minutes, unpacks the tarball and looks).
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
    (cd "$1" && find . -name .git -prune -o -name 'build*' -type d -prune -o -name '_build' \
        -prune -o -name autom4te.cache -prune -o -type f -print) |
        grep -vE '/(schema_sql\.c|schema_whole\.sql|replay_parts\.c|config\.h|version\.h)$' |
        sed 's,^\./,,' | LC_ALL=C sort
}

# Names that are made by a build or stand for a user's own file.
made=' schema_sql.c schema_whole.sql replay_parts.c version.h config.h example.c solver.c solver.py meetings.py arrays.py csv.h sqlite3.h cblas.h '

# missing ROOT: names of source files, in documents and in comments, that no file has.
missing() {
    files "$1" >"$scratch/files"
    # shellcheck disable=SC2046
    (cd "$1" && grep -nE '[A-Za-z0-9_*]\.(\[ch\]|c|h|inc|sh|py|js|sql|mk|awk)([^A-Za-z0-9_(]|$)' \
        $(grep -E '\.(md|c|h|inc|mk)$|^Makefile.am$' "$scratch/files" | grep -v '^CHANGELOG') \
        /dev/null) | grep -vE '^[^:]*:[0-9]+:[ \t]*# *include|\.local$' |
    awk -v list="$scratch/files" -v made="$made" '
        BEGIN {
            name_of_file = "[A-Za-z0-9_*][A-Za-z0-9_*/.-]*" \
                "\\.(\\[ch\\]|c|h|inc|sh|py|js|sql|mk|awk)"
            while ((getline path < list) > 0) {
                known[path] = 1
                n = split(path, part, "/")
                known[part[n]] = 1
                for (i = n - 1; i > 0; i--) { # every way to write it from a folder above
                    tail = part[n]
                    for (j = n - 1; j >= i; j--) tail = part[j] "/" tail
                    known[tail] = 1
                }
                if (path ~ /^(src|include)\//) house[part[n]] = 1
                names[++count] = part[n]
            }
        }
        function exists(name, i, pattern) {
            if (index(made, " " base(name) " ")) return 1
            if (name in known && (document || name ~ /\// || place !~ /^(src|include)\//)) return 1
            if (name in house) return 1
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
            while (match(text, name_of_file)) {
                name = substr(text, RSTART, RLENGTH)
                after = substr(text, RSTART + RLENGTH, 1)
                before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
                text = substr(text, RSTART + RLENGTH)
                if (after ~ /[A-Za-z0-9_(=]/ || before ~ /[<$)}…]/ || name ~ /ROOM/) continue
                if (sub(/\.\[ch\]$/, "", name)) name = exists(name ".c") ? name ".c" : name ".h"
                if (exists(name)) continue
                print place ": " name
            }
        }' | sort -u
}

# unnamed FOLDER: source files of a room that its README does not name. In a subshell.
unnamed() {
    # shellcheck disable=SC2016
    patterns=$(grep -oE '`[^`]*`' "$1/README.md" 2>/dev/null | tr -d '`' | tr -s ' ,' '\n')
    set -- "$1"/*
    set -f # a glob of the README is one of names here, not of files
    for path; do
        name=${path##*/}
        case $made in *" $name "*) continue ;; esac
        case $name in *.[ch] | *.inc | *.js | *.sql | *.html | *.css | *.sh) ;; *) continue ;; esac
        stem=${name%.*}
        for pattern in $patterns; do
            # shellcheck disable=SC2254
            case $stem in ${pattern%.*}) continue 2 ;; esac
        done
        echo "$path"
    done
}

# miscounted NUMBER NOUNS FILE...: places that count another number of these things, as "six
# rooms" or "6 rooms", or as "all six" of what `make bench` runs.
words='no one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty'
miscounted() {
    number=$1 nouns=$2
    shift 2
    word=$(printf '%s' "$words" | tr '\n' ' ' | cut -d ' ' -f $((number + 1)))
    any=$(printf '%s' "$words" | tr '\n ' '||')
    grep -HnoiE "\b($any|[0-9]+) ($nouns)([^/a-z]|$)|make bench.*\ball ($any)\b" "$@" |
        grep -viE "(:| )($word|$number)( ($nouns)[^a-z]?)?$" || :
}

# uncalled COMMANDS FILE...: commands that documents call and the program does not have.
uncalled() {
    known=" $(printf '%s' "$1" | tr '\n' ' ') "
    shift
    # Commands are in backquotes or behind a prompt.
    # shellcheck disable=SC2016
    grep -HoE '(`|[$] |&& |; )graze [a-z]+' "$@" | while read -r line; do
        case $known in *" ${line##*graze } "*) ;; *) echo "$line" ;; esac
    done
}

# marked ROOT: lines that a merge has left.
marked() {
    files "$1" >"$scratch/files"
    # Paths have no blanks in their names.
    # shellcheck disable=SC2046
    (cd "$1" && grep -nIE '^(<{7}|>{7})( |$)' $(cat "$scratch/files") /dev/null) || :
}

# wide ROOT: lines of C of more than 100 columns. A byte that goes on a character is none.
wide() {
    files "$1" | grep -E '\.([ch]|inc)$' >"$scratch/files"
    # shellcheck disable=SC2046
    (cd "$1" && LC_ALL=C awk '
        length($0) > 100 {
            line = $0
            gsub(/[\200-\277]/, "", line)
            if (length(line) > 100) print FILENAME ":" FNR
        }' $(cat "$scratch/files") /dev/null)
}

# unshipped MAKEFILE...: paths of the input whose names no makefile has. configure ships its own
# files, and what the fuzzers found is shipped as a folder.
unshipped() {
    cat "$@" | tr -s '[:blank:]' '\n' | sed 's,.*/,,' >"$scratch/shipped"
    grep -vE '\.in$|(^|/)\.gitignore$|^Makefile\.am$|^configure\.ac$|^tests/fuzz/found/' |
        awk -F / -v list="$scratch/shipped" '
            BEGIN { while ((getline name < list) > 0) shipped[name] = 1 }
            !($NF in shipped)'
}

# ---- the check can fail -----------------------------------------------------------

mkdir -p "$scratch/tree/src/room" "$scratch/tree/tests"
tree=$scratch/tree
# shellcheck disable=SC2016
echo 'Read `gone.c` and `room/here.h` first, then `he*.h` and `ab*.c`.' >"$tree/src/room/README.md"
echo '/* See never.h and here.h. */' >"$tree/src/room/here.h"
echo 'int x; /* alone.c */' >"$tree/src/room/alone.c"
echo '/* As in tests/other.c, and here as in other.c. */' >"$tree/src/room/it.h"
echo 'int y;' >"$tree/tests/other.c"

# plant SENTENCE NUMBER OFFENDERS: as many offenders were seen as were planted.
plant() {
    judge "$1" "$([ "$(printf '%s\n' "$3" | sed '/^$/d' | wc -l)" -eq "$2" ] || echo "seen: $3")"
}
plant 'planted names of no file are seen' 4 "$(missing "$tree")"
plant 'planted files without a word are seen' 2 "$(unnamed "$tree/src/room")"
printf '%s\n' 'Three rooms, 3 rooms.' 'All four rooms, 12 rooms.' 'make bench # runs all six' \
    'four people in three rooms' >"$scratch/counts"
plant 'planted miscounts are seen' 3 "$(miscounted 3 rooms "$scratch/counts")"
# shellcheck disable=SC2016
printf '%s\n' 'Say `graze check x`, then' '$ graze chekc x' >"$scratch/calls"
plant 'a planted command that there is not is seen' 1 "$(uncalled 'check pairs' "$scratch/calls")"
printf '%s\n' 'a' '<<<<''<<< HEAD' 'b' '>>>>''>>> of it' >"$tree/merged.c"
plant 'planted marks of a merge are seen' 2 "$(marked "$tree")"
printf '%0101d\n%0100d\n%099d…\n' 1 1 1 >"$tree/wide.c"
plant 'a planted line of more than 100 columns is seen' 1 "$(wide "$tree")"
printf 'EXTRA_DIST += %%reldir%%/a.csv \\\n\tdocs/b.md\n' >"$tree/local.mk"
plant 'a planted file that no makefile ships is seen' 1 "$(
    printf '%s\n' x/a.csv docs/b.md x/aa.csv x/y.in | unshipped "$tree/local.mk")"

# ---- the tree itself --------------------------------------------------------------

judge 'every file that documents and comments name exists' "$(missing "$root")"
judge 'no file has the marks of a merge' "$(marked "$root")"
judge 'no line of C has more than 100 columns' "$(wide "$root")"
if (cd "$root" && git ls-files >"$scratch/known") 2>/dev/null; then
    # shellcheck disable=SC2046
    judge 'a makefile ships every file that git knows' "$(
        unshipped $(cd "$root" && find "$PWD" -name build\* -prune -o \( -name '*.mk' -o \
            -name Makefile.am \) -print) <"$scratch/known")"
fi

lost=
for folder in "$root"/src/*/; do
    lost="$lost$(unnamed "${folder%/}" | sed "s,^$root/,,")
"
done
for folder in "$root"/tests/*/; do
    lost="$lost$(unnamed "${folder%/}" | sed -n "s,^$root/,,;/\/test_/p")
"
done
judge 'every source file and test is named in the README of its folder' \
    "$(printf '%s' "$lost" | sed '/^$/d')"

rooms=$(cd "$root/src" && printf '%s\n' */ | tr -d /)
judge 'src/README.md has every room' "$(for room in $rooms; do
    grep -q "($room/README.md)" "$root/src/README.md" || echo "$room"
done)"
judge 'src/README.md has no other room' "$(grep -oE '\([a-z]+/README.md\)' "$root/src/README.md" |
    sed 's,[()],,g' | while read -r path; do [ -f "$root/src/$path" ] || echo "$path"; done)"

order=$(sed -n "s/^\(library\|driver\)='\(.*\)'$/\2/p" "$root/tests/check-layers.sh" | tr '\n' ' ')
drawn=$(sed -n '/^base →/p' "$root/src/README.md" | sed 's/→/ /g; s/│/ /g; s/$/ /' |
    tr -s ' ')
judge 'src/README.md draws the rooms in their order' \
    "$([ "$order" = "$drawn" ] || echo "order: $order, drawn: $drawn")"

# shellcheck disable=SC2016
judge 'the walks of src/README.md name functions that there are' "$(
    sed -n 's/^[1-9][0-9]*\. `\([a-z/_.]*\)`: `\([a-z_]*\)`.*/\1 \2/p' "$root/src/README.md" |
        while read -r file name; do
            grep -qE "\b$name\(" "$root/src/$file" || echo "$file: $name"
        done)"

commands=$(sed -n 's/^    {"\([a-z]*\)", cli_[a-z]*, ".*"},$/\1/p' "$root/src/cli/main.c")
judge 'src/cli/README.md names every command' "$(for command in $commands; do
    grep -qE "\`$command\.(c|\[ch\])\`" "$root/src/cli/README.md" || echo "$command"
done)"
judge 'the top README shows every command' "$(for command in $commands; do
    grep -qE "graze $command\b" "$root/README.md" || echo "$command"
done)"
documents=$(files "$root" | grep '\.md$' | grep -v '^CHANGELOG' | sed "s,^,$root/,")
# Paths have no blanks in their names.
# shellcheck disable=SC2086
judge 'no document calls a command that there is not' "$(uncalled "$commands help" $documents)"

programs=$(sed -n '/^BENCHMARKS = /,/[^\\]$/p' "$root/benchmarks/local.mk" |
    grep -oE '%/[a-z]+' | tr -d '%/')
judge 'benchmarks/README.md names every benchmark' "$(for program in $programs; do
    grep -qE "\`$program(\.c)?\`" "$root/benchmarks/README.md" || echo "$program"
done)"

# shellcheck disable=SC2086
judge 'documents count rooms, commands and benchmarks right' "$(
    miscounted "$(echo $rooms | wc -w)" rooms "$root/src/README.md"
    miscounted "$(echo $commands | wc -w)" commands $documents
    miscounted "$(echo $programs | wc -w)" 'benchmarks|programs' "$root/benchmarks/README.md")"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
