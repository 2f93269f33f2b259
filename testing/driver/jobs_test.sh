#!/bin/bash
# jobs_test.sh: -fsycl-max-parallel-link-jobs=N: so many images are made at once, never more, and one that is alone has the threads.
. testing/driver/driver.sh

cat >kernel.cpp <<'END'
#include <sycl/sycl.hpp>
int main() { sycl::queue().single_task([] {}); }
END
targets=x86_64,spir64,emu_intel_gpu_dg1,emu_intel_gpu_pvc
sycl-clang++ -fsycl -fsycl-targets=$targets -c kernel.cpp -o kernel.o || fail 'compiling'

# An installation whose sycl-aot writes down when it begins and ends, and meets AT_ONCE of its kind in between. Those that should
# not be there would come while the others rest.
mkdir counted && cp -r "$prefix/bin" counted/bin
for folder in "$prefix"/*; do
  [ "${folder##*/}" = bin ] || ln -s "$folder" counted/
done
rm counted/bin/sycl-aot
cat >counted/bin/sycl-aot <<END
#!/bin/bash
echo "begin \$*" >>"\$JOB_LOG"
for ((i = 0; i < 600; ++i)); do
  [ "\$(grep -c ^begin "\$JOB_LOG")" -lt "\$AT_ONCE" ] || break
  sleep 0.1
done
sleep 0.3
"$prefix/bin/sycl-aot" "\$@"
code=\$?
echo end >>"\$JOB_LOG"
exit \$code
END
chmod +x counted/bin/sycl-aot

# most_at_once N TARGETS: the largest number of tools between their beginnings and ends, in a link with N jobs.
most_at_once() {
  rm -f jobs program
  JOB_LOG=$PWD/jobs AT_ONCE=$1 counted/bin/sycl-clang++ -fsycl -fsycl-targets="$2" -fsycl-max-parallel-link-jobs="$1" kernel.o -o program >&2 || fail "$1 jobs"
  awk '/^begin/ { if (++now > most) most = now } /^end/ { --now } END { print most }' jobs
}
for jobs in 1 2 3; do
  most=$(most_at_once $jobs $targets)
  [ "$most" = $jobs ] || fail "$jobs jobs: $most at once: $(cat jobs)"
  [ "$(grep -c ^begin jobs)" = 4 ] && [ "$(grep -c ^end jobs)" = 4 ] || fail "$jobs jobs: not four images: $(cat jobs)"
  grep -q -e '--threads=' jobs && fail "$jobs jobs: several threads of one image: $(cat jobs)"
  ./program || fail "the program of $jobs jobs"
done

# Jobs that no image needs are threads.
JOB_LOG=$PWD/jobs AT_ONCE=1 counted/bin/sycl-clang++ -fsycl -fsycl-targets=x86_64 -fsycl-max-parallel-link-jobs=5 kernel.o -o program || fail 'one image'
[ "$(tail -n 2 jobs | grep -c -e '^begin.* --threads=5')" = 1 ] || fail "one image, five jobs: $(cat jobs)"
finish
