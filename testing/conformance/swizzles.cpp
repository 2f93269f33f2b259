// SYCL 2020, 4.14.2.1 to 4.14.2.6: what vec of one element, scalars beside
// vecs, swizzles of one element and element types that are no numbers do.
#define SYCL_SIMPLE_SWIZZLES
#include "testing/conformance/both.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

CONFORMANCE_CHAPTER("vectors");

using conformance::both;
using conformance::is;

namespace {
template <typename S, typename T>
using assigned = decltype(std::declval<S>() = std::declval<const T &>());
template <typename S, typename T, typename = void>
inline constexpr bool can_assign = false;
template <typename S, typename T>
inline constexpr bool can_assign<S, T, std::void_t<assigned<S, T>>> = true;

/// Converts to a number, and is none.
struct convertible {
  constexpr operator float() const { return 2.0f; }
};
} // namespace

// "vec can be implicitly converted to an instance of the data type when the
// number of elements is 1", and explicitly to what that can be cast to.
SECTION(one_element) {
  using f1 = sycl::vec<float, 1>;
  using i1 = sycl::vec<int, 1>;
  static_assert(std::is_convertible_v<f1, float>);
  static_assert(std::is_convertible_v<f1, double>);
  static_assert(std::is_convertible_v<float, f1>);
  static_assert(std::is_constructible_v<bool, i1>);
  static_assert(std::is_constructible_v<std::byte, i1>);
  static_assert(std::is_same_v<decltype(f1() + 1.0), f1>);
  static_assert(std::is_same_v<decltype(1 == i1()), i1>);
  both(q, 10, [](bool *ok) {
    const double two_and_a_half = 2.5;
    const f1 f{two_and_a_half};
    ok[0] = float(f) == 2.5f && static_cast<int>(f) == 2;
    const double d = f;
    ok[1] = d == 2.5;
    ok[2] = is(f + 1.5, 4.0f) && is(1.0 - f, -1.5f) && is(f * f, 6.25f);
    ok[3] = is(f < 3, -1) && is(2.5 == f, -1) && is(f != 2.5f, 0);
    i1 i = 7;
    ok[4] = is(i / 2L, 3) && is(i << 1u, 14) && is(std::int8_t(1) | i, 7);
    i += 2.9;
    ok[5] = is(i, 9) && is(i++, 9) && is(-i, -10) && is(~i, ~10);
    int table[11] = {};
    table[i] = 5;
    ok[6] = table[10] == 5 && (i ? true : false) && (i && 1)[0] == -1;
    i = 3.75;
    ok[7] = is(i, 3);
    f1 other = f;
    other = {};
    ok[8] = is(other, 0);
    const i1 from_other(f);
    ok[9] = is(from_other, 2) && static_cast<double>(from_other) == 2.0;
  });
}

// "T is implicitly convertible to DataT": the scalar may have any such type.
SECTION(scalar_operands) {
  both(q, 12, [](bool *ok) {
    sycl::float4 f(1, 2, 3, 4);
    ok[0] = is(f * 2, 2, 4, 6, 8) && is(2L + f, 3, 4, 5, 6);
    ok[1] = is(f + convertible(), 3, 4, 5, 6);
    ok[2] = is(convertible() - f, 1, 0, -1, -2);
    f -= convertible();
    ok[3] = is(f, -1, 0, 1, 2);
    f = convertible();
    ok[4] = is(f, 2, 2, 2, 2) && is(f == convertible(), -1, -1, -1, -1);
    f = 3;
    ok[5] = is(f, 3, 3, 3, 3);
    f = {};
    ok[6] = is(f, 0, 0, 0, 0);
    f = {1, 2, 3, 4};
    ok[7] = is(f, 1, 2, 3, 4);
    const sycl::vec<float, 1> one = 10;
    ok[8] = is(f + one, 11, 12, 13, 14) && is(one * f, 10, 20, 30, 40);
    f += one;
    ok[9] = is(f, 11, 12, 13, 14);
    const double three = 3;
    ok[10] = is(sycl::int4{three}, 3, 3, 3, 3);
    // The scalar becomes an element first: 1.75 is 1.
    ok[11] =
        is(sycl::int2(4, 8) * 1.75, 4, 8) && is(1.75 < sycl::int2(1, 2), 0, -1);
  });
}

