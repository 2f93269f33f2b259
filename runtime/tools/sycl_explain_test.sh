#!/bin/bash
# sycl-explain of real programs, and of files that are no programs.
#
#   sycl_explain_test.sh SYCL_EXPLAIN JSON_CHECK PROTOC SCHEMA PROGRAM ONLY_X86_64 ONLY_SPIR64 FLOAT EXPLAINED...
set -u
explain=$1 json_check=$2 protoc=$3 schema=$4 program=$5 only_x86_64=$6 only_spir64=$7 float=$8
shift 8
work=$TEST_TMPDIR
fail() { echo "FAILED: $*"; exit 1; }

"$explain" --no-devices "$program" >"$work/text" || fail 'text'
cat "$work/text"
grep -q '^  intel_gpu_dg1: refused' "$work/text" || fail 'nothing is refused on DG1'
grep -q "aspect::fp64" "$work/text" || fail 'no reason'
grep -q '^  x86_64: runs, x86-64 for x86_64' "$work/text" || fail 'nothing runs on the CPU'
"$explain" --json --no-devices "$program" >"$work/json" || fail 'JSON'
grep -q '"runs": false' "$work/json" || fail 'no refusal in JSON'
header=(schema_version:number tool:string facet_version:string)
valid_json() {
  rules=("${header[@]}" program:string warnings:array 'warnings[]:string' targets:array 'targets[]:string' modules:array
    images:array 'images[]:object' 'images[].target:string' 'images[].format:string' 'images[].size:string'
    'images[].compressed:boolean' 'images[].add_on:boolean' 'images[].symbols:array' 'images[].symbols[]:string' 'images[].properties:array'
    kernels:array 'kernels[]:object' 'kernels[].name:string' 'kernels[].symbol:string'
    'kernels[].on:array' 'kernels[].on[]:object' 'kernels[].on[].target:string?' 'kernels[].on[].device:string?'
    'kernels[].on[].id:string?' 'kernels[].on[].runs:boolean' 'kernels[].on[].lacks:array' 'kernels[].on[].lacks[]:string'
    'kernels[].on[].reasons:array' 'kernels[].on[].reasons[]:string' 'kernels[].on[].image:string?'
    'kernels[].on[].format:string?' 'kernels[].on[].images:number?' 'kernels[].on[].size:string?'
    'kernels[].on[].needs:array' 'kernels[].on[].needs[]:string' devices:array 'devices[]:object')
  for name in id platform platform_version architecture backend type name vendor driver_version version \
    max_work_group_size global_memory_size local_memory_size; do
    rules+=("devices[].$name:string")
  done
  rules+=('devices[].vendor_id:number' 'devices[].max_compute_units:number' 'devices[].max_clock_frequency_mhz:number'
    'devices[].emulated:boolean' 'devices[].note:string?' 'devices[].aspects:array' 'devices[].aspects[]:string'
    'devices[].sub_group_sizes:array' 'devices[].sub_group_sizes[]:number' 'devices[].targets:array' 'devices[].targets[]:string'
    'devices[].max_work_item_sizes:array' 'devices[].max_work_item_sizes[]:string')
  "$json_check" "${rules[@]}" <"$1" || fail "JSON of $2"
}
valid_json "$work/json" "$program"
"$json_check" program:string <<<'{"program": 3}' >/dev/null && fail 'json_check checks nothing'
grep -q '"aspect::fp64"' "$work/json" || fail 'what is lacking is not in JSON'
# The other forms say the same, to whoever has the schema.
decode() { "$protoc" --decode=facet.report.Report --proto_path="$(dirname "$schema")" "$schema"; }
"$explain" --textproto --no-devices "$program" >"$work/textproto" || fail 'text format'
"$explain" --binary --no-devices "$program" >"$work/binary" || fail 'binary format'
decode <"$work/binary" >"$work/decoded" || fail 'the binary report is not of the schema'
cmp "$work/textproto" "$work/decoded" || fail 'text and binary report differ'
grep -q '^  name: "DoublePrecision"$' "$work/decoded" || fail "no kernel: $(head -50 "$work/decoded")"

