// Unified shared memory (SYCL 2020, 4.8).
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/place.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>

#include <cstddef>
#include <memory>

namespace sycl {
inline namespace _V1 {

class queue;

namespace usm {
enum class alloc : int { host, device, shared, unknown };
} // namespace usm

namespace detail {
void *allocate_usm(std::size_t alignment, std::size_t bytes, const device &dev,
                   const context &ctx, usm::alloc kind, place from);
const device &device_of(const queue &q);
const context &context_of(const queue &q);
} // namespace detail

void free(void *address, const context &ctx,
          detail::place from = detail::place::of_call());
void free(void *address, const queue &q,
          detail::place from = detail::place::of_call());
usm::alloc get_pointer_type(const void *address, const context &ctx);
device get_pointer_device(const void *address, const context &ctx);

// malloc_K, aligned_alloc_K, and their typed forms, for a device and context or
// for a queue. Host memory belongs to no device: its device is the context's.
#define __SYCL_USM_FUNCTIONS(KIND)                                             \
  inline void *aligned_alloc_##KIND(                                           \
      std::size_t alignment, std::size_t bytes, const device &dev,             \
      const context &ctx, const property_list & = {},                          \
      detail::place from = detail::place::of_call()) {                         \
    return detail::allocate_usm(alignment, bytes, dev, ctx, usm::alloc::KIND,  \
                                from);                                         \
  }                                                                            \
  inline void *aligned_alloc_##KIND(                                           \
      std::size_t alignment, std::size_t bytes, const queue &q,                \
      const property_list & = {},                                              \
      detail::place from = detail::place::of_call()) {                         \
    return detail::allocate_usm(alignment, bytes, detail::device_of(q),        \
                                detail::context_of(q), usm::alloc::KIND,       \
                                from);                                         \
  }                                                                            \
  inline void *malloc_##KIND(std::size_t bytes, const device &dev,             \
                             const context &ctx, const property_list & = {},   \
                             detail::place from = detail::place::of_call()) {  \
    return aligned_alloc_##KIND(0, bytes, dev, ctx, {}, from);                 \
  }                                                                            \
  inline void *malloc_##KIND(std::size_t bytes, const queue &q,                \
                             const property_list & = {},                       \
                             detail::place from = detail::place::of_call()) {  \
    return aligned_alloc_##KIND(0, bytes, q, {}, from);                        \
  }                                                                            \
  template <typename T>                                                        \
  T *malloc_##KIND(std::size_t count, const device &dev, const context &ctx,   \
                   const property_list & = {},                                 \
                   detail::place from = detail::place::of_call()) {            \
    return static_cast<T *>(aligned_alloc_##KIND(                              \
        alignof(T), detail::bytes_of<T>(count), dev, ctx, {}, from));          \
  }                                                                            \
  template <typename T>                                                        \
  T *malloc_##KIND(std::size_t count, const queue &q,                          \
                   const property_list & = {},                                 \
                   detail::place from = detail::place::of_call()) {            \
    return static_cast<T *>(aligned_alloc_##KIND(                              \
        alignof(T), detail::bytes_of<T>(count), q, {}, from));                 \
  }                                                                            \
  template <typename T>                                                        \
  T *aligned_alloc_##KIND(std::size_t alignment, std::size_t count,            \
                          const device &dev, const context &ctx,               \
                          const property_list & = {},                          \
                          detail::place from = detail::place::of_call()) {     \
    return static_cast<T *>(aligned_alloc_##KIND(                              \
        alignment, detail::bytes_of<T>(count), dev, ctx, {}, from));           \
  }                                                                            \
  template <typename T>                                                        \
  T *aligned_alloc_##KIND(std::size_t alignment, std::size_t count,            \
                          const queue &q, const property_list & = {},          \
                          detail::place from = detail::place::of_call()) {     \
    return static_cast<T *>(aligned_alloc_##KIND(                              \
        alignment, detail::bytes_of<T>(count), q, {}, from));                  \
  }
__SYCL_USM_FUNCTIONS(device)
__SYCL_USM_FUNCTIONS(shared)
__SYCL_USM_FUNCTIONS(host)
#undef __SYCL_USM_FUNCTIONS

inline void *malloc_host(std::size_t bytes, const context &ctx,
                         const property_list & = {},
                         detail::place from = detail::place::of_call()) {
  return malloc_host(bytes, ctx.get_devices().front(), ctx, {}, from);
}
template <typename T>
T *malloc_host(std::size_t count, const context &ctx,
               const property_list & = {},
               detail::place from = detail::place::of_call()) {
  return malloc_host<T>(count, ctx.get_devices().front(), ctx, {}, from);
}
inline void *aligned_alloc_host(std::size_t alignment, std::size_t bytes,
                                const context &ctx, const property_list & = {},
                                detail::place from = detail::place::of_call()) {
  return aligned_alloc_host(alignment, bytes, ctx.get_devices().front(), ctx,
                            {}, from);
}
template <typename T>
T *aligned_alloc_host(std::size_t alignment, std::size_t count,
                      const context &ctx, const property_list & = {},
                      detail::place from = detail::place::of_call()) {
  return aligned_alloc_host<T>(alignment, count, ctx.get_devices().front(), ctx,
                               {}, from);
}

