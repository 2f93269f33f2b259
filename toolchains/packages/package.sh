#!/bin/bash
# Packages of an installation, the same bytes each time.
#
#   package.sh archives INSTALL VERSION OUTPUT.tar.gz [FOLDER OUTPUT.tar.gz]...
#   package.sh debian INSTALL VERSION OUTPUT.deb MAN_PAGE_AWK PACKAGE [FOLDER OUTPUT.deb PACKAGE]...
#
# INSTALL: the program that copies the installation to a folder. A FOLDER of it is a package of its own, which goes into
# the same place and may be left out.
set -eu -o pipefail
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
die() { echo "package: error: $*" >&2; exit 1; }
kind=$1 install=$(absolute "$2") version=$3 output=$(absolute "$4")
shift 4
export SOURCE_DATE_EPOCH=0 LC_ALL=C
umask 022
# Beside the output: a gigabyte, which /tmp may not have.
work=$(mktemp -d -p "$(dirname "$output")")
trap 'rm -rf "$work"' EXIT

# Bazel starts an installer in its runfiles.
place=facet-sdk-$version
[ "$kind" = debian ] && place=usr/lib/facet
(
  cd "$install.runfiles/facet"
  ./"${install##*/bin/}" "$work/installed"
) >/dev/null
chmod -R u+rwX,go+rX,go-w "$work/installed"

pack_archive() { # FOLDER OUTPUT
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --format=gnu -C "$1" -c "$place" | gzip -n >"$2"
}

# Moves folder $1 of the installation to root $2.
take() {
  [ -d "$work/installed/$1" ] || die "no folder $1 in the installation"
  mkdir -p "$2/$place/$(dirname "$1")"
  mv "$work/installed/$1" "$2/$place/$1"
}

# In KiB; what a file takes on a disk depends on the disk.
size_of() {
  find "$1" -printf '%y %s\n' | awk '{ n += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print n }'
}

pack_debian() { # ROOT OUTPUT PACKAGE DEPENDS DESCRIPTION
  local size
  size=$(size_of "$1")
  mkdir -p "$1/DEBIAN"
  cat >"$1/DEBIAN/control" <<EOF
Package: $3
Version: $version
Architecture: amd64
Maintainer: Facet <facet@localhost>
Section: devel
Priority: optional
Installed-Size: $size
Depends: $4
Description: $5
EOF
  find "$1" -exec touch -h -d @0 {} +
  dpkg-deb --root-owner-group -Zgzip --build "$1" "$2" >/dev/null
}

# What a system has beside the tree: commands, man pages, completion, packages for CMake and pkg-config.
add_system_files() { # ROOT MAN_PAGE_AWK
  local root=$1 tool
  mkdir -p "$root"/usr/{bin,lib/cmake/Facet,lib/pkgconfig,share/man/man1}
  for path in "$root/$place"/bin/{sycl-,facet-}*; do
    tool=${path##*/}
    [ -e "$path" ] || continue
    case $tool in sycl-llvm-*) continue ;; esac
    ln -s "../lib/facet/bin/$tool" "$root/usr/bin/$tool"
    "$path" --help >"$work/help" || die "$tool --help"
    awk -v tool="$tool" -v version="$version" -f "$2" "$work/help" | gzip -n >"$root/usr/share/man/man1/$tool.1.gz"
  done
  # Debian's zsh has a folder of its own for packages.
  local folder
  for folder in bash-completion/completions fish/vendor_completions.d zsh/site-functions:zsh/vendor-completions; do
    mkdir -p "$root/usr/share/${folder#*:}"
    for path in "$root/$place/share/${folder%:*}"/*; do
      [ -e "$path" ] || continue
      ln -s "../../../lib/facet/share/${folder%:*}/${path##*/}" "$root/usr/share/${folder#*:}/"
    done
  done
  for path in "$root/$place"/lib/cmake/Facet/*.cmake; do
    [ -e "$path" ] || continue
    echo "include(/$place/lib/cmake/Facet/${path##*/})" >"$root/usr/lib/cmake/Facet/${path##*/}"
  done
  if [ -e "$root/$place/lib/pkgconfig/facet.pc" ]; then
    sed "s|^prefix=.*|prefix=/$place|" "$root/$place/lib/pkgconfig/facet.pc" >"$root/usr/lib/pkgconfig/facet.pc"
  fi
  find "$root/usr" -type d -empty -delete
}

case $kind in
  archives)
    while [ $# != 0 ]; do
      rm -rf "$work/part"
      take "$1" "$work/part"
      pack_archive "$work/part" "$2"
      shift 2
    done
    mkdir "$work/root"
    mv "$work/installed" "$work/root/$place"
    pack_archive "$work/root" "$output"
    ;;
  debian)
    page=$(absolute "$1") package=$2
    shift 2
    while [ $# != 0 ]; do
      rm -rf "$work/part"
      take "$1" "$work/part"
      pack_debian "$work/part" "$(absolute "$2")" "$3" "$package (= $version)" "part of the SYCL 2020 toolchain Facet: $1"
      shift 3
    done
    mkdir -p "$work/root/${place%/*}"
    mv "$work/installed" "$work/root/$place"
    add_system_files "$work/root" "$page"
    pack_debian "$work/root" "$output" "$package" 'libc6 (>= 2.36), libgcc-s1, libstdc++6 (>= 12)' 'SYCL 2020 compiler, runtime and tools'
    ;;
esac
