// What is wrong with an attribute is said where it stands.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -c %s -o %t.bc 2>&1 | FileCheck %s
// RUN: not ls %t.bc
#include "sycl.h"
using sycl::aspect;

// CHECK: errors.cpp:[[#@LINE+1]]:20: error: 'device_has' attribute argument is invalid; argument must be device aspect of type sycl::aspect
[[sycl::device_has(5)]] void not_an_aspect();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'reqd_work_group_size' attribute takes one to three arguments, not 4
[[sycl::reqd_work_group_size(1, 2, 3, 4)]] void too_many();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'reqd_sub_group_size' attribute takes one argument, not 0
[[sycl::reqd_sub_group_size()]] void none();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'reqd_sub_group_size' attribute requires positive values, not 0
[[sycl::reqd_sub_group_size(0)]] void zero();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'reqd_sub_group_size' attribute requires integer constants
[[sycl::reqd_sub_group_size(1.5)]] void fraction();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'named_sub_group_size' attribute takes 'automatic' or 'primary'
[[intel::named_sub_group_size(other)]] void other();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute only applies to functions
struct [[sycl::device_has(aspect::gpu)]] Class {};
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute needs its namespace: '{{\[\[}}sycl::device_has(...)]]'
[[device_has(aspect::gpu)]] void unscoped();
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'device_has' attribute cannot be applied to types; write it before the declaration
void on_type() [[sycl::device_has(aspect::gpu)]];
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}attribute cannot be applied to types
void foreign() [[noreturn]];
// CHECK: errors.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: only one enumeration can be sycl::aspect
// CHECK: sycl.h:{{[0-9:]+}} note: the first one is here
enum class [[__sycl_detail__::__sycl_type__(aspect)]] second { x };
// CHECK: errors.cpp:[[#@LINE+1]]:{{[0-9]+}}: error: 'sycl_type' attribute knows only the type 'aspect'
enum class [[__sycl_detail__::__sycl_type__(color)]] third { x };