inline void *aligned_alloc(std::size_t alignment, std::size_t bytes,
                           const device &dev, const context &ctx,
                           usm::alloc kind, const property_list & = {},
                           detail::place from = detail::place::of_call()) {
  return detail::allocate_usm(alignment, bytes, dev, ctx, kind, from);
}
inline void *aligned_alloc(std::size_t alignment, std::size_t bytes,
                           const queue &q, usm::alloc kind,
                           const property_list & = {},
                           detail::place from = detail::place::of_call()) {
  return detail::allocate_usm(alignment, bytes, detail::device_of(q),
                              detail::context_of(q), kind, from);
}
template <typename T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const device &dev,
                 const context &ctx, usm::alloc kind,
                 const property_list & = {},
                 detail::place from = detail::place::of_call()) {
  return static_cast<T *>(
      detail::allocate_usm(alignment > alignof(T) ? alignment : alignof(T),
                           detail::bytes_of<T>(count), dev, ctx, kind, from));
}
template <typename T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const queue &q,
                 usm::alloc kind, const property_list & = {},
                 detail::place from = detail::place::of_call()) {
  return aligned_alloc<T>(alignment, count, detail::device_of(q),
                          detail::context_of(q), kind, {}, from);
}

inline void *malloc(std::size_t bytes, const device &dev, const context &ctx,
                    usm::alloc kind, const property_list & = {},
                    detail::place from = detail::place::of_call()) {
  return detail::allocate_usm(0, bytes, dev, ctx, kind, from);
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind,
                    const property_list & = {},
                    detail::place from = detail::place::of_call()) {
  return detail::allocate_usm(0, bytes, detail::device_of(q),
                              detail::context_of(q), kind, from);
}
template <typename T>
T *malloc(std::size_t count, const queue &q, usm::alloc kind,
          const property_list & = {},
          detail::place from = detail::place::of_call()) {
  return static_cast<T *>(detail::allocate_usm(
      alignof(T), detail::bytes_of<T>(count), detail::device_of(q),
      detail::context_of(q), kind, from));
}
template <typename T>
T *malloc(std::size_t count, const device &dev, const context &ctx,
          usm::alloc kind, const property_list & = {},
          detail::place from = detail::place::of_call()) {
  return static_cast<T *>(detail::allocate_usm(
      alignof(T), detail::bytes_of<T>(count), dev, ctx, kind, from));
}

/// A standard allocator of memory that host and device can use.
template <typename T, usm::alloc Kind, std::size_t Alignment = 0>
class usm_allocator : public detail::without_properties {
  static_assert(Kind != usm::alloc::device,
                "the host cannot construct elements in device memory");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <typename U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator(const context &ctx, const device &dev,
                const property_list & = {})
      : context_(ctx), device_(dev) {
    // Nothing, or why there can never be anything.
    detail::allocate_usm(alignof(T), 0, dev, ctx, Kind,
                         detail::place::unknown());
  }
  usm_allocator(const queue &q, const property_list &properties = {})
      : usm_allocator(detail::context_of(q), detail::device_of(q), properties) {
  }
  template <typename U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &other) noexcept
      : context_(other.context_), device_(other.device_) {}

  T *allocate(std::size_t count) {
    void *address =
        detail::allocate_usm(Alignment > alignof(T) ? Alignment : alignof(T),
                             detail::bytes_of<T>(count), device_, context_,
                             Kind, detail::place::unknown());
    if (!address)
      throw exception(make_error_code(errc::memory_allocation),
                      "usm_allocator: out of memory");
    return static_cast<T *>(address);
  }
  void deallocate(T *address, std::size_t) { sycl::free(address, context_); }

  template <typename U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator==(const usm_allocator &a,
                         const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return a.is_equal(b);
  }
  template <typename U, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator!=(const usm_allocator &a,
                         const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return !a.is_equal(b);
  }

private:
  template <typename U, usm::alloc OtherKind, std::size_t OtherAlignment>
  bool
  is_equal(const usm_allocator<U, OtherKind, OtherAlignment> &other) const {
    return Kind == OtherKind && Alignment == OtherAlignment &&
           context_ == other.context_ && device_ == other.device_;
  }
  template <typename, usm::alloc, std::size_t> friend class usm_allocator;
  context context_;
  device device_;
};

} // namespace _V1
} // namespace sycl
