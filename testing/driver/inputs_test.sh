#!/bin/bash
# inputs_test.sh: sources from everywhere, precompiled headers, preprocessed sources, dependency files, response files.
. testing/driver/driver.sh

# Device code has a value of its own, and includes what the host does not.
mkdir -p include 'a folder'
cat >include/device_only.h <<'END'
#define VALUE 7
END
cat >include/value.h <<'END'
#pragma once
#ifdef __SYCL_DEVICE_ONLY__
#include "device_only.h"
#else
#define VALUE 1
#endif
inline int value() { return VALUE; }
END
cat >main.cpp <<'END'
#include "value.h"
#include <sycl/sycl.hpp>
#include <cstdio>
#define PRINT(...) std::printf(__VA_ARGS__)
int main() {
  sycl::queue queue;
  int *result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = value(); }).wait();
  PRINT("%d %d\n", *result, value());
  sycl::free(result, queue);
}
END
# Small sources: what is in their objects shows in the device code.
cat >small.cpp <<'END'
#include "value.h"
#include <sycl/detail/defines.hpp>
SYCL_EXTERNAL int small() { return value(); }
END
device_value() { # OBJECT: of small.cpp
  rm -rf unpacked
  sycl-clang++ -cc1unpack unpacked "$1" && sycl-clang++ -cc1 -triple spirv64-unknown-unknown -emit-llvm -x ir unpacked/device/000000.bc -o - |
    sed -n 's/^ *ret i32 //p'
}
is_small() { # OBJECT WHAT
  local value
  value=$(device_value "$1")
  [ "$value" = 7 ] || fail "$2: the device code returns '$value'"
}
export CPATH=$PWD/include

# From the standard input: both compilations read it. A warning with its place makes the device's read it twice.
compile -x c++ -c - -o stdin.o <small.cpp || fail 'compiling the standard input'
is_small stdin.o 'the standard input'
cat >warned.cpp <<'END'
#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
[[sycl::device_has()]] SYCL_EXTERNAL int small() {
  double third = 1;
  return static_cast<int>(third / 3) + 7;
}
END
compile -x c++ -c - -o warned.o <warned.cpp 2>message || fail 'compiling the standard input with a warning'
compile -x c++ -c - -o - <small.cpp >dash.o || fail 'compiling to the standard output'
is_small dash.o 'the standard output'

# Preprocessed sources.
compile main.cpp -E -o main.ii || fail 'preprocessing'
compile main.ii -o from_ii || fail 'compiling a preprocessed source'
prints '7 1' ./from_ii 'a preprocessed source'
for form in '-E' '-E -P' '-E -C' '-E -frewrite-includes' '-E -fdirectives-only' '-E -dD'; do
  rm -f small.out small.o
  # shellcheck disable=SC2086
  compile $form small.cpp >small.out || fail "$form"
  case $form in
  *rewrite* | *directives*) language=c++ ;;
  *) language=c++-cpp-output ;;
  esac
  (
    unset CPATH
    compile -x $language -c small.out -o small.o
  ) || fail "compiling the output of $form"
  is_small small.o "$form"
done
# A cache hashes this: it differs when device code does.
cp -r include changed && sed -i 's/7/8/' changed/device_only.h
compile -E -P small.cpp >before
CPATH=$PWD/changed compile -E -P small.cpp >after
cmp -s before after && fail 'the preprocessed source does not show device code'
compile -E -dM small.cpp >macros && grep -q '#define VALUE 1' macros || fail '-dM'
sycl-clang++ -E small.cpp -isystem "$prefix/include" >plain.ii
compile -c plain.ii -o plain.o 2>message && fail 'a source that was preprocessed for the host'
refused plain.o message "'plain.ii' was preprocessed without device code; preprocess it with 'sycl-clang\+\+ -fsycl -E'" 'a source for the host'
sycl-clang++ -fsycl-host-only -c plain.ii -o plain.o 2>message && [ ! -s message ] || fail "for the host alone: $(cat message)"

# Dependency files name what device code includes.
lists() { # FILE PATTERN...
  local file=$1 pattern
  shift
  for pattern; do
    grep -qE -- "$pattern" "$file" || fail "$file lacks $pattern: $(cat "$file")"
  done
}
compile -MD -c small.cpp -o small.o && lists small.d '^small.o:' 'device_only.h' 'value.h' 'defines.hpp'
compile -MMD -MF named.d -MT target -MP -c small.cpp -o small.o && lists named.d '^target:' 'device_only.h' 'device_only.h:$' '[^:]*value.h:$'
compile -MD -MQ 'a$b' -c small.cpp -o other.o && lists other.d '^a\$\$b:' 'device_only.h'
compile -M small.cpp >m.d && lists m.d '^small.o:' 'device_only.h'
compile -MM small.cpp -MF mm.d && lists mm.d '^small.o:' 'device_only.h'
compile -MM -MG -x c++ - >mg.d <<<'#include "generated.h"' && lists mg.d 'generated.h'
compile -E -MD -MF e.d small.cpp -o small.ii && lists e.d 'device_only.h'
compile -MD -shared -fPIC small.cpp -o libsmall.so && lists libsmall.d 'device_only.h'

