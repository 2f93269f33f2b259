// A precompiled header that a build makes: for devices and for the host, with
// relative folders, and what does not use it.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -Wall -fsycl-target-macros=two.h -fsycl-precompile-headers -c -x c++ /dev/null -o d.pch
// RUN: ls | FileCheck --check-prefix=FILES %s
// FILES: d.json
// FILES-NEXT: d.names
// FILES-NEXT: d.pch
//
// The device's compilation: the same code as from the text, whatever the
// targets have and other macros say.
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=one.h -DMINE=1 -Werror -fsycl-use-precompiled-headers=d.pch -S a.cpp -o with.ll -v 2>&1 | FileCheck --check-prefix=USED %s
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=one.h -DMINE=1 -S a.cpp -o without.ll
// RUN: diff with.ll without.ll
// RUN: FileCheck --check-prefix=IR %s < with.ll
// USED: "-fsycl-precompiled=d.pch"
// IR: ret i32 73
//
// Warnings are those of the text, and of nothing that is not the user's.
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -Weverything -fsycl-use-precompiled-headers=d.pch -S a.cpp -o - 2>with.txt >/dev/null
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -Weverything -S a.cpp -o - 2>without.txt >/dev/null
// RUN: diff with.txt without.txt
// RUN: FileCheck --check-prefix=WARNINGS --implicit-check-not='<built-in>' %s < with.txt
// WARNINGS: a.cpp:{{.*}} [-Wmissing-prototypes]
//
// Macros that the headers mention, and other options.
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=4 -fsycl-use-precompiled-headers=d.pch -S a.cpp -o other.ll -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: FileCheck --check-prefix=OTHER %s < other.ll
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -DALSO -fsycl-use-precompiled-headers=d.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -fsycl-use-precompiled-headers=d.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -std=c++20 -fsycl-use-precompiled-headers=d.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-use-precompiled-headers=none.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// TEXT-NOT: -fsycl-precompiled=
// OTHER: ret i32 4
//
// The host's, whose kernels have a prefix of the rule and the source.
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -fsycl-precompile-headers -c -x c++ /dev/null -o h.pch
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -fsycl-unique-rule=rule -fsycl-use-precompiled-headers=h.pch -S -emit-llvm a.cpp -o h.ll -v 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: FileCheck --check-prefix=HOST-IR %s < h.ll
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -Weverything -fsycl-unique-rule=rule -fsycl-use-precompiled-headers=h.pch -S -emit-llvm a.cpp -o - 2>&1 >/dev/null | FileCheck --check-prefix=WARNINGS --implicit-check-not='<built-in>' %s
// HOST: "-fsycl-precompiled=h.pch" {{.*}}"-fsycl-unique-prefix=rule/a.cpp"
// HOST-IR: c"rule/a.cpp\00"
// HOST-IR: ret i32 53
//
// The other's does not fit.
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -fsycl-use-precompiled-headers=d.pch -S -emit-llvm a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
//
// Without what not all processors have, as with -march=native.
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -mno-waitpkg -mno-widekl -fsycl-precompile-headers -c -x c++ /dev/null -o m.pch
// RUN: sycl-clang++ -fsycl -fsycl-host-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-target-macros=two.h -mno-waitpkg -mno-widekl -fsycl-unique-rule=rule -fsycl-use-precompiled-headers=m.pch -S -emit-llvm a.cpp -o - -v 2>&1 | FileCheck --check-prefix=NATIVE %s
// NATIVE: "-fsycl-precompiled=m.pch" {{.*}}"-target-feature" "-waitpkg"
//
// Options with which all sources need the text. So do those with which the
// headers have errors: a source may be compiled with others.
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -imacros one.h -fsycl-precompile-headers -c -x c++ /dev/null -o empty.pch
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -imacros one.h -fsycl-use-precompiled-headers=empty.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DBROKEN -DWHAT=3 -fsycl-precompile-headers -c -x c++ /dev/null -o broken.pch 2>&1 | count 0
// RUN: sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DWHAT=3 -fsycl-use-precompiled-headers=broken.pch -S a.cpp -o - -v 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: not sycl-clang++ -fsycl -fsycl-device-only -nostdinc -nostdinc++ -isystem headers -DBROKEN -DWHAT=3 -fsycl-use-precompiled-headers=broken.pch -S a.cpp -o - 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: sycl.hpp:3:2: error: broken

//--- headers/sycl/sycl.hpp
#pragma once
#ifdef BROKEN
#error broken
#endif
#ifdef ALSO
#endif
#ifndef WHAT
#define WHAT 1
#endif
#ifdef __SYCL_LATE_TARGETS__
#define __SYCL_HAS_LATE_TARGETS__ 1
#else
#include <sycl/detail/aspects_of_targets.hpp>
#endif
template <typename T> inline constexpr int made = WHAT;
#ifdef __SYCL_LATE_PREFIX__
#define __SYCL_HAS_LATE_PREFIX__ 1
namespace sycl { inline namespace _V1 { namespace detail {
template <typename T, typename = void> inline constexpr const char *late_prefix = "";
} } }
template <typename T> const char *prefix() { return sycl::detail::late_prefix<T>; }
#endif

//--- headers/sycl/detail/aspects_of_targets.hpp
#pragma once
#ifdef __SYCL_ANY_DEVICE_HAS_x__
inline constexpr int any_has = __SYCL_ANY_DEVICE_HAS_x__;
#endif

//--- one.h
#define __SYCL_ANY_DEVICE_HAS_x__ 7

//--- two.h
#pragma GCC system_header
#define __SYCL_ANY_DEVICE_HAS_x__ 5

//--- a.cpp
#include <sycl/sycl.hpp>
#ifndef __SYCL_ANY_DEVICE_HAS_x__
inline constexpr int any_has = 0;
#endif
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]]
#endif
int number() { return 10 * any_has + made<int>; }
#ifdef __SYCL_HAS_LATE_PREFIX__
const char *text() { return prefix<int>(); }
#endif
