// A source that makes an nd_range with an offset says so in its module, whether host
// or device code does; one that does not, does not.
//
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -S %s -o - | FileCheck --check-prefix=NONE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DHOST -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DCONSTANT -S %s -o - | FileCheck %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DTEMPLATE -S %s -o - | FileCheck --check-prefix=NONE %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DTEMPLATE -DINSTANCE -S %s -o - | FileCheck %s
// NONE-NOT: sycl_nd_range_offsets
// CHECK: !sycl_nd_range_offsets = !{![[NODE:[0-9]+]]}
// CHECK: ![[NODE]] = !{}

namespace sycl {
inline namespace _V1 {
template <int D> class nd_range {
public:
  constexpr nd_range(int global, int local) : sum(global + local) {}
  constexpr nd_range(int global, int local, int offset)
      : sum(global + local + offset) {}
  int sum;
};
} // namespace _V1
} // namespace sycl

[[clang::sycl_external]] void device(int *p) { *p = sycl::nd_range<1>(4, 2).sum; }

#ifdef HOST
int host() { return sycl::nd_range<3>(4, 2, 1).sum; }
#endif
#ifdef CONSTANT
constexpr sycl::nd_range<2> range{4, 2, 1};
#endif
#ifdef TEMPLATE
template <int D> int made() { return sycl::nd_range<D>(4, 2, 1).sum; }
#endif
#ifdef INSTANCE
int instance() { return made<1>(); }
#endif
