#!/bin/sh
# SPDX-License-Identifier: MIT
# Does find_package(graze) find what was installed? A project of CMake's builds stranger.c with
# each target; versions and components that are not there are refused.
set -eu
. "$(dirname "$0")/try.sh"
if ! command -v cmake >/dev/null 2>&1; then
    skip 6 'no cmake'
    count_and_end
    exit
fi
major_minor=${version%.*}

# project FOLDER PACKAGE TARGET: a project that builds stranger.c with one target.
project() {
    mkdir -p "$scratch/$1"
    cp "$here/stranger.c" "$scratch/$1"
    cat >"$scratch/$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.13)
project(stranger C)
find_package($2 CONFIG REQUIRED)
find_package($2 CONFIG REQUIRED)
add_executable(stranger stranger.c)
target_link_libraries(stranger PRIVATE $3)
END
}
configure() {
    cmake -S "$scratch/$1" -B "$scratch/$1/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -Dgraze_DIR="$libdir/cmake/graze" -DCMAKE_C_COMPILER="${CC##* }"
}
build_and_run() { configure "$1" && cmake --build "$scratch/$1/build" && "$scratch/$1/build/stranger"; }

prefix=$libdir/..
project default "graze $major_minor" graze::graze
try 'graze::graze builds and runs' build_and_run default
for kind in shared static; do
    if ls "$libdir"/libgraze.so >/dev/null 2>&1 || [ $kind = static ]; then
        project $kind "graze $version EXACT COMPONENTS $kind" graze::$kind
        try "graze::$kind builds and runs" build_and_run $kind
    else
        skip 1 "no $kind library was installed"
    fi
done

project later 'graze 99.0' graze::graze
refuse 'a later version is not found' configure later
project earlier 'graze 0.0.1' graze::graze
refuse 'an earlier interface is not this one' configure earlier
project parts 'graze COMPONENTS wheels' graze::graze
refuse 'a component that Graze lacks is not found' configure parts
count_and_end
