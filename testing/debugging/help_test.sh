#!/bin/bash
# help_test.sh: what the compiler says of itself, on terminals and to tools.
. testing/driver/driver.sh

# Every option of the table in docs/compiler.md.
sycl-clang++ -fsycl-help >help || fail '-fsycl-help'
sycl-clang++ --help >whole || fail '--help'
grep -q '^OVERVIEW' whole && grep -q '^SYCL OPTIONS:' whole || fail '--help is not that of Clang and ours'
grep -o '^| `-[^|]*' "$TEST_SRCDIR/$TEST_WORKSPACE/docs/compiler.md" | grep -o '`-\(fsycl\|fno-sycl\|-ptxas\|Xs\)[^`=["]*' | tr -d '`' | sed 's/ .*//' | sort -u >options
[ "$(wc -l <options)" -gt 15 ] || fail "the table's options: $(cat options)"
while read -r option; do
  grep -qE -- "^  $option([=<, ]|\$)" help || fail "-fsycl-help does not list $option"
done <options

# Completion.
. "$prefix/share/bash-completion/completions/facet"
complete_word() { # WORD...
  COMP_WORDS=(sycl-clang++ "$@") COMP_CWORD=$#
  COMPREPLY=()
  _facet sycl-clang++
  echo "${COMPREPLY[*]}"
}
[[ " $(complete_word -fsycl-dev) " == *' -fsycl-device-only '* ]] || fail "completion: $(complete_word -fsycl-dev)"
[[ " $(complete_word -fsycl-targets = x86_64,nvidia_gpu_sm_9) " == *'x86_64,nvidia_gpu_sm_90 '* ]] || fail "completion of targets: $(complete_word -fsycl-targets = x86_64,nvidia_gpu_sm_9)"

# Colours are for terminals whose user has nothing against them.
echo 'int x = y;' >wrong.cpp
escapes() { grep -c $'\033\[' "$1"; }
on_terminal() { TERM=xterm script -qc "$1" /dev/null >out 2>&1 </dev/null; }
if command -v script >/dev/null; then
  on_terminal 'sycl-clang++ -fsycl -fsycl-targets=x86_64 -c wrong.cpp'
  [ "$(escapes out)" != 0 ] || fail 'no colours on a terminal'
  on_terminal 'NO_COLOR=1 sycl-clang++ -fsycl -fsycl-targets=x86_64 -c wrong.cpp'
  [ "$(escapes out)" = 0 ] || fail 'colours with NO_COLOR'
  on_terminal 'sycl-clang++ -fno-color-diagnostics -fsycl -fsycl-targets=x86_64 -c wrong.cpp'
  [ "$(escapes out)" = 0 ] || fail 'colours with -fno-color-diagnostics'
fi
compile -c wrong.cpp 2>out && fail 'a wrong source'
[ "$(escapes out)" = 0 ] || fail 'colours in a file'
compile -fcolor-diagnostics -c wrong.cpp 2>out && fail 'a wrong source'
[ "$(escapes out)" != 0 ] || fail 'no colours with -fcolor-diagnostics'

# Messages of the driver itself, and of the tools that it runs or that are run alone.
compile -fcolor-diagnostics -fsycl-targets=nonsense wrong.cpp 2>out && fail 'a wrong target'
[ "$(escapes out)" != 0 ] || fail "no colours of the driver's: $(cat out)"
compile -fsycl-targets=nonsense wrong.cpp 2>out && fail 'a wrong target'
[ "$(escapes out)" = 0 ] || fail "colours of the driver's in a file: $(cat out)"
cat >missing.cpp <<'END'
#include <sycl/sycl.hpp>
int main() {
  sycl::queue().single_task<class missing>([] {});
}
END
compile -fsycl-targets=intel_gpu_ptl_h -fcolor-diagnostics missing.cpp -o missing 2>out && fail 'a target that ocloc does not know'
grep -q "$(printf 'sycl-aot: \033\\[0;1;31merror: ')" out || fail "no colours of sycl-aot: $(cat -v out)"
compile -fsycl-targets=intel_gpu_ptl_h missing.cpp -o missing 2>out && fail 'a target that ocloc does not know'
[ "$(escapes out)" = 0 ] || fail "colours of sycl-aot in a file: $(cat -v out)"
sycl-aot --nonsense 2>out && fail 'an option that sycl-aot does not have'
[ "$(escapes out)" = 0 ] || fail "colours of a tool in a file: $(cat -v out)"
FACET_COLORS=1 sycl-aot --nonsense 2>out && fail 'an option that sycl-aot does not have'
[ "$(escapes out)" != 0 ] || fail "no colours of a tool: $(cat out)"

# Progress: a line for each image with -v, none in a file without.
compile -v -fsycl-targets=x86_64,spir64 missing.cpp -o missing 2>out || fail 'a link with -v'
grep -q "^sycl-clang++: 2 of 2: image for target '" out || fail "no progress: $(cat out)"
compile missing.cpp -o missing 2>out || fail 'a link'
[ ! -s out ] || fail "a link says: $(cat out)"

# What a stock Clang of this version, and clangd, make of a source with the settings for clangd.
mkdir project
cp "$TEST_SRCDIR/$TEST_WORKSPACE/testing/debugging/kernels.cpp" project/a.cpp
sycl-clang++ -fsycl-clangd-config >project/.clangd || fail '-fsycl-clangd-config'
mapfile -t added < <(sed -n 's/^    - //p' project/.clangd)
[ ${#added[@]} = 4 ] || fail "the settings: $(cat project/.clangd)"
sycl-clang++ "${added[@]}" -std=c++17 -fsyntax-only project/a.cpp >log 2>&1 || fail "a stock clang: $(cat log)"
[ ! -s log ] || fail "a stock clang: $(cat log)"
if command -v clangd >/dev/null; then
  cat >project/compile_commands.json <<END
[{"directory": "$PWD/project", "file": "a.cpp", "arguments": ["$prefix/bin/sycl-clang++", "-fsycl", "-fsycl-targets=x86_64,spir64", "-fsycl-device-code-split=per_kernel", "-O2", "-std=c++17", "-c", "a.cpp", "-o", "a.o"]}]
END
  (cd project && timeout -k 5 100 clangd --check=a.cpp --compile-commands-dir=. --background-index=false >../log 2>&1) || fail "clangd: $(grep '^E' log)"
  ! grep '^E\[' log || fail 'clangd finds errors'
elif [ "$failures" = 0 ]; then
  echo 'skipped: clangd is not installed'
  exit 0
fi
finish