# Executables and libraries, however they were linked.
for file in "$@"; do
  "$explain" --no-devices "$file" >"$work/explained" || fail "$file"
  head -n 1 "$work/explained" | grep -q ': 3 kernels, [1-9][0-9]* images$' || fail "$file: $(cat "$work/explained")"
  for name in Plain 'outer::Templated<sycl::vec<float, 4>, 3>' '.*{lambda()#[0-9]}'; do
    grep -q "^$name\$" "$work/explained" || fail "$file: no kernel $name: $(cat "$work/explained")"
  done
  [ "$(grep -c '^  x86_64: runs, x86-64 for x86_64, .*; needs aspect::fp64$' "$work/explained")" = 3 ] || fail "$file: $(cat "$work/explained")"
  tail -n 2 "$work/explained" | grep -q '^  x86_64:  3 of 3$' || fail "$file: no sum: $(tail -n 3 "$work/explained")"
  "$explain" --json "$file" >"$work/json" 2>/dev/null || fail "$file: JSON"
  valid_json "$work/json" "$file"
done
"$explain" --html --no-devices "$program" >"$work/page.html" || fail 'HTML'
grep -q '^</html>' "$work/page.html" || fail 'the page does not end'

# The kernels are those that the program itself would refuse: device columns agree with it elsewhere.
"$explain" "$program" >"$work/devices" || fail 'with devices'
grep -q '^  device .* \[native_cpu:0\]: runs' "$work/devices" || fail 'no device'
# Those that sycl-ls lists.
SYCL_DEVICE_EMULATION=intel_gpu_dg1 ONEAPI_DEVICE_SELECTOR=emulated:0 "$explain" "$program" >"$work/devices" || fail 'selected devices'
grep -q '^  device Emulated intel_gpu_dg1 .*\[emulated:0\]: refused' "$work/devices" || fail 'no emulated device'
grep -q 'native_cpu' "$work/devices" && fail 'a device that is not selected'

# rejected STATUS MESSAGE ARGUMENTS...
rejected() {
  local wanted_status=$1 wanted=$2
  shift 2
  "$explain" "$@" >"$work/out" 2>"$work/err"
  status=$?
  [ $status = "$wanted_status" ] || fail "$*: status $status"
  grep -q "sycl-explain: error: .*$wanted" "$work/err" || fail "$*: $(cat "$work/err")"
  [ -s "$work/out" ] && fail "$*: output"
}
# What has changed between two programs, or reports of them in any form.
# differs STATUS ARGUMENTS...
differs() {
  local wanted=$1 status
  shift
  "$explain" --diff "$@" >"$work/diff" 2>"$work/err"
  status=$?
  [ $status = "$wanted" ] || fail "--diff $*: status $status: $(cat "$work/diff" "$work/err")"
}
has() { grep -q -- "$1" "$work/diff" || fail "no '$1': $(cat "$work/diff")"; }
name=$(basename "$program")
for old in "$program" "$work/json" "$work/textproto" "$work/binary"; do
  [ "$old" != "$work/json" ] || "$explain" --json --no-devices "$program" >"$work/json"
  differs 0 --no-devices "$old" "$program"
  [ "$(cat "$work/diff")" = "$name -> $name: no changes" ] || fail "$old: $(cat "$work/diff")"
