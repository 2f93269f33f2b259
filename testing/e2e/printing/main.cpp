// What kernels print: C's printf and the extension's, formats in constant memory
// and literals, chosen by code and handed to functions. Each line is printed by
// one work-item; the host prints the same lines without a kernel.
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

namespace ext = sycl::ext::oneapi::experimental;

namespace {

const CONSTANT char outside[] = "outside %s %%\n";

/// Formats that are arguments are literals once this is inlined.
template <typename... Args> void log(const char *format, Args... args) {
  printf(format, args..., 0);
}

struct numbers {
  int i = -7;
  unsigned u = 4000000000u;
  long l = -5000000000;
  unsigned long long ull = 18000000000000000000ull;
  std::int8_t c = -3;
  short h = 300;
  float f = 1.5f;
  std::size_t size = 77;
  bool yes = true;
};

void print_all(const numbers &n) {
  static const CONSTANT char inside[] = "inside %d %f\n";
  ext::printf(inside, n.i, n.f);
  ext::printf(outside, "text");
  ext::printf("literal\n");
  ext::printf("%d%% %5d|%-5d|%05d|%+d\n", n.i, n.i, n.i, n.i, 5);
  printf("C %d %u %x %X %o %c\n", n.i, n.u, n.u, 255, 8, 'x');
  std::printf("std %ld %lld %llu %zu %lx\n", n.l, (long long)n.l, n.ull, n.size,
              n.l);
  printf("small %hhd %hd %d\n", n.c, n.h, n.yes);
  printf("%f %.2f %8.3f %e %g %G\n", n.f, n.f, n.f, n.f, n.f, n.f * 1e10f);
  printf("promoted %f %f\n", n.f, 0.25);
  printf(n.yes ? "yes %d\n" : "no %d\n", n.i);
  printf("%s and %s\n", n.i < 0 ? "negative" : "positive", "100%");
  printf("[%*d] [%.*f]\n", 6, n.i, 1, n.f);
  log("handed %d %f\n", n.i, n.f);
  log("handed\n");
  printf("wrong width %d %d\n", (int)n.size, n.i);
}

void print_vectors() {
#ifdef __SYCL_DEVICE_ONLY__
  using int4 = sycl::int4::vector_t;
  int4 v{1, 2, 3, 4};
  static const CONSTANT char format[] = "vector %v4d\n";
  ext::printf(format, v);
  ext::printf("vec %v4d %v2f\n", sycl::int4(5, 6, 7, 8), sycl::float2(0.5f, 2));
  ext::printf("long %v2ld %v3hd\n", sycl::long2(-1, 5000000000),
              sycl::short3(1, -2, 3));
  ext::printf("bfloat16 %.1f\n", sycl::ext::oneapi::bfloat16(2.0f));
#endif
}

} // namespace

int main(int argc, char **) {
  numbers n;
  if (argc > 1) {
    print_all(n);
    return 0;
  }
  sycl::queue q;
  q.single_task([=] { print_all(n); }).wait();
  std::fflush(stdout);
  q.single_task([=] { print_vectors(); }).wait();
  std::fflush(stdout);
  if (q.get_device().has(sycl::aspect::fp16))
    q.single_task([=] { ext::printf("half %.2f\n", sycl::half(0.5f)); }).wait();
  std::fflush(stdout);
  q.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> i) {
     sycl::group_barrier(i.get_group());
     printf("item %d\n", (int)i.get_global_id(0));
     sycl::group_barrier(i.get_group());
   }).wait();
}
