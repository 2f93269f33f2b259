. "$FACET_DEBIAN/runtime_libs.sh"
launcher llvm-spirv usr/bin/llvm-spirv-15
