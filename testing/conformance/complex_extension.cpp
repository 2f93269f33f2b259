// sycl_ext_oneapi_complex and sycl_ext_oneapi_complex_algorithms.
#include "testing/conformance/check.h"

#include <sycl/ext/oneapi/experimental/complex/complex.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

CONFORMANCE_CHAPTER("complex_extension");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
template <typename T> using complex = ex::complex<T>;

#if SYCL_EXT_ONEAPI_COMPLEX != 1 || SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS != 2
#error "a feature-test macro is missing"
#endif

static_assert(
    std::is_trivially_copyable_v<complex<float>> &&
    sycl::is_device_copyable_v<complex<double>> &&
    sycl::is_device_copyable_v<sycl::marray<complex<sycl::half>, 3>> &&
    std::is_same_v<complex<float>::value_type, float>);
static_assert(complex<float>(1, 2).real() == 1 &&
              complex<double>(complex<float>(1, 2)) == complex<double>(1, 2) &&
              complex<float>(std::complex<double>(3, 4)).imag() == 4 &&
              complex<float>(5) == 5.0f && 5.0f == complex<float>(5) &&
              complex<float>(5, 1) != 5.0f && complex<float>() == 0.0f);
static_assert(ex::real(2.5f) == 2.5f && ex::imag(2.5f) == 0 &&
              std::is_same_v<decltype(ex::real(3)), double> &&
              ex::imag(complex<double>(1, 2)) == 2);
// The part of a power is the widest of the arguments' that are no integers.
template <typename X, typename Y>
using power = decltype(ex::pow(std::declval<X>(), std::declval<Y>()));
static_assert(
    std::is_same_v<power<complex<float>, complex<double>>, complex<double>> &&
    std::is_same_v<power<complex<float>, double>, complex<double>> &&
    std::is_same_v<power<float, complex<sycl::half>>, complex<float>> &&
    std::is_same_v<power<complex<float>, int>, complex<float>> &&
    std::is_same_v<power<long, complex<double>>, complex<double>> &&
    std::is_same_v<power<complex<sycl::half>, sycl::half>,
                   complex<sycl::half>>);

// Of arrays, what numbers without order and bits do not have is not declared.
template <typename T, typename = void> struct compares : std::false_type {};
template <typename T>
struct compares<T, std::void_t<decltype(std::declval<T>() < std::declval<T>())>>
    : std::true_type {};
template <typename T, typename = void> struct counts : std::false_type {};
template <typename T>
struct counts<T, std::void_t<decltype(++std::declval<T &>())>>
    : std::true_type {};
template <typename T, typename = void> struct shifts : std::false_type {};
template <typename T>
struct shifts<T, std::void_t<decltype(std::declval<T>() << std::declval<T>())>>
    : std::true_type {};
template <typename T, typename = void> struct negates : std::false_type {};
template <typename T>
struct negates<T, std::void_t<decltype(!std::declval<T>())>> : std::true_type {
};
using array = sycl::marray<complex<float>, 3>;
using numbers = sycl::marray<int, 3>;
static_assert(!compares<array>() && !counts<array>() && !shifts<array>() &&
              !negates<array>() && compares<numbers>() && counts<numbers>() &&
              shifts<numbers>() && negates<numbers>());

constexpr int results = 42;

/// What is done with numbers, one result after the other: with those of the
/// extension, and with std::complex.
template <template <typename> class C, typename T, typename Scalar>
struct all_functions {
  C<T> z, w;
  void operator()(C<T> *out) const {
    // Of the namespaces of both classes.
    using namespace std;
    int i = 0;
    out[i++] = z * w, out[i++] = z / w, out[i++] = w / z, out[i++] = z + w;
    out[i++] = z - w, out[i++] = z * Scalar(3), out[i++] = z / Scalar(3);
    out[i++] = -z, out[i++] = +z, out[i++] = Scalar(2) - z;
    out[i++] = Scalar(2) + z, out[i++] = Scalar(2) * z,
    out[i++] = Scalar(2) / z;
    out[i++] = exp(z), out[i++] = log(z), out[i++] = log10(z);
    out[i++] = sqrt(z), out[i++] = pow(z, w), out[i++] = pow(z, Scalar(2.5f));
    out[i++] = pow(Scalar(2.5f), z), out[i++] = sin(z), out[i++] = cos(z);
    out[i++] = tan(z), out[i++] = sinh(z), out[i++] = cosh(z);
    out[i++] = tanh(z), out[i++] = asin(z), out[i++] = acos(z);
    out[i++] = atan(z), out[i++] = asinh(z), out[i++] = acosh(z);
    out[i++] = atanh(z), out[i++] = C<T>(abs(z)), out[i++] = C<T>(arg(z));
    out[i++] = C<T>(norm(z)), out[i++] = conj(z), out[i++] = proj(z);
    C<T> x = z;
    x *= w, x += Scalar(1), x -= w, x /= Scalar(4);
    out[i++] = x;
    x = Scalar(3), x += w, x *= Scalar(2), x -= Scalar(1), x /= w;
    out[i++] = x;
    x.real(z.imag()), x.imag(z.real());
    out[i++] = x, out[i++] = C<T>(real(z), imag(w));
    out[i++] = C<T>(Scalar(z == w ? 1.0f : 0.0f), Scalar(z != z ? 1.0f : 0.0f));
  }
};

