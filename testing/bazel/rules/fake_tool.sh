#!/bin/bash
# Stands in for every tool of the SYCL toolchain: shows how the rules call them without compiling them.
# Each prints what it was given into its output. Which tool it is, it knows by the name it is called.
set -eu
output='' precompiles='' dependencies='' inputs=() notes=() modules=''
while [ $# -gt 0 ]; do
  case $1 in
    -o) output=$2; shift ;;
    -MF) dependencies=$2; shift ;;
    -c) inputs+=("$2"); shift ;;
    --slice) inputs+=("$2"); shift ;;
    --target-config=*) inputs+=("${1#*=}"); notes+=("$(cat "${1#*=}")") ;;
    --modules-dir=*) modules=${1#*=} ;;
    -emulate=* | -split=* | -compress | --ptxas=*) notes+=("$1") ;;
    -fsycl-target-macros=* | -fsycl-use-precompiled-headers=*) cat "${1#*=}" >/dev/null ;;
    -fsycl-precompile-headers) precompiles=yes ;;
    -iquote | -isystem | -I | -D | -resource-dir | -x) shift ;;
    -*) ;;
    *) inputs+=("$1") ;;
  esac
  shift
done
case ${0##*/} in
  fake_post_link)
    # A module for each line of the linked code.
    mkdir -p "$modules"
    number=0
    while read -r line; do
      echo "$line" >"$modules/module_$number.module.cl"
      number=$((number + 1))
    done <"${inputs[0]}"
    ;;
  fake_device_link) cat "${inputs[@]}" >"$output" ;;
  fake_config) cat /dev/null >"$output" ;;
  fake_aot)
    # Two of these wait for one another, where a test says where they meet.
    if [ -n "${MEET-}" ]; then
      : >"$MEET/$$"
      for _ in $(seq 300); do
        [ "$(ls "$MEET" | wc -l)" -lt 2 ] || break
        sleep 0.1
      done
      [ "$(ls "$MEET" | wc -l)" -ge 2 ] || { echo 'nobody else came' >&2; exit 1; }
    fi
    echo "image of $(cat "${inputs[-1]}") ${notes[*]}" >"$output"
    echo "$output: ${inputs[-1]}" >"$dependencies"
    ;;
  fake_wrapper) { echo "${notes[*]-}"; cat "${inputs[@]}"; } >"$output" ;;
  fake_device_compiler)
    if [ "$precompiles" ]; then
      touch "$output" "${output%.pch}.json" "${output%.pch}.names"
      exit
    fi
    grep -h '^// kernel' "${inputs[@]}" >"$output"
    ;;
  *) grep -h '^// kernel' "${inputs[@]}" >"$output" ;;
esac
