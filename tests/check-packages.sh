#!/bin/sh
# SPDX-License-Identifier: MIT
# Do those who make packages hear the truth? Debian's list of what a build needs is that of
# scripts/packages.txt, the version is that of configure.ac everywhere, and every file of the
# packaging goes into a release.
set -eu
root=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
passed=0 failed=0

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

# needed: what Debian's build needs, besides debhelper's own.
needed() {
    sed -n '/^Build-Depends:/,/^$/s/^ \([a-z0-9.+-]*\).*/\1/p' "$root/debian/control" |
        grep -vE '^(debhelper-compat|dh-python)$'
}
# listed [optional]: the packages of our list, those that a build cannot do without or all.
listed() {
    awk -v all="${1-}" '{ sub(/#.*/, "") } NF && (all != "" || $2 != "optional") { print $1 }' \
        "$root/scripts/packages.txt"
}
# What build-essential and debhelper bring.
given='autoconf|automake|libtool|make|gcc|g\+\+|libc6-dev|xz-utils'
judge 'Debian needs what scripts/packages.txt lists' "$(
    listed | grep -vxE "$given" | while read -r name; do
        needed | grep -qxF "$name" || echo "debian/control lacks $name"
    done)"
judge 'scripts/packages.txt lists what Debian needs' "$(
    needed | while read -r name; do
        listed optional | grep -qxF "$name" || echo "scripts/packages.txt lacks $name"
    done)"

version=$(sed -n 's/^AC_INIT(\[graze\], \[\([0-9.]*\)\].*/\1/p' "$root/configure.ac")
judge "the version is $version everywhere" "$(
    sed -n '1s/.*(\(.*\)).*/\1/p' "$root/debian/changelog" | grep -vxF "$version" |
        sed 's/^/debian: /'
    sed -n 's/^version: //p' "$root/CITATION.cff" | grep -vxF "$version" | sed 's/^/CITATION: /'
    sed -n 's/^## \([0-9.]*\).*/\1/p' "$root/CHANGELOG.md" | head -n 1 | grep -vxF "$version" |
        sed 's/^/CHANGELOG: /')"
major=$(sed -n 's/.*GRAZE_LIBRARY_VERSION\], \[\([0-9]*\):[0-9]*:\([0-9]*\)\].*/\1-\2/p' \
    "$root/configure.ac")
# An expression, not a variable.
# shellcheck disable=SC2004
judge 'the package of the library has the number of its interface' "$(
    grep -qx "Package: libgraze$((${major}))" "$root/debian/control" || echo "$major")"
judge 'a release holds every file of the packaging' "$(
    cd "$root/debian" && find . -type f | sed 's,^\./,,' | while read -r file; do
        case $file in local.mk | files | *.log | *.substvars | *.debhelper | .* | */md5sums) continue ;; esac
        [ ! -d "${file%%/*}/DEBIAN" ] || continue
        grep -qF "%reldir%/$file" local.mk || echo "$file"
    done)"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
