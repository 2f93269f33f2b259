// What devices compute with the built-in functions, vec, half and atomic_ref,
// compared with what the same headers compute on the host: on every device, or
// on those of OpenCL only (FACET_TEST_BACKEND=opencl).
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr std::size_t count = 64;
int failures = 0;

void expect(bool right, const std::string &what) {
  if (right)
    return;
  ++failures;
  std::printf("FAILED: %s\n", what.c_str());
}

#define OPERATION(NAME, RESULT)                                                \
  struct op_##NAME {                                                           \
    static constexpr const char *name = #NAME;                                 \
    template <typename T> static T apply(T x, T y) {                           \
      (void)y;                                                                 \
      return RESULT;                                                           \
    }                                                                          \
  };
#define UNARY(NAME) OPERATION(NAME, sycl::NAME(x))
#define BINARY(NAME) OPERATION(NAME, sycl::NAME(x, y))
UNARY(acosh) UNARY(asin) UNARY(atan) UNARY(cbrt) UNARY(ceil) UNARY(cos)
UNARY(cosh) UNARY(cospi) UNARY(erf) UNARY(exp) UNARY(exp2) UNARY(exp10)
UNARY(expm1) UNARY(fabs) UNARY(floor) UNARY(lgamma) UNARY(log) UNARY(log2)
UNARY(log10) UNARY(log1p) UNARY(rint) UNARY(round) UNARY(rsqrt) UNARY(sin)
UNARY(sinh) UNARY(sinpi) UNARY(sqrt) UNARY(tan) UNARY(tanh) UNARY(tgamma)
UNARY(trunc) UNARY(degrees) UNARY(sign)
BINARY(atan2) BINARY(copysign) BINARY(fdim) BINARY(fmax) BINARY(fmin)
BINARY(fmod) BINARY(hypot) BINARY(maxmag) BINARY(pow) BINARY(remainder)
BINARY(step) BINARY(nextafter)
OPERATION(fma, sycl::fma(x, y, x))
OPERATION(mix, sycl::mix(x, y, T(0.25f)))
OPERATION(smoothstep, sycl::smoothstep(T(0), T(3), x))

UNARY(abs) UNARY(clz) UNARY(ctz) UNARY(popcount)
BINARY(abs_diff) BINARY(add_sat) BINARY(sub_sat) BINARY(hadd) BINARY(rhadd)
BINARY(mul_hi) BINARY(rotate) BINARY(max) BINARY(min)
OPERATION(mad_sat, sycl::mad_sat(x, y, x))
OPERATION(clamp, sycl::clamp(x, T(3), T(9)))

template <typename... Operations> struct operations {
  static constexpr std::size_t size = sizeof...(Operations);
  template <typename T>
  static void apply(const T *x, const T *y, T *out, std::size_t i) {
    std::size_t row = 0;
    ((out[count * row++ + i] = Operations::apply(x[i], y[i])), ...);
  }
  static const char *name(std::size_t row) {
    const char *names[] = {Operations::name...};
    return names[row];
  }
};

using real_operations = operations<
    op_acosh, op_asin, op_atan, op_cbrt, op_ceil, op_cos, op_cosh, op_cospi,
    op_erf, op_exp, op_exp2, op_exp10, op_expm1, op_fabs, op_floor, op_lgamma,
    op_log, op_log2, op_log10, op_log1p, op_rint, op_round, op_rsqrt, op_sin,
    op_sinh, op_sinpi, op_sqrt, op_tan, op_tanh, op_tgamma, op_trunc,
    op_degrees, op_sign, op_atan2, op_copysign, op_fdim, op_fmax, op_fmin,
    op_fmod, op_hypot, op_maxmag, op_pow, op_remainder, op_step, op_nextafter,
    op_fma, op_mix, op_smoothstep>;
using integer_operations =
    operations<op_abs, op_clz, op_ctz, op_popcount, op_abs_diff, op_add_sat,
               op_sub_sat, op_hadd, op_rhadd, op_mul_hi, op_rotate, op_max,
               op_min, op_mad_sat, op_clamp>;

/// Both sides may be some units in the last place off.
bool is_close(double got, double wanted, double epsilon) {
  if (std::isnan(got) || std::isnan(wanted))
    return std::isnan(got) && std::isnan(wanted);
  if (got == wanted)
    return true;
  return std::fabs(got - wanted) <=
         32 * epsilon * (std::fabs(wanted) > 1 ? std::fabs(wanted) : 1);
}

template <typename Name> class kernel;

