#!/bin/bash
# commands_test.sh PAGE...: the commands that the pages show, run with an installed Facet in a folder that is like a checkout which
# has been built. `sh` blocks as they stand; `usage` with all that is optional and without; device configuration files checked
# and used; what tools print compared.
set -u
checkout=$PWD
docs=$checkout/testing/docs
failures=0
failed() {
  echo "FAILED: $1" >&2
  [ ! -e "${2-}" ] || sed 's/^/  /' "$2" >&2
  failures=$((failures + 1))
}
blocks=$TEST_TMPDIR/blocks
mkdir "$blocks"
awk -v out="$blocks" -f "$docs/blocks.awk" "$@" >"$blocks/list" || exit 1

export FACET=$TEST_TMPDIR/prefix
./install "$FACET" >/dev/null || exit 1
mkdir "$TEST_TMPDIR/bin" "$TEST_TMPDIR/work"
ln -s "$checkout/$OPT" "$TEST_TMPDIR/bin/opt"
ln -s "$checkout/${CMAKE%/*}"/* "$TEST_TMPDIR/bin"
export PATH=$FACET/bin:$TEST_TMPDIR/bin:$PATH

work=$TEST_TMPDIR/work
cd "$work" || exit 1
cp "$docs"/sources/* .
cp "$checkout/compiler/passes/test/call-graph.ll" a.ll
mkdir -p testing/conformance toolchains
cp -rL "$checkout/config" "$checkout/features" .
cp -L "$checkout/testing/conformance/table.awk" testing/conformance
cp -L "$checkout/toolchains/targets.bzl" toolchains
chmod -R u+w .
ln -s "$checkout" bazel-bin

# What `./bazelw run` does here. Whether the targets of the others exist is workspace_test's to say.
cat >"$TEST_TMPDIR/commands" <<'END'
set -eu -o pipefail
function ./bazelw {
  local verb=$1 target=$2
  shift 2
  [ "$verb" = run ] || return 0
  target=${target#//} target=${target/://}
  [ "${1:---}" = -- ] || return 1
  shift
  case $target in
    /install) (cd bazel-bin && ./install "$@") ;;
    *) "bazel-bin/$target" "$@" ;;
  esac
}
END

# How a fenced block's commands end.
run() { # PLACE FILE
  { cat "$TEST_TMPDIR/commands" && sed "s#/opt/facet#$FACET#g" "$2"; } >"$TEST_TMPDIR/script"
  bash "$TEST_TMPDIR/script" >"$TEST_TMPDIR/out" 2>&1 || failed "$1" "$TEST_TMPDIR/out"
}

# usage_once PLACE COMMAND: with one of the words of A|B|C each time, in a folder of its own.
usage_once() {
  local place=$1 word choice
  for word in $2; do
    case $word in
      *'|'*)
        for choice in ${word//|/ }; do usage_once "$place" "${2/"$word"/$choice}"; done
        return
        ;;
    esac
  done
  rm -rf "$TEST_TMPDIR/usage"
  cp -r "$TEST_TMPDIR/inputs" "$TEST_TMPDIR/usage"
  (cd "$TEST_TMPDIR/usage" && $2) >"$TEST_TMPDIR/out" 2>&1 || failed "$place: $2" "$TEST_TMPDIR/out"
}

usage() { # PLACE FILE
  local line
  while read -r line; do
    line=$(sed -e 's/ *#.*//' -e 's/ *\[options\]//' -e 's/ …//g' <<<"$line")
    line=$(sed -e 's/emulate=T,…/emulate=intel_gpu_dg1/' -e 's/=T,…/=x86_64/g; s/=T\([], ]\)/=x86_64\1/g' <<<"$line")
    usage_once "$1" "${line//[][]/}"
    usage_once "$1" "$(sed 's/ *\[[^]]*\]//g' <<<"$line")"
  done <"$2"
}

# Inputs of the commands whose usage is shown, by the names that the pages give them.
inputs() {
  mkdir "$TEST_TMPDIR/inputs" && cd "$TEST_TMPDIR/inputs" && mkdir DIR DIRECTORY &&
    sycl-clang++ -fsycl -fsycl-device-only -c ../work/a.cpp -o a.bc &&
    sycl-clang++ -fsycl -fsycl-device-only -c ../work/b.cpp -o b.bc &&
    sycl-device-link -o linked.bc a.bc b.bc &&
    sycl-post-link --modules-dir=modules linked.bc &&
    cp "$FACET/lib/facet/targets/x86_64.toml" SLICE.toml &&
    cp modules/*.module.cl X.module.cl &&
    sycl-aot --target-config=SLICE.toml -c X.module.cl -o IMAGE &&
    cp IMAGE DIRECTORY/1.img &&
    sycl-image-dump -extract=code IMAGE >/dev/null &&
    printf '[Code]\ncode\n' >FILE.table
}
(inputs) || failed 'inputs of the commands whose usage is shown'

# same EXPECTED PRINTED: where the page has `…`, with the letters and digits before it, anything may stand.
same() {
  local pattern line
  [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ] || return 1
  while IFS= read -r pattern && IFS= read -r line <&3; do
    pattern=$(sed -e 's/[][\\*?]/\\&/g' -e 's/[0-9a-z]*…/*/g' <<<"$pattern")
    # shellcheck disable=SC2053
    [[ $line == $pattern ]] || return 1
  done <"$1" 3<"$2"
}

printed() { # PLACE SCRIPT FILE
  (cd "$work" && bash "$docs/printed/$2") >"$TEST_TMPDIR/printed" 2>"$TEST_TMPDIR/out"
  same "$3" "$TEST_TMPDIR/printed" || { diff "$3" "$TEST_TMPDIR/printed" >>"$TEST_TMPDIR/out"; failed "$1: not what $2 prints" "$TEST_TMPDIR/out"; }
}

configuration() { # PLACE FILE
  local name
  cp "$2" F.toml
  facet-config check config/targets/*.toml F.toml >"$TEST_TMPDIR/out" 2>&1 || failed "$1" "$TEST_TMPDIR/out"
  for name in $(sed -n 's/^name = "\(.*\)"/\1/p' F.toml); do
    sycl-clang++ -fsycl -fsycl-device-config-file=F.toml "-fsycl-targets=emu_$name" a.cpp b.cpp -o app >"$TEST_TMPDIR/out" 2>&1 ||
      failed "$1: compiled for $name" "$TEST_TMPDIR/out"
  done
}

ran=0
while IFS=$'\t' read -r file place language how; do
  case $language:$how in
    sh:) run "$place" "$blocks/$file" ;;
    cmake:'file '*) mkdir -p "$(dirname "${how#* }")" && cp "$blocks/$file" "${how#* }" ;;
    sh:usage) usage "$place" "$blocks/$file" ;;
    toml:) configuration "$place" "$blocks/$file" ;;
    text:'printed by '*) printed "$place" "${how#printed by }" "$blocks/$file" ;;
    *) continue ;;
  esac
  ran=$((ran + 1))
done <"$blocks/list"

# The commands that make files again made those that are there.
for file in features/architectures/architecture_table.inc features/aspects/target_aspect_table.inc features/aspects/aspect_table.inc toolchains/targets.bzl; do
  [ "$file" -nt "$TEST_TMPDIR/commands" ] || failed "no command made $file"
  cmp "$file" "$checkout/$file" || failed "$file: other than the one that is checked in"
done
[ "$failures" = 0 ] || exit 1
echo "PASSED: $ran blocks"
