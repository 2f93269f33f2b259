#!/bin/bash
# Compilers by the names of others: SDK/dpcpp/bin. Also without CMake, and with pkg-config.
. testing/cmake/cmake.sh

configure compilers folder -DFLAVOUR=FOLDER "-DCOMPILER_DIR=$sdk/dpcpp" && build folder
(PATH=$sdk/dpcpp/bin:$PATH configure compilers names -DFLAVOUR=NAMES && build names)
(PATH=$sdk/dpcpp/bin:$PATH configure compilers dpcpp -DFLAVOUR=DPCPP -DCMAKE_C_COMPILER=clang && build dpcpp)
for flavour in folder names dpcpp; do prints 'C 42' $flavour/app; done
# A project that finds a package by its compiler alone.
(PATH=$sdk/dpcpp/bin:$PATH configure stand_ins by_path -DPACKAGE=IntelSYCL -DCMAKE_CXX_COMPILER=icpx -DCMAKE_C_COMPILER=icx)

# C by each name; SYCL by those of C.
cd "$projects/stand_ins" || exit 1
out=$TEST_TMPDIR
for name in bin/sycl-clang dpcpp/bin/clang dpcpp/bin/icx; do
  "$sdk/$name" -Wall -Werror -std=c99 -c text.c -o "$out/text.o" || fail "$name: C"
done
"$sdk/dpcpp/bin/icx" -fsycl -fsycl-targets=x86_64 kernel.cpp other.cpp text.c -o "$out/by_name" || fail 'icx: SYCL'
prints 'C 42' "$out/by_name"
echo 'int main(void) { return 0; }' >"$out/main.c"
"$sdk/bin/sycl-clang" "$out/main.c" -o "$out/c_program" || fail 'a program in C'
for library in stdc++ facet tbb; do
  grep -q "lib$library" "$out/c_program" && fail "a program in C is linked with lib$library"
done
"$sdk/dpcpp/bin/dpcpp" -fsycl-targets=x86_64 kernel.cpp other.cpp "$out/text.o" -lsycl -o "$out/dpcpp_app" || fail 'dpcpp'
prints 'C 42' "$out/dpcpp_app"
# OpenCL's library: of the machine, or else of the SDK; programs that call nothing of it start without one.
"$sdk/dpcpp/bin/dpcpp" -fsycl-targets=x86_64 kernel.cpp other.cpp "$out/text.o" -lOpenCL -o "$out/opencl_named" || fail 'OpenCL: named'
prints 'C 42' "$out/opencl_named"
echo 'extern "C" int clFinish(void *); int (*unused)(void *) = clFinish;' >"$out/calls_opencl.cpp"
"$sdk/bin/sycl-clang++" -fsycl -fsycl-targets=x86_64 kernel.cpp other.cpp "$out/text.o" "$out/calls_opencl.cpp" -lOpenCL -o "$out/opencl_called" || fail 'OpenCL: called'
grep -q 'libOpenCL\.so\.1' "$out/opencl_called" || fail 'OpenCL: not linked'
"$sdk/bin/sycl-clang++" -fsycl -fsycl-targets=x86_64 -shared -fPIC "$out/calls_opencl.cpp" -lOpenCL -Wl,-z,defs -o "$out/libcalls_opencl.so" || fail 'OpenCL: a shared library'
"$sdk/dpcpp/bin/icpx" -fsycl-targets=x86_64 -E -dM -x c++ /dev/null | grep -q __FACET__ && fail 'icpx: SYCL that was not asked for'
"$sdk/dpcpp/bin/dpcpp" -E -dM -x c++ /dev/null | grep -q __FACET__ || fail 'dpcpp: not SYCL'

export PKG_CONFIG_PATH=$sdk/lib/pkgconfig
pkg-config --exists 'facet >= 1.0' || fail 'pkg-config: not found'
[ "$(pkg-config --modversion facet)" = "$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' "$sdk/lib/cmake/Facet/FacetConfigVersion.cmake")" ] || fail 'two versions'
# It quotes the blank of the folder's name.
eval "$(pkg-config --variable=compiler facet) $(pkg-config --cflags --libs facet)" '-fsycl-targets=x86_64 kernel.cpp other.cpp "$out/text.o" -o "$out/by_pkg_config"' ||
  fail 'pkg-config: not compiled'
prints 'C 42' "$out/by_pkg_config"
finish
