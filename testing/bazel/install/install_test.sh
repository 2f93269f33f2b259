#!/bin/bash
# An installed Facet works without Bazel: compiles and links a program of two files, which then runs.
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
prefix=$TEST_TMPDIR/prefix
mkdir -p "$TEST_TMPDIR/occupied" && touch "$TEST_TMPDIR/occupied/file"
./install "$TEST_TMPDIR/occupied" 2>"$TEST_TMPDIR/refused" && fail 'overwrote a folder that is no installation'
grep -q 'install: error: not empty, and no installation of Facet' "$TEST_TMPDIR/refused" || fail "$(cat "$TEST_TMPDIR/refused")"
[ -e "$TEST_TMPDIR/occupied/file" ] || fail 'removed a file that is not ours'
./install 2>/dev/null && fail 'no folder given, and no error'
./install "$prefix"
./install "$prefix" # again, over itself

for tool in sycl-clang++ sycl-device-link sycl-post-link sycl-aot sycl-offload-wrapper facet-config sycl-explain sycl-ls ld.lld ocloc; do
  [ -x "$prefix/bin/$tool" ] || fail "not installed: $tool"
  missing=$(ldd "$prefix/bin/$tool" 2>/dev/null | grep 'not found' || true)
  [ -z "$missing" ] || fail "$tool: $missing"
done

# What the installation has is not taken from the machine, which may have another version or none.
for program in "$prefix"/bin/* "$prefix/lib/libfacet.so.1"; do
  while read -r library _ file _; do
    [ ! -e "$prefix/lib/$library" ] || [[ $(readlink -f "$file") == "$(readlink -f "$prefix")"/* ]] || fail "$program: takes $library from $file"
  done < <(ldd "$program" 2>/dev/null | grep '=>')
done
# Names of SYCL and of registration, and nothing of the libraries that the runtime is made with.
others=$(nm -D --defined-only "$prefix/lib/libfacet.so.1" | awk '{print $3}' | sed 's/@.*//' | grep -vE '^_ZT?[IVSTW]?N?K?4sycl|^__sycl_' || true)
[ -z "$others" ] || fail "libfacet.so.1 exports $others"
for tool in llvm-ar sycl-llvm-ar sycl-llvm-ranlib llvm-symbolizer llvm-cov ../dpcpp/bin/llvm-ranlib; do
  "$prefix/bin/$tool" --version >"$TEST_TMPDIR/version" 2>&1 || fail "$tool: $(cat "$TEST_TMPDIR/version")"
done
again=$(find "$prefix" -type f -size +1M -name '*.so*' ! -path '*/lib/facet/*' -exec md5sum {} + | cut -d' ' -f1 | sort | uniq -d)
[ -z "$again" ] || fail "libraries that are there twice: $again"
outward=$(find "$prefix/lib" "$prefix/bin" -path "$prefix/lib/facet" -prune -o -type l -lname '*facet/*' -name '*.so*' -print)
[ -z "$outward" ] || fail "links into parts that may be left out: $outward"
[ -z "$(find "$prefix" -xtype l)" ] || fail "dangling links: $(find "$prefix" -xtype l)"

cd "$TEST_TMPDIR"
cat >a.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int twice(int);
int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { numbers[i] = twice(int(i[0])); }).wait();
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += numbers[i];
  sycl::free(numbers, queue);
  std::printf("sum %d\n", sum);
}
END
cat >b.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int twice(int i) { return 2 * i; }
END
"$prefix/bin/sycl-clang++" -fsycl -fsycl-targets=x86_64,spir64 a.cpp b.cpp -o app || fail 'compiling'
output=$(./app) || fail "running: $output"
[ "$output" = 'sum 9900' ] || fail "wrong result: $output"

# A shared library with device code: loaded, its kernel run, unloaded, and all of that again.
cat >plugin.cpp <<'END'
#include <sycl/sycl.hpp>
extern "C" int run_kernel(int factor) {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(100, queue);
  queue.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { numbers[i] = factor * int(i[0]); }).wait();
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += numbers[i];
  sycl::free(numbers, queue);
  return sum;
}
END
cat >loader.cpp <<'END'
#include <dlfcn.h>
#include <sycl/sycl.hpp>
#include <cstdio>
int main(int, char **argv) {
  sycl::queue queue;
  int *own = sycl::malloc_shared<int>(4, queue);
  for (int round = 1; round <= 3; ++round) {
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) return std::printf("%s\n", dlerror()), 1;
    auto *run = reinterpret_cast<int (*)(int)>(dlsym(library, "run_kernel"));
    const int sum = run(round);
    dlclose(library);
    const bool gone = !dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
    queue.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { own[i] = round; }).wait();
    std::printf("%d %s %d;", sum, gone ? "gone" : "stays", own[3]);
  }
  sycl::free(own, queue);
}
END
"$prefix/bin/sycl-clang++" -fsycl -fsycl-targets=x86_64 -fPIC -shared plugin.cpp -o libplugin.so || fail 'compiling the shared library'
"$prefix/bin/sycl-clang++" -fsycl -fsycl-targets=x86_64 loader.cpp -o loader || fail 'compiling the loader'
output=$(./loader ./libplugin.so) || fail "loading: $output"
[ "$output" = '4950 gone 1;9900 gone 2;14850 gone 3;' ] || fail "wrong result of the shared library: $output"

"$prefix/bin/sycl-clang++" -fsycl -fsycl-targets=x86_46 a.cpp -o wrong 2>message && fail 'a misspelt target was accepted'
grep -q "error: .*x86_46.*x86_64" message || fail "misspelt: $(cat message)"
[ ! -e wrong ] || fail 'an output was left'
echo PASSED
