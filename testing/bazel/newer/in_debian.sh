#!/bin/bash
# in_debian.sh SDK [TARGET...]: a workspace that uses Facet as a module, with the Bazel of a newer Debian than 12.
#
#   ./bazelw run //:install -- /opt/facet && sudo testing/bazel/newer/in_debian.sh /opt/facet
#
# Makes a bare Debian (DEBIAN_SUITE, or forky, which has Bazel 7) in a temporary folder. There it builds, runs and tests
# testing/downstream with the folder SDK as toolchain, analyses all of Facet, and builds the TARGETs of Facet from its sources.
# It needs root, debootstrap, a Debian archive (DEBIAN_ARCHIVE, or deb.debian.org), 3 GB and ten minutes, so it is no test of
# the suite.
set -eu
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
[ $# != 0 ] || fail 'usage: in_debian.sh SDK [TARGET...]'
sdk=$(readlink -f "$1")
shift
[ -x "$sdk/bin/facet-config" ] || fail "$sdk is no SDK"
[ "$(id -u)" = 0 ] || fail 'needs root'
command -v debootstrap >/dev/null || fail 'needs debootstrap'
facet=$(readlink -f "$(dirname "$0")/../../..")
work=$(mktemp -d)
root=$work/root
finish() {
  for folder in /downstream /work; do [ ! -d "$root$folder" ] || bazel "$folder" shutdown; done
  for folder in proc dev; do mountpoint -q "$root/$folder" && umount "$root/$folder"; done
  rm -rf --one-file-system "$work"
}
trap finish EXIT
in_root() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

archive=${DEBIAN_ARCHIVE:-http://deb.debian.org/debian}
scripts=/usr/share/debootstrap/scripts
suite=${DEBIAN_SUITE:-forky}
debootstrap --variant=minbase "$suite" "$root" "$archive" "$([ -e "$scripts/$suite" ] && echo "$scripts/$suite" || echo "$scripts/sid")" \
  >"$work/log" 2>&1 || fail "debootstrap: $(tail -5 "$work/log")"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
# An archive that is a copy of an earlier day counts as expired.
echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/any_day"
in_root sh -c 'apt-get -q update && apt-get -q install -y ca-certificates git python3 binutils bazel-bootstrap bazel-rules-shell' \
  >"$work/log" 2>&1 || fail "apt-get install: $(tail -5 "$work/log")"
echo "$(in_root bazel --version) of Debian $suite"
# Facet's own packages are those of Debian 12.
rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
for part in bookworm bookworm-updates; do echo "deb $archive $part main"; done >"$root/etc/apt/sources.list"
echo "deb ${archive%/debian}/debian-security bookworm-security main" >>"$root/etc/apt/sources.list"
in_root apt-get -q update >"$work/log" 2>&1 || fail "apt-get update: $(tail -5 "$work/log")"

mkdir -p "$root/work" "$root/opt/facet"
cp -a "$sdk/." "$root/opt/facet/"
git -c safe.directory="$facet" -C "$facet" ls-files -z | (cd "$facet" && xargs -0 cp --parents -t "$root/work" --no-dereference)
mkdir "$root/downstream"
cp "$facet"/testing/downstream/*.{cpp,cc,h} "$root/downstream/"
sed '/^filegroup(/,$d' "$facet/testing/downstream/BUILD.bazel" >"$root/downstream/BUILD.bazel"
cat >"$root/downstream/MODULE.bazel" <<'END'
module(name = "downstream")
bazel_dep(name = "facet", version = "1.0.0")
local_path_override(module_name = "facet", path = "/work")
facet_sdk = use_extension("@facet//toolchains:extensions.bzl", "facet_sdk")
facet_sdk.toolchain(name = "facet_sdk", sdk = "/opt/facet")
use_repo(facet_sdk, "facet_sdk")
register_toolchains("@facet_sdk//:all")
END

# Debian's Bazel has its modules in folders; those that Bazel itself names, and nothing here takes, are in no archive of
# Debian: empty ones.
registry=$root/registry
mkdir -p "$registry/modules" && echo '{}' >"$registry/bazel_registry.json"
empty_module() { # NAME VERSION
  local module=$registry/modules/$1/$2 folder=/empty/$1
  mkdir -p "$module" "$root$folder"
  echo "module(name = \"$1\", version = \"$2\")" | tee "$module/MODULE.bazel" >"$root$folder/MODULE.bazel"
  echo "{\"type\": \"local_path\", \"path\": \"$folder\"}" >"$module/source.json"
  touch "$root$folder/BUILD"
}
cat >"$work/buildozer_binary.bzl" <<'END'
_empty = repository_rule(implementation = lambda ctx: ctx.file("BUILD", ""))
buildozer_binary = module_extension(implementation = lambda ctx: _empty(name = "buildozer_binary"))
END
cat >"$root/etc/bazel.bazelrc" <<'END'
common --registry=file:///registry --lockfile_mode=off --noenable_workspace --override_module=rules_shell=/usr/share/bazel/rules/shell
common --color=no --curses=no --noshow_progress
build --disk_cache=/disk --notrim_test_configuration
END
bazel() { # FOLDER ARGUMENT...
  in_root sh -c 'cd "$1" && shift && exec bazel "$@"' sh "$@"
}
for folder in /downstream /work; do
  for _ in $(seq 20); do
    missing=$(bazel "$folder" mod graph 2>&1 | grep -oE 'module [a-z_]+@[^ ]+ not found in registries' | head -1 | cut -d' ' -f2) || true
    [ -n "$missing" ] || break
    empty_module "${missing%@*}" "${missing#*@}"
  done
done
cp "$work/buildozer_binary.bzl" "$root/empty/buildozer/"

bazel /downstream test //... || fail 'the tests of a workspace with the SDK'
output=$(bazel /downstream run //:app 2>"$work/log") || fail "the program: $(tail -5 "$work/log")"
echo "the program printed: $output"
output=$(bazel /work build --nobuild //... 2>&1) || fail "analysing Facet: $output"
grep -o 'Analyzed [0-9]* targets' <<<"$output"
[ $# = 0 ] || bazel /work build "$@" || fail "building $*"
echo PASSED