template <typename T, typename Operations>
void compare(sycl::queue &queue, const char *type, double epsilon) {
  T *x = sycl::malloc_shared<T>(count, queue);
  T *y = sycl::malloc_shared<T>(count, queue);
  T *out = sycl::malloc_shared<T>(count * Operations::size, queue);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = epsilon == 0 ? T(int(i * 37 % 101)) : T(0.11f + 0.047f * float(i));
    y[i] = epsilon == 0 ? T(int(i * 11 % 13)) : T(2.9f - 0.031f * float(i));
  }
  queue
      .parallel_for<kernel<Operations(T)>>(
          sycl::range<1>(count),
          [=](sycl::id<1> i) { Operations::apply(x, y, out, i[0]); })
      .wait_and_throw();
  std::vector<T> wanted(count * Operations::size);
  for (std::size_t i = 0; i < count; ++i)
    Operations::apply(x, y, wanted.data(), i);
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    const double got = static_cast<double>(out[n]);
    const double want = static_cast<double>(wanted[n]);
    if (!is_close(got, want, epsilon))
      expect(false, std::string(Operations::name(n / count)) + "(" + type +
                        ") of " + std::to_string(double(x[n % count])) +
                        " gives " + std::to_string(got) + ", on the host " +
                        std::to_string(want));
  }
  std::printf("  %s: %zu results\n", type, wanted.size());
  sycl::free(x, queue);
  sycl::free(y, queue);
  sycl::free(out, queue);
}

sycl::float4 vec_work(sycl::float4 v) {
  sycl::float4 w = v.wzyx() * 2.0f + v;
  w.lo() = sycl::max(w.hi(), w.lo());
  const sycl::int4 whole = w.convert<int, sycl::rounding_mode::rtz>();
  return w + (whole * 3).convert<float>() + sycl::fma(v, v, w);
}

void compare_vec(sycl::queue &queue) {
  sycl::float4 *values = sycl::malloc_shared<sycl::float4>(count, queue);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = sycl::float4(float(i), 1.5f, -float(i) / 4, 7.0f);
  std::vector<sycl::float4> wanted(values, values + count);
  queue
      .parallel_for<class Vec>(
          sycl::range<1>(count),
          [=](sycl::id<1> i) { values[i[0]] = vec_work(values[i[0]]); })
      .wait_and_throw();
  for (std::size_t i = 0; i < count; ++i) {
    wanted[i] = vec_work(wanted[i]);
    for (int n = 0; n < 4; ++n)
      expect(is_close(values[i][n], wanted[i][n],
                      std::numeric_limits<float>::epsilon()),
             "vec: element " + std::to_string(n) + " of " + std::to_string(i));
  }
  sycl::free(values, queue);
}

template <typename T> void compare_atomics(sycl::queue &queue) {
  constexpr int rows = 3;
  T *cells = sycl::malloc_shared<T>(rows, queue);
  for (int i = 0; i < rows; ++i)
    cells[i] = T(5);
  queue
      .parallel_for<kernel<T *>>(
          sycl::range<1>(1000),
          [=](sycl::id<1> i) {
            auto at = [=](int n) {
              return sycl::atomic_ref<T, sycl::memory_order::relaxed,
                                      sycl::memory_scope::device>(cells[n]);
            };
            at(0).fetch_add(T(2));
            at(1).fetch_max(T(int(i[0])));
            at(2).fetch_min(T(int(i[0])));
          })
      .wait_and_throw();
  expect(cells[0] == T(2005), "atomic fetch_add");
  expect(cells[1] == T(999), "atomic fetch_max");
  expect(cells[2] == T(0), "atomic fetch_min");
  sycl::free(cells, queue);
}

void compare_all(const sycl::device &device) {
  sycl::queue queue(device);
  compare<float, real_operations>(queue, "float",
                                  std::numeric_limits<float>::epsilon());
  compare<int, integer_operations>(queue, "int", 0);
  compare<unsigned long, integer_operations>(queue, "unsigned long", 0);
  compare_vec(queue);
  compare_atomics<int>(queue);
  compare_atomics<float>(queue);
  if (device.has(sycl::aspect::fp64))
    compare<double, real_operations>(queue, "double",
                                     std::numeric_limits<double>::epsilon());
  if (device.has(sycl::aspect::fp16))
    compare<sycl::half, real_operations>(queue, "half", 1.0 / 1024);
  if (device.has(sycl::aspect::atomic64)) {
    compare_atomics<unsigned long>(queue);
    if (device.has(sycl::aspect::fp64))
      compare_atomics<double>(queue);
  }
}

} // namespace

int main() {
  const char *text = std::getenv("FACET_TEST_BACKEND");
  const std::string backend = text ? text : "";
  int devices = 0;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (backend == "opencl" && device.get_backend() != sycl::backend::opencl)
      continue;
    ++devices;
    std::printf("%s\n",
                device.get_info<sycl::info::device::name>().c_str());
    try {
      compare_all(device);
    } catch (const sycl::exception &e) {
      // Whatever else the machine has: the program is built for one target.
      if (e.code() == sycl::errc::kernel_not_supported) {
        std::printf("  not compared: %s\n", e.what());
        --devices;
        continue;
      }
      expect(false, std::string("exception: ") + e.what());
    }
  }
  if (devices == 0 && backend == "opencl") {
    std::printf("skipped: PoCL is not found as an OpenCL device\n");
    return 0;
  }
  expect(devices != 0, "no devices");
  return failures != 0;
}
