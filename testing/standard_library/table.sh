#!/bin/bash
# Usage: table.sh PROGRAM : prints the table of docs/standard-library.md, as PROGRAM finds it on this machine's native CPU and OpenCL device.
# That it was built says that NVIDIA and AMD GPUs have code for each row.
set -u
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for device in native_cpu opencl; do
  ONEAPI_DEVICE_SELECTOR=$device:* "$program" >"$work/$device" || {
    echo "the program fails on $device"
    tail -n 1 "$work/$device"
    exit 1
  }
done
echo '| header | what | native CPU | SPIR-V | NVIDIA | AMD |'
echo '|---|---|---|---|---|---|'
paste -d '|' "$work/native_cpu" <(cut -d '|' -f 3 "$work/opencl") |
  awk -F '|' '{ printf "| `%s` | %s | %s | %s | compiles | compiles |\n", $1, $2, $3, $4 }' | sed "s/| \`Clang's builtins\` |/| Clang's builtins |/"
