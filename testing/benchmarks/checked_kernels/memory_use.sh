#!/bin/bash
# memory_use.sh PLAIN CHECKED...: how much more memory the cases take in each program with checks than in the one without.
set -eu
export ONEAPI_DEVICE_SELECTOR='native_cpu:*'
plain=$1
shift
printf '| program | MiB |'
for checked in "$@"; do printf ' `%s` |' "${checked##*memory_use_}"; done
printf '\n|---|---|'
for checked in "$@"; do printf -- '---|'; done
echo
"$plain" | while read -r name; do
  least=$("$plain" "$name" | cut -f2)
  printf '| %s | %d |' "$name" $((least / 1024))
  for checked in "$@"; do
    "$checked" "$name" </dev/null | awk -F'\t' -v least="$least" '{ printf " %.2f |", $2 / least }'
  done
  echo
done
