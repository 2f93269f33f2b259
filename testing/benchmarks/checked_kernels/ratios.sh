#!/bin/bash
# ratios.sh PLAIN CHECKED: how much longer the cases take in the program with checks, and with checks that are switched off;
# the shortest times of three runs of each, in turns.
set -eu
for turn in 1 2 3; do
  echo "run $turn of 3" >&2
  ONEAPI_DEVICE_SELECTOR=native_cpu:* "$1" | sed 's/^/plain\t/'
  ONEAPI_DEVICE_SELECTOR=native_cpu:* "$2" | sed 's/^/checked\t/'
  SYCL_CHECK=0 ONEAPI_DEVICE_SELECTOR=native_cpu:* "$2" | sed 's/^/off\t/'
done | awk -F'\t' '
  !(($1, $2) in best) || $3 < best[$1, $2] { best[$1, $2] = $3 }
  !($2 in seen) { seen[$2] = 1; names[++count] = $2 }
  END {
    print "| kernel | with checks | `SYCL_CHECK=0` |"
    print "|---|---|---|"
    for (i = 1; i <= count; ++i)
      printf "| %s | %.2f | %.2f |\n", names[i], best["checked", names[i]] / best["plain", names[i]], best["off", names[i]] / best["plain", names[i]]
  }'
