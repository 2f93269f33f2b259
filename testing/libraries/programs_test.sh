#!/bin/bash
# programs_test.sh: programs whose kernels come late, or not at all, and that use SYCL before and after main.
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
export ONEAPI_DEVICE_SELECTOR='native_cpu:*;emulated:*'
compile() { sycl-clang++ -fsycl "$@" || fail "sycl-clang++ $*"; }
# PATTERN WHAT COMMAND...
says() {
  local pattern=$1 what=$2 output
  shift 2
  output=$("$@" 2>&1) || fail "$what: status $?"
  [[ $output == $pattern ]] || fail "$what: expected '$pattern', got '$output'"
}

# The device refuses all kernels of the program: the submission says why, and a program that asks first goes on.
cat >refused.cpp <<'END_R'
#include <sycl/sycl.hpp>
int main(int count, char **) {
  sycl::queue q;
  if (count == 1 && !q.get_device().has(sycl::aspect::gpu)) { std::puts("skipped: no GPU"); return 0; }
  try {
    q.single_task<class K>([=]() [[sycl::device_has(sycl::aspect::gpu)]] {}).wait();
  } catch (const sycl::exception &e) {
    std::printf("%d %s\n", e.code() == sycl::errc::kernel_not_supported, e.what());
  }
}
END_R
compile refused.cpp -o refused
says 'skipped: no GPU' "a program that asks" ./refused
says "1 Kernel 'main::K' cannot run on device *'aspect::gpu'*" "a program that does not ask" ./refused x
cat >double.cpp <<'END_D'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  double *p = sycl::malloc_shared<double>(1, q);
  try {
    q.single_task<class A>([=] { *p *= 0.3; }).wait();
  } catch (const sycl::exception &e) {
    std::printf("%d %s\n", e.code() == sycl::errc::kernel_not_supported, e.what());
  }
}
END_D
compile -fsycl-targets=emu_intel_gpu_dg1 double.cpp -o double
says "1 Kernel 'main::A' cannot run on device 'Emulated intel_gpu_dg1*'aspect::fp64'*" "a device without double" \
  env SYCL_DEVICE_EMULATION=only,intel_gpu_dg1 ./double

# The kernel that can run comes with a library.
cat >plugin.cpp <<'END_P'
#include <dlfcn.h>
#include <sycl/sycl.hpp>
#ifdef PLUGIN
extern "C" void run() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<class P>([=] { *p = 3; }).wait();
  std::printf("plugin %d\n", *p);
}
#else
int main(int count, char **) {
  sycl::queue q;
  reinterpret_cast<void (*)()>(dlsym(dlopen("./libplugin.so", RTLD_NOW), "run"))();
  if (count > 9) q.single_task<class G>([=]() [[sycl::device_has(sycl::aspect::gpu)]] {}).wait();
}
#endif
END_P
compile -DPLUGIN -fPIC -shared plugin.cpp -o libplugin.so
compile plugin.cpp -o plugin
says 'plugin 3' "kernels of a plug-in alone" ./plugin

# Before main and after it, in the program and in a library, whatever is linked first.
cat >globals.cpp <<'END_G'
#include <sycl/sycl.hpp>
namespace {
void use(const char *when) {
  sycl::queue q;
  const sycl::device d = q.get_device();
  namespace info = sycl::info;
  const std::size_t capabilities = d.get_info<info::device::atomic_memory_order_capabilities>().size() +
                                   d.get_info<info::device::atomic_memory_scope_capabilities>().size() +
                                   d.get_info<info::device::atomic_fence_order_capabilities>().size() +
                                   q.get_context().get_info<info::context::atomic_fence_scope_capabilities>().size();
  sycl::buffer<int> b(sycl::range(8));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> l(sycl::range(4), h);
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) {
      l[3 - i.get_local_id(0)] = int(i.get_global_id(0));
      sycl::group_barrier(i.get_group());
      a[i.get_global_id()] = l[i.get_local_id(0)];
    });
  });
  int sum = 0;
  {
    sycl::buffer<int> total(&sum, sycl::range(1));
    q.submit([&](sycl::handler &h) {
      h.parallel_for(8, sycl::reduction(total, h, sycl::plus<>()), [=](sycl::id<1> i, auto &r) { r += int(i[0]); });
    });
  }
  std::printf("%s %s %d %d %d\n", WHERE, when, capabilities == 20, sycl::host_accessor(b)[4], sum);
  std::fflush(stdout);
}
struct object {
  object() { use("begins"); }
  ~object() { use("ends"); }
} global;
struct late {
  ~late() { use("ends late"); }
} other;
} // namespace
#ifdef MAIN
int main() { use("runs"); }
#endif
END_G
compile -fPIC -shared '-DWHERE="library"' globals.cpp -o libglobals.so
compile -DMAIN '-DWHERE="program"' globals.cpp -L. -Wl,-rpath,. -Wl,--no-as-needed -lglobals -o globals
says 'library begins 1 7 28
program begins 1 7 28
program runs 1 7 28
program ends late 1 7 28
program ends 1 7 28
library ends late 1 7 28
library ends 1 7 28' "global objects" ./globals

# Nothing but what the program says, on one CPU.
cat >quiet.cpp <<'END_Q'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(1 << 20, q);
  q.parallel_for(1 << 20, [=](sycl::id<1> i) { p[i] = 1; }).wait();
  return p[5] != 1;
}
END_Q
compile quiet.cpp -o quiet
says '' "one CPU" taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" ./quiet

# More images than files that a process may open.
cat >many.cpp <<'END_M'
#include <sycl/sycl.hpp>
#include <utility>
template <int I> class K;
template <int... I> void run(sycl::queue &q, int *p, std::integer_sequence<int, I...>) {
  (q.single_task<K<I>>([=] { *p += I; }).wait(), ...);
}
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  run(q, p, std::make_integer_sequence<int, 60>());
  std::printf("%d\n", *p);
}
END_M
compile -fsycl-device-code-split=per_kernel many.cpp -o many
says 1770 "many images" bash -c 'ulimit -n 24 && ./many'

[ "$failures" = 0 ] && echo "all right"
exit "$failures"
