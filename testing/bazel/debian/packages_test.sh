#!/bin/bash
# debian_packages: pinned versions, empty package lists, the repository cache, vanished versions, sources.
set -eu
. testing/bazel/nested.sh
workspace=$TEST_TMPDIR/workspace
export FAKE_ARCHIVE=$TEST_TMPDIR/archive
cache=$TEST_TMPDIR/repositories
mkdir -p "$workspace/toolchains" "$FAKE_ARCHIVE" "$TEST_TMPDIR/bin"
cp -rL toolchains/debian "$workspace/toolchains/"
cp -L testing/bazel/debian/fake_apt_get.sh "$TEST_TMPDIR/bin/apt-get"
chmod -R u+w "$workspace"

# offer VERSION: the archive has this version and no other.
offer() {
  local tree=$TEST_TMPDIR/tree
  rm -rf "$tree" "$FAKE_ARCHIVE"/*.deb
  mkdir -p "$tree/DEBIAN" "$tree/usr/share/probe" "$tree/usr/share/doc/probe"
  printf 'Package: probe\nVersion: %s\nArchitecture: all\nMaintainer: nobody <nobody@invalid>\nDescription: probe\n' "$1" >"$tree/DEBIAN/control"
  echo "$1" >"$tree/usr/share/probe/version"
  echo 'left out' >"$tree/usr/share/doc/probe/copyright"
  ln -s /usr/share/probe/version "$tree/usr/share/probe/link"
  dpkg-deb --root-owner-group -b "$tree" "$FAKE_ARCHIVE/probe_$1_all.deb" >/dev/null
}

# offer_source TEXT: the archive has a source that says TEXT.
offer_source() {
  mkdir -p "$TEST_TMPDIR/source-1.0/code"
  echo "$1" >"$TEST_TMPDIR/source-1.0/code/text"
  tar -C "$TEST_TMPDIR" -czf "$FAKE_ARCHIVE/source_1.0.orig.tar.gz" source-1.0
}

pin() {
  local sha256
  sha256=$(sha256sum <"$FAKE_ARCHIVE/probe_$1_all.deb" | cut -d' ' -f1)
  {
    echo "DEBIAN_ARCHIVES = ['file://$FAKE_ARCHIVE/nothing', 'file://$FAKE_ARCHIVE']"
    echo "DEBIAN_LOCK = {'probe': ('$1', '$sha256', 1, 'probe_$1_all.deb')}"
  } >"$workspace/toolchains/debian/lock.bzl"
  sha256=$(sha256sum <"$FAKE_ARCHIVE/source_1.0.orig.tar.gz" 2>/dev/null | cut -d' ' -f1)
  echo "DEBIAN_SOURCES = {'probe': ('source_1.0.orig.tar.gz', '$sha256', 1, 'source_1.0.orig.tar.gz')}" >>"$workspace/toolchains/debian/lock.bzl"
}

# fetch ROOT [FLAG...]: fetches @$repository in a fresh output root; the version of @probe is left in $version,
# Bazel's words in $log.
repository=probe
fetch() {
  local root=$1 status=0
  shift
  log=$(cd "$workspace" && HOME=$TEST_TMPDIR PATH=$TEST_TMPDIR/bin:$PATH env -u TEST_TMPDIR bazel --output_user_root="$TEST_TMPDIR/$root" \
    --max_idle_secs=60 build "--repository_cache=$cache" --color=no --curses=no --noshow_progress "$@" \
    --override_repository=rules_cc="$external/rules_cc" --override_repository=rules_java="$external/rules_java" \
    --override_repository=rules_proto="$external/rules_proto" \
    "@$repository//:version" 2>&1) || status=$?
  version=$(cat "$workspace/bazel-workspace/external/probe/usr/share/probe/link" 2>/dev/null || echo none)
  return $status
}

cat >"$workspace/WORKSPACE" <<'END'
workspace(name = "facet")
load("//toolchains/debian:packages.bzl", "build_files_repository", "debian_packages")
build_files_repository(name = "facet_apt_state", build_files = {})
debian_packages(name = "probe", packages = ["probe"], build_files = {"//:probe.BUILD": "BUILD.bazel"})
debian_packages(name = "source", sources = ["probe"], build_files = {"//:source.BUILD": "BUILD.bazel"})
END
echo 'filegroup(name = "version", srcs = glob(["code/**"]))' >"$workspace/source.BUILD"
touch "$workspace/BUILD.bazel"
echo 'filegroup(name = "version", srcs = glob(["usr/**"]))' >"$workspace/probe.BUILD"

offer 1.0
pin 1.0
fetch first || fail "pinned version: $log"
[ "$version" = 1.0 ] || fail "pinned version: got $version: $log"
[ "$(grep -c '^update' "$FAKE_ARCHIVE/calls")" = 1 ] || fail "empty lists: $(cat "$FAKE_ARCHIVE/calls")"
external_probe=$workspace/bazel-workspace/external/probe
[ ! -e "$external_probe/usr/share/doc" ] || fail 'documentation was unpacked'
[ "$(readlink "$external_probe/usr/share/probe/link")" = version ] || fail 'absolute link was left'

rm "$FAKE_ARCHIVE"/*
fetch second || fail "from the repository cache: $log"
[ "$version" = 1.0 ] || fail "from the repository cache: got $version"
[ ! -e "$FAKE_ARCHIVE/calls" ] || fail 'a cached package was asked for again'

# A source, which the archive has under its name or not at all.
offer 1.0
offer_source first
pin 1.0
repository=source
fetch source || fail "source: $log"
[ "$(cat "$workspace/bazel-workspace/external/source/code/text")" = first ] || fail 'source: not unpacked'
rm "$FAKE_ARCHIVE"/*
fetch source_again || fail "source from the repository cache: $log"
offer 1.0
offer_source second
pin 1.0
offer_source third
fetch other_source && fail "a source of another hash was taken: $log"
grep -q 'no longer has source_1.0.orig.tar.gz. Run .*update_lock.sh' <<<"$log" || fail "another source: $log"
repository=probe

rm "$FAKE_ARCHIVE"/*
offer 1.1
pin 1.1
offer 1.2
fetch third && fail "strict: a vanished version was replaced: $log"
grep -q 'no longer has probe 1.1. Run .*update_lock.sh.*FACET_DEBIAN_LOCK=replace' <<<"$log" || fail "strict: $log"
fetch third --repo_env=FACET_DEBIAN_LOCK=stict && fail 'an unknown value'
grep -q 'FACET_DEBIAN_LOCK=stict: known: strict, replace' <<<"$log" || fail "an unknown value: $log"
fetch third --repo_env=FACET_DEBIAN_LOCK=replace || fail "vanished version: $log"
[ "$version" = 1.2 ] || fail "vanished version: got $version"
grep -q 'NOT THE PINNED VERSION.* probe 1.1;.*update_lock.sh' <<<"$log" || fail "vanished version, message: $log"
[ "$(grep -c 'NOT THE PINNED VERSION' <<<"$log")" = 1 ] || fail "more than one line: $log"
# The same by the attribute, and the environment says otherwise.
sed -i 's/packages = \["probe"\]/superseded = "replace", &/' "$workspace/WORKSPACE"
fetch replaced || fail "superseded = replace: $log"
[ "$version" = 1.2 ] || fail "superseded = replace: got $version"
fetch replaced_strict --repo_env=FACET_DEBIAN_LOCK=strict && fail "strict, and superseded = replace: $log"

# Archives by their addresses: those that are named, before apt.
rm "$FAKE_ARCHIVE"/*
offer 2.0
pin 2.0
fetch named "--repo_env=FACET_DEBIAN_ARCHIVES=file://$FAKE_ARCHIVE/nothing file://$FAKE_ARCHIVE" || fail "a named archive: $log"
[ "$version" = 2.0 ] || fail "a named archive: got $version"
[ ! -e "$FAKE_ARCHIVE/calls" ] || fail "apt was asked before a named archive: $(cat "$FAKE_ARCHIVE/calls")"
offer 2.1
pin 2.1
fetch named_nothing "--repo_env=FACET_DEBIAN_ARCHIVES=file://$FAKE_ARCHIVE/nothing" || fail "apt behind a named archive: $log"
[ "$version" = 2.1 ] || fail "apt behind a named archive: got $version"

# A machine without apt and dpkg.
bare=$TEST_TMPDIR/bare
mkdir "$bare"
for program in /usr/bin/* /bin/* /usr/local/bin/*; do
  case ${program##*/} in apt* | dpkg*) continue ;; esac
  [ -e "$bare/${program##*/}" ] || ln -s "$program" "$bare/${program##*/}"
done
offer 3.0
pin 3.0
mv "$TEST_TMPDIR/bin/apt-get" "$TEST_TMPDIR/apt-get"
if [ -e "$bare/ar" ]; then
  (export PATH=$bare && fetch bare && [ "$version" = 3.0 ] || fail "without apt: $version: $log")
fi
offer 3.1
(
  export PATH=$bare
  pin_of_nothing() { sed -i "s/'3.0', '[0-9a-f]*'/'3.2', '$(printf '%064d' 0)'/; s/probe_3.0/probe_3.2/" "$workspace/toolchains/debian/lock.bzl"; }
  pin_of_nothing
  fetch bare_gone && fail 'without apt, a vanished version'
  grep -q 'none of the archives has probe 3.2, and this machine has no apt-get' <<<"$log" || fail "without apt, a vanished version: $log"
)
echo PASSED
