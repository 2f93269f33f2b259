// SYCL_EXTERNAL in every position that a declaration allows, alone and among
// other attributes.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -S %s -o - 2>&1 | FileCheck --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWRONG -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG %s
#include "sycl.h"
// As the headers have it.
#ifndef __SYCL_EXTERNAL_BY_PRAGMA__
#error "no pragma"
#endif
#undef SYCL_EXTERNAL
#define SYCL_EXTERNAL _Pragma("facet sycl_external")
#define HAS [[sycl::device_has()]]
#define WRAPPED(...) __VA_ARGS__
SYCL_EXTERNAL extern "C" int p1(int);
extern "C" SYCL_EXTERNAL int p2(int);
extern SYCL_EXTERNAL int p3(int);
extern "C" { SYCL_EXTERNAL int p4(int); SYCL_EXTERNAL HAS int p5(int); HAS SYCL_EXTERNAL int p6(int); }
extern "C" SYCL_EXTERNAL HAS int p7(int);
inline SYCL_EXTERNAL int p8(int x) { return x; }
SYCL_EXTERNAL inline int p9(int x) { return x; }
SYCL_EXTERNAL extern int p10(int);
int SYCL_EXTERNAL p11(int);
unsigned SYCL_EXTERNAL int p12(int);
const int *SYCL_EXTERNAL p13(int);
int p14(int) SYCL_EXTERNAL;
auto SYCL_EXTERNAL p15(int x) -> int;
constexpr SYCL_EXTERNAL int p16(int x) { return x; }
SYCL_EXTERNAL constexpr int p17(int x) { return x; }
SYCL_EXTERNAL HAS int p18(int);
HAS SYCL_EXTERNAL int p19(int);
[[nodiscard]] SYCL_EXTERNAL HAS int p20(int);
__attribute__((noinline)) SYCL_EXTERNAL int p21(int);
WRAPPED(SYCL_EXTERNAL int p22(int);)
SYCL_EXTERNAL
int p23(int);
template <class T> SYCL_EXTERNAL T t1(T x) { return x; }
template <class T> SYCL_EXTERNAL HAS T t2(T x) { return x; }
template <class T> HAS inline SYCL_EXTERNAL T t3(T x) { return x; }
SYCL_EXTERNAL int t4(int x) { return t1(x) + t2(x) + t3(x); }
template <> SYCL_EXTERNAL long t1<long>(long x) { return x; }
template SYCL_EXTERNAL short t1<short>(short);
namespace inner {
SYCL_EXTERNAL int n1(int);
SYCL_EXTERNAL HAS int n2(int);
HAS SYCL_EXTERNAL int n3(int);
inline SYCL_EXTERNAL int n4(int x) { return x; }
template <class T> SYCL_EXTERNAL HAS T n5(T x) { return x; }
template <class T> struct Of { using type = T; };
template <class T> using Same = T;
Same<int> SYCL_EXTERNAL n6(int);
inline Of<Same<int>>::type SYCL_EXTERNAL n7(int x) { return x; }
template <class T> Same<T> SYCL_EXTERNAL n8(T x) { return x; }
template <class T, class = Same<Of<T>>> SYCL_EXTERNAL HAS T n9(T x) { return x; }
template <class T, int N = (2 > 1)> SYCL_EXTERNAL HAS T n10(T x) { return x; }
template <template <class> class A, class T = A<int>> SYCL_EXTERNAL HAS T n11(T x) { return x; }
struct Member { static Same<int> SYCL_EXTERNAL m(int); Same<Same<int>> SYCL_EXTERNAL k(int); };
} // namespace inner
struct Class {
  SYCL_EXTERNAL Class();
  explicit SYCL_EXTERNAL Class(int);
  SYCL_EXTERNAL HAS int m1(int);
  virtual SYCL_EXTERNAL int m2(int);
  static SYCL_EXTERNAL int m3(int);
  friend SYCL_EXTERNAL int m5(Class);
  SYCL_EXTERNAL int operator()(int) const;
  template <class T> SYCL_EXTERNAL T m6(T);
public:
  SYCL_EXTERNAL ~Class();
};
int inner::n1(int x) { return x; }
// CHECK-DAG: define {{.*}}@_ZN5inner2n6Ei(
int inner::n6(int x) { return int(n8(n9(n10(n11<Same>(x))))); }
// CHECK-DAG: define {{.*}}@_ZN5inner6Member1mEi(
int inner::Member::m(int x) { return x; }
// CHECK-DAG: define {{.*}}@_ZN5inner6Member1kEi(
int inner::Member::k(int x) { return x; }
// CHECK-DAG: define {{.*}}@p1(
int p1(int x) { return x; }
// CHECK-DAG: define {{.*}}@p2(
int p2(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z2p3i(
int p3(int x) { return x; }
int p4(int x) { return x; }
// CHECK-DAG: define {{.*}}@p5({{.*}} !sycl_declared_aspects
int p5(int x) { return x; }
int p6(int x) { return x; }
// CHECK-DAG: define {{.*}}@p7({{.*}} !sycl_declared_aspects
int p7(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p10i(
int p10(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p11i(
int p11(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p13i(
const int *p13(int x) { return nullptr; }
// CHECK-DAG: define {{.*}}@_Z3p14i(
int p14(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p15i(
auto p15(int x) -> int { return x; }
// CHECK-DAG: define {{.*}}@_Z3p18i({{.*}} !sycl_declared_aspects
int p18(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p20i({{.*}} !sycl_declared_aspects
int p20(int x) { return x; }
// CHECK-DAG: define {{.*}}@_Z3p22i(
int p22(int x) { return x; }
// CHECK-DAG: define {{.*}}@_ZN5inner2n1Ei(
// CHECK-DAG: define {{.*}}@_ZN5inner2n2Ei({{.*}} !sycl_declared_aspects
int inner::n2(int x) { return x; }
// CHECK-DAG: define {{.*}}@_ZN5ClassC1Ei(
Class::Class(int x) {}
// CHECK-DAG: define {{.*}}@_ZN5Class2m1Ei({{.*}} !sycl_declared_aspects
int Class::m1(int x) { return x; }
// CHECK-DAG: define {{.*}}@_ZN5Class2m3Ei(
int Class::m3(int x) { return x; }
#ifdef WRONG
// WRONG: :[[#@LINE+1]]:1: error: 'SYCL_EXTERNAL' attribute only applies to functions
SYCL_EXTERNAL int variable;
#endif
