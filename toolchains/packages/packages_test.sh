#!/bin/bash
# Packages of a small installation: what is in them, that they are the same each time, that dpkg installs and removes them.
#
#   packages_test.sh PACKAGE_SH MAN_PAGE_AWK
set -u
script=$PWD/$1 page=$PWD/$2
folder=$PWD/${1%/*}
work=$TEST_TMPDIR
fail() { echo "FAILED: $*"; exit 1; }
version=$(cd "$folder" && echo sample-[0-9]*.tar.gz)
version=${version#sample-} version=${version%.tar.gz}

# Archives: one root, from which the parts are missing, and which they fill.
mkdir "$work/unpacked"
tar -C "$work/unpacked" -xzf "$folder/sample-$version.tar.gz" || fail 'the archive'
root=$work/unpacked/facet-sdk-$version
[ -x "$root/bin/sycl-sample" ] && [ "$(readlink "$root/bin/sycl-other")" = sycl-sample ] || fail "$(find "$root")"
[ ! -e "$root/lib/facet/large" ] || fail 'the part is in the archive'
tar -C "$work/unpacked" -xzf "$folder/sample-large-$version.tar.gz" || fail 'the part'
[ -e "$root/lib/facet/large/large" ] || fail "the part is elsewhere: $(find "$work/unpacked")"

# The same bytes, whoever makes them when and with what umask.
mkdir -p "$work/again/bin/toolchains/packages/sample.runfiles"
ln -s "$PWD" "$work/again/bin/toolchains/packages/sample.runfiles/facet"
cd "$work/again" || exit 1
sleep 1
(umask 077 && "$script" archives bin/toolchains/packages/sample "$version" again.tar.gz lib/facet/large part.tar.gz) || fail 'archives again'
cmp again.tar.gz "$folder/sample-$version.tar.gz" && cmp part.tar.gz "$folder/sample-large-$version.tar.gz" || fail 'other archives'
(umask 077 && "$script" debian bin/toolchains/packages/sample "$version" again.deb "$page" sample lib/facet/large part.deb sample-large) || fail 'packages again'
cmp again.deb "$folder/sample_${version}_amd64.deb" && cmp part.deb "$folder/sample-large_${version}_amd64.deb" || fail 'other packages'
"$script" archives bin/toolchains/packages/sample "$version" none.tar.gz no/folder part.tar.gz 2>errors && fail 'a part that is not there'
grep -q 'no folder no/folder' errors && [ ! -e none.tar.gz ] || fail "$(cat errors)"

# Installed, used and removed without a trace.
mkdir -p root/var/lib/dpkg/{info,updates} && touch root/var/lib/dpkg/{status,available}
dpkg_in() { PATH=$PATH:/usr/sbin:/sbin dpkg --root="$PWD/root" --force-not-root --force-depends --log="$PWD/log" "$@" >out 2>&1 || fail "dpkg $*: $(cat out)"; }
dpkg_in -i again.deb part.deb
[ "$(root/usr/bin/sycl-sample | head -1)" = 'usage: sycl-sample [options] FILE' ] || fail 'the command'
[ -e root/usr/lib/facet/lib/facet/large/large ] || fail 'the part is not beside'
grep -q '^prefix=/usr/lib/facet$' root/usr/lib/pkgconfig/facet.pc || fail 'pkg-config'
grep -q 'include(/usr/lib/facet/lib/cmake/Facet/FacetConfig.cmake)' root/usr/lib/cmake/Facet/FacetConfig.cmake || fail 'CMake'
for file in bash-completion/completions/sycl-sample fish/vendor_completions.d/sycl-sample.fish zsh/vendor-completions/_facet; do
  [ -e "root/usr/share/$file" ] || fail "completion: $file"
done
zcat root/usr/share/man/man1/sycl-sample.1.gz >page || fail 'no man page'
for line in '.TH "SYCL-SAMPLE" 1 "" "Facet '"$version"'" "Facet"' 'sycl\-sample \- Does nothing with a file \- twice' '\fB\-first=NAME\fR' \
  'what comes first; back\eslash' '\&.and more' '.SH INFORMATION'; do
  grep -qxF -- "$line" page || fail "no line '$line' in $(cat page)"
done
dpkg_in -r sample-large sample
[ ! -e root/usr ] || fail "left behind: $(find root/usr)"
