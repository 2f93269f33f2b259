// Each attribute with each mistake: wrong subjects, arguments, numbers of arguments, and
// what is said twice and not the same.
// RUN: not sycl-clang++ -fsycl-device-only -nostdinc -nostdinc++ -std=c++17 -I%S/Inputs -ferror-limit=0 -c %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=error: %s
#include "sycl.h"
using sycl::aspect;
int number;

// Wrong subjects.
// CHECK: :[[#@LINE+1]]:3: error: 'device_has' attribute only applies to functions
[[sycl::device_has(aspect::gpu)]] int s1;
// CHECK: :[[#@LINE+1]]:3: error: 'uses_aspects' attribute only applies to functions and classes
[[__sycl_detail__::__uses_aspects__(aspect::gpu)]] int s2;
// CHECK: :[[#@LINE+1]]:14: error: 'uses_aspects' attribute only applies to functions and classes
enum class [[__sycl_detail__::__uses_aspects__(aspect::gpu)]] s3 { x };
// CHECK: :[[#@LINE+1]]:10: error: 'sycl_type' attribute only applies to enumerations
struct [[__sycl_detail__::__sycl_type__(aspect)]] s4 {};
// CHECK: :[[#@LINE+1]]:3: error: 'sycl_type' attribute only applies to enumerations
[[__sycl_detail__::__sycl_type__(aspect)]] void s5();
// CHECK: :[[#@LINE+1]]:10: error: 'reqd_work_group_size' attribute only applies to functions
struct [[sycl::reqd_work_group_size(8)]] s6 {};
// CHECK: :[[#@LINE+1]]:3: error: 'work_group_size_hint' attribute only applies to functions
[[sycl::work_group_size_hint(8)]] int s7;
// CHECK: :[[#@LINE+1]]:15: error: 'reqd_sub_group_size' attribute only applies to functions
struct s8 { [[sycl::reqd_sub_group_size(8)]] int field; };
// CHECK: :[[#@LINE+1]]:8: error: 'named_sub_group_size' attribute only applies to functions
enum [[intel::named_sub_group_size(primary)]] s9 { y };
// CHECK: :[[#@LINE+1]]:10: error: 'add_ir_attributes_function' attribute only applies to functions
struct [[__sycl_detail__::__add_ir_attributes_function__("a", 1)]] s10 {};
// CHECK: :[[#@LINE+1]]:3: error: 'clang::sycl_external' attribute only applies to functions
[[clang::sycl_external]] int s11;
// CHECK: :[[#@LINE+1]]:3: error: 'clang::sycl_external' can only be applied to functions with external linkage
[[clang::sycl_external]] static void s12() {}

// Wrong arguments.
// CHECK: :[[#@LINE+1]]:33: error: 'device_has' attribute argument is invalid; argument must be device aspect of type sycl::aspect
[[sycl::device_has(aspect::gpu, 1)]] void a1();
// CHECK: :[[#@LINE+1]]:37: error: 'uses_aspects' attribute argument is invalid; argument must be device aspect of type sycl::aspect
[[__sycl_detail__::__uses_aspects__("gpu")]] void a2();
// CHECK: :[[#@LINE+1]]:37: error: 'uses_aspects' attribute argument is invalid; argument must be device aspect of type sycl::aspect
[[__sycl_detail__::__uses_aspects__(number)]] void a3();
// CHECK: :[[#@LINE+1]]:14: error: 'sycl_type' attribute knows only the type 'aspect'
enum class [[__sycl_detail__::__sycl_type__(5)]] a4 { x };
// CHECK: :[[#@LINE+1]]:30: error: 'reqd_work_group_size' attribute requires integer constants
[[sycl::reqd_work_group_size("8")]] void a5();
// CHECK: :[[#@LINE+1]]:33: error: 'reqd_work_group_size' attribute requires positive values, not -1
[[sycl::reqd_work_group_size(8, -1)]] void a6();
// CHECK: :[[#@LINE+1]]:30: error: 'work_group_size_hint' attribute requires integer constants
[[sycl::work_group_size_hint(number)]] void a7();
// CHECK: :[[#@LINE+1]]:30: error: 'work_group_size_hint' attribute requires positive values, not 0
[[sycl::work_group_size_hint(0)]] void a8();
// CHECK: :[[#@LINE+1]]:29: error: 'reqd_sub_group_size' attribute requires integer constants
[[sycl::reqd_sub_group_size(aspect::gpu)]] void a9();
// CHECK: :[[#@LINE+1]]:3: error: 'named_sub_group_size' attribute takes 'automatic' or 'primary'
[[intel::named_sub_group_size(16)]] void a10();

