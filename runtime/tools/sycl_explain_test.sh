#!/bin/bash
# sycl-explain of a real program, and of files that are none. Arguments: sycl-explain, the program.
set -u
explain=$1
program=$2
work=$TEST_TMPDIR
fail() { echo "FAILED: $*"; exit 1; }

"$explain" --no-devices "$program" >"$work/text" || fail 'text'
cat "$work/text"
grep -q '^  intel_gpu_dg1: refused' "$work/text" || fail 'nothing is refused on DG1'
grep -q "aspect::fp64" "$work/text" || fail 'no reason'
grep -q '^  x86_64: runs, x86-64 for x86_64' "$work/text" || fail 'nothing runs on the CPU'
"$explain" --json --no-devices "$program" >"$work/json" || fail 'JSON'
grep -q '"runs": false' "$work/json" || fail 'no refusal in JSON'
"$explain" --html --no-devices "$program" >"$work/page.html" || fail 'HTML'
grep -q '^</html>' "$work/page.html" || fail 'the page does not end'

# The kernels are those that the program itself would refuse: device columns agree with it elsewhere.
"$explain" "$program" >"$work/devices" || fail 'with devices'
grep -q '^  device ' "$work/devices" || fail 'no device'

refused() {
  local wanted=$1
  shift
  "$explain" "$@" >"$work/out" 2>"$work/err"
  status=$?
  [ $status = 1 ] || fail "$*: status $status"
  grep -q "sycl-explain: error: .*$wanted" "$work/err" || fail "$*: $(cat "$work/err")"
  [ -s "$work/out" ] && fail "$*: output"
}
refused 'No such file' "$work/none"
refused 'no ELF file' "$work/text"
refused 'no device images' "$explain"
refused "unknown target 'moon'" --targets=moon "$program"
# Cut anywhere: an error, or what is there; never a crash.
size=$(stat -L -c %s "$program")
for part in 1 5 20 50 80 95 99; do
  head -c $((size * part / 100)) "$program" >"$work/cut"
  "$explain" --no-devices "$work/cut" >/dev/null 2>"$work/err"
  status=$?
  [ $status -le 1 ] || fail "cut to $part %: status $status"
done
"$explain" --what "$program" 2>/dev/null
[ $? = 2 ] || fail 'wrong usage'
exit 0
