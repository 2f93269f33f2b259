// Accessors to images (SYCL 2020, 4.7.6.13 and 4.7.6.14): those for devices and
// host tasks are pointers with sizes, as accessors to buffers are.
//
// Accessors for devices may read and write at once, as the table of members has
// it; SYCL requires that of host accessors alone.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/image_sampling.hpp>
#include <sycl/detail/owner_order.hpp>
#include <sycl/image.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// For each DataT of image accessors the type that pixels are converted to.
template <typename DataT> struct image_data {
  static constexpr bool is_allowed = false;
};
template <typename Channel, channel_kind Kind> struct allowed_image_data {
  static constexpr bool is_allowed = true;
  static constexpr channel_kind kind = Kind;
  using channel = Channel;
};
template <>
struct image_data<vec<std::int32_t, 4>>
    : allowed_image_data<std::int32_t, channel_kind::signed_integer> {};
template <>
struct image_data<vec<std::uint32_t, 4>>
    : allowed_image_data<std::uint32_t, channel_kind::unsigned_integer> {};
template <>
struct image_data<vec<float, 4>>
    : allowed_image_data<float, channel_kind::real> {};
template <>
struct image_data<vec<half, 4>>
    : allowed_image_data<float, channel_kind::real> {};

/// `Number`, two or four of them: the coordinates in one, two, three
/// dimensions.
template <typename Number, int Dimensions>
using image_coordinates =
    std::conditional_t<Dimensions == 1, Number,
                       vec<Number, Dimensions == 2 ? 2 : 4>>;
template <typename T, typename Number, int Dimensions>
inline constexpr bool is_image_coordinates =
    std::is_convertible_v<T, image_coordinates<Number, Dimensions>> &&
    !(std::is_integral_v<Number> && is_real_v<T>);

/// What all accessors to images are.
template <typename DataT, int Dimensions, access_mode Mode>
class image_accessor_base {
  using data_type = std::remove_const_t<DataT>;
  static_assert(image_data<data_type>::is_allowed,
                "accessors to images are to int4, uint4, float4 or half4");
  static_assert(Mode == access_mode::read || !std::is_const_v<DataT>,
                "accessors to const elements only read");
  static_assert(Mode == access_mode::read || Mode == access_mode::write ||
                    Mode == access_mode::read_write,
                "accessors to images read, write, or both");

public:
  using value_type = element<DataT, Mode>;
  using reference = value_type &;
  using const_reference = const DataT &;

  std::size_t size() const noexcept { return view_.count(); }

protected:
  using channel = typename image_data<data_type>::channel;

  image_accessor_base() = default;
  template <typename Image> static void check(const Image &image) {
    check_image_access(image_access::layout(image).format,
                       image_data<data_type>::kind);
  }
  /// Returns whether all of the image's memory may be lost: bytes between the
  /// pixels, which may be others' in the program's memory, may not.
  template <typename Image>
  static bool discards(const Image &image, bool no_init) {
    return no_init && !image_access::layout(image).is_padded;
  }

  data_type read_at(
      const image_coordinates<int, Dimensions> &coordinates) const noexcept {
    std::int32_t at[Dimensions];
    split(coordinates, at);
    return as_data(view_.template read<channel>(at));
  }
  void write_at(const image_coordinates<int, Dimensions> &coordinates,
                const data_type &color) const noexcept {
    std::int32_t at[Dimensions];
    split(coordinates, at);
    channels<channel> values;
    for (int c = 0; c < 4; ++c)
      values.at[c] = static_cast<channel>(color[c]);
    view_.write(at, values);
  }
  data_type sample_at(
      const image_coordinates<float, Dimensions> &coordinates) const noexcept {
    float at[Dimensions];
    split(coordinates, at);
    return as_data(view_.template sample<channel>(at));
  }

  /// Of accessors that compare equal, neither is before the other.
  bool view_before(const image_accessor_base &other) const noexcept {
    return view_.key() < other.view_.key();
  }

  image_view<Dimensions> view_;

private:
  template <typename Coordinates, typename Number>
  static void split(const Coordinates &coordinates,
                    Number (&at)[Dimensions]) noexcept {
    if constexpr (Dimensions == 1)
      at[0] = coordinates;
    else
      for (int d = 0; d < Dimensions; ++d)
        at[d] = coordinates[d];
  }
  static data_type as_data(const channels<channel> &values) noexcept {
    using number = typename data_type::element_type;
    data_type result;
    for (int c = 0; c < 4; ++c)
      result[c] = static_cast<number>(values.at[c]);
    return result;
  }
};

