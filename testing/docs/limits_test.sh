#!/bin/bash
# limits_test.sh PAGE: what the page says a user gets where Facet has a limit is what an installed Facet says. Each
# `cpp refused [OPTIONS]` block is a source that is not compiled, each `cpp fails [OPTIONS]` block a program whose run on the
# native CPU, or an emulated device that it names, fails; the `text message` block behind it is in what is printed, line by line.
# Each shard of the test tries some of the blocks.
set -u
. testing/shards/shards.sh
page=$PWD/$1
export FACET=$TEST_TMPDIR/prefix
failures=0
blocks=$TEST_TMPDIR/blocks
mkdir "$blocks"
awk -v out="$blocks" -f testing/docs/blocks.awk "$page" >"$blocks/list" || exit 1
./install "$FACET" >/dev/null || exit 1
cd "$TEST_TMPDIR" || exit 1

# try PLACE FILE OPTIONS…: compiles, and runs if the first option is `run`.
try() {
  local place=$1 file=$2 run=$3 devices=native_cpu:*
  shift 3
  case " $* " in *' -fsycl-emulate='*) devices=*:* ;; esac
  { printf '#include <sycl/sycl.hpp>\n'; cat "$file"; } >a.cpp
  "$FACET/bin/sycl-clang++" -std=c++17 -fsycl "$@" a.cpp -o a >printed 2>&1
  local status=$?
  if [ "$run" = fails ]; then
    [ $status = 0 ] || { cat printed; echo "FAILED: $place: not compiled"; failures=1; return; }
    ONEAPI_DEVICE_SELECTOR=$devices ./a >printed 2>&1
    status=$?
  fi
  [ $status != 0 ] || { echo "FAILED: $place: not refused"; failures=1; }
}

tried=0 is_mine=false
while IFS=$'\t' read -r file place language how; do
  case $language:$how in
    cpp:refused* | cpp:fails*)
      if mine; then is_mine=true; else is_mine=false; fi
      $is_mine || continue
      # shellcheck disable=SC2086
      try "$place" "$blocks/$file" $how
      tried=$((tried + 1))
      ;;
    text:message)
      $is_mine || continue
      while IFS= read -r line; do
        grep -qF -- "$line" printed || { cat printed; echo "FAILED: $place: nobody said: $line"; failures=1; }
      done <"$blocks/$file"
      ;;
  esac
done <"$blocks/list"
[ "$failures" = 0 ] || exit 1
echo "PASSED: $tried limits"
