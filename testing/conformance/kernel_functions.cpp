// Extensions that are functions for kernels: sycl_ext_oneapi_address_cast,
// sycl_ext_oneapi_dot_accumulate, sycl_ext_oneapi_native_math and
// sycl_ext_oneapi_prefetch.
#include "testing/conformance/check.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("kernel_functions");

namespace {
namespace oneapi = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;
using space = sycl::access::address_space;
using sycl::access::decorated;

#if SYCL_EXT_ONEAPI_ADDRESS_CAST != 1 ||                                       \
    SYCL_EXT_ONEAPI_DOT_ACCUMULATE != 1 || SYCL_EXT_ONEAPI_NATIVE_MATH != 1 || \
    SYCL_EXT_ONEAPI_PREFETCH != 1
#error "a feature-test macro is missing"
#endif

/// Runs f(item) in 32 work-items of two groups; f says whether all was right.
template <typename F> void all_right(sycl::queue &q, F f) {
  bool *right = sycl::malloc_shared<bool>(32, q);
  for (int i = 0; i < 32; ++i)
    right[i] = false;
  q.parallel_for(sycl::nd_range<1>(32, 16), [=](sycl::nd_item<1> i) {
     right[i.get_global_id(0)] = f(i);
   }).wait();
  bool all = true;
  for (int i = 0; i < 32; ++i)
    all &= right[i];
  CHECK(all);
  sycl::free(right, q);
}
} // namespace

SECTION(address_casts) {
  int *memory = sycl::malloc_shared<int>(32, q);
  all_right(q, [=](sycl::nd_item<1> i) {
    int *const global = memory + i.get_global_id(0);
    const auto cast =
        ex::static_address_cast<space::global_space, decorated::yes>(global);
    static_assert(
        std::is_same_v<
            decltype(cast),
            const sycl::multi_ptr<int, space::global_space, decorated::yes>>);
    *cast = 7;
    const auto checked =
        ex::dynamic_address_cast<space::global_space, decorated::no>(
            static_cast<const int *>(global));
    static_assert(
        std::is_same_v<decltype(checked),
                       const sycl::multi_ptr<const int, space::global_space,
                                             decorated::no>>);
    return *checked == 7 &&
           ex::dynamic_address_cast<space::local_space, decorated::yes>(
               global) == nullptr &&
           ex::dynamic_address_cast<space::generic_space, decorated::no>(global)
                   .get() == global;
  });
  sycl::free(memory, q);
}

SECTION(dot_products) {
  const auto right = [] {
    using sycl::vec;
    using s = std::int8_t;
    using u = std::uint8_t;
    using s4 = vec<s, 4>;
    using u4 = vec<u, 4>;
    const s4 a(-128, 127, -1, 5), b(-128, -128, 100, -7);
    const u4 c(255, 255, 1, 0), d(255, 128, 3, 200);
    const std::int32_t pa = std::int32_t(0x05ff7f80u),
                       pb = std::int32_t(0xf9648080u);
    const std::uint32_t pc = 0x0001ffffu, pd = 0xc80380ffu;
    bool all = oneapi::dot_acc(a, b, 10) == 16384 - 16256 - 100 - 35 + 10 &&
               oneapi::dot_acc(a, c, -3) == -32640 + 32385 - 1 - 3 &&
               oneapi::dot_acc(c, a, 0) == -32640 + 32385 - 1 &&
               oneapi::dot_acc(c, d, 1) == 65025 + 32640 + 3 + 1;
    all &= oneapi::dot_acc_4x8packed(pa, pb, 10) == oneapi::dot_acc(a, b, 10) &&
           oneapi::dot_acc_4x8packed(pa, pc, -3) == oneapi::dot_acc(a, c, -3) &&
           oneapi::dot_acc_4x8packed(pc, pa, 0) == oneapi::dot_acc(c, a, 0) &&
           oneapi::doc_acc_4x8packed(pc, pd, 1) == oneapi::dot_acc(c, d, 1) &&
           oneapi::dot_acc(pa, pb, 10) == oneapi::dot_acc(a, b, 10);
    // Out of range: the low bits.
    return all && oneapi::dot_acc(c, d, 2147483647) ==
                      std::int32_t(2147483647u + 97668u);
  };
  CHECK(right());
  all_right(q, [=](sycl::nd_item<1>) { return right(); });
}

