#!/bin/bash
# elevated_test.sh: a program with elevated privileges ignores the variables of the runtime.
. testing/driver/driver.sh

cat >program.cpp <<'END'
#include <sycl/sycl.hpp>
#include <algorithm>
#include <cstdio>
#include <sys/auxv.h>
class nothing;
int main() {
  const auto devices = sycl::device::get_devices();
  // Drivers that are installed may have devices for which the program has no image.
  const auto usable = std::find_if(devices.begin(), devices.end(), [](auto &device) { return sycl::is_compatible<nothing>(device); });
  sycl::queue queue{*usable};
  queue.single_task<nothing>([] {}).wait();
  std::printf("elevated %d, devices %zu\n", getauxval(AT_SECURE) != 0, devices.size());
}
END
sycl-clang++ -fsycl -fsycl-targets=x86_64,emu_intel_gpu_dg1 program.cpp -o program || fail 'linking'
chmod -R a+rX "$prefix" . 2>/dev/null
mkdir images && chmod 777 images
# Each of these changes what an ordinary program prints or leaves.
variables=(SYCL_DEVICE_EMULATION=only,intel_gpu_dg1,x86_64 "SYCL_CPU_IMAGE_DIR=$PWD/images")
seen() { env "${variables[@]}" "$@" ./program 2>&1; }
output=$(seen)
[ "$output" = 'elevated 0, devices 2' ] || fail "an ordinary program: $output"
[ -n "$(ls images)" ] || fail 'an ordinary program leaves no images'
rm -f images/*
alone=$(./program)

# Another group: its files stay readable for the program.
group=$(id -G | tr ' ' '\n' | grep -vx "$(id -g)" | head -1)
[ "$(id -u)" != 0 ] || group=65534
if [ -z "$group" ] || ! chgrp "$group" program 2>problem; then
  echo "skipped: a program of another group: $(cat problem 2>&1)"
  finish
fi
chmod g+s program
output=$(env ONEAPI_DEVICE_SELECTOR=nothing:at-all ./program 2>&1)
if [[ $output != 'elevated 1, '* && $output == *'ONEAPI_DEVICE_SELECTOR'* ]]; then
  echo "skipped: the file system of $PWD ignores set-group-ID"
  finish
fi
[ "$output" = "${alone/elevated 0/elevated 1}" ] || fail "a malformed selector: $output"
output=$(seen)
[ "$output" = "${alone/elevated 0/elevated 1}" ] || fail "a program with elevated privileges: $output"
[ -z "$(ls images)" ] || fail 'a program with elevated privileges writes images'
for variable in SYCL_CUDA_LIBRARY SYCL_HIP_LIBRARY SYCL_LEVEL_ZERO_LIBRARY SYCL_OPENCL_LIBRARY; do
  echo '__attribute__((constructor)) static void loaded() { __builtin_printf("loaded\n"); }' | sycl-clang -shared -fPIC -x c - -o evil.so
  output=$(env "$variable=$PWD/evil.so" ./program 2>&1)
  [ "$output" = "${alone/elevated 0/elevated 1}" ] || fail "$variable: $output"
done
finish
