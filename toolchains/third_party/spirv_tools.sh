. "$FACET_DEBIAN/runtime_libs.sh"
for tool in spirv-as spirv-dis spirv-link spirv-opt spirv-val; do launcher $tool usr/bin/$tool; done
