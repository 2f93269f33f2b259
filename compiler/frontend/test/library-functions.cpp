// Functions of the standard library that throw, and those that are recursive
// though they need not be. As libstdc++ writes them.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S -emit-llvm %s -o - | FileCheck %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -DOTHERS -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=OTHERS %s
#include "sycl.h"

namespace std {
[[noreturn]] void __throw_out_of_range_fmt(const char *, ...);
struct bad_optional_access {
  virtual ~bad_optional_access();
};
// No attribute says that it does not return.
// CHECK-DAG: c"nothing throws std::bad_optional_access\00"
inline void __throw_bad_optional_access() { throw bad_optional_access(); }
inline void __throw_bad_variant_access(const char *) { throw 1; }
inline void __throw_bad_variant_access(bool b) {
  __throw_bad_variant_access(b ? "one" : "other");
}

template <class T, int N> struct array {
  T elements[N];
  // CHECK-DAG: c"nothing throws std::out_of_range\00"
  // CHECK-DAG: c"library-functions.cpp\00"
  // CHECK-DAG: c"std::array<int, 3>::at\00"
  T at(int i) const {
    if (i >= N)
      __throw_out_of_range_fmt("array::at: %d", i);
    return elements[i];
  }
};

template <class I, class C>
void __partial_sort(I first, I middle, I last, C compare) {
  for (I i = first; i != last; ++i)
    for (I j = i; j != middle; ++j)
      if (compare(*j, *i))
        *i ^= *j, *j ^= *i, *i ^= *j;
}
template <class I, class S, class C>
void __introsort_loop(I first, I last, S depth, C compare) {
  while (last - first > 16) {
    if (depth == 0) {
      std::__partial_sort(first, last, last, compare);
      return;
    }
    --depth;
    I cut = first + (last - first) / 2;
    std::__introsort_loop(cut, last, depth, compare);
    last = cut;
  }
}

template <class T> struct uniform_int_distribution {
  template <class E> T operator()(E &engine, T range) {
    if (range > 100)
      return 100 * (*this)(engine, range / 100) + engine() % 100;
    return engine() % range;
  }
};
} // namespace std

// CHECK-LABEL: define {{.*}}@_Z6accessi(
// CHECK: call spir_func void @__sycl_assert_fail({{.*}}, i32 {{[0-9]+}}, 
// CHECK-NEXT: unreachable
SYCL_EXTERNAL int access(int i) {
  std::array<int, 3> a{{1, 2, 3}};
  return a.at(i);
}
// CHECK-LABEL: define {{.*}}@_Z5valueib(
// CHECK: call spir_func void @__sycl_assert_fail(
// CHECK-NEXT: unreachable
// CHECK: call spir_func void @__sycl_assert_fail(
// CHECK-NEXT: unreachable
// CHECK-NOT: __cxa
SYCL_EXTERNAL int value(int i, bool b) {
  if (i == 7)
    std::__throw_bad_optional_access();
  if (i == 8)
    std::__throw_bad_variant_access(b);
  return i;
}

struct engine {
  unsigned state;
  unsigned operator()() { return state = state * 1664525u + 1013904223u; }
};
struct less {
  bool operator()(int a, int b) const { return a < b; }
};
// The copy that sorts a heap calls nothing of its own.
// CHECK-LABEL: define {{.*}}@_Z5sortsPi(
// CHECK-NOT: call {{.*}}introsort
// CHECK: ret void
SYCL_EXTERNAL void sorts(int *p) { std::__introsort_loop(p, p + 64, 12l, less()); }
// Numbers of up to the third power of what the engine makes.
// CHECK-LABEL: define {{.*}}@_Z5drawsj(
// CHECK-NOT: call
// CHECK: ret i32
SYCL_EXTERNAL int draws(unsigned seed) {
  engine e{seed};
  return std::uniform_int_distribution<int>()(e, 5000);
}

#ifdef OTHERS
// The name alone does not do.
namespace std {
template <class I> void __introsort_loop(I first, I last, long depth, int) {
  if (last - first > 16)
    std::__introsort_loop(first + 1, last, depth - 1, 0);
}
} // namespace std
namespace own {
void __throw_out_of_range() { throw 1; }
} // namespace own
// OTHERS-DAG: error: device code cannot throw exceptions
SYCL_EXTERNAL void other_throw() { own::__throw_out_of_range(); }
// OTHERS-DAG: error: device code cannot be recursive: 'std::__introsort_loop' calls itself; use a loop
SYCL_EXTERNAL void other_sort(int *p) { std::__introsort_loop(p, p + 64, 12l, 0); }
#endif
