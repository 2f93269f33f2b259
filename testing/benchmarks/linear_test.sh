#!/bin/bash
# The pass is linear: time per function grows no more than the caches explain.
# Loose on purpose (machines are shared): 100 times the functions take 200 to 350
# times the time, and would take 10,000 times if it were quadratic.
set -euo pipefail
rows=$("$1" --benchmark_filter='Propagate/.*/(1000|100000)$' \
  --benchmark_min_time=0.05 --benchmark_format=csv 2>/dev/null | grep '^"Propagate.*/10*",')
echo "$rows"
echo "$rows" | awk -F, '
  { split($1, part, "/"); gsub(/"/, "", part[3]); time[part[2], part[3]] = $4; shapes[part[2]] }
  END {
    for (shape in shapes) {
      ratio = time[shape, 100000] / time[shape, 1000]
      printf "%s: 100 times the functions, %.0f times the time\n", shape, ratio
      if (!(ratio > 10 && ratio < 1000)) { print "not linear"; bad = 1 }
      ++count
    }
    if (count != 3) { print "expected three shapes"; bad = 1 }
    exit bad
  }'
