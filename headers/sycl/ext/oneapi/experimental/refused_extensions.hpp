// Names of extensions that no device has here, without their feature-test
// macros: libraries that mention them in code which a program does not use
// compile, and uses are refused.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/queue.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

//===-- sycl_ext_oneapi_virtual_mem ---------------------------------------===//

namespace detail {
[[noreturn]] inline void refuse_virtual_memory() {
  throw exception(make_error_code(errc::feature_not_supported),
                  "virtual memory: no device has "
                  "aspect::ext_oneapi_virtual_mem");
}
} // namespace detail

namespace ext::oneapi::experimental {

enum class address_access_mode : char { none, read, read_write };
enum class granularity_mode : char { minimum, recommended };

/// No program has an object of it: devices lack the aspect.
class physical_mem {
public:
  physical_mem(const device &where, const context &in, std::size_t bytes)
      : where(where), in(in), bytes(bytes) {
    sycl::detail::refuse_virtual_memory();
  }
  physical_mem(const queue &q, std::size_t bytes)
      : physical_mem(q.get_device(), q.get_context(), bytes) {}

  context get_context() const { return in; }
  device get_device() const { return where; }
  std::size_t size() const noexcept { return bytes; }
  void *map(std::uintptr_t, std::size_t, address_access_mode,
            std::size_t = 0) const {
    sycl::detail::refuse_virtual_memory();
  }

private:
  device where;
  context in;
  std::size_t bytes;
};

inline std::size_t
get_mem_granularity(const device &, const context &,
                    granularity_mode = granularity_mode::recommended) {
  sycl::detail::refuse_virtual_memory();
}
inline std::size_t
get_mem_granularity(const context &,
                    granularity_mode = granularity_mode::recommended) {
  sycl::detail::refuse_virtual_memory();
}
inline std::uintptr_t reserve_virtual_mem(std::uintptr_t, std::size_t,
                                          const context &) {
  sycl::detail::refuse_virtual_memory();
}
inline std::uintptr_t reserve_virtual_mem(std::size_t, const context &) {
  sycl::detail::refuse_virtual_memory();
}
inline void free_virtual_mem(std::uintptr_t, std::size_t, const context &) {
  sycl::detail::refuse_virtual_memory();
}
inline void set_access_mode(const void *, std::size_t, address_access_mode,
                            const context &) {
  sycl::detail::refuse_virtual_memory();
}
inline address_access_mode get_access_mode(const void *, std::size_t,
                                           const context &) {
  sycl::detail::refuse_virtual_memory();
}
inline void unmap(const void *, std::size_t, const context &) {
  sycl::detail::refuse_virtual_memory();
}

//===-- sycl_ext_oneapi_matrix --------------------------------------------===//

namespace matrix {

enum class use { a, b, accumulator };
enum class layout { row_major = 0, col_major = 1, dynamic = 3 };
namespace precision {
class tf32;
} // namespace precision

template <typename Group, typename T, use Use, std::size_t Rows,
          std::size_t Columns, layout Layout = layout::dynamic>
struct joint_matrix {
  static_assert(!std::is_same_v<T, T>,
                "joint_matrix (sycl_ext_oneapi_matrix) is not supported; "
                "compute the product with ordinary loops");
};

// Called with matrices, which are refused.
#define __SYCL_MATRIX_FUNCTION(NAME)                                           \
  template <typename... Arguments> void NAME(Arguments &&...) {}
__SYCL_MATRIX_FUNCTION(joint_matrix_apply)
__SYCL_MATRIX_FUNCTION(joint_matrix_copy)
__SYCL_MATRIX_FUNCTION(joint_matrix_fill)
__SYCL_MATRIX_FUNCTION(joint_matrix_load)
__SYCL_MATRIX_FUNCTION(joint_matrix_mad)
__SYCL_MATRIX_FUNCTION(joint_matrix_store)
#undef __SYCL_MATRIX_FUNCTION

} // namespace matrix
} // namespace ext::oneapi::experimental

namespace ext::oneapi::detail {
/// What libraries read the elements of a matrix by.
template <typename Group, typename Matrix>
void get_wi_data(Group, const Matrix &) {
  static_assert(!std::is_same_v<Matrix, Matrix>,
                "joint_matrix (sycl_ext_oneapi_matrix) is not supported");
}
} // namespace ext::oneapi::detail

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