// "swizzle … returns an instance of __writeable_swizzle__", also for one index.
SECTION(swizzles_of_one_element) {
  both(q, 16, [](bool *ok) {
    sycl::int4 v(1, 2, 3, 4);
    ok[0] = v.swizzle<1>().size() == 1 && v.swizzle<1>()[0] == 2;
    ok[1] = v.swizzle<sycl::elem::s2>().x() == 3;
    const int read = v.swizzle<3>();
    ok[2] = read == 4 && static_cast<double>(v.swizzle<3>()) == 4.0;
    v.swizzle<0>() = 10;
    v.swizzle<1>() = sycl::vec<int, 1>(20);
    v.swizzle<2>() = v.swizzle<0>();
    ok[3] = is(v, 10, 20, 10, 4);
    sycl::vec<int, 1> one = v.swizzle<1>();
    const sycl::vec<int, 1> direct(v.swizzle<1>());
    ok[4] = is(one, 20) && is(direct, 20);
    ok[5] = is(v.swizzle<0>() + 1, 11) && is(1.0 + v.swizzle<0>(), 11);
    ok[6] = is(v.swizzle<0>() + v.swizzle<1>(), 30) &&
            is(one - v.swizzle<0>(), 10) && is(v.swizzle<0>() - one, -10);
    ok[7] = is(v + v.swizzle<3>(), 14, 24, 14, 8) &&
            is(v.swizzle<3>() * v, 40, 80, 40, 16);
    ok[8] =
        is(v.swizzle<3>() == 4, -1) && is(v.swizzle<3>() < v.swizzle<0>(), -1);
    ++v.swizzle<3>();
    v.swizzle<3>() <<= 1;
    ok[9] = v.w() == 10 && is(v.swizzle<3>()--, 10) && v.w() == 9;
    ok[10] = v.lo().lo().size() == 1 && v.lo().hi()[0] == 20;
    v.lo().lo() = 5;
    v.odd().hi() += 1;
    ok[11] = is(v, 5, 20, 10, 10);
    sycl::vec<int, 2> two(1, 2);
    two.hi() = two.lo();
    v.swizzle<3, 2, 1, 0>() = v; // the order that it had before
    v.swizzle<3, 2, 1, 0>() = v.swizzle<0, 1, 2, 3>();
    ok[12] = is(two, 1, 1) && is(two.odd().convert<float>(), 1.0f);
    ok[13] = v.swizzle<0, 1>().swizzle<1>()[0] == 20;
    ok[14] = is(sycl::max(v.swizzle<0>(), v.swizzle<1>()), 20) &&
             is(sycl::abs(-v.swizzle<0>()), 5);
    ok[15] =
        is(v.convert<float>().swizzle<1>().as<sycl::vec<int, 1>>(), 0x41a00000);
  });
}

// Swizzles with swizzles, vecs and scalars; what is const or repeats elements
// cannot be written.
SECTION(swizzle_operators) {
  using v4 = sycl::int4;
  using v2 = sycl::int2;
  using xy = decltype(std::declval<v4 &>().xy());
  using xx = decltype(std::declval<v4 &>().xx());
  using const_xy = decltype(std::declval<const v4 &>().xy());
  static_assert(can_assign<xy, v2> && can_assign<xy, int>);
  static_assert(can_assign<xy, const_xy> && can_assign<xy, xx>);
  static_assert(!can_assign<xx, v2> && !can_assign<xx, int>);
  static_assert(!can_assign<const_xy, v2> && !can_assign<const_xy, xx>);
  static_assert(!std::is_copy_constructible_v<xy>);
  static_assert(!std::is_default_constructible_v<xy>);
  static_assert(std::is_same_v<decltype(std::declval<xy>().x()), int &>);
  static_assert(
      std::is_same_v<decltype(std::declval<const_xy>()[0]), const int &>);
  static_assert(std::is_same_v<xy::value_type, int> && xy::size() == 2 &&
                xy::byte_size() == 8);
  both(q, 14, [](bool *ok) {
    sycl::int4 v(1, 2, 3, 4);
    const sycl::int4 c(10, 20, 30, 40);
    ok[0] = is(v.xy() + c.zw(), 31, 42) && is(c.xy() - v.xy(), 9, 18);
    ok[1] = is(v.xy() * v2(5, 6), 5, 12) && is(v2(5, 6) % v.zw(), 2, 2);
    ok[2] = is(v.wzyx() & 1, 0, 1, 0, 1) && is(8 | v.xy(), 9, 10);
    ok[3] = is(v.xx() == v.xy(), -1, 0) && is(v.xy() < 2, -1, 0) &&
            is(3 >= v.zw(), -1, 0) && is(v.xy() && c.xy(), -1, -1);
    ok[4] = is(-v.yx(), -2, -1) && is(~c.xx(), ~10, ~10) && is(!v.xy(), 0, 0);
    v.xy() = c.yx();
    ok[5] = is(v, 20, 10, 3, 4);
    v.xy() += v.zw();
    v.zw() *= c.xx();
    ok[6] = is(v, 23, 14, 30, 40);
    v.yx() -= v2(4, 3);
    v.xy() /= 2;
    ok[7] = is(v, 10, 5, 30, 40);
    // All of the right side is read before the left one is written.
    v.xyzw() = v.wzyx();
    ok[8] = is(v, 40, 30, 5, 10);
    v.swizzle<3, 0>() = 1;
    ok[9] = is(v, 1, 30, 5, 1) && is(v.xy()++, 1, 30) && is(--v.zw(), 4, 0);
    sycl::int3 three(1, 2, 3);
    three.hi() = v2(8, 9);
    ok[10] = is(three, 1, 2, 8);
    v.xyz().hi() = v2(8, 9); // there is no fourth element: the 9 is lost
    ok[11] = is(v, 2, 31, 8, 0);
    int memory[6] = {1, 2, 3, 4, 5, 6};
    const auto p =
        sycl::address_space_cast<sycl::access::address_space::generic_space,
                                 sycl::access::decorated::no>(
            static_cast<int *>(memory));
    v.wx().load(1, p);
    ok[12] = is(v, 4, 31, 8, 3);
    v.xw().store(0, p);
    ok[13] = memory[0] == 4 && memory[1] == 3 && memory[2] == 3;
  });
}

