#!/bin/sh
# SPDX-License-Identifier: MIT
# Do objects of the library need each other in a circle? Each object is read with nm: it
# needs the object that defines a name which it uses. tsort then puts all objects in one
# order, or names those that go round. Judged from the objects, so that no source can hide
# it. Before it judges the library it proves on a planted circle that it can fail.
#
#     tests/check-circles.sh [FOLDER-OF-OBJECTS]
set -u
folder=${1:-${top_builddir:-$PWD}/src}
source=${top_srcdir:-$(dirname "$0")/..}
passed=0 failed=0 skipped=0

# circles: reads `nm -A -P` lines; prints the objects that need each other in a circle.
circles() {
    awk '
        { object = $1; sub(/:$/, "", object) }
        $3 ~ /^[TDBRVWC]$/ { home[$2] = object }
        $3 == "U" { users[++count] = object; names[count] = $2 }
        END {
            for (i = 1; i <= count; i++)
                if (names[i] in home && home[names[i]] != users[i])
                    print users[i], home[names[i]]
        }' | sort -u | tsort 2>&1 >/dev/null | grep -v 'contains a loop' | sed 's/^tsort: //'
}

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

planted=$(printf '%s\n' 'a.o: first T 0 0' 'a.o: third U' 'b.o: second T 0 0' 'b.o: first U' \
    'c.o: third T 0 0' 'c.o: second U' | circles | wc -l)
judge 'a planted circle of three objects is seen' "$([ "$planted" -eq 3 ] || echo "$planted seen")"
straight=$(printf '%s\n' 'a.o: first T 0 0' 'b.o: second T 0 0' 'b.o: first U' \
    'c.o: second U' 'c.o: first U' | circles | wc -l)
judge 'a straight line is no circle' "$([ "$straight" -eq 0 ] || echo "$straight seen")"

objects=$(find "$folder" -path '*/.libs' -prune -o -name 'libgraze_*_la-*.o' -print)
[ -n "$objects" ] || objects=$(find "$folder" -name 'libgraze_*_la-*.o')
# A build folder may still hold objects of sources that are gone.
objects=$(for object in $objects; do
    name=${object##*_la-}
    room=$(dirname "${object#"$folder"/}")
    [ -f "$source/src/${room%/.libs}/${name%.o}.c" ] && echo "$object"
done)
if [ -n "$objects" ]; then
    # Object files have no blanks in their names.
    # shellcheck disable=SC2086
    judge 'no objects of the library need each other in a circle' \
        "$(nm -A -P $objects | circles)"
else
    echo "skipped: no objects to look at in $folder"
    skipped=1
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
