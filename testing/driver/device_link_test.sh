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
finish
