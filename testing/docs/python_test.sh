#!/bin/bash
# python_test.sh PYTHON SCRIPT ARGUMENT...: a test that is a Python script, with the pinned Python.
exec "$@"
