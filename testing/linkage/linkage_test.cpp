// Each source's kernels run when that source submits them, on every device.
#include "shared.hpp"

#include <cstdio>

static int failures = 0;

static void expect(int seen, int expected, const char *source,
                   const char *what) {
  if (seen == expected)
    return;
  ++failures;
  std::printf("FAILED: %s: %s wrote %d, not %d\n", source, what, seen, expected);
}

static void check(const Results &r, int base, int conditional,
                  const char *source) {
  expect(r.unnamed, base, source, "a lambda expression in a static function");
  expect(r.named, base + 1, source, "a name of an anonymous namespace");
  expect(r.in_template, base + 2, source, "a static function template");
  expect(r.in_namespace, base + 3, source, "a static function of a namespace");
  expect(r.at_file_scope, base + 4, source, "a functor of file scope");
  expect(r.of_argument, base + 5, source, "a name with an argument");
  expect(r.constant, base + 6, source, "a specialization constant");
  expect(r.shared, 7, source, "a kernel of a header");
  expect(r.conditional, conditional, source, "a kernel with a condition");
  expect(r.named_conditional, 10 * conditional, source,
         "a kernel of a header with a condition");
}

int main() {
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (!device.has(sycl::aspect::usm_shared_allocations) ||
        device.get_backend() == sycl::backend::opencl)
      continue;
    ++devices;
    sycl::queue q(device);
    int *p = sycl::malloc_shared<int>(1, q);
    int conditional = device.has(sycl::aspect::fp64) ? 64 : 32;
    check(run_first(q, p), 100, conditional, "first.cpp");
    check(run_second(q, p), 200, conditional, "second.cpp");
    sycl::free(p, q);
  }
  if (devices == 0) {
    ++failures;
    std::printf("FAILED: no device\n");
  }
  if (failures == 0)
    std::printf("ok on %d devices\n", devices);
  return failures != 0;
}
