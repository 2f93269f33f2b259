#!/bin/bash
# Facet's actions read their inputs and nothing else: Bazel's sandbox runs them without network and without the
# machine's compilers; and each runs again in a root folder that has its inputs, a shell and the C library alone,
# and makes the same bytes.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
namespaces=(unshare --user --map-root-user --net --mount)
if ! "${namespaces[@]}" true 2>/dev/null; then
  echo 'skipped: this system makes no namespaces'
  exit
fi

workspace=$TEST_TMPDIR/workspace
workspace "$workspace"
hidden=()
for path in /usr/lib/llvm* /usr/lib/gcc /usr/local/cuda*; do
  [ -d "$path" ] && [ ! -L "$path" ] && hidden+=("--sandbox_block_path=$path")
done
build "$workspace" //real:everywhere --disk_cache= --spawn_strategy=linux-sandbox \
  --sandbox_default_allow_network=false "${hidden[@]}"
images=$(count '^CppCompile run .*--target-config=')
[ "$images" -ge 14 ] || fail "$images images"

sealed=$TEST_TMPDIR/sealed
execution_root=$(readlink -f "$workspace/bazel-out")/..
"$runfiles/debian_python/bin/python3" testing/bazel/incremental/seal.py "$workspace.json" "$execution_root" "$sealed"

# The C library is the running system's: that of its loader. The launchers are scripts.
system=$(ldd /bin/bash | sed -n 's/.*[[:space:]]\(\/[^ ]*\) (.*/\1/p')
for library in libm libdl libpthread librt; do
  system+=" $(dirname "$(ldd /bin/bash | sed -n 's/.*=> \(.*libc\.so\.6\) .*/\1/p')")/$library.so.[0-9]"
done
furnish() {
  local file
  for file in /bin/bash $system; do
    mkdir -p "$1$(dirname "$file")"
    cp -L "$file" "$1$file"
  done
  mkdir -p "$1/tmp" "$1/dev" "$1/proc"
  touch "$1/dev/null"
}

# again FOLDER: runs the action. Its current folder may be called /proc/self/cwd.
again() {
  "${namespaces[@]}" bash -c 'mount --bind /dev/null "$1/dev/null" && mount --rbind /proc "$1/proc" && exec /usr/sbin/chroot "$1" /bin/bash /command.sh' - "$1" 2>&1
}

actions=0
for folder in "$sealed"/*; do
  furnish "$folder"
  name=$(cat "$folder/name")
  message=$(again "$folder") || fail "$name: $message"
  while read -r output; do
    cmp "$folder/work/$output" "$execution_root/$output" || fail "$name: not the same bytes"
  done <"$folder/outputs"
  actions=$((actions + 1))
done
echo "$actions actions, $images of them images, run with their inputs alone"
[ "$actions" -ge $((images + 5)) ] || fail "only $actions actions"

# That a missing input is noticed.
for folder in "$sealed"/*; do
  if grep -q nvidia_gpu_sm_80 "$folder/name"; then
    rm -r "$folder/work/real"/*.bc
    again "$folder" >/dev/null && fail 'an image is made without the device library'
    echo "checked: $(cat "$folder/name")"
    break
  fi
done
nested_bazel "$workspace" shutdown >/dev/null 2>&1
echo PASSED
