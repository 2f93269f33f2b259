#!/bin/bash
# The benchmark runs, and memory stays within its bound, with and without debug information.
set -euo pipefail
"$1" "$2" "${TEST_TMPDIR}" -check 100 1000
"$1" "$2" "${TEST_TMPDIR}" -check -g 300
