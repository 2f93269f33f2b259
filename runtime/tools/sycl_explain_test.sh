#!/bin/bash
# sycl-explain of real programs, and of files that are no programs.
#
#   sycl_explain_test.sh SYCL_EXPLAIN JSON_CHECK PROGRAM EXPLAINED...
set -u
explain=$1 json_check=$2 program=$3
shift 3
work=$TEST_TMPDIR
fail() { echo "FAILED: $*"; exit 1; }

"$explain" --no-devices "$program" >"$work/text" || fail 'text'
cat "$work/text"
grep -q '^  intel_gpu_dg1: refused' "$work/text" || fail 'nothing is refused on DG1'
grep -q "aspect::fp64" "$work/text" || fail 'no reason'
grep -q '^  x86_64: runs, x86-64 for x86_64' "$work/text" || fail 'nothing runs on the CPU'
"$explain" --json --no-devices "$program" >"$work/json" || fail 'JSON'
grep -q '"runs": false' "$work/json" || fail 'no refusal in JSON'
valid_json() {
  "$json_check" program:string images:array 'images[]:object' 'images[].target:string' 'images[].format:string' \
    'images[].size:number' 'images[].compressed:boolean' 'images[].add_on:boolean' 'images[].symbols:array' \
    'images[].symbols[]:string' kernels:array 'kernels[]:object' 'kernels[].name:string' 'kernels[].symbol:string' \
    'kernels[].on:array' 'kernels[].on[]:object' 'kernels[].on[].target:string?' 'kernels[].on[].device:string?' \
    'kernels[].on[].id:string?' 'kernels[].on[].runs:boolean' 'kernels[].on[].lacks:array?' 'kernels[].on[].lacks[]:string' \
    'kernels[].on[].reasons:array?' 'kernels[].on[].reasons[]:string' 'kernels[].on[].image:string?' \
    'kernels[].on[].format:string?' 'kernels[].on[].images:number?' 'kernels[].on[].size:number?' \
    'kernels[].on[].needs:array?' 'kernels[].on[].needs[]:string' <"$1" || fail "JSON of $2"
}
valid_json "$work/json" "$program"
"$json_check" program:string <<<'{"program": 3}' >/dev/null && fail 'json_check checks nothing'
grep -q '"lacks": \[' "$work/json" || fail 'what is lacking is not in JSON'

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
rejected 2 'unexpected argument: --what' --what "$program"
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
