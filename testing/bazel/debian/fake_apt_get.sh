#!/bin/bash
# Stands in for apt-get: an archive that has one version of one package, $FAKE_ARCHIVE/probe_VERSION_all.deb.
# The machine's own lists are empty, so nothing is found before an update into other lists.
set -eu
lists=/var/lib/apt/lists
command='' wanted=() uris=''
while [ $# -gt 0 ]; do
  case $1 in
    -o) case $2 in Dir::State::lists=*) lists=${2#*=} ;; esac; shift ;;
    --print-uris) uris=1 ;;
    -*) ;;
    update) command=update ;;
    download) command=download ;;
    *) wanted+=("$1") ;;
  esac
  shift
done
echo "$command ${wanted[*]-} with $lists" >>"$FAKE_ARCHIVE/calls"
case $command in
  update) touch "$lists/known" ;;
  download)
    [ -e "$lists/known" ] || { echo "E: Unable to locate package ${wanted[0]}"; exit 100; }
    deb=$(echo "$FAKE_ARCHIVE"/probe_*_all.deb)
    version=${deb##*/probe_} version=${version%%_*}
    if [ -n "$uris" ]; then
      echo "'copy:$deb' ${deb##*/} 1 SHA256:0"
      exit 0
    fi
    case ${wanted[0]} in
      probe | "probe=$version") cp "$deb" . ;;
      *) echo "E: Version for '${wanted[0]}' was not found"; exit 100 ;;
    esac
    ;;
esac
