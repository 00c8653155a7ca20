#!/bin/sh
# SPDX-License-Identifier: MIT
# Are compilers' options refused that change the arithmetic of doubles? Each option is tried
# on the header that configure asks: it must not compile, or its probe must tell.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

cat >"$scratch/probe.c" <<'END'
#include "numeric/arithmetic.h"
int main(void) { return arithmetic_fault() != 0; }
END
echo 'int main(void) { return 0; }' >"$scratch/empty.c"

# answer OPTION…: is the arithmetic taken for right under these options?
# shellcheck disable=SC2086
answer() {
    ${CC:-cc} -std=c11 -O2 -ffp-contract=off "$@" -I"$top_srcdir/src" -o "$scratch/probe" \
        "$scratch/probe.c" >"$scratch/log" 2>&1 && "$scratch/probe"
}

refused() {
    # shellcheck disable=SC2086
    if ! ${CC:-cc} -Werror "$@" -o "$scratch/empty" "$scratch/empty.c" >/dev/null 2>&1; then
        echo "SKIP: ${CC:-cc} does not know $*"
        skipped=$((skipped + 1))
    elif answer "$@"; then
        echo "FAIL: $* is not refused"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

if answer; then passed=$((passed + 1)); else echo "FAIL: usual options are refused" && failed=1; fi
refused -ffast-math
refused -funsafe-math-optimizations
refused -fassociative-math -fno-signed-zeros -fno-trapping-math
refused -freciprocal-math
refused -ffinite-math-only
refused -fno-signed-zeros
refused -mfpmath=387
refused -mfma -ffp-contract=fast

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
