# Run in a repository of Debian packages: collects the shared libraries by the names programs ask for
# in one folder, rt/, that a launcher can put on the library path. The C library stays out: it must be
# the one of the running system's loader.
mkdir rt
for folder in usr/lib/x86_64-linux-gnu lib/x86_64-linux-gnu usr/lib/x86_64-linux-gnu/intel-opencl; do
  [ -d "$folder" ] || continue
  find "$folder" -maxdepth 1 -name '*.so.[0-9]*' | sort | while read -r library; do
    name=${library##*/}
    case $name in
      ld-linux* | libc.so* | libm.so* | libmvec.so* | libdl.so* | librt.so* | libpthread.so*) continue ;;
      libresolv.so* | libnsl.so* | libnss_* | libutil.so* | libanl.so* | libthread_db.so*) continue ;;
      libBrokenLocale.so* | libc_malloc_debug.so* | libmemusage.so* | libpcprofile.so*) continue ;;
    esac
    [ -e "rt/$name" ] || ln -L "$library" "rt/$name"
  done
done

# launcher NAME PROGRAM [ENVIRONMENT_LINE...]: writes bin/NAME. It finds its repository from its own
# place, first as it was called (sandboxes, runfiles), then as it really is (linked elsewhere).
launcher() {
  mkdir -p bin
  local name=$1 program=$2
  shift 2
  {
    echo '#!/bin/bash'
    echo 'root=${BASH_SOURCE[0]%/*}/..'
    echo "[ -e \"\$root/$program\" ] || { root=\$(readlink -f \"\${BASH_SOURCE[0]}\") && root=\${root%/*}/..; }"
    echo 'export LD_LIBRARY_PATH=$root/rt${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}'
    printf '%s\n' "$@"
    echo "exec \"\$root/$program\" \"\$@\""
  } >"bin/$name"
  chmod +x "bin/$name"
}
