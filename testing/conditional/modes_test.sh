#!/bin/bash
# modes_test.sh EXPLAIN EARLY LATE HEADERS...: the programs do the same on each device, and each kernel needs the same.
# A program of HEADERS is for one device.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
explain=$1 early=$2 late=$3
shift 3

# What becomes of each kernel; how large and how many its images are is each way's own. With a target, there only.
needs() {
  "$explain" --no-devices "$1" | sed -E '1d; /^kernels that run$/,$d; s/, [0-9.]+ (bytes|[KM]iB)//; s/, [0-9]+ images//' |
    awk -v only="${2-}" '/^[^ ]/ { kernel = $0 }
      /^  [^ ]/ { target = $1; sub(/:$/, "", target) }
      /^ / && (only == "" || target == only) { print kernel ": " $0 }'
}
results() { # of one device
  SYCL_DEVICE_EMULATION="$2" "$1" | tail -n +2
}
same() { # A B WHAT
  diff "$1" "$2" >&2 || fail "$3"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

needs "$early" >"$work/early"
needs "$late" >"$work/late"
cat "$work/late"
same "$work/early" "$work/late" 'decided early and late, kernels need different things'
for device in dg1 pvc; do
  [ "$(grep -cE "emu_intel_gpu_$device: " "$work/late")" = 8 ] || fail "not eight kernels on $device"
done
# Each kernel needs its own things, whatever its neighbours need.
expect() {
  grep -qE -- "$1" "$work/late" || fail "no line '$1'"
}
expect '^main::Plain: +emu_intel_gpu_pvc: runs, x86-64 for emu_intel_gpu_pvc$'
expect '^main::Half: +emu_intel_gpu_pvc: .*needs aspect::fp16$'
expect '^main::Nested: +emu_intel_gpu_pvc: .*needs aspect::fp16, aspect::fp64$'
expect '^main::Nested: +emu_intel_gpu_dg1: .*needs aspect::fp16$'
expect '^main::Pvc: +emu_intel_gpu_pvc: .*needs aspect::fp64$'
expect '^main::Pvc: +emu_intel_gpu_dg1: runs, x86-64 for emu_intel_gpu_dg1$'
expect '^main::Lacking: +emu_intel_gpu_dg1: refused$'
expect '^main::Lacking: +.*aspect::fp64'
expect '^main::Lacking: +emu_intel_gpu_pvc: .*needs aspect::fp16$'

for program in "$@"; do
  device=${program##*_}
  results "$early" "intel_gpu_$device" >"$work/early"
  results "$late" "intel_gpu_$device" >"$work/late"
  results "$program" "intel_gpu_$device" >"$work/headers"
  [ "$(wc -l <"$work/headers")" -ge 8 ] || fail "$device: $(cat "$work/headers")"
  cat "$work/headers"
  same "$work/early" "$work/late" "decided early and late, $device computes different things"
  same "$work/headers" "$work/late" "decided by the headers and late, $device computes different things"
  needs "$program" >"$work/headers"
  needs "$late" "emu_intel_gpu_$device" >"$work/late"
  same "$work/headers" "$work/late" "decided by the headers and late, kernels on $device need different things"
done

[ "$failures" = 0 ] || exit 1
echo PASSED
