// assert in device code: what the macro of <cassert> calls when its expression
// is false, defined for devices. With NDEBUG nothing calls it.
//
// In: the expression, the place, and the work-item, whose ids are counted as
// SPIR-V counts them: x, the fastest dimension, first. Out: a call of
// __sycl_assert_fail, which each target has (docs/headers.md): it prints a
// message and ends the program, as far as the device can.
#pragma once

#include <sycl/detail/builtins.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>

#ifdef __SYCL_DEVICE_ONLY__

// Calls of it stay apart: one for two assertions would not know its text when
// it is compiled, which SPIR-V asks for.
extern "C" SYCL_EXTERNAL __attribute__((noreturn, nomerge, cold)) void
__sycl_assert_fail(const char *expression, const char *file, std::uint32_t line,
                   const char *function, std::size_t global_x,
                   std::size_t global_y, std::size_t global_z,
                   std::size_t local_x, std::size_t local_y,
                   std::size_t local_z) noexcept;

#define __SYCL_ASSERT_FAIL(EXPRESSION, FILE, LINE, FUNCTION)                   \
  __sycl_assert_fail(EXPRESSION, FILE, LINE, FUNCTION,                         \
                     __builtin_spirv_global_invocation_id(0),                  \
                     __builtin_spirv_global_invocation_id(1),                  \
                     __builtin_spirv_global_invocation_id(2),                  \
                     __builtin_spirv_local_invocation_id(0),                   \
                     __builtin_spirv_local_invocation_id(1),                   \
                     __builtin_spirv_local_invocation_id(2))

#ifdef __GLIBC__
/// What assert calls.
extern "C" inline __attribute__((always_inline, nomerge)) void
__assert_fail(const char *expression, const char *file, unsigned line,
              const char *function) noexcept {
  __SYCL_ASSERT_FAIL(expression, file, line, function);
}
#endif

#if defined(_GLIBCXX_ASSERTIONS) && defined(_GLIBCXX_RELEASE) &&               \
    _GLIBCXX_RELEASE >= 12
/// What the checks of libstdc++'s own classes call (-D_GLIBCXX_ASSERTIONS).
namespace std {
inline __attribute__((always_inline, nomerge)) void
__glibcxx_assert_fail(const char *file, int line, const char *function,
                      const char *condition) noexcept {
  __SYCL_ASSERT_FAIL(condition, file, static_cast<unsigned>(line), function);
}
} // namespace std
#endif

#endif // __SYCL_DEVICE_ONLY__

namespace sycl {
inline namespace _V1 {
namespace detail {
/// Ends the program as a failed assertion does, with NDEBUG too: `message` says
/// of what `function` was asked too much.
#ifdef __SYCL_DEVICE_ONLY__
inline __attribute__((always_inline, nomerge)) void
stop_kernel(const char *message, const char *function) noexcept {
  __SYCL_ASSERT_FAIL(message, "sycl/sycl.hpp", 0, function);
}
#else
inline void stop_kernel(const char *, const char *) noexcept {
  __builtin_trap(); // only kernels ask
}
#endif
} // namespace detail
} // namespace _V1
} // namespace sycl
#ifdef __SYCL_DEVICE_ONLY__
#undef __SYCL_ASSERT_FAIL
#endif
