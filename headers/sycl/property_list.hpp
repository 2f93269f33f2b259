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
/// Identifies a property in a property_list. The address of a variable cannot:
/// a library with hidden visibility or opened with RTLD_LOCAL has its own copy.
/// The numbers are part of the binary interface: a new property gets the next.
enum class property_id : unsigned {
  no_init = 0,
  queue_in_order = 1,
  queue_enable_profiling = 2,
  reduction_initialize_to_identity = 3,
  buffer_use_host_ptr = 4,
  buffer_use_mutex = 5,
  buffer_context_bound = 6,
  image_use_host_ptr = 7,
  image_use_mutex = 8,
  image_context_bound = 9,
  queue_priority_normal = 10,
  queue_priority_low = 11,
  queue_priority_high = 12,
  queue_immediate_command_list = 13,
  queue_no_immediate_command_list = 14,
  graph_no_cycle_check = 15,
  graph_assume_buffer_outlives_graph = 16,
  graph_updatable = 17,
  graph_enable_profiling = 18,
  node_depends_on = 19,
  node_depends_on_all_leaves = 20,
  queue_discard_events = 21,
  buffer_use_pinned_host_memory = 22,
  buffer_mem_channel = 23,
  usm_device_read_only = 24,
  usm_buffer_location = 25,
};
struct property_base {};
template <property_id Id> struct property_with_id : property_base {};
template <property_id Id>
constexpr property_id id_of_property(const property_with_id<Id> *) noexcept {
  return Id;
}
template <typename Property>
constexpr property_id id_of() noexcept {
  return id_of_property(static_cast<const Property *>(nullptr));
}

// What buffers and images say of their memory.
class mutex_property {
public:
  std::mutex *get_mutex_ptr() const { return mutex_; }

protected:
  explicit mutex_property(std::mutex &mutex) : mutex_(&mutex) {}

private:
  std::mutex *mutex_;
};
class context_property {
public:
  sycl::context get_context() const;

protected:
  explicit context_property(const sycl::context &ctx);

private:
  std::shared_ptr<sycl::context> context_;
};
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
struct no_init : detail::property_with_id<detail::property_id::no_init> {};
using noinit [[deprecated("use 'no_init'")]] = no_init;
namespace queue {
struct in_order
    : detail::property_with_id<detail::property_id::queue_in_order> {};
struct enable_profiling
    : detail::property_with_id<detail::property_id::queue_enable_profiling> {};
} // namespace queue
namespace reduction {
struct initialize_to_identity
    : detail::property_with_id<
          detail::property_id::reduction_initialize_to_identity> {};
} // namespace reduction
#define __SYCL_MEMORY_PROPERTIES(OBJECT)                                       \
  struct use_host_ptr                                                          \
      : detail::property_with_id<detail::property_id::OBJECT##_use_host_ptr> { \
  };                                                                           \
  class use_mutex                                                              \
      : public detail::property_with_id<                                       \
            detail::property_id::OBJECT##_use_mutex>,                          \
        public detail::mutex_property {                                        \
  public:                                                                      \
    use_mutex(std::mutex &mutex) : mutex_property(mutex) {}                    \
  };                                                                           \
  class context_bound                                                          \
      : public detail::property_with_id<                                       \
            detail::property_id::OBJECT##_context_bound>,                      \
        public detail::context_property {                                      \
  public:                                                                      \
    context_bound(const sycl::context &ctx) : context_property(ctx) {}         \
  };
namespace buffer {
__SYCL_MEMORY_PROPERTIES(buffer)
} // namespace buffer
namespace image {
__SYCL_MEMORY_PROPERTIES(image)
} // namespace image
#undef __SYCL_MEMORY_PROPERTIES
} // namespace property

namespace ext::oneapi::property::buffer {
/// Of a buffer without memory of the host's; a hint
/// (sycl_ext_oneapi_use_pinned_host_memory).
struct use_pinned_host_memory
    : sycl::detail::property_with_id<
          sycl::detail::property_id::buffer_use_pinned_host_memory> {};
} // namespace ext::oneapi::property::buffer
namespace ext::oneapi::property::queue {
/// The program does not need the events of an in-order queue
/// (sycl_ext_oneapi_discard_queue_events). They are what they would be without.
struct discard_events
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_discard_events> {};
// Hints (sycl_ext_oneapi_queue_priority).
struct priority_normal
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_priority_normal> {};
struct priority_low
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_priority_low> {};
struct priority_high
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_priority_high> {};
} // namespace ext::oneapi::property::queue
namespace ext::intel::property::queue {
// Hints for Level Zero (sycl_ext_intel_queue_immediate_command_list).
struct immediate_command_list
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_immediate_command_list> {};
struct no_immediate_command_list
    : sycl::detail::property_with_id<
          sycl::detail::property_id::queue_no_immediate_command_list> {};
} // namespace ext::intel::property::queue

inline constexpr property::no_init no_init{};
/// Its name before SYCL 2020 was final.
[[deprecated("use 'no_init'")]] inline constexpr property::no_init noinit{};

class property_list;

namespace detail {
[[noreturn]] inline void refuse_property() {
  throw exception(make_error_code(errc::invalid),
                  "the object does not have this property");
}
/// For objects that outlive the library which made the list.
inline std::vector<property_id> ids_of(const property_list &list);
} // namespace detail

class property_list {
public:
  __SYCL_DESTROYED_BY_CALL(property_list)
  template <typename... Properties,
            typename = std::enable_if_t<(is_property_v<Properties> && ...)>>
  property_list(Properties... properties) {
    (entries_.emplace_back(detail::id_of<Properties>(),
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
  friend std::vector<detail::property_id>
  detail::ids_of(const property_list &list);
  template <typename Property> const void *find() const noexcept {
    for (const auto &entry : entries_)
      if (entry.first == detail::id_of<Property>())
        return entry.second.get();
    return nullptr;
  }

  std::vector<std::pair<detail::property_id, std::shared_ptr<const void>>>
      entries_;
};

namespace detail {

inline std::vector<property_id> ids_of(const property_list &list) {
  std::vector<property_id> ids;
  for (const auto &entry : list.entries_)
    ids.push_back(entry.first);
  return ids;
}

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
           static_cast<const Derived &>(*this).has_no_init();
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
