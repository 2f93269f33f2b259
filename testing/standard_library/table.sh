#!/bin/bash
# Usage: table.sh PROGRAM SYCL_CLANG HEADER GENERATED_HEADER : prints the tables of docs/standard-library.md: what PROGRAM finds on
# this machine's native CPU, OpenCL device and an emulated device without aspect::fp64, and what SYCL_CLANG says of refused.cpp.
set -u
program=$1 compiler=$2 headers=${3%/sycl/sycl.hpp} generated=${4%/sycl/info/*}
folder=testing/standard_library
sysroot=$PWD/../debian_clang
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for device in native_cpu opencl emulated; do
  ONEAPI_DEVICE_SELECTOR=$device:* "$program" >"$work/$device" || {
    echo "the program fails on $device"
    tail -n 1 "$work/$device"
    exit 1
  }
done
echo '| header | what | native CPU | SPIR-V | a device without fp64 |'
echo '|---|---|---|---|---|'
paste -d '|' "$work/native_cpu" <(cut -d '|' -f 3- "$work/opencl") <(cut -d '|' -f 3- "$work/emulated") |
  awk -F '|' '{ printf "| `%s` | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' | sed "s/| \`Clang's builtins\` |/| Clang's builtins |/"
"$compiler" --target=x86_64-linux-gnu --sysroot="$sysroot" -resource-dir "$sysroot/usr/lib/llvm-22/lib/clang/22" \
  --gcc-install-dir="$sysroot/usr/lib/gcc/x86_64-linux-gnu/12" -no-canonical-prefixes -isystem "$headers" -isystem "$generated" \
  -fsycl -fsycl-device-only -std=c++20 -ferror-limit=0 -fno-caret-diagnostics -c $folder/refused.cpp -o "$work/refused.bc" \
  >"$work/messages" 2>&1 && { echo 'refused.cpp is compiled'; exit 1; }
echo
echo '| header | what | message |'
echo '|---|---|---|'
awk -f $folder/refused.awk $folder/refused.cpp "$work/messages"