// Wrong numbers of arguments.
// CHECK: :[[#@LINE+1]]:3: error: 'reqd_work_group_size' attribute takes one to three arguments, not 0
[[sycl::reqd_work_group_size()]] void n1();
// CHECK: :[[#@LINE+1]]:3: error: 'work_group_size_hint' attribute takes one to three arguments, not 4
[[sycl::work_group_size_hint(1, 2, 3, 4)]] void n2();
// CHECK: :[[#@LINE+1]]:3: error: 'reqd_sub_group_size' attribute takes one argument, not 2
[[sycl::reqd_sub_group_size(8, 16)]] void n3();
// CHECK: :[[#@LINE+1]]:3: error: 'named_sub_group_size' attribute takes 'automatic' or 'primary'
[[intel::named_sub_group_size()]] void n4();
// CHECK: :[[#@LINE+1]]:40: error: use of undeclared identifier 'automatic'
[[intel::named_sub_group_size(primary, automatic)]] void n5();
// CHECK: :[[#@LINE+1]]:14: error: 'sycl_type' attribute knows only the type 'aspect'
enum class [[__sycl_detail__::__sycl_type__()]] n6 { x };
// CHECK: :[[#@LINE+1]]:53: error: 'aspect' does not refer to a value
enum class [[__sycl_detail__::__sycl_type__(aspect, aspect)]] n7 { x };

// Twice, and not the same.
// CHECK: :[[#@LINE+1]]:37: error: 'device_has' attribute disagrees with 'device_has' of the same function
[[sycl::device_has(aspect::gpu)]] [[sycl::device_has(aspect::cpu)]] void d1();
// CHECK: :[[#@LINE+1]]:51: error: 'uses_aspects' attribute disagrees with 'uses_aspects' of the same function
[[__sycl_detail__::__uses_aspects__(aspect::gpu), __sycl_detail__::__uses_aspects__(aspect::cpu)]] void d2();
// CHECK: :[[#@LINE+1]]:58: error: 'uses_aspects' attribute disagrees with 'uses_aspects' of the same function
struct [[__sycl_detail__::__uses_aspects__(aspect::gpu), __sycl_detail__::__uses_aspects__(aspect::cpu)]] d3 {};
// CHECK: :[[#@LINE+1]]:34: error: 'reqd_work_group_size' attribute disagrees with 'reqd_work_group_size' of the same function
[[sycl::reqd_work_group_size(8), sycl::reqd_work_group_size(8, 1)]] void d4();
// CHECK: :[[#@LINE+1]]:34: error: 'work_group_size_hint' attribute disagrees with 'work_group_size_hint' of the same function
[[sycl::work_group_size_hint(8), sycl::work_group_size_hint(4)]] void d5();
// CHECK: :[[#@LINE+1]]:33: error: 'named_sub_group_size' attribute disagrees with 'reqd_sub_group_size' of the same function
[[sycl::reqd_sub_group_size(8), intel::named_sub_group_size(primary)]] void d6();
// CHECK: :[[#@LINE+1]]:43: error: 'named_sub_group_size' attribute disagrees with 'named_sub_group_size' of the same function
[[intel::named_sub_group_size(automatic), intel::named_sub_group_size(primary)]] void d7();
