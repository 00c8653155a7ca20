#!/bin/sh
# SPDX-License-Identifier: MIT
# Do the top README, the tutorial and the pages for authors of solvers and on robots tell the truth? Each ```console block is replayed: a line
# `$ command` runs in a scratch folder beside a copy of maps/, and what it prints on both streams
# must be the lines below it, byte for byte. A block with a name, as ```c solver.c, is a file of
# that name there; `cc`, `pkg-config` and python3 mean this build. The ```c example of the README
# is built and run and must print its ```text block.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
driver=${GRAZE:-$top_builddir/graze}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$driver" "$scratch/bin/graze"
archive=$top_builddir/.libs/libgraze-internal.a
compiler=${CC:-$(command -v cc)}
cat >"$scratch/bin/cc" <<END
#!/bin/sh
exec $compiler -std=c11 -Wall -Wextra -Wpedantic -Werror ${GRAZE_LDFLAGS:-} "\$@"
END
cat >"$scratch/bin/pkg-config" <<END
#!/bin/sh
echo "-I$top_srcdir/include -I$top_builddir/include $archive -lgmp -lm"
END
chmod +x "$scratch/bin/cc" "$scratch/bin/pkg-config"
for python in "$(command -v python3)" /usr/bin/python3; do
    if "$python" -c 'import numpy, pandas' 2>/dev/null; then
        ln -s "$python" "$scratch/bin/python3"
        break
    fi
done
PATH=$scratch/bin:$PATH
PYTHONPATH=$top_srcdir/python
PYTHONDONTWRITEBYTECODE=1
GRAZE_LIBRARY=$top_builddir/.libs/libgraze.so
export PATH PYTHONPATH PYTHONDONTWRITEBYTECODE GRAZE_LIBRARY
passed=0 failed=0 skipped=0

fail() {
    echo "FAIL: $1"
    failed=$((failed + 1))
}

# block LANGUAGE PAGE: the blocks of one language, without their fences.
block() {
    awk -v fence="\`\`\`$1" '
        $0 == fence { inside = 1; next }
        /^```/ { inside = 0 }
        inside { print }' "$top_srcdir/$2"
}

# ---- the C example ------------------------------------------------------------------

block c README.md >"$scratch/example.c"
block text README.md >"$scratch/example.expected"

# The flags are words.
# shellcheck disable=SC2046
if ! cc "$scratch/example.c" $(pkg-config) -o "$scratch/example"; then
    fail 'the example does not build'
elif ! "$scratch/example" >"$scratch/example.out"; then
    fail 'the example fails'
elif ! diff "$scratch/example.expected" "$scratch/example.out"; then
    fail 'the example prints something else'
else
    passed=$((passed + 1))
fi

# The same example is C++, too.
# The compiler is words.
# shellcheck disable=SC2086
if [ -z "${CXX:-}" ]; then
    echo 'skipped: no C++ compiler for the example'
    skipped=1
elif $CXX -x c++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror "-I$top_srcdir/include" \
    "-I$top_builddir/include" -fsyntax-only "$scratch/example.c"; then
    passed=$((passed + 1))
else
    fail 'the example is no C++ without warnings'
fi

# ---- the commands -------------------------------------------------------------------

# missing COMMAND: says what a command needs and is not here.
missing() {
    case $1 in
        'python3 '*) ;;
        *) return 1 ;;
    esac
    file=$scratch/tree/${1#python3 }
    if grep -q 'import graze' "$file"; then
        python3 -c 'import graze' 2>/dev/null || echo 'the package in Python or its library'
    else
        python3 -c 'import pandas' 2>/dev/null || echo 'pandas'
    fi | grep .
}

# replay COMMAND EXPECTED: both are texts.
replay() {
    if missing "$1" >"$scratch/missing"; then
        echo "skipped: \$ $1: no $(cat "$scratch/missing")"
        skipped=$((skipped + 1))
        return
    fi
    (cd "$scratch/tree" && eval "$1") >"$scratch/out" 2>&1 </dev/null || true
    printf '%s' "$2" >"$scratch/expected"
    if diff "$scratch/expected" "$scratch/out" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "\$ $1"
        cat "$scratch/diff"
    fi
}

# replay_page PAGE: makes its files, then replays its commands.
replay_page() {
    rm -rf "$scratch/tree"
    mkdir "$scratch/tree"
    cp -r "$top_srcdir/maps" "$top_srcdir/examples" "$scratch/tree"
    chmod -R u+w "$scratch/tree"
    awk -v tree="$scratch/tree/" '
        /^```[a-z]+ [a-z.]+$/ { file = tree $2; printf "" >file; next }
        /^```/ { file = "" }
        file != "" { print >file }' "$top_srcdir/$1"
    block console "$1" >"$scratch/console"
    command='' expected=''
    while IFS= read -r line; do
        case $line in
            '$ '*)
                [ -z "$command" ] || replay "$command" "$expected"
                command=${line#??} expected='' ;;
            *) expected="$expected$line
" ;;
        esac
    done <"$scratch/console"
    [ -z "$command" ] || replay "$command" "$expected"
}

for page in README.md doc/tutorial.md doc/solver-authors.md doc/robots.md; do
    before=$passed
    replay_page "$page"
    [ "$passed" -gt "$before" ] || fail "$page has no command that does what it says"
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 2 ]
