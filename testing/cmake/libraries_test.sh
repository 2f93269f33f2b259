#!/bin/bash
# Kernels in libraries of every kind, beside C: built by Ninja and by Make, built again, installed.
. testing/cmake/cmake.sh
cp -rL "$projects/libraries" sources && chmod -R u+w sources
projects=$TEST_TMPDIR

for generator in Ninja 'Unix Makefiles'; do
  echo 'constexpr int step = 1;' >sources/device_step.hpp
  rm -rf build
  configure sources build -G "$generator" "-DCMAKE_TOOLCHAIN_FILE=$toolchain" -DFACET_TARGETS=x86_64 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && build build || continue
  prints '49500 4950 4950 4950' build/app
  prints 4950 build/c_app
  # One SYCL source in each library.
  [ "$(grep -c '"command".* -fsycl -fsycl-targets=x86_64 .*kernel.cpp' build/compile_commands.json)" = 4 ] || fail "$generator: $(cat build/compile_commands.json)"
  grep '"command".*\(app\|between\|numbers\)\.c.* -fsycl' build/compile_commands.json && fail "$generator: SYCL without need"

  cmake --build build >again 2>&1
  grep -E 'Building|Linking' again && fail "$generator: built again for nothing"
  # Only device code includes this header.
  sleep 0.01 && echo 'constexpr int step = 2;' >sources/device_step.hpp
  build build
  prints '99000 9900 9900 9900' build/app
done

cmake --install build --prefix installed >log 2>&1 || fail "install: $(cat log)"
mv build gone
prints '99000 9900 9900 9900' installed/bin/app installed/bin/libin_plugin.so
finish
