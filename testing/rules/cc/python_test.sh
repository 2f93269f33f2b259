#!/bin/bash
# python_test.sh PYTHON SCRIPT MODULE: Python loads device code through a cc_binary.
set -eu
"$1" "$2" "$PWD/$3"
