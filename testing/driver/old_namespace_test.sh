#!/bin/bash
# old_namespace_test.sh: sources for SYCL 1.2.1, where the API was in namespace cl::sycl.
. testing/driver/driver.sh
cat >alias.cpp <<'END'
#include <CL/sycl.hpp>
#include <cstdio>
namespace sycl = cl::sycl;
namespace s = cl::sycl;
using namespace cl;
constexpr auto sycl_write = cl::sycl::access::mode::write;
class old_kernel;
// A class of the user's for the traits of the API.
struct mine { int value; };
namespace sycl {
template <> struct is_device_copyable<mine> : std::true_type {};
} // namespace sycl
int main() {
  namespace sycl = cl::sycl;
  using namespace sycl;
  int numbers[4] = {};
  {
    cl::sycl::buffer<int, 1> b(numbers, s::range<1>(4));
    sycl::queue q{default_selector{}};
    q.submit([&](handler &cgh) {
      auto a = b.get_access<sycl_write>(cgh);
      cgh.parallel_for<old_kernel>(range<1>(4), [=](::sycl::id<1> i) { a[i] = static_cast<int>(i[0]) + 3; });
    });
  }
  std::printf("%d %d\n", numbers[0], numbers[3]);
}
END
# A header, as a source may have it: the alias again in each.
cp alias.cpp first.cpp
printf '#include <CL/sycl.hpp>\nnamespace sycl = ::cl::sycl;\nnamespace sycl = cl::sycl; // again\nint unused(sycl::queue &);\n' >second.cpp
for options in "" "-O2 -g" "-Wall -Wextra -Werror -Wno-deprecated-declarations"; do
  # shellcheck disable=SC2086
  compile $options -Wno-deprecated-declarations first.cpp second.cpp -o old >log 2>&1 || fail "alias, '$options': $(cat log)"
  [ ! -s log ] || fail "alias, '$options': messages: $(cat log)"
  prints '3 6' ./old "alias, '$options'"
done
compile -Wno-deprecated-declarations -E alias.cpp -o alias.ii && compile -Wno-deprecated-declarations alias.ii -o old >log 2>&1 || fail "alias, preprocessed: $(cat log)"

# The API's classes are not cl::sycl's own: a declaration of one is an error, whose text shows why.
printf 'namespace cl { namespace sycl { class queue; } }\n#include <CL/sycl.hpp>\nint main() {}\n' >before.cpp
printf '#include <CL/sycl.hpp>\nnamespace cl { namespace sycl { class queue; } }\nint main() {}\n' >after.cpp
for order in before after; do
  compile "$order.cpp" -o "$order" 2>log && fail "a declaration $order the header was compiled"
  refused "$order" log "error: redefinition of 'sycl'" "a declaration $order the header"
  grep -q 'namespace sycl = ::sycl; // an alias: declare names in' log || fail "a declaration $order the header: no reason: $(cat log)"
done
# A namespace of the user's is not the API.
printf '#include <CL/sycl.hpp>\nnamespace mine {}\nnamespace sycl = mine;\nint main() {}\n' >wrong.cpp
compile wrong.cpp -o wrong 2>log && fail "another namespace as sycl was compiled"
refused wrong log "wrong.cpp:3:11: error: redefinition of 'sycl'" "another namespace as sycl"
finish
