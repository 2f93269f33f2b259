#!/bin/bash
# Usage: run.sh PROGRAM OUTPUT : the program prints just that, on the native CPU and on PoCL.
for devices in 'native_cpu:*' 'opencl:*'; do
  ONEAPI_DEVICE_SELECTOR=$devices "$1" > "$TEST_TMPDIR/printed" || { echo "$devices: it failed"; exit 1; }
  diff "$2" "$TEST_TMPDIR/printed" || { echo "$devices: not what the page says"; exit 1; }
done
