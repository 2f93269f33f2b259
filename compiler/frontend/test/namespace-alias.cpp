// Sources for SYCL 1.2.1 say where the API is; that is no redefinition.
// RUN: sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -S %s -o - 2>&1 | FileCheck --implicit-check-not=warning: --implicit-check-not=error: --implicit-check-not=note: %s
// RUN: sycl-clang++ -fsycl-host-only %targets -nostdinc -nostdinc++ -std=c++17 -S -emit-llvm %s -o - 2>&1 | FileCheck --check-prefix=HOST --implicit-check-not=warning: --implicit-check-not=error: --implicit-check-not=note: %s
// RUN: sycl-clang++ -fsycl %targets -nostdinc -nostdinc++ -std=c++17 -fsyntax-only -Werror -Wall -Wextra %s 2>&1 | count 0
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -DWRONG -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not test -e %t.ll
// RUN: not sycl-clang++ -fsycl-host-only %targets -nostdinc -nostdinc++ -std=c++17 -DWRONG -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=WRONG --implicit-check-not=error: %s
// RUN: not test -e %t.ll
// Without SYCL, the compiler is Clang.
// RUN: not sycl-clang++ -nostdinc -nostdinc++ -std=c++17 -S %s -o %t.ll 2>&1 | FileCheck --check-prefix=CPLUSPLUS %s
// CPLUSPLUS: error: redefinition of 'sycl'
namespace sycl {
inline namespace _V1 {
struct queue { int Value = 7; };
} // namespace _V1
} // namespace sycl
namespace cl {
namespace sycl = ::sycl;
} // namespace cl

namespace sycl = cl::sycl;
namespace sycl = ::cl::sycl;
namespace /*the*/ sycl // API
    = cl :: sycl ;
namespace s = cl::sycl;
using namespace cl;
namespace mine {
namespace sycl = cl::sycl;
namespace sycl = cl::sycl;
sycl::queue q;
} // namespace mine
// It is a namespace still, and can be opened.
namespace sycl {
inline int of(queue q) { return q.Value; }
} // namespace sycl

// CHECK: define {{.*}}@_Z1fv
// HOST: define {{.*}}@_Z1fv
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]]
#endif
int f() {
  namespace sycl = cl::sycl;
  using namespace sycl;
  return sycl::of(s::queue()) + of(queue()) + cl::sycl::of(::sycl::queue());
}

#ifdef WRONG
namespace other {}
namespace third {}
// WRONG: namespace-alias.cpp:[[@LINE+2]]:11: error: redefinition of 'third'
// WRONG: namespace-alias.cpp:[[@LINE-2]]:11: note: previous definition is here
namespace third = other;
// WRONG: namespace-alias.cpp:[[@LINE+1]]:11: error: redefinition of 'sycl'
namespace sycl = other;
// The alias of the headers themselves, where someone has declared the namespace.
namespace cl2 {
namespace sycl {}
// WRONG: namespace-alias.cpp:[[@LINE+1]]:11: error: redefinition of 'sycl'
namespace sycl = ::sycl;
} // namespace cl2
// WRONG: namespace-alias.cpp:[[@LINE+2]]:5: error: redefinition of 'twice'
int twice() { return 1; }
int twice() { return 2; }
struct sycl_struct {};
// WRONG: namespace-alias.cpp:[[@LINE+1]]:8: error: redefinition of 'sycl_struct'
struct sycl_struct {};
#endif
