#!/bin/bash
# Usage: map_directory_test.sh PYTHON SCRIPT AOT_ACTIONS
exec "$1" "${@:2}"
