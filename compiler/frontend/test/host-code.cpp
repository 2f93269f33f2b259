// Host code of a source leaves nothing in the device's module, is not verified,
// and may do what devices cannot: whatever makes Clang generate it there.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -S %s -o - | FileCheck --implicit-check-not=__cxa --implicit-check-not=Host --implicit-check-not=hostUsed --implicit-check-not=hostGlobal --implicit-check-not=hostInline --implicit-check-not=hostStatic --implicit-check-not=hostThread --implicit-check-not=hostConstructor --implicit-check-not=llvm.global_ctors --implicit-check-not=_ZTI --implicit-check-not=coro %s
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -g -c %s -o %t.bc 2>&1 | count 0
// With a warning the source is compiled once more.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++20 -I%S/Inputs -DWARNS -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WARNS %s
#include "sycl.h"
namespace std {
template <class R, class...> struct coroutine_traits {
  using promise_type = typename R::promise_type;
};
template <class = void> struct coroutine_handle {
  static coroutine_handle from_address(void *) { return {}; }
  operator coroutine_handle<>() { return {}; }
};
class type_info {
public:
  virtual ~type_info();
  const char *name() const;
};
} // namespace std
struct HostError {
  HostError(const char *);
  HostError(const HostError &);
  ~HostError();
};
struct HostOwner {
  HostOwner(int);
  ~HostOwner();
  int *hostPointer;
};
struct HostAwait {
  bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) noexcept {}
  void await_resume() noexcept {}
};
struct HostTask {
  struct promise_type {
    HostTask get_return_object() { return {}; }
    HostAwait initial_suspend() { return {}; }
    HostAwait final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
HostTask hostCoroutine(int N) { co_await HostAwait(); }

// Static members, variable templates and inline variables with constructors.
template <class T> struct HostHolder { static T hostMember; };
template <class T> T HostHolder<T>::hostMember(1);
template <class T> T hostVariable(2);
inline HostOwner hostInline(3);
thread_local HostOwner hostThreadLocal(4);
HostOwner hostGlobal(5);

// Virtual functions: the first that is not inline is defined here.
struct HostBase {
  virtual ~HostBase() {}
  virtual int run(int n) = 0;
};
struct HostVirtual : virtual HostBase {
  ~HostVirtual();
  int run(int n) override;
};
HostVirtual::~HostVirtual() {}
int HostVirtual::run(int n) {
  if (n < 0)
    throw HostError("negative");
  HostHolder<HostOwner>::hostMember.hostPointer = nullptr;
  hostVariable<HostOwner>.hostPointer = hostInline.hostPointer;
  hostThreadLocal.hostPointer = hostGlobal.hostPointer;
  asm volatile("cpuid" : : : "ebx");
  return dynamic_cast<HostVirtual *>(static_cast<HostBase *>(this)) ? typeid(*this).name()[0] : 0;
}
template <class T> struct HostTemplate : HostBase {
  int run(int n) override { throw HostError("always"); }
};
template struct HostTemplate<int>;
[[gnu::used]] static void hostUsed() { throw HostError("used"); }
[[gnu::constructor]] static void hostConstructor() { hostUsed(); }

// What kernels make of such classes.
struct Shape {
  virtual ~Shape();
  virtual int area() { throw HostError("area"); }
  int sides = 4;
};
Shape::~Shape() {}
struct Base { int inBase = 5; };
struct Diamond : virtual Base {
  virtual void hostFunction() { throw HostError("diamond"); }
};

// CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}UsesStatic
// CHECK: define {{.*}}spir_kernel void @_ZTS{{.*}}UsesClasses
void host(int *p, int n) {
  static HostOwner hostStatic(6);
  static const int table[] = {7, 8, 9};
  static const int value = 42;
  try {
    HostVirtual v;
    v.run(n);
  } catch (HostError &) {
    throw;
  }
  // Its address: constant, but a variable of the host's function.
  sycl::kernel<class UsesStatic>([=] {
    const int *v = &value;
    *p = table[*p] + v[n];
  });
  sycl::kernel<class UsesClasses>([=] {
    Diamond d;
    Base *b = &d;
    *p = b->inBase;
  });
}
SYCL_EXTERNAL int constructs(Shape *s) { return s->sides; }
#ifdef WARNS
// WARNS: host-code.cpp:[[#@LINE+1]]:79: warning: function 'doubles' uses aspect 'fp64'
[[sycl::device_has()]] SYCL_EXTERNAL void doubles(int *p, float f) { *p = int(f * 2.5); }
#endif
