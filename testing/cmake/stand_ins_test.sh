#!/bin/bash
# Projects that look for another SYCL compiler's package.
. testing/cmake/cmake.sh
compilers=("-DCMAKE_C_COMPILER=$sdk/bin/sycl-clang" "-DCMAKE_CXX_COMPILER=$sdk/bin/sycl-clang++")
options=("${compilers[@]}" "-DCMAKE_PREFIX_PATH=$sdk" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)

# targets_of BUILD_FOLDER: those of the SYCL source.
targets_of() {
  grep '"command".*kernel.cpp' "$1/compile_commands.json" | head -1 | grep -oE -- ' -fsycl( -fsycl-targets=[^ ]*)?' | head -1
}
expect_targets() { # EXPECTED BUILD_FOLDER
  [ "$(targets_of "$2")" = " -fsycl$1" ] || fail "$2: '$(targets_of "$2")' instead of ' -fsycl$1'"
}

configure stand_ins intel "${options[@]}" -DPACKAGE=IntelSYCL -DVERSION=2024.1 -DFACET_TARGETS=x86_64 && build intel
for program in by_function by_target by_flags; do prints 'C 42' intel/$program; done
[ "$(grep -c '"command".* -fsycl .*/other.cpp' intel/compile_commands.json)" = 2 ] || fail 'by_function: SYCL in other.cpp'
grep '"command".* -fsycl .*text\.c"*,*$' intel/compile_commands.json && fail 'SYCL in C'

configure stand_ins acpp "${options[@]}" -DPACKAGE=AdaptiveCpp -DVERSION=24.02 '-DACPP_TARGETS=omp;generic' && build acpp
expect_targets ' -fsycl-targets=x86_64,spir64' acpp
prints 'C 42' acpp/by_function
[ "$(grep -c '"command".* -fsycl ' acpp/compile_commands.json)" = 1 ] || fail "AdaptiveCpp: $(cat acpp/compile_commands.json)"

# The rest is about what is passed on.
configure stand_ins dpcpp "${options[@]}" -DPACKAGE=IntelDPCPP && expect_targets '' dpcpp
configure stand_ins default "${options[@]}" -DPACKAGE=AdaptiveCpp && expect_targets '' default
configure stand_ins hipsycl "${options[@]}" -DPACKAGE=hipSYCL -DVERSION=0.9.2 '-DHIPSYCL_TARGETS=cuda:sm_80,sm_90' &&
  expect_targets ' -fsycl-targets=nvidia_gpu_sm_80,nvidia_gpu_sm_90' hipsycl
ACPP_TARGETS='hip:gfx90a;cuda-nvcxx:cc75' configure stand_ins opensycl "${options[@]}" -DPACKAGE=OpenSYCL &&
  expect_targets ' -fsycl-targets=amd_gpu_gfx90a,nvidia_gpu_sm_75' opensycl
ACPP_TARGETS=hip:gfx90a configure stand_ins own "${options[@]}" -DPACKAGE=AdaptiveCpp -DFACET_TARGETS=spir64 && expect_targets ' -fsycl-targets=spir64' own
# Where older versions had it, by a project that knows just that.
configure stand_ins older "${compilers[@]}" -DPACKAGE=AdaptiveCpp "-DAdaptiveCpp_DIR=$sdk/lib/cmake"
# Projects for others do not hear what is AdaptiveCpp's.
ACPP_TARGETS=hip:gfx90a configure stand_ins intel2 "${options[@]}" -DPACKAGE=IntelSYCL && expect_targets '' intel2
configure stand_ins flows "${options[@]}" -DPACKAGE=AdaptiveCpp '-DACPP_TARGETS=omp.library-only;cuda.explicit-multipass:sm_70;cuda;spirv' &&
  expect_targets ' -fsycl-targets=x86_64,nvidia_gpu_sm_70,nvptx64-nvidia-cuda,spir64' flows

not_configured stand_ins "ACPP_TARGETS: Facet has no target for 'musa:mp_21'" "${options[@]}" -DPACKAGE=AdaptiveCpp -DACPP_TARGETS=musa:mp_21
not_configured stand_ins "ACPP_TARGETS: 'hip' names no GPU" "${options[@]}" -DPACKAGE=AdaptiveCpp -DACPP_TARGETS=hip
finish
