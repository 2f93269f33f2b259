#!/bin/bash
# Where device code is linked: of each source on its own (-fno-sycl-rdc), before the host's link (-fsycl-link).
. testing/driver/driver.sh

export ONEAPI_DEVICE_SELECTOR='native_cpu:*'
echo '#include <sycl/sycl.hpp>
SYCL_EXTERNAL int seven() { return 7; }
namespace {
int local(sycl::queue &q, int *out) {
  q.single_task([=] { *out += seven(); }).wait();
  return *out;
}
}
int twice(sycl::queue &q, int *out) { return local(q, out); }' >seven.cpp
echo '#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int seven();
int twice(sycl::queue &q, int *out);
namespace {
int local(sycl::queue &q, int *out) {
  q.single_task([=] { *out = 1; }).wait();
  return *out;
}
}
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  const int first = local(q, out), second = twice(q, out);
  q.single_task([=] { *out = seven(); }).wait();
  std::printf("%d %d %d\n", first, second, *out);
}' >main.cpp

# Objects of their own: nothing is left to link for devices, and a function of another source is found all the same.
compile -fno-sycl-rdc -c seven.cpp -o seven.o && compile -fno-sycl-rdc -c main.cpp -o main.o || fail '-fno-sycl-rdc'
for object in seven main; do
  grep -q 'llvm.offloading' $object.o && fail "$object.o has device code to link"
done
compile seven.o main.o -o own 2>message || fail "$(cat message)"
prints '1 8 7' ./own '-fno-sycl-rdc'
# Objects of the other kind: their functions are found, too, if the link says so.
compile -c seven.cpp -o usual.o && compile -fno-sycl-rdc usual.o main.o -o mixed || fail 'one object of each kind'
prints '1 8 7' ./mixed 'one object of each kind'
ar rcs libseven.a seven.o && compile main.o -L. -lseven -o archive || fail 'an archive'
prints '1 8 7' ./archive 'an archive'
compile -fno-sycl-rdc seven.cpp main.cpp -o once || fail 'one command'
prints '1 8 7' ./once 'one command'
# The last of both options counts.
compile -fno-sycl-rdc -fsycl-rdc -c main.cpp -o last.o || fail '-fsycl-rdc'
grep -q 'llvm.offloading' last.o || fail '-fsycl-rdc: no device code'
# Sources without device code, and what is no object yet.
echo 'int nothing() { return 0; }' >nothing.cpp
compile -fno-sycl-rdc -c nothing.cpp -o nothing.o || fail 'no device code'
compile -fno-sycl-rdc -S seven.cpp -o seven.s && grep -q 'llvm.offloading' seven.s || fail '-S takes device code along'
compile -fno-sycl-rdc -g -MD -c main.cpp -o debug.o && grep -q 'main.cpp' debug.d || fail '-g -MD'
compile debug.o seven.o -o debug && prints '1 8 7' ./debug '-g'
# An error of the device link leaves no object.
echo '#include <sycl/sycl.hpp>
int main() {
  sycl::queue().single_task([=] { asm volatile("no such instruction"); });
}' >wrong.cpp
compile -fno-sycl-rdc -c wrong.cpp -o wrong.o 2>message && fail 'wrong device code'
[ -e wrong.o ] && fail 'wrong device code leaves an object'

plain() { sycl-clang++ "$@" -L"$prefix/lib" -lsycl -Wl,-rpath,"$prefix/lib"; } # without -fsycl: Clang as it is
# All images in an object: the rest is for a linker that knows nothing of device code.
compile -c main.cpp -o plain.o || fail main.o
compile -fsycl-link usual.o plain.o -o images.o || fail '-fsycl-link'
plain plain.o usual.o images.o -o program >message 2>&1 || fail "a plain link: $(cat message)"
prints '1 8 7' ./program 'a plain link'
# Archives give what the objects need of them.
ar rcs libusual.a usual.o
compile -fsycl-link plain.o libusual.a -o images.o && plain plain.o libusual.a images.o -o program || fail 'archives'
prints '1 8 7' ./program 'archives and -fsycl-link'
compile -fsycl-link seven.cpp main.cpp -o images.o || fail 'sources'
rm images.o
compile -fsycl-link nothing.o -o images.o 2>message && fail 'no device code and -fsycl-link'
refused images.o message "'-fsycl-link': no input has device code" '-fsycl-link'
compile -fsycl-link usual.o plain.o -o images.o -### 2>message || fail '-###'
grep -q ' cp "' message || fail "-###: $(cat message)"
[ -e images.o ] && fail '-### makes an object'

# Functions that nobody defines: a warning of the link, unless something that is linked may define them.
warns() { # WHAT ARGUMENT...
  compile "${@:2}" 2>message || fail "$1: $(cat message)"
  grep -q "warning: .*undefined function 'seven', called by kernel 'main::(lambda #1)': no object defines it, and no shared library that is linked has device code \[-Wsycl-undefined\]" message ||
    fail "$1: no warning: $(cat message)"
}
is_silent() {
  compile "${@:2}" 2>message || fail "$1: $(cat message)"
  [ ! -s message ] || fail "$1: $(cat message)"
}
echo '#include <sycl/sycl.hpp>
int twice(sycl::queue &q, int *out) { return *out; }' >host_twice.cpp
compile -c host_twice.cpp -o host_twice.o || fail host_twice.o
echo 'int nobody() { return 0; }' >plain.cpp && sycl-clang++ -shared -fPIC plain.cpp -o libplain.so || fail libplain.so
warns 'objects' plain.o host_twice.o -o undefined
warns 'a shared library without device code' plain.o host_twice.o -L. -lplain -o undefined
is_silent '-Wno-sycl-undefined' plain.o host_twice.o -o undefined -Wno-sycl-undefined
is_silent '-w' plain.o host_twice.o -o undefined -w
compile plain.o host_twice.o -o undefined_error -Werror=sycl-undefined 2>message && fail '-Werror=sycl-undefined'
refused undefined_error message "undefined function 'seven'" '-Werror=sycl-undefined'
is_silent 'another object defines it' plain.o usual.o -o defined
compile -shared -fPIC seven.cpp -o libshared_seven.so || fail libshared_seven.so
is_silent 'a shared library may' plain.o -L. -lshared_seven -Wl,-rpath,"$PWD" -o with_library
prints '1 8 7' ./with_library 'a shared library with the function'
is_silent 'an object with images' plain.o seven.o -o with_images
is_silent 'an archive with images' plain.o -L. -lseven -o with_archive
is_silent 'a library' -shared -fPIC main.cpp host_twice.cpp -o libundefined.so
is_silent 'what exports functions may load others' plain.o host_twice.o -rdynamic -o exporting
is_silent '-fsycl-link' -fsycl-link plain.o host_twice.o -o images.o
finish
