#!/bin/bash
# runtimes_test.sh: a process has one runtime. Two, and those of another version, are refused with one message that names both.
. testing/driver/driver.sh

cat >one.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
template <typename Function> static int guarded(Function function) {
  try {
    return function();
  } catch (const sycl::exception &e) {
    std::printf("exception: %s\n", e.what());
    return -1;
  }
}
static int square_on(sycl::queue &queue, int x) {
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = x * x; }).wait();
  const int value = *result;
  sycl::free(result, queue);
  return value;
}
extern "C" int square(int x) {
  return guarded([&] { sycl::queue queue; return square_on(queue, x); });
}
extern "C" int square_with(sycl::queue *queue, int x) {
  return guarded([&] { return square_on(*queue, x); });
}
EOF
# Arguments: a library, and "first" to use that before the program's own runtime, "deep" to open it with RTLD_DEEPBIND.
cat >program.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
#include <dlfcn.h>
#include <string>
int own(int x) {
  try {
    sycl::queue queue;
    sycl::buffer<int> buffer{sycl::range<1>(1)};
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out(buffer, h, sycl::write_only);
      h.single_task([=] { out[0] = x + 1; });
    });
    return sycl::host_accessor(buffer)[0];
  } catch (const sycl::exception &e) {
    std::printf("exception: %s\n", e.what());
    return -1;
  }
}
int main(int argc, char **argv) {
  const std::string how = argc > 2 ? argv[2] : "";
  if (how != "first")
    std::printf("own %d\n", own(1));
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | (how == "deep" ? RTLD_DEEPBIND : 0));
  if (!library)
    return std::printf("%s\n", dlerror()), 1;
  std::printf("square %d\n", reinterpret_cast<int (*)(int)>(dlsym(library, "square"))(3));
  if (how != "first") {
    sycl::queue queue;
    std::printf("with %d\n", reinterpret_cast<int (*)(sycl::queue *, int)>(dlsym(library, "square_with"))(&queue, 4));
  }
  std::printf("own %d\n", own(2));
}
EOF
cat >linked.cpp <<'EOF'
#include <sycl/sycl.hpp>
#include <cstdio>
extern "C" int square(int);
int main() {
  std::printf("square %d\n", square(3));
  try {
    sycl::queue().single_task([] {}).wait();
    std::printf("own\n");
  } catch (const sycl::exception &e) {
    std::printf("exception: %s\n", e.what());
  }
}
EOF
echo '{ global: main; local: *; };' >hidden.lds
compile -shared -fPIC one.cpp -o libone.so || fail 'making libone.so'
compile program.cpp -static-facet -o shown || fail 'linking a program'
compile program.cpp -static-facet -Wl,--version-script=hidden.lds -o hidden || fail 'linking a program that hides its runtime'
compile linked.cpp -static-facet -L. -lone -Wl,-rpath,"$PWD" -o linked_shown || fail 'linking a program with a library'
compile linked.cpp -static-facet -Wl,--version-script=hidden.lds -L. -lone -Wl,-rpath,"$PWD" -o linked_hidden || fail 'the same, hidden'

output=$(./shown ./libone.so 2>&1)
[ "$output" = $'own 2\nsquare 9\nwith 16\nown 3' ] || fail "a program whose runtime all use: $output"
prints $'square 9\nown' ./linked_shown 'the same, linked'

# A program takes libfacet.so.1, too: there is one, whatever it hides and however the library is opened.
compile program.cpp -o usual || fail 'linking a program with libfacet.so.1'
compile program.cpp -Wl,--version-script=hidden.lds -o usual_hidden || fail 'the same, with hidden names'
for command in './usual ./libone.so' './usual ./libone.so deep' './usual_hidden ./libone.so' './usual_hidden ./libone.so deep'; do
  output=$($command 2>&1)
  [ "$output" = $'own 2\nsquare 9\nwith 16\nown 3' ] || fail "$command: $output"
done
output=$(./usual ./libone.so first 2>&1)
[ "$output" = $'square 9\nown 3' ] || fail "a library that is used first: $output"

