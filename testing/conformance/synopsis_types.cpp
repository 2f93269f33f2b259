// SYCL 2020, 4.14, 4.16, 4.17.2 and annex A: the members of vec, marray, half
// and stream, the function objects, and the information descriptors with their
// types.
#include "testing/conformance/synopsis.h"

namespace {
namespace s = sycl;
using s::marray;
using s::vec;
using std::size_t;
using access_space = s::access::address_space;

// ---- operators of vec and marray: B is what comparisons give

template <typename V, typename T, typename B>
constexpr bool has_elementwise_operators() {
  const auto checks = [](const V &c, V &m, const T &x) {
#define BINARY(OP, R)                                                          \
  RETURNS(c OP c, R);                                                          \
  RETURNS(c OP x, R);                                                          \
  RETURNS(x OP c, R);
#define ASSIGNMENT(OP)                                                         \
  RETURNS(m OP c, V &);                                                        \
  RETURNS(m OP x, V &);
    BINARY(+, V)
    BINARY(-, V)
    BINARY(*, V)
    BINARY(/, V)
    ASSIGNMENT(+=)
    ASSIGNMENT(-=)
    ASSIGNMENT(*=)
    ASSIGNMENT(/=)
    BINARY(&&, B)
    BINARY(||, B)
    BINARY(==, B)
    BINARY(!=, B)
    BINARY(<, B)
    BINARY(>, B)
    BINARY(<=, B)
    BINARY(>=, B)
    RETURNS(!c, B);
    RETURNS(+c, V);
    RETURNS(-c, V);
    RETURNS(++m, V &);
    RETURNS(--m, V &);
    RETURNS(m++, V);
    RETURNS(m--, V);
    RETURNS(m = c, V &);
    RETURNS(m = x, V &);
    if constexpr (std::is_integral_v<T>) {
      BINARY(%, V)
      BINARY(&, V)
      BINARY(|, V)
      BINARY(^, V)
      BINARY(<<, V)
      BINARY(>>, V)
      ASSIGNMENT(%=)
      ASSIGNMENT(&=)
      ASSIGNMENT(|=)
      ASSIGNMENT(^=)
      ASSIGNMENT(<<=)
      ASSIGNMENT(>>=)
      RETURNS(~c, V);
    }
#undef BINARY
#undef ASSIGNMENT
  };
  (void)checks;
  return true;
}

template <typename T, typename B> constexpr bool is_vec_element() {
  return has_elementwise_operators<vec<T, 2>, T, vec<B, 2>>() &&
         has_elementwise_operators<vec<T, 3>, T, vec<B, 3>>() &&
         has_elementwise_operators<vec<T, 16>, T, vec<B, 16>>();
}
static_assert(is_vec_element<std::int8_t, std::int8_t>());
static_assert(is_vec_element<std::uint8_t, std::int8_t>());
static_assert(is_vec_element<short, std::int16_t>());
static_assert(is_vec_element<unsigned, std::int32_t>());
static_assert(is_vec_element<long long, std::int64_t>());
static_assert(is_vec_element<s::half, std::int16_t>());
static_assert(is_vec_element<float, std::int32_t>());
static_assert(is_vec_element<double, std::int64_t>());
static_assert(
    has_elementwise_operators<marray<int, 5>, int, marray<bool, 5>>());
static_assert(
    has_elementwise_operators<marray<float, 2>, float, marray<bool, 2>>());
static_assert(
    has_elementwise_operators<marray<s::half, 3>, s::half, marray<bool, 3>>());

[[maybe_unused]] void vecs(vec<float, 4> &m, const vec<float, 4> &c,
                           const vec<int, 1> &one) {
  using v4 = vec<float, 4>;
  using v2 = vec<float, 2>;
  static_assert(std::is_same_v<v4::element_type, float>);
  static_assert(std::is_same_v<v4::value_type, float>);
  MAKES(v4);
  MAKES(v4, float);
  static_assert(!std::is_convertible_v<float, v4>);
  static_assert(std::is_convertible_v<int, vec<int, 1>>);
  MAKES(v4, float, float, float, float);
  MAKES(v4, v2, float, float);
  MAKES(v4, float, v2, float);
  MAKES(v4, v2, v2);
  MAKES(v4, v4);
  RETURNS(vec(1.0f, 2.0f), v2);
  static_assert(std::is_convertible_v<vec<int, 1>, int>);
  RETURNS(v4::byte_size(), size_t);
  RETURNS(v4::size(), size_t);
  RETURNS(c.get_size(), size_t);
  RETURNS(c.get_count(), size_t);
  static_assert(noexcept(v4::size()) &&noexcept(v4::byte_size()));
  using i4 = vec<int, 4>;
  using s8 = vec<short, 8>;
  RETURNS(c.convert<int>(), i4);
  RETURNS((c.convert<int, s::rounding_mode::rtz>()), i4);
  RETURNS(c.as<i4>(), i4);
  RETURNS(c.as<s8>(), s8);
  RETURNS(m[0], float &);
  RETURNS(c[0], const float &);
  using from = s::multi_ptr<const float, access_space::global_space,
                            s::access::decorated::yes>;
  using to =
      s::multi_ptr<float, access_space::local_space, s::access::decorated::no>;
  RETURNS(m.load(0, a<from>()), void);
  RETURNS(c.store(0, a<to>()), void);
  // Swizzles are used as the vec they stand for.
  RETURNS((v2(m.swizzle<1, 0>())), v2);
  RETURNS(v2(c.lo()), v2);
  RETURNS(v2(c.hi()), v2);
  RETURNS(v2(c.odd()), v2);
  RETURNS(v2(c.even()), v2);
  RETURNS((c.swizzle<3, 2>() + v2()), v2);
  RETURNS(v2() * c.lo(), v2);
  RETURNS(c.hi() - c.lo(), v2);
  RETURNS((c.lo() < c.hi()), vec<int, 2>);
  RETURNS(-c.lo(), v2);
  RETURNS(c.lo() * 2.0f, v2);
  static_assert(std::is_convertible_v<decltype(m.x()), float>);
  static_assert(std::is_convertible_v<decltype(c.w()), float>);
  static_assert(std::is_convertible_v<decltype(m.s3()), float>);
  static_assert(std::is_convertible_v<decltype(m.a()), float>);
  m.x() = 1.0f;
  m.lo() = v2(1);
  m.swizzle<s::elem::w, s::elem::s2>() += v2(1);
  static_assert(s::elem::y == 1 && s::elem::b == 2 && s::elem::sF == 15);
  static_assert(sizeof(vec<char, 3>) == 4 && alignof(vec<float, 4>) == 16 &&
                sizeof(vec<double, 16>) == 128);
  (void)one;
}
static_assert(std::is_same_v<s::char2, vec<std::int8_t, 2>>);
static_assert(std::is_same_v<s::uchar16, vec<std::uint8_t, 16>>);
static_assert(std::is_same_v<s::short3, vec<std::int16_t, 3>>);
static_assert(std::is_same_v<s::ulong8, vec<std::uint64_t, 8>>);
static_assert(std::is_same_v<s::half4, vec<s::half, 4>>);
static_assert(std::is_same_v<s::double2, vec<double, 2>>);

[[maybe_unused]] void marrays(marray<int, 3> &m, const marray<int, 3> &c) {
  using m3 = marray<int, 3>;
  static_assert(std::is_same_v<m3::value_type, int>);
  static_assert(std::is_same_v<m3::reference, int &>);
  static_assert(std::is_same_v<m3::const_reference, const int &>);
  static_assert(std::is_same_v<m3::iterator, int *>);
  static_assert(std::is_same_v<m3::const_iterator, const int *>);
  MAKES(m3);
  MAKES(m3, int);
  MAKES(m3, int, int, int);
  MAKES(m3, marray<int, 2>, int);
  static_assert(!std::is_convertible_v<int, m3>);
  RETURNS(m3::size(), size_t);
  static_assert(m3::size() == 3);
  RETURNS(m[0], int &);
  RETURNS(c[0], const int &);
  RETURNS(m.begin(), int *);
  RETURNS(c.end(), const int *);
  static_assert(std::is_convertible_v<marray<int, 1>, int>);
  static_assert(std::is_same_v<s::mfloat3, marray<float, 3>>);
  static_assert(std::is_same_v<s::mbool16, marray<bool, 16>>);
  static_assert(std::is_same_v<s::mulong2, marray<std::uint64_t, 2>>);
  RETURNS(marray(1, 2, 3), m3);
}

[[maybe_unused]] void halves(s::half h) {
  static_assert(sizeof(s::half) == 2);
  static_assert(std::is_convertible_v<float, s::half>);
  static_assert(std::is_convertible_v<s::half, float>);
  RETURNS(h + h, s::half);
  RETURNS(h += 1, s::half &);
  RETURNS(-h, s::half);
  RETURNS(h < h, bool);
  RETURNS(std::numeric_limits<s::half>::max(), s::half);
}

// ---- 4.16: stream

[[maybe_unused]] void streams(const s::stream &o) {
  MAKES(s::stream, size_t, size_t, s::handler &);
  MAKES(s::stream, size_t, size_t, s::handler &, s::property_list);
  RETURNS(o.size(), size_t);
  RETURNS(o.get_size(), size_t);
  RETURNS(o.get_work_item_buffer_size(), size_t);
  RETURNS(o.get_max_statement_size(), size_t);
  RETURNS((o << 1 << "x" << 'c' << true << 1.0f << vec<int, 2>() << s::id(1)
             << s::range(1, 2) << s::endl
             << s::hex << s::setprecision(2) << s::setw(3) << s::flush
             << s::hexfloat << a<s::item<1>>() << a<s::nd_item<2>>()
             << a<s::nd_range<3>>() << a<s::group<1>>() << marray<int, 2>()
             << s::half() << a<int *>()),
          const s::stream &);
}

// ---- 4.17.2: function objects

template <template <typename> class Op, typename T>
constexpr bool is_operation() {
  RETURNS(a<const Op<T>>()(a<T>(), a<T>()), T);
  RETURNS(a<const Op<void>>()(a<T>(), a<T>()), T);
  return true;
}
static_assert(is_operation<s::plus, float>());
static_assert(is_operation<s::multiplies, float>());
static_assert(is_operation<s::bit_and, int>());
static_assert(is_operation<s::bit_or, int>());
static_assert(is_operation<s::bit_xor, int>());
static_assert(is_operation<s::logical_and, bool>());
static_assert(is_operation<s::logical_or, bool>());
static_assert(is_operation<s::minimum, float>());
static_assert(is_operation<s::maximum, float>());
static_assert(s::known_identity_v<s::plus<>, int> == 0);
static_assert(s::known_identity<s::multiplies<float>, float>::value == 1.0f);
static_assert(s::has_known_identity_v<s::bit_and<>, unsigned>);
static_assert(!s::has_known_identity<void (*)(), int>::value);

RETURNS(s::bit_cast<int>(1.0f), int);

// ---- annex A: information descriptors

namespace info = s::info;
#define IS(CLASS, NAME, ...)                                                   \
  static_assert(                                                               \
      std::is_same_v<                                                          \
          decltype(a<const s::CLASS>().get_info<info::CLASS::NAME>()),         \
          __VA_ARGS__> &&                                                      \
          std::is_same_v<info::CLASS::NAME::return_type, __VA_ARGS__>,         \
      #NAME)
using orders = std::vector<s::memory_order>;
using scopes = std::vector<s::memory_scope>;
using strings = std::vector<std::string>;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
IS(platform, profile, std::string);
IS(platform, version, std::string);
IS(platform, name, std::string);
IS(platform, vendor, std::string);
IS(platform, extensions, strings);
IS(context, platform, s::platform);
IS(context, devices, std::vector<s::device>);
IS(context, atomic_memory_order_capabilities, orders);
IS(context, atomic_fence_order_capabilities, orders);
IS(context, atomic_memory_scope_capabilities, scopes);
IS(context, atomic_fence_scope_capabilities, scopes);
IS(device, device_type, info::device_type);
IS(device, vendor_id, u32);
IS(device, max_compute_units, u32);
IS(device, max_work_item_dimensions, u32);
IS(device, max_work_item_sizes<1>, s::range<1>);
IS(device, max_work_item_sizes<>, s::range<3>);
IS(device, max_work_group_size, size_t);
IS(device, max_num_sub_groups, u32);
IS(device, sub_group_independent_forward_progress, bool);
IS(device, sub_group_sizes, std::vector<size_t>);
IS(device, preferred_vector_width_char, u32);
IS(device, preferred_vector_width_long_long, u32);
IS(device, preferred_vector_width_half, u32);
IS(device, native_vector_width_short, u32);
IS(device, native_vector_width_long_long, u32);
IS(device, native_vector_width_double, u32);
IS(device, max_clock_frequency, u32);
IS(device, address_bits, u32);
IS(device, max_mem_alloc_size, u64);
IS(device, image_support, bool);
IS(device, max_read_image_args, u32);
IS(device, max_write_image_args, u32);
IS(device, image2d_max_height, size_t);
IS(device, image2d_max_width, size_t);
IS(device, image3d_max_height, size_t);
IS(device, image3d_max_width, size_t);
IS(device, image3d_max_depth, size_t);
IS(device, image_max_buffer_size, size_t);
IS(device, max_samplers, u32);
IS(device, max_parameter_size, size_t);
IS(device, mem_base_addr_align, u32);
IS(device, half_fp_config, std::vector<info::fp_config>);
IS(device, single_fp_config, std::vector<info::fp_config>);
IS(device, double_fp_config, std::vector<info::fp_config>);
IS(device, global_mem_cache_type, info::global_mem_cache_type);
IS(device, global_mem_cache_line_size, u32);
IS(device, global_mem_cache_size, u64);
IS(device, global_mem_size, u64);
IS(device, max_constant_buffer_size, u64);
IS(device, max_constant_args, u32);
IS(device, local_mem_type, info::local_mem_type);
IS(device, local_mem_size, u64);
IS(device, error_correction_support, bool);
IS(device, host_unified_memory, bool);
IS(device, atomic_memory_order_capabilities, orders);
IS(device, atomic_fence_order_capabilities, orders);
IS(device, atomic_memory_scope_capabilities, scopes);
IS(device, atomic_fence_scope_capabilities, scopes);
IS(device, profiling_timer_resolution, size_t);
IS(device, is_endian_little, bool);
IS(device, is_available, bool);
IS(device, is_compiler_available, bool);
IS(device, is_linker_available, bool);
IS(device, execution_capabilities, std::vector<info::execution_capability>);
IS(device, queue_profiling, bool);
IS(device, built_in_kernel_ids, std::vector<s::kernel_id>);
IS(device, built_in_kernels, strings);
IS(device, platform, s::platform);
IS(device, name, std::string);
IS(device, vendor, std::string);
IS(device, driver_version, std::string);
IS(device, profile, std::string);
IS(device, version, std::string);
IS(device, backend_version, std::string);
IS(device, aspects, std::vector<s::aspect>);
IS(device, extensions, strings);
IS(device, printf_buffer_size, size_t);
IS(device, preferred_interop_user_sync, bool);
IS(device, parent_device, s::device);
IS(device, partition_max_sub_devices, u32);
IS(device, partition_properties, std::vector<info::partition_property>);
IS(device, partition_affinity_domains,
   std::vector<info::partition_affinity_domain>);
IS(device, partition_type_property, info::partition_property);
IS(device, partition_type_affinity_domain, info::partition_affinity_domain);
IS(queue, context, s::context);
IS(queue, device, s::device);
IS(queue, reference_count, u32);
IS(event, command_execution_status, info::event_command_status);
IS(event, reference_count, u32);
IS(kernel, num_args, u32);
IS(kernel, attributes, std::string);
#undef IS
#define IS(NAME, ...)                                                          \
  RETURNS(a<const s::kernel>().get_info<info::kernel_device_specific::NAME>(   \
              a<const s::device>()),                                           \
          __VA_ARGS__)
IS(global_work_size, s::range<3>);
IS(work_group_size, size_t);
IS(compile_work_group_size, s::range<3>);
IS(preferred_work_group_size_multiple, size_t);
IS(private_mem_size, size_t);
IS(max_num_sub_groups, u32);
IS(compile_num_sub_groups, u32);
IS(max_sub_group_size, u32);
IS(compile_sub_group_size, u32);
#undef IS
} // namespace
