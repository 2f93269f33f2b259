#!/bin/bash
# matrix_test.sh TABLE NAMES MODULES SYCL_AOT DUMP LLD OCLOC READELF SPIRV_VAL SLICE...
# Builds one module for every target and looks at each image with its format's own tools. What it finds is one
# row per target; the rows must be those of TABLE (docs/targets-matrix.md). Each of NAMES, which the specification of
# targets lists, must be the name or an alias of one. To make that file anew:
#   bazel run //testing/aot:matrix -- --write > docs/targets-matrix.md
set -u
write=
for argument; do [ "$argument" != --write ] || write=1; done
table=$1 names=$2 modules=$3 aot=$4 dump=$5 lld=$6 ocloc=$7 readelf=$8 spirv_val=$9
shift 9

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
module=$(find -L "$modules" -name '*.module.cl' | head -n 1)
ptxas=$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)
failures=0
# ocloc looks for its disassembler under the name that only development packages have.
mkdir "$work/iga"
ln -s "$(dirname "$(readlink -f "$ocloc")")/../rt/libiga64.so.1" "$work/iga/libiga64.so"

fail() {
  echo "FAILED: $target: $*" >&2
  failures=$((failures + 1))
}

value_of() { sed -n "s/^$1 = \"\(.*\)\"\$/\1/p" "$slice"; }

# check_elf KIND PATTERN: the image is ELF of such a machine and has both kernels.
check_elf() {
  local header symbols
  header=$("$readelf" -h "$work/code" 2>&1) || fail "llvm-readelf: $header"
  grep -Eq "Machine: .*($1)" <<<"$header" || fail "not for machine $1: $header"
  symbols=$("$readelf" -s -W "$work/code")
  grep -Eq 'Saxpy' <<<"$symbols" || fail "no symbol of Saxpy"
  grep -Eq 'Reverse' <<<"$symbols" || fail "no symbol of Reverse"
}

# ocloc reads its own image: the instructions of both kernels, each to the end of its thread.
check_intel() {
  local log kernel
  rm -rf "$work/asm"
  mkdir "$work/asm"
  log=$(LD_LIBRARY_PATH="$work/iga" "$ocloc" disasm -file "$work/code" -device "$device" -dump "$work/asm" 2>&1) ||
    fail "ocloc disasm: $log"
  for kernel in Saxpy Reverse; do
    cat "$work/asm"/*"$kernel"*.asm 2>/dev/null | grep -q 'EOT' || fail "no code of $kernel: $log"
  done
  what="ocloc disasm: both kernels"
}

check_ptx() {
  local text
  text=$(tr -d '\0' <"$work/code")
  grep -q "^\.target $device" <<<"$text" || fail "no .target $device"
  [ "$(grep -c '\.visible \.entry' <<<"$text")" = 2 ] || fail "not two entries"
  what="text: processor, entries"
  if [ -z "$ptxas" ]; then
    echo "$target: ptxas skipped: not found" >&2
  elif ! "$ptxas" --help | grep -q "'$device'"; then
    echo "$target: ptxas skipped: $("$ptxas" --version | sed -n 's/^Cuda.*release \([^,]*\),.*/CUDA \1/p') does not know $device" >&2
  else
    tr -d '\0' <"$work/code" >"$work/module.ptx"
    if "$ptxas" -arch="$device" -o "$work/module.cubin" "$work/module.ptx"; then
      "$readelf" -h "$work/module.cubin" | grep -q 'Machine: .*CUDA' || fail "ptxas made no cubin"
      echo "$target: ptxas makes a cubin" >&2
    else
      fail "ptxas refuses the PTX"
    fi
  fi
}

# Sets `row`: what the target's image is, or why there is none.
make_row() {
  local message summary
  rm -f "$work"/image "$work"/code
  if ! message=$("$aot" --target-config="$slice" --lld="$lld" --ocloc="$ocloc" \
    -c "$module" -o "$work/image" 2>&1); then
    [ ! -e "$work/image" ] || fail "an error and an image"
    case $toolchain:$message in
    ocloc:*"this ocloc does not know device '$device'"*"target '$target'"*)
      row="none | ocloc does not know \`$device\`" ;;
    amdgcn:*"makes no code for processor '$device'"*"target '$target'"*)
      row="none | LLVM makes no code for \`$device\`" ;;
    *) fail "$message"; row="none | error" ;;
    esac
    return
  fi
  summary=$("$dump" "$work/image" | sed -n 's/^  format //p')
  "$dump" -extract="$work/code" "$work/image" >/dev/null || fail "sycl-image-dump fails"
  what=
  case $toolchain in
  spirv)
    "$spirv_val" --target-env spv1.2 "$work/code" || fail "spirv-val"
    what="spirv-val" ;;
  ocloc) check_intel ;;
  nvptx) check_ptx ;;
  amdgcn)
    check_elf 'AMD GPU|AMDGPU'
    "$readelf" -h "$work/code" | grep -q "Flags:.*$device" || fail "flags do not say $device"
    what="llvm-readelf: processor, kernels" ;;
  x86_64)
    check_elf 'X86-64'
    what="llvm-readelf: machine, kernels" ;;
  esac
  row="$summary | $what"
}

while read -r target; do
  grep -Eqs "^(name|aliases) = .*\"$target\"|^ +\"$target\",$" "$@" || fail "the specification lists it, no entry has it"
done <"$names"

rows=
. testing/shards/shards.sh
while read -r slice; do
  mine || continue
  target=$(value_of name) toolchain=$(value_of aot_toolchain) device=$(value_of aot_device)
  make_row
  row="| \`$target\` | $toolchain | $row |"
  rows+=$row$'\n'
  [ -n "$write" ] || grep -qxF "$row" "$table" || fail "$table has no row: $row"
done < <(printf '%s\n' "$@" | grep '\.toml$' | sort)

if [ -n "$write" ]; then
  cat <<'EOF'
# One program for every target

Made by `bazel run //testing/aot:matrix -- --write`; `//testing/aot:matrix_test` builds `testing/aot/tiny.cpp` for each target
again and compares. *Checked by* names what looked into the image. Where `ptxas` is installed, it also makes a cubin of the
PTX for the processors it knows. An image of an Intel GPU needs an `ocloc` that knows the device.

| target | tool chain | image | checked by, or why there is none |
|---|---|---|---|
EOF
  printf '%s' "$rows"
  exit $((failures > 0))
fi
[ "$failures" = 0 ] || exit 1
echo "PASSED: $turns targets in $shards shards"
