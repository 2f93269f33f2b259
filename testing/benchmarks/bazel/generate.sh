#!/bin/bash
# generate.sh DIR LIBRARIES SOURCES KERNELS TARGET...: a package of so many sycl_library rules of so many sources with so
# many kernels each, and what links them:
#
#   //DIR:one, //DIR:two            sycl_binary rules: each makes its own images of the libraries' kernels
#   //DIR:three, //DIR:four         cc_binary rules, which share the images of //DIR:images, a sycl_cc_library
#
# Each program prints how many kernels ran, and the sum of what they left. TARGET is the label of a sycl_target.
set -eu
directory=$1 libraries=$2 sources=$3 kernels=$4
shift 4
mkdir -p "$directory"
targets=$(printf '"%s", ' "$@")

source_file() { # LIBRARY SOURCE
  echo '#include <sycl/sycl.hpp>'
  for ((k = 1; k <= kernels; ++k)); do echo "class Kernel_$1_$2_$k;"; done
  echo "void run_$1_$2(sycl::queue &queue, int *numbers) {"
  for ((k = 1; k <= kernels; ++k)); do
    echo "  queue.parallel_for<Kernel_$1_$2_$k>(64, [=](sycl::id<1> i) { numbers[i] += int(i) % $((k + 1)) == 0 ? 1 : 0; }).wait();"
  done
  echo '}'
}

# All sources of the libraries, called by a function that those can call who know nothing of SYCL.
run_file() {
  echo '#include <sycl/sycl.hpp>'
  echo '#include <algorithm>'
  echo '#include <cstdio>'
  for ((l = 1; l <= libraries; ++l)); do
    for ((s = 1; s <= sources; ++s)); do echo "void run_${l}_$s(sycl::queue &queue, int *numbers);"; done
  done
  echo 'int run() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(64, queue), sum = 0;
  std::fill_n(numbers, 64, 0);'
  for ((l = 1; l <= libraries; ++l)); do
    for ((s = 1; s <= sources; ++s)); do echo "  run_${l}_$s(queue, numbers);"; done
  done
  echo "  for (int i = 0; i < 64; ++i) sum += numbers[i];
  std::printf(\"kernels $((libraries * sources * kernels)), sum %d\\n\", sum);
  sycl::free(numbers, queue);
  return 0;
}"
}

build_file() {
  echo 'load("@facet//toolchains:compat.bzl", "cc_binary")'
  echo 'load("@facet//toolchains:defs.bzl", "sycl_binary", "sycl_cc_library", "sycl_library")'
  echo "LIBRARIES = [\"library_%d\" % n for n in range(1, $((libraries + 1)))]"
  echo "TARGETS = [$targets]"
  cat <<'RULES'

[sycl_library(
    name = name,
    srcs = glob([name + "/*.cpp"]),
) for name in LIBRARIES]

sycl_library(
    name = "run",
    srcs = ["run.cpp"],
    deps = LIBRARIES,
)

[sycl_binary(
    name = name,
    srcs = ["main.cpp"],
    targets = TARGETS,
    deps = [":run"],
) for name in ["one", "two"]]

sycl_cc_library(
    name = "images",
    targets = TARGETS,
    deps = [":run"],
)

[cc_binary(
    name = name,
    srcs = ["main.cpp"],
    deps = [":images"],
) for name in ["three", "four"]]
RULES
}

for ((l = 1; l <= libraries; ++l)); do
  mkdir -p "$directory/library_$l"
  for ((s = 1; s <= sources; ++s)); do source_file "$l" "$s" >"$directory/library_$l/source_${l}_$s.cpp"; done
done
run_file >"$directory/run.cpp"
printf 'int run();\nint main() { return run(); }\n' >"$directory/main.cpp"
build_file >"$directory/BUILD.bazel"
