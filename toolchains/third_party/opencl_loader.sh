. "$FACET_DEBIAN/runtime_libs.sh"