// "DataT … must be … one of the built-in scalar data types, half, sycl::byte,
// or std::byte."
SECTION(other_element_types) {
  using bytes = sycl::vec<std::byte, 4>;
  static_assert(sizeof(bytes) == 4);
  static_assert(
      std::is_same_v<decltype(bytes() == bytes()), sycl::vec<std::int8_t, 4>>);
  static_assert(std::is_same_v<sycl::byte, std::uint8_t>);
  both(q, 8, [](bool *ok) {
    bytes b(std::byte{1}, std::byte{2}, std::byte{4}, std::byte{8});
    ok[0] = is(b | std::byte{1}, 1, 3, 5, 9) && is(b & b.wzyx(), 0, 0, 0, 0);
    b ^= bytes(std::byte{255});
    ok[1] = is(b, 254, 253, 251, 247) && is(~b, 1, 2, 4, 8);
    ok[2] =
        is(b == std::byte{251}, 0, 0, -1, 0) && is(b < b.yxwz(), 0, -1, 0, -1);
    ok[3] = is(b.convert<int>(), 254, 253, 251, 247) &&
            is(b.as<sycl::vec<std::uint32_t, 1>>(), 0xf7fbfdfe);
    b.swizzle<1>() = std::byte{0};
    ok[4] = b[1] == std::byte{0} && static_cast<int>(b.swizzle<2>()) == 251;
    const sycl::vec<bool, 3> t(true, false, true);
    ok[5] = is(t + t, true, false, true) && is(t - t, false, false, false) &&
            is(t * true, true, false, true) && is(!t, 0, -1, 0);
    ok[6] = is(t == t.zyx(), -1, -1, -1) && is(t && t.yxy(), 0, 0, 0) &&
            is(t ^ true, false, true, false);
    const sycl::vec<long long, 2> l(1LL << 40, -1);
    ok[7] = is(l + 1, (1LL << 40) + 1, 0) && is(l < 0, 0, -1);
  });
}

SECTION(half_vectors) {
  NEED(fp16);
  both(q, 5, [](bool *ok) {
    sycl::half2 v(1.f);
    v = {};
    ok[0] = is(v, 0.f, 0.f);
    v = 2.5;
    ok[1] = is(v, 2.5f, 2.5f) && is(v * 2, 5.f, 5.f);
    v.x() = 1;
    ok[2] = is(v + v.yx(), 3.5f, 3.5f) && is(v < sycl::half(2.f), -1, 0);
    v.swizzle<1>() += 1;
    ok[3] = is(v, 1.f, 3.5f) && is(v.hi() * 2.0f, 7.f);
    const sycl::vec<sycl::half, 1> one(v.swizzle<1>());
    const sycl::half h = one;
    ok[4] = h == 3.5f && is(one - 0.5, 3.f);
  });
}

// 4.14.3: "DataT must be a numeric type": bool is an arithmetic type like
// others.
SECTION(marray_of_bool) {
  both(q, 8, [](bool *ok) {
    const sycl::marray<bool, 3> t(true), m(true, false, true);
    ok[0] = is(t + m, true, true, true) && is(t - m, false, true, false);
    ok[1] = is(t * m, true, false, true) && is(m / t, true, false, true);
    ok[2] =
        is(m - true, false, true, false) && is(true - m, false, true, false);
    sycl::marray<bool, 3> a = m;
    a -= t;
    ok[3] = is(a, false, true, false);
    a += m, a *= m, a /= t;
    ok[4] = is(a, true, false, true);
    ok[5] = is(m % t, false, false, false) && is(m & t, true, false, true) &&
            is(m | t, true, true, true) && is(m ^ t, false, true, false);
    ok[6] = is(m << t, true, false, true) && is(m >> t, false, false, false);
    ok[7] = is(-m, true, false, true) && is(+m, true, false, true) &&
            is(!m, false, true, false) && is(m == t, true, false, true) &&
            is(m < t, false, true, false);
  });
}
