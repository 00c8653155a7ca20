# SPDX-License-Identifier: MIT
# The library with another C library, and for another processor: read by determinism.sh, whose
# variables and functions it uses. The library alone is compiled, by hand, and linked with GMP
# as Debian has built it; the command needs more than there is.

# compile_library NAME COMPILER FLAGS: into objects in $scratch/objects.
compile_library() {
    rm -rf "$scratch/objects"
    mkdir "$scratch/objects"
    for room in base numeric geometry motion contact starts paths broadphase world check planner; do
        ls "$top_srcdir/src/$room"/*.c
    done >"$scratch/sources"
    echo "$golden/answers.c" >>"$scratch/sources"
    # shellcheck disable=SC2016
    xargs -P2 -I@ sh -c '"$0" -std=c11 -ffp-contract=off -O2 $1 -c @ \
        -o "$2/$(echo @ | tr / _).o"' "$2" "$3 -I$top_srcdir/src -I$top_srcdir/include \
        -I$top_builddir/include" "$scratch/objects" <"$scratch/sources" >"$scratch/log" 2>&1 || {
        row FAILED "$1"
        tail -n 15 "$scratch/log"
        failed=$((failed + 1))
        return 1
    }
}

# musl. Debian's GMP was built for glibc and names its checked fprintf, which is ours then.
gmp=$(gcc -print-file-name=libgmp.a 2>/dev/null)
header=$(echo '#include <gmp.h>' | gcc -E - 2>/dev/null | sed -n 's/^# 1 "\(.*gmp.h\)".*/\1/p' | head -n 1)
if ! command -v musl-gcc >/dev/null 2>&1; then
    skip 'library: musl: no musl-gcc (Debian: musl-tools)'
elif [ ! -f "$gmp" ] || [ -z "$header" ]; then
    skip 'library: musl: no libgmp.a'
else
    mkdir -p "$scratch/musl"
    cp "$header" "$scratch/musl/"
    cat >"$scratch/musl/checked.c" <<'END'
#include <stdarg.h>
#include <stdio.h>
int __fprintf_chk(FILE *to, int flag, const char *format, ...);
int __fprintf_chk(FILE *to, int flag, const char *format, ...)
{
    va_list arguments;
    (void)flag;
    va_start(arguments, format);
    int result = vfprintf(to, format, arguments);
    va_end(arguments);
    return result;
}
END
    if compile_library 'library: musl' musl-gcc "-I$scratch/musl"; then
        musl-gcc -static -o "$scratch/musl/answers" "$scratch"/objects/*.o \
            "$scratch/musl/checked.c" "$gmp" -lm
        hear 'library: musl' "$scratch/musl/answers"
    fi
fi

# aarch64, in an emulator. GMP for it is `apt-get install libgmp-dev:arm64` after `dpkg
# --add-architecture arm64`; or GRAZE_AARCH64_ROOT names a folder where its packages are unpacked.
root=${GRAZE_AARCH64_ROOT-}
gmp=$root/usr/lib/aarch64-linux-gnu/libgmp.a
emulator=
for name in qemu-aarch64-static qemu-aarch64; do
    command -v $name >/dev/null 2>&1 && emulator=$name
done
if ! command -v aarch64-linux-gnu-gcc >/dev/null 2>&1; then
    skip 'library: aarch64: no compiler (Debian: gcc-aarch64-linux-gnu)'
elif [ -z "$emulator" ]; then
    skip 'library: aarch64: no emulator (Debian: qemu-user-static)'
elif [ ! -f "$gmp" ]; then
    skip 'library: aarch64: no libgmp.a (Debian: libgmp-dev:arm64)'
elif compile_library 'library: aarch64' aarch64-linux-gnu-gcc \
    "-I$root/usr/include/aarch64-linux-gnu"; then
    aarch64-linux-gnu-gcc -static -o "$scratch/arm" "$scratch"/objects/*.o "$gmp" -lm
    hear 'library: aarch64' $emulator "$scratch/arm"
fi
