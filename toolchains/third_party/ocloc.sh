. "$FACET_DEBIAN/runtime_libs.sh"
ln -L usr/lib/x86_64-linux-gnu/libocloc.so rt/
launcher ocloc usr/bin/ocloc
