#!/bin/sh
# SPDX-License-Identifier: MIT
# Is every public function knocked at in the tests of the gate? Each name behind a GRAZE_API
# in include/graze must occur in tests/kernel/test_gate*.c, but what takes no argument and
# has a test of its own (tests/check-arithmetic.sh).
set -eu

root=${top_srcdir:-$(dirname "$0")/..}
missing=0
for name in $(cat "$root"/include/graze/*.h "$root"/include/graze/*.in |
              grep -v '^#' | tr '\n' ' ' | grep -o 'GRAZE_API[^(;]*(' |
              grep -o 'graze_[a-z_0-9]*(' | tr -d '(' | sort -u | grep -v '^graze_arithmetic_fault$'); do
    if ! grep -q "\b$name(" "$root"/tests/kernel/test_gate*.c; then
        echo "$name is not asked in tests/kernel/test_gate*.c"
        missing=$((missing + 1))
    fi
done
echo "$missing public functions are missing"
[ "$missing" -eq 0 ]
