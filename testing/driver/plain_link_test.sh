#!/bin/bash
# plain_link_test.sh: links without -fsycl of what was compiled with it, as build systems do that give the option to compilations alone.
. testing/driver/driver.sh
cat >includes.cpp <<'EOF'
#include <sycl/sycl.hpp>
#ifndef SYCL_LANGUAGE_VERSION
#error no SYCL
#endif
int main() {}
EOF
cat >uses.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
int devices() { return int(sycl::device::get_devices().size()); }
#ifndef LIBRARY
int main() { std::printf("%d\n", devices() > 0); }
#endif
EOF
echo 'int devices(); int main() { return devices() == 0; }' >calls.cpp
echo '#include <iostream>
int main() { std::cout << "plain\n"; }' >plain.cpp
linked() { # OUTPUT ARGUMENT...
  local output=$1
  shift
  sycl-clang++ "$@" -o "$output" >log 2>&1 && [ ! -s log ] || fail "$*: $(cat log)"
}
compiled() { # OBJECT ARGUMENT...
  linked "$@" -fsycl -c
}
needed() { readelf -d "$1" | grep -c 'NEEDED.*libfacet'; }

compiled includes.o includes.cpp
linked includes -Wl,--no-undefined includes.o && ./includes || fail "a program that includes the headers only"
compiled uses.o uses.cpp
linked uses uses.o && prints 1 ./uses "a program that asks for devices"
[ "$(needed uses)" = 1 ] || fail "uses: libfacet is not needed"
linked uses uses.o -static-libstdc++ -static-libgcc && prints 1 ./uses "with -static-libstdc++"
compiled uses-lto.o -O2 -flto uses.cpp
linked uses uses-lto.o -flto && prints 1 ./uses "with -flto"
# Without -fsycl at all, by the name of the headers' folder.
linked uses -isystem "$prefix/include" uses.cpp && prints 1 ./uses "compiled without -fsycl"

# In archives, shared libraries and objects of several objects.
compiled library.o -DLIBRARY -fPIC uses.cpp
linked calls.o -c calls.cpp
ar rcs libdevices.a library.o
linked calls calls.o libdevices.a && ./calls || fail "an archive"
linked libdevices.so -shared library.o && [ "$(needed libdevices.so)" = 1 ] || fail "a shared library"
linked calls calls.o libdevices.so -Wl,-rpath,"$PWD" && ./calls || fail "a program with a shared library"
linked joined.o -r library.o calls.o && [ "$(nm joined.o | grep -c ' U __sycl_headers_of')" = 1 ] || fail "-r"
linked joined joined.o && ./joined || fail "a program of -r's object"

# Who names the runtime, by whatever name, has it once.
linked named uses.o -lsycl && prints 1 ./named "-lsycl"
[ "$(needed named)" = 1 ] || fail "-lsycl: $(readelf -d named)"

# What has nothing to do with SYCL is left alone.
linked plain plain.cpp && prints plain ./plain "a plain program"
[ "$(needed plain)" = 0 ] || fail "a plain program needs libfacet"
readelf -d plain | grep -q 'R.*PATH' && fail "a plain program has a search path"

# Device code needs targets: the linker's errors, and a note.
cat >kernel.cpp <<'EOF'
#include <sycl/sycl.hpp>
int main() { sycl::queue().single_task([] {}); }
EOF
compile -c kernel.cpp -o kernel.o || fail "a kernel"
sycl-clang++ kernel.o -o kernel >log 2>&1 && fail "device code was linked without -fsycl"
[ ! -e kernel ] || fail "an output was left"
[ "$(grep -c "note: 'kernel.o' was compiled with '-fsycl': link with '-fsycl', too" log)" = 1 ] || fail "no note: $(cat log)"
# Damaged inputs are the linker's to report.
head -c 300 library.o >damaged.o
sycl-clang++ damaged.o calls.o -o damaged >log 2>&1 && fail "a damaged object was linked"
grep -q damaged.o log || fail "a damaged object: $(cat log)"
finish