# Precompiled headers: the host's is used, devices include the header.
for output in value.h.pch value.h.gch; do
  rm -rf pch && mkdir pch && cp include/*.h pch
  compile -x c++-header pch/value.h -o pch/$output || fail "making $output"
  CPATH=$PWD/pch compile -include pch/value.h -c small.cpp -o small.o -H 2>headers || fail "using $output"
  grep -q '/value.h$' headers && fail "the host does not use $output: $(cat headers)"
  is_small small.o "$output"
  CPATH=$PWD/pch compile -include-pch pch/$output -c small.cpp -o small.o || fail "-include-pch $output"
  is_small small.o "-include-pch $output"
done
# As CMake does it.
echo '#include "value.h"' >cmake_pch.hxx
: >cmake_pch.hxx.cxx
compile -Winvalid-pch -Xclang -emit-pch -Xclang -include -Xclang cmake_pch.hxx -x c++-header -c cmake_pch.hxx.cxx -o cmake_pch.hxx.pch ||
  fail 'making a precompiled header as CMake does'
compile -Winvalid-pch -Xclang -include-pch -Xclang cmake_pch.hxx.pch -Xclang -include -Xclang cmake_pch.hxx -c small.cpp -o small.o ||
  fail 'using a precompiled header as CMake does'
is_small small.o 'CMake'
compile -include-pch absent.pch -c small.cpp -o absent.o 2>message && fail 'an absent precompiled header'
[ ! -e absent.o ] && grep -q "error: .*absent.pch" message || fail "an absent precompiled header: $(cat message)"

# Response files, one in another, with spaces and quotes.
cp small.cpp 'a folder/small source.cpp'
printf '%s\n' '-c "a folder/small source.cpp"' "-o 'a folder/it'\\''s.o'" '@inner.rsp' >outer.rsp
printf '%s\n' '-DA="a b" -D B=1' '-fsycl-targets=x86_64' >inner.rsp
sycl-clang++ -fsycl @outer.rsp || fail 'response files'
is_small "a folder/it's.o" 'response files'

# Compilations that keep their files at the same time do not share them.
mkdir -p one two
sed 's/value()/17/' small.cpp >one/small.cpp
sed 's/value()/27/' small.cpp >two/small.cpp
compile -save-temps -c one/small.cpp -o one/small.o &
compile -save-temps -c two/small.cpp -o two/small.o
wait $!
[ "$(device_value one/small.o) $(device_value two/small.o)" = '17 27' ] || fail '-save-temps of two compilations'
[ -e sycl-temps/one/small.o/compiled0.bc ] && [ -e sycl-temps/two/small.o/compiled0.bc ] || fail "-save-temps: $(find sycl-temps)"
compile -save-temps=obj -c one/small.cpp -o one/small.o
[ -e one/sycl-temps/small.o/compiled0.bc ] || fail "-save-temps=obj: $(find one)"
compile -save-temps=here -c small.cpp -o no.o 2>message && fail '-save-temps=here'
refused no.o message "invalid value 'here' of option '-save-temps'; expected cwd or obj" '-save-temps=here'

# OpenCL's headers: those of the SDK come last.
cat >opencl.cpp <<'END'
#include <sycl/sycl.hpp>
#include <sycl/backend/opencl.hpp>
#include <CL/opencl.h>
cl_platform_id number(cl_uint *n) { cl_platform_id first{}; clGetPlatformIDs(1, &first, n); return first; }
END
compile -c opencl.cpp -o opencl.o || fail "headers of OpenCL"
[ -e "$prefix/lib/facet/opencl/include/CL/cl.h" ] || fail "the SDK has no headers of OpenCL"
[[ "$(compile -c opencl.cpp -o opencl.o -### 2>&1)" == *'"-idirafter" "'"$prefix"'/lib/facet/opencl/include"'* ]] || fail "the SDK's headers of OpenCL are not searched"
mkdir -p mine/CL
echo '#error mine' >mine/CL/opencl.h
compile -Imine -c opencl.cpp -o mine.o 2>message && fail "the user's headers of OpenCL"
refused mine.o message 'mine/CL/opencl.h:1:2: error: mine' "the user's headers of OpenCL"
finish
