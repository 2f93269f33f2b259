. "$FACET_DEBIAN/runtime_libs.sh"
for program in cmake ctest make ninja pkgconf; do
  launcher "$program" "usr/bin/$program"
done
ln -s pkgconf bin/pkg-config
