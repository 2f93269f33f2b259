. "$FACET_DEBIAN/runtime_libs.sh"
launcher nginx usr/sbin/nginx
