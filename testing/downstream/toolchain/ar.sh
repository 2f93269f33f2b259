#!/bin/bash
exec external/debian_clang/bin/llvm-ar "$@"
