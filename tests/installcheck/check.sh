#!/bin/sh
# SPDX-License-Identifier: MIT
# Can a stranger use what `make install` put there, through pkg-config alone?
#
#     tests/installcheck/check.sh LIBDIR BINDIR
#
# Builds stranger.c as C11 and as C++11, against the shared and the static
# library, runs it, and runs the driver.
set -eu
libdir=$1
bindir=$2
here=$(cd "$(dirname "$0")" && pwd)
PKG_CONFIG_PATH=$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
pkg_config=${PKG_CONFIG:-pkg-config}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

# try NAME COMMAND…
try() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAIL: $name: $*"
        cat "$scratch/log"
        failed=$((failed + 1))
    fi
}

cflags=$($pkg_config --cflags graze)
shared=$($pkg_config --libs graze)
# The archive by name, and what pkg-config says that it needs besides.
static="$libdir/libgraze.a $($pkg_config --static --libs graze | sed 's/-lgraze//')"

# Compilers and flags are lists of words.
# shellcheck disable=SC2086
if ls "$libdir"/libgraze.so >/dev/null 2>&1; then
    try 'C11 builds' ${CC:-cc} -std=c11 $cflags "$here/stranger.c" -o "$scratch/c" $shared
    try 'C11 runs' env LD_LIBRARY_PATH="$libdir" "$scratch/c"
else
    skipped=$((skipped + 2))
fi
# shellcheck disable=SC2086
if [ -f "$libdir/libgraze.a" ]; then
    try 'static C11 builds' ${CC:-cc} -std=c11 $cflags "$here/stranger.c" -o "$scratch/s" $static
    try 'static C11 runs' "$scratch/s"
else
    skipped=$((skipped + 2))
fi
# Where the archive is one object (see configure), hidden names are local.
strange_names() { nm -g --defined-only "$libdir/libgraze.a" | awk 'NF == 3 && $3 !~ /^_?graze_/'; }
no_strange_names() { strange_names; [ -z "$(strange_names)" ]; }
if [ "$(ar t "$libdir/libgraze.a" 2>/dev/null)" = libgraze.o ]; then
    try 'the static library defines graze_… alone' no_strange_names
else
    echo 'skipped: the static library was not made of one object'
    skipped=$((skipped + 1))
fi
# shellcheck disable=SC2086
if [ -n "${CXX:-}" ] && ls "$libdir"/libgraze.so >/dev/null 2>&1; then
    try 'C++11 builds' $CXX -x c++ -std=c++11 $cflags "$here/stranger.c" -x none \
        -o "$scratch/cxx" $shared
    try 'C++11 runs' env LD_LIBRARY_PATH="$libdir" "$scratch/cxx"
else
    skipped=$((skipped + 2))
fi
try 'the driver runs' "$bindir/graze" --version

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