/// The members of accessors to unsampled images.
template <typename Derived, typename DataT, int Dimensions, access_mode Mode>
class unsampled_access : public image_accessor_base<DataT, Dimensions, Mode>,
                         public no_init_property<Derived> {
public:
  // The default makes a list in braces a coordinate.
  template <typename CoordT = detail::image_coordinates<int, Dimensions>,
            access_mode M = Mode,
            typename =
                std::enable_if_t<M != access_mode::write &&
                                 is_image_coordinates<CoordT, int, Dimensions>>>
  DataT read(const CoordT &coords) const noexcept {
    return this->read_at(coords);
  }
  template <typename CoordT = detail::image_coordinates<int, Dimensions>,
            access_mode M = Mode,
            typename =
                std::enable_if_t<M != access_mode::read &&
                                 is_image_coordinates<CoordT, int, Dimensions>>>
  void write(const CoordT &coords, const DataT &color) const noexcept {
    this->write_at(coords, color);
  }

protected:
  template <typename> friend class no_init_property;
  bool has_no_init() const noexcept { return this->view_.no_init; }
};

template <typename DataT, int Dimensions>
class sampled_access
    : public image_accessor_base<DataT, Dimensions, access_mode::read>,
      public without_properties {
public:
  template <typename CoordT = detail::image_coordinates<float, Dimensions>,
            typename = std::enable_if_t<
                is_image_coordinates<CoordT, float, Dimensions>>>
  DataT read(const CoordT &coords) const noexcept {
    return this->sample_at(coords);
  }
};

} // namespace detail

#define __SYCL_COMPARISON(TYPE, ...)                                           \
  __SYCL_OWNER_BEFORE(TYPE)                                                    \
                                                                               \
private:                                                                       \
  friend bool operator==(const TYPE &a, const TYPE &b) noexcept {              \
    return __VA_ARGS__;                                                        \
  }                                                                            \
  friend bool operator!=(const TYPE &a, const TYPE &b) noexcept {              \
    return !(a == b);                                                          \
  }                                                                            \
  friend struct std::hash<TYPE>;                                               \
  std::size_t hash() const noexcept {                                          \
    return std::hash<const void *>()(this->view_.data) * 31 + this->size();    \
  }

template <typename DataT, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor
    : public detail::unsampled_access<
          unsampled_image_accessor<DataT, Dimensions, Mode, Target>, DataT,
          Dimensions, Mode> {
public:
  template <typename AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                           handler &group,
                           const property_list &properties = {}) {
    this->check(image);
    const bool no_init = detail::checked_no_init<Mode>(properties);
    this->view_ = detail::image_access::view(
        image,
        detail::acquire_image(
            group, detail::image_access::implementation(image), Mode,
            this->discards(image, no_init), Target == image_target::host_task));
    this->view_.no_init = no_init;
  }
  template <
      typename U, access_mode M,
      typename = std::enable_if_t<
          detail::reads_as<DataT, Mode, U, M> &&
          !std::is_same_v<unsampled_image_accessor<U, Dimensions, M, Target>,
                          unsampled_image_accessor>>>
  unsampled_image_accessor(
      const unsampled_image_accessor<U, Dimensions, M, Target>
          &other) noexcept {
    this->view_ = other.view_;
  }

private:
  template <typename, int, access_mode, image_target>
  friend class unsampled_image_accessor;
  __SYCL_COMPARISON(unsampled_image_accessor, a.view_ == b.view_)
};

template <typename DataT, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor
    : public detail::unsampled_access<
          host_unsampled_image_accessor<DataT, Dimensions, Mode>, DataT,
          Dimensions, Mode> {
public:
  template <typename AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                const property_list &properties = {}) {
    this->check(image);
    const bool no_init = detail::checked_no_init<Mode>(properties);
    void *data = nullptr;
    lock_ = detail::lock_buffer(detail::image_access::implementation(image),
                                Mode, this->discards(image, no_init), &data);
    this->view_ = detail::image_access::view(image, data);
    this->view_.no_init = no_init;
  }
  template <typename U, access_mode M,
            typename = std::enable_if_t<
                detail::reads_as<DataT, Mode, U, M> &&
                !std::is_same_v<host_unsampled_image_accessor<U, Dimensions, M>,
                                host_unsampled_image_accessor>>>
  host_unsampled_image_accessor(
      const host_unsampled_image_accessor<U, Dimensions, M> &other)
      : lock_(other.lock_) {
    this->view_ = other.view_;
  }