library=$(realpath "$prefix/lib/libfacet.so.1")
# One message when images are registered, and exceptions that say the same.
refuses() { # WHAT FIRST_RUNTIME SECOND_RUNTIME COMMAND…
  local what=$1 first=$2 second=$3
  shift 3
  "$@" >out 2>errors || fail "$what: $(cat out errors)"
  [ "$(grep -c '^sycl: error: ' errors)" = 1 ] || fail "$what: not one message: $(cat errors)"
  grep -F "$first" errors | grep -qF "$second" || fail "$what: the message names not both: $(cat errors)"
  grep -F 'exception: ' out | grep -qF "$second" || fail "$what: no exception that names both: $(cat out)"
}
refuses 'a hidden runtime' "'$PWD/hidden'" "'$library'" ./hidden ./libone.so
[ "$(grep -E '^(own|square|with) ' out)" = $'own 2\nsquare -1\nwith -1\nown 3' ] || fail "the program goes on: $(cat out)"
refuses 'a hidden runtime, RTLD_DEEPBIND' "'$PWD/hidden'" "'$library'" ./hidden ./libone.so deep
refuses 'RTLD_DEEPBIND' "'$PWD/shown'" "'$library'" ./shown ./libone.so deep
[ "$(grep -E '^(own|square|with) ' out)" = $'own 2\nsquare -1\nwith -1\nown 3' ] || fail "RTLD_DEEPBIND: the program goes on: $(cat out)"
refuses 'a library that comes before the program' "'$PWD/linked_hidden'" "'$library'" ./linked_hidden
grep -q '^square 9' out || fail "a library that comes before the program: $(cat out)"

# A library of another version: the dynamic linker names both.
symbol=$(sed -n 's/^#define __SYCL_HEADERS_OF_RUNTIME //p' "$prefix/include/sycl/detail/version.hpp")
node=FACET_$(sed 's/.*_\([0-9]*\)_\([0-9]*\)$/\1.\2/' <<<"$symbol")
readelf -V libone.so | grep -q "Name: $node " || fail "libone.so needs no version $node"
mkdir other
echo 'extern "C" { extern const char __sycl_headers_of_facet_0_9 = 0; void __sycl_register_images(const void *) {} }' >other.cpp
echo 'FACET_0.9 { global: __sycl_*; local: *; };' >other.lds
sycl-clang++ -shared -fPIC other.cpp -Wl,--version-script=other.lds -Wl,-soname,libfacet.so.1 -o other/libfacet.so.1 || fail 'a libfacet.so.1 of another version'
echo 'extern "C" int square(int); int main() { return square(3) != 9; }' >plain.cpp
sycl-clang++ plain.cpp -L. -lone -Wl,-rpath,"$PWD" -o plain || fail 'linking a program without SYCL'
./plain || fail 'a program without SYCL'
LD_LIBRARY_PATH=$PWD/other ./plain 2>errors && fail 'a library runs with a runtime of another version'
grep -q "other/libfacet.so.1: version \`$node' not found (required by .*libone.so)" errors || fail "another version: $(cat errors)"
# Objects of other headers, in a library that is linked without -z defs.
sed -i "s/$symbol/__sycl_headers_of_facet_0_9/" "$prefix/include/sycl/detail/version.hpp"
compile -shared -fPIC one.cpp -o libold.so || fail 'a library of other headers'
echo '#include <sycl/sycl.hpp>
extern "C" unsigned long size_of(const sycl::range<1> *r) { return r->size(); }' >no_kernel.cpp
compile -shared -fPIC no_kernel.cpp -o libold_without_kernels.so || fail 'a library of other headers without kernels'
sed -i "s/__sycl_headers_of_facet_0_9/$symbol/" "$prefix/include/sycl/detail/version.hpp"
for old in libold libold_without_kernels; do
  output=$(./shown ./$old.so 2>&1) && fail "a library of other headers is loaded: $old"
  grep -q "$old.so: undefined symbol: __sycl_headers_of_facet_0_9" <<<"$output" || fail "a library of other headers: $output"
done
finish