template <typename T>
double distance(const complex<T> &a, std::complex<double> b) {
  const std::complex<double> x(static_cast<double>(a.real()),
                               static_cast<double>(a.imag()));
  const double size = std::max(std::abs(b.real()), std::abs(b.imag()));
  return std::max(std::abs(x.real() - b.real()),
                  std::abs(x.imag() - b.imag())) /
         std::max(size, double(std::numeric_limits<T>::min()));
}

/// In a kernel and on the host, against double.
template <typename T> void compare(sycl::queue &q, double tolerance) {
  complex<T> *out = sycl::malloc_shared<complex<T>>(results, q);
  const float parts[] = {0.3125f, -0.875f, 1, 2.75f, -3.5f};
  const complex<T> w(T(1.5f), T(-0.25f));
  for (const float re : parts)
    for (const float im : parts) {
      const all_functions<complex, T, T> all{complex<T>(T(re), T(im)), w};
      const all_functions<std::complex, double, double> exact{{re, im},
                                                              {1.5, -0.25}};
      std::complex<double> wanted[results];
      exact(wanted);
      for (const bool in_kernel : {true, false}) {
        if (in_kernel)
          q.single_task([=] { all(out); }).wait();
        else
          all(out);
        for (int i = 0; i < results; ++i)
          if (!CHECK(distance(out[i], wanted[i]) <= tolerance))
            std::printf("  %d of (%g, %g): (%.9g, %.9g), not (%.9g, %.9g)\n", i,
                        double(re), double(im), double(out[i].real()),
                        double(out[i].imag()), wanted[i].real(),
                        wanted[i].imag());
      }
    }
  sycl::free(out, q);
}

/// Whether x is the same infinity, zero or NaN, or near.
template <typename T> bool is_same(T x, T wanted) {
  if (std::isnan(wanted))
    return std::isnan(x);
  if (std::isinf(wanted) || wanted == 0)
    return x == wanted && std::signbit(x) == std::signbit(wanted);
  return std::abs(x - wanted) <=
         64 * std::numeric_limits<T>::epsilon() * std::abs(wanted);
}

/// Annex G's: z * w, z / w, exp, sqrt, abs, norm, proj, conj and arg of zeros,
/// infinities and NaN, as std::complex has them on the host.
template <typename T> void compare_special(sycl::queue &q) {
  constexpr int count = 9;
  constexpr T infinity = std::numeric_limits<T>::infinity(),
              nan = std::numeric_limits<T>::quiet_NaN();
  const T parts[] = {T(0), -T(0), T(1), T(-2), infinity, -infinity, nan};
  complex<T> *out = sycl::malloc_shared<complex<T>>(count, q);
  const auto all = [](auto z, auto w, auto *to) {
    using namespace std;
    using C = decltype(z);
    to[0] = z * w, to[1] = z / w, to[2] = exp(z), to[3] = sqrt(z);
    to[4] = C(abs(z)), to[5] = proj(z), to[6] = conj(z), to[7] = C(arg(z));
    to[8] = log(z);
  };
  for (const T re : parts)
    for (const T im : parts) {
      const complex<T> z(re, im), w(T(0.5), infinity);
      std::complex<T> wanted[count];
      all(std::complex<T>(z), std::complex<T>(w), wanted);
      q.single_task([=] { all(z, w, out); }).wait();
      for (int i = 0; i < count; ++i) {
        // Annex G leaves signs open where a part is NaN or w's infinity meets
        // zeros.
        const bool right =
            std::isnan(wanted[i].real()) || std::isnan(wanted[i].imag()) ||
                    i < 2
                ? (std::isinf(wanted[i].real()) ||
                   std::isinf(wanted[i].imag())) ==
                      (std::isinf(out[i].real()) || std::isinf(out[i].imag()))
                : is_same(out[i].real(), wanted[i].real()) &&
                      is_same(out[i].imag(), wanted[i].imag());
        if (!CHECK(right))
          std::printf("  %d of (%g, %g): (%g, %g), not (%g, %g)\n", i,
                      double(re), double(im), double(out[i].real()),
                      double(out[i].imag()), double(wanted[i].real()),
                      double(wanted[i].imag()));
      }
    }
  CHECK(std::isinf(ex::norm(complex<T>(nan, -infinity))));
  CHECK(ex::pow(complex<T>(0), complex<T>(0)) == T(1) &&
        ex::pow(complex<T>(0), complex<T>(2, 1)) == T(0));
  const complex<T> real_infinity = ex::polar(infinity);
  CHECK(real_infinity.real() == infinity && real_infinity.imag() == 0);
  sycl::free(out, q);
}
} // namespace

