#!/bin/sh
# SPDX-License-Identifier: MIT
# The site of `make html`: every link leads somewhere, nothing is fetched, and each command with its
# options, each public header and each public function has its place.
set -eu
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top_builddir=${top_builddir:-$PWD}
graze=${GRAZE:-$top_builddir/graze}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

if ! command -v cmark-gfm >/dev/null 2>&1 || ! command -v python3 >/dev/null 2>&1; then
    echo 'skipped: the site needs cmark-gfm and python3'
    echo '0 passed, 0 failed, 1 skipped'
    exit 77
fi

# judge SENTENCE OFFENDERS: the sentence holds when there is no offender.
judge() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        echo "FAIL: $1"
        printf '%s\n' "$2"
        failed=$((failed + 1))
    fi
}
links() { python3 -B "$top_srcdir/tests/site/links.py" "$1" || :; }
make_site() { python3 -B "$top_srcdir/doc/site/site.py" "$top_srcdir" "$graze" 0 "$1"; }

# ---- the check can fail -------------------------------------------------------------

mkdir "$scratch/planted"
cat >"$scratch/planted/a.html" <<'END'
<link href="far.css"><a id="x" href="#x">good</a><a id="x" href="b.html#y">no such id</a>
<a href="gone.html">gone</a><a href="https://example.org">elsewhere</a>
END
echo '<p id="z">' >"$scratch/planted/b.html"
judge 'planted faults are seen' "$([ "$(links "$scratch/planted" | wc -l)" -eq 4 ] || echo missed)"

# ---- the site -----------------------------------------------------------------------

if ! make_site "$scratch/html"; then
    echo '0 passed, 1 failed, 0 skipped'
    exit 1
fi
site=$scratch/html
judge 'every link leads somewhere, and nothing is fetched' "$(links "$site")"
judge 'each command has a page with all its options' "$(
    "$graze" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | while read -r command; do
        page=$site/commands/$command.html
        [ -f "$page" ] || echo "$command"
        "$graze" "$command" --help | grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' |
            while read -r option; do
                grep -q "<dt id=\"${option#--}\">" "$page" || echo "$command $option"
            done
    done)"
judge 'an option has a name and one value' "$(
    grep -hE '<dt id' "$site"/commands/*.html |
        grep -vE '<code>(-[a-zA-Z], )?--[a-z-]+( [^ ]+)?</code>' || :)"
judge 'pages of headers are not their guards' "$(
    grep -lE 'extern &quot;C|extern "C|__cplusplus|#ifndef GRAZE' "$site"/include/graze/*.html || :)"
judge 'each public function has a place' "$(
    for header in "$top_srcdir"/include/graze/*.h; do
        sed -n 's/^GRAZE_API.*\(graze_[a-z0-9_]*\)(.*/\1/p' "$header" | while read -r name; do
            grep -q "<a id=\"$name\">" "$site/include/graze/${header##*/}.html" || echo "$name"
        done
    done)"
judge 'each word of a comment in a header is on its page' "$(
    python3 -B - "$top_srcdir/include/graze" "$site/include/graze" <<'END'
import html, re, sys
from pathlib import Path
for header in sorted(Path(sys.argv[1]).glob("*.h")):
    page = (Path(sys.argv[2]) / (header.name + ".html")).read_text("utf-8").split("<main>")[1]
    told = re.findall(r"\w+", html.unescape(re.sub(r"<[^>]*>", " ", page)))
    for comment in re.findall(r"/\*.*?\*/", header.read_text("utf-8"), re.S)[1:]:
        for word in set(re.findall(r"\w+", comment)) - set(told):
            print(f"{header.name}: {word}")
END
)"
judge 'the same sources make the same bytes' "$(make_site "$scratch/again" 2>&1
    diff -r "$site" "$scratch/again")"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
