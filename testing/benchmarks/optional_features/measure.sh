#!/bin/bash
# What strategies for optional features cost: images, bytes, and processor time, for a program of N kernels with M
# distinct sets of requirements, made for spir64. The table of docs/optional-features-cost.md.
#
#   measure.sh POST-LINK AOT DUMP TARGET.toml SPECIALIZE TRANSLATOR
#
# Build    post-link and all images.
# First    from the image with the first kernel to LLVM IR, as before each first launch: conditions decided, translated.
set -u
post_link=$1 aot=$2 dump=$3 target=$4 specialize=$5 translator=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each kernel has a loop of its own and calls one of four helpers.
program() {
  local n=$1 m=$2 i bit list aspects=(5 6 12 13 14) # numbers in config/aspects.toml
  echo 'target triple = "spirv64-unknown-unknown"'
  for ((i = 0; i < 4; ++i)); do
    cat <<IR
define spir_func float @helper$i(float %x) #0 {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = phi float [ %x, %entry ], [ %v2, %loop ]
  %v1 = fmul float %v, $((i + 2)).5
  %v2 = fadd float %v1, $((i + 1)).25
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 100
  br i1 %more, label %loop, label %end
end:
  ret float %v2
}
IR
  done
  for ((i = 0; i < n; ++i)); do
    cat <<IR
define spir_kernel void @kernel$i(ptr addrspace(1) %out) #0 !sycl_used_aspects !$((i % m)) {
  %x = load float, ptr addrspace(1) %out
  %y = fadd float %x, $i.0
  %z = call spir_func float @helper$((i % 4))(float %y)
  %w = fmul float %z, $((i + 1)).5
  store float %w, ptr addrspace(1) %out
  ret void
}
IR
  done
  echo 'attributes #0 = { noinline "sycl-module-id"="a.cpp" }'
  for ((i = 0; i < m; ++i)); do
    list=
    for ((bit = 0; bit < 5; ++bit)); do
      ((i >> bit & 1)) && list+="${list:+, }i32 ${aspects[bit]}"
    done
    echo "!$i = !{$list}"
  done
}

# Milliseconds of processor time of a command.
TIMEFORMAT='%U %S'
cpu() {
  local status=0
  { time "$@" >"$work/out" 2>"$work/err" || status=$?; } 2>"$work/time"
  [ "$status" = 0 ] || { echo "failed: $*" >&2; cat "$work/err" >&2; exit 1; }
  awk '{ printf "%d\n", ($1 + $2) * 1000 }' "$work/time"
}

images() {
  local file
  for file in "$work"/modules/*; do
    "$aot" --target-config="$target" -c "$file" -o "$work/images/$(basename "$file")" || return 1
  done
}

echo "| kernels | sets | strategy | images | KiB | build ms | first ms |"
echo "|--:|--:|---|--:|--:|--:|--:|"
for size in "16 1" "16 4" "16 16" "128 4" "128 32"; do
  read -r n m <<<"$size"
  program "$n" "$m" >"$work/code.ll"
  for strategy in "split:-split=auto" "conditional:-split=auto -optional-features=conditional" "per kernel:-split=kernel"; do
    rm -rf "$work/modules" "$work/images"
    mkdir "$work/images"
    # shellcheck disable=SC2086
    build=$(cpu "$post_link" --modules-dir="$work/modules" -exports=none ${strategy#*:} "$work/code.ll") || exit 1
    more=$(cpu images) || exit 1
    build=$((build + more))
    count=$(ls "$work/images" | wc -l)
    bytes=$(cat "$work"/images/* | wc -c)
    first=$(grep -l kernel0 "$work"/images/* | head -1)
    [ -n "$first" ] || { echo "no image has the first kernel" >&2; exit 1; }
    "$dump" -extract="$work/first.spv" "$first" >"$work/out" || exit 1
    start=$(cpu "$specialize" "$work/first.spv" "$work/special.spv") || exit 1
    more=$(cpu "$translator" -r "$work/special.spv" -o "$work/first.bc") || exit 1
    start=$((start + more))
    echo "| $n | $m | ${strategy%%:*} | $count | $((bytes / 1024)) | $build | $start |"
  done
done
