// Properties (SYCL 2020, 4.5.4): a list of values, looked up by type.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/exception.hpp>

#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {

class context;

namespace detail {
struct property_base {};
/// An address that stands for a type.
template <typename T> inline constexpr char property_key = 0;
} // namespace detail

template <typename T>
struct is_property : std::is_base_of<detail::property_base, T> {};
template <typename T>
inline constexpr bool is_property_v = is_property<T>::value;
/// True for the classes that take the property; each class says which it takes.
template <typename Property, typename SyclObject>
struct is_property_of : std::false_type {};
template <typename Property, typename SyclObject>
inline constexpr bool is_property_of_v =
    is_property_of<Property, SyclObject>::value;

namespace property {
struct no_init : detail::property_base {};
namespace queue {
struct in_order : detail::property_base {};
struct enable_profiling : detail::property_base {};
} // namespace queue
namespace reduction {
struct initialize_to_identity : detail::property_base {};
} // namespace reduction
namespace buffer {
struct use_host_ptr : detail::property_base {};
class use_mutex : public detail::property_base {
public:
  use_mutex(std::mutex &mutex) : mutex_(&mutex) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};
class context_bound : public detail::property_base {
public:
  context_bound(const sycl::context &ctx);
  sycl::context get_context() const;

private:
  std::shared_ptr<sycl::context> context_;
};
} // namespace buffer
} // namespace property

inline constexpr property::no_init no_init{};

namespace detail {
[[noreturn]] inline void refuse_property() {
  throw exception(make_error_code(errc::invalid),
                  "the object does not have this property");
}
} // namespace detail

class property_list {
public:
  template <typename... Properties,
            typename = std::enable_if_t<(is_property_v<Properties> && ...)>>
  property_list(Properties... properties) {
    (entries_.emplace_back(&detail::property_key<Properties>,
                           std::make_shared<Properties>(properties)),
     ...);
  }

  template <typename Property> bool has_property() const noexcept {
    return find<Property>() != nullptr;
  }
  template <typename Property> Property get_property() const {
    if (const void *value = find<Property>())
      return *static_cast<const Property *>(value);
    detail::refuse_property();
  }

private:
  template <typename Property> const void *find() const noexcept {
    for (const auto &entry : entries_)
      if (entry.first == &detail::property_key<Property>)
        return entry.second.get();
    return nullptr;
  }

  std::vector<std::pair<const void *, std::shared_ptr<const void>>> entries_;
};

namespace detail {

/// The property interface of classes that take property lists, but for which
/// SYCL has no property.
class without_properties {
public:
  template <typename Property> bool has_property() const noexcept {
    return false;
  }
  template <typename Property> Property get_property() const {
    refuse_property();
  }
};

/// That of accessors, which are copied to devices: they can have no_init alone.
template <typename Derived> class no_init_property {
public:
  template <typename Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> &&
           static_cast<const Derived &>(*this).no_init_;
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>())
      refuse_property();
    if constexpr (std::is_same_v<Property, property::no_init>)
      return Property();
    else
      refuse_property();
  }
};

} // namespace detail

} // namespace _V1
} // namespace sycl
