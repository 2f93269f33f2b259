// Names of enumerators on a stream of the host, as DPC++ has them for backend.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/info.hpp>
#include <sycl/kernel.hpp>
#include <sycl/usm.hpp>

#include <ostream>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// An enumerator without a name, as a number.
template <typename Enum>
std::ostream &write_name(std::ostream &out, const char *name, Enum value) {
  return name ? out << name : out << static_cast<int>(value);
}

// What is deprecated has a name, too; aliases have that of the other.
inline const char *name_of(aspect a) {
  switch (static_cast<int>(a)) {
#define __SYCL_ASPECT(NAME, VALUE)                                             \
  case VALUE:                                                                  \
    return #NAME;
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)                         \
  case VALUE:                                                                  \
    return #NAME;
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
#include <sycl/info/aspects.def>
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
  }
  return nullptr;
}

} // namespace detail

inline std::ostream &operator<<(std::ostream &out, aspect a) {
  return detail::write_name(out, detail::name_of(a), a);
}

#define __SYCL_NAME(NAME)                                                      \
  case type::NAME:                                                             \
    return out << #NAME;
inline std::ostream &operator<<(std::ostream &out, bundle_state s) {
  using type = bundle_state;
  switch (s) {
    __SYCL_NAME(input)
    __SYCL_NAME(object)
    __SYCL_NAME(executable)
  }
  return detail::write_name(out, nullptr, s);
}
namespace usm {
inline std::ostream &operator<<(std::ostream &out, alloc a) {
  using type = alloc;
  switch (a) {
    __SYCL_NAME(host)
    __SYCL_NAME(device)
    __SYCL_NAME(shared)
    __SYCL_NAME(unknown)
  }
  return sycl::detail::write_name(out, nullptr, a);
}
} // namespace usm
namespace info {
inline std::ostream &operator<<(std::ostream &out, device_type t) {
  using type = device_type;
  switch (t) {
    __SYCL_NAME(cpu)
    __SYCL_NAME(gpu)
    __SYCL_NAME(accelerator)
    __SYCL_NAME(custom)
    __SYCL_NAME(automatic)
    __SYCL_NAME(host)
    __SYCL_NAME(all)
  }
  return sycl::detail::write_name(out, nullptr, t);
}
inline std::ostream &operator<<(std::ostream &out, event_command_status s) {
  using type = event_command_status;
  switch (s) {
    __SYCL_NAME(submitted)
    __SYCL_NAME(running)
    __SYCL_NAME(complete)
  }
  return sycl::detail::write_name(out, nullptr, s);
}
} // namespace info
#undef __SYCL_NAME

} // namespace _V1
} // namespace sycl
