#!/bin/bash
# bad_inputs_test.sh LLVM_AS X86_64_SLICE SPIR64_SLICE SYCL_AOT SYCL_DEVICE_LINK SYCL_POST_LINK SYCL_OFFLOAD_WRAPPER
# Every tool that reads what another one wrote gets it damaged: it prints one line, the error, and writes nothing.
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
as=$PWD/$1 x86_64=--target-config=$PWD/$2 spir64=--target-config=$PWD/$3
aot=$PWD/$4 link=$PWD/$5 post_link=$PWD/$6 wrap=$PWD/$7
cd "$TEST_TMPDIR"
mkdir -p written

# bad WHAT PATTERN COMMAND...: what it writes goes below written/.
cases=0
bad() {
  local what=$1 pattern=$2 message status=0
  shift 2
  message=$("$@" 2>&1) || status=$?
  [ "$status" = 1 ] || fail "$what: exit status $status: $message"
  [ "$(wc -l <<<"$message")" = 1 ] || fail "$what: more than one line: $message"
  grep -Eq "^${1##*/}: error: $pattern$" <<<"$message" || fail "$what: expected '$pattern', got: $message"
  [ -z "$(find written -mindepth 1)" ] || fail "$what: left $(find written)"
  cases=$((cases + 1))
}

triple='target triple = "spirv64-unknown-unknown"'
kernel='define spir_kernel void @k() { ret void }'
printf "%s\n%s\n" "$triple" "$kernel" >kernel.ll
printf '%s\n%s\n' "$triple" 'define spir_func void @_Z1fv() { ret void }' >function.ll
printf '%s\n%s\n' 'target triple = "x86_64-unknown-linux-gnu"' "$kernel" >host.ll
printf '%s\n%s\n%s\n' "$triple" "$kernel" 'define spir_kernel void @l() !sycl_used_aspects !0 { ret void }
!0 = !{i32 6}' >two.ll
for name in kernel function host two; do "$as" "$name.ll" -o "$name.bc"; done
head -c 300 kernel.bc >truncated.bc
cp kernel.bc garbled.bc
printf '\377\377\377\377\377\377\377\377' | dd of=garbled.bc bs=1 seek=40 conv=notrunc 2>/dev/null
: >empty.bc

for file in truncated garbled; do
  bad "$file bitcode" "damaged LLVM bitcode \(.*\): $file.bc" "$link" -o written/x.bc "$file.bc"
  bad "$file bitcode" "damaged LLVM bitcode \(.*\): $file.bc" "$post_link" --modules-dir=written/m "$file.bc"
done
for tool in "$link -o written/x.bc" "$post_link --modules-dir=written/m"; do
  # shellcheck disable=SC2086
  bad 'an empty file' '.*: empty.bc' $tool empty.bc
  # shellcheck disable=SC2086
  bad 'the wrong triple' "not device code: target triple is 'x86_64-unknown-linux-gnu'.*: host.bc" $tool host.bc
  # shellcheck disable=SC2086
  bad 'no such file' 'cannot read \(.*\): absent.bc' $tool absent.bc
done
cp function.bc again.bc
bad 'duplicate symbols' "'f\(\)' is defined more than once: function.bc, again.bc" "$link" -o written/x.bc function.bc again.bc
bad 'two modules instead of one' '.*needs exactly one module, but the input splits into 2' "$post_link" -ir-output-only -o=written/x.bc two.bc
bad 'no module instead of one' '.*needs exactly one module, but the input splits into 0' "$post_link" -ir-output-only -o=written/x.bc function.bc
bad 'an unwritable output' 'cannot write \(.*\): no/such/x.bc' "$link" -o no/such/x.bc kernel.bc
bad 'an unwritable output' 'cannot write \(.*\): no/such/.*' "$post_link" -o=no/such/x.table kernel.bc
bad 'an unwritable output' 'cannot create directory \(.*\): kernel.bc/m' "$post_link" --modules-dir=kernel.bc/m kernel.bc

# A real module, and what may be wrong with it.
"$post_link" --modules-dir=modules kernel.bc
module=$(echo modules/*.module.cl)
size=$(stat -c %s "$module")
for target in "$x86_64" "$spir64"; do
  for length in 0 8 100 $((size / 2)) $((size - 1)); do
    head -c "$length" "$module" >cut.cl
    bad "a module cut to $length bytes" '.*: cut.cl' "$aot" "$target" -c cut.cl -o written/x.img
  done
  bad 'bitcode instead of a module' 'not a device module file: kernel.bc' "$aot" "$target" -c kernel.bc -o written/x.img
  bad 'no such module' 'cannot read \(.*\): absent.cl' "$aot" "$target" -c absent.cl -o written/x.img
done
bad 'an unwritable image' 'cannot write \(.*\): no/such/x.img' "$aot" "$spir64" -c "$module" -o no/such/x.img

"$aot" "$spir64" -c "$module" -o image.img
size=$(stat -c %s image.img)
for length in 8 100 $((size / 2)) $((size - 1)); do
  head -c "$length" image.img >cut.img
  bad "an image cut to $length bytes" '.*: cut.img' "$wrap" -o written/x.o cut.img
done
bad 'an unwritable object' 'cannot write \(.*\): no/such/x.o' "$wrap" -o no/such/x.o image.img
printf '[Code]\ntwo.table\n' >one.table
printf '[Code]\none.table\n' >two.table
bad 'cyclic tables' 'file table contains itself, by way of two.table: one.table' "$wrap" -target=spir64 -o written/x.o one.table
printf '\003\002\043\007rest' >code.spv
printf '[Code|Properties]\ncode.spv|code.prop\n' >property.table
echo '{"SYCL/device requirements":{"colour":1}}' >code.prop
bad 'an unknown property' "unknown property 'colour' in .*: code.prop" "$wrap" -target=spir64 -o written/x.o property.table

# A program without kernels is none of these: no modules, no images, and no error.
"$post_link" --modules-dir=no_modules function.bc
[ -z "$(ls no_modules)" ] || fail "a module without kernels: $(ls no_modules)"
"$wrap" -allow-empty -o no_images.o no_modules
echo "$cases bad inputs, an error each"
echo PASSED
