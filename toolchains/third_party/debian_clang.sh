. "$FACET_DEBIAN/runtime_libs.sh"
# One name for each program: those that depend on how they were called keep their own.
for path in usr/lib/llvm-22/bin/*; do
  case ${path##*/} in lit | llvm-config) continue ;; esac
  launcher "${path##*/}" "$path"
done
