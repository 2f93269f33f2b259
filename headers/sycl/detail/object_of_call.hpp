// Local memory for each call of a function.
#pragma once

#include <sycl/detail/defines.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// A variable of this class is one of the work-group, and another one for each
/// call of the function that declares it: the compiler knows the class
/// (compiler/passes/local_objects.h).
template <typename T> class object_of_call {
public:
  /// Nothing has been constructed there.
  T *memory() noexcept { return reinterpret_cast<T *>(bytes_); }

private:
  alignas(T) unsigned char bytes_[sizeof(T)];
};

} // namespace detail
} // namespace _V1
} // namespace sycl
