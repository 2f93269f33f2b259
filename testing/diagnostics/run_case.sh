#!/bin/bash
# run_case.sh CASE.cpp: runs the command of the case's first line ("// $ [VARIABLE=value] sycl-clang++ …") where the case is, and prints
# what a user sees, and the exit status. Environment: see diagnostics_test.sh.
set -u
read -r line <"$1"
read -r -a command <<<"${line#// \$ }"
variables=()
while [[ ${command[0]:-} = *=* ]]; do
  variables+=("${command[0]}")
  command=("${command[@]:1}")
done
[ "${command[0]:-}" = sycl-clang++ ] || {
  echo "$1: the first line is no command"
  exit 1
}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
(cd "$(dirname "$1")" && env "${variables[@]}" "$SYCL_CLANG" $SYCL_CLANG_FLAGS "${command[@]:1}" -o "$out/result" 2>&1) |
  sed -e "s#$SYCL_HEADERS#headers#g" -e "s#$SYCL_SYSROOT/[^ ]*/include/##g"
status=${PIPESTATUS[0]}
[ "$status" = 0 ] || [ ! -e "$out/result" ] || echo "FAILED, AND LEFT AN OUTPUT"
echo "exit status $status"
