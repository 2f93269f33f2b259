# Sourced by the tests: an installed SDK, and Debian's CMake, Ninja, Make and pkgconf; nothing of the machine is needed.
set -u
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
finish() {
  [ "$failures" = 0 ] || exit 1
  echo PASSED
  exit 0
}

projects=$PWD/testing/cmake
runfiles=$PWD
# Moved after it was installed, to where a name has to be quoted.
./install "$TEST_TMPDIR/prefix" >/dev/null || exit 1
sdk="$TEST_TMPDIR/moved sdk"
mv "$TEST_TMPDIR/prefix" "$sdk"
toolchain=$sdk/lib/cmake/Facet/FacetToolchain.cmake

mkdir "$TEST_TMPDIR/bin"
for program in "$runfiles/${CMAKE%/*}"/*; do ln -s "$program" "$TEST_TMPDIR/bin"; done
export PATH=$TEST_TMPDIR/bin:/usr/bin:/bin
export ONEAPI_DEVICE_SELECTOR=native_cpu:*
export CMAKE_BUILD_PARALLEL_LEVEL=2
unset CC CXX CMAKE_PREFIX_PATH CMAKE_GENERATOR
cd "$TEST_TMPDIR" || exit 1

# configure PROJECT BUILD_FOLDER OPTION…
configure() {
  local project=$1 build=$2
  shift 2
  cmake -G Ninja -S "$projects/$project" -B "$build" "$@" >"$build.log" 2>&1 || { fail "configure $project: $(cat "$build.log")"; return 1; }
}

build() { # BUILD_FOLDER
  cmake --build "$1" >"$1.log" 2>&1 || { fail "build $1: $(cat "$1.log")"; return 1; }
}

# not_configured PROJECT PATTERN OPTION…: CMake's message, with its line breaks undone.
not_configured() {
  local project=$1 pattern=$2 text
  shift 2
  rm -rf refused
  cmake -G Ninja -S "$projects/$project" -B refused "$@" >refused.log 2>&1 && fail "configured: $project $*"
  text=$(tr -s ' \n' ' ' <refused.log)
  [[ $text =~ $pattern ]] || fail "$project $*: no '$pattern' in: $text"
}

prints() { # EXPECTED PROGRAM ARGUMENT…
  local expected=$1 output
  shift
  output=$("$@" 2>&1) || fail "$*: exit status $?: $output"
  [ "$output" = "$expected" ] || fail "$*: expected '$expected', got '$output'"
}

