#!/bin/bash
# find_package(Facet) and add_sycl_to_target: versions, variables, and what is said of mistakes.
. testing/cmake/cmake.sh
options=("-DCMAKE_CXX_COMPILER=$sdk/bin/sycl-clang++" "-DCMAKE_PREFIX_PATH=$sdk")

# project LINE…: a CMake project of these lines.
project() {
  rm -rf project build
  mkdir project
  { echo 'cmake_minimum_required(VERSION 3.20)'; printf '%s\n' "$@"; } >project/CMakeLists.txt
  echo 'int main() {}' >project/a.cpp
}
projects=$TEST_TMPDIR
cxx='project(p LANGUAGES CXX)'

for version in '' 1 1.0 1.0.0 0.9...1.5 0.9...\<2; do
  project "$cxx" "find_package(Facet $version REQUIRED)" 'message(STATUS "it is ${Facet_VERSION}, ${Facet_FOUND}, ${Facet_COMPILER}, ${Facet_INCLUDE_DIR}")'
  configure project build "${options[@]}" && grep -q "it is 1\.[0-9.]*, \(1\|TRUE\), $sdk/bin/sycl-clang++, $sdk/include" build.log || fail "version '$version': $(cat build.log)"
done
for version in 2 0.9 1.99 0.5...\<1; do
  project "$cxx" "find_package(Facet $version REQUIRED)"
  not_configured project 'compatible with requested version' "${options[@]}"
done

# The compiler: another one, none, one that a script calls, one through a link.
printf '#!/bin/sh\n[ "$1" = -print-resource-dir ] && { echo /usr/lib/clang/22; exit; }\nexec "%s/bin/sycl-clang++" "$@"\n' "$sdk" >bin/other
printf '#!/bin/sh\nexec "%s/bin/sycl-clang++" "$@"\n' "$sdk" >bin/wrapper
chmod +x bin/other bin/wrapper
ln -s "$sdk/bin/sycl-clang++" bin/linked++
project "$cxx" 'find_package(Facet REQUIRED)'
for compiler in wrapper linked++; do
  configure project build "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_PREFIX_PATH=$sdk"
  rm -rf build
done
advice="Set CMAKE_CXX_COMPILER to $sdk/bin/sycl-clang\+\+ in an empty build folder"
not_configured project "CMAKE_CXX_COMPILER is .*/bin/other, which does not compile SYCL with the SDK in $sdk. $advice" -DCMAKE_CXX_COMPILER=other "-DCMAKE_PREFIX_PATH=$sdk"
for package in IntelSYCL IntelDPCPP AdaptiveCpp hipSYCL OpenSYCL; do
  project "$cxx" "find_package($package REQUIRED)"
  not_configured project "CMAKE_CXX_COMPILER is .*/bin/other, .*$advice" -DCMAKE_CXX_COMPILER=other "-DCMAKE_PREFIX_PATH=$sdk"
done
project 'project(p LANGUAGES C)' 'find_package(Facet REQUIRED)'
not_configured project "There is no C\+\+ compiler yet" "-DCMAKE_C_COMPILER=$sdk/bin/sycl-clang" "-DCMAKE_PREFIX_PATH=$sdk"
# Who can do without gets told by a variable.
project "$cxx" 'find_package(Facet QUIET)' 'message(STATUS "found: ${Facet_FOUND}")'
configure project build -DCMAKE_CXX_COMPILER=other "-DCMAKE_PREFIX_PATH=$sdk" && grep -q 'found: 0' build.log || fail "not required: $(cat build.log)"

mistake() { # PATTERN LINE…
  local pattern=$1
  shift
  project "$cxx" 'find_package(Facet REQUIRED)' 'add_executable(a a.cpp)' "$@"
  not_configured project "$pattern" "${options[@]}"
}
mistake "add_sycl_to_target\(\): write add_sycl_to_target\(TARGET target" 'add_sycl_to_target()'
mistake "add_sycl_to_target\(TARGET;a;SOURCE;a.cpp\): write" 'add_sycl_to_target(TARGET a SOURCE a.cpp)'
mistake "there is no target 'b'" 'add_sycl_to_target(TARGET b SOURCES a.cpp)'
# A source that the target does not have is no error to other packages.
project "$cxx" 'find_package(Facet REQUIRED)' 'add_executable(a a.cpp)' 'add_sycl_to_target(TARGET a SOURCES a.cpp b.cpp)'
configure project build "${options[@]}" || fail "source of no target: $(cat build.log)"
tr -s ' \n' ' ' <build.log | grep -q "CMake Warning.* target 'a' has no source 'b.cpp'" || fail "no warning: $(cat build.log)"
rm -rf build

# One argument is the target. What a target says of its devices counts more than what the project says; a list or commas.
project "$cxx" 'set(CMAKE_EXPORT_COMPILE_COMMANDS ON)' 'find_package(Facet REQUIRED)' 'add_subdirectory(sub)' \
  'foreach(name a b c d)' '  add_executable(${name} a.cpp)' 'endforeach()' \
  'set_target_properties(b d PROPERTIES FACET_TARGETS "spir64;x86_64")' 'add_sycl_to_target(a)' 'add_sycl_to_target(TARGET b)' \
  'target_link_libraries(c PRIVATE Facet::SYCL)' 'target_link_libraries(d PRIVATE Facet::SYCL)'
# A folder that has not found the package itself still has the function.
mkdir project/sub && cp project/a.cpp project/sub && printf 'add_executable(e a.cpp)\nadd_sycl_to_target(TARGET e SOURCES a.cpp)\n' >project/sub/CMakeLists.txt
configure project build "${options[@]}" -DFACET_TARGETS=x86_64,nvidia_gpu_sm_80
for expected in a:x86_64,nvidia_gpu_sm_80 b:spir64,x86_64 c:x86_64,nvidia_gpu_sm_80 d:spir64,x86_64 e:x86_64,nvidia_gpu_sm_80; do
  name=${expected%%:*} targets=${expected#*:}
  grep -q "\"command\".* -fsycl -fsycl-targets=$targets .*/$name.dir/" build/compile_commands.json || fail "$expected: $(cat build/compile_commands.json)"
  grep -q "LINK_FLAGS = .*-fsycl -fsycl-targets=$targets\$" <(sed -n "/^build .*$name: CXX_EXEC/,/^\$/p" build/build.ninja) || fail "$expected: link: $(grep -A8 "^build .*$name: CXX_EXEC" build/build.ninja)"
done
finish
