# For tests of builds with the real tools. Source it after nested.sh.
#
#   workspace DIR               a copy of the workspace whose package real/ has this build's tools
#   checkout DIR                all of Facet as it is, of which a test's data have but a part
#   build DIR FLAG...           builds, and leaves the list of actions in $actions
#   timed DIR WHAT FLAG...      the same, and says how long WHAT took and what ran

tools="compiler/driver/sycl-clang++ config/compiler/facet-config postlink/aot/sycl-aot
  postlink/link/sycl-device-link postlink/tool/sycl-post-link postlink/wrapper/sycl-offload-wrapper"

workspace() {
  nested_workspace "$1"
  mkdir -p "$1/real/tools" "$1/real/programs" "$1/real/targets"
  local tool
  for tool in $tools; do
    tool_script "${tool##*/}" >"$1/real/tools/${tool##*/}"
    chmod +x "$1/real/tools/${tool##*/}"
    cp -L "$tool" "$1/real/programs/"
  done
  cp -L testing/bazel/incremental/nested.BUILD "$1/real/BUILD.bazel"
  cp -L testing/bazel/incremental/program.cpp "$1/real/"
  cp -L libfacet.a "$1/real/"
  cp -L config/targets/*.toml "$1/real/targets/"
  cp -L postlink/aot/device_library/*.bc "$1/real/"
  cp -rL headers "$1/real/headers"
  cp -rL examples/optional_features "$1/real/example"
  rm -rf "$1/headers" "$1/compiler" "$1/config" "$1/postlink" "$1/libfacet.a" "$1/examples"
  find "$1/real/headers" "$1/real/example" -name 'BUILD*' -delete
  chmod -R u+w "$1/real"
}

checkout() {
  mkdir -p "$1"
  tar -C "$(dirname "$(readlink -f WORKSPACE)")" --exclude='./bazel-*' --exclude='./.git' -c . | tar -C "$1" -x
}

# The program and its libraries are inputs of the actions: in the script's runfiles, or by their paths below
# the execution root (sycl-aot, which is the compiler of a C++ toolchain).
tool_script() {
  cat <<END
#!/bin/bash
root=. libraries=external/debian_clang/rt
for runfiles in "\$0.runfiles"/*/real; do
  [ ! -e "\$runfiles" ] || root=\${runfiles%/real} libraries=\$0.runfiles/debian_clang/rt
done
LD_LIBRARY_PATH=\$libraries exec "\$root/real/programs/$1" "\$@"
END
}

# build DIR [FLAG...]: builds, and leaves the list of actions in $actions.
build() {
  local workspace=$1
  shift
  nested_bazel "$workspace" build "$@" \
    --extra_toolchains=//real:toolchain \
    --execution_log_json_file="$workspace.json" >"$workspace.log" 2>&1 || { cat "$workspace.log"; fail build; }
  actions=$(executed "$workspace.json")
}

timed() {
  local directory=$1 what=$2 start=$SECONDS
  shift 2
  build "$directory" "$@"
  echo "$what: $((SECONDS - start)) s, $(count ' run ') actions run, $(count ' hit ') from the cache"
}
