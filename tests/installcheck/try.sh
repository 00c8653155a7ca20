# SPDX-License-Identifier: MIT
# Sourced by the scripts beside it: counts what works, what fails and what is skipped. The
# surroundings name what was installed: libdir, bindir, datadir, mandir, version.
here=$(cd "$(dirname "$0")" && pwd)
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

# refuse NAME COMMAND…: the command must fail.
refuse() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        echo "FAIL: $name: $* succeeds"
        cat "$scratch/log"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

# skip COUNT REASON
skip() {
    echo "skipped: $2"
    skipped=$((skipped + $1))
}

count_and_end() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
