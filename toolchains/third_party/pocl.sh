. "$FACET_DEBIAN/runtime_libs.sh"
# PoCL finds its data by its own place, ../../share/pocl: it must not be loaded from rt/.
rm -f rt/libpocl*
mkdir vendors
echo libpocl.so.2.10.0 >vendors/pocl.icd
# PoCL links each kernel with the first `ld` on the path; it asks for the C library's libm by its
# development name, which the running system need not have.
mkdir link
launcher ld usr/lib/llvm-15/bin/ld.lld
