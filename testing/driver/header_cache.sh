# header_cache.sh: what the tests of precompiled headers share: an installation, a home, a program.
. testing/driver/driver.sh
export HOME=$TEST_TMPDIR/home
unset XDG_CACHE_HOME
cache=$HOME/.cache/facet/headers
mkdir -p "$HOME"

cat >plain.cpp <<'END'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(10, queue);
  queue.parallel_for(10, [=](sycl::id<1> i) { numbers[i] = int(i) * 2; }).wait();
  return numbers[9] == 18 ? 0 : 1;
}
END
# How many compilations of a source have a precompiled header.
uses() { compile -v -Ifolder "$@" -c -o uses.o 2>&1 | grep -c -e ' "-fsycl-precompiled='; }
