// The mathematics of one family of GPUs, run on the host: the headers' device
// side over the device library and libclc, whose code is plain arithmetic (see
// BUILD.bazel). Strict: no result may be zero because it is subnormal.
#include <sycl/math.hpp>

#include "testing/math/ulp.h"

#include <vector>

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

} // namespace

int main() {
  ulp::results all;
  all.singles = measure<float>("float", all.wrong);
  all.doubles = measure<double>("double", all.wrong);
  all.halves = measure<sycl::half>("half", all.wrong);
  return ulp::print_table(FACET_FAMILY, all) == 0 ? 0 : 1;
}
