#!/bin/bash
# ratios.sh PLAIN CHECKED...: how much longer the cases take in each program with checks than in the one without, and with
# checks that are switched off in the first; the shortest times of three runs of each, in turns.
set -eu
plain=$1
shift
for turn in 1 2 3; do
  echo "run $turn of 3" >&2
  for checked in "$@"; do
    # In pairs: the machine may have other work.
    ONEAPI_DEVICE_SELECTOR=native_cpu:* "$plain" | sed 's/^/plain\t/'
    ONEAPI_DEVICE_SELECTOR=native_cpu:* "$checked" | sed "s/^/${checked##*/}\t/"
  done
  SYCL_CHECK=0 ONEAPI_DEVICE_SELECTOR=native_cpu:* "$1" | sed 's/^/SYCL_CHECK=0\t/'
done | awk -F'\t' '
  !($1 in known) { known[$1] = 1; if ($1 != "plain") columns[++width] = $1 }
  !(($1, $2) in best) || $3 < best[$1, $2] { best[$1, $2] = $3 }
  !($2 in seen) { seen[$2] = 1; names[++count] = $2 }
  END {
    printf "| kernel |"
    for (c = 1; c <= width; ++c) printf " `%s` |", columns[c]
    printf "\n|---|"
    for (c = 1; c <= width; ++c) printf "---|"
    printf "\n"
    for (i = 1; i <= count; ++i) {
      printf "| %s |", names[i]
      for (c = 1; c <= width; ++c) {
        ratio = best[columns[c], names[i]] / best["plain", names[i]]
        printf ratio < 10 ? " %.2f |" : " %.0f |", ratio
      }
      printf "\n"
    }
  }'
