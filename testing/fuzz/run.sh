#!/bin/bash
# Runs a fuzzer with its arguments; fails as it does.
exec "$@"
