#!/bin/bash
# page.sh GOLDEN_FOLDER DIAGNOSTICS_PAGE TEST_SOURCE...: prints docs/diagnostics.md.
set -eu
folder=$1 program=$2
shift 2
tests=$(printf '%s\n' "$@" | sort)
exec "$program" "$folder"/*.txt -- $tests
