. "$FACET_DEBIAN/runtime_libs.sh"
launcher csmith usr/bin/csmith