SECTION(float_functions) { compare<float>(q, 64 * 1.2e-7); }
SECTION(double_functions) {
  NEED(fp64);
  compare<double>(q, 64 * 2.3e-16);
}
SECTION(half_functions) {
  NEED(fp16);
  compare<sycl::half>(q, 4 * 1e-3);
}
SECTION(special_values) {
  compare_special<float>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    compare_special<double>(q);
}

SECTION(real_arguments) {
  complex<float> *out = sycl::malloc_shared<complex<float>>(8, q);
  q.single_task([=] {
     out[0] = ex::arg(-1.0f), out[1] = ex::norm(-3.0f);
     out[2] = ex::conj(2.0f), out[3] = ex::proj(-2.0f);
     out[4] = ex::polar(2.0f), out[5] = ex::polar(2.0f, 0.5f);
     out[6] = ex::pow(complex<float>(0, 2), 2), out[7] = ex::real(4.0f);
   }).wait();
  CHECK(std::abs(out[0].real() - 3.14159265f) < 1e-6f && out[1] == 9.0f &&
        out[2] == 2.0f && std::signbit(out[2].imag()) && out[3] == -2.0f &&
        out[4] == 2.0f &&
        std::abs(out[5].real() - 2 * std::cos(0.5f)) < 1e-6f &&
        std::abs(out[5].imag() - 2 * std::sin(0.5f)) < 1e-6f &&
        std::abs(out[6].real() + 4) < 1e-5f && out[7] == 4.0f);
  CHECK(ex::norm(3) == 9.0 && ex::arg(-1) == std::arg(-1.0));
  sycl::free(out, q);
}

SECTION(text_and_conversions) {
  std::ostringstream out;
  out << complex<float>(1.5f, -2) << complex<sycl::half>(3);
  CHECK(out.str() == "(1.5,-2)(3,0)");
  std::istringstream in("(1.5,-2) 7 x");
  complex<double> z, w;
  in >> z >> w;
  CHECK(z == complex<double>(1.5, -2) && w == 7.0);
  in >> w;
  CHECK(in.fail() && w == 7.0);
  const std::complex<double> s = complex<float>(1, 2);
  z = s;
  CHECK(s == std::complex<double>(1, 2) && z.imag() == 2);
  z += complex<float>(1, 1);
  CHECK(z == complex<double>(2, 3));
  // Into a sycl::stream, which has the text of both parts.
  q.submit([](sycl::handler &h) {
     sycl::stream text(64, 64, h);
     h.single_task([=] { text << complex<float>(1, 2) << sycl::endl; });
   }).wait();
}

SECTION(arrays) {
  array *out = sycl::malloc_shared<array>(16, q);
  sycl::marray<float, 3> *parts =
      sycl::malloc_shared<sycl::marray<float, 3>>(5, q);
  bool *same = sycl::malloc_shared<bool>(1, q);
  q.single_task([=] {
     using number = complex<float>;
     const array x(number(1, 2), number(-3, 0.5f), number(0, -1));
     const array y(number(2, -1));
     const sycl::marray<float, 3> angles(0.5f, 1.0f, -2.0f);
     array z = x + y;
     z *= y, z -= x, z /= number(2);
     out[0] = z, out[1] = x * number(0, 1), out[2] = 2.0f - x, out[3] = -x;
     out[4] = ex::exp(x), out[5] = ex::conj(x), out[6] = ex::pow(x, y);
     out[7] = ex::pow(x, 2.0f), out[8] = ex::pow(number(2), x);
     out[9] = ex::polar(angles, 1.0f), out[10] = ex::polar(2.0f, angles);
     out[11] = ex::pow(angles, x), out[12] = ex::pow(x, angles);
     out[13] = ex::proj(angles), out[14] = ex::pow(2.0f, x);
     out[15] = ex::polar(angles, angles);
     parts[0] = ex::real(x), parts[1] = ex::imag(x), parts[2] = ex::abs(x);
     parts[3] = ex::arg(x), parts[4] = ex::norm(x);
     const sycl::marray<bool, 3> equal = x == number(0, -1), other = x != x;
     *same = !equal[0] && equal[2] && !other[1];
   }).wait();
  const std::complex<float> x[] = {{1, 2}, {-3, 0.5f}, {0, -1}}, y(2, -1),
                            i(0, 1);
  const float angles[] = {0.5f, 1, -2};
  bool right = *same;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::complex<float> a(angles[k]);
    const std::complex<float> wanted[] = {((x[k] + y) * y - x[k]) / 2.0f,
                                          x[k] * i,
                                          2.0f - x[k],
                                          -x[k],
                                          std::exp(x[k]),
                                          std::conj(x[k]),
                                          std::pow(x[k], y),
                                          x[k] * x[k],
                                          std::pow(2.0f, x[k]),
                                          angles[k] * std::exp(i),
                                          2.0f * std::exp(i * angles[k]),
                                          std::pow(a, x[k]),
                                          std::pow(x[k], angles[k]),
                                          a,
                                          std::pow(2.0f, x[k]),
                                          angles[k] * std::exp(i * angles[k])};
    for (int n = 0; n < 16; ++n)
      right &=
          CHECK(distance(out[n][k], std::complex<double>(wanted[n])) < 1e-5);
    right &= parts[0][k] == x[k].real() && parts[1][k] == x[k].imag() &&
             std::abs(parts[2][k] - std::abs(x[k])) < 1e-5f &&
             std::abs(parts[3][k] - std::arg(x[k])) < 1e-5f &&
             std::abs(parts[4][k] - std::norm(x[k])) < 1e-5f;
  }
  CHECK(right);
  sycl::free(out, q), sycl::free(parts, q), sycl::free(same, q);
}

