#!/bin/bash
# toolchains/targets.bzl has the names of config/targets/*.toml, all and no others.
set -eu
files=(config/targets/*.toml)
../debian_python/bin/python3 toolchains/private/list_targets.py "${files[@]}" >"$TEST_TMPDIR/targets.bzl"
diff -u toolchains/targets.bzl "$TEST_TMPDIR/targets.bzl" || {
  echo 'FAILED: run toolchains/private/list_targets.py config/targets/*.toml > toolchains/targets.bzl'
  exit 1
}
