#!/bin/bash
# strategies_test.sh SPLIT CONDITIONAL: on each device the same kernels run, and the others are refused for the same reasons.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
"$1" >"$work/split" || { echo "FAILED: split"; status=1; }
cat "$work/split"
"$2" >"$work/conditional" || { echo "FAILED: conditional"; status=1; }
diff "$work/split" "$work/conditional" || { echo "FAILED: the strategies differ"; status=1; }
# CPU, two emulated devices, PoCL; kernels of both kinds.
grep -qx '4 devices' "$work/split" || { echo "FAILED: not four devices"; status=1; }
grep -q 'Portable Computing Language' "$work/split" || { echo "FAILED: no PoCL"; status=1; }
[ "$(grep -c ': runs, 7$' "$work/split")" -ge 25 ] || { echo "FAILED: hardly anything ran"; status=1; }
[ "$(grep -c ' cannot run on device' "$work/split")" -ge 10 ] || { echo "FAILED: hardly anything was refused"; status=1; }
exit $status
