#!/bin/sh
# SPDX-License-Identifier: MIT
# A disk that is full while a database is made: exit status 4, a reason, and nothing beside the
# file, or nothing at all.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# small KIB SCRIPT: runs a script on a file system of that size, in folder `disk`.
small() {
    unshare $namespaces sh -c "mount -t tmpfs -o size=$1k tmpfs disk && $2" 2>&1
}

it 'a disk that is full while a database is made leaves no log behind'
mkdir disk
for namespaces in -m -rm; do
    [ "$(small 64 'echo mounted')" != mounted ] || break
    namespaces=
done
if [ -z "$namespaces" ]; then
    skip 'no small file system can be mounted here'
else
    full=0 whole=0
    for kib in 4 16 64 100 116 124 128 132 136 140 144 148 152 156 160 164 172 196 220 400; do
        ended=$(TMPDIR=$scratch small $kib "'$GRAZE' check --radius 0.25 -q -o disk/made.db \
            '$top_srcdir/maps/braking.csv' >/dev/null 2>../err; echo \$? && cd disk && ls -A" | tr '\n' ' ')
        case $ended in
        '4 ' | '4 made.db ') full=$((full + 1)); says 'full' ;;
        '1 made.db ') whole=$((whole + 1)) ;;
        *) fault "on a disk of $kib KiB: $ended" ;;
        esac
    done
    [ $full -gt 9 ] && [ $whole -gt 0 ] || fault "$full were full, $whole were not"
fi

summary
