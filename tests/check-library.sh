#!/bin/sh
# SPDX-License-Identifier: MIT
# Is libgraze a good guest? It exports graze_… alone, never prints, exits, opens
# a file or reads the environment, and keeps no mutable global. Judged from the
# objects, so that no source can hide it.
set -u
top_builddir=${top_builddir:-$PWD}
archive=$top_builddir/.libs/libgraze.a
shared=$top_builddir/.libs/libgraze.so
passed=0 failed=0 skipped=0

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

skip() {
    echo "skipped: $1"
    skipped=$((skipped + 1))
}

has() { nm --defined-only "$1" | grep -qE ' T _?graze_version$'; }
is_instrumented() { nm "$1" | grep -qE '__(asan|ubsan|gcov|llvm)_'; }

if [ -f "$shared" ] && ! is_instrumented "$shared"; then
    has "$shared" || judge 'the shared library holds the library' "$shared"
    judge 'the shared library exports graze_… alone' \
        "$(nm -D --defined-only "$shared" | awk '$2 != "A" && $3 !~ /^graze_/ { print $3 }')"
    if grep -q '^[^#]*--version-script' "$top_builddir/Makefile"; then
        judge 'the shared library gives every symbol the version GRAZE_0' \
            "$(nm -D --with-symbol-versions --defined-only "$shared" |
                awk '$2 != "A" && $3 !~ /@@GRAZE_0$/ { print $3 }')"
    else
        skip 'this linker knows no versions of symbols'
    fi
else
    skip 'no plain shared library to look at'
fi

forbidden='printf|puts|putc|fputs|fputc|fwrite|putchar|vfprintf|fprintf|perror'
forbidden="$forbidden|exit|_exit|abort|signal|raise|longjmp"
forbidden="$forbidden|fopen|fclose|fread|fgets|open|close|read|write|getenv|setlocale|localeconv"
forbidden="$forbidden|strtod|rand|srand|time|clock"

if [ -f "$archive" ] && ! is_instrumented "$archive"; then
    has "$archive" || judge 'the static library holds the library' "$archive"
    if [ -f "$top_builddir/libgraze.stamp" ]; then
        judge 'the static library defines graze_… alone' \
            "$(nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^_?graze_/ { print $3 }')"
    else
        skip 'hidden names cannot be made local here (no objcopy?)'
    fi
    judge 'the library never prints, exits, opens files or asks its surroundings' \
        "$(nm -A --undefined-only "$archive" |
            awk -v forbidden="^($forbidden)(_chk)?$" \
                '{ name = $NF; sub(/^__/, "", name); if (name ~ forbidden) print }')"
    judge 'the library keeps no mutable global' \
        "$(objdump -t "$archive" | awk '
            # address, seven flags (the sixth is d for a section), section, size, name
            $0 !~ /^[0-9a-f]+ .....d/ &&
            / (\.data|\.bss|\.tdata|\.tbss|\*COM\*)(\.[^r][^ \t]*)?\t/ { print }')"
else
    skip 'no plain static library to look at'
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
