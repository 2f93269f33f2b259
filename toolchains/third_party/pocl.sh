. "$FACET_DEBIAN/runtime_libs.sh"
# PoCL finds its data by its own place, ../../share/pocl: it must not be loaded from rt/.
rm -f rt/libpocl*
mkdir vendors
echo libpocl.so.2.10.0 >vendors/pocl.icd

# PoCL links each kernel with the first `ld` on the path, as if against development packages that the
# running system need not have: hand it the libraries' run-time names instead.
launcher ld.lld usr/lib/llvm-15/bin/ld.lld
cat >bin/ld <<'LD'
#!/bin/bash
here=${BASH_SOURCE[0]%/*}
[ -e "$here/ld.lld" ] || { here=$(readlink -f "${BASH_SOURCE[0]}") && here=${here%/*}; }
arguments=()
for argument; do
  case $argument in
    -lm) argument=-l:libm.so.6 ;;
    -lc) argument=-l:libc.so.6 ;;
    -lgcc_s) argument=-l:libgcc_s.so.1 ;;
    -lgcc) continue ;;
  esac
  arguments+=("$argument")
done
exec "$here/ld.lld" "-L$here/../rt" "${arguments[@]}"
LD
chmod +x bin/ld
