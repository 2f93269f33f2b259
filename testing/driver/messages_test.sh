#!/bin/bash
# messages_test.sh: -### prints what is run, messages name the user's files, targets have one meaning.
. testing/driver/driver.sh

cat >main.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
static_assert(sycl::all_devices_have_v<sycl::aspect::fp64>);
SYCL_EXTERNAL int twice(int);
int main() {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = twice(4); }).wait();
  std::printf("%d\n", *result);
  sycl::free(result, queue);
}
END
cat >twice.cpp <<'END'
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL int twice(int x) { return 2 * x; }
END
cp twice.cpp again.cpp
for source in twice again; do compile -c $source.cpp -o $source.o || fail "compiling $source"; done
ar rcs libtwice.a twice.o

# The commands, run by a shell, make the same program.
mkdir -p printed run
build() { compile -fsycl-targets=x86_64,emu_intel_gpu_pvc ../main.cpp -L.. -ltwice -o 'the app' "$@"; }
(cd printed && build -### 2>&1 >/dev/null | grep -v '^clang version\|^Target:\|^Thread\|^Installed\|^InstalledDir' >commands) || fail '-###'
[ ! -e "printed/the app" ] && [ ! -e printed/sycl-temps ] || fail "-### runs something: $(ls printed)"
(cd printed && sh -e commands) || fail "the commands: $(cat printed/commands)"
(cd run && build) || fail 'running them'
prints 8 "./printed/the app" 'what -### prints'
cmp "printed/the app" "run/the app" || fail 'other commands are run than -### prints'
(cd run && build -v 2>&1 >/dev/null | sed 's, "[^"]*/facet-[^"/]*/, "sycl-temps/the app/,g' | grep -c '"-cc1unpack"\|"-cc1slices"\|sycl-device-link\|sycl-post-link\|sycl-offload-wrapper') >counted
[ "$(cat counted)" = 5 ] || fail "-v prints $(cat counted) of five steps"
echo 'int main() {}' | (cd printed && compile -x c++ - -o stdin -### 2>&1 | grep -q '< "sycl-temps/stdin/stdin"') || fail '-### of the standard input'

# Files of the user's in messages.
for source in only only_again; do
  printf '%s\n' '#include <sycl/detail/defines.hpp>' '#ifdef __SYCL_DEVICE_ONLY__' 'SYCL_EXTERNAL int only(int x) { return x; }' '#endif' >$source.cpp
done
compile -fPIC -shared only.cpp only_again.cpp -o wrong.so 2>message && fail 'device code that is defined twice'
refused wrong.so message "'only\(int\)' is defined more than once: only.cpp, only_again.cpp$" 'device code that is defined twice'
compile -fPIC -shared again.cpp twice.cpp -o wrong.so 2>message && fail 'a function that is defined twice'
refused wrong.so message 'duplicate symbol: twice\(int\)' 'a function that is defined twice'
grep -q "${TMPDIR:-/tmp}/" message && fail "a temporary file: $(cat message)"
cat >precise.cpp <<'END'
#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL float precise(float);
[[sycl::requires(has(sycl::aspect::fp16))]] SYCL_EXTERNAL float entry(float x) { return precise(x); }
END
cat >helper.cpp <<'END'
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL float precise(float x) { return static_cast<float>(double(x) * x * x + 0.1); }
END
compile -fPIC -shared precise.cpp helper.cpp -o wrong.so 2>message && fail 'an undeclared aspect'
grep -q '/facet-' message && fail "a temporary file: $(cat message)"
grep -q "to get source location: wrong.so" message || fail "post-link names: $(cat message)"

# A step that crashes leaves what reproduces it.
cp -r "$prefix/bin/." crashing && for file in "$prefix"/*; do [ -e "${file##*/}" ] || ln -s "$file" "${file##*/}"; done
printf '#!/bin/sh\nkill -SEGV $$\n' >crashing/sycl-post-link && chmod +x crashing/sycl-post-link
crashing/sycl-clang++ -fsycl -fsycl-targets=x86_64 -shared twice.o -o wrong.so 2>message && fail 'a step that crashes'
script=$(sed -n "s/.*note: please report the crash with the folder of '\([^']*\)'.*/\1/p" message)
[ -e "$script" ] || fail "no reproducer: $(cat message)"
grep -q sycl-post-link "$script" && [ -e "${script%/*}/linked.bc" ] || fail "the reproducer: $(cat "$script"; ls "${script%/*}")"
rm -rf "${script%/*}"

# Fixed targets by an alias, the emulation of a target.
for target in intel_gpu_12_10_0:intel_gpu_dg1 spir64_x86_64:x86_64 emu_intel_gpu_dg1:emu_intel_gpu_dg1 emu_intel_gpu_12_10_0:emu_intel_gpu_dg1; do
  sycl-clang++ -fsycl -fsycl-fixed-targets="${target%:*}" -fsycl-targets=x86_64,"${target#*:}" -shared -fPIC twice.cpp -save-temps -o libfixed.so 2>message ||
    fail "-fsycl-fixed-targets=${target%:*}: $(cat message)"
  sycl-image-dump sycl-temps/libfixed.so/images/"${target#*:}"/*.img | grep -q 'fixed_target' || fail "$target: no fixed target"
done

# What a device is, one place says.
for options in 'intel_gpu_pvc -device acm-g10' 'nvidia_gpu_sm_80 -arch=sm_90'; do
  sycl-clang++ -fsycl -fsycl-targets="${options%% *}" -Xsycl-target-backend="${options%% *}" "${options#* }" -shared twice.o -o wrong.so 2>message &&
    fail "accepted: $options"
  refused wrong.so message "option '-(device|arch=sm_90)' names a device, which target '${options%% *}' does" "$options"
done

# Options of tools that other targets have change nothing here, and say so; SPIR-V records its driver's.
sycl-clang++ -fsycl -fsycl-targets=spir64_x86_64,spir64,nvidia_gpu_sm_80 -Xsycl-target-backend=nvidia_gpu_sm_80 -march=avx512 -Xs -cl-fast-relaxed-math -Xs -options \
  -shared twice.o -save-temps -o libforeign.so 2>message || fail "options of other tools: $(cat message)"
for expected in "'-march=avx512' has no effect.* 'nvidia_gpu_sm_80'" "'-cl-fast-relaxed-math' has no effect.* 'x86_64'" "'-cl-fast-relaxed-math' has no effect.* 'nvidia_gpu_sm_80'" \
  "'-options' has no effect.* 'spir64'"; do
  tr -s ' \n' ' ' <message | grep -q "warning: $expected" || fail "no '$expected': $(cat message)"
done
grep -q "'-cl-fast-relaxed-math' has no effect.* 'spir64'" message && fail "an option of drivers: $(cat message)"
sycl-image-dump sycl-temps/libforeign.so/images/spir64/*.img | grep -q 'build_options.*-cl-fast-relaxed-math$' ||
  fail "build options: $(sycl-image-dump sycl-temps/libforeign.so/images/spir64/*.img)"

# DPC++'s spelling of Intel GPUs: an image for each device that is named, also of an object that knows of none.
sycl-clang++ -fsycl -fsycl-targets=spir64_gen,x86_64 -c twice.cpp -o generic.o || fail 'compiling for spir64_gen'
sycl-clang++ -fsycl -fsycl-targets=spir64_gen,x86_64 -Xsycl-target-backend=spir64_gen '-device pvc,9.0.9 -options -cl-opt-disable' main.cpp generic.o \
  -save-temps -o generic 2>message || fail "spir64_gen: $(cat message)"
prints 8 ./generic spir64_gen
[ "$(ls sycl-temps/generic/images)" = "$(printf '%s\n' intel_gpu_pvc intel_gpu_skl x86_64)" ] || fail "spir64_gen: $(ls sycl-temps/generic/images)"
for target in intel_gpu_pvc intel_gpu_skl; do
  sycl-image-dump sycl-temps/generic/images/$target/*.img | grep -q 'ocloc' || fail "$target: no code of ocloc's"
done
sycl-clang++ -fsycl -fsycl-targets=spir64_gen -Xs '-device pvc -no-such-option' -shared generic.o -o wrong.so 2>message && fail 'an option that ocloc does not know'
grep -q 'no-such-option' message || fail "options do not reach ocloc: $(cat message)"

# Where the time went, in every step there is.
echo 'int main() {}' >no_kernel.cpp
for timed in no_kernel:'device-link post-link' main:'device-link post-link aot offload-wrapper'; do
  compile -ftime-report "${timed%:*}.cpp" twice.o -o timed 2>report || fail "-ftime-report: $(tail -3 report)"
  ./timed >/dev/null || fail "-ftime-report of ${timed%:*}: the program"
  for step in ${timed#*:}; do
    grep -q -- "-- sycl-$step: time report" report || fail "-ftime-report of ${timed%:*}: no times of sycl-$step"
  done
done
compile -c -ftime-report no_kernel.cpp -o timed.o 2>report && grep -q 'Total' report || fail "-ftime-report of a compilation: $(cat report)"

# A tool that is not there: its name, and the package that has it.
echo '#include <sycl/sycl.hpp>
int main() { sycl::queue().single_task([] {}); }' >small.cpp
rm "$prefix/bin/ocloc"
mkdir few
for tool in basename dirname readlink; do
  ln -s "$(command -v $tool)" few
done
PATH=$prefix/bin:$PWD/few sycl-clang++ -fsycl -fsycl-targets=intel_gpu_dg1 small.cpp -o without 2>errors && fail 'a program for Intel without ocloc'
refused without errors "error: cannot run 'ocloc' \(it comes with Debian package intel-opencl-icd\)" 'without ocloc'
# An older C++ is one error, not what the headers make of it.
compile -std=c++14 -c main.cpp -o old.o 2>old.txt && fail '-std=c++14'
refused old.o old.txt 'SYCL 2020 needs C\+\+17' '-std=c++14'
finish