private:
  template <typename, int, access_mode>
  friend class host_unsampled_image_accessor;
  __SYCL_COMPARISON(host_unsampled_image_accessor,
                    a.view_ == b.view_ && a.lock_ == b.lock_)

  std::shared_ptr<facet::HostLock> lock_;
};

template <typename DataT, int Dimensions, image_target Target>
class sampled_image_accessor
    : public detail::sampled_access<DataT, Dimensions> {
public:
  template <typename AllocatorT>
  sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image,
                         handler &group, const property_list & = {}) {
    this->check(image);
    this->view_ = detail::image_access::view(
        image,
        detail::acquire_image(
            group, detail::image_access::implementation(image),
            access_mode::read, false, Target == image_target::host_task));
    this->view_.sampler = image.sampler_;
  }
  /// const or not is the same.
  template <
      typename U,
      typename = std::enable_if_t<
          detail::reads_as<DataT, access_mode::read, U, access_mode::read> &&
          !std::is_same_v<U, DataT>>>
  sampled_image_accessor(
      const sampled_image_accessor<U, Dimensions, Target> &other) noexcept {
    this->view_ = other.view_;
  }

private:
  template <typename, int, image_target> friend class sampled_image_accessor;
  __SYCL_COMPARISON(sampled_image_accessor, a.view_ == b.view_)
};

template <typename DataT, int Dimensions>
class host_sampled_image_accessor
    : public detail::sampled_access<DataT, Dimensions> {
public:
  template <typename AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image,
                              const property_list & = {}) {
    this->check(image);
    void *data = nullptr;
    lock_ = detail::lock_buffer(detail::image_access::implementation(image),
                                access_mode::read, false, &data);
    this->view_ = detail::image_access::view(image, data);
    this->view_.sampler = image.sampler_;
  }
  template <
      typename U,
      typename = std::enable_if_t<
          detail::reads_as<DataT, access_mode::read, U, access_mode::read> &&
          !std::is_same_v<U, DataT>>>
  host_sampled_image_accessor(
      const host_sampled_image_accessor<U, Dimensions> &other)
      : lock_(other.lock_) {
    this->view_ = other.view_;
  }

private:
  template <typename, int> friend class host_sampled_image_accessor;
  __SYCL_COMPARISON(host_sampled_image_accessor,
                    a.view_ == b.view_ && a.lock_ == b.lock_)

  std::shared_ptr<facet::HostLock> lock_;
};
#undef __SYCL_COMPARISON

template <typename T, int D, access_mode M, image_target G>
struct is_property_of<property::no_init, unsampled_image_accessor<T, D, M, G>>
    : std::true_type {};
template <typename T, int D, access_mode M>
struct is_property_of<property::no_init, host_unsampled_image_accessor<T, D, M>>
    : std::true_type {};

} // namespace _V1
} // namespace sycl

#define __SYCL_ACCESSOR_HASH(PARAMETERS, ...)                                  \
  template <PARAMETERS> struct std::hash<__VA_ARGS__> {                        \
    std::size_t operator()(const __VA_ARGS__ &a) const noexcept {              \
      return a.hash();                                                         \
    }                                                                          \
  };
#define __SYCL_LIST(...) __VA_ARGS__
__SYCL_ACCESSOR_HASH(__SYCL_LIST(typename T, int D, sycl::access_mode M,
                                 sycl::image_target G),
                     sycl::unsampled_image_accessor<T, D, M, G>)
__SYCL_ACCESSOR_HASH(__SYCL_LIST(typename T, int D, sycl::access_mode M),
                     sycl::host_unsampled_image_accessor<T, D, M>)
__SYCL_ACCESSOR_HASH(__SYCL_LIST(typename T, int D, sycl::image_target G),
                     sycl::sampled_image_accessor<T, D, G>)
__SYCL_ACCESSOR_HASH(__SYCL_LIST(typename T, int D),
                     sycl::host_sampled_image_accessor<T, D>)
#undef __SYCL_ACCESSOR_HASH
#undef __SYCL_LIST
