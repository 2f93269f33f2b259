#!/bin/bash
# library_test.sh: shared libraries with device code in programs that know nothing of them, and two in one process.
. testing/driver/driver.sh

cat >one.cpp <<'END'
#include <sycl/sycl.hpp>
extern "C" sycl::queue *make_queue() { return new sycl::queue; }
extern "C" int *make_memory(sycl::queue *queue) { return sycl::malloc_shared<int>(1, *queue); }
extern "C" int square(int x) {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = x * x; }).wait();
  const int value = *result;
  sycl::free(result, queue);
  return value;
}
END
# It runs a kernel on another library's queue and memory: there is one runtime.
cat >two.cpp <<'END'
#include <sycl/sycl.hpp>
extern "C" int twice(sycl::queue *queue, int *result, int x) {
  if (sycl::get_pointer_type(result, queue->get_context()) != sycl::usm::alloc::shared)
    return -1;
  queue->single_task([=] { *result = 2 * x; }).wait();
  const int value = *result;
  sycl::free(result, *queue);
  delete queue;
  try {
    sycl::queue wrong([](const sycl::device &) { return -1; });
  } catch (const sycl::exception &) {
    return value;
  }
  return -2;
}
END
cat >linked.cpp <<'END'
#include <cstdio>
extern "C" int square(int);
int main() { std::printf("%d\n", square(4)); }
END
cat >opened.cpp <<'END'
#include <cstdio>
#include <dlfcn.h>
template <typename Function> Function *find(void *library, const char *name) {
  return reinterpret_cast<Function *>(dlsym(library, name));
}
int main(int, char **argv) {
  void *one = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *two = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (!one || !two)
    return std::printf("%s\n", dlerror()), 1;
  void *queue = find<void *()>(one, "make_queue")();
  void *memory = find<void *(void *)>(one, "make_memory")(queue);
  const int twice = find<int(void *, void *, int)>(two, "twice")(queue, memory, 5);
  std::printf("%d %d\n", find<int(int)>(one, "square")(3), twice);
}
END
# The same by a program of Facet's, which has a runtime of its own.
sed 's/^int main.*/#include <sycl\/sycl.hpp>\n&\n  sycl::queue own;\n  own.single_task([=] {}).wait();/' opened.cpp >facet.cpp
for library in one two; do
  compile -shared -fPIC $library.cpp -o lib$library.so || fail "making lib$library.so"
done
export LD_LIBRARY_PATH=
sycl-clang++ linked.cpp -L. -lone -Wl,-rpath,"$PWD" -o linked || fail 'linking a program with a library'
prints 16 ./linked 'a library that a program links'
sycl-clang++ opened.cpp -o opened || fail 'linking a program that opens libraries'
output=$(./opened ./libone.so ./libtwo.so 2>&1)
[ "$output" = '9 10' ] || fail "two libraries: $output"
compile facet.cpp -o facet || fail 'linking a program with a runtime of its own'
output=$(./facet ./libone.so ./libtwo.so 2>&1)
[ "$output" = '9 10' ] || fail "two libraries in a program with a runtime: $output"
# A library and what it needs, in a folder that is moved.
mkdir moved && cp libone.so "$prefix"/lib/lib{facet.so.1,tbb.so.12} moved && mv "$prefix/lib" "$prefix/elsewhere"
LD_LIBRARY_PATH=$PWD/moved ./linked >moved/output 2>&1
[ "$(cat moved/output)" = 16 ] || fail "a folder with all that is needed: $(cat moved/output)"
finish
