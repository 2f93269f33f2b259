// What a submission tells the runtime of a kernel, besides its arguments.
//
// In:  a kernel's name, its function object, and the range.
// Out: the handle by which the runtime knows it, the shape of the launch, and
//      whether ids fit into an int.
#pragma once

#include <sycl/detail/kernel_name.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/exception.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// The size of a kernel's function object. Facet's compiler sets it to this and,
/// in the upper 32 bits, a hash of what the object has where, as it does for
/// devices (compiler/frontend/functor_layout.h); other compilers leave them 0.
template <typename Functor>
inline const std::uint64_t functor_layout = sizeof(Functor);

/// Returns the one handle of the kernel that KernelName names.
template <typename KernelName, typename Functor> kernel_handle &handle_of() {
  static kernel_handle handle{kernel_name<KernelName>(),
                              &functor_layout<Functor>};
  return handle;
}

template <int Dimensions>
launch_shape make_shape(const range<Dimensions> &r) {
  launch_shape shape;
  shape.kind = launch_kind::range;
  shape.dimensions = Dimensions;
  for (int d = 0; d < Dimensions; ++d)
    shape.global[d] = r[d];
  return shape;
}
template <int Dimensions>
launch_shape make_shape(const nd_range<Dimensions> &r) {
  launch_shape shape = make_shape(r.get_global_range());
  shape.kind = launch_kind::nd_range;
  for (int d = 0; d < Dimensions; ++d) {
    shape.local[d] = r.get_local_range()[d];
    shape.offset[d] = r.get_offset()[d];
  }
  return shape;
}

/// -fsycl-id-queries-fit-in-int: throws errc::nd_range if an id, or a linear id,
/// would not.
inline void check_fits_in_int(const launch_shape &shape) {
  constexpr std::size_t most = 0x7fffffff;
  std::size_t items = 1;
  for (int d = 0; d < shape.dimensions; ++d) {
    const std::size_t extent = shape.global[d], offset = shape.offset[d];
    if (offset > most || extent > most - offset ||
        (extent != 0 && items > most / extent))
      throw exception(make_error_code(errc::nd_range),
                      "The range of the kernel has ids beyond those of int; "
                      "compile with -fno-sycl-id-queries-fit-in-int.");
    items *= extent;
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
