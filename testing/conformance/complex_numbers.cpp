// std::complex in kernels: arithmetic and functions of <complex>, against the
// same code on the host, also for numbers near the ends of their range, zeros
// of both signs, infinities and NaN.
#include "testing/conformance/check.h"

#include <cmath>
#include <complex>
#include <limits>

CONFORMANCE_CHAPTER("functions");

namespace {

constexpr int results = 40;

/// What is done with a number, one result after the other.
template <typename T> struct all_functions {
  using C = std::complex<T>;
  C z, w;
  void operator()(C *out) const {
    int i = 0;
    out[i++] = z * w, out[i++] = z / w, out[i++] = w / z, out[i++] = z + w;
    out[i++] = z - w, out[i++] = z * T(3), out[i++] = z / T(3), out[i++] = -z;
    out[i++] = std::exp(z), out[i++] = std::log(z), out[i++] = std::log10(z);
    out[i++] = std::sqrt(z), out[i++] = std::pow(z, w);
    out[i++] = std::pow(z, T(2.5)), out[i++] = std::pow(T(2.5), z);
    out[i++] = std::sin(z), out[i++] = std::cos(z), out[i++] = std::tan(z);
    out[i++] = std::sinh(z), out[i++] = std::cosh(z), out[i++] = std::tanh(z);
    out[i++] = std::asin(z), out[i++] = std::acos(z), out[i++] = std::atan(z);
    out[i++] = std::asinh(z), out[i++] = std::acosh(z);
    out[i++] = std::atanh(z), out[i++] = std::abs(z), out[i++] = std::arg(z);
    out[i++] = std::norm(z), out[i++] = std::conj(z), out[i++] = std::proj(z);
    C x = z;
    x *= w, out[i++] = x, x /= z, out[i++] = x, x += T(1), x -= w;
    out[i++] = x, out[i++] = std::polar(T(2), z.imag());
    out[i++] = C(z == w, z != w), out[i++] = C(z.real(), w.imag());
    out[i++] = T(1) / z, out[i++] = std::pow(z, 3);
  }
};
constexpr const char *names[results] = {
    "z * w", "z / w", "w / z", "+",     "-",    "* T",   "/ T",   "unary -",
    "exp",   "log",   "log10", "sqrt",  "pow",  "pow T", "T pow", "sin",
    "cos",   "tan",   "sinh",  "cosh",  "tanh", "asin",  "acos",  "atan",
    "asinh", "acosh", "atanh", "abs",   "arg",  "norm",  "conj",  "proj",
    "*=",    "/=",    "-=",    "polar", "==",   "parts", "1 / z", "pow 3"};

/// Within so many units in the last place of the larger component.
template <typename T>
bool is_near(std::complex<T> a, std::complex<T> b, T units) {
  const T bound = units * std::numeric_limits<T>::epsilon() *
                      std::max(std::abs(b.real()), std::abs(b.imag())) +
                  units * std::numeric_limits<T>::denorm_min();
  return std::abs(a.real() - b.real()) <= bound &&
         std::abs(a.imag() - b.imag()) <= bound;
}

template <typename T> void compare(sycl::queue &q) {
  using C = std::complex<T>;
  const T parts[] = {T(0.3), T(-0.9), T(1), T(2.7), T(-7.5), T(1e-3)};
  C *out = sycl::malloc_shared<C>(results, q);
  const C w(T(1.5), T(-0.25));
  for (const T re : parts)
    for (const T im : parts) {
      const all_functions<T> all{C(re, im), w};
      q.single_task([=] { all(out); }).wait();
      C wanted[results];
      all(wanted);
      for (int i = 0; i < results; ++i)
        if (!CHECK(is_near(out[i], wanted[i], T(64))))
          std::printf("  %s of (%g, %g): (%.9g, %.9g), not (%.9g, %.9g)\n",
                      names[i], double(re), double(im), double(out[i].real()),
                      double(out[i].imag()), double(wanted[i].real()),
                      double(wanted[i].imag()));
    }
  sycl::free(out, q);
}

/// Whether x is what annex G asks for: the same infinity or NaN, or near.
template <typename T> bool is_same(T x, T wanted, bool signs) {
  if (std::isnan(wanted))
    return std::isnan(x);
  if (signs && wanted == 0)
    return x == 0 && std::signbit(x) == std::signbit(wanted);
  return x == wanted ||
         std::abs(x - wanted) <=
             64 * std::numeric_limits<T>::epsilon() * std::abs(wanted);
}

/// Products, quotients and functions where parts are zero, huge or no numbers.
template <typename T> void compare_limits(sycl::queue &q) {
  using C = std::complex<T>;
  using limits = std::numeric_limits<T>;
  constexpr int count = 8;
  C *out = sycl::malloc_shared<C>(count, q);
  const T big = limits::max() / 2, tiny = limits::min();
  const T parts[] = {T(0),
                     T(-0.0),
                     T(1),
                     big,
                     -big,
                     tiny,
                     limits::infinity(),
                     -limits::infinity()};
  for (const T re : parts)
    for (const T im : parts) {
      const C z(re, im);
      const auto all = [=](C *to) {
        to[0] = z / C(big, big);
        to[1] = z * C(T(0.5), T(0));
        to[2] = C(T(1), T(1)) / z;
        to[3] = std::sqrt(z);
        to[4] = std::log(z);
        to[5] = std::conj(std::proj(z));
        to[6] = std::abs(z);
        to[7] = std::arg(z);
      };
      q.single_task([=] { all(out); }).wait();
      C wanted[count];
      all(wanted);
      for (int i = 0; i < count; ++i) {
        // An infinity has one of its parts infinite; which other is no matter.
        const bool infinite =
            std::isinf(wanted[i].real()) || std::isinf(wanted[i].imag());
        const bool right =
            infinite && i < 3
                ? std::isinf(out[i].real()) || std::isinf(out[i].imag())
            : i < 3 && std::isfinite(std::norm(out[i]))
                ? is_near(out[i], wanted[i], T(8))
                : is_same(out[i].real(), wanted[i].real(), i > 2) &&
                      is_same(out[i].imag(), wanted[i].imag(), i > 2);
        if (!CHECK(right))
          std::printf("  %d of (%g, %g): (%.9g, %.9g), not (%.9g, %.9g)\n", i,
                      double(re), double(im), double(out[i].real()),
                      double(out[i].imag()), double(wanted[i].real()),
                      double(wanted[i].imag()));
      }
    }
  sycl::free(out, q);
}
} // namespace

SECTION(complex_of_float) {
  compare<float>(q);
  compare_limits<float>(q);
}

SECTION(complex_of_double) {
  NEED(fp64);
  compare<double>(q);
  compare_limits<double>(q);
}
