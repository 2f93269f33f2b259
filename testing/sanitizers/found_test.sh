#!/bin/bash
# Usage: found_test.sh PROGRAM [FAULT REPORT]... : a sanitizer ends the program for each FAULT, and says REPORT. An empty
# REPORT: it finds nothing.
set -u
program=$1
shift
while [ $# != 0 ]; do
  output=$(ONEAPI_DEVICE_SELECTOR='native_cpu:*' "$program" "$1" 2>&1)
  status=$?
  if [ -z "$2" ]; then
    [ "$status:$output" = "0:$1: nothing found" ] || { echo "$1: status $status: $output"; exit 1; }
  elif [ "$status" = 0 ] || ! grep -q "$2" <<<"$output"; then
    echo "$1: not found, status $status: $output"
    exit 1
  fi
  shift 2
done
