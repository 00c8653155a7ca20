#!/bin/sh
# SPDX-License-Identifier: MIT
# Is <graze.hpp> what a stranger needs in C++? stranger.cpp, without a warning, in every standard
# from C++17 that the compiler knows.
set -eu
. "$(dirname "$0")/try.sh"
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Werror'
includes=$(PKG_CONFIG_SYSROOT_DIR=${SYSROOT:-} PKG_CONFIG_PATH=$libdir/pkgconfig "${PKG_CONFIG:-pkg-config}" --cflags graze)
library=$libdir/libgraze.so
[ -f "$library" ] || library="$libdir/libgraze.a -lgmp -lm"

if [ -z "${CXX:-}" ]; then
    skip 6 'no C++ compiler'
    count_and_end
    exit
fi
for standard in 17 20 23; do
    echo 'int main() { return 0; }' >"$scratch/nothing.cpp"
    # Compilers and flags are lists of words.
    # shellcheck disable=SC2086
    if $CXX -std=c++$standard "$scratch/nothing.cpp" -o "$scratch/nothing" 2>/dev/null; then
        try "C++$standard builds" $CXX -std=c++$standard $warnings $includes \
            "$here/stranger.cpp" -o "$scratch/cxx" $library
        try "C++$standard runs" env LD_LIBRARY_PATH="$libdir" "$scratch/cxx"
    else
        skip 2 "this compiler does not know C++$standard"
    fi
done
count_and_end
