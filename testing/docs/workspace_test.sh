#!/bin/bash
# workspace_test.sh PAGE...: a workspace made of the files that the pages show builds and runs; what Bazel says of a mistake is what
# they show; and each target and option of a `bazel` command, and each label in a text, is there.
set -eu
. testing/bazel/nested.sh
. testing/bazel/incremental/real_workspace.sh
facet=$TEST_TMPDIR/facet
user=$TEST_TMPDIR/user
blocks=$TEST_TMPDIR/blocks
pages=("$@")
mkdir "$blocks" "$user"
awk -v out="$blocks" -f testing/docs/blocks.awk "${pages[@]}" >"$blocks/list"

# Targets' files are made by this build's facet-config, not by one that is built first.
checkout "$facet"
sed -i 's|//config/compiler:facet-config|@//real:facet-config|' "$facet/config/targets/BUILD.bazel"
workspace "$TEST_TMPDIR/tools"
cp -r "$TEST_TMPDIR/tools/real" "$user/real"
ours=(--extra_toolchains=//real:toolchain)

# The user's files: README.md and docs/bazel.md.
programs=()
while IFS=$'\t' read -r file place language how; do
  case $language:$how in
    cpp:'file '*/* | python:'file '* | text:'file '*)
      name=${how#file }
      mkdir -p "$user/$(dirname "$name")"
      sed "s|path = \"…\"|path = \"$facet\"|" "$blocks/$file" >>"$user/$name"
      ;;
  esac
  case $language:$how in
    cpp:'file '*/*) programs+=("$name") ;;
    text:printed) [ "$before" != "cpp:file ${name-}" ] || cp "$blocks/$file" "$TEST_TMPDIR/${name//\//-}" ;;
  esac
  before=$language:$how
done <"$blocks/list"
[ ${#programs[@]} != 0 ] || fail 'no page shows a program with its BUILD file'
for name in "${programs[@]}"; do
  printed=$(nested_bazel "$user" run "//${name%/*}" "${ours[@]}" 2>"$TEST_TMPDIR/log") || fail "$name: $(cat "$TEST_TMPDIR/log")"
  diff "$TEST_TMPDIR/${name//\//-}" - <<<"$printed" || fail "$name: not what the page says"
done

# A library for one target, and programs for another or without images. What stands between them builds.
mkdir "$user/lib" "$user/app"
cat >"$user/lib/BUILD.bazel" <<'END'
load("@facet//toolchains:defs.bzl", "sycl_cc_library", "sycl_library")
package(default_visibility = ["//visibility:public"])
sycl_library(name = "fast", srcs = ["fast.cpp"], targets = ["intel_gpu_pvc"])
sycl_library(name = "common", srcs = ["fast.cpp"])
[sycl_cc_library(name = name, targets = ["x86_64"], deps = [":common"]) for name in ["one", "two"]]
END
touch "$user/lib/fast.cpp"
cat >"$user/app/BUILD.bazel" <<'END'
load("@facet//toolchains:defs.bzl", "sycl_binary")
sycl_binary(name = "app", srcs = ["app.cpp"], targets = ["spir64"], deps = ["//lib:fast"])
cc_library(name = "between", srcs = ["between.cpp"], deps = ["//lib:fast"])
cc_binary(name = "plain", srcs = ["app.cpp"], deps = [":between"])
sycl_binary(name = "twice", srcs = ["app.cpp"], targets = ["x86_64"], deps = ["//lib:one", "//lib:two"])
cc_binary(name = "plain_twice", srcs = ["app.cpp"], deps = ["//lib:one", "//lib:two"])
cc_binary(name = "plain_once", srcs = ["app.cpp"], deps = ["//lib:one"])
sycl_binary(name = "fits", srcs = ["app.cpp"], targets = ["intel_gpu_pvc"], deps = [":between"])
END
echo 'int main() {}' >"$user/app/app.cpp"
touch "$user/app/between.cpp"
log=$(nested_bazel "$user" build //lib:fast //app:between //app:fits //app:plain_once "${ours[@]}" 2>&1) || fail "libraries: $log"
while IFS=$'\t' read -r file place language how; do
  case $language:$how in text:'error of //'*) ;; *) continue ;; esac
  log=$(nested_bazel "$user" build "${how#error of }" "${ours[@]}" 2>&1) && fail "$place: ${how#error of } builds"
  grep -qF -f "$blocks/$file" <<<"$log" || fail "$place: not what Bazel says of ${how#error of }: $log"
done <"$blocks/list"

# note PLACE HOW WORDS…: one command. Targets and options of Bazel's are kept; where commands are not run, files of the checkout
# that they name must exist.
note() {
  local place=$1 how=$2 command=$3 verb word
  shift 3
  case $command in
    ./bazelw | bazel)
      verb=$1
      shift
      while [ $# != 0 ] && [ "$1" != -- ]; do
        case $1 in
          //*) echo "$1" >>"$TEST_TMPDIR/labels" ;;
          @*) ;;
          *) echo "$1" >>"$TEST_TMPDIR/options.$verb" ;;
        esac
        shift
      done
      return
      ;;
  esac
  for word in "$command" "$@"; do
    case $word in
      bazel-bin/*) label_of "${word#bazel-bin/}" >>"$TEST_TMPDIR/labels" ;;
      /* | -* | [A-Z]*=*) ;; # not in the checkout
      */*) [ -z "$how" ] || [ -e "$facet/$word" ] || fail "$place: no such file: $word" ;;
    esac
  done
}

