// The mathematics of one family of GPUs, run on the host: the headers' device
// side over the device library and libclc, whose code is plain arithmetic (see
// BUILD.bazel). Strict: no result may be zero because it is subnormal.
#include <sycl/math.hpp>

#include "testing/math/ulp.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

// What llvm.ldexp becomes: no function of the headers calls it.
float __spirv_ocl_ldexp(float, int);
double __spirv_ocl_ldexp(double, int);

namespace {

template <typename T, int Group>
void evaluate(const std::vector<T> &xs, const std::vector<T> &ys,
              std::vector<T> &out) {
  for (std::size_t i = 0; i < ulp::samples; ++i)
    ulp::evaluate<Group>(xs.data(), ys.data(), out.data(), i);
  if constexpr (Group + 1 < ulp::groups)
    evaluate<T, Group + 1>(xs, ys, out);
}

template <typename T>
std::vector<ulp::worst> measure(const char *type,
                                std::vector<std::string> &wrong) {
  std::vector<T> xs(ulp::row_count * ulp::samples), ys(xs.size()),
      out(xs.size());
  ulp::fill_all(xs.data(), ys.data());
  evaluate<T, 0>(xs, ys, out);
  return ulp::check_all(xs.data(), ys.data(), out.data(), ulp::library::own,
                        type, wrong);
}

template <typename T> bool same(T a, T b) {
  return std::isnan(a) ? std::isnan(b)
                       : a == b && std::signbit(a) == std::signbit(b);
}

/// Every kind of number by every kind of exponent; true if all are the host's.
template <typename T> bool check_ldexp(const char *type) {
  using limits = std::numeric_limits<T>;
  const T numbers[] = {0,
                       1,
                       T(-1.7),
                       T(4097),
                       limits::min(),
                       -limits::denorm_min(),
                       3 * limits::denorm_min(),
                       limits::max(),
                       limits::lowest(),
                       limits::infinity(),
                       limits::quiet_NaN()};
  bool good = true;
  auto check = [&](T x, int n) {
    const T value = __spirv_ocl_ldexp(x, n), exact = std::ldexp(x, n);
    if (same(value, exact))
      return;
    std::printf("ldexp(%a, %d) of %s is %a, not %a\n", double(x), n, type,
                double(value), double(exact));
    good = false;
  };
  for (T number : numbers)
    for (T x : {number, -number}) {
      for (int n = -2300; n <= 2300; ++n)
        check(x, n);
      for (int n :
           {1 << 20, -(1 << 20), 1 << 30, limits::max_exponent,
            std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
        check(x, n);
    }
  return good;
}

} // namespace

int main() {
  const bool scaled_floats = check_ldexp<float>("float");
  const bool scaled = check_ldexp<double>("double") && scaled_floats;
  ulp::results all;
  all.singles = measure<float>("float", all.wrong);
  all.doubles = measure<double>("double", all.wrong);
  all.halves = measure<sycl::half>("half", all.wrong);
  return ulp::print_table(FACET_FAMILY, all) == 0 && scaled ? 0 : 1;
}
