// SYCL 2020, 4.3, 4.5 and chapter 5: the header, its macros, traits,
// properties, and types taken from the standard library.
#include "testing/conformance/check.h"
#include <CL/sycl.hpp>

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>

CONFORMANCE_CHAPTER("traits");

#ifndef SYCL_LANGUAGE_VERSION
#error "5.6.1"
#endif
#ifndef SYCL_FEATURE_SET_FULL
#error "no feature set"
#endif
#ifndef SYCL_EXTERNAL
#error "5.10.1"
#endif
#ifndef SYCL_DEVICE_COPYABLE
#error "5.6.2"
#endif
#ifdef __SYCL_DEVICE_ONLY__
#endif
#ifndef SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE
#error "an extension without its macro"
#endif

namespace {
template <typename T>
constexpr bool is_reference_class =
    std::is_copy_constructible_v<T> && std::is_move_constructible_v<T> &&
    std::is_copy_assignable_v<T> && std::is_move_assignable_v<T> &&
    std::is_destructible_v<T>;
struct not_copyable {
  std::string s;
};
} // namespace

SECTION(macros) {
  CHECK(SYCL_LANGUAGE_VERSION >= 202001L);
  CHECK(SYCL_FEATURE_SET_FULL == 1);
}

SECTION(old_header) {
  static_assert(std::is_same_v<cl::sycl::queue, sycl::queue>);
}

SECTION(common_reference_classes) {
  CHECK(is_reference_class<sycl::platform>);
  CHECK(is_reference_class<sycl::device>);
  CHECK(is_reference_class<sycl::context>);
  CHECK(is_reference_class<sycl::queue>);
  CHECK(is_reference_class<sycl::event>);
  CHECK(is_reference_class<sycl::kernel_id>);
  CHECK(is_reference_class<sycl::kernel>);
  CHECK((is_reference_class<sycl::buffer<int>>));
  CHECK((is_reference_class<sycl::accessor<int>>));
  CHECK((is_reference_class<sycl::host_accessor<int>>));
  CHECK((is_reference_class<sycl::local_accessor<int>>));
  CHECK((
      is_reference_class<sycl::kernel_bundle<sycl::bundle_state::input>>));
  CHECK((
      is_reference_class<sycl::device_image<sycl::bundle_state::executable>>));
}

SECTION(by_value_classes) {
  CHECK(std::is_trivially_copyable_v<sycl::range<3>>);
  CHECK(std::is_trivially_copyable_v<sycl::id<2>>);
  CHECK(std::is_trivially_copyable_v<sycl::nd_range<2>>);
  CHECK(std::is_trivially_copyable_v<sycl::item<2>>);
  CHECK(std::is_trivially_copyable_v<sycl::nd_item<2>>);
  CHECK(std::is_trivially_copyable_v<sycl::group<2>>);
  CHECK(std::is_trivially_copyable_v<sycl::sub_group>);
  CHECK(!std::is_default_constructible_v<sycl::nd_item<1>>);
  CHECK(!std::is_default_constructible_v<sycl::item<1>>);
  CHECK(!std::is_default_constructible_v<sycl::group<1>>);
  CHECK(!std::is_default_constructible_v<sycl::sub_group>);
}

SECTION(device_copyable) {
  using sycl::is_device_copyable_v;
  CHECK(is_device_copyable_v<int> && is_device_copyable_v<const int>);
  CHECK((is_device_copyable_v<std::pair<int, float>>));
  CHECK((is_device_copyable_v<std::tuple<int, char>>));
  CHECK((is_device_copyable_v<std::tuple<>>));
  CHECK((is_device_copyable_v<std::array<int, 3>>));
  CHECK(is_device_copyable_v<std::optional<int>>);
  CHECK((is_device_copyable_v<std::variant<int, float>>));
  CHECK((is_device_copyable_v<sycl::span<int>>));
  CHECK(is_device_copyable_v<int[3]>);
  CHECK(!is_device_copyable_v<not_copyable>);
  CHECK((!is_device_copyable_v<std::tuple<int, not_copyable>>));
}

// 3.13.1: what is trivially copyable is device copyable, also with const members,
// which a copy takes along and an assignment would not.
SECTION(device_copyable_with_const_members) {
  struct with_range {
    const sycl::range<1> r;
    const int n;
    const sycl::float4 v;
    with_range() : r(3), n(2), v(1.5f) {}
  };
  struct not_copied {
    const sycl::range<1> r{1};
    not_copied(const not_copied &other) : r(other.r) {}
  };
  static_assert(sycl::is_device_copyable_v<with_range>);
  static_assert(sycl::is_device_copyable_v<const with_range>);
  static_assert(sycl::is_device_copyable_v<const sycl::nd_range<2>>);
  static_assert(!sycl::is_device_copyable_v<not_copied>);
  const with_range c;
  float *x = sycl::malloc_shared<float>(1, q);
  q.single_task([=] { *x = float(c.r[0] + std::size_t(c.n)) + c.v.w(); }).wait();
  CHECK(*x == 6.5f);
  sycl::free(x, q);
}

