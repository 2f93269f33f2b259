#!/bin/bash
# Writes the golden messages of all cases, and docs/diagnostics.md, which shows them:
#   ./bazelw run //testing/diagnostics:update_golden
set -eu
arguments=()
while [ "$1" != -- ]; do
  arguments+=("$1")
  shift
done
shift
UPDATE_GOLDEN=1 testing/diagnostics/diagnostics_test.sh "${arguments[@]}"
page=$BUILD_WORKSPACE_DIRECTORY/docs/diagnostics.md
testing/diagnostics/page.sh "$BUILD_WORKSPACE_DIRECTORY/testing/diagnostics" "$@" >"$page.new"
mv "$page.new" "$page"