done
first=$1
# Images for spir64 are gone: no other image runs there. Back again, the kernels run there now.
differs 3 --no-devices "$first" "$only_x86_64"
[ "$(sed -n 3p "$work/diff")" = 'kernels that no longer run' ] || fail "$(cat "$work/diff")"
[ "$(grep -c '^    spir64$' "$work/diff")" = 3 ] || fail "$(cat "$work/diff")"
differs 0 --no-devices "$only_x86_64" "$first"
has '^kernels that run now$'
# So it is if reports are compared.
"$explain" --json --no-devices "$first" >"$work/first.json" && "$explain" --binary --no-devices "$only_x86_64" >"$work/fewer.pb" || fail 'reports'
differs 3 "$work/first.json" "$work/fewer.pb"
has "The new program has no images for target 'spir64'."
# A kernel needs more than a device has.
differs 3 --no-devices --targets=intel_gpu_dg1 "$float" "$first"
has "^      .*'aspect::fp64'"
has '^    x86_64, now: aspect::fp64$'
differs 0 --no-devices --targets=intel_gpu_dg1 "$first" "$float"
has "^      before: .*'aspect::fp64'"
# The devices of this machine.
ONEAPI_DEVICE_SELECTOR=native_cpu:0 differs 3 "$first" "$only_spir64"
has '^    device .* \[native_cpu:0\]$'
ONEAPI_DEVICE_SELECTOR=native_cpu:0 "$explain" --textproto "$first" >"$work/here" || fail 'a report with devices'
ONEAPI_DEVICE_SELECTOR=native_cpu:0 differs 3 "$work/here" "$only_spir64"
has '^    device .* \[native_cpu:0\]$'
differs 0 --no-devices "$work/here" "$first"
has '^  device .* \[native_cpu:0\], in the old report alone$'
# For programs.
differs 3 --json --no-devices --targets=intel_gpu_dg1 "$float" "$first"
"$json_check" "${header[@]}" old_program:string new_program:string lost:number not_compared:array 'not_compared[]:string' changes:array \
  'changes[]:object' 'changes[].kind:string' 'changes[].name:string' 'changes[].symbol:string' 'changes[].target:string?' \
  'changes[].device:string?' 'changes[].id:string?' 'changes[].lacks:array' 'changes[].lacks[]:string' 'changes[].reasons:array' \
  'changes[].reasons[]:string' 'changes[].needs_now:array' 'changes[].needs_now[]:string' 'changes[].needed_before:array' \
  'changes[].needed_before[]:string' <"$work/diff" || fail "JSON of --diff: $(cat "$work/diff")"
has '"kind": "LOST"'
# What cannot be compared is an error, not a difference.
rejected 1 'No such file' --diff "$program" "$work/none"
rejected 1 'no ELF file' --diff "$work/text" "$program"
echo '{}' >"$work/empty.json"
rejected 1 'empty.json: no report: there is no schema_version' --diff "$work/empty.json" "$program"
echo '{"schema_version": 2}' >"$work/newer.json"
rejected 1 'newer.json: a report of schema version 2' --diff "$program" "$work/newer.json"
rejected 1 'no ELF file' "$work/json"
rejected 2 '--diff compares two files' --diff "$program"
rejected 2 'unexpected argument: c' --diff "$program" b c
rejected 2 '--diff and --html: give one of them' --diff --html "$program" "$program"
rejected 2 '--json and --binary: give one of them' --json --binary "$program"
"$explain" --diff "$program" "$program" >/dev/full 2>"$work/err"
[ $? = 1 ] || fail '--diff: nothing can be written'

rejected 1 'No such file' "$work/none"
rejected 1 'no ELF file' "$work/text"
rejected 1 'no device images' "$explain"
rejected 1 "unknown target 'intel_gpu_dgi'; did you mean 'intel_gpu_dg1'" --targets=intel_gpu_dgi "$program"
rejected 1 "unknown target 'moon'" --targets=moon "$program"
# Cut anywhere: an error, or what is there; never a crash.
size=$(stat -L -c %s "$program")
for part in 1 5 20 50 80 95 99; do
  head -c $((size * part / 100)) "$program" >"$work/cut"
  "$explain" --no-devices "$work/cut" >/dev/null 2>"$work/err"
  status=$?
  [ $status -le 1 ] || fail "cut to $part %: status $status"
done
rejected 2 "unknown option '--what'" --what "$program"
rejected 2 "did you mean '--no-devices'?" --no-device "$program"
rejected 2 "option '--targets' needs a value" "$program" --targets
rejected 2 'unexpected argument: b' "$program" b
rejected 2 'no file given'
rejected 2 '--json and --html: give one of them' --json --html "$program"
grep -q '^usage: ' "$work/err" || fail 'no usage'
"$explain" --help | grep -q '^usage: ' || fail 'no help'
"$explain" --html "$program" >/dev/full 2>"$work/err" && fail 'nothing can be written'
grep -q 'error: cannot write to standard output' "$work/err" || fail "$(cat "$work/err")"
mkfifo "$work/pipe" && rejected 1 'no ELF file' "$work/pipe"
ONEAPI_DEVICE_SELECTOR=moon:0 "$explain" "$program" >"$work/out" 2>"$work/err" && fail 'an invalid selector'
grep -q 'unknown back end' "$work/err" || fail "$(cat "$work/err")"
exit 0
