// sycl::half_precision on each device, against the functions of double: at most
// 8192 ulp for all operands that SYCL 2020 allows (4.17.5, "Math functions"; of
// angles up to 2^16), and results of zeros, infinities and NaN as those of the
// precise functions. Subnormal results may be zero (OpenCL, "half_ and native_
// functions"). Exit code: 1 if one is beyond, 2 if there is no device.

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

using limits = std::numeric_limits<float>;
constexpr double bound = 8192;
constexpr int count = 20000;

struct operands {
  std::vector<float> x, y;
};

/// \p i of \p count, from \p low to \p high, evenly among the numbers' bits.
float between(int i, float low, float high) {
  if (low < 0)
    return i % 2 == 0 ? between(i, limits::denorm_min(), high)
                      : -between(i, limits::denorm_min(), -low);
  const auto first = sycl::bit_cast<unsigned>(low),
             last = sycl::bit_cast<unsigned>(high);
  return sycl::bit_cast<float>(
      first + unsigned(double(last - first) * i / (count - 1)));
}

/// From \p low to \p high, around one and around multiples of a quarter turn if
/// these are among them, and the ends.
operands numbers(float low, float high) {
  operands all;
  const auto add = [&](float x) {
    if (!(x < low || x > high))
      all.x.push_back(x);
  };
  for (int i = 0; i != count; ++i) {
    add(between(i, low, high));
    add(1 + (i - count / 2) * limits::epsilon() * float(1 + i % 97));
    add(float((i - count / 2) * 1.5707963267948966));
  }
  for (float x : {0.0f, -0.0f, low, high, limits::quiet_NaN(), limits::min(),
                  limits::denorm_min(), limits::max(), limits::infinity(),
                  -limits::infinity()})
    add(x);
  all.y.resize(all.x.size());
  return all;
}

/// The distance of \p value from \p exact, in ulp of float.
double distance(float value, double exact) {
  const float rounded = static_cast<float>(exact);
  if (std::isnan(exact))
    return std::isnan(value) ? 0 : limits::infinity();
  if (std::isinf(rounded) || exact == 0 || value == 0 || std::isnan(value)) {
    const bool flushed = value == 0 && std::fabs(exact) < limits::min();
    // What is rounded to infinity may be the largest number.
    const bool near = std::isinf(rounded) && std::fabs(value) > limits::max() / 2;
    return value == rounded || flushed ||
                   (near && std::signbit(value) == std::signbit(rounded))
               ? 0
               : limits::infinity();
  }
  const int exponent = std::max(std::ilogb(exact), limits::min_exponent - 1);
  const double found = std::isinf(value)
                           ? std::copysign(std::ldexp(1.0, 128), value)
                           : double(value);
  return std::fabs(found - exact) / std::ldexp(1.0, exponent - 23);
}

template <typename Name, typename Function, typename Reference>
bool check(sycl::queue &q, const char *name, const operands &in,
           Function function, Reference reference) {
  std::vector<float> out(in.x.size());
  {
    sycl::buffer<float> dx{in.x}, dy{in.y}, dout{out};
    q.submit([&](sycl::handler &h) {
      sycl::accessor x{dx, h, sycl::read_only}, y{dy, h, sycl::read_only};
      sycl::accessor o{dout, h, sycl::write_only, sycl::no_init};
      h.parallel_for<Name>(out.size(), [=](sycl::id<1> i) {
        o[i] = function(x[i], y[i]);
      });
    });
  }
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i != out.size(); ++i)
    if (const double d = distance(out[i], reference(in.x[i], in.y[i]));
        d > worst) {
      worst = d;
      where = i;
    }
  std::printf("| %s | %.4g |\n", name, worst);
  if (worst <= bound)
    return true;
  std::printf("FAILED: %s(%a, %a) is %a\n", name, double(in.x[where]),
              double(in.y[where]), double(out[where]));
  return false;
}

#define UNARY(NAME, LOW, HIGH, REFERENCE)                                      \
  good &= check<class NAME##_kernel>(                                          \
      q, #NAME, numbers(LOW, HIGH),                                            \
      [](float x, float) { return sycl::half_precision::NAME(x); },            \
      [](double x, double) -> double { return REFERENCE; });
#define BINARY(NAME, REFERENCE)                                                \
  good &= check<class NAME##_kernel>(                                          \
      q, #NAME, pairs(),                                                       \
      [](float x, float y) { return sycl::half_precision::NAME(x, y); },       \
      [](double x, double y) -> double { return REFERENCE; });

double exact_powr(double x, double y) {
  const bool infinite = std::isinf(x);
  if (x < 0 || std::isnan(x) || std::isnan(y) ||
      (y == 0 && (x == 0 || infinite)) || (x == 1 && std::isinf(y)))
    return std::nan("");
  return std::pow(x, y);
}

/// Of all sizes, near one with large exponents, and special ones.
operands pairs() {
  operands all;
  const auto add = [&](float x, float y) {
    all.x.push_back(x);
    all.y.push_back(y);
  };
  for (int i = 0; i != count; ++i) {
    add(between(i, 0.01f, 100), float(i % 1601) * 0.01f - 8);
    add(1 + i * limits::epsilon(), float(i * 7919LL % 100000));
    add(between(i, limits::min(), limits::max()),
        between(count - 1 - i, -1e30f, 1e30f));
  }
  const float special[] = {0.0f, 1.0f, 2.5f, limits::min(), limits::max(),
                           limits::infinity(), limits::quiet_NaN()};
  for (float x : special)
    for (float y : special)
      for (float sign : {1.0f, -1.0f})
        add(x, sign * y);
  return all;
}

bool check_device(const sycl::device &device) {
  sycl::queue q{device};
  std::printf("\n| %s | ulp |\n|---|--:|\n",
              device.get_info<sycl::info::device::name>().c_str());
  constexpr float turns = 65536, infinity = limits::infinity();
  bool good = true;
  UNARY(cos, -turns, turns, std::cos(x))
  UNARY(sin, -turns, turns, std::sin(x))
  UNARY(tan, -turns, turns, std::tan(x))
  UNARY(exp, -infinity, infinity, std::exp(x))
  UNARY(exp2, -infinity, infinity, std::exp2(x))
  UNARY(exp10, -infinity, infinity, std::pow(10.0, x))
  UNARY(log, -infinity, infinity, std::log(x))
  UNARY(log2, -infinity, infinity, std::log2(x))
  UNARY(log10, -infinity, infinity, std::log10(x))
  UNARY(recip, -infinity, infinity, 1 / x)
  UNARY(rsqrt, 0, infinity, 1 / std::sqrt(x))
  UNARY(sqrt, -infinity, infinity, std::sqrt(x))
  BINARY(divide, x / y)
  BINARY(powr, exact_powr(x, y))
  return good;
}

} // namespace

int main() {
  const auto devices = sycl::device::get_devices();
  if (devices.empty()) {
    std::printf("no device\n");
    return 2;
  }
  bool good = true;
  for (const sycl::device &device : devices)
    good &= check_device(device);
  return good ? 0 : 1;
}
