#!/bin/bash
# shared_symbols_test.sh: a device function that is in several libraries is the one that the host calls.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
prefix=$TEST_TMPDIR/prefix
./install "$prefix" || exit 1
cd "$TEST_TMPDIR" || exit 1
PATH=$prefix/bin:$PATH
export ONEAPI_DEVICE_SELECTOR='native_cpu:*'
compile() { sycl-clang++ -fsycl "$@" || fail "sycl-clang++ $*"; }
library() { compile -fPIC -shared "$@"; }
# The host's answer, then the device's.
says() { # EXPECTED WHAT COMMAND...
  local expected=$1 what=$2 output
  shift 2
  output=$("$@" 2>&1)
  [ "$output" = "$expected" ] || fail "$what: expected '$expected', got '$output'"
}

cat >call.h <<'END_H'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int f();
SYCL_EXTERNAL int g();
template <typename F> int on_device(F function) {
  int result = 0;
  try {
    sycl::buffer<int> buffer(&result, 1);
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h);
      h.single_task([=] { out[0] = function(); });
    });
  } catch (const sycl::exception &e) {
    std::puts(e.what());
  }
  return result;
}
END_H
cat >f.cpp <<'END_F'
#include "call.h"
SYCL_EXTERNAL int f() { return WHO; }
#ifdef MORE
SYCL_EXTERNAL int g() { return MORE; }
#endif
END_F
# Knows f by name only.
cat >caller.cpp <<'END_C'
#include "call.h"
void call() { std::printf(" library %d %d", f(), on_device([] { return f(); })); }
END_C
cat >main.cpp <<'END_M'
#include "call.h"
#ifdef OWN_F
SYCL_EXTERNAL int f() { return OWN_F; }
#endif
void call();
int main() {
#ifdef BOTH
  std::printf("%d %d\n", 10 * f() + g(), on_device([] { return 10 * f() + g(); }));
#else
  std::printf("%d %d", f(), on_device([] { return f(); }));
#ifdef CALL
  call();
#endif
  std::puts("");
#endif
}
END_M
library f.cpp -DWHO=1 -o libone.so
library f.cpp -DWHO=2 -DMORE=5 -o libtwo.so
library caller.cpp -o libcaller.so
link() { compile main.cpp -L. -Wl,-rpath,. -Wl,--no-as-needed "$@"; }

link -lone -ltwo -o one_two
says "1 1" "two libraries" ./one_two
link -ltwo -lone -o two_one
says "2 2" "two libraries, the other way round" ./two_one
says "1 1" "a library that was preloaded" env LD_PRELOAD="$PWD/libone.so" ./two_one

# The library that one function comes from has the other function, too.
link -DBOTH -lone -ltwo -o both
says "15 15" "functions of two libraries" ./both
link -DBOTH -ltwo -lone -o both_of_two
says "25 25" "functions of one library" ./both_of_two

# What libraries call.
link -DCALL -lcaller -lone -ltwo -o calls
says "1 1 library 1 1" "a library that calls another" ./calls
link -DCALL -lcaller -ltwo -lone -o calls_two
says "2 2 library 2 2" "a library that calls another, the other way round" ./calls_two
link -DCALL -DOWN_F=3 -rdynamic -lcaller -lone -o calls_program
says "3 3 library 3 3" "a library that calls the program" ./calls_program
link -DCALL -DOWN_F=3 -lcaller -lone -o exports_nothing
output=$(./exports_nothing)
[[ $output == *"'f()', which the dynamic linker takes from the executable; that has no image of it for this device, or was linked without '-rdynamic'."* ]] ||
  fail "a program that exports nothing: $output"

# Libraries that are opened see their own dependencies.
library caller.cpp -L. -Wl,-rpath,. -Wl,--no-as-needed -lone -o libcaller_one.so
library caller.cpp -L. -Wl,-rpath,. -Wl,--no-as-needed -ltwo -o libcaller_two.so
cat >open.cpp <<'END_O'
#include <dlfcn.h>
#include <cstdio>
int main(int count, char **names) {
  for (int i = 1; i < count; ++i) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return std::puts(dlerror()), 1;
    reinterpret_cast<void (*)()>(dlsym(library, "_Z4callv"))();
  }
  std::puts("");
}
END_O
compile open.cpp -o open
says " library 1 1 library 2 2" "libraries that are opened" ./open ./libcaller_one.so ./libcaller_two.so
says " library 2 2 library 1 1" "libraries that are opened, the other way round" ./open ./libcaller_two.so ./libcaller_one.so

# The library that the host takes it from has no code for the device: no other library's serves.
library f.cpp -DWHO=4 -fsycl-targets=spir64 -o libother.so
link -lother -ltwo -o other
output=$(./other)
[[ $output == *"device function 'f()', which the dynamic linker takes from "*"libother.so'; that has no image of it for this device."* ]] ||
  fail "a library without code for the device: $output"

[ "$failures" = 0 ] && echo "all right"
exit "$failures"