SECTION(native_functions) {
  const auto near = [](float x, float exact, float tolerance) {
    return sycl::fabs(x - exact) <= tolerance;
  };
  all_right(q, [=](sycl::nd_item<1> i) {
    const float x = float(int(i.get_global_id(0)) - 16) / 4;
    bool all = near(ex::native::tanh(x), sycl::tanh(x), 1e-3f) &&
               near(ex::native::exp2(x), sycl::exp2(x), 1e-2f);
    const auto v = ex::native::tanh(sycl::float3(x, 0, -x));
    static_assert(std::is_same_v<decltype(v), const sycl::float3>);
    all &= near(v[2], sycl::tanh(-x), 1e-3f) && v[1] == 0;
    return all && near(ex::native::tanh(sycl::marray<float, 5>(x))[4],
                       sycl::tanh(x), 1e-3f);
  });
}
SECTION(native_functions_of_half) {
  NEED(fp16);
  all_right(q, [=](sycl::nd_item<1> i) {
    const sycl::half x = sycl::half(float(int(i.get_global_id(0)) - 16) / 4);
    const sycl::half tanh = ex::native::tanh(x), power = ex::native::exp2(x);
    const sycl::half4 v = ex::native::exp2(sycl::half4(x));
    return sycl::fabs(float(tanh) - sycl::tanh(float(x))) < 1e-2f &&
           sycl::fabs(float(power) / sycl::exp2(float(x)) - 1) < 1e-2f &&
           float(v[3]) == float(power);
  });
}

// Hints change nothing; what counts is that all arguments are accepted.
SECTION(prefetches) {
  float *data = sycl::malloc_shared<float>(64, q);
  for (int i = 0; i < 64; ++i)
    data[i] = float(i);
  all_right(q, [=](sycl::nd_item<1> i) {
    const float *const p = data + i.get_global_id(0);
    ex::prefetch(p);
    ex::prefetch(data, ex::properties{ex::prefetch_hint_L1});
    ex::prefetch(p, 8, ex::properties{ex::prefetch_hint_L3});
    ex::prefetch(static_cast<void *>(data));
    ex::prefetch(static_cast<void *>(data), 32,
                 ex::properties{
                     ex::prefetch_hint<ex::cache_level::L2, ex::nontemporal>});
    const auto m =
        sycl::address_space_cast<space::global_space, decorated::yes>(data);
    ex::prefetch(m, ex::properties{ex::prefetch_hint_L4_nt});
    ex::prefetch(m, 2);
    const auto g = i.get_group();
    const auto s = i.get_sub_group();
    ex::joint_prefetch(g, data, 64);
    ex::joint_prefetch(s, p - s.get_local_linear_id(),
                       ex::properties{ex::prefetch_hint_L2});
    ex::joint_prefetch(g, m);
    ex::joint_prefetch(s, m, 4, ex::properties{ex::prefetch_hint_L1_nt});
    return *p == float(i.get_global_id(0));
  });
  sycl::buffer<float, 2> buffer({4, 8});
  q.submit([&](sycl::handler &h) {
    const sycl::accessor all(buffer, h, sycl::read_write);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
      ex::prefetch(all, sycl::id<2>(1, 2));
      ex::prefetch(all, sycl::id<2>(1, 2), 4,
                   ex::properties{ex::prefetch_hint_L1});
      ex::joint_prefetch(i.get_group(), all, sycl::id<2>(0, 0), 8);
      ex::joint_prefetch(i.get_group(), all, sycl::id<2>(0, 0),
                         ex::properties{ex::prefetch_hint_L2});
      all[i.get_global_id(0)][0] = 5;
    });
  });
  CHECK(sycl::host_accessor(buffer)[3][0] == 5);
  // In one dimension an index is a number.
  sycl::buffer<float, 1> row(8);
  q.submit([&](sycl::handler &h) {
    const sycl::accessor all(row, h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> i) {
      ex::prefetch(all, 3);
      ex::prefetch(all, 3, 4, ex::properties{ex::prefetch_hint_L1});
      ex::joint_prefetch(i.get_group(), all, 0);
      ex::joint_prefetch(i.get_group(), all, 0, 8);
      all[i.get_global_id(0)] = 6;
    });
  });
  CHECK(sycl::host_accessor(row)[3] == 6);
  sycl::free(data, q);
}