// Annex C: names of scalar types, and 4.14.1: sycl::byte.
SECTION(scalar_types) {
  namespace cl = sycl::opencl;
  static_assert(sizeof(cl::cl_char) == 1 && std::is_signed_v<cl::cl_char>);
  static_assert(sizeof(cl::cl_uchar) == 1 && std::is_unsigned_v<cl::cl_uchar>);
  static_assert(sizeof(cl::cl_short) == 2 && std::is_signed_v<cl::cl_short>);
  static_assert(sizeof(cl::cl_ushort) == 2 && std::is_unsigned_v<cl::cl_ushort>);
  static_assert(sizeof(cl::cl_int) == 4 && std::is_signed_v<cl::cl_int>);
  static_assert(sizeof(cl::cl_uint) == 4 && std::is_unsigned_v<cl::cl_uint>);
  static_assert(sizeof(cl::cl_long) == 8 && std::is_signed_v<cl::cl_long>);
  static_assert(sizeof(cl::cl_ulong) == 8 && std::is_unsigned_v<cl::cl_ulong>);
  static_assert(std::is_same_v<cl::cl_bool, bool> &&
                std::is_same_v<cl::cl_float, float> &&
                std::is_same_v<cl::cl_double, double> &&
                std::is_same_v<cl::cl_half, sycl::half>);
  static_assert(std::is_same_v<sycl::byte, std::uint8_t>);
  static_assert(sycl::target::image != sycl::target::host_image &&
                sycl::target::image_array != sycl::target::device);
}

SECTION(properties) {
  namespace p = sycl::property;
  CHECK(sycl::is_property_v<p::queue::in_order>);
  CHECK(sycl::is_property_v<p::queue::enable_profiling>);
  CHECK(sycl::is_property_v<p::buffer::use_host_ptr>);
  CHECK(sycl::is_property_v<p::buffer::use_mutex>);
  CHECK(sycl::is_property_v<p::buffer::context_bound>);
  CHECK(sycl::is_property_v<p::reduction::initialize_to_identity>);
  CHECK(sycl::is_property_v<p::no_init> && !sycl::is_property_v<int>);
  CHECK((sycl::is_property_of_v<p::queue::in_order, sycl::queue>));
  CHECK((!sycl::is_property_of_v<p::queue::in_order, sycl::buffer<int>>));
  CHECK((sycl::is_property_of_v<p::buffer::use_mutex, sycl::buffer<int, 2>>));
  CHECK((sycl::is_property_of_v<p::no_init, sycl::accessor<int>>));
  CHECK((!sycl::is_property_of_v<p::no_init, sycl::queue>));
  const sycl::property_list list{p::queue::in_order(), sycl::no_init};
  CHECK(list.has_property<p::queue::in_order>());
  CHECK(!list.has_property<p::queue::enable_profiling>());
  CHECK_THROWS(invalid, list.get_property<p::queue::enable_profiling>());
  CHECK(!sycl::property_list().has_property<p::no_init>());
}

SECTION(span) {
  int x[4] = {1, 2, 3, 4};
  const sycl::span<int> s(x);
  const sycl::span<int, 4> fixed(x);
  CHECK(s.size() == 4 && fixed.size() == 4 && s.data() == x);
  CHECK(s[2] == 3 && s.front() == 1 && s.back() == 4 && !s.empty());
  CHECK(s.first(2).size() == 2 && s.last(1)[0] == 4);
  CHECK(s.subspan(1, 2)[1] == 3 && s.size_bytes() == 16);
  CHECK(sycl::span<int, 4>::extent == 4);
  CHECK(sycl::span<int>::extent == sycl::dynamic_extent);
  const sycl::span<const int> constant(s);
  std::vector<int> v{5, 6};
  const sycl::span of_vector(v);
  CHECK(constant[0] == 1 && of_vector[1] == 6);
  int sum = 0;
  for (int i : s)
    sum += i;
  for (auto i = s.rbegin(); i != s.rend(); ++i)
    sum = 2 * sum + *i;
  CHECK(sum == 160 + 4 * 8 + 3 * 4 + 2 * 2 + 1);
  CHECK(fixed.first<2>().size() == 2 && fixed.last<1>()[0] == 4);
  CHECK((fixed.subspan<1, 2>()[0]) == 2);
  // The size of an array is part of the type.
  std::array<int, 3> array{7, 8, 9};
  const std::array<int, 3> constants{1, 2, 3};
  CHECK((std::is_same_v<decltype(sycl::span(array)), sycl::span<int, 3>>));
  CHECK((std::is_same_v<decltype(sycl::span(constants)),
                        sycl::span<const int, 3>>));
  CHECK((!std::is_constructible_v<sycl::span<int, 4>, std::array<int, 3> &>));
  CHECK(
      (!std::is_constructible_v<sycl::span<int>, const std::array<int, 3> &>));
  CHECK((sycl::span<const int, 3>(array)[2] == 9));
  const sycl::span<int, 4> again(s);
  CHECK(again.data() == x);
  // An argument that is a container.
  const auto size_of = [](sycl::span<const int> of) { return of.size(); };
  CHECK(size_of(std::vector<int>{1, 2}) == 2 && size_of(v) == 2 &&
        size_of(array) == 3);
  CHECK((!std::is_constructible_v<sycl::span<int>, std::vector<int>>));
  const auto bytes = sycl::as_bytes(fixed);
  CHECK(decltype(bytes)::extent == 16 && sycl::as_bytes(s).size() == 16);
  sycl::as_writable_bytes(sycl::span(array))[0] = std::byte(6);
  CHECK((array[0] & 0xff) == 6 || (array[0] >> 24) == 6);
}

SECTION(backends) {
  const sycl::backend b = q.get_backend();
  CHECK(b == q.get_device().get_backend());
  CHECK(sycl::backend::opencl != sycl::backend::ext_oneapi_cuda);
}

SECTION(aspects_at_compile_time) {
  constexpr auto cpu = sycl::aspect::cpu;
  CHECK(!q.get_device().has(cpu) || sycl::any_device_has_v<cpu>);
  CHECK(q.get_device().has(cpu) || !sycl::all_devices_have_v<cpu>);
}
