#!/bin/bash
# Runs lit on one test file, inside a Bazel test.
#   lit_runner.sh TEST_FILE [--tool=PROGRAM | --substitution=NAME=VALUE]...
# Paths are relative to the workspace's folder in the runfiles, which is where Bazel starts tests.
set -eu
runfiles=$(cd .. && pwd)
python=$runfiles/debian_python/bin/python3
lit=$runfiles/debian_clang/usr/lib/llvm-22/utils/lit
facet=$runfiles/facet
test_file=$1
shift

# lit looks for its configuration above the test: a folder with the configuration and an empty file of
# the test's name stands in for the sources, which the configuration then points at.
suite=$TEST_TMPDIR/suite
mkdir -p "$suite/$(dirname "$test_file")" "$suite/tools"
: >"$suite/$test_file"
cp "$facet/toolchains/private/lit.cfg.py" "$suite/lit.cfg.py"

: >"$suite/substitutions"
for argument; do
  value=${argument#--*=}
  case $argument in
    --tool=*) ln -sf "$PWD/$value" "$suite/tools/${value##*/}" ;;
    --substitution=*) printf '%s\n' "$value" >>"$suite/substitutions" ;;
  esac
done

export PYTHONPATH=$lit LANG=C.UTF-8 FACET_LIT_WORKSPACE=$PWD
exec "$python" -c 'from lit.main import main; main()' \
  -v -j1 --order=lexical --no-progress-bar "$suite/$test_file"
