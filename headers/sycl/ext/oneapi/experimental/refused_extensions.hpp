// Names of extensions that no device has here, without their feature-test
// macros, and of the part of one that no device has: libraries that mention
// them in code which a program does not use compile, and uses are refused.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/bindless_images_descriptor.hpp>
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

//===-- Memory of other libraries, of sycl_ext_oneapi_bindless_images -----===//

} // namespace ext::oneapi::experimental

namespace detail {
[[noreturn]] inline void refuse_external_memory() {
  throw exception(make_error_code(errc::feature_not_supported),
                  "external memory: no device has "
                  "aspect::ext_oneapi_external_memory_import");
}
[[noreturn]] inline void refuse_external_semaphores() {
  throw exception(make_error_code(errc::feature_not_supported),
                  "external semaphores: no device has "
                  "aspect::ext_oneapi_external_semaphore_import");
}
} // namespace detail

namespace ext::oneapi::experimental {

enum class external_mem_handle_type {
  opaque_fd = 0,
  win32_nt_handle = 1,
  win32_nt_dx12_resource = 2,
};
enum class external_semaphore_handle_type {
  opaque_fd = 0,
  win32_nt_handle = 1,
  win32_nt_dx12_fence = 2,
};

struct resource_fd {
  int file_descriptor;
};
struct resource_win32_handle {
  void *handle;
};
struct resource_win32_name {
  const void *name;
};

template <typename Resource> struct external_mem_descriptor {
  Resource external_resource;
  external_mem_handle_type handle_type;
  std::size_t size_in_bytes;
};
template <typename Resource> struct external_semaphore_descriptor {
  Resource external_resource;
  external_semaphore_handle_type handle_type;
};

/// Opaque. Nothing was imported.
struct external_mem {
  using raw_handle_type = std::uint64_t;
  raw_handle_type raw_handle = 0;
};
struct external_semaphore {
  using raw_handle_type = std::uint64_t;
  raw_handle_type raw_handle = 0;
  external_semaphore_handle_type handle_type{};
};

// Each function for a device and a context, and for a queue.
#define __SYCL_REFUSED(WHAT, TYPE, NAME, ...)                                  \
  inline TYPE NAME(__VA_ARGS__, const device &, const context &) {             \
    sycl::detail::refuse_external_##WHAT();                                    \
  }                                                                            \
  inline TYPE NAME(__VA_ARGS__, const queue &) {                               \
    sycl::detail::refuse_external_##WHAT();                                    \
  }
#define __SYCL_REFUSED_IMPORT(WHAT, TYPE, NAME, DESCRIPTOR)                    \
  template <typename Resource>                                                 \
  TYPE NAME(DESCRIPTOR<Resource>, const device &, const context &) {           \
    sycl::detail::refuse_external_##WHAT();                                    \
  }                                                                            \
  template <typename Resource>                                                 \
  TYPE NAME(DESCRIPTOR<Resource>, const queue &) {                             \
    sycl::detail::refuse_external_##WHAT();                                    \
  }
__SYCL_REFUSED_IMPORT(memory, external_mem, import_external_memory,
                      external_mem_descriptor)
__SYCL_REFUSED(memory, image_mem_handle, map_external_image_memory,
               external_mem, const image_descriptor &)
__SYCL_REFUSED(memory, void *, map_external_linear_memory, external_mem,
               std::uint64_t, std::uint64_t)
__SYCL_REFUSED(memory, void, unmap_external_linear_memory, void *)
__SYCL_REFUSED(memory, void, release_external_memory, external_mem)
__SYCL_REFUSED_IMPORT(semaphores, external_semaphore, import_external_semaphore,
                      external_semaphore_descriptor)
__SYCL_REFUSED(semaphores, void, release_external_semaphore, external_semaphore)
#undef __SYCL_REFUSED
#undef __SYCL_REFUSED_IMPORT

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
