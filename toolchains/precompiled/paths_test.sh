#!/bin/bash
# A precompiled header names what it was made of by paths that are the same on each machine: else no cache could share it.
set -u -o pipefail
status=0 found=0
while read -r header; do
  found=$((found + 1))
  # The path itself, whatever else is in the file.
  if ! grep -aq '/proc/self/cwd/external/' "$header"; then
    echo "$header: error: no path of an included header found"
    status=1
  fi
  if grep -aoE '/[A-Za-z0-9_./-]*/(execroot|sandbox)/[A-Za-z0-9_./-]*' "$header" | head -3 | grep .; then
    echo "$header: error: paths of the machine that made it"
    status=1
  fi
done < <(find -L . -name '*.pch')
[ $found != 0 ] || echo 'skipped: no headers are precompiled in this mode'
exit $status
