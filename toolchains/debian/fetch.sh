#!/bin/bash
# Downloads pinned Debian packages with the machine's own apt configuration.
#
#   fetch.sh STATE_DIR OUT_DIR MODE PACKAGE=VERSION...
#
# In:  STATE_DIR  shared by all repositories; holds a private copy of apt's package lists when the
#                 machine's own lists are empty or stale (no root needed, nothing is installed).
#      MODE       "pinned" wants exactly the given versions, "candidate" whatever apt offers today; with "source"
#                 the items are PACKAGE=FILE, where FILE belongs to the source that PACKAGE is made of and lies
#                 beside it in the archive, whether or not the machine lists sources. Its hash is the caller's to check.
# Out: OUT_DIR/FILE, or OUT_DIR/PACKAGE.deb for each package that could be had; apt has checked the archive's
#      signature and the file's hash. A package that could not be had is simply not there: the caller
#      decides what that means. The reasons are in OUT_DIR/log.
set -u
state=$1 out=$2 mode=$3
shift 3
mkdir -p "$out/part" "$out/cache/archives/partial"

apt_options=(-o "Dir::Cache=$out/cache" -o APT::Get::AllowUnauthenticated=false)
# apt drops to its own user when it runs as root; that user cannot write below somebody's home folder.
[ "$(id -u)" = 0 ] && apt_options+=(-o APT::Sandbox::User=root)
private_lists=(-o "Dir::State::lists=$state/lists")

# Fetches everything that is still missing, in one go where that works: apt keeps one connection busy.
download() {
  local wanted=() item
  for item in "${items[@]}"; do
    [ -f "$out/${item%%=*}.deb" ] || wanted+=("$item")
  done
  [ ${#wanted[@]} = 0 ] && return 0
  (cd "$out/part" && apt-get -q "${apt_options[@]}" "$@" download "${wanted[@]}") >>"$out/log" 2>&1
  collect
  [ ${#wanted[@]} = 1 ] && return
  for item in "${wanted[@]}"; do
    [ -f "$out/${item%%=*}.deb" ] ||
      (cd "$out/part" && apt-get -q "${apt_options[@]}" "$@" download "$item") >>"$out/log" 2>&1
  done
  collect
}

# apt names its files PACKAGE_VERSION_ARCHITECTURE.deb.
collect() {
  local deb name
  for deb in "$out"/part/*.deb; do
    [ -f "$deb" ] || continue
    name=${deb##*/}
    mv "$deb" "$out/${name%%_*}.deb"
  done
}

download_sources() {
  local item uri
  for item in "${items[@]}"; do
    uri=$(apt-get -q "${apt_options[@]}" "$@" download --print-uris "${item%%=*}" 2>>"$out/log" | sed -n "s/^'\([^']*\)' .*/\1/p")
    [ -z "$uri" ] ||
      /usr/lib/apt/apt-helper "${apt_options[@]}" download-file "${uri%/*}/${item#*=}" "$out/part/${item#*=}" >>"$out/log" 2>&1 &&
      mv "$out/part/${item#*=}" "$out/${item#*=}"
  done
}

fetch() { if [ "$mode" = source ]; then download_sources "$@"; else download "$@"; fi; }

complete() {
  local item file
  for item in "${items[@]}"; do
    file=${item%%=*}.deb
    [ "$mode" != source ] || file=${item#*=}
    [ -f "$out/$file" ] || return 1
  done
}

# One refresh of the private lists serves every repository of a build.
refresh_lists() {
  mkdir -p "$state/lists/partial"
  exec 9>"$state/lock"
  flock 9
  if [ ! -e "$state/refreshed" ]; then
    apt-get -q "${apt_options[@]}" "${private_lists[@]}" update >>"$out/log" 2>&1 && touch "$state/refreshed"
  fi
  exec 9>&-
}

items=("$@")
[ "$mode" = candidate ] && items=("${items[@]%%=*}")
[ -e "$state/refreshed" ] || fetch
complete && exit 0
refresh_lists
fetch "${private_lists[@]}"
exit 0
