#!/bin/bash
# Runs a program that Bazel has built, with arguments.
exec "$@"
