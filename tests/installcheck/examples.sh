#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the examples that were installed build through pkg-config, and find what they say? Each fails
# when its answer is not the library's.
set -eu
. "$(dirname "$0")/try.sh"
PKG_CONFIG_PATH=$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
pkg_config() { PKG_CONFIG_SYSROOT_DIR=${SYSROOT:-} "${PKG_CONFIG:-pkg-config}" "$@"; }
cflags=$(pkg_config --cflags graze)
library=$libdir/libgraze.so
[ -f "$library" ] || library="$libdir/libgraze.a -lgmp"
for example in ccbs sipp what_if; do
    # Compilers and flags are lists of words.
    # shellcheck disable=SC2086
    try "$example.c builds" ${CC:-cc} -std=c11 -Wall -Wextra -Werror $cflags \
        "$docdir/examples/$example.c" -o "$scratch/$example" $library -lm
    try "$example runs" env LD_LIBRARY_PATH="$libdir" "$scratch/$example"
done
count_and_end
