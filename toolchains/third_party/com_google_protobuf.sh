. "$FACET_DEBIAN/runtime_libs.sh"
launcher protoc usr/bin/protoc
