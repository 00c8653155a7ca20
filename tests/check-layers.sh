#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the rooms keep the one-way order? Every include of src/ is read; a room may
# include its own headers and those of rooms to its left, written "room/file.h".
# The driver's rooms see the library through <graze.h> and <graze/….h> alone,
# and a public header sees public headers alone.
#
#     tests/check-layers.sh [ROOT]
#
# Before it judges the tree it proves on planted violations that it can fail.
set -eu

library='base numeric geometry motion contact starts paths broadphase world check planner'
driver='io storage view cli'

root=${1:-${top_srcdir:-$(dirname "$0")/..}}

# Prints one line per violation under the given root.
violations() {
    (cd "$1" && find src include -name '*.[ch]' -o -name '*.inc' -o -name '*.h.in') | LC_ALL=C sort |
    while read -r file; do
        awk -v file="$file" -v library="$library" -v driver="$driver" '
            function fault(text) { print file ":" FNR ": " text }
            function judge_public() {
                if (quoted || (name ~ /\// && name !~ /^graze\// && name !~ /^sys\//))
                    fault("a public header includes " name)
            }
            function judge_room(parts) {
                if (!quoted) {
                    if (name ~ /\// && name !~ /^(graze|sys|nettle)\//)
                        fault("<" name "> is no public header of ours and no header of a library that we use")
                    return
                }
                if (split(name, parts, "/") != 2 || parts[1] == "." || parts[1] == "..")
                    fault("\"" name "\" is not of the form \"room/file.h\"")
                else if (!(parts[1] in rank))
                    fault("\"" name "\" names no room")
                else if (rank[parts[1]] > rank[room])
                    fault("room " room " includes room " parts[1] ", which is to its right")
                else if (rank[room] > last_library && rank[parts[1]] <= last_library)
                    fault("the driver includes \"" name "\": the library is seen through <graze.h>")
            }
            BEGIN {
                last_library = split(library, list, " ")
                total = split(library " " driver, list, " ")
                for (i = 1; i <= total; i++) rank[list[i]] = i
                split(file, path, "/")
                room = path[1] == "src" ? path[2] : ""
                if (room != "" && !(room in rank)) fault("src/" room " is no room")
            }
            /^[ \t]*#[ \t]*include[ \t]/ || /^[ \t]*#[ \t]*include["<]/ {
                quoted = match($0, /"[^"]*"/) > 0
                if (!quoted && !match($0, /<[^>]*>/)) { fault("an include without a name"); next }
                name = substr($0, RSTART + 1, RLENGTH - 2)
                if (room == "") judge_public(); else if (room in rank) judge_room()
            }
        ' "$1/$file"
    done
}

# ---- the check can fail -----------------------------------------------------------

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

failed=0
passed=0

# plant NAME WANTED-VIOLATIONS FILE LINE: a tree of one file with one line.
plant() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/src" "$scratch/tree/include" "$scratch/tree/$(dirname "$3")"
    printf '%s\n' "$4" >"$scratch/tree/$3"
    found=$(violations "$scratch/tree" | wc -l)
    if [ "$found" -eq "$2" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL: $1: $found violations reported, $2 planted: $3: $4"
        failed=$((failed + 1))
    fi
}

plant 'a room sees itself'              0 src/contact/disc.c    '#include "contact/disc.h"'
plant 'a room sees its left'            0 src/contact/disc.c    '#include "numeric/sign.h"'
plant 'a room does not see its right'   1 src/numeric/sign.c     '#include "contact/disc.h"'
plant 'a header does not either'        1 src/numeric/sign.h     '#  include "contact/disc.h"'
plant 'the library sees no driver'      1 src/contact/disc.c    '#include "io/plan.h"'
plant 'the driver sees public headers'  0 src/io/plan.c          '#include <graze/motion.h>'
plant 'the driver sees no inner header' 1 src/io/plan.c          '#include "numeric/sign.h"'
plant 'reading does not see storing'    1 src/io/plan.c          '#include "storage/database.h"'
plant 'the cli sees every driver room'  0 src/cli/main.c         '#include "storage/database.h"'
plant 'no include without its room'     1 src/io/plan.c          '#include "plan.h"'
plant 'no include upwards'              1 src/io/plan.c          '#include "../io/plan.h"'
plant 'no include of an unknown room'   1 src/io/plan.c          '#include "utils/all.h"'
plant 'no inner header in brackets'     1 src/io/plan.c          '#include <numeric/sign.h>'
plant 'no room that is not in the plan' 1 src/utils/all.c        '#include <math.h>'
plant 'system headers are free'         0 src/io/plan.c          '#include <sys/stat.h>'
plant 'public headers see public ones'  0 include/graze/motion.h '#include <graze/status.h>'
plant 'public headers see no room'      1 include/graze/motion.h '#include "base/status.h"'

# ---- the tree itself ----------------------------------------------------------------

found=$(violations "$root")
if [ -z "$found" ]; then
    passed=$((passed + 1))
else
    printf '%s\n' "$found"
    failed=$((failed + 1))
fi

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
