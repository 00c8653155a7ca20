#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs this build below a scratch folder and lets strangers use it: what `make installcheck`
# runs on the real place.
set -eu
top_builddir=${top_builddir:-$PWD}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

# The driver and the library of an instrumented build want their runtime of a stranger.
if nm "$top_builddir/.libs/libgraze.a" 2>/dev/null | grep -qE '__(asan|ubsan|gcov)_'; then
    echo 'skipped: an instrumented library is nothing for a stranger'
    echo '0 passed, 0 failed, 1 skipped'
    exit 77
fi
if ! make -C "$top_builddir" install DESTDIR="$scratch" >"$scratch/log" 2>&1; then
    tail -n 30 "$scratch/log"
    echo '0 passed, 1 failed, 0 skipped'
    exit 1
fi
make -s -C "$top_builddir" installcheck-local DESTDIR="$scratch"
