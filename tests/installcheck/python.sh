#!/bin/sh
# SPDX-License-Identifier: MIT
# Is the package `graze` what a stranger needs in Python? Its structures are those of the
# installed headers, and stranger.py asks what the package offers.
set -eu
. "$(dirname "$0")/try.sh"
python=
for candidate in ${PYTHON:-} python3 /usr/bin/python3; do
    if "$candidate" -c 'import numpy' >/dev/null 2>&1; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    skip 3 'no Python 3 with numpy'
elif [ ! -f "$libdir/libgraze.so.0" ]; then
    skip 3 'no shared library was installed'
elif [ ! -f "$pythondir/graze/__init__.py" ]; then
    skip 3 'the package was not installed: no Python was found'
else
    cflags=$(PKG_CONFIG_SYSROOT_DIR=${SYSROOT:-} PKG_CONFIG_PATH=$libdir/pkgconfig \
        "${PKG_CONFIG:-pkg-config}" --cflags graze)
    # Compilers and flags are lists of words.
    # shellcheck disable=SC2086
    try 'layout.c builds' ${CC:-cc} -std=c11 $cflags "$here/layout.c" -o "$scratch/layout"
    try 'layout.c runs' sh -c "'$scratch/layout' >'$scratch/layout.txt'"
    try 'stranger.py finds all as it should be' env PYTHONPATH="$pythondir" \
        PYTHONDONTWRITEBYTECODE=1 GRAZE_LIBRARY="$libdir/libgraze.so.0" \
        "$python" -W error "$here/stranger.py" "$scratch/layout.txt" "$bindir/graze"
    [ "$failed" -gt 0 ] || tail -n 3 "$scratch/log" | head -n 1
fi
count_and_end
