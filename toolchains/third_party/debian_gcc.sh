. "$FACET_DEBIAN/runtime_libs.sh"
launcher g++-12 usr/bin/x86_64-linux-gnu-g++-12
# Nothing is linked, and the plugin is in another package. Headers are the ones beside it.
sed -i 's|"\$@"$|-fno-use-linker-plugin "--sysroot=$root" "$@"|' bin/g++-12
