#!/bin/bash
# build_options_test.sh: -Xs of a link reaches the compiler of the OpenCL driver, PoCL's here, when the program runs.
pocl=$PWD/../pocl translator=$PWD/../llvm_spirv/bin/llvm-spirv
. testing/driver/driver.sh
on_pocl() {
  LD_LIBRARY_PATH=$pocl/usr/lib/x86_64-linux-gnu:$pocl/rt OCL_ICD_VENDORS=$pocl/vendors PATH=$pocl/bin:/usr/bin:/bin SYCL_SPIRV_TRANSLATOR=$translator \
    ONEAPI_DEVICE_SELECTOR='opencl:*' "$@"
}

cat >program.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  try {
    sycl::queue q;
    int *out = sycl::malloc_shared<int>(1, q);
    q.single_task([=] { *out = 7; }).wait();
    std::printf("%d\n", *out);
    sycl::free(out, q);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", e.code() == sycl::errc::build ? "build" : "another error", e.what());
  }
}
END
sycl-clang++ -fsycl -fsycl-targets=spir64 -c program.cpp -o program.o || fail 'compiling'
# Accepted, also where images of the CPU are the other half of the default.
for options in '-Xs -cl-opt-disable' -Xscl-opt-disable -Xs-cl-opt-disable '-Xsycl-target-backend -cl-opt-disable' '-Xsycl-target-backend=spir64 -cl-opt-disable' \
  '-Xsycl-target-backend=spir64-unknown-unknown -cl-opt-disable' '-fsycl-targets=x86_64 -Xs -cl-mad-enable'; do
  # shellcheck disable=SC2086
  sycl-clang++ -fsycl -fsycl-targets=spir64 $options program.o -o program 2>message || fail "$options: $(cat message)"
  [ "$(on_pocl ./program 2>&1)" = 7 ] || fail "$options: $(on_pocl ./program 2>&1)"
done
sycl-clang++ -fsycl -fsycl-targets=spir64 -Xs '-cl-opt-disable -cl-no-such-option' program.o -o program || fail 'an option that nobody knows'
on_pocl ./program >output 2>&1
grep -q '^build: ' output && grep -q 'clBuildProgram' output && grep -q -e '-cl-no-such-option' output || fail "an option that PoCL does not know: $(cat output)"
# A kernel bundle is built with them, too.
sed 's/int \*out = /sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());\n    int *out = /' program.cpp >bundle.cpp
sycl-clang++ -fsycl -fsycl-targets=spir64 -Xs -cl-no-such-option bundle.cpp -o bundle || fail 'a bundle'
on_pocl ./bundle >output 2>&1
grep -q '^build: ' output || fail "a kernel bundle: $(cat output)"
finish
