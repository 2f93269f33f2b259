#!/bin/bash
# driver_test.sh: conditional code by the compiler driver, from objects that were compiled one by one.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
prefix=$TEST_TMPDIR/prefix
./install "$prefix" || exit 1
cd "$TEST_TMPDIR" || exit 1
PATH=$prefix/bin:$PATH
compile() { sycl-clang++ -fsycl "$@"; }

# One clear line, and no output.
refused() { # OUTPUT MESSAGE_FILE PATTERN WHAT
  [ ! -e "$1" ] || fail "$4: an output was left"
  grep -qE "$3" "$2" || fail "$4: $(cat "$2")"
  [ "$(grep -c 'error:' "$2")" = 1 ] || fail "$4: not one error: $(cat "$2")"
}

# Objects whose conditions the headers have decided are for that target alone.
cat >library.cpp <<'END'
#include <sycl/ext/oneapi/experimental/device_if.hpp>
namespace ex = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL int which() {
  int result = 0;
  ex::if_device_has<sycl::aspect::fp16>([&] { result = 1; }).otherwise([&] { result = 2; });
  return result;
}
END
cat >main.cpp <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
SYCL_EXTERNAL int which();
int main() {
  sycl::queue queue;
  int result = 0;
  {
    sycl::buffer<int> buffer(&result, 1);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor out(buffer, handler, sycl::write_only);
      handler.single_task<class Ask>([=] { out[0] = which(); });
    });
  }
  std::printf("%d\n", result);
}
END
compile -fsycl-targets=x86_64 -c library.cpp -o decided.o || fail 'compiling for one target'
compile -fsycl-targets=emu_nvidia_gpu_sm_50 -c library.cpp -o other.o || fail 'compiling for another'
compile -fsycl-targets=x86_64 -fsycl-device-if=late -c library.cpp -o late.o || fail 'compiling for any target'
compile -fsycl-targets=x86_64 -c main.cpp -o main.o || fail 'compiling the program'
compile -fsycl-targets=x86_64,nvidia_gpu_sm_50 main.o decided.o -o wrong 2>message && fail 'linked for a target that was not decided for'
refused wrong message "conditional code of 'library.cpp' was decided for target 'x86_64' .* cannot be linked for target 'nvidia_gpu_sm_50'.*-fsycl-device-if=late" 'other targets'
compile -fsycl-targets=x86_64 main.o other.o -o wrong 2>message && fail 'linked for another target'
refused wrong message "decided for target 'emu_nvidia_gpu_sm_50' .* cannot be linked for target 'x86_64'" 'another target'
compile -fsycl-targets=x86_64 main.o decided.o -o decided || fail 'linking for the target'
compile -fsycl-targets=x86_64,nvidia_gpu_sm_50 main.o late.o -o late || fail 'linking for two targets'
for program in ./decided ./late; do
  output=$($program)
  [ "$output" = 1 ] || fail "$program: $output"
done

# A function with sycl::requires that is inlined before the link is checked all the same.
cat >requires.cpp <<'END'
#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL float precise(float);
[[sycl::requires(has(sycl::aspect::fp16))]] inline float helper(float x) { return precise(x); }
SYCL_EXTERNAL float entry(float x) { return helper(x); }
END
cat >precise.cpp <<'END'
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL float precise(float x) {
  double exact = x;
  return static_cast<float>(exact * exact * exact + 0.1);
}
END
compile -fsycl-targets=x86_64 -c requires.cpp -o requires.o || fail 'compiling sycl::requires'
compile -fsycl-targets=x86_64 -c precise.cpp -o precise.o || fail 'compiling its callee'
compile -fsycl-targets=x86_64 -shared requires.o precise.o -o librequires.so 2>message && fail 'an inlined function uses what it does not list'
refused librequires.so message "function 'helper' uses aspect 'fp64' not listed in 'sycl::requires'" 'sycl::requires'
grep -A3 'call chain' message | tr -d '\n' | grep -q 'helper.*precise' || fail "no chain: $(cat message)"

# A device of the user's own takes part in what follows from an architecture. Each built-in DG1 has fp16; with this one
# it does not follow any more, so that the two functions need different things and get images of their own. Who does
# not know of it when compiling has one image for both, in which that function is missing.
cat >mine.toml <<'END'
[[target]]
name = "my_dg1"
architecture = "intel_gpu_dg1"
target_aspect = 100002
aspects = ["cpu"]
may_support_other_aspects = false
sub_group_sizes = [8]
max_work_group_size = 1024
max_work_item_sizes = [1024, 1024, 1024]
local_memory_size = 65536
aot_toolchain = "x86_64"
aot_device = "x86-64-v2"
END
cat >mine.cpp <<'END'
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/half.hpp>
namespace ex = sycl::ext::oneapi::experimental;
SYCL_EXTERNAL unsigned plain(unsigned value) { return value + 3; }
SYCL_EXTERNAL unsigned mine(unsigned value) {
  ex::if_architecture_is<ex::architecture::intel_gpu_dg1>([&] {
    sycl::half h = static_cast<float>(value);
    value = static_cast<unsigned>(static_cast<float>(h / sycl::half(3.0f)));
  });
  return value;
}
END
# What becomes of the two functions for my_dg1. (Add-on images have no symbols, and nothing to do here.)
images() {
  local image text
  for image in sycl-temps/libmine.so/images/my_dg1/*.img; do
    text=$(sycl-image-dump "$image")
    grep -q '^  symbol' <<<"$text" && grep -E '^  (  )?(format|symbol|.*\<aspect) ' <<<"$text"
  done | sort | sed 's/^ *//' | tr '\n' ';'
}
compile_mine() { # FOLDER OPTION... : compiles with the options, links for my_dg1
  mkdir "$1" && cd "$1" || exit 1
  shift
  compile -fsycl-device-if=late -fPIC -c ../mine.cpp -o mine.o "$@" &&
    compile -fsycl-device-if=late -save-temps -shared -fsycl-targets=my_dg1 -fsycl-device-config-file=../mine.toml mine.o -o libmine.so ||
    fail "compiling for a device of the user's own: $*"
  images
  cd ..
}
known=$(compile_mine known -fsycl-targets=my_dg1 -fsycl-device-config-file=../mine.toml)
grep -qx 'aspect = 5;format none;format x86_64;symbol _Z4minej;symbol _Z5plainj;' <<<"$known" || fail "known: $known"
unknown=$(compile_mine unknown -fsycl-targets=x86_64)
grep -qx '_Z4minej = aspect 5 (fp16) constant 0;format x86_64;symbol _Z4minej;symbol _Z5plainj;' <<<"$unknown" || fail "unknown: $unknown"

[ "$failures" = 0 ] || exit 1
echo PASSED
