#!/bin/bash
# toolchains/targets.bzl has the names of config/targets/*.toml, all and no others.
set -eu
config/compiler/facet-config bazel-names config/targets/*.toml >"$TEST_TMPDIR/targets.bzl"
diff -u toolchains/targets.bzl "$TEST_TMPDIR/targets.bzl" || {
  echo 'FAILED: run facet-config bazel-names config/targets/*.toml > toolchains/targets.bzl'
  exit 1
}
