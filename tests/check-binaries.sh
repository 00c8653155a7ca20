#!/bin/sh
# SPDX-License-Identifier: MIT
# Are the program and the shared library guarded as configure promised, and silent about the
# folders in which they were built? Judged from the files, since a flag may be lost on its way.
set -u
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
program=$top_builddir/graze
shared=$top_builddir/.libs/libgraze.so
passed=0 failed=0 skipped=0

# The words that configure wrote for a variable of the Makefile.
variable() { sed -n "s/^$1 = *//p" "$top_builddir/Makefile"; }
flags=" $(variable GRAZE_CPPFLAGS) $(variable GRAZE_CFLAGS) $(variable GRAZE_LDFLAGS)"
flags="$flags $(variable GRAZE_PROGRAM_LDFLAGS) "
skip() {
    echo "SKIP: $1"
    skipped=$((skipped + 1))
}

# holds SENTENCE COMMAND…: the sentence holds when the command succeeds.
holds() {
    sentence=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        echo "FAIL: $sentence"
        failed=$((failed + 1))
    fi
}

# promised FLAG SENTENCE COMMAND…: asked where configure took the flag.
promised() {
    case $flags in
        *" $1"*) shift && holds "$@" ;;
        *) skip "no $1 in this build" ;;
    esac
}

header_says() { readelf -hW "$1" | grep -q "$2"; }
dynamic_says() { readelf -dW "$1" | grep -q "$2"; }
segment_says() { readelf -lW "$1" | grep -q "$2"; }
needs() { nm -D --undefined-only "$1" | grep -q "$2"; }
version_is() { objdump -d --disassemble=graze_version "$1" | grep -qE "$2"; }
stack_is_data() { readelf -lW "$1" | grep GNU_STACK | grep -q ' RW '; }
is_silent() {
    for folder in "$top_srcdir" "$top_builddir"; do
        for name in "$folder" "$(cd "$folder" && pwd -P)"; do
            case $name in
                /*/*) ! grep -aqF -- "$name" "$1" || return 1 ;;
                *) ;; # a folder at the root may be a word of the program by chance
            esac
        done
    done
}

for tool in readelf nm objdump; do
    command -v "$tool" >/dev/null 2>&1 || {
        skip "no $tool"
        echo "$passed passed, $failed failed, $skipped skipped"
        exit 77
    }
done

promised -pie 'the program may be loaded anywhere (PIE)' header_says "$program" 'Type:.*DYN'
for file in "$program" "$shared"; do
    name=${file##*/}
    [ -e "$file" ] || { skip "no $name"; continue; }
    promised -Wl,-z,now "$name resolves every symbol before it starts" dynamic_says "$file" 'NOW'
    promised -Wl,-z,relro "$name seals its tables" segment_says "$file" GNU_RELRO
    promised -Wl,-z,noexecstack "the stack of $name is no code" stack_is_data "$file"
    promised -fstack-protector "$name guards its stack" needs "$file" __stack_chk_fail
    promised -D_FORTIFY_SOURCE "$name lets the C library check sizes" needs "$file" '_chk'
    promised -fcf-protection "$name marks where calls may land" version_is "$file" 'endbr64|endbr32'
    if nm "$file" 2>/dev/null | grep -qE '__(asan|tsan|msan)_'; then
        skip 'the sanitizers keep the names of folders'
    elif [ -n "$(variable GRAZE_PREFIX_MAP)" ]; then
        holds "$name does not tell where it was built" is_silent "$file"
    else
        skip 'this build keeps the names of folders'
    fi
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
