#!/bin/sh
# SPDX-License-Identifier: MIT
# Can a stranger's program be built through pkg-config alone? stranger.c as C11 and as C++11,
# against the shared and the static library; then the driver.
set -eu
. "$(dirname "$0")/try.sh"
PKG_CONFIG_PATH=$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
# A tree below DESTDIR says where it will be; Debian's pkgconf has a variable for that.
pkg_config() { PKG_CONFIG_SYSROOT_DIR=${SYSROOT:-} "${PKG_CONFIG:-pkg-config}" "$@"; }

cflags=$(pkg_config --cflags graze)
shared=$(pkg_config --libs graze)
private=$(pkg_config --static --libs graze)
# The archive by name, and what pkg-config says that it needs besides.
static="$libdir/libgraze.a $(echo "$private" | sed 's/-lgraze//')"

# Compilers and flags are lists of words.
# shellcheck disable=SC2086
if ls "$libdir"/libgraze.so >/dev/null 2>&1; then
    try 'C11 builds' ${CC:-cc} -std=c11 $cflags "$here/stranger.c" -o "$scratch/c" $shared
    try 'C11 runs' env LD_LIBRARY_PATH="$libdir" "$scratch/c"
else
    skip 2 'no shared library was installed'
fi
# shellcheck disable=SC2086
if [ -f "$libdir/libgraze.a" ]; then
    try 'static C11 builds' ${CC:-cc} -std=c11 $cflags "$here/stranger.c" -o "$scratch/s" $static
    try 'static C11 runs' "$scratch/s"
    echo 'int main(void) { return 0; }' >"$scratch/nothing.c"
    if ${CC:-cc} -static "$scratch/nothing.c" -o "$scratch/nothing" 2>/dev/null; then
        try 'a program without shared libraries builds with pkg-config --static' \
            ${CC:-cc} -static -std=c11 $cflags "$here/stranger.c" -o "$scratch/all" $private
        try 'a program without shared libraries runs' "$scratch/all"
    else
        skip 2 'this system has no static C library'
    fi
else
    skip 4 'no static library was installed'
fi
# Where the archive is one object (see configure), hidden names are local.
strange_names() { nm -g --defined-only "$libdir/libgraze.a" | awk 'NF == 3 && $3 !~ /^_?graze_/'; }
no_strange_names() { strange_names; [ -z "$(strange_names)" ]; }
if [ "$(ar t "$libdir/libgraze.a" 2>/dev/null)" = libgraze.o ]; then
    try 'the static library defines graze_… alone' no_strange_names
else
    skip 1 'the static library was not made of one object'
fi
# shellcheck disable=SC2086
if [ -n "${CXX:-}" ] && ls "$libdir"/libgraze.so >/dev/null 2>&1; then
    try 'C++11 builds' $CXX -x c++ -std=c++11 $cflags "$here/stranger.c" -x none \
        -o "$scratch/cxx" $shared
    try 'C++11 runs' env LD_LIBRARY_PATH="$libdir" "$scratch/cxx"
else
    skip 2 'no C++ compiler, or no shared library'
fi
try 'the driver runs' "$bindir/graze" --version
count_and_end
