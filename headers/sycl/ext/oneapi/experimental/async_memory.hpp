// Memory that is allocated and freed in the order of commands
// (sycl_ext_oneapi_async_memory_alloc).
//
// An allocation is made when it is asked for, from memory that its pool has in
// reserve or from the driver. What async_free frees returns to the pool when
// the command is executed, as a host task.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/handler.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#define SYCL_EXT_ONEAPI_ASYNC_MEMORY_ALLOC 1

namespace facet {
class MemoryPool;
} // namespace facet

namespace sycl {
inline namespace _V1 {

namespace detail {
struct memory_pool_options {
  std::size_t threshold = 0;
  std::size_t maximum = static_cast<std::size_t>(-1);
  bool zero = false;
};
std::shared_ptr<facet::MemoryPool>
make_memory_pool(const context &ctx, const device *dev, usm::alloc kind,
                 const memory_pool_options &options);
std::shared_ptr<facet::MemoryPool>
make_memory_pool(const context &ctx, void *memory, std::size_t bytes,
                 const memory_pool_options &options);
} // namespace detail

namespace ext::oneapi::experimental {
namespace property::memory_pool {
#define __SYCL_POOL_SIZE(NAME)                                                 \
  struct NAME {                                                                \
    NAME(std::size_t bytes) : value(bytes) {}                                  \
    std::size_t value;                                                         \
    friend bool operator==(const NAME &a, const NAME &b) {                     \
      return a.value == b.value;                                               \
    }                                                                          \
    friend bool operator!=(const NAME &a, const NAME &b) { return !(a == b); } \
  };                                                                           \
  using NAME##_key = NAME;
#define __SYCL_POOL_FLAG(NAME)                                                 \
  struct NAME {                                                                \
    NAME() {}                                                                  \
    friend bool operator==(const NAME &, const NAME &) { return true; }        \
    friend bool operator!=(const NAME &, const NAME &) { return false; }       \
  };                                                                           \
  using NAME##_key = NAME;
__SYCL_POOL_SIZE(initial_threshold)
__SYCL_POOL_SIZE(maximum_size)
__SYCL_POOL_FLAG(read_only)
__SYCL_POOL_FLAG(zero_init)
#undef __SYCL_POOL_SIZE
#undef __SYCL_POOL_FLAG
} // namespace property::memory_pool

template <>
struct is_property_key<property::memory_pool::initial_threshold_key>
    : std::true_type {};
template <>
struct is_property_key<property::memory_pool::maximum_size_key>
    : std::true_type {};
template <>
struct is_property_key<property::memory_pool::read_only_key> : std::true_type {
};
template <>
struct is_property_key<property::memory_pool::zero_init_key> : std::true_type {
};

/// Memory of one kind, in reserve for allocations.
class memory_pool {
  template <typename Properties>
  static sycl::detail::memory_pool_options options_of(const Properties &p) {
    namespace properties = property::memory_pool;
    sycl::detail::memory_pool_options options;
    if constexpr (Properties::template has_property<
                      properties::initial_threshold>())
      options.threshold =
          p.template get_property<properties::initial_threshold>().value;
    if constexpr (Properties::template has_property<properties::maximum_size>())
      options.maximum =
          p.template get_property<properties::maximum_size>().value;
    options.zero = Properties::template has_property<properties::zero_init>();
    return options;
  }
  template <typename Properties>
  using require_list = sycl::detail::require_property_list<Properties>;

public:
  /// Of host memory; errc::invalid for other kinds.
  template <typename Properties = empty_properties_t,
            require_list<Properties> = 0>
  memory_pool(const context &ctx, usm::alloc kind, Properties properties = {})
      : implementation_(sycl::detail::make_memory_pool(
            ctx, nullptr, kind, options_of(properties))) {}
  /// Of device and shared memory; errc::invalid for other kinds.
  template <typename Properties = empty_properties_t,
            require_list<Properties> = 0>
  memory_pool(const context &ctx, const device &dev, usm::alloc kind,
              Properties properties = {})
      : implementation_(sycl::detail::make_memory_pool(
            ctx, &dev, kind, options_of(properties))) {}
  template <typename Properties = empty_properties_t,
            require_list<Properties> = 0>
  memory_pool(const queue &q, usm::alloc kind, Properties properties = {})
      : implementation_(sycl::detail::make_memory_pool(
            sycl::detail::context_of(q),
            kind == usm::alloc::host ? nullptr : &sycl::detail::device_of(q),
            kind, options_of(properties))) {}
  /// Of memory that the program has allocated.
  template <typename Properties = empty_properties_t,
            require_list<Properties> = 0>
  memory_pool(const context &ctx, void *memory, std::size_t bytes,
              Properties properties = {})
      : implementation_(sycl::detail::make_memory_pool(
            ctx, memory, bytes, options_of(properties))) {
    static_assert(!Properties::template has_property<
                      property::memory_pool::initial_threshold>() &&
                      !Properties::template has_property<
                          property::memory_pool::maximum_size>(),
                  "a pool of given memory is as large as the memory");
  }

  context get_context() const;
  device get_device() const;
  usm::alloc get_alloc_kind() const;
  std::size_t get_threshold() const;
  std::size_t get_reserved_size_current() const;
  std::size_t get_used_size_current() const;
  void increase_threshold_to(std::size_t bytes);

private:
  __SYCL_REFERENCE_SEMANTICS(memory_pool)
  explicit memory_pool(std::shared_ptr<facet::MemoryPool> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<facet::MemoryPool> implementation_;
};

// Throw errc::invalid for a kind that is unknown and a pool of another context
// or device, errc::memory_allocation if the pool or the device has no memory
// left.
void *async_malloc(handler &h, usm::alloc kind, std::size_t bytes);
void *async_malloc_from_pool(handler &h, std::size_t bytes,
                             const memory_pool &pool);
void async_free(handler &h, void *address);

inline void *async_malloc(const queue &q, usm::alloc kind, std::size_t bytes) {
  void *address = nullptr;
  queue same = q;
  same.submit([&](handler &h) { address = async_malloc(h, kind, bytes); });
  return address;
}
inline void *async_malloc_from_pool(const queue &q, std::size_t bytes,
                                    const memory_pool &pool) {
  void *address = nullptr;
  queue same = q;
  same.submit(
      [&](handler &h) { address = async_malloc_from_pool(h, bytes, pool); });
  return address;
}
inline void async_free(const queue &q, void *address) {
  queue same = q;
  same.submit([&](handler &h) { async_free(h, address); });
}

} // namespace ext::oneapi::experimental

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::ext::oneapi::experimental::memory_pool)

#include <sycl/detail/restore_macros.inc>
