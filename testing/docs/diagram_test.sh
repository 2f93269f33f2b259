#!/bin/bash
# diagram_test.sh PYTHON SCRIPT FILE...: each FILE.svg is what SCRIPT makes of FILE.diagram, which is there; malformed text is an error.
set -u
python=$1 script=$2
shift 2
failures=0
compared=0
for file; do
  text=${file%.*}.diagram svg=${file%.*}.svg
  [ -e "$text" ] || { echo "FAILED: no $text for $file"; failures=1; continue; }
  case $file in *.svg) continue ;; esac
  "$python" "$script" "$text" >"$TEST_TMPDIR/drawn" || failures=1
  diff -u "$svg" "$TEST_TMPDIR/drawn" >"$TEST_TMPDIR/difference" || {
    head -20 "$TEST_TMPDIR/difference"
    echo "FAILED: run python3 $script $text >$svg"
    failures=1
  }
  compared=$((compared + 1))
done
[ $compared -ge 1 ] || { echo 'FAILED: no diagrams'; failures=1; }

refused() { # TEXT MESSAGE
  printf "$1" >"$TEST_TMPDIR/wrong.diagram"
  "$python" "$script" "$TEST_TMPDIR/wrong.diagram" >/dev/null 2>"$TEST_TMPDIR/errors" && { echo "FAILED: not refused: $1"; failures=1; }
  grep -q "$2" "$TEST_TMPDIR/errors" || { echo "FAILED: $1: $(cat "$TEST_TMPDIR/errors")"; failures=1; }
}
refused 'box a 0 0 host "A"\narrow a b\n' 'line 2: error: KeyError'
refused 'circle a\n' "line 1: error: .*unknown word 'circle'"
refused 'box a 0\n' 'line 1: error: ValueError'
exit $failures
