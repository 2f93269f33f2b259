// Macros every header of this library relies on.
//
// Attributes that only the device compiler understands are spelled with
// double underscores and appear only when __SYCL_DEVICE_ONLY__ is defined, so
// that any C++17 host compiler accepts the headers without a warning
// ("Changes to headers" of the optional kernel features design).
#pragma once

#if !defined(__cplusplus) || __cplusplus < 201703L
#ifdef __clang__
// Clang goes on after an #error, and all that C++17 has is an error of its own.
#pragma clang diagnostic fatal "-W#warnings"
#warning "SYCL 2020 needs C++17: compile with -std=c++17 or later"
#endif
#error "SYCL 2020 needs C++17: compile with -std=c++17 or later"
#endif

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#endif

/// All features that are not optional for devices (SYCL 2020, 5.4).
#ifndef SYCL_FEATURE_SET_FULL
#define SYCL_FEATURE_SET_FULL 1
#endif

/// is_device_copyable may be specialised (5.6.2).
#ifndef SYCL_DEVICE_COPYABLE
#define SYCL_DEVICE_COPYABLE 1
#endif

#ifndef SYCL_IMPLEMENTATION_FACET
#define SYCL_IMPLEMENTATION_FACET 1
#endif

/// Kernels need no names. Other implementations predefine it, and libraries such
/// as oneDPL ask for it.
#ifndef __SYCL_UNNAMED_LAMBDA__
#define __SYCL_UNNAMED_LAMBDA__ 1
#endif

/// Marks a function that device code of another translation unit may call.
#ifndef SYCL_EXTERNAL
#if defined(__SYCL_DEVICE_ONLY__) && defined(__SYCL_EXTERNAL_BY_PRAGMA__)
// An attribute of the spelling that its place in the declaration allows.
#define SYCL_EXTERNAL _Pragma("facet sycl_external")
#elif defined(__SYCL_DEVICE_ONLY__)
#define SYCL_EXTERNAL [[clang::sycl_external]]
#else
#define SYCL_EXTERNAL
#endif
#endif

/// Names the aspects that a function or type of this library needs.
#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_USES_ASPECTS(...)                                               \
  [[__sycl_detail__::__uses_aspects__(__VA_ARGS__)]]
#else
#define __SYCL_USES_ASPECTS(...)
#endif

/// First in a function whose formula counts on products that are rounded before
/// they are added, unless both are in one expression.
#ifdef __clang__
#define __SYCL_PRODUCTS_ROUNDED _Pragma("clang fp contract(on)")
#else
#define __SYCL_PRODUCTS_ROUNDED
#endif

#define __SYCL_ALWAYS_INLINE inline __attribute__((always_inline))

/// Device code that the compilation for a target inlines in any case, because
/// it uses the group's own memory. Until then kernels share one copy, of which
/// each target leaves only its part: optimizing three strategies in every
/// kernel that scans took four times as long.
#define __SYCL_INLINED_LATER inline __attribute__((noinline))

/// The special members of a class of which functions have many objects: what
/// lets go of shared ones is some 30 instructions, and stays a call.
#define __SYCL_DESTROYED_BY_CALL(TYPE)                                         \
  __attribute__((noinline)) ~TYPE() {}                                         \
  TYPE(const TYPE &) = default;                                                \
  TYPE(TYPE &&) = default;                                                     \
  TYPE &operator=(const TYPE &) = default;                                     \
  TYPE &operator=(TYPE &&) = default;