namespace {
template <typename C> void reduce_and_scan(sycl::queue &q) {
  using T = typename C::value_type;
  static_assert(sycl::has_known_identity_v<sycl::plus<C>, C> &&
                sycl::has_known_identity_v<sycl::plus<>, C> &&
                sycl::has_known_identity_v<sycl::multiplies<>, C>);
  CHECK((sycl::known_identity_v<sycl::plus<>, C> == C()) &&
        (sycl::known_identity_v<sycl::multiplies<C>, C> == C(T(1.0f))));
  constexpr int n = 24;
  C *in = sycl::malloc_shared<C>(n, q), *out = sycl::malloc_shared<C>(8 * n, q);
  for (int i = 0; i < n; ++i)
    in[i] = C(T(float(i % 5 - 2)), T(float(i % 3)));
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> item) {
     const auto g = item.get_group();
     const auto s = item.get_sub_group();
     const std::size_t i = item.get_global_id(0);
     const C turn(T(0.0f), T(1.0f));
     C *to = out + 8 * i;
     to[0] = sycl::reduce_over_group(g, in[i], sycl::plus<>());
     to[1] = sycl::inclusive_scan_over_group(g, in[i], sycl::plus<C>());
     to[2] = sycl::exclusive_scan_over_group(g, in[i], sycl::plus<>());
     to[3] = sycl::reduce_over_group(g, turn, sycl::multiplies<>());
     to[4] = sycl::joint_reduce(g, in, in + n, sycl::plus<>());
     // That of the sub-group, less what it should be.
     to[5] = sycl::inclusive_scan_over_group(s, in[i], sycl::plus<>());
     for (std::size_t k = i - s.get_local_linear_id(); k <= i; ++k)
       to[5] = to[5] - in[k];
     to[6] = sycl::group_broadcast(g, in[i], 3);
     to[7] = sycl::reduce_over_group(g, in[i], C(T(1.0f)), sycl::plus<>());
   }).wait();
  C sum = C();
  bool right = true;
  C all = C();
  for (int i = 0; i < n; ++i)
    all = all + in[i];
  for (int i = 0; i < n; ++i) {
    const C *r = out + 8 * i;
    right &= r[2] == sum;
    sum = sum + in[i];
    right &= r[0] == all && r[1] == sum && r[3] == C(T(1.0f)) && r[4] == all &&
             r[5] == C() && r[6] == in[3] && r[7] == all + C(T(1.0f));
  }
  CHECK(right);
  C *total = sycl::malloc_shared<C>(1, q);
  *total = C();
  q.parallel_for(sycl::range<1>(n), sycl::reduction(total, sycl::plus<>()),
                 [=](sycl::id<1> i, auto &t) { t += in[i]; })
      .wait();
  CHECK(*total == all);
  sycl::free(in, q), sycl::free(out, q), sycl::free(total, q);
}
} // namespace

SECTION(algorithms) {
  reduce_and_scan<complex<float>>(q);
  reduce_and_scan<std::complex<float>>(q);
  if (q.get_device().has(sycl::aspect::fp64)) {
    reduce_and_scan<complex<double>>(q);
    reduce_and_scan<std::complex<double>>(q);
  }
  if (q.get_device().has(sycl::aspect::fp16))
    reduce_and_scan<complex<sycl::half>>(q);
}
