// What device code cannot do, each said where it stands.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -ferror-limit=0 -c %s -o %t.bc 2>&1 | FileCheck %s
#include "sycl.h"
namespace std { class type_info { public: virtual ~type_info(); }; }
void *operator new(decltype(sizeof(0)), void *p) noexcept;

struct Shape {
  virtual int area() const;
};
struct Square final : Shape {
  int area() const override { return 4; }
};
// CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: error: device code cannot call virtual function 'Shape::area' of an object whose class is not known here
// CHECK-DAG: :[[#@LINE-6]]:{{[0-9]+}}: note: 'Shape::area' is declared here
SYCL_EXTERNAL int virtual_call(Shape &s) { return s.area(); }

int mutable_global;
thread_local int per_thread;
int compute();
const int dynamic = compute();
extern const int elsewhere;
// CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: error: device code cannot use variable 'mutable_global', which is not constant; capture a copy of it, or a pointer
// CHECK-DAG: :[[#@LINE-6]]:{{[0-9]+}}: note: 'mutable_global' is declared here
SYCL_EXTERNAL int uses_global() { return 1 + mutable_global; }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use variable 'per_thread', which is thread_local
SYCL_EXTERNAL int uses_thread_local() { return per_thread; }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use constant 'dynamic', whose value is computed when the program starts
SYCL_EXTERNAL int uses_dynamic() { return dynamic; }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use variable 'elsewhere', whose value is in another source
SYCL_EXTERNAL int uses_elsewhere() { return elsewhere; }
SYCL_EXTERNAL int has_static() {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot have static variable {{.*}}calls', which is not constant; make it constexpr
  static int calls = 0;
  return ++calls;
}

SYCL_EXTERNAL void allocates() {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot allocate memory with 'new'
  int *p = new int;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot free memory with 'delete'
  delete p;
}

// As std::allocator does.
SYCL_EXTERNAL void *allocates_by_name(void *q) {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot free memory with 'delete'
  __builtin_operator_delete(q);
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot allocate memory with 'new'
  void *p = __builtin_operator_new(8);
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot free memory with 'delete'
  ::operator delete(p);
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot allocate memory with 'new'
  return ::operator new[](8);
}

__attribute__((error("no device has it; do without"))) inline int refused() { return 1; }
template <typename T> __attribute__((error("not for any type"))) int refused_template(T) { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call 'refused': no device has it; do without
SYCL_EXTERNAL int calls_refused() { return refused(); }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call 'refused_template': not for any type
SYCL_EXTERNAL int calls_refused_template() { return refused_template(1); }

// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot be recursive: 'factorial' calls itself; use a loop
SYCL_EXTERNAL int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
SYCL_EXTERNAL int odd(int n);
SYCL_EXTERNAL int even(int n) { return n == 0 ? 1 : odd(n - 1); }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot be recursive: 'even' reaches 'odd', which calls it again here; use a loop
int odd(int n) { return n == 0 ? 0 : even(n - 1); }

SYCL_EXTERNAL int wide(int x) {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'long double'
  long double y = x;
  return y * y;
}
SYCL_EXTERNAL int assembly(int x) {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot contain assembly of the host's processor
  asm("nop");
  return x;
}
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'typeid'
SYCL_EXTERNAL bool type_id(Shape &s) { return &typeid(s) != nullptr; }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot use 'dynamic_cast'
SYCL_EXTERNAL Square *cast(Shape *s) { return dynamic_cast<Square *>(s); }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call through a pointer to a function
SYCL_EXTERNAL int indirect(int (*f)(int)) { return f(1); }
// A constant pointer is its function, with all rules.
int throws(int x) {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot throw exceptions
  throw x;
}
constexpr int (*constants[])(int) = {throws, nullptr};
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: 'throws' is called here
SYCL_EXTERNAL int through_constant() { return constants[0](1); }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call through a pointer to a function
SYCL_EXTERNAL int chosen_later(int i) { return constants[i](1); }
int (*const computed_later)(int) = constants[sizeof(int) - 4 + throws(1)];
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call through a pointer to a function
SYCL_EXTERNAL int not_constant() { return computed_later(1); }
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code cannot call through a pointer to a function
SYCL_EXTERNAL int null_pointer() { return constants[1](1); }

int undefined(int x);
// CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: error: device code calls 'undefined', which is not defined in this source; define it here, or declare it SYCL_EXTERNAL
// CHECK-DAG: :[[#@LINE-2]]:{{[0-9]+}}: note: 'undefined' is declared here
SYCL_EXTERNAL int calls_undefined() { return undefined(1); }
SYCL_EXTERNAL int library(const char *s) {
  extern int rand_of_a_library();
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code calls 'rand_of_a_library', which is not defined
  return rand_of_a_library();
}

template <int Deep> int chain(int x) { return chain<Deep - 1>(x) + 1; }
template <> int chain<0>(int x) { return undefined(x) + x; }
// Calls that are too many to read are counted.
// CHECK-DAG: note: (4 more calls)
SYCL_EXTERNAL int deep(int x) { return chain<13>(x); }

// Builtins that are calls of the C library, which the headers define for the most part.
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: device code calls '__builtin_scalbnf' of the host's library, which devices do not have; do it on the host
SYCL_EXTERNAL float scales(float x) { return __builtin_scalbnf(x, 2); }
