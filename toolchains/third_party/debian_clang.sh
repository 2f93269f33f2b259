. "$FACET_DEBIAN/runtime_libs.sh"
# Of Clang's run-time libraries, those of the sanitizers that the toolchain has features for, and of coverage.
resources=usr/lib/llvm-22/lib/clang/22
rm -rf "$resources/share"
find "$resources/lib" -type f ! -name 'libclang_rt.asan*-x86_64.a*' ! -name 'libclang_rt.tsan*-x86_64.a*' ! -name 'libclang_rt.ubsan_standalone*-x86_64.a*' ! -name 'libclang_rt.profile-x86_64.a' -delete
# One name for each program: those that depend on how they were called keep their own.
for path in usr/lib/llvm-22/bin/*; do
  case ${path##*/} in lit | llvm-config) continue ;; esac
  launcher "${path##*/}" "$path"
done
