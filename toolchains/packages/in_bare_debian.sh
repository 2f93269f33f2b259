#!/bin/bash
# in_bare_debian.sh PACKAGE.deb...: installs packages of the SDK into a bare Debian 12, compiles and runs a program there,
# and removes them again.
#
#   ./bazelw build //:deb && sudo toolchains/packages/in_bare_debian.sh bazel-bin/facet-sdk_*.deb
#
# It needs root, debootstrap, a Debian archive (DEBIAN_ARCHIVE, or deb.debian.org) and a few minutes, so it is no test of
# the suite. What it makes is below a temporary folder, and removed.
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
[ $# != 0 ] || fail 'usage: in_bare_debian.sh PACKAGE.deb...'
[ "$(id -u)" = 0 ] || fail 'needs root'
command -v debootstrap >/dev/null || fail 'needs debootstrap'
work=$(mktemp -d)
root=$work/root
finish() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf --one-file-system "$work"
}
trap finish EXIT
debootstrap --variant=minbase bookworm "$root" "${DEBIAN_ARCHIVE:-http://deb.debian.org/debian}" >"$work/log" 2>&1 || fail "debootstrap: $(tail -5 "$work/log")"
mount -t proc proc "$root/proc" || fail 'mounting /proc'
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
in_root apt-get -q update >"$work/log" 2>&1 || fail "apt-get update: $(tail -5 "$work/log")"
# /proc changes by itself.
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./root \) -prune -o -path './var/*' -prune -o -path './etc/*' -prune -o -path ./tmp -prune -o -print | sort); }
files >"$work/before"
mkdir "$root/packages" && cp "$@" "$root/packages/"
seconds=$SECONDS
in_root sh -c 'apt-get -q install -y --no-install-recommends /packages/*.deb' >"$work/log" 2>&1 || fail "apt-get install: $(tail -5 "$work/log")"
echo "installed in $((SECONDS - seconds)) s: $(in_root dpkg-query -W -f='${Package} ${Version} ${Installed-Size} kB\n' 'facet-sdk*' | tr '\n' ';')"
cat >"$root/tmp/hello.cpp" <<'END'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(8, queue);
  queue.parallel_for(8, [=](sycl::id<1> i) { numbers[i] = int(i) * int(i); }).wait();
  std::printf("%d %d on %s\n", numbers[2], numbers[7], queue.get_device().get_info<sycl::info::device::name>().c_str());
  sycl::free(numbers, queue);
}
END
output=$(in_root sh -c 'cd /tmp && sycl-clang++ -fsycl -fsycl-targets=x86_64,spir64 hello.cpp -o hello && ./hello') || fail 'compiling and running'
[[ $output == '4 49 on '* ]] || fail "the program: $output"
echo "compiled and ran: $output"
in_root sycl-ls --short >/dev/null || fail 'sycl-ls'
in_root test -e /usr/share/man/man1/sycl-ls.1.gz || fail 'no man page'
in_root test -e /usr/share/bash-completion/completions/sycl-clang++ || fail 'no completion'
in_root sh -c "apt-get -q remove -y 'facet-sdk*' && apt-get -q autoremove -y" >"$work/log" 2>&1 || fail "apt-get remove: $(tail -5 "$work/log")"
rm -r "$root/packages"
files >"$work/after"
left=$(comm -13 "$work/before" "$work/after")
[ -z "$left" ] || fail "left behind: $left"
echo 'removed: nothing is left'
