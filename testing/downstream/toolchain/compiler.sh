#!/bin/bash
root=external/debian_clang
exec $root/bin/clang --target=x86_64-linux-gnu --sysroot=$root --gcc-install-dir=$root/usr/lib/gcc/x86_64-linux-gnu/12 \
  -resource-dir $root/usr/lib/llvm-22/lib/clang/22 -no-canonical-prefixes "$@"
