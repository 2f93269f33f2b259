# The compilations read a named pipe each, so that the script decides which of
# them goes on: FOLDER/host and FOLDER/device.
#   pipes.sh both FOLDER OPTIONS...       the host's reads while the device's waits
#   pipes.sh fail FOLDER OPTIONS...       the device's fails while the host's waits
#   pipes.sh interrupt FOLDER OPTIONS...  a user's ^C while both wait
# What is left in FOLDER/out is listed.
what=$1
folder=$2
shift 2
rm -rf "$folder" && mkdir -p "$folder/out" "$folder/tmp" || exit 2
cd "$folder" && mkfifo host device || exit 2
cat >a.cpp <<'END'
#ifdef __SYCL_DEVICE_ONLY__
#include "device"
#else
#include "host"
#endif
int main() { return value; }
END
export TMPDIR=$folder/tmp
compile() {
  exec timeout -s INT 100 sycl-clang++ -fsycl \
    -fsycl-max-parallel-compile-jobs=2 $options -MD -c a.cpp -o out/a.o
}
options=$*
case $what in
both)
  # Nobody reads the second pipe before the first one was written.
  (echo 'int value;' >host && echo 'int value;' >device) &
  (compile)
  echo "status $?"
  ;;
fail)
  (echo 'int value = nothing;' >device) &
  (compile)
  echo "status $?"
  ;;
interrupt)
  compile &
  exec 3>host 4>device # each waits until its reader is there
  kill -ALRM $!        # makes timeout send its signal to all processes
  wait $!
  echo "status $?"
  # The driver may have ended before the compilations have.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -z "$(ls out)" ] || sleep 1
  done
  ;;
esac
ls out
