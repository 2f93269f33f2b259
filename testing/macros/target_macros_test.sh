#!/bin/bash
# target_macros_test.sh SYCL_CLANG FACET_CONFIG TABLE CONFIG_FILE...
# Each target of TABLE alone defines its macro and no other target's, and the same macros of aspects, for host and
# for device code (the design of if_architecture_is, "Compiler driver macro predefines").
set -u
compiler=$PWD/$1 table=$3
export PATH=$(dirname "$PWD/$2"):$PATH
shift 3
configs=("${@/#/-fsycl-device-config-file=}")

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# macros OPTION...: the driver's macros.
macros() {
  "$compiler" -fsycl "${configs[@]}" "$@" -E -dM -x c++ /dev/null | grep '^#define __SYCL_' | grep -v DEVICE_ONLY |
    sort
}

# check EXPECTED_MACROS OPTION...: the macros of a target, or nothing, in both compilations.
check() {
  local expected host device
  expected=$(for macro in $1; do echo "#define $macro 1"; done)
  shift
  host=$(macros "$@")
  device=$(macros -fsycl-device-only "$@")
  [ "$(grep __SYCL_TARGET_ <<<"$host")" = "$expected" ] ||
    fail "$*: expected ${expected:-no macro of a target}, got $(grep __SYCL_TARGET_ <<<"$host")"
  [ "$host" = "$device" ] || fail "$*: host and device differ:
$(diff <(echo "$host") <(echo "$device"))"
  [ -n "$host" ] || fail "$*: no macros of aspects"
}

count=0
while read -r target macros; do
  check "$macros" "-fsycl-targets=$target"
  count=$((count + 1))
done <"$table"
[ "$count" -ge 71 ] || fail "only $count targets"

# Targets whose devices are not known, and more than one target.
check "" -fsycl-targets=spir64
check "" -fsycl-targets=spir64_gen
check "" -fsycl-targets=intel_gpu_dg1,intel_gpu_pvc
check ""
# One target by two names is one target.
check __SYCL_TARGET_INTEL_GPU_PVC__ -fsycl-targets=intel_gpu_pvc,intel_gpu_pvc

# expect HAVE|LACK MACRO OPTION...
expect() {
  local what=$1 macro=$2
  shift 2
  if macros "$@" | grep -qx "#define $macro 1"; then
    [ "$what" = HAVE ] || fail "$*: $macro is defined"
  else
    [ "$what" = LACK ] || fail "$*: $macro is not defined"
  fi
}

# any_device_has and all_devices_have: what all, and what any of the targets has.
both=-fsycl-targets=intel_gpu_dg1,intel_gpu_pvc
expect LACK __SYCL_ALL_DEVICES_HAVE_fp64__ $both
expect HAVE __SYCL_ANY_DEVICE_HAS_fp64__ $both
expect HAVE __SYCL_ALL_DEVICES_HAVE_fp16__ $both
expect LACK __SYCL_ANY_DEVICE_HAS_cpu__ $both
expect LACK __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ $both
# With spir64 among them nothing is sure, and nothing impossible.
expect LACK __SYCL_ALL_DEVICES_HAVE_fp16__ $both,spir64
expect HAVE __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ $both,spir64
expect LACK __SYCL_ANY_DEVICE_HAS_fp16__ $both,spir64
# Later devices of the family may have more.
expect HAVE __SYCL_ANY_DEVICE_HAS_ANY_ASPECT__ -fsycl-targets=nvidia_gpu_sm_80
expect HAVE __SYCL_ALL_DEVICES_HAVE_fp64__ -fsycl-targets=nvidia_gpu_sm_80

[ "$failures" = 0 ] && echo "PASSED: $count targets"
exit $((failures != 0))
