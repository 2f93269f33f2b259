#!/bin/bash
# Usage: random_sources_test.sh 'SEED COUNT LEVEL'... : random_sources.py with the tools of this build, on the native CPU.
# FACET_RANDOM_SOURCES_SEED, if it is set, replaces the seeds. Two programs are built at once.
set -euo pipefail
"$PWD/install" "$TEST_TMPDIR/prefix"
failed=0
running=()
for program in "$@"; do
  read -r seed count level <<<"$program"
  "$PWD/../debian_python/bin/python3" testing/random_sources/random_sources.py --toolchain="$TEST_TMPDIR/prefix" \
    --seed="${FACET_RANDOM_SOURCES_SEED:-$seed}" --count="$count" --batch="$count" --levels="$level" &
  running+=($!)
  if ((${#running[@]} == 2)); then
    wait "${running[0]}" || failed=1
    running=("${running[@]:1}")
  fi
done
for one in "${running[@]}"; do
  wait "$one" || failed=1
done
exit $failed
