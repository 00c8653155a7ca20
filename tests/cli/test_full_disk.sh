#!/bin/sh
# SPDX-License-Identifier: MIT
# A disk that is full while a database is made or filled: exit status 4, a reason, and nothing
# beside the file, or nothing at all.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"

# small KIB SCRIPT: runs a script on a file system of that size, in folder `disk`.
small() {
    unshare $namespaces sh -c "mount -t tmpfs -o size=$1k tmpfs disk && $2" 2>&1
}

# has_small_disks: can a small file system be mounted here? If not, the test is skipped.
has_small_disks() {
    mkdir disk
    for namespaces in -m -rm; do
        [ "$(small 64 'echo mounted')" != mounted ] || return 0
    done
    skip 'no small file system can be mounted here'
    return 1
}

it 'a disk that is full while a database is made leaves no log behind'
if has_small_disks; then
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

# A hall of agents that meet all the time: megabytes of rows.
crowd() {
    awk 'BEGIN { print "agent,time,x,y"; srand(3)
        for (a = 0; a < 60; a++) for (t = 0; t < 30; t++)
            printf "%d,%d,%d.%d,%d.%d\n", a, t, 6 * rand(), 10 * rand(), 6 * rand(), 10 * rand() }'
}

it 'a disk that fills in the middle of a check leaves one file that tells the truth'
crowd >crowd.csv
if has_small_disks; then
    full=0
    for kib in 400 500 700 900 1100 1400 1700 2000; do
        ended=$(TMPDIR=$scratch small $kib "'$GRAZE' check --radius 0.4 -q -o disk/made.db crowd.csv \
            >/dev/null 2>../err; echo \$? && ls -A disk && cp disk/made.db ." | tr '\n' ' ')
        case $ended in
        '4 made.db ') full=$((full + 1)); says 'full' ;;
        *) fault "on a disk of $kib KiB: $ended" ;;
        esac
        runs 0 query made.db verify
        runs 0 query --format csv made.db 'SELECT group_concat(state) FROM run'
        grep -qx -e failed -e interrupted ../out || fault "on a disk of $kib KiB: $(tail -n 1 ../out)"
        runs 1 check --radius 0.4 -q -o made.db crowd.csv
        rm -f made.db
    done
    [ $full -gt 5 ] || fault "$full were full"
fi

summary
