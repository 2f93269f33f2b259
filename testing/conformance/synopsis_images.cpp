// SYCL 2020, 4.7.3, 4.7.6.13, 4.7.6.14 and 4.7.8: every member of images, their
// accessors and samplers, as its synopsis has it, by type.
#include "testing/conformance/synopsis.h"

#include <memory>
#include <mutex>

namespace {
namespace s = sycl;
using s::access_mode;
using s::image_target;
using std::size_t;

// ---- 4.7.8: samplers

static_assert(std::is_aggregate_v<s::image_sampler>);
RETURNS(s::image_sampler::addressing, s::addressing_mode);
RETURNS(s::image_sampler::coordinate, s::coordinate_normalization_mode);
RETURNS(s::image_sampler::filtering, s::filtering_mode);
constexpr s::addressing_mode addressing_modes[] = {
    s::addressing_mode::mirrored_repeat, s::addressing_mode::repeat,
    s::addressing_mode::clamp_to_edge, s::addressing_mode::clamp,
    s::addressing_mode::none};
static_assert(sizeof(addressing_modes) == 5 * sizeof(s::addressing_mode));

// ---- 4.7.3: images

using allocator = s::image_allocator;
static_assert(std::is_same_v<allocator::value_type, std::byte>);

template <typename I, int D, typename... Before> constexpr bool is_made() {
  using size = const s::range<D> &;
  using list = const s::property_list &;
  MAKES(I, Before..., size);
  MAKES(I, Before..., size, list);
  MAKES(I, Before..., size, allocator);
  MAKES(I, Before..., size, allocator, list);
  if constexpr (D > 1) {
    using pitch = const s::range<D - 1> &;
    MAKES(I, Before..., size, pitch);
    MAKES(I, Before..., size, pitch, list);
    MAKES(I, Before..., size, pitch, allocator);
    MAKES(I, Before..., size, pitch, allocator, list);
    RETURNS(a<const I>().get_pitch(), s::range<D - 1>);
  }
  RETURNS(a<const I>().get_range(), s::range<D>);
  RETURNS(a<const I>().byte_size(), size_t);
  RETURNS(a<const I>().size(), size_t);
  static_assert(
      noexcept(a<const I>().byte_size()) &&noexcept(a<const I>().size()));
  RETURNS(a<const I>().get_allocator(), allocator);
  using property = s::property::image::use_mutex;
  RETURNS(a<const I>().template has_property<property>(), bool);
  static_assert(noexcept(a<const I>().template has_property<property>()));
  RETURNS(a<const I>().template get_property<property>(), property);
  RETURNS(a<const I>() == a<const I>(), bool);
  RETURNS(a<const I>() != a<const I>(), bool);
  MAKES(std::hash<I>);
  static_assert(std::is_copy_constructible_v<I> &&
                std::is_copy_assignable_v<I>);
  return true;
}

template <int D> constexpr bool has_unsampled() {
  using I = s::unsampled_image<D>;
  static_assert(std::is_same_v<I, s::unsampled_image<D, allocator>>);
  static_assert(is_made<I, D, s::image_format>());
  static_assert(is_made<I, D, void *, s::image_format>());
  static_assert(is_made<I, D, std::shared_ptr<void> &, s::image_format>());
  static_assert(
      !std::is_constructible_v<I, const void *, s::image_format, s::range<D>>);
  using data = s::float4;
  using reading = const s::float4;
  RETURNS(a<I>().template get_access<data>(a<s::handler>()),
          s::unsampled_image_accessor<data, D, access_mode::read_write>);
  RETURNS(a<I>().template get_access<reading>(a<s::handler>(),
                                              a<s::property_list>()),
          s::unsampled_image_accessor<reading, D, access_mode::read,
                                      image_target::device>);
  RETURNS((a<I>()
               .template get_access<data, access_mode::write,
                                    image_target::host_task>(a<s::handler>())),
          s::unsampled_image_accessor<data, D, access_mode::write,
                                      image_target::host_task>);
  RETURNS(a<I>().template get_host_access<data>(),
          s::host_unsampled_image_accessor<data, D>);
  RETURNS(a<I>().template get_host_access<reading>(a<s::property_list>()),
          s::host_unsampled_image_accessor<reading, D>);
  RETURNS((a<I>().template get_host_access<data, access_mode::read>()),
          s::host_unsampled_image_accessor<data, D, access_mode::read>);
  RETURNS(a<I>().set_final_data(), void);
  RETURNS(a<I>().set_final_data(a<char *>()), void);
  RETURNS(a<I>().set_write_back(), void);
  RETURNS(a<I>().set_write_back(false), void);
  return true;
}
static_assert(std::is_same_v<s::unsampled_image<>, s::unsampled_image<1>>);
static_assert(has_unsampled<1>() && has_unsampled<2>() && has_unsampled<3>());

template <int D> constexpr bool has_sampled() {
  using I = s::sampled_image<D>;
  using sampler = s::image_sampler;
  static_assert(std::is_same_v<I, s::sampled_image<D, allocator>>);
  static_assert(is_made<I, D, const void *, s::image_format, sampler>());
  static_assert(
      is_made<I, D, std::shared_ptr<const void> &, s::image_format, sampler>());
  using data = s::uint4;
  RETURNS(a<I>().template get_access<data>(a<s::handler>()),
          s::sampled_image_accessor<data, D>);
  RETURNS((a<I>().template get_access<data, image_target::host_task>(
              a<s::handler>(), a<s::property_list>())),
          s::sampled_image_accessor<data, D, image_target::host_task>);
  RETURNS(a<I>().template get_host_access<data>(),
          s::host_sampled_image_accessor<data, D>);
  RETURNS(a<I>().template get_host_access<const data>(a<s::property_list>()),
          s::host_sampled_image_accessor<const data, D>);
  return true;
}
static_assert(std::is_same_v<s::sampled_image<>, s::sampled_image<1>>);
static_assert(has_sampled<1>() && has_sampled<2>() && has_sampled<3>());

namespace image_property = s::property::image;
MAKES(image_property::use_host_ptr);
MAKES(image_property::use_mutex, std::mutex &);
MAKES(image_property::context_bound, s::context);
RETURNS(a<const image_property::use_mutex>().get_mutex_ptr(), std::mutex *);
RETURNS(a<const image_property::context_bound>().get_context(), s::context);

// ---- 4.7.6.13 and 4.7.6.14: accessors

template <typename A, typename V, typename T> constexpr bool is_accessor() {
  static_assert(std::is_same_v<typename A::value_type, V>);
  static_assert(std::is_same_v<typename A::reference, V &>);
  static_assert(std::is_same_v<typename A::const_reference, const T &>);
  RETURNS(a<const A>().size(), size_t);
  static_assert(noexcept(a<const A>().size()));
  using property = s::property::no_init;
  RETURNS(a<const A>().template has_property<property>(), bool);
  RETURNS(a<const A>().template get_property<property>(), property);
  RETURNS(a<const A>() == a<const A>(), bool);
  RETURNS(a<const A>() != a<const A>(), bool);
  MAKES(std::hash<A>);
  static_assert(std::is_copy_constructible_v<A> &&
                std::is_copy_assignable_v<A>);
  return true;
}

template <typename T, int D, typename Integers, typename Reals>
constexpr bool has_accessors() {
  constexpr auto read = access_mode::read, write = access_mode::write;
  using s::handler;
  using s::property_list;
  using reader = s::unsampled_image_accessor<T, D, read>;
  using writer = s::unsampled_image_accessor<T, D, write>;
  using host = s::host_unsampled_image_accessor<T, D>;
  using host_reader = s::host_unsampled_image_accessor<const T, D>;
  using sampling = s::sampled_image_accessor<T, D>;
  using host_sampling = s::host_sampled_image_accessor<T, D>;
  static_assert(is_accessor<reader, const T, T>());
  static_assert(is_accessor<writer, T, T>());
  static_assert(is_accessor<host, T, T>());
  static_assert(is_accessor<host_reader, const T, const T>());
  static_assert(is_accessor<sampling, const T, T>());
  static_assert(is_accessor<host_sampling, const T, T>());
  using unsampled = s::unsampled_image<D> &;
  using sampled = s::sampled_image<D> &;
  MAKES(reader, unsampled, handler &);
  MAKES(writer, unsampled, handler &, const property_list &);
  MAKES(host, unsampled);
  MAKES(host_reader, unsampled, const property_list &);
  MAKES(sampling, sampled, handler &);
  MAKES(sampling, sampled, handler &, const property_list &);
  MAKES(host_sampling, sampled);
  MAKES(host_sampling, sampled, const property_list &);
  RETURNS(a<const reader>().read(a<const Integers>()), T);
  RETURNS(a<const reader>().template read<Integers>(Integers()), T);
  RETURNS(a<const host>().read(a<const Integers>()), T);
  RETURNS(a<const host_reader>().read(a<const Integers>()), const T);
  RETURNS(a<const writer>().write(a<const Integers>(), a<const T>()), void);
  RETURNS(a<const host>().write(a<const Integers>(), a<const T>()), void);
  RETURNS(a<const sampling>().read(a<const Reals>()), T);
  RETURNS(a<const sampling>().template read<Reals>(Reals()), T);
  RETURNS(a<const host_sampling>().read(a<const Reals>()), T);
  static_assert(
      noexcept(a<const reader>().read(a<const Integers>())) &&noexcept(
          a<const sampling>().read(a<const Reals>())));
  return true;
}
static_assert(has_accessors<s::int4, 1, int, float>());
static_assert(has_accessors<s::uint4, 2, s::int2, s::float2>());
static_assert(has_accessors<s::float4, 3, s::int4, s::float4>());
static_assert(has_accessors<s::half4, 1, int, float>());
} // namespace
