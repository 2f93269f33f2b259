// What kernels may take along: captures by value of what is device copyable.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not="'fine" --implicit-check-not="'referred'" %s
#include "sycl.h"
namespace sycl {
template <class T> struct is_device_copyable { static constexpr bool value = __is_trivially_copyable(T); };
struct accessor { accessor(const accessor &) {} accessor() {} };
template <> struct is_device_copyable<accessor> { static constexpr bool value = true; };
struct queue { queue(const queue &) {} queue() {} };
} // namespace sycl
namespace std {
template <class A, class B> struct pair { A a; B b; pair(const pair &o) : a(o.a), b(o.b) {} pair() {} };
}
struct Owner { int *p; ~Owner() {} };
struct Copies { int i; Copies() {} Copies(const Copies &) {} };
struct Virtual { virtual void f() {} };
struct Holder { int i; Owner owner; };
struct Allowed { int i; Allowed() {} Allowed(const Allowed &) {} };
template <> struct sycl::is_device_copyable<Allowed> { static constexpr bool value = true; };
template <class T> struct Wrapper { T i; Wrapper() {} Wrapper(const Wrapper &) {} };
template <class T> struct sycl::is_device_copyable<Wrapper<T>> : sycl::is_device_copyable<T> {};
template <class F> struct Wraps { using wrapped_functor = F; F f; int more; void operator()() const { f(); } };
template <class F> Wraps<F> wraps(F f) { return {f, 0}; }
struct WithPair { std::pair<int, float> p; void operator()() const {} };
struct Refused { int i; Refused() {} Refused(const Refused &) {} };
template <> struct sycl::is_device_copyable<Refused> { static constexpr bool value = false; };

struct Functor {
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel {{.*}} has reference 'number' as a member
  int &number;
  void operator()() const {}
};

void host(int *p, int &referred) {
  int factor = 3;
  // CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: error: kernel 'K0' captures 'factor' by reference, but a device cannot reach variables of the host; capture by value: '[=]'
  // CHECK-DAG: :[[#@LINE-2]]:{{[0-9]+}}: note: 'factor' is declared here
  sycl::kernel<class K0>([=, &factor] { *p = factor; });
  sycl::kernel<struct K1>(Functor{referred});
  Owner owner;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel {{.*}} cannot take 'owner' to a device: type 'Owner' is not device copyable: it has a destructor of its own
  sycl::kernel<class K2>([=] { *p = *owner.p; });
  Copies copies;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'copies' to a device: type 'Copies' is not device copyable: copying it runs a constructor
  sycl::kernel<class K3>([=] { *p = copies.i; });
  Holder holder;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'holder' to a device: type 'Holder' is not device copyable: its member 'owner' is not either
  sycl::kernel<class K4>([=] { *p = holder.i; });
  std::pair<int, Owner> bad;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'bad' to a device: {{.*}} is not device copyable: it has a destructor of its own
  sycl::kernel<class K5>([=] { *p = bad.a; });
  Virtual object;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'object' to a device: type 'Virtual' is not device copyable: it has virtual functions
  sycl::kernel<class K6>([=] { *p = sizeof(object); (void)object; });
  // What the trait says counts, for templates too, and for classes of SYCL.
  Wrapper<Owner> wrapped;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'wrapped' to a device: type 'Wrapper<Owner>' is not device copyable
  sycl::kernel<class K9>([=] { *p = wrapped.i.p != nullptr; });
  Refused refused;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'refused' to a device: type 'Refused' is not device copyable
  sycl::kernel<class K10>([=] { *p = refused.i; });
  sycl::queue queue;
  // CHECK-DAG: error: kernel {{.*}} cannot take 'queue' to a device: type 'sycl::queue' is not device copyable
  sycl::kernel<class K11>([=] { (void)queue; });
  // Functors inside of one of the headers' own are functors, closures what they capture.
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel {{.*}} cannot take 'owner' to a device: type 'Owner' is not device copyable: it has a destructor of its own
  sycl::kernel<class K12>(wraps([=] { *p = *owner.p; }));
  std::pair<int, float> fine0;
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'K13' captures 'factor' by reference
  sycl::kernel<class K13>(wraps([=, &factor] { *p = factor + fine0.a; }));
  auto closure = [owner] { (void)owner; };
  // CHECK-DAG: error: kernel {{.*}} cannot take 'closure' to a device: {{.*}} is not device copyable: its capture 'owner' is not either
  sycl::kernel<class K14>([=] { closure(); });
  std::pair<int, float> fine5; auto fine6 = [fine5] { return fine5.a; };
  sycl::kernel<class K15>([=] { *p = fine6(); });
  sycl::kernel<class K16>(wraps([=] { *p = fine5.a; }));
  sycl::kernel<class K17>(wraps(WithPair()));
  Allowed fine1; Wrapper<int> fine2; std::pair<int, float> fine3; sycl::accessor fine4;
  sycl::kernel<class K7>([=] { *p = fine1.i + fine2.i + fine3.a; (void)fine4; });
  sycl::kernel<class K8>([=] { *p = referred; });
}
