#!/bin/bash
# Checks of the compiler, precompiled headers, unity builds, SYCL in some sources only.
. testing/cmake/cmake.sh
cp -rL "$projects/features" sources && chmod -R u+w sources
projects=$TEST_TMPDIR
configure sources build "-DCMAKE_CXX_COMPILER=$sdk/bin/sycl-clang++" "-DCMAKE_PREFIX_PATH=$sdk" -DFACET_TARGETS=x86_64 && build build || finish
for program in precompiled reuses unity; do prints '8 12 10' "build/$program"; done
prints 7 build/every
prints '21 40' build/some
prints '20 20' build/none

# Only device code includes it, by way of the precompiled header.
echo 'inline int twice(int i) { return 20 * i; }' >sources/device_twice.hpp
build build
for program in precompiled reuses unity; do prints '80 12 100' "build/$program"; done
finish
