# SPDX-License-Identifier: MIT
# What the end-to-end tests of the driver share: `. driver.sh`, then
#
#     it 'says what it does'
#     runs 1 check --radius 0.5 plan.csv
#     prints <<END
#     ...
#     END
#     says '1 conflict'
#
# and `summary` last. Every test runs in a fresh folder. GRAZE is the program
# under test, top_srcdir the project's root, GRAZE_SHARED the shared data.
set -u
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
GRAZE=${GRAZE:-$PWD/graze}
GRAZE_SHARED=${GRAZE_SHARED:-$top_srcdir/../shared}
[ -x "$GRAZE" ] || { echo "no program to test: $GRAZE"; exit 99; }
unset NO_COLOR

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0 number=0
current='' faults=0 skip_reason=''

end_test() {
    [ -n "$current" ] || return 0
    if [ -n "$skip_reason" ] && [ "$faults" -eq 0 ]; then
        skipped=$((skipped + 1))
        echo "skipped: $current: $skip_reason"
    elif [ "$faults" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok: $current"
    else
        failed=$((failed + 1))
        echo "FAIL: $current"
    fi
    current=''
}

# it SENTENCE: begins a test in a fresh folder.
it() {
    end_test
    current=$1 faults=0 skip_reason=''
    number=$((number + 1))
    mkdir "$scratch/$number"
    cd "$scratch/$number" || exit 99
    : >../out
    : >../err
}

# skip REASON: the test could not do its work.
skip() { skip_reason=$1; }

fault() {
    faults=$((faults + 1))
    echo "# $current: $*"
}

# runs STATUS ARGUMENT…: runs graze on standard input as it is given.
runs() {
    wanted=$1
    shift
    "$GRAZE" "$@" >../out 2>../err
    status=$?
    [ "$status" -eq "$wanted" ] || {
        fault "graze $*: exit $status, not $wanted"
        sed 's/^/#   /' ../err | head -n 20
    }
}

# prints: standard output was exactly what is on standard input.
prints() {
    cat >../wanted
    cmp -s ../wanted ../out || {
        fault 'standard output differs (- wanted, + printed)'
        diff -u ../wanted ../out | tail -n +3 | head -n 20 | sed 's/^/#   /'
    }
}

prints_nothing() { [ ! -s ../out ] || fault "it printed: $(head -n 3 ../out)"; }

# prints_line, says: one line of standard output, or a part of standard error.
prints_line() { grep -qxF -- "$1" ../out || fault "it did not print: $1"; }
prints_part() { grep -qF -- "$1" ../out || fault "it did not print: $1"; }
says() { grep -qF -- "$1" ../err || fault "it did not say: $1; it said: $(head -n 5 ../err)"; }
says_nothing() { [ ! -s ../err ] || fault "it said: $(head -n 3 ../err)"; }
says_not() { ! grep -qF -- "$1" ../err || fault "it said: $1"; }

# leaves FILE…: the folder holds these files and no others.
leaves() {
    ls -A >../files
    for file in "$@"; do echo "$file"; done | LC_ALL=C sort >../wanted
    LC_ALL=C sort ../files | cmp -s - ../wanted || fault "the folder holds: $(tr '\n' ' ' <../files)"
}

# has PROGRAM: is there such a program? If not, the test is skipped.
has() { command -v "$1" >/dev/null 2>&1 || { skip "no $1"; return 1; }; }

# has_terminal: can `script` open a pseudo-terminal here? If not, the test is skipped.
has_terminal() {
    has script || return 1
    [ "$(script -qec 'echo opened' /dev/null </dev/null 2>/dev/null | tr -d '\r')" = opened ] ||
        { skip 'no pseudo-terminal can be opened'; return 1; }
}

# shared NAME: prints the path of shared data; if absent, the test is skipped.
shared() { [ -e "$GRAZE_SHARED/$1" ] || { skip "no $GRAZE_SHARED/$1"; return 1; }; }

summary() {
    end_test
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ] || exit 1
    [ "$passed" -gt 0 ] || exit 77
    exit 0
}