# label_of FILE: the deepest folder with a BUILD file is the package.
label_of() {
  local package=$1
  while [ "$package" != "${package%/*}" ]; do
    package=${package%/*}
    [ ! -e "$facet/$package/BUILD.bazel" ] || break
  done
  echo "//$package:${1#"$package"/}"
}

# Each command of a block is handed to note instead of being run, but assignments: Bash asks before a command, and skips it.
noted() { # PLACE HOW FILE
  (
    cd "$facet"
    set +eu
    shopt -s extdebug
    place=$1 how=$2 block=$3
    trap 'case $BASH_COMMAND in ". \"\$block\"" | "trap - DEBUG" | "${BASH_COMMAND%%[!a-z]*}="*) ;; *) eval "note \"\$place\" \"\$how\" $BASH_COMMAND"; false ;; esac' DEBUG
    . "$block"
    trap - DEBUG
  )
}
: >"$TEST_TMPDIR/labels"
while IFS=$'\t' read -r file place language how; do
  case $language:$how in sh: | sh:named*) noted "$place" "$how" "$blocks/$file" || fail "$place" ;; esac
done <"$blocks/list"

# Labels in texts too, but for those of the reader's own workspace. `//...` is everything.
grep -oh '`[^`]*`' "${pages[@]}" | grep -oE '(^`|[ =])(@facet)?//[A-Za-z0-9_./:+-]*' | sed -E 's/^[` =]//; s/^@facet//' >>"$TEST_TMPDIR/labels"
labels=()
while read -r label; do
  case $label in //hello | //my:ptxas | //config/targets:NAME | //...) ;; *) labels+=("@facet$label") ;; esac
done < <(sort -u "$TEST_TMPDIR/labels")
[ ${#labels[@]} -ge 40 ] || fail "only ${#labels[@]} labels: ${labels[*]}"
log=$(nested_bazel "$user" query --keep_going "set(${labels[*]})" 2>&1 >"$TEST_TMPDIR/found") || fail "labels of the pages: $log"
for options in "$TEST_TMPDIR"/options.*; do
  mapfile -t options_of_verb <"$options"
  log=$(nested_bazel "$user" canonicalize-flags "--for_command=${options##*.}" -- "${options_of_verb[@]}" 2>&1) || fail "options of ${options##*.}: $log"
done
nested_bazel "$user" shutdown >/dev/null 2>&1
echo "PASSED: ${#labels[@]} labels"
