// Specialization constants (SYCL 2020, 4.9.5): values that the host sets before
// a kernel is submitted and the kernel only reads.
//
// A kernel that takes a kernel_handler has one hidden argument: the address of
// a table of the constants that were set, or null. What is not in the table has
// its default value, which the device code knows. So every target has them, no
// code is compiled again, and setting none costs nothing.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/detail/kernel_name.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
/// Does nothing. Whoever has a call of it reads the constant of this key: what
/// the call is for may be left out by the optimizer, it stays.
template <std::uint64_t Key>
SYCL_EXTERNAL void __sycl_reads_constant() noexcept;
#endif

namespace sycl {
inline namespace _V1 {

template <typename T> class specialization_id {
  static_assert(std::is_trivially_copyable_v<T>,
                "specialization constants must be device copyable");

public:
  using value_type = T;

  template <class... Arguments>
  explicit constexpr specialization_id(Arguments &&...arguments)
      : default_(static_cast<Arguments &&>(arguments)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend constexpr const T &
  __sycl_default_of(const specialization_id &id) noexcept {
    return id.default_;
  }
  T default_;
};

namespace detail {

template <auto &SpecName>
using specialization_type = typename std::remove_reference_t<
    decltype(SpecName)>::value_type;

/// Its name stands for the constant, on the host as on devices.
template <auto &SpecName> struct specialization_name;

template <auto &SpecName> std::uint64_t specialization_key() noexcept {
#ifdef __SYCL_HAS_KERNEL_NAMES
  constexpr std::uint64_t key =
      hash_of(type_symbol<specialization_name<SpecName>>());
#else
  static const std::uint64_t key =
      hash_of(type_symbol<specialization_name<SpecName>>());
#endif
  return key;
}

/// The table: a count, as many entries, and the bytes they point to.
struct constant_entry {
  std::uint64_t key;
  std::uint32_t offset; // from the table's start
  std::uint32_t size;
};
struct constant_table {
  std::uint64_t count;
  constant_entry entries[1]; // `count` of them
};

/// The hidden argument. A structure, so that the pointer in it is one that the
/// host made, as those of accessors are.
struct constant_argument {
  const constant_table *table;
};

} // namespace detail

class kernel_handler {
public:
  template <auto &SpecName>
  detail::specialization_type<SpecName> get_specialization_constant() const {
#ifdef __SYCL_DEVICE_ONLY__
    __sycl_reads_constant<detail::hash_of(
        detail::type_symbol<detail::specialization_name<SpecName>>())>();
#endif
    detail::specialization_type<SpecName> value = __sycl_default_of(SpecName);
    if (const void *set = find(detail::specialization_key<SpecName>(),
                               sizeof(value)))
      __builtin_memcpy(&value, set, sizeof(value));
    return value;
  }

  /// Made by the kernel's entry point.
  explicit kernel_handler(const detail::constant_argument &argument) noexcept
      : table_(argument.table) {}

private:
  const void *find(std::uint64_t key, std::size_t size) const noexcept {
    if (!table_)
      return nullptr;
    for (std::uint64_t i = 0; i < table_->count; ++i)
      if (table_->entries[i].key == key && table_->entries[i].size == size)
        return reinterpret_cast<const char *>(table_) +
               table_->entries[i].offset;
    return nullptr;
  }

  const detail::constant_table *table_;
};

} // namespace _V1
} // namespace sycl
