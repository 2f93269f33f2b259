#!/bin/bash
# Each tool: --help, --version, wrong usage, in one form; and what Bash completes.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
sdk=$TEST_TMPDIR/sdk
./install "$sdk" >/dev/null || exit 1
cd "$TEST_TMPDIR" || exit 1
PATH=$sdk/bin:$PATH
version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")/\1/p' "$sdk/lib/cmake/Facet/FacetConfigVersion.cmake")

tools=()
for path in "$sdk"/bin/*; do
  case ${path##*/} in
    ld.lld | lld | llvm-ar | llvm-cov | llvm-profdata | llvm-symbolizer | sycl-llvm-* | ocloc | sycl-clang | sycl-clang++) ;; # Clang's, and tools of others
    *) tools+=("${path##*/}") ;;
  esac
done
[ ${#tools[@]} -ge 8 ] || fail "only ${tools[*]}"
for tool in "${tools[@]}"; do
  "$tool" --help >help 2>errors || fail "$tool --help: exit status $?"
  [ ! -s errors ] || fail "$tool --help: $(cat errors)"
  [[ $(head -1 help) == "usage: $tool "* ]] || fail "$tool --help: $(head -1 help)"
  # What it does is the first paragraph behind.
  [[ $(sed -n '2p' help) == '' && $(sed -n '3p' help) == [A-Z]* ]] || fail "$tool --help does not say what it does: $(cat help)"
  grep -qE -- '^  --help +[a-z]' help && grep -qE -- '^  --version +[a-z]' help || fail "$tool --help: no --help, --version"
  [ "$(awk 'length > 80' help)" = '' ] || fail "$tool --help: long lines: $(awk 'length > 80' help)"
  "$tool" -h 2>&1 | cmp - help || fail "$tool -h"
  [ "$("$tool" --version 2>&1)" = "$tool (Facet) $version" ] || fail "$tool --version: $("$tool" --version 2>&1)"
  "$tool" --no-such-option >out 2>errors
  [ $? = 2 ] || fail "$tool --no-such-option: exit status"
  [ ! -s out ] && grep -q "^$tool: error: .*no-such-option" errors && grep -q "^usage: $tool " errors || fail "$tool --no-such-option: $(cat out errors)"
done
sycl-clang++ --version >out || fail 'sycl-clang++ --version'
grep -q 'clang version 22' out && [ "$(tail -1 out)" = "sycl-clang++ (Facet) $version" ] || fail "sycl-clang++ --version: $(cat out)"

# Headers and runtime are of one version: objects of other headers are not linked, in programs and in shared libraries.
echo '#include <sycl/sycl.hpp>
int main() { sycl::queue().single_task([] {}).wait(); }' >kernel.cpp
echo '#include <sycl/sycl.hpp>
int main() { return int(sycl::range<1>(0).size()); }' >no_kernel.cpp
echo '#include <sycl/vec.hpp>
int twice(int x) { return (sycl::int2(x) * 2)[0]; }
#ifdef MAIN
int main() { return twice(0); }
#endif' >headers_alone.cpp
sycl-clang++ -fsycl -fsycl-targets=x86_64 kernel.cpp -o kernel || fail 'headers and runtime of one version'
symbol=$(sed -n 's/^#define __SYCL_HEADERS_OF_RUNTIME //p' "$sdk/include/sycl/detail/version.hpp")
[ "$symbol" = "__sycl_headers_of_facet_$(cut -d. -f1-2 <<<"$version" | tr . _)" ] || fail "the version of the headers: '$symbol'"
grep -qF "#define __SYCL_FACET_VERSION \"$version\"" "$sdk/include/sycl/detail/version.hpp" || fail 'the version of the headers'
sed -i "s/$symbol/__sycl_headers_of_facet_0_9/" "$sdk/include/sycl/detail/version.hpp"
sycl-clang++ -fsycl -fsycl-targets=x86_64 -c kernel.cpp -o kernel.o || fail 'compiling with other headers'
sycl-clang++ -fsycl -fsycl-targets=x86_64 kernel.o -o kernel 2>out && fail 'a program of other headers is linked'
grep -q 'undefined symbol: __sycl_headers_of_facet_0_9' out || fail "a program of other headers: $(cat out)"
sycl-clang++ -fsycl -fsycl-targets=x86_64 -shared -fPIC -Wl,-z,defs kernel.cpp -o libkernel.so 2>out && fail 'a library of other headers is linked'
# Objects without kernels, too, whatever is linked, collected or inlined.
sycl-clang++ -fsycl -fsycl-targets=x86_64 -c no_kernel.cpp -o no_kernel.o || fail 'compiling with other headers, without kernels'
for options in '' -static-facet '-Wl,--gc-sections' '-static-facet -Wl,--gc-sections' '-shared -Wl,-z,defs'; do
  # shellcheck disable=SC2086
  sycl-clang++ -fsycl -fsycl-targets=x86_64 $options no_kernel.o -o no_kernel 2>out && fail "other headers without kernels are linked: $options"
  grep -q 'undefined symbol: __sycl_headers_of_facet_0_9' out || fail "other headers without kernels: $options: $(cat out)"
done
sycl-clang++ -fsycl -fsycl-targets=x86_64 -O2 -flto -ffunction-sections -fdata-sections -Wl,--gc-sections no_kernel.cpp -o no_kernel 2>out &&
  fail 'other headers without kernels are linked: -flto'
# Beside an object of the right headers; as part of an archive of which something is taken.
echo '#include <sycl/sycl.hpp>
int other() { return int(sycl::range<1>(0).size()); }' >other.cpp
sycl-clang++ -fsycl -fsycl-targets=x86_64 -c other.cpp -o other.o && sycl-llvm-ar rcs libother.a other.o || fail libother.a
# Headers that stand for themselves need no runtime, whatever its version.
sycl-clang++ -fsycl -fsycl-targets=x86_64 -c headers_alone.cpp -o headers_alone.o || fail 'headers alone'
nm headers_alone.o | grep -q headers_of_facet && fail "headers alone need a runtime: $(nm headers_alone.o)"
sycl-clang++ -fsycl -fsycl-targets=x86_64 -DMAIN headers_alone.cpp -o headers_alone || fail 'headers alone are not linked'
sed -i "s/__sycl_headers_of_facet_0_9/$symbol/" "$sdk/include/sycl/detail/version.hpp"
echo '#include <sycl/sycl.hpp>
int other();
int main() { sycl::queue().single_task([] {}).wait(); return other(); }' >with_other.cpp
for other in other.o '-L. -lother'; do
  # shellcheck disable=SC2086
  sycl-clang++ -fsycl -fsycl-targets=x86_64 with_other.cpp $other -o with_other 2>out && fail "objects of two versions are linked: $other"
  grep -q 'undefined symbol: __sycl_headers_of_facet_0_9' out || fail "objects of two versions: $other: $(cat out)"
done
sycl-clang++ -fsycl -fsycl-targets=x86_64 no_kernel.cpp -o no_kernel && ./no_kernel || fail 'a program without kernels'
# What is for devices alone refers to nothing of the host.
sycl-clang++ -fsycl -fsycl-targets=x86_64 -fsycl-device-only -S no_kernel.cpp -o no_kernel.ll || fail '-fsycl-device-only'
grep -q headers_of_facet no_kernel.ll && fail '-fsycl-device-only refers to the runtime'

# completes EXPECTED WORD…: the last word, with COMP_WORDBREAKS as Bash has it.
completes() {
  local expected=$1 got
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _facet "$1"
  got=" ${COMPREPLY[*]} "
  for word in $expected; do
    [[ $got == *" $word "* ]] || fail "$*: no '$word' in '$got'"
  done
  [ -n "$expected" ] || [ "$got" = '  ' ] || fail "$*: $got"
}
for tool in "${tools[@]}"; do
  [ -e "$sdk/share/bash-completion/completions/$tool" ] || fail "no completion for $tool"
  [ -e "$sdk/share/fish/vendor_completions.d/$tool.fish" ] || fail "no completion of fish for $tool"
  grep '^for tool in' "$sdk/share/fish/vendor_completions.d/facet.fish" | tr ' ' '\n' | grep -qxF -- "$tool" || fail "fish does not complete $tool"
  head -n 1 "$sdk/share/zsh/site-functions/_facet" | tr ' ' '\n' | grep -qxF -- "$tool" || fail "zsh does not complete $tool"
done
bash -n "$sdk/share/bash-completion/completions/facet" || fail 'the completion of Bash does not parse'
for file in zsh:zsh/site-functions/_facet fish:fish/vendor_completions.d/facet.fish; do
  if type -P "${file%:*}" >/dev/null; then
    "${file%:*}" -n "$sdk/share/${file#*:}" || fail "the completion of ${file%:*} does not parse"
  else
    echo "skipped: there is no ${file%:*} here to parse its completion"
  fi
done
# fish says what it would complete.
if type -P fish >/dev/null; then
  said=$(PATH=$sdk/bin:$PATH HOME=$TEST_TMPDIR fish -c "source $sdk/share/fish/vendor_completions.d/facet.fish
    complete -C 'sycl-ls --s'; complete -C 'sycl-device-link -targets=x86_64,intel_gpu_pv'; complete -C 'facet-config targ'")
  for expected in --short -targets=x86_64,intel_gpu_pvc target-macros; do
    grep -qxF -- "$expected" <<<"$said" || fail "fish: no '$expected' in '$said'"
  done
fi
# shellcheck disable=SC1091
. "$sdk/share/bash-completion/completions/facet"
for tool in "${tools[@]}"; do
  complete -p "$tool" | grep -q _facet || fail "no completion for $tool"
  completes '--help --version' "$tool" --
done
completes '--short --json --textproto --binary' sycl-ls -
completes '--json --textproto --binary --html --diff --no-devices --targets=' sycl-explain -
completes '--json --textproto --binary -extract=' sycl-image-dump -
completes '' sycl-ls --no
completes '-emulate= -compress -allow-empty' sycl-offload-wrapper -
completes 'nvidia_gpu_sm_80 nvidia_gpu_sm_90' sycl-device-link -targets = nvidia_gpu_sm_
completes 'x86_64,intel_gpu_pvc' sycl-device-link -targets = x86_64,intel_gpu_p
completes 'intel_gpu_dg1' sycl-offload-wrapper -emulate = intel_gpu_d
completes '' sycl-offload-wrapper -emulate = emu_
completes 'check slices target-macros' facet-config ''
touch 'a file.bc'
completes 'a file.bc' sycl-post-link a
[ "$failures" = 0 ] || exit 1
echo "PASSED: ${#tools[@]} tools"
